//! The engine Stymie around its search: the protocols it speaks with GUIs, the command line, the
//! board in the browser, and the record and the analysis of games.
//!
//! Start reading at [`protocol`] or [`cli`].

pub mod analyse;
#[cfg(feature = "board")]
pub mod board;
pub mod cli;
mod explain;
pub mod files;
#[cfg(test)]
mod fuzz;
mod numbers;
pub mod pgn;
pub mod protocol;
mod text;
