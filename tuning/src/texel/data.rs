//! Games to fit to.

use stymie_eval::Evaluate;
use stymie_movegen::Position;

use super::Texel;
use crate::data::{Damage, DataFile, Record, replay};
use crate::datagen::is_kept;

/// Positions that the search sees as won by more than this say little about an evaluation.
const MOST_SCORE: i32 = 2_500;

/// A quiet position.
pub(super) struct Sample<R: Evaluate> {
    pub(super) position: Position<R>,
    /// What a search found, for the side to move.
    pub(super) score: i32,
    /// How the game ended for the side to move: 0, 1/2 or 1.
    pub(super) result: f64,
    /// The number of its game.
    pub(super) game: usize,
}

/// The quiet positions of the files' games, and how many games there are.
pub(super) fn read<R: Evaluate>(texel: &Texel) -> anyhow::Result<(Vec<Sample<R>>, usize)> {
    let mut games: Vec<Record> = Vec::new();
    for block in DataFile::read_all(&texel.data, texel.variant, Damage::Refused)? {
        if games.len() < texel.games {
            games.extend(block.unpack::<R>()?);
        }
    }
    games.truncate(texel.games);
    let mut samples = Vec::new();
    for (number, game) in games.iter().enumerate() {
        replay::<R>(game, |position, played| {
            if is_kept(position, played) && played.score.abs() <= MOST_SCORE {
                let result = game.points(position.side());
                let (position, score) = (*position, played.score);
                samples.push(Sample { position, score, result, game: number });
            }
        });
    }
    Ok((samples, games.len()))
}
