//! The safety of kings.

use stymie_movegen::{Bitboard, Color, Position, Rules};

use crate::knowledge::Knowledge;
use crate::numbers::Numbers;
use crate::pair::Pair;
use crate::view::{View, ahead, beside, distance};

/// The king's square, those a step from it, and three more ahead.
#[inline]
pub(crate) fn ring<R: Rules>(position: &Position<R>, color: Color) -> Bitboard {
    let king = position.king(color).bit();
    let near = R::narrowed(R::GEOMETRY.neighbours(king)) | king;
    near | ahead::<R>(near, color)
}

/// Shelter of the side's king, and its danger.
#[inline]
pub(crate) fn safety<R: Knowledge, N: Numbers<R>>(view: &View<'_, R, N>, color: Color) -> Pair {
    let mut sum = shelter(view, color) - danger(view, color);
    if let Some(brake) = R::BRAKE {
        let king = view.position.king(color);
        for square in view.position.pieces(brake, color) {
            let near = (5 - distance::<R>(king, square)).max(0);
            sum += view.numbers.terms().brake_near_king * near;
        }
    }
    sum
}

/// Pawns before the king.
#[inline]
fn shelter<R: Knowledge, N: Numbers<R>>(view: &View<'_, R, N>, color: Color) -> Pair {
    let pawns = view.pawns(color);
    let king = view.position.king(color).bit();
    let wide = king | beside::<R>(king);
    let near = ahead::<R>(wide, color);
    let far = ahead::<R>(near, color);
    let mut sum = view.numbers.terms().shelter * (pawns & near).count() as i32;
    sum += view.numbers.terms().far_shelter * (pawns & far).count() as i32;
    // Its own file counts twice: pawns behind it do not help.
    let covered = wide & view.behind_pawns(color);
    sum + view.numbers.terms().bare_king_file * (wide - covered).count() as i32
}

/// What the enemy's attack on the side's king is worth.
#[inline]
fn danger<R: Knowledge, N: Numbers<R>>(view: &View<'_, R, N>, color: Color) -> Pair {
    let (units, attackers) = view.danger[(!color).index()];
    if attackers < 2 {
        return Pair::ZERO;
    }
    let weak = (view.ring(color) & view.attacks(!color)) - view.guarded(color);
    let units = units + view.numbers.terms().weak_ring * weak.count() as i32;
    let worth =
        (units * units / view.numbers.terms().danger_divisor).min(view.numbers.terms().danger_most);
    Pair::new(worth, worth / 8)
}
