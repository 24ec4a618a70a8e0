//! Why a move is not legal, in words.

use stymie_movegen::{Color, Game, MoveError, PieceKind, Square};

use crate::explain::stop;
use crate::pgn::side_name;

/// What is wrong with a text that is no legal move, in one line.
pub(super) fn refusal(game: &dyn Game, text: &str, error: &MoveError) -> String {
    match error {
        MoveError::Unreadable(_) => match squares(game, text) {
            Some(_) => format!("{error}."),
            None => format!("{error}, and is no command; 'help' lists the commands."),
        },
        MoveError::Ambiguous { .. } => format!("{error}."),
        MoveError::Illegal(_) => {
            let why = squares(game, text).and_then(|(from, to)| reason(game, from, to));
            match why {
                Some(why) => format!("{error}: {why}."),
                None => format!("{error}; 'moves' lists what is."),
            }
        }
    }
}

/// The squares of a move that begins as UCI's do.
fn squares(game: &dyn Game, text: &str) -> Option<(Square, Square)> {
    let (from, rest) = game.geometry().parse_prefix(text)?;
    let (to, _) = game.geometry().parse_prefix(rest)?;
    Some((from, to))
}

fn reason(game: &dyn Game, from: Square, to: Square) -> Option<String> {
    let name = |square| game.geometry().name(square);
    let Some(piece) = game.piece_at(from) else {
        return Some(format!("nothing stands on {}", name(from)));
    };
    if piece.color() != game.side() {
        let owner = side_name(game, piece.color());
        return Some(format!("the piece on {} is {owner}'s", name(from)));
    }
    let mut targets: Vec<Square> = Vec::new();
    for mv in game.legal_moves().into_iter().filter(|mv| mv.from() == from) {
        if !targets.contains(&mv.to()) {
            targets.push(mv.to());
        }
    }
    if targets.contains(&to) {
        return Some("the promotion is missing or wrong: write e8=Q or e7e8q".to_owned());
    }
    if piece.kind() != PieceKind::King
        && let Some(stop) = stop(game, from, to).filter(|stop| targets.contains(stop))
    {
        let enemy = side_name(game, !game.side());
        return Some(format!("{enemy}'s zone stops it on {}", name(stop)));
    }
    let check = if game.checkers().any() { "you are in check, and " } else { "" };
    if targets.is_empty() {
        return Some(format!("{check}the piece on {} cannot move", name(from)));
    }
    targets.sort();
    let targets: Vec<String> = targets.into_iter().map(name).collect();
    Some(format!("{check}the piece on {} can go to {}", name(from), targets.join(", ")))
}

/// The side's name with what befell it: `White is in check`.
pub(super) fn check(game: &dyn Game) -> Option<String> {
    let side: Color = game.side();
    game.checkers().any().then(|| format!("{} is in check.", side_name(game, side)))
}

#[cfg(test)]
mod tests {
    use stymie_movegen::{Reading, VariantId, open};

    use super::*;

    fn refused(variant: VariantId, fen: &str, text: &str) -> String {
        let mut game = open(variant);
        game.set_fen(fen, Reading::Strict).expect("a position");
        let error = game.parse_move(text).expect_err(text);
        refusal(&*game, text, &error)
    }

    #[test]
    fn the_zone_is_named_as_the_reason() {
        // The Hia on g6 guards f5 to h7; the rook goes no farther than f5.
        let fen = "1k7/9/6h2/R8/9/9/9/8K w - - 0 1";
        let said = refused(VariantId::Hia, fen, "a5h5");
        assert_eq!(said, "'a5h5' is not legal here: Black's zone stops it on f5.");
        let fen = "k8/9/2h6/8R/9/9/9/8K w - - 0 1";
        let said = refused(VariantId::Hia, fen, "i5a5");
        assert_eq!(said, "'i5a5' is not legal here: Black's zone stops it on d5.");
    }

    #[test]
    fn other_reasons_are_named_too() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (text, reason) in [
            ("e4e5", "nothing stands on e4"),
            ("e7e5", "the piece on e7 is Black's"),
            ("e2e5", "the piece on e2 can go to e3, e4"),
            ("a1a3", "the piece on a1 cannot move"),
            ("Nd4", "'moves' lists"),
            ("hello", "no command"),
        ] {
            let said = refused(VariantId::Chess, start, text);
            assert!(said.contains(reason) && said.contains(text), "{text}: {said}");
        }
        let said = refused(VariantId::Chess, "k7/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8");
        assert!(said.contains("promotion"), "{said}");
        let said = refused(VariantId::Chess, "k3r3/8/8/8/8/8/8/1R2K3 w - - 0 1", "b1b5");
        assert!(said.contains("you are in check, and the piece on b1 cannot move"), "{said}");
    }
}
