//! The evaluation's course, the same for every variant, and what a variant adds to it.

use stymie_movegen::{Bitboard, Color, PieceKind, Position, Rules};

use crate::numbers::{Numbers, Own};
use crate::pair::Pair;
use crate::score::Score;
use crate::terms::{SquareTable, Terms};
use crate::view::{View, distance};
use crate::{king, structure};

/// All of an advantage, in the parts that [`Knowledge::kept`] counts in.
pub(crate) const WHOLE: i32 = 64;

/// What is known of a variant.
pub(crate) trait Knowledge: Rules {
    /// Its numbers.
    const TERMS: &'static Terms;
    /// What is added to the formula of the piece-square table for some kinds: for White, by square.
    const EXTRAS: &'static [(PieceKind, [Pair; 128])] = &[];
    /// The table made of the above.
    const SQUARES: &'static SquareTable = &SquareTable::new::<Self>(Self::TERMS);

    /// The squares whose attack endangers the side's king.
    #[inline]
    fn ring(position: &Position<Self>, color: Color) -> Bitboard {
        king::ring(position, color)
    }

    /// What only this game knows, for one side's good.
    #[inline]
    fn special<N: Numbers<Self>>(_view: &View<'_, Self, N>, _color: Color) -> Pair {
        Pair::ZERO
    }

    /// How much of its advantage the stronger side may hope to keep, in parts of [`WHOLE`].
    #[inline]
    fn kept(_position: &Position<Self>, _terms: &Terms, _stronger: Color) -> i32 {
        WHOLE
    }
}

/// [`Evaluate::evaluate`](crate::Evaluate::evaluate).
#[inline]
pub(crate) fn evaluate<R: Knowledge>(position: &Position<R>) -> Score {
    evaluate_by(position, Own)
}

/// The same by other numbers.
#[inline(always)]
pub(crate) fn evaluate_by<R: Knowledge, N: Numbers<R>>(
    position: &Position<R>,
    numbers: N,
) -> Score {
    let terms = numbers.terms();
    let mut view = View::new(position, numbers);
    let mut sum = view.of_pieces(Color::White) - view.of_pieces(Color::Black);
    sum += of_side(&view, Color::White) - of_side(&view, Color::Black);
    let white = sum.blend(view.phase, terms.full_phase);
    let lead = white.abs();
    let driven = if lead > terms.drive_lead { drive(&view) } else { 0 };
    let white = if white >= 0 { white + driven } else { white - driven };
    let own = if position.side() == Color::White { white } else { -white };
    Score::new(tempered(position, terms, own) + terms.tempo)
}

/// [`Evaluate::settle`](crate::Evaluate::settle).
#[inline]
pub(crate) fn settle<R: Knowledge>(position: &Position<R>, output: i32, adds: bool) -> Score {
    let own = tempered(position, R::TERMS, output);
    let by_hand = if adds { evaluate(position).raw() } else { 0 };
    Score::new(own + by_hand)
}

/// What is left of an evaluation, for the side to move, by what is known for sure: with what the
/// stronger side cannot win, and as the clock runs towards a draw.
#[inline]
pub(crate) fn tempered<R: Knowledge>(position: &Position<R>, terms: &Terms, own: i32) -> i32 {
    let stronger = if own >= 0 { position.side() } else { !position.side() };
    let lead = own.abs() * R::kept(position, terms, stronger) / WHOLE;
    fading::<R>(lead, position.halfmove_clock()) * own.signum()
}

// Inlined so that the side is known; so is View::of_pieces.
#[inline(always)]
fn of_side<R: Knowledge, N: Numbers<R>>(view: &View<'_, R, N>, color: Color) -> Pair {
    structure::pawns(view, color)
        + structure::files(view, color)
        + king::safety(view, color)
        + threats(view, color)
        + R::special(view, color)
}

/// Enemy pieces under attack.
#[inline]
fn threats<R: Knowledge, N: Numbers<R>>(view: &View<'_, R, N>, color: Color) -> Pair {
    let king = view.position.king(!color).bit();
    let pieces = view.position.color(!color) - view.pawns(!color) - king;
    let by_pawn = (pieces & view.pawn_attacks(color)).count() as i32;
    let loose = ((pieces | view.pawns(!color)) & view.attacks(color)) - view.attacks(!color);
    view.numbers.terms().pawn_threat * by_pawn + view.numbers.terms().loose * loose.count() as i32
}

/// Who leads brings the kings together when few pieces are left.
#[inline]
fn drive<R: Knowledge, N: Numbers<R>>(view: &View<'_, R, N>) -> i32 {
    let apart = distance::<R>(view.position.king(Color::White), view.position.king(Color::Black));
    let near = i32::from(R::FILES.max(R::RANKS)) - apart;
    Pair::new(0, view.numbers.terms().drive * near)
        .blend(view.phase, view.numbers.terms().full_phase)
}

/// The lead that is left as the clock runs towards a draw: half of it at the limit.
#[inline]
fn fading<R: Rules>(lead: i32, clock: u32) -> i32 {
    let limit = i32::from(R::CLOCK_LIMIT);
    let clock = i32::try_from(clock).unwrap_or(limit).min(limit);
    lead * (2 * limit - clock) / (2 * limit)
}

/// How many pieces of these kinds the side has.
#[inline(always)]
pub(crate) fn count<R: Rules>(position: &Position<R>, kinds: &[PieceKind], color: Color) -> i32 {
    kinds.iter().map(|&kind| position.pieces_if_any(kind, color).count() as i32).sum()
}
