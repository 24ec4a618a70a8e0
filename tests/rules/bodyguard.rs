//! Bodyguard Chess.

use super::{after, end, in_check, legal, targets};

#[test]
fn the_bodyguard_gives_check_on_both_squares() {
    assert!(in_check("bodyguard", "k8/1G7/9/9/9/9/9/9/8K b - - 0 1"));
    assert!(in_check("bodyguard", "k8/9/2G6/9/9/9/9/9/8K b - - 0 1"));
    assert!(!in_check("bodyguard", "k8/1p7/2G6/9/9/9/9/9/8K b - - 0 1"));
    assert!(!in_check("bodyguard", "k8/9/1G7/9/9/9/9/9/8K b - - 0 1"));
}

#[test]
fn the_bodyguard_gives_mate() {
    assert_eq!(end("bodyguard", "k8/9/1K7/3G5/9/9/9/9/9 w - - 0 1", "d6b8"), "1-0 checkmate");
}

#[test]
fn a_brake_between_stops_the_bodyguards_check() {
    // The black bodyguard on c9 covers b8: the white one's check from c7 stops there.
    assert!(!in_check("bodyguard", "k1g6/9/2G6/9/9/9/9/9/8K b - - 0 1"));
}

#[test]
fn the_kwagga_leaps_one_by_three_and_may_leap_on_to_an_empty_square() {
    let fen = "k8/9/9/9/9/9/9/9/W7K w - - 0 1";
    assert_eq!(targets("bodyguard", fen, "a1"), "b4 c7 d2 g3");
    // Over pieces, but from an empty first square only.
    let first_taken = "k8/9/9/9/9/1P7/9/9/W7K w - - 0 1";
    assert!(!legal("bodyguard", first_taken, "a1c7"));
    let over = "k8/9/9/9/9/9/PPP6/PPP6/W7K w - - 0 1";
    assert!(legal("bodyguard", over, "a1b4") && legal("bodyguard", over, "a1c7"));
}

#[test]
fn the_kwagga_captures_with_its_first_leap_only() {
    let fen = "k8/9/2p6/9/9/1p7/9/9/W7K w - - 0 1";
    assert!(legal("bodyguard", fen, "a1b4") && !legal("bodyguard", fen, "a1c7"));
    assert!(!legal("bodyguard", "k8/9/2p6/9/9/9/9/9/W7K w - - 0 1", "a1c7"));
}

#[test]
fn the_kwagga_gives_check_with_its_first_leap_only() {
    assert!(in_check("bodyguard", "9/9/9/9/9/1k7/9/9/W7K b - - 0 1"));
    assert!(!in_check("bodyguard", "9/9/2k6/9/9/9/9/9/W7K b - - 0 1"));
}

#[test]
fn castling_goes_to_c_and_g() {
    let fen = "r3k3r/9/9/9/9/9/9/9/R3K3R w AIai - 0 1";
    assert!(after("bodyguard", fen, "e1c1").contains("/2KR4R b ai "));
    assert!(after("bodyguard", fen, "e1g1").contains("/R4RK2 b ai "));
    assert!(after("bodyguard", &fen.replace("AIai", "KQkq"), "").contains(" w AIai "));
}

#[test]
fn castling_needs_empty_squares_and_a_way_without_attack() {
    assert!(!legal("bodyguard", "4k4/9/9/9/9/9/9/9/RW2K4 w A - 0 1", "e1c1"));
    assert!(!legal("bodyguard", "4k4/9/9/9/9/9/9/9/4K2WR w I - 0 1", "e1g1"));
    for (row, allowed) in
        [("4r4", false), ("3r5", false), ("2r6", false), ("1r7", true), ("r8", true)]
    {
        let fen = format!("{row}/8k/9/9/9/9/9/9/R3K4 w A - 0 1");
        assert_eq!(legal("bodyguard", &fen, "e1c1"), allowed, "{fen}");
    }
    // A bodyguard's attack counts, unlike a Hia's.
    assert!(!legal("bodyguard", "4k4/9/9/9/9/9/2g6/9/R3K4 w A - 0 1", "e1c1"));
}

#[test]
fn a_pawn_promotes_to_queen_rook_bishop_kwagga_or_bodyguard() {
    let fen = "8k/P8/9/9/9/9/9/9/8K w - - 0 1";
    assert_eq!(targets("bodyguard", fen, "a8"), "a9b a9g a9q a9r a9w");
}

#[test]
fn a_bishop_or_kwagga_against_a_bare_king_is_dead_a_bodyguard_is_not() {
    let dead = "1/2-1/2 dead position";
    assert_eq!(end("bodyguard", "k8/9/9/9/9/9/9/9/B7K w - - 0 1", ""), dead);
    assert_eq!(end("bodyguard", "k8/9/9/9/9/9/9/9/W7K w - - 0 1", ""), dead);
    assert_eq!(end("bodyguard", "k8/9/9/9/9/9/9/9/8K w - - 0 1", ""), dead);
    assert_eq!(end("bodyguard", "k8/9/9/9/9/9/9/9/G7K w - - 0 1", ""), "*");
    assert_eq!(end("bodyguard", "k8/9/9/9/9/9/9/9/BB6K w - - 0 1", ""), "*");
    assert_eq!(end("bodyguard", "kb7/9/9/9/9/9/9/9/B7K w - - 0 1", ""), "*");
}
