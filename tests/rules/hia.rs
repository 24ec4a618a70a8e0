//! Hia Chess.

use super::{after, end, game, in_check, legal, targets};

const START: &str = "rnbqkhbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBHKQBNR w ABDFHIabdfhi - 0 1";

#[test]
fn the_hia_moves_one_or_two_squares_without_leaping() {
    let fen = "k8/9/9/9/9/2p6/9/H7K w - - 0 1";
    assert_eq!(targets("hia", fen, "a1"), "a2 a3 b1 b2 c1 c3");
    let blocked = "k8/9/9/9/9/2p6/1P7/H7K w - - 0 1";
    assert_eq!(targets("hia", blocked, "a1"), "a2 a3 b1 c1");
    // It captures on either square.
    assert!(legal("hia", "k8/9/9/9/9/9/9/Hn6K w - - 0 1", "a1b1"));
    assert!(legal("hia", "k8/9/9/9/9/9/9/H1n5K w - - 0 1", "a1c1"));
}

#[test]
fn the_hia_never_gives_check() {
    assert!(!in_check("hia", "k8/1H7/9/9/9/9/9/8K b - - 0 1"));
    // A king may stand next to an enemy Hia,
    assert!(legal("hia", "k8/9/1H7/9/9/9/9/8K b - - 0 1", "a8a7"));
    // and may take a piece that only a Hia protects,
    assert!(legal("hia", "k8/1R7/1H7/9/9/9/9/8K b - - 0 1", "a8b7"));
    // but no piece that another protects.
    assert!(!legal("hia", "k8/1R7/1R7/9/9/9/9/8K b - - 0 1", "a8b7"));
}

#[test]
fn a_hia_cannot_capture_a_king() {
    let fen = "k8/1H7/9/9/9/9/9/8K w - - 0 1";
    assert!(!legal("hia", fen, "b7a8"));
}

#[test]
fn a_hia_does_not_hinder_castling_by_attack() {
    assert!(legal("hia", "4k4/9/9/9/9/9/2h6/R3K4 w A - 0 1", "e1b1"));
}

#[test]
fn castling_goes_to_b_and_h() {
    let fen = "r3k3r/9/9/9/9/9/9/R3K3R w AIai - 0 1";
    assert!(after("hia", fen, "e1b1").starts_with("r3k3r/9/9/9/9/9/9/1KR5R b ai"));
    assert!(after("hia", fen, "e1h1").starts_with("r3k3r/9/9/9/9/9/9/R5RK1 b ai"));
    assert!(after("hia", fen, "e1b1 e8h8").starts_with("r5rk1/9/9/9/9/9/9/1KR5R w -"));
    assert!(after("hia", fen, "e1h1 e8b8").starts_with("1kr5r/9/9/9/9/9/9/R5RK1 w -"));
}

#[test]
fn castling_needs_empty_squares() {
    for blocked in ["R1N1K4", "RN2K4", "R2NK4"] {
        let fen = format!("4k4/9/9/9/9/9/9/{blocked} w A - 0 1");
        assert!(!legal("hia", &fen, "e1b1"), "{blocked}");
    }
    for blocked in ["4KN2R", "4K1N1R", "4K2NR"] {
        let fen = format!("4k4/9/9/9/9/9/9/{blocked} w I - 0 1");
        assert!(!legal("hia", &fen, "e1h1"), "{blocked}");
    }
}

#[test]
fn the_kings_square_its_way_and_target_must_not_be_attacked() {
    for file in ["4r4", "3r5", "2r6", "1r7"] {
        let fen = format!("{file}/9/9/9/9/9/9/R3K3k w A - 0 1").replace("R3K3k", "R3K4");
        let fen = fen.replacen("/9/", "/8k/", 1);
        assert!(!legal("hia", &fen, "e1b1"), "{fen}");
    }
    // The rook's square alone may be attacked.
    assert!(legal("hia", "r8/8k/9/9/9/9/9/R3K4 w A - 0 1", "e1b1"));
    for file in ["5r3", "6r2", "7r1"] {
        let fen = format!("{file}/k8/9/9/9/9/9/4K3R w I - 0 1");
        assert!(!legal("hia", &fen, "e1h1"), "{fen}");
    }
}

#[test]
fn a_right_to_castle_goes_with_king_rook_or_their_capture() {
    let fen = "r3k3r/9/9/9/9/9/9/R3K3R w AIai - 0 1";
    assert!(after("hia", fen, "e1e2").contains(" b ai "));
    assert!(after("hia", fen, "a1a2").contains(" b Iai "));
    assert!(after("hia", fen, "a1a8").contains(" b Ii "));
}

#[test]
fn a_bishop_swaps_places_with_an_unmoved_neighbour() {
    assert!(after("hia", START, "c1b1").contains("/RBNHKQBNR b AIabdfhi "));
    assert!(after("hia", START, "c1d1").contains("/RNHBKQBNR b AIabdfhi "));
    assert!(after("hia", START, "g1f1").contains("/RNBHKBQNR b AIabdfhi "));
    assert!(after("hia", START, "g1h1").contains("/RNBHKQNBR b AIabdfhi "));
    for (mv, rank) in
        [("c8b8", "rbnqkhbnr"), ("c8d8", "rnqbkhbnr"), ("g8f8", "rnbqkbhnr"), ("g8h8", "rnbqkhnbr")]
    {
        assert!(after("hia", START, &format!("e2e4 {mv}")).starts_with(rank), "{mv}");
    }
}

#[test]
fn the_adjustment_comes_once_per_player() {
    let next = after("hia", START, "c1b1 c8b8");
    assert!(next.contains(" w AIai "), "{next}");
    assert!(!legal("hia", &next, "g1h1"));
}

#[test]
fn an_adjustment_needs_both_pieces_unmoved() {
    let next = after("hia", START, "b1c3 a7a6 c3b1 a6a5");
    assert!(next.contains(" w ADFHIabdfhi "), "{next}");
    assert!(!legal("hia", &next, "c1b1") && legal("hia", &next, "c1d1"));
}

#[test]
fn never_an_adjustment_with_a_pawn() {
    assert_eq!(targets("hia", START, "c1"), "b1 d1");
}

#[test]
fn an_adjustment_may_be_played_in_check_if_the_king_is_safe_afterwards() {
    // The rook on e8 checks down the open file; the Hia goes from d1 to c1, away from the file.
    let fen = "4r3k/9/9/9/9/9/9/2BHK4 w D - 0 1";
    assert!(!in_check("hia", fen), "the Hia on d1 covers e2");
    assert!(!legal("hia", fen, "c1d1"), "from c1 it does not");
    // A Hia that comes nearer parries the check.
    let fen = "r7k/9/9/9/9/9/9/4K1BH1 w - - 0 1";
    assert!(!in_check("hia", fen));
    let check = "4k4/9/9/9/9/9/9/2BH1K2r w D - 0 1";
    assert!(in_check("hia", check));
    assert!(!legal("hia", check, "c1d1"));
}

#[test]
fn a_pawn_promotes_to_queen_rook_hia_bishop_or_knight() {
    let fen = "8k/P8/9/9/9/9/9/8K w - - 0 1";
    assert_eq!(targets("hia", fen, "a7"), "a8b a8h a8n a8q a8r");
}

#[test]
fn castling_rights_are_also_read_as_k_and_q() {
    let fen = "r3k3r/9/9/9/9/9/9/R3K3R w KQkq - 0 1";
    assert!(after("hia", fen, "").contains(" w AIai "));
}

#[test]
fn kings_and_hias_alone_are_dead() {
    assert_eq!(end("hia", "k1h6/9/9/9/9/9/9/H1H5K w - - 0 1", ""), "1/2-1/2 dead position");
}

#[test]
fn a_minor_piece_against_a_bare_king_is_dead_against_a_hia_it_is_not() {
    assert_eq!(end("hia", "k8/9/9/9/9/9/9/HHB5K w - - 0 1", ""), "1/2-1/2 dead position");
    assert_eq!(end("hia", "k8/9/9/9/9/9/9/N7K w - - 0 1", ""), "1/2-1/2 dead position");
    assert_eq!(end("hia", "kh7/9/9/9/9/9/9/HHB5K w - - 0 1", ""), "*");
    assert_eq!(end("hia", "k8/9/9/9/9/9/9/NN6K w - - 0 1", ""), "*");
    assert_eq!(end("hia", "k8/9/9/9/9/9/P8/8K w - - 0 1", ""), "*");
}

/// The diagram of the game's text: a white Hia on h4 before its king on i2, a black bishop on the
/// diagonal c8-i2 and a black queen on the i-file.
const DIAGRAM: &str = "k1b5q/9/9/9/7H1/9/8K/9 b - - 0 1";

#[test]
fn diagram_the_bishop_stops_at_g4_and_the_queen_at_i5() {
    assert!(legal("hia", DIAGRAM, "c8g4") && !legal("hia", DIAGRAM, "c8h3"));
    assert!(legal("hia", DIAGRAM, "i8i5") && !legal("hia", DIAGRAM, "i8i4"));
}

#[test]
fn diagram_the_hia_may_take_neither() {
    let bishop = after("hia", DIAGRAM, "c8g4");
    assert!(!legal("hia", &bishop, "h4g4"), "the queen would check down the file");
    let queen = after("hia", DIAGRAM, "i8i5");
    assert!(!legal("hia", &queen, "h4i5"), "the bishop would check along the diagonal");
}

#[test]
fn diagram_taking_the_hia_discovers_the_bishops_check() {
    let next = after("hia", DIAGRAM, "i8i5 i2i1 i5h4");
    assert!(!in_check("hia", &next));
    let next = after("hia", "k1b6/9/9/8q/7H1/9/8K/9 b - - 0 1", "i5h4");
    let game = game("hia", &next, "");
    let checkers: Vec<String> =
        game.checkers().into_iter().map(|square| game.geometry().name(square)).collect();
    assert_eq!(checkers, ["c8"]);
}

#[test]
fn readable_notation_of_castling_and_adjustment() {
    let castle = game("hia", "r3k3r/9/9/9/9/9/9/R3K3R w AIai - 0 1", "");
    for (uci, text) in [("e1b1", "O-Ob"), ("e1h1", "O-Oh")] {
        assert_eq!(castle.parse_uci(uci).map(|mv| castle.notation(mv)), Ok(text.to_owned()));
        assert_eq!(castle.parse_move(text), castle.parse_uci(uci));
    }
    assert_eq!(castle.parse_move("0-0h"), castle.parse_uci("e1h1"));
    let start = game("hia", START, "");
    for (uci, text) in
        [("c1d1", "Bc<=>H"), ("c1b1", "Bc<=>N"), ("g1f1", "Bg<=>Q"), ("g1h1", "Bg<=>N")]
    {
        assert_eq!(start.parse_uci(uci).map(|mv| start.notation(mv)), Ok(text.to_owned()));
        assert_eq!(start.parse_move(text), start.parse_uci(uci));
    }
}
