//! Trains a variant's network on games of the engine against itself.

mod curve;
mod labels;
mod model;
mod samples;
mod shared;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::{bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stymie_eval::Evaluate;
use stymie_eval::network::{Network, feature_count};
use stymie_movegen::{VariantId, dispatch};

use crate::data::{Damage, DataFile};
use crate::networks;
use crate::output::Output;
use labels::{Labels, fitted_scale};
use model::{Adam, Goal, Shape, pass};
use samples::{Samples, parts, read_games};
use shared::Sharing;

/// A batch's gradient is the sum of so many parts, always in the same order: the result does not
/// depend on how many threads there are.
const PARTS: usize = 4;
/// Hidden units that a program is compiled for.
const HIDDEN: [usize; 6] = [32, 64, 96, 128, 192, 256];

/// Trains a network.
#[derive(clap::Args, Debug)]
pub(crate) struct Train {
    /// The variant.
    variant: VariantId,
    /// Files of games (of `datagen`).
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// Where the network goes; the curve of losses lies beside it as SVG.
    #[arg(long)]
    out: PathBuf,
    /// Hidden units a side: 32, 64, 96, 128, 192 or 256.
    #[arg(long, default_value_t = 64)]
    hidden: usize,
    /// Passes over the data.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Positions for each step.
    #[arg(long, default_value_t = 2_048)]
    batch: usize,
    /// The learning rate at the beginning.
    #[arg(long, default_value_t = 4e-4)]
    rate: f32,
    /// The learning rate at the end.
    #[arg(long, default_value_t = 1e-5)]
    rate_end: f32,
    /// The game's result's part in the target, 0 to 1; the rest is the search's score.
    #[arg(long, default_value_t = 0.2)]
    result: f32,
    /// How much of the rest is what the later moves' scores say, 0 to 1: each of them by this part of
    /// the one before it.
    #[arg(long, default_value_t = 0.8)]
    foresight: f32,
    /// Centipawns for an output of 1; fitted to the results unless it is said.
    #[arg(long)]
    scale: Option<i32>,
    /// Ends when so many passes have not bettered the validation's loss.
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..))]
    patience: u32,
    /// The seed of the first weights and of the order of positions.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Threads; all cores unless it is said.
    #[arg(long, value_parser = networks::read_threads)]
    threads: Option<usize>,
    /// What the network is: `added` to the hand-written evaluation, which few games teach better, or
    /// `alone`, which needs millions of positions and is faster.
    #[arg(long, value_enum, default_value_t = Kind::Added)]
    kind: Kind,
    /// A network whose weights are the first ones: the variant's, or that of one with the same board
    /// and as many kinds of pieces.
    #[arg(long)]
    from: Option<PathBuf>,
}

/// What a network's output means.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A correction of the hand-written evaluation.
    Added,
    /// The whole evaluation.
    Alone,
}

impl Train {
    /// Trains, tells of it, and writes the network.
    ///
    /// # Errors
    /// If the data cannot be read or are too few, or the network cannot be written.
    pub(crate) fn run(&self, interrupted: &Arc<AtomicBool>) -> anyhow::Result<()> {
        ensure!(HIDDEN.contains(&self.hidden), "--hidden {}: known are {HIDDEN:?}", self.hidden);
        for (name, part) in [("result", self.result), ("foresight", self.foresight)] {
            ensure!((0.0..=1.0).contains(&part), "--{name} {part}: not in 0 to 1");
        }
        ensure!(self.foresight < 1.0, "--foresight 1: no score would count, only the result");
        ensure!(self.batch > 0, "--batch 0: a step needs positions");
        for (name, rate) in [("rate", self.rate), ("rate-end", self.rate_end)] {
            ensure!(rate > 0.0 && rate <= 0.1, "--{name} {rate}: not above 0 and at most 0.1");
        }
        let rates = format!("--rate-end {} is above --rate {}", self.rate_end, self.rate);
        ensure!(self.rate_end <= self.rate, rates);
        let curve = self.out.with_extension("svg");
        ensure!(curve != self.out, "--out {}: there the curve goes", curve.display());
        let read: Vec<&PathBuf> = self.data.iter().chain(&self.from).collect();
        let out = [Output::new(&self.out, &read)?, Output::new(&curve, &read)?];
        ensure!(self.scale.is_none_or(|scale| scale > 0), "--scale must be above 0");
        dispatch!(self.variant, R => match self.hidden {
            32 => self.train::<R, 32>(interrupted, &out),
            64 => self.train::<R, 64>(interrupted, &out),
            96 => self.train::<R, 96>(interrupted, &out),
            128 => self.train::<R, 128>(interrupted, &out),
            192 => self.train::<R, 192>(interrupted, &out),
            _ => self.train::<R, 256>(interrupted, &out),
        })
    }

    /// Trains; the outputs are for the network and for the curve.
    fn train<R: Evaluate, const H: usize>(
        &self,
        stop: &AtomicBool,
        [out, plot]: &[Output; 2],
    ) -> anyhow::Result<()> {
        let first = self.from.as_deref().map(networks::load_any).transpose()?;
        let blocks = DataFile::read_all(&self.data, self.variant, Damage::Refused)?;
        let mut games = Vec::new();
        for block in blocks {
            games.extend(block.unpack::<R>()?);
        }
        let scale = self.scale.unwrap_or_else(|| fitted_scale(&games));
        let Train { result, foresight, .. } = *self;
        let labels = Labels { scale: scale as f32, result, foresight };
        let [training, validation] = read_games::<R>(&games, labels);
        drop(games);
        let (many, few) = (training.list.len(), validation.list.len());
        if many < self.batch || few == 0 {
            bail!(
                "{many} positions to train on and {few} for validation are too few (--batch {})",
                self.batch
            );
        }
        println!("{many} positions, {few} more for validation; scale {scale}");
        let shape = Shape { features: feature_count::<R>(), hidden: H };
        let adds = self.kind == Kind::Added;
        let goal = Goal { scale: scale as f32, adds };
        let (files, ranks) = (R::FILES as usize, R::RANKS as usize);
        let mut run = Run::<H>::new(self, Sharing { shape, files, ranks }, goal, first)?;
        let mut best = (f64::INFINITY, run.weights.clone(), 0);
        let mut losses = Vec::new();
        for epoch in 1..=self.epochs {
            let rate = self.rate_at(epoch);
            let loss = run.epoch(&training, rate, stop);
            if stop.load(Relaxed) {
                println!("interrupted in epoch {epoch}: the best network so far is kept");
                break;
            }
            let [checked, ended] = model::losses::<H>(shape, &run.weights, &validation, goal);
            println!(
                "epoch {epoch}: rate {rate:.1e}, loss {loss:.6}, validation {checked:.6}, \
                 by results alone {ended:.6}"
            );
            losses.push([loss, checked]);
            if checked < best.0 {
                best = (checked, run.weights.clone(), epoch);
            } else if epoch - best.2 >= self.patience {
                println!("no better for {} epochs", self.patience);
                break;
            }
        }
        let (loss, weights, epoch) = best;
        let before =
            if stop.load(Relaxed) { "interrupted before" } else { "no number is left after" };
        ensure!(epoch > 0, "{before} the first epoch: nothing is written");
        let network = Network::new(self.variant, &shape.quantised(&weights, scale, adds))?;
        out.write(network.write())?;
        plot.write(curve::svg(&losses)?)?;
        println!("epoch {epoch}'s network, validation {loss:.6}, is in {}", self.out.display());
        Ok(())
    }

    /// The learning rate: half a cosine from the first to the last.
    fn rate_at(&self, epoch: u32) -> f32 {
        let done = (epoch - 1) as f32 / self.epochs.max(2).saturating_sub(1) as f32;
        let part = (1.0 + (done * std::f32::consts::PI).cos()) / 2.0;
        self.rate_end + (self.rate - self.rate_end) * part
    }
}

/// A training under way.
struct Run<'t, const H: usize> {
    train: &'t Train,
    sharing: Sharing,
    goal: Goal,
    /// What is learnt.
    numbers: Vec<f32>,
    /// The network's weights, by the numbers.
    weights: Vec<f32>,
    adam: Adam,
    /// The slopes of the numbers,
    slopes: Vec<f32>,
    /// and of the weights, by parts of a batch.
    gradients: Vec<Vec<f32>>,
    generator: ChaCha8Rng,
    threads: usize,
}

impl<'t, const H: usize> Run<'t, H> {
    /// `first` is what the training begins with, if not with chance.
    fn new(
        train: &'t Train,
        sharing: Sharing,
        goal: Goal,
        first: Option<Network>,
    ) -> anyhow::Result<Run<'t, H>> {
        let shape = sharing.shape;
        let mut generator = ChaCha8Rng::seed_from_u64(train.seed);
        let numbers = match first {
            Some(network) => {
                let (weights, name) = (network.weights(), "the network of --from");
                let (hidden, features) = (weights.hidden, weights.first.len() / weights.hidden);
                ensure!(hidden == H, "{name} has {hidden} hidden units, not {H}");
                ensure!(
                    features == shape.features,
                    "{name}, a network for {}, has {features} features, {} has {}",
                    network.variant(),
                    train.variant,
                    shape.features
                );
                sharing.split(shape.floating(&weights, goal.scale))
            }
            None => sharing.random(&mut generator),
        };
        let mut weights = vec![0.0; shape.weights()];
        sharing.sums(&numbers, &mut weights);
        Ok(Run {
            train,
            sharing,
            goal,
            adam: Adam::new(numbers.len()),
            slopes: vec![0.0; numbers.len()],
            numbers,
            gradients: vec![vec![0.0; weights.len()]; PARTS],
            weights,
            generator,
            threads: train.threads.unwrap_or_else(networks::cores).clamp(1, PARTS),
        })
    }

    /// One pass over all; the mean loss on the way.
    fn epoch(&mut self, samples: &Samples, rate: f32, stop: &AtomicBool) -> f64 {
        let mut order: Vec<u32> = (0..samples.list.len() as u32).collect();
        order.shuffle(&mut self.generator);
        let bar = ProgressBar::new(order.len() as u64).with_style(style());
        let mut loss = 0.0;
        for batch in order.chunks(self.train.batch) {
            if stop.load(Relaxed) {
                break;
            }
            let flips = self.generator.random::<u64>();
            loss += self.step(samples, batch, flips, rate);
            bar.inc(batch.len() as u64);
        }
        bar.finish_and_clear();
        loss / order.len() as f64
    }

    /// One step; the sum of the losses before it.
    fn step(&mut self, samples: &Samples, batch: &[u32], flips: u64, rate: f32) -> f64 {
        let Run { sharing, goal, weights, gradients, .. } = self;
        let (shape, goal, weights) = (sharing.shape, *goal, &*weights);
        let mut jobs: Vec<_> = parts(0..batch.len(), PARTS).zip(gradients.iter_mut()).collect();
        let per_thread = PARTS.div_ceil(self.threads);
        let losses: Vec<f64> = std::thread::scope(|scope| {
            let work = |jobs: &mut [(std::ops::Range<usize>, &mut Vec<f32>)]| -> f64 {
                let mut loss = 0.0;
                for (part, gradient) in jobs {
                    gradient.fill(0.0);
                    let chosen = batch[part.clone()].iter().map(|&index| {
                        let mixed = (u64::from(index) ^ flips).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                        (index as usize, mixed >> 63 != 0)
                    });
                    loss += pass::<H>(shape, weights, samples, chosen, goal, gradient);
                }
                loss
            };
            let handles: Vec<_> =
                jobs.chunks_mut(per_thread).map(|jobs| scope.spawn(move || work(jobs))).collect();
            handles.into_iter().filter_map(|handle| handle.join().ok()).collect()
        });
        let (sum, others) = self.gradients.split_at_mut(1);
        for other in others {
            for (sum, part) in sum[0].iter_mut().zip(other) {
                *sum += *part;
            }
        }
        self.sharing.slopes(&self.gradients[0], &mut self.slopes);
        let sharing = self.sharing;
        let rate = |number| rate * sharing.pace(number);
        self.adam.step(&mut self.numbers, &self.slopes, batch.len(), rate);
        self.sharing.sums(&self.numbers, &mut self.weights);
        losses.iter().sum()
    }
}

fn style() -> ProgressStyle {
    let template = "{wide_bar} {pos}/{len} positions, {per_sec}, {eta} left";
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
