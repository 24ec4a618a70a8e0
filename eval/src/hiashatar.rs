//! What is known of Hiashatar.

use stymie_movegen::{Color, Hiashatar, HiashatarBuryat, HiashatarModern, Position};

use crate::knowledge::Knowledge;
use crate::pair::Pair;
use crate::terms::{Terms, pieces};

const HIASHATAR: Terms = Terms {
    #[rustfmt::skip]
    pieces: pieces! {
        //      value       files    middle   advance  mobility usual danger phase
        Pawn    (80, 95)    (4, -2)  (2, 0)   (3, 6)   (0, 0)   0     0      0;
        Knight  (290, 270)  (6, 5)   (6, 5)   (5, 2)   (4, 3)   4     9      1;
        Bishop  (310, 300)  (4, 3)   (4, 3)   (1, 1)   (5, 4)   7     7      1;
        Rook    (480, 540)  (3, 0)   (0, 0)   (2, 4)   (3, 4)   8     11     2;
        Bers    (680, 720)  (3, 4)   (3, 4)   (3, 3)   (3, 4)   11    16     4;
        Hia     (420, 400)  (5, 6)   (5, 6)   (5, 2)   (4, 4)   10    6      2;
        King    (0, 0)      (-7, 8)  (-4, 9)  (-18, 3) (0, 0)   0     0      0;
    },
    full_phase: 32,
    brake_near_king: Pair::new(5, 0),
    ..Terms::ORTHODOX
};

impl Knowledge for Hiashatar {
    const TERMS: &'static Terms = &HIASHATAR;

    fn kept(position: &Position<Self>, stronger: Color) -> i32 {
        crate::shatar::kept(position, stronger)
    }
}

const BURYAT: Terms = Terms {
    #[rustfmt::skip]
    pieces: pieces! {
        //      value       files    middle   advance  mobility usual danger phase
        Pawn    (80, 95)    (4, -2)  (2, 0)   (3, 6)   (0, 0)   0     0      0;
        Knight  (300, 280)  (6, 5)   (6, 5)   (5, 2)   (4, 3)   4     9      1;
        Bishop  (130, 115)  (5, 4)   (5, 4)   (3, 1)   (4, 3)   2     4      1;
        Rook    (490, 550)  (3, 0)   (0, 0)   (2, 4)   (3, 4)   8     11     2;
        Bers    (700, 740)  (3, 4)   (3, 4)   (3, 3)   (3, 4)   11    16     4;
        Hia     (420, 400)  (5, 6)   (5, 6)   (5, 2)   (4, 4)   10    6      2;
        King    (0, 0)      (-7, 8)  (-4, 9)  (-18, 3) (0, 0)   0     0      0;
    },
    bishop_pair: Pair::ZERO,
    ..HIASHATAR
};

impl Knowledge for HiashatarBuryat {
    const TERMS: &'static Terms = &BURYAT;

    fn kept(position: &Position<Self>, stronger: Color) -> i32 {
        crate::shatar::kept(position, stronger)
    }
}

const MODERN: Terms = Terms {
    #[rustfmt::skip]
    pieces: pieces! {
        //      value       files    middle   advance  mobility usual danger phase
        Pawn    (85, 105)   (4, -2)  (2, 0)   (3, 6)   (0, 0)   0     0      0;
        Knight  (290, 270)  (6, 5)   (6, 5)   (5, 2)   (4, 3)   4     10     1;
        Bishop  (330, 325)  (4, 3)   (4, 3)   (1, 1)   (5, 4)   7     9      1;
        Rook    (480, 540)  (3, 0)   (0, 0)   (2, 4)   (3, 4)   8     11     2;
        Queen   (950, 980)  (2, 5)   (3, 5)   (-1, 3)  (2, 3)   15    14     4;
        Hia     (420, 400)  (5, 6)   (5, 6)   (5, 2)   (4, 4)   10    6      2;
        King    (0, 0)      (-7, 8)  (-4, 9)  (-18, 3) (0, 0)   0     0      0;
    },
    full_phase: 32,
    brake_near_king: Pair::new(5, 0),
    ..Terms::ORTHODOX
};

impl Knowledge for HiashatarModern {
    const TERMS: &'static Terms = &MODERN;

    fn kept(position: &Position<Self>, stronger: Color) -> i32 {
        crate::hia::kept(position, stronger)
    }
}
