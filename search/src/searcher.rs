//! The searcher behind [`Searcher`]: threads, and what lasts from move to move.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam::utils::CachePadded;
use stymie_eval::network::Network;
use stymie_eval::{Evaluate, Score};
use stymie_movegen::{Game, Move, TypedGame};

use crate::params::Params;
use crate::reductions::Reductions;
use crate::thread::{Evaluator, Memory, Shared, Thread};
use crate::time::Deadline;
use crate::tt::{Bound, Table};
use crate::{
    Evaluation, HashError, Info, Limits, ParameterError, Report, STACK, Searcher, Signals,
};

/// A searcher of one variant.
pub(crate) struct TypedSearcher<R: Evaluate> {
    table: Table,
    /// One for each thread.
    memories: Vec<Memory>,
    overhead: Duration,
    /// Which evaluation is asked for.
    evaluation: Evaluation,
    network: Option<Arc<Network>>,
    /// Whether the last search was to do without the network.
    without_network: bool,
    evaluator: Evaluator<R>,
    params: Params,
    reductions: Reductions,
}

impl<R: Evaluate> TypedSearcher<R> {
    pub(crate) fn new(mebibytes: usize) -> Result<Self, HashError> {
        let network = Network::built_in(R::VARIANT);
        let table = Table::new(mebibytes)?;
        // Other threads' memory comes as they use it: there may be hundreds of them.
        let mut memory = Memory::new().ok_or(HashError { mebibytes })?;
        memory.prepare();
        Ok(TypedSearcher {
            table,
            memories: vec![memory],
            overhead: Duration::from_millis(30),
            evaluation: Evaluation::Full,
            evaluator: evaluator(Evaluation::Full, network.as_ref()),
            network,
            without_network: false,
            params: Params::DEFAULT,
            reductions: Reductions::new(&Params::DEFAULT),
        })
    }

    fn search_typed(
        &mut self,
        game: &TypedGame<R>,
        limits: &Limits,
        signals: &Signals,
        listener: &mut dyn FnMut(&Info),
    ) -> Report {
        let (shared, memories, evaluator) = self.begin(limits, signals);
        // The listener need not be `Send`: it is called here, on the caller's thread.
        let (events, heard) = channel();
        let mut told = 0;
        let infos = thread::scope(|scope| {
            let mut threads = Vec::new();
            for (id, memory) in memories.iter_mut().enumerate() {
                let (shared, events) = (&shared, (id == 0).then(|| events.clone()));
                let job = move || run(Thread::new(shared, memory, id, game, evaluator), events);
                // A helper that cannot be had is done without.
                let spawned = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, job);
                if id == 0 && spawned.is_err() {
                    break;
                }
                threads.extend(spawned);
            }
            drop(events);
            for info in heard {
                if info.bound == Bound::Exact {
                    told = info.nodes;
                }
                listener(&info);
            }
            threads.into_iter().filter_map(|thread| thread.join().ok()).collect()
        });
        let info = elect(infos, limits).unwrap_or_else(|| without_search(game));
        let report = report(game, &shared, info);
        // An iteration that was broken off has not been told of, nor a helper's move.
        if limits.lines <= 1 && report.info.depth > 0 && report.info.nodes > told {
            listener(&report.info);
        }
        report
    }

    /// What the threads of a search share, and what else they take.
    fn begin<'s>(
        &'s mut self,
        limits: &'s Limits,
        signals: &'s Signals,
    ) -> (Shared<'s>, &'s mut [Memory], &'s Evaluator<R>) {
        let start = Instant::now();
        self.obey(limits.without_network);
        self.table.grow_older();
        let Self { table, memories, overhead, evaluator, params, reductions, .. } = self;
        let shared = Shared {
            table,
            signals,
            limits,
            quit: AtomicBool::new(false),
            nodes: memories.iter().map(|_| CachePadded::new(AtomicU64::new(0))).collect(),
            deadline: Deadline::new(start, limits, *overhead, params),
            params,
            reductions,
        };
        (shared, memories, evaluator)
    }

    /// Does without the network, or no more.
    fn obey(&mut self, without_network: bool) {
        if self.without_network != without_network {
            self.without_network = without_network;
            // Else nothing changes, and what was learnt holds.
            if self.network.is_some() && self.evaluation == Evaluation::Full {
                self.choose_evaluator();
            }
        }
    }

    fn choose_evaluator(&mut self) {
        let network = self.network.as_ref().filter(|_| !self.without_network);
        self.evaluator = evaluator(self.evaluation, network);
        self.new_game();
    }
}

/// What is told of a search that has ended.
fn report<R: Evaluate>(game: &TypedGame<R>, shared: &Shared<'_>, mut info: Info) -> Report {
    info.nodes = shared.nodes();
    info.elapsed = shared.deadline.elapsed();
    let best = info.pv.first().copied();
    let ponder = best.and_then(|best| ponder(game, best, &info, shared.table));
    if info.pv.len() == 1 {
        // A move that was found to be better than it need be, and not searched again, has no line.
        info.pv.extend(ponder);
    }
    Report { best, ponder, info }
}

/// The expected reply: from the principal variation, else from the table.
fn ponder<R: Evaluate>(
    game: &TypedGame<R>,
    best: Move,
    info: &Info,
    table: &Table,
) -> Option<Move> {
    if let Some(&reply) = info.pv.get(1) {
        return Some(reply);
    }
    let next = game.position().play(best);
    let reply = table.probe(Thread::<R>::table_key(&next), 1)?.mv?;
    next.is_legal(reply).then_some(reply)
}

/// The game as one of the rules.
fn typed<R: Evaluate>(game: &dyn Game) -> &TypedGame<R> {
    match game.as_any().downcast_ref() {
        Some(game) => game,
        None => unreachable!("a {} searcher given a game of {}", R::VARIANT, game.variant()),
    }
}

fn evaluator<R: Evaluate>(asked: Evaluation, network: Option<&Arc<Network>>) -> Evaluator<R> {
    match (asked, network) {
        (Evaluation::Full, Some(network)) => Evaluator::Network(Arc::clone(network)),
        (Evaluation::Full | Evaluation::Hand, _) => Evaluator::Formula(R::evaluate),
        (Evaluation::Material, _) => Evaluator::Formula(R::material),
    }
}

/// What one thread does.
fn run<R: Evaluate>(mut thread: Thread<'_, R>, events: Option<Sender<Info>>) -> Info {
    let main = thread.id == 0;
    let Shared { limits, signals, .. } = thread.shared;
    let info = thread.deepen(events.as_ref());
    if main {
        while must_wait(limits, signals) {
            thread::sleep(Duration::from_millis(1));
        }
        thread.dismiss_others();
    }
    info
}

/// Whether only a signal ends the search, and none has come.
fn must_wait(limits: &Limits, signals: &Signals) -> bool {
    let Limits { depth, nodes, soft_nodes, movetime, clock, infinite, mate, ponder, .. } = limits;
    let open = depth.is_none()
        && nodes.is_none()
        && soft_nodes.is_none()
        && movetime.is_none()
        && clock.is_none()
        && mate.is_none();
    (*infinite || open || (*ponder && !signals.is_hit())) && !signals.is_stopped()
}

/// The thread whose move is played. Every thread votes for its move, with the more weight the
/// deeper it has searched and the better it likes it; of those with the winning move the deepest
/// answers. A mate needs no vote.
fn elect(infos: Vec<Info>, limits: &Limits) -> Option<Info> {
    let alone = limits.depth.is_some() || limits.lines > 1 || infos.len() < 2;
    if alone || infos.iter().any(|info| info.pv.is_empty()) {
        return infos.into_iter().next();
    }
    let worst = infos.iter().map(|info| info.score.raw()).min()?;
    let weight = |info: &Info| i64::from(info.score.raw() - worst + 12) * i64::from(info.depth);
    let votes =
        |mv: Move| -> i64 { infos.iter().filter(|info| info.pv[0] == mv).map(weight).sum() };
    let rank = |info: &&Info| {
        let mate = info.score.mate_distance().filter(|&plies| plies > 0);
        (mate.map_or(i64::MIN, |plies| -i64::from(plies)), votes(info.pv[0]), info.depth)
    };
    // Of equals the first: the main thread.
    infos.iter().rev().max_by_key(rank).cloned()
}

/// The answer if no thread can be had: the first legal move.
fn without_search<R: Evaluate>(game: &TypedGame<R>) -> Info {
    Info {
        depth: 0,
        seldepth: 0,
        line: 1,
        score: Score::DRAW,
        bound: Bound::Upper,
        nodes: 0,
        elapsed: Duration::ZERO,
        hashfull: 0,
        current: None,
        pv: game.position().legal_moves().first().copied().into_iter().collect(),
    }
}

impl<R: Evaluate> Searcher for TypedSearcher<R> {
    fn search(
        &mut self,
        game: &dyn Game,
        limits: &Limits,
        signals: &Signals,
        listener: &mut dyn FnMut(&Info),
    ) -> Report {
        self.search_typed(typed(game), limits, signals, listener)
    }

    fn search_here(&mut self, game: &dyn Game, limits: &Limits, signals: &Signals) -> Report {
        let game = typed(game);
        let (shared, memories, evaluator) = self.begin(limits, signals);
        let info = run(Thread::new(&shared, &mut memories[0], 0, game, evaluator), None);
        report(game, &shared, info)
    }

    fn new_game(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(Memory::forget);
    }

    fn set_hash(&mut self, mebibytes: usize) -> Result<(), HashError> {
        if self.table.mebibytes() == mebibytes {
            self.table.clear();
        } else {
            self.table = Table::new(mebibytes)?;
        }
        Ok(())
    }

    fn set_threads(&mut self, threads: usize) -> usize {
        self.memories.truncate(threads.max(1));
        while self.memories.len() < threads
            && let Some(memory) = Memory::new()
        {
            self.memories.push(memory);
        }
        if self.memories.len() < threads {
            // Half of what there was is left for their stacks.
            self.memories.truncate(self.memories.len().div_ceil(2));
        }
        self.memories.len()
    }

    fn set_move_overhead(&mut self, overhead: Duration) {
        self.overhead = overhead;
    }

    fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.evaluation = evaluation;
        self.choose_evaluator();
    }

    fn set_network(&mut self, network: Option<Arc<Network>>) {
        if let Some(network) = &network {
            assert_eq!(network.variant(), R::VARIANT, "another variant's network");
        }
        let same = match (&self.network, &network) {
            (Some(old), Some(new)) => Arc::ptr_eq(old, new),
            (old, new) => old.is_none() && new.is_none(),
        };
        if !same {
            self.network = network;
            self.choose_evaluator();
        }
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
    use crate::tt::Record;
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
        let report = searcher.search(&game, &limits, &Signals::new(), &mut |_| {});
        let mut position = start;
        for &mv in &report.info.pv {
            position = position.try_play(mv).unwrap();
        }
        assert!(report.info.pv.len() > 1);
    }
}
