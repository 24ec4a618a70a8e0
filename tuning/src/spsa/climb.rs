//! Simultaneous perturbation stochastic approximation: all numbers are moved at once, each up or
//! down by chance, and the two settings on either side play each other; the numbers go a little
//! towards the winner. The schedule is the one of J. C. Spall, "Implementation of the simultaneous
//! perturbation algorithm for stochastic optimization", IEEE Transactions on Aerospace and
//! Electronic Systems 34 (1998), 817-823: steps fall with the 0.602th power of the number of
//! comparisons, perturbations with the 0.101th, and the steps as if a tenth of all had been made.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, bail};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stymie::files;

/// How fast the steps become smaller.
const ALPHA: f64 = 0.602;
/// How fast the perturbations become smaller.
const GAMMA: f64 = 0.101;
/// The part of all comparisons that damps the first steps.
const STABILITY: f64 = 0.1;

/// A number that is tuned.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Knob {
    pub(super) name: String,
    pub(super) least: i32,
    pub(super) most: i32,
    /// How far the last comparison's settings lie from the value.
    pub(super) step: f64,
    pub(super) value: f64,
}

/// How long and how boldly to climb.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    /// Comparisons in all.
    pub(super) total: u64,
    /// By how many steps the last comparison, if it is won in full, moves a value.
    pub(super) rate: f64,
    pub(super) seed: u64,
}

/// Two settings that are to be compared.
pub(super) struct Pair {
    /// Their values, in the knobs' order.
    pub(super) settings: [Vec<i32>; 2],
    /// Up or down, for each knob: the first setting's side.
    signs: Vec<f64>,
}

/// A climb under way.
pub(super) struct Climb {
    pub(super) knobs: Vec<Knob>,
    pub(super) schedule: Schedule,
    /// Comparisons made.
    pub(super) done: u64,
}

impl Climb {
    /// The chances of the next comparison: they depend on nothing but the seed and its number, so
    /// that a climb that is continued goes the same way.
    pub(super) fn chances(&self) -> ChaCha8Rng {
        let mut chances = ChaCha8Rng::seed_from_u64(self.schedule.seed);
        chances.set_stream(self.done);
        chances
    }

    /// The settings to be compared next.
    pub(super) fn pair(&self, chances: &mut ChaCha8Rng) -> Pair {
        let width = self.width();
        let mut pair = Pair { settings: [Vec::new(), Vec::new()], signs: Vec::new() };
        for knob in &self.knobs {
            let sign = if chances.random::<bool>() { 1.0 } else { -1.0 };
            pair.signs.push(sign);
            // Rounded up or down by chance: on the average values between integers count.
            let dither = chances.random::<f64>();
            for (values, side) in pair.settings.iter_mut().zip([sign, -sign]) {
                let value = (knob.value + side * width * knob.step + dither).floor();
                values.push((value as i32).clamp(knob.least, knob.most));
            }
        }
        pair
    }

    /// Learns how the first setting of the pair did against the second: 1 if it won in full, -1
    /// if it lost.
    pub(super) fn learn(&mut self, pair: &Pair, result: f64) {
        let Schedule { total, rate, .. } = self.schedule;
        let (all, number) = (total as f64, self.done as f64 + 1.0);
        let damped = STABILITY * all;
        let gain = rate * ((damped + all) / (damped + number)).powf(ALPHA) / self.width();
        for (knob, sign) in self.knobs.iter_mut().zip(&pair.signs) {
            let value = knob.value + gain * result * sign * knob.step;
            knob.value = value.clamp(f64::from(knob.least), f64::from(knob.most));
        }
        self.done += 1;
    }

    /// How many steps from the value the next settings lie.
    fn width(&self) -> f64 {
        (self.schedule.total as f64 / (self.done as f64 + 1.0)).powf(GAMMA)
    }

    /// The state as it is kept in a file, under a line that says what is tuned.
    pub(super) fn text(&self, title: &str) -> String {
        let mut text = format!("{title}\ndone {}\n", self.done);
        for Knob { name, step, value, .. } in &self.knobs {
            let _ = writeln!(text, "{name} {step} {value}");
        }
        text
    }

    /// Continues from a file, if there is one.
    ///
    /// # Errors
    /// If it is of something else.
    pub(super) fn resume(&mut self, path: &Path, title: &str) -> anyhow::Result<()> {
        if !path.exists() {
            return Ok(());
        }
        let read = || anyhow::Ok(String::from_utf8(files::read(path, files::LONGEST)?)?);
        let text = read().with_context(|| format!("cannot read {}", path.display()))?;
        let mut lines = text.lines();
        if lines.next() != Some(title) {
            bail!("{} is not of '{title}'", path.display());
        }
        let done = lines.next().and_then(|line| line.strip_prefix("done ")?.parse().ok());
        let mut values = Vec::new();
        for knob in &self.knobs {
            let start = format!("{} {} ", knob.name, knob.step);
            let value = lines.next().and_then(|line| line.strip_prefix(&start)?.parse().ok());
            values.extend(value.filter(|value: &f64| value.is_finite()));
        }
        match done {
            Some(done) if values.len() == self.knobs.len() && lines.next().is_none() => {
                self.done = done;
                for (knob, value) in self.knobs.iter_mut().zip(values) {
                    knob.value = value.clamp(f64::from(knob.least), f64::from(knob.most));
                }
                Ok(())
            }
            _ => bail!("{} is not of these parameters and steps", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knob(name: &str, step: f64, value: f64) -> Knob {
        Knob { name: name.to_owned(), least: 0, most: 1_000, step, value }
    }

    fn climb(total: u64) -> Climb {
        let knobs = vec![knob("far", 30.0, 200.0), knob("small", 2.0, 40.0)];
        Climb { knobs, schedule: Schedule { total, rate: 0.05, seed: 3 }, done: 0 }
    }

    /// Games whose better setting, nearer to 500 and 20, wins somewhat more often.
    fn play(climb: &mut Climb, until: u64) {
        let loss = |values: &[i32]| {
            let [far, small] = [(values[0] - 500) as f64 / 100.0, (values[1] - 20) as f64 / 6.0];
            0.4 * (far * far + small * small)
        };
        while climb.done < until {
            let mut chances = climb.chances();
            let pair = climb.pair(&mut chances);
            let better = loss(&pair.settings[1]) - loss(&pair.settings[0]);
            let wins = chances.random::<f64>() < 1.0 / (1.0 + (-better).exp());
            climb.learn(&pair, if wins { 1.0 } else { -1.0 });
        }
    }

    #[test]
    fn it_climbs_through_the_noise_of_games() {
        let mut climb = climb(20_000);
        play(&mut climb, 20_000);
        let [far, small] = [0, 1].map(|index: usize| climb.knobs[index].value);
        assert!((450.0..550.0).contains(&far), "{far}");
        assert!((17.0..23.0).contains(&small), "{small}");
    }

    #[test]
    fn a_climb_that_was_broken_off_goes_on_the_same_way() {
        let path = std::env::temp_dir().join(format!("stymie-spsa-{}.txt", std::process::id()));
        let (mut whole, mut first, mut second) = (climb(400), climb(400), climb(400));
        play(&mut whole, 400);
        play(&mut first, 150);
        std::fs::write(&path, first.text("title")).unwrap();
        second.resume(&path, "title").unwrap();
        play(&mut second, 400);
        assert_eq!(whole.knobs, second.knobs);
        assert!(second.resume(&path, "another title").is_err());
        second.knobs[1].step = 3.0;
        assert!(second.resume(&path, "title").is_err());
        std::fs::remove_file(&path).unwrap();
        assert!(second.resume(&path, "title").is_ok());
    }

    #[test]
    fn settings_stay_in_range() {
        let mut climb = climb(10);
        climb.knobs[0].value = 0.0;
        climb.knobs[1].value = 1_000.0;
        for _ in 0..10 {
            let pair = climb.pair(&mut climb.chances());
            let all = pair.settings.iter().flatten();
            assert!(all.copied().all(|value| (0..=1_000).contains(&value)));
            climb.learn(&pair, -1.0);
            assert!(climb.knobs.iter().all(|knob| (0.0..=1_000.0).contains(&knob.value)));
        }
    }
}
