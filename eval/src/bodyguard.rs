//! What is known of Bodyguard Chess.

use stymie_movegen::{Bodyguard, Color, Position};

use crate::knowledge::Knowledge;
use crate::pair::Pair;
use crate::terms::{Terms, pieces};

const BODYGUARD: Terms = Terms {
    #[rustfmt::skip]
    pieces: pieces! {
        //        value        files      middle     advance    mobility   usual danger phase
        Pawn      (76, 130)    (2, -5)    (1, 0)     (2, 9)     (0, 0)     0     0      0;
        Kwagga    (308, 304)   (5, 4)     (4, 4)     (2, 0)     (4, 3)     7     8      1;
        Bishop    (317, 328)   (3, 3)     (5, 4)     (0, 2)     (6, 6)     7     8      1;
        Rook      (382, 535)   (3, 0)     (-1, 1)    (1, 4)     (2, 4)     8     11     2;
        Queen     (841, 1003)  (1, 5)     (4, 6)     (0, 4)     (1, 3)     15    13     4;
        Bodyguard (796, 723)   (6, 6)     (7, 7)     (8, 2)     (6, 1)     10    12     3;
        King      (0, 0)       (-13, 5)   (-6, 6)    (-14, 7)   (0, 0)     0     0      0;
    },
    full_phase: 30,
    tempo: 14,
    bishop_pair: Pair::new(23, 35),
    open_file: Pair::new(25, 11),
    passed: [
        Pair::ZERO,
        Pair::new(128, 336),
        Pair::new(63, 172),
        Pair::new(35, 77),
        Pair::new(17, 49),
        Pair::new(8, 22),
        Pair::new(4, 13),
        Pair::new(2, 10),
        Pair::new(0, 8),
        Pair::new(0, 6),
    ],
    passed_blocked: 7,
    passed_kings: 8,
    doubled: Pair::new(-8, -19),
    isolated: Pair::new(-8, -8),
    protected_pawn: Pair::new(7, 4),
    shelter: Pair::new(16, 0),
    far_shelter: Pair::new(8, -1),
    bare_king_file: Pair::new(-14, 1),
    brake_near_king: Pair::new(3, -1),
    weak_ring: 8,
    pawn_threat: Pair::new(46, 34),
    loose: Pair::new(25, 37),
    drive: 8,
    ..Terms::ORTHODOX
};

impl Knowledge for Bodyguard {
    const TERMS: &'static Terms = &BODYGUARD;

    fn kept(position: &Position<Self>, terms: &Terms, stronger: Color) -> i32 {
        crate::chess::kept(position, terms, stronger)
    }
}
