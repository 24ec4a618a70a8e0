//! An efficiently updatable neural network: what a variant's games have taught.
//!
//! One hidden layer, seen from both sides: `features -> HIDDEN` for each perspective (own pieces,
//! enemy pieces, each on each square, ranks counted from the side that looks, files mirrored so that
//! its king stands on the left), squared clipped rectifiers, and one output for each quarter of
//! the number of men. The weights are integers: the first layer's in 255ths, the output's in
//! 64ths, so that the same position has the same value on every machine. (The idea is Yu Nasu's,
//! "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi", 2018.)
//!
//! Its output is in centipawns as the hand-written evaluation's are, and may be meant to be added to
//! that one ([`Weights::adds`]): few games teach a correction better than they teach everything.
//! What is known for sure (bare kings, the clock) is applied to it as to that one.

mod accumulator;
mod built_in;
mod features;
mod file;
mod lanes;

pub use accumulator::Accumulators;
pub use features::{Changes, FEATURES_MOST, Perspective, count as feature_count, pieces};
pub use file::NetworkError;

use stymie_movegen::{Color, Position, Rules, VariantId};

use crate::{Evaluate, Score};
use lanes::{Block, LANES, squared_dot};

/// What stands for 1 in the first layer.
pub const FIRST_UNIT: i32 = 255;
/// What stands for 1 in the output's weights.
pub const OUTPUT_UNIT: i32 = 64;
/// How many outputs there are, for boards with many men and with few.
pub const OUTPUTS: usize = 4;
/// The most hidden units a side.
pub const HIDDEN_MOST: usize = 1_024;
/// The number of hidden units is a multiple of this.
pub const HIDDEN_STEP: usize = LANES;

/// A network of one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    variant: VariantId,
    /// Hidden units a side, in blocks of [`LANES`].
    blocks: usize,
    /// By feature, then hidden unit.
    weights: Vec<Block>,
    bias: Vec<Block>,
    /// By output; the side to move's hidden units first, then the other's.
    output: Vec<Block>,
    output_bias: [i32; OUTPUTS],
    /// Centipawns for an output of 1.
    scale: i32,
    /// Whether the hand-written evaluation is added.
    adds: bool,
    /// The most men of the variant's start position.
    men: u32,
}

/// A network's weights as the trainer has them, in order of their meaning.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    /// Hidden units a side: a multiple of [`HIDDEN_STEP`], at most [`HIDDEN_MOST`].
    pub hidden: usize,
    /// `features x hidden`, in units of 1 / [`FIRST_UNIT`].
    pub first: Vec<i16>,
    /// `hidden`, likewise.
    pub bias: Vec<i16>,
    /// `OUTPUTS x 2 x hidden`, in units of 1 / [`OUTPUT_UNIT`].
    pub output: Vec<i16>,
    /// In units of 1 / ([`FIRST_UNIT`] x [`OUTPUT_UNIT`]).
    pub output_bias: [i32; OUTPUTS],
    /// Centipawns for an output of 1.
    pub scale: i32,
    /// Whether the output is to be added to the hand-written evaluation.
    pub adds: bool,
}

/// Which output judges a board with so many men, where the game begins with `full`.
#[inline]
pub fn output_of(men: u32, full: u32) -> usize {
    ((men.saturating_sub(1) as usize * OUTPUTS) / full.max(1) as usize).min(OUTPUTS - 1)
}

/// How many men a game of the variant begins with.
pub fn full_board<R: Rules>() -> u32 {
    Position::<R>::start().occupied().count()
}

impl Network {
    /// The variant.
    pub fn variant(&self) -> VariantId {
        self.variant
    }

    /// Hidden units a side.
    pub fn hidden(&self) -> usize {
        self.blocks * LANES
    }

    /// The weights, in order of their meaning.
    pub fn weights(&self) -> Weights {
        let list = |blocks: &[Block]| blocks.iter().flat_map(|block| block.0).collect();
        Weights {
            hidden: self.hidden(),
            first: list(&self.weights),
            bias: list(&self.bias),
            output: list(&self.output),
            output_bias: self.output_bias,
            scale: self.scale,
            adds: self.adds,
        }
    }

    #[inline]
    fn row(&self, feature: usize) -> &[Block] {
        &self.weights[feature * self.blocks..][..self.blocks]
    }

    /// The worth for the side to move in centipawns, by both sides' hidden units before they are
    /// clipped.
    #[inline]
    fn output(&self, own: &[Block], other: &[Block], men: u32) -> i32 {
        let output = output_of(men, self.men);
        let weights = &self.output[output * 2 * self.blocks..][..2 * self.blocks];
        let (for_own, for_other) = weights.split_at(self.blocks);
        let most = FIRST_UNIT as i16;
        let sum = squared_dot(own, for_own, most) + squared_dot(other, for_other, most);
        let sum = i64::from(sum / FIRST_UNIT + self.output_bias[output]);
        (sum * i64::from(self.scale) / i64::from(FIRST_UNIT * OUTPUT_UNIT)) as i32
    }

    /// What the network alone says of a position, from scratch: centipawns for the side to move.
    /// The position must be of the network's variant.
    pub fn raw<R: Rules>(&self, position: &Position<R>) -> i32 {
        debug_assert_eq!(R::VARIANT, self.variant);
        let mut sides = [vec![Block::ZERO; self.blocks], vec![Block::ZERO; self.blocks]];
        for color in Color::ALL {
            self.refresh(position, Perspective::of(position, color), &mut sides[color.index()]);
        }
        let side = position.side();
        let men = position.occupied().count();
        self.output(&sides[side.index()], &sides[(!side).index()], men)
    }

    /// The worth of a position for the side to move, as a search has it, from scratch.
    pub fn evaluate<R: Evaluate>(&self, position: &Position<R>) -> Score {
        R::settle(position, self.raw(position), self.adds)
    }

    fn refresh<R: Rules>(&self, position: &Position<R>, seen: Perspective, to: &mut [Block]) {
        to.copy_from_slice(&self.bias);
        for feature in seen.features(position) {
            lanes::add(to, self.row(feature));
        }
    }
}

#[cfg(test)]
mod tests;
