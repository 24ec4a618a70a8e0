//! Networks as files.
//!
//! Little-endian: `STYMIENN`, the format's version (u16), the length of the variant's name (u16)
//! and the name, features (u32), hidden units a side (u32), outputs (u32), scale (i32), 1 if it is
//! added to the hand-written evaluation, else 0 (u32); then the weights as in [`Weights`] (i16; the
//! outputs' biases i32); last a CRC-32 of all before it.

use stymie_movegen::{VariantId, dispatch};
use thiserror::Error;

use super::lanes::{Block, LANES};
use super::{
    FIRST_UNIT, HIDDEN_MOST, HIDDEN_STEP, Network, OUTPUTS, Weights, feature_count, full_board,
};

const MAGIC: &[u8] = b"STYMIENN";
const VERSION: u16 = 1;

/// Why bytes are no network of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// They do not begin as a network does.
    #[error("it is no network of Stymie's")]
    Foreign,
    /// It ends too early, or goes on.
    #[error("it has {found} bytes, not {wanted}: broken off or damaged")]
    Length {
        /// How many bytes there are.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// Another version of the format.
    #[error("its format is version {0}, this program reads version {VERSION}")]
    Version(u16),
    /// Another variant's.
    #[error("it is a network for '{found}', not for '{wanted}'")]
    Variant {
        /// Whose it is.
        found: String,
        /// Whose it should be.
        wanted: VariantId,
    },
    /// No variant's.
    #[error("it is a network for '{0}', which is no variant")]
    Unknown(String),
    /// Another shape.
    #[error("it has {found} {what}, where {wanted}")]
    Shape {
        /// Of what.
        what: &'static str,
        /// How many.
        found: usize,
        /// What there should be, in words.
        wanted: String,
    },
    /// The check sum says that it is damaged.
    #[error("its check sum is wrong: it is damaged")]
    Damaged,
    /// Sums could leave their range.
    #[error("its weights are too large to be summed up")]
    TooLarge,
}

impl Network {
    /// The network of these weights.
    ///
    /// # Errors
    /// If they are not of the variant's shape, or too large.
    pub fn new(variant: VariantId, weights: &Weights) -> Result<Network, NetworkError> {
        let (features, men) = dispatch!(variant, R => (feature_count::<R>(), full_board::<R>()));
        let hidden = weights.hidden;
        check_hidden(hidden)?;
        let length = |what, found, wanted: usize| {
            let wanted = format!("{wanted} are needed");
            NetworkError::Shape { what, found, wanted }
        };
        if weights.first.len() != features * hidden {
            return Err(length("first weights", weights.first.len(), features * hidden));
        }
        if weights.bias.len() != hidden {
            return Err(length("biases", weights.bias.len(), hidden));
        }
        if weights.output.len() != OUTPUTS * 2 * hidden {
            return Err(length("output weights", weights.output.len(), OUTPUTS * 2 * hidden));
        }
        if !is_summable(weights) {
            return Err(NetworkError::TooLarge);
        }
        Ok(Network {
            variant,
            blocks: hidden / LANES,
            weights: blocks(&weights.first),
            bias: blocks(&weights.bias),
            output: blocks(&weights.output),
            output_bias: weights.output_bias,
            scale: weights.scale,
            adds: weights.adds,
            men,
        })
    }

    /// Reads a network of the variant.
    ///
    /// # Errors
    /// If the bytes are anything else.
    pub fn read(variant: VariantId, bytes: &[u8]) -> Result<Network, NetworkError> {
        Network::read_for(Some(variant), bytes)
    }

    /// Reads a network of whatever variant.
    ///
    /// # Errors
    /// If the bytes are anything else.
    pub fn read_any(bytes: &[u8]) -> Result<Network, NetworkError> {
        Network::read_for(None, bytes)
    }

    fn read_for(wanted: Option<VariantId>, bytes: &[u8]) -> Result<Network, NetworkError> {
        let mut reader = Reader { rest: bytes };
        if reader.take(MAGIC.len()) != Some(MAGIC) {
            return Err(NetworkError::Foreign);
        }
        let short = |wanted| NetworkError::Length { found: bytes.len(), wanted };
        let version = reader.u16().ok_or(short(MAGIC.len() + 4))?;
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        let name_length = usize::from(reader.u16().ok_or(short(MAGIC.len() + 4))?);
        let head = MAGIC.len() + 4 + name_length + 20;
        let name = reader.take(name_length).ok_or(short(head))?;
        let name = String::from_utf8_lossy(name).into_owned();
        let cut = || name.chars().take(40).collect();
        let named = name.parse::<VariantId>().ok();
        let variant = match (named, wanted) {
            (named, Some(wanted)) if named != Some(wanted) => {
                return Err(NetworkError::Variant { found: cut(), wanted });
            }
            (None, _) => return Err(NetworkError::Unknown(cut())),
            (Some(variant), _) => variant,
        };
        let mut number = || reader.u32().ok_or(short(head));
        let (features, hidden, outputs, scale) = (number()?, number()?, number()?, number()?);
        let adds = number()? != 0;
        let wanted = dispatch!(variant, R => feature_count::<R>());
        if features as usize != wanted {
            let wanted = format!("{variant} has {wanted}");
            return Err(NetworkError::Shape { what: "features", found: features as usize, wanted });
        }
        if outputs as usize != OUTPUTS {
            let wanted = format!("this program has {OUTPUTS}");
            return Err(NetworkError::Shape { what: "outputs", found: outputs as usize, wanted });
        }
        let hidden = hidden as usize;
        check_hidden(hidden)?;
        let numbers = wanted * hidden + hidden + OUTPUTS * 2 * hidden;
        let whole = head + 2 * numbers + 4 * OUTPUTS + 4;
        if bytes.len() != whole {
            return Err(short(whole));
        }
        let mut sum = crc32fast::Hasher::new();
        sum.update(&bytes[..whole - 4]);
        let mut list = |count: usize| -> Option<Vec<i16>> {
            let bytes = reader.take(2 * count)?;
            Some(bytes.as_chunks().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect())
        };
        let first = list(wanted * hidden).ok_or(short(whole))?;
        let bias = list(hidden).ok_or(short(whole))?;
        let output = list(OUTPUTS * 2 * hidden).ok_or(short(whole))?;
        let mut output_bias = [0; OUTPUTS];
        for bias in &mut output_bias {
            *bias = reader.u32().ok_or(short(whole))? as i32;
        }
        if reader.u32() != Some(sum.finalize()) {
            return Err(NetworkError::Damaged);
        }
        let scale = scale as i32;
        let weights = Weights { hidden, first, bias, output, output_bias, scale, adds };
        Network::new(variant, &weights)
    }

    /// The network as a file's bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = self.content();
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// The check sum that the network's file ends with: it tells networks apart. (That of a whole
    /// file, its own sum included, is the same for all.)
    pub fn check_sum(&self) -> u32 {
        crc32fast::hash(&self.content())
    }

    /// A file's bytes without the check sum.
    fn content(&self) -> Vec<u8> {
        let name = self.variant.name().as_bytes();
        let features = self.weights.len() / self.blocks;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((name.len() as u16).to_le_bytes());
        bytes.extend(name);
        let shape = [features as u32, self.hidden() as u32, OUTPUTS as u32];
        for number in shape.into_iter().chain([self.scale as u32, u32::from(self.adds)]) {
            bytes.extend(number.to_le_bytes());
        }
        for block in self.weights.iter().chain(&self.bias).chain(&self.output) {
            bytes.extend(block.0.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes
    }
}

fn check_hidden(hidden: usize) -> Result<(), NetworkError> {
    if hidden > 0 && hidden <= HIDDEN_MOST && hidden.is_multiple_of(HIDDEN_STEP) {
        return Ok(());
    }
    let wanted = format!("a multiple of {HIDDEN_STEP} up to {HIDDEN_MOST} is needed");
    Err(NetworkError::Shape { what: "hidden units", found: hidden, wanted })
}

/// Whether no position of a game can bring a sum out of its range: the hidden units' out of 16 bits,
/// the outputs' out of 32. (Boards set up with more men than a game has may do the first: the sum
/// wraps, and the evaluation is nonsense, but nothing breaks.)
fn is_summable(weights: &Weights) -> bool {
    let unit = i64::from(FIRST_UNIT);
    let factor_fits = weights.output.iter().all(|&w| i64::from(w).abs() * unit <= 32_767);
    let outputs_fit = weights.output.chunks(2 * weights.hidden).all(|output| {
        output.iter().map(|&w| i64::from(w).abs()).sum::<i64>() * unit * unit < i64::from(i32::MAX)
    });
    let bias_fits = weights.output_bias.iter().all(|bias| bias.unsigned_abs() < 1 << 29);
    let most = weights.first.iter().map(|w| i64::from(*w).abs()).max().unwrap_or(0);
    let least = weights.bias.iter().map(|w| i64::from(*w).abs()).max().unwrap_or(0);
    let units_fit = most * MEN_MOST + least <= 32_767;
    let scale_fits = weights.scale > 0 && weights.scale < 100_000;
    factor_fits && outputs_fit && bias_fits && units_fit && scale_fits
}

/// No game has more men on the board: Hiashatar begins with so many.
const MEN_MOST: i64 = 40;

fn blocks(numbers: &[i16]) -> Vec<Block> {
    numbers.as_chunks::<LANES>().0.iter().map(|&chunk| Block(chunk)).collect()
}

struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn u16(&mut self) -> Option<u16> {
        self.take(2)?.try_into().ok().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_le_bytes)
    }
}
