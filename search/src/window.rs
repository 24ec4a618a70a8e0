//! The scores that matter at a node.

use std::ops::Neg;

use stymie_eval::Score;

/// Scores above `alpha` are an improvement; from `beta` on the opponent does not let it happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
}

impl Window {
    /// Every score.
    pub(crate) fn full() -> Window {
        Window { alpha: -Score::INFINITE, beta: Score::INFINITE }
    }

    /// Scores within `delta` centipawns of the center, full on a side where that leaves the range.
    pub(crate) fn around(center: Score, delta: i32) -> Window {
        Window { alpha: lowered(center, delta), beta: raised(center, delta) }
    }

    /// Just the question whether the score is above `alpha`.
    #[inline]
    pub(crate) fn null_above(alpha: Score) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Just the question whether the score reaches `beta`.
    #[inline]
    pub(crate) fn null_below(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// Without what cannot be `ply` plies from the root: the best is that the side to move has won
    /// here (a knight's mate in Shatar), the worst that it is mated here.
    #[inline]
    pub(crate) fn within_mates(self, ply: usize) -> Window {
        Window {
            alpha: self.alpha.max(Score::loss_in(ply)),
            beta: self.beta.min(Score::win_in(ply)),
        }
    }

    /// Whether there is nothing to find out.
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}

/// As the opponent sees it.
impl Neg for Window {
    type Output = Window;

    #[inline]
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The score lowered by `delta`; below every score where that would be a mate.
pub(crate) fn lowered(score: Score, delta: i32) -> Score {
    let low = score.raw().saturating_sub(delta);
    if low < -Score::MAX_EVAL.raw() { -Score::INFINITE } else { Score::new(low) }
}

/// The score raised by `delta`; above every score where that would be a mate.
pub(crate) fn raised(score: Score, delta: i32) -> Score {
    -lowered(-score, delta)
}
