//! The engine's program.

use std::process::ExitCode;

fn main() -> ExitCode {
    stymie::protocol::run()
}
