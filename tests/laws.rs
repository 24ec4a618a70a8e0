//! Laws that hold in every position of every variant, tried on random games.
//!
//! A case is a start (the start position or one of the perft positions) and a list of choices; the
//! law is looked at in every position on the way.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseResult};
use stymie_movegen::{
    Bitboard, Color, Mode, Move, MoveKind, MoveList, Observer, Piece, PieceKind, Position,
    RightKind, Rules, Square, VariantId, dispatch, san,
};
use stymie_tests::perft_rows;

/// How many random games each law is tried on, in each variant.
const GAMES: u32 = 32;

/// A random game: which start, and which of the legal moves at each ply.
fn games() -> impl Strategy<Value = (usize, Vec<u16>)> {
    (any::<usize>(), prop::collection::vec(any::<u16>(), 0..120))
}

/// Runs the check in every position of one game.
fn walk<R: Rules>(
    starts: &[Position<R>],
    game: &(usize, Vec<u16>),
    mut check: impl FnMut(&Position<R>) -> TestCaseResult,
) -> TestCaseResult {
    let mut position = starts[game.0 % starts.len()];
    check(&position)?;
    for &choice in &game.1 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.play(moves[usize::from(choice) % moves.len()]);
        check(&position)?;
    }
    Ok(())
}

fn starts<R: Rules>() -> Vec<Position<R>> {
    let rows = perft_rows(R::VARIANT.name());
    rows.iter().map(|row| Position::from_fen(&row.fen).expect("a FEN of the table")).collect()
}

/// Declares a test that tries a law on random games of all variants.
macro_rules! law {
    ($(#[$doc:meta])* $name:ident, $check:ident) => {
        $(#[$doc])*
        #[test]
        fn $name() {
            for variant in VariantId::ALL {
                dispatch!(variant, R => {
                    let starts = starts::<R>();
                    let config = Config { cases: GAMES, failure_persistence: None, ..Config::default() };
                    proptest!(config, |(game in games())| walk::<R>(&starts, &game, $check::<R>)?);
                });
            }
        }
    };
}

law!(incremental_keys_equal_recomputed_ones, keys);
law!(a_fen_is_read_back_as_the_same_position, fen_round_trip);
law!(a_move_is_legal_iff_it_is_generated, legal_iff_generated);
law!(legal_moves_are_the_pseudo_legal_ones_that_leave_the_king_safe, make_and_look);
law!(a_piece_attacks_what_is_attacked_from_its_square, attack_reversal);
law!(a_mirrored_position_has_the_mirrored_moves, mirror);
law!(captures_and_quiet_moves_are_all_moves_without_overlap, modes);
law!(moves_are_read_back_from_both_notations, notations);
law!(the_observer_hears_of_every_change, observed);
law!(checkers_are_those_who_attack_the_king, checkers);

fn keys<R: Rules>(position: &Position<R>) -> TestCaseResult {
    prop_assert_eq!((position.key(), position.table_key()), position.recomputed_keys());
    Ok(())
}

fn fen_round_trip<R: Rules>(position: &Position<R>) -> TestCaseResult {
    let fen = position.fen();
    let read = Position::<R>::from_fen(&fen);
    let read = read.map_err(|error| TestCaseError::fail(format!("{fen}: {error}")))?;
    prop_assert_eq!(read.fen(), fen);
    prop_assert_eq!(read.key(), position.key());
    // A FEN cannot carry a series of checks.
    if position.checkers().is_empty() && position.table_key() == position.key() {
        prop_assert_eq!(&read, position);
    }
    Ok(())
}

fn legal_iff_generated<R: Rules>(position: &Position<R>) -> TestCaseResult {
    let legal = position.legal_moves();
    for from in R::GEOMETRY.board {
        for to in R::GEOMETRY.board - from.bit() {
            let mv = Move::new(from, to, MoveKind::Normal);
            prop_assert_eq!(position.is_legal(mv), legal.contains(&mv), "{:?}", mv);
        }
    }
    for mv in position.pseudo_legal_moves() {
        prop_assert_eq!(position.is_legal(mv), legal.contains(&mv), "{:?}", mv);
        prop_assert_eq!(position.try_play(mv).is_some(), legal.contains(&mv), "{:?}", mv);
    }
    prop_assert_eq!(legal.len() as u64, position.count_legal_moves());
    Ok(())
}

fn make_and_look<R: Rules>(position: &Position<R>) -> TestCaseResult {
    if position.is_robado() {
        prop_assert!(position.legal_moves().is_empty());
        return Ok(());
    }
    let us = position.side();
    let leaves_king_safe = |mv: &Move| {
        let next = position.play(*mv);
        next.attackers_to(next.king(us), !us).is_empty()
    };
    let filtered = position.pseudo_legal_moves().into_iter().filter(leaves_king_safe).collect();
    prop_assert_eq!(sorted(position.legal_moves()), sorted(filtered));
    Ok(())
}

fn sorted(mut moves: MoveList) -> MoveList {
    moves.sort_by_key(|mv| mv.to_bits());
    moves
}

fn attack_reversal<R: Rules>(position: &Position<R>) -> TestCaseResult {
    for by in Color::ALL {
        // In xiangqi attackers() speaks of attacks on a general only.
        let targets = if R::VARIANT == VariantId::Xiangqi {
            position.king(!by).bit()
        } else {
            position.color(!by)
        };
        for target in targets {
            let attackers = position.attackers_to(target, by);
            for square in position.color(by) {
                let kind = position.piece_at(square).map(Piece::kind);
                let facing = R::VARIANT == VariantId::Xiangqi && kind == Some(PieceKind::King);
                if kind != Some(PieceKind::Hia) && !facing {
                    let reaches = position.reach(square).contains(target);
                    prop_assert_eq!(
                        attackers.contains(square),
                        reaches,
                        "{:?} {:?}",
                        square,
                        target
                    );
                }
            }
        }
    }
    Ok(())
}

fn mirror<R: Rules>(position: &Position<R>) -> TestCaseResult {
    for left_right in [false, true] {
        // The arrays of the adjusting games look alike only left-right.
        let adjusts = R::RIGHTS.iter().any(|right| right.kind == RightKind::Adjustment);
        if if left_right { !R::MIRRORS } else { adjusts } {
            continue;
        }
        let fen = mirrored_fen(position, left_right);
        let other = Position::<R>::from_fen(&fen);
        let other = other.map_err(|error| TestCaseError::fail(format!("{fen}: {error}")))?;
        let expected: MoveList =
            position.legal_moves().iter().map(|mv| mirrored_move::<R>(*mv, left_right)).collect();
        prop_assert_eq!(sorted(other.legal_moves()), sorted(expected), "{}", fen);
        prop_assert_eq!(other.checkers().count(), position.checkers().count());
    }
    Ok(())
}

/// The FEN of the position with colours swapped and ranks turned over, and the files too if asked.
fn mirrored_fen<R: Rules>(position: &Position<R>, left_right: bool) -> String {
    let swap_case = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let turn = |row: &str| -> String {
        let squares: Vec<String> = split_row(row);
        let turned: Vec<String> =
            if left_right { squares.into_iter().rev().collect() } else { squares };
        turned.concat().chars().map(swap_case).collect()
    };
    let rows: Vec<String> = fields[0].split('/').rev().map(turn).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let mut rights: String = fields[2].chars().map(swap_case).collect();
    if left_right {
        rights = rights.chars().map(mirrored_right).collect();
    }
    let en_passant = match position.en_passant() {
        Bitboard::EMPTY => "-".to_owned(),
        squares => squares
            .into_iter()
            .map(|square| R::GEOMETRY.name(mirrored_square::<R>(square, left_right)))
            .collect(),
    };
    format!("{} {side} {rights} {en_passant} {} {}", rows.join("/"), fields[4], fields[5])
}

/// The gaps and letters of a FEN's row.
fn split_row(row: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for c in row.chars() {
        match parts.last_mut() {
            Some(last) if c.is_ascii_digit() && last.ends_with(|d: char| d.is_ascii_digit()) => {
                last.push(c);
            }
            _ => parts.push(c.to_string()),
        }
    }
    parts
}

fn mirrored_right(letter: char) -> char {
    let upper = letter.to_ascii_uppercase();
    let mirrored = match upper {
        'K' => 'Q',
        'Q' => 'K',
        'A'..='I' => (b'A' + b'I' - upper as u8) as char,
        other => other,
    };
    if letter.is_ascii_uppercase() { mirrored } else { mirrored.to_ascii_lowercase() }
}

fn mirrored_square<R: Rules>(square: Square, left_right: bool) -> Square {
    let file = if left_right { R::FILES - 1 - R::file(square) } else { R::file(square) };
    R::GEOMETRY.square(file, R::RANKS - 1 - R::rank(square))
}

fn mirrored_move<R: Rules>(mv: Move, left_right: bool) -> Move {
    let square = |square| mirrored_square::<R>(square, left_right);
    match mv.promotion() {
        Some(kind) => Move::promotion_to(square(mv.from()), square(mv.to()), kind),
        None => Move::new(square(mv.from()), square(mv.to()), mv.kind()),
    }
}

fn modes<R: Rules>(position: &Position<R>) -> TestCaseResult {
    let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
    position.generate(Mode::Noisy, &mut noisy);
    position.generate(Mode::Quiet, &mut quiet);
    prop_assert!(noisy.iter().all(|mv| position.is_noisy(*mv)));
    prop_assert!(quiet.iter().all(|mv| !position.is_noisy(*mv)));
    noisy.extend(quiet);
    prop_assert_eq!(sorted(noisy), sorted(position.legal_moves()));
    Ok(())
}

fn notations<R: Rules>(position: &Position<R>) -> TestCaseResult {
    for mv in position.legal_moves() {
        let uci = san::to_uci::<R>(mv);
        prop_assert_eq!(san::parse_uci(position, &uci), Ok(mv), "{}", uci);
        let notation = R::notation(position, mv);
        prop_assert_eq!(R::parse_notation(position, &notation), Ok(mv), "{}", notation);
    }
    Ok(())
}

/// A board kept by what the observer is told.
struct Shadow([Option<Piece>; 128]);

impl Observer for Shadow {
    fn added(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square.index()].replace(piece), None);
    }

    fn removed(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square.index()].take(), Some(piece));
    }
}

fn observed<R: Rules>(position: &Position<R>) -> TestCaseResult {
    for mv in position.legal_moves() {
        let mut shadow = Shadow([None; 128]);
        for square in R::GEOMETRY.board {
            shadow.0[square.index()] = position.piece_at(square);
        }
        let mut next = *position;
        next.advance(mv, &mut shadow);
        prop_assert!(
            R::GEOMETRY.board.into_iter().all(|s| shadow.0[s.index()] == next.piece_at(s))
        );
    }
    Ok(())
}

fn checkers<R: Rules>(position: &Position<R>) -> TestCaseResult {
    let king = position.king(position.side());
    prop_assert_eq!(position.checkers(), position.attackers_to(king, !position.side()));
    Ok(())
}
