//! Games as PGN, the portable game notation: [`Record`] and [`MoveText`] write it, [`read`] reads
//! it.
//!
//! One file each: `lexer` splits a text into tags, moves and comments, `read` makes games of them,
//! `spelling` reads single moves as the many programs write them, `write` is the other way, and
//! `ending` and `date` are what is told of a game beside its moves.

mod date;
mod ending;
mod lexer;
mod read;
mod spelling;
#[cfg(test)]
mod tests;
mod write;

pub use date::Date;
pub use ending::{Ending, Fault};
pub use read::{Fault as ReadFault, Games, ReadError, Recorded, decode, read};
pub(crate) use read::{next_number, tag_of};
pub use write::{MoveText, Note, Record, Variation, write_tag};

use stymie_movegen::{Color, Game, PieceKind};

/// How the players call that side: xiangqi's first side is Red.
pub fn side_name(game: &dyn Game, color: Color) -> &'static str {
    match color {
        Color::White if game.kinds().contains(&PieceKind::Elephant) => "Red",
        Color::White => "White",
        Color::Black => "Black",
    }
}
