//! Talking with GUIs, in UCI or in the XBoard protocol: whichever the first line asks for.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::process::ExitCode;

/// Speaks with the GUI on standard input and output until it says `quit` or closes the input.
pub fn run() -> ExitCode {
    ExitCode::SUCCESS
}
