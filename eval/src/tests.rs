//! Laws that hold for every variant's evaluation, on positions of random games.

use stymie_movegen::{
    Chess, Color, Hia, Hiashatar, Position, Rules, Shatar, VariantId, Xiangqi, dispatch,
};

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

/// The worth for White of a position in which White is to move.
fn worth<R: Evaluate>(fen: &str) -> i32 {
    match Position::<R>::from_fen(fen) {
        Ok(position) => R::evaluate(&position).raw(),
        Err(error) => panic!("{fen}: {error}"),
    }
}

#[test]
fn a_passed_pawn_is_worth_more_the_farther_it_is() {
    let at = |rows: &str| worth::<Chess>(&format!("4k3/{rows}/4K3 w - - 0 1"));
    let near = at("8/P7/8/8/8/7p");
    let far = at("8/8/8/8/P7/7p");
    assert!(near > far + 40, "{near} {far}");
}

#[test]
fn a_pawn_that_can_be_stopped_is_no_passed_pawn() {
    let passed = worth::<Chess>("4k3/7p/8/P7/8/8/8/4K3 w - - 0 1");
    let watched = worth::<Chess>("4k3/1p6/8/P7/8/8/8/4K3 w - - 0 1");
    assert!(passed > watched, "{passed} {watched}");
}

#[test]
fn a_hia_beside_its_king_takes_the_sting_out_of_an_attack() {
    // Queen and rook bear on the king; in h3 the Hia stops both, in a3 neither.
    let with = |hia: &str| worth::<Hia>(&format!("2k4qr/9/9/9/9/{hia}/6P2/7K1 w - - 0 1"));
    let gain = with("7H1") - with("H8");
    assert!(gain > 20, "{gain}");
}

#[test]
fn hias_alone_win_nothing() {
    let tempo = worth::<Hia>("4k4/9/9/9/9/9/9/4K4 w - - 0 1");
    assert_eq!(worth::<Hia>("4k4/9/9/9/2HHH4/9/9/4K4 w - - 0 1"), tempo);
    assert!(worth::<Hia>("4k4/9/9/9/2HHH4/9/4P4/4K4 w - - 0 1") > tempo + 500);
}

#[test]
fn in_shatar_the_last_enemy_piece_is_better_left() {
    let two_men = worth::<Shatar>("4k3/4p3/8/8/8/8/8/R3K3 w - - 0 1");
    let bare = worth::<Shatar>("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert!(two_men > bare, "{two_men} {bare}");
    assert!(worth::<Chess>("4k3/8/8/8/8/8/8/R3K3 w - - 0 1") > bare + 300);
}

#[test]
fn a_rook_wants_a_file_without_pawns() {
    let open = worth::<Hiashatar>("4k5/1p8/10/10/10/10/10/10/1P8/R3K5 w - - 0 1");
    let closed = worth::<Hiashatar>("4k5/p9/10/10/10/10/10/10/P9/R3K5 w - - 0 1");
    assert!(open > closed, "{open} {closed}");
}

#[test]
fn xiangqi_soldiers_cross_the_river() {
    let crossed = worth::<Xiangqi>("3ak4/9/9/9/4P4/9/9/9/9/3AK4 w - - 0 1");
    let home = worth::<Xiangqi>("3ak4/9/9/9/9/9/4P4/9/9/3AK4 w - - 0 1");
    assert!(crossed > home, "{crossed} {home}");
}

#[test]
fn xiangqi_fears_a_cannon_with_nothing_between() {
    // One cannon on the king's file, the other beside it.
    let hollow = worth::<Xiangqi>("r3k4/9/9/9/9/4C4/9/9/9/R2K5 w - - 0 1");
    let aside = worth::<Xiangqi>("r3k4/9/9/9/9/3C5/9/9/9/R2K5 w - - 0 1");
    assert!(hollow > aside + 30, "{hollow} {aside}");
}

#[test]
fn xiangqi_without_attackers_is_drawn() {
    let tempo = worth::<Xiangqi>("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1");
    assert_eq!(worth::<Xiangqi>("3k5/9/9/9/9/9/9/9/4A4/2BAK1B2 w - - 0 1"), tempo);
}

fn check_trial<R: Evaluate>() {
    let trial = R::trial();
    let (names, numbers) = (trial.names(), trial.numbers());
    assert_eq!(names.len(), numbers.len());
    let tempo = names.iter().position(|name| name == "tempo").unwrap();
    let mut changed = numbers.clone();
    changed[tempo] += 5;
    let other = trial.with(&changed);
    assert_eq!(other.numbers(), changed);
    for position in positions::<R>() {
        let own = R::evaluate(&position);
        assert_eq!(trial.evaluate(&position), own, "{position:?}");
        assert_eq!(other.evaluate(&position), own + 5, "{position:?}");
    }
    let source = other.source();
    assert!(source.contains(&format!("tempo: {},", changed[tempo])), "{source}");
}

#[test]
fn on_trial_the_own_numbers_give_the_same_and_others_another() {
    for variant in VariantId::ALL {
        dispatch!(variant, R => check_trial::<R>());
    }
}
