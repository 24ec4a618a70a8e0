//! Nonsense by the thousand: whole sessions in each dialect, and positions. Nothing may panic or
//! hang, and what is said must be lines of text.

use proptest::prelude::*;
use proptest::sample::select;
use stymie_movegen::Reading;

use super::*;
use crate::fuzz::{Inputs, config, damaged};

/// Lines that have broken engines, or might.
const NASTY: &str = include_str!("../../../../tests/data/nasty-lines.txt");

/// What lines are made of, beside the nasty ones.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "position", "startpos", "fen", "moves", "go", "depth", "nodes", "movetime", "wtime", "btime", "winc", "infinite",
    "ponder", "searchmoves", "mate", "stop", "ponderhit", "setoption", "name", "value", "UCI_Variant", "Hash",
    "MultiPV", "isready", "usermove", "force", "go", "undo", "remove", "analyze", "exit", "setboard", "variant",
    "level", "time", "st", "sd", "ping", "hint", "draw", "exclude", "include", "all", "edit", ".", "#", "c", "new",
    "hard", "easy", "?", "pause", "resume", "lift", "put", "banmoves", "increment", "opptime", "option", "true",
    "false", "0", "1", "-1", "40", "1000", "4294967296", "e2e4", "e7e5", "a2a3", "a7a6", "b1c3", "h2e2", "h9g7",
    "a0a1", "e1b1,a1c1", "e7e8q", "a10a9", "i1", "hia", "bodyguard", "shatar", "hiashatar", "hiashatar-modern",
    "xiangqi", "chess", "modern", "w", "b", "-", "KQkq", "AIai",
    "rnbqkhbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBHKQBNR", "8k/4P4/9/9/9/9/9/K8", "4k3/8/8/8/8/8/8/R3K3",
    "3k5/4R4/9/9/9/9/9/9/9/3RK4", "k7/8/2K5/8/8/8/8/7J",
];

static SAID: Inputs = Inputs::new("lines");

/// A searcher that soon has enough.
struct Quick;

impl Searcher for Quick {
    fn search(
        &mut self,
        game: &dyn Game,
        limits: &Limits,
        signals: &Signals,
        listener: &mut dyn FnMut(&Info),
    ) -> Report {
        let mut moves = game.legal_moves();
        if moves.iter().any(|mv| limits.moves.contains(mv)) {
            moves.retain(|mv| limits.moves.contains(mv));
        }
        let info = |rank: usize| Info {
            depth: 1,
            seldepth: 1,
            line: rank + 1,
            bound: Bound::Exact,
            score: Score::new(rank as i32 * -3),
            nodes: 20,
            elapsed: Duration::from_millis(1),
            hashfull: 0,
            current: None,
            pv: moves.get(rank).copied().into_iter().collect(),
        };
        for rank in 0..limits.lines.clamp(1, moves.len().max(1)) {
            listener(&info(rank));
        }
        let waits = || limits.infinite || (limits.ponder && !signals.is_hit());
        for _ in 0..5 {
            if !waits() || signals.is_stopped() {
                break;
            }
            thread::sleep(Duration::from_micros(50));
        }
        Report { best: moves.first().copied(), ponder: None, info: info(0) }
    }
    fn new_game(&mut self) {}
    fn set_hash(&mut self, _: usize) -> Result<(), HashError> {
        Ok(())
    }
    no_settings!();
}

fn open_quick(_: VariantId, _: usize) -> Result<Box<dyn Searcher>, HashError> {
    Ok(Box::new(Quick))
}

/// A line: nasty, or made of words, or a nasty one with letters changed.
fn line() -> impl Strategy<Value = String> {
    let nasty = || select(NASTY.lines().collect::<Vec<_>>()).prop_map(str::to_owned);
    let words = || prop::collection::vec(select(WORDS), 1..7).prop_map(|words| words.join(" "));
    let changed = damaged(NASTY.lines().collect());
    // A line has no line ends inside.
    let changed = prop_oneof![changed, words()].prop_map(|text| text.replace('\n', ""));
    prop_oneof![4 => nasty(), 4 => words(), 2 => changed]
}

/// Says the lines; between some of them waits for the search to end.
fn say(dialect: Box<dyn Dialect>, lines: &[(String, bool)]) -> Vec<String> {
    let (sender, messages) = channel::unbounded();
    let page = Page::default();
    let mut session = Session::new(dialect, Box::new(page.clone()), sender, open_quick);
    for (line, waits) in lines {
        SAID.count();
        // A log would write files.
        if line.to_ascii_lowercase().contains("log") {
            continue;
        }
        if session.receive(Message::Input(Input::Line(line.clone()))) != Flow::On {
            break;
        }
        // An analysis begins anew when it has ended.
        for _ in 0..4 {
            let message = match *waits && session.thinking.is_some() {
                true => messages.recv_timeout(Duration::from_millis(2)).ok(),
                false => messages.try_recv().ok(),
            };
            let Some(message) = message else { break };
            if session.receive(message) != Flow::On {
                break;
            }
        }
    }
    page.lines()
}

/// Whether the lines can be read as such by a GUI.
fn check(said: &[String]) -> Result<(), TestCaseError> {
    for line in said {
        prop_assert!(line.len() < 200_000 && !line.contains(char::is_control), "{line:?}");
    }
    Ok(())
}

fn starting_with(lines: impl Iterator<Item = impl AsRef<str>>, word: &str) -> usize {
    lines.filter(|line| split_word(line.as_ref()).0 == word).count()
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn uci_takes_anything(lines in prop::collection::vec((line(), prop::bool::weighted(0.05)), 1..30)) {
        let said = say(Box::new(Uci::default()), &lines);
        check(&said)?;
        let asks = |line: &str| matches!(Uci::default().read(line), Command::Search(_));
        let asked = lines.iter().filter(|(line, _)| asks(line)).count();
        prop_assert!(starting_with(said.iter(), "bestmove") <= asked, "{:?}", said);
    }

    #[test]
    fn xboard_takes_anything(lines in prop::collection::vec((line(), prop::bool::weighted(0.05)), 1..30)) {
        check(&say(Box::new(XBoard::default()), &lines))?;
    }

    #[test]
    fn ucci_takes_anything(lines in prop::collection::vec((line(), prop::bool::weighted(0.05)), 1..30)) {
        let said = say(Box::new(Ucci::default()), &lines);
        check(&said)?;
        let asked = starting_with(lines.iter().map(|(line, _)| line), "go");
        prop_assert!(starting_with(said.iter(), "bestmove") <= asked, "{:?}", said);
    }

    /// Positions that are accepted are written and read again, and can be played from.
    #[test]
    fn fens_take_anything(
        texts in prop::collection::vec(line(), 1..10),
        variant in select(&VariantId::ALL[..]),
    ) {
        let mut game = stymie_movegen::open(variant);
        for text in texts {
            SAID.count();
            let fen = text.trim_start_matches("position fen ").trim_start_matches("setboard ");
            for reading in [Reading::Infer, Reading::Repair, Reading::Strict] {
                if game.set_fen(fen, reading).is_err() {
                    continue;
                }
                let written = game.fen();
                prop_assert!(game.set_fen(&written, Reading::Strict).is_ok(), "{}", written);
                prop_assert_eq!(game.fen(), written);
                if let Some(&mv) = game.legal_moves().first() {
                    game.play(mv);
                }
            }
        }
    }
}
