//! The binary's subcommands, as a person types them.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use stymie_tests::{VARIANTS, perft_rows};

const STYMIE: &str = env!("CARGO_BIN_EXE_stymie");

/// Runs the engine with these arguments and this input; returns whether it succeeded, and its two outputs.
#[track_caller]
fn run(arguments: &[&str], input: &str) -> (bool, String, String) {
    let output = Command::new(STYMIE)
        .args(arguments)
        .write_stdin(input)
        // Unoptimised and on a busy machine a bench takes this long; it is only to end a hang.
        .timeout(10 * stymie_tests::SOON)
        .output()
        .expect("the engine can be run");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

/// Runs the engine, which must succeed; returns what it printed.
#[track_caller]
fn printed(arguments: &[&str], input: &str) -> String {
    let (success, stdout, stderr) = run(arguments, input);
    assert!(success, "{arguments:?} failed: {stderr}{stdout}");
    stdout
}

/// A file of that name for one test, not there yet.
fn new_file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn variants_are_listed() {
    let text = printed(&["variants"], "");
    for variant in VARIANTS {
        let named = text.lines().any(|line| line.split_whitespace().next() == Some(variant));
        assert!(named, "{variant} is missing:\n{text}");
    }
}

#[test]
fn a_position_is_shown_without_colours_where_no_terminal_is() {
    for variant in VARIANTS {
        let text = printed(&["show", variant], "");
        assert!(text.lines().count() >= 8, "{variant}:\n{text}");
        assert!(!text.contains('\x1b'), "{variant}: colours in a file");
    }
    let fen = "8k/9/9/6h2/R8/9/9/8K w - - 0 1";
    assert!(printed(&["show", "hia", fen], "").contains(fen));
}

#[test]
fn moves_are_counted_and_divided() {
    for variant in VARIANTS {
        let start = &perft_rows(variant)[0];
        assert_eq!(start.depth, 1, "{variant}: the first row");
        let text = printed(&["divide", variant, "1"], "");
        let moves = text.lines().filter(|line| line.ends_with(": 1")).count();
        assert_eq!(moves as u64, start.nodes, "{variant}: divide\n{text}");
        let listed = printed(&["moves", variant], "");
        let first_move = text.split(':').next().unwrap_or_default();
        assert!(listed.contains(first_move), "{variant}: {first_move} is missing in\n{listed}");
    }
}

#[test]
fn wrong_arguments_are_explained_and_fail() {
    let cases: [(&[&str], &str); 9] = [
        (&["show", "nosuch"], "nosuch"),
        (&["show", "chess", "8/8"], "rank"),
        (&["show", "chess", "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1"], "right"),
        (&["moves", "xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1"], "fac"),
        (&["perft", "hia", "many"], "many"),
        (&["perft", "hia"], ""),
        (&["selfplay", "hia", "--games", "-1"], ""),
        (&["nosuch"], "nosuch"),
        (&["play", "nosuch"], "nosuch"),
    ];
    for (arguments, named) in cases {
        let (success, _, stderr) = run(arguments, "");
        assert!(!success, "{arguments:?} succeeded");
        assert!(stderr.contains(named), "{arguments:?} does not name {named:?}: {stderr}");
        assert!(!stderr.contains("panicked"), "{arguments:?}: {stderr}");
    }
}

#[test]
fn a_game_on_the_terminal_is_played_and_saved() {
    let file = new_file("terminal-game.pgn");
    let script = format!(
        "help\nlevel 1\nmoves\nhint\nc1d1\nundo\nnonsense\ne2e9\nBc<=>H\nflip\nlevel 99999999999\nsave {}\nquit\n",
        file.display()
    );
    let text = printed(&["play", "hia"], &script);
    assert!(text.contains("nonsense") || text.contains("e2e9"), "the bad moves are named:\n{text}");
    let saved = fs::read_to_string(&file).expect("the game is saved");
    assert!(saved.contains("[Variant \"hia\"]") && saved.contains("Bc<=>H"), "{saved}");
}

#[test]
fn a_game_on_the_terminal_ends_with_its_input() {
    for variant in VARIANTS {
        let text = printed(&["play", variant], "moves\n");
        assert!(!text.is_empty(), "{variant}");
    }
}

#[test]
fn self_play_writes_games_with_their_results() {
    for variant in VARIANTS {
        let file = new_file(&format!("selfplay-{variant}.pgn"));
        let name = file.display().to_string();
        printed(&["selfplay", variant, "--games", "1", "--movetime", "3", "--pgn", &name], "");
        let saved = fs::read_to_string(&file).expect("the game is saved");
        assert_eq!(saved.matches("[Result ").count(), 1, "{variant}:\n{saved}");
        assert!(!saved.contains("[Result \"*\"]"), "{variant}: no result:\n{saved}");
        assert!(saved.contains(&format!("[Variant \"{variant}\"]")), "{variant}:\n{saved}");
    }
}

#[test]
fn bench_ends_with_its_node_count_which_is_always_the_same() {
    let signature = || {
        let text = printed(&["bench"], "");
        let last = text.lines().last().unwrap_or_default().to_owned();
        let words: Vec<String> = last.split(' ').map(str::to_owned).collect();
        assert!(
            words.len() == 4 && words[1] == "nodes" && words[3] == "nps",
            "the last line is {last:?}"
        );
        words[0].clone()
    };
    assert_eq!(signature(), signature());
}
