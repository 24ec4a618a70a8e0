//! Scores.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The deepest ply that a search reaches: mate scores count up to here.
pub const MAX_PLY: usize = 246;

/// What a position is worth for one side, in centipawns; or a mate, by its distance in plies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// Neither side is better.
    pub const DRAW: Score = Score(0);
    /// Above every score.
    pub const INFINITE: Score = Score(32_001);
    /// Mate on the board, for the side that has given it.
    const MATE: i32 = 32_000;
    /// The highest score that is no mate.
    pub const MAX_EVAL: Score = Score(Score::MATE - MAX_PLY as i32 - 1);

    /// A score in centipawns, kept out of the range of mates.
    #[inline]
    pub const fn new(centipawns: i32) -> Score {
        let most = Score::MAX_EVAL.0;
        if centipawns > most {
            Score(most)
        } else if centipawns < -most {
            Score(-most)
        } else {
            Score(centipawns)
        }
    }

    /// The side to move gives mate in so many plies from the root (or wins otherwise by rule).
    #[inline]
    pub const fn win_in(plies: usize) -> Score {
        Score(Score::MATE - plies as i32)
    }

    /// The side to move is mated in so many plies from the root.
    #[inline]
    pub const fn loss_in(plies: usize) -> Score {
        Score(plies as i32 - Score::MATE)
    }

    /// Whether it is a win or loss by mate.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() > Score::MAX_EVAL.0
    }

    /// In how many plies a mate comes: positive for the own one, negative for being mated;
    /// `None` if it is no mate score. Being mated on the board is `Some(0)`.
    pub const fn mate_distance(self) -> Option<i32> {
        if !self.is_mate() {
            None
        } else if self.0 > 0 {
            Some(Score::MATE - self.0)
        } else {
            Some(-(Score::MATE + self.0))
        }
    }

    /// The centipawns; for a mate a number beyond all of them.
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// As the transposition table keeps it: mates counted from the position, which is `ply` plies
    /// from the root, not from the root.
    #[inline]
    pub const fn to_table(self, ply: usize) -> i16 {
        let relative = if !self.is_mate() {
            self.0
        } else if self.0 > 0 {
            self.0 + ply as i32
        } else {
            self.0 - ply as i32
        };
        relative as i16
    }

    /// The inverse of [`Score::to_table`], at the same or another ply.
    #[inline]
    pub const fn from_table(kept: i16, ply: usize) -> Score {
        let score = Score(kept as i32);
        if !score.is_mate() {
            score
        } else if score.0 > 0 {
            Score(score.0 - ply as i32)
        } else {
            Score(score.0 + ply as i32)
        }
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// A margin in centipawns added; the caller keeps clear of mates.
impl Add<i32> for Score {
    type Output = Score;

    #[inline]
    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Score;

    #[inline]
    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_distance() {
            Some(plies) => write!(f, "mate in {plies} plies"),
            None => write!(f, "{} cp", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_shift_through_the_table() {
        for score in [Score::win_in(7), Score::loss_in(8), Score::new(31), Score::win_in(MAX_PLY)] {
            assert_eq!(Score::from_table(score.to_table(5), 5), score);
        }
        // Found 3 plies from the root as mate in 4 more; seen again at ply 1.
        assert_eq!(Score::from_table(Score::win_in(7).to_table(3), 1), Score::win_in(5));
    }

    #[test]
    fn evaluations_are_never_mates() {
        assert!(!Score::new(1_000_000).is_mate() && !Score::new(-1_000_000).is_mate());
        assert!(Score::win_in(MAX_PLY).is_mate() && Score::loss_in(0).is_mate());
        assert_eq!(Score::loss_in(0).mate_distance(), Some(0));
        assert_eq!(Score::win_in(3).mate_distance(), Some(3));
        assert_eq!(Score::loss_in(4).mate_distance(), Some(-4));
    }
}
