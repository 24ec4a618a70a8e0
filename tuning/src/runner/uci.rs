//! An engine that speaks UCI.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use stymie_movegen::{Game, VariantId};

use super::control::{Clock, Control};
use super::player::{Answer, Opinion, Player, Thought, Trouble, Turn};
use super::process::Process;
use super::spec::EngineSpec;

/// How long an engine may take to start, and to make itself ready.
const READY: Duration = Duration::from_secs(20);

/// An option as the engine announces it.
struct Announced {
    name: String,
    /// What a choice can be; empty for other options.
    values: Vec<String>,
}

/// A UCI engine; started when it is needed.
pub(crate) struct Uci {
    spec: EngineSpec,
    variant: VariantId,
    interrupted: Arc<AtomicBool>,
    debug: bool,
    process: Option<Process>,
}

impl Uci {
    pub(crate) fn new(
        spec: EngineSpec,
        variant: VariantId,
        interrupted: Arc<AtomicBool>,
        debug: bool,
    ) -> Uci {
        Uci { spec, variant, interrupted, debug, process: None }
    }

    fn start(&self) -> Result<Process, Trouble> {
        let mut process = Process::start(&self.spec, &self.interrupted, self.debug)?;
        process.send("uci");
        let mut announced = Vec::new();
        process.wait_for("uciok", READY, |line| {
            announced.extend(announcement(line));
            line == "uciok"
        })?;
        for (name, value) in self.settings(&announced)? {
            process.send(&format!("setoption name {name} value {value}"));
        }
        let mut refusals = Vec::new();
        process.send("isready");
        process.wait_for("readyok", READY, |line| {
            refusals.extend(is_refusal(line).then(|| line.to_owned()));
            line == "readyok"
        })?;
        self.spec.took_options(&refusals)?;
        Ok(process)
    }

    /// The options to set, by the names that the engine uses.
    fn settings(&self, announced: &[Announced]) -> Result<Vec<(String, String)>, Trouble> {
        let find =
            |wanted: &str| announced.iter().find(|option| option.name.eq_ignore_ascii_case(wanted));
        let mut settings = Vec::new();
        match find("UCI_Variant") {
            Some(choice) => {
                let known = choice.values.iter().any(|value| value == self.variant.name());
                if !known && !choice.values.is_empty() {
                    return Err(self.spec.unfit(&format!("does not play {}", self.variant)));
                }
                settings.push((choice.name.clone(), self.variant.name().to_owned()));
            }
            None if self.variant == VariantId::Chess => {}
            None => return Err(self.spec.unfit("has no option UCI_Variant")),
        }
        for (name, value) in &self.spec.options {
            match find(name) {
                Some(option) => settings.push((option.name.clone(), value.clone())),
                None => return Err(self.spec.unfit(&format!("has no option '{name}'"))),
            }
        }
        Ok(settings)
    }
}

impl Player for Uci {
    fn new_game(&mut self, _: &dyn Game, _: &Control) -> Result<(), Trouble> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start()?,
        };
        process.send("ucinewgame");
        process.send("isready");
        process.wait_for("readyok", READY, |line| line == "readyok")?;
        self.process = Some(process);
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Thought {
        let Some(process) = &mut self.process else {
            return Thought::bare(Answer::Crash("is not running".to_owned()), Duration::ZERO);
        };
        let worked = process.processor_time();
        process.send(&position(turn.game));
        process.send(&go(turn));
        let thought = Thought::bare(Answer::Hang, Duration::ZERO);
        process.await_answer(turn, worked, "stop", thought, |line, thought| {
            if let Some(info) = line.strip_prefix("info ") {
                note(info, thought);
            }
            line.strip_prefix("bestmove").map(|rest| answer(turn.game, rest))
        })
    }

    fn game_over(&mut self, _: &str, _: &str) -> Option<String> {
        None
    }

    fn kill(&mut self) {
        if let Some(process) = self.process.take() {
            process.kill();
        }
    }
}

/// Whether an engine says that it does not take an option. UCI has no words for it; these are those
/// that are used.
fn is_refusal(line: &str) -> bool {
    let words = ["cannot", "error", "invalid"];
    let line = line.to_ascii_lowercase();
    line.starts_with("no such option")
        || line.starts_with("info string") && words.iter().any(|word| line.contains(word))
}

/// An option's announcement.
fn announcement(line: &str) -> Option<Announced> {
    let (name, kind) = line.strip_prefix("option name ")?.split_once(" type ")?;
    let values = kind.split(" var ").skip(1).map(|value| value.trim().to_owned()).collect();
    Some(Announced { name: name.trim().to_owned(), values })
}

fn position(game: &dyn Game) -> String {
    let start = game.initial_fen();
    let mut text = "position ".to_owned();
    if start == game.start_fen() {
        text += "startpos";
    } else {
        let _ = write!(text, "fen {start}");
    }
    if !game.moves().is_empty() {
        text += " moves";
    }
    for &mv in game.moves() {
        let _ = write!(text, " {}", game.to_uci(mv));
    }
    text
}

fn go(turn: &Turn<'_>) -> String {
    let mut text = "go".to_owned();
    let mut add = |name: &str, value: u128| {
        let _ = write!(text, " {name} {value}");
    };
    if turn.control.clock.is_some() {
        let names = [("wtime", "winc"), ("btime", "binc")];
        for (clock, (time, _)) in turn.clocks.iter().zip(names) {
            // Not every engine knows what to do with nothing.
            add(time, clock.map_or(1, |clock| clock.left().as_millis().max(1)));
        }
        for (clock, (_, increment)) in turn.clocks.iter().zip(names) {
            add(increment, clock.map_or(0, |clock| clock.control.increment.as_millis()));
        }
        if let Some(moves) = turn.own_clock().and_then(Clock::moves_to_go) {
            add("movestogo", u128::from(moves));
        }
    }
    if let Some(time) = turn.control.per_move {
        add("movetime", time.as_millis());
    }
    if let Some(nodes) = turn.control.nodes {
        add("nodes", u128::from(nodes));
    }
    if let Some(depth) = turn.control.depth {
        add("depth", u128::from(depth));
    }
    text
}

/// Reads what a search tells.
fn note(info: &str, thought: &mut Thought) {
    let mut words = info.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "string" | "pv" => return,
            "depth" => thought.depth = words.next().and_then(|text| text.parse().ok()),
            "score" => {
                let (kind, value) = (words.next(), words.next().and_then(|text| text.parse().ok()));
                match (kind, value) {
                    (Some("cp"), Some(value)) => {
                        thought.opinion = Some(Opinion::Centipawns(value));
                    }
                    (Some("mate"), Some(value)) => thought.opinion = Some(Opinion::Mate(value)),
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

/// Reads what stands behind `bestmove`.
fn answer(game: &dyn Game, rest: &str) -> Answer {
    match rest.split_whitespace().next() {
        // The engine thinks that the game is over.
        None | Some("(none)" | "0000" | "NULL") => Answer::Claim("no move".to_owned()),
        Some("resign") => Answer::Resignation,
        Some(text) => match game.parse_uci(text) {
            Ok(mv) => Answer::Move(mv),
            Err(_) => Answer::Illegal(text.to_owned()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn<'g>(game: &'g dyn Game, control: &'g Control) -> Turn<'g> {
        let clocks = [control.clock.map(Clock::new); 2];
        Turn { game, control, clocks, flag: None, patience: Duration::ZERO }
    }

    #[test]
    fn what_is_asked_names_position_and_limits() {
        let mut game = stymie_movegen::open(VariantId::Xiangqi);
        assert_eq!(position(&*game), "position startpos");
        let mv = game.parse_uci("h3e3").unwrap();
        game.play(mv);
        assert_eq!(position(&*game), "position startpos moves h3e3");
        let clock = Some("40/2+0.02".parse().unwrap());
        let control = Control { clock, depth: Some(5), ..Control::default() };
        assert_eq!(
            go(&turn(&*game, &control)),
            "go wtime 2000 btime 2000 winc 20 binc 20 movestogo 40 depth 5"
        );
        let per_move = Some(Duration::from_millis(50));
        let control = Control { per_move, nodes: Some(9), ..Control::default() };
        assert_eq!(go(&turn(&*game, &control)), "go movetime 50 nodes 9");
    }

    #[test]
    fn lines_are_read() {
        let mut thought = Thought::bare(Answer::Hang, Duration::ZERO);
        note("depth 7 seldepth 9 score cp -31 lowerbound nodes 5 pv a1a2", &mut thought);
        assert_eq!((thought.depth, thought.opinion), (Some(7), Some(Opinion::Centipawns(-31))));
        note("depth 8 score mate -2 string score cp 9", &mut thought);
        assert_eq!(thought.opinion, Some(Opinion::Mate(-2)));
        let option = announcement("option name UCI_Variant type combo default a var a var b-c");
        let option = option.unwrap();
        assert_eq!((option.name.as_str(), option.values.len()), ("UCI_Variant", 2));
        let game = stymie_movegen::open(VariantId::Hia);
        assert!(matches!(answer(&*game, " e2e4 ponder e7e5"), Answer::Move(_)));
        assert_eq!(answer(&*game, " e2e5"), Answer::Illegal("e2e5".to_owned()));
        assert!(matches!(answer(&*game, " (none)"), Answer::Claim(_)));
    }
}
