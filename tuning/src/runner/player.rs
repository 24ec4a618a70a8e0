//! What the runner wants of an engine, whatever it is spoken to in.

use std::time::Duration;

use stymie_movegen::{Game, Move};

use super::control::{Clock, Control};

/// An engine's opinion of its position, from its own side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opinion {
    /// Centipawns.
    Centipawns(i32),
    /// Moves to the mate; below 0 it is its own.
    Mate(i32),
}

impl Opinion {
    /// In centipawns; mates are far beyond all else.
    pub(crate) fn centipawns(self) -> i32 {
        match self {
            Opinion::Centipawns(score) => score,
            Opinion::Mate(moves) if moves > 0 => 100_000 - moves,
            Opinion::Mate(moves) => -100_000 - moves,
        }
    }

    /// As in comments on moves: `+0.25`, `+M3`.
    pub(crate) fn in_words(self) -> String {
        match self {
            Opinion::Centipawns(score) => format!("{:+.2}", f64::from(score) / 100.0),
            Opinion::Mate(moves) if moves > 0 => format!("+M{moves}"),
            Opinion::Mate(moves) => format!("-M{}", moves.unsigned_abs()),
        }
    }
}

/// What an engine answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// A legal move.
    Move(Move),
    /// Something that is no legal move.
    Illegal(String),
    /// It gives up.
    Resignation,
    /// It says that the game is over, in these words. It is not.
    Claim(String),
    /// It has ended, or cannot be started.
    Crash(String),
    /// It did not answer in any time.
    Hang,
    /// The match was interrupted meanwhile.
    Interrupted,
}

/// An answer with what came along.
#[derive(Clone, Debug)]
pub(crate) struct Thought {
    pub(crate) answer: Answer,
    /// From the question to the answer.
    pub(crate) elapsed: Duration,
    /// How long processors worked for it meanwhile, if that is known.
    pub(crate) worked: Option<Duration>,
    pub(crate) opinion: Option<Opinion>,
    pub(crate) depth: Option<u32>,
    /// It offered a draw with the move.
    pub(crate) offers_draw: bool,
}

impl Thought {
    /// An answer that nothing came along with.
    pub(crate) fn bare(answer: Answer, elapsed: Duration) -> Thought {
        Thought { answer, elapsed, worked: None, opinion: None, depth: None, offers_draw: false }
    }
}

/// A question to an engine: what does it play?
pub(crate) struct Turn<'g> {
    pub(crate) game: &'g dyn Game,
    pub(crate) control: &'g Control,
    /// The clocks of White and Black; `None` for a side that has none.
    pub(crate) clocks: [Option<Clock>; 2],
    /// After this time the flag has fallen.
    pub(crate) flag: Option<Duration>,
    /// How long to wait after the flag's fall, or without a flag.
    pub(crate) patience: Duration,
}

impl Turn<'_> {
    /// The clock of the side to move.
    pub(crate) fn own_clock(&self) -> Option<&Clock> {
        self.clocks[self.game.side() as usize].as_ref()
    }
}

/// Why an engine could not be made ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// It has ended, or cannot be started; why.
    Crash(String),
    /// It does not answer; to what.
    Hang(String),
    /// It cannot do what is asked of it, so that there is no sense in a match.
    Unfit(String),
    /// The match was interrupted meanwhile.
    Interrupted,
}

/// An engine in a match.
pub(crate) trait Player: Send {
    /// Makes it ready for a game from the game's first position, of which the moves made are the
    /// opening.
    fn new_game(&mut self, game: &dyn Game, control: &Control) -> Result<(), Trouble>;
    /// Asks for a move.
    fn think(&mut self, turn: &Turn<'_>) -> Thought;
    /// Tells how the game ended: `1-0`, and with words behind it. Gives a claim of the engine's
    /// that says otherwise.
    fn game_over(&mut self, score: &str, result: &str) -> Option<String>;
    /// Ends it, so that it is started anew for the next game.
    fn kill(&mut self);
}
