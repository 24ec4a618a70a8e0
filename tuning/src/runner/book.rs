//! Openings: from a file of positions or games, or random ones.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use stymie::{files, pgn};
use stymie_movegen::{Game, Move, Reading, VariantId, open};

use super::groups;
use crate::openings::openings;

/// How many random moves an opening has unless it is said.
const PLIES: usize = 8;

/// The most plies of random openings: longer ones are hardly ever even.
const MOST_PLIES: usize = 60;

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    /// `None`: the start position.
    fen: Option<String>,
    moves: Vec<Move>,
}

impl Opening {
    /// A game with the opening's moves made.
    pub(crate) fn game(&self, variant: VariantId) -> anyhow::Result<Box<dyn Game>> {
        let mut game = open(variant);
        if let Some(fen) = &self.fen {
            game.set_fen(fen, Reading::Repair)?;
        }
        self.moves.iter().for_each(|&mv| game.play(mv));
        Ok(game)
    }

    fn of(game: &dyn Game) -> Opening {
        let fen = Some(game.initial_fen()).filter(|fen| fen != game.start_fen());
        Opening { fen, moves: game.moves().to_vec() }
    }
}

/// How a file of openings is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// A position a line.
    Epd,
    /// Games.
    Pgn,
}

/// What the command line says of the openings.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct BookSpec {
    /// Random openings if there is none.
    file: Option<PathBuf>,
    format: Option<Format>,
    sequential: bool,
    plies: Option<usize>,
}

impl BookSpec {
    /// Random openings of so many plies.
    pub(crate) fn random(plies: usize) -> BookSpec {
        BookSpec { plies: Some(plies), ..BookSpec::default() }
    }

    /// Reads `file= format= order= plies=`.
    pub(crate) fn read(group: &str) -> Result<BookSpec, String> {
        let mut spec = BookSpec::default();
        for (key, text) in groups::pairs(group)? {
            match (key, text) {
                ("file", _) => spec.file = Some(PathBuf::from(text)),
                ("format", "epd") => spec.format = Some(Format::Epd),
                ("format", "pgn") => spec.format = Some(Format::Pgn),
                ("format", _) => return Err(format!("'format={text}': known are epd, pgn")),
                ("order", "random") => spec.sequential = false,
                ("order", "sequential") => spec.sequential = true,
                ("order", _) => {
                    return Err(format!("'order={text}': known are random, sequential"));
                }
                ("plies", _) => spec.plies = Some(groups::value(key, text)?),
                _ => return Err(format!("'{key}' is no key of -openings")),
            }
        }
        match spec.plies {
            Some(plies) if spec.file.is_none() && plies > MOST_PLIES => Err(format!(
                "'plies={plies}': random openings that are even have at most {MOST_PLIES} plies"
            )),
            _ => Ok(spec),
        }
    }

    /// So many openings, the same for the same seed; a file's are repeated if there are fewer.
    ///
    /// # Errors
    /// If the file cannot be read or holds what is no opening, or no random ones are found.
    pub(crate) fn openings(
        &self,
        variant: VariantId,
        count: usize,
        seed: u64,
    ) -> anyhow::Result<Vec<Opening>> {
        let Some(file) = &self.file else {
            let random = openings(variant, count, self.plies.unwrap_or(PLIES), seed)?;
            return Ok(random.into_iter().map(|moves| Opening { fen: None, moves }).collect());
        };
        let mut found = self.read_file(file, variant)?;
        if found.is_empty() {
            bail!("{} holds no openings", file.display());
        }
        if !self.sequential {
            found.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
        Ok(found.into_iter().cycle().take(count).collect())
    }

    fn read_file(&self, file: &Path, variant: VariantId) -> anyhow::Result<Vec<Opening>> {
        let bytes = files::read(file, files::LONGEST)
            .with_context(|| format!("cannot read {}", file.display()))?;
        let text = pgn::decode(&bytes);
        let is_pgn = file.extension().is_some_and(|extension| extension == "pgn");
        let format = self.format.unwrap_or(if is_pgn { Format::Pgn } else { Format::Epd });
        match format {
            Format::Epd => read_epd(&text, variant),
            Format::Pgn => read_pgn(&text, variant, self.plies.unwrap_or(usize::MAX)),
        }
        .with_context(|| format!("in {}", file.display()))
    }
}

fn read_epd(text: &str, variant: VariantId) -> anyhow::Result<Vec<Opening>> {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    lines
        .map(|(index, line)| {
            let mut game = open(variant);
            // Whatever a file holds, it is told in one line.
            let shown = || line.chars().take(100).flat_map(char::escape_debug).collect::<String>();
            game.set_fen(&position_of(line), Reading::Repair)
                .with_context(|| format!("line {}: '{}'", index + 1, shown()))?;
            if game.outcome().is_some() {
                bail!("line {}: the game is over in '{}'", index + 1, shown());
            }
            Ok(Opening::of(&*game))
        })
        .collect()
}

/// The FEN of a line that may go on with EPD's operations.
fn position_of(line: &str) -> String {
    let words: Vec<&str> = line.split([' ', '\t', ';']).filter(|word| !word.is_empty()).collect();
    let is_number = |at: usize| words.get(at).is_some_and(|word| word.parse::<u32>().is_ok());
    let fields = if is_number(4) && is_number(5) { 6 } else { 4 };
    words[..words.len().min(fields)].join(" ")
}

fn read_pgn(text: &str, variant: VariantId, plies: usize) -> anyhow::Result<Vec<Opening>> {
    let mut found = Vec::new();
    for recorded in pgn::read(text, Some(variant)) {
        let mut game = recorded?.game;
        if game.variant() != variant {
            bail!("a game of {} among the openings of {variant}", game.variant());
        }
        while game.moves().len() > plies {
            game.undo();
        }
        // A whole game is no opening.
        if game.outcome().is_none() {
            found.push(Opening::of(&*game));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_read_with_and_without_operations() {
        assert_eq!(position_of("8/8 w - - bm a1; id \"x\""), "8/8 w - -");
        assert_eq!(position_of("8/8 w - - 3 17 bm a1;"), "8/8 w - - 3 17");
        assert_eq!(position_of("8/8 w - -; hmvc 3;"), "8/8 w - -");
        let text = "# openings\n\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n";
        let found = read_epd(text, VariantId::Chess).unwrap();
        assert_eq!(found.len(), 1);
        let error = format!("{:#}", read_epd("8/8 w - -", VariantId::Chess).unwrap_err());
        assert!(error.starts_with("line 1: '8/8 w - -'"), "{error}");
    }

    #[test]
    fn games_are_cut_after_so_many_plies() {
        let text = "[Event \"A\"]\n[Result \"*\"]\n\n1. e4 {so} e5 (1... c5 2. Nf3) 2.Nf3 $1 Nc6 *\n\n\
            [Event \"B\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n1... Kd7 2. e4 1-0\n\
            [Event \"C\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        let lengths = |plies| -> Vec<usize> {
            let found = read_pgn(text, VariantId::Chess, plies).unwrap();
            found.iter().map(|opening| opening.moves.len()).collect()
        };
        assert_eq!(lengths(3), [3, 2, 3]);
        assert_eq!(lengths(9), [4, 2]);
        let error = format!("{:#}", read_pgn("1. e5", VariantId::Chess, 9).unwrap_err());
        assert!(error.starts_with("line 1, game 1: move 1. 'e5'"), "{error}");
        let other = read_pgn("[Variant \"hia\"]\n1. e4", VariantId::Chess, 9).unwrap_err();
        assert!(other.to_string().contains("hia"), "{other}");
    }

    #[test]
    fn the_seed_decides_and_a_short_file_is_repeated() {
        let spec = BookSpec::read("plies=4").unwrap();
        let random = |seed| spec.openings(VariantId::Hia, 3, seed).unwrap();
        assert_eq!(random(5), random(5));
        assert_ne!(random(5), random(6));
        assert!(random(5).iter().all(|opening| opening.moves.len() == 4));
        for (bad, named) in [("format=x", "'format=x'"), ("plies=-1", "'plies=-1'"), ("a=b", "'a'")]
        {
            assert!(BookSpec::read(bad).unwrap_err().contains(named));
        }
    }
}
