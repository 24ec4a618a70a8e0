//! What is known of orthodox chess and of Modern Chess.

use stymie_movegen::{Chess, Color, Modern, PieceKind, Position};

use crate::knowledge::{Knowledge, WHOLE, count};
use crate::terms::{Terms, pieces};

const CHESS: Terms = Terms {
    #[rustfmt::skip]
    pieces: pieces! {
        //      value       files    middle   advance  mobility usual danger phase
        Pawn    (90, 110)   (5, -2)  (2, 0)   (3, 6)   (0, 0)   0     0      0;
        Knight  (325, 310)  (7, 6)   (7, 6)   (4, 2)   (4, 3)   4     9      1;
        Bishop  (335, 325)  (4, 3)   (5, 3)   (1, 1)   (5, 4)   6     9      1;
        Rook    (490, 530)  (3, 0)   (0, 0)   (2, 4)   (3, 4)   7     12     2;
        Queen   (980, 980)  (2, 5)   (3, 5)   (-1, 3)  (2, 3)   13    14     4;
        King    (0, 0)      (-14, 7) (-6, 9)  (-20, 4) (0, 0)   0     0      0;
    },
    ..Terms::ORTHODOX
};

impl Knowledge for Chess {
    const TERMS: &'static Terms = &CHESS;

    fn kept(position: &Position<Self>, terms: &Terms, stronger: Color) -> i32 {
        kept(position, terms, stronger)
    }
}

const MODERN: Terms = Terms {
    #[rustfmt::skip]
    pieces: pieces! {
        //        value       files    middle   advance  mobility usual danger phase
        Pawn      (90, 110)   (5, -2)  (2, 0)   (3, 6)   (0, 0)   0     0      0;
        Knight    (310, 295)  (7, 6)   (7, 6)   (4, 2)   (4, 3)   4     9      1;
        Bishop    (345, 340)  (4, 3)   (5, 3)   (1, 1)   (5, 4)   7     9      1;
        Rook      (500, 550)  (3, 0)   (0, 0)   (2, 4)   (3, 4)   8     12     2;
        Queen     (1000, 1000)(2, 5)   (3, 5)   (-1, 3)  (2, 3)   15    14     4;
        Minister  (800, 780)  (4, 5)   (5, 5)   (0, 2)   (3, 3)   11    14     4;
        King      (0, 0)      (-14, 7) (-6, 9)  (-20, 4) (0, 0)   0     0      0;
    },
    full_phase: 32,
    ..Terms::ORTHODOX
};

impl Knowledge for Modern {
    const TERMS: &'static Terms = &MODERN;

    fn kept(position: &Position<Self>, terms: &Terms, stronger: Color) -> i32 {
        kept(position, terms, stronger)
    }
}

/// Without pawns a lead of a minor piece or less hardly ever wins.
#[inline]
pub(crate) fn kept<R: Knowledge>(position: &Position<R>, terms: &Terms, stronger: Color) -> i32 {
    if position.pieces_if_any(PieceKind::Pawn, stronger).any() {
        return WHOLE;
    }
    let force = |color: Color| -> i32 {
        let kinds = R::PIECES.iter().filter(|&&kind| kind != PieceKind::Pawn);
        kinds.map(|&kind| count(position, &[kind], color) * terms.of(kind).value.mg).sum()
    };
    let (own, enemy) = (force(stronger), force(!stronger));
    let minor = terms.of(PieceKind::Bishop).value.mg.max(terms.of(PieceKind::Knight).value.mg);
    if own - enemy > minor + 20 {
        WHOLE
    } else if own <= minor + 20 {
        2
    } else {
        14
    }
}
