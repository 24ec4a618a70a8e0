//! What results and a network say of the pieces.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stymie_eval::{Evaluate, Score};
use stymie_movegen::{Color, PieceKind, Position, Reading, Rules};

use super::Value;
use super::board::without;
use crate::data::{Record, replay};
use crate::linear::Symmetric;

/// One position in so many of a game is looked at: neighbours say the same.
const EACH: usize = 6;
/// Games are drawn anew so often, for the intervals.
const RESAMPLES: usize = 100;
/// Newton's steps.
const STEPS: usize = 8;
/// A network is asked about positions that are even up to so many centipawns.
const EVEN: i32 = 250;

/// A position of a game.
struct Row {
    /// By kind, how many the side to move has more; last a 1 for the move.
    more: Vec<f32>,
    /// 0, 1/2, 1 for the side to move.
    points: f64,
}

/// What each kind is worth by how games ended: a logistic curve through the numbers of pieces
/// alone. The unit is the first kind of the list, the pawn.
pub(super) fn by_results<R: Rules>(games: &[Record], kinds: &[PieceKind], seed: u64) -> Vec<Value> {
    let rows: Vec<Vec<Row>> = games.iter().map(|game| rows::<R>(game, kinds)).collect();
    let weights = fit(rows.iter().flatten(), kinds.len() + 1);
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let tries: Vec<Vec<f64>> = (0..RESAMPLES)
        .map(|_| {
            let draw = |_| &rows[generator.random_range(0..rows.len())];
            let drawn: Vec<&Vec<Row>> = (0..rows.len()).map(draw).collect();
            fit(drawn.into_iter().flatten(), kinds.len() + 1)
        })
        .collect();
    let ratio = |weights: &[f64], kind: usize| weights[kind] / weights[0];
    let values = kinds.iter().enumerate().map(|(i, &kind)| {
        let mut all: Vec<f64> = tries.iter().map(|weights| ratio(weights, i)).collect();
        all.sort_by(f64::total_cmp);
        let [low, high] = [0.025, 0.975].map(|part| quantile(&all, part));
        Value { kind, worth: ratio(&weights, i), low, high }
    });
    values.collect()
}

/// What so large a part of the numbers, which rise, lies below; 0 if there are none.
fn quantile(numbers: &[f64], part: f64) -> f64 {
    let at = (numbers.len().saturating_sub(1) as f64 * part).round() as usize;
    numbers.get(at).copied().unwrap_or(0.0)
}

fn rows<R: Rules>(game: &Record, kinds: &[PieceKind]) -> Vec<Row> {
    let (mut rows, mut ply) = (Vec::new(), 0);
    replay::<R>(game, |position, _| {
        ply += 1;
        if ply % EACH == 0 && position.checkers().is_empty() {
            let side = position.side();
            let count = |kind, color| position.pieces(kind, color).count() as f32;
            let differences = kinds.iter().map(|&kind| count(kind, side) - count(kind, !side));
            let more = differences.chain([1.0]).collect();
            rows.push(Row { more, points: game.points(side) });
        }
    });
    rows
}

/// The weights of a logistic regression, by Newton's method.
fn fit<'r>(rows: impl Iterator<Item = &'r Row> + Clone, size: usize) -> Vec<f64> {
    let mut weights = vec![0.0; size];
    for _ in 0..STEPS {
        let (mut matrix, mut slope) = (Symmetric::zero(size), vec![0.0; size]);
        // Where a kind never makes a difference there is nothing else on the diagonal.
        (0..size).for_each(|i| matrix.add_to_diagonal(i, 1e-3));
        for row in rows.clone() {
            let sum: f64 = row.more.iter().zip(&weights).map(|(&m, w)| f64::from(m) * w).sum();
            let share = 1.0 / (1.0 + (-sum).exp());
            matrix.add_outer(&row.more, share * (1.0 - share));
            for (slope, &more) in slope.iter_mut().zip(&row.more) {
                *slope += (row.points - share) * f64::from(more);
            }
        }
        for (weight, step) in weights.iter_mut().zip(matrix.solve(&slope)) {
            *weight += step;
        }
    }
    weights
}

/// What an evaluation loses if a piece is taken off, on average over even positions of the games;
/// half of the positions lie between the bounds. The unit is the first kind's average.
pub(super) fn by_evaluation<R: Evaluate>(
    games: &[Record],
    kinds: &[PieceKind],
    evaluate: &dyn Fn(&Position<R>) -> Score,
) -> Vec<Value> {
    let mut losses = vec![Vec::new(); kinds.len()];
    for game in games {
        let mut ply = 0;
        replay::<R>(game, |position, _| {
            ply += 1;
            let score = evaluate(position);
            if ply % EACH != 0 || score.raw().abs() > EVEN || position.checkers().any() {
                return;
            }
            for (&kind, losses) in kinds.iter().zip(&mut losses) {
                let both = Color::ALL.into_iter();
                losses.extend(both.filter_map(|color| loss(position, kind, color, evaluate)));
            }
        });
    }
    let mean = |losses: &[f64]| losses.iter().sum::<f64>() / losses.len().max(1) as f64;
    let pawn = mean(&losses[0]);
    let values = kinds.iter().zip(&mut losses).map(|(&kind, losses)| {
        losses.sort_by(f64::total_cmp);
        let at = |part: f64| quantile(losses, part) / pawn;
        Value { kind, worth: mean(losses) / pawn, low: at(0.25), high: at(0.75) }
    });
    values.collect()
}

/// What the side loses, in centipawns, with its first piece of the kind; `None` if it has none, or
/// the position without it is none.
fn loss<R: Evaluate>(
    position: &Position<R>,
    kind: PieceKind,
    color: Color,
    evaluate: &dyn Fn(&Position<R>) -> Score,
) -> Option<f64> {
    let square = position.pieces(kind, color).first()?;
    let fen =
        without(&position.fen(), R::file(square).into(), (R::RANKS - 1 - R::rank(square)).into());
    let (rest, _) = Position::<R>::read_fen(&fen, Reading::Repair).ok()?;
    let lost = evaluate(position).raw() - evaluate(&rest).raw();
    Some(f64::from(if color == position.side() { lost } else { -lost }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_regression_finds_the_weights_that_made_the_results() {
        let mut generator = ChaCha8Rng::seed_from_u64(2);
        let truth = [0.5, 1.6, -0.1];
        let rows: Vec<Row> = (0..20_000)
            .map(|_| {
                let more = vec![
                    f32::from(generator.random_range(-2..=2_i8)),
                    f32::from(generator.random_range(-1..=1_i8)),
                    1.0,
                ];
                let sum: f64 = more.iter().zip(truth).map(|(&m, w)| f64::from(m) * w).sum();
                let won = generator.random_bool(1.0 / (1.0 + (-sum).exp()));
                Row { more, points: f64::from(u8::from(won)) }
            })
            .collect();
        for (found, truth) in fit(rows.iter(), 3).into_iter().zip(truth) {
            assert!((found - truth).abs() < 0.08, "{found} for {truth}");
        }
    }
}
