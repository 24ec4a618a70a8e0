//! What a user may set, declared once for both dialects.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use stymie_movegen::VariantId;
use stymie_movegen::fen::quote;
use stymie_search::{FULL_SKILL, LEAST_ELO, MOST_ELO, MOST_HASH, MOST_THREADS};

use crate::numbers::whole;

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
    /// A level of play.
    Skill,
    /// The rating counts, not the level.
    LimitStrength,
    /// A rating, on a scale of our own.
    Elo,
    /// The chances of a win, a draw and a loss are told.
    Chances,
    /// How bad a game must stand for the engine to give it up, in centipawns; 0: it never does.
    Resign,
    /// How much worse the engine must stand to accept a draw, in centipawns.
    AcceptDraw,
    /// When the engine offers a draw.
    OfferDraw,
    /// The GUI draws castling with the rook by itself: its legality testing is off, so that it
    /// knows nothing of our pieces' moves. It cannot be seen from here.
    PlainCastling,
    /// The GUI counts the ranks of boards with ten of them from 0, as those for xiangqi do.
    RanksFrom0,
    /// Time lost between engine and clock.
    MoveOverhead,
    /// All forgotten.
    ClearHash,
    /// A network to evaluate with instead of the built-in one.
    EvalFile,
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
    /// One of these words, at first the first.
    Combo(&'static [&'static str]),
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
    /// What UCCI, whose names are single small words, calls it; GUIs are not told of the others.
    pub(crate) ucci: Option<&'static str>,
}

impl Choice {
    const fn new(name: &'static str, setting: Setting, kind: Kind, shown: Shown) -> Choice {
        Choice { name, setting, kind, shown, ucci: None }
    }

    const fn in_ucci(self, word: &'static str) -> Choice {
        Choice { ucci: Some(word), ..self }
    }
}

/// The table's size in MiB at first.
pub(crate) const DEFAULT_HASH: usize = 16;
/// The time lost for each move at first, in milliseconds.
pub(crate) const DEFAULT_OVERHEAD_MS: usize = 30;

/// All options.
#[rustfmt::skip]
pub(crate) const CHOICES: [Choice; 20] = [
    Choice::new("UCI_Variant", Setting::Variant, Kind::Variants, Shown::Uci),
    Choice::new("Hash", Setting::Hash, spin(DEFAULT_HASH, 1, MOST_HASH), Shown::Uci).in_ucci("hashsize"),
    Choice::new("Threads", Setting::Threads, spin(1, 1, MOST_THREADS), Shown::Uci).in_ucci("threads"),
    Choice::new("MultiPV", Setting::MultiPv, spin(1, 1, 256), Shown::Everywhere),
    Choice::new("Ponder", Setting::Ponder, Kind::Check, Shown::Uci).in_ucci("ponder"),
    Choice::new("Skill Level", Setting::Skill, SKILL, Shown::Everywhere).in_ucci("level"),
    Choice::new("UCI_LimitStrength", Setting::LimitStrength, Kind::Check, Shown::Everywhere),
    Choice::new("UCI_Elo", Setting::Elo, ELO, Shown::Everywhere),
    Choice::new("Move Overhead", Setting::MoveOverhead, spin(DEFAULT_OVERHEAD_MS, 0, 10_000), Shown::Everywhere),
    Choice::new("Clear Hash", Setting::ClearHash, Kind::Button, Shown::Everywhere),
    Choice::new("EvalFile", Setting::EvalFile, Kind::File, Shown::Everywhere).in_ucci("evalfile"),
    Choice::new("Debug Log File", Setting::DebugLog, Kind::File, Shown::Everywhere),
    Choice::new("Resign Score", Setting::Resign, spin(0, 0, 10_000), Shown::XBoard).in_ucci("resignscore"),
    Choice::new("Accept Draw Score", Setting::AcceptDraw, spin(100, 0, 10_000), Shown::XBoard).in_ucci("drawscore"),
    Choice::new("Offer Draws", Setting::OfferDraw, Kind::Combo(DrawOffers::WORDS), Shown::XBoard),
    Choice::new("Plain Castling", Setting::PlainCastling, Kind::Check, Shown::XBoard),
    Choice::new("Ranks From 0", Setting::RanksFrom0, Kind::Check, Shown::Uci),
    Choice::new("UCI_ShowWDL", Setting::Chances, Kind::Check, Shown::Uci),
    Choice::new("UCI_AnalyseMode", Setting::AnalyseMode, Kind::Check, Shown::Uci),
    Choice::new("UCI_EngineAbout", Setting::About, Kind::Text(ABOUT), Shown::Everywhere),
];

const SKILL: Kind = spin(FULL_SKILL as usize, 1, FULL_SKILL as usize);
const ELO: Kind = spin(MOST_ELO as usize, LEAST_ELO as usize, MOST_ELO as usize);

const fn spin(default: usize, min: usize, max: usize) -> Kind {
    Kind::Spin { default, min, max }
}

/// When the engine offers a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum DrawOffers {
    /// Only when the rules make it one.
    #[default]
    Never,
    /// When a long game has been level for long.
    Late,
    /// When a game has been level for some moves.
    Early,
}

impl DrawOffers {
    /// In the order of the option's words.
    const ALL: [DrawOffers; 3] = [DrawOffers::Never, DrawOffers::Late, DrawOffers::Early];
    const WORDS: &'static [&'static str] = &["never", "late", "early"];
}

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
    /// A level of play.
    Skill(u32),
    /// The rating counts, not the level.
    LimitStrength(bool),
    /// A rating.
    Elo(u32),
    /// The chances of a win, a draw and a loss are told.
    Chances(bool),
    /// At how many centipawns the engine gives a game up; `None`: never.
    Resign(Option<i32>),
    /// At how many centipawns it accepts a draw.
    AcceptDraw(i32),
    /// When it offers one.
    OfferDraw(DrawOffers),
    /// Castling is written by the king's move alone.
    PlainCastling(bool),
    /// Boards with ten ranks have ranks 0 to 9.
    RanksFrom0(bool),
    /// Time lost for each move.
    MoveOverhead(Duration),
    /// All forgotten.
    ClearHash,
    /// A network's file; `None`: the built-in network.
    EvalFile(Option<PathBuf>),
    /// The log, or none.
    DebugLog(Option<PathBuf>),
    /// Nothing that changes what the engine does.
    Nothing,
}

impl Change {
    /// Whether a search that goes on would have to know of it.
    pub(crate) fn is_about_search(&self) -> bool {
        matches!(
            self,
            Change::Variant(_)
                | Change::Hash(_)
                | Change::Threads(_)
                | Change::MultiPv(_)
                | Change::Skill(_)
                | Change::LimitStrength(_)
                | Change::Elo(_)
                | Change::MoveOverhead(_)
                | Change::ClearHash
                | Change::EvalFile(_)
        )
    }
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
            let name = value.to_ascii_lowercase();
            Change::Variant(VariantId::from_str(&name).map_err(|error| error.to_string())?)
        }
        Setting::Skill => Change::Skill(small(number()?)),
        Setting::LimitStrength => Change::LimitStrength(flag()?),
        Setting::Elo => Change::Elo(small(number()?)),
        Setting::Chances => Change::Chances(flag()?),
        Setting::AcceptDraw => Change::AcceptDraw(-(small(number()?) as i32)),
        Setting::OfferDraw => Change::OfferDraw(word(choice, value)?),
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
        Setting::EvalFile => Change::EvalFile(file(value)),
        Setting::DebugLog => Change::DebugLog(file(value)),
    })
}

fn file(value: &str) -> Option<PathBuf> {
    (!value.is_empty() && value != EMPTY).then(|| PathBuf::from(value))
}

fn number_in_range(choice: &Choice, value: &str) -> Result<usize, String> {
    let Kind::Spin { min, max, .. } = choice.kind else { return Ok(0) };
    whole(value, min as u64, max as u64)
        .map(|number| number as usize)
        .map_err(|why| format!("{} takes {min} to {max}: {why}", choice.name))
}

/// A number of an option whose range is small.
fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// What a word means among those that the option takes.
fn word(choice: &Choice, value: &str) -> Result<DrawOffers, String> {
    let mut all = DrawOffers::WORDS.iter().zip(DrawOffers::ALL);
    let found = all.find(|(word, _)| word.eq_ignore_ascii_case(value));
    found.map(|(_, offers)| offers).ok_or_else(|| {
        let words = DrawOffers::WORDS.join(" or ");
        format!("{} takes {words}, not '{}'", choice.name, quote(value))
    })
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
        assert_eq!(
            read("UCI_Variant", Some("HiaShatar")),
            Ok(Change::Variant(VariantId::Hiashatar))
        );
        assert_eq!(read("Skill Level", Some("3")), Ok(Change::Skill(3)));
        assert_eq!(read("UCI_LimitStrength", Some("true")), Ok(Change::LimitStrength(true)));
        assert_eq!(read("UCI_Elo", Some("1000")), Ok(Change::Elo(1000)));
        assert_eq!(read("UCI_ShowWDL", Some("true")), Ok(Change::Chances(true)));
        assert_eq!(read("Accept Draw Score", Some("50")), Ok(Change::AcceptDraw(-50)));
        assert_eq!(read("Offer Draws", Some("Early")), Ok(Change::OfferDraw(DrawOffers::Early)));
        assert_eq!(read("Resign Score", Some("600")), Ok(Change::Resign(Some(-600))));
        assert_eq!(read("Resign Score", Some("0")), Ok(Change::Resign(None)));
        assert_eq!(read("ranks from 0", Some("true")), Ok(Change::RanksFrom0(true)));
        assert_eq!(read("Plain Castling", Some("1")), Ok(Change::PlainCastling(true)));
        for none in [None, Some(""), Some(EMPTY)] {
            assert_eq!(read("Debug Log File", none), Ok(Change::DebugLog(None)));
            assert_eq!(read("EvalFile", none), Ok(Change::EvalFile(None)));
        }
        assert_eq!(
            read("Debug Log File", Some("a b.log")),
            Ok(Change::DebugLog(Some(PathBuf::from("a b.log"))))
        );
    }

    #[test]
    fn what_is_out_of_range_is_named() {
        for (name, value, what) in [
            ("Hash", Some("0"), "1 to 16384: '0' is below the least, 1"),
            ("Hash", Some("99999999999999999999"), "'99999999999999999999' is above the most"),
            ("Hash", Some("many"), "'many' is no whole number"),
            ("Hash", None, "needs a value"),
            ("Threads", Some("-1"), "'-1' is below the least, 1"),
            ("Clear Hash", Some("7"), "takes no value"),
            ("UCI_Variant", Some("nosuch"), "unknown variant 'nosuch'"),
            ("Ponder", Some("maybe"), "takes true or false, not 'maybe'"),
            ("MultiPV", Some("0"), "1 to 256: '0' is below the least, 1"),
            ("Skill Level", Some("12"), "1 to 11: '12' is above the most, 11"),
            ("Offer Draws", Some("now"), "never or late or early, not 'now'"),
            ("Pondering", Some("true"), "unknown option 'Pondering'"),
        ] {
            let error = read(name, value).err().unwrap_or_default();
            assert!(error.contains(what), "{name} {value:?}: {error}");
        }
    }
}
