//! What is known of Hia Chess.

use stymie_movegen::{Color, Hia, PieceKind, Position};

use crate::knowledge::{Knowledge, WHOLE, count};
use crate::pair::Pair;
use crate::terms::{Terms, pieces};

const HIA: Terms = Terms {
    #[rustfmt::skip]
    pieces: pieces! {
        //        value        files      middle     advance    mobility   usual danger phase
        Pawn      (75, 127)    (4, -3)    (2, 0)     (4, 8)     (0, 0)     0     0      0;
        Knight    (350, 301)   (8, 6)     (6, 6)     (3, 1)     (4, 3)     4     10     1;
        Bishop    (348, 292)   (4, 2)     (3, 3)     (-1, 1)    (6, 4)     6     9      1;
        Rook      (439, 524)   (3, 0)     (-1, 0)    (0, 4)     (3, 6)     7     11     2;
        Queen     (779, 1058)  (3, 6)     (3, 5)     (-2, 3)    (0, 4)     13    11     4;
        Hia       (630, 339)   (6, 7)     (6, 7)     (5, 2)     (5, 2)     9     3      2;
        King      (0, 0)       (-11, 8)   (-6, 10)   (-16, 5)   (0, 0)     0     0      0;
    },
    full_phase: 28,
    tempo: 13,
    bishop_pair: Pair::new(24, 35),
    open_file: Pair::new(23, 12),
    passed: [
        Pair::new(0, 0),
        Pair::new(120, 283),
        Pair::new(66, 165),
        Pair::new(32, 74),
        Pair::new(16, 32),
        Pair::new(8, 20),
        Pair::new(4, 13),
        Pair::new(2, 10),
        Pair::new(0, 8),
        Pair::new(0, 6),
    ],
    passed_kings: 9,
    doubled: Pair::new(-7, -15),
    isolated: Pair::new(-9, -11),
    protected_pawn: Pair::new(6, 4),
    shelter: Pair::new(17, 0),
    far_shelter: Pair::new(7, 0),
    brake_near_king: Pair::new(6, 0),
    weak_ring: 5,
    pawn_threat: Pair::new(47, 34),
    loose: Pair::new(24, 33),
    drive: 14,
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
