//! Hiashatar: Shatar's rules with two Hias a side on 10x10, and the modern set of rules.

use crate::geometry::{BOARD_10X10, Geometry};
use crate::hia;
use crate::outcome::Outcome;
use crate::piece::PieceKind;
use crate::position::Position;
use crate::rights::RightsTable;
use crate::rules::Rules;
use crate::shak;
use crate::variant::VariantId;

const PIECES: &[PieceKind] = &[
    PieceKind::Pawn,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Bers,
    PieceKind::Hia,
    PieceKind::King,
];

const MODERN_PIECES: &[PieceKind] = &[
    PieceKind::Pawn,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Queen,
    PieceKind::Hia,
    PieceKind::King,
];

macro_rules! hiashatar {
    ($(#[$doc:meta])* $name:ident $variant:ident leaping: $leaping:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;

        impl Rules for $name {
            const VARIANT: VariantId = VariantId::$variant;
            const FILES: u8 = 10;
            const RANKS: u8 = 10;
            const GEOMETRY: &'static Geometry = &BOARD_10X10;
            const START: &'static str =
                "rnbhjkhbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBHKJHBNR w - - 0 1";
            const PIECES: &'static [PieceKind] = PIECES;
            const ALIASES: &'static [(char, PieceKind)] = &[('Q', PieceKind::Bers)];
            const PROMOTIONS: &'static [PieceKind] = &[PieceKind::Bers];
            const BRAKE: Option<PieceKind> = Some(PieceKind::Hia);
            const BISHOP_LEAPS: bool = $leaping;
            const RIGHTS_TABLE: &'static RightsTable = &RightsTable::new(&[], &BOARD_10X10);
            const SHATAR: bool = true;

            fn no_moves(position: &Position<Self>) -> Outcome {
                shak::no_moves(position)
            }
        }
    };
}

hiashatar! {
    /// Hiashatar with Shatar's rules.
    Hiashatar Hiashatar leaping: false
}

hiashatar! {
    /// The same with the Buryat leaping bishop.
    HiashatarBuryat HiashatarBuryat leaping: true
}

/// Hiashatar with orthodox queen, triple-step pawns and ordinary mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HiashatarModern;

impl Rules for HiashatarModern {
    const VARIANT: VariantId = VariantId::HiashatarModern;
    const FILES: u8 = 10;
    const RANKS: u8 = 10;
    const GEOMETRY: &'static Geometry = &BOARD_10X10;
    const START: &'static str =
        "rnbhqkhbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBHKQHBNR w - - 0 1";
    const PIECES: &'static [PieceKind] = MODERN_PIECES;
    const PROMOTIONS: &'static [PieceKind] = &[PieceKind::Queen];
    const PAWN_STEPS: u8 = 3;
    const BRAKE: Option<PieceKind> = Some(PieceKind::Hia);
    const RIGHTS_TABLE: &'static RightsTable = &RightsTable::new(&[], &BOARD_10X10);

    fn is_dead(position: &Position<Self>) -> bool {
        hia::is_dead(position)
    }
}
