//! A match between two engines, ours or others, strictly refereed.
//!
//! Start reading at [`Contest::run`]. `arguments` reads the command line; `referee` plays one game
//! between two [`player::Player`]s, which `uci`, `xboard` and `internal` are; `tally` counts.

mod adjudication;
mod arguments;
mod book;
mod control;
mod features;
mod groups;
mod internal;
mod player;
mod process;
mod referee;
mod selfplay;
mod spec;
mod tally;
mod uci;
mod watchdog;
mod wire;
mod xboard;

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use stymie::pgn::{Date, Ending, Fault, Record};
use stymie_movegen::VariantId;

pub(crate) use arguments::MatchArguments;
pub(crate) use groups::translate;
pub(crate) use selfplay::SelfplayArguments;

use crate::statistics::Sprt;
use book::{BookSpec, Opening};
use internal::Internal;
use player::Player;
use referee::{Conditions, NoGame, Played};
use spec::{EngineSpec, Protocol};
use tally::Tally;
use uci::Uci;
use watchdog::Watchdog;
use xboard::XBoard;

/// A match to be played.
#[derive(Debug)]
pub(crate) struct Contest {
    variant: VariantId,
    /// A and B.
    engines: [EngineSpec; 2],
    conditions: Conditions,
    /// Openings, each played twice.
    pairs: usize,
    book: BookSpec,
    seed: u64,
    concurrency: usize,
    sprt: Option<Sprt>,
    pgn: Option<PathBuf>,
    /// Crashes and hangs do not end the match.
    recover: bool,
    /// Games between two prints of the state; 0: none.
    interval: usize,
    event: String,
    debug: bool,
}

/// What all threads of a match share.
struct Shared<'c> {
    contest: &'c Contest,
    openings: Vec<Opening>,
    /// The number of the next game.
    next: AtomicUsize,
    /// No game is to be begun or gone on with.
    interrupted: Arc<AtomicBool>,
    watchdog: Watchdog,
    bar: ProgressBar,
    results: Mutex<Results>,
}

/// Games as they come in.
struct Results {
    /// Those whose forerunners are not in yet, by number.
    waiting: BTreeMap<usize, Played>,
    /// The number of the next game to count.
    next: usize,
    tally: Tally,
    file: Option<File>,
    /// Nothing is counted any more: the sequential test has decided.
    decided: bool,
    /// Why the match could not go on.
    failure: Option<String>,
}

impl Contest {
    /// Plays the match; gives its state at the end, or when it was interrupted.
    ///
    /// # Errors
    /// If there are no openings, an engine cannot play the match, one crashed or hung and this was
    /// not to be recovered from, or the games cannot be written.
    pub(crate) fn run(&self, interrupted: &Arc<AtomicBool>) -> anyhow::Result<Tally> {
        let openings = self.book.openings(self.variant, self.pairs, self.seed)?;
        let bar = ProgressBar::new(2 * self.pairs as u64).with_style(ProgressStyle::with_template(
            "{prefix} {bar:20} {pos}/{len}, {eta} left: {msg}",
        )?);
        bar.set_prefix(self.variant.name());
        let names = self.engines.each_ref().map(|spec| spec.name.clone());
        let results = Results {
            waiting: BTreeMap::new(),
            next: 0,
            tally: Tally::new(self.variant, names, self.sprt),
            file: self.open_pgn()?,
            decided: false,
            failure: None,
        };
        let shared = Shared {
            contest: self,
            openings,
            next: AtomicUsize::new(0),
            interrupted: Arc::clone(interrupted),
            watchdog: Watchdog::default(),
            bar,
            results: Mutex::new(results),
        };
        std::thread::scope(|scope| {
            scope.spawn(|| shared.watchdog.watch());
            let workers = self.concurrency.min(2 * self.pairs);
            let workers: Vec<_> = (0..workers).map(|_| scope.spawn(|| shared.work())).collect();
            let all = workers.into_iter().try_for_each(|worker| {
                worker.join().map_err(|_| anyhow!("a game's thread panicked"))?
            });
            shared.watchdog.dismiss();
            all
        })?;
        shared.bar.finish_and_clear();
        let mut results = shared.results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.count_rest(self)?;
        results.tally.gaps = shared.watchdog.summary();
        if let Some(failure) = results.failure {
            print!("{}", results.tally);
            bail!("{failure}");
        }
        Ok(results.tally)
    }

    fn open_pgn(&self) -> anyhow::Result<Option<File>> {
        let Some(path) = &self.pgn else { return Ok(None) };
        let file = OpenOptions::new().append(true).create(true).open(path);
        file.map(Some).with_context(|| format!("cannot write {}", path.display()))
    }

    fn player(
        &self,
        seat: usize,
        interrupted: &Arc<AtomicBool>,
    ) -> anyhow::Result<Box<dyn Player>> {
        let (spec, flag) = (self.engines[seat].clone(), Arc::clone(interrupted));
        Ok(match spec.protocol {
            Protocol::Uci => Box::new(Uci::new(spec, self.variant, flag, self.debug)),
            Protocol::XBoard => Box::new(XBoard::new(spec, self.variant, flag, self.debug)),
            Protocol::Internal => Box::new(
                Internal::new(&spec, self.variant, flag).map_err(|error| anyhow!("{error}"))?,
            ),
        })
    }

    /// The game as PGN.
    fn record(&self, number: usize, played: &Played) -> String {
        let [a, b] = &self.engines;
        let [white, black] = if played.a_is_white { [a, b] } else { [b, a] };
        let mut tags = vec![("PlyCount", played.game.moves().len().to_string())];
        let controls = [white, black].map(|spec| spec.control.in_words());
        if controls[0] == controls[1] {
            tags.push(("TimeControl", controls[0].clone()));
        } else {
            tags.extend(["WhiteTimeControl", "BlackTimeControl"].into_iter().zip(controls));
        }
        let late = played.late_claims.iter().flatten().map(|claim| format!("claimed {claim}"));
        let details: Vec<String> = Some(played.detail.clone())
            .filter(|it| !it.is_empty())
            .into_iter()
            .chain(late)
            .collect();
        if !details.is_empty() {
            let words = played.ending.in_words(&*played.game);
            tags.push(("TerminationDetails", format!("{words}: {}", details.join("; "))));
        }
        Record {
            game: &*played.game,
            ending: played.ending,
            event: &self.event,
            date: Date::today(),
            round: u32::try_from(number / 2 + 1).ok(),
            white: &white.name,
            black: &black.name,
            tags: &tags,
            comments: &played.comments,
        }
        .to_string()
    }
}

impl Shared<'_> {
    /// Plays games until there are no more.
    fn work(&self) -> anyhow::Result<()> {
        let done = self.play_games();
        if done.is_err() {
            self.interrupted.store(true, Ordering::Relaxed);
        }
        done
    }

    fn play_games(&self) -> anyhow::Result<()> {
        let contest = self.contest;
        let mut players =
            [contest.player(0, &self.interrupted)?, contest.player(1, &self.interrupted)?];
        while !self.interrupted.load(Ordering::Relaxed) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(opening) = self.openings.get(number / 2) else { break };
            let played = referee::play(
                opening.game(contest.variant)?,
                number.is_multiple_of(2),
                &mut players,
                &contest.conditions,
                &self.watchdog,
            );
            match played {
                Ok(played) => self.take(number, played)?,
                Err(NoGame::Interrupted) => break,
                Err(NoGame::Unfit(why)) => bail!("{why}"),
            }
        }
        Ok(())
    }

    /// Takes a game in, and counts those that can be counted.
    fn take(&self, number: usize, played: Played) -> anyhow::Result<()> {
        let mut results = lock(&self.results);
        if let Ending::Fault(side, fault @ (Fault::Crash | Fault::Hang)) = played.ending
            && !self.contest.recover
        {
            let seat = usize::from((side == stymie_movegen::Color::White) != played.a_is_white);
            let name = &self.contest.engines[seat].name;
            results.failure = Some(format!("{name}: {fault}: {} (see -recover)", played.detail));
            self.interrupted.store(true, Ordering::Relaxed);
        }
        results.waiting.insert(number, played);
        while let Some(played) = results.next_in_order() {
            results.count(self.contest, &played)?;
            self.bar.inc(1);
            self.bar.set_message(results.tally.brief());
            let interval = self.contest.interval;
            if interval > 0 && results.tally.games().is_multiple_of(interval) {
                self.bar.suspend(|| print!("{}", results.tally));
            }
            if results.decided {
                self.interrupted.store(true, Ordering::Relaxed);
            }
        }
        Ok(())
    }
}

impl Results {
    fn next_in_order(&mut self) -> Option<Played> {
        if self.decided {
            return None;
        }
        self.waiting.remove(&self.next)
    }

    fn count(&mut self, contest: &Contest, played: &Played) -> anyhow::Result<()> {
        let number = self.next;
        self.next += 1;
        self.tally.add(number, played);
        self.decided = self.tally.decision().is_some();
        if let Some(file) = &mut self.file {
            let text = contest.record(number, played);
            file.write_all(text.as_bytes()).context("cannot write the games")?;
        }
        Ok(())
    }

    /// Counts what came in while games before were not finished: the match was interrupted.
    fn count_rest(&mut self, contest: &Contest) -> anyhow::Result<()> {
        while !self.decided
            && let Some((number, played)) = self.waiting.pop_first()
        {
            self.next = number;
            self.count(contest, &played)?;
        }
        Ok(())
    }
}

/// The lock, whoever panicked while holding it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
