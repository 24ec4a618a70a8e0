//! What an XBoard engine announces of itself.

/// The features that the runner looks at, with the protocol's defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Features {
    pub(crate) ping: bool,
    pub(crate) setboard: bool,
    pub(crate) usermove: bool,
    pub(crate) san: bool,
    pub(crate) time: bool,
    pub(crate) colors: bool,
    pub(crate) memory: bool,
    pub(crate) smp: bool,
    pub(crate) reuse: bool,
    /// The variants; `normal` if it announces none.
    pub(crate) variants: Vec<String>,
    /// Names of options.
    pub(crate) options: Vec<String>,
    /// `done=1` or `done=0`, once it has been said.
    pub(crate) done: Option<bool>,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            ping: false,
            setboard: false,
            usermove: false,
            san: false,
            time: true,
            colors: true,
            memory: false,
            smp: false,
            reuse: true,
            variants: vec!["normal".to_owned()],
            options: Vec::new(),
            done: None,
        }
    }
}

impl Features {
    /// Notes what stands behind `feature`; gives the replies.
    pub(crate) fn note(&mut self, text: &str) -> Vec<String> {
        let mut replies = Vec::new();
        for (name, value) in split(text) {
            let yes = value == "1";
            let field = match name {
                "ping" => Some(&mut self.ping),
                "setboard" => Some(&mut self.setboard),
                "usermove" => Some(&mut self.usermove),
                "san" => Some(&mut self.san),
                "time" => Some(&mut self.time),
                "colors" => Some(&mut self.colors),
                "memory" => Some(&mut self.memory),
                "smp" => Some(&mut self.smp),
                "reuse" => Some(&mut self.reuse),
                _ => None,
            };
            let known = field.is_some();
            if let Some(field) = field {
                *field = yes;
            }
            match name {
                "variants" => {
                    self.variants = value.split(',').map(|name| name.trim().to_owned()).collect();
                }
                "option" => {
                    // `NAME -TYPE ...`; names may hold blanks.
                    let name = value.split(" -").next().unwrap_or_default();
                    self.options.push(name.trim().to_owned());
                }
                "done" => self.done = Some(yes),
                _ => {}
            }
            let fine = known || matches!(name, "variants" | "option" | "done" | "myname");
            replies.push(format!("{} {name}", if fine { "accepted" } else { "rejected" }));
        }
        replies
    }
}

/// The pairs of `a=1 b="x y" c=0`.
fn split(text: &str) -> Vec<(&str, &str)> {
    let mut pairs = Vec::new();
    let mut rest = text.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, left) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        pairs.push((name.trim(), value));
        rest = left.trim_start();
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_noted_and_answered() {
        let mut features = Features::default();
        let replies = features.note("setboard=0 ping=1 done=0 draw=1");
        assert_eq!(
            replies,
            ["accepted setboard", "accepted ping", "accepted done", "rejected draw"]
        );
        features.note("variants=\"xiangqi, shatar\" option=\"Max depth -spin 1 1 9\" reuse=0");
        features.note("myname=\"A = B\" done=1");
        assert!(features.ping && features.time && !features.reuse && !features.setboard);
        assert_eq!(features.variants, ["xiangqi", "shatar"]);
        assert_eq!(features.options, ["Max depth"]);
        assert_eq!(features.done, Some(true));
        assert_eq!(features.note("nonsense"), Vec::<String>::new());
        assert_eq!(features.note("a=\"open"), ["rejected a"]);
    }
}
