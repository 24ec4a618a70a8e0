//! XBoard's debug log.

use std::fs;
use std::path::Path;

/// An engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The first, or the only one.
    First,
    /// The second.
    Second,
}

/// A line between XBoard and an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The engine.
    pub engine: Who,
    /// Whether XBoard says it, or the engine.
    pub from_gui: bool,
    /// What is said.
    pub text: String,
}

impl Event {
    /// What XBoard tells the first engine, behind this word or these words.
    #[must_use]
    pub fn told(&self, words: &str) -> Option<&str> {
        self.behind(words).filter(|_| self.from_gui && self.engine == Who::First)
    }

    /// What the first engine says, behind this word or these words.
    #[must_use]
    pub fn said(&self, words: &str) -> Option<&str> {
        self.behind(words).filter(|_| !self.from_gui && self.engine == Who::First)
    }

    fn behind(&self, words: &str) -> Option<&str> {
        let rest = self.text.strip_prefix(words)?;
        (rest.is_empty() || rest.starts_with([' ', ':']) || words.is_empty()).then(|| rest.trim())
    }
}

/// What has been said so far, whole lines only.
pub(super) fn read(log: &Path) -> Vec<Event> {
    let bytes = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    whole.lines().filter_map(read_line).collect()
}

/// Reads `MILLISECONDS <first : TEXT` from an engine, `>second: TEXT` to it. What is sent in two parts stands in one
/// line: `6560 >first : usermove 6560 >first : c1d1`.
fn read_line(line: &str) -> Option<Event> {
    let (time, event) = line.split_once(' ')?;
    time.parse::<u64>().ok()?;
    let from_gui = event.starts_with('>');
    let text = event.strip_prefix(['<', '>'])?;
    let (engine, text) = match (text.strip_prefix("first :"), text.strip_prefix("second:")) {
        (Some(text), _) => (Who::First, text),
        (None, Some(text)) => (Who::Second, text),
        (None, None) => return None,
    };
    let text = match text.strip_prefix(" usermove ").filter(|_| from_gui) {
        Some(parts) => format!("usermove {}", parts.rsplit(": ").next().unwrap_or_default()),
        None => text.to_owned(),
    };
    Some(Event { engine, from_gui, text: text.trim().to_owned() })
}
