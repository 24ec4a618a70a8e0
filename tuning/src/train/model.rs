//! The network in floating point: outputs and gradients.

use rand::RngExt;
use stymie_eval::network::{FIRST_UNIT, OUTPUT_UNIT, OUTPUTS, Weights};

use super::samples::{Sample, Samples};

/// Weights beyond this cannot be kept as integers: the output's must stay below 127 / 64.
pub(super) const WEIGHT_MOST: f32 = 1.98;

/// The shape of a network with `H` hidden units a side: where each weight lies in one long list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) features: usize,
    pub(super) hidden: usize,
}

impl Shape {
    fn bias(self) -> usize {
        self.features * self.hidden
    }

    fn output(self) -> usize {
        self.bias() + self.hidden
    }

    fn output_bias(self) -> usize {
        self.output() + OUTPUTS * 2 * self.hidden
    }

    /// How many weights there are.
    pub(super) fn weights(self) -> usize {
        self.output_bias() + OUTPUTS
    }

    /// Weights to begin with.
    pub(super) fn random(self, generator: &mut impl rand::Rng) -> Vec<f32> {
        let mut weights = vec![0.0; self.weights()];
        // Some thirty features are on at a time; two layers' worth of hidden units each.
        let (first, output) = (0.1, (2.0 * self.hidden as f32).sqrt().recip());
        weights[..self.bias()].fill_with(|| generator.random_range(-first..first));
        weights[self.bias()..self.output()].fill(0.1);
        weights[self.output()..self.output_bias()]
            .fill_with(|| generator.random_range(-output..output));
        weights
    }

    /// The weights as integers.
    pub(super) fn quantised(self, weights: &[f32], scale: i32, adds: bool) -> Weights {
        let whole = |range: std::ops::Range<usize>, unit: i32| -> Vec<i16> {
            weights[range].iter().map(|weight| (weight * unit as f32).round() as i16).collect()
        };
        let unit = (FIRST_UNIT * OUTPUT_UNIT) as f32;
        Weights {
            hidden: self.hidden,
            first: whole(0..self.bias(), FIRST_UNIT),
            bias: whole(self.bias()..self.output(), FIRST_UNIT),
            output: whole(self.output()..self.output_bias(), OUTPUT_UNIT),
            output_bias: std::array::from_fn(|i| {
                (weights[self.output_bias() + i] * unit).round() as i32
            }),
            scale,
            adds,
        }
    }
}

impl Shape {
    /// A network's weights, in floating point.
    pub(super) fn floating(self, weights: &Weights, scale: f32) -> Vec<f32> {
        // Outputs are counted in another scale now.
        let factor = weights.scale as f32 / scale;
        let unit = |number: i16, unit: i32| f32::from(number) / unit as f32;
        let mut list = Vec::with_capacity(self.weights());
        list.extend(weights.first.iter().chain(&weights.bias).map(|&w| unit(w, FIRST_UNIT)));
        list.extend(weights.output.iter().map(|&w| unit(w, OUTPUT_UNIT) * factor));
        let whole = (FIRST_UNIT * OUTPUT_UNIT) as f32;
        list.extend(weights.output_bias.iter().map(|&bias| bias as f32 / whole * factor));
        list
    }
}

/// What the network's output means.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// Centipawns for an output of 1.
    pub(super) scale: f32,
    /// Whether the output is added to the hand-written evaluation.
    pub(super) adds: bool,
}

impl Goal {
    /// The share of the points that an output foretells.
    fn share(self, output: f32, sample: &Sample) -> f32 {
        let by_hand = if self.adds { f32::from(sample.by_hand) / self.scale } else { 0.0 };
        logistic(output + by_hand)
    }
}

/// A share of points, 0 to 1, for an output.
pub(super) fn logistic(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

/// The mean losses of all samples, as they are and mirrored in turn: against the targets, and against
/// how the games ended.
pub(super) fn losses<const H: usize>(
    shape: Shape,
    weights: &[f32],
    samples: &Samples,
    goal: Goal,
) -> [f64; 2] {
    let mut sums = [0.0; 2];
    for (index, sample) in samples.list.iter().enumerate() {
        let forward = forward::<H>(shape, weights, samples, sample, index % 2 == 1);
        let share = goal.share(forward.output, sample);
        for (sum, aim) in sums.iter_mut().zip([sample.target, sample.points]) {
            *sum += f64::from((share - aim).powi(2));
        }
    }
    sums.map(|sum| sum / samples.list.len() as f64)
}

/// The sum of the samples' losses; their slopes are added to the gradient.
pub(super) fn pass<const H: usize>(
    shape: Shape,
    weights: &[f32],
    samples: &Samples,
    chosen: impl Iterator<Item = (usize, bool)>,
    goal: Goal,
    gradient: &mut [f32],
) -> f64 {
    let mut loss = 0.0;
    for (index, flip) in chosen {
        let sample = &samples.list[index];
        let Forward { sums, clipped, output } = forward::<H>(shape, weights, samples, sample, flip);
        let which = usize::from(sample.output);
        let at = shape.output() + which * 2 * H;
        let share = goal.share(output, sample);
        let error = share - sample.target;
        loss += f64::from(error * error);
        let slope = 2.0 * error * share * (1.0 - share);
        gradient[shape.output_bias() + which] += slope;
        for side in 0..2 {
            let outward: &[f32; H] = row(weights, at + side * H);
            let mut inward = [0.0; H];
            let to: &mut [f32; H] = row_mut(gradient, at + side * H);
            for i in 0..H {
                let value = clipped[side][i];
                to[i] += slope * value * value;
                let inside = sums[side][i] > 0.0 && sums[side][i] < 1.0;
                inward[i] = if inside { slope * 2.0 * value * outward[i] } else { 0.0 };
            }
            add(row_mut(gradient, shape.bias()), &inward);
            for feature in samples.seen(sample, side, flip) {
                add(row_mut(gradient, feature * H), &inward);
            }
        }
    }
    loss
}

/// What the layers hold for a position.
struct Forward<const H: usize> {
    /// By side, the one to move first: the hidden units before they are clipped,
    sums: [[f32; H]; 2],
    /// and after.
    clipped: [[f32; H]; 2],
    output: f32,
}

#[inline]
fn forward<const H: usize>(
    shape: Shape,
    weights: &[f32],
    samples: &Samples,
    sample: &Sample,
    flip: bool,
) -> Forward<H> {
    debug_assert_eq!(shape.hidden, H);
    let (first, _) = weights[..shape.bias()].as_chunks::<H>();
    let mut sums = [*row::<H>(weights, shape.bias()); 2];
    for (side, sums) in sums.iter_mut().enumerate() {
        for feature in samples.seen(sample, side, flip) {
            add(sums, &first[feature]);
        }
    }
    let which = usize::from(sample.output);
    let at = shape.output() + which * 2 * H;
    let mut output = weights[shape.output_bias() + which];
    let clipped = sums.map(|sums| sums.map(|sum| sum.clamp(0.0, 1.0)));
    for (side, clipped) in clipped.iter().enumerate() {
        output += squared_dot(clipped, row(weights, at + side * H));
    }
    Forward { sums, clipped, output }
}

#[inline]
fn squared_dot<const H: usize>(values: &[f32; H], weights: &[f32; H]) -> f32 {
    // Partial sums, so that vectors can be used.
    let mut sums = [0.0; 16];
    let (values, weights) = (values.as_chunks::<16>().0, weights.as_chunks::<16>().0);
    for (values, weights) in values.iter().zip(weights) {
        for i in 0..16 {
            sums[i] += values[i] * values[i] * weights[i];
        }
    }
    sums.iter().sum()
}

#[inline]
fn add<const H: usize>(to: &mut [f32; H], what: &[f32; H]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += what;
    }
}

fn row<const H: usize>(list: &[f32], at: usize) -> &[f32; H] {
    match list[at..].first_chunk() {
        Some(row) => row,
        None => unreachable!("a row beyond the weights"),
    }
}

fn row_mut<const H: usize>(list: &mut [f32], at: usize) -> &mut [f32; H] {
    match list[at..].first_chunk_mut() {
        Some(row) => row,
        None => unreachable!("a row beyond the weights"),
    }
}

/// Adam with decoupled weight decay (Loshchilov and Hutter, "Decoupled Weight Decay
/// Regularization", 2019).
#[derive(Clone, Debug)]
pub(super) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    const MEAN: f32 = 0.9;
    const SQUARE: f32 = 0.999;
    const DECAY: f32 = 0.01;

    pub(super) fn new(weights: usize) -> Adam {
        Adam { mean: vec![0.0; weights], square: vec![0.0; weights], steps: 0 }
    }

    /// Moves the weights against the gradient, which is a sum over `count` samples; each by its own
    /// part of the rate.
    pub(super) fn step(
        &mut self,
        weights: &mut [f32],
        gradient: &[f32],
        count: usize,
        rate: impl Fn(usize) -> f32,
    ) {
        self.steps += 1;
        let mean_part = 1.0 - Adam::MEAN.powi(self.steps);
        let square_part = 1.0 - Adam::SQUARE.powi(self.steps);
        let all = weights.iter_mut().zip(gradient).zip(&mut self.mean).zip(&mut self.square);
        for (number, (((weight, sum), mean), square)) in all.enumerate() {
            let slope = sum / count as f32;
            *mean += (1.0 - Adam::MEAN) * (slope - *mean);
            *square += (1.0 - Adam::SQUARE) * (slope * slope - *square);
            let step = (*mean / mean_part) / ((*square / square_part).sqrt() + 1e-8);
            let moved = *weight - rate(number) * (step + Adam::DECAY * *weight);
            *weight = moved.clamp(-WEIGHT_MOST, WEIGHT_MOST);
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use stymie_eval::network::{Network, feature_count};
    use stymie_movegen::{Hia, VariantId};

    use super::super::labels::Labels;
    use super::super::samples::read_games;
    use super::*;
    use crate::data::{Played, Record};

    const H: usize = 32;
    const GOAL: Goal = Goal { scale: 400.0, adds: true };
    const LABELS: Labels = Labels { scale: 400.0, result: 0.3, foresight: 0.0 };

    /// Positions of a game that wanders about.
    fn samples() -> Samples {
        let mut generator = ChaCha8Rng::seed_from_u64(4);
        let mut position = stymie_movegen::Position::<Hia>::start();
        let mut record = Record { opening: Vec::new(), played: Vec::new(), winner: None };
        for _ in 0..120 {
            let moves = position.legal_moves();
            let mv = moves[generator.random_range(0..moves.len())];
            record.played.push(Played { mv, score: generator.random_range(-900..900) });
            position = position.play(mv);
        }
        let [samples, _] = read_games::<Hia>(&[record], LABELS);
        assert!(samples.list.len() > 60);
        samples
    }

    fn shape() -> Shape {
        Shape { features: feature_count::<Hia>(), hidden: H }
    }

    #[test]
    fn gradients_are_slopes_of_the_loss() {
        let (shape, samples) = (shape(), samples());
        let mut generator = ChaCha8Rng::seed_from_u64(5);
        let mut weights = shape.random(&mut generator);
        let count = samples.list.len();
        // Mirrored in turn, as `losses` sees them.
        let all = (0..count).map(|index| (index, index % 2 == 1));
        let mut gradient = vec![0.0; weights.len()];
        pass::<H>(shape, &weights, &samples, all, GOAL, &mut gradient);
        let (mut checked, step) = (0, 1e-3);
        let last = weights.len();
        for at in (0..shape.bias()).step_by(501).chain((shape.bias()..last).step_by(7)) {
            let before = weights[at];
            let mut loss = |change: f32| {
                weights[at] = before + change;
                losses::<H>(shape, &weights, &samples, GOAL)[0] * count as f64
            };
            let slope = (loss(step) - loss(-step)) / f64::from(2.0 * step);
            weights[at] = before;
            let difference = (slope - f64::from(gradient[at])).abs();
            assert!(difference < 2e-3 + 0.02 * slope.abs(), "{at}: {slope} {}", gradient[at]);
            checked += usize::from(slope != 0.0);
        }
        assert!(checked > 30);
    }

    #[test]
    fn the_network_in_integers_says_nearly_the_same() {
        let (shape, samples) = (shape(), samples());
        let weights = shape.random(&mut ChaCha8Rng::seed_from_u64(6));
        let whole = shape.quantised(&weights, 400, false);
        let network = Network::new(VariantId::Hia, &whole).unwrap();
        let back = shape.floating(&network.weights(), 400.0);
        for sample in &samples.list {
            let of = |weights: &[f32]| {
                forward::<H>(shape, weights, &samples, sample, false).output * 400.0
            };
            assert!((of(&weights) - of(&back)).abs() < 8.0);
        }
        let start = stymie_movegen::Position::<Hia>::start();
        let [mut one, _] = read_games::<Hia>(&[], LABELS);
        one.push(&start, start.occupied().count(), 0.5, 0.5);
        let float = forward::<H>(shape, &back, &one, &one.list[0], false).output * 400.0;
        assert!((float - network.raw(&start) as f32).abs() < 3.0);
    }

    #[test]
    fn steps_lead_downhill() {
        let (shape, samples) = (shape(), samples());
        let mut weights = shape.random(&mut ChaCha8Rng::seed_from_u64(7));
        let mut adam = Adam::new(weights.len());
        let count = samples.list.len();
        let mut losses = Vec::new();
        for _ in 0..60 {
            let mut gradient = vec![0.0; weights.len()];
            let all = (0..count).map(|index| (index, false));
            losses.push(pass::<H>(shape, &weights, &samples, all, GOAL, &mut gradient));
            adam.step(&mut weights, &gradient, count, |_| 3e-3);
        }
        assert!(losses[59] < losses[0] / 4.0, "{losses:?}");
    }
}
