//! What the positions of a game should be worth.

use stymie_movegen::Color;

use super::model::logistic;
use crate::data::{DECISIVE, Record};

/// How scores and results become targets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Labels {
    /// Centipawns for an output of 1.
    pub(super) scale: f32,
    /// The result's part, 0 to 1.
    pub(super) result: f32,
    /// How much of the rest is what the moves after say, 0 to 1: the next move's score by this
    /// part, the one after that by its square, and so on; what is left over at the end is the
    /// result's. A shallow search does not see what the next ones found. (Temporal differences:
    /// Richard Sutton, "Learning to Predict by the Methods of Temporal Differences", 1988.)
    pub(super) foresight: f32,
}

impl Labels {
    /// For each move played, the share of the points that the position before it should be worth
    /// to the side that makes it.
    pub(super) fn of(self, game: &Record) -> Vec<f32> {
        let mut targets = vec![0.0; game.played.len()];
        let mut after = None;
        for (ply, played) in game.played.iter().enumerate().rev() {
            let points = game.points(mover(game, ply)) as f32;
            let next = after.map_or(points, |after: f32| 1.0 - after);
            let now = logistic(played.score as f32 / self.scale);
            let seen = self.foresight * next + (1.0 - self.foresight) * now;
            after = Some(seen);
            targets[ply] = self.result * points + (1.0 - self.result) * seen;
        }
        targets
    }
}

fn mover(game: &Record, ply: usize) -> Color {
    Color::ALL[(game.opening.len() + ply) % 2]
}

/// The scale by which scores foretell the results best: the least squared error, found by
/// halving steps.
pub(super) fn fitted_scale(games: &[Record]) -> i32 {
    let plies: usize = games.iter().map(|game| game.played.len()).sum();
    let step = (plies / 200_000).max(1);
    let all = games.iter().flat_map(|game| {
        let scores = game.played.iter().enumerate();
        scores.map(|(ply, played)| (played.score, game.points(mover(game, ply))))
    });
    let some: Vec<_> = all.filter(|(score, _)| score.abs() < DECISIVE).step_by(step).collect();
    let loss = |scale: f32| -> f64 {
        let errors =
            some.iter().map(|&(score, points)| f64::from(logistic(score as f32 / scale)) - points);
        errors.map(|error| error * error).sum()
    };
    let (mut scale, mut step) = (400.0, 200.0);
    while step >= 1.0 {
        let tries =
            [scale - step, scale, scale + step].map(|scale: f32| scale.clamp(50.0, 3_000.0));
        let best = tries.into_iter().min_by(|a, b| loss(*a).total_cmp(&loss(*b)));
        match best {
            Some(better) if better != scale => scale = better,
            _ => step /= 2.0,
        }
    }
    scale.round() as i32
}

#[cfg(test)]
mod tests {
    use stymie_movegen::{Hia, Position};

    use super::*;
    use crate::data::Played;

    /// Two plies, the scores 0 and 400 for whoever moves, and White wins.
    fn game() -> Record {
        let start = Position::<Hia>::start();
        let first = start.legal_moves()[0];
        let second = start.play(first).legal_moves()[0];
        let played = [(first, 0), (second, 400)].map(|(mv, score)| Played { mv, score }).to_vec();
        Record { opening: Vec::new(), played, winner: Some(Color::White) }
    }

    fn assert_near(have: &[f32], want: &[f32]) {
        assert_eq!(have.len(), want.len());
        for (have, want) in have.iter().zip(want) {
            assert!((have - want).abs() < 1e-5, "{have} instead of {want}");
        }
    }

    #[test]
    fn targets_mix_scores_later_scores_and_the_result() {
        let with = |result, foresight| Labels { scale: 400.0, result, foresight }.of(&game());
        let black = 0.731_058_6;
        assert_near(&with(0.0, 0.0), &[0.5, black]);
        assert_near(&with(1.0, 0.0), &[1.0, 0.0]);
        assert_near(&with(0.25, 0.0), &[0.625, 0.75 * black]);
        // Black's position: half its score, half the lost game.
        let later = black / 2.0;
        assert_near(&with(0.0, 0.5), &[0.25 + (1.0 - later) / 2.0, later]);
        assert_near(&with(0.0, 1.0), &[1.0, 0.0]);
    }

    #[test]
    fn the_scale_is_found_again() {
        // Of a hundred games each with this score, so many are won: a scale of 300.
        let mut games = Vec::new();
        for score in (-900..=900).step_by(100) {
            let won = (100.0 * logistic(score as f32 / 300.0)).round() as usize;
            for number in 0..100 {
                let winner = if number < won { Color::White } else { Color::Black };
                let mut record = Record { winner: Some(winner), ..game() };
                record.played.truncate(1);
                record.played[0].score = score;
                games.push(record);
            }
        }
        let scale = fitted_scale(&games);
        assert!((290..=310).contains(&scale), "{scale}");
    }
}
