//! Squares, FEN, clocks, repetition, the order in which results are looked for.

use stymie_movegen::{Reading, open};

use super::{after, end, game, legal, refusal, targets};

const BARE: &str = "4k4/9/9/9/9/9/9/9/4K4";

#[test]
fn ranks_above_nine_take_two_digits() {
    let fen = "5k4/10/10/10/10/10/10/10/10/R3K5 w - - 0 1";
    assert!(legal("hiashatar-modern", fen, "a1a10"));
    assert_eq!(
        after("hiashatar-modern", fen, "a1a10"),
        "R4k4/10/10/10/10/10/10/10/10/4K5 b - - 1 1"
    );
}

#[test]
fn letters_have_aliases_and_are_written_canonically() {
    let shatar = "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w";
    assert_eq!(
        after("shatar", shatar, ""),
        "rnbjkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBJKBNR w - - 0 1"
    );
    let xiangqi = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r";
    assert_eq!(
        after("xiangqi", xiangqi, ""),
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
    );
}

#[test]
fn missing_fields_read_as_white_to_move_without_rights() {
    assert_eq!(after("bodyguard", BARE, ""), format!("{BARE} w - - 0 1"));
    assert_eq!(after("bodyguard", &format!("{BARE} b"), ""), format!("{BARE} b - - 0 1"));
}

#[test]
fn the_clock_counts_plies_since_a_capture_or_pawn_move() {
    let fen = "4k4/9/9/9/9/9/4P4/9/R3K4 w - - 7 3";
    assert!(after("modern", fen, "a1a2").ends_with(" 8 3"));
    assert!(after("modern", fen, "e3e4").ends_with(" 0 3"));
    assert!(after("modern", "4k4/9/9/9/9/9/r8/9/R3K4 w - - 7 3", "a1a3").ends_with(" 0 3"));
}

#[test]
fn in_xiangqi_soldiers_do_not_reset_the_clock() {
    let fen = "3k5/9/9/9/9/9/4P4/9/9/4K4 w - - 7 3";
    assert!(after("xiangqi", fen, "e4e5").ends_with(" 8 3"));
}

#[test]
fn an_adjustment_does_not_reset_the_clock() {
    let fen = "rnbqkhbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBHKQBNR w ABDFHIabdfhi - 5 9";
    assert!(after("hia", fen, "c1b1").ends_with(" 6 9"));
}

#[test]
fn en_passant_is_written_only_where_a_pawn_could_capture() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(after("chess", start, "e2e4").contains(" - "));
    assert!(after("chess", start, "e2e4 a7a6 e4e5 d7d5").contains(" d6 "));
}

#[test]
fn after_a_triple_step_both_skipped_squares_are_written_lower_rank_first() {
    let fen = "5k4/10/10/10/10/3p6/3p6/10/4P5/4K5 w - - 0 1";
    let next = after("hiashatar-modern", fen, "e2e5");
    assert!(next.contains(" e3e4 "), "{next}");
    assert_eq!(targets("hiashatar-modern", &next, "d4"), "d3 e3");
    assert_eq!(targets("hiashatar-modern", &next, "d5"), "e4");
    let captured = after("hiashatar-modern", &next, "d4e3");
    assert!(captured.starts_with("5k4/10/10/10/10/3p6/10/4p5/10/4K5 w"), "{captured}");
}

#[test]
fn pins_do_not_matter_for_the_en_passant_field() {
    // The capture would expose the black king, and yet the square is written.
    let fen = "8/8/8/8/k2p3Q/8/4P3/4K3 w - - 0 1";
    let next = after("chess", fen, "e2e4");
    assert!(next.contains(" e3 "), "{next}");
    assert!(!legal("chess", &next, "d4e3"));
}

#[test]
fn repetition_compares_rights() {
    // With castling rights the start differs from its returns after the rook has moved.
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let shuffle = "h1g1 e8d8 g1h1 d8e8 ";
    assert_eq!(end("chess", fen, &shuffle.repeat(2)), "*");
    assert_eq!(end("chess", fen, &shuffle.repeat(3)), "1/2-1/2 third occurrence");
}

#[test]
fn repetition_compares_the_en_passant_field_as_written() {
    let fen = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    let shuffle = "e8d8 e1d1 d8e8 d1e1 ";
    assert_eq!(end("chess", fen, &format!("e2e4 {}", shuffle.repeat(2))), "*");
    assert_eq!(
        end("chess", fen, &format!("e2e4 {}", shuffle.repeat(3))),
        "1/2-1/2 third occurrence"
    );
}

#[test]
fn rights_need_both_their_pieces() {
    let error = refusal("hia", "rnbqkhbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RN1HKQBNR w BI - 0 1");
    assert_eq!(error, "bad FEN: right 'B' without its two pieces in place");
}

#[test]
fn an_en_passant_square_needs_a_pawn_that_has_just_passed_it() {
    let error = refusal("chess", "4k3/8/8/8/3p4/8/8/4K3 b - e3 0 1");
    assert_eq!(error, "bad FEN: no pawn can just have skipped 'e3'");
    // The square it came from must be empty.
    refusal("chess", "4k3/8/8/8/3pP3/8/4B3/4K3 b - e3 0 1");
    // A pawn stops on the first zone square it enters: it cannot have passed e3.
    refusal("hia", "4k4/9/9/9/3pP4/9/3h5/4K4 b - e3 0 1");
}

#[test]
fn a_possible_but_uncapturable_en_passant_square_is_dropped() {
    assert_eq!(
        after("chess", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", ""),
        "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"
    );
}

#[test]
fn moves_after_a_draw_are_accepted_and_the_last_position_is_judged() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 98 80";
    assert_eq!(end("chess", fen, "a1a2 e8d8"), "1/2-1/2 100 plies");
    assert_eq!(end("chess", fen, "a1a2 e8d8 a2a3"), "1/2-1/2 100 plies");
    let dead = "4k3/8/8/8/8/8/8/N3K3 w - - 0 1";
    assert_eq!(end("chess", dead, "a1b3 e8d8"), "1/2-1/2 dead position");
}

#[test]
fn a_mate_stands_whatever_the_clock_says() {
    let fen = "k7/8/1K6/8/8/8/8/7R w - - 99 80";
    assert_eq!(end("chess", fen, "h1h8"), "1-0 checkmate");
    assert_eq!(end("chess", fen, "h1h7"), "1/2-1/2 100 plies");
}

#[test]
fn a_stalemate_stands_whatever_the_clock_says() {
    let fen = "k7/8/K7/8/8/8/8/2R5 w - - 99 80";
    assert_eq!(end("chess", fen, "c1b1"), "1/2-1/2 stalemate");
}

#[test]
fn robado_comes_before_everything() {
    // Mate on the board, the clock run out: robado.
    assert_eq!(end("shatar", "k7/8/1K6/8/8/8/8/7R b - - 120 80", ""), "1/2-1/2 robado");
}

#[test]
fn repetition_comes_before_the_clock_and_the_clock_before_a_dead_position() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 92 80";
    let shuffle = "a1a2 e8d8 a2a1 d8e8 ";
    assert_eq!(end("chess", fen, &shuffle.repeat(2)), "1/2-1/2 third occurrence");
    assert_eq!(end("chess", "4k3/8/8/8/8/8/8/4K3 w - - 100 80", ""), "1/2-1/2 100 plies");
}

#[test]
fn all_reasons_for_a_refusal_are_given_at_once() {
    let error = refusal("chess", "4k3/8/8/8/8/8/8/P7 x ZK e9 a 0");
    for reason in [
        "White has 0 kings",
        "'P' cannot stand on a1",
        "side to move 'x'",
        "no right 'Z'",
        "right 'K' without",
        "en passant field 'e9'",
        "'a' is no halfmove clock",
    ] {
        assert!(error.contains(reason), "{reason} is missing in {error}");
    }
}

#[test]
fn the_other_fields_are_read_although_the_board_cannot_be() {
    let error = refusal("chess", "4k3/8/8/8/8/8/8/5X2 x Z q9 a b");
    for reason in [
        "no piece 'X'",
        "White has 0 kings",
        "side to move 'x'",
        "no right 'Z'",
        "en passant field 'q9'",
        "'a' is no halfmove clock",
        "'b' is no move number",
    ] {
        assert!(error.contains(reason), "{reason} is missing in {error}");
    }
}

#[test]
fn what_guis_send_with_fields_missing_is_inferred() {
    let placement = "rnbqkhbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBHKQBNR";
    let mut game = open("hia".parse().expect("a variant"));
    for fields in ["w 0 1", "w - 0 1", "w", ""] {
        let read = game.set_fen(&format!("{placement} {fields}"), Reading::Infer);
        assert_eq!(read, Ok(vec![]), "{fields}");
        assert_eq!(game.fen(), format!("{placement} w ABDFHIabdfhi - 0 1"), "{fields}");
    }
    for (fields, fen) in
        [("b - - 3 7", "b - - 3 7"), ("b AI 3 7", "b AI - 3 7"), ("b 3 7", "b ABDFHIabdfhi - 3 7")]
    {
        assert_eq!(game.set_fen(&format!("{placement} {fields}"), Reading::Infer), Ok(vec![]));
        assert_eq!(game.fen(), format!("{placement} {fen}"), "{fields}");
    }
}

#[test]
fn impossible_rights_can_be_dropped_with_a_remark() {
    let mut game = open("chess".parse().expect("a variant"));
    let remarks = game.set_fen("4k3/8/8/8/8/8/8/4K2R w KQ e6 0 1", Reading::Repair);
    assert_eq!(remarks.map(|remarks| remarks.len()), Ok(2));
    assert_eq!(game.fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}

#[test]
fn positions_with_hundreds_of_moves_are_handled_and_impossible_armies_refused() {
    let eleven = "8nk/8nn/3Q2Q3/1Q6Q1/4Q5/Q8Q/3Q2Q3/1Q5Q2/10/4K5 w - - 0 1";
    assert!(game("hiashatar-modern", eleven, "").legal_moves().len() > 200);
    let queens = "QQQQQQQQQQ/".repeat(8);
    let error = refusal("hiashatar-modern", &format!("k9/{queens}K9 w - - 0 1"));
    assert!(error.contains("White has pieces for up to"), "{error}");
}
