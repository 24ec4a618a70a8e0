use std::fs;
use std::path::PathBuf;

use stymie_movegen::{Reading, VariantId, open};

use super::*;

/// What is printed in a game from the position (none: the start) by these lines.
fn session(variant: VariantId, fen: Option<&str>, seat: Seat, lines: &str) -> String {
    let mut game = open(variant);
    if let Some(fen) = fen {
        game.set_fen(fen, Reading::Strict).expect("a position");
    }
    let view = View { style: Style::Plain, prompt: false };
    let mut out = Vec::new();
    play(game, seat, Level::Depth(2), view, &mut lines.as_bytes(), &mut out).expect("played");
    String::from_utf8(out).expect("text")
}

/// A file of that name in the system's place for such, not there yet.
fn new_file(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("stymie-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn the_engine_answers_and_undo_takes_both_moves_back() {
    let said = session(VariantId::Hia, None, Seat::White, "e4\nundo\nfen\n");
    assert!(said.contains("Stymie plays 1... "), "{said}");
    assert!(said.contains("Taken back: 2 moves."), "{said}");
    assert!(said.ends_with(&format!("{}\n", open(VariantId::Hia).fen())), "{said}");
}

#[test]
fn the_engine_moves_first_against_black_and_the_board_is_turned() {
    let said = session(VariantId::Shatar, None, Seat::Black, "undo\n");
    assert!(said.contains("Stymie plays 1. "), "{said}");
    assert!(said.contains("  h  g  f  e  d  c  b  a\n"), "{said}");
    assert!(said.contains("no move of yours"), "{said}");
}

#[test]
fn wrong_lines_are_explained_and_change_nothing() {
    let lines = "e2e5\nhello\nlevel x\nundo\n\u{0}\u{ff}\nflip 3\nfen\n";
    let said = session(VariantId::Chess, None, Seat::White, lines);
    for part in ["'e2e5'", "e3, e4", "'hello'", "'x'", "no move of yours", "'3'"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(said.ends_with(&format!("{}\n", open(VariantId::Chess).fen())), "{said}");
}

#[test]
fn lines_of_any_length_are_survived() {
    let lines = format!("{}\nfen\n{}", "x".repeat(300_000), "y".repeat(300_000));
    let said = session(VariantId::Chess, None, Seat::White, &lines);
    assert_eq!(said.matches("too long").count(), 2, "{}", said.len());
}

#[test]
fn the_result_and_its_reason_are_told_once_the_game_is_over() {
    let fen = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
    let said = session(VariantId::Chess, Some(fen), Seat::White, "Rh8\nRh7\nhint\nundo\nfen\n");
    assert!(said.contains("The game is over: 1-0, White wins: checkmate."), "{said}");
    assert!(said.contains("'Rh7' comes too late") && said.contains("No hint"), "{said}");
    assert!(said.contains("Taken back: 1 move.") && said.ends_with(&format!("{fen}\n")), "{said}");
}

#[test]
fn resignation_ends_the_game_and_can_be_taken_back() {
    let said = session(VariantId::Xiangqi, None, Seat::White, "resign\nresign\nundo\nnew\n");
    assert_eq!(said.matches("0-1, Red resigns").count(), 2, "{said}");
    assert!(said.contains("The game goes on."), "{said}");
}

#[test]
fn a_person_can_play_both_sides_and_choose_them_in_the_game() {
    let said = session(VariantId::Hia, None, Seat::Both, "e4\ne5\nmoves\nhint\nside black\n");
    assert_eq!(said.matches("Stymie plays").count(), 1, "{said}");
    assert!(said.contains("Bc<=>N") && said.contains("Stymie would play 2. "), "{said}");
}

#[test]
fn a_game_is_saved_and_never_overwritten_silently() {
    let file = new_file("game.pgn");
    let name = file.display();
    let said =
        session(VariantId::Hia, None, Seat::Both, &format!("Bc<=>H\nsave {name}\nsave {name}\n"));
    assert!(said.contains("1 move.") && said.contains("exists already"), "{said}");
    let saved = fs::read_to_string(&file).expect("saved");
    assert!(saved.contains("1. Bc<=>H {unfinished} *"), "{saved}");
    let said = session(VariantId::Hia, None, Seat::Both, &format!("save! {name}\n"));
    assert!(said.contains("0 moves."), "{said}");
    let _ = fs::remove_file(&file);
    let said = session(VariantId::Hia, None, Seat::Both, "save /nowhere/at/all.pgn\n");
    assert!(said.contains("Cannot save to '/nowhere/at/all.pgn': "), "{said}");
}
