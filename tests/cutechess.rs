//! What cutechess-cli sends in a game of `modern`, replayed in both protocols.
//!
//! The engine's own moves differ from the recorded ones, so where a recorded answer of the opponent is not legal
//! any more, another one takes its place.

use stymie_tests::{Program, Referee};

const STYMIE: &str = env!("CARGO_BIN_EXE_stymie");

/// The lines of a transcript without its comments.
fn lines(transcript: &str) -> impl Iterator<Item = &str> {
    transcript.lines().filter(|line| !line.starts_with('#'))
}

#[test]
fn the_uci_transcript_is_understood() {
    let mut referee = Referee::start(STYMIE);
    let mut engine = Program::start(STYMIE, &[]);
    let mut moves = "";
    for line in lines(include_str!("data/cutechess-uci.txt")) {
        if let Some(sent) = line.strip_prefix('>') {
            engine.send(sent);
            if let Some(rest) = sent.strip_prefix("position startpos") {
                moves = rest.trim_start_matches(" moves");
            }
            continue;
        }
        match line[1..].split(' ').next() {
            Some("bestmove") => {
                let best = engine.best_move();
                let legal = referee.judge("modern", "startpos", moves).legal;
                assert!(legal.contains(&best), "{best} after {moves:?}");
            }
            Some(kind) => {
                engine.wait_for(kind);
            }
            None => unreachable!("a split has a first part"),
        }
    }
    let (_, status) = engine.wait_for_end(stymie_tests::SOON);
    assert!(status.success(), "{status}");
}

#[test]
fn the_xboard_transcript_is_understood() {
    let mut referee = Referee::start(STYMIE);
    let mut engine = Program::start(STYMIE, &[]);
    let mut moves = String::new();
    for line in lines(include_str!("data/cutechess-xboard.txt")) {
        let expected =
            line.strip_prefix('<').map(|text| text.split(' ').next().unwrap_or_default());
        match expected {
            Some("move") => {
                let said = engine.wait_for("move");
                let played = said.split(' ').nth(1).unwrap_or_default();
                let legal = referee.judge("modern", "startpos", &moves).legal;
                assert!(legal.iter().any(|legal| legal == played), "{said:?} after {moves:?}");
                moves += &format!("{played} ");
            }
            Some("pong") => {
                engine.wait_for(&line[1..]);
            }
            Some(kind) => {
                engine.wait_for(kind);
            }
            None => match line.strip_prefix(">usermove ") {
                Some(recorded) => {
                    let legal = referee.judge("modern", "startpos", &moves).legal;
                    let reply = legal.iter().find(|text| *text == recorded).or(legal.first());
                    let Some(reply) = reply else { engine.fail("the game is over too early") };
                    engine.send(&format!("usermove {reply}"));
                    moves += &format!("{reply} ");
                }
                None => engine.send(&line[1..]),
            },
        }
    }
    let (_, status) = engine.wait_for_end(stymie_tests::SOON);
    assert!(status.success(), "{status}");
}

/// cutechess knows no castling written with the rook's move, and shows itself by what it rejects.
#[test]
fn castling_is_plain_for_a_program_that_rejects_highlight() {
    let mut engine = Program::start_xboard(STYMIE);
    for line in [
        "rejected colors",
        "rejected draw",
        "rejected highlight",
        "accepted done",
        "new",
        "variant modern",
    ] {
        engine.send(line);
    }
    engine.send("force");
    engine.settle_xboard();
    engine.send("setboard r3k3r/ppppppppp/9/9/9/9/9/PPPPPPPPP/R3K3R w KQkq - 0 1");
    engine.send("usermove e1g1");
    engine.send("usermove e9c9");
    assert_eq!(engine.settle_xboard(), [""; 0]);
}
