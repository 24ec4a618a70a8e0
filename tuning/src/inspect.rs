//! Shows what a file of games holds, sees that it is whole, and merges files.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use stymie_movegen::{Color, Game, Rules, TypedGame, dispatch};

use crate::data::{Block, Damage, DataFile, Header, Record, Writer, replay};
use crate::datagen::is_kept;

/// Shows and verifies files of games (of `datagen`): every game is replayed.
#[derive(clap::Args, Debug)]
pub(crate) struct Inspect {
    /// The files.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Writes the games of all files into a new one, none twice.
    #[arg(long)]
    merge: Option<PathBuf>,
    /// Prints so many games, one a line: the moves, and how it ended.
    #[arg(long, default_value_t = 0)]
    games: usize,
}

/// What was counted.
#[derive(Clone, Debug, Default)]
struct Count {
    games: u64,
    /// Wins of White, draws, wins of Black.
    results: [u64; 3],
    plies: u64,
    kept: u64,
    /// Of the kept ones: the sum of the scores' sizes.
    size: u64,
    bytes: u64,
}

impl Inspect {
    /// Shows, and merges.
    ///
    /// # Errors
    /// If a file cannot be read or is damaged, the files are of several variants, or the new file
    /// cannot be written.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let mut headers: Vec<Header> = Vec::new();
        let mut whole = true;
        for path in &self.files {
            let file = DataFile::read(path)?;
            let header = file.header.clone();
            println!("{}: {}, {}", path.display(), header.variant, header.made);
            let count = dispatch!(header.variant, R => self.count::<R>(&file.blocks))
                .with_context(|| path.display().to_string())?;
            println!("{count}");
            if file.cut > 0 {
                println!("the last {} bytes are a block that was not written to its end", file.cut);
            }
            if file.damaged > 0 {
                println!("{} bytes are damaged: games are missing", file.damaged);
            }
            whole &= file.cut + file.damaged == 0;
            headers.push(header);
        }
        if let Some(path) = &self.merge {
            self.merge(path, &headers)?;
        }
        ensure!(whole || self.merge.is_some(), "not all files are whole");
        Ok(())
    }

    fn count<R: Rules>(&self, blocks: &[Block]) -> anyhow::Result<Count> {
        let mut count = Count::default();
        for block in blocks {
            count.bytes += block.length();
            for game in block.unpack::<R>()? {
                count.add::<R>(&game);
                if count.games <= self.games as u64 {
                    println!("{}", told::<R>(&game));
                }
            }
        }
        Ok(count)
    }

    fn merge(&self, path: &Path, headers: &[Header]) -> anyhow::Result<()> {
        ensure!(!path.exists(), "{} exists already", path.display());
        let variant = headers[0].variant;
        let blocks = DataFile::read_all(&self.files, variant, Damage::LeftOut)?;
        let mut made: Vec<&str> = headers.iter().map(|header| header.made.as_str()).collect();
        made.dedup();
        let made: String = made.join("; ").chars().take(2_000).collect();
        let (mut writer, _) = Writer::open(path, &Header { variant, made })?;
        blocks.iter().try_for_each(|block| writer.append(block))?;
        println!("{} blocks in {}", blocks.len(), path.display());
        Ok(())
    }
}

impl Count {
    fn add<R: Rules>(&mut self, game: &Record) {
        self.games += 1;
        let result = match game.winner {
            Some(Color::White) => 0,
            None => 1,
            Some(Color::Black) => 2,
        };
        self.results[result] += 1;
        replay::<R>(game, |position, played| {
            self.plies += 1;
            if is_kept(position, played) {
                self.kept += 1;
                self.size += u64::from(played.score.unsigned_abs());
            }
        });
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Count { games, results: [white, drawn, black], plies, kept, size, bytes } = self;
        let per = |sum: u64, of: u64| sum as f64 / of.max(1) as f64;
        write!(
            f,
            "{games} games (White won {white}, Black {black}, {drawn} drawn), {:.0} plies each; \
             {kept} positions kept, {:.1} bytes each, mean size of scores {:.0}",
            per(*plies, *games),
            per(*bytes, *kept),
            per(*size, *kept),
        )
    }
}

/// The game in a line.
fn told<R: Rules>(game: &Record) -> String {
    let mut line = TypedGame::<R>::default();
    let mut words = Vec::new();
    for &mv in &game.opening {
        words.push(line.to_uci(mv));
        line.play(mv);
    }
    words.push("|".to_owned());
    for played in &game.played {
        words.push(format!("{} {}", line.to_uci(played.mv), played.score));
        line.play(played.mv);
    }
    let result = match game.winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    };
    format!("{} {result}", words.join(" "))
}
