//! The Universal Chess Interface.

use std::time::Duration;

use stymie_eval::Score;
use stymie_movegen::fen::quote;
use stymie_movegen::{Game, Move, MoveError, Outcome, Reading, Square, VariantId};
use stymie_search::{Bound, Current, Info, Wdl};

use super::message::{Ask, BadMove, Command, Dialect, Event, UNKNOWN_COMMAND, split_word};
use super::options::{self, CHOICES, Kind, Shown};
use crate::numbers::nearest_whole;

/// The dialect.
#[derive(Debug, Default)]
pub(crate) struct Uci {
    /// Ranks of boards with ten of them are counted from 0: xiangqi's GUIs do so.
    from_0: bool,
    /// The chances of a win, a draw and a loss are told with a score.
    chances: bool,
}

impl Dialect for Uci {
    fn read(&mut self, line: &str) -> Command {
        let (word, rest) = split_word(line);
        match word {
            "" | "register" => Command::Nothing,
            "uci" => Command::Greet,
            "isready" => Command::Ping(String::new()),
            "ucinewgame" => Command::Forget,
            "setoption" => read_option(line, rest),
            "position" => read_position(line, rest),
            "go" => Command::Search(read_go(rest)),
            "stop" => Command::Stop,
            "ponderhit" => Command::PonderHit { draw: false },
            "d" => Command::Show,
            "debug" => match rest {
                "on" => Command::Debug(true),
                "off" => Command::Debug(false),
                _ => bad(line, "debug takes on or off"),
            },
            "quit" => Command::Quit,
            // What is not known is skipped, as the protocol wants it.
            _ => match rest_from_command(rest) {
                Some(command) => self.read(command),
                None => bad(line, UNKNOWN_COMMAND),
            },
        }
    }

    fn write(&mut self, event: Event<'_>, lines: &mut Vec<String>) {
        match event {
            Event::Greeting => greet(lines),
            Event::Pong(_) => lines.push("readyok".to_owned()),
            Event::Variant(game) => lines.push(format!(
                "info string variant {} files {} ranks {} startpos {}",
                game.variant(),
                game.geometry().files,
                game.geometry().ranks,
                game.start_fen()
            )),
            Event::Refused { command, why } => {
                lines.push(format!("info string {why}: {command}"));
            }
            Event::IllegalPosition(reasons) => {
                lines.push(format!("info string illegal position: {reasons}"));
            }
            Event::IllegalMove { text, why, number } => {
                let number = number.map(|number| format!(" number {number}")).unwrap_or_default();
                let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
                lines.push(format!("info string illegal move{number}{why}: {text}"));
            }
            Event::RookLeftBehind(text) => lines.push(format!("info string illegal move: {text}")),
            Event::Remark(text) => lines.push(format!("info string {text}")),
            Event::Failure(text) => lines.push(format!("info string error: {text}")),
            Event::Thinking(game, info) => lines.push(self.thinking(game, info)),
            Event::Best(game, best, expected) => lines.push(self.best_move(game, best, expected)),
            Event::Result(outcome) => {
                let Outcome { reason, .. } = outcome;
                lines.push(format!("info string game over: {} {reason}", outcome.score()));
            }
            Event::Position(game) => self.picture(game, lines),
            // Nothing in UCI asks for these.
            Event::DrawOffer
            | Event::Targets(..)
            | Event::CastlingTarget(..)
            | Event::Hint(..)
            | Event::NoBook
            | Event::Status { .. }
            | Event::Resigns
            | Event::Idle
            | Event::Farewell => {}
        }
    }

    fn reading(&self) -> Reading {
        Reading::Repair
    }

    fn read_move(&self, game: &dyn Game, text: &str) -> Result<Move, BadMove> {
        let text = if self.counts_from_0(game) { shift_ranks(text, 1) } else { text.to_owned() };
        game.parse_uci(&text).map_err(|error| match error {
            MoveError::Unreadable(_) => BadMove::Unreadable,
            MoveError::Illegal(_) | MoveError::Ambiguous { .. } => BadMove::Illegal,
        })
    }

    fn read_square(&self, game: &dyn Game, text: &str) -> Option<Square> {
        let text = if self.counts_from_0(game) { shift_ranks(text, 1) } else { text.to_owned() };
        game.geometry().parse_square(&text)
    }

    fn count_ranks_from_0(&mut self, from_0: bool) {
        self.from_0 = from_0;
    }

    fn show_chances(&mut self, shown: bool) {
        self.chances = shown;
    }

    fn gui_judges(&self) -> bool {
        true
    }

    fn posts_at_first(&self) -> bool {
        true
    }
}

impl Uci {
    /// UCI's moves with ranks of ten-rank boards counted from 0.
    pub(crate) fn from_0() -> Uci {
        Uci { from_0: true, ..Uci::default() }
    }

    fn counts_from_0(&self, game: &dyn Game) -> bool {
        self.from_0 && game.geometry().ranks == 10
    }

    pub(crate) fn write_move(&self, game: &dyn Game, mv: Move) -> String {
        let text = game.to_uci(mv);
        if self.counts_from_0(game) { shift_ranks(&text, -1) } else { text }
    }

    fn thinking(&self, game: &dyn Game, info: &Info) -> String {
        if let Some(Current { mv, number, .. }) = info.current {
            let mv = self.write_move(game, mv);
            return format!("info depth {} currmove {mv} currmovenumber {number}", info.depth);
        }
        let chances = match self.chances {
            true => format!(" wdl {}", Wdl::of_game(game, info.score)),
            false => String::new(),
        };
        let mut line = format!(
            "info depth {} seldepth {} multipv {} score {}{}{chances} nodes {} nps {} hashfull {} time {}",
            info.depth,
            info.seldepth,
            info.line,
            score(info.score),
            match info.bound {
                Bound::Exact => "",
                Bound::Lower => " lowerbound",
                Bound::Upper => " upperbound",
            },
            info.nodes,
            super::per_second(info.nodes, info.elapsed),
            info.hashfull,
            info.elapsed.as_millis()
        );
        if !info.pv.is_empty() {
            line.push_str(" pv");
        }
        for &mv in &info.pv {
            line.push(' ');
            line.push_str(&self.write_move(game, mv));
        }
        line
    }

    fn best_move(&self, game: &dyn Game, best: Option<Move>, expected: Option<Move>) -> String {
        let Some(best) = best else { return "bestmove (none)".to_owned() };
        match expected {
            Some(reply) => format!(
                "bestmove {} ponder {}",
                self.write_move(game, best),
                self.write_move(game, reply)
            ),
            None => format!("bestmove {}", self.write_move(game, best)),
        }
    }

    /// The position as a person sees it: board, FEN, result.
    fn picture(&self, game: &dyn Game, lines: &mut Vec<String>) {
        let board = game.geometry();
        let lowest = if self.counts_from_0(game) { 0 } else { 1 };
        for rank in (0..board.ranks).rev() {
            let squares = (0..board.files).map(|file| {
                let piece = game.piece_at(board.square(file, rank));
                format!(" {}", piece.map_or('.', |piece| piece.letter()))
            });
            lines.push(format!("{:2}{}", rank + lowest, squares.collect::<String>()));
        }
        let files = ('a'..).take(board.files.into()).map(|file| format!(" {file}"));
        lines.push(format!("  {}", files.collect::<String>()));
        lines.push(format!("variant {}", game.variant()));
        lines.push(format!("fen {}", game.fen()));
        lines.push(format!("key {:016x}", game.key()));
        if game.checkers().any() {
            let names = game.checkers().into_iter().map(|square| {
                let file = (b'a' + board.file(square)) as char;
                format!(" {file}{}", board.rank(square) + lowest)
            });
            lines.push(format!("check from{}", names.collect::<String>()));
        }
        if let Some(outcome) = game.outcome() {
            lines.push(format!("game over: {} {}", outcome.score(), outcome.reason));
        }
    }
}

/// The text with this much added to every number in it.
fn shift_ranks(text: &str, by: i32) -> String {
    let mut shifted = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let (before, numbers) = rest.split_at(start);
        let end = numbers.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(numbers.len());
        let (number, after) = numbers.split_at(end);
        shifted += before;
        // What is no number of a rank stays: it is refused as it was written.
        match number.parse::<i32>().ok().and_then(|rank| rank.checked_add(by)) {
            Some(rank) => shifted += &rank.to_string(),
            None => shifted += number,
        }
        rest = after;
    }
    shifted + rest
}

pub(crate) fn bad(line: &str, why: impl Into<String>) -> Command {
    Command::Bad { command: quote(line.trim()), why: why.into() }
}

/// `name NAME [value VALUE]`; both may hold blanks.
fn read_option(line: &str, rest: &str) -> Command {
    let Some(rest) = rest.strip_prefix("name ") else {
        return bad(line, "setoption needs a name");
    };
    let (name, value) = match rest.split_once(" value ") {
        Some((name, value)) => (name, Some(value)),
        None => (rest.strip_suffix(" value").unwrap_or(rest), None),
    };
    Command::SetOption {
        name: name.trim().to_owned(),
        value: value.map(|value| value.trim().to_owned()),
    }
}

/// `startpos [moves ...]` or `fen FEN [moves ...]`.
pub(crate) fn read_position(line: &str, rest: &str) -> Command {
    let (kind, rest) = split_word(rest);
    let mut words = rest.split_whitespace();
    let before_moves: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
    let fen = match kind {
        "startpos" if before_moves.is_empty() => None,
        "fen" => Some(before_moves.join(" ")),
        _ => return bad(line, "position takes startpos or fen FEN, then moves"),
    };
    Command::Position { fen, moves: words.map(str::to_owned).collect() }
}

/// The words of `go`.
const GO_WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "infinite",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "mate",
];

/// The words that begin a command in the protocol's text; `quit` is heard alone only, so that no noise
/// on the line ends the program.
const COMMANDS: [&str; 10] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
];

/// The line from the first word on that begins a command.
fn rest_from_command(line: &str) -> Option<&str> {
    let mut rest = line;
    while !rest.is_empty() {
        let (word, after) = split_word(rest);
        if COMMANDS.contains(&word) {
            return Some(rest);
        }
        rest = after;
    }
    None
}

/// What is wrong or unknown is noted and skipped: whoever says `go` waits for an answer.
fn read_go(rest: &str) -> Ask {
    let mut ask = Ask::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => {
                ask.limits.infinite = true;
                continue;
            }
            "ponder" => {
                ask.limits.ponder = true;
                continue;
            }
            "searchmoves" => {
                // Whatever is no other word of the command is to be a move.
                while let Some(mv) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    ask.moves.push(mv.to_owned());
                }
                continue;
            }
            _ if GO_WORDS.contains(&word) => {}
            _ => {
                ask.misread.push(format!("go knows no '{}'", quote(word)));
                continue;
            }
        }
        let value = words.next_if(|word| !GO_WORDS.contains(word)).unwrap_or_default();
        if let Err(why) = set_limit(&mut ask, word, value) {
            ask.misread.push(format!("go {word}: {why}"));
        }
    }
    ask
}

fn set_limit(ask: &mut Ask, name: &str, value: &str) -> Result<(), String> {
    let number = nearest_whole(value)?;
    // Increments and move times below 0 are said by GUIs whose clocks have run out.
    let at_least_0 = number.max(0).unsigned_abs();
    let [white_left, black_left] = &mut ask.remaining;
    let [white_adds, black_adds] = &mut ask.increment;
    match name {
        "wtime" => *white_left = Some(number),
        "btime" => *black_left = Some(number),
        "winc" => *white_adds = at_least_0,
        "binc" => *black_adds = at_least_0,
        "movetime" => ask.limits.movetime = Some(Duration::from_millis(at_least_0)),
        _ => ask.set_count(name, number),
    }
    Ok(())
}

fn greet(lines: &mut Vec<String>) {
    lines.push(format!("id name {}", super::NAME));
    lines.push(format!("id author {}", super::AUTHOR));
    for choice in CHOICES.iter().filter(|choice| choice.shown != Shown::XBoard) {
        let kind = in_words(choice.kind);
        lines.push(format!("option name {} type {kind}", choice.name));
    }
    lines.push("uciok".to_owned());
}

/// What an option takes: `spin default 1 min 1 max 8`.
pub(crate) fn in_words(kind: Kind) -> String {
    match kind {
        Kind::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
        Kind::Check => "check default false".to_owned(),
        Kind::Text(text) => format!("string default {text}"),
        Kind::Variants => {
            let names = VariantId::ALL.map(|variant| format!(" var {variant}")).concat();
            format!("combo default {}{names}", VariantId::Chess)
        }
        Kind::Combo(words) => {
            let all: String = words.iter().map(|word| format!(" var {word}")).collect();
            format!("combo default {}{all}", words.first().unwrap_or(&""))
        }
        Kind::File => format!("string default {}", options::EMPTY),
        Kind::Button => "button".to_owned(),
    }
}

/// `cp N`, or `mate N` in moves, negative for being mated.
fn score(score: Score) -> String {
    match score.mate_distance() {
        Some(plies) => format!("mate {}", super::plies_to_moves(plies)),
        None => format!("cp {}", score.raw()),
    }
}

#[cfg(test)]
mod tests {
    use stymie_movegen::open;

    use super::*;

    fn read(line: &str) -> Command {
        Uci::default().read(line)
    }

    fn written(event: Event<'_>) -> Vec<String> {
        let mut lines = Vec::new();
        Uci::default().write(event, &mut lines);
        lines
    }

    #[test]
    fn positions_are_read_with_and_without_fen_and_moves() {
        let position = |fen: Option<&str>, moves: &[&str]| Command::Position {
            fen: fen.map(str::to_owned),
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
        };
        assert_eq!(read("position startpos"), position(None, &[]));
        assert_eq!(
            read(" position  startpos moves e2e4  e7e5\r"),
            position(None, &["e2e4", "e7e5"])
        );
        assert_eq!(read("position fen 8/8 w - - 0 1"), position(Some("8/8 w - - 0 1"), &[]));
        assert_eq!(read("position fen 8/8 b moves a1a2"), position(Some("8/8 b"), &["a1a2"]));
        assert_eq!(read("position fen"), position(Some(""), &[]));
        for line in ["position", "position x", "position startpos e2e4"] {
            assert!(matches!(read(line), Command::Bad { .. }), "{line}");
        }
    }

    #[test]
    fn limits_are_read() {
        let Command::Search(ask) = read("go wtime 1000 btime -5 winc 20 binc -1 movestogo 0")
        else {
            unreachable!()
        };
        assert_eq!(ask.remaining, [Some(1000), Some(-5)]);
        assert_eq!((ask.increment, ask.moves_to_go), ([20, 0], None));
        let Command::Search(ask) = read("go depth 3 nodes 500 movetime 60 infinite") else {
            unreachable!()
        };
        assert_eq!((ask.limits.depth, ask.limits.nodes), (Some(3), Some(500)));
        assert_eq!(ask.limits.movetime, Some(Duration::from_millis(60)));
        assert!(ask.limits.infinite);
        let Command::Search(ask) = read("go searchmoves e2e4 zzz ponder depth 0 nodes 0 mate 3")
        else {
            unreachable!()
        };
        assert_eq!(ask.moves, ["e2e4", "zzz"]);
        assert!(ask.limits.ponder && !ask.limits.infinite);
        assert_eq!((ask.limits.depth, ask.limits.nodes), (Some(1), Some(1)));
        assert_eq!(ask.limits.mate, Some(3));
        let Command::Search(ask) =
            read("go mate -1 nodes -1 depth 4294967296 movestogo -1 wtime 9.5")
        else {
            unreachable!()
        };
        assert_eq!((ask.limits.mate, ask.limits.nodes), (Some(1), Some(1)));
        assert_eq!((ask.limits.depth, ask.moves_to_go), (Some(u32::MAX), None));
        assert_eq!((ask.remaining, ask.misread.len()), ([Some(9), None], 0));
        for (line, wrong) in [
            ("go depth 3 movetime", "go movetime: nothing is no number"),
            ("go movetime depth 3", "go movetime: nothing is no number"),
            ("go nodes x depth 3", "go nodes: 'x' is no number"),
            ("go depth 3 wtime soon", "go wtime: 'soon' is no number"),
            ("go somewhere depth 3", "go knows no 'somewhere'"),
        ] {
            let Command::Search(ask) = read(line) else { unreachable!("{line}") };
            assert_eq!(
                (ask.limits.depth, ask.misread),
                (Some(3), vec![wrong.to_owned()]),
                "{line}"
            );
        }
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert_eq!(read("joho debug on"), Command::Debug(true));
        assert_eq!(read("a  b isready"), Command::Ping(String::new()));
        assert!(matches!(read("a b d c"), Command::Bad { .. }));
        assert!(matches!(read("a quit"), Command::Bad { .. }));
    }

    #[test]
    fn options_are_read_with_blanks_in_name_and_value() {
        let option = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        assert_eq!(read("setoption name Hash value 32"), option("Hash", Some("32")));
        assert_eq!(read("setoption name Clear Hash"), option("Clear Hash", None));
        assert_eq!(
            read("setoption name Debug Log File value my log"),
            option("Debug Log File", Some("my log"))
        );
        assert_eq!(read("setoption name Hash value"), option("Hash", None));
        assert!(matches!(read("setoption Hash"), Command::Bad { .. }));
    }

    #[test]
    fn declared_options_read_back_their_defaults() {
        for line in written(Event::Greeting) {
            let Some((name, kind)) =
                line.strip_prefix("option name ").and_then(|rest| rest.split_once(" type "))
            else {
                continue;
            };
            let words: Vec<&str> = kind.split(' ').collect();
            let default = match words.as_slice() {
                ["string", "default", ..] => {
                    format!(" value {}", kind.trim_start_matches("string default "))
                }
                [_, "default", default, ..] => format!(" value {default}"),
                _ => String::new(),
            };
            let Command::SetOption { name, value } =
                read(&format!("setoption name {name}{default}"))
            else {
                unreachable!()
            };
            assert!(options::read(&name, value.as_deref()).is_ok(), "{line}");
        }
    }

    #[test]
    fn scores_are_centipawns_or_moves_to_mate() {
        for (value, text) in [
            (Score::new(-31), "cp -31"),
            (Score::win_in(1), "mate 1"),
            (Score::win_in(3), "mate 2"),
            (Score::loss_in(0), "mate 0"),
            (Score::loss_in(2), "mate -1"),
            (Score::loss_in(4), "mate -2"),
        ] {
            assert_eq!(score(value), text);
        }
    }

    #[test]
    fn what_a_search_finds_is_told_in_moves_of_the_variant() {
        let game = open(VariantId::Hiashatar);
        let pv: Vec<Move> = ["e2e3"].iter().filter_map(|text| game.parse_uci(text).ok()).collect();
        let info = Info {
            depth: 5,
            seldepth: 9,
            line: 1,
            bound: Bound::Exact,
            score: Score::new(12),
            nodes: 3000,
            elapsed: Duration::from_millis(1500),
            hashfull: 7,
            current: None,
            pv: pv.clone(),
        };
        assert_eq!(
            written(Event::Thinking(&*game, &info)),
            [
                "info depth 5 seldepth 9 multipv 1 score cp 12 nodes 3000 nps 2000 hashfull 7 time 1500 pv e2e3"
            ]
        );
        let current = pv.first().map(|&mv| Current { mv, number: 3, of: 20 });
        assert_eq!(
            written(Event::Thinking(&*game, &Info { current, ..info })),
            ["info depth 5 currmove e2e3 currmovenumber 3"]
        );
        assert_eq!(written(Event::Best(&*game, pv.first().copied(), None)), ["bestmove e2e3"]);
        assert_eq!(written(Event::Best(&*game, None, None)), ["bestmove (none)"]);
    }

    #[test]
    fn every_legal_move_survives_being_written_and_read() {
        for variant in VariantId::ALL {
            let game = open(variant);
            for mv in game.legal_moves() {
                assert_eq!(Uci::default().read_move(&*game, &game.to_uci(mv)), Ok(mv), "{variant}");
            }
        }
    }
}
