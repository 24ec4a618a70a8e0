//! The engine's own referee, asked about positions.

use serde_json::Value;

use crate::{Program, SOON};

/// What the referee says of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The position's FEN.
    pub fen: String,
    /// The legal moves in UCI notation.
    pub legal: Vec<String>,
    /// Whether the side to move is in check.
    pub check: bool,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on.
    pub result: String,
    /// Why the game is over; empty while it goes on.
    pub reason: String,
    /// Why the question was refused; the other fields are then empty.
    pub error: Option<String>,
}

/// A running `stymie referee`.
pub struct Referee {
    program: Program,
}

impl Referee {
    /// Starts the referee of that engine binary.
    #[must_use]
    pub fn start(path: &str) -> Self {
        Self { program: Program::start(path, &["referee"]) }
    }

    /// Asks about the position after these moves (UCI, separated by blanks) from a FEN or `startpos`.
    ///
    /// # Panics
    /// If no answer in the referee's format comes.
    #[track_caller]
    pub fn ask(&mut self, variant: &str, fen: &str, moves: &str) -> Answer {
        self.program.send(&format!("{variant} | {fen} | {moves}"));
        let Some(line) = self.program.next_line(SOON) else {
            self.program.fail("the referee does not answer");
        };
        read_answer(&line)
            .unwrap_or_else(|| self.program.fail("the referee's answer is not in its format"))
    }

    /// Asks and expects no refusal.
    ///
    /// # Panics
    /// If the referee refuses the question.
    #[track_caller]
    pub fn judge(&mut self, variant: &str, fen: &str, moves: &str) -> Answer {
        let answer = self.ask(variant, fen, moves);
        if let Some(error) = &answer.error {
            panic!("the referee refuses {variant} | {fen} | {moves}: {error}");
        }
        answer
    }
}

fn read_answer(line: &str) -> Option<Answer> {
    let value: Value = serde_json::from_str(line).ok()?;
    if let Some(error) = value.get("error") {
        return Some(Answer { error: Some(error.as_str()?.to_owned()), ..Answer::default() });
    }
    let text = |name: &str| Some(value.get(name)?.as_str()?.to_owned());
    let legal = value.get("legal")?.as_array()?.iter();
    Some(Answer {
        fen: text("fen")?,
        legal: legal.map(|text| Some(text.as_str()?.to_owned())).collect::<Option<_>>()?,
        check: value.get("check")?.as_bool()?,
        result: text("result")?,
        reason: text("reason")?,
        error: None,
    })
}
