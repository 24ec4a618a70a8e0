//! The statements of the rules, each as a small position whose test bears the statement's name.
//!
//! `docs/rules.md` has the rules in words.

mod bodyguard;
mod chess;
mod conventions;
mod hia;
mod hiashatar;
mod shatar;
mod xiangqi;
mod zone;

use stymie_movegen::{Game, Reading, open};

/// A game of the variant from a FEN, after some moves in UCI.
fn game(variant: &str, fen: &str, moves: &str) -> Box<dyn Game> {
    let mut game = open(variant.parse().expect("a variant"));
    if let Err(error) = game.set_fen(fen, Reading::Strict) {
        panic!("{fen}: {error}");
    }
    for text in moves.split_whitespace() {
        match game.parse_uci(text) {
            Ok(mv) => game.play(mv),
            Err(error) => panic!("{} : {error}", game.fen()),
        }
    }
    game
}

/// The squares (with promotion letters) that the piece on a square may go to, by name.
fn targets(variant: &str, fen: &str, from: &str) -> String {
    let game = game(variant, fen, "");
    let mut found: Vec<String> = game
        .legal_moves()
        .into_iter()
        .filter(|mv| game.geometry().name(mv.from()) == from)
        .map(|mv| game.to_uci(mv)[from.len()..].to_owned())
        .collect();
    found.sort();
    found.join(" ")
}

/// Whether a move in UCI is legal.
fn legal(variant: &str, fen: &str, mv: &str) -> bool {
    game(variant, fen, "").parse_uci(mv).is_ok()
}

/// Result and reason after the moves; `*` while the game goes on.
fn end(variant: &str, fen: &str, moves: &str) -> String {
    match game(variant, fen, moves).outcome() {
        Some(outcome) => format!("{} {}", outcome.score(), outcome.reason),
        None => "*".to_owned(),
    }
}

/// The FEN after the moves.
fn after(variant: &str, fen: &str, moves: &str) -> String {
    game(variant, fen, moves).fen()
}

/// Whether the side to move is in check.
fn in_check(variant: &str, fen: &str) -> bool {
    game(variant, fen, "").checkers().any()
}

/// Why the FEN is no position.
fn refusal(variant: &str, fen: &str) -> String {
    let mut game = open(variant.parse().expect("a variant"));
    match game.set_fen(fen, Reading::Strict) {
        Ok(_) => panic!("{fen} was accepted"),
        Err(error) => error.to_string(),
    }
}
