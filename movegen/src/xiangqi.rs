//! Xiangqi.

use crate::geometry::{BOARD_9X10, Geometry};
use crate::piece::PieceKind;
use crate::rights::RightsTable;
use crate::rules::Rules;
use crate::variant::VariantId;

/// Xiangqi, 9 files by 10 ranks; Red is White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Xiangqi;

impl Rules for Xiangqi {
    const VARIANT: VariantId = VariantId::Xiangqi;
    const FILES: u8 = 9;
    const RANKS: u8 = 10;
    const GEOMETRY: &'static Geometry = &BOARD_9X10;
    const START: &'static str =
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    const PIECES: &'static [PieceKind] = &[
        PieceKind::Soldier,
        PieceKind::Horse,
        PieceKind::Elephant,
        PieceKind::Rook,
        PieceKind::Cannon,
        PieceKind::Advisor,
        PieceKind::King,
    ];
    const ALIASES: &'static [(char, PieceKind)] =
        &[('H', PieceKind::Horse), ('E', PieceKind::Elephant)];
    const SIDE_ALIAS: Option<char> = Some('r');
    const RIGHTS_TABLE: &'static RightsTable = &RightsTable::new(&[], &BOARD_9X10);
    const CLOCK_LIMIT: u16 = 120;
    const PAWNS_RESET_CLOCK: bool = false;
}
