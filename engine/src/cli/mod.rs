//! The command line: `stymie show hia`, `stymie play hia` and the rest of what `stymie --help`
//! lists. Without a command the engine speaks with a GUI, see [`crate::protocol`].
//!
//! One file each: `args` says what can be typed, `position` reads positions, `draw` draws them,
//! `board` serves the board in the browser, `count` counts moves, `referee` answers other programs,
//! `play` is a game against a person, `selfplay` games of the engine against itself, and `analyse`
//! looks at games and positions.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod analyse;
mod args;
#[cfg(feature = "board")]
mod board;
mod count;
mod draw;
mod error;
mod level;
mod play;
mod position;
mod referee;
mod search;
mod selfplay;

pub(crate) use count::bench;
pub use draw::{Drawing, Style};
pub use error::Error;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use stymie_movegen::VariantId;

use args::{Command, Request, Subject};
use play::View;

/// Does what the program's arguments ask for, the program's name being the first of them.
///
/// # Errors
/// If the arguments are not understood, name no position, or the output cannot be written.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Result<ExitCode, Error> {
    let command = match args::parse(arguments)? {
        Request::Protocol => return Ok(crate::protocol::run()),
        Request::Help(text) => {
            write!(io::stdout(), "{text}")?;
            return Ok(ExitCode::SUCCESS);
        }
        Request::Command(command) => command,
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    match command {
        Command::Variants => variants(&mut out)?,
        Command::Show(place) => position::show(&*place.open()?, Style::of_stdout(), &mut out)?,
        Command::Moves(place) => position::moves(&*place.open()?, &mut out)?,
        Command::Perft(tree) => count::perft(&*tree.open()?, tree.depth, &mut out)?,
        Command::Divide(tree) => count::divide(&*tree.open()?, tree.depth, &mut out)?,
        Command::Bench => count::bench(&mut out)?,
        Command::Play { place, side, level } => {
            let view = View { style: Style::of_stdout(), prompt: io::stdin().is_terminal() };
            play::play(place.open()?, side, level, view, &mut io::stdin().lock(), &mut out)?;
        }
        Command::Selfplay(given) => selfplay::play(&given.into(), &mut out)?,
        #[cfg(feature = "board")]
        Command::Board { variant, port } => board::serve(variant, port, &mut out)?,
        Command::Analyse(given) => match given.request()? {
            Subject::Games(job) => analyse::games(&job, &mut out)?,
            Subject::Position { game, effort, lines } => {
                analyse::show(&*game, &effort, lines, &mut out)?;
            }
        },
        Command::Referee => referee::serve(io::stdin().lock(), &mut out)?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn variants(out: &mut dyn Write) -> io::Result<()> {
    for variant in VariantId::ALL {
        writeln!(out, "{:<18}{}", variant.name(), variant.description())?;
    }
    Ok(())
}
