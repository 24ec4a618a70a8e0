//! Correction history: how far searches have found the static evaluation off, by what positions
//! have in common.

use stymie_eval::{Evaluate, Score};
use stymie_movegen::{Bitboard, Color, PieceKind, Position, has};

use crate::history::PieceTo;
use crate::params::Params;

/// Rows a table.
const ROWS: usize = 1 << 14;

/// Entries are in parts of a centipawn.
const PARTS: i32 = 64;

/// No entry is more than so many centipawns.
const MOST: i32 = 300;

/// The rows that a position's correction stands in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows {
    side: usize,
    pawns: usize,
    pieces: [usize; 2],
    reply: usize,
}

impl Rows {
    /// The rows of a position after a move.
    #[inline]
    pub(crate) fn of<R: Evaluate>(position: &Position<R>, before: PieceTo) -> Rows {
        let kind = if has::<R>(PieceKind::Soldier) { PieceKind::Soldier } else { PieceKind::Pawn };
        let pawns = position.kind(kind);
        let [white, black] = Color::ALL.map(|color| position.color(color));
        Rows {
            side: position.side().index(),
            pawns: row(pawns & white, pawns & black),
            pieces: [row(white - pawns, Bitboard::EMPTY), row(Bitboard::EMPTY, black - pawns)],
            reply: before.index(),
        }
    }
}

/// A hash of two sets.
#[inline]
fn row(a: Bitboard, b: Bitboard) -> usize {
    let mut hash = 0_u64;
    for (bits, factor) in [(a.bits(), 0x9e37_79b9_7f4a_7c15), (b.bits(), 0xc2b2_ae3d_27d4_eb4f)] {
        hash = (hash ^ bits as u64).wrapping_mul(factor);
        hash = (hash ^ hash >> 32 ^ (bits >> 64) as u64).wrapping_mul(factor);
    }
    (hash >> 50) as usize % ROWS
}

/// One thread's corrections, each by the side to move.
#[derive(Clone, Debug)]
pub(crate) struct Corrections {
    pawns: [Vec<i16>; 2],
    pieces: [[Vec<i16>; 2]; 2],
    reply: [Vec<i16>; 2],
}

impl Corrections {
    pub(crate) fn new() -> Corrections {
        let table = || vec![0; ROWS];
        let replies = || vec![0; PieceTo::COUNT];
        Corrections {
            pawns: [table(), table()],
            pieces: [[table(), table()], [table(), table()]],
            reply: [replies(), replies()],
        }
    }

    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        let Corrections { pawns, pieces, reply } = self;
        for table in pawns.iter_mut().chain(pieces.as_flattened_mut()).chain(reply) {
            table.fill(0);
        }
    }

    /// The evaluation, corrected.
    #[inline]
    pub(crate) fn corrected(&self, params: &Params, rows: Rows, eval: Score) -> Score {
        let Rows { side, pawns, pieces, reply } = rows;
        let [white, black] = &self.pieces[side];
        let sum = params.correction_pawns * i32::from(self.pawns[side][pawns])
            + params.correction_pieces
                * (i32::from(white[pieces[0]]) + i32::from(black[pieces[1]]))
            + params.correction_reply * i32::from(self.reply[side][reply]);
        Score::new(eval.raw() + sum / (128 * PARTS))
    }

    /// Learns that a search of this depth found the evaluation so many centipawns too low.
    #[inline]
    pub(crate) fn learn(&mut self, rows: Rows, depth: i32, missing: i32) {
        let target = missing.clamp(-MOST, MOST) * PARTS;
        let weight = (depth + 1).min(16);
        let nudge = |entry: &mut i16| {
            let old = i32::from(*entry);
            *entry = (old + (target - old) * weight / 256) as i16;
        };
        let Rows { side, pawns, pieces, reply } = rows;
        nudge(&mut self.pawns[side][pawns]);
        let [white, black] = &mut self.pieces[side];
        nudge(&mut white[pieces[0]]);
        nudge(&mut black[pieces[1]]);
        nudge(&mut self.reply[side][reply]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stymie_movegen::Hia;

    #[test]
    fn what_is_learnt_is_bounded_and_comes_back() {
        let position = Position::<Hia>::start();
        let rows = Rows::of(&position, PieceTo::NONE);
        let mut corrections = Corrections::new();
        let eval = Score::new(20);
        assert_eq!(corrections.corrected(&Params::DEFAULT, rows, eval), eval);
        for _ in 0..10_000 {
            corrections.learn(rows, 12, 5_000);
        }
        let high = corrections.corrected(&Params::DEFAULT, rows, eval).raw();
        assert!(high > 100 && high <= 20 + 2 * MOST);
        for _ in 0..10_000 {
            corrections.learn(rows, 12, -40);
        }
        assert!(corrections.corrected(&Params::DEFAULT, rows, eval) < eval);
    }
}
