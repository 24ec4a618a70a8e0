//! Squares and sets of squares.
//!
//! A [`Square`] is `rank * files + file`, so `a1` is 0; how many files there are is the
//! [`Rules`](crate::Rules)' business. A [`Bitboard`] is a set of squares in a `u128`: the largest
//! board has 100. There is deliberately no `!`: the complement of a set of squares of a 9x8 board
//! would hold squares that do not exist. Use [`Sub`] (set difference) instead.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

/// A square of a board of at most 127 squares.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this index.
    ///
    /// # Panics
    /// If `index` is over 127.
    #[inline]
    pub const fn new(index: u8) -> Self {
        assert!(index < 128);
        Square(index)
    }

    /// The square with this index, folded into 0..128.
    #[inline]
    pub const fn masked(index: u8) -> Self {
        Square(index & 127)
    }

    /// The index, 0..128: masked, so that tables of 128 entries need no bounds check.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 127) as usize
    }

    /// The set that holds just this square.
    #[inline]
    pub const fn bit(self) -> Bitboard {
        Bitboard(1u128 << (self.0 & 127))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub(crate) u128);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Bitboard(0);

    /// The raw bits, bit `i` for the square with index `i`.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set with these raw bits.
    #[inline]
    pub const fn from_bits(bits: u128) -> Self {
        Bitboard(bits)
    }

    /// Whether the set holds nothing.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds something.
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set holds two squares or more.
    #[inline]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// How many squares it holds.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the square is in it.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bit().0 != 0
    }

    /// Whether the two sets share a square.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The square of lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(self.lowest()) }
    }

    /// The square of lowest index of a set known not to be empty (square 0 of an empty one).
    #[inline]
    pub(crate) const fn lowest(self) -> Square {
        Square((self.0.trailing_zeros() & 127) as u8)
    }

    /// The set without what its high word holds.
    #[inline(always)]
    pub(crate) const fn low_word(self) -> Self {
        Bitboard(self.0 as u64 as u128)
    }

    /// Every square moved up by `by` places (towards higher ranks); what leaves 128 bits is lost.
    #[inline]
    pub const fn up(self, by: u32) -> Self {
        Bitboard(self.0 << by)
    }

    /// Every square moved down by `by` places.
    #[inline]
    pub const fn down(self, by: u32) -> Self {
        Bitboard(self.0 >> by)
    }
}

macro_rules! set_operator {
    ($($trait:ident $method:ident $assign_trait:ident $assign:ident: $a:ident $b:ident $result:expr;)*) => {$(
        impl $trait for Bitboard {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Bitboard($result)
            }
        }
        impl $assign_trait for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    )*};
}

set_operator! {
    BitAnd bitand BitAndAssign bitand_assign: a b a & b;
    BitOr bitor BitOrAssign bitor_assign: a b a | b;
    BitXor bitxor BitXorAssign bitxor_assign: a b a ^ b;
    Sub sub SubAssign sub_assign: a b a & !b;
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        square.bit()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.bit())
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares { low: self.0 as u64, high: (self.0 >> 64) as u64 }
    }
}

/// The squares of a set, by rising index. The two words one after the other: where the high one is
/// known to be empty the compiler forgets it.
#[derive(Clone, Debug)]
pub struct Squares {
    low: u64,
    high: u64,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.low != 0 {
            let square = self.low.trailing_zeros();
            self.low &= self.low - 1;
            Some(Square(square as u8))
        } else if self.high != 0 {
            let square = 64 + self.high.trailing_zeros();
            self.high &= self.high - 1;
            Some(Square(square as u8))
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.low.count_ones() + self.high.count_ones()) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares {}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn difference_removes_and_iteration_rises() {
        let set: Bitboard = [3, 99, 64].map(Square::new).into_iter().collect();
        assert_eq!(set.count(), 3);
        assert_eq!(
            (set - Square::new(64).bit()).into_iter().map(Square::index).collect::<Vec<_>>(),
            [3, 99]
        );
        assert!(set.many() && !Square::new(5).bit().many() && !Bitboard::EMPTY.many());
    }
}
