//! What the fuzzers share: how long they run, how far they have got, and how texts are damaged.
//!
//! Each feeds nonsense to something that reads from outside: whole sessions of the protocols and
//! FENs (`protocol/tests/fuzz.rs`), PGN (`pgn/tests/fuzz.rs`), the board's requests and who may
//! make them (`board/tests/fuzz.rs`), the referee's questions (`cli/referee.rs`). Nothing may
//! panic or hang. Together they take some seconds;
//!
//! `FUZZ=200 cargo test --release -p stymie --lib fuzz -- --nocapture` makes 200 times as much.

use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Counts inputs; a long run tells how far it has got.
pub(crate) struct Inputs {
    what: &'static str,
    given: AtomicU64,
}

impl Inputs {
    /// None yet.
    pub(crate) const fn new(what: &'static str) -> Inputs {
        Inputs { what, given: AtomicU64::new(0) }
    }

    /// One more.
    pub(crate) fn count(&self) {
        let given = self.given.fetch_add(1, Ordering::Relaxed) + 1;
        if given.is_multiple_of(100_000) {
            eprintln!("{given} {}", self.what);
        }
    }
}

/// So many cases, or a multiple.
pub(crate) fn config(short: u32) -> ProptestConfig {
    let times = std::env::var("FUZZ").ok().and_then(|text| text.parse::<u32>().ok());
    let cases = short.saturating_mul(times.unwrap_or(1));
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// One of these texts, with some letters inserted, taken out or repeated; it may also go on as
/// another one does.
pub(crate) fn damaged(texts: Vec<&'static str>) -> impl Strategy<Value = String> {
    let change = (any::<Index>(), 0..4_u8, any::<char>());
    let changes = prop::collection::vec(change, 0..4);
    let rest = prop::option::weighted(0.3, (select(texts.clone()), any::<Index>(), any::<Index>()));
    (select(texts), changes, rest).prop_map(|(text, changes, rest)| {
        let mut letters: Vec<char> = text.chars().collect();
        if let Some((other, cut, from)) = rest {
            letters.truncate(cut.index(letters.len() + 1));
            letters.extend(other.chars().skip(from.index(other.chars().count() + 1)));
        }
        for (at, how, letter) in changes {
            let at = at.index(letters.len() + 1);
            match letters.get(at).copied() {
                None | Some(_) if how == 0 => letters.insert(at, letter),
                Some(old) if how == 1 => letters.insert(at, old),
                Some(_) => drop(letters.remove(at)),
                None => letters.push(letter),
            }
        }
        letters.into_iter().collect()
    })
}
