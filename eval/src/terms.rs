//! The numbers of an evaluation: one [`Terms`] a variant, and the piece-square table made of it.
//!
//! All are centipawns unless said otherwise; `(middlegame, endgame)` where they come in pairs.

use stymie_movegen::{PieceKind, SLOTS};

use crate::knowledge::Knowledge;
use crate::pair::Pair;

/// What pieces of one kind are worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PieceTerms {
    /// The piece itself, in the middle of nowhere.
    pub(crate) value: Pair,
    /// For each file between it and the nearer edge.
    pub(crate) files: Pair,
    /// For each rank between it and the nearer of the first and last rank.
    pub(crate) middle: Pair,
    /// For each rank that it is ahead of its side's first.
    pub(crate) advance: Pair,
    /// For each square it may go to beyond the usual number.
    pub(crate) mobility: Pair,
    /// The usual number of squares it may go to.
    pub(crate) usual: i32,
    /// Danger to the enemy king for each square of its ring in reach; see [`Terms::danger_divisor`].
    pub(crate) danger: i32,
    /// Its part in what makes a middlegame.
    pub(crate) phase: i32,
}

impl PieceTerms {
    const NONE: PieceTerms = PieceTerms {
        value: Pair::ZERO,
        files: Pair::ZERO,
        middle: Pair::ZERO,
        advance: Pair::ZERO,
        mobility: Pair::ZERO,
        usual: 0,
        danger: 0,
        phase: 0,
    };
}

/// The terms of pieces as a table, a kind a line; the columns are the fields of [`PieceTerms`].
macro_rules! pieces {
    ($($kind:ident $value:tt $files:tt $middle:tt $advance:tt $mobility:tt $usual:literal
       $danger:literal $phase:literal;)*) => {
        $crate::terms::by_slot(&[$((
            ::stymie_movegen::PieceKind::$kind,
            $crate::terms::PieceTerms {
                value: $crate::pair::Pair::new $value,
                files: $crate::pair::Pair::new $files,
                middle: $crate::pair::Pair::new $middle,
                advance: $crate::pair::Pair::new $advance,
                mobility: $crate::pair::Pair::new $mobility,
                usual: $usual,
                danger: $danger,
                phase: $phase,
            },
        )),*])
    };
}
pub(crate) use pieces;

pub(crate) const fn by_slot(list: &[(PieceKind, PieceTerms)]) -> [PieceTerms; SLOTS] {
    let mut table = [PieceTerms::NONE; SLOTS];
    let mut i = 0;
    while i < list.len() {
        table[list[i].0.slot()] = list[i].1;
        i += 1;
    }
    table
}

/// The numbers of one variant's evaluation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// By slot.
    pub(crate) pieces: [PieceTerms; SLOTS],
    /// The phase of the start position.
    pub(crate) full_phase: i32,
    /// For the side to move.
    pub(crate) tempo: i32,
    /// Two bishops or more.
    pub(crate) bishop_pair: Pair,
    /// A rook (or bers) on a file without pawns.
    pub(crate) open_file: Pair,
    /// The same on one without own pawns.
    pub(crate) half_open_file: Pair,
    /// A passed pawn by its distance from promotion, 1 to 9.
    pub(crate) passed: [Pair; 10],
    /// Of a passed pawn's worth, in 16ths: what is left if something stands before it.
    pub(crate) passed_blocked: i32,
    /// In the endgame, for each step that the enemy king is farther from the square before a
    /// passed pawn than the own king, per [`Terms::passed`] of 100.
    pub(crate) passed_kings: i32,
    /// A pawn with an own pawn ahead on its file.
    pub(crate) doubled: Pair,
    /// A pawn with no own pawn on the files beside it.
    pub(crate) isolated: Pair,
    /// A pawn that an own pawn protects.
    pub(crate) protected_pawn: Pair,
    /// An own pawn right before the king or diagonally before it.
    pub(crate) shelter: Pair,
    /// An own pawn a rank farther.
    pub(crate) far_shelter: Pair,
    /// A file at or beside the king's without own pawns.
    pub(crate) bare_king_file: Pair,
    /// For each step that a brake (Hia, Bodyguard) stands nearer to its king than five.
    pub(crate) brake_near_king: Pair,
    /// A square of the king's ring, in reach of the enemy and covered by the king alone, counts
    /// as so much danger.
    pub(crate) weak_ring: i32,
    /// The square of the danger, divided by this, is what an attack on the king is worth in the
    /// middlegame.
    pub(crate) danger_divisor: i32,
    /// What an attack on the king is worth at most.
    pub(crate) danger_most: i32,
    /// An enemy piece, no pawn, that an own pawn attacks.
    pub(crate) pawn_threat: Pair,
    /// An enemy piece that an own piece attacks and nothing protects.
    pub(crate) loose: Pair,
    /// The endgame's driving of the weaker side's king, for each step that the kings are nearer
    /// than the board is long, if the stronger side leads by [`Terms::drive_lead`].
    pub(crate) drive: i32,
    /// See [`Terms::drive`].
    pub(crate) drive_lead: i32,
    /// Where a bare king is a draw: what is left, of 64 parts, of the advantage over a side with
    /// 2, 3 and 4 men.
    pub(crate) few_men: [i32; 3],
}

impl Terms {
    /// Orthodox chess's, from which the others start.
    pub(crate) const ORTHODOX: Terms = Terms {
        pieces: [PieceTerms::NONE; SLOTS],
        full_phase: 24,
        tempo: 12,
        bishop_pair: Pair::new(25, 40),
        open_file: Pair::new(26, 12),
        half_open_file: Pair::new(12, 8),
        passed: [
            Pair::ZERO,
            Pair::new(110, 170),
            Pair::new(65, 110),
            Pair::new(35, 65),
            Pair::new(16, 38),
            Pair::new(8, 22),
            Pair::new(4, 14),
            Pair::new(2, 10),
            Pair::new(0, 8),
            Pair::new(0, 6),
        ],
        passed_blocked: 9,
        passed_kings: 7,
        doubled: Pair::new(-8, -18),
        isolated: Pair::new(-10, -14),
        protected_pawn: Pair::new(7, 5),
        shelter: Pair::new(15, 0),
        far_shelter: Pair::new(8, 0),
        bare_king_file: Pair::new(-14, 0),
        brake_near_king: Pair::ZERO,
        weak_ring: 9,
        danger_divisor: 70,
        danger_most: 600,
        pawn_threat: Pair::new(45, 35),
        loose: Pair::new(20, 25),
        drive: 10,
        drive_lead: 300,
        few_men: [30, 46, 56],
    };

    /// The terms of a kind of the variant.
    #[inline]
    pub(crate) const fn of(&self, kind: PieceKind) -> &PieceTerms {
        &self.pieces[kind.slot()]
    }
}

/// What every piece is worth on every square, its own value included: by slot, colour, square.
#[derive(Debug)]
pub(crate) struct SquareTable([[[Pair; 128]; 2]; SLOTS]);

impl SquareTable {
    /// The table by the formula of [`PieceTerms`], which mirrors left-right by its form, and with
    /// the variant's extras.
    pub(crate) const fn new<R: Knowledge>(terms: &Terms) -> SquareTable {
        let (files, ranks, extras) = (R::FILES, R::RANKS, R::EXTRAS);
        let mut table = [[[Pair::ZERO; 128]; 2]; SLOTS];
        let mut slot = 0;
        while slot < SLOTS {
            let mut square = 0;
            while square < files * ranks {
                let (file, rank) = (square % files, square / files);
                let mut worth = by_formula(&terms.pieces[slot], [files, ranks], file, rank);
                let mut i = 0;
                while i < extras.len() {
                    if extras[i].0.slot() == slot {
                        worth = worth.plus(extras[i].1[square as usize]);
                    }
                    i += 1;
                }
                table[slot][0][square as usize] = worth;
                table[slot][1][((ranks - 1 - rank) * files + file) as usize] = worth;
                square += 1;
            }
            slot += 1;
        }
        SquareTable(table)
    }

    #[inline]
    pub(crate) fn of(&self, slot: usize, color: usize, square: usize) -> Pair {
        self.0[slot & 7][color & 1][square & 127]
    }
}

const fn by_formula(terms: &PieceTerms, [files, ranks]: [u8; 2], file: u8, rank: u8) -> Pair {
    let inward = nearer_edge(file, files) - nearer_edge(files / 4, files);
    let middle = nearer_edge(rank, ranks) - nearer_edge(ranks / 4, ranks);
    let ahead = rank as i32 - ranks as i32 / 4;
    let place = terms.files.times(inward).plus(terms.middle.times(middle));
    terms.value.plus(place).plus(terms.advance.times(ahead))
}

/// The distance from the nearer edge of a line of `length` squares.
pub(crate) const fn nearer_edge(at: u8, length: u8) -> i32 {
    let other = length - 1 - at;
    (if at < other { at } else { other }) as i32
}
