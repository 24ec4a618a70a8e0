//! `stymie analyse`: games from a file judged move by move, or one position looked at.

mod output;
mod report;
mod window;

pub(super) use window::show;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use stymie_movegen::{Color, Game, VariantId};
use stymie_search::Searcher;

use self::output::Output;
use super::error::Error;
use super::level::Level;
use super::search::no_memory;
use crate::analyse::{Panel, Review, annotate, draw, review};
use crate::files;
use crate::pgn::{self, Recorded, side_name};
use crate::text::one_line;

/// The longest foreign text in a line, in characters.
const LONGEST: usize = 200;

/// How the engine is to search.
pub(super) struct Effort {
    pub(super) level: Level,
    /// The table's size in MiB.
    pub(super) hash: usize,
    pub(super) threads: usize,
}

impl Effort {
    /// A searcher that is set up so.
    fn searcher(&self, variant: VariantId) -> Result<Box<dyn Searcher>, Error> {
        let mut searcher = stymie_search::open(variant, self.hash).map_err(no_memory)?;
        searcher.set_threads(self.threads);
        // Nobody's clock runs.
        searcher.set_move_overhead(Duration::ZERO);
        Ok(searcher)
    }
}

/// Games to be analysed, and where to.
pub(super) struct Job {
    pub(super) file: PathBuf,
    /// Of games that do not say it.
    pub(super) variant: Option<VariantId>,
    pub(super) effort: Effort,
    /// The file for the annotated games.
    pub(super) out: Option<PathBuf>,
    /// The file for the graph.
    pub(super) svg: Option<PathBuf>,
}

/// Analyses the games of a file; prints a table for each, and writes the files that are wanted.
/// They are written when all is done, each as a whole or not at all.
///
/// # Errors
/// If the file cannot be read, holds no games or a move that is none, or a file cannot be written.
pub(super) fn games(job: &Job, out: &mut dyn Write) -> Result<(), Error> {
    let annotated = job.out.as_deref().map(Output::to).transpose()?;
    let picture = job.svg.as_deref().map(Output::to).transpose()?;
    let same = |what| Err(Error::Input(format!("{what} name the same file")));
    if let (Some(annotated), Some(picture)) = (&annotated, &picture)
        && annotated.is_output(picture)
    {
        return same(format!("--out '{}' and --svg '{}'", annotated.name(), picture.name()));
    }
    for (option, output) in [("--out", &annotated), ("--svg", &picture)] {
        if let Some(output) = output.as_ref().filter(|output| output.is(&job.file)) {
            let file = one_line(&job.file.to_string_lossy(), LONGEST);
            return same(format!("{option} '{}' and the games '{file}'", output.name()));
        }
    }
    let games = read_games(&job.file, job.variant)?;
    let bar = progress_bar(&games);
    let mut searcher: Option<(VariantId, Box<dyn Searcher>)> = None;
    let mut reviews = Vec::new();
    // Who has read enough of the tables may still want the files.
    let mut printed = Ok(());
    for recorded in &games {
        bar.set_message(format!("game {} of {}", recorded.number, games.len()));
        let variant = recorded.game.variant();
        let searcher = match &mut searcher {
            Some((searchers, searcher)) if *searchers == variant => searcher,
            searcher => &mut searcher.insert((variant, job.effort.searcher(variant)?)).1,
        };
        let limits = job.effort.level.limits();
        let review = review(&*recorded.game, &mut **searcher, &limits, &mut || bar.inc(1));
        if printed.is_ok() {
            printed = bar.suspend(|| report::print(recorded, &review, out));
        }
        reviews.push(review);
    }
    bar.finish_and_clear();
    let mut said = Vec::new();
    if let Some(annotated) = &annotated {
        let text = annotated_games(&games, &reviews, &job.effort);
        annotated.write(text.as_bytes())?;
        said.push(format!("annotated games written to {}", annotated.name()));
    }
    if let Some(picture) = &picture {
        picture.write(graph_of(&games, &reviews).as_bytes())?;
        said.push(format!("graph written to {}", picture.name()));
    }
    printed?;
    said.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    Ok(())
}

/// All games of a file.
fn read_games(file: &Path, variant: Option<VariantId>) -> Result<Vec<Recorded>, Error> {
    let name = one_line(&file.to_string_lossy(), LONGEST);
    let bytes = files::read(file, files::LONGEST)
        .map_err(|error| Error::Input(format!("cannot read '{name}': {error}")))?;
    let games: Result<Vec<Recorded>, _> = pgn::read(&pgn::decode(&bytes), variant).collect();
    let games = games
        .map_err(|error| Error::Input(one_line(&format!("'{name}', {error}"), 2 * LONGEST)))?;
    if games.is_empty() {
        return Err(Error::Input(format!("'{name}' holds no games")));
    }
    Ok(games)
}

/// A bar over all positions of all games, on a terminal only.
fn progress_bar(games: &[Recorded]) -> ProgressBar {
    let positions: usize = games.iter().map(|game| game.game.moves().len() + 1).sum();
    let target = ProgressDrawTarget::stderr_with_hz(5);
    let bar = ProgressBar::with_draw_target(Some(positions as u64), target);
    // A template that does not fit would only look plain.
    if let Ok(style) =
        ProgressStyle::with_template("{msg}  {wide_bar} {pos}/{len} positions, {eta} left")
    {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

fn annotated_games(games: &[Recorded], reviews: &[Review], effort: &Effort) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let annotator = format!("Stymie {version}, {}", effort.level);
    games
        .iter()
        .zip(reviews)
        .map(|(recorded, review)| annotate(recorded, review, &annotator))
        .collect()
}

fn graph_of(games: &[Recorded], reviews: &[Review]) -> String {
    let panels: Vec<Panel<'_>> = games
        .iter()
        .zip(reviews)
        .map(|(recorded, review)| Panel {
            title: title(recorded),
            sides: sides(&*recorded.game),
            review,
            moves: report::numbered(&*recorded.game),
        })
        .collect();
    draw(&panels)
}

/// `A - B, 1-0`.
fn title(recorded: &Recorded) -> String {
    let [first, second] = sides(&*recorded.game);
    let player = |tag, side| {
        let name = recorded.tag(tag).filter(|name| !name.trim().is_empty() && *name != "?");
        one_line(name.unwrap_or(side), 60)
    };
    format!("{} - {}, {}", player("White", first), player("Black", second), recorded.result)
}

fn sides(game: &dyn Game) -> [&'static str; 2] {
    Color::ALL.map(|color| side_name(game, color))
}
