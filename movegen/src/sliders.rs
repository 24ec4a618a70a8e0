//! Sliding attacks on boards of 64 to 100 squares, by one table lookup a line.
//!
//! A set of squares is a `u128`; square `rank * files + file` is bit `rank * files + file`, and bits
//! off the board are never set. Start reading at [`Sliders`].
//!
//! # How it works
//! The squares that matter to a piece on a line are those between it and the line's two ends (a blocker
//! on the last square changes nothing). On these boards no two of them on one line have the same index
//! modulo 64, so the low and the high word of the set can be laid over each other without loss:
//! `low ^ ((low ^ high) & line.high)`. From this *folded* word one parallel extract (`pext`), or without
//! BMI2 one multiplication, makes the index of the attacked set in a table.
//!
//! `benches/attacks` measures this against the alternatives. On AMD processors before Zen 3 `pext` is
//! slow: build with `-C target-feature=-bmi2` there.

use std::fmt;

use gather::Key;

/// Sliding attacks on one board size. Small and `Copy`: it refers to static tables, which the compiler
/// computes.
///
/// ```
/// use stymie_movegen::sliders::Sliders;
///
/// const HIA: Sliders = Sliders::new(9, 8);
/// // On the first rank: a piece on c1, blockers on b1 and f1.
/// let (b1, c1, d1, e1, f1) = (1, 2, 3, 4, 5);
/// let set = |squares: &[u8]| squares.iter().fold(0, |set, sq| set | 1 << sq);
/// assert_eq!(HIA.rank(c1, set(&[b1, f1])), set(&[b1, d1, e1, f1]));
/// assert_eq!(HIA.between(b1, f1), set(&[c1, d1, e1]));
/// ```
///
/// Squares are indices below `files * ranks`. Any other number is taken modulo 128, and a square off the
/// board attacks nothing ([`between`](Self::between) has no meaning there); nothing panics.
#[derive(Clone, Copy)]
pub struct Sliders {
    lines: &'static [SquareLines; 128],
    sets: &'static [u128],
    between: &'static [u128],
    squares: u8,
}

/// One line through one square, as a folded word and a row of the table.
#[derive(Clone, Copy)]
struct Line {
    /// The squares whose occupancy matters, folded.
    mask: u64,
    /// Those of them that come from the high word.
    high: u64,
    /// First entry of this line in `sets`.
    base: u32,
    key: Key,
}

/// The two lines of a rook or of a bishop: together in one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Pair([Line; 2]);

#[derive(Clone, Copy)]
struct SquareLines {
    /// Rank, file.
    rook: Pair,
    /// Diagonal (a1 to the upper right), anti-diagonal.
    bishop: Pair,
}

/// A set's low word, and its difference from the high word.
#[derive(Clone, Copy)]
struct Words {
    low: u64,
    differ: u64,
}

impl Words {
    #[inline(always)]
    const fn of(set: u128) -> Self {
        let (low, high) = (set as u64, (set >> 64) as u64);
        Self { low, differ: low ^ high }
    }
}

/// Without the tables, which nobody wants to read.
impl fmt::Debug for Sliders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sliders").field("squares", &self.squares).finish_non_exhaustive()
    }
}

impl Sliders {
    /// The attacks on a board of `files` times `ranks` squares, one of 8x8, 9x8, 9x9, 9x10 and 10x10
    /// (files first).
    ///
    /// # Panics
    /// For any other size. In a constant that is an error of compilation.
    #[must_use]
    pub const fn new(files: u8, ranks: u8) -> Self {
        match (files, ranks) {
            (8, 8) => board_8x8::SLIDERS,
            (9, 8) => board_9x8::SLIDERS,
            (9, 9) => board_9x9::SLIDERS,
            (9, 10) => board_9x10::SLIDERS,
            (10, 10) => board_10x10::SLIDERS,
            _ => panic!("no sliding attacks for a board of this size"),
        }
    }

    #[inline(always)]
    fn lines(&self, sq: u8) -> &SquareLines {
        &self.lines[(sq & 127) as usize]
    }

    #[inline(always)]
    fn line(&self, line: &Line, words: Words) -> u128 {
        let folded = words.low ^ (words.differ & line.high);
        let entry = line.base as usize + line.key.index(folded, line.mask);
        // The length is a power of two that the compiler knows: this is no bounds check.
        self.sets[entry & (self.sets.len() - 1)]
    }

    #[inline(always)]
    fn pair(&self, pair: &Pair, words: Words) -> u128 {
        self.line(&pair.0[0], words) | self.line(&pair.0[1], words)
    }

    /// Squares attacked along the rank of `sq`: up to and including the first blocker on either side,
    /// `sq` itself excluded. Whether `blockers` contains `sq` does not matter.
    #[inline]
    #[must_use]
    pub fn rank(&self, sq: u8, blockers: u128) -> u128 {
        self.line(&self.lines(sq).rook.0[0], Words::of(blockers))
    }

    /// As [`rank`](Self::rank), along the file.
    #[inline]
    #[must_use]
    pub fn file(&self, sq: u8, blockers: u128) -> u128 {
        self.line(&self.lines(sq).rook.0[1], Words::of(blockers))
    }

    /// As [`rank`](Self::rank), along the diagonal on which file and rank grow together.
    #[inline]
    #[must_use]
    pub fn diagonal(&self, sq: u8, blockers: u128) -> u128 {
        self.line(&self.lines(sq).bishop.0[0], Words::of(blockers))
    }

    /// As [`rank`](Self::rank), along the diagonal on which the file falls as the rank grows.
    #[inline]
    #[must_use]
    pub fn anti_diagonal(&self, sq: u8, blockers: u128) -> u128 {
        self.line(&self.lines(sq).bishop.0[1], Words::of(blockers))
    }

    /// Rank and file together.
    #[inline]
    #[must_use]
    pub fn rook(&self, sq: u8, blockers: u128) -> u128 {
        self.pair(&self.lines(sq).rook, Words::of(blockers))
    }

    /// Both diagonals together.
    #[inline]
    #[must_use]
    pub fn bishop(&self, sq: u8, blockers: u128) -> u128 {
        self.pair(&self.lines(sq).bishop, Words::of(blockers))
    }

    /// Rook and bishop together.
    #[inline]
    #[must_use]
    pub fn queen(&self, sq: u8, blockers: u128) -> u128 {
        let (lines, words) = (self.lines(sq), Words::of(blockers));
        self.pair(&lines.rook, words) | self.pair(&lines.bishop, words)
    }

    /// The rook's attacks, and the squares that a cannon on `sq` can capture on: in each of the four
    /// directions the second occupied square, the one behind exactly one screen.
    #[inline]
    #[must_use]
    pub fn rook_and_cannon(&self, sq: u8, occupied: u128) -> (u128, u128) {
        let pair = &self.lines(sq).rook;
        let rook = self.pair(pair, Words::of(occupied));
        // Without the screens the rook sees on to the next square.
        let behind = self.pair(pair, Words::of(occupied & (occupied ^ rook)));
        (rook, (behind ^ rook) & occupied)
    }

    /// The squares that a cannon on `sq` can capture on; see [`rook_and_cannon`](Self::rook_and_cannon).
    #[inline]
    #[must_use]
    pub fn cannon_captures(&self, sq: u8, occupied: u128) -> u128 {
        self.rook_and_cannon(sq, occupied).1
    }

    /// The squares strictly between two squares of one rank, file or diagonal; none if they do not lie
    /// on one, are neighbours, or are the same.
    #[inline]
    #[must_use]
    pub fn between(&self, a: u8, b: u8) -> u128 {
        let pair = (a & 127) as usize * self.squares as usize + (b & 127) as usize;
        match self.between.get(pair) {
            Some(&set) => set,
            None => 0,
        }
    }
}

/// The index by parallel extract: the subsets of a mask are numbered in ascending order.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod gather {
    /// Nothing: an extract needs only the mask.
    #[derive(Clone, Copy)]
    pub(super) struct Key;

    impl Key {
        pub(super) const fn new(_mask: u64) -> Self {
            Self
        }

        /// Bits of an index for subsets of `mask`.
        pub(super) const fn width(self, mask: u64) -> u32 {
            mask.count_ones()
        }

        /// What `index` gives for the subset that is number `ordinal` in ascending order.
        pub(super) const fn entry(self, _subset: u64, ordinal: usize) -> usize {
            ordinal
        }

        #[inline(always)]
        #[allow(unsafe_code)]
        pub(super) fn index(self, folded: u64, mask: u64) -> usize {
            // SAFETY: the instruction needs BMI2; this module is compiled only for targets that have it.
            (unsafe { core::arch::x86_64::_pext_u64(folded, mask) }) as usize
        }
    }
}

/// The index by multiplication: a factor that moves each square of the mask to a bit of its own at the
/// top of the product, nothing else there, and no two squares anywhere to the same bit (so no carries).
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
mod gather {
    #[derive(Clone, Copy)]
    pub(super) struct Key {
        factor: u64,
        shift: u32,
    }

    impl Key {
        pub(super) const fn new(mask: u64) -> Self {
            // Nearly every mask has a factor without a bit to spare, a few need one or two.
            let mut shift = 64 - mask.count_ones();
            if mask == 0 {
                return Self { factor: 0, shift: 63 };
            }
            loop {
                if let Some(factor) = (Search { mask, shift }).factor(mask, 0, 0) {
                    return Self { factor, shift };
                }
                shift -= 1;
            }
        }

        /// Bits of an index for subsets of `mask`.
        pub(super) const fn width(self, _mask: u64) -> u32 {
            64 - self.shift
        }

        /// What `index` gives for a subset.
        pub(super) const fn entry(self, subset: u64, _ordinal: usize) -> usize {
            (subset.wrapping_mul(self.factor) >> (self.shift & 63)) as usize
        }

        #[inline(always)]
        pub(super) fn index(self, folded: u64, mask: u64) -> usize {
            self.entry(folded & mask, 0)
        }
    }

    struct Search {
        mask: u64,
        shift: u32,
    }

    impl Search {
        /// A factor that moves the squares of `rest` too to the top, given the bits at which the terms
        /// chosen so far have put squares, and those terms.
        const fn factor(&self, rest: u64, used: u64, terms: u64) -> Option<u64> {
            if rest == 0 {
                return Some(terms);
            }
            let square = rest.trailing_zeros();
            let mut target = if square > self.shift { square } else { self.shift };
            while target < 64 {
                let by = target - square;
                let moved = self.mask << by;
                let arrived = (moved >> self.shift << self.shift) >> by;
                if moved & used == 0 && arrived & !rest == 0 {
                    let found = self.factor(rest & !arrived, used | moved, terms | 1 << by);
                    if found.is_some() {
                        return found;
                    }
                }
                target += 1;
            }
            None
        }
    }
}

/// The static tables of one board size.
macro_rules! board {
    ($name:ident, $files:literal, $ranks:literal) => {
        mod $name {
            use super::{Sliders, SquareLines, build};

            const BUILT: build::Lines = build::lines($files, $ranks);
            const PAIRS: usize = ($files * $ranks) * ($files * $ranks);

            static LINES: [SquareLines; 128] = BUILT.lines;
            static SETS: [u128; BUILT.entries.next_power_of_two()] =
                build::sets($files, $ranks, &LINES);
            static BETWEEN: [u128; PAIRS] = build::between($files, $ranks);

            pub(super) const SLIDERS: Sliders =
                Sliders { lines: &LINES, sets: &SETS, between: &BETWEEN, squares: $files * $ranks };
        }
    };
}

board!(board_8x8, 8, 8);
board!(board_9x8, 9, 8);
board!(board_9x9, 9, 9);
board!(board_9x10, 9, 10);
board!(board_10x10, 10, 10);

/// What the compiler runs to make the tables.
mod build {
    use super::{Line, Pair, SquareLines, gather::Key};

    /// The upward step of each line, as files and ranks: rank, file, diagonal, anti-diagonal.
    const STEPS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

    const EMPTY: Line = Line { mask: 0, high: 0, base: 0, key: Key::new(0) };

    /// The lines of all squares, and how many entries their rows take.
    pub(super) struct Lines {
        pub(super) lines: [SquareLines; 128],
        pub(super) entries: usize,
    }

    /// The squares of a line on either side of a square, to the edge of the board.
    struct Rays {
        above: u128,
        below: u128,
        /// Last squares of the two rays.
        ends: u128,
    }

    const fn rays(files: u8, ranks: u8, sq: u8, step: (i8, i8)) -> Rays {
        let (above, last) = ray(files, ranks, sq, step);
        let (below, first) = ray(files, ranks, sq, (-step.0, -step.1));
        Rays { above, below, ends: last | first }
    }

    /// A ray and its last square.
    const fn ray(files: u8, ranks: u8, sq: u8, step: (i8, i8)) -> (u128, u128) {
        let (mut file, mut rank) = ((sq % files) as i8, (sq / files) as i8);
        let (mut ray, mut last) = (0, 0);
        loop {
            file += step.0;
            rank += step.1;
            if file < 0 || rank < 0 || file >= files as i8 || rank >= ranks as i8 {
                return (ray, last);
            }
            last = 1u128 << (rank as u8 * files + file as u8);
            ray |= last;
        }
    }

    impl Rays {
        /// The squares whose occupancy matters.
        const fn inner(&self) -> u128 {
            (self.above | self.below) ^ self.ends
        }

        /// The attacked squares: up to the lowest blocker above, down to the highest below.
        const fn attacks(&self, blockers: u128) -> u128 {
            let (mut up, mut down) = (self.above, self.below);
            let (above, below) = (blockers & up, blockers & down);
            if above != 0 {
                up &= above ^ (above - 1);
            }
            if below != 0 {
                down &= u128::MAX << (127 - below.leading_zeros());
            }
            up | down
        }
    }

    pub(super) const fn lines(files: u8, ranks: u8) -> Lines {
        let none = SquareLines { rook: Pair([EMPTY; 2]), bishop: Pair([EMPTY; 2]) };
        let mut lines = [none; 128];
        // Entry 0 stays empty: it is what the squares off the board refer to.
        let mut base = 1;
        let mut sq = 0;
        while sq < files * ranks {
            let mut four = [EMPTY; 4];
            let mut number = 0;
            while number < 4 {
                let inner = rays(files, ranks, sq, STEPS[number]).inner();
                let (low, high) = (inner as u64, (inner >> 64) as u64);
                assert!(low & high == 0, "two squares of one line fold onto one bit");
                let mask = low | high;
                let key = Key::new(mask);
                four[number] = Line { mask, high, base, key };
                base += 1 << key.width(mask);
                number += 1;
            }
            let [rank, file, diagonal, anti_diagonal] = four;
            lines[sq as usize] =
                SquareLines { rook: Pair([rank, file]), bishop: Pair([diagonal, anti_diagonal]) };
            sq += 1;
        }
        Lines { lines, entries: base as usize }
    }

    /// The attacked sets, each at its line's base and its blockers' index.
    pub(super) const fn sets<const N: usize>(
        files: u8,
        ranks: u8,
        lines: &[SquareLines; 128],
    ) -> [u128; N] {
        let mut sets = [0; N];
        let mut sq = 0;
        while sq < files * ranks {
            let SquareLines { rook, bishop } = &lines[sq as usize];
            let four = [&rook.0[0], &rook.0[1], &bishop.0[0], &bishop.0[1]];
            let mut number = 0;
            while number < 4 {
                let line = four[number];
                let rays = rays(files, ranks, sq, STEPS[number]);
                let (mut subset, mut ordinal) = (0u64, 0);
                loop {
                    let low = subset & !line.high;
                    let blockers = low as u128 | ((subset ^ low) as u128) << 64;
                    let entry = line.base as usize + line.key.entry(subset, ordinal);
                    sets[entry] = rays.attacks(blockers);
                    if subset == line.mask {
                        break;
                    }
                    // The next subset in ascending order.
                    subset = ((subset | !line.mask) + 1) & line.mask;
                    ordinal += 1;
                }
                number += 1;
            }
            sq += 1;
        }
        sets
    }

    /// Entry `a * squares + b` holds the squares strictly between `a` and `b`.
    pub(super) const fn between<const N: usize>(files: u8, ranks: u8) -> [u128; N] {
        let squares = files * ranks;
        let mut between = [0; N];
        let mut a = 0;
        while a < squares {
            let mut number = 0;
            while number < 4 {
                let Rays { mut above, .. } = rays(files, ranks, a, STEPS[number]);
                let mut passed = 0;
                while above != 0 {
                    let b = above.trailing_zeros() as usize;
                    between[a as usize * squares as usize + b] = passed;
                    between[b * squares as usize + a as usize] = passed;
                    passed |= 1 << b;
                    above &= above - 1;
                }
                number += 1;
            }
            a += 1;
        }
        between
    }
}

#[cfg(test)]
mod tests;
