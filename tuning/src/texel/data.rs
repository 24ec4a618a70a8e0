//! Games to fit to: played, written and read.
//!
//! A line a game: the result as in PGN, the moves of the opening, a bar, then each move with the
//! score that its search gave it, in centipawns for the side that makes it:
//! `1-0 e2e4 c7c5 | g1f3 31 d7d6 -12 ...`.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use stymie_eval::Evaluate;
use stymie_movegen::{Color, Game, Move, Position, TypedGame};
use stymie_search::{Limits, Searcher, Signals};

use super::Texel;
use crate::openings::openings;

/// Games longer than this are left out: the rules end nearly all much earlier.
const MOST_PLIES: usize = 1_500;
/// Positions that the search sees as won by more than this say little about an evaluation.
const MOST_SCORE: i32 = 2_500;

/// A quiet position.
pub(super) struct Sample<R: Evaluate> {
    pub(super) position: Position<R>,
    /// What a search found, for the side to move.
    pub(super) score: i32,
    /// How the game ended for the side to move: 0, 1/2 or 1.
    pub(super) result: f64,
    /// The number of its game.
    pub(super) game: usize,
}

/// Plays the games and writes them.
pub(super) fn play(texel: &Texel) -> anyhow::Result<()> {
    let openings = openings(texel.variant, texel.games, texel.openings_plies, texel.seed)?;
    let file = Mutex::new(File::create(&texel.data).context("cannot write the games")?);
    let bar = ProgressBar::new(openings.len() as u64).with_style(ProgressStyle::with_template(
        "{prefix} {wide_bar} {pos}/{len} games, {per_sec}, {eta} left",
    )?);
    bar.set_prefix(texel.variant.name());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let work = || -> anyhow::Result<()> {
            let mut searcher = stymie_search::open(texel.variant, 4)
                .map_err(|error| anyhow!("no memory for a table of {} MiB", error.mebibytes))?;
            while let Some(opening) = openings.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Some(line) = play_one(texel, opening, &mut *searcher) {
                    let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    writeln!(file, "{line}").context("cannot write the games")?;
                }
                bar.inc(1);
            }
            Ok(())
        };
        let workers: Vec<_> = (0..texel.threads.max(1)).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().map_err(|_| anyhow!("a thread panicked"))?)
    })?;
    bar.finish_and_clear();
    Ok(())
}

/// The game's line; `None` if it does not end.
fn play_one(texel: &Texel, opening: &[Move], searcher: &mut dyn Searcher) -> Option<String> {
    let mut game = stymie_movegen::open(texel.variant);
    let mut moves = String::new();
    for &mv in opening {
        let _ = write!(moves, " {}", game.to_uci(mv));
        game.play(mv);
    }
    moves += " |";
    searcher.new_game();
    let limits = Limits { nodes: Some(texel.nodes), ..Limits::default() };
    let signals = Signals::new();
    while game.moves().len() < MOST_PLIES {
        if let Some(outcome) = game.outcome() {
            let result = match outcome.winner {
                Some(Color::White) => "1-0",
                Some(Color::Black) => "0-1",
                None => "1/2-1/2",
            };
            return Some(format!("{result}{moves}"));
        }
        let report = searcher.search(&*game, &limits, &signals, &mut |_| {});
        let mv = report.best?;
        let _ = write!(moves, " {} {}", game.to_uci(mv), report.info.score.raw());
        game.play(mv);
    }
    None
}

/// The quiet positions of a file's games, and how many games there are.
pub(super) fn read<R: Evaluate>(path: &Path) -> anyhow::Result<(Vec<Sample<R>>, usize)> {
    let text = fs::read_to_string(path).with_context(|| format!("no games: {}", path.display()))?;
    let mut samples = Vec::new();
    for (number, line) in text.lines().enumerate() {
        read_game(line, number, &mut samples)
            .with_context(|| format!("line {} of {}", number + 1, path.display()))?;
    }
    Ok((samples, text.lines().count()))
}

fn read_game<R: Evaluate>(
    line: &str,
    number: usize,
    samples: &mut Vec<Sample<R>>,
) -> anyhow::Result<()> {
    let (head, tail) = line.split_once('|').context("no bar after the opening")?;
    let mut opening = head.split_whitespace();
    let white = match opening.next() {
        Some("1-0") => 1.0,
        Some("1/2-1/2") => 0.5,
        Some("0-1") => 0.0,
        _ => bail!("no result"),
    };
    let mut game = TypedGame::<R>::default();
    for text in opening {
        game.play(game.parse_uci(text)?);
    }
    let mut rest = tail.split_whitespace();
    while let (Some(text), Some(score)) = (rest.next(), rest.next()) {
        let (mv, score) = (game.parse_uci(text)?, score.parse::<i32>()?);
        let position = game.position();
        let quiet = !position.checkers().any() && !position.is_noisy(mv);
        if quiet && score.abs() <= MOST_SCORE {
            let own = if position.side() == Color::White { white } else { 1.0 - white };
            samples.push(Sample { position: *position, score, result: own, game: number });
        }
        game.play(mv);
    }
    Ok(())
}
