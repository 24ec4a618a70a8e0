//! The XBoard protocol, version 2, as XBoard and WinBoard 4.9 speak it.

mod setups;
mod wire;

use std::time::Duration;

use stymie_movegen::fen::quote;
use stymie_movegen::{Game, Move, Outcome, Reading, Reason, Square, VariantId};
use stymie_search::{Bound, Current, Info, MOST_HASH, MOST_THREADS};

use super::clock::{Level, parse_seconds};
use super::message::{BadMove, Chair, Command, Dialect, Edit, Event, UNKNOWN_COMMAND, split_word};
use super::options::{CHOICES, Kind, Shown};
use crate::numbers::whole;
use wire::Castling;

/// What the program takes beside the table, in MiB: subtracted from what XBoard allows it.
const BESIDE_THE_TABLE: usize = 8;

/// The dialect.
#[derive(Debug)]
pub(crate) struct XBoard {
    /// The GUI draws what we tell it of our variants: XBoard and WinBoard. Those that do not know
    /// highlighting (cutechess) do not obey set-up lines either; they know their games themselves.
    knows_set_ups: bool,
    /// The GUI ignores lines that begin with `#`.
    ignores_comments: bool,
    /// Castling is written by the king's move alone in all variants.
    castles_plainly: bool,
    /// The lines set a position up, until one that is a dot.
    editing: bool,
}

impl Default for XBoard {
    fn default() -> XBoard {
        XBoard {
            knows_set_ups: true,
            ignores_comments: true,
            castles_plainly: false,
            editing: false,
        }
    }
}

impl Dialect for XBoard {
    fn read(&mut self, line: &str) -> Command {
        let (word, rest) = split_word(line);
        let bad = |why: &str| Command::Bad { command: quote(line.trim()), why: why.to_owned() };
        let bad_value = || bad("bad value");
        let number = || whole::<i64>(rest, i64::MIN, i64::MAX);
        let size = || whole::<u64>(rest, 0, u64::MAX).map(|number| number as usize);
        if self.editing
            && let Some(step) = read_edit(line.trim())
        {
            self.editing = step != Edit::End;
            return Command::Edit(step);
        }
        match word {
            "" | "xboard" | "accepted" | "random" | "name" | "rating" | "ics" | "hover" => {
                Command::Nothing
            }
            "rejected" => {
                match rest {
                    "highlight" => self.knows_set_ups = false,
                    "debug" => self.ignores_comments = false,
                    _ => {}
                }
                Command::Nothing
            }
            "protover" => Command::Greet,
            "ping" if rest.is_empty() => bad("no number"),
            "ping" => Command::Ping(quote(rest)),
            "quit" => Command::Quit,
            // A GUI that has forgotten the dot: the game begins anew, or nothing changes.
            "new" if self.editing => {
                self.editing = false;
                Command::NewGame
            }
            _ if self.editing => bad("not a command of edit mode"),
            "edit" => {
                self.editing = true;
                Command::Edit(Edit::Begin)
            }
            "?" => Command::Stop,
            "new" => Command::NewGame,
            "variant" => Command::Variant(rest.to_owned()),
            // XBoard sends empty boards by itself when it does not know the king.
            "setboard" if is_board_without_kings(rest) => Command::Nothing,
            "setboard" if rest.is_empty() => bad("no board"),
            "setboard" => Command::SetBoard(rest.to_owned()),
            "usermove" => Command::Move(rest.to_owned()),
            "force" => Command::Seat(Chair::Neither),
            "go" => Command::Seat(Chair::ToMove),
            "playother" => Command::Seat(Chair::Other),
            "undo" => Command::Undo(1),
            "remove" => Command::Undo(2),
            "level" => Level::parse(rest).map_or_else(bad_value, Command::Level),
            "st" => parse_seconds(rest).map_or_else(bad_value, Command::MoveTime),
            "sd" => match whole::<u32>(rest, 1, u32::MAX) {
                Ok(depth) => Command::Depth(depth),
                Err(why) => bad(&why),
            },
            "time" => match number() {
                Ok(centiseconds) => Command::Time(centiseconds.saturating_mul(10)),
                Err(why) => bad(&why),
            },
            "otim" => number().map_or_else(|why| bad(&why), |_| Command::Nothing),
            "draw" => Command::DrawOffer,
            "result" => Command::GameOver,
            "computer" => Command::Computer,
            "post" => Command::Post(true),
            "nopost" => Command::Post(false),
            "lift" => Command::Lift(rest.to_owned()),
            "put" => Command::Put(rest.to_owned()),
            "hint" => Command::Hint,
            "bk" => Command::Book,
            "analyze" => Command::Analyze(true),
            "exit" => Command::Analyze(false),
            "." => Command::Status,
            "exclude" | "include" if rest.is_empty() => bad("no move"),
            "exclude" => Command::Consider { what: rest.to_owned(), included: false },
            "include" => Command::Consider { what: rest.to_owned(), included: true },
            "hard" => Command::Ponder(true),
            "easy" => Command::Ponder(false),
            "pause" => Command::Pause(true),
            "resume" => Command::Pause(false),
            "memory" => match size() {
                Ok(allowed) => {
                    // What is allowed is a bound, and may be more than any table.
                    let table = allowed.saturating_sub(BESIDE_THE_TABLE).clamp(1, MOST_HASH);
                    set_option("Hash", &table.to_string())
                }
                Err(why) => bad(&why),
            },
            "cores" => match size() {
                Ok(allowed) => set_option("Threads", &allowed.min(MOST_THREADS).to_string()),
                Err(why) => bad(&why),
            },
            "option" => match rest.split_once('=') {
                Some((name, value)) => set_option(name, value),
                None => Command::SetOption { name: rest.to_owned(), value: None },
            },
            // Protocol version 1 has no word before a move.
            _ if rest.is_empty() && wire::looks_like_a_move(word) => Command::Move(word.to_owned()),
            _ => bad(UNKNOWN_COMMAND),
        }
    }

    fn write(&mut self, event: Event<'_>, lines: &mut Vec<String>) {
        match event {
            Event::Greeting => greet(lines),
            Event::Pong(text) => lines.push(format!("pong {text}")),
            Event::Variant(game) => setups::write(game, lines),
            Event::Refused { command, why } => lines.push(format!("Error ({why}): {command}")),
            Event::IllegalPosition(reasons) => {
                lines.push(format!("tellusererror Illegal position: {reasons}"));
            }
            Event::IllegalMove { text, why: None, .. } => {
                lines.push(format!("Illegal move: {text}"));
            }
            Event::IllegalMove { text, why: Some(why), .. } => {
                lines.push(format!("Illegal move ({why}): {text}"));
            }
            Event::RookLeftBehind(text) => {
                lines.push(format!("Illegal move: {text} (click king, rook, target)"));
            }
            Event::Remark(text) if self.ignores_comments => lines.push(format!("# {text}")),
            Event::Remark(_) => {}
            Event::Failure(text) => lines.push(format!("tellusererror {text}")),
            // Bounds have no words there.
            Event::Thinking(game, info) => {
                if info.bound == Bound::Exact {
                    lines.push(self.thinking(game, info));
                }
            }
            Event::Best(game, Some(mv), _) => {
                lines.push(format!("move {}", wire::write_move(game, mv, self.castling(game))));
            }
            Event::Best(_, None, _) | Event::Position(_) => {}
            Event::Result(outcome) => lines.push(result(outcome)),
            Event::DrawOffer => lines.push("offer draw".to_owned()),
            Event::Targets(game, moves) => lines.push(self.highlight(game, moves)),
            Event::CastlingTarget(game, mv) => {
                lines.push(colored_board(game, |square| (square == mv.to()).then_some('Y')));
            }
            Event::Hint(game, mv) => {
                lines.push(format!("Hint: {}", wire::write_move(game, mv, self.castling(game))));
            }
            // The lines begin with a blank, and an empty one ends them.
            Event::NoBook => lines.extend([" There is no opening book.".to_owned(), String::new()]),
            Event::Status { game, elapsed, info, current, moves } => {
                lines.push(self.status(game, elapsed, info, current, moves));
            }
            Event::Resigns => lines.push("resign".to_owned()),
            Event::Idle | Event::Farewell => {}
        }
    }

    fn reading(&self) -> Reading {
        Reading::Infer
    }

    fn read_move(&self, game: &dyn Game, text: &str) -> Result<Move, BadMove> {
        wire::read_move(game, text, self.castling(game))
    }

    fn read_squares(&self, game: &dyn Game, text: &str) -> Option<(Square, Square)> {
        wire::read_squares(game.geometry(), text)
    }

    fn read_square(&self, game: &dyn Game, text: &str) -> Option<Square> {
        wire::read_square(game.geometry(), text)
    }

    fn castle_plainly(&mut self, plainly: bool) {
        self.castles_plainly = plainly;
    }

    fn gui_judges(&self) -> bool {
        !self.knows_set_ups
    }

    fn posts_at_first(&self) -> bool {
        false
    }
}

impl XBoard {
    fn castling(&self, game: &dyn Game) -> Castling {
        Castling::of(game.variant(), self.knows_set_ups && !self.castles_plainly)
    }

    /// `stat01: TIME NODES DEPTH LEFT TOTAL MOVE`. Until the search says which move it is at, all
    /// are said to be left, the best so far to be looked at, which comes first.
    fn status(
        &self,
        game: &dyn Game,
        elapsed: Duration,
        info: Option<&Info>,
        current: Option<Current>,
        moves: usize,
    ) -> String {
        let time = elapsed.as_millis() / 10;
        let (nodes, depth) = info.map_or((0, 0), |info| (info.nodes, info.depth));
        let best = info.and_then(|info| info.pv.first().copied());
        let (at, left) = match current {
            // The one that is looked at is left.
            Some(Current { mv, number, of }) => (Some(mv), of.saturating_sub(number) + 1),
            None => (best, moves),
        };
        let at = at.map_or_else(String::new, |mv| {
            format!(" {}", wire::write_move(game, mv, self.castling(game)))
        });
        format!("stat01: {time} {nodes} {depth} {left} {moves}{at}")
    }

    /// `DEPTH SCORE TIME NODES PV`, time in centiseconds.
    fn thinking(&self, game: &dyn Game, info: &Info) -> String {
        let score = match info.score.mate_distance() {
            Some(plies @ 1..) => 100_000 + super::plies_to_moves(plies),
            Some(plies) => -100_000 + super::plies_to_moves(plies),
            None => info.score.raw(),
        };
        let pv = wire::write_line(game, &info.pv, self.castling(game));
        let time = info.elapsed.as_millis() / 10;
        format!("{} {score} {time} {}{pv}", info.depth, info.nodes)
    }

    /// The board with the squares that a piece may go to by these moves: `Y` moves there, `R`
    /// captures, `M` promotes; `C` is the rook that a castling king's user clicks on the way.
    fn highlight(&self, game: &dyn Game, moves: &[Move]) -> String {
        let over_rook = self.castling(game) == Castling::WithRook;
        colored_board(game, |square| {
            let clicked = |mv: &Move| game.castling_rook(*mv).is_some_and(|it| it.0 == square);
            if over_rook && moves.iter().any(clicked) {
                return Some('C');
            }
            let mv = moves.iter().find(|mv| mv.to() == square)?;
            Some(match mv.promotion() {
                Some(_) => 'M',
                None if game.is_capture(*mv) => 'R',
                None => 'Y',
            })
        })
    }
}

/// The command that colours squares, as a FEN of letters.
fn colored_board(game: &dyn Game, color: impl Fn(Square) -> Option<char>) -> String {
    let board = game.geometry();
    let row = |rank| {
        let mut text = String::new();
        let mut gap = 0;
        for file in 0..board.files {
            match color(board.square(file, rank)) {
                None => gap += 1,
                Some(letter) => {
                    push_gap(&mut text, &mut gap);
                    text.push(letter);
                }
            }
        }
        push_gap(&mut text, &mut gap);
        text
    };
    let rows: Vec<String> = (0..board.ranks).rev().map(row).collect();
    format!("highlight {}", rows.join("/"))
}

fn push_gap(text: &mut String, gap: &mut u8) {
    if *gap > 0 {
        *text += &gap.to_string();
        *gap = 0;
    }
}

fn set_option(name: &str, value: &str) -> Command {
    Command::SetOption { name: name.trim().to_owned(), value: Some(value.trim().to_owned()) }
}

/// A step of setting a position up; nothing if it is none.
fn read_edit(line: &str) -> Option<Edit> {
    match line {
        "#" => return Some(Edit::Clear),
        "c" => return Some(Edit::OtherColor),
        "." => return Some(Edit::End),
        _ => {}
    }
    let mut letters = line.chars();
    let piece = letters.next()?;
    let square = letters.as_str();
    // A square is a letter and a digit: longer words are no steps.
    if square.len() != 2 {
        return None;
    }
    match piece {
        'x' => Some(Edit::Remove(square.to_owned())),
        'A'..='Z' => Some(Edit::Put(piece, square.to_owned())),
        _ => None,
    }
}

/// Whether a FEN shows a board, but no king on it.
fn is_board_without_kings(fen: &str) -> bool {
    let board = split_word(fen).0;
    board.contains('/') && !board.contains(['k', 'K'])
}

/// The variant's name in the protocol.
fn name(variant: VariantId) -> &'static str {
    match variant {
        VariantId::Chess => "normal",
        other => other.name(),
    }
}

fn greet(lines: &mut Vec<String>) {
    // Orthodox chess first: XBoard starts in it, or in the first of the list.
    let others = VariantId::ALL.into_iter().filter(|&variant| variant != VariantId::Chess);
    let names: Vec<&str> = [VariantId::Chess].into_iter().chain(others).map(name).collect();
    lines.push("feature done=0".to_owned());
    lines.push(format!("feature myname=\"{}\"", super::NAME));
    lines.push(
        "feature ping=1 setboard=1 usermove=1 san=0 colors=0 sigint=0 reuse=1 \
         analyze=1 time=1 draw=1 debug=1 playother=1 pause=1 memory=1 smp=1 nps=0 exclude=1 \
         name=1 highlight=1"
            .to_owned(),
    );
    lines.push(format!("feature variants=\"{}\"", names.join(",")));
    for choice in CHOICES.iter().filter(|choice| choice.shown != Shown::Uci) {
        let kind = match choice.kind {
            Kind::Spin { default, min, max } => format!("-spin {default} {min} {max}"),
            Kind::Check => "-check 0".to_owned(),
            Kind::Button => "-button".to_owned(),
            Kind::File => "-file ".to_owned(),
            Kind::Text(text) => format!("-string {text}"),
            Kind::Combo(words) => format!("-combo *{}", words.join(" /// ")),
            // The variant has a command of its own.
            Kind::Variants => continue,
        };
        lines.push(format!("feature option=\"{} {kind}\"", choice.name));
    }
    lines.push("feature done=1".to_owned());
}

/// A claim. XBoard tells people what stands between the braces.
fn result(outcome: Outcome) -> String {
    let text = match (outcome.winner, outcome.reason) {
        (Some(winner), Reason::Checkmate) => format!("{winner} mates"),
        (Some(winner), Reason::Stalemate) => format!("{winner} stalemates"),
        (Some(winner), reason) => format!("{winner} wins by {reason}"),
        (None, Reason::Stalemate) => "Stalemate".to_owned(),
        (None, reason) => format!("Draw by {reason}"),
    };
    format!("{} {{{text}}}", outcome.score())
}

#[cfg(test)]
mod tests;
