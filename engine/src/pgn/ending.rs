//! How recorded games end.

use std::fmt;

use stymie_movegen::{Color, Game, Outcome};

use super::side_name;

/// What a player did that lost a game which the rules had not ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// It played an illegal move.
    IllegalMove,
    /// Its flag fell.
    TimeLoss,
    /// Its flag fell while the program that keeps the clock was itself not run: nobody loses.
    TimeLossInGap,
    /// It ended.
    Crash,
    /// It did not answer at all.
    Hang,
    /// It said that the game is over.
    FalseClaim,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 6] = [
        Fault::IllegalMove,
        Fault::TimeLoss,
        Fault::TimeLossInGap,
        Fault::Crash,
        Fault::Hang,
        Fault::FalseClaim,
    ];

    /// PGN's word for it.
    const fn termination(self) -> &'static str {
        match self {
            Fault::IllegalMove | Fault::FalseClaim => "rules infraction",
            Fault::TimeLoss => "time forfeit",
            Fault::TimeLossInGap => "emergency",
            Fault::Crash | Fault::Hang => "abandoned",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::IllegalMove => "illegal move",
            Fault::TimeLoss => "time loss",
            Fault::TimeLossInGap => "time loss in a runner gap",
            Fault::Crash => "crash",
            Fault::Hang => "hang",
            Fault::FalseClaim => "false claim",
        })
    }
}

/// How a recorded game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// This side gave up.
    Resignation(Color),
    /// This side did what loses, but for [`Fault::TimeLossInGap`], which makes the game void.
    Fault(Color, Fault),
    /// The players agreed to a draw.
    Agreement,
    /// Ended early because the players' scores left no doubt: who won.
    Adjudication(Option<Color>),
    /// As a record of the game says that is silent on the reason: who won.
    Recorded(Option<Color>),
    /// Not yet.
    Unfinished,
}

impl Ending {
    /// What a record's result says: `1-0`, `0-1`, `1/2-1/2`; `None` for any other text.
    pub fn recorded(result: &str) -> Option<Ending> {
        match result {
            "1-0" => Some(Ending::Recorded(Some(Color::White))),
            "0-1" => Some(Ending::Recorded(Some(Color::Black))),
            "1/2-1/2" => Some(Ending::Recorded(None)),
            _ => None,
        }
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that has not ended or is void.
    pub fn score(self) -> &'static str {
        match self {
            Ending::Unfinished | Ending::Fault(_, Fault::TimeLossInGap) => "*",
            _ => match self.winner() {
                Some(Color::White) => "1-0",
                Some(Color::Black) => "0-1",
                None => "1/2-1/2",
            },
        }
    }

    /// Who won; nobody in a draw, an unfinished or a void game.
    pub fn winner(self) -> Option<Color> {
        match self {
            Ending::Rules(outcome) => outcome.winner,
            Ending::Fault(_, Fault::TimeLossInGap) => None,
            Ending::Resignation(side) | Ending::Fault(side, _) => Some(!side),
            Ending::Adjudication(winner) | Ending::Recorded(winner) => winner,
            Ending::Agreement | Ending::Unfinished => None,
        }
    }

    /// PGN's word for how it came to an end.
    pub(super) const fn termination(self) -> &'static str {
        match self {
            Ending::Rules(_) | Ending::Resignation(_) | Ending::Agreement | Ending::Recorded(_) => {
                "normal"
            }
            Ending::Fault(_, fault) => fault.termination(),
            Ending::Adjudication(_) => "adjudication",
            Ending::Unfinished => "unterminated",
        }
    }

    /// The ending in words: `White wins: checkmate`, `draw: niol`, `Black resigns`, `unfinished`.
    pub fn in_words(self, game: &dyn Game) -> String {
        match self {
            Ending::Rules(Outcome { winner: Some(winner), reason }) => {
                format!("{} wins: {reason}", side_name(game, winner))
            }
            Ending::Rules(Outcome { winner: None, reason }) => format!("draw: {reason}"),
            Ending::Resignation(side) => format!("{} resigns", side_name(game, side)),
            Ending::Fault(side, fault @ Fault::TimeLossInGap) => {
                format!("void: {}'s {fault}", side_name(game, side))
            }
            Ending::Fault(side, fault) => format!("{} loses: {fault}", side_name(game, side)),
            Ending::Agreement => "draw: agreement".to_owned(),
            Ending::Adjudication(Some(winner)) => {
                format!("{} wins: adjudication", side_name(game, winner))
            }
            Ending::Adjudication(None) => "draw: adjudication".to_owned(),
            Ending::Recorded(Some(winner)) => format!("{} has won", side_name(game, winner)),
            Ending::Recorded(None) => "draw".to_owned(),
            Ending::Unfinished => "unfinished".to_owned(),
        }
    }
}
