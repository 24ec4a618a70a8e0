//! The rules of the games of the bodyguard and their relatives: boards, positions, legal moves,
//! results, notation.
//!
//! Start reading at [`Rules`], which says what differs between variants; [`Position`] is a
//! position under such rules, [`TypedGame`] a game. Who learns the variant at run time uses
//! [`open`] and the dynamic [`Game`].
//!
//! ```
//! use stymie_movegen::{Hia, Position, perft};
//!
//! let start = Position::<Hia>::start();
//! assert_eq!(start.legal_moves().len(), 26);
//! assert_eq!(perft(&start, 3), 18_609);
//! ```
//!
//! This crate knows nothing of scores and nothing of protocols.

mod bitboard;
mod board;
pub mod bodyguard;
mod chase;
pub mod chess;
pub mod fen;
pub mod game;
pub mod geometry;
pub mod hia;
pub mod hiashatar;
mod legality;
mod moves;
mod orthodox;
mod outcome;
mod perft;
mod piece;
mod position;
mod rights;
mod rules;
pub mod san;
mod shak;
pub mod shatar;
pub mod sliders;
mod variant;
mod wxf;
pub mod xiangqi;
mod zobrist;

pub use bitboard::{Bitboard, Square, Squares};
pub use board::Observer;
pub use bodyguard::Bodyguard;
pub use chess::{Chess, Modern};
pub use fen::{FenError, FenReason, Reading};
pub use game::{Game, TypedGame, open};
pub use geometry::Geometry;
pub use hia::Hia;
pub use hiashatar::{Hiashatar, HiashatarBuryat, HiashatarModern};
pub use legality::Legality;
pub use moves::{MAX_MOVES, Mode, Move, MoveKind, MoveList, Sink};
pub use outcome::{Outcome, Reason};
pub use perft::{divide, perft};
pub use piece::{Color, Piece, PieceKind, SLOTS};
pub use position::Position;
pub use rights::{RightKind, RightSpec, Rights, RightsTable};
pub use rules::{Rules, has};
pub use san::MoveError;
pub use shatar::{Shatar, ShatarBuryat};
pub use variant::{UnknownVariant, VariantId};
pub use xiangqi::Xiangqi;
