//! What a user may set, declared once for both dialects.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use stymie_movegen::VariantId;
use stymie_movegen::fen::quote;

/// What an option is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    /// The game played.
    Variant,
    /// The size of the transposition table.
    Hash,
    /// How many threads search.
    Threads,
    /// How many of the best moves get a line of their own.
    MultiPv,
    /// The GUI may let the engine think on the opponent's time. What it does then is said by `go
    /// ponder`; GUIs ask only engines that declare the option.
    Ponder,
    /// Positions are analysed, no game is played. The search does the same in both cases.
    AnalyseMode,
    /// Who this is, for GUIs that show it; it cannot be changed.
    About,
    /// How bad a game must stand for the engine to give it up, in centipawns; 0: it never does.
    Resign,
    /// The GUI draws castling with the rook by itself: its legality testing is off, so that it
    /// knows nothing of our pieces' moves. It cannot be seen from here.
    PlainCastling,
    /// The GUI counts the ranks of boards with ten of them from 0, as those for xiangqi do.
    RanksFrom0,
    /// Time lost between engine and clock.
    MoveOverhead,
    /// All forgotten.
    ClearHash,
    /// A file that takes what is said and heard.
    DebugLog,
}

/// What values an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A number.
    Spin {
        /// At first.
        default: usize,
        /// The least.
        min: usize,
        /// The most.
        max: usize,
    },
    /// On or off, off at first.
    Check,
    /// A text that is only to be read.
    Text(&'static str),
    /// The name of a variant, chess at first.
    Variants,
    /// A file's path, none at first.
    File,
    /// None: it is only pressed.
    Button,
}

/// Which GUIs are told of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// All.
    Everywhere,
    /// Those that speak UCI: XBoard has a command of its own for it, or no use.
    Uci,
    /// Those that speak the XBoard protocol: UCI's games are not played by the engine.
    XBoard,
}

/// An option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    /// The name that GUIs show.
    pub(crate) name: &'static str,
    /// What it is about.
    pub(crate) setting: Setting,
    /// What values it takes.
    pub(crate) kind: Kind,
    /// Which GUIs are told of it.
    pub(crate) shown: Shown,
}

/// The table's size in MiB at first.
pub(crate) const DEFAULT_HASH: usize = 16;
/// The largest table, in MiB.
pub(crate) const MOST_HASH: usize = 16_384;
/// The most threads.
pub(crate) const MOST_THREADS: usize = 256;
/// The time lost for each move at first, in milliseconds.
pub(crate) const DEFAULT_OVERHEAD_MS: usize = 30;

/// All options.
pub(crate) const CHOICES: [Choice; 13] = [
    Choice {
        name: "UCI_Variant",
        setting: Setting::Variant,
        kind: Kind::Variants,
        shown: Shown::Uci,
    },
    Choice {
        name: "Hash",
        setting: Setting::Hash,
        kind: Kind::Spin { default: DEFAULT_HASH, min: 1, max: MOST_HASH },
        shown: Shown::Uci,
    },
    Choice {
        name: "Threads",
        setting: Setting::Threads,
        kind: Kind::Spin { default: 1, min: 1, max: MOST_THREADS },
        shown: Shown::Uci,
    },
    Choice {
        name: "MultiPV",
        setting: Setting::MultiPv,
        kind: Kind::Spin { default: 1, min: 1, max: 256 },
        shown: Shown::Everywhere,
    },
    Choice { name: "Ponder", setting: Setting::Ponder, kind: Kind::Check, shown: Shown::Uci },
    Choice {
        name: "Move Overhead",
        setting: Setting::MoveOverhead,
        kind: Kind::Spin { default: DEFAULT_OVERHEAD_MS, min: 0, max: 10_000 },
        shown: Shown::Everywhere,
    },
    Choice {
        name: "Clear Hash",
        setting: Setting::ClearHash,
        kind: Kind::Button,
        shown: Shown::Everywhere,
    },
    Choice {
        name: "Debug Log File",
        setting: Setting::DebugLog,
        kind: Kind::File,
        shown: Shown::Everywhere,
    },
    Choice {
        name: "Resign Score",
        setting: Setting::Resign,
        kind: Kind::Spin { default: 0, min: 0, max: 10_000 },
        shown: Shown::XBoard,
    },
    Choice {
        name: "Plain Castling",
        setting: Setting::PlainCastling,
        kind: Kind::Check,
        shown: Shown::XBoard,
    },
    Choice {
        name: "Ranks From 0",
        setting: Setting::RanksFrom0,
        kind: Kind::Check,
        shown: Shown::Uci,
    },
    Choice {
        name: "UCI_AnalyseMode",
        setting: Setting::AnalyseMode,
        kind: Kind::Check,
        shown: Shown::Uci,
    },
    Choice {
        name: "UCI_EngineAbout",
        setting: Setting::About,
        kind: Kind::Text(ABOUT),
        shown: Shown::Uci,
    },
];

/// What the engine says of itself.
const ABOUT: &str = concat!(
    "Stymie ",
    env!("CARGO_PKG_VERSION"),
    ", an engine for chess variants; free software under the GPL, version 3 or later"
);

/// What UCI writes for an empty text.
pub(crate) const EMPTY: &str = "<empty>";

/// An option's new value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Another game.
    Variant(VariantId),
    /// The table's size in MiB.
    Hash(usize),
    /// How many threads search.
    Threads(usize),
    /// How many lines an analysis has.
    MultiPv(usize),
    /// At how many centipawns the engine gives a game up; `None`: never.
    Resign(Option<i32>),
    /// Castling is written by the king's move alone.
    PlainCastling(bool),
    /// Boards with ten ranks have ranks 0 to 9.
    RanksFrom0(bool),
    /// Time lost for each move.
    MoveOverhead(Duration),
    /// All forgotten.
    ClearHash,
    /// The log, or none.
    DebugLog(Option<PathBuf>),
    /// Nothing that changes what the engine does.
    Nothing,
}

/// Reads an option's new value; its name in any case.
///
/// # Errors
/// What is wrong, in words.
pub(crate) fn read(name: &str, value: Option<&str>) -> Result<Change, String> {
    let choice = CHOICES
        .iter()
        .find(|choice| choice.name.eq_ignore_ascii_case(name))
        .ok_or_else(|| format!("unknown option '{}'", quote(name)))?;
    let value = match (choice.kind, value) {
        (Kind::Button, Some(_)) => return Err(format!("{} takes no value", choice.name)),
        (Kind::Button | Kind::File, None) => "",
        (_, None | Some("")) if choice.kind != Kind::File => {
            return Err(format!("{} needs a value", choice.name));
        }
        (_, value) => value.unwrap_or_default(),
    };
    let number = || number_in_range(choice, value);
    let flag = || flag(choice, value);
    Ok(match choice.setting {
        Setting::Variant => {
            Change::Variant(VariantId::from_str(value).map_err(|error| error.to_string())?)
        }
        Setting::Hash => Change::Hash(number()?),
        Setting::Threads => Change::Threads(number()?),
        Setting::MultiPv => Change::MultiPv(number()?),
        Setting::Resign => {
            let centipawns = i32::try_from(number()?).unwrap_or(0);
            Change::Resign((centipawns > 0).then_some(-centipawns))
        }
        Setting::RanksFrom0 => Change::RanksFrom0(flag()?),
        Setting::PlainCastling => Change::PlainCastling(flag()?),
        Setting::Ponder | Setting::AnalyseMode => flag().map(|_| Change::Nothing)?,
        // GUIs send back what they were told.
        Setting::About => Change::Nothing,
        Setting::MoveOverhead => Change::MoveOverhead(Duration::from_millis(number()? as u64)),
        Setting::ClearHash => Change::ClearHash,
        Setting::DebugLog => {
            let file = (!value.is_empty() && value != EMPTY).then(|| PathBuf::from(value));
            Change::DebugLog(file)
        }
    })
}

fn number_in_range(choice: &Choice, value: &str) -> Result<usize, String> {
    let Kind::Spin { min, max, .. } = choice.kind else { return Ok(0) };
    match value.parse() {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        _ => Err(format!("{} takes {min} to {max}, not '{}'", choice.name, quote(value))),
    }
}

/// UCI says `true` and `false`, XBoard 1 and 0.
fn flag(choice: &Choice, value: &str) -> Result<bool, String> {
    match value {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(format!("{} takes true or false, not '{}'", choice.name, quote(value))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_by_name_in_any_case() {
        assert_eq!(read("hash", Some("64")), Ok(Change::Hash(64)));
        assert_eq!(read("Clear Hash", None), Ok(Change::ClearHash));
        assert_eq!(read("UCI_Variant", Some("hia")), Ok(Change::Variant(VariantId::Hia)));
        assert_eq!(read("uci_variant", Some("standard")), Ok(Change::Variant(VariantId::Chess)));
        assert_eq!(read("Move Overhead", Some("0")), Ok(Change::MoveOverhead(Duration::ZERO)));
        for name in ["Ponder", "UCI_AnalyseMode"] {
            for value in ["true", "false", "1", "0"] {
                assert_eq!(read(name, Some(value)), Ok(Change::Nothing), "{name} {value}");
            }
        }
        assert_eq!(read("Resign Score", Some("600")), Ok(Change::Resign(Some(-600))));
        assert_eq!(read("Resign Score", Some("0")), Ok(Change::Resign(None)));
        assert_eq!(read("ranks from 0", Some("true")), Ok(Change::RanksFrom0(true)));
        assert_eq!(read("Plain Castling", Some("1")), Ok(Change::PlainCastling(true)));
        for none in [None, Some(""), Some(EMPTY)] {
            assert_eq!(read("Debug Log File", none), Ok(Change::DebugLog(None)));
        }
        assert_eq!(
            read("Debug Log File", Some("a b.log")),
            Ok(Change::DebugLog(Some(PathBuf::from("a b.log"))))
        );
    }

    #[test]
    fn what_is_out_of_range_is_named() {
        for (name, value, what) in [
            ("Hash", Some("0"), "1 to 16384, not '0'"),
            ("Hash", Some("99999999999999999999"), "not '99999999999999999999'"),
            ("Hash", Some("many"), "not 'many'"),
            ("Hash", None, "needs a value"),
            ("Threads", Some("-1"), "not '-1'"),
            ("Clear Hash", Some("7"), "takes no value"),
            ("UCI_Variant", Some("nosuch"), "unknown variant 'nosuch'"),
            ("Ponder", Some("maybe"), "takes true or false, not 'maybe'"),
            ("MultiPV", Some("0"), "1 to 256, not '0'"),
            ("Pondering", Some("true"), "unknown option 'Pondering'"),
        ] {
            let error = read(name, value).err().unwrap_or_default();
            assert!(error.contains(what), "{name} {value:?}: {error}");
        }
    }
}
