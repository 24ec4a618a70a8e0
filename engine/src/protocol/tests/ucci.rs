//! Whole sessions in UCCI.

use super::*;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

#[test]
fn the_handshake_names_options_in_single_words() {
    let said = ucci(&["ucci", "isready", "quit"]);
    assert!(said.first().is_some_and(|line| line.starts_with("id name Stymie")));
    let options: Vec<&str> = said.iter().filter_map(|line| line.strip_prefix("option ")).collect();
    assert!(options.contains(&"usemillisec type check default false"), "{options:#?}");
    assert!(options.contains(&"hashsize type spin min 1 max 16384 default 16"), "{options:#?}");
    assert!(options.contains(&"level type spin min 1 max 11 default 11"), "{options:#?}");
    for option in &options {
        let name = option.split(' ').next().unwrap_or_default();
        assert!(name.bytes().all(|letter| letter.is_ascii_lowercase()), "{option}");
        assert!(option.starts_with(&format!("{name} type ")), "{option}");
    }
    assert_eq!(
        said.get(said.len() - 3..),
        Some(&["ucciok", "readyok", "bye"].map(str::to_owned)[..])
    );
}

#[test]
fn positions_come_with_moves_since_the_last_capture() {
    let said = ucci(&[
        &format!("position fen {START} moves h2e2 h9g7"),
        "go depth 1",
        "... bestmove",
        "position startpos",
        "go nodes 1 depth 1",
        "... bestmove",
        "position fen rnbakabnr/9/1c2c4/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2 moves d9e8 z9z9",
        "position fen 9/9/9/9/9/9/9/9/9/9 w - - 0 1",
        "go depth 1",
        "... nobestmove",
    ]);
    let best: Vec<&str> =
        said.iter().filter(|line| line.contains("bestmove")).map(String::as_str).collect();
    assert_eq!(best, ["bestmove a0a1 ponder a9a7", "bestmove a0a1 ponder a9a7", "nobestmove"]);
    assert!(said.contains(&"info time 10 nodes 20".to_owned()), "{said:#?}");
    assert!(said.contains(&"info depth 1 score 7 pv a0a1".to_owned()), "{said:#?}");
    assert!(said.contains(&"info message illegal move: z9z9".to_owned()), "{said:#?}");
    assert!(said.iter().any(|line| line.starts_with("info message illegal position: ")));
}

#[test]
fn forbidden_moves_are_not_played_until_the_next_position() {
    let said = ucci(&[
        "banmoves a0a1 a0a2 e0e5",
        "go depth 1",
        "... bestmove",
        "position startpos",
        "go depth 1",
        "... bestmove",
        // Red's general has two moves; both are forbidden.
        "position fen 3k5/9/9/9/9/9/9/9/5r3/4K4 w - - 0 1",
        "banmoves e0d0",
        "go depth 1",
        "... ",
    ]);
    let best: Vec<&str> =
        said.iter().filter_map(|line| line.strip_prefix("bestmove ")?.split(' ').next()).collect();
    assert_eq!(best.get(..2), Some(&["a3a4", "a0a1"][..]), "{said:#?}");
    assert_eq!(said.first().map(String::as_str), Some("info message illegal move: banmoves e0e5"));
}

#[test]
fn every_way_to_go_is_understood() {
    let read = |milliseconds: bool, line: &str| {
        let mut dialect = Ucci::default();
        if milliseconds {
            assert_eq!(dialect.read("setoption usemillisec true"), Command::Nothing);
        }
        match dialect.read(line) {
            Command::Search(ask) => ask,
            other => unreachable!("{line}: {other:?}"),
        }
    };
    let ask = read(false, "go time 300 increment 2 opptime 290 oppincrement 2");
    assert_eq!((ask.remaining, ask.increment), ([Some(300_000); 2], [2_000; 2]));
    let ask = read(true, "go draw time 300000 movestogo 40 opptime 1 oppmovestogo 40");
    assert_eq!((ask.remaining, ask.moves_to_go), ([Some(300_000); 2], Some(40)));
    assert!(ask.draw && !ask.limits.ponder);
    let ask = read(true, "go ponder time -5 increment 0");
    assert!(ask.limits.ponder && ask.remaining == [Some(-5); 2]);
    for line in ["go infinite", "go depth infinite"] {
        assert!(read(true, line).limits.infinite, "{line}");
    }
    assert_eq!(read(true, "go nodes 5000").limits.nodes, Some(5000));
    assert_eq!(read(true, "go depth 7").limits.depth, Some(7));
    for line in ["go depth 7 nodes", "go time x depth 7", "go somewhere depth 7"] {
        let ask = read(true, line);
        assert_eq!((ask.limits.depth, ask.misread.len()), (Some(7), 1), "{line}");
    }
    for line in ["xyzzy", "position", "setoption debug"] {
        assert!(matches!(Ucci::default().read(line), Command::Bad { .. }), "{line}");
    }
    for line in ["setoption usebook false", "setoption style risky", ""] {
        assert_eq!(Ucci::default().read(line), Command::Nothing, "{line}");
    }
    let default = Command::SetOption { name: "Hash".to_owned(), value: Some("16".to_owned()) };
    assert_eq!(Ucci::default().read("setoption hashsize 0"), default);
    assert_eq!(Ucci::default().read("setoption newgame"), Command::Forget);
}

#[test]
fn a_look_alone_and_a_stop_of_nothing_have_no_best_move() {
    assert_eq!(ucci(&["stop", "isready"]), ["nobestmove", "readyok"]);
    let said = ucci(&["go depth 0", "... nobestmove", "go depth 1", "... bestmove"]);
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{said:#?}");
    let said = ucci(&["go infinite", "isready", "stop", "... bestmove", "isready"]);
    assert!(!said.contains(&"nobestmove".to_owned()), "{said:#?}");
}

#[test]
fn draws_are_answered_and_hopeless_games_given_up_with_the_move() {
    // The searcher's score is 8 - depth.
    for (go, end) in [("go depth 8", ""), ("go draw depth 8", ""), ("go draw depth 108", " draw")] {
        let said = ucci(&[go, "... bestmove"]);
        assert_eq!(said.last(), Some(&format!("bestmove a0a1 ponder a9a7{end}")), "{go}");
    }
    let said = ucci(&["go ponder depth 108", "ponderhit draw", "... bestmove"]);
    assert_eq!(said.last().map(String::as_str), Some("bestmove a0a1 ponder a9a7 draw"));
    let go = ["go depth 308", "... bestmove"];
    let said = ucci(&[&["setoption resignscore 300"], &go[..], &go, &go].concat());
    let best: Vec<&String> = said.iter().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(
        best.iter().map(|line| line.ends_with(" resign")).collect::<Vec<_>>(),
        [false, false, true]
    );
}
