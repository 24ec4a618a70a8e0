//! Static evaluation: what a position is worth without looking ahead.
//!
//! [`Score`] is the unit of all scores; [`Evaluate`] is what the search asks for, implemented for
//! the rules of every variant. This crate knows nothing of search.
//!
//! ```
//! use stymie_eval::Evaluate;
//! use stymie_movegen::{Hia, Position};
//!
//! let start = Position::<Hia>::start();
//! assert!(Hia::evaluate(&start).raw().abs() < 50);
//! ```
//!
//! Start reading at `knowledge.rs`: the course of an evaluation, the same for every variant. A
//! variant's own numbers and knowledge are in its family's file; what the numbers mean is told in
//! `terms.rs`.

mod bodyguard;
mod chess;
mod hia;
mod hiashatar;
mod king;
mod knowledge;
pub mod network;
mod numbers;
mod pair;
mod score;
mod shatar;
mod structure;
mod terms;
mod trial;
mod view;
mod xiangqi;

pub use score::{MAX_PLY, Score};
pub use trial::Trial;

use stymie_movegen::{
    Bodyguard, Chess, Color, Hia, Hiashatar, HiashatarBuryat, HiashatarModern, Modern, PieceKind,
    Position, Rules, Shatar, ShatarBuryat, Xiangqi,
};

use knowledge::Knowledge;

/// Rules whose positions can be evaluated.
pub trait Evaluate: Rules {
    /// What a piece is worth in the middlegame, in centipawns; 0 for the king.
    fn piece_value(kind: PieceKind) -> i32;

    /// The worth of the position for the side to move, never a mate score.
    fn evaluate(position: &Position<Self>) -> Score;

    /// What a network's output comes to, in centipawns for the side to move: tempered by what is
    /// known for sure, and added to the evaluation by hand if it is to be.
    #[doc(hidden)]
    fn settle(position: &Position<Self>, output: i32, adds: bool) -> Score;

    /// The same by the values of the pieces alone.
    #[inline]
    fn material(position: &Position<Self>) -> Score {
        let side = |color: Color| -> i32 {
            Self::PIECES
                .iter()
                .map(|&kind| position.pieces(kind, color).count() as i32 * Self::piece_value(kind))
                .sum()
        };
        Score::new(side(position.side()) - side(!position.side()))
    }

    /// The evaluation with its numbers open to change.
    fn trial() -> Box<dyn Trial<Self>>;
}

macro_rules! evaluate {
    ($($rules:ident)*) => {$(
        impl Evaluate for $rules {
            #[inline]
            fn piece_value(kind: PieceKind) -> i32 {
                if Self::PIECES.contains(&kind) { Self::TERMS.of(kind).value.mg } else { 0 }
            }

            fn evaluate(position: &Position<Self>) -> Score {
                knowledge::evaluate(position)
            }

            fn settle(position: &Position<Self>, output: i32, adds: bool) -> Score {
                knowledge::settle(position, output, adds)
            }

            fn trial() -> Box<dyn Trial<Self>> {
                trial::own::<Self>()
            }
        }
    )*};
}

evaluate! { Hia Bodyguard Shatar ShatarBuryat Hiashatar HiashatarBuryat HiashatarModern Xiangqi Chess Modern }

#[cfg(test)]
mod tests;
