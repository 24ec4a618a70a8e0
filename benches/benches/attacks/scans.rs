//! Candidates without occupancy tables: obstruction difference, hyperbola quintessence, classical rays.

use crate::{Attacks, LINES, naive::walk};

#[derive(Clone, Copy, Default)]
struct Line {
    lower: u128,
    upper: u128,
}

type Lines = [[Line; 4]; 128];

/// Rays of every square: rank, file, diagonal, anti-diagonal, each as (squares below, squares above).
fn lines(files: u8, ranks: u8) -> Box<Lines> {
    let mut all = Box::new([[Line::default(); 4]; 128]);
    for sq in 0..files * ranks {
        for (line, upward) in LINES.into_iter().enumerate() {
            let downward = (-upward.0, -upward.1);
            all[usize::from(sq)][line] = Line {
                lower: walk(files, ranks, sq, 0, &[downward]),
                upper: walk(files, ranks, sq, 0, &[upward]),
            };
        }
    }
    all
}

/// Highest blocker below, then one subtraction above.
pub(crate) struct ObstructionDifference(Box<Lines>);

impl ObstructionDifference {
    #[inline(always)]
    fn line(&self, sq: u8, line: usize, blockers: u128) -> u128 {
        let Line { lower, upper } = self.0[usize::from(sq & 127)][line];
        let above = blockers & upper;
        let nearest = 1u128 << (127 - ((blockers & lower) | 1).leading_zeros());
        (above ^ above.wrapping_sub(nearest)) & (lower | upper)
    }
}

impl Attacks for ObstructionDifference {
    fn new(files: u8, ranks: u8) -> Self {
        Self(lines(files, ranks))
    }
    #[inline(always)]
    fn rook(&self, sq: u8, blockers: u128) -> u128 {
        self.line(sq, 0, blockers) | self.line(sq, 1, blockers)
    }
    #[inline(always)]
    fn bishop(&self, sq: u8, blockers: u128) -> u128 {
        self.line(sq, 2, blockers) | self.line(sq, 3, blockers)
    }
}

impl ObstructionDifference {
    /// The second occupied square of each of the four rays, by clearing the first bit.
    #[inline(always)]
    pub(crate) fn cannon_captures(&self, sq: u8, occupied: u128) -> u128 {
        // An empty set wraps to a shift beyond the word, and gives an empty set.
        let highest =
            |set: u128| 1u128.unbounded_shl(127u32.wrapping_sub(set.leading_zeros())) & set;
        (0..2).fold(0, |captures, line| {
            let Line { lower, upper } = self.0[usize::from(sq & 127)][line];
            let above = occupied & upper;
            let above = above & above.wrapping_sub(1);
            let below = occupied & lower;
            let below = below ^ highest(below);
            captures | above & above.wrapping_neg() | highest(below)
        })
    }
}

/// `o ^ (o - 2s)` forwards and bit-reversed; the reversal of the blockers is shared by a piece's lines.
pub(crate) struct Hyperbola(Box<Lines>);

impl Hyperbola {
    #[inline(always)]
    fn line(&self, sq: u8, line: usize, blockers: u128, reversed: u128) -> u128 {
        let Line { lower, upper } = self.0[usize::from(sq & 127)][line];
        let bit = 1u128 << (sq & 127);
        let forward = blockers & upper;
        let backward = reversed & lower.reverse_bits();
        let up = forward ^ forward.wrapping_sub(bit << 1);
        let down = backward ^ backward.wrapping_sub(bit.reverse_bits() << 1);
        (up & upper) | (down.reverse_bits() & lower)
    }
}

impl Attacks for Hyperbola {
    fn new(files: u8, ranks: u8) -> Self {
        Self(lines(files, ranks))
    }
    #[inline(always)]
    fn rook(&self, sq: u8, blockers: u128) -> u128 {
        let reversed = blockers.reverse_bits();
        self.line(sq, 0, blockers, reversed) | self.line(sq, 1, blockers, reversed)
    }
    #[inline(always)]
    fn bishop(&self, sq: u8, blockers: u128) -> u128 {
        let reversed = blockers.reverse_bits();
        self.line(sq, 2, blockers, reversed) | self.line(sq, 3, blockers, reversed)
    }
    #[inline(always)]
    fn queen(&self, sq: u8, blockers: u128) -> u128 {
        let reversed = blockers.reverse_bits();
        (0..4).fold(0, |reached, line| reached | self.line(sq, line, blockers, reversed))
    }
}

/// A whole ray less the ray behind its first blocker, found by a bit scan.
pub(crate) struct Rays(Box<Lines>);

impl Rays {
    #[inline(always)]
    fn line(&self, sq: u8, line: usize, blockers: u128) -> u128 {
        let Line { lower, upper } = self.0[usize::from(sq & 127)][line];
        // No blocker: the sentinel's entry (square 127, off every board) is empty.
        let first = ((blockers & upper) | 1 << 127).trailing_zeros() as usize;
        let above = upper ^ self.0[first & 127][line].upper;
        let below = blockers & lower;
        let last = if below == 0 { 127 } else { 127 - below.leading_zeros() as usize };
        above | (lower ^ self.0[last & 127][line].lower)
    }
}

impl Attacks for Rays {
    fn new(files: u8, ranks: u8) -> Self {
        Self(lines(files, ranks))
    }
    #[inline(always)]
    fn rook(&self, sq: u8, blockers: u128) -> u128 {
        self.line(sq, 0, blockers) | self.line(sq, 1, blockers)
    }
    #[inline(always)]
    fn bishop(&self, sq: u8, blockers: u128) -> u128 {
        self.line(sq, 2, blockers) | self.line(sq, 3, blockers)
    }
}
