//! The alpha-beta search of inner nodes.

use arrayvec::ArrayVec;
use stymie_eval::{Evaluate, MAX_PLY, Score};
use stymie_movegen::{Move, Position};

use crate::history::{PieceTo, bonus};
use crate::params::Params;
use crate::picker::{Picker, piece_to, victim};
use crate::see;
use crate::thread::{PERPETUAL_CHECK, Stopped, Thread, is_decisive, mated};
use crate::tt::{Bound, Hit, Record};
use crate::window::Window;

/// What kind of node is searched.
pub(crate) trait Node {
    /// Whether it is on the principal variation, with an open window.
    const PV: bool;
}

/// On the principal variation.
pub(crate) struct Pv;

/// Off it: the window is null, only "above or below" is asked.
pub(crate) struct Null;

impl Node for Pv {
    const PV: bool = true;
}

impl Node for Null {
    const PV: bool = false;
}

/// Whether a null-window node is expected to fail high, for which reductions are bolder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Expect {
    /// A cut: some move refutes the one before.
    Cut,
    /// No move does; or nothing is known.
    All,
}

impl Expect {
    fn child(self) -> Expect {
        match self {
            Expect::Cut => Expect::All,
            Expect::All => Expect::Cut,
        }
    }
}

/// What is known of a node before its moves are looked at.
#[derive(Clone, Copy)]
struct Outlook {
    /// The static evaluation; `None` in check.
    eval: Option<Score>,
    /// The same, bettered by what the table knows.
    likely: Score,
    /// Whether the evaluation is higher than two plies before.
    improving: bool,
    /// Whether the node is or was on a principal variation.
    pv: bool,
}

/// A node whose moves are being looked at.
#[derive(Clone, Copy)]
struct Site<'p, R: Evaluate> {
    position: &'p Position<R>,
    depth: i32,
    ply: usize,
    expect: Expect,
    outlook: Outlook,
}

/// A move that is looked at.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    /// Whether it captures or promotes.
    noisy: bool,
    /// Its number, from 1.
    count: usize,
}

/// The moves that a cutoff's move was preferred to.
#[derive(Default)]
struct Tried {
    quiet: ArrayVec<Move, 40>,
    noisy: ArrayVec<Move, 40>,
}

impl<R: Evaluate> Thread<'_, R> {
    /// The score of the position, searched `depth` plies deep.
    pub(crate) fn negamax<N: Node>(
        &mut self,
        position: &Position<R>,
        window: Window,
        depth: i32,
        ply: usize,
        expect: Expect,
    ) -> Result<Score, Stopped> {
        let in_check = position.checkers().any();
        // Check extension: a check is answered before the horizon comes.
        let depth = if in_check { depth.max(0) + 1 } else { depth };
        if depth <= 0 {
            return self.quiescence::<N>(position, window, ply);
        }
        self.poll()?;
        if N::PV {
            self.memory.lines[ply].clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if let Some(score) = self.verdict(position, ply) {
            return Ok(score);
        }
        if ply >= MAX_PLY - 1 {
            return Ok(if in_check { Score::DRAW } else { (self.evaluate)(position) });
        }
        let window = window.within_mates(ply);
        if window.is_empty() {
            return Ok(window.alpha);
        }
        let Window { alpha, beta } = window;

        // Transposition table.
        let key = Self::table_key(position);
        let hit = self.shared.table.probe(key, ply);
        if let Some(hit) = hit
            && !N::PV
            && hit.depth >= depth
            && hit.cuts(beta)
            && Self::in_time(position, hit.score, ply)
        {
            return Ok(hit.score);
        }
        let table_move = hit.and_then(|hit| hit.mv).filter(|&mv| position.is_legal(mv));

        let outlook = self.outlook::<N>(position, hit, ply);
        self.frame_mut(ply).eval = outlook.eval;
        self.frame_mut(ply + 2).killers = [None; 2];
        let mut site = Site { position, depth, ply, expect, outlook };
        if !N::PV
            && let Some(eval) = outlook.eval
            && let Some(score) = self.prune_whole(&site, eval, beta)?
        {
            return Ok(score);
        }

        // Internal iterative reduction: without a move from the table, the next iteration will
        // know one.
        if depth >= self.shared.params.iir_depth && table_move.is_none() {
            site.depth -= 1;
        }

        let (best, best_move) = self.try_moves::<N>(&site, window, table_move)?;
        let bound = if best >= beta {
            Bound::Lower
        } else if N::PV && best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let record = Record {
            mv: best_move,
            score: best,
            depth: site.depth,
            bound,
            eval: outlook.eval,
            pv: outlook.pv,
        };
        self.shared.table.store(key, ply, &record);
        Ok(best)
    }

    fn outlook<N: Node>(&self, position: &Position<R>, hit: Option<Hit>, ply: usize) -> Outlook {
        let pv = N::PV || hit.is_some_and(|hit| hit.pv);
        if position.checkers().any() {
            return Outlook { eval: None, likely: Score::DRAW, improving: false, pv };
        }
        let eval = hit.and_then(|hit| hit.eval).unwrap_or_else(|| (self.evaluate)(position));
        let likely = match hit {
            Some(hit) if hit.corrects(eval) && !hit.score.is_mate() => hit.score,
            _ => eval,
        };
        let earlier = if ply >= 2 { self.frame(ply - 2).eval } else { None };
        Outlook { eval: Some(eval), likely, improving: earlier.is_none_or(|old| eval > old), pv }
    }

    /// Gives a score if the node need not be searched move by move. Not in check.
    fn prune_whole(
        &mut self,
        site: &Site<'_, R>,
        eval: Score,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let &Site { position, depth, ply, expect, outlook } = site;
        if is_decisive(beta) {
            return Ok(None);
        }
        let likely = outlook.likely;
        // A lone piece runs out of good moves soon: what follows from "moving never hurts" is not
        // trusted then.
        let officers = officers(position, self.shared.params.null_officer);

        // Reverse futility: so far above beta that some move will hold it.
        if depth <= self.shared.params.rfp_depth && officers > 1 {
            let improving = i32::from(outlook.improving);
            let margin = self.shared.params.rfp_margin * depth
                - self.shared.params.rfp_improving * improving;
            if likely >= beta + margin.max(0) {
                return Ok(Some(likely));
            }
        }

        // Razoring: so far below that only captures could help, and they do not.
        if depth <= self.shared.params.razor_depth
            && likely + (self.shared.params.razor_base + self.shared.params.razor_margin * depth)
                < beta
        {
            let score = self.quiescence::<Null>(position, Window::null_below(beta), ply)?;
            if score < beta {
                return Ok(Some(score));
            }
        }

        // Null move: if even passing holds beta, a move will. Not where moving may be a burden.
        if depth >= self.shared.params.null_depth
            && likely >= beta
            && eval >= beta
            && ply >= self.no_null_before
            && self.before(ply)[0] != PieceTo::NONE
            && officers > 0
        {
            let surplus = (likely.raw() - beta.raw()) / self.shared.params.null_eval_divisor;
            let reduction = self.shared.params.null_reduction
                + depth / self.shared.params.null_depth_divisor
                + surplus.min(self.shared.params.null_eval_most);
            let child = self.pass(position, ply);
            let window = -Window::null_below(beta);
            let score = -self.negamax::<Null>(
                &child,
                window,
                depth - reduction,
                ply + 1,
                expect.child(),
            )?;
            if score >= beta {
                // A mate after a pass is not proven.
                let score = if score.is_mate() { beta } else { score };
                // Deep searches can afford to ask again without passing.
                let sure = officers > 1 && depth < self.shared.params.null_verify_depth;
                if sure || self.no_null_before > 0 {
                    return Ok(Some(score));
                }
                self.no_null_before = ply + (3 * (depth - reduction) / 4).max(1) as usize;
                let window = Window::null_below(beta);
                let verified =
                    self.negamax::<Null>(position, window, depth - reduction, ply, Expect::All);
                self.no_null_before = 0;
                if verified? >= beta {
                    return Ok(Some(score));
                }
            }
        }
        Ok(None)
    }

    /// Searches the moves one by one; gives the best score, and the best move if it raised alpha.
    fn try_moves<N: Node>(
        &mut self,
        site: &Site<'_, R>,
        window: Window,
        table_move: Option<Move>,
    ) -> Result<(Score, Option<Move>), Stopped> {
        let &Site { position, depth, ply, expect, outlook } = site;
        let Window { mut alpha, beta } = window;
        let mut picker = Picker::all(table_move);
        let mut tried = Tried::default();
        let (mut best, mut best_move) = (-Score::INFINITE, None);
        let mut count = 0;
        while let Some(mv) = picker.next(position, &self.hints(ply)) {
            count += 1;
            let candidate = Candidate { mv, noisy: position.is_noisy(mv), count };
            let may_prune = best > PERPETUAL_CHECK;
            if may_prune
                && !N::PV
                && !candidate.noisy
                && is_late(self.shared.params, depth, count, outlook)
            {
                picker.skip_quiets();
                continue;
            }
            let child = position.play(mv);
            if may_prune && self.is_hopeless::<N>(site, candidate, &child, alpha) {
                continue;
            }
            self.enter(position, mv, &child, ply);
            if N::PV {
                self.memory.lines[ply + 1].clear();
            }
            let open = Window { alpha, beta };
            let score = if count == 1 {
                let expect = if N::PV { Expect::All } else { expect.child() };
                -self.negamax::<N>(&child, -open, depth - 1, ply + 1, expect)?
            } else {
                let reduction = self.reduction::<N>(site, candidate, &child);
                self.scout::<N>(&child, open, depth - 1, reduction, ply, expect)?
            };
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.prepend(mv, ply);
                    }
                    if score >= beta {
                        self.reward(site, candidate, &tried);
                        break;
                    }
                    alpha = score;
                }
            }
            // A full list forgets the rest.
            let list = if candidate.noisy { &mut tried.noisy } else { &mut tried.quiet };
            let _ = list.try_push(mv);
        }
        if count == 0 {
            return Ok((mated(position, ply), None));
        }
        Ok((best, best_move))
    }

    /// Principal variation search of a move that is not the first: is it better at all? If so, how
    /// good is it?
    pub(crate) fn scout<N: Node>(
        &mut self,
        child: &Position<R>,
        open: Window,
        depth: i32,
        reduction: i32,
        ply: usize,
        expect: Expect,
    ) -> Result<Score, Stopped> {
        let null = -Window::null_above(open.alpha);
        let mut score =
            -self.negamax::<Null>(child, null, depth - reduction, ply + 1, Expect::Cut)?;
        if score > open.alpha && reduction > 0 {
            score = -self.negamax::<Null>(child, null, depth, ply + 1, expect.child())?;
        }
        if N::PV && score > open.alpha && score < open.beta {
            score = -self.negamax::<Pv>(child, -open, depth, ply + 1, Expect::All)?;
        }
        Ok(score)
    }

    /// Whether a move need not be searched: too far below alpha, or it loses material.
    fn is_hopeless<N: Node>(
        &self,
        site: &Site<'_, R>,
        candidate: Candidate,
        child: &Position<R>,
        alpha: Score,
    ) -> bool {
        let &Site { position, depth, ply, outlook, .. } = site;
        let Candidate { mv, noisy, .. } = candidate;
        let checks = child.checkers().any();

        // Futility: a quiet move does not bring so much.
        if !N::PV
            && !noisy
            && !checks
            && let Some(eval) = outlook.eval
            && depth <= self.shared.params.futility_depth
            && !is_decisive(alpha)
            && eval
                + (self.shared.params.futility_base + self.shared.params.futility_margin * depth)
                <= alpha
            && !self.frame(ply).killers.contains(&Some(mv))
        {
            return true;
        }

        // Static exchange evaluation: it loses too much for so shallow a search to win it back.
        if depth > self.shared.params.see_depth {
            return false;
        }
        let margin = if noisy || checks {
            self.shared.params.see_noisy_margin * depth
        } else {
            self.shared.params.see_quiet_margin * depth * depth
        };
        !see::reaches(position, mv, -margin)
    }

    /// By how many plies the move is searched shallower at first.
    fn reduction<N: Node>(
        &self,
        site: &Site<'_, R>,
        candidate: Candidate,
        child: &Position<R>,
    ) -> i32 {
        let &Site { position, depth, ply, expect, outlook } = site;
        let Candidate { mv, noisy, count } = candidate;
        if depth < self.shared.params.lmr_depth || count < 2 + usize::from(N::PV) {
            return 0;
        }
        let mut reduction = if noisy {
            self.shared.reductions.noisy(depth, count)
        } else {
            let hints = self.hints(ply);
            let history =
                hints.histories.quiet(position.side(), mv, piece_to(position, mv), hints.before);
            let mut reduction = self.shared.reductions.quiet(depth, count)
                - history / self.shared.params.lmr_history_divisor;
            if hints.killers.contains(&Some(mv)) {
                reduction -= self.shared.params.lmr_killer;
            }
            reduction
        };
        if outlook.pv {
            reduction -= self.shared.params.lmr_pv;
        }
        if !N::PV && expect == Expect::Cut {
            reduction += self.shared.params.lmr_cut;
        }
        if !outlook.improving {
            reduction += self.shared.params.lmr_not_improving;
        }
        if child.checkers().any() {
            reduction -= self.shared.params.lmr_check;
        }
        (reduction >> 10).clamp(0, depth - 2)
    }

    /// Remembers the move that caused a cutoff, and that those before it did not.
    fn reward(&mut self, site: &Site<'_, R>, candidate: Candidate, tried: &Tried) {
        let &Site { position, depth, ply, .. } = site;
        let Candidate { mv, noisy, .. } = candidate;
        let (side, before, bonus) =
            (position.side(), self.before(ply), bonus(self.shared.params, depth));
        let histories = &mut self.memory.histories;
        if noisy {
            if let Some(kind) = victim(position, mv) {
                histories.update_capture(piece_to(position, mv), kind.slot(), bonus);
            }
        } else {
            histories.update_quiet(side, mv, piece_to(position, mv), before, bonus);
            for &other in &tried.quiet {
                histories.update_quiet(side, other, piece_to(position, other), before, -bonus);
            }
            histories.set_counter(before[0], mv);
            let killers = &mut self.frame_mut(ply).killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
        }
        for &other in &tried.noisy {
            if let Some(kind) = victim(position, other) {
                let moved = piece_to(position, other);
                self.memory.histories.update_capture(moved, kind.slot(), -bonus);
            }
        }
    }

    /// The move, followed by the child's line, becomes the line from `ply`.
    pub(crate) fn prepend(&mut self, mv: Move, ply: usize) {
        let (upper, lower) = self.memory.lines.split_at_mut(ply + 1);
        let (line, rest) = (&mut upper[ply], &lower[0]);
        line.clear();
        line.push(mv);
        for &mv in rest.iter().take(MAX_PLY - 1) {
            line.push(mv);
        }
    }
}

/// Late move pruning: whether enough quiet moves have been tried.
fn is_late(params: &Params, depth: i32, count: usize, outlook: Outlook) -> bool {
    if depth > params.lmp_depth || outlook.eval.is_none() {
        return false;
    }
    let quota = params.lmp_base + depth * depth;
    let quota = if outlook.improving { quota } else { quota / 2 };
    count as i32 > quota
}

/// How many pieces the side to move has that make zugzwang unlikely.
fn officers<R: Evaluate>(position: &Position<R>, least: i32) -> u32 {
    let own = position.color(position.side());
    let heavy = R::PIECES.iter().filter(|&&kind| R::piece_value(kind) >= least);
    heavy.map(|&kind| (position.kind(kind) & own).count()).sum()
}
