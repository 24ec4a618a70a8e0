//! Iterative deepening.

use std::cmp::Reverse;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::Sender;
use std::time::Duration;

use stymie_eval::{Evaluate, MAX_PLY, Score};
use stymie_movegen::{Move, Position, TypedGame};

use crate::negamax::{Expect, Pv, Scouting};
use crate::picker::Picker;
use crate::thread::{Line, Stopped, Thread, score_of};
use crate::tt::{Bound, Record};
use crate::window::{Window, lowered, raised};
use crate::{Current, Info};

/// A move of the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// Nodes spent on it in this iteration.
    nodes: u64,
    /// The score if the move ends the game by repetition: as the game judges it.
    ends: Option<Score>,
}

/// A line from the root.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) score: Score,
    /// The root's move first.
    pub(crate) line: Line,
}

impl Found {
    /// Before the search: a move, if there is one, and no idea what it is worth.
    pub(crate) fn guess(root: Option<&RootMove>) -> Found {
        Found { score: Score::DRAW, line: root.map(|root| root.mv).into_iter().collect() }
    }

    fn mv(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

/// The deepest iteration.
const MAX_DEPTH: u32 = MAX_PLY as u32 - 1;

/// An iteration that takes longer is told of before it ends: by bounds.
const LONG: Duration = Duration::from_secs(1);

/// A search that takes longer tells which move of the root it is at.
const VERY_LONG: Duration = Duration::from_secs(3);

impl<R: Evaluate> Thread<'_, R> {
    /// The root's legal moves, the promising first.
    pub(crate) fn root_moves(&self, game: &TypedGame<R>) -> Vec<RootMove> {
        let root = &self.root;
        let hit = self.shared.table.probe(Self::table_key(root), 0);
        let table_move = hit.and_then(|hit| hit.mv).filter(|&mv| root.is_legal(mv));
        let mut picker = Picker::all(table_move);
        let mut moves = Vec::new();
        while let Some(mv) = picker.next(root, &self.hints(0)) {
            moves.push(RootMove { mv, nodes: 0, ends: judged_repetition(game, mv) });
        }
        let wanted = &self.shared.limits.moves;
        if moves.iter().any(|root| wanted.contains(&root.mv)) {
            moves.retain(|root| wanted.contains(&root.mv));
        }
        moves
    }

    /// Searches deeper and deeper until a limit is met. `events` hears of completed iterations.
    pub(crate) fn deepen(&mut self, events: Option<&Sender<Info>>) -> Info {
        let mut last = self.info(0, 0, Bound::Exact);
        if self.moves.is_empty() {
            last.score = self.root_score_without_moves();
            return last;
        }
        let mut stable = 0_u32;
        for depth in 1..=MAX_DEPTH {
            // Helpers are a ply apart, so that they do not all search the same.
            self.depth = depth as i32 + (self.id as i32 & 1);
            self.seldepth = 0;
            let (score, mv) = (self.best[0].score, self.best[0].mv());
            if self.iterate(depth, events).is_err() {
                break;
            }
            last = self.info(depth, 0, Bound::Exact);
            stable = if mv == self.best[0].mv() { stable + 1 } else { 0 };
            if self.id == 0 && self.has_done(depth, stable, score) {
                break;
            }
        }
        // An iteration that was broken off may have found something better. Of several lines each is
        // told of when all are done: there it counts for nothing.
        let best = &self.best[0];
        if best.mv() != last.pv.first().copied() && (self.best.len() == 1 || last.depth == 0) {
            last.pv = best.line.to_vec();
            last.score = best.score;
        }
        last
    }

    /// One iteration: the best line, then the best of the other moves, and so on.
    fn iterate(&mut self, depth: u32, events: Option<&Sender<Info>>) -> Result<(), Stopped> {
        self.moves.iter_mut().for_each(|root| root.nodes = 0);
        let lines = self.best.len();
        for rank in 0..lines {
            self.aspire(depth, rank, events)?;
        }
        // Later lines may have come out better.
        self.best.sort_by_key(|found| Reverse(found.score));
        for rank in (0..lines).rev() {
            let at = self.moves.iter().position(|root| Some(root.mv) == self.best[rank].mv());
            if let Some(at) = at {
                self.moves[..=at].rotate_right(1);
            }
        }
        self.flush_nodes();
        if let Some(events) = events {
            for rank in 0..lines {
                // The listener's end may be gone only if the caller is.
                let _ = events.send(self.info(depth, rank, Bound::Exact));
            }
        }
        Ok(())
    }

    /// Whether the search has reached what it was to reach, or another iteration does not pay.
    fn has_done(&self, depth: u32, stable: u32, before: Score) -> bool {
        let shared = self.shared;
        if !shared.is_limited() {
            return false;
        }
        let mate = self.best[0].score.mate_distance();
        let wanted = shared.limits.mate.map(|moves| moves.saturating_mul(2));
        let found =
            mate.is_some_and(|plies| wanted.is_some_and(|most| plies.unsigned_abs() <= most));
        found
            || shared.limits.depth.is_some_and(|most| depth >= most)
            || shared.limits.soft_nodes.is_some_and(|most| shared.nodes() >= most)
            || self.may_rest(depth, stable, before)
    }

    /// Whether another iteration does not pay.
    fn may_rest(&self, depth: u32, stable: u32, before: Score) -> bool {
        let deadline = &self.shared.deadline;
        if !deadline.saves() {
            return false;
        }
        if self.moves.len() == 1 && depth >= 4 {
            return true;
        }
        if let Some(plies) = self.best[0].score.mate_distance()
            && depth as i32 >= 2 * plies.abs() + 2
        {
            return true;
        }
        let params = &self.shared.params;
        let sure = 100 + params.time_stability * (3 - stable.min(6) as i32);
        let drop = (before.raw() - self.best[0].score.raw()).clamp(0, 100);
        let nodes = self.moves.iter().map(|m| m.nodes).sum::<u64>().max(1);
        let share = (self.moves[0].nodes * 100 / nodes).min(100) as i32;
        // What is usual, two thirds, changes nothing.
        let spread = 100 + params.time_share * 2 / 3 - params.time_share * share / 100;
        let percent = (sure + params.time_drop * drop / 100) * spread / 100;
        deadline.nearly_passed(percent.max(0) as u32)
    }

    /// Searches a line with a window around its last score that grows until the score is inside.
    fn aspire(
        &mut self,
        depth: u32,
        rank: usize,
        events: Option<&Sender<Info>>,
    ) -> Result<(), Stopped> {
        let last = self.best[rank].score;
        let mut delta = self.shared.params.aspiration_window;
        let mut window = if depth as i32 >= self.shared.params.aspiration_depth && !last.is_mate() {
            Window::around(last, delta)
        } else {
            Window::full()
        };
        let mut relaxed = 0;
        loop {
            let score = self.search_root(window, (self.depth - relaxed).max(1), rank, events)?;
            let bound = if score <= window.alpha {
                window.alpha = lowered(score, delta);
                relaxed = 0;
                Bound::Upper
            } else if score >= window.beta {
                // Often a shallower search does, and the next iteration looks again.
                relaxed = (relaxed + 1).min(self.shared.params.aspiration_relax);
                window.beta = raised(score, delta);
                Bound::Lower
            } else {
                return Ok(());
            };
            if let Some(events) = events
                && self.shared.deadline.elapsed() >= LONG
            {
                self.flush_nodes();
                let _ = events.send(Info { score, ..self.info(depth, rank, bound) });
            }
            delta += delta * self.shared.params.aspiration_growth / 100;
            if delta > 1_500 {
                window = Window::full();
            }
        }
    }

    /// Searches the moves of the root, but for those of the better lines. Keeps the best line;
    /// brings its move to the front of the others.
    fn search_root(
        &mut self,
        window: Window,
        depth: i32,
        rank: usize,
        events: Option<&Sender<Info>>,
    ) -> Result<Score, Stopped> {
        let root = self.root;
        let Window { mut alpha, beta } = window;
        let mut best = -Score::INFINITE;
        let mut best_index = None;
        let eval = if root.checkers().any() { None } else { Some(self.evaluate(&root, 0)) };
        self.frame_mut(0).eval = eval;

        for index in rank..self.moves.len() {
            let RootMove { mv, ends, .. } = self.moves[index];
            self.tell_current(index, events);
            let before = self.nodes;
            let child = self.play(&root, mv, 0);
            self.memory.lines[1].clear();
            let open = Window { alpha, beta };
            let score = match ends {
                Some(score) => score,
                None if index == rank => {
                    -self.negamax::<Pv>(&child, -open, depth - 1, 1, Expect::All)?
                }
                None => {
                    let reduction = self.root_reduction(&child, mv, depth, index);
                    let expect = Expect::All;
                    let scouting = Scouting { depth: depth - 1, reduction, expect, best };
                    self.scout::<Pv>(&child, open, 0, scouting)?
                }
            };
            self.moves[index].nodes += self.nodes - before;
            if score > best {
                best = score;
                if score > alpha {
                    best_index = Some(index);
                    self.prepend(mv, 0);
                    self.best[rank] = Found { score, line: self.memory.lines[0].clone() };
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        let bound = match best_index {
            None => Bound::Upper,
            Some(_) if best >= beta => Bound::Lower,
            Some(_) => Bound::Exact,
        };
        let mv = best_index.map(|index| self.moves[index].mv);
        if let Some(index) = best_index {
            self.moves[rank..=index].rotate_right(1);
        }
        if rank == 0 && self.shared.limits.moves.is_empty() {
            let record = Record { mv, score: best, depth, bound, eval, pv: true };
            self.shared.table.store(Self::table_key(&root), 0, &record);
        }
        Ok(best)
    }

    fn root_reduction(&self, child: &Position<R>, mv: Move, depth: i32, index: usize) -> i32 {
        if depth < self.shared.params.lmr_depth || index < 3 || child.checkers().any() {
            return 0;
        }
        let reductions = self.shared.reductions;
        let reduction = if self.root.is_noisy(mv) {
            reductions.noisy(depth, index)
        } else {
            reductions.quiet(depth, index)
        };
        ((reduction - self.shared.params.lmr_pv) >> 10).clamp(0, depth - 2)
    }

    fn root_score_without_moves(&self) -> Score {
        let outcome = self.root.outcome_on_board();
        outcome.map_or(Score::DRAW, |outcome| score_of(outcome, self.root.side(), 0))
    }

    /// Tells which move the root is at, if the search has taken long. Where several lines are
    /// searched, one after the other, it would say nothing of how far the iteration is.
    fn tell_current(&self, index: usize, events: Option<&Sender<Info>>) {
        let Some(events) = events.filter(|_| self.best.len() == 1) else { return };
        if self.shared.deadline.elapsed() >= VERY_LONG {
            let (mv, of) = (self.moves[index].mv, self.moves.len());
            let current = Some(Current { mv, number: index + 1, of });
            let depth = self.depth.unsigned_abs();
            let _ = events.send(Info { current, ..self.info(depth, 0, Bound::Lower) });
        }
    }

    /// What there is to tell of a line.
    fn info(&self, depth: u32, rank: usize, bound: Bound) -> Info {
        let Found { score, line } = &self.best[rank];
        Info {
            depth,
            seldepth: (self.seldepth as u32).max(depth),
            line: rank + 1,
            score: *score,
            bound,
            nodes: self.shared.nodes(),
            elapsed: self.shared.deadline.elapsed(),
            hashfull: self.shared.table.fullness(),
            current: None,
            pv: line.to_vec(),
        }
    }

    /// Tells the other threads to end.
    pub(crate) fn dismiss_others(&self) {
        self.shared.quit.store(true, Relaxed);
    }
}

/// The score of a root move that brings a position for the third time.
fn judged_repetition<R: Evaluate>(game: &TypedGame<R>, mv: Move) -> Option<Score> {
    let child = game.position().play(mv);
    let reversible = usize::try_from(child.halfmove_clock()).unwrap_or(usize::MAX);
    let recent = game.positions().iter().rev().take(reversible);
    if recent.filter(|earlier| earlier.key() == child.key()).take(2).count() < 2 {
        return None;
    }
    let mut game = game.clone();
    game.play(mv);
    game.outcome().map(|outcome| score_of(outcome, !child.side(), 1))
}
