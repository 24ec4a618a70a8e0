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
            "info string MultiPV takes 1 to 256: '0' is below the least, 1: option MultiPV",
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
    // Nobody ponders in an endless search: a hit does not end it.
    for position in [mate, "position startpos"] {
        let said = uci(&[position, "go infinite depth 1", "ponderhit", "isready", "... readyok"]);
        assert!(!said.iter().any(|line| line.starts_with("bestmove")), "{said:#?}");
    }
}

#[test]
fn the_chances_of_each_result_are_told_where_that_is_set() {
    let said = uci(&[
        "go depth 1",
        "... bestmove",
        "setoption name UCI_ShowWDL value true",
        "go depth 1",
        "... bestmove",
    ]);
    let chances: Vec<Option<&str>> = said
        .iter()
        .filter(|line| line.starts_with("info depth"))
        .map(|line| Some(line.split_once(" cp 7 wdl ")?.1.split_once(" nodes ")?.0))
        .collect();
    let [None, Some(chances)] = chances[..] else { unreachable!("{said:#?}") };
    let numbers: Vec<u32> = chances.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert_eq!((numbers.len(), numbers.iter().sum::<u32>()), (3, 1000), "{chances}");
}

#[test]
fn a_low_level_chooses_among_good_moves_but_analyses_without_doubt() {
    let best = |settings: &[&str], go: &[&str]| -> Vec<String> {
        let games = go.iter().cycle().take(16 * go.len());
        let script: Vec<&str> = settings.iter().chain(games).copied().collect();
        let mut moves: Vec<String> = uci(&script)
            .iter()
            .filter_map(|line| line.strip_prefix("bestmove ")?.split(' ').next().map(str::to_owned))
            .collect();
        assert_eq!(moves.len(), 16);
        moves.sort();
        moves.dedup();
        moves
    };
    let go = ["go depth 1", "... bestmove"];
    let endless = ["go infinite", "stop", "... bestmove"];
    let level = ["setoption name Skill Level value 5"];
    let elo = ["setoption name UCI_Elo value 1200", "setoption name UCI_LimitStrength value true"];
    assert_eq!(best(&[], &go), ["a2a3"]);
    for settings in [&level[..], &elo[..]] {
        let chosen = best(settings, &go);
        let first = ["a2a3", "a2a4", "b1a3"];
        assert!(chosen.len() > 1, "{chosen:?}");
        assert!(chosen.iter().all(|mv| first.contains(&mv.as_str())), "{chosen:?}");
        assert_eq!(best(settings, &endless), ["a2a3"]);
    }
    assert_eq!(best(&["setoption name UCI_Elo value 1200"], &go), ["a2a3"]);
}

#[test]
fn the_position_is_shown_with_the_ranks_of_the_gui() {
    let show = |from_0: &str| {
        let mut said = uci(&[
            "setoption name UCI_Variant value Xiangqi",
            &format!("setoption name Ranks From 0 value {from_0}"),
            "position fen 3k5/4R4/9/9/9/9/9/9/9/3RK4 b - - 0 1",
            "d",
        ]);
        said.retain(|line| !line.starts_with("info"));
        said
    };
    let (from_1, from_0) = (show("false"), show("true"));
    assert!(from_1[0].starts_with("10 . . . k") && from_1[9].starts_with(" 1 . . . R"));
    assert!(from_0[0].starts_with(" 9 . . . k") && from_0[9].starts_with(" 0 . . . R"));
    assert!(from_1.contains(&"check from d1".to_owned()), "{from_1:#?}");
    assert!(from_0.contains(&"check from d0".to_owned()), "{from_0:#?}");
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
