//! Values that differ between the middlegame and the endgame.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// What something is worth with all pieces on the board and with hardly any, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pair {
    /// In the middlegame.
    pub(crate) mg: i32,
    /// In the endgame.
    pub(crate) eg: i32,
}

impl Pair {
    pub(crate) const ZERO: Pair = Pair { mg: 0, eg: 0 };

    #[inline]
    pub(crate) const fn new(mg: i32, eg: i32) -> Pair {
        Pair { mg, eg }
    }

    /// The pair `times` over.
    #[inline]
    pub(crate) const fn times(self, times: i32) -> Pair {
        Pair { mg: self.mg * times, eg: self.eg * times }
    }

    /// The sum of two pairs.
    #[inline]
    pub(crate) const fn plus(self, other: Pair) -> Pair {
        Pair { mg: self.mg + other.mg, eg: self.eg + other.eg }
    }

    /// The value where `phase` of `full` parts of the middlegame are left.
    #[inline]
    pub(crate) const fn blend(self, phase: i32, full: i32) -> i32 {
        let phase = if phase > full { full } else { phase };
        (self.mg * phase + self.eg * (full - phase)) / full
    }
}

impl Add for Pair {
    type Output = Pair;

    #[inline]
    fn add(self, other: Pair) -> Pair {
        self.plus(other)
    }
}

impl Sub for Pair {
    type Output = Pair;

    #[inline]
    fn sub(self, other: Pair) -> Pair {
        self.plus(-other)
    }
}

impl Neg for Pair {
    type Output = Pair;

    #[inline]
    fn neg(self) -> Pair {
        self.times(-1)
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;

    #[inline]
    fn mul(self, times: i32) -> Pair {
        self.times(times)
    }
}

impl AddAssign for Pair {
    #[inline]
    fn add_assign(&mut self, other: Pair) {
        *self = *self + other;
    }
}

impl SubAssign for Pair {
    #[inline]
    fn sub_assign(&mut self, other: Pair) {
        *self = *self - other;
    }
}
