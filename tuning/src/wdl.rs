//! Fits what a score means for the result: see `search/src/wdl.rs`, whose lines it prints.

mod data;
mod fit;
mod plot;

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, bail};
use stymie::{files, pgn};
use stymie_movegen::VariantId;

use crate::output::Output;
use data::Sample;

/// Fits the chances of a win, a draw and a loss to the scores in games' comments, and prints the
/// numbers as the source has them.
#[derive(clap::Args)]
pub(crate) struct Wdl {
    /// Games as PGN, scores in comments; of one variant or several.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Draws what is measured and what is fitted into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Wdl {
    /// Reads, fits, prints.
    ///
    /// # Errors
    /// If the games cannot be read or hold no scores, or the plot cannot be written.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let svg = self.svg.as_ref().map(|svg| Output::new(svg, &self.games)).transpose()?;
        let mut samples: BTreeMap<usize, Vec<Sample>> = BTreeMap::new();
        for file in &self.games {
            let bytes = files::read(file, files::LONGEST)
                .with_context(|| format!("cannot read {}", file.display()))?;
            data::read(&pgn::decode(&bytes), &mut samples)
                .with_context(|| format!("in {}", file.display()))?;
        }
        let mut panels = Vec::new();
        for (at, samples) in &samples {
            let variant = VariantId::ALL[*at];
            let curve = fit::fit(variant, samples);
            let [a, b] = curve.offset;
            let [c, d] = curve.scale;
            println!("    (VariantId::{variant:?}, [{a:.0}, {b:.0}, {c:.0}, {d:.0}]),");
            let (surprise, blind) = fit::surprises(&curve, variant, samples);
            println!(
                "    // {} positions; surprise {surprise:.3} instead of {blind:.3}",
                samples.len()
            );
            panels.push((variant, curve, &samples[..]));
        }
        if panels.is_empty() {
            bail!("no scores in the comments of finished games");
        }
        if let Some(svg) = svg {
            svg.write(plot::svg(&panels)?)?;
        }
        Ok(())
    }
}
