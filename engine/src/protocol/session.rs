//! A session with a GUI: what is done about its commands.
//!
//! The session's thread takes what comes, lines and reports of the search, from one channel, never
//! waits for anything else, and alone writes the output. The search runs on its own thread; while
//! it does, a command is done at once, or after the search, or ends the search first: see
//! [`Session::when`].

use std::collections::VecDeque;
use std::io::Write;
use std::mem;
use std::process::ExitCode;
use std::time::Duration;

use crossbeam::channel::{Receiver, Sender};
use stymie_eval::Score;
use stymie_movegen::fen::quote;
use stymie_movegen::{self as movegen, Game, Move, VariantId};
use stymie_search::{HashError, Limits, Report, Searcher};

use super::input::Input;
use super::message::{Ask, BadMove, Chair, Command, Dialect, Event};
use super::options::{self, Change};
use super::output::Gui;
use super::play::Table;
use super::thinking::{Fate, Progress, Purpose, Thinking};

/// What comes in.
pub(crate) enum Message {
    /// From the GUI.
    Input(Input),
    /// From the search.
    Search(Progress),
}

/// Makes a searcher of a variant with a table of so many MiB.
pub(crate) type Opener = fn(VariantId, usize) -> Result<Box<dyn Searcher>, HashError>;

/// Whether a session goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Flow {
    /// It does.
    On,
    /// It ends, well or badly.
    End(ExitCode),
}

/// When a command is done that comes while a search runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    /// At once.
    Now,
    /// When the search has ended.
    Later,
    /// At once, the search being dropped.
    Instead,
}

/// A session.
pub(crate) struct Session {
    pub(super) gui: Gui,
    /// For the search's reports.
    sender: Sender<Message>,
    open: Opener,
    pub(super) game: Box<dyn Game>,
    /// Why the last position was refused; until the next good one there is no move.
    pub(super) refused: Option<String>,
    searcher: Option<Box<dyn Searcher>>,
    hash: usize,
    threads: usize,
    overhead: Duration,
    /// How many of the best moves an analysis shows.
    pub(super) lines: usize,
    pub(super) thinking: Option<Thinking>,
    /// A search that is not to end by itself was asked for where there is nothing to search: the
    /// answer, that there is no move, is told when it may be.
    no_move_to_tell: bool,
    /// What is done after the search.
    waiting: VecDeque<Command>,
    debug: bool,
    /// Whether thinking is shown.
    pub(super) post: bool,
    /// The game that is played move by move.
    pub(super) table: Table,
}

impl Session {
    /// A session with nothing said yet. The search will report through `sender`.
    pub(crate) fn new(
        dialect: Box<dyn Dialect>,
        sink: Box<dyn Write + Send>,
        sender: Sender<Message>,
        open: Opener,
    ) -> Session {
        Session {
            post: dialect.posts_at_first(),
            gui: Gui::new(dialect, sink),
            sender,
            open,
            game: movegen::open(VariantId::Chess),
            refused: None,
            searcher: None,
            hash: options::DEFAULT_HASH,
            threads: 1,
            overhead: Duration::from_millis(options::DEFAULT_OVERHEAD_MS as u64),
            lines: 1,
            thinking: None,
            no_move_to_tell: false,
            waiting: VecDeque::new(),
            debug: false,
            table: Table::default(),
        }
    }

    /// Takes what comes until the end.
    pub(crate) fn run(mut self, messages: &Receiver<Message>) -> ExitCode {
        for message in messages {
            let flow = match message {
                Message::Input(Input::Line(line)) => self.hear(&line),
                Message::Input(Input::TooLong) => {
                    self.gui.tell(Event::Refused { command: "...", why: "line too long" });
                    Flow::On
                }
                Message::Input(Input::End) => Flow::End(ExitCode::SUCCESS),
                Message::Search(progress) => self.progress(progress),
            };
            if let Flow::End(code) = flow {
                return code;
            }
            if self.gui.is_closed() {
                return ExitCode::SUCCESS;
            }
        }
        ExitCode::SUCCESS
    }

    /// Takes a line.
    pub(crate) fn hear(&mut self, line: &str) -> Flow {
        let command = self.gui.read(line);
        match self.take(command) {
            Flow::On => self.attend(),
            end => end,
        }
    }

    fn take(&mut self, command: Command) -> Flow {
        let when = self.when(&command);
        let Some(thinking) = &mut self.thinking else { return self.execute(command) };
        match when {
            When::Now => return self.execute(command),
            When::Later => {}
            When::Instead => {
                thinking.end(Fate::Dropped);
                if command == Command::Pause(true) && thinking.purpose == Purpose::Turn {
                    self.table.interrupt(thinking.since.elapsed());
                }
            }
        }
        self.waiting.push_back(command);
        Flow::On
    }

    /// When a command is done that comes while a search runs or is ending.
    fn when(&self, command: &Command) -> When {
        let Some(thinking) = &self.thinking else { return When::Now };
        match (command, thinking.purpose) {
            (Command::Quit, _) => When::Now,
            // The search will be over in a moment, and what comes may depend on it.
            _ if thinking.fate != Fate::Running => When::Later,
            (command, _) if command.is_aside() => When::Now,
            (_, Purpose::Answer) => When::Later,
            (command, Purpose::Turn) => Session::when_at_turn(command),
            (Command::Move(text), Purpose::Ponder(expected)) if self.is_hit(text, expected) => {
                When::Now
            }
            // A result ends no analysis.
            (Command::GameOver, Purpose::Analysis) => When::Now,
            (_, Purpose::Ponder(_) | Purpose::Analysis | Purpose::Hint) => When::Instead,
        }
    }

    /// When a command is done that comes while the engine searches for its move.
    fn when_at_turn(command: &Command) -> When {
        match command {
            Command::SetOption { .. } => When::Later,
            Command::NewGame
            | Command::Variant(_)
            | Command::SetBoard(_)
            | Command::Seat(Chair::Neither | Chair::Other)
            | Command::Undo(_)
            | Command::Analyze(true)
            | Command::Edit(_)
            | Command::Pause(true)
            | Command::GameOver => When::Instead,
            _ => When::Now,
        }
    }

    fn execute(&mut self, command: Command) -> Flow {
        match command {
            Command::Nothing => {}
            Command::Quit => return Flow::End(ExitCode::SUCCESS),
            Command::Greet => self.gui.tell(Event::Greeting),
            Command::Ping(text) => self.gui.tell(Event::Pong(&text)),
            Command::Stop => {
                // What is done on nobody's clock is not waited for.
                if let Some(thinking) = &mut self.thinking
                    && !matches!(thinking.purpose, Purpose::Ponder(_) | Purpose::Analysis)
                {
                    thinking.end(Fate::Stopping);
                }
                self.tell_no_move();
            }
            Command::PonderHit => {
                if let Some(thinking) = &mut self.thinking {
                    thinking.hit();
                }
                self.tell_no_move();
            }
            Command::Debug(on) => self.debug = on,
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Forget => {
                if let Some(searcher) = &mut self.searcher {
                    searcher.new_game();
                }
            }
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            Command::Search(ask) => return self.search_once(ask),
            Command::Show => self.gui.tell(Event::Position(&*self.game)),
            Command::Bad { command, why } => {
                self.gui.tell(Event::Refused { command: &command, why: &why });
            }
            Command::Post(on) => self.post = on,
            command => return self.play(command),
        }
        Flow::On
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let error = match options::read(name, value) {
            Ok(change) => self.change(change).err(),
            Err(why) => Some(why),
        };
        if let Some(why) = error {
            self.gui
                .tell(Event::Refused { command: &format!("option {}", quote(name)), why: &why });
        }
    }

    /// Changes an option; says what is wrong if that cannot be.
    fn change(&mut self, change: Change) -> Result<(), String> {
        match change {
            Change::Variant(variant) => self.set_variant(variant),
            Change::Hash(mebibytes) => {
                let no_memory = |_| format!("no memory for a table of {mebibytes} MiB");
                match &mut self.searcher {
                    Some(searcher) => searcher.set_hash(mebibytes).map_err(no_memory)?,
                    // Nothing searches yet: find out now whether there is memory.
                    None => {
                        let variant = self.game.variant();
                        self.searcher = Some((self.open)(variant, mebibytes).map_err(no_memory)?);
                        self.configure();
                    }
                }
                self.hash = mebibytes;
            }
            Change::Threads(threads) => {
                self.threads = threads;
                self.configure();
            }
            Change::MultiPv(lines) => self.lines = lines,
            Change::MoveOverhead(overhead) => {
                self.overhead = overhead;
                self.configure();
            }
            Change::ClearHash => {
                if let Some(searcher) = &mut self.searcher {
                    searcher.new_game();
                }
            }
            Change::Resign(score) => self.table.resign_at = score.map(Score::new),
            Change::PlainCastling(plainly) => self.gui.dialect.castle_plainly(plainly),
            Change::RanksFrom0(from_0) => self.gui.dialect.count_ranks_from_0(from_0),
            Change::Nothing => {}
            Change::DebugLog(file) => {
                self.gui.set_log(file.as_deref()).map_err(|error| {
                    format!("cannot write the log file: {}", quote(&error.to_string()))
                })?;
            }
        }
        Ok(())
    }

    fn configure(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.set_threads(self.threads);
            searcher.set_move_overhead(self.overhead);
        }
    }

    /// Chooses a variant and says so; the game stands at its start.
    pub(super) fn set_variant(&mut self, variant: VariantId) {
        self.reset_game(variant);
        self.gui.tell(Event::Variant(&*self.game));
    }

    /// A game of the variant at its start.
    pub(super) fn reset_game(&mut self, variant: VariantId) {
        if self.game.variant() != variant {
            self.game = movegen::open(variant);
            // The next search makes its own.
            self.searcher = None;
        }
        self.game.reset();
        self.refused = None;
        self.table.leave_position();
    }

    /// Sets a position; moves are made up to the first that is none.
    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) {
        match fen {
            Some(fen) => {
                if !self.set_fen(fen) {
                    return;
                }
            }
            None => {
                self.game.reset();
                self.refused = None;
            }
        }
        for (index, text) in moves.iter().enumerate() {
            match self.gui.dialect.read_move(&*self.game, text) {
                Ok(mv) => self.game.play(mv),
                Err(error) => {
                    let why = (error == BadMove::Unreadable).then_some("unreadable");
                    let number = Some(index + 1);
                    self.gui.tell(Event::IllegalMove { text: &quote(text), why, number });
                    return;
                }
            }
        }
        if self.debug {
            let fen = format!("position {}", self.game.fen());
            self.gui.tell(Event::Remark(&fen));
        }
    }

    /// Sets a position by its FEN; says so and refuses moves from now on if it is none.
    pub(super) fn set_fen(&mut self, fen: &str) -> bool {
        match self.game.set_fen(fen, self.gui.dialect.reading()) {
            Ok(remarks) => {
                self.refused = None;
                self.table.forget_scores();
                self.table.leave_position();
                if !remarks.is_empty() {
                    self.gui.tell(Event::Remark(&remarks.join("; ")));
                }
                true
            }
            Err(error) => {
                let reasons: Vec<String> = error.reasons.iter().map(ToString::to_string).collect();
                let reasons = reasons.join("; ");
                self.gui.tell(Event::IllegalPosition(&reasons));
                self.refused = Some(reasons);
                false
            }
        }
    }

    /// A search without a game around it.
    fn search_once(&mut self, ask: Ask) -> Flow {
        if self.thinking.is_some() || self.no_move_to_tell {
            self.gui.tell(Event::Refused { command: "go", why: "a search is running" });
            return Flow::On;
        }
        let waits = ask.limits.infinite || ask.limits.ponder;
        if let Some(reasons) = self.refused.clone() {
            self.gui.tell(Event::IllegalPosition(&reasons));
        } else if self.game.legal_moves().is_empty() {
            if let Some(outcome) = self.game.outcome() {
                self.gui.tell(Event::Result(outcome));
            }
        } else {
            let moves = self.considered(&ask.moves);
            let limits = ask.limits_of(self.game.side());
            let limits = Limits { moves, lines: self.lines, ..limits };
            if self.debug {
                self.gui.tell(Event::Remark(&format!("limits {limits:?}")));
            }
            return self.think(Purpose::Answer, self.game.clone(), limits);
        }
        self.no_move_to_tell = true;
        if !waits {
            self.tell_no_move();
        }
        Flow::On
    }

    /// Tells that there is no move, if that was asked for.
    fn tell_no_move(&mut self) {
        if mem::take(&mut self.no_move_to_tell) {
            self.gui.tell(Event::Best(&*self.game, None, None));
        }
    }

    /// The legal ones of the moves that are to be considered; names the others.
    fn considered(&mut self, texts: &[String]) -> Vec<Move> {
        let mut moves = Vec::new();
        for text in texts {
            match self.gui.dialect.read_move(&*self.game, text) {
                Ok(mv) => moves.push(mv),
                Err(error) => {
                    let why = match error {
                        BadMove::Unreadable => "unreadable move",
                        BadMove::Illegal | BadMove::RookLeftBehind(_) => "illegal move",
                    };
                    let command = format!("searchmoves {}", quote(text));
                    self.gui.tell(Event::Refused { command: &command, why });
                }
            }
        }
        if moves.is_empty() && !texts.is_empty() {
            self.gui.tell(Event::Remark("searchmoves names no legal move: all are considered"));
        }
        moves
    }

    /// Starts to search the game's position.
    pub(super) fn think(&mut self, purpose: Purpose, game: Box<dyn Game>, limits: Limits) -> Flow {
        let Some(searcher) = self.take_searcher() else {
            return self.fail("no memory for the smallest table");
        };
        match Thinking::start(purpose, searcher, game, limits, self.sender.clone()) {
            Ok(thinking) => self.thinking = Some(thinking),
            Err(error) => return self.fail(&format!("no thread for the search: {error}")),
        }
        Flow::On
    }

    /// The searcher, made if there is none yet, with a smaller table where memory is short.
    fn take_searcher(&mut self) -> Option<Box<dyn Searcher>> {
        while self.searcher.is_none() && self.hash > 0 {
            match (self.open)(self.game.variant(), self.hash) {
                Ok(searcher) => {
                    self.searcher = Some(searcher);
                    self.configure();
                }
                Err(HashError { mebibytes }) => {
                    self.gui
                        .tell(Event::Remark(&format!("no memory for a table of {mebibytes} MiB")));
                    self.hash /= 2;
                }
            }
        }
        self.searcher.take()
    }

    fn progress(&mut self, progress: Progress) -> Flow {
        match progress {
            Progress::Info(info) => {
                if let Some(thinking) = &mut self.thinking {
                    thinking.heard(&info);
                    if thinking.fate != Fate::Dropped && self.post {
                        self.gui.tell(Event::Thinking(&*thinking.game, &info));
                    }
                }
                Flow::On
            }
            Progress::Done(searcher, report) => {
                self.searcher = Some(searcher);
                if let Some(thinking) = self.thinking.take() {
                    self.finish(&thinking, &report);
                }
                self.catch_up()
            }
            Progress::Failed(why) => self.fail(&format!("the search has failed: {why}")),
        }
    }

    fn finish(&mut self, thinking: &Thinking, report: &Report) {
        let dropped = thinking.fate == Fate::Dropped;
        match thinking.purpose {
            Purpose::Turn => self.finish_turn(thinking, report),
            Purpose::Answer if !dropped => {
                self.gui.tell(Event::Best(&*thinking.game, report.best, report.ponder));
            }
            Purpose::Hint if !dropped => {
                if let Some(best) = report.best {
                    self.gui.tell(Event::Hint(&*thinking.game, best));
                }
            }
            Purpose::Answer | Purpose::Hint | Purpose::Ponder(_) | Purpose::Analysis => {}
        }
    }

    /// Does what was put off; the next search may put some of it off again.
    fn catch_up(&mut self) -> Flow {
        for command in mem::take(&mut self.waiting) {
            let flow = self.take(command);
            if flow != Flow::On {
                return flow;
            }
        }
        self.attend()
    }

    fn fail(&mut self, why: &str) -> Flow {
        self.gui.tell(Event::Failure(why));
        Flow::End(ExitCode::FAILURE)
    }
}
