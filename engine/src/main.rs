//! The engine's program: without arguments it speaks with a GUI, with arguments it does what
//! `stymie --help` lists.

use std::process::ExitCode;

fn main() -> ExitCode {
    match stymie::cli::run(std::env::args_os()) {
        Ok(code) => code,
        Err(error) => {
            if let Some(line) = error.line() {
                eprintln!("stymie: {line}");
            }
            error.exit_code()
        }
    }
}
