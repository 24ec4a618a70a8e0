//! Reading and writing positions as FEN.
//!
//! Reading is lenient in form (fields may be missing, letters have aliases) and strict in content:
//! every reason for which a text is no position is reported at once. What GUIs send with
//! impossible rights or en passant squares can be repaired instead: see [`Reading`].

use std::fmt;

use thiserror::Error;

use crate::bitboard::{Bitboard, Square};
use crate::board::Board;
use crate::geometry::Geometry;
use crate::moves::MAX_MOVES;
use crate::orthodox;
use crate::piece::{Color, Piece, PieceKind};
use crate::position::Position;
use crate::rights::Rights;
use crate::rules::Rules;

/// How a FEN is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// Impossible rights and en passant squares are errors. Missing fields at the end read as
    /// `w - - 0 1`.
    Strict,
    /// Impossible rights and en passant squares are dropped with a remark.
    Repair,
    /// As [`Reading::Repair`]; besides, fields may be missing in the middle (`w 0 1`, `w - 0 1`),
    /// and rights that are not given are inferred from the pieces on their start squares. This is
    /// how XBoard's FENs must be read.
    Infer,
}

/// One reason for which a text is no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs)] // the messages say it
pub enum FenReason {
    #[error("{0} fields instead of one to six")]
    Fields(usize),
    #[error("{found} ranks instead of {expected}")]
    Ranks { found: usize, expected: u8 },
    #[error("rank '{text}' has {found} files instead of {expected}")]
    Files { text: String, found: usize, expected: u8 },
    #[error("no piece '{}' in {variant}", printable(*letter))]
    UnknownPiece { letter: char, variant: &'static str },
    #[error("side to move '{0}' is neither w nor b")]
    SideToMove(String),
    #[error("there is no right '{}' in this variant", printable(*.0))]
    UnknownRight(char),
    #[error("right '{0}' without its two pieces in place")]
    RightWithoutPieces(char),
    #[error("en passant field '{0}' cannot be read")]
    EnPassantField(String),
    #[error("no pawn can just have skipped '{0}'")]
    NotSkipped(String),
    #[error("'{0}' is no halfmove clock")]
    HalfmoveClock(String),
    #[error("'{0}' is no move number")]
    MoveNumber(String),
    #[error("{color} has {count} kings instead of one")]
    Kings { color: Color, count: u32 },
    #[error("a piece '{letter}' cannot stand on {square}")]
    Misplaced { letter: char, square: String },
    #[error("the side that is not to move is in check")]
    OpponentInCheck,
    #[error("the generals face each other")]
    FacingGenerals,
    #[error("{color} has pieces for up to {most} moves; {MAX_MOVES} is the most that is handled")]
    TooManyMoves { color: Color, most: usize },
}

/// All reasons for which a text is no position; displayed in one line: each once, the first
/// [`REASONS_SHOWN`] of them.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub struct FenError {
    /// At least one.
    pub reasons: Vec<FenReason>,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bad FEN: ")?;
        let all = self.reasons.iter().enumerate();
        let different: Vec<&FenReason> = all
            .filter(|(i, reason)| !self.reasons[..*i].contains(reason))
            .map(|(_, reason)| reason)
            .collect();
        for (i, reason) in different.iter().take(REASONS_SHOWN).enumerate() {
            let separator = if i == 0 { "" } else { "; " };
            write!(f, "{separator}{reason}")?;
        }
        match different.len().saturating_sub(REASONS_SHOWN) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

/// So many reasons tell what is wrong; a text of nonsense has hundreds.
pub const REASONS_SHOWN: usize = 10;

/// The longest piece of foreign text that an error message repeats, in characters.
const QUOTED: usize = 40;

/// The letter, or a sign for one that would break a line.
fn printable(letter: char) -> char {
    if letter.is_control() { '\u{fffd}' } else { letter }
}

/// A text cut to a length fit for a message, control characters replaced.
pub fn quote(text: &str) -> String {
    let mut quoted: String = text.chars().take(QUOTED).map(printable).collect();
    if text.chars().nth(QUOTED).is_some() {
        quoted.push_str("...");
    }
    quoted
}

/// The six fields, those not given being `None`.
struct Fields<'t> {
    placement: &'t str,
    side: &'t str,
    rights: Option<&'t str>,
    en_passant: &'t str,
    halfmove: &'t str,
    fullmove: &'t str,
}

impl<'t> Fields<'t> {
    fn split(text: &'t str, reading: Reading) -> Result<Fields<'t>, FenReason> {
        let mut fields: Vec<&str> = text.split_whitespace().take(8).collect();
        if !(1..=6).contains(&fields.len()) {
            return Err(FenReason::Fields(text.split_whitespace().count()));
        }
        let mut rights_given = fields.len() > 2;
        if reading == Reading::Infer {
            let middle = fields.iter().skip(2).take_while(|field| !is_number(field)).count();
            if middle < 2 {
                rights_given = fields.get(2).is_some_and(|field| middle == 1 && *field != "-");
                if rights_given {
                    fields.insert(3, "-");
                } else {
                    fields.splice(2.min(fields.len())..(2 + middle).min(fields.len()), []);
                    if fields.len() > 1 {
                        fields.splice(2..2, ["-", "-"]);
                    }
                }
            }
        }
        let field = |i: usize, default| fields.get(i).copied().unwrap_or(default);
        Ok(Fields {
            placement: field(0, ""),
            side: field(1, "w"),
            rights: rights_given.then(|| field(2, "-")),
            en_passant: field(3, "-"),
            halfmove: field(4, "0"),
            fullmove: field(5, "1"),
        })
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl<R: Rules> Position<R> {
    /// Reads a FEN strictly.
    ///
    /// # Errors
    /// All reasons for which it is no position of this variant.
    pub fn from_fen(text: &str) -> Result<Position<R>, FenError> {
        Position::read_fen(text, Reading::Strict).map(|(position, _)| position)
    }

    /// Reads a FEN; gives the position and what was repaired, in words.
    ///
    /// # Errors
    /// All reasons for which it is no position of this variant.
    pub fn read_fen(text: &str, reading: Reading) -> Result<(Position<R>, Vec<String>), FenError> {
        let fields =
            Fields::split(text, reading).map_err(|reason| FenError { reasons: vec![reason] })?;
        let mut reader = Reader { reading, reasons: Vec::new(), remarks: Vec::new() };
        match reader.read(&fields) {
            Some(position) if reader.reasons.is_empty() => Ok((position, reader.remarks)),
            _ => Err(FenError { reasons: reader.reasons }),
        }
    }

    /// The canonical FEN.
    pub fn fen(&self) -> String {
        let side = match self.side {
            Color::White => 'w',
            Color::Black => 'b',
        };
        let en_passant = match self.en_passant {
            Bitboard::EMPTY => "-".to_owned(),
            squares => squares.into_iter().map(|square| R::GEOMETRY.name(square)).collect(),
        };
        format!(
            "{} {side} {} {en_passant} {} {}",
            self.placement(),
            self.rights_field(),
            self.halfmove,
            self.fullmove
        )
    }

    /// The FEN's first field.
    pub fn placement(&self) -> String {
        let mut text = String::new();
        for rank in (0..R::RANKS).rev() {
            let mut gap = 0;
            for file in 0..R::FILES {
                match self.piece_at(R::GEOMETRY.square(file, rank)) {
                    Some(piece) => {
                        push_gap(&mut text, &mut gap);
                        text.push(piece.letter());
                    }
                    None => gap += 1,
                }
            }
            push_gap(&mut text, &mut gap);
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }

    fn rights_field(&self) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            for (i, right) in R::RIGHTS.iter().enumerate() {
                if self.rights.has(color, i) {
                    text.push(in_case(right.letter, color));
                }
            }
        }
        if text.is_empty() {
            text.push('-');
        }
        text
    }
}

fn push_gap(text: &mut String, gap: &mut u8) {
    if *gap > 0 {
        text.push_str(&gap.to_string());
        *gap = 0;
    }
}

fn in_case(letter: char, color: Color) -> char {
    match color {
        Color::White => letter,
        Color::Black => letter.to_ascii_lowercase(),
    }
}

/// The kind that a letter of either case stands for in this variant.
pub fn kind_of_letter<R: Rules>(letter: char) -> Option<PieceKind> {
    let upper = letter.to_ascii_uppercase();
    R::PIECES
        .iter()
        .copied()
        .find(|kind| kind.letter() == upper)
        .or_else(|| R::ALIASES.iter().find(|alias| alias.0 == upper).map(|alias| alias.1))
}

struct Reader {
    reading: Reading,
    reasons: Vec<FenReason>,
    remarks: Vec<String>,
}

impl Reader {
    fn read<R: Rules>(&mut self, fields: &Fields<'_>) -> Option<Position<R>> {
        let board = self.placement::<R>(fields.placement);
        let side = self.side::<R>(fields.side);
        let halfmove = self.number(fields.halfmove, FenReason::HalfmoveClock);
        let fullmove = self.number(fields.fullmove, FenReason::MoveNumber).max(1);
        let Some(board) = board else {
            self.beside_a_bad_board::<R>(fields);
            return None;
        };
        let kings = self.kings(&board);
        self.standing::<R>(&board);
        self.mobility::<R>(&board);
        let rights = self.rights::<R>(fields.rights, &board);
        let none = Bitboard::EMPTY;
        let bare = Position::<R>::assemble(board, side, rights, none, halfmove, fullmove);
        let en_passant = self.en_passant(fields.en_passant, &bare);
        let mut position = Position::assemble(board, side, rights, en_passant, halfmove, fullmove);
        if !kings {
            return None;
        }
        let checkers = position.attackers_to(position.king(!side), side);
        let facing = (checkers & position.kind(PieceKind::King))
            - R::GEOMETRY.king[position.king(!side).index()];
        if facing.any() {
            self.reasons.push(FenReason::FacingGenerals);
        }
        if (checkers - facing).any() {
            self.reasons.push(FenReason::OpponentInCheck);
        }
        position.refresh_checks();
        Some(position)
    }

    /// The reasons that can be given although the board cannot be read.
    fn beside_a_bad_board<R: Rules>(&mut self, fields: &Fields<'_>) {
        for (color, king) in Color::ALL.into_iter().zip(['K', 'k']) {
            let count = fields.placement.matches(king).count() as u32;
            if count != 1 {
                self.reasons.push(FenReason::Kings { color, count });
            }
        }
        for letter in fields.rights.unwrap_or("-").chars().filter(|&letter| letter != '-') {
            if right_of_letter::<R>(letter).is_none() {
                self.drop_or_refuse(FenReason::UnknownRight(letter));
            }
        }
        if fields.en_passant != "-" && squares_of::<R>(fields.en_passant).is_none() {
            self.drop_or_refuse(FenReason::EnPassantField(quote(fields.en_passant)));
        }
    }

    fn placement<R: Rules>(&mut self, text: &str) -> Option<Board> {
        let before = self.reasons.len();
        let found = text.split('/').count();
        if found != usize::from(R::RANKS) {
            self.reasons.push(FenReason::Ranks { found, expected: R::RANKS });
        }
        let mut board = Board::EMPTY;
        for (row, rank) in text.split('/').zip((0..R::RANKS).rev()) {
            self.row::<R>(row, rank, &mut board);
        }
        (self.reasons.len() == before).then_some(board)
    }

    fn row<R: Rules>(&mut self, row: &str, rank: u8, board: &mut Board) {
        let mut file = 0usize;
        let mut rest = row.chars().peekable();
        while let Some(c) = rest.next() {
            if let Some(digit @ 1..) = c.to_digit(10) {
                let mut gap = digit as usize;
                if let Some(next) = rest.peek().and_then(|next| next.to_digit(10)) {
                    rest.next();
                    gap = gap * 10 + next as usize;
                }
                file += gap;
                continue;
            }
            match kind_of_letter::<R>(c) {
                Some(kind) if file < usize::from(R::FILES) => {
                    let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
                    let square = R::GEOMETRY.square(file as u8, rank);
                    board.put(Piece::new(kind, color), square, &mut ());
                }
                Some(_) => {}
                None => {
                    let unknown = FenReason::UnknownPiece { letter: c, variant: R::VARIANT.name() };
                    if !self.reasons.contains(&unknown) {
                        self.reasons.push(unknown);
                    }
                }
            }
            file += 1;
        }
        if file != usize::from(R::FILES) {
            self.reasons.push(FenReason::Files {
                text: quote(row),
                found: file,
                expected: R::FILES,
            });
        }
    }

    fn side<R: Rules>(&mut self, text: &str) -> Color {
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some('w'), None) => Color::White,
            (Some('b'), None) => Color::Black,
            (Some(c), None) if R::SIDE_ALIAS == Some(c) => Color::White,
            _ => {
                self.reasons.push(FenReason::SideToMove(quote(text)));
                Color::White
            }
        }
    }

    /// A number of at most six digits; 0 and a reason otherwise.
    fn number(&mut self, text: &str, reason: fn(String) -> FenReason) -> u32 {
        match text.parse() {
            Ok(number) if is_number(text) && text.len() <= 6 => number,
            _ => {
                self.reasons.push(reason(quote(text)));
                0
            }
        }
    }

    fn kings(&mut self, board: &Board) -> bool {
        let mut right = true;
        for color in Color::ALL {
            let count = (board.kind(PieceKind::King) & board.color(color)).count();
            if count != 1 {
                self.reasons.push(FenReason::Kings { color, count });
                right = false;
            }
        }
        right
    }

    fn standing<R: Rules>(&mut self, board: &Board) {
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square)
                && !R::may_stand(piece, square)
            {
                let square = R::GEOMETRY.name(square);
                self.reasons.push(FenReason::Misplaced { letter: piece.letter(), square });
            }
        }
    }

    /// Keeps the promise of [`MAX_MOVES`].
    fn mobility<R: Rules>(&mut self, board: &Board) {
        for color in Color::ALL {
            let kinds = R::PIECES.iter().map(|&kind| {
                (board.kind(kind) & board.color(color)).count() as usize * most_moves::<R>(kind)
            });
            let most = kinds.sum::<usize>() + R::RIGHTS.len();
            if most > MAX_MOVES {
                self.reasons.push(FenReason::TooManyMoves { color, most });
            }
        }
    }

    fn rights<R: Rules>(&mut self, text: Option<&str>, board: &Board) -> Rights {
        let mut rights = Rights::default();
        let text = match text {
            Some("-") => return rights,
            Some(text) => text,
            None if self.reading != Reading::Infer => return rights,
            None => {
                for color in Color::ALL {
                    for i in 0..R::RIGHTS.len() {
                        if pieces_in_place::<R>(board, color, i) {
                            rights.0 |= Rights::bit(color, i);
                        }
                    }
                }
                return rights;
            }
        };
        for letter in text.chars() {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            match right_of_letter::<R>(letter) {
                Some(i) if pieces_in_place::<R>(board, color, i) => {
                    rights.0 |= Rights::bit(color, i);
                }
                Some(_) => self.drop_or_refuse(FenReason::RightWithoutPieces(letter)),
                None => self.drop_or_refuse(FenReason::UnknownRight(letter)),
            }
        }
        rights
    }

    fn en_passant<R: Rules>(&mut self, text: &str, position: &Position<R>) -> Bitboard {
        if text == "-" {
            return Bitboard::EMPTY;
        }
        let Some(squares) = squares_of::<R>(text) else {
            self.drop_or_refuse(FenReason::EnPassantField(quote(text)));
            return Bitboard::EMPTY;
        };
        let skipped = squares.first().map_or(Bitboard::EMPTY, |s| skipped_squares(position, s));
        if !(squares - skipped).is_empty() {
            self.drop_or_refuse(FenReason::NotSkipped(quote(text)));
            return Bitboard::EMPTY;
        }
        orthodox::capturable(position, squares, !position.side)
    }

    fn drop_or_refuse(&mut self, reason: FenReason) {
        match self.reading {
            Reading::Strict => self.reasons.push(reason),
            Reading::Repair | Reading::Infer => self.remarks.push(format!("dropped: {reason}")),
        }
    }
}

/// The number of the variant's right that a letter of either case means.
fn right_of_letter<R: Rules>(letter: char) -> Option<usize> {
    let upper = letter.to_ascii_uppercase();
    R::RIGHTS.iter().position(|right| right.letter == upper || right.alias == Some(upper))
}

/// The squares that a text of their names, one after the other, names.
fn squares_of<R: Rules>(text: &str) -> Option<Bitboard> {
    let (mut squares, mut rest) = (Bitboard::EMPTY, text);
    while !rest.is_empty() {
        let (square, more) = R::GEOMETRY.parse_prefix(rest)?;
        squares |= square.bit();
        rest = more;
    }
    Some(squares)
}

/// Whether a right's two squares hold the start position's pieces.
fn pieces_in_place<R: Rules>(board: &Board, color: Color, right: usize) -> bool {
    let mut reader = Reader { reading: Reading::Strict, reasons: Vec::new(), remarks: Vec::new() };
    let placement = R::START.split(' ').next().unwrap_or_default();
    let (mover, partner) = R::RIGHTS_TABLE.squares[color.index()][right];
    reader.placement::<R>(placement).is_some_and(|start| {
        [mover, partner].iter().all(|&square| board.piece_at(square) == start.piece_at(square))
    })
}

/// The squares that the pawn on this square's file has skipped if the last move was its multiple
/// step; empty if there is no such pawn.
fn skipped_squares<R: Rules>(position: &Position<R>, square: Square) -> Bitboard {
    let pawn_side = !position.side;
    let file = R::file(square);
    let relative = |rank: u8| match pawn_side {
        Color::White => R::GEOMETRY.square(file, rank),
        Color::Black => R::GEOMETRY.square(file, R::RANKS - 1 - rank),
    };
    let zone = position.zone(position.side);
    let mut skipped = Bitboard::EMPTY;
    for steps in 0..=R::PAWN_STEPS {
        let here = relative(1 + steps);
        match position.piece_at(here) {
            None if steps == 0 => {}
            // A pawn stops on the first zone square that it enters.
            None if zone.contains(here) => return Bitboard::EMPTY,
            None => skipped |= here.bit(),
            Some(piece) if steps > 0 && piece == Piece::new(PieceKind::Pawn, pawn_side) => {
                return skipped;
            }
            Some(_) => return Bitboard::EMPTY,
        }
    }
    Bitboard::EMPTY
}

/// The most moves that a piece of this kind, or what it may become, has anywhere on the board.
fn most_moves<R: Rules>(kind: PieceKind) -> usize {
    let board: &Geometry = R::GEOMETRY;
    let most =
        |table: &[Bitboard; 128]| table.iter().map(|set| set.count()).max().unwrap_or(0) as usize;
    match kind {
        PieceKind::Pawn => {
            let moves = usize::from(R::PAWN_STEPS) + 2;
            let promotions = 3 * R::PROMOTIONS.len();
            let promoted = R::PROMOTIONS.iter().map(|&kind| most_moves::<R>(kind));
            promoted.fold(moves.max(promotions), usize::max)
        }
        PieceKind::Soldier => 3,
        PieceKind::Knight | PieceKind::Horse | PieceKind::King => 8,
        PieceKind::Kwagga | PieceKind::Hia | PieceKind::Bodyguard => 16,
        PieceKind::Bishop => most(&board.diagonals),
        PieceKind::Elephant | PieceKind::Advisor => 4,
        PieceKind::Rook | PieceKind::Cannon => most(&board.orthogonals),
        PieceKind::Queen => most(&board.orthogonals) + most(&board.diagonals),
        PieceKind::Bers => most(&board.orthogonals) + 4,
        PieceKind::Minister => most(&board.diagonals) + 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hia;

    #[test]
    fn a_text_of_nonsense_is_refused_in_a_short_line() {
        let rights: String = ('!'..='z').filter(|c| *c != '/').collect();
        let fen = format!("9/9/9/9/9/9/9/9 w {rights}{rights} - 0 1");
        let said = Position::<Hia>::from_fen(&fen).unwrap_err().to_string();
        assert_eq!(said.matches("there is no right '!'").count(), 1, "{said}");
        assert!(said.contains("; and ") && said.ends_with(" more"), "{said}");
        assert!(said.len() < 600, "{said}");
        let said = Position::<Hia>::from_fen("\u{e}8/9 w \u{7} - 0 1").unwrap_err().to_string();
        assert!(!said.contains(char::is_control) && said.contains("no piece"), "{said}");
    }
}
