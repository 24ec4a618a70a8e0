//! Hia Chess.

use crate::geometry::{BOARD_9X8, Geometry};
use crate::piece::{Color, PieceKind};
use crate::position::Position;
use crate::rights::{RightSpec, RightsTable};
use crate::rules::Rules;
use crate::variant::VariantId;

/// Hia Chess, 9 files by 8 ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hia;

impl Rules for Hia {
    const VARIANT: VariantId = VariantId::Hia;
    const FILES: u8 = 9;
    const RANKS: u8 = 8;
    const GEOMETRY: &'static Geometry = &BOARD_9X8;
    const START: &'static str =
        "rnbqkhbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBHKQBNR w ABDFHIabdfhi - 0 1";
    const PIECES: &'static [PieceKind] = &[
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::Hia,
        PieceKind::King,
    ];
    const PROMOTIONS: &'static [PieceKind] =
        &[PieceKind::Queen, PieceKind::Rook, PieceKind::Hia, PieceKind::Bishop, PieceKind::Knight];
    const PAWN_STEPS: u8 = 2;
    const BRAKE: Option<PieceKind> = Some(PieceKind::Hia);
    const RIGHTS: &'static [RightSpec] = &[
        RightSpec::castling('A', Some('Q'), ['e', 'a', 'b', 'c']),
        RightSpec::adjustment('B', 'c', 'b'),
        RightSpec::adjustment('D', 'c', 'd'),
        RightSpec::adjustment('F', 'g', 'f'),
        RightSpec::adjustment('H', 'g', 'h'),
        RightSpec::castling('I', Some('K'), ['e', 'i', 'h', 'g']),
    ];
    const RIGHTS_TABLE: &'static RightsTable = &RightsTable::new(Self::RIGHTS, &BOARD_9X8);

    fn is_dead(position: &Position<Self>) -> bool {
        is_dead(position)
    }
}

/// Neither side has anything but kings and Hias; or one side has a bare king and the other at
/// most one bishop or knight beside king and Hias.
pub(crate) fn is_dead<R: Rules>(position: &Position<R>) -> bool {
    let harmless = position.kind(PieceKind::King) | position.kind(PieceKind::Hia);
    let force = position.occupied() - harmless;
    if force.is_empty() {
        return true;
    }
    let minors = position.kind(PieceKind::Bishop) | position.kind(PieceKind::Knight);
    let bare = Color::ALL.iter().any(|&color| !position.color(color).many());
    bare && !force.many() && (force - minors).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen::Reading;

    /// The pawn's departure opens the queen's rank, and the new Hia's zone stops her on e2.
    #[test]
    fn a_pinned_pawn_may_promote_to_a_hia_that_brakes_the_attacker() {
        let fen = "9/3h2B2/6h2/K3h4/9/6p2/2kp2Q2/9 b - - 5 31";
        let (position, _) = Position::<Hia>::read_fen(fen, Reading::Strict).expect("a position");
        let promotions: Vec<_> =
            position.legal_moves().iter().filter_map(|mv| mv.promotion()).collect();
        assert_eq!(promotions, [PieceKind::Hia]);
    }

    /// In double check, too: the pawn takes the rook, and the new Hia's zone stops the queen on d2.
    #[test]
    fn a_promotion_to_a_hia_may_answer_a_double_check() {
        let fen = "h8/9/9/3Q1N3/9/4K4/5p3/3kR4 b - - 0 1";
        let (position, _) = Position::<Hia>::read_fen(fen, Reading::Strict).expect("a position");
        let promotions: Vec<_> =
            position.legal_moves().iter().filter_map(|mv| mv.promotion()).collect();
        assert_eq!(promotions, [PieceKind::Hia]);
    }
}
