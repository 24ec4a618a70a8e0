//! What the command line does about bad input: one line on stderr, exit code 2, nothing else.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

const STYMIE: &str = env!("CARGO_BIN_EXE_stymie");

/// The one line on stderr of a call that must be refused.
#[track_caller]
fn refusal(arguments: &[OsString]) -> String {
    let output = Command::new(STYMIE)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the engine can be run");
    let said = String::from_utf8(output.stderr).expect("stderr is text");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty(), "{arguments:?} prints something all the same");
    assert!(said.lines().count() == 1 && said.len() < 1000, "{arguments:?}: {said}");
    said
}

/// The name of a file whose second game is none.
fn bad_games() -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad-games.pgn");
    fs::write(&path, "1. e4 *\n\n1. Ke3 *\n").expect("written");
    path.display().to_string()
}

#[test]
fn bad_input_is_refused_in_one_line_that_names_it_and_says_why() {
    let kings = "4k3/8/8/8/8/8/8/3KK3 w - - 0 1";
    let games = bad_games();
    let games = games.as_str();
    let cases: [(&[&str], &str, &str); 29] = [
        (&["nosuch"], "nosuch", "unrecognized"),
        (&["--nosuch"], "--nosuch", "unexpected"),
        (&["show"], "VARIANT", "required"),
        (&["show", "nosuch"], "nosuch", "known: hia"),
        (&["show", "no\nsuch\0x"], "no", "unknown variant"),
        (&["show", "chess", "8/8 w"], "8/8 w", "2 ranks instead of 8"),
        (&["show", "chess", "8/8", "w"], "8/8 w", "2 ranks instead of 8"),
        (&["moves", "chess", kings], "4k3/8/8", "White has 2 kings"),
        (&["moves", "chess", "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1"], "4k3", "right 'K'"),
        (&["show", "hia", "startpos", "moves", "e2e5"], "move 1: 'e2e5'", "not legal"),
        (&["show", "hia", "moves", "e4", "\u{1b}[31m"], "move 2: '", "cannot be read"),
        (&["perft", "hia"], "DEPTH", "required"),
        (&["perft", "hia", "many"], "many", "no whole number"),
        (&["perft", "hia", "99999999999"], "99999999999", "above the most, 64"),
        (&["divide", "hia", "1.5"], "1.5", "no whole number"),
        (&["play", "hia", "--side", "green"], "green", "white, black or both"),
        (&["play", "hia", "--level", "0"], "'0'", "seconds from"),
        (&["selfplay", "hia", "--games", "0"], "'0'", "below the least, 1"),
        (&["selfplay", "hia", "--pgn", "/nowhere/at/all.pgn"], "/nowhere/at/all.pgn", "cannot"),
        (&["referee", "hia"], "hia", "unexpected"),
        (&["analyse"], "FILE|VARIANT", "required"),
        (&["analyse", "/nowhere/at/all.pgn"], "/nowhere/at/all.pgn", "cannot read"),
        (&["analyse", "/"], "'/'", "cannot read"),
        (&["analyse", games], "'Ke3'", "line 3, game 2: move 1. 'Ke3' is not legal"),
        (&["analyse", games, "--out", "/nowhere/x.pgn"], "/nowhere/x.pgn", "cannot write"),
        (&["analyse", games, "--svg", "/"], "'/'", "cannot write"),
        (&["analyse", games, "--multipv", "2"], "--multipv", "no variant"),
        (&["analyse", "hia", "--out", "x.pgn"], "--out", "is a variant"),
        (&["analyse", "hia", "--fen", "8/8"], "8/8", "2 ranks"),
    ];
    for (arguments, text, reason) in cases {
        // No system passes a NUL on.
        let arguments: Vec<OsString> =
            arguments.iter().map(|text| text.replace('\0', "\u{1}").into()).collect();
        let said = refusal(&arguments);
        assert!(said.contains(text) && said.contains(reason), "{arguments:?}: {said}");
        let bare = said.trim_end_matches(['\n', '\r']);
        assert!(!bare.contains(char::is_control), "{arguments:?}: {said:?}");
    }
}

#[test]
fn arguments_of_any_length_are_refused_in_a_short_line() {
    let long = "x".repeat(100_000);
    let long = long.as_str();
    for arguments in [&[long][..], &["show", long], &["show", "hia", long], &["perft", "hia", long]]
    {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        refusal(&arguments);
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_utf_8_is_named() {
    use std::os::unix::ffi::OsStringExt;
    let said = refusal(&["show".into(), OsString::from_vec(b"h\xffia".to_vec())]);
    assert!(said.contains("h\u{fffd}ia") && said.contains("UTF-8"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_reader_who_has_read_enough_is_no_failure() {
    let pipe = "\"$0\" moves hia | head -n 1; \"$0\" --help | head -n 1; \"$0\" perft hia 1 | true";
    let output = Command::new("sh").args(["-c", pipe, STYMIE]).output().expect("sh can be run");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{said}");
}
