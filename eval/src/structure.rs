//! Pawn structure and the files that it opens.

use stymie_movegen::{Color, PieceKind, Square, has};

use crate::knowledge::Knowledge;
use crate::numbers::Numbers;
use crate::pair::Pair;
use crate::view::{View, ahead, beside, distance};

/// Passed, doubled, isolated and protected pawns.
#[inline]
pub(crate) fn pawns<R: Knowledge, N: Numbers<R>>(view: &View<'_, R, N>, color: Color) -> Pair {
    if !has::<R>(PieceKind::Pawn) {
        return Pair::ZERO;
    }
    let own = view.pawns(color);
    let behind_own = ahead::<R>(view.behind_pawns(color), !color);
    let doubled = own & behind_own;
    let isolated = own - beside::<R>(view.pawn_files(color));
    let mut sum = view.numbers.terms().doubled * doubled.count() as i32
        + view.numbers.terms().isolated * isolated.count() as i32
        + view.numbers.terms().protected_pawn * (own & view.pawn_attacks(color)).count() as i32;
    let ahead_of_enemy = view.ahead_of_pawns(!color);
    let stopped = ahead::<R>(ahead_of_enemy | beside::<R>(ahead_of_enemy), !color);
    for pawn in own - stopped - behind_own {
        sum += passed(view, pawn, color);
    }
    sum
}

#[inline]
fn passed<R: Knowledge, N: Numbers<R>>(view: &View<'_, R, N>, pawn: Square, color: Color) -> Pair {
    let left = usize::from(R::RANKS - 1 - R::relative_rank(pawn, color)).min(9);
    let mut worth = view.numbers.terms().passed[left];
    let Some(next) = ahead::<R>(pawn.bit(), color).first() else { return worth };
    if view.position.occupied().contains(next) {
        worth = Pair::new(
            worth.mg * view.numbers.terms().passed_blocked / 16,
            worth.eg * view.numbers.terms().passed_blocked / 16,
        );
    }
    let kings = distance::<R>(view.position.king(!color), next)
        - distance::<R>(view.position.king(color), next);
    worth
        + Pair::new(
            0,
            kings * view.numbers.terms().passed_kings * view.numbers.terms().passed[left].eg / 100,
        )
}

/// Rooks, or bers, on files without pawns, and the pair of bishops.
#[inline]
pub(crate) fn files<R: Knowledge, N: Numbers<R>>(view: &View<'_, R, N>, color: Color) -> Pair {
    let position = view.position;
    let mut sum = Pair::ZERO;
    if has::<R>(PieceKind::Pawn) {
        let rooks = position.pieces_if_any(PieceKind::Rook, color)
            | position.pieces_if_any(PieceKind::Bers, color);
        let half_open = rooks - view.pawn_files(color);
        let open = half_open - view.pawn_files(!color);
        sum += view.numbers.terms().half_open_file * (half_open - open).count() as i32;
        sum += view.numbers.terms().open_file * open.count() as i32;
    }
    if has::<R>(PieceKind::Bishop) && position.pieces_if_any(PieceKind::Bishop, color).many() {
        sum += view.numbers.terms().bishop_pair;
    }
    sum
}
