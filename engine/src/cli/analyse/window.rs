//! A position looked at, line by line, like a GUI's engine window.

use std::io::Write;

use stymie_movegen::Game;
use stymie_search::{Bound, Info, Signals};

use super::super::error::Error;
use super::super::position::status;
use super::super::search::score_in_pgn;
use super::Effort;
use super::report::in_words;

/// Searches the game's position and prints every iteration's best lines, as many as asked for.
///
/// # Errors
/// If there is no memory, or the output cannot be written.
pub(in super::super) fn show(
    game: &dyn Game,
    effort: &Effort,
    lines: usize,
    out: &mut dyn Write,
) -> Result<(), Error> {
    writeln!(out, "{}", status(game))?;
    writeln!(out, "FEN: {}", game.fen())?;
    if game.legal_moves().is_empty() {
        return Ok(());
    }
    let mut searcher = effort.searcher(game.variant())?;
    let mut limits = effort.level.limits();
    limits.lines = lines;
    let signals = Signals::new();
    writeln!(out, "\ndepth    time      nodes   score  line")?;
    out.flush()?;
    let mut written = Ok(());
    let report = searcher.search(game, &limits, &signals, &mut |info| {
        if written.is_ok() && info.bound == Bound::Exact {
            written = print(game, info, out);
            // Nobody reads on.
            if written.is_err() {
                signals.stop();
            }
        }
    });
    written?;
    if let Some(best) = report.best {
        let score = score_in_pgn(report.info.score);
        writeln!(out, "\nbest: {} ({score})", in_words(game, &[best]))?;
    }
    Ok(())
}

/// One line of one iteration.
fn print(game: &dyn Game, info: &Info, out: &mut dyn Write) -> std::io::Result<()> {
    let seconds = info.elapsed.as_secs_f64();
    writeln!(
        out,
        "{:>2}/{:<2} {seconds:>7.2}s {:>10} {:>7}  {}",
        info.depth,
        info.seldepth,
        info.nodes,
        score_in_pgn(info.score),
        in_words(game, &info.pv)
    )?;
    out.flush()
}
