//! The alpha-beta search of inner nodes.

use arrayvec::ArrayVec;
use stymie_eval::{Evaluate, MAX_PLY, Score};
use stymie_movegen::{Move, Position};

use crate::correction::Rows;
use crate::history::bonus;
use crate::picker::{Picker, piece_to, victim};
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
    pub(crate) fn child(self) -> Expect {
        match self {
            Expect::Cut => Expect::All,
            Expect::All => Expect::Cut,
        }
    }
}

/// What is known of a node before its moves are looked at.
#[derive(Clone, Copy)]
pub(crate) struct Outlook {
    /// The static evaluation as it is; `None` in check.
    pub(crate) raw: Option<Score>,
    /// The same, corrected; `None` in check.
    pub(crate) eval: Option<Score>,
    /// The same, bettered by what the table knows.
    pub(crate) likely: Score,
    /// Whether the evaluation is higher than two plies before.
    pub(crate) improving: bool,
    /// Whether the node is or was on a principal variation.
    pub(crate) pv: bool,
    /// Where corrections are kept.
    rows: Rows,
}

/// A node whose moves are being looked at.
#[derive(Clone, Copy)]
pub(crate) struct Site<'p, R: Evaluate> {
    pub(crate) position: &'p Position<R>,
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    pub(crate) expect: Expect,
    pub(crate) outlook: Outlook,
    pub(crate) hit: Option<Hit>,
    /// Legal.
    pub(crate) table_move: Option<Move>,
    /// A move that is left out, to see whether the others are as good.
    pub(crate) excluded: Option<Move>,
}

/// A move that is looked at.
#[derive(Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) mv: Move,
    /// Whether it captures or promotes.
    pub(crate) noisy: bool,
    /// Its number, from 1.
    pub(crate) count: usize,
    /// What the histories say of it, if it is quiet.
    pub(crate) history: i32,
}

/// How a move that is not the first is searched.
#[derive(Clone, Copy)]
pub(crate) struct Scouting {
    /// The full depth.
    pub(crate) depth: i32,
    /// At first so many plies less.
    pub(crate) reduction: i32,
    /// What is expected of the node that has the move.
    pub(crate) expect: Expect,
    /// The best score of the moves before.
    pub(crate) best: Score,
}

/// What the search without the table's move says of it.
enum Singular {
    /// It is searched so many plies deeper.
    Extend(i32),
    /// The others are good enough for this score, a cut.
    Cut(Score),
}

impl Singular {
    const NO: Singular = Singular::Extend(0);
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
        let depth =
            if in_check { depth.max(0) + self.shared.params.check_extension } else { depth };
        if depth <= 0 {
            return self.quiescence::<N>(position, window, 0, ply);
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
            return Ok(if in_check { Score::DRAW } else { self.evaluate(position, ply) });
        }
        let window = window.within_mates(ply);
        if window.is_empty() {
            return Ok(window.alpha);
        }
        let Window { alpha, beta } = window;

        // Transposition table. What is stored is of all moves, excluded ones too.
        let excluded = self.frame(ply).excluded;
        let key = Self::table_key(position);
        let hit = self.shared.table.probe(key, ply);
        let table_move = hit.and_then(|hit| hit.mv).filter(|&mv| position.is_legal(mv));
        if let Some(hit) = hit
            && !N::PV
            && excluded.is_none()
            && hit.depth >= depth
            && hit.cuts(beta)
            && Self::in_time(position, hit.score, ply)
        {
            if let Some(mv) = table_move
                && hit.score >= beta
                && self.shared.params.history_table > 0
                && !position.is_noisy(mv)
            {
                self.reward_quiet(position, mv, depth, ply);
            }
            return Ok(hit.score);
        }

        let outlook = self.outlook::<N>(position, hit, ply);
        self.frame_mut(ply).eval = outlook.eval;
        let grandchild = self.frame_mut(ply + 2);
        grandchild.killers = [None; 2];
        grandchild.cutoffs = 0;
        let mut site = Site { position, depth, ply, expect, outlook, hit, table_move, excluded };
        if !N::PV
            && excluded.is_none()
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

        let (best, best_move) = self.try_moves::<N>(&site, window)?;
        if excluded.is_some() {
            return Ok(best);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if N::PV && best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.learn(&site, best, best_move, bound);
        let record = Record {
            mv: best_move,
            score: best,
            depth: site.depth,
            bound,
            eval: outlook.raw,
            pv: outlook.pv,
        };
        self.shared.table.store(key, ply, &record);
        Ok(best)
    }

    fn outlook<N: Node>(
        &mut self,
        position: &Position<R>,
        hit: Option<Hit>,
        ply: usize,
    ) -> Outlook {
        let pv = N::PV || hit.is_some_and(|hit| hit.pv);
        let rows = Rows::of(position, self.before(ply)[0]);
        if position.checkers().any() {
            let likely = Score::DRAW;
            return Outlook { raw: None, eval: None, likely, improving: false, pv, rows };
        }
        let raw = hit.and_then(|hit| hit.eval).unwrap_or_else(|| self.evaluate(position, ply));
        let eval = self.memory.corrections.corrected(self.shared.params, rows, raw);
        let likely = match hit {
            Some(hit) if hit.corrects(eval) && !hit.score.is_mate() => hit.score,
            _ => eval,
        };
        let earlier = if ply >= 2 { self.frame(ply - 2).eval } else { None };
        let improving = earlier.is_none_or(|old| eval > old);
        Outlook { raw: Some(raw), eval: Some(eval), likely, improving, pv, rows }
    }

    /// Learns how far off the evaluation was, if the search says so and no capture explains it.
    fn learn(&mut self, site: &Site<'_, R>, best: Score, best_move: Option<Move>, bound: Bound) {
        let &Site { position, depth, outlook, .. } = site;
        let Some(eval) = outlook.eval else { return };
        let tells = match bound {
            Bound::Exact => true,
            Bound::Lower => best > eval,
            Bound::Upper => best < eval,
        };
        if tells && !is_decisive(best) && !best_move.is_some_and(|mv| position.is_noisy(mv)) {
            let raw = outlook.raw.unwrap_or(eval);
            self.memory.corrections.learn(outlook.rows, depth, best.raw() - raw.raw());
        }
    }

    /// Searches the moves one by one; gives the best score, and the best move if it raised alpha.
    fn try_moves<N: Node>(
        &mut self,
        site: &Site<'_, R>,
        window: Window,
    ) -> Result<(Score, Option<Move>), Stopped> {
        let &Site { position, depth, ply, expect, outlook, .. } = site;
        let Window { mut alpha, beta } = window;
        let extension = match self.singular::<N>(site, beta)? {
            Singular::Extend(plies) => plies,
            Singular::Cut(score) => return Ok((score, None)),
        };
        let mut picker = Picker::all(site.table_move);
        let mut tried = Tried::default();
        let (mut best, mut best_move) = (-Score::INFINITE, None);
        let mut count = 0;
        while let Some(mv) = picker.next(position, &self.hints(ply)) {
            if site.excluded == Some(mv) {
                continue;
            }
            count += 1;
            let noisy = position.is_noisy(mv);
            let history = if noisy { 0 } else { self.history_of(position, mv, ply) };
            let candidate = Candidate { mv, noisy, count, history };
            let may_prune = best > PERPETUAL_CHECK;
            if may_prune && !N::PV && !noisy && self.is_late(depth, count, outlook) {
                picker.skip_quiets();
                continue;
            }
            let mut child = *position;
            let changes = self.try_out(&mut child, mv);
            if may_prune && self.is_hopeless::<N>(site, candidate, &child, alpha) {
                continue;
            }
            self.enter(position, mv, &child, changes, ply);
            if N::PV {
                self.memory.lines[ply + 1].clear();
            }
            let open = Window { alpha, beta };
            let deeper = if site.table_move == Some(mv) { extension } else { 0 };
            let score = if count == 1 {
                let expect = if N::PV { Expect::All } else { expect.child() };
                -self.negamax::<N>(&child, -open, depth - 1 + deeper, ply + 1, expect)?
            } else {
                let reduction = self.reduction::<N>(site, candidate, &child);
                let scouting = Scouting { depth: depth - 1, reduction, expect, best };
                self.scout::<N>(&child, open, ply, scouting)?
            };
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.prepend(mv, ply);
                    }
                    if score >= beta {
                        self.frame_mut(ply).cutoffs += 1;
                        self.reward(site, candidate, &tried);
                        break;
                    }
                    alpha = score;
                }
            }
            // A full list forgets the rest.
            let list = if noisy { &mut tried.noisy } else { &mut tried.quiet };
            let _ = list.try_push(mv);
        }
        if count == 0 {
            // Where only the excluded move is legal, it is singular indeed.
            let alone = if site.excluded.is_some() { alpha } else { mated(position, ply) };
            return Ok((alone, None));
        }
        Ok((best, best_move))
    }

    /// Singular extension: whether the table's move is so much better than all others, searched
    /// without it, that it deserves a deeper look. If even the others reach beta, they cut.
    fn singular<N: Node>(&mut self, site: &Site<'_, R>, beta: Score) -> Result<Singular, Stopped> {
        let &Site { position, depth, ply, expect, hit, .. } = site;
        let params = self.shared.params;
        let (Some(hit), Some(mv)) = (hit, site.table_move) else { return Ok(Singular::NO) };
        if depth < params.singular_depth
            || site.excluded.is_some()
            || hit.depth < depth - 3
            || hit.bound == Bound::Upper
            || is_decisive(hit.score)
            || ply as i32 >= 2 * self.depth
        {
            return Ok(Singular::NO);
        }
        let bar = hit.score - params.singular_margin * depth / 16;
        self.frame_mut(ply).excluded = Some(mv);
        let window = Window::null_below(bar);
        let score = self.negamax::<Null>(position, window, (depth - 1) / 2, ply, expect);
        self.frame_mut(ply).excluded = None;
        let score = score?;
        Ok(if score < bar {
            let far = !N::PV && score < bar - params.singular_double;
            Singular::Extend(1 + i32::from(far))
        } else if bar >= beta && !N::PV {
            Singular::Cut(bar)
        } else if hit.score >= beta {
            Singular::Extend(-2 + i32::from(N::PV))
        } else if expect == Expect::Cut {
            Singular::Extend(-1)
        } else {
            Singular::NO
        })
    }

    /// What the histories say of a quiet move.
    #[inline]
    fn history_of(&self, position: &Position<R>, mv: Move, ply: usize) -> i32 {
        let moved = piece_to(position, mv);
        self.memory.histories.quiets(position.side(), self.before(ply)).of(mv, moved)
    }

    /// Principal variation search of a move that is not the first: is it better at all? If so, how
    /// good is it?
    pub(crate) fn scout<N: Node>(
        &mut self,
        child: &Position<R>,
        open: Window,
        ply: usize,
        scouting: Scouting,
    ) -> Result<Score, Stopped> {
        let Scouting { mut depth, reduction, expect, best } = scouting;
        let (null, shallow) = (-Window::null_above(open.alpha), depth - reduction);
        let mut score = -self.negamax::<Null>(child, null, shallow, ply + 1, Expect::Cut)?;
        if score > open.alpha && reduction > 0 {
            // So much better than thought: a deeper look; hardly better: a less deep one.
            let margin = self.shared.params.lmr_deeper;
            if margin < 2_000 && !is_decisive(score) && !is_decisive(best) {
                depth += i32::from(score > best + margin) - i32::from(score < best + 8);
            }
            if depth > shallow {
                score = -self.negamax::<Null>(child, null, depth, ply + 1, expect.child())?;
            }
        }
        if N::PV && score > open.alpha && score < open.beta {
            score = -self.negamax::<Pv>(child, -open, depth, ply + 1, Expect::All)?;
        }
        Ok(score)
    }

    /// By how many plies the move is searched shallower at first.
    fn reduction<N: Node>(
        &self,
        site: &Site<'_, R>,
        candidate: Candidate,
        child: &Position<R>,
    ) -> i32 {
        let &Site { position, depth, ply, expect, outlook, .. } = site;
        let Candidate { mv, noisy, count, history } = candidate;
        if depth < self.shared.params.lmr_depth || count < 2 + usize::from(N::PV) {
            return 0;
        }
        let params = self.shared.params;
        let mut reduction = if noisy {
            self.shared.reductions.noisy(depth, count)
        } else {
            let mut reduction =
                self.shared.reductions.quiet(depth, count) - history / params.lmr_history_divisor;
            if self.frame(ply).killers.contains(&Some(mv)) {
                reduction -= params.lmr_killer;
            }
            if site.table_move.is_some_and(|mv| position.is_noisy(mv)) {
                reduction += params.lmr_table_noisy;
            }
            reduction
        };
        if self.frame(ply + 1).cutoffs > 2 {
            reduction += params.lmr_cutoffs;
        }
        if outlook.pv {
            reduction -= params.lmr_pv;
        }
        if !N::PV && expect == Expect::Cut {
            reduction += params.lmr_cut;
        }
        if !outlook.improving {
            reduction += params.lmr_not_improving;
        }
        if child.checkers().any() {
            reduction -= params.lmr_check;
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
            for &other in &tried.quiet {
                histories.update_quiet(side, other, piece_to(position, other), before, -bonus);
            }
            histories.set_counter(before[0], mv);
            self.reward_quiet(position, mv, depth, ply);
        }
        for &other in &tried.noisy {
            if let Some(kind) = victim(position, other) {
                let moved = piece_to(position, other);
                self.memory.histories.update_capture(moved, kind.slot(), -bonus);
            }
        }
    }

    /// Remembers a quiet move that cuts.
    fn reward_quiet(&mut self, position: &Position<R>, mv: Move, depth: i32, ply: usize) {
        let (before, bonus) = (self.before(ply), bonus(self.shared.params, depth));
        let (side, moved) = (position.side(), piece_to(position, mv));
        self.memory.histories.update_quiet(side, mv, moved, before, bonus);
        let killers = &mut self.frame_mut(ply).killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
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
