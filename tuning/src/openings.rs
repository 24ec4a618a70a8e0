//! Random openings that leave neither side better.

use std::collections::HashSet;

use anyhow::{anyhow, bail};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stymie_movegen::{Game, Move, VariantId};
use stymie_search::{Limits, Searcher, Signals};

/// How far from even a shallow search may see an opening, in centipawns.
const MARGIN: i32 = 90;
/// The depth of that search.
const DEPTH: u32 = 5;
/// Tries for each opening before giving up.
const TRIES: usize = 2_000;

/// `count` different openings of `plies` random moves from the start position.
///
/// # Errors
/// If there are not enough.
pub(crate) fn openings(
    variant: VariantId,
    count: usize,
    plies: usize,
    seed: u64,
) -> anyhow::Result<Vec<Vec<Move>>> {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let mut searcher = stymie_search::open(variant, 1)
        .map_err(|error| anyhow!("no memory for a table of {} MiB", error.mebibytes))?;
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    for _ in 0..count.saturating_mul(TRIES) {
        if found.len() == count {
            break;
        }
        let mut game = stymie_movegen::open(variant);
        if !wander(&mut *game, plies, &mut generator) {
            continue;
        }
        // Without random moves all openings are the one start position.
        if plies > 0 && (!seen.insert(game.key()) || !is_even(&*game, &mut *searcher)) {
            continue;
        }
        found.push(game.moves().to_vec());
    }
    if found.len() < count {
        bail!("only {} balanced openings of {plies} plies found", found.len());
    }
    Ok(found)
}

/// Plays random moves; whether there were enough and the game goes on.
pub(crate) fn wander(game: &mut dyn Game, plies: usize, generator: &mut ChaCha8Rng) -> bool {
    for _ in 0..plies {
        let moves = game.legal_moves();
        if moves.is_empty() {
            return false;
        }
        game.play(moves[generator.random_range(0..moves.len())]);
    }
    game.outcome().is_none()
}

fn is_even(game: &dyn Game, searcher: &mut dyn Searcher) -> bool {
    searcher.new_game();
    let limits = Limits { depth: Some(DEPTH), nodes: Some(20_000), ..Limits::default() };
    let report = searcher.search(game, &limits, &Signals::new(), &mut |_| {});
    report.info.score.raw().abs() <= MARGIN
}
