//! XBoard's time controls: clocks with sessions and increments, a time for each move, a depth.

use std::time::Duration;

use stymie_search::{Clock, Limits};

/// A time control as the GUI sets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    /// Moves to the next time control, from when it is set; 0: the time is for the whole game.
    pub(crate) moves: u32,
    /// The time on the clock when it is set, in milliseconds.
    pub(crate) base_ms: i64,
    /// What every move adds.
    pub(crate) increment: Duration,
}

impl Level {
    /// Forty moves in five minutes: in force until the GUI says something else.
    const DEFAULT: Level = Level { moves: 40, base_ms: 300_000, increment: Duration::ZERO };

    /// Reads `MOVES BASE INCREMENT`, where the base is minutes or minutes:seconds, and the
    /// increment seconds, perhaps with a fraction. What follows the base is for other engines.
    pub(crate) fn parse(text: &str) -> Option<Level> {
        let mut words = text.split_whitespace();
        let (moves, base, increment) = (words.next()?, words.next()?, words.next()?);
        if words.next().is_some() {
            return None;
        }
        let (minutes, rest) = leading_number(base)?;
        let seconds = match rest.strip_prefix(':') {
            Some(seconds) => leading_number(seconds)?.0,
            None => 0,
        };
        Some(Level {
            moves: moves.parse().ok()?,
            base_ms: minutes.checked_mul(60)?.checked_add(seconds)?.checked_mul(1000)?,
            increment: parse_seconds(increment)?,
        })
    }
}

/// The digits at a text's front as a number, and the rest.
fn leading_number(text: &str) -> Option<(i64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at_checked(end)?;
    Some((digits.parse().ok()?, rest))
}

/// Reads seconds, perhaps with a fraction, up to a few months.
pub(crate) fn parse_seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=1e7).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// The engine's time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeControl {
    level: Level,
    /// How many moves the engine's side had made when the level was set.
    set_at: usize,
    remaining_ms: i64,
    per_move: Option<Duration>,
    depth: Option<u32>,
}

impl Default for TimeControl {
    fn default() -> TimeControl {
        let level = Level::DEFAULT;
        TimeControl { level, set_at: 0, remaining_ms: level.base_ms, per_move: None, depth: None }
    }
}

impl TimeControl {
    /// A new game: clocks start anew, and there is no limit of depth.
    pub(crate) fn restart(&mut self) {
        self.set_at = 0;
        self.remaining_ms = self.level.base_ms;
        self.depth = None;
    }

    /// Sets clocks, when the engine's side has made so many moves.
    pub(crate) fn set_level(&mut self, level: Level, moves_made: usize) {
        self.level = level;
        self.set_at = moves_made;
        self.remaining_ms = level.base_ms;
        self.per_move = None;
    }

    /// Sets a time for each move instead of clocks.
    pub(crate) fn set_per_move(&mut self, time: Duration) {
        self.per_move = Some(time);
    }

    /// Sets the limit of depth.
    pub(crate) fn set_depth(&mut self, depth: u32) {
        self.depth = Some(depth);
    }

    /// What the GUI's clock shows.
    pub(crate) fn set_remaining(&mut self, milliseconds: i64) {
        self.remaining_ms = milliseconds;
    }

    /// A move has been made, so many having been made before; only until the GUI tells what its
    /// clock shows.
    pub(crate) fn spend(&mut self, time: Duration, moves_made: usize) {
        let milliseconds = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let next_session =
            if self.moves_to_go(moves_made) == Some(1) { self.level.base_ms } else { 0 };
        self.remaining_ms = self
            .remaining_ms
            .saturating_sub(milliseconds(time))
            .saturating_add(milliseconds(self.level.increment))
            .saturating_add(next_session);
    }

    /// So much of the engine's time has gone without a move.
    pub(crate) fn lose(&mut self, time: Duration) {
        let milliseconds = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        self.remaining_ms = self.remaining_ms.saturating_sub(milliseconds);
    }

    /// The limits of the next search, when the engine's side has made so many moves.
    pub(crate) fn limits(&self, moves_made: usize) -> Limits {
        let clock = Clock {
            remaining_ms: self.remaining_ms,
            increment: self.level.increment,
            moves_to_go: self.moves_to_go(moves_made),
        };
        Limits {
            depth: self.depth,
            movetime: self.per_move,
            clock: self.per_move.is_none().then_some(clock),
            ..Limits::default()
        }
    }

    fn moves_to_go(&self, moves_made: usize) -> Option<u32> {
        let since = u32::try_from(moves_made.saturating_sub(self.set_at)).unwrap_or(u32::MAX);
        let into_session = since.checked_rem(self.level.moves)?;
        Some(self.level.moves - into_session)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_of_all_forms_are_read() {
        let level = |moves, base_ms, increment_ms| {
            Some(Level { moves, base_ms, increment: Duration::from_millis(increment_ms) })
        };
        assert_eq!(Level::parse("40 5 0"), level(40, 300_000, 0));
        assert_eq!(Level::parse("0 1:40 1"), level(0, 100_000, 1000));
        assert_eq!(Level::parse("0 0:01 0.02"), level(0, 1000, 20));
        assert_eq!(Level::parse("40 25+5 0"), level(40, 1_500_000, 0));
        for bad in ["", "40", "40 5", "x 5 0", "40 x 0", "40 5 x", "40 5 -1", "40 5 0 0", "-1 5 0"]
        {
            assert_eq!(Level::parse(bad), None, "{bad}");
        }
        assert_eq!(Level::parse("0 999999999999999999 0"), None);
        assert_eq!(Level::parse("0 5 NaN"), None);
    }

    #[test]
    fn sessions_are_counted_from_where_the_level_was_set() {
        let mut control = TimeControl::default();
        let to_go = |control: &TimeControl, made| {
            control.limits(made).clock.and_then(|clock| clock.moves_to_go)
        };
        assert_eq!(to_go(&control, 0), Some(40));
        assert_eq!(to_go(&control, 39), Some(1));
        assert_eq!(to_go(&control, 40), Some(40));
        control.set_level(Level { moves: 20, base_ms: 1000, increment: Duration::ZERO }, 40);
        assert_eq!(to_go(&control, 45), Some(15));
        control.set_level(Level { moves: 0, base_ms: 1000, increment: Duration::ZERO }, 45);
        assert_eq!(to_go(&control, 45), None);
    }

    #[test]
    fn a_depth_goes_with_clock_or_move_time_and_ends_with_the_game() {
        let mut control = TimeControl::default();
        control.set_depth(3);
        control.set_per_move(Duration::from_secs(1));
        let limits = control.limits(0);
        assert_eq!((limits.depth, limits.clock), (Some(3), None));
        assert_eq!(limits.movetime, Some(Duration::from_secs(1)));
        control.restart();
        assert_eq!(control.limits(0).depth, None);
        control
            .set_level(Level { moves: 0, base_ms: 500, increment: Duration::from_millis(20) }, 0);
        control.spend(Duration::from_millis(600), 0);
        let left = |control: &TimeControl| control.limits(1).clock.map(|clock| clock.remaining_ms);
        assert_eq!(left(&control), Some(-80));
        // The last move of a session brings the time for the next.
        control.set_level(Level { moves: 2, base_ms: 500, increment: Duration::ZERO }, 0);
        control.spend(Duration::from_millis(100), 0);
        assert_eq!(left(&control), Some(400));
        control.spend(Duration::from_millis(100), 1);
        assert_eq!(left(&control), Some(800));
    }
}
