//! Xiangqi's repetitions: perpetual check and perpetual chase.
//!
//! The reading of the Asian rules is Pikafish's: a chase is an attack that a move brings about,
//! found by comparing what the side attacks before and after its move. Pieces are followed through
//! the cycle by the squares on which they stood at its beginning, which tell them apart since
//! nothing is captured in a cycle.

use crate::bitboard::{Bitboard, Square};
use crate::moves::{Mode, Move, MoveKind, Sink};
use crate::outcome::{Outcome, Reason};
use crate::piece::{Color, PieceKind};
use crate::position::Position;
use crate::rules::Rules;
use crate::xiangqi::{Xiangqi, bound_targets, half};

/// [`Rules::repetition`]: perpetual check loses, then perpetual chase does; everything else is a
/// draw.
pub(crate) fn repetition(cycle: &[Position<Xiangqi>], moves: &[Move]) -> Outcome {
    let (mut always, mut ever) = ([true; 2], false);
    for (before, after) in cycle.iter().zip(&cycle[1..]) {
        let check = after.checkers().any();
        always[before.side().index()] &= check;
        ever |= check;
    }
    match always {
        [true, true] => return Outcome::draw(Reason::MutualPerpetualCheck),
        [true, false] => return Outcome::win(Color::Black, Reason::PerpetualCheck),
        [false, true] => return Outcome::win(Color::White, Reason::PerpetualCheck),
        [false, false] if ever => return Outcome::draw(Reason::ThirdOccurrence),
        [false, false] => {}
    }
    match Color::ALL.map(|side| chases(side, cycle, moves)) {
        [true, true] => Outcome::draw(Reason::MutualPerpetualChase),
        [true, false] => Outcome::win(Color::Black, Reason::PerpetualChase),
        [false, true] => Outcome::win(Color::White, Reason::PerpetualChase),
        [false, false] => Outcome::draw(Reason::ThirdOccurrence),
    }
}

/// Whether one enemy piece is newly attacked by every move of the side.
fn chases(side: Color, cycle: &[Position<Xiangqi>], moves: &[Move]) -> bool {
    let mut origins: [Square; 128] = std::array::from_fn(|i| Square::masked(i as u8));
    let mut prey = Xiangqi::GEOMETRY.board;
    for ((before, after), mv) in cycle.iter().zip(&cycle[1..]).zip(moves) {
        let named = |origins: &[Square; 128], squares: Bitboard| -> Bitboard {
            squares.into_iter().map(|square| origins[square.index()]).collect()
        };
        let chaser_moves = before.side() == side;
        if chaser_moves {
            prey -= named(&origins, attacked(before, side));
        }
        origins[mv.to().index()] = origins[mv.from().index()];
        if chaser_moves {
            prey &= named(&origins, attacked(after, side));
        }
        if prey.is_empty() {
            return false;
        }
    }
    true
}

/// The enemy pieces that the side attacks in the sense of chasing, whoever is to move.
fn attacked(position: &Position<Xiangqi>, side: Color) -> Bitboard {
    let position = with_side_to_move(position, side);
    let legality = Xiangqi::legality(&position);
    let of = |kind, color| position.pieces(kind, color);
    let hunters = position.color(side) - of(PieceKind::King, side) - of(PieceKind::Soldier, side);
    let home_soldiers = of(PieceKind::Soldier, !side) & half(!side);
    let preys = position.color(!side) - of(PieceKind::King, !side) - home_soldiers;
    let mut attacked = Bitboard::EMPTY;
    for hunter in hunters {
        let allowed = legality.targets(hunter, || bound_targets(&position, hunter));
        let victims = position.reach(hunter) & preys & allowed;
        for victim in victims - attacked {
            if is_chase(&position, hunter, victim) {
                attacked |= victim.bit();
            }
        }
    }
    attacked
}

/// Whether a legal capture by the side to move makes a chase: if the victim is worth it whatever
/// happens, or is unprotected and not as strong as the hunter.
fn is_chase(position: &Position<Xiangqi>, hunter: Square, victim: Square) -> bool {
    let kind = |square| position.piece_at(square).map(|piece| piece.kind());
    let (Some(hunting), Some(hunted)) = (kind(hunter), kind(victim)) else { return false };
    match (hunting, hunted) {
        (PieceKind::Horse | PieceKind::Cannon, PieceKind::Rook)
        | (
            PieceKind::Advisor | PieceKind::Elephant,
            PieceKind::Rook | PieceKind::Horse | PieceKind::Cannon,
        ) => return true,
        _ => {}
    }
    let mut retaken = Targets::default();
    position.play(Move::new(hunter, victim, MoveKind::Normal)).generate(Mode::Noisy, &mut retaken);
    if retaken.0.contains(victim) {
        return false;
    }
    // Pieces of the same kind attack each other - if the victim can take back.
    let reply = Move::new(victim, hunter, MoveKind::Normal);
    hunting != hunted || !with_side_to_move(position, !position.side()).is_legal(reply)
}

/// The position with this side to move, for [`Rules::legality`] and [`Position::play`]: what else
/// depends on the side to move, keys and checkers, is wrong in it.
fn with_side_to_move(position: &Position<Xiangqi>, side: Color) -> Position<Xiangqi> {
    let mut position = *position;
    position.side = side;
    position
}

/// Collects where moves end.
#[derive(Default)]
struct Targets(Bitboard);

impl Sink for Targets {
    fn targets(&mut self, _: Square, targets: Bitboard) {
        self.0 |= targets;
    }

    fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveKind) {
        self.0 |= targets;
    }

    fn promotions(&mut self, targets: Bitboard, _: i8, _: &[PieceKind]) {
        self.0 |= targets;
    }

    fn single(&mut self, mv: Move) {
        self.0 |= mv.to().bit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::TypedGame;
    use crate::san::parse_uci;

    fn verdict(fen: &str, moves: &str) -> Option<Outcome> {
        let start = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let mut game = TypedGame::<Xiangqi>::new(start);
        for text in moves.split(' ') {
            let mv = parse_uci(game.position(), text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(game.outcome(), None, "before {text}");
            game.play(mv);
        }
        game.outcome()
    }

    #[test]
    fn the_side_that_always_checks_loses() {
        assert_eq!(
            verdict(
                "9/3kc4/3a5/3P5/9/4p4/9/4K4/9/3C5 w - - 0 1",
                "d7e7 e5d5 e7d7 d5e5 d7e7 e5d5 e7d7 d5e5"
            ),
            Some(Outcome::win(Color::White, Reason::PerpetualCheck))
        );
    }

    #[test]
    fn both_sides_always_checking_draw() {
        assert_eq!(
            verdict(
                "9/4c4/3k5/3r5/9/9/4C4/9/4K4/3R5 w - - 0 1",
                "e4d4 d7e7 d4e4 e7d7 e4d4 d7e7 d4e4 e7d7"
            ),
            Some(Outcome::draw(Reason::MutualPerpetualCheck))
        );
    }

    #[test]
    fn a_rook_that_always_attacks_an_unprotected_cannon_loses() {
        assert_eq!(
            verdict(
                "4ck3/9/9/9/9/2r1R4/9/9/4A4/3AK4 w - - 0 1",
                "e5e4 c5c4 e4e5 c4c5 e5e4 c5c4 e4e5 c4c5"
            ),
            Some(Outcome::win(Color::White, Reason::PerpetualChase))
        );
    }

    #[test]
    fn the_same_with_the_rook_protected_draws() {
        assert_eq!(
            verdict(
                "4ck3/9/9/9/9/2r1R1N2/6N2/9/4A4/3AK4 w - - 0 1",
                "e5e4 c5c4 e4e5 c4c5 e5e4 c5c4 e4e5 c4c5"
            ),
            Some(Outcome::draw(Reason::ThirdOccurrence))
        );
    }

    #[test]
    fn a_rook_that_one_of_two_cannons_always_attacks_is_chased_and_by_one_it_is_not() {
        let moves = "a5a6 a7b7 a6b6 b7a7 b6a6 a7b7 a6b6 b7a7 b6a6";
        assert_eq!(
            verdict("2bakabr1/9/9/r1p1p1p2/p7R/P8/9/9/9/CC1AKA3 w - - 0 1", moves),
            Some(Outcome::win(Color::Black, Reason::PerpetualChase))
        );
        assert_eq!(
            verdict("2bakabr1/9/9/r1p1p1p2/p7R/P8/9/9/9/1C1AKA3 w - - 0 1", moves),
            Some(Outcome::draw(Reason::ThirdOccurrence))
        );
    }

    #[test]
    fn a_soldier_may_chase() {
        assert_eq!(
            verdict(
                "4k4/9/3c5/4P4/9/9/9/9/9/5K3 w - - 0 1",
                "e7d7 d8e8 d7e7 e8d8 e7d7 d8e8 d7e7 e8d8"
            ),
            Some(Outcome::draw(Reason::ThirdOccurrence))
        );
    }

    #[test]
    fn a_soldier_beyond_the_river_may_not_be_chased() {
        assert_eq!(
            verdict(
                "5k3/9/4R4/9/9/9/3p5/9/9/3K5 w - - 0 1",
                "e8d8 d4e4 d8e8 e4d4 e8d8 d4e4 d8e8 e4d4"
            ),
            Some(Outcome::win(Color::Black, Reason::PerpetualChase))
        );
    }

    #[test]
    fn chasing_each_other_draws() {
        assert_eq!(
            verdict(
                "4ka3/c2R1R2c/4b4/9/9/9/9/9/9/4K4 w - - 0 1",
                "f9f7 f10e9 f7f9 e9f10 f9f7 f10e9 f7f9 e9f10"
            ),
            Some(Outcome::draw(Reason::MutualPerpetualChase))
        );
    }
}
