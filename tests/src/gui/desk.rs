//! An XBoard that a person sits at.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::PAUSE;
use super::log::Event;
use super::process::XBoard;
use super::screen::{Area, Colour, VirtualScreen};

/// Time for anything that is waited for: much, because the machine may be busy with other tests.
const PATIENCE: Duration = Duration::from_secs(60);

/// The colours of the board's squares: such as nothing else on the screen has.
const SQUARES: [Colour; 2] = [[255, 0, 0], [0, 255, 0]];

/// An XBoard with one engine on a screen of its own. Dropping it ends it.
pub struct Desk {
    xboard: XBoard,
    screen: VirtualScreen,
    files: usize,
    ranks: usize,
    /// The name of the lowest rank.
    first_rank: usize,
    board: Area,
    /// How many of the log's events lie before the last action.
    seen: usize,
}

impl Desk {
    /// Starts XBoard with the engine; waits until it is ready for a game of the variant on a board of so many files
    /// and ranks. `folder` takes XBoard's files.
    ///
    /// # Panics
    /// If a program is missing, or XBoard does not show the board.
    #[must_use]
    pub fn open(
        engine: &str,
        variant: &str,
        (files, ranks): (usize, usize),
        name: &str,
        folder: &Path,
    ) -> Self {
        let screen = VirtualScreen::start(folder, name);
        let args = [
            ["-fcp", engine],
            ["-variant", variant],
            ["-timeControl", "60"],
            ["-depth", "4"],
            ["-ponderNextMove", "false"],
            ["-useBoardTexture", "false"],
            ["-lightSquareColor", "#ff0000"],
            ["-darkSquareColor", "#00ff00"],
            ["-boardSize", "49"],
        ];
        let xboard = XBoard::start(&screen, folder, &format!("desk-{name}"), args.as_flattened());
        let first_rank = usize::from(ranks != 10);
        let board = Area { columns: 0..=0, rows: 0..=0 };
        let mut desk = Self { xboard, screen, files, ranks, first_rank, board, seen: 0 };
        desk.wait("the engine to be ready", |event| event.said("pong").map(|_| ()));
        // Without a window manager all windows come up in the same corner.
        desk.on_the_window("windowmove", "0 500");
        desk.find_board();
        desk
    }

    /// Lets xdotool do something to the board's window.
    fn on_the_window(&self, action: &str, more: &str) {
        let windows = self.screen.act(&["search", "--onlyvisible", "--name", "^xboard"]);
        for window in windows.lines() {
            self.act(format!("{action} {window} {more}").trim_end());
        }
    }

    /// Waits until the board is drawn in its final form.
    fn find_board(&mut self) {
        let start = Instant::now();
        let mut last = None;
        while start.elapsed() < PATIENCE {
            let found = self.screen.find(&SQUARES);
            if let Some(area) = found.as_ref().filter(|_| found == last) {
                let square = |range: &std::ops::RangeInclusive<usize>, count| {
                    (range.end() - range.start()) as f64 / count as f64
                };
                let width = square(&area.columns, self.files);
                if (width - square(&area.rows, self.ranks)).abs() < 0.5 {
                    self.board = area.clone();
                    return;
                }
            }
            last = found;
            // Twice the same picture: time must lie between the two.
            thread::sleep(10 * PAUSE);
        }
        panic!("no board of {} files and {} ranks is drawn", self.files, self.ranks);
    }

    /// The middle of a square on the screen, XBoard's name of the square given.
    fn place(&self, square: &str) -> (usize, usize) {
        let file = usize::from(square.as_bytes()[0] - b'a');
        let rank = square[1..].parse::<usize>().expect("a rank") - self.first_rank;
        let middle = |range: &std::ops::RangeInclusive<usize>, index: usize, count: usize| {
            range.start() + (2 * index + 1) * (range.end() - range.start()) / (2 * count)
        };
        (
            middle(&self.board.columns, file, self.files),
            middle(&self.board.rows, self.ranks - 1 - rank, self.ranks),
        )
    }

    /// From now on only what happens after this is waited for.
    fn begin(&mut self) {
        self.seen = self.xboard.events().len();
    }

    fn act(&self, words: &str) {
        self.screen.act(&words.split(' ').collect::<Vec<_>>());
    }

    /// Presses keys, as xdotool names them: `ctrl+e`.
    pub fn press(&mut self, keys: &str) {
        self.begin();
        self.on_the_window("windowfocus", "");
        self.act(&format!("key {keys}"));
    }

    /// Clicks on a square.
    pub fn click(&mut self, square: &str) {
        self.begin();
        let (x, y) = self.place(square);
        self.act(&format!("mousemove {x} {y} click 1"));
    }

    /// Draws a piece from square to square.
    pub fn drag(&mut self, from: &str, to: &str) {
        self.begin();
        let ((x, y), (to_x, to_y)) = (self.place(from), self.place(to));
        self.act(&format!("mousemove {x} {y} mousedown 1"));
        self.act(&format!("mousemove {to_x} {to_y} mouseup 1"));
    }

    /// Lifts a piece by a click; returns the squares that XBoard is told to mark: FEN-like rows, a letter for each.
    pub fn lift(&mut self, square: &str) -> String {
        self.click(square);
        self.wait(&format!("'lift {square}'"), |event| {
            event.told("lift").filter(|lifted| *lifted == square).map(|_| ())
        });
        self.wait("the squares to be marked", |event| event.said("highlight").map(str::to_owned))
    }

    /// Moves a piece by two clicks; returns the move as XBoard tells it the engine.
    pub fn play(&mut self, from: &str, to: &str) -> String {
        self.lift(from);
        self.click(to);
        self.moved()
    }

    /// Castles by three clicks.
    pub fn castle(&mut self, king: &str, rook: &str, to: &str) -> String {
        self.lift(king);
        self.lift(rook);
        self.click(to);
        self.moved()
    }

    /// Moves a pawn to its last rank, pulling it back by one step in XBoard's choice of pieces: the first piece is the
    /// queen.
    pub fn promote(&mut self, from: &str, to: &str) -> String {
        self.lift(from);
        self.begin();
        let (x, y) = self.place(to);
        self.act(&format!("mousemove {x} {y} mousedown 1"));
        self.wait("the pawn to be put", |event| event.told("put").map(|_| ()));
        self.act("mousemove_relative 0 30");
        self.act("mouseup 1");
        self.moved()
    }

    fn moved(&self) -> String {
        self.wait("the move to be sent", |event| event.told("usermove").map(str::to_owned))
    }

    /// Waits for an event after the last action; returns what `pick` makes of it.
    ///
    /// # Panics
    /// If it does not come.
    #[track_caller]
    pub fn wait<T>(&self, what: &str, pick: impl Fn(&Event) -> Option<T>) -> T {
        self.wait_for_all(what, |events| events.iter().find_map(&pick))
    }

    /// The same with all events after the last action.
    ///
    /// # Panics
    /// If they do not come.
    #[track_caller]
    pub fn wait_for_all<T>(&self, what: &str, pick: impl Fn(&[Event]) -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            let events = self.xboard.events();
            if let Some(found) = pick(&events[self.seen.min(events.len())..]) {
                return found;
            }
            if start.elapsed() > PATIENCE {
                let last: Vec<String> =
                    events.iter().rev().take(30).rev().map(|event| format!("{event:?}")).collect();
                panic!("waited in vain for {what}; the log ends with:\n{}", last.join("\n"));
            }
            thread::sleep(PAUSE);
        }
    }

    /// All that has been said.
    #[must_use]
    pub fn events(&self) -> Vec<Event> {
        self.xboard.events()
    }

    /// The saved game, once it ends with this text.
    ///
    /// # Panics
    /// If it is not saved.
    #[must_use]
    pub fn saved(&self, end: &str) -> Vec<u8> {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            let bytes = self.xboard.saved();
            if String::from_utf8_lossy(&bytes).trim_end().ends_with(end) {
                return bytes;
            }
            thread::sleep(PAUSE);
        }
        panic!("no game that ends with {end:?} is saved");
    }
}
