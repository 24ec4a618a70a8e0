//! The search: alpha-beta with principal variation search, generic over the rules.
//!
//! Start at [`Searcher`] and [`open`]. Inside, `searcher` starts the threads, `root` deepens
//! iteratively, `negamax` searches inner nodes and `quiescence` the leaves; `thread` is what a
//! thread carries along. This crate knows nothing of protocols, and neither prints nor reads.

mod bench;
mod correction;
mod history;
mod negamax;
mod params;
mod picker;
mod pruning;
mod quiescence;
mod reductions;
mod root;
mod searcher;
mod see;
mod skill;
mod thread;
mod time;
mod tt;
mod wdl;
mod window;

pub use bench::{BENCH_DEPTH, BenchRow, bench};
pub use params::{PARAMETERS, Parameter, ParameterError};
pub use skill::{FULL_SKILL, LEAST_ELO, MOST_ELO, Skill};
pub use tt::Bound;
pub use wdl::{Curve, Wdl, men, men_at_start};

/// The size of the largest transposition table, in MiB.
pub const MOST_HASH: usize = 16 << 10;

/// So many threads are enough for any search.
pub const MOST_THREADS: usize = 256;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use stymie_eval::Score;
use stymie_eval::network::Network;
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
    /// Begin no iteration after so many nodes.
    pub soft_nodes: Option<u64>,
    /// Take this long, the move overhead subtracted.
    pub movetime: Option<Duration>,
    /// Manage this clock.
    pub clock: Option<Clock>,
    /// Never end before [`Signals::stop`], whatever is found (UCI's `infinite`).
    pub infinite: bool,
    /// End when the side to move is found to mate, or to be mated, in so many moves or fewer.
    pub mate: Option<u32>,
    /// Consider only these moves, as long as one of them is legal; empty: all.
    pub moves: Vec<Move>,
    /// How many of the best moves get a line of their own (UCI's `MultiPV`); 0 counts as 1.
    pub lines: usize,
    /// Think on the opponent's time: nothing ends the search but [`Signals::stop`], until
    /// [`Signals::ponder_hit`] says that the expected move was played and the limits hold.
    pub ponder: bool,
    /// Evaluate by hand, whatever network the searcher has: what it plays then does not change with
    /// the network. What was learnt with the other evaluation is forgotten.
    pub without_network: bool,
}

/// What a running search is told from outside.
#[derive(Debug, Default)]
pub struct Signals {
    stop: Arc<AtomicBool>,
    hit: AtomicBool,
}

impl Signals {
    /// Nothing told yet.
    #[must_use]
    pub fn new() -> Signals {
        Signals::default()
    }

    /// The same as [`Signals::stop`] for all searches that share the flag, once it is set.
    #[must_use]
    pub fn stopped_by(flag: Arc<AtomicBool>) -> Signals {
        Signals { stop: flag, ..Signals::default() }
    }

    /// End the search now; what has been found counts.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether [`Signals::stop`] was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// The opponent has played the move that was pondered on: from now on the limits hold.
    pub fn ponder_hit(&self) {
        self.hit.store(true, Relaxed);
    }

    /// Whether [`Signals::ponder_hit`] was called.
    #[must_use]
    pub fn is_hit(&self) -> bool {
        self.hit.load(Relaxed)
    }
}

/// What a running search tells.
#[derive(Clone, Debug)]
pub struct Info {
    /// Iterations completed.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// Which line it is, from 1, the best; more than one if [`Limits::lines`] asks for it.
    pub line: usize,
    /// For the side to move.
    pub score: Score,
    /// What the score says of the true one.
    pub bound: Bound,
    /// Nodes searched by all threads: a node is a move made, quiescence included.
    pub nodes: u64,
    /// Since the search began.
    pub elapsed: Duration,
    /// Permille of the table in use.
    pub hashfull: u32,
    /// The move of the root that is searched now, if that is what is told: in iterations that take
    /// long, between two lines. Score and line are the best so far, so that the score is a bound.
    pub current: Option<Current>,
    /// The principal variation, legal moves from the root.
    pub pv: Vec<Move>,
}

/// Where an iteration is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Current {
    /// The move of the root that is searched.
    pub mv: Move,
    /// Which it is of those that are searched, from 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
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
    /// As well as the engine can: by the searcher's network, if it has one, else by hand.
    #[default]
    Full,
    /// By the hand-written evaluation: [`Evaluate::evaluate`](stymie_eval::Evaluate::evaluate).
    Hand,
    /// By the pieces' values alone: [`Evaluate::material`](stymie_eval::Evaluate::material). To
    /// measure what the rest is worth.
    Material,
}

/// The stack of a searching thread, in bytes: enough for the deepest line. A ply takes up to 12 KiB,
/// in unoptimised builds three times that.
pub const STACK: usize = 16 << 20;

/// The hash table could not be had; the old one stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HashError {
    /// The size asked for.
    pub mebibytes: usize,
}

/// A searcher of one variant: keeps its table and histories from move to move.
pub trait Searcher: Send {
    /// Searches the game's current position, which must be of the searcher's variant.
    /// The listener hears of every completed iteration, and now and then of a bound; in the end, if there
    /// is one line only, of what was found since (all nodes, and the move that is played).
    fn search(
        &mut self,
        game: &dyn Game,
        limits: &Limits,
        signals: &Signals,
        listener: &mut dyn FnMut(&Info),
    ) -> Report;
    /// The same in silence, and on the caller's thread, which must have [`STACK`] bytes of stack: to
    /// start threads takes longer than to search a few hundred nodes.
    fn search_here(&mut self, game: &dyn Game, limits: &Limits, signals: &Signals) -> Report {
        self.search(game, limits, signals, &mut |_| {})
    }
    /// Forgets all that was learnt.
    fn new_game(&mut self);
    /// Allocates a table of this size, empty.
    ///
    /// # Errors
    /// If there is not enough memory; the old table stays.
    fn set_hash(&mut self, mebibytes: usize) -> Result<(), HashError>;
    /// How many threads are to search, at least 1. Gives how many will: fewer if there is no memory
    /// for more.
    fn set_threads(&mut self, threads: usize) -> usize;
    /// Time that is lost between the engine and the clock, for each move.
    fn set_move_overhead(&mut self, overhead: Duration);
    /// Which evaluation the next searches use; [`Evaluation::Full`] until it is called. Forgets
    /// all that was learnt, since scores of the other evaluation may be kept.
    fn set_evaluation(&mut self, evaluation: Evaluation);
    /// Gives the searcher another network than the built-in one, or none. Forgets all that was
    /// learnt, unless it is the one that it has.
    ///
    /// # Panics
    /// If the network is another variant's.
    fn set_network(&mut self, network: Option<Arc<Network>>);
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
