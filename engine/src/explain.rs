//! Why a move is not legal.

use stymie_movegen::{Bitboard, Game, Square};

/// The reason in a few words without names of squares, which GUIs count differently.
pub(crate) fn in_short(game: &dyn Game, from: Square, to: Square) -> &'static str {
    match game.piece_at(from) {
        None => return "no piece there",
        Some(piece) if piece.color() != game.side() => return "not your piece",
        Some(_) => {}
    }
    let mut moves = game.legal_moves();
    moves.retain(|mv| mv.from() == from);
    if moves.is_empty() {
        return "it cannot move";
    }
    let targets: Bitboard = moves.iter().map(|mv| mv.to()).collect();
    if let Some(mv) = moves.iter().find(|mv| mv.to() == to) {
        if mv.promotion().is_some() {
            "wrong promotion"
        } else if game.castling_rook(*mv).is_some() {
            "wrong rook"
        } else {
            "no castling, no promotion"
        }
    } else if stop(game, from, to).is_some_and(|stop| targets.contains(stop)) {
        "stopped by the zone"
    } else {
        "it cannot go there"
    }
}

/// The first square of the enemy's zone on the way.
pub(crate) fn stop(game: &dyn Game, from: Square, to: Square) -> Option<Square> {
    let way: Bitboard = game.geometry().between(from, to);
    let mut in_zone = (way & game.zone(!game.side())).into_iter();
    if from < to { in_zone.next() } else { in_zone.last() }
}

#[cfg(test)]
mod tests {
    use stymie_movegen::{Reading, VariantId, open};

    use super::*;

    #[test]
    fn each_reason_is_found() {
        let mut game = open(VariantId::Hia);
        let fen = "1k7/4P4/6h2/R8/9/9/P8/KN5r1 w - - 0 1";
        assert_eq!(game.set_fen(fen, Reading::Strict), Ok(vec![]));
        for (text, reason) in [
            ("c3c4", "no piece there"),
            ("h1h2", "not your piece"),
            ("a1a2", "it cannot go there"),
            ("e7e8", "wrong promotion"),
            ("a5h5", "stopped by the zone"),
        ] {
            let (from, rest) = game.geometry().parse_prefix(text).expect("a square");
            let to = game.geometry().parse_square(rest).expect("a square");
            assert!(game.parse_uci(text).is_err(), "{text}");
            assert_eq!(in_short(&*game, from, to), reason, "{text}");
        }
        let fen = "r3k3r/ppppppppp/9/9/9/9/PPPPPPPPP/R3K3R w AI - 0 1";
        assert_eq!(game.set_fen(fen, Reading::Strict), Ok(vec![]));
        let square = |name| game.geometry().parse_square(name).expect("a square");
        let reason = |from, to| in_short(&*game, square(from), square(to));
        assert_eq!(reason("e1", "b1"), "wrong rook");
        assert_eq!(reason("e2", "e3"), "no castling, no promotion");
    }
}
