//! What is said between a GUI and a session, in no dialect.

use std::time::Duration;

use stymie_movegen::{Color, Game, Move, Outcome, Reading, Square, VariantId};
use stymie_search::{Clock, Current, Info, Limits};

use super::clock::Level;

/// What a GUI wants.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// Nothing: an empty line, or news of no consequence.
    Nothing,
    /// To be told who this is and what it can do.
    Greet,
    /// A sign of life, with the same text.
    Ping(String),
    /// The end.
    Quit,
    /// The running search's result, now.
    Stop,
    /// The move that is pondered on has been played, perhaps with a draw offered.
    PonderHit {
        /// Whether a draw is offered.
        draw: bool,
    },
    /// These moves are forbidden in the position, by a referee who knows better.
    Ban(Vec<String>),
    /// More talk about what is going on, or less.
    Debug(bool),
    /// An option changed.
    SetOption {
        /// Its name, in any case.
        name: String,
        /// Its new value; buttons have none.
        value: Option<String>,
    },
    /// All forgotten that was learnt in the game before.
    Forget,
    /// A position: a FEN (the start position if it is missing) and moves from it.
    Position {
        /// The FEN.
        fen: Option<String>,
        /// The moves.
        moves: Vec<String>,
    },
    /// The best move of the position.
    Search(Ask),
    /// The position shown.
    Show,
    /// A new game of chess, the engine to play Black.
    NewGame,
    /// A new game of the variant.
    Variant(String),
    /// A game from this position.
    SetBoard(String),
    /// The opponent's move.
    Move(String),
    /// The engine seated, or off the board.
    Seat(Chair),
    /// This many moves taken back.
    Undo(usize),
    /// A time control.
    Level(Level),
    /// Exactly this time for every move.
    MoveTime(Duration),
    /// No more than so many iterations.
    Depth(u32),
    /// The engine's clock, in milliseconds.
    Time(i64),
    /// The opponent offers a draw.
    DrawOffer,
    /// The game is over.
    GameOver,
    /// The opponent is a program.
    Computer,
    /// Thinking to be shown, or not.
    Post(bool),
    /// The moves of the piece on this square.
    Lift(String),
    /// The piece that was lifted is put on this square.
    Put(String),
    /// What the engine expects the opponent to play, or would play itself.
    Hint,
    /// The moves that the opening book has.
    Book,
    /// Analysis begins, or ends.
    Analyze(bool),
    /// How the analysis is getting on.
    Status,
    /// A move, or all, to be considered again or no more.
    Consider {
        /// The move as the GUI wrote it, or `all`.
        what: String,
        /// Whether it is to be considered.
        included: bool,
    },
    /// Thinking on the opponent's time, or not.
    Ponder(bool),
    /// No thinking until it is resumed, or the end of that.
    Pause(bool),
    /// A step of setting a position up by hand.
    Edit(Edit),
    /// Something that cannot be understood or done.
    Bad {
        /// What was said.
        command: String,
        /// What is wrong with it.
        why: String,
    },
}

/// A step of setting a position up by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Edit {
    /// It begins, with the game's position.
    Begin,
    /// All pieces off the board.
    Clear,
    /// The next pieces are the other side's; White's at first.
    OtherColor,
    /// What stands on this square taken off.
    Remove(String),
    /// The piece of this letter put on a square.
    Put(char, String),
    /// It ends: the position holds.
    End,
}

impl Command {
    /// Whether it can be done beside any search, without a word to it.
    pub(crate) fn is_aside(&self) -> bool {
        matches!(
            self,
            Command::Nothing
                | Command::Greet
                | Command::Ping(_)
                | Command::Stop
                | Command::PonderHit { .. }
                | Command::Debug(_)
                | Command::Time(_)
                | Command::DrawOffer
                | Command::Computer
                | Command::Post(_)
                | Command::Lift(_)
                | Command::Put(_)
                | Command::Hint
                | Command::Book
                | Command::Status
                | Command::Bad { .. }
        )
    }
}

/// Where the engine is to sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chair {
    /// At neither side: it only follows the game.
    Neither,
    /// At the side to move.
    ToMove,
    /// At the other side.
    Other,
}

/// How long a search takes if what was to end it could not be understood.
const RATHER_SHORT: Duration = Duration::from_millis(100);

/// The limits of a single search, with both sides' clocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ask {
    /// Milliseconds left, by side.
    pub(crate) remaining: [Option<i64>; 2],
    /// Milliseconds a move adds, by side.
    pub(crate) increment: [u64; 2],
    /// Moves to the next time control.
    pub(crate) moves_to_go: Option<u32>,
    /// The moves to be considered, as the GUI wrote them; none: all.
    pub(crate) moves: Vec<String>,
    /// Whether the opponent offers a draw.
    pub(crate) draw: bool,
    /// What could not be understood, and why; the rest counts.
    pub(crate) misread: Vec<String>,
    /// The others; its moves and lines are filled in by the session.
    pub(crate) limits: Limits,
}

impl Ask {
    /// Sets a limit that is a count, by the name that it has in UCI and UCCI. There is always a best
    /// move, and so at least the least of a search.
    pub(crate) fn set_count(&mut self, name: &str, number: i64) {
        let at_least_0 = number.max(0).unsigned_abs();
        let small = u32::try_from(at_least_0).unwrap_or(u32::MAX);
        match name {
            "depth" => self.limits.depth = Some(small.max(1)),
            "mate" => self.limits.mate = Some(small.max(1)),
            "nodes" => self.limits.nodes = Some(at_least_0.max(1)),
            "movestogo" => self.moves_to_go = Some(small).filter(|&moves| moves > 0),
            _ => {}
        }
    }

    /// The limits for the side that is to move.
    pub(crate) fn limits_of(self, side: Color) -> Limits {
        let [white_left, black_left] = self.remaining;
        let [white_adds, black_adds] = self.increment;
        let (remaining, increment) = match side {
            Color::White => (white_left, white_adds),
            Color::Black => (black_left, black_adds),
        };
        let clock = remaining.map(|remaining_ms| Clock {
            remaining_ms,
            increment: Duration::from_millis(increment),
            moves_to_go: self.moves_to_go,
        });
        let limits = Limits { clock, ..self.limits };
        let has_end = limits.infinite
            || limits.clock.is_some()
            || limits.movetime.is_some()
            || limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.mate.is_some();
        match has_end || self.misread.is_empty() {
            true => limits,
            false => Limits { movetime: Some(RATHER_SHORT), ..limits },
        }
    }
}

/// What a session tells a GUI. Games are given for the names of squares and moves.
#[derive(Clone, Copy)]
pub(crate) enum Event<'a> {
    /// Who this is and what it can do; the answer to [`Command::Greet`].
    Greeting,
    /// The answer to [`Command::Ping`].
    Pong(&'a str),
    /// A variant was chosen; the game stands at its start.
    Variant(&'a dyn Game),
    /// A command that cannot be understood or done; nothing has changed.
    Refused {
        /// What was said, shortened.
        command: &'a str,
        /// What is wrong with it.
        why: &'a str,
    },
    /// The position is none, for these reasons; there is no move until the next good one.
    IllegalPosition(&'a str),
    /// A move that was not made.
    IllegalMove {
        /// What was said, shortened.
        text: &'a str,
        /// What is wrong with it, if there is something to say.
        why: Option<&'a str>,
        /// Its number in a list of moves, from 1.
        number: Option<usize>,
    },
    /// A castling that the GUI has drawn without the rook was not made.
    RookLeftBehind(&'a str),
    /// The position, to be shown.
    Position(&'a dyn Game),
    /// Something that a person reads.
    Remark(&'a str),
    /// How a search is getting on; the game is where it began.
    Thinking(&'a dyn Game, &'a Info),
    /// The move that a search has found and the reply expected; the game is where it began.
    Best(&'a dyn Game, Option<Move>, Option<Move>),
    /// The game has ended.
    Result(Outcome),
    /// A draw is offered or accepted.
    DrawOffer,
    /// Where a lifted piece may go: these legal moves.
    Targets(&'a dyn Game, &'a [Move]),
    /// Where the king may go now that its rook has been clicked: by this castling.
    CastlingTarget(&'a dyn Game, Move),
    /// A move to be recommended, or expected of the opponent.
    Hint(&'a dyn Game, Move),
    /// There is no opening book.
    NoBook,
    /// How an analysis is getting on; the game is where it began.
    Status {
        /// The game.
        game: &'a dyn Game,
        /// Since it began.
        elapsed: Duration,
        /// The last iteration of its best line.
        info: Option<&'a Info>,
        /// The move that is looked at now, if that is known.
        current: Option<Current>,
        /// How many moves are considered.
        moves: usize,
    },
    /// The engine gives the game up.
    Resigns,
    /// There is nothing to stop.
    Idle,
    /// The session ends as the GUI wants it.
    Farewell,
    /// The engine cannot go on.
    Failure(&'a str),
}

/// One protocol: text to commands, events to text.
pub(crate) trait Dialect: Send {
    /// What a line means.
    fn read(&mut self, line: &str) -> Command;
    /// Adds the lines that tell of an event.
    fn write(&mut self, event: Event<'_>, lines: &mut Vec<String>);
    /// How the GUI's FENs are to be read.
    fn reading(&self) -> Reading;
    /// Reads a legal move.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_move(&self, game: &dyn Game, text: &str) -> Result<Move, BadMove>;

    /// The squares of a move that may be illegal; `None` where no reason is given for that anyway.
    fn read_squares(&self, _game: &dyn Game, _text: &str) -> Option<(Square, Square)> {
        None
    }
    /// Reads a square's name.
    fn read_square(&self, game: &dyn Game, text: &str) -> Option<Square>;
    /// Boards with ten ranks have ranks 0 to 9 from now on, or 1 to 10.
    fn count_ranks_from_0(&mut self, _from_0: bool) {}
    /// Castling is written by the king's move alone from now on, or as it was at first.
    fn castle_plainly(&mut self, _plainly: bool) {}
    /// Lines of thinking tell the chances of a win, a draw and a loss from now on, or no more.
    fn show_chances(&mut self, _shown: bool) {}
    /// The game that a session begins with.
    fn first_variant(&self) -> VariantId {
        VariantId::Chess
    }
    /// Whether the GUI knows the rules and judges games by itself.
    fn gui_judges(&self) -> bool;
    /// Whether searches are shown before the GUI asks for it.
    fn posts_at_first(&self) -> bool;
}

/// Why a text is no move that can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BadMove {
    /// It cannot be read.
    Unreadable,
    /// It is not legal.
    Illegal,
    /// It is this castling, which the GUI has drawn without the rook.
    RookLeftBehind(Move),
}

/// The two words that a GUI reads as a command's failure when it is not known.
pub(crate) const UNKNOWN_COMMAND: &str = "unknown command";

/// Splits the first word off a line; both parts without surrounding blanks.
pub(crate) fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (line, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_split_after_its_first_word() {
        assert_eq!(split_word("  go   depth 3 \r"), ("go", "depth 3"));
        assert_eq!(split_word("stop"), ("stop", ""));
        assert_eq!(split_word(" \t"), ("", ""));
    }

    #[test]
    fn the_clock_of_a_search_is_that_of_the_side_to_move() {
        let ask = Ask {
            remaining: [Some(1000), Some(-5)],
            increment: [10, 20],
            moves_to_go: Some(7),
            moves: Vec::new(),
            draw: false,
            misread: Vec::new(),
            limits: Limits { depth: Some(4), ..Limits::default() },
        };
        let black =
            Clock { remaining_ms: -5, increment: Duration::from_millis(20), moves_to_go: Some(7) };
        let limits = ask.limits_of(Color::Black);
        assert_eq!((limits.clock, limits.depth), (Some(black), Some(4)));
        let misread = vec!["go wtime: 'soon' is no number".to_owned()];
        let ask = Ask { misread, remaining: [None, Some(9)], ..Ask::default() };
        assert!(ask.clone().limits_of(Color::White).movetime.is_some());
        assert_eq!(ask.limits_of(Color::Black).movetime, None);
        assert_eq!(Ask::default().limits_of(Color::White), Limits::default());
    }
}
