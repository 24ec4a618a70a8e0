//! What a match says about strength.

/// A share of the points by pairs of games, since the two games of a pair share an opening and
/// are not independent (the pentanomial model).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Strength {
    /// Of the points, 0 to 1.
    pub(crate) share: f64,
    /// The half-width of the share's 95% interval.
    pub(crate) error: f64,
}

impl Strength {
    /// From how many pairs brought 0, 1/2, 1, 3/2 and 2 points.
    pub(crate) fn of_pairs(pairs: [u32; 5]) -> Strength {
        let count = f64::from(pairs.iter().sum::<u32>()).max(1.0);
        let points = |i: usize| i as f64 / 4.0;
        let share = (0..5).map(|i| f64::from(pairs[i]) * points(i)).sum::<f64>() / count;
        let variance =
            (0..5).map(|i| f64::from(pairs[i]) * (points(i) - share).powi(2)).sum::<f64>() / count;
        Strength { share, error: 1.96 * (variance / count).sqrt() }
    }

    /// The difference in Elo with its 95% interval; infinite where all points are one side's.
    pub(crate) fn elo(self) -> [f64; 3] {
        let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.0, 1.0) - 1.0).log10();
        [elo(self.share - self.error), elo(self.share), elo(self.share + self.error)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_matches_and_shutouts() {
        let even = Strength::of_pairs([0, 0, 50, 0, 0]);
        assert_eq!((even.share, even.error), (0.5, 0.0));
        assert_eq!(even.elo(), [0.0; 3]);
        assert_eq!(Strength::of_pairs([0, 0, 0, 0, 9]).elo()[1], f64::INFINITY);
    }

    #[test]
    fn three_quarters_are_191_elo() {
        // Half of the pairs 2:0, half 1:1: the deviation of a pair's share is 1/4.
        let strength = Strength::of_pairs([0, 0, 50, 0, 50]);
        assert_eq!(strength.share, 0.75);
        assert!((strength.error - 1.96 * 0.25 / 10.0).abs() < 1e-12);
        assert!((strength.elo()[1] - 190.85).abs() < 0.01);
    }
}
