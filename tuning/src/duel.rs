//! A match between two settings of the engine in one process, refereed by the rules.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::{Context, anyhow};
use indicatif::{ProgressBar, ProgressStyle};
use stymie::pgn::{Date, Ending, Record};
use stymie_movegen::{Color, Game, Move, VariantId};
use stymie_search::Searcher;

use crate::openings::openings;
use crate::report::Report;
use crate::spec::Spec;

/// Games are ended here, as drawn and named unfinished: the rules end them much earlier, unless
/// sides keep pushing a pawn every hundred plies.
const MOST_PLIES: usize = 3_000;

/// What is played.
pub(crate) struct Duel {
    pub(crate) variant: VariantId,
    /// A and B.
    pub(crate) specs: [Spec; 2],
    /// Openings, each played twice.
    pub(crate) pairs: usize,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    pub(crate) opening_plies: usize,
    /// Mebibytes a searcher.
    pub(crate) hash: usize,
    pub(crate) pgn: Option<PathBuf>,
}

/// A game played.
pub(crate) struct Played {
    pub(crate) ending: Ending,
    /// Whether A had White.
    pub(crate) a_is_white: bool,
    pub(crate) plies: usize,
}

impl Duel {
    /// Plays all games.
    ///
    /// # Errors
    /// If there are no openings, no memory, or the games cannot be written.
    pub(crate) fn run(&self) -> anyhow::Result<Report> {
        let openings = openings(self.variant, self.pairs, self.opening_plies, self.seed)?;
        let bar = ProgressBar::new(2 * self.pairs as u64).with_style(ProgressStyle::with_template(
            "{prefix} {wide_bar} {pos}/{len} games, {per_sec}, {eta} left",
        )?);
        bar.set_prefix(self.variant.name());
        let next = AtomicUsize::new(0);
        let (results, file) = (Mutex::new(Vec::new()), Mutex::new(self.open_pgn()?));
        std::thread::scope(|scope| {
            let work = || -> anyhow::Result<()> {
                let mut searchers = [self.searcher(0)?, self.searcher(1)?];
                while let Some(opening) = openings.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut pair = Vec::new();
                    for a_is_white in [true, false] {
                        let (game, ending) = self.play(opening, a_is_white, &mut searchers);
                        bar.inc(1);
                        self.record(&file, &*game, ending, a_is_white)?;
                        pair.push(Played { ending, a_is_white, plies: game.moves().len() });
                    }
                    lock(&results).push(pair);
                }
                Ok(())
            };
            let workers: Vec<_> = (0..self.threads).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| {
                worker.join().map_err(|_| anyhow!("a game's thread panicked"))?
            })
        })?;
        bar.finish_and_clear();
        let pairs = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        Ok(Report::new(self, pairs))
    }

    fn searcher(&self, side: usize) -> anyhow::Result<Box<dyn Searcher>> {
        let mut searcher = stymie_search::open(self.variant, self.hash)
            .map_err(|error| anyhow!("no memory for a table of {} MiB", error.mebibytes))?;
        searcher.set_move_overhead(std::time::Duration::ZERO);
        self.specs[side].apply(&mut *searcher).map_err(anyhow::Error::msg)?;
        Ok(searcher)
    }

    /// One game; A is the first searcher.
    fn play(
        &self,
        opening: &[Move],
        a_is_white: bool,
        searchers: &mut [Box<dyn Searcher>; 2],
    ) -> (Box<dyn Game>, Ending) {
        let mut game = stymie_movegen::open(self.variant);
        opening.iter().for_each(|&mv| game.play(mv));
        searchers.iter_mut().for_each(|searcher| searcher.new_game());
        let stop = AtomicBool::new(false);
        let ending = loop {
            if let Some(outcome) = game.outcome() {
                break Ending::Rules(outcome);
            }
            if game.moves().len() >= MOST_PLIES {
                break Ending::Unfinished;
            }
            let side = usize::from((game.side() == Color::White) != a_is_white);
            let limits = &self.specs[side].limits;
            let report = searchers[side].search(&*game, limits, &stop, &mut |_| {});
            match report.best {
                Some(mv) if game.legal_moves().contains(&mv) => game.play(mv),
                other => {
                    eprintln!("{}: {other:?} is illegal in {}", self.variant, game.fen());
                    break Ending::Fault(game.side());
                }
            }
        };
        (game, ending)
    }

    fn open_pgn(&self) -> anyhow::Result<Option<std::fs::File>> {
        let Some(path) = &self.pgn else { return Ok(None) };
        let file = OpenOptions::new().append(true).create(true).open(path);
        file.map(Some).with_context(|| format!("cannot write {}", path.display()))
    }

    fn record(
        &self,
        file: &Mutex<Option<std::fs::File>>,
        game: &dyn Game,
        ending: Ending,
        a_is_white: bool,
    ) -> anyhow::Result<()> {
        if let Some(file) = &mut *lock(file) {
            let [a, b] = &self.specs;
            let players = if a_is_white { [a, b] } else { [b, a] };
            let [white, black] = players.map(ToString::to_string);
            let record = Record {
                game,
                ending,
                event: "duel",
                date: Date::today(),
                round: None,
                white: &white,
                black: &black,
                comments: &[],
            };
            file.write_all(record.to_string().as_bytes()).context("cannot write the games")?;
        }
        Ok(())
    }
}

/// The lock, whoever panicked while holding it.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
