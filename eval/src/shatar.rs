//! What is known of Shatar, and of its rules of mate, which Hiashatar shares.

use stymie_movegen::{Color, PieceKind, Position, Shatar, ShatarBuryat};

use crate::knowledge::{Knowledge, WHOLE, count};
use crate::terms::{Terms, pieces};

const SHATAR: Terms = Terms {
    #[rustfmt::skip]
    pieces: pieces! {
        //      value       files    middle   advance  mobility usual danger phase
        Pawn    (90, 105)   (5, -2)  (2, 0)   (3, 6)   (0, 0)   0     0      0;
        Knight  (310, 290)  (7, 6)   (7, 6)   (4, 2)   (4, 3)   4     8      1;
        Bishop  (300, 280)  (4, 3)   (5, 3)   (1, 1)   (5, 4)   6     7      1;
        Rook    (490, 530)  (3, 0)   (0, 0)   (2, 4)   (3, 4)   7     12     2;
        Bers    (700, 730)  (3, 4)   (3, 4)   (3, 3)   (3, 4)   10    16     4;
        King    (0, 0)      (-8, 9)  (-4, 11) (-22, 3) (0, 0)   0     0      0;
    },
    full_phase: 24,
    ..Terms::ORTHODOX
};

impl Knowledge for Shatar {
    const TERMS: &'static Terms = &SHATAR;

    fn kept(position: &Position<Self>, terms: &Terms, stronger: Color) -> i32 {
        kept(position, terms, stronger)
    }
}

const BURYAT: Terms = Terms {
    #[rustfmt::skip]
    pieces: pieces! {
        //      value       files    middle   advance  mobility usual danger phase
        Pawn    (90, 105)   (5, -2)  (2, 0)   (3, 6)   (0, 0)   0     0      0;
        Knight  (320, 300)  (7, 6)   (7, 6)   (4, 2)   (4, 3)   4     8      1;
        Bishop  (140, 120)  (6, 4)   (6, 4)   (3, 1)   (4, 3)   2     4      1;
        Rook    (500, 540)  (3, 0)   (0, 0)   (2, 4)   (3, 4)   7     12     2;
        Bers    (720, 750)  (3, 4)   (3, 4)   (3, 3)   (3, 4)   10    16     4;
        King    (0, 0)      (-8, 9)  (-4, 11) (-22, 3) (0, 0)   0     0      0;
    },
    bishop_pair: crate::pair::Pair::ZERO,
    ..SHATAR
};

impl Knowledge for ShatarBuryat {
    const TERMS: &'static Terms = &BURYAT;

    fn kept(position: &Position<Self>, terms: &Terms, stronger: Color) -> i32 {
        kept(position, terms, stronger)
    }
}

/// Robado is a draw, so the enemy's last pieces are worth keeping; and a mate needs a bers, a rook
/// or a knight for its shak, and something else than knights to give it.
#[inline]
pub(crate) fn kept<R: Knowledge>(position: &Position<R>, terms: &Terms, stronger: Color) -> i32 {
    let left = match position.color(!stronger).count() {
        0 | 1 => 0,
        men @ 2..=4 => terms.few_men[men as usize - 2],
        _ => WHOLE,
    };
    let heavy = count(position, &[PieceKind::Bers, PieceKind::Rook], stronger);
    let pawns = position.pieces(PieceKind::Pawn, stronger).count();
    if heavy > 0 || pawns > 0 { left } else { left / 4 }
}
