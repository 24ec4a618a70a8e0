//! The search: alpha-beta with principal variation search, generic over the rules.
//!
//! Start at [`Searcher`] and [`open`]. Inside, `searcher` starts the threads, `root` deepens
//! iteratively, `negamax` searches inner nodes and `quiescence` the leaves; `thread` is what a
//! thread carries along. This crate knows nothing of protocols, and neither prints nor reads.

mod bench;
mod history;
mod negamax;
mod params;
mod picker;
mod quiescence;
mod reductions;
mod root;
mod searcher;
mod see;
mod thread;
mod time;
mod tt;
mod window;

pub use bench::{BENCH_DEPTH, BenchRow, bench};
pub use params::{PARAMETERS, Parameter, ParameterError};

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use stymie_eval::Score;
use stymie_movegen::{Game, Move, VariantId, dispatch};

use crate::searcher::TypedSearcher;

/// One side's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left in milliseconds; some GUIs let it go below 0.
    pub remaining_ms: i64,
    /// What every move adds.
    pub increment: Duration,
    /// Moves to the next time control; `None`: the time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// What ends a search. All that are given hold; none: it ends when it is stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Complete this many iterations.
    pub depth: Option<u32>,
    /// Search this many nodes.
    pub nodes: Option<u64>,
    /// Take this long, the move overhead subtracted.
    pub movetime: Option<Duration>,
    /// Manage this clock.
    pub clock: Option<Clock>,
    /// Never end before `stop` is set, whatever is found (UCI's `infinite`).
    pub infinite: bool,
}

/// What a running search tells.
#[derive(Clone, Debug)]
pub struct Info {
    /// Iterations completed.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// For the side to move.
    pub score: Score,
    /// Nodes searched by all threads: a node is a move made, quiescence included.
    pub nodes: u64,
    /// Since the search began.
    pub elapsed: Duration,
    /// Permille of the table in use.
    pub hashfull: u32,
    /// The principal variation, legal moves from the root.
    pub pv: Vec<Move>,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The move to play; `None` only if there is no legal move.
    pub best: Option<Move>,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// The last completed iteration.
    pub info: Info,
}

/// How a searcher judges positions at its leaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Evaluation {
    /// By all that the engine knows: [`Evaluate::evaluate`](stymie_eval::Evaluate::evaluate).
    #[default]
    Full,
    /// By the pieces' values alone: [`Evaluate::material`](stymie_eval::Evaluate::material). To
    /// measure what the rest is worth.
    Material,
}

/// The hash table could not be had; the old one stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashError {
    /// The size asked for.
    pub mebibytes: usize,
}

/// A searcher of one variant: keeps its table and histories from move to move.
pub trait Searcher: Send {
    /// Searches the game's current position, which must be of the searcher's variant.
    /// The listener hears of every completed iteration.
    fn search(
        &mut self,
        game: &dyn Game,
        limits: &Limits,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(&Info),
    ) -> Report;
    /// Forgets all that was learnt.
    fn new_game(&mut self);
    /// Allocates a table of this size, empty.
    ///
    /// # Errors
    /// If there is not enough memory; the old table stays.
    fn set_hash(&mut self, mebibytes: usize) -> Result<(), HashError>;
    /// How many threads search, at least 1.
    fn set_threads(&mut self, threads: usize);
    /// Time that is lost between the engine and the clock, for each move.
    fn set_move_overhead(&mut self, overhead: Duration);
    /// Which evaluation the next searches use; [`Evaluation::Full`] until it is called. Forgets
    /// all that was learnt, since scores of the other evaluation may be kept.
    fn set_evaluation(&mut self, evaluation: Evaluation);
    /// Sets one of [`PARAMETERS`] for the next searches.
    ///
    /// # Errors
    /// If there is no such parameter or the value is out of its range; nothing is changed.
    fn set_parameter(&mut self, name: &str, value: i32) -> Result<(), ParameterError>;
}

/// A searcher of the variant with a table of `hash` MiB (1 to 16,384; what is outside is brought
/// inside).
///
/// # Errors
/// If there is not enough memory.
pub fn open(variant: VariantId, hash: usize) -> Result<Box<dyn Searcher>, HashError> {
    dispatch!(variant, R => Ok(Box::new(TypedSearcher::<R>::new(hash)?)))
}
