//! Bodyguard Chess.

use crate::geometry::{BOARD_9X9, Geometry};
use crate::piece::{Color, PieceKind};
use crate::position::Position;
use crate::rights::{RightSpec, RightsTable};
use crate::rules::Rules;
use crate::variant::VariantId;

/// Bodyguard Chess, 9 files by 9 ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bodyguard;

impl Rules for Bodyguard {
    const VARIANT: VariantId = VariantId::Bodyguard;
    const FILES: u8 = 9;
    const RANKS: u8 = 9;
    const GEOMETRY: &'static Geometry = &BOARD_9X9;
    const START: &'static str = "rwbqkgbwr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RWBQKGBWR w AIai - 0 1";
    const PIECES: &'static [PieceKind] = &[
        PieceKind::Pawn,
        PieceKind::Kwagga,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::Bodyguard,
        PieceKind::King,
    ];
    const PROMOTIONS: &'static [PieceKind] = &[
        PieceKind::Queen,
        PieceKind::Rook,
        PieceKind::Bishop,
        PieceKind::Kwagga,
        PieceKind::Bodyguard,
    ];
    const PAWN_STEPS: u8 = 2;
    const BRAKE: Option<PieceKind> = Some(PieceKind::Bodyguard);
    const RIGHTS: &'static [RightSpec] = &[
        RightSpec::castling('A', Some('Q'), ['e', 'a', 'c', 'd']),
        RightSpec::castling('I', Some('K'), ['e', 'i', 'g', 'f']),
    ];
    const RIGHTS_TABLE: &'static RightsTable = &RightsTable::new(Self::RIGHTS, &BOARD_9X9);

    /// A bare king against a king with at most one bishop or kwagga and nothing else.
    fn is_dead(position: &Position<Self>) -> bool {
        let force = position.occupied() - position.kind(PieceKind::King);
        let minors = position.kind(PieceKind::Bishop) | position.kind(PieceKind::Kwagga);
        let bare = Color::ALL.iter().any(|&color| !position.color(color).many());
        bare && !force.many() && (force - minors).is_empty()
    }
}
