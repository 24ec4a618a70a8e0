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
fn games_of_every_variant_are_analysed_and_read_again() {
    for variant in VARIANTS {
        let game = new_file(&format!("analysed-{variant}.pgn"));
        let (annotated, graph) = (game.with_extension("out.pgn"), game.with_extension("svg"));
        let name = |path: &Path| path.display().to_string();
        let (from, to, svg) = (name(&game), name(&annotated), name(&graph));
        let selfplay = ["selfplay", variant, "--games", "2", "--depth", "2", "--pgn", &from];
        printed(&selfplay, "");
        let analyse =
            ["analyse", &from, "--depth", "2", "--out", &to, "--svg", &svg, "--hash", "1"];
        let text = printed(&analyse, "");
        assert!(text.matches("accuracy").count() == 2 && text.contains("Game 2"), "{text}");
        let written = fs::read_to_string(&annotated).expect("annotated games");
        let moves = |text: &str| text.matches("[%eval ").count();
        assert!(moves(&written) > 10, "{variant}: evaluations:\n{written}");
        assert!(written.contains("[WhiteAccuracy \""), "{variant}:\n{written}");
        let picture = fs::read_to_string(&graph).expect("a picture");
        assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"), "{variant}");
        // The reader ends with an error if a move or a better line is not legal.
        let again = ["analyse", &to, "--depth", "1", "--out", &from, "--hash", "1"];
        printed(&again, "");
        let twice = fs::read_to_string(&game).expect("annotated games");
        let once = twice.split(['{', '}']).all(|part| moves(part) <= 1);
        assert!(moves(&twice) > 10 && once, "{variant}: evaluations are replaced:\n{twice}");
        let folder = game.parent().expect("a folder").read_dir().expect("a folder");
        let left = folder.flatten().filter(|file| file.path().to_string_lossy().contains("tmp."));
        assert_eq!(left.count(), 0, "{variant}: temporary files are left");
    }
}

#[test]
fn games_that_xboard_has_written_are_analysed() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/pgn");
    for variant in VARIANTS {
        let file = data.join(format!("xboard-{variant}.pgn")).display().to_string();
        let text = printed(&["analyse", &file, "--nodes", "50", "--hash", "1"], "");
        assert!(text.contains(&format!("\n{variant}, ")), "{variant}:\n{text}");
    }
}

#[test]
fn a_blunder_is_marked_and_the_mate_that_was_missed_is_shown() {
    let file = new_file("blunders.pgn");
    let out = file.with_extension("out.pgn").display().to_string();
    let game = "[White \"A\"]\n\n1. f3 e5 2. g4 {the worst} Nc6 3. e3 *\n";
    fs::write(&file, game).expect("written");
    let file = file.display().to_string();
    let text = printed(&["analyse", &file, "--depth", "4", "--out", &out], "");
    assert!(text.contains("2. g4??") && text.contains("2... Nc6??"), "{text}");
    assert!(text.contains("better     +M1: 2... Qh4#"), "{text}");
    let written = fs::read_to_string(&out).expect("annotated");
    let words = written.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("2. g4?? {[%eval #-1] the worst} ("), "{written}");
    assert!(words.contains("2... Nc6?? {[%eval "), "{written}");
    assert!(words.contains("(2... Qh4# {[%eval #-1]})"), "{written}");
}

#[test]
fn a_position_is_analysed_in_lines() {
    for variant in VARIANTS {
        let text =
            printed(&["analyse", variant, "--depth", "3", "--multipv", "2", "--hash", "1"], "");
        let lines = text.lines().filter(|line| line.starts_with(" 3/")).count();
        assert!(lines == 2 && text.contains("\nbest: "), "{variant}:\n{text}");
    }
    let fen = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
    let text = printed(&["analyse", "chess", "--fen", fen, "--depth", "2"], "");
    assert!(text.contains("best: 1. Rh8# (+M1)"), "{text}");
    let over = printed(&["analyse", "chess", "moves", "f3", "e5", "g4", "Qh4"], "");
    assert!(over.contains("0-1 (checkmate)") && !over.contains("best"), "{over}");
}

#[test]
fn help_and_bench_can_be_typed_before_a_protocol_is_chosen() {
    let refused = printed(&[], "bench extra\nhelp me\nquit\n");
    assert_eq!(
        refused.lines().collect::<Vec<_>>(),
        [
            "Error (bench takes nothing more): bench extra",
            "Error (help takes nothing more): help me"
        ]
    );
    let text = printed(&[], "help\nnonsense\nbench\nuci\nquit\n");
    let place = |words: &str| text.find(words).unwrap_or_else(|| panic!("no {words:?} in\n{text}"));
    assert!(place("stymie play hia") < place("unknown command"), "{text}");
    assert!(
        place("unknown command") < place(" nps\n") && place(" nps\n") < place("uciok"),
        "{text}"
    );
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
