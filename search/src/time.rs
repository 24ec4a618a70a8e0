//! How long to think.

use std::time::{Duration, Instant};

use crate::params::Params;
use crate::{Clock, Limits};

/// When to stop: a soft limit after which no iteration is begun, a hard one inside them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    start: Instant,
    /// May be stretched or shrunk by how sure the search is.
    soft: Option<Duration>,
    hard: Option<Duration>,
}

/// Thinking shorter than this saves nothing.
const LEAST: Duration = Duration::from_millis(1);

impl Deadline {
    /// The deadline of a search that began at `start`.
    pub(crate) fn new(
        start: Instant,
        limits: &Limits,
        overhead: Duration,
        params: &Params,
    ) -> Deadline {
        if limits.infinite {
            return Deadline { start, soft: None, hard: None };
        }
        let movetime =
            limits.movetime.map(|time| time.saturating_sub(overhead).max(time / 4).max(LEAST));
        let (soft, hard) = match limits.clock {
            Some(clock) => {
                let (soft, hard) = share(clock, overhead, params);
                (Some(soft), Some(movetime.map_or(hard, |time| time.min(hard))))
            }
            None => (None, movetime),
        };
        Deadline { start, soft, hard }
    }

    /// Since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether there is no time left.
    pub(crate) fn passed(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether a new iteration does not pay; `percent` stretches the time.
    pub(crate) fn nearly_passed(&self, percent: u32) -> bool {
        self.soft.is_some_and(|soft| self.elapsed() >= soft * percent / 100)
    }

    /// Whether a clock is managed, so that time saved is time won.
    pub(crate) fn saves(&self) -> bool {
        self.soft.is_some()
    }
}

/// The soft and the hard limit for a clock.
fn share(clock: Clock, overhead: Duration, params: &Params) -> (Duration, Duration) {
    let remaining = Duration::from_millis(u64::try_from(clock.remaining_ms).unwrap_or(0));
    let left = remaining.saturating_sub(overhead);
    let planned = params.time_moves as u32;
    let moves = clock.moves_to_go.unwrap_or(planned).clamp(1, planned);
    let ideal = left / moves + clock.increment * 3 / 4;
    // With one move to the control nearly all may go; else some must stay.
    let most = if moves == 1 { left * 4 / 5 } else { left / 2 };
    let hard = (ideal * params.time_hard as u32 / 100).min(most).max(LEAST);
    let soft = (ideal * params.time_soft as u32 / 100).min(hard);
    (soft, hard)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(30);

    fn clock(remaining_ms: i64, increment_ms: u64, moves_to_go: Option<u32>) -> Clock {
        Clock { remaining_ms, increment: Duration::from_millis(increment_ms), moves_to_go }
    }

    #[test]
    fn a_clock_is_never_overdrawn() {
        for remaining in [i64::MIN, -1, 0, 1, 29, 31, 40, 100, 1_000, 60_000, 36_000_000] {
            for increment in [0, 10, 1_000, 100_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let (soft, hard) =
                        share(clock(remaining, increment, moves), OVERHEAD, &Params::DEFAULT);
                    let left = Duration::from_millis(remaining.max(0) as u64);
                    assert!(soft <= hard);
                    assert!(hard <= LEAST.max(left.saturating_sub(OVERHEAD)));
                }
            }
        }
    }

    #[test]
    fn more_time_is_used_when_there_is_more() {
        let (soft, _) = share(clock(60_000, 0, None), OVERHEAD, &Params::DEFAULT);
        assert!(soft > Duration::from_millis(1_000) && soft < Duration::from_millis(3_000));
        let (with_increment, _) = share(clock(60_000, 1_000, None), OVERHEAD, &Params::DEFAULT);
        assert!(with_increment > soft);
        let (last_move, _) = share(clock(10_000, 0, Some(1)), OVERHEAD, &Params::DEFAULT);
        assert!(last_move > Duration::from_millis(5_000));
    }

    #[test]
    fn movetime_loses_the_overhead_but_never_all() {
        let limits = |ms| Limits { movetime: Some(Duration::from_millis(ms)), ..Limits::default() };
        let start = Instant::now();
        let hard = |ms| Deadline::new(start, &limits(ms), OVERHEAD, &Params::DEFAULT).hard.unwrap();
        assert_eq!(hard(1_000), Duration::from_millis(970));
        assert_eq!(hard(20), Duration::from_millis(5));
        assert_eq!(hard(0), LEAST);
    }
}
