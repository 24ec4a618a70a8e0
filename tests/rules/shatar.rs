//! Shatar, Mongolian and Buryat.

use super::{end, game, in_check, legal, targets};

#[test]
fn the_bers_is_a_rook_that_also_steps_diagonally() {
    let fen = "k6p/8/8/8/8/8/8/J6K w - - 0 1";
    assert_eq!(targets("shatar", fen, "a1"), "a2 a3 a4 a5 a6 a7 b1 b2 c1 d1 e1 f1 g1");
}

#[test]
fn a_pawn_steps_one_square_and_promotes_to_a_bers_only() {
    assert_eq!(targets("shatar", "k6p/8/8/8/8/8/4P3/7K w - - 0 1", "e2"), "e3");
    assert_eq!(targets("shatar", "k7/4P2p/8/8/8/8/8/7K w - - 0 1", "e7"), "e8j");
    assert!(legal("shatar", "k7/4P2p/8/8/8/8/8/7K w - - 0 1", "e7e8q"), "Q is read as J");
}

#[test]
fn there_is_no_castling() {
    assert!(!legal("shatar", "4k2p/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1"));
}

#[test]
fn the_buryat_bishop_leaps_exactly_two_squares_over_anything() {
    let fen = "k6p/8/8/8/8/3ppp2/3pBp2/7K w - - 0 1";
    assert_eq!(
        targets("shatar-buryat", &fen.replace("3ppp2/3pBp2", "3pBp2/3ppp2"), "e3"),
        "c1 c5 g1 g5"
    );
    assert!(in_check("shatar-buryat", "k6p/1p6/2B5/8/8/8/8/7K b - - 0 1"));
    assert!(!in_check("shatar-buryat", "k6p/8/8/3B4/8/8/8/7K b - - 0 1"));
}

// White mates on a8: the king on b6 guards a7 and b7.

#[test]
fn a_mate_by_rook_counts() {
    assert_eq!(end("shatar", "k7/7p/1K6/8/8/8/8/7R w - - 0 1", "h1h8"), "1-0 checkmate");
}

#[test]
fn a_mate_by_bers_counts() {
    assert_eq!(end("shatar", "k7/7p/1K6/8/8/8/8/7J w - - 0 1", "h1h8"), "1-0 checkmate");
}

#[test]
fn a_mate_without_shak_is_niol() {
    // The bishop mates with a tuk.
    let fen = "k1n5/7p/1K6/8/6B1/8/8/8 w - - 0 1";
    assert_eq!(end("shatar", "kr6/n6p/1K6/8/6B1/8/8/8 w - - 0 1", "g4f3"), "*");
    assert_eq!(end("shatar", fen, "g4f3"), "*");
    let smothered = "kb6/p1K4p/8/8/6B1/8/8/8 w - - 0 1";
    assert_eq!(end("shatar", smothered, "g4f3"), "1/2-1/2 niol");
}

#[test]
fn a_mate_by_pawn_alone_is_niol() {
    // The pawn's tsod mates.
    let fen = "kb6/p1K4p/1P6/8/8/8/8/8 w - - 0 1";
    assert_eq!(end("shatar", fen, "b6b7"), "1/2-1/2 niol");
}

#[test]
fn a_shak_earlier_in_the_unbroken_series_makes_the_mate_count() {
    // Rook check, then the bishop mates: the series is unbroken.
    let fen = "1b6/pkK4p/8/8/6B1/8/8/1R6 w - - 0 1";
    assert_eq!(end("shatar", fen, "g4f3 b7a6 f3b7"), "*");
    let series = "kb6/p1K4p/8/6B1/8/8/8/8 w - - 0 1";
    assert_eq!(end("shatar", series, "g5d8"), "*");
}

#[test]
fn a_check_in_the_initial_fen_counts_in_the_series() {
    // Black stands in check by a rook: White's series holds a shak.
    let fen = "1k6/p1K4p/8/8/6B1/8/8/1R6 b - - 0 1";
    assert_eq!(end("shatar", fen, "b8a8 g4f3"), "1-0 checkmate");
    // The same without the rook's check: the bishop's mate is niol.
    assert_eq!(end("shatar", "k7/p1K4p/8/8/6B1/8/8/1R6 w - - 0 1", "g4f3"), "1/2-1/2 niol");
}

#[test]
fn a_broken_series_starts_anew() {
    // The check, then a quiet move, then the bishop's mate.
    let fen = "1k6/p1K4p/8/8/8/7B/8/1R6 b - - 0 1";
    assert_eq!(end("shatar", fen, "b8a8 h3g4 h7h6 g4f3"), "1/2-1/2 niol");
}

#[test]
fn the_same_board_is_a_win_or_a_draw_by_the_series_before_it() {
    let series = game("shatar", "1k6/p1K4p/8/8/6B1/8/8/1R6 b - - 0 1", "b8a8 g4f3");
    let alone = game("shatar", "k7/p1K4p/8/8/6B1/8/8/1R6 w - - 0 1", "g4f3");
    assert_eq!(series.fen().split(' ').next(), alone.fen().split(' ').next());
    assert_ne!(series.outcome(), alone.outcome());
}

#[test]
fn a_mate_by_a_knight_alone_loses() {
    let fen = "kb6/p1K4p/8/3N4/8/8/8/8 w - - 0 1";
    assert_eq!(end("shatar", fen, "d5b6"), "*");
    let smothered = "kr6/pp5p/8/3N4/8/8/8/7K w - - 0 1";
    assert_eq!(end("shatar", smothered, "d5c7"), "0-1 knight mate");
    assert!(legal("shatar", smothered, "d5c7"), "the move stays in the legal list");
}

#[test]
fn a_double_check_with_another_piece_is_an_ordinary_mate() {
    // The knight moves off the bishop's diagonal and checks too.
    let fen = "kr6/p2N3p/8/8/8/8/8/5K2 w - - 0 1";
    assert_eq!(end("shatar", fen, "d7b6"), "*");
    let double = "kr6/pNp4p/8/8/8/8/R7/7K w - - 0 1";
    assert_eq!(end("shatar", double, "b7c5"), "*");
    let mate = "k1r4p/1p6/N7/8/8/8/R7/7K w - - 0 1";
    assert_eq!(end("shatar", mate, "a6c7"), "*");
    let mate = "kr5p/1p6/N7/8/8/8/R7/7K w - - 0 1";
    assert_eq!(end("shatar", mate, "a6c7"), "1-0 checkmate");
}

#[test]
fn a_bare_king_ends_the_game_at_once_in_a_draw() {
    let fen = "k7/8/1K6/8/8/8/8/p6R w - - 0 1";
    assert_eq!(end("shatar", fen, "h1a1"), "1/2-1/2 robado");
    assert!(game("shatar", fen, "h1a1").legal_moves().is_empty());
}

#[test]
fn stalemate_draws() {
    assert_eq!(end("shatar", "k7/p7/P1K5/8/8/8/8/1R6 b - - 0 1", ""), "1/2-1/2 stalemate");
}

#[test]
fn the_third_occurrence_and_the_clock_draw() {
    let fen = "k6p/8/8/8/8/8/8/K6R w - - 0 1";
    assert_eq!(end("shatar", fen, &"h1g1 a8b8 g1h1 b8a8 ".repeat(2)), "1/2-1/2 third occurrence");
    assert_eq!(end("shatar", "k6p/8/8/8/8/8/8/K6R w - - 99 80", "h1g1"), "1/2-1/2 100 plies");
}
