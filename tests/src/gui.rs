//! Matches between two copies of an engine under a real XBoard, on a screen that nobody sees.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A game takes its clocks' time, 2 x 5 seconds, and what XBoard takes to begin and to end.
const GAME_LIMIT: Duration = Duration::from_secs(120);

/// Where a program is: on the PATH, or where Debian puts games, which is not on every PATH.
///
/// # Panics
/// If the program is not there, with the advice to install it.
#[must_use]
pub fn find_tool(name: &str) -> PathBuf {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
        .unwrap_or_else(|| {
            panic!("{name} is missing: `make test` installs what the GUI tests need")
        })
}

/// A running Xvfb on a display of its own. Dropping it ends it.
pub struct VirtualScreen {
    server: Child,
    display: String,
}

impl VirtualScreen {
    /// Starts Xvfb on a free display.
    ///
    /// # Panics
    /// If Xvfb is missing or does not start.
    #[must_use]
    pub fn start() -> Self {
        let mut server = Command::new(find_tool("Xvfb"))
            .args(["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb can be run");
        let mut number = String::new();
        BufReader::new(server.stdout.take().expect("stdout is piped"))
            .read_line(&mut number)
            .expect("Xvfb says its display's number");
        assert!(!number.trim().is_empty(), "Xvfb found no free display");
        Self { server, display: format!(":{}", number.trim()) }
    }
}

impl Drop for VirtualScreen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A game as XBoard's debug log tells it.
#[derive(Debug, Default)]
pub struct GuiGame {
    /// The moves of both engines, as they sent them.
    pub moves: Vec<String>,
    /// What XBoard told each engine of the result, `RESULT {TEXT}`: the first engine, then the second.
    pub results: [Vec<String>; 2],
    /// Lines in which an engine complains of a command or of a move.
    pub complaints: Vec<String>,
    /// The log without the thinking lines, for a failure's message.
    pub log: String,
}

/// Lets two copies of the engine play one game of the variant, 5 seconds a side; `folder` takes XBoard's log.
/// The variant is named as XBoard names it.
///
/// # Panics
/// If XBoard is missing, does not end in time, or fails.
#[must_use]
pub fn play_under_xboard(
    engine: &str,
    variant: &str,
    screen: &VirtualScreen,
    folder: &Path,
) -> GuiGame {
    let log = folder.join(format!("xboard-{variant}.log"));
    let _ = fs::remove_file(&log);
    let mut xboard = Command::new(find_tool("xboard"))
        .env("DISPLAY", &screen.display)
        .args(["-fcp", engine, "-scp", engine, "-variant", variant, "-matchGames", "1"])
        .args(["-timeControl", "0:05", "-timeIncrement", "0", "-debug", "-debugfile"])
        .arg(&log)
        .args([
            "-popupExitMessage",
            "false",
            "-saveSettingsOnExit",
            "false",
            "-soundProgram",
            "true",
        ])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("XBoard can be run");
    let start = Instant::now();
    let status = loop {
        match xboard.try_wait().expect("XBoard is our child") {
            Some(status) => break Some(status),
            None if start.elapsed() > GAME_LIMIT => {
                let _ = xboard.kill();
                let _ = xboard.wait();
                break None;
            }
            None => thread::sleep(Duration::from_millis(50)),
        }
    };
    let game = read_log(&fs::read(&log).unwrap_or_default());
    assert!(
        status.is_some_and(|status| status.success()),
        "{variant}: XBoard ended with {status:?} (none: not within {GAME_LIMIT:?}):\n{}",
        game.log
    );
    game
}

/// Reads a debug log: lines `MILLISECONDS <first : TEXT` from an engine, `>first : TEXT` to it, and XBoard's own.
fn read_log(bytes: &[u8]) -> GuiGame {
    let mut game = GuiGame::default();
    for line in String::from_utf8_lossy(bytes).lines() {
        let Some((_, event)) = line.split_once(' ') else {
            continue;
        };
        for (index, name) in ["first :", "second:"].into_iter().enumerate() {
            let said =
                |mark: &str| Some(event.strip_prefix(mark)?.strip_prefix(name)?.trim_start());
            if let Some(text) = said("<") {
                read_engine_line(&mut game, text);
                if !text.starts_with(|first: char| first.is_ascii_digit()) {
                    game.log += &format!("{event}\n");
                }
            } else if let Some(text) = said(">") {
                game.log += &format!("{event}\n");
                if let Some(result) = text.strip_prefix("result ") {
                    game.results[index].push(result.trim().to_owned());
                }
            }
        }
    }
    game
}

fn read_engine_line(game: &mut GuiGame, text: &str) {
    if let Some(played) = text.strip_prefix("move ") {
        game.moves.push(played.trim().to_owned());
    } else if ["Error", "Illegal", "tellusererror", "telluser"]
        .iter()
        .any(|word| text.starts_with(word))
    {
        game.complaints.push(text.to_owned());
    }
}
