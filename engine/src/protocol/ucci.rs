//! UCCI, the protocol of xiangqi's GUIs, version 3.0: UCI in other words.
//!
//! Positions come as that after the last capture and the moves since, so that repetitions are
//! known; ranks are counted from 0. What the referee's eyes see better can be forbidden by
//! `banmoves`.

use stymie_movegen::fen::quote;
use stymie_movegen::{Game, Move, Reading, Square, VariantId};
use stymie_search::{Bound, Info};

use super::message::{Ask, BadMove, Command, Dialect, Event, UNKNOWN_COMMAND, split_word};
use super::options::{CHOICES, Choice, Kind};
use super::uci::{self, Uci};
use crate::numbers::nearest_whole;

/// The dialect.
#[derive(Debug)]
pub(crate) struct Ucci {
    /// Moves are written as there.
    uci: Uci,
    /// Times are milliseconds; seconds until the GUI says so.
    milliseconds: bool,
    /// Only what the position is worth was asked for.
    only_looks: bool,
    /// The words that the next best move is followed by: `draw`, `resign`.
    verdict: &'static str,
}

impl Default for Ucci {
    fn default() -> Ucci {
        Ucci { uci: Uci::from_0(), milliseconds: false, only_looks: false, verdict: "" }
    }
}

impl Dialect for Ucci {
    fn read(&mut self, line: &str) -> Command {
        let (word, rest) = split_word(line);
        match word {
            "" => Command::Nothing,
            "ucci" => Command::Greet,
            "isready" => Command::Ping(String::new()),
            "setoption" => self.read_option(line, rest),
            "position" => uci::read_position(line, rest),
            "banmoves" => Command::Ban(rest.split_whitespace().map(str::to_owned).collect()),
            "go" => Command::Search(self.read_go(rest)),
            "ponderhit" => Command::PonderHit { draw: rest == "draw" },
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            _ => uci::bad(line, UNKNOWN_COMMAND),
        }
    }

    fn write(&mut self, event: Event<'_>, lines: &mut Vec<String>) {
        let message = |text: &str| format!("info message {text}");
        match event {
            Event::Greeting => greet(lines),
            Event::Pong(_) => lines.push("readyok".to_owned()),
            Event::Refused { command, why } => lines.push(message(&format!("{why}: {command}"))),
            Event::IllegalPosition(reasons) => {
                lines.push(message(&format!("illegal position: {reasons}")));
            }
            Event::IllegalMove { text, .. } | Event::RookLeftBehind(text) => {
                lines.push(message(&format!("illegal move: {text}")));
            }
            Event::Remark(text) | Event::Failure(text) => lines.push(message(text)),
            Event::Thinking(game, info) => self.thinking(game, info, lines),
            Event::Best(game, best, expected) => lines.push(self.best_move(game, best, expected)),
            Event::Idle => lines.push("nobestmove".to_owned()),
            Event::DrawOffer => self.verdict = " draw",
            Event::Resigns => self.verdict = " resign",
            Event::Farewell => lines.push("bye".to_owned()),
            // The GUI sees for itself how a game has ended, and asks for none of the others.
            Event::Result(_)
            | Event::Variant(_)
            | Event::Position(_)
            | Event::Targets(..)
            | Event::CastlingTarget(..)
            | Event::Hint(..)
            | Event::NoBook
            | Event::Status { .. } => {}
        }
    }

    fn reading(&self) -> Reading {
        self.uci.reading()
    }

    fn read_move(&self, game: &dyn Game, text: &str) -> Result<Move, BadMove> {
        self.uci.read_move(game, text)
    }

    fn read_square(&self, game: &dyn Game, text: &str) -> Option<Square> {
        self.uci.read_square(game, text)
    }

    fn first_variant(&self) -> VariantId {
        VariantId::Xiangqi
    }

    fn gui_judges(&self) -> bool {
        true
    }

    fn posts_at_first(&self) -> bool {
        true
    }
}

impl Ucci {
    /// `NAME [VALUE]`. GUIs set options that were not announced: those change nothing.
    fn read_option(&mut self, line: &str, rest: &str) -> Command {
        let (name, value) = split_word(rest);
        let flag = match value {
            "true" | "on" => Some(true),
            "false" | "off" => Some(false),
            _ => None,
        };
        match (name, flag) {
            ("newgame", _) => return Command::Forget,
            ("usemillisec", Some(on)) => {
                self.milliseconds = on;
                return Command::Nothing;
            }
            ("debug", Some(on)) => return Command::Debug(on),
            ("usemillisec" | "debug", None) => return uci::bad(line, "true or false"),
            _ => {}
        }
        match CHOICES.iter().find(|choice| choice.ucci == Some(name)) {
            // "As the engine likes it."
            Some(Choice { kind: Kind::Spin { default, min: 1.., .. }, name, .. })
                if value == "0" =>
            {
                set_option(name, &default.to_string())
            }
            Some(choice) => set_option(choice.name, value),
            None => Command::Nothing,
        }
    }

    /// `[ponder | draw] depth N | infinite | nodes N | time T [movestogo N | increment T] [opp...]`.
    fn read_go(&mut self, rest: &str) -> Ask {
        let unit = if self.milliseconds { 1 } else { 1000 };
        let mut ask = Ask::default();
        self.only_looks = false;
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "ponder" => ask.limits.ponder = true,
                "draw" => ask.draw = true,
                "infinite" => ask.limits.infinite = true,
                "depth" | "nodes" | "time" | "movestogo" | "increment" | "opptime"
                | "oppmovestogo" | "oppincrement" => {
                    let value = words.next().unwrap_or_default();
                    if (word, value) == ("depth", "infinite") {
                        ask.limits.infinite = true;
                    } else if let Err(why) = self.set_limit(&mut ask, word, value, unit) {
                        ask.misread.push(format!("go {word}: {why}"));
                    }
                }
                _ => ask.misread.push(format!("go knows no '{}'", quote(word))),
            }
        }
        ask
    }

    fn set_limit(
        &mut self,
        ask: &mut Ask,
        word: &str,
        value: &str,
        unit: i64,
    ) -> Result<(), String> {
        let number = nearest_whole(value)?;
        if word == "depth" {
            self.only_looks = number <= 0;
        }
        let own = number.saturating_mul(unit);
        match word {
            // Whose clock it is the position tells: that of the side to move.
            "time" => ask.remaining = [Some(own); 2],
            "increment" => ask.increment = [own.max(0).unsigned_abs(); 2],
            // The opponent's clock does not matter.
            "opptime" | "oppmovestogo" | "oppincrement" => {}
            _ => ask.set_count(word, number),
        }
        Ok(())
    }

    /// `info time T nodes N` and `info depth D score S pv MOVES`. Mates have no words there: they
    /// are scores near 30,000. Bounds and further lines have none at all.
    fn thinking(&self, game: &dyn Game, info: &Info, lines: &mut Vec<String>) {
        if info.bound != Bound::Exact || info.line != 1 {
            return;
        }
        lines.push(format!("info time {} nodes {}", info.elapsed.as_millis(), info.nodes));
        let score = match info.score.mate_distance() {
            Some(plies) if plies > 0 => MATE - plies,
            Some(plies) => -MATE - plies,
            None => info.score.raw().clamp(1000 - MATE, MATE - 1000),
        };
        let moves = info.pv.iter().map(|&mv| format!(" {}", self.uci.write_move(game, mv)));
        let moves: String = moves.collect();
        lines.push(format!("info depth {} score {score} pv{moves}", info.depth));
    }

    fn best_move(&mut self, game: &dyn Game, best: Option<Move>, expected: Option<Move>) -> String {
        let verdict = std::mem::take(&mut self.verdict);
        let only_looks = std::mem::take(&mut self.only_looks);
        let Some(best) = best.filter(|_| !only_looks) else { return "nobestmove".to_owned() };
        let expected =
            expected.map(|reply| format!(" ponder {}", self.uci.write_move(game, reply)));
        let best = self.uci.write_move(game, best);
        format!("bestmove {best}{}{verdict}", expected.unwrap_or_default())
    }
}

/// The score of a mate on the board.
const MATE: i32 = 30_000;

fn set_option(name: &str, value: &str) -> Command {
    let value = (!value.is_empty()).then(|| value.to_owned());
    Command::SetOption { name: name.to_owned(), value }
}

fn greet(lines: &mut Vec<String>) {
    lines.push(format!("id name {}", super::NAME));
    lines.push(format!("id author {}", super::AUTHOR));
    lines.push("option usemillisec type check default false".to_owned());
    lines.push("option debug type check default false".to_owned());
    lines.push("option newgame type button".to_owned());
    for choice in CHOICES {
        if let Some(name) = choice.ucci {
            lines.push(format!("option {name} type {}", in_order(choice.kind)));
        }
    }
    lines.push("ucciok".to_owned());
}

/// What an option takes; the default comes last here.
fn in_order(kind: Kind) -> String {
    match kind {
        Kind::Spin { default, min, max } => format!("spin min {min} max {max} default {default}"),
        other => uci::in_words(other),
    }
}
