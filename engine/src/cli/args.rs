//! What can be typed: commands, arguments, and the one-line errors about them.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand};
use stymie_movegen::{Game, VariantId};
use stymie_search::{MOST_HASH, MOST_THREADS};

use super::analyse::{Effort, Job};
use super::error::Error;
use super::level::Level;
use super::play::Seat;
use super::position;
use super::selfplay::Match;
use crate::numbers::whole;
use crate::text::one_line;

/// The longest error about arguments, in characters.
const LONGEST: usize = 400;

#[derive(Parser)]
#[command(
    name = "stymie",
    version,
    about = "A chess-variant engine for the games in which a bodyguard stops the sliders, and \
             their relatives.",
    after_help = "Without a command Stymie speaks with a GUI, in UCI, UCCI or the XBoard \
                  protocol, whichever the first line asks for.\n\
                  Moves can follow a FEN: stymie show hia startpos moves e2e4\n\
                  To begin: stymie play hia"
)]
struct Line {
    #[command(subcommand)]
    command: Option<Command>,
}

/// A command with its arguments.
#[derive(Subcommand)]
pub(super) enum Command {
    /// List the variants
    Variants,
    /// Draw a position
    Show(Place),
    /// List the legal moves, as programs and as people write them
    Moves(Place),
    /// Count the legal move sequences of a length
    Perft(Tree),
    /// The same for each first move
    Divide(Tree),
    /// Search fixed positions of every variant; prints node counts, the search's signature
    Bench,
    /// The rules for other programs: lines "VARIANT | FEN or startpos | MOVE MOVE ..." are
    /// answered by lines of JSON
    Referee,
    /// Play against Stymie in the terminal
    Play {
        #[command(flatten)]
        place: Place,
        /// Your side: white (or red), black, or both
        #[arg(long, default_value = "white")]
        side: Seat,
        /// How long Stymie thinks a move: seconds, or 'depth 6'; or how well it plays: 'skill 3'
        #[arg(long, default_value = "1", allow_negative_numbers = true)]
        level: Level,
    },
    /// Play and analyse at a board in the browser
    #[cfg(feature = "board")]
    Board {
        /// The variant that it begins with, see `stymie variants`
        #[arg(default_value = "hia")]
        variant: VariantId,
        /// The port to serve it on; 0: any free one
        #[arg(long, value_name = "N", allow_negative_numbers = true,
              value_parser = between::<u16>(0, u16::MAX))]
        port: Option<u16>,
    },
    /// Let Stymie play games against itself
    Selfplay(Selfplay),
    /// Judge the moves of the games in a PGN file, or look at a position
    #[command(after_help = "stymie analyse games.pgn --out annotated.pgn --svg graph.svg\n\
                            stymie analyse hia moves e2e4 --multipv 3")]
    Analyse(Analyse),
}

/// A parser of whole numbers between these two. Negative ones are let through to it (where an
/// argument allows them), so that it can say what is wrong with them.
fn between<T>(least: T, most: T) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: TryFrom<i128> + Into<i128> + Copy + Send + Sync,
{
    move |text| whole(text, least, most)
}

/// What a search can be limited by instead of time (the argument `movetime`).
#[derive(Args)]
struct Instead {
    /// Depth of each search instead
    #[arg(long, conflicts_with_all = ["movetime", "nodes"],
          allow_negative_numbers = true, value_parser = between::<u32>(1, 99))]
    depth: Option<u32>,
    /// Nodes of each search instead
    #[arg(long, conflicts_with = "movetime",
          allow_negative_numbers = true, value_parser = between::<u64>(1, u64::MAX))]
    nodes: Option<u64>,
}

impl Instead {
    /// The level: so many milliseconds unless something else is given.
    fn of_time(&self, movetime: u64) -> Level {
        Level::of(self.depth, self.nodes, movetime)
    }
}

/// Games or a position to be analysed.
#[derive(Args)]
pub(super) struct Analyse {
    /// A PGN file, or a variant whose position is to be looked at
    #[arg(value_name = "FILE|VARIANT")]
    what: OsString,
    /// Position, in quotes or not; startpos if missing. `moves` and moves can follow
    #[arg(value_name = "FEN")]
    words: Vec<String>,
    /// The same position, in quotes
    #[arg(long)]
    fen: Option<String>,
    /// How many lines of a position are shown
    #[arg(long, value_name = "N",
          allow_negative_numbers = true, value_parser = between::<u32>(1, 500))]
    multipv: Option<u32>,
    /// Time for each position in milliseconds; 500 for games and 5000 for a single position unless
    /// a depth or nodes are given
    #[arg(long, value_name = "MS",
          allow_negative_numbers = true, value_parser = between::<u64>(1, 86_400_000))]
    movetime: Option<u64>,
    #[command(flatten)]
    instead: Instead,
    /// The hash table's size in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64,
          allow_negative_numbers = true, value_parser = between::<u32>(1, MOST_HASH as u32))]
    hash: u32,
    /// How many threads search
    #[arg(long, value_name = "N", default_value_t = 1,
          allow_negative_numbers = true, value_parser = between::<u32>(1, MOST_THREADS as u32))]
    threads: u32,
    /// The variant of games that have no tag for it; chess if missing
    #[arg(long)]
    variant: Option<VariantId>,
    /// A file for the games with marks, evaluations and better lines, as PGN
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A file for the course of the games as a picture, as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// What is to be analysed.
pub(super) enum Subject {
    /// The games of a file.
    Games(Job),
    /// The position at the end of a game, so many lines of it.
    Position { game: Box<dyn Game>, effort: Effort, lines: usize },
}

impl Analyse {
    /// What is asked for.
    ///
    /// # Errors
    /// If an argument does not go with the others, or a position is none.
    pub(super) fn request(self) -> Result<Subject, Error> {
        let variant = self.what.to_str().and_then(|name| name.parse::<VariantId>().ok());
        let misplaced = match variant {
            Some(_) => [
                ("--variant", self.variant.is_some()),
                ("--out", self.out.is_some()),
                ("--svg", self.svg.is_some()),
            ],
            None => [
                ("--fen", self.fen.is_some()),
                ("--multipv", self.multipv.is_some()),
                ("a position", !self.words.is_empty()),
            ],
        };
        if let Some((name, _)) = misplaced.iter().find(|(_, given)| *given) {
            let what = one_line(&self.what.to_string_lossy(), LONGEST);
            let (is, wanted) = match variant {
                Some(_) => ("a variant", "a PGN file"),
                None => ("no variant", "a position of a variant"),
            };
            return Err(Error::Input(format!("{name} is for {wanted}, and '{what}' is {is}")));
        }
        let usual = if variant.is_some() { 5000 } else { 500 };
        let level = self.instead.of_time(self.movetime.unwrap_or(usual));
        let effort = Effort { level, hash: self.hash as usize, threads: self.threads as usize };
        Ok(match variant {
            Some(variant) => {
                let words: Vec<String> = self.fen.into_iter().chain(self.words).collect();
                let lines = self.multipv.unwrap_or(1) as usize;
                Subject::Position { game: position::open(variant, &words)?, effort, lines }
            }
            None => Subject::Games(Job {
                file: self.what.into(),
                variant: self.variant,
                effort,
                out: self.out,
                svg: self.svg,
            }),
        })
    }
}

/// Games of the engine against itself.
#[derive(Args)]
pub(super) struct Selfplay {
    /// The variant, see `stymie variants`
    variant: VariantId,
    /// How many games
    #[arg(long, default_value_t = 1,
          allow_negative_numbers = true, value_parser = between::<u32>(1, 1_000_000))]
    games: u32,
    /// Time for each move in milliseconds; 100 unless a depth or nodes are given
    #[arg(long, value_name = "MS",
          allow_negative_numbers = true, value_parser = between::<u64>(1, 3_600_000))]
    movetime: Option<u64>,
    #[command(flatten)]
    instead: Instead,
    /// The same seed, the same openings
    #[arg(long, default_value_t = 1, allow_negative_numbers = true,
          value_parser = between::<u64>(0, u64::MAX))]
    seed: u64,
    /// Random moves that each game begins with
    #[arg(long, value_name = "N", default_value_t = 8,
          allow_negative_numbers = true, value_parser = between::<u32>(0, 100))]
    random_plies: u32,
    /// A file that the games are added to as PGN
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

impl From<Selfplay> for Match {
    fn from(given: Selfplay) -> Match {
        let level = given.instead.of_time(given.movetime.unwrap_or(100));
        let Selfplay { variant, games, seed, random_plies, pgn, .. } = given;
        Match { variant, games, level, seed, random_plies, pgn }
    }
}

/// A position.
#[derive(Args)]
pub(super) struct Place {
    /// The variant, see `stymie variants`
    variant: VariantId,
    /// Position, in quotes or not; startpos if missing. `moves` and moves can follow
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
}

impl Place {
    /// The game that leads to the position.
    pub(super) fn open(&self) -> Result<Box<dyn Game>, Error> {
        position::open(self.variant, &self.fen)
    }
}

/// A position and a depth.
#[derive(Args)]
pub(super) struct Tree {
    /// The variant, see `stymie variants`
    variant: VariantId,
    /// Length of the sequences in plies
    #[arg(allow_negative_numbers = true, value_parser = between::<u32>(0, 64))]
    pub(super) depth: u32,
    /// Position, in quotes or not; startpos if missing. `moves` and moves can follow
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
}

impl Tree {
    /// The game that leads to the position.
    pub(super) fn open(&self) -> Result<Box<dyn Game>, Error> {
        position::open(self.variant, &self.fen)
    }
}

/// What the arguments ask for.
pub(super) enum Request {
    /// To speak with a GUI.
    Protocol,
    /// To print this text.
    Help(String),
    /// To carry out a command.
    Command(Command),
}

/// Reads the program's arguments, its name being the first of them.
///
/// # Errors
/// If they are not understood, in one line.
pub(super) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Request, Error> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    match Line::try_parse_from(&arguments) {
        Ok(Line { command: None }) => Ok(Request::Protocol),
        Ok(Line { command: Some(command) }) => Ok(Request::Command(command)),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                Ok(Request::Help(error.to_string()))
            }
            ErrorKind::InvalidUtf8 => {
                let wrong = arguments.iter().find(|argument| argument.to_str().is_none());
                let shown = wrong.map(|argument| argument.to_string_lossy());
                let line = format!("'{}' is not UTF-8", shown.unwrap_or_default());
                Err(Error::Input(one_line(&line, LONGEST)))
            }
            _ => {
                // The message repeats what was typed, and is cut at a blank line.
                let printable = Line::try_parse_from(arguments.iter().map(printable));
                let error = printable.err().unwrap_or(error);
                Err(Error::Input(in_one_line(&error.to_string())))
            }
        },
    }
}

/// The argument with its control characters, line ends among them, replaced.
fn printable(argument: &OsString) -> String {
    argument.to_string_lossy().replace(char::is_control, "\u{fffd}")
}

/// The first paragraph of clap's message, which says what is wrong, in one line; then where to
/// read on.
fn in_one_line(message: &str) -> String {
    let paragraph = message.split("\n\n").next().unwrap_or_default();
    let reason = paragraph.strip_prefix("error: ").unwrap_or(paragraph);
    format!("{} (see stymie --help)", one_line(reason, LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(arguments: &[&str]) -> String {
        let arguments = ["stymie"].iter().chain(arguments).map(OsString::from);
        match parse(arguments) {
            Err(Error::Input(line)) => line,
            Err(other) => format!("another error: {other}"),
            Ok(_) => "accepted".to_owned(),
        }
    }

    #[test]
    fn errors_name_the_text_and_the_reason_in_one_line() {
        for (arguments, text, reason) in [
            (&["nosuch"][..], "nosuch", "unrecognized subcommand"),
            (&["show"], "<VARIANT>", "not provided"),
            (&["show", "nosuch"], "nosuch", "unknown variant"),
            (&["show", "no\n\nsuch"], "no", "unknown variant"),
            (&["perft", "hia", "x"], "'x'", "no whole number"),
            (&["perft", "hia", "4294967296"], "4294967296", "above the most, 64"),
            (&["perft", "hia", "300000"], "300000", "above the most, 64"),
            (&["perft", "hia", "-1"], "'-1'", "below the least, 0"),
            (&["analyse", "hia", "--depth", "x"], "'x'", "no whole number"),
            (&["analyse", "hia", "--depth", "-1"], "'-1'", "below the least, 1"),
            (&["analyse", "hia", "--depth", "100"], "'100'", "above the most, 99"),
            (&["analyse", "hia", "--movetime", "-1"], "'-1'", "below the least, 1"),
            (&["analyse", "hia", "--nodes", "1e6"], "'1e6'", "no whole number"),
            (&["analyse", "hia", "--hash", "16385"], "'16385'", "above the most, 16384"),
            (&["analyse", "hia", "--threads", "0"], "'0'", "below the least, 1"),
            (&["selfplay", "hia", "--seed", "-3"], "'-3'", "below the least, 0"),
            (&["play", "hia", "--level", "-1"], "'-1'", "no level"),
            (&["referee", "hia"], "hia", "unexpected argument"),
            (&["play", "hia", "--side", "green"], "'green'", "no side"),
            (&["play", "hia", "--level", "long"], "'long'", "no level"),
            (&["selfplay", "hia", "--games", "0"], "'0'", "below the least, 1"),
            (&["bench", "extra"], "'extra'", "unexpected argument"),
            (&["selfplay", "hia", "--depth", "3", "--nodes", "9"], "--nodes", "cannot be used"),
            (&["variants", "--colour"], "--colour", "unexpected argument"),
        ] {
            let line = refusal(arguments);
            assert!(line.contains(text) && line.contains(reason), "{arguments:?}: {line}");
            assert!(!line.contains('\n') && line.chars().count() < 500, "{arguments:?}: {line}");
        }
        if cfg!(feature = "board") {
            let line = refusal(&["board", "hia", "--port", "65536"]);
            assert!(line.contains("'65536' is above the most, 65535"), "{line}");
        }
        let long = refusal(&["show", &"x".repeat(100_000)]);
        assert!(long.chars().count() < 500, "{long}");
    }

    #[cfg(unix)]
    #[test]
    fn an_argument_that_is_not_utf_8_is_named() {
        use std::os::unix::ffi::OsStringExt;
        let arguments = ["stymie", "show"].map(OsString::from).into_iter();
        let error = parse(arguments.chain([OsString::from_vec(b"h\xffia".to_vec())]));
        assert!(
            matches!(&error, Err(Error::Input(line)) if line.contains("h\u{fffd}ia")),
            "{:?}",
            error.err()
        );
    }
}
