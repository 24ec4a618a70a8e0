//! A game against the engine in the terminal.
//!
//! The person types moves and the commands of [`command::HELP`]; the engine answers at once, so
//! whenever a line is read it is the person's turn or the game is over.

mod command;
mod explain;

use std::fs::OpenOptions;
use std::io::{self, BufRead, Read, Write};
use std::str::FromStr;

use stymie_movegen::fen::quote;
use stymie_movegen::{Color, Game, Move};
use stymie_search::{Report, Searcher, Signals, Skill};

use super::draw::{Drawing, Style};
use super::error::Error;
use super::level::Level;
use super::position::status;
use super::search::{open_searcher, score_in_words};
use crate::pgn::{Date, Ending, Record, side_name};
use command::{Command, HELP};

/// Which side a person plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seat {
    White,
    Black,
    /// Both: the engine gives hints only.
    Both,
}

impl Seat {
    fn plays(self, color: Color) -> bool {
        match self {
            Seat::White => color == Color::White,
            Seat::Black => color == Color::Black,
            Seat::Both => true,
        }
    }
}

impl FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Seat, String> {
        match text.to_ascii_lowercase().as_str() {
            "white" | "w" | "red" | "r" => Ok(Seat::White),
            "black" | "b" => Ok(Seat::Black),
            "both" => Ok(Seat::Both),
            _ => Err(format!("'{}' is no side: white, black or both", quote(text))),
        }
    }
}

/// Where and how a game is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct View {
    pub(super) style: Style,
    /// Whether somebody types, who is to see where.
    pub(super) prompt: bool,
}

/// Plays until the person quits or the input ends.
///
/// # Errors
/// If there is no memory for the engine's table, or standard input or output fails.
pub(super) fn play(
    start: Box<dyn Game>,
    seat: Seat,
    level: Level,
    view: View,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let searcher = open_searcher(start.variant())?;
    let bottom = if seat == Seat::Black { Color::Black } else { Color::White };
    let game = start.clone();
    let mut table = Table { start, game, searcher, seat, level, bottom, view, resigned: None, out };
    table.welcome()?;
    while let Some(line) = read_line(input)? {
        match line.and_then(|line| Command::from_line(&line)) {
            Ok(Command::Quit) => break,
            Ok(command) => table.obey(command)?,
            Err(error) => writeln!(table.out, "{error}.")?,
        }
        table.prompt()?;
    }
    Ok(table.out.flush()?)
}

/// The longest line that is read, in bytes.
const LONGEST: u64 = 1 << 16;

/// The next line; `None` at the end of the input, an error in words for a line that is too long.
fn read_line(input: &mut dyn BufRead) -> io::Result<Option<Result<String, String>>> {
    let mut line = Vec::new();
    if input.take(LONGEST).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Err("That line is too long".to_owned())));
    }
    Ok(Some(Ok(String::from_utf8_lossy(&line).into_owned())))
}

/// A game in progress and what is around it.
struct Table<'o> {
    /// The position that `new` goes back to, with the moves that led there.
    start: Box<dyn Game>,
    game: Box<dyn Game>,
    searcher: Box<dyn Searcher>,
    seat: Seat,
    level: Level,
    /// The side at the bottom of the board.
    bottom: Color,
    view: View,
    resigned: Option<Color>,
    out: &'o mut dyn Write,
}

impl Table<'_> {
    fn ending(&self) -> Ending {
        match (self.resigned, self.game.outcome()) {
            (Some(side), _) => Ending::Resignation(side),
            (None, Some(outcome)) => Ending::Rules(outcome),
            (None, None) => Ending::Unfinished,
        }
    }

    fn name(&self, color: Color) -> &'static str {
        side_name(&*self.game, color)
    }

    fn welcome(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}", self.game.variant().description())?;
        let role = match self.seat {
            Seat::White => format!("You play {} against Stymie", self.name(Color::White)),
            Seat::Black => "You play Black against Stymie".to_owned(),
            Seat::Both => "You play both sides; Stymie gives hints".to_owned(),
        };
        writeln!(self.out, "{role} ({}). Type a move, or 'help'.\n", self.level)?;
        self.turn()?;
        self.prompt()
    }

    /// The prompt: whose move of which number is awaited.
    fn prompt(&mut self) -> io::Result<()> {
        if self.view.prompt {
            let side = self.name(self.game.side());
            match self.ending() {
                Ending::Unfinished => write!(self.out, "{} {side}> ", self.move_number())?,
                _ => write!(self.out, "(over)> ")?,
            }
        }
        self.out.flush()
    }

    /// `7.` before White's seventh move, `7...` before Black's.
    fn move_number(&self) -> String {
        let fen = self.game.fen();
        let number = fen.rsplit(' ').next().unwrap_or_default();
        let dots = if self.game.side() == Color::White { "." } else { "..." };
        format!("{number}{dots}")
    }

    fn draw(&mut self) -> io::Result<()> {
        writeln!(self.out, "{}", Drawing::new(&*self.game, self.bottom, self.view.style))
    }

    /// Lets the engine move if it is its turn; then shows the position, and the result if there
    /// is one.
    fn turn(&mut self) -> io::Result<()> {
        while self.ending() == Ending::Unfinished && !self.seat.plays(self.game.side()) {
            let report = self.search(self.level.skill());
            let Some(best) = report.best else { break };
            let said = self.move_in_words(best, &report);
            writeln!(self.out, "Stymie plays {said}")?;
            self.game.play(best);
        }
        self.draw()?;
        match self.ending() {
            Ending::Unfinished => match explain::check(&*self.game) {
                Some(check) => writeln!(self.out, "{check}"),
                None => Ok(()),
            },
            _ => self.tell_result(),
        }
    }

    fn tell_result(&mut self) -> io::Result<()> {
        let ending = self.ending();
        let words = ending.in_words(&*self.game);
        writeln!(self.out, "The game is over: {}, {words}.", ending.score())?;
        writeln!(self.out, "'new' starts another, 'undo' takes back, 'save FILE' keeps it.")
    }

    fn search(&mut self, mut skill: Skill) -> Report {
        let limits = self.level.limits();
        skill.search(&mut *self.searcher, &*self.game, &limits, &Signals::new(), &mut |_| {})
    }

    /// `7... Nf6 (+0.31, depth 9, 1.0 s)`.
    fn move_in_words(&self, mv: Move, report: &Report) -> String {
        format!(
            "{} {} ({}, depth {}, {:.1} s)",
            self.move_number(),
            self.game.notation(mv),
            score_in_words(report.info.score),
            report.info.depth,
            report.info.elapsed.as_secs_f64()
        )
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Nothing | Command::Quit => Ok(()),
            Command::Move(text) => self.person_moves(&text),
            Command::Moves => self.list_moves(),
            Command::Hint => self.hint(),
            Command::Show => {
                self.draw()?;
                writeln!(self.out, "{}", status(&*self.game))
            }
            Command::Flip => {
                self.bottom = !self.bottom;
                self.draw()
            }
            Command::Fen => writeln!(self.out, "{}", self.game.fen()),
            Command::Undo => self.undo(),
            Command::Resign => self.resign(),
            Command::New => self.new_game(),
            Command::Help => writeln!(self.out, "{HELP}"),
            Command::Side(seat) => {
                self.seat = seat;
                self.turn()
            }
            Command::Level(level) => {
                self.level = level.unwrap_or(self.level);
                writeln!(self.out, "Stymie thinks: {}.", self.level)
            }
            Command::Save { file, overwrite } => {
                let said = self.save(&file, overwrite);
                writeln!(self.out, "{said}")
            }
        }
    }

    fn person_moves(&mut self, text: &str) -> io::Result<()> {
        if self.ending() != Ending::Unfinished {
            return writeln!(self.out, "'{}' comes too late: the game is over.", quote(text));
        }
        match self.game.parse_move(text) {
            Ok(mv) => {
                self.game.play(mv);
                self.turn()
            }
            Err(error) => {
                writeln!(self.out, "{}", explain::refusal(&*self.game, text, &error))
            }
        }
    }

    fn list_moves(&mut self) -> io::Result<()> {
        let mut names: Vec<String> =
            self.game.legal_moves().into_iter().map(|mv| self.game.notation(mv)).collect();
        if self.ending() != Ending::Unfinished || names.is_empty() {
            return writeln!(self.out, "No moves: the game is over.");
        }
        names.sort();
        let width = names.iter().map(String::len).max().unwrap_or(0) + 2;
        for row in names.chunks((78 / width).max(1)) {
            let row: String = row.iter().map(|name| format!("{name:<width$}")).collect();
            writeln!(self.out, "  {}", row.trim_end())?;
        }
        Ok(())
    }

    fn hint(&mut self) -> io::Result<()> {
        let report = match self.ending() {
            Ending::Unfinished => self.search(Skill::full(0)),
            _ => return writeln!(self.out, "No hint: the game is over."),
        };
        match report.best {
            Some(best) => {
                let said = self.move_in_words(best, &report);
                writeln!(self.out, "Stymie would play {said}")
            }
            None => writeln!(self.out, "Stymie has no hint."),
        }
    }

    /// Takes back the person's last move and what came after it, or the resignation.
    fn undo(&mut self) -> io::Result<()> {
        if self.resigned.take().is_some() {
            writeln!(self.out, "The game goes on.")?;
            return self.turn();
        }
        let mut shorter = self.game.clone();
        while shorter.undo().is_some() {
            if self.seat.plays(shorter.side()) {
                let back = self.game.moves().len() - shorter.moves().len();
                writeln!(self.out, "Taken back: {back} {}.", plural(back, "move"))?;
                self.game = shorter;
                return self.turn();
            }
        }
        writeln!(self.out, "There is no move of yours to take back.")
    }

    fn resign(&mut self) -> io::Result<()> {
        if self.ending() == Ending::Unfinished {
            self.resigned = Some(self.game.side());
        }
        self.tell_result()
    }

    fn new_game(&mut self) -> io::Result<()> {
        self.game = self.start.clone();
        self.resigned = None;
        self.searcher.new_game();
        self.turn()
    }

    /// Writes the game to a new file, or over an old one if that is asked for; tells what came of
    /// it.
    fn save(&self, file: &str, overwrite: bool) -> String {
        let (human, engine) = ("Human", "Stymie");
        let (white, black) = match self.seat {
            Seat::White => (human, engine),
            Seat::Black => (engine, human),
            Seat::Both => (human, human),
        };
        let record = Record {
            game: &*self.game,
            ending: self.ending(),
            event: "Game in the terminal",
            date: Date::today(),
            round: None,
            white,
            black,
            tags: &[],
            comments: &[],
        };
        let mut options = OpenOptions::new();
        options.write(true);
        if overwrite {
            options.create(true).truncate(true);
        } else {
            options.create_new(true);
        }
        let written = options
            .open(file)
            .and_then(|mut opened| opened.write_all(record.to_string().as_bytes()));
        let file = quote(file);
        match written {
            Ok(()) => {
                let moves = self.game.moves().len();
                format!("Saved to '{file}': {moves} {}.", plural(moves, "move"))
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                format!("'{file}' exists already and is left as it is; 'save! {file}' replaces it.")
            }
            Err(error) => format!("Cannot save to '{file}': {error}."),
        }
    }
}

fn plural(count: usize, word: &str) -> String {
    if count == 1 { word.to_owned() } else { format!("{word}s") }
}

#[cfg(test)]
mod tests;
