//! What a match says about strength.
//!
//! The two games of a pair share an opening, so they are not independent: all is computed from how
//! many pairs brought 0, 1/2, 1, 3/2 and 2 points (the pentanomial model).

/// The share of the points that each kind of pair brings.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// 95% of a normal distribution lie within so many deviations.
const DEVIATIONS: f64 = 1.959_963_984_540_054;
/// Stands for a kind of pair that has not been seen, so that no likelihood is 0.
const UNSEEN: f64 = 1e-3;

/// A share of the points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Strength {
    /// Of the points, 0 to 1.
    pub(crate) share: f64,
    /// The share's standard deviation.
    deviation: f64,
}

impl Strength {
    /// From how many pairs brought 0, 1/2, 1, 3/2 and 2 points. None say nothing, and one pair
    /// alone does not say how much the others would differ.
    pub(crate) fn of_pairs(pairs: [u32; 5]) -> Strength {
        let count = f64::from(pairs.iter().sum::<u32>());
        if count < 1.0 {
            return Strength { share: 0.5, deviation: f64::INFINITY };
        }
        let weighted = |of: &dyn Fn(f64) -> f64| {
            pairs.iter().zip(SHARES).map(|(&n, share)| f64::from(n) * of(share)).sum::<f64>()
                / count
        };
        let share = weighted(&|share| share);
        let variance = weighted(&|other| (other - share).powi(2));
        let deviation = if count > 1.0 { (variance / count).sqrt() } else { f64::INFINITY };
        Strength { share, deviation }
    }

    /// The half-width of the share's 95% interval.
    pub(crate) fn error(self) -> f64 {
        DEVIATIONS * self.deviation
    }

    /// The difference in Elo with its 95% interval; infinite where all points are one side's.
    pub(crate) fn elo(self) -> [f64; 3] {
        [self.share - self.error(), self.share, self.share + self.error()].map(elo_of_share)
    }

    /// The likelihood of superiority: how probable it is that this side is the stronger one.
    pub(crate) fn superiority(self) -> f64 {
        if self.deviation > 0.0 {
            normal((self.share - 0.5) / self.deviation)
        } else {
            // As many pairs as there may be, all alike.
            0.5 + 0.5 * (self.share - 0.5).partial_cmp(&0.0).map_or(0.0, |it| f64::from(it as i8))
        }
    }
}

fn elo_of_share(share: f64) -> f64 {
    // Without the zero, half the points would be -0.
    -400.0 * (1.0 / share.clamp(0.0, 1.0) - 1.0).log10() + 0.0
}

fn share_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The distribution function of the normal distribution, to about seven digits: the error function
/// by its power series near 0, and by its continued fraction elsewhere.
fn normal(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let tail = if z < 2.5 {
        let (mut term, mut sum) = (z, z);
        for n in 1..60 {
            term *= -z * z / f64::from(n);
            sum += term / f64::from(2 * n + 1);
        }
        0.5 - sum / std::f64::consts::PI.sqrt()
    } else {
        let fraction = (1..60).rev().fold(z, |below, n| z + f64::from(n) / 2.0 / below);
        0.5 * (-z * z).exp() / (std::f64::consts::PI.sqrt() * fraction)
    };
    if x > 0.0 { 1.0 - tail } else { tail }
}

/// A sequential test of two hypotheses about the difference in logistic Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sprt {
    /// The difference if there is no gain.
    pub(crate) elo0: f64,
    /// The difference that is hoped for.
    pub(crate) elo1: f64,
    /// How probable it may be that elo1 is accepted although elo0 holds.
    pub(crate) alpha: f64,
    /// The other way round.
    pub(crate) beta: f64,
}

impl Sprt {
    /// Below the first elo0 is accepted, above the second elo1.
    pub(crate) fn bounds(self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The logarithm of the likelihood ratio (generalised: of all distributions with the mean that
    /// a hypothesis says, the likeliest counts), from the pairs' counts. 0 without pairs.
    pub(crate) fn ratio(self, pairs: [u32; 5]) -> f64 {
        if pairs.iter().sum::<u32>() == 0 {
            return 0.0;
        }
        let counts = pairs.map(|count| f64::from(count).max(UNSEEN));
        let total: f64 = counts.iter().sum();
        let frequencies = counts.map(|count| count / total);
        total
            * (log_loss(frequencies, share_of_elo(self.elo0))
                - log_loss(frequencies, share_of_elo(self.elo1)))
    }
}

/// How much less likely, in logarithm a pair, the frequencies become if their mean has to be this:
/// the likeliest such distribution is `frequency / (1 + multiplier * (share - mean))`.
fn log_loss(frequencies: [f64; 5], mean: f64) -> f64 {
    let slope = |multiplier: f64| -> f64 {
        let pulled = |share: f64| (share - mean) / (1.0 + multiplier * (share - mean));
        frequencies.iter().zip(SHARES).map(|(frequency, share)| frequency * pulled(share)).sum()
    };
    // The slope falls from plus to minus infinity between these.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let multiplier = f64::midpoint(low, high);
    let loss = |share: f64| (1.0 + multiplier * (share - mean)).ln();
    frequencies.iter().zip(SHARES).map(|(frequency, share)| frequency * loss(share)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_matches_and_shutouts() {
        let even = Strength::of_pairs([0, 0, 50, 0, 0]);
        assert_eq!((even.share, even.error(), even.superiority()), (0.5, 0.0, 0.5));
        assert_eq!(even.elo(), [0.0; 3]);
        // No pair says nothing, and one hardly more.
        let none = Strength::of_pairs([0; 5]);
        assert_eq!((none.share, none.superiority()), (0.5, 0.5));
        let [low, middle, high] = Strength::of_pairs([0, 1, 0, 0, 0]).elo();
        assert!((middle + 190.85).abs() < 0.01);
        assert_eq!((low, high), (f64::NEG_INFINITY, f64::INFINITY));
        let all = Strength::of_pairs([0, 0, 0, 0, 9]);
        assert_eq!((all.elo()[1], all.superiority()), (f64::INFINITY, 1.0));
        assert_eq!(Strength::of_pairs([9, 0, 0, 0, 0]).superiority(), 0.0);
    }

    #[test]
    fn three_quarters_are_191_elo() {
        // Half of the pairs 2:0, half 1:1: the deviation of a pair's share is 1/4.
        let strength = Strength::of_pairs([0, 0, 50, 0, 50]);
        assert_eq!(strength.share, 0.75);
        assert!((strength.error() - DEVIATIONS * 0.25 / 10.0).abs() < 1e-12);
        assert!((strength.elo()[1] - 190.85).abs() < 0.01);
    }

    #[test]
    fn the_normal_distribution_is_that_of_the_tables() {
        for (x, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (1.644_853_627, 0.95),
            (-1.959_963_985, 0.025),
            (3.0, 0.998_650_102),
            (-3.6, 0.000_159_109),
            (4.5, 0.999_996_602),
            (-9.0, 0.0),
        ] {
            assert!((normal(x) - expected).abs() < 1e-8, "{x}: {}", normal(x));
        }
    }

    /// Matches with their pairs, Elo and error as published: fastchess's output in the README of
    /// two engines' pages, and games of its issue 879.
    #[test]
    fn elo_and_its_error_are_as_published() {
        for (pairs, elo, error) in [
            ([1, 10, 78, 48, 13], 72.85, 22.33),
            ([352, 579, 1264, 743, 464], 19.83, 6.77),
            ([72, 10, 0, 0, 0], -600.97, 118.46),
        ] {
            let strength = Strength::of_pairs(pairs);
            let [low, computed, high] = strength.elo();
            assert!((computed - elo).abs() < 0.01, "{computed}");
            assert!(((high - low) / 2.0 - error).abs() < 0.01, "{low} to {high}");
        }
    }

    /// Tests of Stockfish on fishtest while it judged by logistic Elo; by number of the pull
    /// request to Stockfish that names them.
    #[test]
    fn likelihood_ratios_are_as_published() {
        for (request, elo0, elo1, pairs, ratio) in [
            (2598, -1.5, 0.5, [444, 5546, 17_841, 5604, 428], 2.63),
            (2598, -1.5, 0.5, [243, 1665, 3339, 1762, 281], 2.95),
            (2951, -0.5, 1.5, [59, 754, 2467, 865, 75], 2.95),
            (2951, 0.25, 1.75, [33, 1185, 8378, 1302, 50], 2.95),
            (2971, -0.5, 1.5, [17, 253, 1042, 337, 39], 2.96),
            (2971, 0.25, 1.75, [11, 407, 3238, 513, 11], 2.93),
            (3098, -0.25, 1.25, [491, 7345, 29_693, 7670, 465], 2.96),
            (3098, 0.25, 1.25, [53, 2220, 21_459, 2445, 47], 2.97),
            (3209, -0.25, 1.25, [253, 4282, 17_604, 4431, 286], 2.94),
            (3331, 0.25, 1.25, [14, 1030, 14_318, 1163, 19], 2.93),
        ] {
            let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
            let computed = sprt.ratio(pairs);
            assert!((computed - ratio).abs() < 0.006, "{request}: {computed}, not {ratio}");
            let bounds = sprt.bounds();
            assert!((bounds[1] - 2.944).abs() < 0.001 && bounds[0] == -bounds[1]);
        }
    }

    #[test]
    fn a_ratio_is_finite_whatever_the_pairs_are() {
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(sprt.ratio([0; 5]), 0.0);
        for pairs in [[1, 0, 0, 0, 0], [0, 0, 0, 0, 1], [0, 0, 500, 0, 0], [900, 0, 0, 0, 900]] {
            assert!(sprt.ratio(pairs).is_finite(), "{pairs:?}");
        }
        assert!(sprt.ratio([0, 0, 0, 0, 300]) > 2.0 && sprt.ratio([300, 0, 0, 0, 0]) < -2.0);
    }
}
