//! The clocks at the board.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use stymie_movegen::Color;

/// Both sides' time.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    /// What a game begins with.
    whole: Duration,
    /// What each side had left when `since` was last set.
    left: [Duration; 2],
    increment: Duration,
    /// Whose clock runs, and since when.
    running: Option<(Color, Instant)>,
    /// What both sides had left when a move was made, what it adds not yet added: by the move's
    /// index, for those that were made while there were clocks.
    before: BTreeMap<usize, [Duration; 2]>,
}

impl Clock {
    /// Clocks of so many seconds that stand still, and what each move adds.
    pub(super) fn new(seconds: u32, increment: u32) -> Clock {
        let time = Duration::from_secs(seconds.into());
        Clock {
            whole: time,
            left: [time, time],
            increment: Duration::from_secs(increment.into()),
            running: None,
            before: BTreeMap::new(),
        }
    }

    /// What a game begins with, and what each move adds.
    pub(super) fn control(&self) -> (Duration, Duration) {
        (self.whole, self.increment)
    }

    /// As before the first move.
    pub(super) fn reset(&mut self) {
        (self.left, self.running) = ([self.whole; 2], None);
        self.before.clear();
    }

    /// A side's time left.
    pub(super) fn left(&self, color: Color, now: Instant) -> Duration {
        let [white, black] = self.left;
        let left = if color == Color::White { white } else { black };
        match self.running {
            Some((side, since)) if side == color => {
                left.saturating_sub(now.saturating_duration_since(since))
            }
            _ => left,
        }
    }

    /// Whose clock runs.
    pub(super) fn running(&self) -> Option<Color> {
        self.running.map(|(side, _)| side)
    }

    /// The side has made the move of this index: it gets its increment, and the other side's clock
    /// runs.
    pub(super) fn press(&mut self, color: Color, index: usize, now: Instant) {
        let left = self.left(color, now);
        *self.of(color) = left;
        self.before.insert(index, self.left);
        *self.of(color) = left + self.increment;
        self.running = Some((!color, now));
    }

    /// The moves from this index on are taken back, and it is this side's turn. Both sides have what
    /// they had then: thought stays spent, what the moves have added goes.
    pub(super) fn return_to(&mut self, index: usize, color: Color, now: Instant) {
        let runs = self.running.is_some();
        self.stop(now);
        let after = self.before.split_off(&index);
        if let Some((_, &left)) = after.first_key_value() {
            self.left = left;
        }
        self.running = runs.then_some((color, now));
    }

    /// Both clocks stand still.
    pub(super) fn stop(&mut self, now: Instant) {
        if let Some((side, _)) = self.running {
            *self.of(side) = self.left(side, now);
        }
        self.running = None;
    }

    /// When the running clock's time is up.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let (side, since) = self.running?;
        let [white, black] = self.left;
        Some(since + if side == Color::White { white } else { black })
    }

    /// As the search takes it, for the side to move.
    pub(super) fn for_search(&self, color: Color, now: Instant) -> stymie_search::Clock {
        let remaining = self.left(color, now).as_millis();
        stymie_search::Clock {
            remaining_ms: i64::try_from(remaining).unwrap_or(i64::MAX),
            increment: self.increment,
            moves_to_go: None,
        }
    }

    fn of(&mut self, color: Color) -> &mut Duration {
        let [white, black] = &mut self.left;
        if color == Color::White { white } else { black }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_for_the_side_to_move_and_a_move_adds_to_it() {
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut clock = Clock::new(60, 2);
        assert_eq!(clock.deadline(), None);
        clock.press(Color::White, 0, start);
        assert_eq!(clock.left(Color::White, after(9)), Duration::from_secs(62));
        assert_eq!(clock.left(Color::Black, after(9)), Duration::from_secs(51));
        clock.press(Color::Black, 1, after(10));
        assert_eq!(clock.left(Color::Black, after(20)), Duration::from_secs(52));
        assert_eq!(clock.deadline(), Some(after(72)));
        // Black's move is taken back: nine seconds are spent, and two not won.
        clock.return_to(1, Color::Black, after(20));
        assert_eq!(clock.left(Color::White, after(99)), Duration::from_secs(62));
        assert_eq!(clock.left(Color::Black, after(20)), Duration::from_secs(50));
        clock.stop(after(30));
        assert_eq!(clock.left(Color::Black, after(99)), Duration::from_secs(40));
        clock.press(Color::Black, 1, after(40));
        clock.return_to(0, Color::White, after(50));
        assert_eq!(clock.left(Color::White, after(50)), Duration::from_secs(60));
        assert_eq!(clock.left(Color::Black, after(99)), Duration::from_secs(60));
    }
}
