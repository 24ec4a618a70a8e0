//! Games of the engine against itself.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stymie_movegen::{Color, Game, Outcome, VariantId, open};
use stymie_search::{Searcher, Signals};

use super::error::Error;
use super::level::Level;
use super::search::{open_searcher, score_in_pgn};
use crate::pgn::{Date, Ending, Record, side_name};
use crate::text::one_line;

/// What is to be played.
pub(super) struct Match {
    pub(super) variant: VariantId,
    pub(super) games: u32,
    pub(super) level: Level,
    /// Decides the openings: the same seed, the same openings.
    pub(super) seed: u64,
    /// Random moves that a game begins with.
    pub(super) random_plies: u32,
    /// The file that the games are added to.
    pub(super) pgn: Option<PathBuf>,
}

/// Plays the match; prints each result with its reason, and a summary.
///
/// # Errors
/// If the file or the output cannot be written, or the engine does not play on.
pub(super) fn play(setup: &Match, out: &mut dyn Write) -> Result<(), Error> {
    let mut file = setup.pgn.as_deref().map(PgnFile::open).transpose()?;
    let mut searcher = open_searcher(setup.variant)?;
    let mut summary = Summary::default();
    for number in 1..=setup.games {
        searcher.new_game();
        let mut game = opening(setup, number)?;
        let mut comments = vec![String::new(); game.moves().len()];
        let outcome = finish(&mut *game, setup.level, &mut *searcher, &mut comments)?;
        let ending = Ending::Rules(outcome);
        let plies = game.moves().len();
        let words = ending.in_words(&*game);
        writeln!(out, "game {number}: {}, {words}, {plies} plies", ending.score())?;
        out.flush()?;
        summary.add(outcome, plies);
        if let Some(file) = &mut file {
            file.add(&Record {
                game: &*game,
                ending,
                event: "Stymie against itself",
                date: Date::today(),
                round: Some(number),
                white: "Stymie",
                black: "Stymie",
                tags: &[],
                comments: &comments,
            })?;
        }
    }
    let sides = Color::ALL.map(|color| side_name(&*open(setup.variant), color));
    summary.print(sides, out)?;
    if let Some(file) = &file {
        writeln!(out, "games added to {}", file.name)?;
    }
    Ok(())
}

/// Tries for an opening before giving up.
const TRIES: u32 = 100;

/// A game with random moves made, not over yet.
fn opening(setup: &Match, number: u32) -> Result<Box<dyn Game>, Error> {
    let mut generator = ChaCha8Rng::seed_from_u64(setup.seed);
    generator.set_stream(number.into());
    for _ in 0..TRIES {
        let mut game = open(setup.variant);
        for _ in 0..setup.random_plies {
            let moves = game.legal_moves();
            if moves.is_empty() || game.outcome().is_some() {
                break;
            }
            if let Some(&mv) = moves.get(generator.random_range(0..moves.len())) {
                game.play(mv);
            }
        }
        if game.moves().len() == setup.random_plies as usize && game.outcome().is_none() {
            return Ok(game);
        }
    }
    let plies = setup.random_plies;
    Err(Error::Input(format!("no game of '--random-plies {plies}' goes on after them")))
}

/// Plays the game to its end; adds a comment for each move.
fn finish(
    game: &mut dyn Game,
    level: Level,
    searcher: &mut dyn Searcher,
    comments: &mut Vec<String>,
) -> Result<Outcome, Error> {
    let limits = level.limits();
    loop {
        if let Some(outcome) = game.outcome() {
            return Ok(outcome);
        }
        let report = searcher.search(game, &limits, &Signals::new(), &mut |_| {});
        let best = report.best.filter(|best| game.legal_moves().contains(best));
        let Some(best) = best else {
            return Err(Error::Failure(format!("the engine has no legal move in {}", game.fen())));
        };
        let info = report.info;
        let seconds = info.elapsed.as_secs_f64();
        comments.push(format!("{}/{} {seconds:.2}s", score_in_pgn(info.score), info.depth));
        game.play(best);
    }
}

/// A file that games are added to.
struct PgnFile {
    file: File,
    name: String,
}

impl PgnFile {
    /// Opens it, or makes it, before the first game is played.
    fn open(path: &Path) -> Result<PgnFile, Error> {
        let name = one_line(&path.to_string_lossy(), 200);
        match OpenOptions::new().append(true).create(true).open(path) {
            Ok(file) => Ok(PgnFile { file, name }),
            Err(error) => Err(Error::Input(format!("cannot write to '{name}': {error}"))),
        }
    }

    fn add(&mut self, record: &Record<'_>) -> Result<(), Error> {
        let written = self.file.write_all(record.to_string().as_bytes());
        written.map_err(|error| Error::Failure(format!("cannot write to '{}': {error}", self.name)))
    }
}

/// The results so far.
#[derive(Default)]
struct Summary {
    /// Won by White, won by Black, drawn.
    results: [u32; 3],
    reasons: BTreeMap<String, u32>,
    plies: usize,
}

impl Summary {
    fn add(&mut self, outcome: Outcome, plies: usize) {
        let [white, black, drawn] = &mut self.results;
        *match outcome.winner {
            Some(Color::White) => white,
            Some(Color::Black) => black,
            None => drawn,
        } += 1;
        *self.reasons.entry(outcome.reason.to_string()).or_default() += 1;
        self.plies += plies;
    }

    fn print(&self, sides: [&str; 2], out: &mut dyn Write) -> io::Result<()> {
        let ([white, black, drawn], [first, second]) = (self.results, sides);
        let games = white + black + drawn;
        let average = self.plies as f64 / f64::from(games.max(1));
        writeln!(
            out,
            "games {games}: {first} won {white}, {second} won {black}, drawn {drawn}; {average:.1} \
             plies on average"
        )?;
        let reasons = self.reasons.iter().map(|(reason, count)| format!("{reason} {count}"));
        writeln!(out, "reasons: {}", reasons.collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(variant: VariantId) -> Match {
        let level = Level::Depth(1);
        Match { variant, games: 2, level, seed: 7, random_plies: 6, pgn: None }
    }

    #[test]
    fn every_game_ends_and_the_summary_counts_them() {
        for variant in VariantId::ALL {
            let mut out = Vec::new();
            play(&setup(variant), &mut out).expect("played");
            let text = String::from_utf8(out).expect("text");
            let games = text.lines().filter(|line| line.starts_with("game ")).count();
            assert!(games == 2 && text.contains("games 2: "), "{variant}: {text}");
        }
    }

    #[test]
    fn openings_are_told_apart_by_game_and_seed() {
        let fen = |seed, number| {
            let setup = Match { seed, ..setup(VariantId::Hia) };
            opening(&setup, number).expect("an opening").fen()
        };
        assert_eq!(fen(1, 1), fen(1, 1));
        assert!(fen(1, 1) != fen(1, 2) && fen(1, 1) != fen(2, 1));
    }

    #[test]
    fn openings_that_cannot_be_are_refused() {
        let long = Match { random_plies: 100_000, ..setup(VariantId::Chess) };
        let error = opening(&long, 1).err().map(|error| error.to_string());
        assert!(error.is_some_and(|error| error.contains("100000")));
    }

    #[test]
    fn a_file_that_cannot_be_written_is_named_before_the_first_game() {
        let nowhere = Match { pgn: Some("/nowhere/at/all.pgn".into()), ..setup(VariantId::Hia) };
        let mut out = Vec::new();
        let error = play(&nowhere, &mut out).expect_err("no such directory").to_string();
        assert!(error.contains("/nowhere/at/all.pgn") && out.is_empty(), "{error}");
    }
}
