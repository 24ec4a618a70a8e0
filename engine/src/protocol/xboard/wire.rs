//! Squares and moves as XBoard writes them.
//!
//! On boards with exactly ten ranks XBoard counts them from 0, so that a square is always a letter
//! and a digit. Castling is written in one of two ways: see [`Castling`].

use stymie_movegen::{Game, Geometry, Move, MoveError, MoveKind, Square, VariantId};

use crate::protocol::message::BadMove;

/// How a GUI writes castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Castling {
    /// The king's move alone: the GUI knows the game and moves the rook by itself.
    KingAlone,
    /// The king's move and the rook's, separated by a comma.
    WithRook,
}

impl Castling {
    /// How XBoard does it in this variant; `knows_set_ups`: it obeys our set-up lines. They
    /// make the king a piece that XBoard does not take for one.
    pub(super) fn of(variant: VariantId, knows_set_ups: bool) -> Castling {
        match variant {
            VariantId::Chess | VariantId::Xiangqi => Castling::KingAlone,
            _ if knows_set_ups => Castling::WithRook,
            _ => Castling::KingAlone,
        }
    }
}

/// The number of the lowest rank.
fn first_rank(board: &Geometry) -> u8 {
    if board.ranks == 10 { 0 } else { 1 }
}

/// The square as XBoard writes it.
pub(super) fn write_square(board: &Geometry, square: Square) -> String {
    format!("{}{}", (b'a' + board.file(square)) as char, board.rank(square) + first_rank(board))
}

/// Reads a square off the front of a text; gives the square and the rest.
fn read_prefix<'t>(board: &Geometry, text: &'t str) -> Option<(Square, &'t str)> {
    let mut letters = text.chars();
    let file = u8::try_from(letters.next()?).ok()?.checked_sub(b'a')?;
    let rank = u8::try_from(letters.next()?.to_digit(10)?).ok()?.checked_sub(first_rank(board))?;
    let known = file < board.files && rank < board.ranks;
    known.then(|| (board.square(file, rank), letters.as_str()))
}

/// Reads a square.
pub(super) fn read_square(board: &Geometry, text: &str) -> Option<Square> {
    match read_prefix(board, text) {
        Some((square, "")) => Some(square),
        _ => None,
    }
}

/// Whether the text begins like a move: two squares of the largest board.
pub(super) fn looks_like_a_move(text: &str) -> bool {
    let mut letters = text.chars();
    let mut square = || {
        letters.next().is_some_and(|file| ('a'..='j').contains(&file))
            && letters.next().is_some_and(|rank| rank.is_ascii_digit())
    };
    square() && square()
}

/// A legal move as XBoard writes it.
pub(super) fn write_move(game: &dyn Game, mv: Move, castling: Castling) -> String {
    let board = game.geometry();
    let leg = |from, to| write_square(board, from) + &write_square(board, to);
    let mut text = leg(mv.from(), mv.to());
    if let Some(kind) = mv.promotion() {
        text.push(kind.letter().to_ascii_lowercase());
    }
    if castling == Castling::WithRook
        && let Some((from, to)) = game.castling_rook(mv)
    {
        text = format!("{text},{}", leg(from, to));
    }
    text
}

/// Legal moves one after the other.
pub(super) fn write_line(game: &dyn Game, moves: &[Move], castling: Castling) -> String {
    // Where the rook stands depends on the side to move.
    let castles = |mv: &Move| mv.kind() == MoveKind::Castling;
    let mut played = moves
        .iter()
        .any(castles)
        .then(|| game.boxed_clone())
        .filter(|_| castling == Castling::WithRook);
    let mut text = String::new();
    for &mv in moves {
        text.push(' ');
        match &mut played {
            Some(played) => {
                text += &write_move(&**played, mv, castling);
                played.play(mv);
            }
            None => text += &write_move(game, mv, castling),
        }
    }
    text
}

/// The first two squares of a move, legal or not.
pub(super) fn read_squares(board: &Geometry, text: &str) -> Option<(Square, Square)> {
    let (from, rest) = read_prefix(board, text)?;
    Some((from, read_prefix(board, rest)?.0))
}

/// Reads a legal move.
pub(super) fn read_move(game: &dyn Game, text: &str, castling: Castling) -> Result<Move, BadMove> {
    let board = game.geometry();
    let (king, rook) = match text.split_once(',') {
        Some((king, rook)) => (king, Some(rook)),
        None => (text, None),
    };
    let (from, rest) = read_prefix(board, king).ok_or(BadMove::Unreadable)?;
    let (to, promotion) = read_prefix(board, rest).ok_or(BadMove::Unreadable)?;
    let uci = format!("{}{}{promotion}", board.name(from), board.name(to));
    let mv = game.parse_uci(&uci).map_err(|error| match error {
        MoveError::Unreadable(_) => BadMove::Unreadable,
        MoveError::Illegal(_) | MoveError::Ambiguous { .. } => BadMove::Illegal,
    })?;
    match (game.castling_rook(mv), rook) {
        (Some(_), None) if castling == Castling::WithRook => Err(BadMove::RookLeftBehind(mv)),
        (_, None) => Ok(mv),
        (Some(_), Some(_)) if text == write_move(game, mv, Castling::WithRook) => Ok(mv),
        (_, Some(_)) => Err(BadMove::Illegal),
    }
}

#[cfg(test)]
mod tests {
    use stymie_movegen::{Reading, open};

    use super::*;

    const CASTLINGS: [Castling; 2] = [Castling::KingAlone, Castling::WithRook];

    #[test]
    fn every_legal_move_survives_the_wire() {
        let positions = [
            "r3k3r/ppppppppp/9/9/9/9/PPPPPPPPP/R3K3R w AIai - 0 1",
            "8k/4P4/9/9/9/9/9/K8 w - - 0 1",
        ];
        for variant in VariantId::ALL {
            let mut game = open(variant);
            for fen in [game.start_fen(), positions[0], positions[1]] {
                if game.set_fen(fen, Reading::Infer).is_err() {
                    continue;
                }
                for mv in game.legal_moves() {
                    for castling in CASTLINGS {
                        let text = write_move(&*game, mv, castling);
                        assert_eq!(read_move(&*game, &text, castling), Ok(mv), "{variant} {text}");
                        assert!(looks_like_a_move(&text), "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn ranks_are_counted_from_0_on_boards_with_ten() {
        let game = open(VariantId::Xiangqi);
        let mv = read_move(&*game, "b2e2", Castling::KingAlone);
        assert_eq!(mv.map(|mv| game.to_uci(mv)), Ok("b3e3".to_owned()));
        let top = read_square(game.geometry(), "e9");
        assert_eq!(top.map(|square| game.geometry().name(square)), Some("e10".to_owned()));
        assert_eq!(read_square(game.geometry(), "e10"), None);
        assert_eq!(read_square(open(VariantId::Chess).geometry(), "e0"), None);
    }

    #[test]
    fn castling_without_the_rook_is_refused_where_the_gui_leaves_it_behind() {
        let mut game = open(VariantId::Hia);
        let fen = "r3k3r/ppppppppp/9/9/9/9/PPPPPPPPP/R3K3R w AIai - 0 1";
        assert!(game.set_fen(fen, Reading::Strict).is_ok());
        let read = |text| read_move(&*game, text, Castling::WithRook);
        assert!(matches!(read("e1b1"), Err(BadMove::RookLeftBehind(_))));
        assert!(read("e1b1,a1c1").is_ok());
        assert_eq!(read("e1b1,a1d1"), Err(BadMove::Illegal));
        assert_eq!(read("e2e4,a1d1"), Err(BadMove::Illegal));
        assert_eq!(read("e1b1,"), Err(BadMove::Illegal));
        assert!(read_move(&*game, "e1b1", Castling::KingAlone).is_ok());
        assert!(read_move(&*game, "e1b1,a1c1", Castling::KingAlone).is_ok());
    }

    #[test]
    fn a_line_with_castlings_of_both_sides_names_both_rooks() {
        let mut game = open(VariantId::Modern);
        let fen = "r3k3r/ppppppppp/9/9/9/9/9/PPPPPPPPP/R3K3R w KQkq - 0 1";
        assert!(game.set_fen(fen, Reading::Strict).is_ok());
        let mut played = game.boxed_clone();
        let moves: Vec<Move> = ["e1g1", "e9c9"]
            .iter()
            .filter_map(|text| {
                let mv = played.parse_uci(text).ok()?;
                played.play(mv);
                Some(mv)
            })
            .collect();
        assert_eq!(write_line(&*game, &moves, Castling::WithRook), " e1g1,i1f1 e9c9,a9d9");
        assert_eq!(write_line(&*game, &moves, Castling::KingAlone), " e1g1 e9c9");
    }

    #[test]
    fn promotions_name_their_piece_and_never_a_king() {
        let mut game = open(VariantId::Hia);
        assert!(game.set_fen("8k/4P4/9/9/9/9/9/K8 w - - 0 1", Reading::Strict).is_ok());
        let read = |text| read_move(&*game, text, Castling::WithRook);
        assert!(read("e7e8h").is_ok() && read("e7e8q").is_ok());
        assert!(read("e7e8k").is_err() && read("e7e8").is_err() && read("e7e8z").is_err());
    }
}
