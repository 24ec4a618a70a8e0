//! Matches between two copies of an engine, which XBoard runs by itself.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::PAUSE;
use super::log::{Event, Who};
use super::process::XBoard;
use super::screen::VirtualScreen;

/// A game takes its clocks' time and what XBoard takes to begin and to end.
const GAME_LIMIT: Duration = Duration::from_secs(120);

/// A game as XBoard's debug log tells it.
#[derive(Debug, Default)]
pub struct GuiGame {
    /// The moves of both engines, as they sent them.
    pub moves: Vec<String>,
    /// What XBoard told each engine of the result, `RESULT {TEXT}`: the first engine, then the second.
    pub results: [Vec<String>; 2],
}

/// A match that has ended by itself.
#[derive(Debug)]
pub struct GuiMatch {
    /// The games.
    pub games: Vec<GuiGame>,
    /// The games as XBoard has written them, in PGN.
    pub pgn: Vec<u8>,
    /// Lines in which an engine complains of a command or of a move.
    pub complaints: Vec<String>,
    /// The log without the thinking lines, for a failure's message.
    pub log: String,
}

/// Lets two copies of the engine play games of the variant, 2 seconds a side and game; `folder` takes XBoard's files.
/// The variant is named as XBoard names it.
///
/// # Panics
/// If XBoard is missing, does not end in time, or fails.
#[must_use]
pub fn play_match(
    engine: &str,
    variant: &str,
    games: u32,
    screen: &VirtualScreen,
    folder: &Path,
) -> GuiMatch {
    let count = games.to_string();
    let args = [
        ["-fcp", engine],
        ["-scp", engine],
        ["-variant", variant],
        ["-matchGames", &count],
        ["-timeControl", "0:02"],
        ["-timeIncrement", "0"],
        // Its own rule of fifty moves would end games of xiangqi before theirs of sixty does.
        ["-ruleMoves", "0"],
        // Nor are cannon and elephant against elephant a draw, as it thinks.
        ["-materialDraws", "false"],
        // There is nobody to look at it.
        ["-highlightMoveWithArrow", "false"],
        ["-boardSize", "25"],
    ];
    let name = format!("xboard-{variant}");
    let mut xboard = XBoard::start(screen, folder, &name, args.as_flattened());
    let start = Instant::now();
    let limit = GAME_LIMIT * games;
    let status = loop {
        match xboard.ended() {
            None if start.elapsed() <= limit => thread::sleep(PAUSE),
            ended => break ended,
        }
    };
    let played = read_log(&xboard.events(), xboard.saved());
    assert!(
        status.is_some_and(|status| status.success()),
        "{variant}: XBoard ended with {status:?} (none: not within {limit:?}):\n{}",
        played.log
    );
    played
}

fn read_log(events: &[Event], pgn: Vec<u8>) -> GuiMatch {
    let mut games = Vec::new();
    let (mut complaints, mut log) = (Vec::new(), String::new());
    for event in events {
        let text = &event.text;
        let thinking = !event.from_gui && text.starts_with(|c: char| c.is_ascii_digit());
        if !thinking {
            let mark = if event.from_gui { '>' } else { '<' };
            log += &format!("{mark}{:?}: {text}\n", event.engine);
        }
        if event.told("new").is_some() {
            games.push(GuiGame::default());
        }
        let Some(game) = games.last_mut() else { continue };
        match text.split_once(' ') {
            Some(("result", result)) if event.from_gui => {
                let engine = usize::from(event.engine == Who::Second);
                game.results[engine].push(result.trim().to_owned());
            }
            Some(("move", played)) if !event.from_gui => game.moves.push(played.trim().to_owned()),
            _ if !event.from_gui && is_complaint(text) => complaints.push(text.clone()),
            _ => {}
        }
    }
    // After the last game XBoard may begin another one and end.
    games.retain(|game| !game.moves.is_empty());
    GuiMatch { games, pgn, complaints, log }
}

fn is_complaint(text: &str) -> bool {
    ["Error", "Illegal", "tellusererror", "telluser"].iter().any(|word| text.starts_with(word))
}
