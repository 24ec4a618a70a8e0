//! An engine that speaks the XBoard protocol, version 2.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use stymie_movegen::{Color, Game, VariantId};

use super::control::{ClockControl, Control};
use super::features::Features;
use super::player::{Answer, Opinion, Player, Thought, Trouble, Turn};
use super::process::{Heard, Process};
use super::spec::EngineSpec;
use super::wire;

/// How long an engine may take to start once it has asked for time, and to answer a ping.
const READY: Duration = Duration::from_secs(20);
/// How long to wait for features of an engine that may have none: longer than the protocol's two
/// seconds, since one that has is useless without them, and the machine may be busy.
const FEATURES: Duration = Duration::from_secs(10);
/// What a claim begins with.
const CLAIMS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];
/// Minutes on the clock of an engine that is limited by depth alone.
const ENDLESS: u32 = 1_000;

/// A started engine.
struct Running {
    process: Process,
    features: Features,
    /// How many games it has been made ready for.
    games: u32,
    /// How many of the game's moves it knows.
    told: usize,
    /// It plays; before, it only follows.
    seated: bool,
    pings: u32,
}

/// An XBoard engine; started when it is needed.
pub(crate) struct XBoard {
    spec: EngineSpec,
    variant: VariantId,
    interrupted: Arc<AtomicBool>,
    debug: bool,
    running: Option<Running>,
}

impl XBoard {
    pub(crate) fn new(
        spec: EngineSpec,
        variant: VariantId,
        interrupted: Arc<AtomicBool>,
        debug: bool,
    ) -> XBoard {
        XBoard { spec, variant, interrupted, debug, running: None }
    }

    fn start(&self) -> Result<Running, Trouble> {
        let mut process = Process::start(&self.spec, &self.interrupted, self.debug)?;
        let mut features = Features::default();
        process.send("xboard");
        process.send("protover 2");
        while features.done != Some(true) {
            // `done=0` asks for more time.
            let wait = if features.done.is_some() { READY } else { FEATURES };
            match process.hear(Instant::now() + wait) {
                Heard::Line(line) => {
                    if let Some(text) = line.text.strip_prefix("feature ") {
                        features.note(text).iter().for_each(|reply| process.send(reply));
                    }
                }
                Heard::Nothing if features.done.is_some() => {
                    return Err(Trouble::Hang("no feature done=1".to_owned()));
                }
                Heard::Nothing => break,
                Heard::End => return Err(Trouble::Crash(process.how_it_ended())),
                Heard::Interrupted => return Err(Trouble::Interrupted),
            }
        }
        let mut running = Running { process, features, games: 0, told: 0, seated: false, pings: 0 };
        self.set_options(&mut running)?;
        Ok(running)
    }

    /// Sets the options; what they mean may depend on the variant, so that comes first.
    fn set_options(&self, running: &mut Running) -> Result<(), Trouble> {
        let Running { process, features, .. } = running;
        let name = wire::variant_name(self.variant);
        if !features.variants.iter().any(|known| known == name) {
            return Err(self.spec.unfit(&format!("does not play {name}")));
        }
        if self.spec.options.is_empty() {
            return Ok(());
        }
        self.begin(process);
        for (name, value) in &self.spec.options {
            let find = |known: &&String| known.eq_ignore_ascii_case(name);
            if let Some(known) = features.options.iter().find(find) {
                process.send(&format!("option {known}={value}"));
            } else if name.eq_ignore_ascii_case("Hash") && features.memory {
                process.send(&format!("memory {value}"));
            } else if name.eq_ignore_ascii_case("Threads") && features.smp {
                process.send(&format!("cores {value}"));
            } else {
                return Err(self.spec.unfit(&format!("has no option '{name}'")));
            }
        }
        let mut refusals = Vec::new();
        running.ping(|line| refusals.extend(is_refusal(line).then(|| line.to_owned())))?;
        self.spec.took_options(&refusals)
    }

    /// Begins a game of the variant.
    fn begin(&self, process: &mut Process) {
        process.send("new");
        if self.variant != VariantId::Chess {
            process.send(&format!("variant {}", wire::variant_name(self.variant)));
        }
    }

    /// Tells a ready engine of the game, up to where it begins to play.
    fn set_up(
        &self,
        running: &mut Running,
        game: &dyn Game,
        control: &Control,
    ) -> Result<(), Trouble> {
        let Running { process, features, .. } = running;
        self.begin(process);
        match (control.clock, control.per_move) {
            (Some(clock), _) => process.send(&level(clock)),
            (None, Some(time)) => process.send(&format!("st {}", time.as_secs_f64())),
            (None, None) => process.send(&format!("level 0 {ENDLESS} 0")),
        }
        if let Some(depth) = control.depth {
            process.send(&format!("sd {depth}"));
        }
        for line in ["post", "easy", "force"] {
            process.send(line);
        }
        let start = game.initial_fen();
        if start != game.start_fen() {
            if !features.setboard {
                return Err(self.spec.unfit("cannot set up positions: its openings must be moves"));
            }
            process.send(&format!("setboard {}", wire::write_fen(self.variant, &start)));
        }
        (running.told, running.seated) = (0, false);
        running.games += 1;
        running.ping(|_| {})
    }
}

impl Running {
    /// Waits until it has done all that it was told.
    fn ping(&mut self, mut listen: impl FnMut(&str)) -> Result<(), Trouble> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let (ping, pong) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
        self.process.send(&ping);
        self.process.wait_for(&pong, READY, |line| {
            listen(line);
            line == pong
        })
    }

    /// Tells the moves that it does not know yet, and has it think.
    fn ask(&mut self, turn: &Turn<'_>) {
        let game = turn.game;
        let total = game.moves().len();
        let mut at = game.boxed_clone();
        while at.moves().len() > self.told {
            at.undo();
        }
        if self.seated {
            self.tell_clocks(turn);
        }
        for &mv in game.moves().get(self.told..).unwrap_or_default() {
            let text = match self.features.san {
                true => at.notation(mv),
                false => wire::write_move(&*at, mv),
            };
            let prefix = if self.features.usermove { "usermove " } else { "" };
            self.process.send(&format!("{prefix}{text}"));
            at.play(mv);
        }
        self.told = total;
        if !self.seated {
            self.tell_clocks(turn);
            if self.features.colors {
                let side = if game.side() == Color::White { "white" } else { "black" };
                self.process.send(side);
            }
            self.process.send("go");
            self.seated = true;
        }
    }

    fn tell_clocks(&mut self, turn: &Turn<'_>) {
        let Some(own) = turn.own_clock() else { return };
        if self.features.time {
            let other = turn.clocks[(!turn.game.side()) as usize].as_ref().unwrap_or(own);
            for (name, clock) in [("time", own), ("otim", other)] {
                self.process.send(&format!("{name} {}", clock.left().as_millis() / 10));
            }
        }
    }
}

impl Player for XBoard {
    fn new_game(&mut self, game: &dyn Game, control: &Control) -> Result<(), Trouble> {
        let fresh = |running: &Running| running.features.reuse || running.games == 0;
        let mut running = match self.running.take().filter(fresh) {
            Some(running) => running,
            None => self.start()?,
        };
        self.set_up(&mut running, game, control)?;
        self.running = Some(running);
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Thought {
        let Some(running) = &mut self.running else {
            return Thought::bare(Answer::Crash("is not running".to_owned()), Duration::ZERO);
        };
        let mut thought = Thought::bare(Answer::Hang, Duration::ZERO);
        // What it has said since its last move.
        while let Heard::Line(line) = running.process.hear(Instant::now()) {
            if let Some(answer) = hear(&line.text, turn.game, true, &mut thought) {
                thought.answer = answer;
                return thought;
            }
        }
        thought.opinion = None;
        let worked = running.process.processor_time();
        running.ask(turn);
        let hear = |line: &str, thought: &mut Thought| hear(line, turn.game, false, thought);
        let thought = running.process.await_answer(turn, worked, "?", thought, hear);
        running.told += usize::from(matches!(thought.answer, Answer::Move(_)));
        thought
    }

    fn game_over(&mut self, score: &str, result: &str) -> Option<String> {
        let running = self.running.as_mut()?;
        let mut claims = Vec::new();
        // What it says of its own accord comes before the pong.
        let answered = running.ping(|line| {
            if CLAIMS.iter().any(|claim| line.split(' ').next() == Some(claim)) {
                claims.push(line.to_owned());
            }
        });
        if answered.is_err() {
            self.kill();
        } else {
            running.process.send(&format!("result {result}"));
            running.process.send("force");
        }
        claims.into_iter().find(|claim| !claim.starts_with(score))
    }

    fn kill(&mut self) {
        if let Some(running) = self.running.take() {
            running.process.kill();
        }
    }
}

/// Whether an engine says that it does not take an option.
fn is_refusal(line: &str) -> bool {
    ["Error", "Illegal", "tellusererror"].iter().any(|word| line.starts_with(word))
}

/// Reads a line; gives the answer if it is one. `late`: it was said before the question, when a
/// move would be nonsense.
fn hear(text: &str, game: &dyn Game, late: bool, thought: &mut Thought) -> Option<Answer> {
    let claim = || Some(Answer::Claim(text.to_owned()));
    match text.split_whitespace().next()? {
        "move" if !late => {
            let mv = text.split_whitespace().nth(1).unwrap_or_default();
            Some(match wire::read_move(game, mv) {
                Some(mv) => Answer::Move(mv),
                None => Answer::Illegal(mv.to_owned()),
            })
        }
        "resign" => Some(Answer::Resignation),
        "offer" if text == "offer draw" => {
            thought.offers_draw = true;
            None
        }
        // Nobody is doubted who says to have lost.
        "1-0" | "0-1" if text.starts_with("0-1") == (game.side() == Color::White) => {
            Some(Answer::Resignation)
        }
        "1-0" | "0-1" | "1/2-1/2" => claim(),
        "Illegal" if text.starts_with("Illegal move") => claim(),
        word if word.starts_with(|c: char| c.is_ascii_digit()) => {
            note(text, thought);
            None
        }
        _ => None,
    }
}

/// Reads thinking output: depth, score, time, nodes, the rest.
fn note(text: &str, thought: &mut Thought) {
    let mut words = text.split_whitespace();
    // Some mark the depth with a dot or a sign.
    let depth = words.next().unwrap_or_default();
    let digits = depth.find(|c: char| !c.is_ascii_digit()).unwrap_or(depth.len());
    let score = words.next().and_then(|text| text.parse::<i32>().ok());
    let time = words.next().and_then(|text| text.parse::<i64>().ok());
    if let (Ok(depth), Some(score), Some(_)) = (depth[..digits].parse(), score, time) {
        thought.depth = Some(depth);
        thought.opinion = Some(match score.checked_abs() {
            Some(most) if (100_000..101_000).contains(&most) => {
                Opinion::Mate((most - 100_000).max(1) * score.signum())
            }
            _ => Opinion::Centipawns(score),
        });
    }
}

/// The clock, whose time is in whole seconds here; `time` tells before every move what it shows.
fn level(clock: ClockControl) -> String {
    let seconds = clock.base.as_millis().div_ceil(1000);
    let base = match (seconds / 60, seconds % 60) {
        (minutes, 0) => minutes.to_string(),
        (minutes, seconds) => format!("{minutes}:{seconds:02}"),
    };
    let moves = clock.moves.unwrap_or(0);
    format!("level {moves} {base} {}", clock.increment.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(text: &str, late: bool) -> (Option<Answer>, Thought) {
        let game = stymie_movegen::open(VariantId::Xiangqi);
        let mut thought = Thought::bare(Answer::Hang, Duration::ZERO);
        (hear(text, &*game, late, &mut thought), thought)
    }

    #[test]
    fn levels_are_in_whole_seconds() {
        for (text, expected) in [
            ("2+0.02", "level 0 0:02 0.02"),
            ("40/60", "level 40 1 0"),
            ("0.1+0.01", "level 0 0:01 0.01"),
            ("90.5+1", "level 0 1:31 1"),
        ] {
            assert_eq!(level(text.parse().unwrap()), expected);
        }
    }

    #[test]
    fn answers_and_claims_are_told_apart() {
        assert!(matches!(heard("move b2e2", false).0, Some(Answer::Move(_))));
        assert_eq!(heard("move b2e2", true).0, None);
        assert_eq!(heard("move b2b8", false).0, Some(Answer::Illegal("b2b8".to_owned())));
        assert_eq!(heard("move", false).0, Some(Answer::Illegal(String::new())));
        assert_eq!(heard("0-1 {Black mates}", false).0, Some(Answer::Resignation));
        for text in ["1-0 {White mates}", "1/2-1/2 {repetition}", "Illegal move: a1a2"] {
            assert_eq!(heard(text, true).0, Some(Answer::Claim(text.to_owned())));
        }
        for text in ["", "pong 1", "# move a1a2", "tellics say 1-0", "offer a", "Hint: a1a2"] {
            assert_eq!(heard(text, false).0, None, "{text}");
        }
        assert!(heard("offer draw", true).1.offers_draw);
    }

    #[test]
    fn thinking_is_read() {
        let thought = heard("9. -25 103 40000 b2e2 h9g7", false).1;
        assert_eq!(thought.depth, Some(9));
        assert_eq!(thought.opinion, Some(Opinion::Centipawns(-25)));
        assert_eq!(heard("9 100003 1 2", false).1.opinion, Some(Opinion::Mate(3)));
        assert_eq!(heard("9 -100002 1 2", false).1.opinion, Some(Opinion::Mate(-2)));
        assert_eq!(heard("3 pieces left", false).1.opinion, None);
    }
}
