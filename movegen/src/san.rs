//! Moves as text: UCI, and standard algebraic notation with the variants' letters.
//!
//! Castling is `O-O` and `O-O-O` where the king goes to the g-file or the c-file, else `O-O` and
//! the king's target file (`O-Ob`, `O-Oh` in Hia Chess); the bishop adjustment is `Bc<=>H`: the
//! bishop's file before, and the partner.

use thiserror::Error;

use crate::bitboard::Square;
use crate::fen::{kind_of_letter, quote};
use crate::moves::{Move, MoveKind, MoveList};
use crate::piece::PieceKind;
use crate::position::Position;
use crate::rules::Rules;

/// A text that is no legal move of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// Not written as a move.
    #[error("'{0}' cannot be read as a move")]
    Unreadable(String),
    /// No legal move fits.
    #[error("'{0}' is not legal here")]
    Illegal(String),
    /// Several legal moves fit.
    #[error("'{text}' is ambiguous: {choices}")]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves that it may mean, in UCI.
        choices: String,
    },
}

/// The move in UCI: from-square, to-square, promotion letter in lower case; castling the king's
/// squares, adjustment the bishop's and the partner's.
pub fn to_uci<R: Rules>(mv: Move) -> String {
    let mut text = R::GEOMETRY.name(mv.from()) + &R::GEOMETRY.name(mv.to());
    if let Some(kind) = mv.promotion() {
        text.push(kind.letter().to_ascii_lowercase());
    }
    text
}

/// Reads a legal move in UCI.
///
/// # Errors
/// If the text is no move, or none that is legal here.
pub fn parse_uci<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, MoveError> {
    let unreadable = || MoveError::Unreadable(quote(text));
    let (from, rest) = R::GEOMETRY.parse_prefix(text).ok_or_else(unreadable)?;
    let (to, rest) = R::GEOMETRY.parse_prefix(rest).ok_or_else(unreadable)?;
    let mut letters = rest.chars();
    let promotion = match (letters.next(), letters.next()) {
        (None, _) => None,
        (Some(letter), None) => Some(kind_of_letter::<R>(letter).ok_or_else(unreadable)?),
        _ => return Err(unreadable()),
    };
    let fits = |mv: &&Move| mv.from() == from && mv.to() == to && mv.promotion() == promotion;
    let moves = position.legal_moves();
    moves.iter().find(fits).copied().ok_or_else(|| MoveError::Illegal(quote(text)))
}

/// The move in algebraic notation, with `+` and `#`.
pub fn write<R: Rules>(position: &Position<R>, mv: Move) -> String {
    let mut text = write_bare(position, mv, &position.legal_moves());
    let next = position.play(mv);
    if next.checkers().any() {
        text.push(if next.count_legal_moves() == 0 { '#' } else { '+' });
    }
    text
}

/// Without the check sign.
fn write_bare<R: Rules>(position: &Position<R>, mv: Move, legal: &MoveList) -> String {
    let board = R::GEOMETRY;
    let (from, to) = (mv.from(), mv.to());
    let file = |square: Square| (b'a' + R::file(square)) as char;
    let Some(piece) = position.piece_at(from) else { return to_uci::<R>(mv) };
    match mv.kind() {
        MoveKind::Castling => {
            return match file(to) {
                'g' => "O-O".to_owned(),
                'c' => "O-O-O".to_owned(),
                other => format!("O-O{other}"),
            };
        }
        MoveKind::Adjustment => {
            let partner = position.piece_at(to).map_or('?', |partner| partner.kind().letter());
            return format!("B{}<=>{partner}", file(from));
        }
        _ => {}
    }
    let mut text = String::new();
    let capture = position.is_capture(mv);
    if piece.kind() == PieceKind::Pawn {
        if capture {
            text.push(file(from));
        }
    } else {
        text.push(piece.kind().letter());
        text += &disambiguation(position, mv, legal);
    }
    if capture {
        text.push('x');
    }
    text += &board.name(to);
    if let Some(kind) = mv.promotion() {
        text.push('=');
        text.push(kind.letter());
    }
    text
}

/// File, rank or both of the from-square, as far as needed to tell the move from those of other
/// pieces of its kind.
fn disambiguation<R: Rules>(position: &Position<R>, mv: Move, legal: &MoveList) -> String {
    let from = mv.from();
    let piece = position.piece_at(from);
    let rivals = legal.iter().filter(|other| {
        other.to() == mv.to()
            && other.from() != from
            && matches!(other.kind(), MoveKind::Normal)
            && position.piece_at(other.from()) == piece
    });
    let (mut any, mut same_file, mut same_rank) = (false, false, false);
    for rival in rivals {
        any = true;
        same_file |= R::file(rival.from()) == R::file(from);
        same_rank |= R::rank(rival.from()) == R::rank(from);
    }
    let name = R::GEOMETRY.name(from);
    match (any, same_file, same_rank) {
        (false, ..) => String::new(),
        (true, false, _) => name[..1].to_owned(),
        (true, true, false) => name[1..].to_owned(),
        (true, true, true) => name,
    }
}

/// What an algebraic text says of a move.
struct Description {
    piece: PieceKind,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
    promotion: Option<PieceKind>,
}

/// Reads a legal move in UCI or algebraic notation. Check and quality signs, `x`, `-` and `=` may
/// be missing or superfluous, and more of the from-square may stand there than is needed.
///
/// # Errors
/// If the text is no move, fits none that is legal here, or several.
pub fn parse<R: Rules>(position: &Position<R>, text: &str) -> Result<Move, MoveError> {
    if let Ok(mv) = parse_uci(position, text) {
        return Ok(mv);
    }
    let legal = position.legal_moves();
    let plain = strip(text);
    let special = |mv: &&Move| matches!(mv.kind(), MoveKind::Castling | MoveKind::Adjustment);
    for mv in legal.iter().filter(special) {
        if strip(&write_bare(position, *mv, &legal)).eq_ignore_ascii_case(&plain) {
            return Ok(*mv);
        }
    }
    let description = describe::<R>(&plain).ok_or_else(|| {
        let special = plain.starts_with('O') || plain.contains("<=>");
        let error = if special { MoveError::Illegal } else { MoveError::Unreadable };
        error(quote(text))
    })?;
    let fits = |mv: &&Move| {
        let from = mv.from();
        mv.to() == description.to
            && !matches!(mv.kind(), MoveKind::Castling | MoveKind::Adjustment)
            && position.piece_at(from).is_some_and(|piece| piece.kind() == description.piece)
            && description.file.is_none_or(|file| file == R::file(from))
            && description.rank.is_none_or(|rank| rank == R::rank(from))
            && mv.promotion() == description.promotion
    };
    let found: Vec<Move> = legal.iter().filter(fits).copied().collect();
    match found[..] {
        [mv] => Ok(mv),
        [] => Err(MoveError::Illegal(quote(text))),
        _ => {
            let choices: Vec<String> = found.into_iter().map(to_uci::<R>).collect();
            Err(MoveError::Ambiguous { text: quote(text), choices: choices.join(", ") })
        }
    }
}

/// The text without signs of check, mate, quality and separation, zeros of castling made letters.
fn strip(text: &str) -> String {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let zeros = text.starts_with("0-0");
    let kept = text.chars().filter(|c| !matches!(c, 'x' | '-' | '=' | ':') || text.contains("<=>"));
    kept.map(|c| if zeros && c == '0' { 'O' } else { c }).collect()
}

fn describe<R: Rules>(plain: &str) -> Option<Description> {
    let mut rest = plain;
    let first = rest.chars().next()?;
    // Xiangqi's soldiers go without their letter too.
    let pawn = kind_of_letter::<R>('P')?;
    let piece = if first.is_ascii_uppercase() {
        rest = &rest[1..];
        kind_of_letter::<R>(first)?
    } else {
        pawn
    };
    let mut promotion = None;
    if piece == pawn
        && let Some(last @ ('A'..='Z' | 'a'..='z')) = rest.chars().last()
    {
        promotion = Some(kind_of_letter::<R>(last)?);
        rest = &rest[..rest.len() - 1];
    }
    let (origin, to) = split_target::<R>(rest)?;
    let mut file = None;
    let mut digits = origin;
    if let Some(letter @ 'a'..='j') = origin.chars().next() {
        file = Some(letter as u8 - b'a');
        digits = &origin[1..];
    }
    let rank = match digits {
        "" => None,
        digits => Some(digits.parse::<u8>().ok()?.checked_sub(1)?),
    };
    Some(Description { piece, file, rank, to, promotion })
}

/// Splits the target square off a text's end.
fn split_target<R: Rules>(text: &str) -> Option<(&str, Square)> {
    let at = text.rfind(|c: char| c.is_ascii_lowercase())?;
    Some((&text[..at], R::GEOMETRY.parse_square(&text[at..])?))
}
