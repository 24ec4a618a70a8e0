//! Games of the engine against itself with the search's scores, for training: in memory, and in
//! files that a killed run leaves whole but for their last block.

mod bits;
mod file;
mod record;

pub(crate) use file::{Block, BlockId, Damage, DataFile, Header, Writer};
pub(crate) use record::{DECISIVE, Played, Record, SCORE_MOST, replay};
