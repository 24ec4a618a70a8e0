//! Colours, kinds of pieces, and pieces.

use std::fmt;
use std::num::NonZeroU8;
use std::ops::Not;

/// A side. In xiangqi Red is [`Color::White`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first, upper-case letters.
    White = 0,
    /// The other side.
    Black = 1,
}

impl Color {
    /// Both, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// How many slots a position keeps sets for; see [`PieceKind::slot`].
pub const SLOTS: usize = 8;

/// What a piece is.
///
/// The low three bits are the kind's *slot*: no variant has two kinds in one slot, so a position
/// keeps eight sets instead of sixteen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum PieceKind {
    /// Pawn.
    Pawn = 0,
    /// Xiangqi's soldier.
    Soldier = 8,
    /// Knight, the (1,2) leaper.
    Knight = 1,
    /// Xiangqi's horse: a knight that can be hobbled.
    Horse = 9,
    /// Bodyguard Chess's kwagga: a (1,3) leaper that may leap on.
    Kwagga = 17,
    /// Bishop (in Buryat Shatar it leaps two squares).
    Bishop = 2,
    /// Xiangqi's elephant.
    Elephant = 10,
    /// Rook, xiangqi's chariot.
    Rook = 3,
    /// Queen.
    Queen = 4,
    /// Shatar's bers: a rook that also steps one square diagonally.
    Bers = 12,
    /// Xiangqi's cannon.
    Cannon = 20,
    /// The Hia, which brakes enemy sliders and never gives check.
    Hia = 5,
    /// The Bodyguard, which brakes enemy sliders and gives check.
    Bodyguard = 13,
    /// Modern Chess's minister: bishop and knight.
    Minister = 21,
    /// Xiangqi's advisor.
    Advisor = 29,
    /// King, xiangqi's general.
    King = 6,
}

impl PieceKind {
    /// Every kind of every game.
    pub const ALL: [PieceKind; 16] = [
        PieceKind::Pawn,
        PieceKind::Soldier,
        PieceKind::Knight,
        PieceKind::Horse,
        PieceKind::Kwagga,
        PieceKind::Bishop,
        PieceKind::Elephant,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::Bers,
        PieceKind::Cannon,
        PieceKind::Hia,
        PieceKind::Bodyguard,
        PieceKind::Minister,
        PieceKind::Advisor,
        PieceKind::King,
    ];

    /// The slot, 0..7: an index that is unique within a variant.
    #[inline]
    pub const fn slot(self) -> usize {
        (self as u8 & 7) as usize
    }

    /// The kind with this number (`kind as u8`).
    #[inline]
    pub(crate) const fn from_number(number: u8) -> PieceKind {
        match number {
            8 => PieceKind::Soldier,
            1 => PieceKind::Knight,
            9 => PieceKind::Horse,
            17 => PieceKind::Kwagga,
            2 => PieceKind::Bishop,
            10 => PieceKind::Elephant,
            3 => PieceKind::Rook,
            4 => PieceKind::Queen,
            12 => PieceKind::Bers,
            20 => PieceKind::Cannon,
            5 => PieceKind::Hia,
            13 => PieceKind::Bodyguard,
            21 => PieceKind::Minister,
            29 => PieceKind::Advisor,
            6 => PieceKind::King,
            _ => PieceKind::Pawn,
        }
    }

    /// The letter in FENs and moves, upper case. Xiangqi's horse and elephant are written N and B.
    pub const fn letter(self) -> char {
        match self {
            PieceKind::Pawn | PieceKind::Soldier => 'P',
            PieceKind::Knight | PieceKind::Horse => 'N',
            PieceKind::Kwagga => 'W',
            PieceKind::Bishop | PieceKind::Elephant => 'B',
            PieceKind::Rook => 'R',
            PieceKind::Queen => 'Q',
            PieceKind::Bers => 'J',
            PieceKind::Cannon => 'C',
            PieceKind::Hia => 'H',
            PieceKind::Bodyguard => 'G',
            PieceKind::Minister => 'M',
            PieceKind::Advisor => 'A',
            PieceKind::King => 'K',
        }
    }
}

/// A kind and a colour, in one byte with a niche for "no piece".
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8);

const _: () = assert!(size_of::<Option<Piece>>() == 1);

impl Piece {
    const PRESENT: u8 = 0x80;

    /// The piece of this kind and colour.
    #[inline]
    pub const fn new(kind: PieceKind, color: Color) -> Piece {
        match NonZeroU8::new(kind as u8 | (color as u8) << 5 | Piece::PRESENT) {
            Some(code) => Piece(code),
            None => unreachable!(),
        }
    }

    /// Its kind.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        PieceKind::from_number(self.0.get() & 31)
    }

    /// Its kind's slot.
    #[inline]
    pub const fn slot(self) -> usize {
        (self.0.get() & 7) as usize
    }

    /// Its colour.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0.get() & 32 == 0 { Color::White } else { Color::Black }
    }

    /// The FEN letter: upper case White's.
    pub const fn letter(self) -> char {
        let letter = self.kind().letter();
        match self.color() {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_keeps_its_kind_and_colour() {
        for kind in PieceKind::ALL {
            for color in Color::ALL {
                let piece = Piece::new(kind, color);
                assert_eq!((piece.kind(), piece.color(), piece.slot()), (kind, color, kind.slot()));
            }
        }
    }
}
