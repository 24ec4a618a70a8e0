//! Tunes the search's parameters by games of two settings against each other in this process.

mod climb;

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use stymie_movegen::{Color, Move, VariantId};
use stymie_search::{Limits, PARAMETERS, Parameter, Searcher, Signals};

use crate::openings::openings;
use crate::output::Output;
use climb::{Climb, Knob, Schedule};

/// Tunes parameters of the search by games at fixed nodes, with simultaneous perturbation
/// stochastic approximation, and prints the table's new lines; Ctrl-C prints those reached.
#[derive(clap::Args)]
pub(crate) struct Spsa {
    /// The variant.
    variant: VariantId,
    /// A parameter and how far the settings that play each other lie from its value at the end;
    /// a twentieth of its range unless it is said. May be given many times.
    #[arg(long = "param", value_name = "NAME[=STEP]", required = true)]
    params: Vec<Tuned>,
    /// How many games; each opening is played twice, with colours swapped.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,
    /// Nodes a move.
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The seed of openings and perturbations.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// By how many steps the last pair of games, if both are won, moves a value.
    #[arg(long, default_value_t = 0.02, value_parser = read_rate)]
    rate: f64,
    /// How many random moves an opening is long.
    #[arg(long, default_value_t = 8)]
    openings_plies: usize,
    /// The file that keeps the progress: a run goes on from there. Unless it is said,
    /// `spsa-VARIANT.txt`.
    #[arg(long)]
    state: Option<PathBuf>,
}

fn read_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| *rate > 0.0 && *rate <= 10.0);
    rate.ok_or_else(|| "it is no number above 0, at most 10".to_owned())
}

/// A parameter to be tuned.
#[derive(Clone, Debug)]
struct Tuned {
    parameter: Parameter,
    step: f64,
}

impl FromStr for Tuned {
    type Err = String;

    fn from_str(text: &str) -> Result<Tuned, String> {
        let (name, step) = text.split_once('=').map_or((text, None), |(n, s)| (n, Some(s)));
        let known = PARAMETERS.iter().find(|known| known.name == name);
        let parameter = *known.ok_or_else(|| format!("no search parameter is named '{name}'"))?;
        let range = f64::from(parameter.most - parameter.least);
        let step = match step {
            Some(step) => step.parse().map_err(|_| format!("'{step}' is no number"))?,
            None => (range / 20.0).max(0.5),
        };
        if step > 0.0 && step <= range {
            Ok(Tuned { parameter, step })
        } else {
            Err(format!("a step of {name} lies between 0 and {range}"))
        }
    }
}

/// Different openings at most; then they come again.
const MOST_OPENINGS: u64 = 500;
/// MiB of each searcher's table.
const HASH: usize = 4;
/// A game of so many plies is a draw.
const MOST_PLIES: usize = 300;
/// A game that both see as won by this much, in centipawns, ...
const WON: i32 = 1_200;
/// ... for so many plies, is.
const WON_PLIES: u32 = 6;
/// The progress is written after so many pairs.
const WRITE_EVERY: u64 = 5;

impl Spsa {
    /// Plays; prints the parameters' new lines.
    ///
    /// # Errors
    /// If there are no openings, or the file of the progress cannot be read or written, or is of
    /// something else.
    pub(crate) fn run(&self, interrupted: &Arc<AtomicBool>) -> anyhow::Result<()> {
        for (i, Tuned { parameter: Parameter { name, .. }, .. }) in self.params.iter().enumerate() {
            if self.params[..i].iter().any(|before| before.parameter.name == *name) {
                bail!("{name} is given twice");
            }
        }
        let total = self.games.div_ceil(2);
        let schedule = Schedule { total, rate: self.rate, seed: self.seed };
        let knobs = self.params.iter().map(|Tuned { parameter, step }| Knob {
            name: parameter.name.to_owned(),
            least: parameter.least,
            most: parameter.most,
            step: *step,
            value: f64::from(parameter.default),
        });
        let mut climb = Climb { knobs: knobs.collect(), schedule, done: 0 };
        let Spsa { variant, nodes, seed, rate, openings_plies, .. } = self;
        let title = format!(
            "spsa {variant} pairs {total} nodes {nodes} seed {seed} rate {rate} plies \
             {openings_plies}"
        );
        let default = PathBuf::from(format!("spsa-{variant}.txt"));
        let path = self.state.as_ref().unwrap_or(&default);
        climb.resume(path, &title)?;
        let output = Output::new(path, &[] as &[&Path])?;
        let outcome = self.climb(&mut climb, &output, &title, interrupted);
        print!("{}", lines(&climb));
        outcome
    }

    fn climb(
        &self,
        climb: &mut Climb,
        output: &Output,
        title: &str,
        interrupted: &Arc<AtomicBool>,
    ) -> anyhow::Result<()> {
        let total = climb.schedule.total;
        let count = usize::try_from(total.min(MOST_OPENINGS))?;
        let openings = openings(self.variant, count, self.openings_plies, self.seed)?;
        let open = || {
            stymie_search::open(self.variant, HASH)
                .map_err(|error| anyhow!("no memory for a table of {} MiB", error.mebibytes))
        };
        let mut searchers = [open()?, open()?];
        let signals = Signals::stopped_by(Arc::clone(interrupted));
        let bar = ProgressBar::new(total);
        bar.set_style(ProgressStyle::with_template(
            "{bar:30} {pos}/{len} pairs, {eta} left {msg}",
        )?);
        while climb.done < total && !interrupted.load(Ordering::Relaxed) {
            let pair = climb.pair(&mut climb.chances());
            for (searcher, values) in searchers.iter_mut().zip(&pair.settings) {
                for (knob, &value) in climb.knobs.iter().zip(values) {
                    let set = searcher.set_parameter(&knob.name, value);
                    set.map_err(|error| anyhow!("{}={value}: {error}", knob.name))?;
                }
            }
            let opening = &openings[climb.done as usize % openings.len()];
            let mut points = 0.0;
            for white in 0..2 {
                points += self.game(opening, &mut searchers, white, &signals);
            }
            // A pair that was broken off says nothing.
            if signals.is_stopped() {
                break;
            }
            climb.learn(&pair, points / 2.0);
            if climb.done.is_multiple_of(WRITE_EVERY) {
                output.write(climb.text(title))?;
            }
            bar.set_position(climb.done);
            let values = climb.knobs.iter().map(|knob| format!("{}={:.1}", knob.name, knob.value));
            bar.set_message(values.collect::<Vec<_>>().join(" "));
        }
        bar.abandon();
        output.write(climb.text(title))
    }

    /// A game between the searchers, of which `white` has White: 1, 0 or -1 for the first.
    fn game(
        &self,
        opening: &[Move],
        searchers: &mut [Box<dyn Searcher>; 2],
        white: usize,
        signals: &Signals,
    ) -> f64 {
        let mut game = stymie_movegen::open(self.variant);
        opening.iter().for_each(|&mv| game.play(mv));
        searchers.iter_mut().for_each(|searcher| searcher.new_game());
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let (mut agreed, mut leader) = (0, Color::White);
        let winner = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner;
            }
            if game.moves().len() >= MOST_PLIES || signals.is_stopped() {
                break None;
            }
            let side = game.side();
            let searcher = &mut searchers[usize::from((side == Color::White) != (white == 0))];
            let report = searcher.search(&*game, &limits, signals, &mut |_| {});
            let Some(mv) = report.best else { break None };
            let score = report.info.score.raw();
            let ahead = if score > 0 { side } else { !side };
            agreed = match () {
                () if score.abs() < WON => 0,
                () if ahead == leader => agreed + 1,
                () => 1,
            };
            leader = ahead;
            if agreed >= WON_PLIES {
                break Some(leader);
            }
            game.play(mv);
        };
        winner.map_or(
            0.0,
            |winner| {
                if (winner == Color::White) == (white == 0) { 1.0 } else { -1.0 }
            },
        )
    }
}

/// The table's lines of the parameters.
fn lines(climb: &Climb) -> String {
    let line = |knob: &Knob| {
        let Knob { name, least, most, value, .. } = knob;
        format!("    {name}: {least}..={most} = {};\n", value.round() as i32)
    };
    climb.knobs.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_named_with_their_steps() {
        let tuned: Tuned = "lmr_base=50".parse().unwrap();
        assert_eq!((tuned.parameter.name, tuned.step), ("lmr_base", 50.0));
        assert!("lmr_base".parse::<Tuned>().unwrap().step > 1.0);
        for wrong in ["nosuch", "lmr_base=x", "lmr_base=0", "lmr_base=-1", "lmr_base=1e9", "=3"] {
            assert!(wrong.parse::<Tuned>().is_err(), "{wrong}");
        }
    }
}
