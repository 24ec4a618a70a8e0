//! Games: a start position and the moves made from it, which repetition is judged by; and
//! [`Game`], the one dynamic type for those who learn the variant at run time.

use std::any::Any;

use crate::bitboard::{Bitboard, Square};
use crate::dispatch;
use crate::fen::{FenError, Reading};
use crate::geometry::Geometry;
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::perft::{divide, perft};
use crate::piece::{Color, Piece, PieceKind};
use crate::position::Position;
use crate::rules::Rules;
use crate::san::{self, MoveError};
use crate::variant::VariantId;

/// A game under the rules `R`.
#[derive(Clone, Debug)]
pub struct TypedGame<R: Rules> {
    /// `positions[0]` is the start; `moves[i]` leads from `positions[i]` to `positions[i + 1]`.
    positions: Vec<Position<R>>,
    moves: Vec<Move>,
}

impl<R: Rules> Default for TypedGame<R> {
    fn default() -> Self {
        TypedGame::new(Position::start())
    }
}

impl<R: Rules> TypedGame<R> {
    /// A game that starts from a position.
    pub fn new(start: Position<R>) -> Self {
        TypedGame { positions: vec![start], moves: Vec::new() }
    }

    /// All positions, the current one last.
    pub fn positions(&self) -> &[Position<R>] {
        &self.positions
    }

    /// The current position.
    pub fn position(&self) -> &Position<R> {
        &self.positions[self.moves.len()]
    }

    /// The moves made.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Makes a legal move of the current position.
    pub fn play(&mut self, mv: Move) {
        debug_assert!(self.position().is_legal(mv));
        let next = self.position().play(mv);
        self.positions.push(next);
        self.moves.push(mv);
    }

    /// Takes the last move back; gives it.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        self.positions.pop();
        Some(last)
    }

    /// How the game has ended: robado, no legal move, repetition, clock, dead position, looked at
    /// in this order; `None` while it goes on. Only the current position is judged: moves after a
    /// draw are possible.
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        if position.is_robado() || !position.has_legal_move() {
            return position.outcome_on_board();
        }
        if let Some(first) = self.third_last_occurrence() {
            return Some(R::repetition(&self.positions[first..], &self.moves[first..]));
        }
        position.outcome_of_rest()
    }

    /// If the current position has occurred three times: the index of the last occurrence but two.
    fn third_last_occurrence(&self) -> Option<usize> {
        let current = self.moves.len();
        let key = self.position().key();
        // No position from before the last capture or pawn move can come back.
        let reversible = usize::try_from(self.position().halfmove_clock()).unwrap_or(usize::MAX);
        let earliest = current.saturating_sub(reversible);
        let same = (earliest..current).rev().filter(|&i| self.positions[i].key() == key);
        same.take(2).nth(1)
    }
}

/// A game whose variant is known at run time only. Squares, moves and pieces are the typed ones.
pub trait Game: Send {
    /// The variant.
    fn variant(&self) -> VariantId;
    /// The board's tables, for names of squares.
    fn geometry(&self) -> &'static Geometry;
    /// The kinds of pieces of the variant.
    fn kinds(&self) -> &'static [PieceKind];
    /// The variant's start position's FEN.
    fn start_fen(&self) -> &'static str;
    /// Starts anew from a FEN; gives what was repaired, in words. On an error nothing changes.
    ///
    /// # Errors
    /// All reasons for which it is no position of this variant.
    fn set_fen(&mut self, fen: &str, reading: Reading) -> Result<Vec<String>, FenError>;
    /// Starts anew from the start position.
    fn reset(&mut self);
    /// The current position's FEN.
    fn fen(&self) -> String;
    /// The FEN of the position the game started from.
    fn initial_fen(&self) -> String;
    /// The side to move.
    fn side(&self) -> Color;
    /// What stands on the square.
    fn piece_at(&self, square: Square) -> Option<Piece>;
    /// The squares of the pieces that give check.
    fn checkers(&self) -> Bitboard;
    /// The squares of a side's zone; empty where nothing brakes.
    fn zone(&self, color: Color) -> Bitboard;
    /// The repetition key of the current position.
    fn key(&self) -> u64;
    /// The legal moves.
    fn legal_moves(&self) -> Vec<Move>;
    /// Whether the move captures.
    fn is_capture(&self, mv: Move) -> bool;
    /// From where to where the rook goes in a castling; `None` if the move is none.
    fn castling_rook(&self, mv: Move) -> Option<(Square, Square)>;
    /// The moves made.
    fn moves(&self) -> &[Move];
    /// Makes a legal move.
    fn play(&mut self, mv: Move);
    /// Takes the last move back; gives it.
    fn undo(&mut self) -> Option<Move>;
    /// How the game has ended; see [`TypedGame::outcome`].
    fn outcome(&self) -> Option<Outcome>;
    /// The move in UCI.
    fn to_uci(&self, mv: Move) -> String;
    /// Reads a legal move in UCI.
    ///
    /// # Errors
    /// If the text is no move, or none that is legal here.
    fn parse_uci(&self, text: &str) -> Result<Move, MoveError>;
    /// The legal move as people write it.
    fn notation(&self, mv: Move) -> String;
    /// Reads a legal move as people or programs write it.
    ///
    /// # Errors
    /// If the text is no move, fits none that is legal here, or several.
    fn parse_move(&self, text: &str) -> Result<Move, MoveError>;
    /// Counts legal move sequences.
    fn perft(&self, depth: u32) -> u64;
    /// The same for each first move.
    fn divide(&self, depth: u32) -> Vec<(Move, u64)>;
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Game>;
    /// The [`TypedGame`] behind it.
    fn as_any(&self) -> &dyn Any;
}

impl Clone for Box<dyn Game> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// A game of the variant, at its start position.
pub fn open(variant: VariantId) -> Box<dyn Game> {
    dispatch!(variant, R => Box::new(TypedGame::<R>::default()))
}

impl<R: Rules> Game for TypedGame<R> {
    fn variant(&self) -> VariantId {
        R::VARIANT
    }

    fn geometry(&self) -> &'static Geometry {
        R::GEOMETRY
    }

    fn kinds(&self) -> &'static [PieceKind] {
        R::PIECES
    }

    fn start_fen(&self) -> &'static str {
        R::START
    }

    fn set_fen(&mut self, fen: &str, reading: Reading) -> Result<Vec<String>, FenError> {
        let (start, remarks) = Position::read_fen(fen, reading)?;
        *self = TypedGame::new(start);
        Ok(remarks)
    }

    fn reset(&mut self) {
        *self = TypedGame::default();
    }

    fn fen(&self) -> String {
        self.position().fen()
    }

    fn initial_fen(&self) -> String {
        self.positions[0].fen()
    }

    fn side(&self) -> Color {
        self.position().side()
    }

    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.position().piece_at(square)
    }

    fn checkers(&self) -> Bitboard {
        self.position().checkers()
    }

    fn zone(&self, color: Color) -> Bitboard {
        self.position().zone(color)
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.position().legal_moves().to_vec()
    }

    fn is_capture(&self, mv: Move) -> bool {
        self.position().is_capture(mv)
    }

    fn castling_rook(&self, mv: Move) -> Option<(Square, Square)> {
        self.position().castling_rook(mv)
    }

    fn moves(&self) -> &[Move] {
        TypedGame::moves(self)
    }

    fn play(&mut self, mv: Move) {
        TypedGame::play(self, mv);
    }

    fn undo(&mut self) -> Option<Move> {
        TypedGame::undo(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        TypedGame::outcome(self)
    }

    fn to_uci(&self, mv: Move) -> String {
        san::to_uci::<R>(mv)
    }

    fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        san::parse_uci(self.position(), text)
    }

    fn notation(&self, mv: Move) -> String {
        R::notation(self.position(), mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        R::parse_notation(self.position(), text)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self.position(), depth)
    }

    fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        divide(self.position(), depth)
    }

    fn boxed_clone(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
