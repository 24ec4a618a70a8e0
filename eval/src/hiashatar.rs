//! What is known of Hiashatar. The numbers are fitted to games (`stymie-tune texel`).

use stymie_movegen::{Color, Hiashatar, HiashatarBuryat, HiashatarModern, Position};

use crate::knowledge::Knowledge;
use crate::pair::Pair;
use crate::terms::{Terms, pieces};

const HIASHATAR: Terms = Terms {
    #[rustfmt::skip]
    pieces: pieces! {
        //        value        files      middle     advance    mobility   usual danger phase
        Pawn      (63, 99)     (4, -3)    (1, -2)    (3, 8)     (0, 0)     0     0      0;
        Knight    (325, 241)   (6, 5)     (6, 5)     (4, 2)     (3, 3)     4     9      1;
        Bishop    (325, 326)   (4, 2)     (4, 3)     (-1, 2)    (2, 4)     7     7      1;
        Rook      (475, 538)   (4, -1)    (-1, 0)    (2, 4)     (5, 4)     8     11     2;
        Bers      (703, 746)   (3, 3)     (2, 4)     (3, 2)     (2, 3)     11    14     4;
        Hia       (560, 350)   (4, 5)     (5, 6)     (5, 0)     (3, 3)     10    2      2;
        King      (0, 0)       (-7, 8)    (-4, 8)    (-15, 4)   (0, 0)     0     0      0;
    },
    full_phase: 32,
    tempo: 10,
    bishop_pair: Pair::new(22, 38),
    open_file: Pair::new(24, 10),
    passed: [
        Pair::new(0, 0),
        Pair::new(119, 270),
        Pair::new(66, 174),
        Pair::new(36, 94),
        Pair::new(16, 46),
        Pair::new(8, 27),
        Pair::new(4, 13),
        Pair::new(2, 9),
        Pair::new(0, 8),
        Pair::new(0, 6),
    ],
    passed_blocked: 8,
    passed_kings: 6,
    doubled: Pair::new(-7, -17),
    isolated: Pair::new(-10, -12),
    shelter: Pair::new(9, -1),
    far_shelter: Pair::new(9, 0),
    bare_king_file: Pair::new(-15, 0),
    brake_near_king: Pair::new(4, 0),
    weak_ring: 6,
    pawn_threat: Pair::new(43, 33),
    loose: Pair::new(22, 29),
    drive: 9,
    ..Terms::ORTHODOX
};

impl Knowledge for Hiashatar {
    const TERMS: &'static Terms = &HIASHATAR;

    fn kept(position: &Position<Self>, terms: &Terms, stronger: Color) -> i32 {
        crate::shatar::kept(position, terms, stronger)
    }
}

const BURYAT: Terms = Terms {
    #[rustfmt::skip]
    pieces: pieces! {
        //        value        files      middle     advance    mobility   usual danger phase
        Pawn      (83, 90)     (4, -5)    (1, -1)    (3, 9)     (0, 0)     0     0      0;
        Knight    (327, 252)   (5, 5)     (4, 5)     (3, 2)     (4, 3)     4     9      1;
        Bishop    (125, 120)   (7, 4)     (4, 3)     (1, -1)    (4, 2)     2     4      1;
        Rook      (512, 528)   (1, -1)    (1, 2)     (3, 4)     (3, 3)     8     12     2;
        Bers      (707, 770)   (2, 3)     (3, 5)     (3, 4)     (4, 4)     11    13     4;
        Hia       (556, 353)   (5, 6)     (5, 5)     (6, 0)     (2, 2)     10    4      2;
        King      (0, 0)       (-6, 7)    (-4, 9)    (-17, 5)   (0, 0)     0     0      0;
    },
    full_phase: 32,
    tempo: 10,
    bishop_pair: Pair::new(0, 0),
    open_file: Pair::new(24, 10),
    half_open_file: Pair::new(12, 9),
    passed: [
        Pair::new(0, 0),
        Pair::new(119, 276),
        Pair::new(69, 169),
        Pair::new(36, 84),
        Pair::new(17, 46),
        Pair::new(8, 26),
        Pair::new(4, 14),
        Pair::new(2, 9),
        Pair::new(0, 7),
        Pair::new(0, 6),
    ],
    passed_blocked: 8,
    doubled: Pair::new(-8, -19),
    isolated: Pair::new(-9, -11),
    protected_pawn: Pair::new(6, 4),
    shelter: Pair::new(16, 0),
    bare_king_file: Pair::new(-15, 0),
    brake_near_king: Pair::new(5, 0),
    weak_ring: 6,
    pawn_threat: Pair::new(43, 34),
    loose: Pair::new(23, 30),
    drive: 9,
    ..Terms::ORTHODOX
};

impl Knowledge for HiashatarBuryat {
    const TERMS: &'static Terms = &BURYAT;

    fn kept(position: &Position<Self>, terms: &Terms, stronger: Color) -> i32 {
        crate::shatar::kept(position, terms, stronger)
    }
}

const MODERN: Terms = Terms {
    #[rustfmt::skip]
    pieces: pieces! {
        //        value        files      middle     advance    mobility   usual danger phase
        Pawn      (61, 131)    (6, -5)    (1, -1)    (3, 9)     (0, 0)     0     0      0;
        Knight    (311, 220)   (6, 5)     (5, 5)     (4, 2)     (3, 2)     4     10     1;
        Bishop    (339, 333)   (3, 4)     (3, 2)     (0, 0)     (3, 5)     7     9      1;
        Rook      (443, 538)   (2, 0)     (-1, 1)    (0, 3)     (1, 5)     8     10     2;
        Queen     (1067, 935)  (3, 5)     (3, 5)     (-1, 3)    (2, 0)     15    11     4;
        Hia       (570, 322)   (5, 5)     (6, 6)     (5, 2)     (6, 1)     10    2      2;
        King      (0, 0)       (-8, 6)    (-4, 7)    (-15, 4)   (0, 0)     0     0      0;
    },
    full_phase: 32,
    tempo: 13,
    bishop_pair: Pair::new(26, 40),
    open_file: Pair::new(20, 11),
    half_open_file: Pair::new(14, 8),
    passed: [
        Pair::new(0, 0),
        Pair::new(119, 277),
        Pair::new(71, 182),
        Pair::new(35, 80),
        Pair::new(15, 35),
        Pair::new(8, 21),
        Pair::new(4, 14),
        Pair::new(2, 10),
        Pair::new(0, 8),
        Pair::new(0, 6),
    ],
    passed_blocked: 8,
    isolated: Pair::new(-9, -11),
    protected_pawn: Pair::new(6, 5),
    far_shelter: Pair::new(8, -1),
    bare_king_file: Pair::new(-16, 0),
    brake_near_king: Pair::new(4, -1),
    weak_ring: 5,
    pawn_threat: Pair::new(43, 35),
    loose: Pair::new(23, 35),
    drive: 9,
    ..Terms::ORTHODOX
};

impl Knowledge for HiashatarModern {
    const TERMS: &'static Terms = &MODERN;

    fn kept(position: &Position<Self>, terms: &Terms, stronger: Color) -> i32 {
        crate::hia::kept(position, terms, stronger)
    }
}
