//! What is learnt of a piece wherever it stands. While a network is trained, the weights of "this
//! piece on this square" are a sum: one row of the piece's, one for its rank, one for its file, and
//! one of the square itself. So a square that few games saw has what its neighbours taught. The
//! network that is written has only the sums. (The technique is known from the trainers of chess
//! networks as factorised features.)
//!
//! A square's own row begins at zero and learns slowly: few positions tell anything of it, and Adam
//! takes steps of the same size for all. What such rows pick up by chance makes neighbouring
//! positions differ by chance, and a search finds just those that chance has made too good.

use rand::RngExt;

use super::model::{Shape, WEIGHT_MOST};

/// How fast the squares' own rows learn, as a part of the rate.
const OWN_PACE: f32 = 0.1;
/// Shared rows begin at most so far from zero.
const FIRST: f32 = 0.1;

/// Where the squares of a board lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sharing {
    pub(super) shape: Shape,
    pub(super) files: usize,
    pub(super) ranks: usize,
}

impl Sharing {
    /// Shared rows for each piece.
    fn rows(self) -> usize {
        1 + self.ranks + self.files
    }

    fn pieces(self) -> usize {
        self.shape.features / (self.files * self.ranks)
    }

    /// How many numbers are learnt: the network's weights, then the shared rows.
    pub(super) fn numbers(self) -> usize {
        self.shape.weights() + self.pieces() * self.rows() * self.shape.hidden
    }

    /// Numbers to begin with.
    pub(super) fn random(self, generator: &mut impl rand::Rng) -> Vec<f32> {
        let mut numbers = self.split(self.shape.random(generator));
        let (own, shared) = numbers.split_at_mut(self.shape.weights());
        own[..self.own()].fill(0.0);
        shared.fill_with(|| generator.random_range(-FIRST..FIRST));
        numbers
    }

    /// The numbers of a network whose weights are known: all in the squares' own rows.
    pub(super) fn split(self, mut weights: Vec<f32>) -> Vec<f32> {
        weights.resize(self.numbers(), 0.0);
        weights
    }

    /// The part of the rate at which a number learns.
    pub(super) fn pace(self, number: usize) -> f32 {
        if number < self.own() { OWN_PACE } else { 1.0 }
    }

    /// How many of the numbers, the first ones, are the squares' own rows.
    fn own(self) -> usize {
        self.shape.features * self.shape.hidden
    }

    /// Where the three shared rows of a feature begin.
    fn shared(self, feature: usize) -> [usize; 3] {
        let squares = self.files * self.ranks;
        let (piece, square) = (feature / squares, feature % squares);
        let first = piece * self.rows();
        let rows =
            [first, first + 1 + square / self.files, first + 1 + self.ranks + square % self.files];
        rows.map(|row| self.shape.weights() + row * self.shape.hidden)
    }

    /// The network's weights, from the numbers.
    pub(super) fn sums(self, numbers: &[f32], weights: &mut [f32]) {
        let hidden = self.shape.hidden;
        weights.copy_from_slice(&numbers[..self.shape.weights()]);
        for (feature, row) in weights.chunks_exact_mut(hidden).take(self.shape.features).enumerate()
        {
            for from in self.shared(feature) {
                for (weight, shared) in row.iter_mut().zip(&numbers[from..from + hidden]) {
                    *weight += shared;
                }
            }
            row.iter_mut().for_each(|weight| *weight = weight.clamp(-WEIGHT_MOST, WEIGHT_MOST));
        }
    }

    /// The slopes of the numbers, from those of the network's weights: the sum over all squares for
    /// a shared row. (What is cut by the bound is treated as if it were not.)
    pub(super) fn slopes(self, of_weights: &[f32], slopes: &mut [f32]) {
        let hidden = self.shape.hidden;
        let (own, shared) = slopes.split_at_mut(self.shape.weights());
        own.copy_from_slice(of_weights);
        shared.fill(0.0);
        for (feature, row) in own.chunks_exact(hidden).take(self.shape.features).enumerate() {
            for from in self.shared(feature) {
                let from = from - self.shape.weights();
                for (sum, slope) in shared[from..from + hidden].iter_mut().zip(row) {
                    *sum += slope;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// Two pieces on a board of 3 x 2.
    const SHARING: Sharing =
        Sharing { shape: Shape { features: 12, hidden: 2 }, files: 3, ranks: 2 };

    fn sums(numbers: &[f32]) -> Vec<f32> {
        let mut weights = vec![9.0; SHARING.shape.weights()];
        SHARING.sums(numbers, &mut weights);
        weights
    }

    #[test]
    fn a_weight_is_its_own_and_its_pieces_ranks_and_files() {
        let mut numbers = vec![0.0; SHARING.numbers()];
        let shared = SHARING.shape.weights();
        assert_eq!(numbers.len(), shared + 2 * 6 * 2);
        // The second piece on the third file of the second rank, second hidden unit.
        let at = 11 * 2 + 1;
        numbers[at] = 0.5;
        for (row, number) in [(6, 0.25), (6 + 1 + 1, 0.125), (6 + 1 + 2 + 2, 0.0625)] {
            numbers[shared + row * 2 + 1] = number;
        }
        let sums = sums(&numbers);
        assert_eq!(sums[at], 0.9375);
        // Its neighbour on the file before shares the piece and the rank, the first piece nothing.
        assert_eq!((sums[at - 2], sums[at - 6], sums[at - 12]), (0.375, 0.3125, 0.0));
        assert_eq!(sums.len(), shared);
    }

    #[test]
    fn what_neighbours_share_comes_first_and_fast() {
        let numbers = SHARING.random(&mut ChaCha8Rng::seed_from_u64(1));
        assert_eq!(numbers.len(), SHARING.numbers());
        let own = 12 * 2;
        let shared = SHARING.shape.weights();
        assert!(numbers[..own].iter().all(|&number| number == 0.0));
        assert!(numbers[shared..].iter().all(|&number| number != 0.0 && number.abs() <= FIRST));
        assert_eq!(SHARING.pace(own - 1), OWN_PACE);
        assert_eq!(SHARING.pace(own), 1.0);
        assert_eq!(SHARING.pace(shared), 1.0);
    }

    #[test]
    fn slopes_are_those_of_the_sums() {
        let of_weights: Vec<f32> = (0..SHARING.shape.weights()).map(|n| (n as f32).sin()).collect();
        let mut slopes = vec![9.0; SHARING.numbers()];
        SHARING.slopes(&of_weights, &mut slopes);
        let numbers: Vec<f32> = (0..SHARING.numbers()).map(|n| (n as f32).cos() / 8.0).collect();
        let total = |numbers: &[f32]| -> f32 {
            sums(numbers).iter().zip(&of_weights).map(|(sum, slope)| sum * slope).sum()
        };
        for at in 0..numbers.len() {
            let mut moved = numbers.clone();
            moved[at] += 0.125;
            let change = (total(&moved) - total(&numbers)) / 0.125;
            assert!((change - slopes[at]).abs() < 1e-3, "{at}: {change} {}", slopes[at]);
        }
    }
}
