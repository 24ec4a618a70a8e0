//! Single moves, as programs and people spell them.
//!
//! Besides what [`Game::parse_move`] reads (our own notation, UCI, xiangqi's ICCS and WXF):
//!
//! * what XBoard writes: castling as the king taking its rook (`Kxi8-h8`), the bishop's adjustment
//!   as a capture of the partner (`Bxd1`), ranks counted from 0 on boards with ten;
//! * castling `O-O` and `O-O-O` to any file, and the king's and the rook's moves with a comma
//!   between them (`e1b1,a1c1`);
//! * promotions without their piece where there is only one choice;
//! * coordinates in capital letters or with a dash;
//! * xiangqi's moves in Chinese (`炮二平五`, `前馬進三`);
//! * dashes and crosses of every kind.

use stymie_movegen::{Game, Move, MoveError, MoveKind, PieceKind, Square, VariantId};

/// How ranks are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counting {
    /// As nearly everywhere.
    FromOne,
    /// As XBoard and ICCS do on boards with ten ranks.
    FromZero,
}

/// Reads a legal move.
///
/// # Errors
/// If the text is no move, fits none that is legal here, or several; with the text as it stands.
pub(super) fn read_move(
    game: &dyn Game,
    text: &str,
    counting: Counting,
) -> Result<Move, MoveError> {
    let plain = plain(game, text);
    let counted = match counting {
        Counting::FromOne => plain.clone(),
        Counting::FromZero if has_ranks(&plain) => count_from_one(&plain),
        Counting::FromZero => plain.clone(),
    };
    let error = match game.parse_move(&counted) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    if let Some(mv) = other_spelling(game, &counted) {
        return Ok(mv);
    }
    let text = stymie_movegen::fen::quote(text);
    Err(match error {
        MoveError::Unreadable(_) => MoveError::Unreadable(text),
        MoveError::Illegal(_) => MoveError::Illegal(text),
        MoveError::Ambiguous { choices, .. } => MoveError::Ambiguous { text, choices },
    })
}

/// The text in the letters that we use ourselves.
fn plain(game: &dyn Game, text: &str) -> String {
    let text: String = text
        .chars()
        .map(|c| match c {
            '–' | '—' | '−' | '‐' | '‑' => '-',
            '×' => 'x',
            '†' => '+',
            '‡' => '#',
            c => c,
        })
        .collect();
    if game.variant() == VariantId::Xiangqi
        && let Some(text) = wxf_of_chinese(&text)
    {
        return text;
    }
    text
}

/// Whether the digits of the text are ranks, and not WXF's files and steps.
fn has_ranks(text: &str) -> bool {
    let bare = text.trim_end_matches(['+', '#', '!', '?']);
    let mut end = bare.chars().rev();
    let wxf = end.next().is_some_and(|last| last.is_ascii_digit())
        && end.next().is_some_and(|sign| matches!(sign, '+' | '-' | '=' | '.'));
    // ICCS proper: its ranks count from 0 anyway, and it is read as such.
    let mut letters = bare.chars();
    let iccs = bare.len() == 5
        && letters.next().is_some_and(|file| ('A'..='I').contains(&file))
        && bare.as_bytes().get(2) == Some(&b'-');
    !wxf && !iccs
}

/// Ranks counted from 0 counted from 1: every digit.
fn count_from_one(text: &str) -> String {
    let counted = |c: char| match c.to_digit(10) {
        Some(rank) => (rank + 1).to_string(),
        None => c.to_string(),
    };
    text.chars().map(counted).collect()
}

/// The move in one of the ways that [`Game::parse_move`] does not read.
fn other_spelling(game: &dyn Game, text: &str) -> Option<Move> {
    let bare = text.trim_end_matches(['+', '#', '!', '?']).replace('/', "");
    let king = bare.split(',').next().unwrap_or_default();
    let coordinates = king.replace(['-', ':'], "").to_lowercase();
    if let Ok(mv) = game.parse_uci(&coordinates) {
        return Some(mv);
    }
    castling(game, king)
        .or_else(|| adjustment(game, king))
        .or_else(|| only_promotion(game, &bare))
        .or_else(|| straight_step(game, &bare))
        .or_else(|| game.parse_move(&bare).ok())
}

/// The only legal move of which this holds.
fn only(game: &dyn Game, holds: impl Fn(Move) -> bool) -> Option<Move> {
    let mut found = game.legal_moves().into_iter().filter(|&mv| holds(mv));
    found.next().filter(|_| found.next().is_none())
}

/// Whether the move's piece is of this kind.
fn moves_a(kind: PieceKind, game: &dyn Game, mv: Move) -> bool {
    game.piece_at(mv.from()).is_some_and(|piece| piece.kind() == kind)
}

/// Reads a square off the end of a text; gives what stands before it, and the square.
fn split_square<'t>(game: &dyn Game, text: &'t str) -> Option<(&'t str, Square)> {
    let at = text.rfind(|c: char| c.is_ascii_lowercase())?;
    Some((&text[..at], game.geometry().parse_square(&text[at..])?))
}

/// `Kxi8-h8`, the king's target behind the rook's square; `O-O` and `O-O-O` to any file.
fn castling(game: &dyn Game, text: &str) -> Option<Move> {
    let board = game.geometry();
    let by_side = |to_the_right: bool| {
        only(game, |mv| {
            let right = board.file(mv.to()) > board.file(mv.from());
            mv.kind() == MoveKind::Castling && right == to_the_right
        })
    };
    match text {
        "O-O" | "0-0" | "o-o" => return by_side(true),
        "O-O-O" | "0-0-0" | "o-o-o" => return by_side(false),
        _ => {}
    }
    let (before, target) = text.strip_prefix('K')?.split_once('-')?;
    let (_, rook) = split_square(game, before)?;
    let to = board.parse_square(target)?;
    only(game, |mv| mv.to() == to && game.castling_rook(mv).is_some_and(|(from, _)| from == rook))
}

/// `Bxd1`, `Bcxd1`, `Bc1xd1`: the bishop takes the partner's place.
fn adjustment(game: &dyn Game, text: &str) -> Option<Move> {
    let (before, to) = split_square(game, text.strip_prefix('B')?)?;
    let origin = before.trim_end_matches('x');
    only(game, |mv| {
        let from = game.geometry().name(mv.from());
        let fits = origin.is_empty() || from == origin || from.strip_prefix(origin).is_some();
        mv.kind() == MoveKind::Adjustment && mv.to() == to && fits
    })
}

/// A pawn's move to the last rank, without the piece it becomes; `a8` or `bxa8`.
fn only_promotion(game: &dyn Game, text: &str) -> Option<Move> {
    let (before, to) = split_square(game, text)?;
    let file = before.trim_end_matches('x');
    only(game, |mv| {
        let from = game.geometry().name(mv.from());
        mv.promotion().is_some()
            && moves_a(PieceKind::Pawn, game, mv)
            && mv.to() == to
            && from.starts_with(file)
    })
}

/// A bare square, where a soldier could also come to it from the side: straight on is meant. (XBoard
/// writes soldiers as pawns, with their file where it changes.)
fn straight_step(game: &dyn Game, text: &str) -> Option<Move> {
    let board = game.geometry();
    let to = board.parse_square(text)?;
    only(game, |mv| {
        moves_a(PieceKind::Soldier, game, mv)
            && mv.to() == to
            && board.file(mv.from()) == board.file(to)
    })
}

/// `炮二平五` as `C2=5`; the second sign may be the piece if the first is front or rear.
fn wxf_of_chinese(text: &str) -> Option<String> {
    let mut signs = Vec::with_capacity(4);
    for c in text.chars() {
        signs.push(wxf_sign(c)?);
    }
    let [first, second, direction, number] = signs[..] else { return None };
    // `前馬進三`: front and rear stand before the piece, which WXF has the other way.
    let swapped = matches!(first, '+' | '-') && second.is_ascii_alphabetic();
    let (first, second) = if swapped { (second, first) } else { (first, second) };
    Some([first, second, direction, number].iter().collect())
}

/// WXF's sign for a Chinese one.
fn wxf_sign(c: char) -> Option<char> {
    Some(match c {
        '帥' | '帅' | '將' | '将' => 'K',
        '仕' | '士' => 'A',
        '相' | '象' => 'E',
        '馬' | '马' | '傌' => 'H',
        '車' | '车' | '俥' => 'R',
        '炮' | '砲' | '包' => 'C',
        '兵' | '卒' => 'P',
        '進' | '进' | '前' => '+',
        '退' | '後' | '后' => '-',
        '平' => '=',
        '一' | '１' => '1',
        '二' | '２' => '2',
        '三' | '３' => '3',
        '四' | '４' => '4',
        '五' | '５' => '5',
        '六' | '６' => '6',
        '七' | '７' => '7',
        '八' | '８' => '8',
        '九' | '９' => '9',
        '1'..='9' => c,
        _ => return None,
    })
}
