//! Boards: sizes, step and leap tables, names of squares.

use crate::bitboard::{Bitboard, Square};
use crate::sliders::Sliders;

/// A table with a set for every square.
pub(crate) type Table = [Bitboard; 128];

/// The tables of a board of one size. All are built by the compiler.
#[derive(Debug)]
pub struct Geometry {
    /// Files, 8 to 10.
    pub files: u8,
    /// Ranks, 8 to 10.
    pub ranks: u8,
    /// All squares.
    pub board: Bitboard,
    /// The squares of each file.
    pub(crate) file_sets: [Bitboard; 10],
    /// Lines and sliding attacks.
    pub(crate) sliders: Sliders,
    /// The up to eight squares a king's step away: also a brake's zone.
    pub(crate) king: Table,
    /// One square diagonally.
    pub(crate) ferz: Table,
    /// (1,2) leaps.
    pub(crate) knight: Table,
    /// (1,3) leaps: the kwagga's first.
    pub(crate) camel: Table,
    /// Twice a (1,3) leap in the same direction: the kwagga's second.
    pub(crate) camel_twice: Table,
    /// (2,2) leaps: the Buryat bishop's.
    pub(crate) alfil: Table,
    /// One or two squares in the eight directions: the Hia's reach on an empty board.
    pub(crate) two_steps: Table,
    /// All squares of the rank and file but the square itself.
    pub(crate) orthogonals: Table,
    /// All squares of the diagonals but the square itself.
    pub(crate) diagonals: Table,
    /// What a pawn on the square attacks, by colour.
    pub(crate) pawn_attacks: [Table; 2],
}

/// The outermost files and ranks of a board.
#[derive(Clone, Copy, Debug)]
pub struct Edges {
    /// The file on White's left hand, file a.
    pub west: Bitboard,
    /// The file on White's right hand.
    pub east: Bitboard,
    /// By colour: the side's first rank.
    pub first_rank: [Bitboard; 2],
}

impl Edges {
    /// Those of a board.
    pub(crate) const fn of(board: &Geometry) -> Edges {
        Edges {
            west: board.file_set(0),
            east: board.file_set(board.files - 1),
            first_rank: [board.rank_set(0), board.rank_set(board.ranks - 1)],
        }
    }
}

impl Geometry {
    /// The tables of a board of `files` times `ranks` squares.
    ///
    /// # Panics
    /// If the board has more than ten files or ranks.
    pub const fn new(files: u8, ranks: u8) -> Geometry {
        assert!(files <= 10 && ranks <= 10);
        Geometry {
            files,
            ranks,
            board: Bitboard((1u128 << (files as u32 * ranks as u32)) - 1),
            file_sets: file_sets(files, ranks),
            sliders: Sliders::new(files, ranks),
            king: steps(files, ranks, &KING, 1),
            ferz: steps(files, ranks, &FERZ, 1),
            knight: steps(files, ranks, &KNIGHT, 1),
            camel: steps(files, ranks, &CAMEL, 1),
            camel_twice: steps(files, ranks, &CAMEL_TWICE, 1),
            alfil: steps(files, ranks, &ALFIL, 1),
            two_steps: steps(files, ranks, &KING, 2),
            orthogonals: steps(files, ranks, &WAZIR, 9),
            diagonals: steps(files, ranks, &FERZ, 9),
            pawn_attacks: [
                steps(files, ranks, &[(-1, 1), (1, 1)], 1),
                steps(files, ranks, &[(-1, -1), (1, -1)], 1),
            ],
        }
    }

    /// The square on that file and rank, both from 0.
    #[inline]
    pub const fn square(&self, file: u8, rank: u8) -> Square {
        Square::masked(rank * self.files + file)
    }

    /// The square's file, from 0.
    #[inline]
    pub const fn file(&self, square: Square) -> u8 {
        square.index() as u8 % self.files
    }

    /// The square's rank, from 0.
    #[inline]
    pub const fn rank(&self, square: Square) -> u8 {
        square.index() as u8 / self.files
    }

    /// The set of the squares of a rank, counted from 0.
    #[inline]
    pub const fn rank_set(&self, rank: u8) -> Bitboard {
        Bitboard(((1u128 << self.files) - 1) << (rank as u32 * self.files as u32))
    }

    /// The set of the squares of a file, counted from 0.
    ///
    /// # Panics
    /// If `file` is over 9.
    #[inline]
    pub const fn file_set(&self, file: u8) -> Bitboard {
        self.file_sets[file as usize]
    }

    /// The squares strictly between two squares of one line; empty if they share none.
    #[inline]
    pub fn between(&self, a: Square, b: Square) -> Bitboard {
        Bitboard(self.sliders.between(a.index() as u8, b.index() as u8))
    }

    /// The squares a king's step from any square of the set, the set's own squares only where
    /// they neighbour each other.
    #[inline]
    pub fn neighbours(&self, set: Bitboard) -> Bitboard {
        set.into_iter().fold(Bitboard::EMPTY, |all, square| all | self.king[square.index()])
    }

    /// The squares one or two steps away in the eight directions: the Hia's reach on an empty
    /// board.
    #[inline]
    pub fn two_steps(&self, square: Square) -> Bitboard {
        self.two_steps[square.index()]
    }

    /// The square's name: file letter from `a`, rank number from 1.
    pub fn name(&self, square: Square) -> String {
        format!("{}{}", (b'a' + self.file(square)) as char, self.rank(square) + 1)
    }

    /// Reads a square's name off the front of a text; gives the square and the rest.
    pub fn parse_prefix<'t>(&self, text: &'t str) -> Option<(Square, &'t str)> {
        let file = text.bytes().next()?.wrapping_sub(b'a');
        let rest = text.get(1..)?;
        let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
        let rank = rest[..digits].parse::<u8>().ok()?;
        let known = file < self.files && (1..=self.ranks).contains(&rank) && !rest.starts_with('0');
        known.then(|| (self.square(file, rank - 1), &rest[digits..]))
    }

    /// Reads a square's name, all of the text.
    pub fn parse_square(&self, text: &str) -> Option<Square> {
        match self.parse_prefix(text) {
            Some((square, "")) => Some(square),
            _ => None,
        }
    }
}

const WAZIR: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const FERZ: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KING: [(i8, i8); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
const ALFIL: [(i8, i8); 4] = [(2, 2), (2, -2), (-2, -2), (-2, 2)];
const KNIGHT: [(i8, i8); 8] = leaper(1, 2);
const CAMEL: [(i8, i8); 8] = leaper(1, 3);
const CAMEL_TWICE: [(i8, i8); 8] = leaper(2, 6);

/// The eight steps of an (a,b) leaper.
const fn leaper(a: i8, b: i8) -> [(i8, i8); 8] {
    [(a, b), (b, a), (b, -a), (a, -b), (-a, -b), (-b, -a), (-b, a), (-a, b)]
}

/// For every square what is reached by each step taken once to `times` times on an empty board.
const fn steps(files: u8, ranks: u8, steps: &[(i8, i8)], times: u8) -> Table {
    let mut table = [Bitboard::EMPTY; 128];
    let mut square = 0;
    while square < files * ranks {
        let mut i = 0;
        while i < steps.len() {
            let (mut file, mut rank, mut n) = ((square % files) as i8, (square / files) as i8, 0);
            while n < times {
                file += steps[i].0;
                rank += steps[i].1;
                if file < 0 || rank < 0 || file >= files as i8 || rank >= ranks as i8 {
                    break;
                }
                table[square as usize].0 |= 1 << (rank as u8 * files + file as u8);
                n += 1;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

const fn file_sets(files: u8, ranks: u8) -> [Bitboard; 10] {
    let mut sets = [Bitboard::EMPTY; 10];
    let mut square = 0;
    while square < files * ranks {
        sets[(square % files) as usize].0 |= 1 << square;
        square += 1;
    }
    sets
}

/// The tables of one board size as a constant that lives once in the program.
macro_rules! geometries {
    ($($(#[$doc:meta])* $name:ident $files:literal $ranks:literal;)*) => {$(
        $(#[$doc])*
        pub static $name: Geometry = Geometry::new($files, $ranks);
    )*};
}

geometries! {
    /// 8 files, 8 ranks.
    BOARD_8X8 8 8;
    /// 9 files, 8 ranks.
    BOARD_9X8 9 8;
    /// 9 files, 9 ranks.
    BOARD_9X9 9 9;
    /// 9 files, 10 ranks.
    BOARD_9X10 9 10;
    /// 10 files, 10 ranks.
    BOARD_10X10 10 10;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_squares_on_ten_ranks() {
        let board = &BOARD_10X10;
        for square in board.board {
            assert_eq!(board.parse_square(&board.name(square)), Some(square));
        }
        for bad in ["", "a", "a0", "a11", "k1", "a01", "e10x", "é1"] {
            assert_eq!(board.parse_square(bad), None, "{bad}");
        }
        assert_eq!(BOARD_8X8.parse_prefix("e10"), None);
        assert_eq!(
            board.parse_prefix("e10e9").map(|(s, rest)| (board.name(s), rest)),
            Some(("e10".into(), "e9"))
        );
    }

    #[test]
    fn a_corner_has_three_neighbours_and_two_knight_moves() {
        let a1 = Square::new(0);
        assert_eq!(BOARD_9X8.king[a1.index()].count(), 3);
        assert_eq!(BOARD_9X8.knight[a1.index()].count(), 2);
        assert_eq!(BOARD_9X8.orthogonals[a1.index()].count(), 15);
        assert_eq!(BOARD_9X8.two_steps[a1.index()].count(), 6);
    }
}
