//! What is known of Hia Chess.

use stymie_movegen::{Color, Hia, PieceKind, Position};

use crate::knowledge::{Knowledge, WHOLE, count};
use crate::pair::Pair;
use crate::terms::{Terms, pieces};

const HIA: Terms = Terms {
    #[rustfmt::skip]
    pieces: pieces! {
        //      value       files    middle   advance  mobility usual danger phase
        Pawn    (90, 110)   (4, -2)  (2, 0)   (3, 6)   (0, 0)   0     0      0;
        Knight  (325, 305)  (7, 6)   (7, 6)   (4, 2)   (4, 3)   4     10     1;
        Bishop  (330, 325)  (4, 3)   (5, 3)   (1, 1)   (5, 4)   6     9      1;
        Rook    (480, 530)  (3, 0)   (0, 0)   (2, 4)   (3, 4)   7     11     2;
        Queen   (950, 970)  (2, 5)   (3, 5)   (-1, 3)  (2, 3)   13    14     4;
        Hia     (450, 420)  (6, 7)   (6, 7)   (4, 2)   (4, 4)   9     6      2;
        King    (0, 0)      (-12, 7) (-6, 9)  (-20, 4) (0, 0)   0     0      0;
    },
    full_phase: 28,
    brake_near_king: Pair::new(6, 0),
    ..Terms::ORTHODOX
};

impl Knowledge for Hia {
    const TERMS: &'static Terms = &HIA;

    fn kept(position: &Position<Self>, terms: &Terms, stronger: Color) -> i32 {
        kept(position, terms, stronger)
    }
}

/// Hias never mate: without pawns it takes a rook or two minor pieces beside them.
#[inline]
pub(crate) fn kept<R: Knowledge>(position: &Position<R>, terms: &Terms, stronger: Color) -> i32 {
    if position.pieces(PieceKind::Pawn, stronger).any() {
        return WHOLE;
    }
    let heavy = [PieceKind::Rook, PieceKind::Queen];
    let minor = [PieceKind::Bishop, PieceKind::Knight];
    if count(position, &heavy, stronger) > 0 {
        return crate::chess::kept(position, terms, stronger);
    }
    match count(position, &minor, stronger) {
        0 => 0,
        1 => 6,
        _ => crate::chess::kept(position, terms, stronger),
    }
}
