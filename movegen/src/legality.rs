//! What the safety of the king asks of the other pieces' moves.
//!
//! Every way in which an enemy piece attacks or nearly attacks the king becomes a [`Constraint`]: a
//! set of squares between the two, and which targets are allowed for pieces that start outside
//! that set and for those that start inside. A check, a pin, a cannon that waits for a screen, a
//! horse whose leg is ours: all are constraints, and a move is legal iff it satisfies all of them.
//! Few pieces start inside one: for those the constraints are gone through again.

use crate::bitboard::{Bitboard, Square};

/// What one enemy piece asks of the moves of all pieces but the king.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Constraint {
    /// The squares whose pieces it binds.
    from: Bitboard,
    /// Where pieces from these squares may go.
    inside: Bitboard,
    /// Where all others may go.
    outside: Bitboard,
}

impl Constraint {
    /// Every piece must go to one of the targets.
    #[inline]
    pub(crate) fn all(targets: Bitboard) -> Constraint {
        Constraint { from: Bitboard::EMPTY, inside: targets, outside: targets }
    }

    /// Pieces on `from` must go to `inside`, all others to `outside`.
    #[inline]
    pub(crate) fn bind(from: Bitboard, inside: Bitboard, outside: Bitboard) -> Constraint {
        Constraint { from, inside, outside }
    }

    /// Whether it binds pieces by where they start.
    #[cfg(test)]
    pub(crate) fn binds(&self) -> bool {
        self.from.any()
    }

    /// Where a piece from the square may go.
    #[inline]
    pub(crate) fn targets(&self, from: Square) -> Bitboard {
        if self.from.contains(from) { self.inside } else { self.outside }
    }
}

/// The targets allowed by all constraints of a position. King moves are not covered.
#[derive(Clone, Copy, Debug)]
pub struct Legality {
    /// Whether the generator should look after the king at all.
    pub(crate) guarded: bool,
    /// Targets allowed for pieces that no constraint binds.
    pub(crate) free: Bitboard,
    /// The squares of which some constraint binds the pieces.
    pub(crate) bound: Bitboard,
}

impl Legality {
    /// No constraint: all targets on the board.
    #[inline]
    pub(crate) fn none(board: Bitboard) -> Legality {
        Legality { guarded: true, free: board, bound: Bitboard::EMPTY }
    }

    /// Pseudo-legal moves: the king may even be left or put in check.
    pub fn anything(board: Bitboard) -> Legality {
        Legality { guarded: false, ..Legality::none(board) }
    }

    /// Where a piece from the square may go; `of_bound` tells it of one that a constraint binds.
    #[inline]
    pub(crate) fn targets(&self, from: Square, of_bound: impl FnOnce() -> Bitboard) -> Bitboard {
        if self.bound.contains(from) { of_bound() } else { self.free }
    }

    /// One more constraint.
    #[inline]
    pub(crate) fn add(&mut self, constraint: Constraint) {
        self.free &= constraint.outside;
        self.bound |= constraint.from;
    }
}
