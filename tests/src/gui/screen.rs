//! Xvfb: a screen whose picture lies in a file.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Where a program is: on the PATH, or where Debian puts games, which is not on every PATH.
///
/// # Panics
/// If the program is not there, with the advice to install it.
#[must_use]
pub fn find_tool(name: &str) -> PathBuf {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
        .unwrap_or_else(|| {
            panic!("{name} is missing: `make test` installs what the GUI tests need")
        })
}

/// A colour, red, green and blue.
pub(super) type Colour = [u8; 3];

/// The smallest rectangle around pixels of some colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub(super) columns: RangeInclusive<usize>,
    pub(super) rows: RangeInclusive<usize>,
}

/// A running Xvfb on a display of its own. Dropping it ends it.
pub struct VirtualScreen {
    server: Child,
    display: String,
    /// Holds the picture.
    folder: PathBuf,
}

impl VirtualScreen {
    /// Starts Xvfb on a free display. `folder` takes a folder of that name for its picture.
    ///
    /// # Panics
    /// If Xvfb is missing or does not start.
    #[must_use]
    pub fn start(folder: &Path, name: &str) -> Self {
        let folder = folder.join(format!("screen-{name}"));
        fs::create_dir_all(&folder).expect("a folder for the screen's picture");
        let mut server = Command::new(find_tool("Xvfb"))
            .args(["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-fbdir"])
            .arg(&folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb can be run");
        let mut number = String::new();
        BufReader::new(server.stdout.take().expect("stdout is piped"))
            .read_line(&mut number)
            .expect("Xvfb says its display's number");
        assert!(!number.trim().is_empty(), "Xvfb found no free display");
        Self { server, display: format!(":{}", number.trim()), folder }
    }

    /// A command that runs on this screen.
    pub(super) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(find_tool(program));
        // XBoard reads the settings of whoever runs the tests otherwise.
        command.env("DISPLAY", &self.display).env("HOME", &self.folder).stdin(Stdio::null());
        command
    }

    /// Moves the mouse, presses keys: xdotool does what the words say. Returns what it prints.
    pub(super) fn act(&self, words: &[&str]) -> String {
        let output = self.command("xdotool").args(words).output().expect("xdotool can be run");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Where there are pixels of these colours; `None` if there are none.
    pub(super) fn find(&self, colours: &[Colour]) -> Option<Area> {
        // The format is that of xwd: a header whose length comes first, a table of colours, the pixels.
        let picture = fs::read(self.folder.join("Xvfb_screen0")).ok()?;
        let field = |index: usize| {
            let bytes = picture.get(4 * index..4 * index + 4)?;
            Some(u32::from_be_bytes(bytes.try_into().ok()?) as usize)
        };
        let (header, width, height) = (field(0)?, field(4)?, field(5)?);
        let (line, table) = (field(12)?, 12 * field(19)?);
        let mut found: Option<Area> = None;
        for row in 0..height {
            let start = header + table + row * line;
            let pixels = picture.get(start..start + 4 * width)?.chunks_exact(4);
            for (column, pixel) in pixels.enumerate() {
                if colours.contains(&[pixel[2], pixel[1], pixel[0]]) {
                    let area =
                        found.get_or_insert(Area { columns: column..=column, rows: row..=row });
                    area.columns =
                        column.min(*area.columns.start())..=column.max(*area.columns.end());
                    area.rows = *area.rows.start()..=row;
                }
            }
        }
        found
    }
}

impl Drop for VirtualScreen {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
