//! The thread that searches for a tab.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use stymie_movegen::{Game, Move, VariantId};
use stymie_search::{Limits, Searcher, Signals};
use tokio::sync::mpsc;

use super::message::Line;
use super::view::line;

/// The size of a search's table in MiB.
const HASH: usize = 16;

/// What a search tells its tab. The number says which search it is.
pub(super) enum Heard {
    /// A line.
    Line(u64, Line),
    /// The search has ended, with this move.
    Done(u64, Option<Move>),
    /// It could not be done.
    Failed(u64, String),
}

/// A search to be done.
struct Job {
    number: u64,
    game: Box<dyn Game>,
    limits: Limits,
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
    jobs: Option<Sender<Job>>,
    heard: mpsc::Sender<Heard>,
    slots: Arc<Slots>,
    begun: u64,
}

impl Worker {
    /// No search yet, and no thread. What they find is told to `heard`.
    pub(super) fn new(heard: mpsc::Sender<Heard>, slots: Arc<Slots>) -> Worker {
        Worker { jobs: None, heard, slots, begun: 0 }
    }

    /// Begins a search; it waits until the one before it has ended and there is a free slot.
    pub(super) fn search(&mut self, game: Box<dyn Game>, limits: Limits) -> Running {
        self.begun += 1;
        let (number, signals) = (self.begun, Arc::new(Signals::new()));
        let mut job = Job { number, game, limits, signals: Arc::clone(&signals) };
        if let Some(jobs) = &self.jobs {
            match jobs.send(job) {
                Ok(()) => return Running { number, signals },
                Err(unsent) => job = unsent.0,
            }
        }
        let (jobs, waiting) = channel();
        let (heard, slots) = (self.heard.clone(), Arc::clone(&self.slots));
        thread::spawn(move || work(&waiting, &heard, &slots));
        // The thread has just begun to listen.
        let _ = jobs.send(job);
        self.jobs = Some(jobs);
        Running { number, signals }
    }
}

/// What the thread does.
fn work(jobs: &Receiver<Job>, heard: &mpsc::Sender<Heard>, slots: &Slots) {
    let mut searcher: Option<(VariantId, Box<dyn Searcher>)> = None;
    while let Ok(Job { number, game, limits, signals }) = jobs.recv() {
        let Some(_slot) = slots.take(&signals) else { continue };
        let variant = game.variant();
        if searcher.as_ref().is_none_or(|(of, _)| *of != variant) {
            // The old table goes before the new one comes.
            drop(searcher.take());
            searcher = stymie_search::open(variant, HASH).ok().map(|searcher| (variant, searcher));
        }
        let last = match &mut searcher {
            None => Heard::Failed(number, format!("no memory for a table of {HASH} MiB")),
            Some((_, searcher)) => {
                let report = searcher.search(&*game, &limits, &signals, &mut |info| {
                    if let Some(line) = line(&*game, info) {
                        // A tab that is behind misses lines, not the end.
                        let _ = heard.try_send(Heard::Line(number, line));
                    }
                });
                Heard::Done(number, report.best)
            }
        };
        if heard.blocking_send(last).is_err() {
            return;
        }
    }
}

/// How many searches may run at the same time, whatever the number of tabs.
pub(super) struct Slots {
    free: Mutex<usize>,
    freed: Condvar,
    all: usize,
}

impl Slots {
    pub(super) fn new(all: usize) -> Slots {
        Slots { free: Mutex::new(all), freed: Condvar::new(), all }
    }

    /// How many searches run now.
    pub(super) fn taken(&self) -> usize {
        self.all - *self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A slot, as soon as one is free; `None` if the search is stopped before.
    fn take(&self, signals: &Signals) -> Option<Slot<'_>> {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if signals.is_stopped() {
                return None;
            }
            if *free > 0 {
                *free -= 1;
                return Some(Slot(self));
            }
            // Now and then it is looked whether the search is still wanted.
            let waited = self.freed.wait_timeout(free, Duration::from_millis(50));
            free = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// The right to search. Dropped, it is given back.
struct Slot<'s>(&'s Slots);

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.0.freed.notify_one();
    }
}
