//! Moves and positions as the XBoard protocol writes them.

use stymie_movegen::{Game, Geometry, Move, MoveKind, Square, VariantId};

/// The variant's name in the protocol.
pub(crate) fn variant_name(variant: VariantId) -> &'static str {
    match variant {
        VariantId::Chess => "normal",
        other => other.name(),
    }
}

/// The number of the lowest rank.
fn first_rank(board: &Geometry) -> u8 {
    if board.ranks == 10 { 0 } else { 1 }
}

fn square(board: &Geometry, square: Square) -> String {
    let file = char::from(b'a' + board.file(square));
    format!("{file}{}", board.rank(square) + first_rank(board))
}

/// A legal move, castling as the king's from-to.
pub(crate) fn write_move(game: &dyn Game, mv: Move) -> String {
    let board = game.geometry();
    let promotion = mv.promotion().map(|kind| kind.letter().to_ascii_lowercase());
    let (from, to) = (square(board, mv.from()), square(board, mv.to()));
    format!("{from}{to}{}", promotion.map_or(String::new(), String::from))
}

/// Reads a move: coordinates, castling with or without the rook's part (`e1g1,h1f1`), or as
/// people write it. `None`: it is not legal.
pub(crate) fn read_move(game: &dyn Game, text: &str) -> Option<Move> {
    let legal = game.legal_moves();
    let (main, rook) = match text.split_once(',') {
        Some((main, rook)) => (main, Some(rook)),
        None => (text, None),
    };
    let lower = main.to_ascii_lowercase();
    if let Some(&mv) = legal.iter().find(|&&mv| write_move(game, mv) == lower) {
        return match (game.castling_rook(mv), rook) {
            (_, None) => Some(mv),
            (Some((from, to)), Some(rook)) => {
                let board = game.geometry();
                (rook == square(board, from) + &square(board, to)).then_some(mv)
            }
            (None, Some(_)) => None,
        };
    }
    if rook.is_some() {
        return None;
    }
    if is_coordinates(&lower) {
        // Where a pawn has no choice, engines leave the piece away or name it as they like.
        let squares = |mv: &&Move| write_move(game, **mv).starts_with(&lower[..4]);
        let mut same = legal.iter().filter(squares);
        let only = same.next().filter(|mv| mv.promotion().is_some() && lower.len() <= 5);
        return only.copied().filter(|_| same.next().is_none());
    }
    game.parse_move(text).ok().or_else(|| {
        // O-O where the notation has none.
        let short = match text {
            "O-O" | "0-0" => true,
            "O-O-O" | "0-0-0" => false,
            _ => return None,
        };
        legal.into_iter().find(|mv| {
            let board = game.geometry();
            mv.kind() == MoveKind::Castling
                && (board.file(mv.to()) > board.file(mv.from())) == short
        })
    })
}

/// Whether the text begins with two squares.
fn is_coordinates(text: &str) -> bool {
    let bytes = text.as_bytes();
    let square = |at: usize| {
        bytes.get(at).is_some_and(|file| (b'a'..=b'j').contains(file))
            && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
    };
    square(0) && square(2)
}

/// A FEN; xiangqi's with the letters that XBoard uses.
pub(crate) fn write_fen(variant: VariantId, fen: &str) -> String {
    if variant != VariantId::Xiangqi {
        return fen.to_owned();
    }
    let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
    let letter = |c| match c {
        'N' => 'H',
        'n' => 'h',
        'B' => 'E',
        'b' => 'e',
        c => c,
    };
    format!("{} {rest}", board.chars().map(letter).collect::<String>())
}

#[cfg(test)]
mod tests {
    use stymie_movegen::{Reading, open};

    use super::*;

    #[test]
    fn every_legal_move_survives_the_wire() {
        let castling = "r3k3r/ppppppppp/9/9/9/9/PPPPPPPPP/R3K3R w AIai - 0 1";
        for variant in VariantId::ALL {
            let mut game = open(variant);
            for fen in [game.start_fen(), castling, "8k/4P4/9/9/9/9/9/K8 w - - 0 1"] {
                if game.set_fen(fen, Reading::Infer).is_err() {
                    continue;
                }
                for mv in game.legal_moves() {
                    assert_eq!(read_move(&*game, &write_move(&*game, mv)), Some(mv));
                    assert_eq!(read_move(&*game, &game.notation(mv)), Some(mv), "{variant}");
                }
            }
        }
    }

    #[test]
    fn castling_may_name_the_right_rook() {
        let mut game = open(VariantId::Hia);
        let fen = "r3k3r/ppppppppp/9/9/9/9/PPPPPPPPP/R3K3R w AIai - 0 1";
        game.set_fen(fen, Reading::Strict).unwrap();
        let plain = read_move(&*game, "e1b1");
        assert!(plain.is_some());
        assert_eq!(read_move(&*game, "e1b1,a1c1"), plain);
        assert_eq!(read_move(&*game, "e1b1,a1d1"), None);
        assert_eq!(read_move(&*game, "e2e4,a1d1"), None);
        assert_eq!(read_move(&*game, "O-O-O"), plain);
    }

    #[test]
    fn a_promotion_without_choice_may_be_named_freely() {
        let mut game = open(VariantId::Shatar);
        game.set_fen("7k/P6p/8/8/8/8/R7/K7 w - - 0 1", Reading::Strict).unwrap();
        let bers = read_move(&*game, "a7a8j");
        assert!(bers.is_some());
        assert_eq!([read_move(&*game, "a7a8"), read_move(&*game, "a7a8q")], [bers, bers]);
        assert_eq!([read_move(&*game, "a7a8qq"), read_move(&*game, "a1a2")], [None, None]);
        let mut game = open(VariantId::Chess);
        game.set_fen("7k/P7/8/8/8/8/8/K7 w - - 0 1", Reading::Strict).unwrap();
        assert_eq!([read_move(&*game, "a7a8"), read_move(&*game, "a7a8k")], [None, None]);
        // The same text means another square where ranks are counted from 0.
        assert_eq!(read_move(&*open(VariantId::Xiangqi), "a4a5"), None);
    }

    #[test]
    fn xiangqi_counts_from_0_and_has_letters_of_its_own() {
        let game = open(VariantId::Xiangqi);
        let mv = read_move(&*game, "b2e2").unwrap();
        assert_eq!(game.to_uci(mv), "b3e3");
        assert_eq!(
            write_fen(VariantId::Xiangqi, game.start_fen()).split('/').next(),
            Some("rheakaehr")
        );
        assert!(write_fen(VariantId::Xiangqi, game.start_fen()).ends_with(" w - - 0 1"));
    }
}
