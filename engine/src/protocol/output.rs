//! The GUI at the other end: its dialect, lines to it, whole and at once, and the log of both
//! directions.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::message::{Command, Dialect, Event};

/// The GUI, and the only one who writes to it.
pub(crate) struct Gui {
    /// The language it speaks.
    pub(crate) dialect: Box<dyn Dialect>,
    sink: Box<dyn Write + Send>,
    log: Option<File>,
    closed: bool,
}

impl Gui {
    /// Writes there, and to no log.
    pub(crate) fn new(dialect: Box<dyn Dialect>, sink: Box<dyn Write + Send>) -> Gui {
        Gui { dialect, sink, log: None, closed: false }
    }

    /// What a line from it means.
    pub(crate) fn read(&mut self, line: &str) -> Command {
        self.log('>', line.trim_end());
        self.dialect.read(line)
    }

    /// Tells it of an event.
    pub(crate) fn tell(&mut self, event: Event<'_>) {
        let mut lines = Vec::new();
        self.dialect.write(event, &mut lines);
        for line in lines {
            self.write(&line);
        }
    }

    /// Writes a line and flushes it.
    fn write(&mut self, text: &str) {
        // What was said may be named, whatever it was: a line stays a line of text.
        let whole = format!("{}\n", text.replace(char::is_control, "\u{fffd}"));
        let written = self.sink.write_all(whole.as_bytes()).and_then(|()| self.sink.flush());
        self.closed |= written.is_err();
        self.log('<', text);
    }

    /// Whether nobody reads any more what is written.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }

    /// Logs to the end of this file from now on, or no more.
    ///
    /// # Errors
    /// If the file cannot be opened or is no regular file; the log before goes on.
    pub(crate) fn set_log(&mut self, file: Option<&Path>) -> io::Result<()> {
        let open = |file: &Path| {
            // To open a pipe waits until somebody reads from it.
            if fs::metadata(file).is_ok_and(|found| !found.is_file()) {
                return Err(io::Error::other("it is no regular file"));
            }
            OpenOptions::new().create(true).append(true).open(file)
        };
        self.log = file.map(open).transpose()?;
        Ok(())
    }

    fn log(&mut self, direction: char, text: &str) {
        if let Some(file) = &mut self.log
            && file.write_all(format!("{direction} {text}\n").as_bytes()).is_err()
        {
            // A full disk must not end a game.
            self.log = None;
        }
    }
}
