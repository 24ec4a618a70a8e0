//! `tuning/generation.sh`: games, a network, a match, and again. It needs a shell.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs the script with small numbers.
fn generation(arguments: &[&str], settings: &[(&str, &str)]) -> Output {
    let mut command = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/generation.sh"));
    let small = [("POSITIONS", "4000"), ("NODES", "10"), ("GAMES", "2"), ("TC", "0.1+0.001")];
    command.args(arguments).env("TUNE", env!("CARGO_BIN_EXE_stymie-tune"));
    command.envs(small).envs([("EPOCHS", "1"), ("THREADS", "2")]).envs(settings.iter().copied());
    command.output().expect("a shell")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder of this test's that is not there yet.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

#[test]
fn a_generation_is_made_and_the_next_goes_on_from_it() {
    let (first, second) = (fresh("generation-1"), fresh("generation-2"));
    let (one, two) = (first.to_str().expect("a name"), second.to_str().expect("a name"));
    let made = generation(&["hia", one, "hand"], &[("HIDDEN", "32")]);
    assert!(made.status.success(), "{}{}", text(&made.stdout), text(&made.stderr));
    for file in ["games.gd", "network.nnue", "network.svg"] {
        assert!(fs::metadata(first.join(file)).is_ok_and(|file| file.len() > 1_000), "{file}");
    }
    let told = fs::read_to_string(first.join("match.txt")).expect("the match");
    assert!(told.contains("Score of network vs before in hia"), "{told}");

    let network = format!("{one}/network.nnue");
    let games = format!("{one}/games.gd");
    let made = generation(
        &["hia", two, &network],
        &[("OLD", &games), ("FROM", &network), ("HIDDEN", "32")],
    );
    assert!(made.status.success(), "{}{}", text(&made.stdout), text(&made.stderr));
    assert!(second.join("network.nnue").exists());

    // These games are somebody else's.
    let refused = generation(&["hia", two, "hand"], &[]);
    assert!(!refused.status.success(), "{}", text(&refused.stdout));
    assert!(text(&refused.stderr).contains("stymie-tune: "), "{}", text(&refused.stderr));
}

#[test]
fn too_few_words_are_answered_by_the_usage() {
    let refused = generation(&["hia"], &[]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("generation.sh VARIANT FOLDER [EVAL]"));
    assert!(!text(&refused.stderr).contains("set -euo"));
}
