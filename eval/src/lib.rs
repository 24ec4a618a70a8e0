//! Static evaluation: what a position is worth without looking ahead.
//!
//! [`Score`] is the unit of all scores; [`Evaluate`] is what the search asks for, implemented for
//! the rules of every variant. This crate knows nothing of search.

mod score;

pub use score::{MAX_PLY, Score};

use stymie_movegen::{
    Bodyguard, Chess, Color, Hia, Hiashatar, HiashatarBuryat, HiashatarModern, Modern, PieceKind,
    Position, Rules, Shatar, ShatarBuryat, Xiangqi,
};

/// Rules whose positions can be evaluated.
pub trait Evaluate: Rules {
    /// What a piece is worth in the middlegame, in centipawns; 0 for the king.
    fn piece_value(kind: PieceKind) -> i32;

    /// The worth of the position for the side to move, never a mate score.
    fn evaluate(position: &Position<Self>) -> Score {
        Self::material(position)
    }

    /// The same by the values of the pieces alone.
    fn material(position: &Position<Self>) -> Score {
        let side = |color: Color| -> i32 {
            Self::PIECES
                .iter()
                .map(|&kind| position.pieces(kind, color).count() as i32 * Self::piece_value(kind))
                .sum()
        };
        Score::new(side(position.side()) - side(!position.side()))
    }
}

macro_rules! provisional {
    ($($rules:ident)*) => {$(
        impl Evaluate for $rules {
            fn piece_value(kind: PieceKind) -> i32 {
                match kind {
                    PieceKind::Pawn | PieceKind::Soldier => 100,
                    PieceKind::Rook => 500,
                    PieceKind::Queen => 900,
                    PieceKind::Bers => 700,
                    PieceKind::King => 0,
                    _ => 300,
                }
            }
        }
    )*};
}

provisional! { Hia Bodyguard Shatar ShatarBuryat Hiashatar HiashatarBuryat HiashatarModern Xiangqi Chess Modern }
