//! The thread that searches for a tab.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use stymie_movegen::{Game, Move, VariantId};
use stymie_search::{Limits, Searcher, Signals, Skill};
use tokio::sync::mpsc;

use super::message::Line;
use super::view::line;

/// The size of a search's table in MiB.
const HASH: usize = 16;

/// How long an answer takes at least where no clock runs: as long as the eye needs for the move
/// before it.
const PAUSE: Duration = Duration::from_millis(250);

/// What a search tells its tab. The number says which search it is.
pub(super) enum Heard {
    /// It waits until others have ended.
    Waits(u64),
    /// A line.
    Line(u64, Line),
    /// The search has ended, with this move.
    Done(u64, Option<Move>),
    /// It could not be done.
    Failed(u64, String),
}

/// A search to be done.
pub(super) struct Job {
    /// Whose current position is searched.
    pub(super) game: Box<dyn Game>,
    pub(super) limits: Limits,
    pub(super) skill: Skill,
}

/// A job that was given to the thread.
struct Given {
    number: u64,
    job: Job,
    signals: Arc<Signals>,
}

/// A search that runs or waits. Dropped, it is stopped.
pub(super) struct Running {
    /// Which one it is.
    pub(super) number: u64,
    signals: Arc<Signals>,
}

impl Running {
    /// Ends the search; what it has found counts.
    pub(super) fn stop(&self) {
        self.signals.stop();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A tab's searches, one after another, in a thread of their own. The thread ends when this is
/// dropped.
pub(super) struct Worker {
    jobs: Option<Sender<Given>>,
    heard: mpsc::Sender<Heard>,
    slots: Arc<Slots>,
    begun: u64,
}

impl Worker {
    /// No search yet, and no thread. What they find is told to `heard`.
    pub(super) fn new(heard: mpsc::Sender<Heard>, slots: Arc<Slots>) -> Worker {
        Worker { jobs: None, heard, slots, begun: 0 }
    }

    /// Begins a search; it waits until the one before it has ended, an analysis for a free slot too.
    pub(super) fn search(&mut self, job: Job) -> Running {
        self.begun += 1;
        let (number, signals) = (self.begun, Arc::new(Signals::new()));
        let mut given = Given { number, job, signals: Arc::clone(&signals) };
        if let Some(jobs) = &self.jobs {
            match jobs.send(given) {
                Ok(()) => return Running { number, signals },
                Err(unsent) => given = unsent.0,
            }
        }
        let (jobs, waiting) = channel();
        let (heard, slots) = (self.heard.clone(), Arc::clone(&self.slots));
        thread::spawn(move || work(&waiting, &heard, &slots));
        // The thread has just begun to listen.
        let _ = jobs.send(given);
        self.jobs = Some(jobs);
        Running { number, signals }
    }
}

/// What the thread does.
fn work(jobs: &Receiver<Given>, heard: &mpsc::Sender<Heard>, slots: &Slots) {
    let mut searcher: Kept = None;
    while let Ok(Given { number, job, signals }) = jobs.recv() {
        // Whoever plays does not wait for those who analyse.
        let slot = if job.limits.infinite {
            slots.take(&signals, || {
                // A tab that is behind hears of it by the lines that do not come.
                let _ = heard.try_send(Heard::Waits(number));
            })
        } else {
            Some(slots.take_at_once())
        };
        let last = match slot {
            Some(_slot) => search(job, number, &mut searcher, heard, &signals),
            None => Heard::Done(number, None),
        };
        if heard.blocking_send(last).is_err() {
            return;
        }
    }
}

/// A searcher and its variant.
type Kept = Option<(VariantId, Box<dyn Searcher>)>;

/// Does a job with the searcher that is kept, or with one of its variant.
fn search(
    job: Job,
    number: u64,
    kept: &mut Kept,
    heard: &mpsc::Sender<Heard>,
    signals: &Signals,
) -> Heard {
    let begun = Instant::now();
    let Job { game, limits, mut skill } = job;
    let variant = game.variant();
    if kept.as_ref().is_none_or(|(of, _)| *of != variant) {
        // The old table goes before the new one comes.
        drop(kept.take());
        *kept = stymie_search::open(variant, HASH).ok().map(|searcher| (variant, searcher));
    }
    let Some((_, searcher)) = kept else {
        return Heard::Failed(number, format!("no memory for a table of {HASH} MiB"));
    };
    let report = skill.search(&mut **searcher, &*game, &limits, signals, &mut |info| {
        if let Some(line) = line(&*game, info) {
            // A tab that is behind misses lines, not the end.
            let _ = heard.try_send(Heard::Line(number, line));
        }
    });
    if limits.clock.is_none() && !limits.infinite {
        wait_until(begun + PAUSE, signals);
    }
    Heard::Done(number, report.best)
}

/// Waits until then, unless the search is stopped before.
fn wait_until(then: Instant, signals: &Signals) {
    while Instant::now() < then && !signals.is_stopped() {
        thread::sleep(Duration::from_millis(5));
    }
}

/// How many searches run at the same time; from a number on, analyses wait.
pub(super) struct Slots {
    taken: Mutex<usize>,
    freed: Condvar,
    all: usize,
}

impl Slots {
    /// So many; more only for those who do not wait.
    pub(super) fn new(all: usize) -> Slots {
        Slots { taken: Mutex::new(0), freed: Condvar::new(), all }
    }

    /// How many searches run now.
    pub(super) fn taken(&self) -> usize {
        *self.lock()
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A slot, whether one is free or not.
    fn take_at_once(&self) -> Slot<'_> {
        *self.lock() += 1;
        Slot(self)
    }

    /// A slot, as soon as one is free; `None` if the search is stopped before. That it waits is told.
    fn take(&self, signals: &Signals, tell: impl FnOnce()) -> Option<Slot<'_>> {
        let mut tell = Some(tell);
        let mut taken = self.lock();
        loop {
            if signals.is_stopped() {
                return None;
            }
            if *taken < self.all {
                *taken += 1;
                return Some(Slot(self));
            }
            if let Some(tell) = tell.take() {
                tell();
            }
            // Now and then it is looked whether the search is still wanted.
            let waited = self.freed.wait_timeout(taken, Duration::from_millis(50));
            taken = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// The right to search. Dropped, it is given back.
struct Slot<'s>(&'s Slots);

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        *self.0.lock() -= 1;
        self.0.freed.notify_one();
    }
}
