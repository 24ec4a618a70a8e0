//! Positions as a network sees them.

use std::ops::Range;

use stymie_eval::Evaluate;
use stymie_eval::network::{Perspective, feature_count, full_board, output_of, pieces};
use stymie_movegen::{Position, Rules};

use super::labels::Labels;
use crate::data::{Record, replay};
use crate::datagen::is_kept;

/// One game in so many is kept for validation.
const VALIDATION: usize = 20;

/// What a position should be worth, and where its features lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// Where its features begin: first those that the side to move sees, then as many that the
    /// other side sees.
    start: u32,
    /// How many each side sees: the men on the board.
    men: u8,
    /// Which output judges it.
    pub(super) output: u8,
    /// By side, the one to move first: whether its king stands on the middle file, so that the
    /// position mirrored would be seen otherwise.
    middle: [bool; 2],
    /// The share of the points that it should be worth to the side to move.
    pub(super) target: f32,
    /// What the side to move got in the end: 0, 1/2 or 1.
    pub(super) points: f32,
    /// The hand-written evaluation's.
    pub(super) by_hand: i16,
}

/// Many positions of one variant.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples {
    pub(super) list: Vec<Sample>,
    features: Vec<u16>,
    /// By feature: the same with the files swapped.
    mirror: Vec<u16>,
}

impl Samples {
    fn new<R: Rules>() -> Samples {
        let mut mirror = vec![0; feature_count::<R>()];
        for (feature, other) in mirror.iter_mut().enumerate() {
            let file = feature % R::FILES as usize;
            *other = (feature - file + R::FILES as usize - 1 - file) as u16;
        }
        Samples { mirror, ..Samples::default() }
    }

    /// The features that a side (0: the one to move) sees of a sample; mirrored if `flip` says so
    /// and it makes a difference.
    pub(super) fn seen(
        &self,
        sample: &Sample,
        side: usize,
        flip: bool,
    ) -> impl Iterator<Item = usize> + Clone {
        let men = usize::from(sample.men);
        let from = sample.start as usize + side * men;
        let flip = flip && sample.middle[side];
        self.features[from..from + men].iter().map(move |&feature| {
            usize::from(if flip { self.mirror[usize::from(feature)] } else { feature })
        })
    }

    pub(super) fn push<R: Evaluate>(
        &mut self,
        position: &Position<R>,
        full: u32,
        target: f32,
        points: f32,
    ) {
        let own = position.side();
        let start = self.features.len() as u32;
        for color in [own, !own] {
            let seen = Perspective::of(position, color);
            let features = seen.features(position).map(|feature| feature as u16);
            self.features.extend(features);
        }
        let middle = |color| {
            R::MIRRORS && R::FILES % 2 == 1 && R::file(position.king(color)) == R::FILES / 2
        };
        let men = pieces(position).count();
        self.list.push(Sample {
            start,
            men: men as u8,
            output: output_of(men as u32, full) as u8,
            middle: [middle(own), middle(!own)],
            target,
            points,
            by_hand: R::evaluate(position).raw() as i16,
        });
    }
}

/// The positions of the games to train on, and those of games kept for validation.
pub(super) fn read_games<R: Evaluate>(games: &[Record], labels: Labels) -> [Samples; 2] {
    let mut both = [Samples::new::<R>(), Samples::new::<R>()];
    let full = full_board::<R>();
    for (number, game) in games.iter().enumerate() {
        let samples = &mut both[usize::from(number % VALIDATION == VALIDATION - 1)];
        let mut targets = labels.of(game).into_iter();
        replay::<R>(game, |position, played| {
            if let Some(target) = targets.next()
                && is_kept(position, played)
            {
                samples.push(position, full, target, game.points(position.side()) as f32);
            }
        });
    }
    both
}

/// The range cut into so many parts of nearly the same length.
pub(super) fn parts(whole: Range<usize>, count: usize) -> impl Iterator<Item = Range<usize>> {
    let length = whole.len();
    (0..count).map(move |part| {
        whole.start + length * part / count..whole.start + length * (part + 1) / count
    })
}
