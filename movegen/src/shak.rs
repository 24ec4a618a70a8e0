//! Shatar's rules of mate.
//!
//! A check by bers, rook or knight is a *shak*, by bishop a *tuk*, by pawn a *tsod*. A mate counts
//! only if the unbroken series of checks that ends with it holds a shak; otherwise it is *niol*, a
//! draw. A mate given by knights alone loses for the side that gives it.

use crate::bitboard::Bitboard;
use crate::outcome::{Outcome, Reason};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::rules::Rules;

/// Whether a check by these pieces is, or includes, a shak.
#[inline]
pub(crate) fn is_shak<R: Rules>(position: &Position<R>, checkers: Bitboard) -> bool {
    let strong = position.kind(PieceKind::Bers)
        | position.kind(PieceKind::Rook)
        | position.kind(PieceKind::Knight);
    checkers.meets(strong)
}

/// The result where the side to move has no legal move (and neither king is bare).
pub(crate) fn no_moves<R: Rules>(position: &Position<R>) -> Outcome {
    let (mated, checkers) = (position.side(), position.checkers());
    if checkers.is_empty() {
        Outcome::draw(Reason::Stalemate)
    } else if (checkers - position.kind(PieceKind::Knight)).is_empty() {
        Outcome::win(mated, Reason::KnightMate)
    } else if position.shak[(!mated).index()] {
        Outcome::win(!mated, Reason::Checkmate)
    } else {
        Outcome::draw(Reason::Niol)
    }
}
