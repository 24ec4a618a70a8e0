//! Counting legal move sequences: the standard check of a move generator.

use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;

/// The number of legal move sequences of `depth` plies. Robado alone ends a line early;
/// repetition, clocks and dead positions do not matter. The last ply is counted, not played.
pub fn perft<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => {
            position.legal_moves().into_iter().map(|mv| perft(&position.play(mv), depth - 1)).sum()
        }
    }
}

/// [`perft`] for each first move. `depth` 0 counts as 1.
pub fn divide<R: Rules>(position: &Position<R>, depth: u32) -> Vec<(Move, u64)> {
    let count = |mv| (mv, perft(&position.play(mv), depth.saturating_sub(1)));
    position.legal_moves().into_iter().map(count).collect()
}
