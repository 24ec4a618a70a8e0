//! Candidates with occupancy tables, all of them by parallel extract (compiled only with BMI2).
//!
//! "Folded" is as in `stymie_movegen::sliders`: the high word of the set laid over the low one.

use crate::{Attacks, BISHOP, LINES, naive::walk};
use bmi2::{pdep, pext};

#[allow(unsafe_code)]
mod bmi2 {
    #[inline(always)]
    pub(super) fn pext(word: u64, mask: u64) -> u64 {
        // SAFETY: the parent module is compiled only for targets with BMI2.
        unsafe { core::arch::x86_64::_pext_u64(word, mask) }
    }
    #[inline(always)]
    pub(super) fn pdep(word: u64, mask: u64) -> u64 {
        // SAFETY: as above.
        unsafe { core::arch::x86_64::_pdep_u64(word, mask) }
    }
}

/// The subsets of a mask in ascending order, which is the order of their extracts.
fn subsets(mask: u64) -> impl Iterator<Item = u64> {
    let mut next = Some(0u64);
    std::iter::from_fn(move || {
        let subset = next?;
        let after = subset.wrapping_sub(mask) & mask;
        next = (after != 0).then_some(after);
        Some(subset)
    })
}

fn both_ways(step: (i32, i32)) -> [(i32, i32); 2] {
    [step, (-step.0, -step.1)]
}

/// The squares of a line through `sq` whose occupancy matters: all but the last on either side.
fn inner(files: u8, ranks: u8, sq: u8, step: (i32, i32)) -> u128 {
    both_ways(step).iter().fold(0, |inner, &step| {
        let ray = walk(files, ranks, sq, 0, &[step]);
        let matters =
            |&other: &u8| ray >> other & 1 == 1 && walk(files, ranks, other, 0, &[step]) != 0;
        (0..files * ranks).filter(matters).fold(inner, |inner, other| inner | 1 << other)
    })
}

/// How far the high word is rotated before it is laid over the low one.
fn split(set: u128, rotation: u32) -> (u64, u64) {
    (set as u64, ((set >> 64) as u64).rotate_left(rotation))
}

fn join(low: u64, high: u64, rotation: u32) -> u128 {
    u128::from(low) | u128::from(high.rotate_right(rotation)) << 64
}

#[derive(Clone, Copy, Default)]
struct Line {
    mask: u64,
    high: u64,
    base: u32,
    /// `Named`: first set of the line. `Deposit`: row of the shared table.
    row: u32,
    /// `Folded`: the whole line's squares in the low and the high word.
    whole: (u64, u64),
}

impl Line {
    #[inline(always)]
    fn entry(&self, low: u64, differ: u64) -> usize {
        self.base as usize + pext(low ^ (differ & self.high), self.mask) as usize
    }
}

type Lines = [[Line; 4]; 128];

/// Calls `store(line, whether it is new, entry, attacked squares)` for every occupancy of every line.
fn fill(
    (files, ranks): (u8, u8),
    rotation: u32,
    mut store: impl FnMut(&mut Line, bool, usize, u128),
) -> Lines {
    let mut lines = [[Line::default(); 4]; 128];
    let mut base = 0;
    for sq in 0..files * ranks {
        for (line, step) in lines[usize::from(sq)].iter_mut().zip(LINES) {
            let whole = walk(files, ranks, sq, 0, &both_ways(step));
            let (low, high) = split(inner(files, ranks, sq, step), rotation);
            assert_eq!(low & high, 0);
            *line = Line { mask: low | high, high, base, row: 0, whole: split(whole, rotation) };
            for (ordinal, subset) in subsets(low | high).enumerate() {
                let set = join(subset & low, subset & high, rotation);
                let reached = walk(files, ranks, sq, set, &both_ways(step));
                store(line, ordinal == 0, base as usize + ordinal, reached);
            }
            base += 1 << (low | high).count_ones();
        }
    }
    lines
}

/// A byte an occupancy, which names one of the line's few attacked sets: a twentieth of the memory,
/// one more load.
pub(crate) struct Named {
    lines: Lines,
    names: [u8; 1 << 16],
    sets: [u128; 1 << 13],
}

impl Named {
    #[inline(always)]
    fn line(&self, line: &Line, low: u64, differ: u64) -> u128 {
        let name = self.names[line.entry(low, differ) & 0xFFFF];
        self.sets[(line.row as usize + usize::from(name)) & 0x1FFF]
    }
    #[inline(always)]
    fn pair(&self, [a, b]: [&Line; 2], blockers: u128) -> u128 {
        let low = blockers as u64;
        let differ = low ^ (blockers >> 64) as u64;
        self.line(a, low, differ) | self.line(b, low, differ)
    }
}

impl Attacks for Named {
    fn new(files: u8, ranks: u8) -> Self {
        let (mut names, mut all) = ([0; 1 << 16], vec![]);
        let lines = fill((files, ranks), 0, |line, new, entry, set| {
            if new {
                line.row = all.len() as u32;
            }
            let known = &all[line.row as usize..];
            let name = known.iter().position(|&other| other == set).unwrap_or(known.len());
            names[entry] = name as u8;
            if name == known.len() {
                all.push(set);
            }
        });
        let mut sets = [0; 1 << 13];
        sets[..all.len()].copy_from_slice(&all);
        Self { lines, names, sets }
    }
    #[inline(always)]
    fn rook(&self, sq: u8, blockers: u128) -> u128 {
        let [rank, file, _, _] = &self.lines[usize::from(sq & 127)];
        self.pair([rank, file], blockers)
    }
    #[inline(always)]
    fn bishop(&self, sq: u8, blockers: u128) -> u128 {
        let [_, _, diagonal, anti_diagonal] = &self.lines[usize::from(sq & 127)];
        self.pair([diagonal, anti_diagonal], blockers)
    }
}

/// Attacked sets kept folded, 8 bytes each, and unfolded by two masks. The high word is rotated by two,
/// so that not even the ends of a line of nine squares meet.
pub(crate) struct Folded {
    lines: Lines,
    sets: [u64; 1 << 16],
}

impl Folded {
    #[inline(always)]
    fn pair(&self, [a, b]: [&Line; 2], blockers: u128) -> u128 {
        let (low, high) = split(blockers, 2);
        let from_a = self.sets[a.entry(low, low ^ high) & 0xFFFF];
        let from_b = self.sets[b.entry(low, low ^ high) & 0xFFFF];
        join(from_a & a.whole.0 | from_b & b.whole.0, from_a & a.whole.1 | from_b & b.whole.1, 2)
    }
}

impl Attacks for Folded {
    fn new(files: u8, ranks: u8) -> Self {
        let mut sets = [0; 1 << 16];
        let lines = fill((files, ranks), 2, |_, _, entry, set| {
            let (low, high) = split(set, 2);
            assert_eq!(low & high, 0);
            sets[entry] = low | high;
        });
        Self { lines, sets }
    }
    #[inline(always)]
    fn rook(&self, sq: u8, blockers: u128) -> u128 {
        let [rank, file, _, _] = &self.lines[usize::from(sq & 127)];
        self.pair([rank, file], blockers)
    }
    #[inline(always)]
    fn bishop(&self, sq: u8, blockers: u128) -> u128 {
        let [_, _, diagonal, anti_diagonal] = &self.lines[usize::from(sq & 127)];
        self.pair([diagonal, anti_diagonal], blockers)
    }
}

/// Each word extracted by itself, one 10 KiB table for all lines and boards, two deposits.
pub(crate) struct Deposit {
    /// `whole` gives the masks, `base` the squares in the low word, `row` the squares below.
    lines: Lines,
    /// By squares below on the line, then by the occupancy of the line without its own square.
    reach: [u16; 16 * 512],
}

impl Deposit {
    #[inline(always)]
    fn line(&self, line: &Line, low: u64, high: u64) -> (u64, u64) {
        let in_low = line.base & 63;
        let occupied = pext(low, line.whole.0) | pext(high, line.whole.1) << in_low;
        let reach = self.reach[(line.row as usize * 512 + occupied as usize) & 0x1FFF];
        (pdep(u64::from(reach), line.whole.0), pdep(u64::from(reach) >> in_low, line.whole.1))
    }
    #[inline(always)]
    fn pair(&self, [a, b]: [&Line; 2], blockers: u128) -> u128 {
        let (low, high) = split(blockers, 0);
        let (a, b) = (self.line(a, low, high), self.line(b, low, high));
        join(a.0 | b.0, a.1 | b.1, 0)
    }
}

impl Attacks for Deposit {
    fn new(files: u8, ranks: u8) -> Self {
        let mut lines = fill((files, ranks), 0, |_, _, _, _| ());
        for sq in 0..files * ranks {
            for (line, step) in lines[usize::from(sq)].iter_mut().zip(LINES) {
                line.base = line.whole.0.count_ones();
                line.row = walk(files, ranks, sq, 0, &[both_ways(step)[1]]).count_ones();
            }
        }
        let mut reach = [0; 16 * 512];
        for below in 0..10 {
            for occupied in 0..512u32 {
                let (lower, upper) = (occupied & ((1 << below) - 1), occupied >> below << below);
                let first = lower.checked_ilog2().unwrap_or(0);
                let last = (upper | 256).trailing_zeros();
                reach[below * 512 + occupied as usize] = ((2u32 << last) - (1 << first)) as u16;
            }
        }
        Self { lines, reach }
    }
    #[inline(always)]
    fn rook(&self, sq: u8, blockers: u128) -> u128 {
        let [rank, file, _, _] = &self.lines[usize::from(sq & 127)];
        self.pair([rank, file], blockers)
    }
    #[inline(always)]
    fn bishop(&self, sq: u8, blockers: u128) -> u128 {
        let [_, _, diagonal, anti_diagonal] = &self.lines[usize::from(sq & 127)];
        self.pair([diagonal, anti_diagonal], blockers)
    }
}

/// Both diagonals by one extract (the high word rotated by three keeps them apart); rooks as the winner
/// does them, for a rook's two lines have too many occupancies.
pub(crate) struct Cross<W> {
    rook: W,
    bishop: [Line; 128],
    sets: Box<[u128; 1 << 17]>,
}

impl<W: Attacks> Attacks for Cross<W> {
    fn new(files: u8, ranks: u8) -> Self {
        let mut bishop = [Line::default(); 128];
        let mut all = vec![];
        for sq in 0..files * ranks {
            let set = inner(files, ranks, sq, LINES[2]) | inner(files, ranks, sq, LINES[3]);
            let (low, high) = split(set, 3);
            assert_eq!(low & high, 0);
            let base = all.len() as u32;
            bishop[usize::from(sq)] = Line { mask: low | high, high, base, ..Line::default() };
            all.extend(subsets(low | high).map(|subset| {
                walk(files, ranks, sq, join(subset & low, subset & high, 3), &BISHOP)
            }));
        }
        all.resize(1 << 17, 0);
        Self {
            rook: W::new(files, ranks),
            bishop,
            sets: all.try_into().expect("as long as resized"),
        }
    }
    #[inline(always)]
    fn rook(&self, sq: u8, blockers: u128) -> u128 {
        self.rook.rook(sq, blockers)
    }
    #[inline(always)]
    fn bishop(&self, sq: u8, blockers: u128) -> u128 {
        let (low, high) = split(blockers, 3);
        self.sets[self.bishop[usize::from(sq & 127)].entry(low, low ^ high) & 0x1FFFF]
    }
}
