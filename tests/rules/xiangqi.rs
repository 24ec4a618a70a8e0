//! Xiangqi.

use stymie_tests::repetition_rows;

use super::{end, game, in_check, legal, refusal, targets};

#[test]
fn the_general_steps_orthogonally_in_the_palace() {
    assert_eq!(targets("xiangqi", "3k5/9/9/9/9/9/9/4K4/9/9 w - - 0 1", "e3"), "e2 f3");
    assert_eq!(targets("xiangqi", "5k3/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d1"), "d2 e1");
}

#[test]
fn the_advisor_steps_diagonally_in_the_palace() {
    assert_eq!(targets("xiangqi", "5k3/9/9/9/9/9/9/9/4A4/3K5 w - - 0 1", "e2"), "d3 f1 f3");
}

#[test]
fn the_elephant_takes_two_diagonal_steps_is_blocked_and_never_crosses_the_river() {
    assert_eq!(targets("xiangqi", "5k3/9/9/9/9/4B4/9/9/9/3K5 w - - 0 1", "e5"), "c3 g3");
    assert_eq!(targets("xiangqi", "5k3/9/9/9/9/4B4/5p3/9/9/3K5 w - - 0 1", "e5"), "c3");
}

#[test]
fn the_horse_is_hobbled_by_a_piece_on_its_orthogonal_step() {
    let free = "5k3/9/9/9/9/9/4N4/9/9/3K5 w - - 0 1";
    assert_eq!(targets("xiangqi", free, "e4"), "c3 c5 d2 d6 f2 f6 g3 g5");
    let hobbled = "5k3/9/9/9/9/4p4/4N4/9/9/3K5 w - - 0 1";
    assert_eq!(targets("xiangqi", hobbled, "e4"), "c3 c5 d2 f2 g3 g5");
}

#[test]
fn the_cannon_moves_like_a_chariot_and_captures_over_exactly_one_piece() {
    let fen = "5k3/9/9/p8/9/9/p8/9/9/C2K5 w - - 0 1";
    assert_eq!(targets("xiangqi", fen, "a1"), "a2 a3 a7 b1 c1");
    let two = "5k3/9/9/p8/p8/9/p8/9/9/C2K5 w - - 0 1";
    assert_eq!(targets("xiangqi", two, "a1"), "a2 a3 a6 b1 c1");
}

#[test]
fn the_soldier_steps_sideways_beyond_the_river_and_never_back() {
    assert_eq!(targets("xiangqi", "5k3/9/9/9/9/4P4/9/9/9/3K5 w - - 0 1", "e5"), "e6");
    assert_eq!(targets("xiangqi", "5k3/9/9/9/4P4/9/9/9/9/3K5 w - - 0 1", "e6"), "d6 e7 f6");
    assert_eq!(targets("xiangqi", "P4k3/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "a10"), "b10");
}

#[test]
fn the_generals_may_not_face_each_other() {
    let fen = "4k4/9/9/9/4N4/9/9/9/9/4K4 w - - 0 1";
    assert_eq!(targets("xiangqi", fen, "e6"), "");
    assert!(legal("xiangqi", "4k4/9/9/9/4P4/9/9/9/9/4K4 w - - 0 1", "e6e7"));
    assert!(!legal("xiangqi", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d1e1"));
    assert!(refusal("xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1").contains("face each other"));
}

#[test]
fn checks_by_every_piece() {
    for fen in [
        "4k4/9/9/4R4/9/9/9/9/9/3K5 b - - 0 1",
        "4k4/4a4/9/4C4/9/9/9/9/9/3K5 b - - 0 1",
        "4k4/9/3N5/9/9/9/9/9/9/3K5 b - - 0 1",
        "4k4/4P4/9/9/9/9/9/9/9/3K5 b - - 0 1",
        "4kP3/9/9/9/9/9/9/9/9/3K5 b - - 0 1",
    ] {
        assert!(in_check("xiangqi", fen), "{fen}");
    }
    assert!(!in_check("xiangqi", "4k4/9/9/4C4/9/9/9/9/9/3K5 b - - 0 1"), "no screen");
    assert!(!in_check("xiangqi", "3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1"), "soldiers step straight");
}

#[test]
fn the_horses_leg_is_beside_the_horse() {
    // The horse on d8 reaches e10 over d9.
    assert!(!in_check("xiangqi", "4k4/3a5/3N5/9/9/9/9/9/9/3K5 b - - 0 1"));
}

#[test]
fn nobody_may_become_the_screen_of_a_cannon_before_the_own_general() {
    let fen = "4k4/9/9/9/9/4c4/9/9/3R5/4K4 w - - 0 1";
    assert!(!legal("xiangqi", fen, "d2e2") && legal("xiangqi", fen, "d2d5"));
}

#[test]
fn no_legal_move_loses_in_check_or_not() {
    let stalemate = "3k5/1R7/9/9/9/9/9/9/9/4K4 b - - 0 1";
    assert_eq!(end("xiangqi", stalemate, ""), "1-0 stalemate");
    let mate = "3k5/1R7/9/9/9/9/R8/9/9/4K4 w - - 0 1";
    assert_eq!(end("xiangqi", mate, "a4a10"), "1-0 checkmate");
}

#[test]
fn every_verdict_of_the_repetition_table() {
    let rows = repetition_rows();
    assert!(rows.len() >= 30);
    for row in rows {
        let verdict = end("xiangqi", &row.fen, &row.moves);
        assert_eq!(verdict, format!("{} {}", row.result, row.reason), "{} {}", row.fen, row.moves);
    }
}

#[test]
fn generals_advisors_elephants_and_soldiers_have_their_places_in_a_fen() {
    for (fen, square) in [
        ("4k4/9/9/9/9/9/4K4/9/9/9 w - - 0 1", "'K' cannot stand on e4"),
        ("4k4/9/9/9/9/9/A8/9/9/3K5 w - - 0 1", "'A' cannot stand on a4"),
        ("4k4/9/9/9/B8/9/9/9/9/3K5 w - - 0 1", "'B' cannot stand on a6"),
        ("4k4/9/9/9/9/9/9/P8/9/3K5 w - - 0 1", "'P' cannot stand on a3"),
        ("4k4/9/p8/9/9/9/9/9/9/3K5 w - - 0 1", "'p' cannot stand on a8"),
    ] {
        assert!(refusal("xiangqi", fen).contains(square), "{fen}: {}", refusal("xiangqi", fen));
    }
}

#[test]
fn a_hundred_and_twenty_plies_without_a_capture_draw() {
    let fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 119 90";
    assert_eq!(end("xiangqi", fen, "a1a2"), "1/2-1/2 120 plies");
}

#[test]
fn a_position_without_attackers_is_dead() {
    assert_eq!(end("xiangqi", "3ka4/9/9/9/9/9/9/9/9/B3K4 w - - 0 1", ""), "1/2-1/2 dead position");
    assert_eq!(end("xiangqi", "3k5/9/9/9/9/9/P8/9/9/4K4 w - - 0 1", ""), "*");
}

#[test]
fn readable_notation_is_wxf() {
    let start =
        game("xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "");
    for (uci, text) in [("h3e3", "C2=5"), ("h1g3", "H2+3"), ("a1a2", "R9+1"), ("c4c5", "P7+1")] {
        assert_eq!(start.parse_uci(uci).map(|mv| start.notation(mv)), Ok(text.to_owned()));
        assert_eq!(start.parse_move(text), start.parse_uci(uci));
    }
}
