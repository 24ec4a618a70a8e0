//! UCI's searches: what they are limited to, and when they may end.

use super::*;

#[test]
fn only_the_moves_named_are_searched_and_the_others_are_told() {
    let said = uci(&[
        "go depth 1 searchmoves g1f3 e2e5 zzz d2d4",
        "... bestmove",
        "go searchmoves e7e5 depth 1",
        "... bestmove",
    ]);
    let said: Vec<&str> = said.iter().map(String::as_str).collect();
    let [illegal, unreadable, _, best, other, all, _, any] = said.as_slice() else {
        unreachable!("{said:#?}")
    };
    assert_eq!(*illegal, "info string illegal move: searchmoves e2e5");
    assert_eq!(*unreadable, "info string unreadable move: searchmoves zzz");
    assert_eq!(*best, "bestmove d2d4 ponder a7a5");
    assert_eq!(*other, "info string illegal move: searchmoves e7e5");
    assert_eq!(*all, "info string searchmoves names no legal move: all are considered");
    assert_eq!(*any, "bestmove a2a3 ponder a7a5");
}

#[test]
fn the_best_moves_have_a_line_each() {
    let said = uci(&[
        "setoption name MultiPV value 3",
        "go depth 1",
        "... bestmove",
        "setoption name MultiPV value 1",
        "setoption name MultiPV value 0",
        "go depth 1",
        "... bestmove",
    ]);
    let heads: Vec<&str> =
        said.iter().map(|line| line.split(" score").next().unwrap_or_default()).collect();
    assert_eq!(
        heads,
        [
            "info depth 1 seldepth 1 multipv 1",
            "info depth 1 seldepth 1 multipv 2",
            "info depth 1 seldepth 1 multipv 3",
            "bestmove a2a3 ponder a7a5",
            "info string MultiPV takes 1 to 256, not '0': option MultiPV",
            "info depth 1 seldepth 1 multipv 1",
            "bestmove a2a3 ponder a7a5",
        ]
    );
}

#[test]
fn the_least_of_a_search_has_a_best_move() {
    for limit in ["depth 0", "mate 0", "mate 2", "movetime 0", "movetime -5"] {
        let said = uci(&[&format!("go {limit}"), "... bestmove"]);
        assert_eq!(said.last().map(String::as_str), Some("bestmove a2a3 ponder a7a5"), "{limit}");
    }
}

#[test]
fn pondering_ends_at_the_hit_or_when_it_is_stopped() {
    for word in ["ponderhit", "stop"] {
        let said = uci(&[
            "position startpos moves e2e4",
            "go ponder depth 1",
            "... info",
            "isready",
            "... readyok",
            word,
            "... bestmove",
        ]);
        let [_, ready, best] = said.as_slice() else { unreachable!("{said:#?}") };
        assert_eq!((ready.as_str(), best.as_str()), ("readyok", "bestmove a7a5 ponder a2a3"));
    }
    // A hit that nothing waits for says nothing.
    assert_eq!(uci(&["ponderhit", "isready"]), ["readyok"]);
}

#[test]
fn an_endless_search_of_a_finished_game_waits_for_its_end_too() {
    let mate = "position fen 4R1k1/5ppp/8/8/8/8/8/K7 b - - 0 1";
    let result = "info string game over: 1-0 checkmate";
    for (go, end) in [("infinite", "stop"), ("ponder", "stop"), ("ponder depth 3", "ponderhit")] {
        let said = uci(&[mate, &format!("go {go}"), "isready", end, "isready"]);
        assert_eq!(said, [result, "readyok", "bestmove (none)", "readyok"], "{go}");
    }
    assert_eq!(uci(&[mate, "go depth 3"]), [result, "bestmove (none)"]);
}

#[test]
fn guis_that_announce_an_analysis_are_understood() {
    let said = uci(&[
        "setoption name UCI_AnalyseMode value true",
        "setoption name Ponder value true",
        "setoption name Ponder value perhaps",
        "isready",
    ]);
    let refused = "info string Ponder takes true or false, not 'perhaps': option Ponder";
    assert_eq!(said, [refused, "readyok"]);
    let said = uci(&["uci"]);
    let about =
        said.iter().find(|line| line.starts_with("option name UCI_EngineAbout type string"));
    assert!(about.is_some_and(|line| line.contains(" default Stymie ")), "{said:#?}");
}

#[test]
fn ranks_are_counted_from_0_where_the_gui_does_so() {
    let said = uci(&[
        "setoption name UCI_Variant value xiangqi",
        "setoption name Ranks From 0 value true",
        "position startpos moves h2e2 b9c7 a0a1 99 h9999999999g7 h9g7",
        "go depth 1 searchmoves a1a9 h0g2",
        "... bestmove",
        "position startpos moves h2e2 h9g7",
        "go depth 1 searchmoves h0g2",
        "... bestmove",
        "setoption name UCI_Variant value chess",
        "position startpos moves e2e4",
        "setoption name Ranks From 0 value false",
        "isready",
    ]);
    let said: Vec<&str> = said.iter().map(String::as_str).skip(1).collect();
    assert_eq!(said[0], "info string illegal move number 4 (unreadable): 99");
    let best: Vec<&&str> = said.iter().filter(|line| line.starts_with("bestmove")).collect();
    assert_eq!(*best[1], "bestmove h0g2 ponder a9a7");
    assert!(said.iter().any(|line| line.ends_with("pv h0g2")), "{said:#?}");
    assert!(said.last() == Some(&"readyok"), "{said:#?}");
}
