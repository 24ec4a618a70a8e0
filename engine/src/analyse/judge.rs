//! What a move has cost, and what it is called for that.

use stymie_eval::Score;

/// The loss, as a share of the points, at which a move counts half in the accuracy.
const HALF: f64 = 0.12;

/// Beyond this many centipawns a position is won, and what more is lost or gained is not counted
/// in the average loss.
const WON: i32 = 1000;

/// What a bad move is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// `?!`.
    Inaccuracy,
    /// `?`.
    Mistake,
    /// `??`.
    Blunder,
}

impl Mark {
    /// All of them, the mildest first.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The share of the points that a move loses at least to be marked so.
    pub const fn least_loss(self) -> f64 {
        match self {
            Mark::Inaccuracy => 0.06,
            Mark::Mistake => 0.12,
            Mark::Blunder => 0.24,
        }
    }

    /// The mark of a move that loses this share of the points; `None` for a fair one.
    pub fn of(loss: f64) -> Option<Mark> {
        Mark::ALL.into_iter().rev().find(|mark| loss >= mark.least_loss())
    }

    /// How players write it.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

/// How well a side has played.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Side {
    /// Moves that were a choice: where only one was legal, it says nothing of the player.
    choices: u32,
    /// The accuracies of these moves together, 0 to 1 each.
    accuracy: f64,
    /// The centipawns that they lost together.
    loss: i64,
    /// How often each mark was given, the mildest first.
    marks: [u32; 3],
}

impl Side {
    /// Counts a move that was a choice: the share of the points that it lost, and its mover's
    /// scores for the best move and for this one.
    pub(super) fn add(&mut self, loss: f64, best: Score, played: Score) {
        let capped = |score: Score| score.raw().clamp(-WON, WON);
        self.choices += 1;
        self.accuracy += (-loss / HALF).exp2();
        if loss > 0.0 {
            self.loss += i64::from((capped(best) - capped(played)).max(0));
        }
        for (count, mark) in self.marks.iter_mut().zip(Mark::ALL) {
            *count += u32::from(Mark::of(loss) == Some(mark));
        }
    }

    /// The mean accuracy in percent; `None` if there was nothing to choose.
    pub fn accuracy(&self) -> Option<f64> {
        (self.choices > 0).then(|| 100.0 * self.accuracy / f64::from(self.choices))
    }

    /// The centipawns that a move lost on average; `None` if there was nothing to choose.
    pub fn average_loss(&self) -> Option<f64> {
        (self.choices > 0).then(|| self.loss as f64 / f64::from(self.choices))
    }

    /// How often each mark was given, the mildest first.
    pub fn marks(&self) -> [u32; 3] {
        self.marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_follow_the_loss() {
        for (loss, mark) in [
            (0.0, None),
            (0.059, None),
            (0.06, Some(Mark::Inaccuracy)),
            (0.119, Some(Mark::Inaccuracy)),
            (0.12, Some(Mark::Mistake)),
            (0.24, Some(Mark::Blunder)),
            (1.0, Some(Mark::Blunder)),
        ] {
            assert_eq!(Mark::of(loss), mark, "{loss}");
        }
    }

    #[test]
    fn a_sides_accuracy_is_the_mean_of_its_moves() {
        let mut side = Side::default();
        assert_eq!((side.accuracy(), side.average_loss()), (None, None));
        side.add(0.0, Score::new(10), Score::new(-40));
        side.add(0.12, Score::new(100), Score::new(0));
        side.add(0.24, Score::win_in(3), Score::new(800));
        assert_eq!(side.accuracy(), Some((100.0 + 50.0 + 25.0) / 3.0));
        assert_eq!(side.average_loss(), Some((0.0 + 100.0 + 200.0) / 3.0));
        assert_eq!(side.marks(), [0, 1, 1]);
    }
}
