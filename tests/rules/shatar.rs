//! Shatar, Mongolian and Buryat.

use super::{end, game, in_check, legal, targets};

#[test]
fn the_bers_is_a_rook_that_also_steps_diagonally() {
    let fen = "1k6/7p/8/8/8/8/8/J6K w - - 0 1";
    assert_eq!(targets("shatar", fen, "a1"), "a2 a3 a4 a5 a6 a7 a8 b1 b2 c1 d1 e1 f1 g1");
}

#[test]
fn a_pawn_steps_one_square_and_promotes_to_a_bers_only() {
    assert_eq!(targets("shatar", "k7/7p/8/8/8/8/4P3/7K w - - 0 1", "e2"), "e3");
    assert_eq!(targets("shatar", "k7/4P2p/8/8/8/8/8/7K w - - 0 1", "e7"), "e8j");
    assert!(legal("shatar", "k7/4P2p/8/8/8/8/8/7K w - - 0 1", "e7e8q"), "Q is read as J");
}

#[test]
fn there_is_no_castling() {
    assert!(!legal("shatar", "4k3/7p/8/8/8/8/8/R3K2R w - - 0 1", "e1g1"));
}

#[test]
fn the_buryat_bishop_leaps_exactly_two_squares_over_anything() {
    let fen = "k7/7p/8/8/3ppp2/3pBp2/3ppp2/7K w - - 0 1";
    assert_eq!(targets("shatar-buryat", fen, "e3"), "c1 c5 g1 g5");
    assert!(in_check("shatar-buryat", "k7/1p5p/2B5/8/8/8/8/7K b - - 0 1"));
    assert!(!in_check("shatar-buryat", "k7/7p/8/3B4/8/8/8/7K b - - 0 1"));
}

// White mates on a8: the king on b6 guards a7 and b7.

#[test]
fn a_mate_by_rook_counts() {
    assert_eq!(end("shatar", "k7/7p/1K6/8/8/8/8/6R1 w - - 0 1", "g1g8"), "1-0 checkmate");
}

#[test]
fn a_mate_by_bers_counts() {
    assert_eq!(end("shatar", "k7/7p/1K6/8/8/8/8/6J1 w - - 0 1", "g1g8"), "1-0 checkmate");
}

#[test]
fn a_mate_without_shak_is_niol() {
    // The bishop mates with a tuk.
    assert_eq!(end("shatar", "k1K5/p7/8/8/6B1/8/8/8 w - - 0 1", "g4f3"), "1/2-1/2 niol");
}

#[test]
fn a_mate_by_pawn_alone_is_niol() {
    assert_eq!(end("shatar", "k1K5/p7/1P6/8/8/8/8/8 w - - 0 1", "b6b7"), "1/2-1/2 niol");
}

/// Black on c8 stands in check by the rook; on b8 the bishop from h2 will mate.
const ROOK_CHECKS: &str = "2k5/7p/1K6/8/8/5B2/8/2R3B1 b - - 0 1";

#[test]
fn a_shak_earlier_in_the_unbroken_series_makes_the_mate_count() {
    let fen = "2k5/7p/1K6/8/8/5B2/8/3R2B1 w - - 0 1";
    assert_eq!(end("shatar", fen, "d1c1 c8b8 g1h2"), "1-0 checkmate");
}

#[test]
fn a_check_in_the_initial_fen_counts_in_the_series() {
    assert_eq!(end("shatar", ROOK_CHECKS, "c8b8 g1h2"), "1-0 checkmate");
}

#[test]
fn a_broken_series_starts_anew() {
    assert_eq!(end("shatar", ROOK_CHECKS, "c8b8 f3g2 h7h6 g1h2"), "1/2-1/2 niol");
}

#[test]
fn the_same_board_is_a_win_or_a_draw_by_the_series_before_it() {
    let series = game("shatar", ROOK_CHECKS, "c8b8 g1h2");
    let alone = game("shatar", "1k6/7p/1K6/8/8/5B2/8/2R3B1 w - - 0 1", "g1h2");
    assert_eq!(series.fen().split(' ').next(), alone.fen().split(' ').next());
    assert_eq!(series.key(), alone.key(), "repetition does not ask for the series");
    assert_eq!(alone.outcome().map(|outcome| outcome.reason.to_string()), Some("niol".to_owned()));
    assert_ne!(series.outcome(), alone.outcome());
}

#[test]
fn a_mate_by_a_knight_alone_loses() {
    let smothered = "kr6/pp5p/8/3N4/8/8/8/7K w - - 0 1";
    assert_eq!(end("shatar", smothered, "d5c7"), "0-1 knight mate");
    assert!(legal("shatar", smothered, "d5c7"), "the move stays in the legal list");
}

#[test]
fn a_double_check_with_another_piece_is_an_ordinary_mate() {
    // The knight leaves the rook's file and checks too.
    let double = "kr6/1p5p/N7/8/8/8/R7/7K w - - 0 1";
    assert_eq!(end("shatar", double, "a6c7"), "1-0 checkmate");
}

#[test]
fn a_bare_king_ends_the_game_at_once_in_a_draw() {
    let fen = "k7/8/1K6/8/8/8/8/n6R w - - 0 1";
    assert_eq!(end("shatar", fen, "h1a1"), "1/2-1/2 robado");
    assert!(game("shatar", fen, "h1a1").legal_moves().is_empty());
}

#[test]
fn stalemate_draws() {
    assert_eq!(end("shatar", "k7/p7/P1K5/8/8/8/8/1R6 b - - 0 1", ""), "1/2-1/2 stalemate");
}

#[test]
fn the_third_occurrence_and_the_clock_draw() {
    let fen = "k7/7p/8/8/8/8/8/K6R w - - 0 1";
    assert_eq!(end("shatar", fen, &"h1g1 a8b8 g1h1 b8a8 ".repeat(2)), "1/2-1/2 third occurrence");
    assert_eq!(end("shatar", "k7/7p/8/8/8/8/8/K6R w - - 99 80", "h1g1"), "1/2-1/2 100 plies");
}
