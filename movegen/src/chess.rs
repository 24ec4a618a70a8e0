//! Orthodox chess, and Modern Chess with its minister.

use crate::bitboard::Bitboard;
use crate::geometry::{BOARD_8X8, BOARD_9X9, Geometry};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::rights::{RightSpec, RightsTable};
use crate::rules::Rules;
use crate::variant::VariantId;

/// Orthodox chess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chess;

impl Rules for Chess {
    const VARIANT: VariantId = VariantId::Chess;
    const FILES: u8 = 8;
    const RANKS: u8 = 8;
    const GEOMETRY: &'static Geometry = &BOARD_8X8;
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const PIECES: &'static [PieceKind] = &[
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::King,
    ];
    const PROMOTIONS: &'static [PieceKind] =
        &[PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight];
    const PAWN_STEPS: u8 = 2;
    const RIGHTS: &'static [RightSpec] = &[
        RightSpec::castling('K', None, ['e', 'h', 'g', 'f']),
        RightSpec::castling('Q', None, ['e', 'a', 'c', 'd']),
    ];
    const RIGHTS_TABLE: &'static RightsTable = &RightsTable::new(Self::RIGHTS, &BOARD_8X8);
    const MIRRORS: bool = false;

    fn is_dead(position: &Position<Self>) -> bool {
        is_dead(position)
    }
}

/// Modern Chess as the match runners play it: without the optional bishop adjustment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modern;

impl Rules for Modern {
    const VARIANT: VariantId = VariantId::Modern;
    const FILES: u8 = 9;
    const RANKS: u8 = 9;
    const GEOMETRY: &'static Geometry = &BOARD_9X9;
    const START: &'static str = "rnbqkmbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBMKQBNR w KQkq - 0 1";
    const PIECES: &'static [PieceKind] = &[
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::Minister,
        PieceKind::King,
    ];
    const PROMOTIONS: &'static [PieceKind] = &[
        PieceKind::Queen,
        PieceKind::Rook,
        PieceKind::Bishop,
        PieceKind::Knight,
        PieceKind::Minister,
    ];
    const PAWN_STEPS: u8 = 2;
    const RIGHTS: &'static [RightSpec] = &[
        RightSpec::castling('K', None, ['e', 'i', 'g', 'f']),
        RightSpec::castling('Q', None, ['e', 'a', 'c', 'd']),
    ];
    const RIGHTS_TABLE: &'static RightsTable = &RightsTable::new(Self::RIGHTS, &BOARD_9X9);

    fn is_dead(position: &Position<Self>) -> bool {
        is_dead(position)
    }
}

/// A bare king against a king with at most one bishop or knight, or only kings and bishops all on
/// squares of one colour.
fn is_dead<R: Rules>(position: &Position<R>) -> bool {
    let bishops = position.kind(PieceKind::Bishop);
    let minors = bishops | position.kind(PieceKind::Knight);
    let force = position.occupied() - position.kind(PieceKind::King);
    if !(force - minors).is_empty() {
        return false;
    }
    !force.many() || ((force - bishops).is_empty() && on_one_color::<R>(bishops))
}

fn on_one_color<R: Rules>(squares: Bitboard) -> bool {
    let dark =
        squares.into_iter().filter(|&square| (R::file(square) + R::rank(square)) % 2 == 0).count();
    dark == 0 || dark == squares.count() as usize
}
