//! Files that a command writes in the end: looked at in the beginning, and never written by halves.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use tempfile::{Builder, NamedTempFile};

/// Where something is to be written.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    path: PathBuf,
}

impl Output {
    /// A file that is there not yet or may be replaced.
    ///
    /// # Errors
    /// If it could not be written, is no regular file, or is one of those that are read.
    pub(crate) fn new(path: &Path, read: &[impl AsRef<Path>]) -> anyhow::Result<Output> {
        let output = Output { path: path.to_owned() };
        let wrong = || format!("cannot write {}", path.display());
        if let Ok(there) = fs::metadata(path) {
            ensure!(there.is_file(), "{}: it is no regular file", wrong());
            ensure!(!there.permissions().readonly(), "{}: it may only be read", wrong());
            let same = |other: &Path| fs::canonicalize(other).ok() == fs::canonicalize(path).ok();
            if read.iter().any(|other| same(other.as_ref())) {
                bail!("{}: it is read from, too", wrong());
            }
        }
        output.beside().with_context(wrong)?;
        Ok(output)
    }

    /// A new file in the same folder, which vanishes unless it is kept.
    fn beside(&self) -> anyhow::Result<NamedTempFile> {
        ensure!(self.path.file_name().is_some(), "it has no name");
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut builder = Builder::new();
        // Else nobody but the user could read it.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        Ok(builder.prefix(".stymie-").tempfile_in(folder.unwrap_or(Path::new(".")))?)
    }

    /// Writes the file: it is whole afterwards, or as it was.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn write(&self, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
        let write = || -> anyhow::Result<()> {
            let mut new = self.beside()?;
            new.write_all(bytes.as_ref())?;
            new.persist(&self.path)?;
            Ok(())
        };
        write().with_context(|| format!("cannot write {}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(path: &Path, read: &[&Path]) -> String {
        format!("{:#}", Output::new(path, read).unwrap_err())
    }

    #[test]
    fn what_must_not_be_replaced_is_refused_before_the_work() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games");
        fs::write(&games, "games").unwrap();
        let roundabout = folder.path().join(".").join("games");
        assert!(refusal(&games, &[&roundabout]).ends_with("games: it is read from, too"));
        assert!(refusal(folder.path(), &[]).ends_with("it is no regular file"));
        assert!(refusal(&folder.path().join("no/such"), &[]).starts_with("cannot write "));
        assert!(refusal(Path::new(""), &[]).ends_with("it has no name"));
        let mut permissions = fs::metadata(&games).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&games, permissions).unwrap();
        assert!(refusal(&games, &[]).ends_with("it may only be read"));
        assert_eq!(fs::read(&games).unwrap(), b"games");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn devices_stay_what_they_are() {
        assert!(refusal(Path::new("/dev/null"), &[]).ends_with("it is no regular file"));
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_and_nothing_else_is_touched() {
        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["a.nnue", "a.new"].map(|name| folder.path().join(name));
        fs::write(&path, "old").unwrap();
        fs::write(&other, "other").unwrap();
        let output = Output::new(&path, &[&other]).unwrap();
        output.write("new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read(&other).unwrap(), b"other");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
