//! Static exchange evaluation: what a series of captures on one square wins or loses.
//!
//! Attackers are found anew before each capture, with the squares that have emptied, so that lines
//! opened behind a capturer, cannon screens that vanish and horses set free all count. Pins are not
//! looked at; zones are those of the start, but for a brake that stood on the square.

use stymie_eval::Evaluate;
use stymie_movegen::{Bitboard, Color, Move, MoveKind, Piece, PieceKind, Position, Square};

/// Whether the exchange that the move begins wins its side at least `threshold` centipawns, both
/// sides stopping when it suits them.
pub(crate) fn reaches<R: Evaluate>(position: &Position<R>, mv: Move, threshold: i32) -> bool {
    if !matches!(mv.kind(), MoveKind::Normal | MoveKind::MultiStep) {
        // En passant wins a pawn for a pawn at worst; castling and adjustment capture nothing.
        return threshold <= 0;
    }
    let Some(mover) = position.piece_at(mv.from()) else { return false };
    let victim = position.piece_at(mv.to());
    let standing = mv.promotion().unwrap_or(mover.kind());
    let gain = victim.map_or(0, |piece| R::piece_value(piece.kind())) + R::piece_value(standing)
        - R::piece_value(mover.kind());
    // From here on: what the side that captures next needs to win beyond the threshold.
    let mut swap = gain - threshold;
    if swap < 0 {
        return false;
    }
    swap = worth::<R>(standing) - swap;
    if swap <= 0 {
        return true;
    }
    let mut exchange = Exchange::new(position, mv, victim);
    let mut side = mover.color();
    let mut reached = true;
    loop {
        side = !side;
        let Some(capturer) = exchange.capture(side) else { break };
        if capturer == PieceKind::King && exchange.attackers(!side).any() {
            break;
        }
        reached = !reached;
        swap = worth::<R>(capturer) - swap;
        if swap < i32::from(reached) {
            break;
        }
    }
    reached
}

/// A piece's value; the king's above all.
#[inline]
fn worth<R: Evaluate>(kind: PieceKind) -> i32 {
    if kind == PieceKind::King { 20_000 } else { R::piece_value(kind) }
}

/// The kinds of which [`Rules::attackers`](stymie_movegen::Rules::attackers) says nothing, since
/// they never check, and the king, which in xiangqi sees the other far away but captures nearby.
const SILENT: [PieceKind; 4] =
    [PieceKind::King, PieceKind::Hia, PieceKind::Elephant, PieceKind::Advisor];

/// Whether one of these on an empty board might go from one square to the other.
#[inline]
fn is_near<R: Evaluate>(a: Square, b: Square) -> bool {
    R::file(a).abs_diff(R::file(b)) <= 2 && R::rank(a).abs_diff(R::rank(b)) <= 2
}

struct Exchange<'p, R: Evaluate> {
    position: &'p Position<R>,
    target: Square,
    occupied: Bitboard,
    zones: [Bitboard; 2],
    /// The pieces near the target that capture there though they could not check there.
    silent: Bitboard,
}

impl<'p, R: Evaluate> Exchange<'p, R> {
    fn new(position: &'p Position<R>, mv: Move, victim: Option<Piece>) -> Self {
        let target = mv.to();
        let zones = Color::ALL.map(|color| match (R::BRAKE, victim) {
            (Some(brake), Some(piece)) if piece == Piece::new(brake, color) => {
                R::GEOMETRY.neighbours(position.pieces(brake, color) - target.bit())
            }
            _ => position.zone(color),
        });
        let mut silent = Bitboard::EMPTY;
        for kind in SILENT.into_iter().filter(|kind| R::PIECES.contains(kind)) {
            for square in position.kind(kind) - mv.from().bit() {
                if is_near::<R>(square, target) && position.reach(square).contains(target) {
                    silent |= square.bit();
                }
            }
        }
        let occupied = (position.occupied() - mv.from().bit()) | target.bit();
        Exchange { position, target, occupied, zones, silent }
    }

    #[inline]
    fn attackers(&self, by: Color) -> Bitboard {
        let zone = self.zones[(!by).index()];
        let seen = R::attackers(self.position, self.target, by, self.occupied, zone)
            - self.position.kind(PieceKind::King);
        (seen | (self.silent & self.position.color(by))) & self.occupied
    }

    /// Captures with the cheapest piece of the side; gives its kind.
    fn capture(&mut self, by: Color) -> Option<PieceKind> {
        let attackers = self.attackers(by) - self.target.bit();
        if attackers.is_empty() {
            return None;
        }
        let kinds = R::PIECES.iter().copied();
        let present = kinds.filter(|&kind| attackers.meets(self.position.kind(kind)));
        let kind = present.min_by_key(|&kind| worth::<R>(kind))?;
        let capturer = (attackers & self.position.kind(kind)).first()?;
        self.occupied -= capturer.bit();
        Some(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stymie_movegen::{Chess, Hia, Xiangqi, san};

    fn exchange<R: Evaluate>(fen: &str, mv: &str) -> i32 {
        let position = Position::<R>::from_fen(fen).unwrap();
        let mv = san::parse_uci(&position, mv).unwrap();
        (-2_000..2_000).rev().find(|&least| reaches(&position, mv, least)).unwrap()
    }

    #[test]
    fn a_protected_pawn_is_not_for_a_rook_but_a_battery_takes_it() {
        let (pawn, rook) =
            (Chess::piece_value(PieceKind::Pawn), Chess::piece_value(PieceKind::Rook));
        assert_eq!(exchange::<Chess>("4k3/8/2p5/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5"), pawn - rook);
        assert_eq!(exchange::<Chess>("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5"), pawn);
        let fen = "4k3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1";
        assert_eq!(exchange::<Chess>(fen, "d2d5"), pawn);
    }

    #[test]
    fn a_king_does_not_take_what_is_protected() {
        let pawn = Chess::piece_value(PieceKind::Pawn);
        assert_eq!(exchange::<Chess>("8/8/4k3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), pawn);
    }

    #[test]
    fn a_hia_protects_and_its_zone_brakes_protectors() {
        let value = Hia::piece_value;
        // The Hia on d6 protects d5 ...
        let guarded = "4k4/9/3h5/3p5/9/9/3R5/4K4 w - - 0 1";
        let loss = value(PieceKind::Pawn) - value(PieceKind::Rook);
        assert_eq!(exchange::<Hia>(guarded, "d2d5"), loss);
        // ... but White's own Hia on b4 keeps the rook on a5 away from d5: it must stop on b5's neighbour.
        let braked = "4k4/9/9/r2p5/1H7/9/3R5/4K4 w - - 0 1";
        assert_eq!(exchange::<Hia>(braked, "d2d5"), value(PieceKind::Pawn));
    }

    #[test]
    fn elephants_advisors_and_near_generals_protect_and_far_ones_do_not() {
        let value = Xiangqi::piece_value;
        let won = value(PieceKind::Horse);
        let loss = won - value(PieceKind::Rook);
        for (fen, mv, wanted) in [
            ("2b2k3/9/9/9/4n4/9/9/9/4R4/3K5 w - - 0 1", "e2e6", won),
            ("2b2k3/9/4n4/9/9/9/9/9/4R4/3K5 w - - 0 1", "e2e8", loss),
            ("5k3/4n4/5a3/9/9/9/9/9/4R4/3K5 w - - 0 1", "e2e9", loss),
            ("4nk3/9/9/9/9/9/9/9/4R4/3K5 w - - 0 1", "e2e10", loss),
            ("5k2n/9/9/9/9/9/9/9/8R/3K5 w - - 0 1", "i2i10", won),
        ] {
            assert_eq!(exchange::<Xiangqi>(fen, mv), wanted, "{fen}");
        }
    }
}
