//! Hidden layers along a search's path, brought up to date by what each move changes.

use std::sync::Arc;

use stymie_movegen::{Color, Position, Rules};

use super::Network;
use super::features::{Changes, Perspective};
use super::lanes::{Block, add, replace, subtract};
use crate::{Evaluate, MAX_PLY, Score};

/// Plies that can be kept: those of a search, and one beyond.
const PLIES: usize = MAX_PLY + 2;

/// A ply of the path.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// What the move to here has changed.
    changes: Changes,
    /// By colour: how the side sees the position.
    mirrored: [bool; 2],
    /// By colour: whether its hidden units are up to date.
    known: [bool; 2],
}

/// A network and the hidden units of the positions of a path. Units are computed when a position is
/// evaluated, from the nearest position before it whose units are known.
#[derive(Clone, Debug)]
pub struct Accumulators {
    network: Arc<Network>,
    steps: Vec<Step>,
    /// By ply, colour, hidden unit.
    units: Vec<Block>,
}

impl Accumulators {
    /// Room for the path of a search.
    pub fn new(network: Arc<Network>) -> Accumulators {
        let step = Step { changes: Changes::default(), mirrored: [false; 2], known: [false; 2] };
        let units = vec![Block::ZERO; PLIES * 2 * network.blocks];
        Accumulators { network, steps: vec![step; PLIES], units }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The path begins with this position.
    pub fn begin<R: Rules>(&mut self, root: &Position<R>) {
        self.enter(root, Changes::default(), 0);
        for color in Color::ALL {
            self.refresh(root, color, 0);
        }
    }

    /// The path's position at `ply` (at most [`MAX_PLY`] + 1) is this one, which differs from the
    /// one before it by `changes`.
    #[inline]
    pub fn enter<R: Rules>(&mut self, position: &Position<R>, changes: Changes, ply: usize) {
        let mirrored = Color::ALL.map(|color| Perspective::of(position, color).mirrored);
        self.steps[ply] = Step { changes, mirrored, known: [false; 2] };
    }

    /// The worth of the path's position at `ply` for the side to move, never a mate score.
    pub fn evaluate<R: Evaluate>(&mut self, position: &Position<R>, ply: usize) -> Score {
        for color in Color::ALL {
            self.update(position, color, ply);
        }
        let blocks = self.network.blocks;
        let both = &self.units[ply * 2 * blocks..][..2 * blocks];
        let (white, black) = both.split_at(blocks);
        let (own, other) = match position.side() {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        let own = self.network.output(own, other, position.occupied().count());
        R::settle(position, own, self.network.adds)
    }

    /// Brings a side's units up to date.
    #[inline]
    fn update<R: Rules>(&mut self, position: &Position<R>, color: Color, ply: usize) {
        let side = color.index();
        if self.steps[ply].known[side] {
            return;
        }
        let mirrored = self.steps[ply].mirrored[side];
        let mut known = ply;
        while !self.steps[known].known[side] {
            // The king has crossed the middle since: everything is seen otherwise.
            if known == 0 || self.steps[known - 1].mirrored[side] != mirrored {
                return self.refresh(position, color, ply);
            }
            known -= 1;
        }
        for next in known + 1..=ply {
            self.step::<R>(Perspective { color, mirrored }, next);
        }
    }

    /// The side's units at `ply` from those at the ply before.
    #[inline]
    fn step<R: Rules>(&mut self, seen: Perspective, ply: usize) {
        let side = seen.color.index();
        let Self { network, steps, units } = self;
        let blocks = network.blocks;
        let (before, after) = units.split_at_mut(ply * 2 * blocks);
        let from = &before[(2 * (ply - 1) + side) * blocks..][..blocks];
        let to = &mut after[side * blocks..][..blocks];
        let Step { changes, known, .. } = &mut steps[ply];
        known[side] = true;
        let row = |(piece, square)| network.row(seen.feature::<R>(piece, square));
        let (mut removed, mut added) = (changes.removed().map(row), changes.added().map(row));
        match (removed.next(), added.next()) {
            (Some(out), Some(into)) => replace(to, from, out, into),
            (None, None) => to.copy_from_slice(from),
            (out, into) => {
                to.copy_from_slice(from);
                out.into_iter().for_each(|row| subtract(to, row));
                into.into_iter().for_each(|row| add(to, row));
            }
        }
        removed.for_each(|row| subtract(to, row));
        added.for_each(|row| add(to, row));
    }

    #[cold]
    fn refresh<R: Rules>(&mut self, position: &Position<R>, color: Color, ply: usize) {
        let side = color.index();
        let Self { network, steps, units } = self;
        let blocks = network.blocks;
        let to = &mut units[(2 * ply + side) * blocks..][..blocks];
        network.refresh(position, Perspective::of(position, color), to);
        steps[ply].known[side] = true;
    }
}
