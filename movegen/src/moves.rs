//! Moves and lists of them.

use std::fmt;
use std::num::NonZeroU32;

use arrayvec::ArrayVec;

use crate::bitboard::{Bitboard, Square};
use crate::piece::PieceKind;

/// What a move does beside taking a piece from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// Nothing else; a capture of what stands on the target, or a promotion, included.
    Normal = 0,
    /// A pawn's double or triple step.
    MultiStep = 1,
    /// The captured pawn stands elsewhere.
    EnPassant = 2,
    /// From and to are the king's; the rook moves too.
    Castling = 3,
    /// A bishop and the partner on the target swap places.
    Adjustment = 4,
}

/// A move: from-square, to-square, promotion, kind.
///
/// Within one position from, to and promotion tell a move from all others; the kind follows from
/// them and is kept because it saves looking.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU32);

const _: () = assert!(size_of::<Move>() == size_of::<Option<Move>>());

impl Move {
    /// A move without promotion.
    ///
    /// # Panics
    /// If the squares are equal.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        Move::pack(from, to, 0, kind)
    }

    /// A promotion to `kind`.
    ///
    /// # Panics
    /// If the squares are equal.
    #[inline]
    pub const fn promotion_to(from: Square, to: Square, kind: PieceKind) -> Move {
        Move::pack(from, to, kind as u8, MoveKind::Normal)
    }

    #[inline]
    const fn pack(from: Square, to: Square, promotion: u8, kind: MoveKind) -> Move {
        let bits = from.index() as u32
            | (to.index() as u32) << 7
            | (promotion as u32) << 14
            | (kind as u32) << 19;
        match NonZeroU32::new(bits) {
            Some(bits) => Move(bits),
            None => panic!("a move from a square to itself"),
        }
    }

    /// Where it starts (the king's square in castling, the bishop's in an adjustment).
    #[inline]
    pub const fn from(self) -> Square {
        Square::masked(self.0.get() as u8)
    }

    /// Where it ends (the partner's square in an adjustment).
    #[inline]
    pub const fn to(self) -> Square {
        Square::masked((self.0.get() >> 7) as u8)
    }

    /// What a pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<PieceKind> {
        match (self.0.get() >> 14) as u8 & 31 {
            0 => None,
            number => Some(PieceKind::from_number(number)),
        }
    }

    /// What else it does.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match self.0.get() >> 19 & 7 {
            1 => MoveKind::MultiStep,
            2 => MoveKind::EnPassant,
            3 => MoveKind::Castling,
            4 => MoveKind::Adjustment,
            _ => MoveKind::Normal,
        }
    }

    /// All of it in 22 bits, for tables; never 0.
    #[inline]
    pub const fn to_bits(self) -> u32 {
        self.0.get()
    }

    /// The move with these bits; `None` for 0 and for what [`Move::to_bits`] cannot give.
    /// Whether it fits a position is another question: see [`Position::is_legal`](crate::Position::is_legal).
    #[inline]
    pub const fn from_bits(bits: u32) -> Option<Move> {
        match NonZeroU32::new(bits) {
            Some(bits) if bits.get() >> 22 == 0 => Some(Move(bits)),
            _ => None,
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}-{:?}", self.from(), self.to())?;
        if let Some(kind) = self.promotion() {
            write!(f, "={}", kind.letter())?;
        }
        if self.kind() != MoveKind::Normal {
            write!(f, " {:?}", self.kind())?;
        }
        Ok(())
    }
}

/// How many moves a [`MoveList`] holds.
///
/// No position that a FEN is accepted for reaches it: reading a FEN adds up, for each side, the
/// most moves that each of its pieces could ever have on an empty board (a pawn counting as the
/// best piece it may become) and refuses what exceeds this number; moves never add pieces.
pub const MAX_MOVES: usize = 640;

/// A list of moves, on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// Which moves are generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// All.
    All,
    /// Captures and promotions.
    Noisy,
    /// The rest: [`Mode::Noisy`] and this together are [`Mode::All`], without overlap.
    Quiet,
}

impl Mode {
    /// Whether captures and promotions are wanted.
    #[inline]
    pub const fn noisy(self) -> bool {
        !matches!(self, Mode::Quiet)
    }

    /// Whether the other moves are wanted.
    #[inline]
    pub const fn quiet(self) -> bool {
        !matches!(self, Mode::Noisy)
    }
}

/// What takes the generated moves: a list, a counter.
pub trait Sink {
    /// A single move: what the others come down to unless the sink knows better.
    fn single(&mut self, mv: Move);

    /// Ordinary moves from one square to each of the targets.
    #[inline]
    fn targets(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.single(Move::new(from, to, MoveKind::Normal));
        }
    }

    /// Pawn moves, each by `offset` squares, that end on the targets.
    #[inline]
    fn pawns(&mut self, targets: Bitboard, offset: i8, kind: MoveKind) {
        for to in targets {
            self.single(Move::new(origin(to, offset), to, kind));
        }
    }

    /// Promotions, to each of the `kinds`, of pawns that move by `offset` squares onto the targets.
    #[inline]
    fn promotions(&mut self, targets: Bitboard, offset: i8, kinds: &[PieceKind]) {
        for to in targets {
            for &kind in kinds {
                self.single(Move::promotion_to(origin(to, offset), to, kind));
            }
        }
    }
}

#[inline]
fn origin(to: Square, offset: i8) -> Square {
    Square::masked((to.index() as u8).wrapping_sub(offset as u8))
}

impl Sink for MoveList {
    #[inline]
    fn single(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// Counts moves without listing them.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Counter(pub(crate) u64);

impl Sink for Counter {
    #[inline]
    fn targets(&mut self, _: Square, targets: Bitboard) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveKind) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _: i8, kinds: &[PieceKind]) {
        self.0 += u64::from(targets.count()) * kinds.len() as u64;
    }

    #[inline]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_keeps_its_parts_and_survives_its_bits() {
        let (a, b) = (Square::new(99), Square::new(0));
        for mv in
            [Move::new(a, b, MoveKind::Adjustment), Move::promotion_to(b, a, PieceKind::Bodyguard)]
        {
            assert_eq!(Move::from_bits(mv.to_bits()), Some(mv));
        }
        let mv = Move::promotion_to(a, b, PieceKind::Kwagga);
        assert_eq!(
            (mv.from(), mv.to(), mv.promotion(), mv.kind()),
            (a, b, Some(PieceKind::Kwagga), MoveKind::Normal)
        );
        assert_eq!(Move::from_bits(0), None);
    }
}
