//! A thread that notes when this program itself was not run: an engine that loses on time then
//! may be innocent.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long the thread sleeps at a time.
const NAP: Duration = Duration::from_millis(5);
/// A sleep that is longer by this much is a gap.
pub(crate) const GAP: Duration = Duration::from_millis(30);

/// The gaps noted so far.
#[derive(Debug, Default)]
pub(crate) struct Watchdog {
    /// From when to when the thread was not run.
    gaps: Mutex<Vec<(Instant, Instant)>>,
    stop: AtomicBool,
}

impl Watchdog {
    /// Notes gaps until [`Watchdog::dismiss`].
    pub(crate) fn watch(&self) {
        let mut before = Instant::now();
        while !self.stop.load(Ordering::Relaxed) {
            thread::sleep(NAP);
            let now = Instant::now();
            let due = before + NAP;
            if now.saturating_duration_since(due) > GAP {
                self.gaps.lock().unwrap_or_else(PoisonError::into_inner).push((due, now));
            }
            before = now;
        }
    }

    pub(crate) fn dismiss(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether a gap lies, in part, within the time since.
    pub(crate) fn gap_since(&self, since: Instant) -> bool {
        // A gap is noted only when it is over.
        thread::sleep(2 * NAP);
        let gaps = self.gaps.lock().unwrap_or_else(PoisonError::into_inner);
        gaps.iter().rev().any(|&(_, end)| end > since)
    }

    /// How many gaps there were, and the longest.
    pub(crate) fn summary(&self) -> (usize, Duration) {
        let gaps = self.gaps.lock().unwrap_or_else(PoisonError::into_inner);
        let longest = gaps.iter().map(|&(start, end)| end - start).max().unwrap_or_default();
        (gaps.len(), longest)
    }
}
