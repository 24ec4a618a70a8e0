//! What a network sees: which piece of which side stands where, from both sides' points of view.

use stymie_movegen::{Bitboard, Color, Observer, Piece, Position, Rules, Square};

/// How many features a side sees at most: two colours, eight slots, 128 squares. The numbers in use
/// are fewer: [`count`].
pub const FEATURES_MOST: usize = 2 * 7 * 100;

/// How many features the variant has: each of its kinds of pieces, own and enemy, on each square.
pub const fn count<R: Rules>() -> usize {
    2 * R::PIECES.len() * count_squares::<R>()
}

const fn count_squares<R: Rules>() -> usize {
    R::FILES as usize * R::RANKS as usize
}

/// Where a kind stands in the list of the variant's kinds, by slot.
const fn ranks_of_slots<R: Rules>() -> [u8; 8] {
    let mut table = [0; 8];
    let mut i = 0;
    while i < R::PIECES.len() {
        table[R::PIECES[i].slot()] = i as u8;
        i += 1;
    }
    table
}

/// Where each square lies for a side: by colour, whether files are swapped, square.
const fn seen_squares<R: Rules>() -> [[[u8; 128]; 2]; 2] {
    let mut table = [[[0; 128]; 2]; 2];
    let mut square = 0;
    while square < R::FILES * R::RANKS {
        let (file, rank) = (square % R::FILES, square / R::FILES);
        let mut i = 0;
        while i < 4 {
            let (color, mirrored) = (i / 2, i % 2);
            let file = if mirrored == 1 { R::FILES - 1 - file } else { file };
            let rank = if color == Color::Black.index() { R::RANKS - 1 - rank } else { rank };
            table[color][mirrored][square as usize] = rank * R::FILES + file;
            i += 1;
        }
        square += 1;
    }
    table
}

/// From whose side a position is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    /// The side that looks: its own pieces come first, and ranks count from it.
    pub color: Color,
    /// Whether files are swapped left-right: so that its king stands on the left half or in the
    /// middle.
    pub mirrored: bool,
}

impl Perspective {
    /// How the side sees the position.
    #[inline]
    pub fn of<R: Rules>(position: &Position<R>, color: Color) -> Perspective {
        let mirrored = R::file(position.king(color)) > (R::FILES - 1) / 2;
        Perspective { color, mirrored: R::MIRRORS && mirrored }
    }

    /// The number of the feature "this piece stands on this square", below [`count`].
    #[inline]
    pub fn feature<R: Rules>(self, piece: Piece, square: Square) -> usize {
        let order = const { &ranks_of_slots::<R>() };
        let squares = const { &seen_squares::<R>() };
        let theirs = usize::from(piece.color() != self.color);
        let kind = theirs * R::PIECES.len() + usize::from(order[piece.slot()]);
        let seen = squares[self.color.index()][usize::from(self.mirrored)][square.index()];
        kind * count_squares::<R>() + usize::from(seen)
    }

    /// The features of a position.
    pub fn features<R: Rules>(self, position: &Position<R>) -> impl Iterator<Item = usize> {
        pieces(position).map(move |(piece, square)| self.feature::<R>(piece, square))
    }
}

/// All pieces of a position.
pub fn pieces<R: Rules>(position: &Position<R>) -> impl Iterator<Item = (Piece, Square)> {
    let occupied: Bitboard = position.occupied();
    occupied.into_iter().filter_map(|square| Some((position.piece_at(square)?, square)))
}

/// What a move changes on the board: at most two pieces vanish and two appear (a capture; castling
/// and adjustment).
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes {
    removed: [Option<(Piece, Square)>; 2],
    added: [Option<(Piece, Square)>; 2],
}

impl Changes {
    /// The pieces that vanish, from their squares.
    #[inline]
    pub(crate) fn removed(&self) -> impl Iterator<Item = (Piece, Square)> {
        self.removed.into_iter().flatten()
    }

    /// The pieces that appear.
    #[inline]
    pub(crate) fn added(&self) -> impl Iterator<Item = (Piece, Square)> {
        self.added.into_iter().flatten()
    }
}

#[inline]
fn note(list: &mut [Option<(Piece, Square)>; 2], piece: Piece, square: Square) {
    debug_assert!(list[1].is_none(), "three changes of one sort");
    let at = usize::from(list[0].is_some());
    list[at] = Some((piece, square));
}

impl Observer for Changes {
    #[inline]
    fn added(&mut self, piece: Piece, square: Square) {
        note(&mut self.added, piece, square);
    }

    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        note(&mut self.removed, piece, square);
    }
}
