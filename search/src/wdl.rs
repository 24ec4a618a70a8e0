//! What a score means for the result: the chances of a win, a draw and a loss.
//!
//! Fitted to games of the engine against itself by `stymie-tune wdl`; docs/wdl.md has the method,
//! the games and a plot.

use std::fmt;

use stymie_eval::Score;
use stymie_movegen::{Game, VariantId};

/// How likely each result is for the side to move, in permille that make 1000 together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// A win.
    pub win: u32,
    /// A draw.
    pub draw: u32,
    /// A loss.
    pub loss: u32,
}

impl Wdl {
    /// What a score says of a position with so many men of both sides on the board.
    #[must_use]
    pub fn of(variant: VariantId, score: Score, men: u32) -> Wdl {
        match score.mate_distance() {
            Some(plies) if plies > 0 => return Wdl { win: 1000, draw: 0, loss: 0 },
            Some(_) => return Wdl { win: 0, draw: 0, loss: 1000 },
            None => {}
        }
        let curve = Curve::of(variant);
        let [win, loss] = [score.raw(), -score.raw()].map(|centipawns| {
            (curve.win(f64::from(centipawns), variant, men) * 1000.0).round() as u32
        });
        // At most half of a permille too much, by rounding.
        let draw = 1000_u32.saturating_sub(win + loss);
        Wdl { win, draw, loss: 1000 - win - draw }
    }

    /// What a score says of the game's current position.
    #[must_use]
    pub fn of_game(game: &dyn Game, score: Score) -> Wdl {
        Wdl::of(game.variant(), score, men(game))
    }

    /// The points to be expected, from 0 to 1: a draw is worth half of a win.
    #[must_use]
    pub fn expectation(self) -> f64 {
        f64::from(2 * self.win + self.draw) / 2000.0
    }
}

/// `WIN DRAW LOSS`, as UCI has it.
impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.win, self.draw, self.loss)
    }
}

/// How many men of both sides stand on the board.
#[must_use]
pub fn men(game: &dyn Game) -> u32 {
    let board = game.geometry();
    let squares = (0..board.ranks).flat_map(|rank| (0..board.files).map(move |file| (file, rank)));
    squares.filter(|&(file, rank)| game.piece_at(board.square(file, rank)).is_some()).count() as u32
}

/// How many men the variant begins with.
#[must_use]
pub const fn men_at_start(variant: VariantId) -> u32 {
    match variant {
        VariantId::Chess | VariantId::Shatar | VariantId::ShatarBuryat | VariantId::Xiangqi => 32,
        VariantId::Hia | VariantId::Bodyguard | VariantId::Modern => 36,
        VariantId::Hiashatar | VariantId::HiashatarBuryat | VariantId::HiashatarModern => 40,
    }
}

/// The model of a variant: the chance to win is `1 / (1 + exp((offset - score) / scale))`, and the
/// chance to lose the same of the other side's score. Offset and scale are in centipawns; both go
/// linearly from an empty board to the full one of the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// The score at which a win is as likely as not, without men and with all of them.
    pub offset: [f64; 2],
    /// How far the score must rise for the odds to grow e-fold, likewise.
    pub scale: [f64; 2],
}

impl Curve {
    /// The fitted one.
    #[must_use]
    pub const fn of(variant: VariantId) -> Curve {
        let [a, b, c, d] = CURVES[variant as usize].1;
        Curve { offset: [a as f64, b as f64], scale: [c as f64, d as f64] }
    }

    /// How likely it is that a side wins with this score in centipawns and so many men on the
    /// board, from 0 to 1.
    #[must_use]
    pub fn win(&self, centipawns: f64, variant: VariantId, men: u32) -> f64 {
        let full = f64::from(men_at_start(variant));
        let share = (f64::from(men) / full).min(1.0);
        let between = |[empty, all]: [f64; 2]| empty + (all - empty) * share;
        // Without an offset below 0 both sides' chances are 1 together at most.
        let (offset, scale) = (between(self.offset).max(0.0), between(self.scale).max(10.0));
        1.0 / (1.0 + ((offset - centipawns) / scale).exp())
    }
}

/// By variant: the offset without and with all men, the scale without and with all men.
#[rustfmt::skip]
const CURVES: [(VariantId, [i32; 4]); VariantId::ALL.len()] = [
    (VariantId::Hia, [705, 83, 324, 242]),
    (VariantId::Bodyguard, [308, 60, 146, 264]),
    (VariantId::Shatar, [314, 132, 90, 192]),
    (VariantId::ShatarBuryat, [262, 144, 20, 208]),
    (VariantId::Hiashatar, [434, 172, 161, 404]),
    (VariantId::HiashatarBuryat, [456, 458, 20, 827]),
    (VariantId::HiashatarModern, [562, 204, 219, 750]),
    (VariantId::Xiangqi, [806, 185, 78, 578]),
    (VariantId::Chess, [101, 20, 74, 198]),
    (VariantId::Modern, [257, 28, 114, 134]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use stymie_movegen::open;

    #[test]
    fn chances_make_a_thousand_and_rise_with_the_score() {
        for variant in VariantId::ALL {
            for men in [2, 10, 32, 100] {
                let mut last = Wdl { win: 0, draw: 0, loss: 1000 };
                for centipawns in (-3000..=3000).step_by(50) {
                    let wdl = Wdl::of(variant, Score::new(centipawns), men);
                    assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000, "{variant} {centipawns}");
                    assert!(wdl.win >= last.win && wdl.loss <= last.loss, "{variant} {centipawns}");
                    let other = Wdl::of(variant, Score::new(-centipawns), men);
                    assert!(wdl.win.abs_diff(other.loss) <= 1, "{variant} {centipawns}");
                    last = wdl;
                }
                assert!(last.win > 900, "{variant}: {last}");
            }
        }
    }

    #[test]
    fn a_mate_is_certain() {
        let of = |score| Wdl::of(VariantId::Hia, score, 9).to_string();
        assert_eq!(of(Score::win_in(3)), "1000 0 0");
        assert_eq!(of(Score::loss_in(0)), "0 0 1000");
        let even = Wdl { win: 250, draw: 500, loss: 250 };
        assert!((even.expectation() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn the_table_is_in_the_order_of_the_variants_and_their_starts_are_full() {
        for (at, variant) in VariantId::ALL.into_iter().enumerate() {
            assert_eq!((CURVES[at].0, variant as usize), (variant, at));
            assert_eq!(men(&*open(variant)), men_at_start(variant), "{variant}");
        }
    }
}
