//! The zone: enemy sliders stop on the first square beside a Hia or Bodyguard that they enter.

use super::{after, in_check, legal, targets};

#[test]
fn a_slider_stops_on_the_first_zone_square_it_enters() {
    // The zone of the Hia on e5 covers d4, e4, f4.
    let fen = "1k7/9/9/4h4/R8/9/9/8K w - - 0 1";
    assert_eq!(targets("hia", fen, "a4"), "a1 a2 a3 a5 a6 a7 a8 b4 c4 d4");
}

#[test]
fn an_enemy_in_the_zone_can_be_captured_on_its_first_square() {
    let fen = "1k7/9/9/4h4/R2p5/9/9/8K w - - 0 1";
    assert!(legal("hia", fen, "a4d4"));
    assert!(!legal("hia", "1k7/9/9/4h4/R3p4/9/9/8K w - - 0 1", "a4e4"));
}

#[test]
fn leaving_a_zone_is_free() {
    // From d4, in the zone, away from it without limit; towards it one square.
    let fen = "k8/9/9/4h4/3R5/9/9/8K w - - 0 1";
    assert_eq!(targets("hia", fen, "d4"), "a4 b4 c4 d1 d2 d3 d5 e4");
}

#[test]
fn the_brake_itself_is_captured_from_beside_it_only() {
    assert!(!legal("hia", "k8/9/9/4h4/9/9/4R4/8K w - - 0 1", "e2e5"));
    assert!(legal("hia", "k8/9/9/4h4/4R4/9/9/8K w - - 0 1", "e4e5"));
}

#[test]
fn the_queen_and_the_bishop_are_braked() {
    let fen = "k8/9/9/4h4/9/9/1B2Q4/8K w - - 0 1";
    assert!(legal("hia", fen, "b2d4") && !legal("hia", fen, "b2e5"));
    assert!(legal("hia", fen, "e2e4") && !legal("hia", fen, "e2e5"));
}

#[test]
fn the_bers_is_braked_on_its_rook_lines() {
    let fen = "1k8/10/10/10/10/4h5/J9/10/P9/9K w - - 0 1";
    assert!(legal("hiashatar", fen, "a4d4") && !legal("hiashatar", fen, "a4e4"));
    // Its step is a single one and free.
    assert!(legal("hiashatar", "1k8/10/10/10/10/4h5/3J6/10/P9/9K w - - 0 1", "d4e5"));
}

#[test]
fn the_hias_second_step_is_braked() {
    let fen = "k8/9/9/4h4/9/2H6/9/8K w - - 0 1";
    assert!(legal("hia", fen, "c3d4") && !legal("hia", fen, "c3e5"));
    // Two steps to the zone's edge are possible: the first enters no zone square.
    assert!(legal("hia", "k8/9/9/4h4/9/9/2H6/8K w - - 0 1", "c2c4"));
    assert!(legal("hia", "k8/9/9/4h4/9/9/4H4/8K w - - 0 1", "e2e4"));
}

#[test]
fn a_pawns_double_step_is_braked_on_its_way() {
    let fen = "k8/9/9/9/3h5/9/4P4/8K w - - 0 1";
    assert_eq!(targets("hia", fen, "e2"), "e3");
    assert_eq!(targets("hia", "k8/9/9/3h5/9/9/4P4/8K w - - 0 1", "e2"), "e3 e4");
}

#[test]
fn a_pawns_triple_step_is_braked_on_its_way() {
    assert_eq!(
        targets("hiashatar-modern", "k9/10/10/10/3h6/10/10/10/4P5/9K w - - 0 1", "e2"),
        "e3 e4 e5"
    );
    assert_eq!(
        targets("hiashatar-modern", "k9/10/10/10/10/3h6/10/10/4P5/9K w - - 0 1", "e2"),
        "e3 e4"
    );
    assert_eq!(
        targets("hiashatar-modern", "k9/10/10/10/10/10/3h6/10/4P5/9K w - - 0 1", "e2"),
        "e3"
    );
}

#[test]
fn the_kwaggas_second_leap_is_braked_where_the_first_lands_in_the_zone() {
    // a1-b4-c7: the bodyguard on a5 covers b4.
    let fen = "k8/9/9/9/g8/9/9/9/W7K w - - 0 1";
    assert!(legal("bodyguard", fen, "a1b4") && !legal("bodyguard", fen, "a1c7"));
    assert!(legal("bodyguard", "k8/9/9/g8/9/9/9/9/W7K w - - 0 1", "a1c7"));
}

#[test]
fn knights_kings_and_single_steps_are_not_braked() {
    let fen = "k8/9/9/4h4/4P4/3K5/5N3/9 w - - 0 1";
    assert_eq!(targets("hia", fen, "d3"), "c2 c3 c4 d2 d4 e2 e3");
    assert!(legal("hia", fen, "f2g4"));
    assert!(legal("hia", "k8/9/9/3h5/9/4P4/9/8K w - - 0 1", "e3e4"));
}

#[test]
fn castling_and_adjustment_are_not_braked() {
    let fen = "4k4/9/9/9/9/9/6h2/RNB1K3R w ABI - 0 1";
    assert!(legal("hia", "4k4/9/9/9/9/9/1h7/R3K4 w A - 0 1", "e1b1"));
    assert!(legal("hia", fen, "c1b1"));
    assert!(legal("hia", fen, "e1h1"));
}

#[test]
fn own_zones_never_brake_own_pieces() {
    let fen = "1k7/9/9/4H4/R8/9/9/8K w - - 0 1";
    assert!(legal("hia", fen, "a4i4"));
}

#[test]
fn the_zone_moves_with_its_piece() {
    let fen = "1k7/9/9/4h4/R8/9/9/8K b - - 0 1";
    let next = after("hia", fen, "e5e7");
    assert!(legal("hia", &next, "a4i4"));
}

#[test]
fn the_zone_vanishes_with_its_piece() {
    let fen = "1k7/9/5N3/9/4h4/R8/9/8K w - - 0 1";
    assert!(!legal("hia", fen, "a3i3"));
    assert!(legal("hia", &after("hia", fen, "f6e4 b8c8"), "a3i3"));
}

#[test]
fn a_zone_on_the_way_stops_a_check() {
    // The rook on e8 would check the king on e1 but for the white Hia beside the file.
    assert!(in_check("hia", "4r3k/9/9/9/9/9/9/4K4 w - - 0 1"));
    assert!(!in_check("hia", "4r3k/9/9/3H5/9/9/9/4K4 w - - 0 1"));
    // An enemy's zone does not brake the enemy's rook.
    assert!(in_check("hia", "4r3k/9/9/3h5/9/9/9/4K4 w - - 0 1"));
    // A checker beside the king enters no square in between.
    assert!(in_check("hia", "8k/9/9/9/9/9/4r4/3HK4 w - - 0 1"));
}

#[test]
fn a_hias_move_can_expose_its_own_king_off_the_line() {
    let fen = "4r3k/9/9/3H5/9/9/9/4K4 w - - 0 1";
    assert!(!legal("hia", fen, "d5b5"), "the file would be open");
    assert!(legal("hia", fen, "d5d3") && legal("hia", fen, "d5f3"));
}

#[test]
fn a_hias_move_can_parry_a_check_off_the_line() {
    let fen = "4r3k/9/9/2H6/9/9/9/4K4 w - - 0 1";
    assert!(in_check("hia", fen));
    assert!(legal("hia", fen, "c5d5") && legal("hia", fen, "c5d4"));
    assert!(!legal("hia", fen, "c5b5"));
}

#[test]
fn one_hias_move_can_parry_two_line_checks() {
    // Rook on e8 and queen on h4 check e1; from c3 the Hia reaches d2, whose zone covers e2 and e3
    // but no square between h4 and e1; no move stops both but f2's blockers.
    let fen = "4r3k/9/9/9/7q1/9/9/2H1K4 w - - 0 1";
    assert!(!legal("hia", fen, "c1d2"));
    // From f1, e2 or f2 it stands on one line and beside the other.
    let fen = "4r3k/9/9/9/7q1/9/9/4KH3 w - - 0 1";
    assert!(!in_check("hia", fen), "its zone covers e2 and f2");
}

#[test]
fn capturing_a_hia_can_discover_a_check() {
    let fen = "4r3k/9/9/9/1n7/3H5/9/4K4 b - - 0 1";
    assert!(in_check("hia", &after("hia", fen, "b4d3")));
    let fen = "4r3k/9/9/9/9/2nH5/9/6K2 b - - 0 1";
    assert!(!in_check("hia", &after("hia", fen, "c3b1")));
}

#[test]
fn a_piece_under_its_own_hias_zone_is_not_pinned() {
    // The bishop on e3 shields the king, but so would the zone of the Hia if it moved away.
    let fen = "4r3k/9/9/9/9/4B4/3H5/4K4 w - - 0 1";
    assert!(legal("hia", fen, "e3a7"));
    assert!(!legal("hia", "4r3k/9/9/9/9/4B4/9/4K4 w - - 0 1", "e3a7"));
}

#[test]
fn the_zones_of_two_hias_add_up() {
    let fen = "1k7/9/9/3h2h2/R8/9/9/8K w - - 0 1";
    assert!(legal("hia", fen, "a4c4") && !legal("hia", fen, "a4d4"));
    let inside = "k8/9/9/3h2h2/4R4/9/9/8K w - - 0 1";
    assert!(legal("hia", inside, "e4f4") && !legal("hia", inside, "e4g4"));
}

#[test]
fn a_promotion_to_a_brake_can_parry_a_check_by_its_new_zone() {
    // The rook on c8 checks along the eighth rank; a Hia born on f8 covers g8.
    let fen = "2r3K2/4P4/9/9/9/9/9/k8 w - - 0 1";
    assert!(in_check("hia", fen));
    assert_eq!(targets("hia", fen, "e7"), "e8b e8h e8n e8q e8r");
    let beside = "2r4K1/4P4/9/9/9/9/9/k8 w - - 0 1";
    assert!(legal("hia", beside, "e7e8h"));
}
