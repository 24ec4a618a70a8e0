//! `stymie-tune`: plays Stymie against itself to measure what a change is worth.

mod duel;
mod openings;
mod report;
mod spec;
mod statistics;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use stymie_movegen::VariantId;

use duel::Duel;
use spec::Spec;

#[derive(Parser)]
#[command(name = "stymie-tune", version, about = "Measures Stymie by its games against itself")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays a match between two settings of the engine, in this process.
    Duel {
        /// The variant.
        variant: VariantId,
        /// One side: `depth=5`, `nodes=10000`, `movetime=50` (milliseconds), several joined by
        /// commas; `eval=full` or `eval=material`; `param.NAME=VALUE` for a number of the search.
        #[arg(long)]
        a: Spec,
        /// The other side.
        #[arg(long)]
        b: Spec,
        #[command(flatten)]
        settings: Settings,
    },
    /// Plays games of the engine against itself and fails unless every game ends by a rule, no
    /// move is illegal, and wins and draws both occur.
    VerifySelfplay {
        /// The variants; all if none is named.
        variants: Vec<VariantId>,
        /// Milliseconds a move.
        #[arg(long, default_value_t = 50)]
        movetime: u64,
        #[command(flatten)]
        settings: Settings,
    },
}

#[derive(clap::Args)]
struct Settings {
    /// How many games; each opening is played twice, so an odd number is rounded up.
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// The openings' seed: the same seed gives the same openings, and at a fixed depth or number
    /// of nodes the same games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games are played at once.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// How many random moves an opening is long.
    #[arg(long, default_value_t = 8)]
    openings_plies: usize,
    /// Each searcher's table in MiB.
    #[arg(long, default_value_t = 8)]
    hash: usize,
    /// Appends the games to this file.
    #[arg(long)]
    pgn: Option<PathBuf>,
}

impl Settings {
    fn duel(&self, variant: VariantId, specs: [Spec; 2]) -> Duel {
        Duel {
            variant,
            specs,
            pairs: self.games.div_ceil(2).max(1),
            seed: self.seed,
            threads: self.threads.max(1),
            opening_plies: self.openings_plies,
            hash: self.hash,
            pgn: self.pgn.clone(),
        }
    }
}

fn main() -> ExitCode {
    match run(&Arguments::parse().command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("stymie-tune: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether all is as it should be.
fn run(command: &Command) -> anyhow::Result<bool> {
    match command {
        Command::Duel { variant, a, b, settings } => {
            let report = settings.duel(*variant, [a.clone(), b.clone()]).run()?;
            print!("{report}");
            Ok(report.faults() == 0)
        }
        Command::VerifySelfplay { variants, movetime, settings } => {
            let all = if variants.is_empty() { &VariantId::ALL[..] } else { variants };
            let spec = Spec::movetime(*movetime);
            let mut fine = true;
            for &variant in all {
                let report = settings.duel(variant, [spec.clone(), spec.clone()]).run()?;
                print!("{report}");
                let good = report.faults() == 0 && report.has_wins() && report.has_draws();
                println!("  {}", if good { "as it should be" } else { "NOT as it should be" });
                fine &= good;
            }
            Ok(fine)
        }
    }
}
