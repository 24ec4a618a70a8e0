//! How long the engine thinks about a move, in the commands that play.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use stymie_movegen::fen::quote;
use stymie_search::{FULL_SKILL, Limits, Skill};

/// What a move may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    /// This time.
    Time(Duration),
    /// So many iterations.
    Depth(u32),
    /// So many nodes.
    Nodes(u64),
    /// A level of skill, from 1 to the full one.
    Skill(u32),
}

impl Level {
    const SHORTEST: f64 = 0.001;
    const LONGEST: f64 = 3600.0;
    const DEEPEST: u32 = 99;

    /// The depth if there is one, else the nodes, else the time in milliseconds.
    pub(super) fn of(depth: Option<u32>, nodes: Option<u64>, milliseconds: u64) -> Level {
        match (depth, nodes) {
            (Some(depth), _) => Level::Depth(depth),
            (None, Some(nodes)) => Level::Nodes(nodes),
            (None, None) => Level::Time(Duration::from_millis(milliseconds)),
        }
    }

    /// As the search takes it.
    pub(super) fn limits(self) -> Limits {
        let mut limits = Limits::default();
        match self {
            Level::Time(time) => limits.movetime = Some(time),
            Level::Depth(depth) => limits.depth = Some(depth),
            Level::Nodes(nodes) => limits.nodes = Some(nodes),
            // Lower levels think less by themselves.
            Level::Skill(_) => limits.movetime = Some(Duration::from_secs(1)),
        }
        limits
    }

    /// How well the engine is to play.
    pub(super) fn skill(self) -> Skill {
        let mut skill = Skill::full(rand::random());
        if let Level::Skill(level) = self {
            skill.set_level(level);
        }
        skill
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Time(time) => write!(f, "{} s a move", time.as_secs_f64()),
            Level::Depth(depth) => write!(f, "depth {depth}"),
            Level::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Level::Skill(level) => write!(f, "skill {level}"),
        }
    }
}

impl FromStr for Level {
    type Err = String;

    /// Reads seconds (`2`, `0.5`, `2s`), milliseconds (`500ms`), `depth 6` or `skill 3`.
    fn from_str(text: &str) -> Result<Level, String> {
        let refusal = || {
            format!(
                "'{}' is no level: seconds from {} to {}, like 2 or 0.5, or 'depth 1' to \
                 'depth {}', or 'skill 1' to 'skill {FULL_SKILL}'",
                quote(text),
                Level::SHORTEST,
                Level::LONGEST,
                Level::DEEPEST
            )
        };
        if let Some(depth) = text.strip_prefix("depth") {
            let depth = depth.trim().parse().map_err(|_| refusal())?;
            let allowed = (1..=Level::DEEPEST).contains(&depth);
            return if allowed { Ok(Level::Depth(depth)) } else { Err(refusal()) };
        }
        if let Some(level) = text.strip_prefix("skill") {
            let level = level.trim().parse().map_err(|_| refusal())?;
            let allowed = (1..=FULL_SKILL).contains(&level);
            return if allowed { Ok(Level::Skill(level)) } else { Err(refusal()) };
        }
        let (number, unit) = match text.strip_suffix("ms") {
            Some(number) => (number, 0.001),
            None => (text.strip_suffix('s').unwrap_or(text), 1.0),
        };
        let seconds = number.trim().parse::<f64>().map_err(|_| refusal())? * unit;
        if (Level::SHORTEST..=Level::LONGEST).contains(&seconds) {
            Ok(Level::Time(Duration::from_secs_f64(seconds)))
        } else {
            Err(refusal())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_times_or_depths() {
        let time = |ms| Ok(Level::Time(Duration::from_millis(ms)));
        for (text, level) in [
            ("2", time(2000)),
            ("0.5", time(500)),
            ("2s", time(2000)),
            ("30ms", time(30)),
            ("depth 6", Ok(Level::Depth(6))),
            ("skill 3", Ok(Level::Skill(3))),
        ] {
            assert_eq!(text.parse(), level, "{text}");
        }
        let wrong = [
            "skill",
            "skill 0",
            "skill 12",
            "",
            "x",
            "0",
            "-1",
            "1e99",
            "nan",
            "inf",
            "depth",
            "depth 0",
            "depth 100",
        ];
        for text in wrong {
            let error = text.parse::<Level>().expect_err(text);
            assert!(error.contains(&format!("'{text}'")), "{error}");
        }
    }
}
