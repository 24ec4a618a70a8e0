//! Plays games of the engine against itself to train on.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::ensure;
use indicatif::{ProgressBar, ProgressStyle};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stymie_eval::network::Network;
use stymie_movegen::{Color, Position, Rules, TypedGame, VariantId, dispatch};
use stymie_search::{Limits, Report, Searcher, Signals};

use crate::data::{Block, BlockId, DECISIVE, Header, Played, Record, SCORE_MOST, Writer, replay};
use crate::networks;
use crate::openings::wander;

/// Games in a block: what a killed run loses at most, times the threads.
const BLOCK_GAMES: usize = 16;
/// Games longer than this are draws.
const MOST_PLIES: usize = 800;
/// A game is a draw when it has reached this ply, and so many scores in a row were as good as even.
const DRAWN_FROM: usize = 140;
const DRAWN_FOR: usize = 20;
const EVEN: i32 = 6;
/// Openings that the first search sees so far from even are thrown away.
const OPENING_MOST: i32 = 400;

/// Games for training.
#[derive(clap::Args, Debug)]
pub(crate) struct Datagen {
    /// The variant.
    variant: VariantId,
    /// The file that the games go to; if it exists, the run that began it goes on.
    #[arg(long)]
    out: PathBuf,
    /// How many positions to keep at least: quiet ones, out of check.
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    positions: u64,
    /// No iteration of a search begins after so many nodes; a move takes two to three times as
    /// many.
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random moves at the beginning of a game, or one more.
    #[arg(long, default_value_t = 7)]
    opening_plies: usize,
    /// The seed of all that is random.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at once; all cores unless it is said.
    #[arg(long, value_parser = networks::read_threads)]
    threads: Option<usize>,
    /// `hand`, `full` (the built-in network, where there is one), or a network's file.
    #[arg(long, default_value = "full")]
    eval: String,
    /// `I/N`: only each N-th block, from the I-th, 1 to N, so that N machines share the work.
    #[arg(long, default_value = "1/1", value_parser = parse_shard)]
    shard: Shard,
}

/// Which part of the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shard {
    index: u64,
    of: u64,
}

fn parse_shard(text: &str) -> Result<Shard, String> {
    let wrong = || format!("'{text}' is not I/N with I from 1 to N");
    let (index, of) = text.split_once('/').ok_or_else(wrong)?;
    match (index.parse(), of.parse()) {
        (Ok(index), Ok(of)) if (1..=of).contains(&index) => Ok(Shard { index: index - 1, of }),
        _ => Err(wrong()),
    }
}

impl Datagen {
    /// Plays until there are enough positions, or Ctrl-C.
    ///
    /// # Errors
    /// If the file or the network cannot be used.
    pub(crate) fn run(&self, interrupted: &Arc<AtomicBool>) -> anyhow::Result<()> {
        ensure!(self.opening_plies < 60, "an opening has fewer than 60 random moves");
        dispatch!(self.variant, R => self.play_all::<R>(interrupted))
    }

    /// How the games are made, in words: what the file says.
    fn made(&self, network: Option<&Network>) -> String {
        let eval = match network {
            Some(network) => format!("network {:08x}", network.check_sum()),
            None => "by hand".to_owned(),
        };
        let Datagen { nodes, opening_plies, seed, .. } = self;
        format!("evaluation {eval}, {nodes} soft nodes, {opening_plies} random moves, seed {seed}")
    }

    fn play_all<R: Rules>(&self, interrupted: &Arc<AtomicBool>) -> anyhow::Result<()> {
        let network = networks::choose(self.variant, &self.eval)?;
        let header = Header { variant: self.variant, made: self.made(network.as_deref()) };
        let (writer, old) = Writer::open(&self.out, &header)?;
        let done: HashSet<u64> = old.iter().map(|block| block.id.number).collect();
        let mut kept = 0;
        for block in &old {
            kept += kept_in::<R>(&block.unpack::<R>()?);
        }
        let bar = ProgressBar::new(self.positions).with_style(ProgressStyle::with_template(
            "{prefix} {wide_bar} {pos}/{len} positions, {per_sec}, {eta} left",
        )?);
        bar.set_prefix(self.variant.name());
        bar.set_position(kept);
        bar.reset_eta();
        let (writer, kept, next) = (Mutex::new(writer), AtomicU64::new(kept), AtomicU64::new(0));
        let work = || -> anyhow::Result<()> {
            let mut searcher = networks::searcher(self.variant, 1, network.as_ref())?;
            let signals = Signals::stopped_by(Arc::clone(interrupted));
            while kept.load(Relaxed) < self.positions {
                let number = next.fetch_add(1, Relaxed) * self.shard.of + self.shard.index;
                if done.contains(&number) {
                    continue;
                }
                let Some(games) = self.play_block::<R>(&mut *searcher, &signals, number) else {
                    return Ok(());
                };
                let block = Block::pack::<R>(BlockId { seed: self.seed, number }, &games);
                writer.lock().unwrap_or_else(PoisonError::into_inner).append(&block)?;
                let new = kept_in::<R>(&games);
                kept.fetch_add(new, Relaxed);
                bar.inc(new);
            }
            Ok(())
        };
        networks::on_threads(self.threads.unwrap_or_else(networks::cores), work)?;
        bar.finish_and_clear();
        println!("{} positions in {}", kept.into_inner(), self.out.display());
        Ok(())
    }

    /// The games of a block; `None` if interrupted.
    fn play_block<R: Rules>(
        &self,
        searcher: &mut dyn Searcher,
        signals: &Signals,
        number: u64,
    ) -> Option<Vec<Record>> {
        let mut generator = ChaCha8Rng::seed_from_u64(self.seed);
        generator.set_stream(number);
        let mut games = Vec::new();
        // Not for every game: it would take as long as the game.
        searcher.new_game();
        while games.len() < BLOCK_GAMES {
            let plies = self.opening_plies + usize::from(generator.random_range(0..2_u8));
            let mut game = TypedGame::<R>::default();
            if wander(&mut game, plies, &mut generator) {
                games.extend(self.play_game(game, searcher, signals));
            }
            if signals.is_stopped() {
                return None;
            }
        }
        Some(games)
    }

    /// Plays a game on from its opening; `None` if that is too uneven.
    fn play_game<R: Rules>(
        &self,
        mut game: TypedGame<R>,
        searcher: &mut dyn Searcher,
        signals: &Signals,
    ) -> Option<Record> {
        // The first iterations are never broken off, whatever they take.
        let nodes = Some(self.nodes.saturating_mul(20).max(2_000));
        let limits = Limits { soft_nodes: Some(self.nodes), nodes, ..Limits::default() };
        let opening = game.moves().to_vec();
        let (mut played, mut even) = (Vec::new(), 0);
        let winner: Option<Color> = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner;
            }
            let report = searcher.search_here(&game, &limits, signals);
            let (mv, score) = (report.best?, score_of(&report));
            if played.is_empty() && score.abs() > OPENING_MOST {
                return None;
            }
            played.push(Played { mv, score });
            even = if score.abs() <= EVEN { even + 1 } else { 0 };
            let side = game.position().side();
            if report.info.score.is_mate() {
                // A mate that was found is a mate, and what the rules make of it.
                break Some(if score > 0 { side } else { !side });
            }
            game.play(mv);
            let plies = game.moves().len();
            if plies >= MOST_PLIES || (plies >= DRAWN_FROM && even >= DRAWN_FOR) {
                break None;
            }
        };
        (!played.is_empty()).then_some(Record { opening, played, winner })
    }
}

/// The score as a record keeps it.
fn score_of(report: &Report) -> i32 {
    let score = report.info.score;
    if score.is_mate() {
        DECISIVE * score.raw().signum()
    } else {
        score.raw().clamp(-SCORE_MOST, SCORE_MOST)
    }
}

/// How many positions of the games are kept for training.
fn kept_in<R: Rules>(games: &[Record]) -> u64 {
    let mut kept = 0;
    for game in games {
        replay::<R>(game, |position, played| kept += u64::from(is_kept(position, played)));
    }
    kept
}

/// Whether a position says something of an evaluation: out of check, its best move is quiet, its
/// score no mate and not cut.
pub(crate) fn is_kept<R: Rules>(position: &Position<R>, played: Played) -> bool {
    position.checkers().is_empty()
        && !position.is_noisy(played.mv)
        && played.score.abs() < SCORE_MOST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards() {
        assert_eq!(parse_shard("2/3"), Ok(Shard { index: 1, of: 3 }));
        for text in ["", "3", "0/3", "4/3", "a/b", "1/0"] {
            assert!(parse_shard(text).is_err(), "{text}");
        }
    }
}
