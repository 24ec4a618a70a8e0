//! Fits the numbers of a variant's evaluation to games: each position's evaluation, squeezed into
//! 0 to 1 by a logistic curve, should foretell how its game ends and what a search finds.

mod data;
mod fit;

use std::path::PathBuf;

use stymie_movegen::{VariantId, dispatch};

/// Fits the numbers of the hand-written evaluation to games and prints them as the source has them.
#[derive(clap::Args)]
pub(crate) struct Texel {
    /// The variant.
    variant: VariantId,
    /// Files of games (of `datagen`).
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// At most so many games are read.
    #[arg(long, default_value_t = 1_500)]
    games: usize,
    /// The game's result's part in what is to be foretold, 0 to 1; the rest is the search's score.
    #[arg(long, default_value_t = 0.3)]
    result: f64,
    /// How firmly numbers stay where they are: half of this is the loss, summed over positions,
    /// that it must save to move a number by half of itself, or by 4 if that is more.
    #[arg(long, default_value_t = 5.0)]
    prior: f64,
}

impl Texel {
    /// Reads the games, fits, prints.
    ///
    /// # Errors
    /// If the games cannot be read.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        dispatch!(self.variant, R => fit::fit::<R>(self))
    }
}
