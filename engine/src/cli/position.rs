//! Positions on the command line: read, shown, their moves listed.

use std::io::{self, Write};

use stymie_movegen::fen::quote;
use stymie_movegen::{Color, Game, Reading, VariantId, open as open_variant};

use super::draw::{Drawing, Style};
use super::error::Error;
use crate::pgn::side_name;

/// The game that leads to a position: words `FEN`, `startpos` or none, then perhaps `moves` and
/// moves. Words may hold blanks.
///
/// # Errors
/// If the FEN is none, or a move is not legal.
pub(super) fn open(variant: VariantId, words: &[String]) -> Result<Box<dyn Game>, Error> {
    let mut words = words.iter().flat_map(|word| word.split_whitespace());
    let fen: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let mut game = open_variant(variant);
    if !matches!(fen[..], [] | ["startpos"]) {
        let fen = fen.join(" ");
        game.set_fen(&fen, Reading::Strict)
            .map_err(|error| Error::Input(format!("'{}': {error}", quote(&fen))))?;
    }
    for (i, word) in words.enumerate() {
        let mv = game
            .parse_move(word)
            .map_err(|error| Error::Input(format!("move {}: {error}", i + 1)))?;
        game.play(mv);
    }
    Ok(game)
}

/// Draws the position and says in words what it is.
pub(super) fn show(game: &dyn Game, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let drawing = Drawing::new(game, Color::White, style);
    writeln!(out, "{drawing}")?;
    writeln!(out, "{}", status(game))?;
    writeln!(out, "FEN: {}", game.fen())
}

/// One line: the result, or who is to move, whether in check, and between how many moves.
pub(super) fn status(game: &dyn Game) -> String {
    let legal = game.legal_moves().len();
    let moves = if legal == 1 { "move" } else { "moves" };
    let check = if game.checkers().any() { ", in check" } else { "" };
    let side = side_name(game, game.side());
    let to_move = format!("{side} to move{check}: {legal} {moves}");
    match game.outcome() {
        Some(outcome) => format!("{} ({}). {to_move}", outcome.score(), outcome.reason),
        None => to_move,
    }
}

/// Lists the legal moves, one a line: in UCI, then as people write them.
pub(super) fn moves(game: &dyn Game, out: &mut dyn Write) -> io::Result<()> {
    let mut lines: Vec<(String, String)> =
        game.legal_moves().into_iter().map(|mv| (game.to_uci(mv), game.notation(mv))).collect();
    lines.sort();
    for (uci, notation) in lines {
        writeln!(out, "{uci:<6} {notation}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split('_').map(str::to_owned).collect()
    }

    #[test]
    fn a_fen_can_come_quoted_or_in_words_and_moves_can_follow() {
        let start = open(VariantId::Chess, &[]).map(|game| game.fen());
        let start = start.unwrap_or_default();
        for text in ["startpos", &start, &start.replace(' ', "_"), "startpos_moves", "_moves"] {
            let game = open(VariantId::Chess, &words(text));
            assert_eq!(game.map(|game| game.fen()).ok(), Some(start.clone()), "{text}");
        }
        let game = open(VariantId::Chess, &words("moves_e2e4_e5 Nf3")).map(|game| game.fen());
        let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
        assert_eq!(game.ok().as_deref(), Some(after));
    }

    #[test]
    fn wrong_positions_are_named_with_all_reasons() {
        for (text, said) in [
            ("8/8 w", ["8/8 w", "2 ranks instead of 8"]),
            ("moves e4 e4", ["move 2", "'e4' is not legal"]),
            ("startpos e2e4", ["startpos e2e4", "ranks instead of 8"]),
        ] {
            let error = open(VariantId::Chess, &words(text)).err().map(|error| error.to_string());
            let error = error.unwrap_or_default();
            assert!(said.iter().all(|part| error.contains(part)), "{text}: {error}");
        }
    }

    #[test]
    fn the_status_names_check_and_result() {
        for (text, said) in [
            ("startpos", "White to move: 20 moves"),
            ("moves e4 e5 Qh5 Nc6 Qxf7", "Black to move, in check: 1 move"),
            ("moves f3 e5 g4 Qh4", "0-1 (checkmate). White to move, in check: 0 moves"),
        ] {
            let game = open(VariantId::Chess, &words(text));
            assert_eq!(game.map(|game| status(&*game)).ok().as_deref(), Some(said));
        }
    }
}
