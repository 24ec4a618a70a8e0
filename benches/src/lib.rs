//! What the benches share: positions that look like games.
//!
//! Run one with `cargo bench -p stymie-benches --bench perft`. Wall-clock times on a shared machine
//! say little: compare two runs of the same minute.

use stymie_movegen::{Position, Rules};

/// Positions from one random game, every one of them with moves: the same in every run.
///
/// The moves are chosen by a fixed linear congruential sequence, captures before others half of the
/// time, so that middlegames and endings both occur.
pub fn positions<R: Rules>(count: usize) -> Vec<Position<R>> {
    let mut state: u64 = 0x2545_f491_4f6c_dd1d;
    let mut next = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let mut found = Vec::with_capacity(count);
    let mut position = Position::<R>::start();
    while found.len() < count {
        let moves = position.legal_moves();
        if moves.is_empty() || position.halfmove_clock() > 40 {
            position = Position::start();
            continue;
        }
        found.push(position);
        let captures: Vec<_> = moves.iter().filter(|mv| position.is_capture(**mv)).collect();
        let mv = match captures[..] {
            [] => moves[next() % moves.len()],
            _ if next() % 2 == 0 => moves[next() % moves.len()],
            _ => *captures[next() % captures.len()],
        };
        position = position.play(mv);
    }
    found
}
