//! What goes wrong on the command line.

use std::io;
use std::process::ExitCode;

use thiserror::Error;

/// Why a command was not carried out.
#[derive(Debug, Error)]
pub enum Error {
    /// The arguments or a position in them are wrong. The text names them and says why, in one
    /// line.
    #[error("{0}")]
    Input(String),
    /// Something failed that the arguments are not to blame for, in one line.
    #[error("{0}")]
    Failure(String),
    /// Standard input or output failed.
    #[error("{0}")]
    Stream(#[from] io::Error),
}

impl Error {
    /// The line to print; `None` if there is nobody to read on: who closes the pipe has read
    /// enough.
    pub fn line(&self) -> Option<String> {
        match self {
            Error::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe => None,
            error => Some(error.to_string()),
        }
    }

    /// What the program ends with: 2 for wrong input, 1 for a failure.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Error::Input(_) => ExitCode::from(2),
            Error::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Error::Failure(_) | Error::Stream(_) => ExitCode::FAILURE,
        }
    }
}
