//! Whole sessions in both dialects, with searchers that do what a test needs.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crossbeam::channel;
use stymie_eval::Score;
use stymie_eval::network::Network;
use stymie_movegen::{Game, VariantId};
use stymie_search::{
    Bound, Evaluation, HashError, Info, Limits, ParameterError, Report, Searcher, Signals,
};

use super::*;

/// The settings of a searcher that has none.
macro_rules! no_settings {
    () => {
        fn set_threads(&mut self, threads: usize) -> usize {
            threads
        }
        fn set_move_overhead(&mut self, _: Duration) {}
        fn set_evaluation(&mut self, _: Evaluation) {}
        fn set_network(&mut self, _: Option<Arc<Network>>) {}
        fn set_parameter(&mut self, _: &str, _: i32) -> Result<(), ParameterError> {
            Err(ParameterError::Unknown)
        }
    };
}

mod analysis;
mod fuzz;
mod searches;
mod ucci;

/// Plays the legal move that is first in the alphabet, after `stop` where no depth is given. Its
/// score is what the depth says, negative; else 7. A line shows as many moves as limits ask for. A
/// long time for a move is used in part.
struct First;

impl Searcher for First {
    fn search(
        &mut self,
        game: &dyn Game,
        limits: &Limits,
        signals: &Signals,
        listener: &mut dyn FnMut(&Info),
    ) -> Report {
        let mut moves = game.legal_moves();
        if !limits.moves.is_empty() {
            moves.retain(|mv| limits.moves.contains(mv));
        }
        moves.sort_by_key(|&mv| game.to_uci(mv));
        let info = |rank: usize| Info {
            depth: 1,
            seldepth: 1,
            line: rank + 1,
            bound: Bound::Exact,
            score: Score::new(limits.depth.map_or(7, |depth| 8 - depth as i32)),
            nodes: 20,
            elapsed: Duration::from_millis(10),
            hashfull: 0,
            current: None,
            pv: moves.get(rank).copied().into_iter().collect(),
        };
        for rank in 0..limits.lines.clamp(1, moves.len()) {
            listener(&info(rank));
        }
        let holds = || limits.infinite || (limits.ponder && !signals.is_hit());
        let open = limits.depth.is_none() && limits.mate.is_none() && limits.movetime.is_none();
        while (open || holds()) && !signals.is_stopped() {
            thread::sleep(Duration::from_millis(1));
        }
        let long = limits.movetime.is_some_and(|time| time >= Duration::from_millis(500));
        for _ in 0..if long { 200 } else { 0 } {
            if signals.is_stopped() {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
        let best = moves.first().copied();
        let ponder = best.and_then(|best| {
            let mut next = game.boxed_clone();
            next.play(best);
            next.legal_moves().into_iter().min_by_key(|&mv| next.to_uci(mv))
        });
        Report { best, ponder, info: info(0) }
    }
    fn new_game(&mut self) {}
    fn set_hash(&mut self, mebibytes: usize) -> Result<(), HashError> {
        enough_memory(mebibytes)
    }
    no_settings!();
}

/// A machine with a gigabyte.
fn enough_memory(mebibytes: usize) -> Result<(), HashError> {
    if mebibytes <= 1024 { Ok(()) } else { Err(HashError { mebibytes }) }
}

fn open_first(_: VariantId, hash: usize) -> Result<Box<dyn Searcher>, HashError> {
    enough_memory(hash).map(|()| Box::new(First) as Box<dyn Searcher>)
}

/// Falls over.
struct Broken;

impl Searcher for Broken {
    fn search(
        &mut self,
        _: &dyn Game,
        _: &Limits,
        _: &Signals,
        _: &mut dyn FnMut(&Info),
    ) -> Report {
        // Not by the panic hook, which would print into the test's output.
        std::panic::resume_unwind(Box::new("it fell over"))
    }
    fn new_game(&mut self) {}
    fn set_hash(&mut self, _: usize) -> Result<(), HashError> {
        Ok(())
    }
    no_settings!();
}

fn open_broken(_: VariantId, _: usize) -> Result<Box<dyn Searcher>, HashError> {
    Ok(Box::new(Broken))
}

/// What was written, for a test to read.
#[derive(Clone, Default)]
struct Page(Arc<Mutex<Vec<u8>>>);

impl Write for Page {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Ok(mut page) = self.0.lock() {
            page.extend_from_slice(bytes);
        }
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Page {
    fn lines(&self) -> Vec<String> {
        let bytes = self.0.lock().map(|page| page.clone()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
    }
}

/// Lets a session hear a script; gives how it ended and what it said. A line `... word` waits for
/// the session to say a line that begins so, after the one waited for before.
fn listen(
    dialect: Box<dyn Dialect>,
    opener: session::Opener,
    script: &[&str],
) -> (ExitCode, Vec<String>) {
    let (sender, messages) = channel::unbounded();
    let page = Page::default();
    let session = Session::new(dialect, Box::new(page.clone()), sender.clone(), opener);
    let worker = thread::spawn(move || session.run(&messages));
    let mut seen = 0;
    for line in script {
        if let Some(word) = line.strip_prefix("... ") {
            // Five seconds at most: then the test fails by what is missing.
            for _ in 0..5000 {
                if worker.is_finished() {
                    break;
                }
                let new = |line: &String| line.starts_with(word);
                if let Some(found) = page.lines().iter().skip(seen).position(new) {
                    seen += found + 1;
                    break;
                }
                thread::sleep(Duration::from_millis(1));
            }
        } else if sender.send(Message::Input(Input::Line((*line).to_owned()))).is_err() {
            break;
        }
    }
    let _ = sender.send(Message::Input(Input::End));
    let code = worker.join().unwrap_or(ExitCode::FAILURE);
    (code, page.lines())
}

fn uci(script: &[&str]) -> Vec<String> {
    listen(Box::new(Uci::default()), open_first, script).1
}

fn ucci(script: &[&str]) -> Vec<String> {
    listen(Box::new(Ucci::default()), open_first, script).1
}

fn xboard(script: &[&str]) -> Vec<String> {
    listen(Box::new(XBoard::default()), open_first, script).1
}

#[test]
fn a_uci_session_answers_in_order() {
    let said = uci(&[
        "isready",
        "setoption name UCI_Variant value shatar",
        "position startpos moves e2e3 e7e5",
        "setoption name Hash value 2048",
        "setoption name Hash value 32",
        "nonsense",
        "isready",
        "go depth 1",
        "... bestmove",
    ]);
    assert_eq!(
        said,
        [
            "readyok",
            "info string variant shatar files 8 ranks 8 startpos \
             rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR w - - 0 1",
            "info string illegal move number 2: e7e5",
            "info string no memory for a table of 2048 MiB: option Hash",
            "info string unknown command: nonsense",
            "readyok",
            "info depth 1 seldepth 1 multipv 1 score cp 7 nodes 20 nps 2000 hashfull 0 time 10 pv a7a6",
            "bestmove a7a6 ponder a2a3",
        ]
    );
}

#[test]
fn what_comes_during_a_search_is_done_at_once_or_after_it() {
    let said = uci(&[
        "go infinite",
        "... info depth",
        "setoption name UCI_Variant value hia",
        "isready",
        "go depth 1",
        "stop",
        "isready",
        "... bestmove",
        "... bestmove",
    ]);
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    let [_, ready, best, variant, ready_again, _, next] = said.as_slice() else {
        unreachable!("{said:#?}")
    };
    assert_eq!(*ready, "readyok");
    assert!(best.starts_with("bestmove "));
    assert!(variant.starts_with("info string variant hia "));
    assert_eq!(*ready_again, "readyok");
    assert!(next.starts_with("bestmove "));
}

#[test]
fn a_refused_position_has_no_move_until_the_next_good_one() {
    let said = uci(&[
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "go depth 1",
        "position startpos",
        "go depth 1",
        "... bestmove (none)",
        "... bestmove",
    ]);
    let reasons = "info string illegal position: White has 0 kings instead of one; \
                   Black has 0 kings instead of one";
    assert_eq!(said.get(..3), Some(&[reasons, reasons, "bestmove (none)"].map(str::to_owned)[..]));
    assert!(said.last().is_some_and(|line| line == "bestmove a2a3 ponder a7a5"));
}

#[test]
fn a_failing_search_is_reported_and_ends_the_session() {
    for dialect in [Box::new(Uci::default()) as Box<dyn Dialect>, Box::new(XBoard::default())] {
        let (code, said) = listen(dialect, open_broken, &["go", "... the end", "isready"]);
        assert_eq!(code, ExitCode::FAILURE);
        assert!(
            said.iter().any(|line| line.ends_with("the search has failed: it fell over")),
            "{said:?}"
        );
    }
}

#[test]
fn an_xboard_game_is_played_move_by_move() {
    let said = xboard(&[
        "new",
        "variant shatar",
        "sd 1",
        "ping 1",
        "usermove e2e4",
        "usermove e2e3",
        "... move",
        "post",
        "usermove d4e5",
        "usermove a2a3",
        "... move",
        "force",
        "usermove h2h3",
        "remove",
        "undo",
        "undo",
        "ping 2",
        "undo",
        "undo",
        "ping 3",
    ]);
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    let played: Vec<&str> = said.iter().filter(|line| line.starts_with("move ")).copied().collect();
    let rest: Vec<&str> = said
        .iter()
        .filter(|line| !["move ", "setup ", "piece "].iter().any(|word| line.starts_with(word)))
        .copied()
        .collect();
    assert_eq!(played, ["move a7a6", "move a6a5"]);
    assert_eq!(
        rest,
        [
            "pong 1",
            "Illegal move (it cannot go there): e2e4",
            "Illegal move (it cannot move): d4e5",
            "1 7 1 20 a6a5",
            "pong 2",
            "Error (no move to take back): undo",
            "pong 3",
        ]
    );
}

#[test]
fn a_dropped_search_moves_nothing() {
    let said = xboard(&[
        "post",
        "go",
        "... 1 7 ",
        "usermove e7e5",
        "ping 1",
        "force",
        "usermove d2d4",
        "ping 2",
        "new",
        "variant xiangqi",
        "go",
        "... 1 7 ",
        "?",
        "ping 3",
        "... pong 3",
    ]);
    let said: Vec<&str> =
        said.iter().filter(|line| !line.starts_with("1 7 ")).map(String::as_str).collect();
    let [refused, pong1, pong2, moved, pong3] = said.as_slice() else { unreachable!("{said:#?}") };
    assert_eq!(*refused, "Illegal move (not your turn): e7e5");
    assert_eq!((*pong1, *pong2, *pong3), ("pong 1", "pong 2", "pong 3"));
    assert!(moved.starts_with("move "));
}

#[test]
fn what_is_refused_ends_no_search() {
    let said = xboard(&[
        "post",
        "go",
        "... 1 7 ",
        "undo",
        "remove",
        "variant nonsense",
        "?",
        "... move",
        "ping 1",
    ]);
    let said: Vec<&str> =
        said.iter().filter(|line| !line.starts_with("1 7 ")).map(String::as_str).collect();
    let [undo, remove, variant, moved, "pong 1"] = said.as_slice() else {
        unreachable!("{said:#?}")
    };
    assert_eq!(*undo, "Error (no move to take back): undo");
    assert_eq!(*remove, "Error (no move to take back): remove");
    assert_eq!(*variant, "Error (unknown variant): variant nonsense");
    assert!(moved.starts_with("move "));
}

#[test]
fn claims_depend_on_who_judges() {
    let mate = "setboard 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
    let stalemate = "setboard 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1";
    for (opening, position, mv, answer) in [
        ("post", mate, "e1e8", "1-0 {White mates}"),
        ("computer", mate, "e1e8", "1-0 {White mates}"),
        ("rejected highlight", mate, "e1e8", "1-0 {White mates}"),
        ("post", stalemate, "f1f7", "1/2-1/2 {Stalemate}"),
        ("computer", stalemate, "f1f7", "offer draw"),
    ] {
        let mv = format!("usermove {mv}");
        let said = xboard(&[opening, position, "playother", &mv, "ping 1"]);
        assert_eq!(said, [answer, "pong 1"], "{opening}, {position}");
        // In force mode nothing is claimed.
        assert_eq!(xboard(&[opening, position, "force", &mv, "ping 1"]), ["pong 1"]);
    }
}

#[test]
fn a_king_put_on_its_rook_is_shown_its_target() {
    let said = xboard(&[
        "variant hia",
        "ping 1",
        "setboard r3k3r/ppppppppp/9/9/9/9/PPPPPPPPP/R3K3R w AIai - 0 1",
        "lift e1",
        "put i1",
        "lift i1",
        "put e1",
        "lift i1",
        "lift z1",
        "ping 2",
    ]);
    let after_set_up = said.iter().skip_while(|line| *line != "pong 1").skip(1);
    let marks: Vec<&str> = after_set_up.map(String::as_str).collect();
    assert_eq!(
        marks,
        [
            "highlight 9/9/9/9/9/9/9/CY1Y1Y1YC",
            "highlight 9/9/9/9/9/9/9/7Y1",
            "highlight 9/9/9/9/9/9/9/5YYY1",
            "Error (no such square): lift z1",
            "pong 2",
        ]
    );
}
