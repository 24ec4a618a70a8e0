//! What earlier cutoffs say about moves: histories, killers, countermoves.

use bytemuck::allocation::try_zeroed_box;
use stymie_movegen::{Color, Move, Piece, Square};

use crate::params::Params;

/// The bound of every history: entries stay within plus and minus this.
const BOUND: i32 = 16_384;

/// Moves an entry towards `bonus`; the nearer the bound, the slower.
#[inline]
fn nudge(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / BOUND) as i16;
}

/// What a cutoff at this depth is worth.
#[inline]
pub(crate) fn bonus(params: &Params, depth: i32) -> i32 {
    (params.history_slope * depth - params.history_offset).clamp(0, params.history_most)
}

/// A piece with the square it goes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    /// After a null move, and before the root: no real move has it (a white pawn on its first
    /// rank).
    pub(crate) const NONE: PieceTo = PieceTo(0);
    pub(crate) const COUNT: usize = 16 * 128;

    #[inline]
    pub(crate) fn new(piece: Piece, to: Square) -> PieceTo {
        let side = piece.color().index() << 3;
        PieceTo(((piece.slot() | side) << 7 | to.index()) as u16)
    }

    #[inline]
    pub(crate) fn index(self) -> usize {
        usize::from(self.0) & (PieceTo::COUNT - 1)
    }

    /// Without the colour.
    #[inline]
    fn half(self) -> usize {
        usize::from(self.0) & (PieceTo::COUNT / 2 - 1)
    }
}

/// The moves before: the opponent's last, one's own before it, and one's own before that.
pub(crate) type Before = [PieceTo; 3];

/// By piece and target, without the colour.
type Row = [i16; PieceTo::COUNT / 2];

/// By from and to.
type Butterfly = [i16; 128 * 128];

/// One thread's histories.
#[derive(Clone, Debug)]
pub(crate) struct Histories {
    /// By colour.
    butterfly: Box<[Butterfly; 2]>,
    /// By piece and target, then the captured piece's slot.
    captures: Box<[[i16; 8]; PieceTo::COUNT]>,
    /// By the piece and target of a move before (in [`Before`]'s order).
    continuations: [Box<[Row; PieceTo::COUNT]>; 3],
    /// The reply that refuted the last move.
    counters: Vec<Option<Move>>,
}

impl Histories {
    /// Empty ones; `None` if there is no memory for them.
    pub(crate) fn new() -> Option<Histories> {
        let rows = || try_zeroed_box().ok();
        Some(Histories {
            butterfly: try_zeroed_box().ok()?,
            captures: try_zeroed_box().ok()?,
            continuations: [rows()?, rows()?, rows()?],
            counters: vec![None; PieceTo::COUNT],
        })
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.butterfly.iter_mut().for_each(|row| row.fill(0));
        self.captures.fill([0; 8]);
        for table in &mut self.continuations {
            table.iter_mut().for_each(|row| row.fill(0));
        }
        self.counters.fill(None);
    }

    #[inline]
    fn butterfly_index(mv: Move) -> usize {
        mv.from().index() << 7 | mv.to().index()
    }

    /// What cutoffs say of a side's quiet moves after those before.
    #[inline]
    pub(crate) fn quiets(&self, side: Color, before: Before) -> Quiets<'_> {
        let [reply, plan, far] = &self.continuations;
        Quiets {
            plain: &self.butterfly[side.index()],
            reply: &reply[before[0].index()],
            plan: &plan[before[1].index()],
            far: &far[before[2].index()],
        }
    }

    #[inline]
    pub(crate) fn update_quiet(
        &mut self,
        side: Color,
        mv: Move,
        moved: PieceTo,
        before: Before,
        bonus: i32,
    ) {
        nudge(&mut self.butterfly[side.index()][Histories::butterfly_index(mv)], bonus);
        for (table, before) in self.continuations.iter_mut().zip(before) {
            if before != PieceTo::NONE {
                nudge(&mut table[before.index()][moved.half()], bonus);
            }
        }
    }

    #[inline]
    pub(crate) fn capture(&self, moved: PieceTo, victim_slot: usize) -> i32 {
        i32::from(self.captures[moved.index()][victim_slot & 7])
    }

    #[inline]
    pub(crate) fn update_capture(&mut self, moved: PieceTo, victim_slot: usize, bonus: i32) {
        nudge(&mut self.captures[moved.index()][victim_slot & 7], bonus);
    }

    #[inline]
    pub(crate) fn counter(&self, before: PieceTo) -> Option<Move> {
        self.counters[before.index()]
    }

    #[inline]
    pub(crate) fn set_counter(&mut self, before: PieceTo, mv: Move) {
        self.counters[before.index()] = Some(mv);
    }
}

/// The histories of the quiet moves of one node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quiets<'h> {
    plain: &'h Butterfly,
    reply: &'h Row,
    plan: &'h Row,
    far: &'h Row,
}

impl Quiets<'_> {
    /// What cutoffs say of this move.
    #[inline]
    pub(crate) fn of(&self, mv: Move, moved: PieceTo) -> i32 {
        i32::from(self.plain[Histories::butterfly_index(mv)])
            + i32::from(self.reply[moved.half()])
            + i32::from(self.plan[moved.half()])
            + i32::from(self.far[moved.half()]) / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histories_stay_within_their_bound() {
        let mut entry = 0;
        for _ in 0..10_000 {
            nudge(&mut entry, Params::DEFAULT.history_most);
        }
        assert!(i32::from(entry) <= BOUND && entry > 15_000);
        for _ in 0..10_000 {
            nudge(&mut entry, -Params::DEFAULT.history_most);
        }
        assert!(i32::from(entry) >= -BOUND && entry < -15_000);
    }
}
