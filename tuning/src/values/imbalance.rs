//! Matches in which each side lacks something.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, anyhow, ensure};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use stymie_eval::network::Network;
use stymie_movegen::{Color, Reading, VariantId};
use stymie_search::{Limits, Searcher, Signals};

use super::board::remove;
use crate::networks;
use crate::openings::wander;
use crate::statistics::Strength;

/// Games longer than this are draws.
const MOST_PLIES: usize = 600;
/// Random moves at the beginning.
const OPENING: usize = 6;
/// Tries for an opening that goes on.
const TRIES: usize = 200;

/// `G:Q`: one side plays without its Q but with its G, the other the other way round. Either may
/// be empty: `P:` is a pawn against nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Imbalance {
    /// Letters of what the first side has more.
    first: String,
    /// Letters of what the other side has more.
    other: String,
}

impl Imbalance {
    /// The start positions: the first side White, then Black.
    ///
    /// # Errors
    /// If they cannot be set up.
    pub(super) fn starts(&self, variant: VariantId) -> anyhow::Result<[String; 2]> {
        let mut game = stymie_movegen::open(variant);
        let start = game.start_fen().to_owned();
        let mut without = |white: &str, black: &str| -> anyhow::Result<String> {
            let mut fen = start.clone();
            for letter in white.chars().chain(black.to_lowercase().chars()) {
                fen = remove(&fen, letter)?;
            }
            // Rights that need a missing piece go with it.
            game.set_fen(&fen, Reading::Repair)?;
            Ok(fen)
        };
        let Imbalance { first, other } = self;
        let mut both = || Ok([without(other, first)?, without(first, other)?]);
        both().map_err(|error: anyhow::Error| anyhow!("--imbalance {first}:{other}: {error}"))
    }
}

impl FromStr for Imbalance {
    type Err = String;

    fn from_str(text: &str) -> Result<Imbalance, String> {
        let wrong = || format!("'{text}' is not LETTERS:LETTERS, such as G:Q or P:");
        let (first, other) = text.split_once(':').ok_or_else(wrong)?;
        let letters = |side: &str| side.chars().all(|letter| letter.is_ascii_alphabetic());
        if first.eq_ignore_ascii_case(other) || !letters(first) || !letters(other) {
            return Err(wrong());
        }
        Ok(Imbalance { first: first.to_uppercase(), other: other.to_uppercase() })
    }
}

impl fmt::Display for Imbalance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |letters: &str| match letters {
            "" => "nothing".to_owned(),
            letters => letters.to_owned(),
        };
        write!(f, "{} against {}", side(&self.first), side(&self.other))
    }
}

/// How games are played.
pub(super) struct Play<'p> {
    pub(super) variant: VariantId,
    pub(super) network: Option<&'p Arc<Network>>,
    /// Soft nodes a move.
    pub(super) nodes: u64,
    /// Pairs of games.
    pub(super) pairs: usize,
    pub(super) seed: u64,
    pub(super) threads: usize,
}

impl Play<'_> {
    /// How the side with the first letters does from [`Imbalance::starts`].
    ///
    /// # Errors
    /// If no game can be played.
    pub(super) fn run(&self, starts: &[String; 2], stop: &Signals) -> anyhow::Result<Strength> {
        let (next, pairs) = (AtomicUsize::new(0), Mutex::new([0_u32; 5]));
        let work = || -> anyhow::Result<()> {
            let mut searcher = networks::searcher(self.variant, 4, self.network)?;
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= self.pairs || stop.is_stopped() {
                    return Ok(());
                }
                let mut points = 0;
                for (fen, first) in starts.iter().zip(Color::ALL) {
                    points += self.game(fen, first, number as u64, &mut *searcher, stop)?;
                }
                if !stop.is_stopped() {
                    pairs.lock().unwrap_or_else(PoisonError::into_inner)[points] += 1;
                }
            }
        };
        networks::on_threads(self.threads, work)?;
        Ok(Strength::of_pairs(pairs.into_inner().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Half points of the side with the first letters, which has the colour `first`.
    fn game(
        &self,
        fen: &str,
        first: Color,
        number: u64,
        searcher: &mut dyn Searcher,
        stop: &Signals,
    ) -> anyhow::Result<usize> {
        let mut generator = ChaCha8Rng::seed_from_u64(self.seed);
        generator.set_stream(number);
        let mut game = stymie_movegen::open(self.variant);
        let mut tries = 0;
        loop {
            // Rights that need a missing piece go with it.
            game.set_fen(fen, Reading::Repair).map_err(|error| anyhow!("{fen}: {error}"))?;
            if wander(&mut *game, OPENING, &mut generator) {
                break;
            }
            tries += 1;
            ensure!(tries < TRIES, "no opening of {OPENING} random moves goes on");
        }
        searcher.new_game();
        let limits = Limits { soft_nodes: Some(self.nodes), ..Limits::default() };
        let winner = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner;
            }
            let report = searcher.search_here(&*game, &limits, stop);
            let score = report.info.score;
            if score.is_mate() {
                break Some(if score.raw() > 0 { game.side() } else { !game.side() });
            }
            if game.moves().len() >= MOST_PLIES || stop.is_stopped() {
                break None;
            }
            game.play(report.best.context("a game goes on without a move")?);
        };
        Ok(match winner {
            None => 1,
            Some(winner) => 2 * usize::from(winner == first),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imbalances_are_read() {
        let read = |text: &str| text.parse::<Imbalance>();
        assert_eq!(read("g:q").unwrap().to_string(), "G against Q");
        assert_eq!(read("P:").unwrap().to_string(), "P against nothing");
        for text in ["", ":", "G", "1:Q", "G:Q:R", "Q:q"] {
            assert!(read(text).is_err(), "{text}");
        }
        for text in ["K:", "QQ:", "Z:Q"] {
            let error = read(text).unwrap().starts(VariantId::Hia).unwrap_err().to_string();
            assert!(error.starts_with(&format!("--imbalance {text}: ")), "{error}");
        }
    }

    #[test]
    fn a_queen_more_wins() {
        let variant = VariantId::Hia;
        let play = Play { variant, network: None, nodes: 200, pairs: 4, seed: 1, threads: 1 };
        let starts = "Q:".parse::<Imbalance>().unwrap().starts(variant).unwrap();
        let strength = play.run(&starts, &Signals::new()).unwrap();
        assert!(strength.share > 0.9, "{}", strength.share);
    }
}
