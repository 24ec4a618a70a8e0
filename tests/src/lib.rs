//! What the whole-system tests share: running programs line by line, asking the referee, reading the tables of
//! expected values, and a real XBoard.
//!
//! Everything here is for tests only: on failure it panics, with what the program under test had said.
//! Start reading at [`Program`].

mod gui;
mod program;
mod referee;
mod tables;

pub use gui::{Desk, Event, GuiGame, GuiMatch, VirtualScreen, Who, find_tool, play_match};
pub use program::{Program, SOON};
pub use referee::{Answer, Referee};
pub use tables::{PerftRow, RepetitionRow, perft_rows, repetition_rows};

/// The names of all variants, as `UCI_Variant` takes them.
pub const VARIANTS: [&str; 10] = [
    "hia",
    "bodyguard",
    "shatar",
    "shatar-buryat",
    "hiashatar",
    "hiashatar-buryat",
    "hiashatar-modern",
    "xiangqi",
    "chess",
    "modern",
];
