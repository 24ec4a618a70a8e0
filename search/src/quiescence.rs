//! Quiescence: captures and promotions until the position is quiet, all moves in check.

use stymie_eval::{Evaluate, MAX_PLY, Score};
use stymie_movegen::Position;

use crate::correction::Rows;
use crate::negamax::Node;
use crate::picker::{Picker, victim};
use crate::thread::{Stopped, Thread, is_decisive, mated};
use crate::tt::{Bound, Record};
use crate::window::Window;

impl<R: Evaluate> Thread<'_, R> {
    /// The score of the position once it is quiet. `deep`: how many plies of quiescence came
    /// before.
    pub(crate) fn quiescence<N: Node>(
        &mut self,
        position: &Position<R>,
        window: Window,
        deep: i32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        self.poll()?;
        if N::PV {
            self.memory.lines[ply].clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if let Some(score) = self.verdict(position, ply) {
            return Ok(score);
        }
        let in_check = position.checkers().any();
        if ply >= MAX_PLY - 1 {
            return Ok(if in_check { Score::DRAW } else { self.evaluate(position, ply) });
        }
        let Window { mut alpha, beta } = window;

        // Transposition table.
        let key = Self::table_key(position);
        let hit = self.shared.table.probe(key, ply);
        if let Some(hit) = hit
            && !N::PV
            && hit.cuts(beta)
            && Self::in_time(position, hit.score, ply)
        {
            return Ok(hit.score);
        }

        // Standing pat: nobody has to capture.
        let raw = if in_check {
            None
        } else {
            Some(hit.and_then(|hit| hit.eval).unwrap_or_else(|| self.evaluate(position, ply)))
        };
        let eval = raw.map(|raw| {
            let rows = Rows::of(position, self.before(ply)[0]);
            self.memory.corrections.corrected(self.shared.params, rows, raw)
        });
        let mut best = -Score::INFINITE;
        let mut futile_base = Score::INFINITE;
        if let Some(eval) = eval {
            best = match hit {
                Some(hit) if hit.corrects(eval) && !hit.score.is_mate() => hit.score,
                _ => eval,
            };
            if best >= beta {
                return Ok(best);
            }
            alpha = alpha.max(best);
            futile_base = eval + self.shared.params.delta_margin;
        }

        let table_move = hit
            .and_then(|hit| hit.mv)
            .filter(|&mv| (in_check || position.is_noisy(mv)) && position.is_legal(mv));
        let mut picker = if in_check {
            Picker::all(table_move)
        } else {
            let checks = deep < self.shared.params.quiescence_checks;
            Picker::noisy(table_move, 0, checks)
        };
        let mut best_move = None;
        let mut count = 0;
        let raised_alpha = alpha;
        while let Some(mv) = picker.next(position, &self.hints(ply)) {
            count += 1;
            // Delta pruning: what even the captured piece for nothing does not bring up to alpha.
            if !in_check
                && mv.promotion().is_none()
                && !is_decisive(alpha)
                && position.is_capture(mv)
            {
                let won = victim(position, mv).map_or(0, |kind| R::piece_value(kind));
                let hope = futile_base + won;
                if hope <= alpha {
                    best = best.max(hope);
                    continue;
                }
            }
            let child = self.play(position, mv, ply);
            let score =
                -self.quiescence::<N>(&child, -Window { alpha, beta }, deep + 1, ply + 1)?;
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.prepend(mv, ply);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            // One way out of check is enough to look for captures only.
            if in_check && best > -Score::MAX_EVAL {
                picker.skip_quiets();
            }
        }
        if in_check && count == 0 {
            return Ok(mated(position, ply));
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if N::PV && best > raised_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let pv = N::PV || hit.is_some_and(|hit| hit.pv);
        let record = Record { mv: best_move, score: best, depth: 0, bound, eval: raw, pv };
        self.shared.table.store(key, ply, &record);
        Ok(best)
    }
}
