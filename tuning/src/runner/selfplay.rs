//! The engine against itself in this process, to see that its games go by the rules.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use stymie_movegen::VariantId;

use super::Contest;
use super::arguments::MOST_PLIES;
use super::book::BookSpec;
use super::control::Control;
use super::referee::Conditions;
use super::spec::{EngineSpec, Protocol};

/// Plays games of the engine against itself and fails unless every game ends by a rule, no move is
/// illegal, and wins and draws both occur.
#[derive(clap::Args, Debug)]
pub(crate) struct SelfplayArguments {
    /// The variants; all if none is named.
    variants: Vec<VariantId>,
    /// Milliseconds a move.
    #[arg(long, default_value_t = 50)]
    movetime: u64,
    /// How many games; each opening is played twice, so an odd number is rounded up.
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// The openings' seed.
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

impl SelfplayArguments {
    /// Plays; whether all is as it should be.
    ///
    /// # Errors
    /// As [`Contest::run`].
    pub(crate) fn run(&self, interrupted: &Arc<AtomicBool>) -> anyhow::Result<bool> {
        let all = if self.variants.is_empty() { &VariantId::ALL[..] } else { &self.variants };
        let mut fine = true;
        for &variant in all {
            let tally = self.contest(variant).run(interrupted)?;
            print!("{tally}");
            let good = tally.by_rules_alone() && tally.has_wins_and_draws();
            println!("{}\n", if good { "As it should be" } else { "NOT as it should be" });
            fine &= good;
        }
        Ok(fine)
    }

    fn contest(&self, variant: VariantId) -> Contest {
        let per_move = Some(Duration::from_millis(self.movetime.max(1)));
        let control = Control { per_move, ..Control::default() };
        let engine = |name: &str| EngineSpec {
            name: name.to_owned(),
            protocol: Protocol::Internal,
            options: vec![("Hash".to_owned(), self.hash.to_string())],
            control: control.clone(),
            ..EngineSpec::default()
        };
        Contest {
            variant,
            engines: ["A", "B"].map(engine),
            conditions: Conditions {
                controls: [control.clone(), control.clone()],
                margins: [None; 2],
                patience: Duration::ZERO,
                draw: None,
                resign: None,
                most_plies: MOST_PLIES,
            },
            pairs: self.games.div_ceil(2).max(1),
            book: BookSpec::random(self.openings_plies),
            seed: self.seed,
            concurrency: self.threads.max(1),
            sprt: None,
            pgn: self.pgn.clone(),
            recover: false,
            interval: 0,
            event: "self-play".to_owned(),
            debug: false,
        }
    }
}
