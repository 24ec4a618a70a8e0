//! What pieces are worth: by results, by an evaluation, by matches.

mod board;
mod fit;
mod imbalance;
mod plot;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::ensure;
use stymie_eval::Evaluate;
use stymie_eval::network::Network;
use stymie_movegen::{PieceKind, Position, VariantId, dispatch};
use stymie_search::Signals;

use crate::data::{Damage, DataFile, Record};
use crate::networks;
use crate::output::Output;
use imbalance::{Imbalance, Play};

/// Tells what each piece of a variant is worth, in pawns: by the results of games (with 95% intervals),
/// by an evaluation (with the bounds of the middle half of positions), and by matches in which each
/// side lacks something (with 95% intervals).
#[derive(clap::Args, Debug)]
pub(crate) struct Values {
    /// The variant.
    variant: VariantId,
    /// Files of games (of `datagen`).
    #[arg(long, num_args = 1..)]
    data: Vec<PathBuf>,
    /// At most so many games of them are looked at.
    #[arg(long, default_value_t = 20_000)]
    most_games: usize,
    /// `hand`, `full` (the built-in network, where there is one), or a network's file.
    #[arg(long, default_value = "full")]
    eval: String,
    /// A match, such as `G:Q`: one side has a G and no Q, the other a Q and no G; `P:`: a pawn
    /// more. More than once for several.
    #[arg(long)]
    imbalance: Vec<Imbalance>,
    /// Games of each match; an odd number is rounded up.
    #[arg(long, default_value_t = 400, value_parser = read_games)]
    games: usize,
    /// No iteration of a search begins after so many nodes.
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of openings and intervals.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at once; all cores unless it is said.
    #[arg(long, value_parser = networks::read_threads)]
    threads: Option<usize>,
    /// Draws the values of results and evaluation.
    #[arg(long)]
    svg: Option<PathBuf>,
}

/// What a kind is worth in pawns, with its bounds.
#[derive(Clone, Copy, Debug)]
struct Value {
    kind: PieceKind,
    worth: f64,
    low: f64,
    high: f64,
}

/// Values from one source.
struct Column {
    name: &'static str,
    values: Vec<Value>,
}

impl Values {
    /// Finds the values and prints them.
    ///
    /// # Errors
    /// If the games or the network cannot be read, the plot not be written, or a match not be
    /// played.
    pub(crate) fn run(&self, interrupted: &Arc<AtomicBool>) -> anyhow::Result<()> {
        let idle = self.data.is_empty() && self.imbalance.is_empty();
        ensure!(!idle, "nothing to do: neither --data nor --imbalance is given");
        let drawn = self.svg.is_none() || !self.data.is_empty();
        ensure!(drawn, "--svg draws the values that games tell: it needs --data");
        let svg = self.svg.as_ref().map(|svg| Output::new(svg, &self.data)).transpose()?;
        let network = networks::choose(self.variant, &self.eval)?;
        let starts = self.imbalance.iter().map(|imbalance| imbalance.starts(self.variant));
        let starts = starts.collect::<anyhow::Result<Vec<_>>>()?;
        let columns = dispatch!(self.variant, R => self.columns::<R>(network.as_deref())?);
        if !columns.is_empty() {
            print!("{}", table(&columns));
        }
        if let Some(svg) = svg {
            svg.write(plot::svg(self.variant, &columns)?)?;
        }
        self.matches(&starts, network.as_ref(), interrupted)
    }

    fn columns<R: Evaluate>(&self, network: Option<&Network>) -> anyhow::Result<Vec<Column>> {
        if self.data.is_empty() {
            return Ok(Vec::new());
        }
        let mut games: Vec<Record> = Vec::new();
        for block in DataFile::read_all(&self.data, self.variant, Damage::Refused)? {
            if games.len() >= self.most_games {
                break;
            }
            games.extend(block.unpack::<R>()?);
        }
        games.truncate(self.most_games);
        ensure!(!games.is_empty(), "there are no games in the files");
        println!("{} games of {}", games.len(), self.variant);
        let kinds: Vec<PieceKind> =
            R::PIECES.iter().copied().filter(|&kind| kind != PieceKind::King).collect();
        let results = fit::by_results::<R>(&games, &kinds, self.seed);
        let mut columns = vec![Column { name: "results", values: results }];
        let evaluate = |position: &Position<R>| match network {
            Some(network) => network.evaluate(position),
            None => R::evaluate(position),
        };
        let values = fit::by_evaluation::<R>(&games, &kinds, &evaluate);
        columns.push(Column { name: "evaluation", values });
        Ok(columns)
    }

    fn matches(
        &self,
        starts: &[[String; 2]],
        network: Option<&Arc<Network>>,
        interrupted: &Arc<AtomicBool>,
    ) -> anyhow::Result<()> {
        let play = Play {
            variant: self.variant,
            network,
            nodes: self.nodes,
            pairs: self.games.div_ceil(2),
            seed: self.seed,
            threads: self.threads.unwrap_or_else(networks::cores),
        };
        let stop = Signals::stopped_by(Arc::clone(interrupted));
        for (imbalance, starts) in self.imbalance.iter().zip(starts) {
            let strength = play.run(starts, &stop)?;
            let [low, elo, high] = strength.elo();
            println!(
                "{imbalance}: {:.1}% +- {:.1} of the points, Elo {elo:+.0} [{low:+.0}, {high:+.0}]{}",
                100.0 * strength.share,
                100.0 * strength.error(),
                if stop.is_stopped() { " (interrupted)" } else { "" },
            );
            if stop.is_stopped() {
                break;
            }
        }
        Ok(())
    }
}

/// Reads how many games are wanted: an interval needs some.
fn read_games(text: &str) -> Result<usize, String> {
    let games = text.parse().ok().filter(|games| *games >= 10);
    games.ok_or_else(|| "it is no number from 10 on".to_owned())
}

/// The columns side by side.
fn table(columns: &[Column]) -> String {
    let mut text = format!("{:10}", "");
    for Column { name, .. } in columns {
        text += &format!("  by {name:18}");
    }
    text.push('\n');
    for (i, value) in columns[0].values.iter().enumerate() {
        text += &format!("{:10}", format!("{:?}", value.kind));
        for Column { values, .. } in columns {
            let Value { worth, low, high, .. } = values[i];
            text += &format!("  {worth:5.2} [{low:5.2}, {high:5.2}]");
        }
        text.push('\n');
    }
    text
}
