//! Scores and results from games.

use std::collections::BTreeMap;

use stymie::pgn::{self, Ending, Recorded};
use stymie_movegen::Color;

/// Scores beyond this, in centipawns, say nothing about the curve.
const MOST_SCORE: f64 = 2_000.0;

/// A position with its score.
pub(super) struct Sample {
    /// For the side to move, in centipawns.
    pub(super) score: f64,
    /// How many men are on the board.
    pub(super) men: u32,
    /// How the game ended for the side to move.
    pub(super) result: Outcome,
    /// How many such positions it stands for.
    pub(super) weight: f64,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Win,
    Draw,
    Loss,
}

/// Adds the games' samples, by the number of their variant.
///
/// # Errors
/// If a variant, a position or a move cannot be read.
pub(super) fn read(text: &str, found: &mut BTreeMap<usize, Vec<Sample>>) -> anyhow::Result<()> {
    for recorded in pgn::read(text, None) {
        let recorded = recorded?;
        let Some(ending) = Ending::recorded(recorded.result) else { continue };
        add(&recorded, ending.winner(), found.entry(recorded.game.variant() as usize).or_default());
    }
    Ok(())
}

/// Adds the samples of a finished game: its positions before moves whose comment is a score.
fn add(recorded: &Recorded, winner: Option<Color>, samples: &mut Vec<Sample>) {
    let mut game = recorded.game.clone();
    let mut scored = Vec::new();
    for comment in recorded.comments.iter().skip(1).rev() {
        game.undo();
        if let Some(score) = read_score(comment) {
            scored.push((score, stymie_search::men(&*game), game.side()));
        }
    }
    samples.extend(scored.into_iter().rev().map(|(score, men, side)| Sample {
        score,
        men,
        weight: 1.0,
        result: match winner {
            None => Outcome::Draw,
            Some(winner) if winner == side => Outcome::Win,
            Some(_) => Outcome::Loss,
        },
    }));
}

/// The score in pawns that a comment begins with, in centipawns; `None` for mates and what is far
/// beyond doubt.
fn read_score(comment: &str) -> Option<f64> {
    let word = comment.split(['/', ' ']).next()?;
    let score = word.parse::<f64>().ok()? * 100.0;
    (word.starts_with(['+', '-']) && score.abs() <= MOST_SCORE).then_some(score)
}

#[cfg(test)]
mod tests {
    use stymie_movegen::VariantId;

    use super::*;

    #[test]
    fn a_score_belongs_to_the_side_that_moves() {
        let text = "[Event \"A\"]\n[Result \"0-1\"]\n[Variant \"chess\"]\n\n1. f3 {book} e5 \
            {+0.50/5 0.1s} 2. g4 {-1.25/5 0.1s} Qh4# {+M1/3 0.1s} 0-1\n\n[Event \"B\"]\n\
            [Result \"*\"]\n[Variant \"hia\"]\n\n1. a3 {+0.10/1 0.1s} *\n";
        let mut found = BTreeMap::new();
        read(text, &mut found).unwrap();
        assert_eq!(found.len(), 1);
        let samples = &found[&(VariantId::Chess as usize)];
        let rows: Vec<(f64, u32, Outcome)> =
            samples.iter().map(|it| (it.score, it.men, it.result)).collect();
        assert_eq!(rows, [(50.0, 32, Outcome::Win), (-125.0, 32, Outcome::Loss)]);
    }
}
