//! One game as bits: the random moves that it opens with, how it ended, then each move with its
//! score. A move is its number among the legal ones, in order of [`Move::to_bits`], in as few bits
//! as tell them apart.

use anyhow::{Context, ensure};
use stymie_movegen::{Color, Move, Position, Rules, TypedGame};

use super::bits::{BitReader, BitWriter, width_of};

/// The highest score kept, in centipawns; higher ones are cut.
pub(crate) const SCORE_MOST: i32 = 4_094;
/// What a mate, or a score that means the game is decided, is kept as.
pub(crate) const DECISIVE: i32 = SCORE_MOST + 1;
/// Signed numbers up to [`DECISIVE`].
const SCORE_BITS: u32 = 13;
const OPENING_BITS: u32 = 6;
const LENGTH_BITS: u32 = 12;
const RESULT_BITS: u32 = 2;

/// A move with what the search thought of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    pub(crate) mv: Move,
    /// In centipawns for the side that makes it: up to [`SCORE_MOST`], or [`DECISIVE`].
    pub(crate) score: i32,
}

/// A game from the start position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// The random moves at the beginning: fewer than 64.
    pub(crate) opening: Vec<Move>,
    /// What the engine played then: fewer than 4,096.
    pub(crate) played: Vec<Played>,
    /// Who has won; `None` is a draw.
    pub(crate) winner: Option<Color>,
}

impl Record {
    /// What a side got: 0, 1/2 or 1.
    pub(crate) fn points(&self, side: Color) -> f64 {
        match self.winner {
            None => 0.5,
            Some(winner) => f64::from(u8::from(winner == side)),
        }
    }

    /// Appends the game.
    pub(crate) fn write<R: Rules>(&self, to: &mut BitWriter) {
        to.push(self.opening.len() as u32, OPENING_BITS);
        to.push(self.played.len() as u32, LENGTH_BITS);
        to.push(self.winner.map_or(0, |color| 1 + color.index() as u32), RESULT_BITS);
        let mut position = Position::<R>::start();
        for &mv in &self.opening {
            write_move(&position, mv, to);
            position = position.play(mv);
        }
        for &Played { mv, score } in &self.played {
            write_move(&position, mv, to);
            to.push((score.clamp(-DECISIVE, DECISIVE) + DECISIVE) as u32, SCORE_BITS);
            position = position.play(mv);
        }
    }

    /// Reads a game.
    ///
    /// # Errors
    /// If it is none.
    pub(crate) fn read<R: Rules>(from: &mut BitReader<'_>) -> anyhow::Result<Record> {
        let mut take = |bits| from.take(bits).context("a game is broken off");
        let (opening, length) = (take(OPENING_BITS)? as usize, take(LENGTH_BITS)? as usize);
        let winner = match take(RESULT_BITS)? {
            0 => None,
            1 => Some(Color::White),
            2 => Some(Color::Black),
            _ => anyhow::bail!("a game has a result that there is not"),
        };
        let mut record = Record { opening: Vec::new(), played: Vec::new(), winner };
        let mut position = Position::<R>::start();
        for ply in 0..opening + length {
            let mv = read_move(&position, from)?;
            if ply < opening {
                record.opening.push(mv);
            } else {
                let score = from.take(SCORE_BITS).context("a game is broken off")? as i32;
                ensure!(score <= 2 * DECISIVE, "a score is out of its range");
                record.played.push(Played { mv, score: score - DECISIVE });
            }
            position = position.play(mv);
        }
        Ok(record)
    }
}

/// Calls with every position that the engine moved in, the move and its score.
pub(crate) fn replay<R: Rules>(record: &Record, mut call: impl FnMut(&Position<R>, Played)) {
    let mut game = TypedGame::<R>::default();
    record.opening.iter().for_each(|&mv| game.play(mv));
    for &played in &record.played {
        call(game.position(), played);
        game.play(played.mv);
    }
}

fn in_order<R: Rules>(position: &Position<R>) -> stymie_movegen::MoveList {
    let mut moves = position.legal_moves();
    moves.sort_unstable_by_key(|mv| mv.to_bits());
    moves
}

fn write_move<R: Rules>(position: &Position<R>, mv: Move, to: &mut BitWriter) {
    let moves = in_order(position);
    let at = moves.iter().position(|&legal| legal == mv);
    debug_assert!(at.is_some(), "{mv:?} in {position:?}");
    to.push(at.unwrap_or(0) as u32, width_of(moves.len()));
}

fn read_move<R: Rules>(position: &Position<R>, from: &mut BitReader<'_>) -> anyhow::Result<Move> {
    let moves = in_order(position);
    ensure!(!moves.is_empty(), "a game goes on after its end");
    let at = from.take(width_of(moves.len())).context("a game is broken off")?;
    moves.get(at as usize).copied().context("a move has a number that there is not")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use stymie_movegen::{VariantId, dispatch};

    fn random_game<R: Rules>(seed: u64) -> Record {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        let mut game = TypedGame::<R>::default();
        let mut record = Record { opening: Vec::new(), played: Vec::new(), winner: None };
        while game.outcome().is_none() && game.moves().len() < 300 {
            let moves = game.position().legal_moves();
            let mv = moves[generator.random_range(0..moves.len())];
            if record.opening.len() < 8 {
                record.opening.push(mv);
            } else {
                let score = generator.random_range(-DECISIVE..=DECISIVE);
                record.played.push(Played { mv, score });
            }
            game.play(mv);
        }
        record.winner = game.outcome().and_then(|outcome| outcome.winner);
        record
    }

    #[test]
    fn games_of_all_variants_are_read_as_they_were_written() {
        for variant in VariantId::ALL {
            dispatch!(variant, R => {
                let games: Vec<Record> = (0..5).map(random_game::<R>).collect();
                let mut writer = BitWriter::default();
                games.iter().for_each(|game| game.write::<R>(&mut writer));
                let bytes = writer.into_bytes();
                let mut reader = BitReader::new(&bytes);
                for game in &games {
                    assert_eq!(Record::read::<R>(&mut reader).unwrap(), *game);
                }
                // Broken bytes are an error or another game, never a panic.
                for at in 0..bytes.len().min(200) {
                    let mut broken = bytes.clone();
                    broken[at] ^= 0x5a;
                    let mut reader = BitReader::new(&broken[..bytes.len() - at]);
                    while Record::read::<R>(&mut reader).is_ok() {}
                }
            });
        }
    }
}
