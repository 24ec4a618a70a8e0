//! One searching thread: what it remembers, counts and shares.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use arrayvec::ArrayVec;
use crossbeam::utils::CachePadded;
use stymie_eval::network::{Accumulators, Changes, Network};
use stymie_eval::{Evaluate, MAX_PLY, Score};
use stymie_movegen::{Color, Move, Outcome, Position, TypedGame};

use crate::correction::Corrections;
use crate::history::{Before, Histories, PieceTo};
use crate::params::Params;
use crate::picker::{Hints, piece_to};
use crate::reductions::Reductions;
use crate::root::{Found, RootMove};
use crate::time::Deadline;
use crate::tt::Table;
use crate::{Limits, Signals};

/// The search was told to end. Carried by `?` up to the root: no score means "aborted".
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped;

/// A principal variation.
pub(crate) type Line = ArrayVec<Move, MAX_PLY>;

/// So many nodes are searched at most between two looks at stop and clock.
const POLL_INTERVAL: u64 = 256;

/// Looks are as far apart as this part of the nodes searched: at the beginning each node may touch
/// memory for the first time, and the system may take milliseconds to find it.
const POLL_SHARE: u64 = 512;

/// What the side that gives perpetual check, where that loses, gets for it: far below every
/// evaluation, and no mate, since the game has not ended yet.
pub(crate) const PERPETUAL_CHECK: Score = Score::new(-20_000);

/// Whether the score says that the game is decided, by mate or perpetual check: margins in
/// centipawns mean nothing there.
#[inline]
pub(crate) fn is_decisive(score: Score) -> bool {
    score.raw().abs() >= -PERPETUAL_CHECK.raw()
}

/// What all threads of one search share.
pub(crate) struct Shared<'s> {
    pub(crate) table: &'s Table,
    /// What is told from outside.
    pub(crate) signals: &'s Signals,
    pub(crate) limits: &'s Limits,
    /// Set by the main thread when it has done.
    pub(crate) quit: AtomicBool,
    /// By thread; each writes its own.
    pub(crate) nodes: Vec<CachePadded<AtomicU64>>,
    pub(crate) deadline: Deadline,
    pub(crate) params: &'s Params,
    pub(crate) reductions: &'s Reductions,
}

/// A static evaluation.
#[derive(Clone, Debug)]
pub(crate) enum Evaluator<R: Evaluate> {
    /// By a formula. It is far too long a function to be inlined: a call through a pointer that
    /// never changes costs it nothing that could be measured.
    Formula(fn(&Position<R>) -> Score),
    /// By a network.
    Network(Arc<Network>),
}

impl Shared<'_> {
    /// Whether the limits hold: not while pondering.
    pub(crate) fn is_limited(&self) -> bool {
        !self.limits.infinite && (!self.limits.ponder || self.signals.is_hit())
    }

    /// Nodes of all threads, as of their last polls.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }
}

/// What a node leaves for those above and below it on the path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// `None` in check.
    pub(crate) eval: Option<Score>,
    /// The move that is searched here.
    pub(crate) moved: PieceTo,
    pub(crate) killers: [Option<Move>; 2],
    /// A move that is left out: is it the only good one?
    pub(crate) excluded: Option<Move>,
    /// How many of the node's children have failed high.
    pub(crate) cutoffs: u32,
}

impl Frame {
    const EMPTY: Frame =
        Frame { eval: None, moved: PieceTo::NONE, killers: [None; 2], excluded: None, cutoffs: 0 };
}

/// A position of the game or of the path, as far as repetition asks.
#[derive(Clone, Copy, Debug)]
struct Visit {
    key: u64,
    /// Whether the side to move stands in check.
    check: bool,
    /// How many plies back a position may lie that equals this one.
    reversible: usize,
}

/// What a thread keeps from search to search.
pub(crate) struct Memory {
    pub(crate) histories: Histories,
    pub(crate) corrections: Corrections,
    /// Frames before the root, so that one need not ask whether there are so many.
    frames: Vec<Frame>,
    /// By ply, the principal variation from there.
    pub(crate) lines: Vec<Line>,
    visits: Vec<Visit>,
    /// The network's hidden units along the path, where a network evaluates.
    path: Option<Accumulators>,
    /// Whether there is anything to forget.
    used: bool,
}

const FRAMES_BEFORE: usize = 4;

impl Memory {
    /// What a new thread knows: nothing. `None` if there is no memory for it.
    pub(crate) fn new() -> Option<Memory> {
        Some(Memory {
            histories: Histories::new()?,
            corrections: Corrections::new(),
            frames: vec![Frame::EMPTY; MAX_PLY + FRAMES_BEFORE + 2],
            lines: vec![Line::new(); MAX_PLY + 2],
            visits: Vec::new(),
            path: None,
            used: false,
        })
    }

    /// Forgets what searches have taught. The memory stays: had anew, it would cost the next search
    /// time.
    pub(crate) fn forget(&mut self) {
        if self.used {
            self.histories.clear();
            self.corrections.clear();
            self.used = false;
        }
    }

    /// Lets the system give the memory, before a search needs it.
    pub(crate) fn prepare(&mut self) {
        self.used = true;
        self.forget();
    }

    /// Makes the path begin with the root, if a network evaluates.
    fn begin<R: Evaluate>(&mut self, evaluator: &Evaluator<R>, root: &Position<R>) {
        let Evaluator::Network(network) = evaluator else {
            self.path = None;
            return;
        };
        let kept = self.path.take().filter(|path| Arc::ptr_eq(path.network(), network));
        let mut path = kept.unwrap_or_else(|| Accumulators::new(Arc::clone(network)));
        path.begin(root);
        self.path = Some(path);
    }
}

/// A thread while it searches.
pub(crate) struct Thread<'s, R: Evaluate> {
    pub(crate) shared: &'s Shared<'s>,
    pub(crate) memory: &'s mut Memory,
    /// 0 is the main thread.
    pub(crate) id: usize,
    pub(crate) root: Position<R>,
    pub(crate) moves: Vec<RootMove>,
    /// The best lines so far, the best first, the root's move first in each. Never empty.
    pub(crate) best: Vec<Found>,
    evaluator: &'s Evaluator<R>,
    /// The index of the root among the visits.
    base: usize,
    pub(crate) nodes: u64,
    next_poll: u64,
    pub(crate) seldepth: usize,
    /// The current iteration.
    pub(crate) depth: i32,
    /// Null moves are not tried before this ply: the verification of one is under way.
    pub(crate) no_null_before: usize,
}

impl<'s, R: Evaluate> Thread<'s, R> {
    /// A thread about to search the game's current position.
    pub(crate) fn new(
        shared: &'s Shared<'s>,
        memory: &'s mut Memory,
        id: usize,
        game: &TypedGame<R>,
        evaluator: &'s Evaluator<R>,
    ) -> Self {
        memory.used = true;
        memory.begin(evaluator, game.position());
        memory.frames.fill(Frame::EMPTY);
        memory.visits.clear();
        for position in game.positions() {
            memory.visits.push(Visit {
                key: position.key(),
                check: position.checkers().any(),
                reversible: usize::try_from(position.halfmove_clock()).unwrap_or(usize::MAX),
            });
        }
        let base = memory.visits.len() - 1;
        let mut thread = Thread {
            shared,
            memory,
            id,
            root: *game.position(),
            moves: Vec::new(),
            best: Vec::new(),
            evaluator,
            base,
            nodes: 0,
            next_poll: 0,
            seldepth: 0,
            depth: 0,
            no_null_before: 0,
        };
        thread.moves = thread.root_moves(game);
        let lines = shared.limits.lines.clamp(1, thread.moves.len().max(1));
        thread.best = (0..lines).map(|rank| Found::guess(thread.moves.get(rank))).collect();
        thread
    }

    /// Looks now and then whether to stop.
    #[inline]
    pub(crate) fn poll(&mut self) -> Result<(), Stopped> {
        if self.nodes < self.next_poll { Ok(()) } else { self.look() }
    }

    #[inline(never)]
    fn look(&mut self) -> Result<(), Stopped> {
        self.flush_nodes();
        let shared = self.shared;
        if shared.signals.is_stopped() || shared.quit.load(Relaxed) {
            return Err(Stopped);
        }
        self.next_poll = self.nodes + (self.nodes / POLL_SHARE).clamp(1, POLL_INTERVAL);
        if !shared.is_limited() {
            return Ok(());
        }
        if let Some(limit) = shared.limits.nodes {
            let left = limit.saturating_sub(shared.nodes());
            if left == 0 {
                return Err(Stopped);
            }
            self.next_poll = self.next_poll.min(self.nodes + left);
        }
        // The first iteration takes no time worth saving, and without it any move is played.
        let late = self.id == 0 && self.depth > 1 && shared.deadline.passed();
        if late { Err(Stopped) } else { Ok(()) }
    }

    /// Makes the nodes searched known to all.
    pub(crate) fn flush_nodes(&self) {
        self.shared.nodes[self.id].store(self.nodes, Relaxed);
    }

    #[inline]
    pub(crate) fn frame(&self, ply: usize) -> &Frame {
        &self.memory.frames[ply + FRAMES_BEFORE]
    }

    #[inline]
    pub(crate) fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.memory.frames[ply + FRAMES_BEFORE]
    }

    #[inline]
    pub(crate) fn before(&self, ply: usize) -> Before {
        let frames = &self.memory.frames[ply..ply + FRAMES_BEFORE];
        let far = if self.shared.params.history_far > 0 { frames[0].moved } else { PieceTo::NONE };
        [frames[3].moved, frames[2].moved, far]
    }

    #[inline]
    pub(crate) fn hints(&self, ply: usize) -> Hints<'_> {
        Hints {
            params: self.shared.params,
            histories: &self.memory.histories,
            killers: self.frame(ply).killers,
            before: self.before(ply),
        }
    }

    /// Plays a legal move of the position at `ply`.
    #[inline]
    pub(crate) fn play(&mut self, position: &Position<R>, mv: Move, ply: usize) -> Position<R> {
        let mut child = *position;
        let changes = self.try_out(&mut child, mv);
        self.enter(position, mv, &child, changes, ply);
        child
    }

    /// Makes a legal move of the position, and tells what it changes on the board. The table will
    /// be asked for the position soon.
    #[inline]
    pub(crate) fn try_out(&self, position: &mut Position<R>, mv: Move) -> Changes {
        let mut changes = Changes::default();
        position.advance(mv, &mut changes);
        self.shared.table.prefetch(Self::table_key(position));
        changes
    }

    /// The static evaluation of the path's position at `ply`.
    #[inline]
    pub(crate) fn evaluate(&mut self, position: &Position<R>, ply: usize) -> Score {
        match (&mut self.memory.path, self.evaluator) {
            (Some(path), _) => path.evaluate(position, ply),
            (None, Evaluator::Formula(formula)) => formula(position),
            (None, Evaluator::Network(_)) => unreachable!("a network has its path"),
        }
    }

    /// Steps from the position at `ply` to the one after the move, which has
    /// [`Thread::try_out`]'s changes.
    #[inline]
    pub(crate) fn enter(
        &mut self,
        position: &Position<R>,
        mv: Move,
        child: &Position<R>,
        changes: Changes,
        ply: usize,
    ) {
        self.follow(child, changes, ply + 1);
        self.frame_mut(ply).moved = piece_to(position, mv);
        let before = self.memory.visits[self.base + ply].reversible;
        self.visit(child, ply + 1, before.saturating_add(1));
        self.nodes += 1;
    }

    /// Passes the move.
    pub(crate) fn pass(&mut self, position: &Position<R>, ply: usize) -> Position<R> {
        self.frame_mut(ply).moved = PieceTo::NONE;
        let child = position.pass();
        self.follow(&child, Changes::default(), ply + 1);
        self.visit(&child, ply + 1, 0);
        self.nodes += 1;
        child
    }

    #[inline]
    fn follow(&mut self, position: &Position<R>, changes: Changes, ply: usize) {
        if let Some(path) = &mut self.memory.path {
            path.enter(position, changes, ply);
        }
    }

    #[inline]
    fn visit(&mut self, position: &Position<R>, ply: usize, reversible: usize) {
        let clock = usize::try_from(position.halfmove_clock()).unwrap_or(usize::MAX);
        self.memory.visits.truncate(self.base + ply);
        self.memory.visits.push(Visit {
            key: position.key(),
            check: position.checkers().any(),
            reversible: reversible.min(clock),
        });
    }

    /// The score of a position where the game is over, or as good as over: robado, repetition,
    /// clock, dead material. That there is no legal move is found elsewhere, unless the clock or
    /// the material would hide it.
    #[inline]
    pub(crate) fn verdict(&self, position: &Position<R>, ply: usize) -> Option<Score> {
        if position.is_robado() {
            return Some(Score::DRAW);
        }
        if let Some(score) = self.repetition(position, ply) {
            return Some(score);
        }
        let clock = position.halfmove_clock();
        // Material changes when the clock is reset.
        if clock >= u32::from(R::CLOCK_LIMIT) || (clock == 0 && R::is_dead(position)) {
            let over = if position.has_legal_move() { Score::DRAW } else { mated(position, ply) };
            return Some(over);
        }
        None
    }

    /// A position of the path that comes again counts as a draw; one from before the root must
    /// have occurred twice. Where perpetual check loses, the side that gave it is told so.
    #[inline]
    fn repetition(&self, position: &Position<R>, ply: usize) -> Option<Score> {
        let current = self.base + ply;
        let now = self.memory.visits[current];
        if now.reversible < 4 {
            return None;
        }
        let mut met_before_root = false;
        for back in (4..=now.reversible.min(current)).step_by(2) {
            if self.memory.visits[current - back].key == now.key {
                if back <= ply || met_before_root {
                    return Some(self.repeated(position, current - back, current));
                }
                met_before_root = true;
            }
        }
        None
    }

    /// The score of a position that has been met before, the cycle's first.
    fn repeated(&self, position: &Position<R>, first: usize, last: usize) -> Score {
        if !R::PERPETUAL_CHECK_LOSES {
            return Score::DRAW;
        }
        let cycle = &self.memory.visits[first + 1..=last];
        debug_assert_eq!(position.checkers().any(), self.memory.visits[last].check);
        let we_suffer = cycle.iter().rev().step_by(2).all(|visit| visit.check);
        let they_suffer = cycle.iter().rev().skip(1).step_by(2).all(|visit| visit.check);
        match (we_suffer, they_suffer) {
            (true, false) => -PERPETUAL_CHECK,
            (false, true) => PERPETUAL_CHECK,
            _ => Score::DRAW,
        }
    }

    /// The key under which the table keeps the position. As the clock nears its limit, the same
    /// position is worth something else: the last plies have keys of their own.
    #[inline]
    pub(crate) fn table_key(position: &Position<R>) -> u64 {
        let left = u32::from(R::CLOCK_LIMIT).saturating_sub(position.halfmove_clock());
        let key = position.table_key();
        if left > CLOCK_MATTERS {
            key
        } else {
            key ^ u64::from(left / 4 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        }
    }

    /// Whether a score from the table can come true before the clock runs out.
    #[inline]
    pub(crate) fn in_time(position: &Position<R>, score: Score, ply: usize) -> bool {
        let left = i64::from(R::CLOCK_LIMIT) - i64::from(position.halfmove_clock());
        match score.mate_distance() {
            Some(plies) => i64::from(plies.abs()) - ply as i64 <= left,
            None => left > 4,
        }
    }
}

/// With so few plies left the clock has a say in what a position is worth.
const CLOCK_MATTERS: u32 = 28;

/// The score of a position without legal moves, `ply` plies from the root.
pub(crate) fn mated<R: Evaluate>(position: &Position<R>, ply: usize) -> Score {
    score_of(R::no_moves(position), position.side(), ply)
}

/// The score of a game that has ended so, `ply` plies from the root, for a side.
pub(crate) fn score_of(outcome: Outcome, side: Color, ply: usize) -> Score {
    match outcome.winner {
        Some(winner) if winner == side => Score::win_in(ply),
        Some(_) => Score::loss_in(ply),
        None => Score::DRAW,
    }
}
