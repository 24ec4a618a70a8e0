//! An XBoard that runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};

use super::log::{self, Event};
use super::screen::VirtualScreen;

/// A running XBoard. Dropping it ends it.
pub(super) struct XBoard {
    process: Child,
    log: PathBuf,
    pgn: PathBuf,
}

impl XBoard {
    /// Starts XBoard with these arguments and those that every test wants. `folder` takes its debug log and its games,
    /// which are named after `name`.
    ///
    /// # Panics
    /// If XBoard is missing.
    pub(super) fn start(screen: &VirtualScreen, folder: &Path, name: &str, args: &[&str]) -> Self {
        let log = folder.join(format!("{name}.log"));
        let pgn = folder.join(format!("{name}.pgn"));
        for file in [&log, &pgn] {
            let _ = fs::remove_file(file);
        }
        let process = screen
            .command("xboard")
            .args(args)
            .args(["-animateMoving", "false", "-popupExitMessage", "false"])
            .args(["-saveSettingsOnExit", "false", "-soundProgram", "true"])
            .args(["-debug", "-debugfile"])
            .arg(&log)
            .arg("-saveGameFile")
            .arg(&pgn)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("XBoard can be run");
        Self { process, log, pgn }
    }

    /// How it has ended, if it has.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        self.process.try_wait().expect("XBoard is our child")
    }

    /// All that has been said.
    pub(super) fn events(&self) -> Vec<Event> {
        log::read(&self.log)
    }

    /// The games that it has saved, in PGN.
    pub(super) fn saved(&self) -> Vec<u8> {
        fs::read(&self.pgn).unwrap_or_default()
    }
}

impl Drop for XBoard {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
