//! XBoard's analysis, pondering, hints, pause, editing, resigning.

use super::*;

/// What was said but for lines of thinking and set-ups.
fn told(said: &[String]) -> Vec<&str> {
    let idle = |line: &&str| {
        !["1 7 ", "setup ", "piece "].iter().any(|beginning| line.starts_with(beginning))
    };
    said.iter().map(String::as_str).filter(idle).collect()
}

/// The first moves of the lines of thinking.
fn thought(said: &[String]) -> Vec<&str> {
    said.iter().filter_map(|line| line.strip_prefix("1 7 1 20 ")).collect()
}

#[test]
fn every_position_of_an_analysis_is_searched() {
    let said = xboard(&[
        "post",
        "analyze",
        "... 1 7 1 20 a2a3",
        "usermove a2a4",
        "... 1 7 1 20 a7a5",
        "usermove e2e4",
        "... 1 7 1 20 a7a5",
        "usermove a7a5",
        "... 1 7 1 20 a1a2",
        "undo",
        "... 1 7 1 20 a7a5",
        "remove",
        "ping 1",
        "undo",
        "... 1 7 1 20 a2a3",
        "setboard 4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
        "... 1 7 1 20 e8d7",
        "?",
        "result 1-0 {White mates}",
        "ping 2",
        "... pong 2",
        "new",
        "... 1 7 1 20 a2a3",
        "variant shatar",
        "... 1 7 1 20 a2a3",
        "exit",
        "ping 3",
        "... pong 3",
        "usermove a2a3",
        "exit",
        "ping 4",
        "... pong 4",
    ]);
    assert_eq!(
        told(&said),
        [
            "Illegal move (not your piece): e2e4",
            "Error (no move to take back): remove",
            "pong 1",
            "pong 2",
            "pong 3",
            "Error (not analyzing): exit",
            "pong 4",
        ],
        "{said:#?}"
    );
}

#[test]
fn a_finished_game_is_analysed_without_a_search() {
    let said = xboard(&[
        "post",
        "setboard 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1",
        "analyze",
        "... 1 7",
        "usermove e1e8",
        ".",
        "ping 1",
        "... pong 1",
        "undo",
        "... 1 7",
    ]);
    assert_eq!(told(&said), ["stat01: 0 0 0 0 0", "pong 1"]);
    assert_eq!(thought(&said).len(), 2, "{said:#?}");
}

#[test]
fn the_dot_line_tells_depth_nodes_moves_and_the_best() {
    let said = xboard(&[
        "post",
        "analyze",
        "... 1 7",
        ".",
        "... stat01",
        "exit",
        ".",
        "ping 1",
        "... pong",
    ]);
    let [status, refused, pong] = told(&said)[..] else { unreachable!("{said:#?}") };
    let words: Vec<&str> = status.split(' ').collect();
    assert!(words.get(1).is_some_and(|time| time.parse::<u32>().is_ok()), "{status}");
    assert_eq!(words.get(2..), Some(&["20", "1", "20", "20", "a2a3"][..]), "{status}");
    assert_eq!((refused, pong), ("Error (not analyzing): .", "pong 1"));
}

#[test]
fn excluded_moves_are_not_searched_until_they_are_included() {
    let said = xboard(&[
        "post",
        "analyze",
        "... 1 7",
        "exclude a2a3",
        "... 1 7 1 20 a2a4",
        "exclude a2a4",
        "... 1 7 1 20 b1a3",
        "include a2a4",
        "... 1 7 1 20 a2a4",
        "exclude all",
        "ping 1",
        "... pong 1",
        "include g1f3",
        "... 1 7 1 20 g1f3",
        "include all",
        "... 1 7 1 20 a2a3",
        "exclude e2e5",
        "include zzz",
        "ping 2",
        "... pong 2",
        "exclude a2a3",
        "... 1 7 1 20 a2a4",
        "usermove h2h3",
        "undo",
        "... 1 7 1 20 a2a3",
    ]);
    assert_eq!(
        told(&said),
        [
            "pong 1",
            "Error (illegal move): exclude e2e5",
            "Error (unreadable move): include zzz",
            "pong 2",
        ]
    );
    // In a game too, but a move there must be.
    let said = xboard(&["sd 1", "exclude a2a3", "go", "... move", "force", "exclude all", "go"]);
    assert_eq!(said.first().map(String::as_str), Some("move a2a4"));
    let said = xboard(&["sd 1", "exclude all", "go", "... move"]);
    assert_eq!(said, ["move a2a3"]);
}

#[test]
fn an_analysis_has_as_many_lines_as_are_asked_for_and_a_game_has_one() {
    let said = xboard(&[
        "post",
        "option MultiPV=3",
        "analyze",
        "... 1 7 1 20 b1a3",
        "exit",
        "sd 1",
        "go",
        "... move",
    ]);
    assert_eq!(thought(&said), ["a2a3", "a2a4", "b1a3", "a2a3"]);
}

#[test]
fn a_hit_is_answered_by_what_was_pondered_and_a_miss_by_a_new_search() {
    // The opponent is expected to answer a2a3 by a7a5.
    let start = ["post", "hard", "sd 1", "go", "... Hint: a7a5", "... 1 7 1 20 a1a2"];
    let hit = [&start[..], &["usermove a7a5", "... move", "ping 1"]].concat();
    let said = xboard(&hit);
    assert_eq!(told(&said)[..4], ["move a2a3", "Hint: a7a5", "move a1a2", "Hint: a5a4"]);
    let miss = [&start[..], &["usermove e7e5", "... move", "easy", "ping 1", "... pong"]].concat();
    let said = xboard(&miss);
    assert_eq!(told(&said)[..3], ["move a2a3", "Hint: a7a5", "move a1a2"]);
    assert_eq!(thought(&said)[..3], ["a2a3", "a1a2", "a1a2"], "searched anew: {said:#?}");
}

#[test]
fn a_clock_that_shows_much_less_than_was_reckoned_with_is_worth_another_search() {
    let start = ["post", "hard", "sd 1", "go", "... Hint: a7a5", "... 1 7 1 20 a1a2"];
    for (time, searches) in [("time 29990", 1), ("time 500", 2)] {
        let script = [&start[..], &[time, "usermove a7a5", "... move", "easy"]].concat();
        let said = xboard(&script);
        let found = thought(&said).into_iter().filter(|mv| *mv == "a1a2").count();
        assert_eq!(found, searches, "{time}: {said:#?}");
    }
}

#[test]
fn what_is_refused_or_changes_nothing_does_not_begin_a_search_anew() {
    let aside = [
        "usermove e2e5",
        "undo",
        "option Hash=0",
        "option Nothing=1",
        "option Resign Score=100",
        "exclude zzz",
        "variant nosuch",
        "hard",
        "ping 1",
        "... pong",
    ];
    let said = xboard(&[&["post", "analyze", "... 1 7"], &aside[..], &["analyze"]].concat());
    assert_eq!(thought(&said), ["a2a3"], "{said:#?}");
    let refused = said.iter().filter(|line| line.starts_with("Error") || line.starts_with("Ill"));
    assert_eq!(refused.count(), 6, "{said:#?}");
    let start = ["post", "hard", "sd 1", "go", "... Hint", "... 1 7 1 20 a1a2"];
    let aside = ["usermove a7a3", "remove", "exit", "option Offer Draws=early", "hard", "ping 1"];
    let said = xboard(&[&start[..], &aside[..], &["... pong"]].concat());
    assert_eq!(thought(&said), ["a2a3", "a1a2"], "{said:#?}");
}

#[test]
fn pondering_moves_nothing_by_itself() {
    let said = xboard(&[
        "post",
        "hard",
        "sd 1",
        "go",
        "... Hint: a7a5",
        "... 1 7",
        "?",
        "usermove a7a3",
        "... Illegal",
        "option Move Overhead=20",
        "ping 1",
        "... pong 1",
        "undo",
        "ping 2",
        "... pong 2",
        "force",
        "easy",
        "hint",
    ]);
    let moves = told(&said).into_iter().filter(|line| line.starts_with("move ")).count();
    assert_eq!(moves, 1, "{said:#?}");
    // Without `hard` nothing is pondered.
    let said = xboard(&["post", "sd 1", "go", "... move", "ping 1", "... pong"]);
    assert_eq!(told(&said), ["move a2a3", "pong 1"]);
}

#[test]
fn hints_come_from_what_is_known_or_from_a_short_search() {
    assert_eq!(
        xboard(&["sd 1", "go", "... move", "hint", "... Hint"]),
        ["move a2a3", "Hint: a7a5"]
    );
    assert_eq!(xboard(&["hint", "... Hint"]), ["Hint: a2a3"]);
    // A search for it that is broken off has found one too.
    let said = xboard(&["force", "hint", "usermove e2e4", "ping 1", "... pong"]);
    assert_eq!(said, ["Hint: a2a3", "pong 1"]);
    let said = xboard(&["post", "analyze", "... 1 7", "hint", "... Hint"]);
    assert_eq!(told(&said), ["Hint: a2a3"]);
    assert_eq!(xboard(&["bk", "ping 1"]), [" There is no opening book.", "", "pong 1"]);
}

#[test]
fn a_pause_stops_all_thinking_until_it_is_over() {
    let said = xboard(&[
        "post", "go", "... 1 7", "pause", "ping 1", "... pong", "resume", "... 1 7", "?",
        "... move",
    ]);
    assert_eq!(told(&said), ["pong 1", "move a2a3"]);
    assert_eq!(thought(&said), ["a2a3", "a2a3"]);
    let said = xboard(&[
        "post",
        "analyze",
        "... 1 7",
        "pause",
        "usermove a2a3",
        "setboard 4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
        "ping 1",
        "... pong",
        "resume",
        "... 1 7",
    ]);
    assert_eq!(told(&said), ["Illegal move (paused): a2a3", "pong 1"]);
    assert_eq!(thought(&said), ["a2a3", "e8d7"]);
    // Nothing goes on that had not begun.
    assert_eq!(xboard(&["pause", "resume", "ping 1"]), ["pong 1"]);
}

#[test]
fn positions_are_set_up_by_hand() {
    let board = [
        "edit",
        "#",
        "Ke1",
        "Ra1",
        "Ph7",
        "c",
        "Ke8",
        "Pa7",
        "Pb7",
        "xb7",
        "Qz9",
        "Ya4",
        "xk3",
        "usermove a2a3",
        ".",
    ];
    let script = ["post", "force"];
    let after = ["analyze", "... 1 7 1 20 a1a2", "usermove e1c1", "... 1 7", "ping 1", "... pong"];
    let said = xboard(&[&script[..], &board[..], &after[..]].concat());
    assert_eq!(
        told(&said),
        [
            "Error (no such square): Qz9",
            "Error (no such piece): Ya4",
            "Error (no such square): xk3",
            "Error (not a command of edit mode): usermove a2a3",
            "pong 1",
        ],
        "castling is there: {said:#?}"
    );
    // Boards of ten ranks are counted from 0; the side to move stays.
    let xiangqi = ["variant xiangqi", "force", "usermove a3a4", "edit", "#", "Ke0", "Ra0", "c"];
    let rest = ["Kd9", "Ha9", ".", "usermove a9b7", "usermove a0a9", "ping 1"];
    assert_eq!(xboard(&[&xiangqi[..], &rest[..]].concat()), ["pong 1"]);
    // A board without a king is none; a forgotten dot ends with the next game.
    let said = xboard(&["edit", "#", ".", "go", "edit", "new", "force", "usermove a2a3", "ping 1"]);
    assert!(said[0].starts_with("tellusererror Illegal position: "), "{said:#?}");
    assert_eq!(said[1..], ["Error (illegal position): go", "pong 1"]);
}

#[test]
fn a_hopeless_game_is_given_up_where_that_is_set() {
    // The searcher's score is 8 - depth.
    let moves = ["sd 308", "go", "... move", "usermove a7a6", "... move", "usermove b7b6"];
    let resigning = [&["option Resign Score=300"], &moves[..], &["... resign", "ping 1"]].concat();
    let said = xboard(&resigning);
    assert_eq!(said, ["move a2a3", "move a1a2", "resign", "pong 1"]);
    let said = xboard(&[&moves[..], &["... move", "ping 1"]].concat());
    assert_eq!(said.get(2..), Some(&["move a2a1", "pong 1"].map(str::to_owned)[..]), "{said:#?}");
}

#[test]
fn a_draw_is_accepted_at_the_score_that_is_set() {
    // The searcher's score is 8 - depth.
    for (setting, depth, accepted) in [
        ("post", 108, true),
        ("post", 107, false),
        ("option Accept Draw Score=0", 8, true),
        ("option Accept Draw Score=0", 7, false),
        ("option Accept Draw Score=200", 108, false),
    ] {
        let said = xboard(&[setting, &format!("sd {depth}"), "go", "... move", "draw", "ping 1"]);
        let offered = said.contains(&"offer draw".to_owned());
        assert_eq!(offered, accepted, "{setting}, {depth}: {said:#?}");
    }
}

#[test]
fn plain_castling_is_taken_where_it_is_set() {
    let position = "setboard r3k3r/ppppppppp/9/9/9/9/PPPPPPPPP/R3K3R w AIai - 0 1";
    let castle = ["variant hia", "ping 1", "force", position, "usermove e1b1", "ping 2"];
    let after = |said: Vec<String>| -> Vec<String> {
        said.into_iter().skip_while(|line| line != "pong 1").skip(1).collect()
    };
    assert_eq!(after(xboard(&castle)), ["Illegal move: e1b1 (click king, rook, target)", "pong 2"]);
    let set = [&["option Plain Castling=1"], &castle[..]].concat();
    assert_eq!(after(xboard(&set)), ["pong 2"]);
    let unset = [&["option Plain Castling=1", "option Plain Castling=0"], &castle[..]].concat();
    assert_eq!(after(xboard(&unset)).len(), 2);
    // To exclude it, no board is drawn.
    let exclude = ["variant hia", "ping 1", position, "exclude e1b1", "ping 2"];
    assert_eq!(after(xboard(&exclude)), ["pong 2"]);
}

#[test]
fn options_are_declared_in_xboards_words() {
    let said = xboard(&["protover 2"]);
    let options: Vec<&str> = said
        .iter()
        .filter_map(|line| line.strip_prefix("feature option=\"")?.strip_suffix('"'))
        .collect();
    let about = options.last().copied().unwrap_or_default();
    assert!(about.starts_with("UCI_EngineAbout -string Stymie "), "{about}");
    assert_eq!(
        options,
        [
            "MultiPV -spin 1 1 256",
            "Skill Level -spin 11 1 11",
            "UCI_LimitStrength -check 0",
            "UCI_Elo -spin 1950 600 1950",
            "Move Overhead -spin 30 0 10000",
            "Clear Hash -button",
            "EvalFile -file ",
            "Debug Log File -file ",
            "Resign Score -spin 0 0 10000",
            "Accept Draw Score -spin 100 0 10000",
            "Offer Draws -combo *never /// late /// early",
            "Plain Castling -check 0",
            about,
        ]
    );
    let features = said.join(" ");
    for feature in [" analyze=1 ", " pause=1 ", " exclude=1 "] {
        assert!(features.contains(feature), "{feature}");
    }
    let refused = xboard(&["option Plain Castling=perhaps", "option Nothing=1"]);
    assert_eq!(
        refused,
        [
            "Error (Plain Castling takes true or false, not 'perhaps'): option Plain Castling",
            "Error (unknown option 'Nothing'): option Nothing",
        ]
    );
}
