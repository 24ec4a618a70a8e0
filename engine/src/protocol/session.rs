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

use crossbeam::channel::{Receiver, Sender};
use stymie_movegen::fen::quote;
use stymie_movegen::{self as movegen, Game, Move, VariantId};
use stymie_search::{HashError, Limits, Report, Searcher, Skill};

use super::input::Input;
use super::message::{Ask, BadMove, Chair, Command, Dialect, Event};
use super::options;
use super::output::Gui;
use super::play::Table;
use super::seat::Seat;
use super::settings::Settings;
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

/// What ends a search that does not end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// To be stopped.
    Stop,
    /// That, or the hit that ends pondering.
    StopOrHit,
}

/// A session.
pub(crate) struct Session {
    pub(super) gui: Gui,
    /// For the search's reports.
    sender: Sender<Message>,
    pub(super) open: Opener,
    pub(super) game: Box<dyn Game>,
    /// Why the last position was refused; until the next good one there is no move.
    pub(super) refused: Option<String>,
    pub(super) searcher: Option<Box<dyn Searcher>>,
    pub(super) settings: Settings,
    pub(super) thinking: Option<Thinking>,
    /// A search that is not to end by itself was asked for where there is nothing to search: the
    /// answer, that there is no move, is told when it is stopped, or hit if that may be.
    no_move_to_tell: Option<End>,
    /// The moves of the position that are forbidden by a referee who knows better.
    banned: Vec<Move>,
    /// The opponent has offered a draw with what is being answered.
    pub(super) draw_offered: bool,
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
        let game = movegen::open(dialect.first_variant());
        Session {
            post: dialect.posts_at_first(),
            gui: Gui::new(dialect, sink),
            sender,
            open,
            game,
            refused: None,
            searcher: None,
            settings: Settings::default(),
            thinking: None,
            no_move_to_tell: None,
            banned: Vec::new(),
            draw_offered: false,
            waiting: VecDeque::new(),
            debug: false,
            table: Table::default(),
        }
    }

    /// Takes what comes until the end.
    pub(crate) fn run(mut self, messages: &Receiver<Message>) -> ExitCode {
        for message in messages {
            if let Flow::End(code) = self.receive(message) {
                return code;
            }
        }
        ExitCode::SUCCESS
    }

    /// Takes what comes.
    pub(super) fn receive(&mut self, message: Message) -> Flow {
        let flow = match message {
            Message::Input(Input::Line(line)) => self.hear(&line),
            Message::Input(Input::TooLong) => {
                self.gui.tell(Event::Refused { command: "...", why: "line too long" });
                Flow::On
            }
            Message::Input(Input::End) if self.is_stopping() => {
                self.waiting.push_back(Command::Quit);
                Flow::On
            }
            Message::Input(Input::End) => Flow::End(ExitCode::SUCCESS),
            Message::Search(progress) => self.progress(progress),
        };
        if self.gui.is_closed() { Flow::End(ExitCode::SUCCESS) } else { flow }
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

    /// Whether a search was told to stop whose result is still to come.
    fn is_stopping(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.fate == Fate::Stopping)
    }

    /// When a command is done that comes while a search runs or is ending.
    fn when(&self, command: &Command) -> When {
        let Some(thinking) = &self.thinking else { return When::Now };
        match (command, thinking.purpose) {
            // A search that was told to stop answers before the end: its move was asked for.
            (Command::Quit, _) if self.is_stopping() && self.waiting.is_empty() => When::Later,
            (Command::Quit, _) => When::Now,
            // The search will be over in a moment, and what comes may depend on it.
            _ if thinking.fate != Fate::Running => When::Later,
            (command, _) if command.is_aside() => When::Now,
            (_, Purpose::Answer) => When::Later,
            (command, _) if self.changes_nothing(command) => When::Now,
            (command, Purpose::Turn) => Session::when_at_turn(command),
            (Command::Move(text), Purpose::Ponder(expected))
                if self.is_hit(text, expected) && !self.table.clock_differs(thinking) =>
            {
                When::Now
            }
            // A result ends no analysis.
            (Command::GameOver, Purpose::Analysis) => When::Now,
            (_, Purpose::Ponder(_) | Purpose::Analysis | Purpose::Hint) => When::Instead,
        }
    }

    /// Whether a command has no effect on what is searched: because it will be refused, or is about
    /// something else.
    fn changes_nothing(&self, command: &Command) -> bool {
        let legal = |text: &str| self.gui.dialect.read_move(&*self.game, text);
        match command {
            Command::Move(text) => legal(text).is_err(),
            Command::Consider { what, .. } => {
                let known = legal(what);
                what != "all" && matches!(known, Err(BadMove::Unreadable | BadMove::Illegal))
            }
            Command::Undo(plies) => self.game.moves().len() < *plies,
            Command::Variant(name) => name.parse::<VariantId>().is_err(),
            Command::SetOption { name, value } => {
                !options::read(name, value.as_deref()).is_ok_and(|change| change.is_about_search())
            }
            Command::Analyze(on) => *on == (self.table.seat == Seat::Analysing),
            Command::Ponder(on) => *on == self.table.ponders || self.table.seat == Seat::Analysing,
            _ => false,
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
            Command::Quit => {
                self.gui.tell(Event::Farewell);
                return Flow::End(ExitCode::SUCCESS);
            }
            Command::Greet => self.gui.tell(Event::Greeting),
            Command::Ping(text) => self.gui.tell(Event::Pong(&text)),
            Command::Stop => self.stop(),
            Command::PonderHit { draw } => {
                self.draw_offered |= draw;
                if let Some(thinking) = &mut self.thinking {
                    thinking.hit();
                } else if self.no_move_to_tell == Some(End::StopOrHit) {
                    self.no_move_to_tell = None;
                    self.gui.tell(Event::Best(&*self.game, None, None));
                }
            }
            Command::Ban(moves) => self.ban(&moves),
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
        self.banned.clear();
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
        if self.thinking.is_some() || self.no_move_to_tell.is_some() {
            self.gui.tell(Event::Refused { command: "go", why: "a search is running" });
            return Flow::On;
        }
        let end = match (ask.limits.infinite, ask.limits.ponder) {
            (true, _) => Some(End::Stop),
            (false, true) => Some(End::StopOrHit),
            (false, false) => None,
        };
        self.draw_offered = ask.draw;
        for why in &ask.misread {
            self.gui.tell(Event::Remark(why));
        }
        if let Some(reasons) = self.refused.clone() {
            self.gui.tell(Event::IllegalPosition(&reasons));
        } else if self.game.legal_moves().is_empty() {
            if let Some(outcome) = self.game.outcome() {
                self.gui.tell(Event::Result(outcome));
            }
        } else if !self.game.legal_moves().iter().all(|mv| self.banned.contains(mv)) {
            let moves = self.considered(&ask.moves);
            let limits = ask.limits_of(self.game.side());
            let limits = Limits { moves, lines: self.settings.lines, ..limits };
            if self.debug {
                self.gui.tell(Event::Remark(&format!("limits {limits:?}")));
            }
            return self.think(Purpose::Answer, self.game.clone(), limits);
        }
        match end {
            Some(_) => self.no_move_to_tell = end,
            None => self.gui.tell(Event::Best(&*self.game, None, None)),
        }
        Flow::On
    }

    fn stop(&mut self) {
        if let Some(thinking) = &mut self.thinking {
            // What is done on nobody's clock is not waited for.
            if !matches!(thinking.purpose, Purpose::Ponder(_) | Purpose::Analysis) {
                thinking.end(Fate::Stopping);
            }
        } else if self.no_move_to_tell.take().is_some() {
            self.gui.tell(Event::Best(&*self.game, None, None));
        } else {
            self.gui.tell(Event::Idle);
        }
    }

    /// Forbids moves until the next position.
    fn ban(&mut self, texts: &[String]) {
        for text in texts {
            match self.gui.dialect.read_move(&*self.game, text) {
                Ok(mv) => self.banned.push(mv),
                Err(_) => {
                    let command = format!("banmoves {}", quote(text));
                    self.gui.tell(Event::Refused { command: &command, why: "illegal move" });
                }
            }
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
        if self.banned.is_empty() {
            return moves;
        }
        if moves.is_empty() {
            moves = self.game.legal_moves();
        }
        moves.retain(|mv| !self.banned.contains(mv));
        moves
    }

    /// Starts to search the game's position.
    pub(super) fn think(&mut self, purpose: Purpose, game: Box<dyn Game>, limits: Limits) -> Flow {
        let Some(searcher) = self.take_searcher() else {
            return self.fail("no memory for the smallest table");
        };
        let skill = match purpose {
            Purpose::Answer | Purpose::Turn | Purpose::Ponder(_) => self.settings.skill(),
            Purpose::Analysis | Purpose::Hint => Skill::full(0),
        };
        let session = self.sender.clone();
        match Thinking::start(purpose, searcher, skill, game, limits, session) {
            Ok(thinking) => self.thinking = Some(thinking),
            Err(error) => return self.fail(&format!("no thread for the search: {error}")),
        }
        Flow::On
    }

    /// The searcher, made if there is none yet, with a smaller table where memory is short.
    fn take_searcher(&mut self) -> Option<Box<dyn Searcher>> {
        while self.searcher.is_none() && self.settings.hash > 0 {
            match (self.open)(self.game.variant(), self.settings.hash) {
                Ok(searcher) => {
                    self.searcher = Some(searcher);
                    self.configure();
                }
                Err(HashError { mebibytes }) => {
                    self.gui
                        .tell(Event::Remark(&format!("no memory for a table of {mebibytes} MiB")));
                    self.settings.hash /= 2;
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
                self.answer_draw(report.info.score);
                self.gui.tell(Event::Best(&*thinking.game, report.best, report.ponder));
            }
            // Also if it was broken off: what it has found is a hint.
            Purpose::Hint => {
                if let Some(best) = report.best {
                    self.gui.tell(Event::Hint(&*thinking.game, best));
                }
            }
            Purpose::Answer | Purpose::Ponder(_) | Purpose::Analysis => {}
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
