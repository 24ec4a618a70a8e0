//! The engine Stymie around its search: the protocols it speaks with GUIs, the command line, and
//! the record of games.
//!
//! Start reading at [`protocol`] or [`cli`].

pub mod cli;
mod explain;
pub mod pgn;
pub mod protocol;
