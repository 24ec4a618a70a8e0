//! Shatar, Mongolian and Buryat.

use crate::geometry::{BOARD_8X8, Geometry};
use crate::outcome::Outcome;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::rights::RightsTable;
use crate::rules::Rules;
use crate::shak;
use crate::variant::VariantId;

// 1.d4 d5 is obligatory, so it is played.
const START: &str = "rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR w - - 0 1";

const PIECES: &[PieceKind] = &[
    PieceKind::Pawn,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Bers,
    PieceKind::King,
];

macro_rules! shatar {
    ($(#[$doc:meta])* $name:ident $variant:ident leaping: $leaping:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;

        impl Rules for $name {
            const VARIANT: VariantId = VariantId::$variant;
            const FILES: u8 = 8;
            const RANKS: u8 = 8;
            const GEOMETRY: &'static Geometry = &BOARD_8X8;
            const START: &'static str = START;
            const PIECES: &'static [PieceKind] = PIECES;
            const ALIASES: &'static [(char, PieceKind)] = &[('Q', PieceKind::Bers)];
            const PROMOTIONS: &'static [PieceKind] = &[PieceKind::Bers];
            const BISHOP_LEAPS: bool = $leaping;
            const RIGHTS_TABLE: &'static RightsTable = &RightsTable::new(&[], &BOARD_8X8);
            const SHATAR: bool = true;

            fn no_moves(position: &Position<Self>) -> Outcome {
                shak::no_moves(position)
            }
        }
    };
}

shatar! {
    /// Mongolian Shatar.
    Shatar Shatar leaping: false
}

shatar! {
    /// Buryat Shatar: the bishop leaps exactly two squares diagonally.
    ShatarBuryat ShatarBuryat leaping: true
}
