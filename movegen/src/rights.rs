//! Castling and bishop adjustment: rights to moves of two unmoved pieces.

use crate::bitboard::{Bitboard, Square};
use crate::geometry::Geometry;
use crate::piece::Color;

/// What a right allows. Files are letters; the rank is the side's first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RightKind {
    /// The king goes to `king_to`, the rook to `rook_to`.
    Castling {
        /// The king's target.
        king_to: char,
        /// The rook's target.
        rook_to: char,
    },
    /// Bishop and partner swap places; all of the side's adjustment rights are spent.
    Adjustment,
}

/// One right of a variant, the same for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RightSpec {
    /// The FEN letter, upper case.
    pub letter: char,
    /// Another letter read for it.
    pub alias: Option<char>,
    /// The file of the king or bishop.
    pub mover: char,
    /// The file of the rook or partner.
    pub partner: char,
    /// What it allows.
    pub kind: RightKind,
}

impl RightSpec {
    /// A right to castle.
    pub const fn castling(letter: char, alias: Option<char>, files: [char; 4]) -> RightSpec {
        let [mover, partner, king_to, rook_to] = files;
        RightSpec { letter, alias, mover, partner, kind: RightKind::Castling { king_to, rook_to } }
    }

    /// A right to adjust a bishop.
    pub const fn adjustment(letter: char, bishop: char, partner: char) -> RightSpec {
        RightSpec { letter, alias: None, mover: bishop, partner, kind: RightKind::Adjustment }
    }

    /// The square on the side's first rank and this file.
    pub(crate) const fn square(file: char, side: Color, geometry: &Geometry) -> Square {
        let rank = match side {
            Color::White => 0,
            Color::Black => geometry.ranks - 1,
        };
        geometry.square(file as u8 - b'a', rank)
    }
}

/// The rights of a position: bit `i` the variant's right `i` of White, bit `i + 8` of Black.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Rights(pub(crate) u16);

impl Rights {
    /// Whether a side has its right number `index` of the variant's list.
    #[inline]
    pub const fn has(self, side: Color, index: usize) -> bool {
        self.0 & Rights::bit(side, index) != 0
    }

    #[inline]
    pub(crate) const fn bit(side: Color, index: usize) -> u16 {
        1 << (index + 8 * side.index())
    }
}

/// What is left of the rights when a piece leaves or enters a square, by square.
#[derive(Debug)]
#[doc(hidden)]
pub struct RightsTable {
    kept: [u16; 128],
    /// All adjustment rights of a side.
    pub(crate) adjustments: [u16; 2],
    /// For each right of each side: its two squares.
    pub(crate) squares: [[(Square, Square); 8]; 2],
}

impl RightsTable {
    pub const fn new(specs: &[RightSpec], geometry: &Geometry) -> RightsTable {
        assert!(specs.len() <= 8);
        let origin = Square::new(0);
        let mut table = RightsTable {
            kept: [u16::MAX; 128],
            adjustments: [0; 2],
            squares: [[(origin, origin); 8]; 2],
        };
        let mut i = 0;
        while i < specs.len() {
            let mut c = 0;
            while c < 2 {
                let side = Color::ALL[c];
                let mover = RightSpec::square(specs[i].mover, side, geometry);
                let partner = RightSpec::square(specs[i].partner, side, geometry);
                table.squares[c][i] = (mover, partner);
                table.kept[mover.index()] &= !Rights::bit(side, i);
                table.kept[partner.index()] &= !Rights::bit(side, i);
                if matches!(specs[i].kind, RightKind::Adjustment) {
                    table.adjustments[c] |= Rights::bit(side, i);
                }
                c += 1;
            }
            i += 1;
        }
        table
    }

    /// The rights that a move between these squares leaves.
    #[inline]
    pub(crate) const fn after(&self, rights: Rights, from: Square, to: Square) -> Rights {
        Rights(rights.0 & self.kept[from.index()] & self.kept[to.index()])
    }
}

/// The squares from `a` to `b` of one rank, both included.
pub(crate) fn rank_span(a: Square, b: Square) -> Bitboard {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    Bitboard(high.bit().0 | (high.bit().0 - low.bit().0))
}
