//! Why sliders stop where they stop: the lines that a piece moves along, each with what ends it.

use serde::Serialize;
use stymie_movegen::{Bitboard, Color, Game, PieceKind, Rules, Square, TypedGame, dispatch};

/// A line that a piece can move along.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Ray {
    /// The squares it can reach, in order.
    pub(super) squares: Vec<String>,
    /// What ends it.
    pub(super) end: End,
    /// The squares it could reach beside these were it not for the enemy's zone.
    pub(super) beyond: Vec<String>,
    /// The enemy's pieces whose zone stops it.
    pub(super) by: Vec<String>,
}

/// What ends a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum End {
    /// The board's edge, or the piece's reach.
    Free,
    /// A piece of its own side, on the last square.
    Own,
    /// An enemy piece, on the last square.
    Enemy,
    /// The first square of the enemy's zone.
    Stymied,
}

type Step = (i8, i8);

const KING: [Step; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const KWAGGA: [Step; 8] = [(1, 3), (3, 1), (3, -1), (1, -3), (-1, -3), (-3, -1), (-3, 1), (-1, 3)];

/// The directions in which a kind of piece moves more than one step.
const fn directions(kind: PieceKind) -> &'static [Step] {
    match kind {
        PieceKind::Queen
        | PieceKind::Rook
        | PieceKind::Bishop
        | PieceKind::Bers
        | PieceKind::Hia
        | PieceKind::Bodyguard
        | PieceKind::Minister
        | PieceKind::Cannon => &KING,
        PieceKind::Kwagga => &KWAGGA,
        _ => &[],
    }
}

/// The lines of what stands on the square; none for a piece that only steps.
pub(super) fn rays(game: &dyn Game, square: Square) -> Vec<Ray> {
    dispatch!(game.variant(), R => {
        game.as_any().downcast_ref().map_or_else(Vec::new, |game| typed_rays::<R>(game, square))
    })
}

fn typed_rays<R: Rules>(game: &TypedGame<R>, square: Square) -> Vec<Ray> {
    let position = game.position();
    let Some(piece) = position.piece_at(square) else { return Vec::new() };
    let enemy = !piece.color();
    let zone = position.zone(enemy);
    let reach = R::reach(position, piece, square, zone);
    let unbraked = R::reach(position, piece, square, Bitboard::EMPTY);
    let walk = |step| Walk { geometry: R::GEOMETRY, at: square, step };
    let mut rays = Vec::new();
    for &step in directions(piece.kind()) {
        let squares: Vec<Square> = walk(step).take_while(|&on| reach.contains(on)).collect();
        let Some(&last) = squares.last() else { continue };
        let beyond: Vec<Square> =
            walk(step).skip(squares.len()).take_while(|&on| unbraked.contains(on)).collect();
        let end = match position.piece_at(last) {
            _ if !beyond.is_empty() => End::Stymied,
            Some(other) if other.color() == enemy => End::Enemy,
            Some(_) => End::Own,
            None => End::Free,
        };
        let by = if end == End::Stymied { brakes::<R>(game, last, enemy) } else { Vec::new() };
        let names = |squares: Vec<Square>| -> Vec<String> {
            squares.into_iter().map(|square| R::GEOMETRY.name(square)).collect()
        };
        rays.push(Ray { squares: names(squares), end, beyond: names(beyond), by: names(by) });
    }
    rays
}

/// The side's pieces in whose zone the square lies.
fn brakes<R: Rules>(game: &TypedGame<R>, square: Square, side: Color) -> Vec<Square> {
    let near = R::GEOMETRY.neighbours(square.bit());
    near.into_iter()
        .filter(|&on| {
            let piece = game.position().piece_at(on);
            piece.is_some_and(|piece| piece.color() == side && Some(piece.kind()) == R::BRAKE)
        })
        .collect()
}

/// The squares from one on, step by step, to the board's edge.
struct Walk {
    geometry: &'static stymie_movegen::Geometry,
    at: Square,
    step: Step,
}

impl Iterator for Walk {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let file = self.geometry.file(self.at).checked_add_signed(self.step.0)?;
        let rank = self.geometry.rank(self.at).checked_add_signed(self.step.1)?;
        if file >= self.geometry.files || rank >= self.geometry.ranks {
            return None;
        }
        self.at = self.geometry.square(file, rank);
        Some(self.at)
    }
}

#[cfg(test)]
mod tests {
    use stymie_movegen::{Reading, VariantId, open};

    use super::*;

    fn of(variant: VariantId, fen: &str, square: &str) -> Vec<Ray> {
        let mut game = open(variant);
        game.set_fen(fen, Reading::Strict).expect("a position");
        let square = game.geometry().parse_square(square).expect("a square");
        rays(&*game, square)
    }

    #[test]
    fn a_rook_stops_in_the_zone_and_one_sees_why() {
        let rays = of(VariantId::Hia, "4k4/9/6h2/R8/9/9/P8/K8 w - - 0 1", "a5");
        let right = rays.iter().find(|ray| ray.squares.first().is_some_and(|to| to == "b5"));
        let right = right.expect("a line to the right");
        assert_eq!(right.squares, ["b5", "c5", "d5", "e5", "f5"]);
        assert_eq!((right.end, &right.by[..]), (End::Stymied, &["g6".to_owned()][..]));
        assert_eq!(right.beyond, ["g5", "h5", "i5"]);
        let down = rays.iter().find(|ray| ray.squares.first().is_some_and(|to| to == "a4"));
        assert_eq!(down.map(|ray| (ray.end, ray.squares.len())), Some((End::Own, 3)));
        let up = rays.iter().find(|ray| ray.squares.first().is_some_and(|to| to == "a6"));
        assert_eq!(up.map(|ray| ray.end), Some(End::Free));
    }

    #[test]
    fn leapers_have_no_lines_but_the_kwagga_has() {
        let fen = "4k4/9/9/9/9/9/3p5/9/K1W6 w - - 0 1";
        let rays = of(VariantId::Bodyguard, fen, "c1");
        let lines: Vec<String> = rays.iter().map(|ray| ray.squares.join(" ")).collect();
        assert!(lines.contains(&"d4 e7".to_owned()), "{lines:?}");
        assert_eq!(of(VariantId::Chess, "4k3/8/8/8/8/8/8/KN6 w - - 0 1", "b1"), []);
        let leaping = of(VariantId::ShatarBuryat, "4k3/8/8/8/8/8/8/K1B5 w - - 0 1", "c1");
        assert_eq!(leaping, []);
    }
}
