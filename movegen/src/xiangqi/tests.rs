//! Xiangqi's rules, each on a small position, and laws on strewn ones.

use super::*;
use crate::board::Board;
use crate::fen::FenReason;
use crate::moves::{Move, MoveList};
use crate::rights::Rights;
use crate::san::{parse_uci, to_uci};

fn position(fen: &str) -> Position<Xiangqi> {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The targets of the legal moves from a square, as names in rising order.
fn targets(fen: &str, from: &str) -> Vec<String> {
    let from = BOARD.parse_square(from).expect("a square");
    let moves = position(fen).legal_moves();
    let targets: Bitboard = moves.iter().filter(|mv| mv.from() == from).map(|mv| mv.to()).collect();
    targets.into_iter().map(|to| BOARD.name(to)).collect()
}

/// A generator of random numbers for tests (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % bound as u64) as usize
    }

    pub(crate) fn square_of(&mut self, set: Bitboard) -> Square {
        let at = self.below(set.count() as usize);
        set.into_iter().nth(at).expect("fewer than the set holds")
    }
}

/// A position with pieces strewn about, most of them in line with a general or near it.
pub(crate) fn crowded(random: &mut Random) -> Position<Xiangqi> {
    loop {
        let mut board = Board::EMPTY;
        let mut near = Bitboard::EMPTY;
        for color in Color::ALL {
            let king = Piece::new(PieceKind::King, color);
            let palace = BOARD.board.into_iter().filter(|&to| Xiangqi::may_stand(king, to));
            let square = random.square_of(palace.collect());
            board.put(king, square, &mut ());
            near |= BOARD.orthogonals[square.index()] | BOARD.two_steps[square.index()];
        }
        for _ in 0..3 + random.below(22) {
            let region = if random.below(4) == 0 { BOARD.board } else { near };
            let square = random.square_of(region);
            let kind = Xiangqi::PIECES[random.below(6)];
            let piece = Piece::new(kind, Color::ALL[random.below(2)]);
            if Xiangqi::may_stand(piece, square) && board.piece_at(square).is_none() {
                board.put(piece, square, &mut ());
            }
        }
        let (rights, none) = (Rights::default(), Bitboard::EMPTY);
        let side = Color::ALL[random.below(2)];
        let strewn = Position::<Xiangqi>::assemble(board, side, rights, none, 0, 1);
        // Reading refuses those where the side that is not to move is in check.
        if let Ok(position) = Position::from_fen(&strewn.fen()) {
            return position;
        }
    }
}

#[test]
fn legal_moves_are_the_pseudo_legal_ones_that_leave_the_general_safe() {
    let mut random = Random(1);
    let (mut positions, mut in_check, mut most_bonds) = (0, 0, 0);
    while positions < 20_000 {
        let mut position = crowded(&mut random);
        for _ in 0..4 {
            compare_with_make_and_look(&position);
            positions += 1;
            in_check += usize::from(position.checkers().any());
            most_bonds = most_bonds.max(binding(&position));
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[random.below(moves.len())]);
            assert_eq!(position.recomputed_keys(), (position.key(), position.table_key()));
        }
    }
    assert!(in_check > positions / 10, "{in_check} of {positions} in check");
    assert!(most_bonds >= 4, "{most_bonds}");
}

/// How many constraints bind pieces by where they start.
fn binding(position: &Position<Xiangqi>) -> usize {
    let mut count = 0;
    constraints(position, |constraint| count += usize::from(constraint.binds()));
    count
}

fn compare_with_make_and_look(position: &Position<Xiangqi>) {
    let us = position.side();
    let safe = |mv: &Move| {
        let next = position.play(*mv);
        next.attackers_to(next.king(us), !us).is_empty()
    };
    let sorted = |mut moves: Vec<Move>| {
        moves.sort_by_key(|mv| mv.to_bits());
        moves
    };
    let filtered = sorted(position.pseudo_legal_moves().into_iter().filter(safe).collect());
    assert_eq!(sorted(position.legal_moves().to_vec()), filtered, "{position:?}");
    let mut halves = MoveList::new();
    position.generate(Mode::Noisy, &mut halves);
    assert!(halves.iter().all(|&mv| position.is_noisy(mv)));
    position.generate(Mode::Quiet, &mut halves);
    assert_eq!(sorted(halves.to_vec()), filtered, "{position:?} by modes");
    assert_eq!(position.count_legal_moves(), filtered.len() as u64);
}

#[test]
fn the_most_constraints_that_a_position_can_have_hold() {
    // Behind e3's neighbours a second and a third piece on three lines, a second on the fourth,
    // and all eight horses hobbled by its own pieces.
    let fen = "3k5/9/9/9/4c4/3nrn3/2nPPPn2/1crBKBrc1/2nBABn2/3nrn3 w - - 0 1";
    assert_eq!(binding(&position(fen)), 15);
    compare_with_make_and_look(&position(fen));
}

#[test]
fn a_piece_reaches_what_it_attacks() {
    let mut random = Random(2);
    for _ in 0..2_000 {
        let position = crowded(&mut random);
        let king = position.king(!position.side());
        for square in position.color(position.side()) {
            let piece = position.piece_at(square).expect("occupied");
            let reaches = position.reach(square).contains(king);
            let facing = piece.kind() == PieceKind::King
                && Xiangqi::file(square) == Xiangqi::file(king)
                && !BOARD.between(square, king).meets(position.occupied());
            let attacks = position.attackers_to(king, position.side()).contains(square);
            assert_eq!(reaches || facing, attacks, "{position:?} {square:?}");
        }
    }
}

#[test]
fn a_horse_is_hobbled_and_an_elephant_blinded() {
    let fen = "3k5/9/9/9/9/4P4/3PN4/9/1N2A4/2B1K4 w - - 0 1";
    assert_eq!(targets(fen, "e4"), ["d2", "f2", "g3", "g5"]);
    assert_eq!(targets(fen, "c1"), ["e3"]);
    assert_eq!(targets("3k5/9/9/9/9/2B6/9/9/9/4K4 w - - 0 1", "c5"), ["a3", "e3"]);
}

#[test]
fn a_cannon_needs_exactly_one_screen_to_capture() {
    let fen = "3k5/9/9/4r4/4p4/4P4/9/4C4/9/4K4 w - - 0 1";
    assert_eq!(
        targets(fen, "e3"),
        ["e2", "a3", "b3", "c3", "d3", "f3", "g3", "h3", "i3", "e4", "e6"]
    );
}

#[test]
fn a_soldier_goes_sideways_beyond_the_river_only() {
    assert_eq!(targets("3k5/9/9/9/9/P8/9/9/9/4K4 w - - 0 1", "a5"), ["a6"]);
    assert_eq!(targets("3k5/9/9/9/P8/9/9/9/9/4K4 w - - 0 1", "a6"), ["b6", "a7"]);
    assert_eq!(targets("5k2P/9/9/9/9/9/9/9/9/4K4 w - - 0 1", "i10"), ["h10"]);
}

#[test]
fn generals_may_not_face_each_other() {
    assert_eq!(targets("4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d1"), ["d2"]);
    let fen = "4k4/9/9/9/9/9/9/4C4/9/4K4 w - - 0 1";
    assert!(targets(fen, "e3").iter().all(|to| to.starts_with('e')));
    let reasons = |fen| Position::<Xiangqi>::from_fen(fen).expect_err("refused").reasons;
    assert_eq!(reasons("4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1"), [FenReason::FacingGenerals]);
    assert_eq!(
        reasons("4kR3/9/9/9/9/9/9/9/9/4K4 w - - 0 1"),
        [FenReason::FacingGenerals, FenReason::OpponentInCheck]
    );
}

#[test]
fn no_move_loses_in_check_or_not() {
    let outcome = |fen| position(fen).outcome_on_board();
    assert_eq!(
        outcome("3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 0 1"),
        Some(Outcome::win(Color::White, Reason::Stalemate))
    );
    assert_eq!(outcome("3k5/3P5/9/9/9/9/9/9/4R4/4K4 b - - 0 1"), None, "the soldier can be taken");
    assert_eq!(
        outcome("3k5/R8/R8/9/9/9/9/9/9/4K4 b - - 0 1"),
        Some(Outcome::win(Color::White, Reason::Stalemate))
    );
    assert_eq!(
        outcome("R2k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1"),
        Some(Outcome::win(Color::White, Reason::Checkmate))
    );
}

#[test]
fn advisors_and_elephants_alone_draw() {
    let dead = "2bakab2/9/9/9/9/9/9/4B4/9/2BAKA3 w - - 0 1";
    assert_eq!(position(dead).outcome_on_board(), Some(Outcome::draw(Reason::DeadPosition)));
    let alive = "2bakab2/9/9/p8/9/9/9/4B4/9/2BAKA3 w - - 0 1";
    assert_eq!(position(alive).outcome_on_board(), None);
    let clock = "2bakab2/9/9/p8/9/9/9/4B4/9/2BAKA3 w - - 120 90";
    assert_eq!(position(clock).outcome_on_board(), Some(Outcome::draw(Reason::Plies(120))));
}

#[test]
fn a_soldiers_step_lets_the_clock_run_on() {
    let start = Position::<Xiangqi>::start();
    let step = parse_uci(&start, "a4a5").expect("legal");
    assert_eq!((to_uci::<Xiangqi>(step), start.play(step).halfmove_clock()), ("a4a5".into(), 1));
}
