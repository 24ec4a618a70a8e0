//! How one side of a duel plays.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use stymie_search::{Evaluation, Limits, Searcher};

/// One side's limits and evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spec {
    pub(crate) limits: Limits,
    pub(crate) evaluation: Evaluation,
    /// Search parameters that differ from the default, by name.
    pub(crate) parameters: Vec<(String, i32)>,
}

impl Spec {
    /// So many milliseconds a move.
    pub(crate) fn movetime(milliseconds: u64) -> Spec {
        let movetime = Some(Duration::from_millis(milliseconds));
        Spec { limits: Limits { movetime, ..Limits::default() }, ..Spec::unlimited() }
    }

    fn unlimited() -> Spec {
        Spec { limits: Limits::default(), evaluation: Evaluation::Full, parameters: Vec::new() }
    }

    /// Makes the searcher play so.
    ///
    /// # Errors
    /// If a parameter is unknown or out of its range.
    pub(crate) fn apply(&self, searcher: &mut dyn Searcher) -> Result<(), String> {
        searcher.set_evaluation(self.evaluation);
        for (name, value) in &self.parameters {
            let set = searcher.set_parameter(name, *value);
            set.map_err(|error| format!("'{PARAMETER}{name}={value}': {error}"))?;
        }
        Ok(())
    }
}

/// How a search parameter's name begins in a side's description.
const PARAMETER: &str = "param.";

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Spec, String> {
        let mut spec = Spec::unlimited();
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
                _ => match key.strip_prefix(PARAMETER) {
                    Some(name) => {
                        let value = value.parse().map_err(|_| format!("no number: '{value}'"))?;
                        spec.parameters.push((name.into(), value));
                    }
                    None => {
                        return Err(format!(
                            "'{key}' is none of depth, nodes, movetime, eval, param.NAME"
                        ));
                    }
                },
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
        })?;
        self.parameters.iter().try_for_each(|(name, value)| write!(f, ",{PARAMETER}{name}={value}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_survives_its_text() {
        for text in
            ["depth=5,eval=full", "depth=3,nodes=10000,movetime=50,eval=material,param.rfp_depth=0"]
        {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
        for bad in ["", "depth", "depth=x", "eval=full", "nodes=5,eval=none", "ponder=1"] {
            assert!(bad.parse::<Spec>().is_err(), "{bad}");
        }
    }
}
