//! Laws that hold for every variant's evaluation, on positions of random games.

use stymie_movegen::{Color, Position, Rules, VariantId, dispatch};

use crate::Evaluate;

/// The next number of a fixed sequence (an xorshift: these tests need no better).
fn next(state: &mut u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state >> 16) as usize
}

/// Some positions of random games, the start position first.
fn positions<R: Rules>() -> Vec<Position<R>> {
    let (mut state, mut found) = (0x5eed_u64, vec![Position::<R>::start()]);
    for _ in 0..8 {
        let mut position = Position::<R>::start();
        for _ in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play(moves[next(&mut state) % moves.len()]);
            found.push(position);
        }
    }
    found
}

/// The position with colours swapped and turned upside down: rights and clocks left out.
fn flipped<R: Rules>(position: &Position<R>) -> Option<Position<R>> {
    rebuilt(position, |file, rank| (file, R::RANKS - 1 - rank), true)
}

/// The position left-right reversed.
fn mirrored<R: Rules>(position: &Position<R>) -> Option<Position<R>> {
    rebuilt(position, |file, rank| (R::FILES - 1 - file, rank), false)
}

fn rebuilt<R: Rules>(
    position: &Position<R>,
    place: impl Fn(u8, u8) -> (u8, u8),
    swap: bool,
) -> Option<Position<R>> {
    let mut rows = Vec::new();
    for rank in (0..R::RANKS).rev() {
        let mut row = String::new();
        for file in 0..R::FILES {
            let (file, rank) = place(file, rank);
            match position.piece_at(R::GEOMETRY.square(file, rank)) {
                Some(piece) => {
                    let letter = piece.letter();
                    let upper = letter.is_ascii_uppercase() != swap;
                    row.push(if upper {
                        letter.to_ascii_uppercase()
                    } else {
                        letter.to_ascii_lowercase()
                    });
                }
                None => row.push('1'),
            }
        }
        rows.push(merged(&row));
    }
    let white = (position.side() == Color::White) != swap;
    let side = if white { 'w' } else { 'b' };
    Position::from_fen(&format!(
        "{} {side} - - {} 1",
        rows.join("/"),
        position.halfmove_clock().min(500)
    ))
    .ok()
}

/// A row of a FEN with the ones added up.
fn merged(row: &str) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for letter in row.chars() {
        if letter == '1' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        text.push(letter);
    }
    if empty > 0 {
        text += &empty.to_string();
    }
    text
}

fn check_laws<R: Evaluate>() {
    let (mut checked, name) = (0, R::VARIANT);
    for position in positions::<R>() {
        let score = R::evaluate(&position);
        assert!(!score.is_mate(), "{position:?}");
        if let Some(flipped) = flipped(&position) {
            assert_eq!(score, R::evaluate(&flipped), "colours swapped: {position:?}");
            assert_eq!(R::material(&position), R::material(&flipped));
            checked += 1;
        }
        if R::MIRRORS
            && let Some(mirrored) = mirrored(&position)
        {
            assert_eq!(score, R::evaluate(&mirrored), "left-right reversed: {position:?}");
        }
    }
    assert!(checked > 50, "{name}: only {checked} positions");
    let start = R::evaluate(&Position::start());
    assert!(start.raw().abs() <= 60, "{name}: {start:?}");
    assert_eq!(R::material(&Position::start()).raw(), 0);
}

#[test]
fn colours_sides_and_start_positions() {
    for variant in VariantId::ALL {
        dispatch!(variant, R => check_laws::<R>());
    }
}
