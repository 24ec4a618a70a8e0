//! Files of games: a header, then blocks, each with a check sum, so that what a killed run has left
//! is known.
//!
//! Little-endian. Header: `STYMIEGD`, the format's version (u16), the length of a text (u16), the
//! text: the variant's name, a line break, how the games were made. Block: `BLCK`, bytes of games
//! (u32), games (u32), seed (u64), number (u64), CRC-32 of these four and the games, the games.

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use stymie::files;
use stymie_movegen::{Rules, VariantId};

use super::bits::{BitReader, BitWriter};
use super::record::Record;

const MAGIC: &[u8; 8] = b"STYMIEGD";
const VERSION: u16 = 1;
const BLOCK: &[u8; 4] = b"BLCK";
/// The longest file that is read, in bytes: games for years of training.
const LONGEST: u64 = 64 << 30;
const BLOCK_HEAD: usize = 4 + 4 + 4 + 8 + 8 + 4;

/// Which block of which run: the same pair means the same games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct BlockId {
    /// The run's seed.
    pub(crate) seed: u64,
    /// The block's number in the run.
    pub(crate) number: u64,
}

/// What a file says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    pub(crate) variant: VariantId,
    /// How the games were made, in words; one line.
    pub(crate) made: String,
}

impl Header {
    fn bytes(&self) -> Vec<u8> {
        let text = format!("{}\n{}", self.variant, self.made);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((text.len() as u16).to_le_bytes());
        bytes.extend(text.as_bytes());
        bytes
    }

    /// The header, and how long it is.
    fn read(bytes: &[u8]) -> anyhow::Result<(Header, usize)> {
        ensure!(bytes.starts_with(MAGIC), "it is no file of games");
        let number = |at: usize| -> anyhow::Result<u16> {
            let pair = bytes.get(at..at + 2).context("its header is broken off")?;
            Ok(u16::from_le_bytes([pair[0], pair[1]]))
        };
        let version = number(8)?;
        ensure!(version == VERSION, "its format is version {version}, not {VERSION}");
        let end = 12 + usize::from(number(10)?);
        let text = bytes.get(12..end).context("its header is broken off")?;
        let text = std::str::from_utf8(text).context("its header is no text")?;
        let (variant, made) = text.split_once('\n').context("its header has no second line")?;
        Ok((Header { variant: variant.parse()?, made: made.to_owned() }, end))
    }
}

/// A block of games.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub(crate) id: BlockId,
    pub(crate) games: u32,
    bytes: Vec<u8>,
}

impl Block {
    /// Packs games.
    pub(crate) fn pack<R: Rules>(id: BlockId, games: &[Record]) -> Block {
        let mut writer = BitWriter::default();
        games.iter().for_each(|game| game.write::<R>(&mut writer));
        Block { id, games: games.len() as u32, bytes: writer.into_bytes() }
    }

    /// Unpacks the games.
    ///
    /// # Errors
    /// If they are none of the variant.
    pub(crate) fn unpack<R: Rules>(&self) -> anyhow::Result<Vec<Record>> {
        let mut reader = BitReader::new(&self.bytes);
        let what = || format!("block {} of seed {}", self.id.number, self.id.seed);
        (0..self.games).map(|_| Record::read::<R>(&mut reader).with_context(what)).collect()
    }

    /// Bytes in a file.
    pub(crate) fn length(&self) -> u64 {
        (BLOCK_HEAD + self.bytes.len()) as u64
    }

    fn head(&self) -> Vec<u8> {
        let mut head = BLOCK.to_vec();
        head.extend((self.bytes.len() as u32).to_le_bytes());
        head.extend(self.games.to_le_bytes());
        head.extend(self.id.seed.to_le_bytes());
        head.extend(self.id.number.to_le_bytes());
        let mut sum = crc32fast::Hasher::new();
        sum.update(&head[4..]);
        sum.update(&self.bytes);
        head.extend(sum.finalize().to_le_bytes());
        head
    }

    /// The block at the beginning of the bytes, and its length; `None` if there is no whole one.
    fn read(bytes: &[u8]) -> Option<(Block, usize)> {
        let head = bytes.get(..BLOCK_HEAD)?;
        let u32_at = |at: usize| Some(u32::from_le_bytes(*head[at..].first_chunk()?));
        let u64_at = |at: usize| Some(u64::from_le_bytes(*head[at..].first_chunk()?));
        let end = BLOCK_HEAD.checked_add(u32_at(4)? as usize)?;
        let id = BlockId { seed: u64_at(12)?, number: u64_at(20)? };
        let block = Block { id, games: u32_at(8)?, bytes: bytes.get(BLOCK_HEAD..end)?.to_vec() };
        (block.head() == head).then_some((block, end))
    }
}

/// A file of games, read.
#[derive(Debug)]
pub(crate) struct DataFile {
    pub(crate) header: Header,
    pub(crate) blocks: Vec<Block>,
    /// Bytes of a last block that was not written to its end: what a killed run leaves behind.
    pub(crate) cut: u64,
    /// Bytes elsewhere that are no block: something has happened to the file.
    pub(crate) damaged: u64,
}

/// What to do with a damaged file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Damage {
    /// It is not used.
    Refused,
    /// What is whole is used.
    LeftOut,
}

impl DataFile {
    /// Reads a file; what is no block is left out and counted.
    ///
    /// # Errors
    /// If it cannot be read or is no file of games.
    pub(crate) fn read(path: &Path) -> anyhow::Result<DataFile> {
        let wrong = || format!("cannot read {}", path.display());
        let bytes = files::read(path, LONGEST).with_context(wrong)?;
        let (header, mut at) = Header::read(&bytes).with_context(wrong)?;
        let mut blocks = Vec::new();
        let mut damaged = 0;
        while let Some((gap, block, length)) = next_block(&bytes[at..]) {
            blocks.push(block);
            damaged += gap;
            at += gap + length;
        }
        let rest = &bytes[at..];
        let cut = if is_cut(rest) { rest.len() } else { 0 };
        damaged += rest.len() - cut;
        Ok(DataFile { header, blocks, cut: cut as u64, damaged: damaged as u64 })
    }

    /// Whether nothing has happened to the file but that a run was killed.
    ///
    /// # Errors
    /// If it is damaged: how to save what is whole.
    fn undamaged(self, path: &Path) -> anyhow::Result<DataFile> {
        ensure!(
            self.damaged == 0,
            "{} is damaged: {} of its bytes are no games; `inspect --merge` saves the others",
            path.display(),
            self.damaged
        );
        Ok(self)
    }

    /// The files' blocks, none twice, of which all must be of the variant: in the order of their numbers,
    /// whichever was finished first.
    ///
    /// # Errors
    /// As [`DataFile::read`], and if one is damaged or of another variant.
    pub(crate) fn read_all(
        paths: &[impl AsRef<Path>],
        of: VariantId,
        damage: Damage,
    ) -> anyhow::Result<Vec<Block>> {
        let (mut blocks, mut seen) = (Vec::new(), HashSet::new());
        for path in paths {
            let path = path.as_ref();
            let mut file = DataFile::read(path)?;
            if damage == Damage::Refused {
                file = file.undamaged(path)?;
            }
            let variant = file.header.variant;
            if variant != of {
                bail!("{} has games of {variant}, not of {of}", path.display());
            }
            let new = file.blocks.into_iter().filter(|block| {
                seen.insert((block.id, file.header.made.clone(), crc32fast::hash(&block.bytes)))
            });
            blocks.extend(new);
        }
        blocks.sort_by_key(|block| block.id);
        Ok(blocks)
    }
}

/// How far it is to the next whole block, that block, and its length.
fn next_block(bytes: &[u8]) -> Option<(usize, Block, usize)> {
    let mut starts = bytes.windows(BLOCK.len()).enumerate().filter(|(_, word)| word == BLOCK);
    starts.find_map(|(at, _)| Block::read(&bytes[at..]).map(|(block, length)| (at, block, length)))
}

/// Whether the bytes are the beginning of a block whose rest is missing.
fn is_cut(bytes: &[u8]) -> bool {
    let length = bytes.get(4..8).and_then(|word| word.first_chunk().copied());
    let ends_early = match length {
        Some(length) => bytes.len() < BLOCK_HEAD + u32::from_le_bytes(length) as usize,
        None => true,
    };
    let shown = bytes.len().min(BLOCK.len());
    ends_early && bytes[..shown] == BLOCK[..shown]
}

/// A file of games that grows.
#[derive(Debug)]
pub(crate) struct Writer {
    file: File,
}

impl Writer {
    /// Opens the file, or begins it; gives the blocks that it has. What a killed run left behind
    /// the last whole block is cut off. Nobody else can write it until this is dropped.
    ///
    /// # Errors
    /// If it cannot be opened, is damaged, somebody else writes it, or its games were made otherwise.
    pub(crate) fn open(path: &Path, header: &Header) -> anyhow::Result<(Writer, Vec<Block>)> {
        let wrong = || format!("cannot write {}", path.display());
        if !path.exists() {
            let mut file = File::create_new(path).with_context(wrong)?;
            lock(&file).with_context(wrong)?;
            file.write_all(&header.bytes()).with_context(wrong)?;
            return Ok((Writer { file }, Vec::new()));
        }
        // To read, too: a pipe, which is refused then, would wait for its reader otherwise.
        let open = OpenOptions::new().read(true).write(true).open(path);
        let mut file = open.with_context(wrong)?;
        lock(&file).with_context(wrong)?;
        let old = DataFile::read(path)?.undamaged(path)?;
        if old.header != *header {
            let Header { variant, made } = &old.header;
            bail!("{} has games of {variant} made otherwise: {made}", path.display());
        }
        let length = file.metadata().with_context(wrong)?.len();
        file.set_len(length - old.cut).with_context(wrong)?;
        file.seek(SeekFrom::End(0)).with_context(wrong)?;
        Ok((Writer { file }, old.blocks))
    }

    /// Appends a block.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn append(&mut self, block: &Block) -> anyhow::Result<()> {
        let mut bytes = block.head();
        bytes.extend(&block.bytes);
        self.file.write_all(&bytes).context("cannot write games")
    }
}

/// Keeps others from writing the file too, where the system can do that.
fn lock(file: &File) -> anyhow::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => bail!("another run is writing it"),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stymie_movegen::Hia;

    fn header() -> Header {
        Header { variant: VariantId::Hia, made: "for a test".to_owned() }
    }

    fn block(number: u64) -> Block {
        let game = Record { opening: Vec::new(), played: Vec::new(), winner: None };
        Block::pack::<Hia>(BlockId { seed: 7, number }, &vec![game; number as usize + 1])
    }

    fn numbers(path: &Path) -> Vec<u64> {
        DataFile::read(path).unwrap().blocks.iter().map(|block| block.id.number).collect()
    }

    #[test]
    fn a_file_that_a_killed_run_has_left_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let (mut writer, old) = Writer::open(&path, &header()).unwrap();
        assert!(old.is_empty());
        (0..3).for_each(|number| writer.append(&block(number)).unwrap());
        drop(writer);
        let whole = std::fs::read(&path).unwrap();
        assert_eq!(numbers(&path), [0, 1, 2]);
        // Broken off anywhere in the last block: that one is lost, no other.
        for length in whole.len() - block(2).length() as usize + 1..whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let read = DataFile::read(&path).unwrap();
            assert!(read.cut > 0 && read.damaged == 0);
            let (mut writer, old) = Writer::open(&path, &header()).unwrap();
            assert_eq!(old.len(), 2);
            writer.append(&block(5)).unwrap();
            drop(writer);
            assert_eq!(numbers(&path), [0, 1, 5]);
        }
        assert_eq!(DataFile::read(&path).unwrap().blocks[2].unpack::<Hia>().unwrap().len(), 6);
    }

    #[test]
    fn other_games_are_not_mixed_in() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        drop(Writer::open(&path, &header()).unwrap());
        let other = Header { made: "otherwise".to_owned(), ..header() };
        let said = Writer::open(&path, &other).unwrap_err().to_string();
        assert!(said.contains("made otherwise: for a test"), "{said}");
        assert!(DataFile::read_all(&[&path], VariantId::Chess, Damage::Refused).is_err());
        std::fs::write(&path, "nonsense").unwrap();
        assert!(DataFile::read(&path).is_err());
    }

    #[test]
    fn no_block_is_read_twice() {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["a", "b"].map(|name| folder.path().join(name));
        for (path, from) in paths.iter().zip([0, 1]) {
            let (mut writer, _) = Writer::open(path, &header()).unwrap();
            (from..from + 2).for_each(|number| writer.append(&block(number)).unwrap());
        }
        let read =
            |paths: &[_]| DataFile::read_all(paths, VariantId::Hia, Damage::Refused).unwrap();
        let numbers = |blocks: Vec<Block>| blocks.iter().map(|b| b.id.number).collect::<Vec<_>>();
        assert_eq!(numbers(read(&paths)), [0, 1, 2]);
        let [a, b] = paths;
        assert_eq!(numbers(read(&[b, a])), [0, 1, 2]);
    }

    #[test]
    fn a_damaged_file_is_not_cut_and_what_is_whole_can_be_saved() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let (mut writer, _) = Writer::open(&path, &header()).unwrap();
        (0..4).for_each(|number| writer.append(&block(number)).unwrap());
        drop(writer);
        let whole = std::fs::read(&path).unwrap();
        let blocks = whole.len() - (0..4).map(|n| block(n).length() as usize).sum::<usize>();
        for at in blocks..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 16;
            std::fs::write(&path, &bytes).unwrap();
            let read = DataFile::read(&path).unwrap();
            assert_eq!(read.blocks.len(), 3, "{at}");
            let of = VariantId::Hia;
            // A wrong length of the last block may look as if it was not written to its end.
            if read.damaged > 0 {
                let said = Writer::open(&path, &header()).unwrap_err().to_string();
                assert!(said.contains("is damaged"), "{said}");
                assert!(DataFile::read_all(&[&path], of, Damage::Refused).is_err());
                assert_eq!(std::fs::read(&path).unwrap(), bytes);
            }
            assert!(read.damaged > 0 || at >= whole.len() - block(3).length() as usize, "{at}");
            assert_eq!(DataFile::read_all(&[&path], of, Damage::LeftOut).unwrap().len(), 3);
        }
    }

    #[test]
    fn a_file_is_written_by_one_run_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let (writer, _) = Writer::open(&path, &header()).unwrap();
        let said = format!("{:#}", Writer::open(&path, &header()).unwrap_err());
        assert!(said.ends_with("another run is writing it"), "{said}");
        drop(writer);
        assert!(Writer::open(&path, &header()).is_ok());
    }

    #[cfg(unix)]
    #[test]
    fn what_never_ends_is_not_read() {
        let error = DataFile::read(Path::new("/dev/zero")).unwrap_err();
        assert_eq!(format!("{error:#}"), "cannot read /dev/zero: it is no regular file");
    }
}
