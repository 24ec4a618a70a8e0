//! Random numbers for the hash keys, made by the compiler.
//!
//! SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014) from
//! a fixed start, so that a key is the same in every build: opening books and test data may hold keys.

use crate::bitboard::Square;
use crate::piece::{Color, Piece, SLOTS};

struct Keys {
    pieces: [[u64; 128]; 2 * SLOTS],
    en_passant: [u64; 128],
    rights: [u64; 16],
    shak: [u64; 2],
    black_to_move: u64,
}

static KEYS: Keys = Keys::new(0x5479_6d69_6521_0001);

impl Keys {
    const fn new(mut state: u64) -> Keys {
        let mut keys = Keys {
            pieces: [[0; 128]; 2 * SLOTS],
            en_passant: [0; 128],
            rights: [0; 16],
            shak: [0; 2],
            black_to_move: 0,
        };
        let mut i = 0;
        while i < 128 {
            let mut slot = 0;
            while slot < 2 * SLOTS {
                (state, keys.pieces[slot][i]) = split_mix(state);
                slot += 1;
            }
            (state, keys.en_passant[i]) = split_mix(state);
            i += 1;
        }
        let mut i = 0;
        while i < 16 {
            (state, keys.rights[i]) = split_mix(state);
            i += 1;
        }
        (state, keys.shak[0]) = split_mix(state);
        (state, keys.shak[1]) = split_mix(state);
        (_, keys.black_to_move) = split_mix(state);
        keys
    }
}

const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, mixed ^ mixed >> 31)
}

#[inline]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[piece.slot() + piece.color().index() * SLOTS][square.index()]
}

#[inline]
pub(crate) fn en_passant(square: Square) -> u64 {
    KEYS.en_passant[square.index()]
}

/// The key of a set of rights, one bit each.
#[inline]
pub(crate) fn rights(mut set: u16) -> u64 {
    let mut key = 0;
    while set != 0 {
        key ^= KEYS.rights[(set.trailing_zeros() & 15) as usize];
        set &= set - 1;
    }
    key
}

#[inline]
pub(crate) fn shak(side: Color) -> u64 {
    KEYS.shak[side.index()]
}

#[inline]
pub(crate) fn black_to_move() -> u64 {
    KEYS.black_to_move
}
