//! The searcher behind [`Searcher`]: threads, and what lasts from move to move.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam::utils::CachePadded;
use stymie_eval::{Evaluate, Score};
use stymie_movegen::{Game, Move, TypedGame};

use crate::params::Params;
use crate::reductions::Reductions;
use crate::root::MAX_DEPTH;
use crate::thread::{Evaluator, Memory, Shared, Thread};
use crate::time::Deadline;
use crate::tt::Table;
use crate::{Evaluation, HashError, Info, Limits, ParameterError, Report, Searcher};

/// Enough for the deepest line: a ply takes up to 12 KiB (unoptimised builds three times that).
const STACK: usize = 16 << 20;

/// A searcher of one variant.
pub(crate) struct TypedSearcher<R: Evaluate> {
    table: Table,
    /// One for each thread.
    memories: Vec<Memory>,
    overhead: Duration,
    evaluate: Evaluator<R>,
    params: Params,
    reductions: Reductions,
}

impl<R: Evaluate> TypedSearcher<R> {
    pub(crate) fn new(mebibytes: usize) -> Result<Self, HashError> {
        Ok(TypedSearcher {
            table: Table::new(mebibytes)?,
            memories: vec![Memory::new()],
            overhead: Duration::from_millis(30),
            evaluate: R::evaluate,
            params: Params::DEFAULT,
            reductions: Reductions::new(&Params::DEFAULT),
        })
    }

    fn search_typed(
        &mut self,
        game: &TypedGame<R>,
        limits: &Limits,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(&Info),
    ) -> Report {
        let start = Instant::now();
        self.table.grow_older();
        let shared = Shared {
            table: &self.table,
            stop,
            quit: AtomicBool::new(false),
            nodes: self.memories.iter().map(|_| CachePadded::new(AtomicU64::new(0))).collect(),
            node_limit: limits.nodes.filter(|_| !limits.infinite),
            deadline: Deadline::new(start, limits, self.overhead, &self.params),
            params: &self.params,
            reductions: &self.reductions,
        };
        let (memories, evaluate) = (&mut self.memories, self.evaluate);
        // The listener need not be `Send`: it is called here, on the caller's thread.
        let (events, heard) = channel();
        let info = thread::scope(|scope| {
            let mut main = None;
            for (id, memory) in memories.iter_mut().enumerate() {
                let (shared, events) = (&shared, (id == 0).then(|| events.clone()));
                let job = move || {
                    let thread = Thread::new(shared, memory, id, game, evaluate);
                    run(thread, limits, events.as_ref())
                };
                // A helper that cannot be had is done without.
                let spawned = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, job);
                if id == 0 {
                    main = spawned.ok();
                }
            }
            drop(events);
            if main.is_none() {
                shared.quit.store(true, Relaxed);
            }
            for info in heard {
                listener(&info);
            }
            main.and_then(|main| main.join().ok())
        });
        let mut info = info.unwrap_or_else(|| without_search(game));
        info.nodes = shared.nodes();
        info.elapsed = shared.deadline.elapsed();
        let best = info.pv.first().copied();
        let ponder = best.and_then(|best| self.ponder(game, best, &info));
        Report { best, ponder, info }
    }

    /// The expected reply: from the principal variation, else from the table.
    fn ponder(&self, game: &TypedGame<R>, best: Move, info: &Info) -> Option<Move> {
        if let Some(&reply) = info.pv.get(1) {
            return Some(reply);
        }
        let next = game.position().play(best);
        let reply = self.table.probe(Thread::<R>::table_key(&next), 1)?.mv?;
        next.is_legal(reply).then_some(reply)
    }
}

/// What one thread does.
fn run<R: Evaluate>(
    mut thread: Thread<'_, R>,
    limits: &Limits,
    events: Option<&Sender<Info>>,
) -> Info {
    let main = thread.id == 0;
    let most = limits.depth.filter(|_| main && !limits.infinite).unwrap_or(MAX_DEPTH);
    let info = thread.deepen(most.max(1), events);
    if main {
        if must_wait(limits) {
            while !thread.shared.stop.load(Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
        }
        thread.dismiss_others();
    }
    info
}

/// Whether only `stop` ends the search.
fn must_wait(limits: &Limits) -> bool {
    let Limits { depth, nodes, movetime, clock, infinite } = limits;
    *infinite || (depth.is_none() && nodes.is_none() && movetime.is_none() && clock.is_none())
}

/// The answer if no thread can be had: the first legal move.
fn without_search<R: Evaluate>(game: &TypedGame<R>) -> Info {
    Info {
        depth: 0,
        seldepth: 0,
        score: Score::DRAW,
        nodes: 0,
        elapsed: Duration::ZERO,
        hashfull: 0,
        pv: game.position().legal_moves().first().copied().into_iter().collect(),
    }
}

impl<R: Evaluate> Searcher for TypedSearcher<R> {
    fn search(
        &mut self,
        game: &dyn Game,
        limits: &Limits,
        stop: &AtomicBool,
        listener: &mut dyn FnMut(&Info),
    ) -> Report {
        match game.as_any().downcast_ref::<TypedGame<R>>() {
            Some(game) => self.search_typed(game, limits, stop, listener),
            None => unreachable!("a {} searcher given a game of {}", R::VARIANT, game.variant()),
        }
    }

    fn new_game(&mut self) {
        self.table.clear();
        for memory in &mut self.memories {
            *memory = Memory::new();
        }
    }

    fn set_hash(&mut self, mebibytes: usize) -> Result<(), HashError> {
        self.table = Table::new(mebibytes)?;
        Ok(())
    }

    fn set_threads(&mut self, threads: usize) {
        self.memories.resize_with(threads.max(1), Memory::new);
    }

    fn set_move_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }

    fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.evaluate = match evaluation {
            Evaluation::Full => R::evaluate,
            Evaluation::Material => R::material,
        };
        self.new_game();
    }

    fn set_parameter(&mut self, name: &str, value: i32) -> Result<(), ParameterError> {
        self.params.set(name, value)?;
        self.reductions = Reductions::new(&self.params);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tt::{Bound, Record};
    use stymie_movegen::{Chess, MoveKind, Position, Square};

    /// Keys collide: what the table says may be about another position.
    #[test]
    fn a_move_of_a_colliding_key_is_not_played_unchecked() {
        let mut searcher = TypedSearcher::<Chess>::new(1).unwrap();
        let game = TypedGame::<Chess>::default();
        let nonsense = Move::new(Square::new(127), Square::new(3), MoveKind::Castling);
        let record = Record {
            mv: Some(nonsense),
            score: Score::DRAW,
            depth: 0,
            bound: Bound::Upper,
            eval: None,
            pv: false,
        };
        let start = Position::<Chess>::start();
        searcher.table.store(Thread::<Chess>::table_key(&start), 0, &record);
        for mv in start.legal_moves() {
            let next = start.play(mv);
            searcher.table.store(Thread::<Chess>::table_key(&next), 1, &record);
        }
        let limits = Limits { depth: Some(5), ..Limits::default() };
        let report = searcher.search(&game, &limits, &AtomicBool::new(false), &mut |_| {});
        let mut position = start;
        for &mv in &report.info.pv {
            position = position.try_play(mv).unwrap();
        }
        assert!(report.info.pv.len() > 1);
    }
}
