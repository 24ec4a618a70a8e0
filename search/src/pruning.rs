//! What need not be searched: whole nodes, and single moves.

use stymie_eval::{Evaluate, Score};
use stymie_movegen::Position;

use crate::history::PieceTo;
use crate::negamax::{Candidate, Expect, Node, Null, Outlook, Site};
use crate::picker::Picker;
use crate::see;
use crate::thread::{Stopped, Thread, is_decisive};
use crate::tt::{Bound, Record};
use crate::window::Window;

impl<R: Evaluate> Thread<'_, R> {
    /// Gives a score if the node need not be searched move by move. Not in check.
    pub(crate) fn prune_whole(
        &mut self,
        site: &Site<'_, R>,
        eval: Score,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let &Site { position, depth, ply, outlook, .. } = site;
        if is_decisive(beta) {
            return Ok(None);
        }
        let params = self.shared.params;
        let likely = outlook.likely;
        // A lone piece runs out of good moves soon: what follows from "moving never hurts" is not
        // trusted then.
        let officers = officers(position, params.null_officer);

        // Reverse futility: so far above beta that some move will hold it.
        if depth <= params.rfp_depth && officers > 1 {
            let improving = i32::from(outlook.improving);
            let margin = params.rfp_margin * depth - params.rfp_improving * improving;
            if likely >= beta + margin.max(0) {
                return Ok(Some(likely));
            }
        }

        // Razoring: so far below that only captures could help, and they do not.
        if depth <= params.razor_depth
            && beta.raw() <= params.razor_most
            && likely + (params.razor_base + params.razor_margin * depth) < beta
        {
            let score = self.quiescence::<Null>(position, Window::null_below(beta), 0, ply)?;
            if score < beta {
                return Ok(Some(score));
            }
        }

        if let Some(score) = self.null_move(site, eval, beta, officers)? {
            return Ok(Some(score));
        }
        self.probcut(site, eval, beta)
    }

    /// Null move: if even passing holds beta, a move will. Not where moving may be a burden.
    fn null_move(
        &mut self,
        site: &Site<'_, R>,
        eval: Score,
        beta: Score,
        officers: u32,
    ) -> Result<Option<Score>, Stopped> {
        let &Site { position, depth, ply, expect, outlook, .. } = site;
        let params = self.shared.params;
        let likely = outlook.likely;
        if depth < params.null_depth
            || likely < beta
            || eval < beta
            || ply < self.no_null_before
            || self.before(ply)[0] == PieceTo::NONE
            || officers < 2
        {
            return Ok(None);
        }
        let surplus = (likely.raw() - beta.raw()) / params.null_eval_divisor;
        let reduction = params.null_reduction
            + depth / params.null_depth_divisor
            + surplus.min(params.null_eval_most);
        let child = self.pass(position, ply);
        let window = -Window::null_below(beta);
        let score =
            -self.negamax::<Null>(&child, window, depth - reduction, ply + 1, expect.child())?;
        if score < beta {
            return Ok(None);
        }
        // A mate after a pass is not proven.
        let score = if score.is_mate() { beta } else { score };
        // Deep searches can afford to ask again without passing.
        let sure = depth < params.null_verify_depth;
        if sure || self.no_null_before > 0 {
            return Ok(Some(score));
        }
        self.no_null_before = ply + (3 * (depth - reduction) / 4).max(1) as usize;
        let window = Window::null_below(beta);
        let verified = self.negamax::<Null>(position, window, depth - reduction, ply, Expect::All);
        self.no_null_before = 0;
        Ok((verified? >= beta).then_some(score))
    }

    /// Probcut: a capture that comes out far above beta in a shallow search will hold beta in a
    /// deep one. (Michael Buro, "ProbCut: an effective selective extension of the alpha-beta
    /// algorithm".)
    fn probcut(
        &mut self,
        site: &Site<'_, R>,
        eval: Score,
        beta: Score,
    ) -> Result<Option<Score>, Stopped> {
        let &Site { position, depth, ply, expect, outlook, hit, table_move, .. } = site;
        let params = self.shared.params;
        let bar = beta + params.probcut_margin;
        let shallow = depth - params.probcut_reduction;
        let refuted = hit.is_some_and(|hit| hit.depth >= shallow && hit.score < bar);
        if depth < params.probcut_depth || refuted || is_decisive(bar) {
            return Ok(None);
        }
        let table_move = table_move.filter(|&mv| position.is_noisy(mv));
        let mut picker = Picker::noisy(table_move, (bar.raw() - eval.raw()).max(0), false);
        while let Some(mv) = picker.next(position, &self.hints(ply)) {
            let child = self.play(position, mv, ply);
            let window = -Window::null_below(bar);
            let mut score = -self.quiescence::<Null>(&child, window, 0, ply + 1)?;
            if score >= bar && shallow > 1 {
                score =
                    -self.negamax::<Null>(&child, window, shallow - 1, ply + 1, expect.child())?;
            }
            if score >= bar {
                let record = Record {
                    mv: Some(mv),
                    score,
                    depth: shallow,
                    bound: Bound::Lower,
                    eval: outlook.raw,
                    pv: outlook.pv,
                };
                self.shared.table.store(Self::table_key(position), ply, &record);
                return Ok(Some(score));
            }
        }
        Ok(None)
    }

    /// Late move pruning: whether enough quiet moves have been tried.
    pub(crate) fn is_late(&self, depth: i32, count: usize, outlook: Outlook) -> bool {
        let params = self.shared.params;
        if depth > params.lmp_depth || outlook.eval.is_none() {
            return false;
        }
        let quota = params.lmp_base + depth * depth;
        let quota = if outlook.improving { quota } else { quota / 2 };
        count as i32 > quota
    }

    /// Whether a move need not be searched: too far below alpha, or it loses material.
    pub(crate) fn is_hopeless<N: Node>(
        &self,
        site: &Site<'_, R>,
        candidate: Candidate,
        child: &Position<R>,
        alpha: Score,
    ) -> bool {
        let &Site { position, depth, ply, outlook, .. } = site;
        let Candidate { mv, noisy, history, .. } = candidate;
        let params = self.shared.params;
        let checks = child.checkers().any();

        if !N::PV && !noisy && !checks && !self.frame(ply).killers.contains(&Some(mv)) {
            // Futility: a quiet move does not bring so much.
            if let Some(eval) = outlook.eval
                && depth <= params.futility_depth
                && !is_decisive(alpha)
                && eval + (params.futility_base + params.futility_margin * depth) <= alpha
            {
                return true;
            }
            // It has failed often enough.
            if depth <= params.history_prune_depth && history < -params.history_prune_margin * depth
            {
                return true;
            }
        }

        // Static exchange evaluation: it loses too much for so shallow a search to win it back.
        if depth > params.see_depth {
            return false;
        }
        let margin = if checks {
            params.see_check_margin * depth
        } else if noisy {
            params.see_noisy_margin * depth
        } else {
            params.see_quiet_margin * depth * depth
        };
        // Pins are not seen by the exchange: what is given up may be a mate.
        !see::reaches(position, mv, -margin) && (!checks || child.has_legal_move())
    }
}

/// How many pieces the side to move has that make zugzwang unlikely.
fn officers<R: Evaluate>(position: &Position<R>, least: i32) -> u32 {
    let own = position.color(position.side());
    let heavy = R::PIECES.iter().filter(|&&kind| R::piece_value(kind) >= least);
    heavy.map(|&kind| (position.kind(kind) & own).count()).sum()
}
