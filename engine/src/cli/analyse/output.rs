//! Files written as a whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use super::super::error::Error;
use super::LONGEST;
use crate::text::one_line;

/// A file that will be written as a whole, or not at all: whoever looks sees the old one or the
/// new one.
pub(super) struct Output {
    /// Where it is, links followed.
    path: PathBuf,
    /// As the user has named it.
    name: String,
}

impl Output {
    /// Makes sure that the file can be written, before the work for it begins.
    ///
    /// # Errors
    /// If it cannot.
    pub(super) fn to(path: &Path) -> Result<Output, Error> {
        let name = one_line(&path.to_string_lossy(), LONGEST);
        let path = match true_path(path) {
            Ok(path) => path,
            Err(error) => return Err(Error::Input(format!("cannot write to '{name}': {error}"))),
        };
        let output = Output { path, name };
        let possible = if output.path.is_dir() {
            Err(io::ErrorKind::IsADirectory.into())
        } else if output.is_special() {
            Ok(())
        } else {
            output.temporary().and_then(|(_, temporary)| fs::remove_file(temporary))
        };
        match possible {
            Ok(()) => Ok(output),
            Err(error) => Err(Error::Input(output.refusal(&error))),
        }
    }

    /// Whether this is the same file, however it may be spelled.
    pub(super) fn is(&self, other: &Path) -> bool {
        let Ok(other) = true_path(other) else { return false };
        self.path == other || is_one_file(&self.path, &other)
    }

    /// The same of another file that will be written.
    pub(super) fn is_output(&self, other: &Output) -> bool {
        self.is(&other.path)
    }

    /// As the user has named it.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Writes it.
    ///
    /// # Errors
    /// If that fails; then the old file, if there was one, is still there.
    pub(super) fn write(&self, text: &[u8]) -> Result<(), Error> {
        let written = if self.is_special() {
            File::options().write(true).open(&self.path).and_then(|mut file| file.write_all(text))
        } else {
            self.replace(text)
        };
        written.map_err(|error| Error::Failure(self.refusal(&error)))
    }

    fn refusal(&self, error: &io::Error) -> String {
        format!("cannot write to '{}': {error}", self.name)
    }

    /// Whether it is no file that could be replaced, but a pipe or a device.
    fn is_special(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|found| !found.is_file())
    }

    /// Makes an empty file beside it.
    fn temporary(&self) -> io::Result<(File, PathBuf)> {
        let name = self.path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let name = format!(".{}.{}.tmp", name.to_string_lossy(), process::id());
        let path = self.path.with_file_name(name);
        Ok((File::create(&path)?, path))
    }

    fn replace(&self, text: &[u8]) -> io::Result<()> {
        let (mut file, temporary) = self.temporary()?;
        let written = file.write_all(text).and_then(|()| file.sync_all()).and_then(|()| {
            if let Ok(old) = fs::metadata(&self.path) {
                fs::set_permissions(&temporary, old.permissions())?;
            }
            fs::rename(&temporary, &self.path)
        });
        if written.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        written
    }
}

/// Where a file is, or would be: links followed, folders spelled in the one way there is.
fn true_path(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Ok(path) => return Ok(path),
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Err(_) => {}
    }
    if fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) {
        let target = fs::read_link(path).unwrap_or_default();
        let target = one_line(&target.to_string_lossy(), LONGEST);
        return Err(io::Error::other(format!("it is a link to '{target}', which is not there")));
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    Ok(fs::canonicalize(folder)?.join(name))
}

/// Whether both names lead to one file on the disk.
#[cfg(unix)]
fn is_one_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |path| fs::metadata(path).ok().map(|found| (found.dev(), found.ino()));
    id(one).is_some_and(|one| id(other) == Some(one))
}

#[cfg(not(unix))]
fn is_one_file(_: &Path, _: &Path) -> bool {
    false
}
