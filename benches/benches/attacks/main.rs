//! Sliding attacks: the engine's own (`stymie_movegen::sliders`, here the *winner*) against the
//! candidates that lost. Each is compared with a walk along the rays before it is measured.
//!
//! Two workloads. `queen`: 1024 random squares and boards, 20 to 45 squares in a hundred occupied.
//! `day`: what a move generator does, on 2048 records of 600 bytes which change by one move at a time;
//! each is copied, 16 KiB of keys are touched, and per side nine squares around the king are looked at
//! from and five pieces attack.
//!
//! # Measured
//! Nanoseconds: `queen` per queen; `day` per rook or bishop lookup, with the work around it (*nothing*
//! is that work alone). Intel Xeon (Sapphire Rapids, 2 MiB L2 a core), rustc 1.95, target-cpu=native.
//! The machine was busy, and Criterion's means with it; these are the least of 150 short runs of the
//! same two workloads, the candidates taking turns, in one process without link-time optimisation.
//! Instructions: `day` on 9x8 per lookup, counted by callgrind in an x86-64-v3 build.
//!
//! | day                    |  8x8 |  9x8 |  9x9 | 9x10 | 10x10 | instructions |
//! |------------------------|------|------|------|------|-------|--------------|
//! | nothing                |  0.9 |  0.9 |  1.0 |  0.9 |   0.9 |          7.5 |
//! | **winner**             |  3.5 |  3.6 |  3.8 |  3.8 |   4.3 |         31.2 |
//! | cross                  |  3.1 |  3.3 |  3.4 |  3.6 |   4.3 |         29.4 |
//! | folded                 |  4.0 |  4.0 |  4.1 |  4.4 |   4.4 |         39.5 |
//! | named                  |  4.3 |  4.5 |  4.7 |  4.5 |   4.7 |         37.8 |
//! | deposit                |  5.6 |  5.7 |  5.8 |  5.6 |   6.2 |         49.9 |
//! | obstruction difference |  7.7 |  7.9 |  8.6 |  7.7 |   8.8 |         96.4 |
//! | rays                   |  8.8 |  8.4 |  9.2 |  9.0 |   9.1 |        112.3 |
//! | hyperbola              | 10.9 | 10.5 | 11.3 | 11.3 |  10.8 |        274.4 |
//! | winner, x86-64-v2      |  4.2 |  4.5 |  4.6 |  4.6 |   5.2 |         39.9 |
//!
//! | queen                  |  8x8 |  9x8 |  9x9 | 9x10 | 10x10 |
//! |------------------------|------|------|------|------|-------|
//! | nothing                |  0.7 |  0.7 |  0.7 |  0.7 |   0.7 |
//! | **winner**             |  4.4 |  4.5 |  4.7 |  4.7 |   5.4 |
//! | cross                  |  3.8 |  3.9 |  4.2 |  4.3 |   4.7 |
//! | folded                 |  5.8 |  6.0 |  6.4 |  6.3 |   6.9 |
//! | named                  |  5.7 |  6.0 |  6.5 |  6.8 |   7.6 |
//! | deposit                |  8.5 |  8.6 |  8.6 |  8.6 |   8.6 |
//! | obstruction difference | 11.3 | 11.4 | 12.3 | 11.3 |  12.2 |
//! | rays                   | 12.4 | 12.4 | 13.2 | 12.8 |  12.4 |
//! | hyperbola              | 18.9 | 19.4 | 19.5 | 17.9 |  18.0 |
//! | winner, x86-64-v2      |  6.3 |  6.9 |  6.6 |  7.4 |   8.0 |
//!
//! The x86-64-v2 rows are the winner without BMI2: its index comes from a multiplication then.
//! Cannon captures on 9x10: winner 9.0, bit scans 14.1.
//!
//! *cross* is quicker on small boards, but its diagonals take three to nine times the memory (9x8: 144
//! instead of 36 KiB), and with 1 MiB of keys to touch instead of 16 KiB its lead was gone (9x8, two
//! runs, with that work: cross 10.0 and 9.8, winner 9.0 and 10.8): the winner stays as it is.
//! The winner's tables take 106, 169, 256, 406 and 608 KiB.
#![allow(missing_docs)] // Criterion's macros make undocumented public items.

mod naive;
mod scans;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod tables;

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use stymie_movegen::sliders::Sliders;

type Directions<'a> = &'a [(i32, i32)];
const ROOK: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP: [(i32, i32); 4] = [(1, 1), (-1, -1), (-1, 1), (1, -1)];
/// The upward steps of rank, file, diagonal and anti-diagonal.
const LINES: [(i32, i32); 4] = [ROOK[0], ROOK[2], BISHOP[0], BISHOP[2]];

/// What every candidate offers.
pub(crate) trait Attacks: Sized {
    fn new(files: u8, ranks: u8) -> Self;
    fn rook(&self, sq: u8, blockers: u128) -> u128;
    fn bishop(&self, sq: u8, blockers: u128) -> u128;
    #[inline(always)]
    fn queen(&self, sq: u8, blockers: u128) -> u128 {
        self.rook(sq, blockers) | self.bishop(sq, blockers)
    }
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn below(&mut self, bound: u8) -> u8 {
        (((self.next() >> 32) * u64::from(bound)) >> 32) as u8
    }
    /// 20 to 45 squares in a hundred.
    fn occupied(&mut self, squares: u8) -> u128 {
        let percent = 20 + u64::from(self.below(26));
        (0..squares).fold(0, |set, sq| set | u128::from((self.next() >> 32) % 100 < percent) << sq)
    }
}

/// As large as a position of the engine; streamed through like copy-make does.
#[derive(Clone, Copy)]
struct Record {
    views: [u128; 2],
    /// two rooks, two bishops, a queen, a king, for each side
    pieces: [[u8; 6]; 2],
    rest: [u64; 56],
}

const RECORDS: usize = 2048;

/// Positions of games of 32 moves: each differs from the one before by one move.
fn games(squares: u8) -> Vec<Record> {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let mut all: Vec<Record> = Vec::new();
    for ply in 0..RECORDS {
        let mut record = match all.last() {
            Some(&last) if ply % 32 != 0 => last,
            _ => Record {
                views: [random.occupied(squares), random.occupied(squares)],
                pieces: [[0; 6]; 2].map(|side| side.map(|_| random.below(squares))),
                rest: [random.next(); 56],
            },
        };
        let bit = |sq: u8| 1u128 << sq;
        let (from, to) = (random.below(squares), random.below(squares));
        record.views = record.views.map(|view| (view & !bit(from)) | bit(to));
        record.pieces[ply % 2][usize::from(random.below(6))] = to;
        for (view, side) in record.views.iter_mut().zip(record.pieces) {
            *view |= side.iter().fold(0, |set, &sq| set | bit(sq));
        }
        all.push(record);
    }
    all
}

/// A move generator's day: copy a position, touch 16 KiB of keys, look from the king and from eight
/// king steps, then attack with five pieces of each side.
fn day<A: Attacks>(attacks: &A, games: &[Record], keys: &[u64; 2048], squares: u8) -> u128 {
    let mut sum = 0u128;
    let mut copy = games[0];
    for record in games {
        copy = black_box(*record);
        for (side, &view) in copy.pieces.iter().zip(&copy.views) {
            let [a, b, c, d, e, king] = *side;
            let mut key = copy.rest[0];
            for &sq in side {
                key ^= keys[(key as usize ^ (usize::from(sq) * 16)) & 2047];
            }
            sum ^= u128::from(key);
            for step in 0..9 {
                let sq = if king + step < squares { king + step } else { king - step };
                sum ^= attacks.rook(sq, view) ^ attacks.bishop(sq, view).rotate_left(1);
            }
            sum = sum.wrapping_add(attacks.rook(a, view) | attacks.bishop(c, view));
            sum = sum.wrapping_add(attacks.rook(b, view) | attacks.bishop(d, view));
            sum = sum.wrapping_add(attacks.queen(e, view));
        }
    }
    sum ^ u128::from(copy.rest[1])
}

fn check<A: Attacks>(attacks: &A, files: u8, ranks: u8) {
    let mut random = Random(88_172_645_463_325_252);
    for _ in 0..200 {
        let occupied = random.occupied(files * ranks);
        for sq in 0..files * ranks {
            let rook = naive::walk(files, ranks, sq, occupied, &ROOK);
            let bishop = naive::walk(files, ranks, sq, occupied, &BISHOP);
            assert_eq!(attacks.rook(sq, occupied), rook);
            assert_eq!(attacks.bishop(sq, occupied), bishop);
            assert_eq!(attacks.queen(sq, occupied), rook | bishop);
        }
    }
}

/// The engine's own attacks, as a constant like in the engine.
struct Winner<const FILES: u8, const RANKS: u8>;

impl<const FILES: u8, const RANKS: u8> Winner<FILES, RANKS> {
    const SLIDERS: &'static Sliders = &Sliders::new(FILES, RANKS);
}

impl<const FILES: u8, const RANKS: u8> Attacks for Winner<FILES, RANKS> {
    fn new(_: u8, _: u8) -> Self {
        Self
    }
    #[inline(always)]
    fn rook(&self, sq: u8, blockers: u128) -> u128 {
        Self::SLIDERS.rook(sq, blockers)
    }
    #[inline(always)]
    fn bishop(&self, sq: u8, blockers: u128) -> u128 {
        Self::SLIDERS.bishop(sq, blockers)
    }
    #[inline(always)]
    fn queen(&self, sq: u8, blockers: u128) -> u128 {
        Self::SLIDERS.queen(sq, blockers)
    }
}

/// No attacks: what the workload itself costs.
struct Nothing;

impl Attacks for Nothing {
    fn new(_: u8, _: u8) -> Self {
        Self
    }
    #[inline(always)]
    fn rook(&self, sq: u8, blockers: u128) -> u128 {
        blockers ^ u128::from(sq)
    }
    #[inline(always)]
    fn bishop(&self, sq: u8, blockers: u128) -> u128 {
        blockers ^ u128::from(sq)
    }
}

fn samples(squares: u8) -> Vec<(u8, u128)> {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    (0..1024).map(|_| (random.below(squares), random.occupied(squares))).collect()
}

fn measure<A: Attacks>(criterion: &mut Criterion, name: &str, (files, ranks): (u8, u8)) {
    let attacks = Box::new(A::new(files, ranks));
    let squares = files * ranks;
    let samples = samples(squares);
    let mut group = criterion.benchmark_group(format!("{files}x{ranks}"));
    group.throughput(Throughput::Elements(1024));
    group.bench_function(format!("queen/{name}"), |b| {
        b.iter(|| {
            black_box(&samples).iter().fold(0, |sum, &(sq, set)| sum ^ attacks.queen(sq, set))
        });
    });
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    let (games, keys) = (games(squares), std::array::from_fn(|_| random.next()));
    group.throughput(Throughput::Elements(RECORDS as u64 * 2 * 24));
    group.bench_function(format!("day/{name}"), |b| {
        b.iter(|| day(&*attacks, black_box(&games), &keys, squares));
    });
}

fn candidate<A: Attacks>(criterion: &mut Criterion, name: &str, (files, ranks): (u8, u8)) {
    check(&A::new(files, ranks), files, ranks);
    measure::<A>(criterion, name, (files, ranks));
}

fn candidates<const FILES: u8, const RANKS: u8>(criterion: &mut Criterion) {
    let board = (FILES, RANKS);
    measure::<Nothing>(criterion, "nothing", board);
    candidate::<Winner<FILES, RANKS>>(criterion, "winner", board);
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    {
        candidate::<tables::Cross<Winner<FILES, RANKS>>>(criterion, "cross", board);
        candidate::<tables::Folded>(criterion, "folded", board);
        candidate::<tables::Named>(criterion, "named", board);
        candidate::<tables::Deposit>(criterion, "deposit", board);
    }
    candidate::<scans::ObstructionDifference>(criterion, "obstruction difference", board);
    candidate::<scans::Rays>(criterion, "rays", board);
    candidate::<scans::Hyperbola>(criterion, "hyperbola", board);
}

/// Xiangqi's cannons: the winner looks twice with rook tables, against bit scans.
fn cannons(criterion: &mut Criterion) {
    let winner = Winner::<9, 10>::SLIDERS;
    let scans = scans::ObstructionDifference::new(9, 10);
    let samples = samples(90);
    for &(sq, set) in &samples {
        assert_eq!(winner.cannon_captures(sq, set), scans.cannon_captures(sq, set));
    }
    let mut group = criterion.benchmark_group("9x10/cannon captures");
    group.throughput(Throughput::Elements(1024));
    group.bench_function("winner", |b| {
        b.iter(|| {
            let samples = black_box(&samples).iter();
            samples.fold(0, |sum, &(sq, set)| sum ^ winner.cannon_captures(sq, set))
        });
    });
    group.bench_function("bit scans", |b| {
        b.iter(|| {
            let samples = black_box(&samples).iter();
            samples.fold(0, |sum, &(sq, set)| sum ^ scans.cannon_captures(sq, set))
        });
    });
}

fn all(criterion: &mut Criterion) {
    candidates::<8, 8>(criterion);
    candidates::<9, 8>(criterion);
    candidates::<9, 9>(criterion);
    candidates::<9, 10>(criterion);
    candidates::<10, 10>(criterion);
    cannons(criterion);
}

criterion_group! {
    name = attacks;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(400));
    targets = all
}
criterion_main!(attacks);
