//! Positions: what stands where, whose move it is, and what the rules remember beside that.

use std::fmt;
use std::marker::PhantomData;

use crate::bitboard::{Bitboard, Square};
use crate::board::{Board, Observer};
use crate::legality::Legality;
use crate::moves::{Counter, Mode, Move, MoveKind, MoveList, Sink};
use crate::orthodox;
use crate::outcome::{Outcome, Reason};
use crate::piece::{Color, Piece, PieceKind};
use crate::rights::{RightKind, RightSpec, Rights};
use crate::rules::{Rules, has};
use crate::{shak, zobrist};

/// A position of a game under the rules `R`.
///
/// [`Position::play`] gives the next one, [`Position::advance`] turns this into it. Two positions are
/// equal if all six FEN fields and the check series are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position<R: Rules> {
    pub(crate) board: Board,
    pub(crate) checkers: Bitboard,
    pub(crate) en_passant: Bitboard,
    pub(crate) fullmove: u32,
    pub(crate) halfmove: u32,
    pub(crate) rights: Rights,
    pub(crate) side: Color,
    /// By side: whether its unbroken series of checks holds a shak (see [`crate::shak`]).
    pub(crate) shak: [bool; 2],
    /// The hash of side to move, rights and en passant squares.
    state_key: u64,
    rules: PhantomData<R>,
}

impl<R: Rules> Position<R> {
    /// The start position.
    pub fn start() -> Position<R> {
        match Position::from_fen(R::START) {
            Ok(position) => position,
            Err(error) => unreachable!("start position of {}: {error}", R::VARIANT),
        }
    }

    /// A position of these parts, not yet validated: [`crate::fen`] does that.
    pub(crate) fn assemble(
        board: Board,
        side: Color,
        rights: Rights,
        en_passant: Bitboard,
        halfmove: u32,
        fullmove: u32,
    ) -> Position<R> {
        let mut position = Position {
            board,
            checkers: Bitboard::EMPTY,
            en_passant,
            fullmove,
            halfmove,
            rights,
            side,
            shak: [false; 2],
            state_key: 0,
            rules: PhantomData,
        };
        position.state_key = position.recomputed_state_key();
        position
    }

    /// Recomputes who gives check, and the check series as if it began here.
    pub(crate) fn refresh_checks(&mut self) {
        self.shak = [false; 2];
        self.checkers = self.attackers_to(self.king(self.side), !self.side);
        if R::SHATAR && self.checkers.any() {
            self.shak[(!self.side).index()] = shak::is_shak(self, self.checkers);
        }
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.side
    }

    /// What stands on the square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// The squares of a side's pieces.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        R::narrowed(self.board.color(color))
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        R::narrowed(self.board.occupied())
    }

    /// The squares of both sides' pieces of a kind, which must be one of [`Rules::PIECES`].
    #[inline]
    pub fn kind(&self, kind: PieceKind) -> Bitboard {
        debug_assert!(R::PIECES.contains(&kind));
        R::narrowed(self.board.kind(kind))
    }

    /// The squares of a side's pieces of a kind, which must be one of [`Rules::PIECES`].
    #[inline]
    pub fn pieces(&self, kind: PieceKind, color: Color) -> Bitboard {
        self.kind(kind) & self.color(color)
    }

    /// The same for any kind: the empty set where the variant lacks it.
    #[inline(always)]
    pub fn pieces_if_any(&self, kind: PieceKind, color: Color) -> Bitboard {
        if has::<R>(kind) { self.pieces(kind, color) } else { Bitboard::EMPTY }
    }

    /// The side's king's square.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.pieces(PieceKind::King, color).lowest()
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        R::narrowed(self.checkers)
    }

    /// Castling and adjustment rights.
    #[inline]
    pub fn rights(&self) -> Rights {
        self.rights
    }

    /// The squares on which a pawn of the side to move may capture en passant, pins aside.
    #[inline]
    pub fn en_passant(&self) -> Bitboard {
        R::narrowed(self.en_passant)
    }

    /// Plies since the last capture or pawn move (xiangqi: since the last capture).
    #[inline]
    pub fn halfmove_clock(&self) -> u32 {
        self.halfmove
    }

    /// The move number, from 1.
    #[inline]
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove
    }

    /// The key of what repetition compares: placement, side to move, rights, en passant field.
    #[inline]
    pub fn key(&self) -> u64 {
        self.board.key() ^ self.state_key
    }

    /// The key of everything but clocks that changes the future: [`Position::key`] and Shatar's
    /// check series.
    #[inline]
    pub fn table_key(&self) -> u64 {
        let mut key = self.key();
        if R::SHATAR {
            for side in Color::ALL {
                if self.shak[side.index()] {
                    key ^= zobrist::shak(side);
                }
            }
        }
        key
    }

    /// Both keys from scratch: [`Position::key`] and [`Position::table_key`] must equal them.
    pub fn recomputed_keys(&self) -> (u64, u64) {
        let pieces = self
            .occupied()
            .into_iter()
            .filter_map(|square| self.piece_at(square).map(|piece| zobrist::piece(piece, square)));
        let key = pieces.fold(self.recomputed_state_key(), |key, piece| key ^ piece);
        (key, self.table_key() ^ self.key() ^ key)
    }

    fn recomputed_state_key(&self) -> u64 {
        let mut key = zobrist::rights(self.rights.0);
        for square in self.en_passant {
            key ^= zobrist::en_passant(square);
        }
        if self.side == Color::Black {
            key ^= zobrist::black_to_move();
        }
        key
    }

    /// The squares beside a side's Hias or Bodyguards: enemy sliders stop on the first they enter.
    #[inline]
    pub fn zone(&self, color: Color) -> Bitboard {
        match R::BRAKE {
            Some(brake) => R::GEOMETRY.neighbours(self.pieces(brake, color)),
            None => Bitboard::EMPTY,
        }
    }

    /// The pieces of the side `by` that would give check to an enemy king on the square.
    #[inline]
    pub fn attackers_to(&self, square: Square, by: Color) -> Bitboard {
        R::attackers(self, square, by, self.occupied(), self.zone(!by))
    }

    /// Where the piece on the square may go, pins and checks aside (pawns: what they attack);
    /// own pieces within reach included. Empty for an empty square.
    #[inline]
    pub fn reach(&self, square: Square) -> Bitboard {
        self.piece_at(square).map_or(Bitboard::EMPTY, |piece| {
            R::reach(self, piece, square, self.zone(!piece.color()))
        })
    }

    /// Shatar: whether one side has only its king. Always false elsewhere.
    #[inline]
    pub fn is_robado(&self) -> bool {
        R::SHATAR && Color::ALL.iter().any(|&color| !self.color(color).many())
    }

    /// Hands the legal moves of that mode to the sink.
    #[inline]
    pub fn generate<S: Sink>(&self, mode: Mode, sink: &mut S) {
        if !self.is_robado() {
            R::generate(self, &R::legality(self), mode, self.color(self.side), sink);
        }
    }

    /// The legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate(Mode::All, &mut moves);
        moves
    }

    /// The moves before the king's safety is looked at (robado aside): for tests, since every
    /// legal move is one of them.
    pub fn pseudo_legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        let anything = Legality::anything(R::BOARD);
        R::generate(self, &anything, Mode::All, self.color(self.side), &mut moves);
        moves
    }

    /// How many legal moves there are.
    #[inline]
    pub fn count_legal_moves(&self) -> u64 {
        let mut counter = Counter::default();
        self.generate(Mode::All, &mut counter);
        counter.0
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        self.count_legal_moves() != 0
    }

    /// Whether the move, which may come from anywhere, is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        let movers = mv.from().bit() & self.color(self.side);
        if movers.is_empty() || self.is_robado() {
            return false;
        }
        let mut moves = MoveList::new();
        R::generate(self, &R::legality(self), Mode::All, movers, &mut moves);
        moves.contains(&mv)
    }

    /// Whether the move takes an enemy piece.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        mv.kind() == MoveKind::EnPassant || self.color(!self.side).contains(mv.to())
    }

    /// Whether the move is one of [`Mode::Noisy`].
    #[inline]
    pub fn is_noisy(&self, mv: Move) -> bool {
        mv.promotion().is_some() || self.is_capture(mv)
    }

    /// The square of the piece that the move captures.
    pub fn captured_square(&self, mv: Move) -> Option<Square> {
        if mv.kind() == MoveKind::EnPassant {
            orthodox::en_passant_victim(self, mv.to())
        } else if self.is_capture(mv) {
            Some(mv.to())
        } else {
            None
        }
    }

    /// The position after a move, if it is legal.
    pub fn try_play(&self, mv: Move) -> Option<Position<R>> {
        self.is_legal(mv).then(|| self.play(mv))
    }

    /// The position after a legal move of this position.
    #[inline]
    pub fn play(&self, mv: Move) -> Position<R> {
        let mut next = *self;
        next.advance(mv, &mut ());
        next
    }

    /// Makes a legal move of this position, telling the observer of every piece that appears or
    /// vanishes.
    #[inline]
    pub fn advance<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let mover = self.side;
        self.apply(mv, observer);
        self.checkers = self.attackers_to(self.king(self.side), mover);
        if R::SHATAR {
            let shak = shak::is_shak(self, self.checkers);
            let series = &mut self.shak[mover.index()];
            *series = self.checkers.any() && (*series || shak);
        }
    }

    /// Everything about a move but the checks that it gives.
    fn apply<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let (from, to, us) = (mv.from(), mv.to(), self.side);
        let Some(piece) = self.board.piece_at(from) else {
            debug_assert!(false, "{mv:?} from an empty square of {self:?}");
            return;
        };
        let victim = match mv.kind() {
            MoveKind::EnPassant => orthodox::en_passant_victim(self, to),
            MoveKind::Normal => Some(to),
            _ => None,
        };
        self.state_key ^= zobrist::black_to_move();
        self.halfmove = self.halfmove.saturating_add(1);
        if let Some(square) = victim
            && let Some(captured) = self.board.piece_at(square)
        {
            self.board.take(captured, square, observer);
            self.halfmove = 0;
        }
        self.board.take(piece, from, observer);
        match mv.kind() {
            MoveKind::Adjustment => self.swap_partner(mv, observer),
            MoveKind::Castling => self.move_castling_rook(mv, observer),
            _ => {}
        }
        let arrives = mv.promotion().map_or(piece, |kind| Piece::new(kind, us));
        self.board.put(arrives, to, observer);
        if R::PAWNS_RESET_CLOCK && piece.kind() == PieceKind::Pawn {
            self.halfmove = 0;
        }
        if !R::RIGHTS.is_empty() && self.rights.0 != 0 {
            let mut left = R::RIGHTS_TABLE.after(self.rights, from, to);
            if mv.kind() == MoveKind::Adjustment {
                left.0 &= !R::RIGHTS_TABLE.adjustments[us.index()];
            }
            self.state_key ^= zobrist::rights(self.rights.0 ^ left.0);
            self.rights = left;
        }
        if R::PAWN_STEPS > 1 {
            self.clear_en_passant();
            if mv.kind() == MoveKind::MultiStep {
                self.en_passant = orthodox::en_passant_squares(self, from, to, us);
                for square in self.en_passant {
                    self.state_key ^= zobrist::en_passant(square);
                }
            }
        }
        self.fullmove += us.index() as u32;
        self.side = !us;
    }

    fn clear_en_passant(&mut self) {
        for square in self.en_passant {
            self.state_key ^= zobrist::en_passant(square);
        }
        self.en_passant = Bitboard::EMPTY;
    }

    fn swap_partner<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        if let Some(partner) = self.board.piece_at(mv.to()) {
            self.board.take(partner, mv.to(), observer);
            self.board.put(partner, mv.from(), observer);
        }
    }

    fn move_castling_rook<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        if let Some((rook_from, rook_to)) = self.castling_rook(mv)
            && let Some(rook) = self.board.piece_at(rook_from)
        {
            self.board.take(rook, rook_from, observer);
            self.board.put(rook, rook_to, observer);
        }
    }

    /// From where to where the rook goes in a castling; `None` if the move is none.
    pub fn castling_rook(&self, mv: Move) -> Option<(Square, Square)> {
        if mv.kind() != MoveKind::Castling {
            return None;
        }
        R::RIGHTS.iter().find_map(|right| match right.kind {
            RightKind::Castling { king_to, rook_to } => {
                let square = |file| RightSpec::square(file, self.side, R::GEOMETRY);
                (square(king_to) == mv.to()).then(|| (square(right.partner), square(rook_to)))
            }
            RightKind::Adjustment => None,
        })
    }

    /// The position with the move passed to the other side: for null move pruning. Must not be
    /// used in check.
    pub fn pass(&self) -> Position<R> {
        debug_assert!(self.checkers.is_empty());
        let mut next = *self;
        next.clear_en_passant();
        next.state_key ^= zobrist::black_to_move();
        next.halfmove = next.halfmove.saturating_add(1);
        next.fullmove += self.side.index() as u32;
        next.side = !self.side;
        // Nobody stands in check: the side that passes was not, and could have captured otherwise.
        next.shak[self.side.index()] = false;
        next
    }

    /// The result that the position alone decides: robado, no legal move, clock, dead position,
    /// in that order. Repetition needs the game: see [`crate::game`].
    pub fn outcome_on_board(&self) -> Option<Outcome> {
        if self.is_robado() {
            return Some(Outcome::draw(Reason::Robado));
        }
        if !self.has_legal_move() {
            return Some(R::no_moves(self));
        }
        self.outcome_of_rest()
    }

    /// The last two of the above.
    pub(crate) fn outcome_of_rest(&self) -> Option<Outcome> {
        if self.halfmove >= u32::from(R::CLOCK_LIMIT) {
            return Some(Outcome::draw(Reason::Plies(R::CLOCK_LIMIT)));
        }
        R::is_dead(self).then(|| Outcome::draw(Reason::DeadPosition))
    }
}

impl<R: Rules> fmt::Debug for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", R::VARIANT, self.fen())?;
        if R::SHATAR {
            write!(f, " shak {:?}", self.shak)?;
        }
        Ok(())
    }
}
