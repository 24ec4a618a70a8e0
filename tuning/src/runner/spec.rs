//! What the command line says of an engine.

use std::path::PathBuf;
use std::time::Duration;

use stymie_search::{Evaluation, FULL_SKILL};

use super::control::{Control, parse_seconds};
use super::groups;
use super::player::Trouble;

/// How an engine is spoken to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// A process that speaks UCI.
    #[default]
    Uci,
    /// A process that speaks the XBoard protocol.
    XBoard,
    /// Stymie's search inside this program.
    Internal,
}

/// An engine as the command line describes it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct EngineSpec {
    pub(crate) name: String,
    pub(crate) protocol: Protocol,
    pub(crate) command: String,
    pub(crate) arguments: Vec<String>,
    pub(crate) directory: Option<PathBuf>,
    /// Options by name, as given.
    pub(crate) options: Vec<(String, String)>,
    /// Numbers of the search by name; of the internal engine.
    pub(crate) parameters: Vec<(String, i32)>,
    pub(crate) control: Control,
    /// How far the flag may have fallen.
    pub(crate) margin: Option<Duration>,
    pub(crate) evaluation: Evaluation,
    /// How well the internal engine is to play; `None`: as well as it can.
    pub(crate) skill: Option<Strength>,
}

/// How well the internal engine is to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strength {
    /// A level.
    Level(u32),
    /// Nodes, by how many centipawns scores are clouded, and the number of moves chosen from.
    Limit([u32; 3]),
}

impl Strength {
    /// Reads `LEVEL` or `NODES/CENTIPAWNS/MOVES`.
    fn read(text: &str) -> Result<Strength, String> {
        if let [nodes, spread, lines] = text.split('/').collect::<Vec<_>>()[..] {
            let number = |text| groups::value("skill", text);
            return Ok(Strength::Limit([number(nodes)?, number(spread)?, number(lines)?]));
        }
        match groups::value("skill", text)? {
            level @ 1..=FULL_SKILL => Ok(Strength::Level(level)),
            _ => Err(format!("'skill={text}': levels are 1 to {FULL_SKILL}")),
        }
    }
}

impl EngineSpec {
    /// It cannot do what the match asks of it; why, in words that follow its name.
    pub(crate) fn unfit(&self, why: &str) -> Trouble {
        Trouble::Unfit(format!("{} {why}", self.name))
    }

    /// Whether it has taken its options: it has, if it refused none of them.
    pub(crate) fn took_options(&self, refusals: &[String]) -> Result<(), Trouble> {
        let Some(first) = refusals.first() else { return Ok(()) };
        Err(self.unfit(&format!("does not take its options: {first}")))
    }

    /// Reads an engine's group, after the words that are for each engine.
    ///
    /// # Errors
    /// In one line, naming what is wrong.
    pub(crate) fn read(each: &str, own: &str) -> Result<EngineSpec, String> {
        let mut spec = EngineSpec::default();
        let own_pairs = groups::pairs(own)?;
        // A limit of its own replaces those for each.
        let limits = ["tc", "st", "nodes", "depth"];
        let own_limit = own_pairs.iter().any(|(key, _)| limits.contains(key));
        for (key, value) in groups::pairs(each)? {
            if !(own_limit && limits.contains(&key)) {
                spec.set(key, value)?;
            }
        }
        for (key, value) in own_pairs {
            spec.set(key, value)?;
        }
        spec.check(own)
    }

    fn set(&mut self, key: &str, text: &str) -> Result<(), String> {
        let no_seconds = || format!("'{key}={text}' is no time in seconds");
        match key {
            "name" => self.name = text.to_owned(),
            "cmd" => self.command = text.to_owned(),
            "arg" => self.arguments.push(text.to_owned()),
            "dir" => self.directory = Some(PathBuf::from(text)),
            "proto" => {
                self.protocol = match text {
                    "uci" => Protocol::Uci,
                    "xboard" | "cecp" => Protocol::XBoard,
                    "internal" => Protocol::Internal,
                    _ => return Err(format!("'proto={text}': known are uci, xboard, internal")),
                };
            }
            "tc" if matches!(text, "inf" | "infinite") => self.control.clock = None,
            "tc" => self.control.clock = Some(text.parse()?),
            "st" => {
                let time = parse_seconds(text).filter(|time| !time.is_zero());
                self.control.per_move = Some(time.ok_or_else(no_seconds)?);
            }
            "nodes" => self.control.nodes = Some(groups::count::<u64>(key, text)?),
            "depth" => {
                self.control.depth = Some(groups::count::<u32>(key, text)?.min(200));
            }
            "timemargin" => {
                self.margin = Some(Duration::from_millis(groups::value(key, text)?));
            }
            "eval" => {
                self.evaluation = match text {
                    "full" => Evaluation::Full,
                    "hand" => Evaluation::Hand,
                    "material" => Evaluation::Material,
                    _ => return Err(format!("'eval={text}': known are full, hand, material")),
                };
            }
            "skill" => self.skill = Some(Strength::read(text)?),
            _ => match key.split_once('.') {
                Some(("option", name)) if !name.is_empty() => {
                    self.options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
                    self.options.push((name.to_owned(), text.to_owned()));
                }
                Some(("param", name)) if !name.is_empty() => {
                    self.parameters.push((name.to_owned(), groups::value(key, text)?));
                }
                _ => return Err(format!("'{key}' is no key of an engine")),
            },
        }
        Ok(())
    }

    fn check(mut self, group: &str) -> Result<EngineSpec, String> {
        let internal = self.protocol == Protocol::Internal;
        if !internal && self.command.is_empty() {
            let words = group.replace('\u{1f}', " ");
            return Err(format!("the engine '{words}' has no cmd="));
        }
        if self.name.is_empty() {
            self.name = if internal { "stymie".to_owned() } else { self.command.clone() };
        }
        let name = &self.name;
        if self.control.is_empty() {
            return Err(format!("the engine '{name}' has none of tc=, st=, nodes=, depth="));
        }
        if internal && !self.command.is_empty() {
            return Err(format!("the engine '{name}' is internal and has cmd={}", self.command));
        }
        let inner = !self.parameters.is_empty()
            || self.evaluation != Evaluation::Full
            || self.skill.is_some();
        if !internal && inner {
            return Err(format!("the engine '{name}': param., eval=, skill= need proto=internal"));
        }
        let network = |(name, _): &(String, String)| name.eq_ignore_ascii_case("evalfile");
        if self.evaluation != Evaluation::Full && self.options.iter().any(network) {
            return Err(format!(
                "the engine '{name}' has both option.EvalFile= and eval= without it"
            ));
        }
        if self.protocol == Protocol::XBoard && self.control.nodes.is_some() {
            return Err(format!("the engine '{name}': nodes= is not in the XBoard protocol"));
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(each: &str, own: &str) -> Result<EngineSpec, String> {
        EngineSpec::read(&each.replace(' ', "\u{1f}"), &own.replace(' ', "\u{1f}"))
    }

    #[test]
    fn an_engines_own_words_come_after_those_for_each() {
        let spec =
            read("tc=2+0.02 option.Hash=16 proto=xboard", "cmd=a option.hash=8 tc=1").unwrap();
        assert_eq!(spec.options, [("hash".to_owned(), "8".to_owned())]);
        assert_eq!(spec.control.in_words(), "1");
        assert_eq!((spec.protocol, spec.name.as_str()), (Protocol::XBoard, "a"));
        let spec = read("tc=2+0.02", "cmd=a depth=3").unwrap();
        assert_eq!(spec.control.in_words(), "depth=3");
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (own, named) in [
            ("cmd=a tc=1 colour=red", "'colour'"),
            ("cmd=a tc=x", "'x'"),
            ("cmd=a st=-1", "'st=-1'"),
            ("cmd=a proto=usi st=1", "'proto=usi'"),
            ("name=n st=1", "'name=n st=1'"),
            ("cmd=a", "'a'"),
            ("proto=internal nodes=many", "'nodes=many'"),
            ("proto=internal nodes=1 eval=none", "'eval=none'"),
            ("proto=internal nodes=1 param.x=y", "'param.x=y'"),
            ("cmd=a st=1 eval=material", "'a'"),
            ("proto=internal nodes=1 name=n eval=hand option.EvalFile=f", "'n'"),
            ("cmd=a st=1 skill=3", "'a'"),
            ("proto=internal nodes=1 skill=12", "'skill=12'"),
            ("cmd=a proto=xboard nodes=1", "'a'"),
            ("cmd=a st", "'st'"),
        ] {
            let error = read("", own).unwrap_err();
            assert!(error.contains(named) && !error.contains('\n'), "{own}: {error}");
        }
    }
}
