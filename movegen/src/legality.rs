//! What the safety of the king asks of the other pieces' moves.
//!
//! Every way in which an enemy piece attacks or nearly attacks the king becomes a *constraint*: a
//! set of squares between the two, and which targets are allowed for pieces that start outside
//! that set and for those that start inside. A check, a pin, a cannon that waits for a screen, a
//! horse whose leg is ours: all are constraints, and a move is legal iff it satisfies all of them.

use arrayvec::ArrayVec;

use crate::bitboard::{Bitboard, Square};

/// The most constraints that bind pieces by where they start, whatever stands on the board.
/// Orthodox: one pinned piece on each of the eight lines that meet a king. In xiangqi each of four
/// lines gives at most two, for its second piece (a rook, general or cannon behind a screen) and
/// for its third (a cannon behind two), and each of the eight horses that can reach the general
/// one: sixteen.
const MOST: usize = 16;

#[derive(Clone, Copy, Debug)]
struct Bond {
    /// The squares whose pieces it binds.
    from: Bitboard,
    /// Where pieces from these squares may go.
    inside: Bitboard,
    /// Where all others may go.
    outside: Bitboard,
}

/// The targets allowed by all constraints of a position. King moves are not covered.
#[derive(Clone, Debug)]
pub struct Legality {
    /// Whether the generator should look after the king at all.
    pub(crate) guarded: bool,
    /// Targets allowed for pieces that no constraint binds.
    pub(crate) free: Bitboard,
    /// The squares of which some constraint binds the pieces.
    pub(crate) bound: Bitboard,
    /// Targets allowed for every piece by the constraints that bind none in particular.
    required: Bitboard,
    /// Targets allowed for brakes by the leapers that give check.
    pub(crate) brakes_required: Bitboard,
    /// The enemy's line pieces before the king with none but the king's own brakes on the way:
    /// themselves, and the way. At most one in each of the eight directions, for a second one
    /// would have the first on its way.
    pub(crate) open_paths: ArrayVec<(Bitboard, Bitboard), 8>,
    bonds: ArrayVec<Bond, MOST>,
}

impl Legality {
    /// No constraint: all targets on the board.
    #[inline(always)]
    pub(crate) fn none(board: Bitboard) -> Legality {
        Legality {
            guarded: true,
            free: board,
            bound: Bitboard::EMPTY,
            required: board,
            brakes_required: board,
            open_paths: ArrayVec::new(),
            bonds: ArrayVec::new(),
        }
    }

    /// Pseudo-legal moves: the king may even be left or put in check.
    pub fn anything(board: Bitboard) -> Legality {
        Legality { guarded: false, ..Legality::none(board) }
    }

    /// Every piece must go to one of the targets.
    #[inline]
    pub(crate) fn require(&mut self, targets: Bitboard) {
        self.free &= targets;
        self.required &= targets;
    }

    /// Pieces on `from` must go to `inside`, all others to `outside`.
    #[inline]
    pub(crate) fn bind(&mut self, from: Bitboard, inside: Bitboard, outside: Bitboard) {
        self.bonds.push(Bond { from, inside, outside });
        self.bound |= from;
        self.free &= outside;
    }

    /// Where the piece on the square may go.
    #[inline]
    pub(crate) fn targets(&self, from: Square) -> Bitboard {
        if !self.bound.contains(from) {
            return self.free;
        }
        self.bound_targets(from)
    }

    /// How many constraints bind pieces by where they start.
    #[cfg(test)]
    pub(crate) fn bonds(&self) -> usize {
        self.bonds.len()
    }

    #[inline]
    fn bound_targets(&self, from: Square) -> Bitboard {
        let mut targets = self.required;
        for bond in &self.bonds {
            targets &= if bond.from.contains(from) { bond.inside } else { bond.outside };
        }
        targets
    }
}
