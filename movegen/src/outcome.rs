//! How games end.

use std::fmt;

use crate::piece::Color;

/// Why a game has ended, as [`fmt::Display`] names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Shatar: a mate whose series of checks holds no shak.
    Niol,
    /// Shatar: a mate by knights alone, lost by the side that gave it.
    KnightMate,
    /// Shatar: a side has only its king.
    Robado,
    /// A position has occurred three times.
    ThirdOccurrence,
    /// Xiangqi: one side has checked on every move of the repetition.
    PerpetualCheck,
    /// Xiangqi: both sides have.
    MutualPerpetualCheck,
    /// Xiangqi: one side has chased one piece on every move of the repetition.
    PerpetualChase,
    /// Xiangqi: both sides have.
    MutualPerpetualChase,
    /// The halfmove clock has reached this many plies.
    Plies(u16),
    /// Neither side has the force to mate.
    DeadPosition,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::Niol => "niol",
            Reason::KnightMate => "knight mate",
            Reason::Robado => "robado",
            Reason::ThirdOccurrence => "third occurrence",
            Reason::PerpetualCheck => "perpetual check",
            Reason::MutualPerpetualCheck => "mutual perpetual check",
            Reason::PerpetualChase => "perpetual chase",
            Reason::MutualPerpetualChase => "mutual perpetual chase",
            Reason::Plies(plies) => return write!(f, "{plies} plies"),
            Reason::DeadPosition => "dead position",
        })
    }
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// Who has won; `None` for a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
}

impl Outcome {
    /// A win.
    pub const fn win(winner: Color, reason: Reason) -> Outcome {
        Outcome { winner: Some(winner), reason }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn score(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}
