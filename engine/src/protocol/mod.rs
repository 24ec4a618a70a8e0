//! Talking with GUIs, in UCI, UCCI or the XBoard protocol: whichever the first line asks for.
//!
//! Start reading at [`run`]. A thread reads lines from standard input and puts them into a channel;
//! a session takes them out, translates them into commands with its dialect, does them, and
//! translates what there is to tell back into lines. The search runs on a third thread and reports
//! through the same channel, so that the session never waits for it. XBoard's dialect and the
//! other two know nothing of each other; UCCI is UCI with other words.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod analysis;
mod clock;
mod edit;
mod input;
mod message;
mod options;
mod output;
mod play;
mod seat;
mod session;
mod settings;
#[cfg(test)]
mod tests;
mod thinking;
mod ucci;
mod uci;
mod xboard;

use std::io::{self, BufReader, IsTerminal, Write};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use crossbeam::channel::{self, Receiver};
use stymie_movegen::fen::quote;

use input::Input;
use message::{Command, Dialect, UNKNOWN_COMMAND, split_word};
use session::{Flow, Message, Session};
use ucci::Ucci;
use uci::Uci;
use xboard::XBoard;

/// The name that GUIs show.
const NAME: &str = concat!("Stymie ", env!("CARGO_PKG_VERSION"));
/// Who wrote it.
const AUTHOR: &str = "the Stymie authors";

/// What is said to `help` before a protocol is chosen.
const HELP: &str = "\
uci, ucci, xboard  speak with a GUI in that protocol
bench              search fixed positions of every variant
help               this list
quit               leave
For people: 'stymie play hia' is a game in the terminal, 'stymie --help' lists the rest.";

/// How many lines are read ahead of what is done about them.
const READ_AHEAD: usize = 256;

/// Speaks with the GUI on standard input and output until it says `quit` or closes the input.
pub fn run() -> ExitCode {
    if io::stdin().is_terminal() {
        println!("{NAME}, an engine for chess variants. GUIs speak with it: type uci, ucci or");
        println!("xboard to do so, or leave with quit and run `stymie play hia` for a game.");
    }
    let (sender, messages) = channel::bounded(READ_AHEAD);
    let to_session = sender.clone();
    let read = move || {
        let source = BufReader::with_capacity(1 << 16, io::stdin());
        input::read_lines(source, |input| to_session.send(Message::Input(input)).is_ok());
    };
    if thread::Builder::new().name("reader".to_owned()).spawn(read).is_err() {
        say("Error (no thread to read the input): start");
        return ExitCode::FAILURE;
    }
    let Some((dialect, first_line)) = choose_dialect(&messages) else { return ExitCode::SUCCESS };
    let mut session = Session::new(dialect, Box::new(io::stdout()), sender, stymie_search::open);
    match session.hear(&first_line) {
        Flow::On => session.run(&messages),
        Flow::End(code) => code,
    }
}

/// Writes before there is a session; if nobody reads it, the session will notice.
fn say(text: &str) {
    let mut output = io::stdout();
    let _ = writeln!(output, "{text}").and_then(|()| output.flush());
}

/// Waits for the first line that says something, and chooses by it; gives the line too.
fn choose_dialect(messages: &Receiver<Message>) -> Option<(Box<dyn Dialect>, String)> {
    for message in messages {
        let Message::Input(Input::Line(line)) = message else {
            match message {
                Message::Input(Input::End) => return None,
                _ => continue,
            }
        };
        if matches!(split_word(&line).0, "xboard" | "protover") {
            return Some((Box::new(XBoard::default()), line));
        }
        if split_word(&line).0 == "ucci" {
            return Some((Box::new(Ucci::default()), line));
        }
        match split_word(&line) {
            (word @ ("help" | "bench"), rest) if !rest.is_empty() => {
                say(&format!("Error ({word} takes nothing more): {}", quote(line.trim())));
                continue;
            }
            ("help", _) => {
                say(HELP);
                continue;
            }
            ("bench", _) => {
                if let Err(error) = crate::cli::bench(&mut io::stdout()) {
                    say(&format!("Error ({error}): bench"));
                }
                continue;
            }
            _ => {}
        }
        match Uci::default().read(&line) {
            Command::Nothing => {}
            Command::Quit => return None,
            Command::Bad { command, why } if why == UNKNOWN_COMMAND => {
                say(&format!("Error ({why}): {command}"));
            }
            _ => return Some((Box::new(Uci::default()), line)),
        }
    }
    None
}

/// Nodes in a second.
fn per_second(nodes: u64, elapsed: Duration) -> u128 {
    u128::from(nodes) * 1000 / elapsed.as_millis().max(1)
}

/// The distance of a mate in moves of the side that gives it, from that in plies; the sign stays.
const fn plies_to_moves(plies: i32) -> i32 {
    (plies.abs() + 1) / 2 * plies.signum()
}
