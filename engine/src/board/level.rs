//! How strong the engine plays at the board.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use stymie_search::{FULL_SKILL, Limits, Skill};

/// How long the strengths think at most.
const LONGEST: Duration = Duration::from_secs(2);

/// What limits the engine's moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(tag = "by", content = "amount", rename_all = "kebab-case")]
pub(super) enum Level {
    /// A level of skill, from 1 to [`FULL_SKILL`], which has no limit.
    Strength(u32),
    /// Milliseconds a move.
    Time(u64),
    /// Iterations.
    Depth(u32),
    /// Nodes a move.
    Nodes(u64),
}

impl Default for Level {
    fn default() -> Level {
        Level::Strength(5)
    }
}

impl Level {
    /// Why it is none.
    pub(super) fn fault(self) -> Option<String> {
        match self {
            Level::Strength(number) if !(1..=FULL_SKILL).contains(&number) => {
                Some(format!("there is no level {number}: 1 to {FULL_SKILL}"))
            }
            Level::Time(ms) if !(1..=600_000).contains(&ms) => {
                Some(format!("{ms} ms a move: 1 to 600000 can be had"))
            }
            Level::Depth(depth) if !(1..=99).contains(&depth) => {
                Some(format!("depth {depth}: 1 to 99 can be had"))
            }
            Level::Nodes(0) => Some("0 nodes a move: at least 1 is needed".to_owned()),
            _ => None,
        }
    }

    /// As the search takes it; with a clock the search looks after the time itself.
    pub(super) fn limits(self, clock: Option<stymie_search::Clock>) -> Limits {
        let mut limits = Limits { clock, ..Limits::default() };
        let movetime = clock.is_none();
        match self {
            Level::Strength(_) => limits.movetime = movetime.then_some(LONGEST),
            Level::Time(ms) => limits.movetime = movetime.then(|| Duration::from_millis(ms)),
            Level::Depth(depth) => limits.depth = Some(depth),
            Level::Nodes(nodes) => limits.nodes = Some(nodes),
        }
        limits
    }

    /// How well the engine is to play; the seed decides what a lower level will choose.
    pub(super) fn skill(self, seed: u64) -> Skill {
        let mut skill = Skill::full(seed);
        if let Level::Strength(level) = self {
            skill.set_level(level);
        }
        skill
    }

    /// The level in words, for a player's name.
    pub(super) fn in_words(self) -> String {
        match self {
            Level::Strength(FULL_SKILL) => "full strength".to_owned(),
            Level::Strength(number) => format!("level {number}"),
            Level::Time(ms) => format!("{} s a move", ms as f64 / 1000.0),
            Level::Depth(depth) => format!("depth {depth}"),
            Level::Nodes(nodes) => format!("{nodes} nodes a move"),
        }
    }
}
