//! The curve under which what happened is the least surprising.

use stymie_movegen::VariantId;
use stymie_search::Curve;

use super::data::{Outcome, Sample};

/// Steps begin so wide, in centipawns, and end below the last.
const STEPS: [f64; 2] = [64.0, 0.5];

/// Nothing is less likely than this: games of the fit are not the last word.
const LEAST: f64 = 1e-4;

/// The most likely curve, found by steps along each number that are halved when none helps.
pub(super) fn fit(variant: VariantId, samples: &[Sample]) -> Curve {
    let mut best = [100.0; 4];
    let mut least = surprise(&curve(best), variant, samples);
    let mut step = STEPS[0];
    while step >= STEPS[1] {
        let mut better = false;
        for number in 0..best.len() {
            for direction in [step, -step] {
                let mut tried = best;
                // Offsets from 0, scales from 20.
                tried[number] = (tried[number] + direction).max([0.0, 20.0][number / 2]);
                let found = surprise(&curve(tried), variant, samples);
                if found < least - 1e-9 {
                    (best, least, better) = (tried, found, true);
                }
            }
        }
        if !better {
            step /= 2.0;
        }
    }
    curve(best)
}

fn curve([a, b, c, d]: [f64; 4]) -> Curve {
    Curve { offset: [a, b], scale: [c, d] }
}

/// How surprising the results are on average (the negative logarithm of their chance): under the
/// curve, and if nothing is known but how often each comes.
pub(super) fn surprises(curve: &Curve, variant: VariantId, samples: &[Sample]) -> (f64, f64) {
    let all: f64 = samples.iter().map(|sample| sample.weight).sum();
    let blind = [Outcome::Win, Outcome::Draw, Outcome::Loss].into_iter().map(|outcome| {
        let those = samples.iter().filter(|sample| sample.result == outcome);
        let share = those.map(|sample| sample.weight).sum::<f64>() / all;
        if share > 0.0 { -share * share.ln() } else { 0.0 }
    });
    (surprise(curve, variant, samples), blind.sum())
}

fn surprise(curve: &Curve, variant: VariantId, samples: &[Sample]) -> f64 {
    let (mut sum, mut all) = (0.0, 0.0);
    for sample in samples {
        let [win, draw, loss] = chances(curve, variant, sample);
        let chance = match sample.result {
            Outcome::Win => win,
            Outcome::Draw => draw,
            Outcome::Loss => loss,
        };
        sum -= sample.weight * chance.max(LEAST).ln();
        all += sample.weight;
    }
    sum / all
}

/// The chances of a win, a draw and a loss.
pub(super) fn chances(curve: &Curve, variant: VariantId, sample: &Sample) -> [f64; 3] {
    let win = curve.win(sample.score, variant, sample.men);
    let loss = curve.win(-sample.score, variant, sample.men);
    [win, 1.0 - win - loss, loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results in the shares that a curve foretells give that curve back.
    #[test]
    fn a_known_curve_is_found_again() {
        let variant = VariantId::Hia;
        let truth = Curve { offset: [60.0, 180.0], scale: [50.0, 120.0] };
        let mut samples = Vec::new();
        for men in (4..=36).step_by(8) {
            for score in (-600..=600).step_by(20) {
                let sample =
                    |result, weight| Sample { score: f64::from(score), men, result, weight };
                let [win, draw, loss] = chances(&truth, variant, &sample(Outcome::Win, 1.0));
                let results = [(Outcome::Win, win), (Outcome::Draw, draw), (Outcome::Loss, loss)];
                samples.extend(results.map(|(result, weight)| sample(result, weight)));
            }
        }
        let found = fit(variant, &samples);
        let pairs = [found.offset, found.scale].into_iter().flatten();
        for (found, truth) in pairs.zip([truth.offset, truth.scale].into_iter().flatten()) {
            assert!((found - truth).abs() < 5.0, "{found} instead of {truth}");
        }
        let (surprise, blind) = surprises(&found, variant, &samples);
        assert!(surprise < 0.8 * blind, "{surprise} {blind}");
    }
}
