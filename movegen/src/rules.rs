//! What makes a game: the trait [`Rules`].

use std::fmt::Debug;

use crate::bitboard::{Bitboard, Square};
use crate::geometry::{Edges, Geometry};
use crate::legality::Legality;
use crate::moves::{Mode, Move, Sink};
use crate::orthodox;
use crate::outcome::{Outcome, Reason};
use crate::piece::{Color, Piece, PieceKind};
use crate::position::Position;
use crate::rights::{RightSpec, RightsTable};
use crate::san::MoveError;
use crate::variant::VariantId;

/// The rules of one variant, composed at compile time.
///
/// The constants say what is on the board and which of the shared parts (zone, rights, Shatar's
/// mate rule, ...) the variant is made of; the functions are hooks whose defaults are the orthodox
/// ones. Everything else - positions, FEN, notation, search - is generic over it.
pub trait Rules: Copy + Clone + Debug + Default + PartialEq + Eq + Send + Sync + 'static {
    /// The variant.
    const VARIANT: VariantId;
    /// The number of files.
    const FILES: u8;
    /// The number of ranks.
    const RANKS: u8;
    /// The board's tables.
    const GEOMETRY: &'static Geometry;
    /// All squares of the board.
    const BOARD: Bitboard = Self::GEOMETRY.board;
    /// The edges of the board.
    const EDGES: Edges = Edges::of(Self::GEOMETRY);
    /// The start position's FEN.
    const START: &'static str;
    /// The kinds of pieces, in the order in which people list them.
    const PIECES: &'static [PieceKind];
    /// Letters read for other letters, upper case: `('Q', PieceKind::Bers)`.
    const ALIASES: &'static [(char, PieceKind)] = &[];
    /// Another letter read for `w`, White to move.
    const SIDE_ALIAS: Option<char> = None;
    /// What a pawn promotes to, in the order in which the moves are generated.
    const PROMOTIONS: &'static [PieceKind] = &[];
    /// How many squares a pawn may step from the second rank: 1, 2 or 3.
    const PAWN_STEPS: u8 = 1;
    /// The piece that brakes enemy sliders.
    const BRAKE: Option<PieceKind> = None;
    /// Whether the bishop leaps two squares instead of sliding.
    const BISHOP_LEAPS: bool = false;
    /// Castling and adjustment, at most eight.
    const RIGHTS: &'static [RightSpec] = &[];
    /// The rights' squares; always [`RightsTable::new`] of the above.
    #[doc(hidden)]
    const RIGHTS_TABLE: &'static RightsTable;
    /// Shatar's rules of mate: niol, knight mate, robado.
    const SHATAR: bool = false;
    /// The halfmove clock at which the game is drawn.
    const CLOCK_LIMIT: u16 = 100;
    /// Whether the side that repeats by checks alone loses.
    const PERPETUAL_CHECK_LOSES: bool = false;
    /// Whether a pawn's move resets the halfmove clock, as a capture does.
    const PAWNS_RESET_CLOCK: bool = true;
    /// Whether the rules stay the same when the files are swapped left-right (the castling rights
    /// with them).
    const MIRRORS: bool = true;

    /// Whether the piece may stand there; `false` makes a FEN an error.
    fn may_stand(piece: Piece, square: Square) -> bool {
        orthodox::may_stand::<Self>(piece, square)
    }

    /// The pieces of the side `by` that would give check to an enemy king on `square`, if the
    /// occupied squares were `occupied` and `zone` were the zone of the side under attack.
    #[inline]
    fn attackers(
        position: &Position<Self>,
        square: Square,
        by: Color,
        occupied: Bitboard,
        zone: Bitboard,
    ) -> Bitboard {
        orthodox::attackers(position, square, by, occupied, zone)
    }

    /// Where the piece could go from the square if it stood there and `zone` were the enemy's
    /// zone: enemy and own pieces in reach included; for a pawn what it attacks.
    #[inline(always)]
    fn reach(position: &Position<Self>, piece: Piece, square: Square, zone: Bitboard) -> Bitboard {
        orthodox::reach(position, piece, square, zone)
    }

    /// What the king's safety asks of the moves of the side to move.
    #[inline]
    fn legality(position: &Position<Self>) -> Legality {
        orthodox::legality(position)
    }

    /// Generates the moves of `movers`' pieces of the side to move that `legality` allows; with
    /// [`Legality::anything`] the pseudo-legal ones.
    #[inline]
    fn generate<S: Sink>(
        position: &Position<Self>,
        legality: &Legality,
        mode: Mode,
        movers: Bitboard,
        sink: &mut S,
    ) {
        orthodox::generate(position, legality, mode, movers, sink);
    }

    /// Whether neither side can win any more, whatever is played.
    fn is_dead(_position: &Position<Self>) -> bool {
        false
    }

    /// The result where the side to move has no legal move. [`Position::outcome_on_board`] looks at
    /// robado before.
    fn no_moves(position: &Position<Self>) -> Outcome {
        if position.checkers().any() {
            Outcome::win(!position.side(), Reason::Checkmate)
        } else {
            Outcome::draw(Reason::Stalemate)
        }
    }

    /// The result of a repetition. `cycle`: the positions from the first to the last of the last
    /// three occurrences; `moves[i]` leads from `cycle[i]` to `cycle[i + 1]`.
    fn repetition(_cycle: &[Position<Self>], _moves: &[Move]) -> Outcome {
        Outcome::draw(Reason::ThirdOccurrence)
    }

    /// The move as people write it, check sign and all.
    fn notation(position: &Position<Self>, mv: Move) -> String {
        crate::san::write(position, mv)
    }

    /// Reads a legal move as people or programs write it.
    ///
    /// # Errors
    /// If the text is no move, fits none that is legal here, or several.
    fn parse_notation(position: &Position<Self>, text: &str) -> Result<Move, MoveError> {
        crate::san::parse(position, text)
    }

    /// The same set of squares. On a board of at most 64 squares the compiler learns that the high
    /// word is empty, and does half the work with it.
    #[inline(always)]
    fn narrowed(set: Bitboard) -> Bitboard {
        if Self::FILES * Self::RANKS <= 64 { set.low_word() } else { set }
    }

    /// The square's file, from 0.
    #[inline]
    fn file(square: Square) -> u8 {
        square.index() as u8 % Self::FILES
    }

    /// The square's rank, from 0.
    #[inline]
    fn rank(square: Square) -> u8 {
        square.index() as u8 / Self::FILES
    }

    /// The square's rank as the side counts it: 0 is its first.
    #[inline]
    fn relative_rank(square: Square, side: Color) -> u8 {
        match side {
            Color::White => Self::rank(square),
            Color::Black => Self::RANKS - 1 - Self::rank(square),
        }
    }
}

/// Whether a variant has the kind of piece. With a constant argument it costs nothing at run time.
#[inline(always)]
pub const fn has<R: Rules>(kind: PieceKind) -> bool {
    let mut i = 0;
    while i < R::PIECES.len() {
        if R::PIECES[i] as u8 == kind as u8 {
            return true;
        }
        i += 1;
    }
    false
}
