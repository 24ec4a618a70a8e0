//! Fits the numbers of a variant's evaluation to games: each position's evaluation, squeezed into
//! 0 to 1 by a logistic curve, should foretell how its game ends and what a search finds.

mod data;
mod fit;

use std::path::PathBuf;

use stymie_movegen::{VariantId, dispatch};

/// What is fitted, to what.
#[derive(clap::Args)]
pub(crate) struct Texel {
    /// The variant.
    variant: VariantId,
    /// The games: played if the file does not exist, else read.
    #[arg(long)]
    data: PathBuf,
    /// How many games are played; all games of a file are read.
    #[arg(long, default_value_t = 1_000)]
    games: usize,
    /// Nodes a move.
    #[arg(long, default_value_t = 1_000)]
    nodes: u64,
    /// The openings' seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many random moves an opening is long.
    #[arg(long, default_value_t = 8)]
    openings_plies: usize,
    /// How many games are played at once.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The game's result's part in what is to be foretold, 0 to 1; the rest is the search's score.
    #[arg(long, default_value_t = 0.3)]
    result: f64,
    /// How firmly numbers stay where they are: half of this is the loss, summed over positions,
    /// that it must save to move a number by half of itself, or by 4 if that is more.
    #[arg(long, default_value_t = 5.0)]
    prior: f64,
    /// Only plays the games.
    #[arg(long)]
    only_play: bool,
}

impl Texel {
    /// Plays or reads the games, fits, prints.
    ///
    /// # Errors
    /// If the games cannot be played, written or read.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        if !self.data.exists() {
            data::play(self)?;
        }
        if !self.only_play {
            dispatch!(self.variant, R => fit::fit::<R>(self)?);
        }
        Ok(())
    }
}
