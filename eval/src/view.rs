//! What the parts of an evaluation look at together: who attacks what.

use stymie_movegen::{Bitboard, Color, Piece, PieceKind, Position, Rules, Square, has};

use crate::knowledge::Knowledge;
use crate::numbers::Numbers;
use crate::pair::Pair;

/// Every square moved one rank ahead, as the side sees it.
#[inline]
pub(crate) fn ahead<R: Rules>(set: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => R::narrowed(set.up(R::FILES as u32)) & R::BOARD,
        Color::Black => set.down(R::FILES as u32),
    }
}

/// The squares beside those of the set, on their ranks.
#[inline]
pub(crate) fn beside<R: Rules>(set: Bitboard) -> Bitboard {
    let west = (set - R::EDGES.west).down(1);
    west | R::narrowed((set - R::EDGES.east).up(1))
}

/// The set and all that lies ahead of it on its files, as the side sees it.
#[inline]
fn fill_ahead<R: Rules>(mut set: Bitboard, color: Color) -> Bitboard {
    let mut fill = |ranks: u8| {
        if ranks < R::RANKS {
            set |= match color {
                Color::White => R::narrowed(set.up((R::FILES * ranks).into())),
                Color::Black => set.down((R::FILES * ranks).into()),
            };
        }
    };
    fill(1);
    fill(2);
    fill(4);
    fill(8);
    set & R::BOARD
}

/// How many king's steps it is from one square to the other.
#[inline]
pub(crate) fn distance<R: Rules>(a: Square, b: Square) -> i32 {
    let files = R::file(a).abs_diff(R::file(b));
    let ranks = R::rank(a).abs_diff(R::rank(b));
    i32::from(files.max(ranks))
}

/// Functions that give a side's set, of those that a [`View`] holds for both.
macro_rules! sets {
    ($($name:ident of $field:ident)*) => {$(
        #[inline(always)]
        pub(crate) fn $name(&self, color: Color) -> Bitboard {
            R::narrowed(self.$field[color.index()])
        }
    )*};
}

/// A position with its attacks.
pub(crate) struct View<'p, R: Knowledge, N: Numbers<R>> {
    pub(crate) position: &'p Position<R>,
    pub(crate) numbers: N,
    /// By colour: the pawns (none in xiangqi, whose soldiers are pieces).
    pawns: [Bitboard; 2],
    /// By colour: what the pawns attack.
    pawn_attacks: [Bitboard; 2],
    /// By colour: the pawns and all that lies ahead of them on their files.
    ahead_of_pawns: [Bitboard; 2],
    /// By colour: the pawns and all that lies behind them on their files.
    behind_pawns: [Bitboard; 2],
    /// By colour: what anything but the king attacks, once [`View::of_pieces`] is done.
    guarded: [Bitboard; 2],
    /// By colour: what the king attacks as well.
    attacks: [Bitboard; 2],
    /// By colour: the squares round the king whose attack is dangerous.
    rings: [Bitboard; 2],
    /// By colour: the danger that its pieces are to the enemy king, and how many they are.
    pub(crate) danger: [(i32, i32); 2],
    pub(crate) phase: i32,
}

impl<'p, R: Knowledge, N: Numbers<R>> View<'p, R, N> {
    sets! {
        pawns of pawns
        pawn_attacks of pawn_attacks
        ahead_of_pawns of ahead_of_pawns
        behind_pawns of behind_pawns
        guarded of guarded
        attacks of attacks
        ring of rings
    }

    #[inline]
    pub(crate) fn new(position: &'p Position<R>, numbers: N) -> Self {
        let pawns = Color::ALL.map(|color| position.pieces_if_any(PieceKind::Pawn, color));
        let pawn_attacks =
            Color::ALL.map(|color| beside::<R>(ahead::<R>(pawns[color.index()], color)));
        View {
            position,
            numbers,
            pawns,
            pawn_attacks,
            ahead_of_pawns: Color::ALL.map(|color| fill_ahead::<R>(pawns[color.index()], color)),
            behind_pawns: Color::ALL.map(|color| fill_ahead::<R>(pawns[color.index()], !color)),
            guarded: pawn_attacks,
            attacks: pawn_attacks,
            rings: Color::ALL.map(|color| R::ring(position, color)),
            danger: [(0, 0); 2],
            phase: 0,
        }
    }

    /// The files on which the side has pawns.
    #[inline]
    pub(crate) fn pawn_files(&self, color: Color) -> Bitboard {
        self.ahead_of_pawns(color) | self.behind_pawns(color)
    }

    /// Material, squares and mobility of all pieces of a side; notes what they attack.
    #[inline(always)]
    pub(crate) fn of_pieces(&mut self, color: Color) -> Pair {
        let zone = self.position.zone(!color);
        let mut sum = self.placed(PieceKind::King, color);
        macro_rules! each {
            ($($kind:ident)*) => {$(
                if has::<R>(PieceKind::$kind) {
                    sum += self.of_kind(PieceKind::$kind, color, zone);
                }
            )*};
        }
        if has::<R>(PieceKind::Pawn) {
            sum += self.placed(PieceKind::Pawn, color);
        }
        each! { Soldier Knight Horse Kwagga Bishop Elephant Rook Queen Bers Cannon Hia Bodyguard
        Minister Advisor }
        let (king, us) = (self.position.king(color), color.index());
        let steps = R::reach(self.position, Piece::new(PieceKind::King, color), king, zone);
        self.attacks[us] = self.guarded(color) | steps;
        sum
    }

    #[inline(always)]
    fn placed(&self, kind: PieceKind, color: Color) -> Pair {
        let mut sum = Pair::ZERO;
        for square in self.position.pieces(kind, color) {
            sum += self.numbers.squares().of(kind.slot(), color.index(), square.index());
        }
        sum
    }

    #[inline(always)]
    fn of_kind(&mut self, kind: PieceKind, color: Color, zone: Bitboard) -> Pair {
        let us = color.index();
        let terms = *self.numbers.terms().of(kind);
        let barred = self.pawn_attacks(!color) | self.pawns(color);
        let (ring, pieces) = (self.ring(!color), self.position.pieces(kind, color));
        let (mut sum, mut all) = (Pair::ZERO, Bitboard::EMPTY);
        let (mut free, mut near, mut attackers) = (0, 0, 0);
        for square in pieces {
            sum += self.numbers.squares().of(kind.slot(), us, square.index());
            let reach = R::reach(self.position, Piece::new(kind, color), square, zone);
            all |= reach;
            free += (reach - barred).count() as i32;
            if terms.danger != 0 {
                near += (reach & ring).count() as i32;
                attackers += i32::from(reach.meets(ring));
            }
        }
        let count = pieces.count() as i32;
        self.guarded[us] = self.guarded(color) | all;
        self.danger[us].0 += terms.danger * near;
        self.danger[us].1 += attackers;
        self.phase += terms.phase * count;
        sum + terms.mobility * (free - terms.usual * count)
    }
}
