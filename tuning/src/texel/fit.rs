//! The fit: the evaluation is all but linear in its numbers, so its derivatives by them, by finite
//! differences, make it a logistic regression, solved by Newton's method; then anew from there.

use stymie_eval::{Evaluate, Trial};

use super::Texel;
use super::data::{Sample, read};
use crate::linear::Symmetric;

/// How often the derivatives are taken anew.
const ROUNDS: usize = 3;
/// Newton's steps each time: they converge quadratically.
const STEPS: usize = 6;
/// Each so many-th game is not fitted to, but checked with.
const CHECK: usize = 10;
/// Numbers that stay: the first two only scale what others say, the last is a threshold.
const FIXED: [&str; 3] = ["danger_divisor", "danger_most", "drive_lead"];

/// Positions with what is to be foretold of them.
struct Set<R: Evaluate> {
    samples: Vec<Sample<R>>,
}

/// Reads the games, fits, prints what came out.
pub(super) fn fit<R: Evaluate>(texel: &Texel) -> anyhow::Result<()> {
    let (samples, games) = read::<R>(texel)?;
    let (check, fitted): (Vec<_>, Vec<_>) =
        samples.into_iter().partition(|sample| sample.game % CHECK == 0);
    let (check, fitted) = (Set { samples: check }, Set { samples: fitted });
    println!(
        "{}: {games} games, {} positions fitted to, {} to check; result's part {}, prior {}",
        texel.variant,
        fitted.samples.len(),
        check.samples.len(),
        texel.result,
        texel.prior
    );
    let old = R::trial();
    let names = old.names();
    let first_k = fitted.best_k(&*old);
    let size = fitted.mean_size(&*old);
    println!("K {first_k:.0} fits the results, mean size of evaluations {size:.0}");
    let tell = |what: &str, trial: &dyn Trial<R>, k: f64| {
        println!(
            "{what}: loss {:.5}, in the check {:.5}; by results alone {:.5}, in the check {:.5}; size {:.0}",
            fitted.loss(trial, k, first_k, texel.result),
            check.loss(trial, k, first_k, texel.result),
            fitted.loss(trial, k, first_k, 1.0),
            check.loss(trial, k, first_k, 1.0),
            fitted.mean_size(trial),
        );
    };
    tell("before", &*old, first_k);
    let priors = Priors { numbers: old.numbers(), weight: texel.prior };
    let (mut trial, mut k) = (R::trial(), first_k);
    for round in 1..=ROUNDS {
        let targets = fitted.targets(first_k, texel.result);
        let model = Model::new(&fitted, &*trial, targets, &names);
        trial = trial.with(&model.solve(k, &priors));
        tell(&format!("round {round}, K {k:.0}"), &*trial, k);
        // Margins of the search are in centipawns: a better fit must not inflate those.
        k *= size / fitted.mean_size(&*trial);
    }
    for ((name, old), new) in names.iter().zip(old.numbers()).zip(trial.numbers()) {
        if old != new {
            println!("{name}: {old} -> {new}");
        }
    }
    print!("{}", trial.source());
    Ok(())
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn cross_entropy(target: f64, guess: f64) -> f64 {
    let guess = guess.clamp(1e-9, 1.0 - 1e-9);
    -(target * guess.ln() + (1.0 - target) * (1.0 - guess).ln())
}

impl<R: Evaluate> Set<R> {
    fn evaluations(&self, trial: &dyn Trial<R>) -> Vec<f64> {
        self.samples.iter().map(|s| f64::from(trial.evaluate(&s.position).raw())).collect()
    }

    /// What is to be foretold, where `k` translates the search's scores.
    fn targets(&self, k: f64, result: f64) -> Vec<f64> {
        let target = |sample: &Sample<R>| {
            result * sample.result + (1.0 - result) * logistic(f64::from(sample.score) / k)
        };
        self.samples.iter().map(target).collect()
    }

    fn loss(&self, trial: &dyn Trial<R>, k: f64, target_k: f64, result: f64) -> f64 {
        let evaluations = self.evaluations(trial);
        let pairs = evaluations.iter().zip(self.targets(target_k, result));
        let sum: f64 = pairs.map(|(e, target)| cross_entropy(target, logistic(e / k))).sum();
        sum / self.samples.len().max(1) as f64
    }

    fn mean_size(&self, trial: &dyn Trial<R>) -> f64 {
        let sum: f64 = self.evaluations(trial).iter().map(|e| e.abs()).sum();
        sum / self.samples.len().max(1) as f64
    }

    /// The K, in centipawns, with which the results are foretold best.
    fn best_k(&self, trial: &dyn Trial<R>) -> f64 {
        let evaluations = self.evaluations(trial);
        let loss = |k: f64| -> f64 {
            let each = evaluations.iter().zip(&self.samples);
            each.map(|(e, sample)| cross_entropy(sample.result, logistic(e / k))).sum()
        };
        // The loss has one minimum in 1 / k.
        let (mut low, mut high) = (20.0_f64, 2_000.0_f64);
        while high / low > 1.002 {
            let (a, b) = (low * (high / low).cbrt(), high / (high / low).cbrt());
            if loss(a) < loss(b) { high = b } else { low = a }
        }
        (low * high).sqrt()
    }
}

/// What is believed of the numbers before any game is seen: that they are about what they were.
struct Priors {
    numbers: Vec<i32>,
    weight: f64,
}

impl Priors {
    /// By how much a number may well be off.
    fn spread(&self, i: usize) -> f64 {
        (f64::from(self.numbers[i].abs()) / 2.0).max(4.0)
    }
}

/// The evaluations as linear functions of the numbers, near some numbers.
struct Model {
    numbers: Vec<i32>,
    /// The numbers that some position's evaluation depends on.
    active: Vec<usize>,
    evaluations: Vec<f64>,
    /// By position, then by active number.
    derivatives: Vec<f32>,
    targets: Vec<f64>,
}

impl Model {
    fn new<R: Evaluate>(
        set: &Set<R>,
        trial: &dyn Trial<R>,
        targets: Vec<f64>,
        names: &[String],
    ) -> Model {
        let numbers = trial.numbers();
        let candidates = (0..numbers.len()).filter(|&i| !FIXED.contains(&names[i].as_str()));
        let (mut active, mut columns) = (Vec::new(), Vec::new());
        for i in candidates {
            let step = step(&names[i], numbers[i]);
            let [more, less] = [step, -step].map(|step| {
                let mut changed = numbers.clone();
                changed[i] += step;
                set.evaluations(&*trial.with(&changed))
            });
            let slope = |(m, l): (&f64, &f64)| ((m - l) / f64::from(2 * step)) as f32;
            let column: Vec<f32> = more.iter().zip(&less).map(slope).collect();
            if column.iter().any(|&slope| slope != 0.0) {
                active.push(i);
                columns.push(column);
            }
        }
        let rows = 0..set.samples.len();
        let derivatives = rows.flat_map(|row| columns.iter().map(move |c| c[row])).collect();
        Model { numbers, active, evaluations: set.evaluations(trial), derivatives, targets }
    }

    /// The numbers that foretell best, as far as the priors allow.
    fn solve(&self, k: f64, priors: &Priors) -> Vec<i32> {
        let count = self.active.len();
        let mut delta = vec![0.0; count];
        for _ in 0..STEPS {
            let (mut gradient, mut curvature) = (vec![0.0; count], Symmetric::zero(count));
            let rows = self.derivatives.chunks_exact(count.max(1));
            for ((row, &start), &target) in rows.zip(&self.evaluations).zip(&self.targets) {
                let moved: f64 = row.iter().zip(&delta).map(|(&d, x)| f64::from(d) * x).sum();
                let guess = logistic((start + moved) / k);
                let slope = (guess - target) / k;
                for (sum, &d) in gradient.iter_mut().zip(row) {
                    *sum += slope * f64::from(d);
                }
                curvature.add_outer(row, guess * (1.0 - guess) / (k * k));
            }
            for (place, &i) in self.active.iter().enumerate() {
                let off = f64::from(self.numbers[i] - priors.numbers[i]) + delta[place];
                let pull = priors.weight / priors.spread(i).powi(2);
                gradient[place] += pull * off;
                curvature.add_to_diagonal(place, pull);
            }
            let steps = curvature.solve(&gradient);
            delta.iter_mut().zip(steps).for_each(|(x, step)| *x -= step);
        }
        let mut numbers = self.numbers.clone();
        for (&i, delta) in self.active.iter().zip(delta) {
            numbers[i] += delta.round() as i32;
        }
        numbers
    }
}

/// How far a number is moved to see what depends on it: as far as the evaluation's rounding
/// asks for, but little where it is not linear.
fn step(name: &str, number: i32) -> i32 {
    if name.ends_with("danger") || name == "weak_ring" {
        2
    } else if name.contains("value") {
        24
    } else {
        (number.abs() / 2).clamp(8, 16)
    }
}
