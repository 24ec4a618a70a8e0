//! How long an engine may think: limits as the command line gives them, and the clock.

use std::str::FromStr;
use std::time::Duration;

/// What limits an engine's thinking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Control {
    /// A clock.
    pub(crate) clock: Option<ClockControl>,
    /// The time for each move.
    pub(crate) per_move: Option<Duration>,
    /// Nodes for each move.
    pub(crate) nodes: Option<u64>,
    /// Iterations for each move.
    pub(crate) depth: Option<u32>,
}

impl Control {
    /// Whether nothing is limited.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Control::default()
    }

    /// As PGN and people name it: `40/60+0.5`, `1/move`, `nodes=1000`, joined by blanks.
    pub(crate) fn in_words(&self) -> String {
        let mut words = Vec::new();
        if let Some(clock) = self.clock {
            words.push(clock.in_words());
        }
        if let Some(time) = self.per_move {
            words.push(format!("{}/move", seconds(time)));
        }
        words.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        words.extend(self.depth.map(|depth| format!("depth={depth}")));
        words.join(" ")
    }
}

/// A time control with a clock: `[MOVES/]TIME[+INCREMENT]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClockControl {
    /// Moves in a session; `None`: the time is for the whole game.
    pub(crate) moves: Option<u32>,
    /// The time for a session.
    pub(crate) base: Duration,
    /// What every move adds.
    pub(crate) increment: Duration,
}

impl ClockControl {
    fn in_words(self) -> String {
        let moves = self.moves.map_or(String::new(), |moves| format!("{moves}/"));
        let increment = match self.increment {
            Duration::ZERO => String::new(),
            increment => format!("+{}", seconds(increment)),
        };
        format!("{moves}{}{increment}", seconds(self.base))
    }
}

impl FromStr for ClockControl {
    type Err = String;

    /// Reads a time control: seconds, or minutes:seconds.
    fn from_str(text: &str) -> Result<ClockControl, String> {
        let wrong = || format!("'{text}' is no time control such as 40/60+0.5 or 1:30+1");
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves: u32 = moves.parse().map_err(|_| wrong())?;
                (Some(moves).filter(|&moves| moves > 0), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = match base.split_once(':') {
            Some((minutes, seconds)) => {
                let minutes: u32 = minutes.parse().map_err(|_| wrong())?;
                parse_seconds(seconds).ok_or_else(wrong)? + Duration::from_secs(60) * minutes
            }
            None => parse_seconds(base).ok_or_else(wrong)?,
        };
        let increment = parse_seconds(increment).ok_or_else(wrong)?;
        if base.is_zero() && increment.is_zero() {
            return Err(wrong());
        }
        Ok(ClockControl { moves, base, increment })
    }
}

/// Reads seconds, perhaps with a fraction, up to a few months.
pub(crate) fn parse_seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=1e7).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// Seconds without needless zeros.
fn seconds(time: Duration) -> String {
    format!("{}", (time.as_secs_f64() * 1e6).round() / 1e6)
}

/// One side's clock in a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    pub(crate) control: ClockControl,
    /// Nanoseconds left; below 0 only within the margin.
    left: i128,
    /// Moves made under it.
    made: u32,
}

impl Clock {
    pub(crate) fn new(control: ClockControl) -> Clock {
        Clock { control, left: nanoseconds(control.base), made: 0 }
    }

    /// The time left; 0 if none is.
    pub(crate) fn left(&self) -> Duration {
        Duration::from_nanos(u64::try_from(self.left.max(0)).unwrap_or(u64::MAX))
    }

    /// Moves to the next session.
    pub(crate) fn moves_to_go(&self) -> Option<u32> {
        self.control.moves.map(|moves| moves - self.made % moves)
    }

    /// Takes the time of a move, then adds what a move adds. False: the flag had fallen by more
    /// than the margin.
    pub(crate) fn spend(&mut self, elapsed: Duration, margin: Duration) -> bool {
        self.left -= nanoseconds(elapsed);
        let in_time = self.left + nanoseconds(margin) >= 0;
        self.left += nanoseconds(self.control.increment);
        self.made += 1;
        if self.control.moves.is_some_and(|moves| self.made.is_multiple_of(moves)) {
            self.left += nanoseconds(self.control.base);
        }
        in_time
    }
}

fn nanoseconds(time: Duration) -> i128 {
    i128::try_from(time.as_nanos()).unwrap_or(i128::MAX / 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_survive_their_text() {
        for (text, words) in [
            ("2+0.02", "2+0.02"),
            ("40/60", "40/60"),
            ("40/1:30+0.5", "40/90+0.5"),
            ("0.1+0.01", "0.1+0.01"),
            ("0/5", "5"),
        ] {
            assert_eq!(text.parse::<ClockControl>().unwrap().in_words(), words);
        }
        for bad in ["", "x", "1+", "1+x", "-1", "/", "0", "40/", "1:x", "1e99", "NaN"] {
            assert!(bad.parse::<ClockControl>().unwrap_err().contains(&format!("'{bad}'")));
        }
    }

    #[test]
    fn a_clock_falls_counts_moves_and_starts_sessions() {
        let ms = Duration::from_millis;
        let mut clock = Clock::new("2/1+0.1".parse().unwrap());
        assert_eq!(clock.moves_to_go(), Some(2));
        assert!(clock.spend(ms(1_000), Duration::ZERO));
        assert_eq!((clock.left(), clock.moves_to_go()), (ms(100), Some(1)));
        assert!(clock.spend(ms(100), Duration::ZERO));
        assert_eq!((clock.left(), clock.moves_to_go()), (ms(1_100), Some(2)));
        assert!(clock.spend(ms(1_150), ms(50)));
        assert!(!clock.spend(ms(1_151), ms(50)));
    }
}
