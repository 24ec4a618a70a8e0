//! What the page and the server say to each other, in JSON: [`Request`]s one way, [`Tell`]s the
//! other.

use serde::{Deserialize, Serialize};

/// The longest request, in bytes: a long game's PGN is shorter.
pub(super) const LONGEST: usize = 1 << 18;

/// The longest text that is taken from a socket only to be refused, in bytes: who sends more than
/// that is not listened to any longer.
pub(super) const LONGEST_HEARD: usize = 8 << 20;

/// What the page asks for.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Request {
    /// A new game, from the start position or from another.
    New { variant: String, fen: Option<String> },
    /// The game that leads to a position: a FEN (or `startpos`) and moves, or a PGN.
    Load { variant: String, text: String },
    /// A move in the position that is shown, in any notation.
    Play { mv: String },
    /// Show the position after so many moves.
    GoTo { ply: usize },
    /// Show the position so many moves later, or earlier, as far as there are any.
    Step { by: isize },
    /// Take back the last move, and the engine's before it.
    TakeBack,
    /// Who plays which side.
    Seats { white: Player, black: Player },
    /// How strong the engine plays.
    Level(super::level::Level),
    /// Clocks of so many seconds, and so many for each move; 0 and 0: none.
    Clock { seconds: u32, increment: u32 },
    /// Whether positions are analysed, and in how many lines.
    Analyse { on: bool, lines: u8 },
    /// Play at once what has been found.
    MoveNow,
    /// The side whose turn it is, or the person's, gives up.
    Resign,
    /// The game as PGN.
    Pgn,
    /// Whether somebody looks at the page: nothing is analysed unseen.
    Seen { on: bool },
}

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Player {
    /// Somebody at the board.
    Person,
    /// The engine.
    Engine,
}

/// What the server tells the page.
#[derive(Debug, Serialize)]
#[serde(tag = "tell", rename_all = "kebab-case")]
pub(super) enum Tell {
    /// What can be played; the first thing told.
    Hello {
        /// Which run of the program this is: a tab knows by it what it has kept from another.
        run: u32,
        variants: Vec<Variant>,
        strengths: u32,
    },
    /// All that is to be shown of the game.
    Board(Box<super::view::View>),
    /// A line of play that the engine has found.
    Line(Line),
    /// The game as PGN.
    Pgn { text: String },
    /// A request that was not carried out, and why, in one line.
    Refused { why: String },
    /// Something that a person should know, in one line.
    Remark { text: String },
}

impl Tell {
    /// The message's text.
    pub(super) fn to_text(&self) -> String {
        // These types have no map with keys that are not strings, the one thing that can fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A variant that can be played.
#[derive(Debug, Serialize)]
pub(super) struct Variant {
    /// The name in `UCI_Variant`.
    pub(super) name: &'static str,
    /// What it is, in a few words.
    pub(super) title: &'static str,
    pub(super) files: u8,
    pub(super) ranks: u8,
    /// The FEN it starts from.
    pub(super) start: &'static str,
    /// Upper-case letters of its pieces, and their names.
    pub(super) pieces: Vec<(char, &'static str)>,
    /// The first side's name.
    pub(super) first: &'static str,
    /// Whether pieces stand where lines cross.
    pub(super) crossings: bool,
}

/// A line of play, as it is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Line {
    /// After how many moves of the game it begins.
    pub(super) ply: usize,
    /// Which line it is, from 1, the best.
    pub(super) rank: usize,
    pub(super) depth: u32,
    pub(super) seldepth: u32,
    pub(super) nodes: u64,
    /// Milliseconds since the search began.
    pub(super) ms: u64,
    /// For White, in centipawns; a mate is beyond 30,000.
    pub(super) white: i32,
    /// The same in words.
    pub(super) score: String,
    /// The moves, in UCI.
    pub(super) moves: Vec<String>,
    /// The same as people write them.
    pub(super) text: String,
}
