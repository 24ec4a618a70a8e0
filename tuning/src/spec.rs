//! How one side of a duel plays.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use stymie_search::{Evaluation, Limits};

/// One side's limits and evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spec {
    pub(crate) limits: Limits,
    pub(crate) evaluation: Evaluation,
}

impl Spec {
    /// So many milliseconds a move.
    pub(crate) fn movetime(milliseconds: u64) -> Spec {
        let movetime = Some(Duration::from_millis(milliseconds));
        Spec { limits: Limits { movetime, ..Limits::default() }, evaluation: Evaluation::Full }
    }
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Spec, String> {
        let mut spec = Spec { limits: Limits::default(), evaluation: Evaluation::Full };
        for part in text.split(',') {
            let (key, value) = part.split_once('=').ok_or_else(|| format!("no '=' in '{part}'"))?;
            let number = || value.parse::<u64>().map_err(|_| format!("no number: '{value}'"));
            match (key, value) {
                ("depth", _) => spec.limits.depth = Some(number()?.clamp(1, 200) as u32),
                ("nodes", _) => spec.limits.nodes = Some(number()?.max(1)),
                ("movetime", _) => {
                    spec.limits.movetime = Some(Duration::from_millis(number()?.max(1)));
                }
                ("eval", "full") => spec.evaluation = Evaluation::Full,
                ("eval", "material") => spec.evaluation = Evaluation::Material,
                ("eval", _) => return Err(format!("'full' or 'material', not '{value}'")),
                _ => return Err(format!("'{key}' is none of depth, nodes, movetime, eval")),
            }
        }
        if spec.limits == Limits::default() {
            return Err("needs depth, nodes or movetime".into());
        }
        Ok(spec)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(depth) = self.limits.depth {
            write!(f, "depth={depth},")?;
        }
        if let Some(nodes) = self.limits.nodes {
            write!(f, "nodes={nodes},")?;
        }
        if let Some(time) = self.limits.movetime {
            write!(f, "movetime={},", time.as_millis())?;
        }
        f.write_str(match self.evaluation {
            Evaluation::Full => "eval=full",
            Evaluation::Material => "eval=material",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_survives_its_text() {
        for text in ["depth=5,eval=full", "depth=3,nodes=10000,movetime=50,eval=material"] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        for bad in ["", "depth", "depth=x", "eval=full", "nodes=5,eval=none", "ponder=1"] {
            assert!(bad.parse::<Spec>().is_err(), "{bad}");
        }
    }
}
