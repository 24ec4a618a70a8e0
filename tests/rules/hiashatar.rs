//! Hiashatar in its three sets of rules.

use stymie_movegen::open;

use super::{end, in_check, legal, targets};

#[test]
fn the_start_positions_have_two_hias_a_side_and_each_bers_at_its_kings_right_hand() {
    for (variant, strong) in
        [("hiashatar", 'J'), ("hiashatar-buryat", 'J'), ("hiashatar-modern", 'Q')]
    {
        let start = open(variant.parse().expect("a variant")).fen();
        assert!(start.contains(&format!("RNBHK{strong}HBNR")), "{start}");
        assert!(start.starts_with(&format!("rnbh{}khbnr", strong.to_ascii_lowercase())));
    }
}

#[test]
fn shatars_rules_hold() {
    // Niol, knight mate, robado, single steps, no castling.
    let niol = "k1K7/p9/10/10/6B3/10/10/10/10/10 w - - 0 1";
    assert_eq!(end("hiashatar", niol, "g6f5"), "1/2-1/2 niol");
    let knight = "kr8/pp7p/10/3N6/10/10/10/10/10/9K w - - 0 1";
    assert_eq!(end("hiashatar", knight, "d7c9"), "0-1 knight mate");
    let robado = "k9/10/10/10/10/10/10/10/10/nR7K w - - 0 1";
    assert_eq!(end("hiashatar", robado, "b1a1"), "1/2-1/2 robado");
    assert_eq!(targets("hiashatar", "k8n/10/10/10/10/10/10/10/4P5/9K w - - 0 1", "e2"), "e3");
    assert_eq!(targets("hiashatar", "k9/4P4p/10/10/10/10/10/10/10/9K w - - 0 1", "e9"), "e10j");
}

#[test]
fn hias_move_and_brake_and_never_check() {
    assert!(!in_check("hiashatar", "k9/1H8/10/10/10/10/10/10/10/9K b - - 0 1"));
    assert_eq!(
        targets("hiashatar", "k8n/10/10/10/10/10/10/10/10/H8K w - - 0 1", "a1"),
        "a2 a3 b1 b2 c1 c3"
    );
    assert!(!legal("hiashatar", "1k8/10/10/10/10/4h5/R9/10/10/9K w - - 0 1", "a4e4"));
}

#[test]
fn in_the_buryat_game_the_bishop_leaps_and_is_not_braked() {
    let fen = "k8n/10/10/10/10/10/3h6/4B5/10/9K w - - 0 1";
    assert_eq!(targets("hiashatar-buryat", fen, "e3"), "c1 c5 g1 g5");
}

#[test]
fn in_the_modern_game_pawns_step_up_to_three_squares_from_the_second_rank_only() {
    assert_eq!(
        targets("hiashatar-modern", "k9/10/10/10/10/10/10/10/4P5/9K w - - 0 1", "e2"),
        "e3 e4 e5"
    );
    assert_eq!(targets("hiashatar-modern", "k9/10/10/10/10/10/10/4P5/10/9K w - - 0 1", "e3"), "e4");
    assert_eq!(
        targets("hiashatar-modern", "k9/4p5/10/10/10/10/10/10/10/9K b - - 0 1", "e9"),
        "e6 e7 e8"
    );
    assert_eq!(
        targets("hiashatar-modern", "k9/10/10/10/10/4p5/10/10/4P5/9K w - - 0 1", "e2"),
        "e3 e4"
    );
}

#[test]
fn in_the_modern_game_pawns_promote_to_queen_only() {
    assert_eq!(
        targets("hiashatar-modern", "k9/4P5/10/10/10/10/10/10/10/9K w - - 0 1", "e9"),
        "e10q"
    );
}

#[test]
fn in_the_modern_game_a_knight_mates_too() {
    let knight = "kr8/pp7p/10/3N6/10/10/10/10/10/9K w - - 0 1";
    assert_eq!(end("hiashatar-modern", knight, "d7c9"), "1-0 checkmate");
}

#[test]
fn in_the_modern_game_there_is_no_robado() {
    let fen = "k9/10/1K8/10/10/10/10/10/10/7R2 w - - 0 1";
    assert_eq!(end("hiashatar-modern", fen, "h1h10"), "1-0 checkmate");
    assert_eq!(
        end("hiashatar-modern", "k9/10/K9/10/10/10/10/10/10/1R8 b - - 0 1", ""),
        "1/2-1/2 stalemate"
    );
}

#[test]
fn in_the_modern_game_dead_positions_are_those_of_hia_chess() {
    let dead = "1/2-1/2 dead position";
    assert_eq!(end("hiashatar-modern", "kh8/10/10/10/10/10/10/10/10/HH7K w - - 0 1", ""), dead);
    assert_eq!(end("hiashatar-modern", "k9/10/10/10/10/10/10/10/10/HB7K w - - 0 1", ""), dead);
    assert_eq!(end("hiashatar-modern", "kh8/10/10/10/10/10/10/10/10/HB7K w - - 0 1", ""), "*");
    // With Shatar's rules nothing but robado is dead.
    assert_eq!(end("hiashatar", "kh8/10/10/10/10/10/10/10/10/HH7K w - - 0 1", ""), "*");
}
