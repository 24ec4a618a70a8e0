//! The transposition table: shared by all threads without locks.
//!
//! An entry is two words. The first holds the data, the second the key and the static evaluation,
//! XORed with a mix of the first: words of different writes do not fit together, so a torn entry
//! reads as a miss. (Robert Hyatt and Timothy Mann, "A lock-less transposition table
//! implementation for parallel search".) Different positions can still share a key: whoever plays
//! a move from here looks first whether it is legal.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use stymie_eval::Score;
use stymie_movegen::Move;

use crate::HashError;

/// What a score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// It is the true score.
    Exact = 3,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    pub(crate) mv: Option<Move>,
    pub(crate) score: Score,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// The static evaluation; `None` if it stood in check.
    pub(crate) eval: Option<Score>,
    /// Whether it was once on a principal variation.
    pub(crate) pv: bool,
}

impl Hit {
    /// Whether the score settles a search with the null window below `beta`.
    pub(crate) fn cuts(&self, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score < beta,
        }
    }

    /// Whether the score is known to be better than the guess, or known to be worse.
    pub(crate) fn corrects(&self, guess: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > guess,
            Bound::Upper => self.score < guess,
        }
    }
}

/// What is written to the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    pub(crate) mv: Option<Move>,
    pub(crate) score: Score,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    pub(crate) eval: Option<Score>,
    pub(crate) pv: bool,
}

/// Four entries of two words: one cache line.
type Bucket = [AtomicU64; 8];

/// The bytes of a cache line.
const LINE: usize = 64;
const _: () = assert!(size_of::<Bucket>() == LINE);

/// The two words of an entry.
#[derive(Clone, Copy, Debug)]
struct Entry<'t> {
    data: &'t AtomicU64,
    check: &'t AtomicU64,
}

/// The entries of a bucket.
#[inline]
fn entries(bucket: &Bucket) -> impl Iterator<Item = Entry<'_>> {
    bucket.as_chunks().0.iter().map(|[data, check]| Entry { data, check })
}

const MOVE_BITS: u32 = 22;
const SCORE_AT: u32 = MOVE_BITS;
const DEPTH_AT: u32 = SCORE_AT + 16;
const BOUND_AT: u32 = DEPTH_AT + 8;
const PV_AT: u32 = BOUND_AT + 2;
const AGE_AT: u32 = PV_AT + 1;
const AGES: u64 = 64;
const NO_EVAL: i16 = i16::MIN;

/// The words of different writes must not fit: every bit of the data reaches the key's bits.
#[inline]
fn mix(data: u64) -> u64 {
    data.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[inline]
fn depth_of(data: u64) -> i32 {
    i32::from((data >> DEPTH_AT) as u8)
}

impl Entry<'_> {
    /// The data and the evaluation, if it is the key's.
    #[inline]
    fn read(&self, key: u64) -> Option<(u64, i16)> {
        let data = self.data.load(Relaxed);
        let word = self.check.load(Relaxed) ^ mix(data);
        let fits = word >> 16 == key & (u64::MAX >> 16) && data != 0;
        fits.then_some((data, word as i16))
    }

    #[inline]
    fn write(&self, key: u64, data: u64, eval: i16) {
        self.data.store(data, Relaxed);
        self.check.store((key << 16 | u64::from(eval as u16)) ^ mix(data), Relaxed);
    }
}

/// Asks the system for large pages: a table is read at random, and with small ones most reads miss
/// the processor's table of pages too. If it has none, nothing is lost.
fn ask_for_large_pages(words: &[AtomicU64]) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let start = words.as_ptr().addr().next_multiple_of(PAGE) - words.as_ptr().addr();
        let length = size_of_val(words).saturating_sub(start);
        let first = words.as_ptr().wrapping_byte_add(start).cast_mut().cast();
        // SAFETY: whole pages of memory that is ours and live; the advice changes nothing that a
        // program can see but how fast it is.
        #[allow(unsafe_code)]
        unsafe {
            libc::madvise(first, length, libc::MADV_HUGEPAGE);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = words;
}

/// The buckets of the largest table, 1 GiB, whose memory is used at once, and which is emptied by
/// overwriting it. A larger one comes page by page as it is used: that costs its first searches time,
/// but filling it would take the protocol's, and the system may not have all of it.
const AT_ONCE: usize = (1 << 30) / LINE;

/// The fewest words that are worth a thread of their own when a table is overwritten: 16 MiB.
const SHARE: usize = 2 << 20;

/// Zeros everywhere, by several threads if there is much.
fn overwrite(words: &[AtomicU64]) {
    let zero = |share: &[AtomicU64]| share.iter().for_each(|word| word.store(0, Relaxed));
    let threads = thread::available_parallelism().map_or(1, usize::from).min(8);
    let mut shares = words.chunks(words.len().div_ceil(threads).max(SHARE));
    let own = shares.next();
    thread::scope(|scope| {
        for share in shares {
            // What no thread can be had for is done here.
            if thread::Builder::new().spawn_scoped(scope, move || zero(share)).is_err() {
                zero(share);
            }
        }
        own.into_iter().for_each(zero);
    });
}

/// The table.
#[derive(Debug)]
pub(crate) struct Table {
    /// The buckets, from [`Table::start`] on.
    words: Box<[AtomicU64]>,
    /// The first word of the first bucket, which begins a cache line.
    start: usize,
    /// Counts the searches, modulo [`AGES`].
    age: u64,
}

impl Table {
    /// The most MiB that are asked for.
    pub(crate) const MOST: usize = crate::MOST_HASH;

    /// An empty table of so many MiB, 1 to [`Table::MOST`].
    pub(crate) fn new(mebibytes: usize) -> Result<Table, HashError> {
        let buckets = mebibytes.clamp(1, Table::MOST) * (1 << 20) / LINE;
        Table::of(buckets).ok_or(HashError { mebibytes })
    }

    /// An empty table. The system gives memory page by page when it is first used, which takes a
    /// search's time unless it is used here.
    fn of(buckets: usize) -> Option<Table> {
        let words = (buckets + 1) * LINE / size_of::<AtomicU64>();
        let words = bytemuck::allocation::try_zeroed_slice_box::<AtomicU64>(words).ok()?;
        // Large pages that a search is given one by one stop it each time for milliseconds.
        if buckets <= AT_ONCE {
            ask_for_large_pages(&words);
            overwrite(&words);
        }
        let start = words.as_ptr().align_offset(LINE).min(LINE / size_of::<AtomicU64>());
        Some(Table { words, start, age: 0 })
    }

    /// Its size.
    pub(crate) fn mebibytes(&self) -> usize {
        size_of_val(self.buckets()) >> 20
    }

    /// Empties it.
    pub(crate) fn clear(&mut self) {
        let buckets = self.buckets().len();
        match (buckets > AT_ONCE).then(|| Table::of(buckets)).flatten() {
            Some(empty) => *self = empty,
            None => {
                overwrite(&self.words);
                self.age = 0;
            }
        }
    }

    #[inline]
    fn buckets(&self) -> &[Bucket] {
        // The last line is there for the alignment.
        let end = self.words.len() - LINE / size_of::<AtomicU64>() + self.start;
        self.words[self.start..end].as_chunks().0
    }

    /// From here on older entries give way.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        let buckets = self.buckets();
        &buckets[((u128::from(key) * buckets.len() as u128) >> 64) as usize]
    }

    /// Lets the processor fetch what is known of the position with this key: it is asked for soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        let bucket = self.bucket(key);
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a hint, which every x86-64 processor knows and which changes nothing that a
            // program can see but how fast it is.
            #[allow(unsafe_code)]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(bucket).cast());
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = bucket;
    }

    /// What is known of the position with this key, seen `ply` plies from the root.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Hit> {
        let (data, eval) = entries(self.bucket(key)).find_map(|entry| entry.read(key))?;
        Some(Hit {
            mv: Move::from_bits(data as u32 & ((1 << MOVE_BITS) - 1)),
            score: Score::from_table((data >> SCORE_AT) as i16, ply),
            depth: depth_of(data),
            bound: match data >> BOUND_AT & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            eval: (eval != NO_EVAL).then(|| Score::new(i32::from(eval))),
            pv: data >> PV_AT & 1 != 0,
        })
    }

    /// Keeps what was found, in the place of what is worth least.
    #[inline]
    pub(crate) fn store(&self, key: u64, ply: usize, record: &Record) {
        let bucket = self.bucket(key);
        let known = entries(bucket).find_map(|entry| Some((entry, entry.read(key)?.0)));
        let (entry, mv) = match known {
            Some((entry, old)) => {
                // A shallow bound does not displace a deep one of this search.
                let keeps = record.bound != Bound::Exact
                    && old >> AGE_AT == self.age
                    && record.depth + 3 < depth_of(old);
                if keeps {
                    return;
                }
                (entry, record.mv.or(Move::from_bits(old as u32 & ((1 << MOVE_BITS) - 1))))
            }
            None => {
                let worth = |entry: &Entry<'_>| self.worth(entry.data.load(Relaxed));
                let Some(victim) = entries(bucket).min_by_key(worth) else { return };
                (victim, record.mv)
            }
        };
        let score = record.score.to_table(ply);
        let data = mv.map_or(0, |mv| u64::from(mv.to_bits()))
            | u64::from(score as u16) << SCORE_AT
            | (record.depth.clamp(0, 255) as u64) << DEPTH_AT
            | (record.bound as u64) << BOUND_AT
            | u64::from(record.pv) << PV_AT
            | self.age << AGE_AT;
        entry.write(key, data, record.eval.map_or(NO_EVAL, |eval| eval.raw() as i16));
    }

    /// What an entry is worth keeping: its depth, eight plies less for each search since.
    #[inline]
    fn worth(&self, data: u64) -> i32 {
        if data == 0 {
            return i32::MIN;
        }
        let searches_ago = (AGES + self.age - (data >> AGE_AT)) % AGES;
        depth_of(data) - 8 * searches_ago as i32
    }

    /// Permille of a sample written in this search.
    pub(crate) fn fullness(&self) -> u32 {
        let sample = &self.buckets()[..self.buckets().len().min(250)];
        let data = sample.iter().flat_map(entries).map(|entry| entry.data.load(Relaxed));
        let young = data.filter(|&data| data != 0 && data >> AGE_AT == self.age).count();
        (young * 1000 / (4 * sample.len())) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stymie_movegen::{MoveKind, Square};

    fn record(score: Score, depth: i32) -> Record {
        let mv = Some(Move::new(Square::new(3), Square::new(99), MoveKind::Adjustment));
        Record { mv, score, depth, bound: Bound::Lower, eval: Some(Score::new(-77)), pv: true }
    }

    #[test]
    fn what_is_stored_is_found_and_mates_are_counted_from_the_position() {
        let table = Table::new(1).unwrap();
        table.store(0xdead_beef_1234_5678, 3, &record(Score::win_in(7), 9));
        let hit = table.probe(0xdead_beef_1234_5678, 1).unwrap();
        assert_eq!(hit.mv, record(Score::DRAW, 0).mv);
        assert_eq!((hit.score, hit.depth, hit.bound), (Score::win_in(5), 9, Bound::Lower));
        assert_eq!((hit.eval, hit.pv), (Some(Score::new(-77)), true));
        assert!(table.probe(0xdead_beef_1234_5679, 1).is_none());
    }

    #[test]
    fn words_of_different_writes_do_not_fit_together() {
        let table = Table::new(1).unwrap();
        let key = 77;
        table.store(key, 0, &record(Score::new(10), 9));
        let entry = entries(table.bucket(key)).next().unwrap();
        let old = entry.data.load(Relaxed);
        table.store(key, 0, &record(Score::new(11), 9));
        entry.data.store(old, Relaxed);
        assert!(table.probe(key, 0).is_none());
    }

    #[test]
    fn entries_of_older_searches_give_way_first() {
        let mut table = Table::new(1).unwrap();
        for key in 0..4 {
            table.store(key, 0, &record(Score::DRAW, 20 - key as i32));
        }
        table.grow_older();
        table.grow_older();
        for key in 4..8 {
            table.store(key, 0, &record(Score::DRAW, 6));
        }
        assert!((4..8).all(|key| table.probe(key, 0).is_some()));
    }

    #[test]
    fn a_table_that_does_not_fit_is_an_error() {
        // 16 GiB may or may not be there; the size itself is what is limited.
        assert!(Table::new(0).is_ok());
        assert_eq!(Table::new(1).unwrap().buckets().len(), 1 << 14);
    }
}
