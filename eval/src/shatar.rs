//! What is known of Shatar, and of its rules of mate, which Hiashatar shares. The numbers of Shatar
//! itself are fitted to games (`stymie-tune texel`).

use stymie_movegen::{Color, PieceKind, Position, Shatar, ShatarBuryat};

use crate::knowledge::{Knowledge, WHOLE, count};
use crate::pair::Pair;
use crate::terms::{Terms, pieces};

const SHATAR: Terms = Terms {
    #[rustfmt::skip]
    pieces: pieces! {
        //        value        files      middle     advance    mobility   usual danger phase
        Pawn      (80, 104)    (6, -2)    (4, -2)    (5, 6)     (0, 0)     0     0      0;
        Knight    (330, 319)   (7, 6)     (6, 7)     (2, 2)     (4, 4)     4     8      1;
        Bishop    (331, 307)   (3, 3)     (5, 3)     (1, 2)     (5, 4)     6     6      1;
        Rook      (527, 532)   (4, 0)     (1, 0)     (4, 5)     (4, 4)     7     8      2;
        Bers      (726, 766)   (2, 4)     (3, 4)     (4, 5)     (4, 4)     10    14     4;
        King      (0, 0)       (-9, 7)    (-4, 12)   (-17, 5)   (0, 0)     0     0      0;
    },
    full_phase: 24,
    tempo: 11,
    bishop_pair: Pair::new(22, 43),
    open_file: Pair::new(25, 10),
    half_open_file: Pair::new(10, 8),
    passed: [
        Pair::ZERO,
        Pair::new(117, 274),
        Pair::new(59, 165),
        Pair::new(38, 78),
        Pair::new(15, 38),
        Pair::new(8, 20),
        Pair::new(4, 14),
        Pair::new(2, 10),
        Pair::new(0, 8),
        Pair::new(0, 6),
    ],
    passed_kings: 9,
    doubled: Pair::new(-8, -16),
    isolated: Pair::new(-9, -9),
    protected_pawn: Pair::new(8, 5),
    shelter: Pair::new(13, 0),
    far_shelter: Pair::new(7, -1),
    bare_king_file: Pair::new(-14, 2),
    weak_ring: 6,
    pawn_threat: Pair::new(42, 34),
    loose: Pair::new(21, 29),
    drive: 9,
    few_men: [28, 44, 53],
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
    bishop_pair: Pair::ZERO,
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
