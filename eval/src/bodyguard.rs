//! What is known of Bodyguard Chess.

use stymie_movegen::{Bodyguard, Color, Position};

use crate::knowledge::Knowledge;
use crate::pair::Pair;
use crate::terms::{Terms, pieces};

const BODYGUARD: Terms = Terms {
    #[rustfmt::skip]
    pieces: pieces! {
        //        value       files    middle   advance  mobility usual danger phase
        Pawn      (90, 110)   (4, -2)  (2, 0)   (3, 6)   (0, 0)   0     0      0;
        Kwagga    (340, 320)  (5, 4)   (5, 4)   (3, 1)   (3, 3)   7     10     1;
        Bishop    (345, 340)  (4, 3)   (5, 3)   (1, 1)   (5, 4)   7     9      1;
        Rook      (490, 540)  (3, 0)   (0, 0)   (2, 4)   (3, 4)   8     11     2;
        Queen     (970, 990)  (2, 5)   (3, 5)   (-1, 3)  (2, 3)   15    14     4;
        Bodyguard (650, 640)  (6, 7)   (6, 7)   (5, 2)   (4, 4)   10    12     3;
        King      (0, 0)      (-12, 7) (-6, 9)  (-20, 4) (0, 0)   0     0      0;
    },
    full_phase: 30,
    brake_near_king: Pair::new(4, 0),
    ..Terms::ORTHODOX
};

impl Knowledge for Bodyguard {
    const TERMS: &'static Terms = &BODYGUARD;

    fn kept(position: &Position<Self>, terms: &Terms, stronger: Color) -> i32 {
        crate::chess::kept(position, terms, stronger)
    }
}
