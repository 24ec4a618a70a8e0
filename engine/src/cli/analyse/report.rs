//! What a review says, as a table.

use std::io::{self, Write};

use stymie_movegen::{Color, Game, Move};

use super::super::search::score_in_pgn;
use super::{sides, title};
use crate::analyse::{Judged, Mark, Review};
use crate::pgn::Recorded;

/// The moves shown of a better line.
const SHOWN: usize = 6;

/// Prints a game's title, a line for each side, and one for each marked move.
pub(super) fn print(recorded: &Recorded, review: &Review, out: &mut dyn Write) -> io::Result<()> {
    let game = &*recorded.game;
    writeln!(out, "Game {}: {}", recorded.number, title(recorded))?;
    let variant = game.variant();
    let plies = game.moves().len();
    writeln!(out, "{variant}, {plies} plies, searched {:.1} deep on average", review.mean_depth())?;
    let [mild, bad, worst] = Mark::ALL.map(Mark::sign);
    writeln!(out, "\n       accuracy  loss a move  {mild:>3} {bad:>3} {worst:>3}")?;
    for (name, side) in sides(game).iter().zip(&review.sides) {
        let accuracy = side.accuracy().map_or("-".to_owned(), |value| format!("{value:.1}%"));
        let loss =
            side.average_loss().map_or("-".to_owned(), |loss| format!("{:.2}", loss / 100.0));
        let [mild, bad, worst] = side.marks();
        writeln!(out, "{name:<6} {accuracy:>8}  {loss:>11}  {mild:>3} {bad:>3} {worst:>3}")?;
    }
    writeln!(out)?;
    print_marked(game, review, out)
}

/// Prints the marked moves, each with its scores and the better line.
fn print_marked(game: &dyn Game, review: &Review, out: &mut dyn Write) -> io::Result<()> {
    let names = numbered(game);
    let mut position = game.boxed_clone();
    while position.undo().is_some() {}
    let mut any = false;
    for (judged, name) in review.moves.iter().zip(&names) {
        if let Some(mark) = judged.mark() {
            any = true;
            let Judged { played, best, line, .. } = judged;
            let shown: Vec<Move> = line.iter().copied().take(SHOWN).collect();
            writeln!(
                out,
                "{:<16} {:>7}   better {:>7}: {}",
                format!("{name}{}", mark.sign()),
                score_in_pgn(*played),
                score_in_pgn(*best),
                in_words(&*position, &shown)
            )?;
        }
        position.play(judged.mv);
    }
    writeln!(out, "{}", if any { "" } else { "no move to be marked\n" })?;
    out.flush()
}

/// The game's moves with their numbers: `12. Nf3`, `12... e5`.
pub(super) fn numbered(game: &dyn Game) -> Vec<String> {
    let mut position = game.boxed_clone();
    while position.undo().is_some() {}
    name(&mut *position, game.moves(), true)
}

/// A line from the game's position: `12. Nf3 e5 13. d4`.
pub(super) fn in_words(game: &dyn Game, line: &[Move]) -> String {
    name(&mut *game.boxed_clone(), line, false).join(" ")
}

/// Names moves and plays them; Black's have a number if they come first or all are to have one.
fn name(game: &mut dyn Game, moves: &[Move], all: bool) -> Vec<String> {
    let mut names = Vec::with_capacity(moves.len());
    for &mv in moves {
        let (number, dots) = crate::pgn::next_number(game);
        let notation = game.notation(mv);
        names.push(match game.side() {
            Color::Black if !all && !names.is_empty() => notation,
            _ => format!("{number}{dots} {notation}"),
        });
        game.play(mv);
    }
    names
}
