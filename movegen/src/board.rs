//! Piece placement with its hash key.

use crate::bitboard::{Bitboard, Square};
use crate::piece::{Color, Piece, PieceKind, SLOTS};
use crate::zobrist;

/// Hears of every piece that appears or vanishes while a move is played: the hook for
/// incremental evaluation. `()` listens to nothing.
pub trait Observer {
    /// The piece now stands on the square.
    fn added(&mut self, piece: Piece, square: Square);
    /// The piece no longer stands on the square.
    fn removed(&mut self, piece: Piece, square: Square);
}

impl Observer for () {
    #[inline]
    fn added(&mut self, _: Piece, _: Square) {}
    #[inline]
    fn removed(&mut self, _: Piece, _: Square) {}
}

/// Which piece stands where. Private fields: only [`Board::put`] and [`Board::take`] change them,
/// so sets, squares and key cannot disagree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Board {
    colors: [Bitboard; 2],
    slots: [Bitboard; SLOTS],
    squares: [Option<Piece>; 128],
    key: u64,
}

impl Board {
    pub(crate) const EMPTY: Board = Board {
        colors: [Bitboard::EMPTY; 2],
        slots: [Bitboard::EMPTY; SLOTS],
        squares: [None; 128],
        key: 0,
    };

    #[inline]
    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()]
    }

    #[inline]
    pub(crate) fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// All pieces of the slot's kind. Only for kinds of the variant: slots are shared.
    #[inline]
    pub(crate) fn kind(&self, kind: PieceKind) -> Bitboard {
        self.slots[kind.slot()]
    }

    /// The XOR of the keys of all pieces.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        self.key
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put<O: Observer>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        debug_assert!(self.piece_at(square).is_none());
        self.flip(piece, square);
        self.squares[square.index()] = Some(piece);
        observer.added(piece, square);
    }

    /// Takes the piece, which must stand there, off its square.
    #[inline]
    pub(crate) fn take<O: Observer>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        debug_assert_eq!(self.piece_at(square), Some(piece));
        self.flip(piece, square);
        self.squares[square.index()] = None;
        observer.removed(piece, square);
    }

    #[inline]
    fn flip(&mut self, piece: Piece, square: Square) {
        self.colors[piece.color().index()] ^= square.bit();
        self.slots[piece.slot()] ^= square.bit();
        self.key ^= zobrist::piece(piece, square);
    }
}
