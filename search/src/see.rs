//! Static exchange evaluation: what a series of captures on one square wins or loses.
//!
//! Attackers are found anew before each capture, with the squares that have emptied, so that lines
//! opened behind a capturer, cannon screens that vanish and horses set free all count. Pins are not
//! looked at. Zones follow the brakes that move and fall: nothing that slides takes a Hia from afar.

use stymie_eval::Evaluate;
use stymie_movegen::{Bitboard, Color, Move, MoveKind, Piece, PieceKind, Position, Square, has};

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
    // Legal moves put no king where it could be taken.
    if swap <= 0 || standing == PieceKind::King {
        return true;
    }
    let mut exchange = Exchange::new(position, mv, Piece::new(standing, mover.color()));
    let mut side = mover.color();
    let mut reached = true;
    loop {
        side = !side;
        let Some(capturer) = exchange.capture(side) else { break };
        if capturer == PieceKind::King && exchange.checkers(!side).any() {
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

struct Exchange<'p, R: Evaluate> {
    position: &'p Position<R>,
    target: Square,
    /// The occupied squares: those that no capturer has left, and the target.
    occupied: Bitboard,
    /// What stands on the target.
    standing: Piece,
    /// The pieces near the target that capture there though they could not check there; brakes,
    /// if nothing stops them on the way.
    silent: Bitboard,
}

impl<'p, R: Evaluate> Exchange<'p, R> {
    /// After the move, which puts `standing` on its target.
    fn new(position: &'p Position<R>, mv: Move, standing: Piece) -> Self {
        let target = mv.to();
        let mut silent = Bitboard::EMPTY;
        // None of them goes farther, or in any but the eight directions.
        let near = R::narrowed(R::GEOMETRY.two_steps(target)) - mv.from().bit();
        for kind in SILENT.into_iter().filter(|&kind| has::<R>(kind)) {
            let pieces = position.kind(kind) & near;
            if R::BRAKE == Some(kind) {
                silent |= pieces;
                continue;
            }
            for square in pieces {
                if position.reach(square).contains(target) {
                    silent |= square.bit();
                }
            }
        }
        let occupied = (position.occupied() - mv.from().bit()) | target.bit();
        Exchange { position, target, occupied, standing, silent }
    }

    /// The squares beside the side's Hias or Bodyguards, of which one may stand on the target.
    #[inline]
    fn zone(&self, color: Color) -> Bitboard {
        let Some(brake) = R::BRAKE else { return Bitboard::EMPTY };
        let mut brakes = (self.position.pieces(brake, color) & self.occupied) - self.target.bit();
        if self.standing == Piece::new(brake, color) {
            brakes |= self.target.bit();
        }
        R::GEOMETRY.neighbours(brakes)
    }

    /// The side's pieces that would check a king on the target.
    #[inline]
    fn checkers(&self, by: Color) -> Bitboard {
        let zone = self.zone(!by);
        R::attackers(self.position, self.target, by, self.occupied, zone) & self.occupied
    }

    #[inline]
    fn attackers(&self, by: Color) -> Bitboard {
        let seen = self.checkers(by) - self.position.kind(PieceKind::King);
        let mut silent = self.silent & self.position.color(by) & self.occupied;
        if let Some(brake) = R::BRAKE.filter(|_| silent.any()) {
            let stops = self.occupied | self.zone(!by);
            for square in silent & self.position.kind(brake) {
                if R::GEOMETRY.between(square, self.target).meets(stops) {
                    silent -= square.bit();
                }
            }
        }
        seen | silent
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
        self.standing = Piece::new(kind, by);
        Some(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use stymie_movegen::{Chess, Hia, VariantId, Xiangqi, dispatch, san};

    fn exchange<R: Evaluate>(fen: &str, mv: &str) -> i32 {
        let position = Position::<R>::from_fen(fen).unwrap();
        let mv = san::parse_uci(&position, mv).unwrap();
        (-2_000..2_000).rev().find(|&least| reaches(&position, mv, least)).unwrap()
    }

    /// What the side to move wins at most by captures on the square, played out on the board with
    /// every capturer; pins are not looked at.
    fn played_out<R: Evaluate>(position: &Position<R>, target: Square) -> i32 {
        let side = position.side();
        let value = |kind| R::piece_value(kind);
        let Some(victim) = position.piece_at(target) else { return 0 };
        let takes = position.pseudo_legal_moves();
        let takes = takes.iter().filter(|mv| mv.to() == target);
        let gains = takes.filter_map(|&mv| {
            let king = mv.from() == position.king(side);
            let child = position.play(mv);
            if king && child.attackers_to(target, !side).any() {
                return None;
            }
            Some(value(victim.kind()) - played_out(&child, target))
        });
        gains.fold(0, i32::max)
    }

    /// The exchanges of random games' moves agree with what is played out. Rarely another order
    /// of capturers than the cheapest first, or a promotion on the way, makes a difference.
    fn agrees_with_the_board<R: Evaluate>() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let (mut all, mut wrong) = (0, Vec::new());
        let mut position = Position::<R>::start();
        for n in 0..4_000 {
            let moves = position.legal_moves();
            if moves.is_empty() || n % 120 == 119 {
                position = Position::start();
                continue;
            }
            for &mv in moves.iter().filter(|mv| mv.promotion().is_none()) {
                let taken = position.piece_at(mv.to());
                if matches!(mv.kind(), MoveKind::Normal | MoveKind::MultiStep) {
                    let gain = taken.map_or(0, |piece| R::piece_value(piece.kind()));
                    let real = gain - played_out(&position.play(mv), mv.to());
                    all += 1;
                    if !reaches(&position, mv, real) || reaches(&position, mv, real + 1) {
                        wrong.push(format!("{} {}", position.fen(), san::to_uci::<R>(mv)));
                    }
                }
            }
            position = position.play(moves[rng.random_range(0..moves.len())]);
        }
        assert!(wrong.len() * 250 < all, "{} of {all}, as {:?}", wrong.len(), &wrong[..9]);
    }

    #[test]
    fn exchanges_are_what_captures_on_the_board_come_to() {
        for variant in VariantId::ALL {
            dispatch!(variant, R => agrees_with_the_board::<R>());
        }
    }

    /// A Hia or Bodyguard is not taken from afar, and it stops who would protect.
    #[test]
    fn zones_go_with_the_brakes() {
        let hia = Hia::piece_value;
        // The Hia goes where the rook would take it, if the rook could come past d5 or f5.
        assert_eq!(exchange::<Hia>("8k/9/9/r8/9/4H4/9/4K4 w - - 0 1", "e3e5"), 0);
        assert_eq!(
            exchange::<Hia>("8k/9/9/r8/9/4R4/9/4K4 w - - 0 1", "e3e5"),
            -hia(PieceKind::Rook)
        );
        // The rook on c5 stands beside where the Hia goes.
        assert_eq!(
            exchange::<Hia>("8k/9/9/2r6/9/3H5/9/4K4 w - - 0 1", "d3d5"),
            -hia(PieceKind::Hia)
        );
        // It takes the pawn: the rook that protected it no longer does.
        let pawn = hia(PieceKind::Pawn);
        assert_eq!(exchange::<Hia>("8k/9/9/r3p4/9/4H4/9/4K4 w - - 0 1", "e3e5"), pawn);
        // A king goes beside a Hia, which cannot take it.
        assert_eq!(exchange::<Hia>("8k/9/9/9/4h4/9/9/4K4 w - - 0 1", "e1e2"), 0);
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
