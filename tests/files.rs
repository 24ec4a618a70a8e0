//! Files that are named where they should not be: read without end, written over each other.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use stymie_tests::{Program, SOON};

const STYMIE: &str = env!("CARGO_BIN_EXE_stymie");

const GAME: &str = "1. e4 e5 2. Nf3 *\n";

/// A folder of one test, with a game in `game.pgn`.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("files-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("game.pgn"), GAME).expect("a game");
    folder
}

/// Makes a pipe that nobody writes to.
fn pipe(path: &Path) {
    let made = std::process::Command::new("mkfifo").arg(path).status();
    assert!(made.is_ok_and(|status| status.success()), "{}", path.display());
}

/// Analyses in the folder; what is said on standard error, or on standard output if all went well.
#[track_caller]
fn analyse(folder: &Path, arguments: &str) -> Result<String, String> {
    let output = Command::new(STYMIE)
        .current_dir(folder)
        .arg("analyse")
        .args(arguments.split(' '))
        .args(["--depth", "1"])
        .timeout(SOON)
        .output()
        .expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

#[test]
fn one_file_is_not_written_twice_however_it_is_spelled() {
    let folder = folder("twice");
    fs::write(folder.join("old"), "old").expect("a file");
    fs::hard_link(folder.join("old"), folder.join("hard")).expect("a link");
    symlink("old", folder.join("soft")).expect("a link");
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for (out, svg) in
        [("a", "a"), ("a", "./a"), ("a", &format!("../{name}/a")), ("old", "soft"), ("old", "hard")]
    {
        let error = analyse(&folder, &format!("game.pgn --out {out} --svg {svg}"));
        assert_eq!(
            error,
            Err(format!("stymie: --out '{out}' and --svg '{svg}' name the same file"))
        );
    }
    assert!(!folder.join("a").exists());
    assert_eq!(fs::read_to_string(folder.join("old")).ok().as_deref(), Some("old"));
}

#[test]
fn the_games_are_not_written_over() {
    let folder = folder("input");
    symlink("game.pgn", folder.join("soft")).expect("a link");
    for (option, file) in [("--out", "game.pgn"), ("--svg", "./game.pgn"), ("--out", "soft")] {
        let error = analyse(&folder, &format!("game.pgn {option} {file}"));
        let expected =
            format!("stymie: {option} '{file}' and the games 'game.pgn' name the same file");
        assert_eq!(error, Err(expected));
    }
    assert_eq!(fs::read_to_string(folder.join("game.pgn")).ok().as_deref(), Some(GAME));
}

#[test]
fn a_link_to_nowhere_is_named_and_one_to_a_file_followed() {
    let folder = folder("links");
    symlink("nowhere", folder.join("broken")).expect("a link");
    assert_eq!(
        analyse(&folder, "game.pgn --out broken"),
        Err("stymie: cannot write to 'broken': it is a link to 'nowhere', which is not there"
            .into())
    );
    assert!(fs::symlink_metadata(folder.join("broken")).is_ok_and(|found| found.is_symlink()));
    fs::write(folder.join("file"), "old").expect("a file");
    symlink("file", folder.join("whole")).expect("a link");
    assert!(analyse(&folder, "game.pgn --out whole").is_ok());
    assert!(fs::symlink_metadata(folder.join("whole")).is_ok_and(|found| found.is_symlink()));
    assert!(fs::read_to_string(folder.join("file")).is_ok_and(|text| text.contains("e4")));
}

#[test]
fn games_are_read_from_files_only() {
    let folder = folder("games");
    pipe(&folder.join("pipe"));
    for (file, why) in [
        ("/dev/zero", "it is no regular file"),
        ("pipe", "it is no regular file"),
        (".", "it is a folder"),
    ] {
        let expected = format!("stymie: cannot read '{file}': {why}");
        assert_eq!(analyse(&folder, file), Err(expected));
    }
}

#[test]
fn networks_and_logs_are_files_only() {
    let folder = folder("options");
    pipe(&folder.join("pipe"));
    let pipe = folder.join("pipe").display().to_string();
    let missing = folder.join("not/there").display().to_string();
    let mut engine = Program::start_uci_variant(STYMIE, "hia");
    for (option, file, wrong) in [
        ("EvalFile", "/dev/zero", "cannot read '/dev/zero': it is no regular file"),
        ("EvalFile", &*pipe, "it is no regular file"),
        ("Debug Log File", &*pipe, "it is no regular file"),
        ("Debug Log File", &*missing, &*format!("cannot write the log file '{missing}': No such")),
    ] {
        engine.send(&format!("setoption name {option} value {file}"));
        let said = engine.settle_uci();
        assert!(
            said.len() == 1 && said[0].contains(wrong) && said[0].contains(file),
            "{option} {file}: {said:?}"
        );
    }
}
