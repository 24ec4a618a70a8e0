//! Files from outside, read as a whole: nothing that never ends, and nothing that fills the memory.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The longest network and the longest text that is read, in bytes.
pub const LONGEST: u64 = 256 << 20;

/// Reads a file of at most so many bytes.
///
/// # Errors
/// If it cannot be read, is a device, a pipe or a folder, or is longer.
pub fn read(path: &Path, longest: u64) -> io::Result<Vec<u8>> {
    let found = fs::metadata(path)?;
    if found.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    // Opened, a pipe that nobody writes to would not even let us say so.
    if !found.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    let mut bytes = Vec::new();
    // It may have grown meanwhile.
    File::open(path)?.take(longest.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > longest {
        let most = longest >> 20;
        return Err(io::Error::other(format!(
            "it is longer than {most} MiB, the most that is read"
        )));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_that_end_are_read() {
        let folder = std::env::temp_dir().join(format!("stymie-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("a");
        fs::write(&file, vec![b'x'; 1 << 20]).unwrap();
        assert_eq!(read(&file, 1 << 20).map(|bytes| bytes.len()).ok(), Some(1 << 20));
        fs::write(&file, vec![b'x'; (1 << 20) + 1]).unwrap();
        let refusal = |path: &Path| read(path, 1 << 20).unwrap_err().to_string();
        assert_eq!(refusal(&file), "it is longer than 1 MiB, the most that is read");
        assert_eq!(refusal(&folder), "it is a folder");
        if cfg!(unix) {
            assert_eq!(refusal(Path::new("/dev/zero")), "it is no regular file");
        }
        assert!(refusal(&folder.join("b")).contains("No such file"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
