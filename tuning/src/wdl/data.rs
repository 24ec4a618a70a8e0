//! Scores and results from games.

use std::collections::BTreeMap;

use anyhow::Context;
use stymie_movegen::{Color, Game, Reading, VariantId, open};

use crate::tokens::{Token, tokens};

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
    /// One part of its game: each game weighs the same.
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
    let mut reader = Reader { found, game: None, winner: None, scored: Vec::new() };
    let mut number = 0;
    for token in tokens(text) {
        if matches!(&token, Token::Tag(name, _) if name == "Event") {
            number += 1;
        }
        reader.take(token).with_context(|| format!("game {number}"))?;
    }
    reader.finish();
    Ok(())
}

struct Reader<'f> {
    found: &'f mut BTreeMap<usize, Vec<Sample>>,
    game: Option<Box<dyn Game>>,
    /// Who has won; `None` within: a draw; without: not finished.
    winner: Option<Option<Color>>,
    /// Score, men and side of the positions so far.
    scored: Vec<(f64, u32, Color)>,
}

impl Reader<'_> {
    fn take(&mut self, token: Token) -> anyhow::Result<()> {
        match token {
            Token::Tag(name, _) if name == "Event" => self.finish(),
            Token::Tag(name, value) if name == "Variant" => {
                self.game = Some(open(value.parse::<VariantId>()?));
            }
            Token::Tag(name, value) if name == "Result" => {
                self.winner = match value.as_str() {
                    "1-0" => Some(Some(Color::White)),
                    "0-1" => Some(Some(Color::Black)),
                    "1/2-1/2" => Some(None),
                    _ => None,
                };
            }
            Token::Tag(name, value) if name == "FEN" => {
                self.game
                    .as_mut()
                    .context("a FEN before the variant")?
                    .set_fen(&value, Reading::Repair)?;
            }
            Token::Tag(..) => {}
            Token::Move(text) => {
                let game = self.game.as_mut().context("no variant")?;
                game.play(game.parse_move(&text)?);
            }
            Token::Comment(text) => {
                let Some(game) = &self.game else { return Ok(()) };
                // The comment is on the move made: its score is of the position before.
                if let Some(score) = read_score(&text) {
                    let mut before = game.clone();
                    if before.undo().is_some() {
                        let men = stymie_search::men(&*before);
                        self.scored.push((score, men, before.side()));
                    }
                }
            }
        }
        Ok(())
    }

    /// The game is over: its positions count.
    fn finish(&mut self) {
        let (game, winner) = (self.game.take(), self.winner.take());
        let scored = std::mem::take(&mut self.scored);
        let (Some(game), Some(winner)) = (game, winner) else { return };
        let weight = 1.0 / scored.len().max(1) as f64;
        let samples = self.found.entry(game.variant() as usize).or_default();
        samples.extend(scored.into_iter().map(|(score, men, side)| Sample {
            score,
            men,
            weight,
            result: match winner {
                None => Outcome::Draw,
                Some(winner) if winner == side => Outcome::Win,
                Some(_) => Outcome::Loss,
            },
        }));
    }
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
        assert!((samples.iter().map(|it| it.weight).sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
