//! Stymie's search in this process.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use stymie_movegen::{Game, VariantId};
use stymie_search::{Clock, Limits, MOST_HASH, MOST_THREADS, Searcher, Signals, Skill};

use super::control::Control;
use super::player::{Answer, Opinion, Player, Thought, Trouble, Turn};
use super::spec::{EngineSpec, Strength};
use crate::networks;

/// The table's size in MiB unless it is said.
const HASH: usize = 8;

/// A searcher with its limits.
pub(crate) struct Internal {
    searcher: Box<dyn Searcher>,
    skill: Skill,
    signals: Signals,
}

impl Internal {
    /// # Errors
    /// In one line, if an option or a parameter is unknown, or there is no memory.
    pub(crate) fn new(
        spec: &EngineSpec,
        variant: VariantId,
        interrupted: Arc<AtomicBool>,
    ) -> Result<Internal, String> {
        let (mut hash, mut threads, mut network) = (HASH, 1, None);
        for (name, value) in &spec.options {
            if name.eq_ignore_ascii_case("evalfile") {
                let read = networks::load(variant, Path::new(value));
                network = Some(read.map_err(|error| format!("{error:#}"))?);
                continue;
            }
            let number = |most: usize| {
                let number = value.parse().ok().filter(|number| (1..=most).contains(number));
                number
                    .ok_or_else(|| format!("'option.{name}={value}' is no number from 1 to {most}"))
            };
            match name.to_ascii_lowercase().as_str() {
                "hash" => hash = number(MOST_HASH)?,
                "threads" => threads = number(MOST_THREADS)?,
                _ => return Err(format!("the engine '{}' has no option '{name}'", spec.name)),
            }
        }
        let mut searcher = stymie_search::open(variant, hash)
            .map_err(|error| format!("no memory for a table of {} MiB", error.mebibytes))?;
        searcher.set_threads(threads);
        searcher.set_move_overhead(Duration::ZERO);
        if network.is_some() {
            searcher.set_network(network);
        }
        searcher.set_evaluation(spec.evaluation);
        for (name, value) in &spec.parameters {
            let set = searcher.set_parameter(name, *value);
            set.map_err(|error| format!("'param.{name}={value}': {error}"))?;
        }
        let mut skill = Skill::full(0);
        match spec.skill {
            None => {}
            Some(Strength::Level(level)) => skill.set_level(level),
            Some(Strength::Limit([nodes, spread, lines])) => {
                skill.set_limit(nodes, spread, lines);
            }
        }
        Ok(Internal { searcher, skill, signals: Signals::stopped_by(interrupted) })
    }
}

impl Player for Internal {
    fn new_game(&mut self, game: &dyn Game, _: &Control) -> Result<(), Trouble> {
        self.searcher.new_game();
        // The same opening, the same choices, in whichever order games are played.
        self.skill.reseed(game.key());
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Thought {
        let clock = turn.own_clock().map(|clock| Clock {
            remaining_ms: i64::try_from(clock.left().as_millis()).unwrap_or(i64::MAX),
            increment: clock.control.increment,
            moves_to_go: clock.moves_to_go(),
        });
        let limits = Limits {
            depth: turn.control.depth,
            nodes: turn.control.nodes,
            movetime: turn.control.per_move,
            clock,
            ..Limits::default()
        };
        let asked = Instant::now();
        let Internal { searcher, skill, signals } = self;
        let report = skill.search(&mut **searcher, turn.game, &limits, signals, &mut |_| {});
        let elapsed = asked.elapsed();
        let answer = match report.best {
            _ if self.signals.is_stopped() => Answer::Interrupted,
            Some(mv) if turn.game.legal_moves().contains(&mv) => Answer::Move(mv),
            Some(mv) => Answer::Illegal(turn.game.to_uci(mv)),
            None => Answer::Claim("no move".to_owned()),
        };
        let score = report.info.score;
        let opinion = match score.mate_distance() {
            Some(plies) => Opinion::Mate((plies.abs() + 1) / 2 * plies.signum()),
            None => Opinion::Centipawns(score.raw()),
        };
        Thought {
            opinion: Some(opinion),
            depth: Some(report.info.depth),
            ..Thought::bare(answer, elapsed)
        }
    }

    fn game_over(&mut self, _: &str, _: &str) -> Option<String> {
        None
    }

    fn kill(&mut self) {}
}
