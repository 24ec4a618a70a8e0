//! Systems of linear equations.

/// A symmetric positive definite matrix, of which the lower half is used: row by row.
pub(crate) struct Symmetric {
    size: usize,
    entries: Vec<f64>,
}

impl Symmetric {
    pub(crate) fn zero(size: usize) -> Symmetric {
        Symmetric { size, entries: vec![0.0; size * size] }
    }

    /// Adds `weight` times the outer product of the row with itself.
    pub(crate) fn add_outer(&mut self, row: &[f32], weight: f64) {
        for (i, &left) in row.iter().enumerate() {
            if left != 0.0 {
                let factor = weight * f64::from(left);
                let entries = &mut self.entries[i * self.size..][..=i];
                for (entry, &right) in entries.iter_mut().zip(row) {
                    *entry += factor * f64::from(right);
                }
            }
        }
    }

    pub(crate) fn add_to_diagonal(&mut self, i: usize, value: f64) {
        self.entries[i * self.size + i] += value;
    }

    /// The x with `self * x = right`, by Cholesky's decomposition.
    pub(crate) fn solve(mut self, right: &[f64]) -> Vec<f64> {
        let n = self.size;
        for i in 0..n {
            for j in 0..=i {
                let (upper, lower) = self.entries.split_at(i * n);
                let own = &lower[..n];
                let other = if i == j { own } else { &upper[j * n..][..n] };
                let sum = own[j] - dot(&own[..j], &other[..j]);
                let value = if i == j { sum.sqrt() } else { sum / other[j] };
                self.entries[i * n + j] = value;
            }
        }
        let mut x = right.to_vec();
        for i in 0..n {
            let row = &self.entries[i * n..][..n];
            x[i] = (x[i] - dot(&row[..i], &x[..i])) / row[i];
        }
        for i in (0..n).rev() {
            let below: f64 = (i + 1..n).map(|k| self.entries[k * n + i] * x[k]).sum();
            x[i] = (x[i] - below) / self.entries[i * n + i];
        }
        x
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solved_system_gives_its_right_side() {
        let rows = [[2.0_f32, 1.0, 0.0], [0.5, 3.0, 1.0], [1.0, 0.0, 4.0], [0.0, 2.0, -1.0]];
        let build = || {
            let mut matrix = Symmetric::zero(3);
            rows.iter().for_each(|row| matrix.add_outer(row, 0.5));
            (0..3).for_each(|i| matrix.add_to_diagonal(i, 0.25));
            matrix
        };
        let right = [1.0, -2.0, 3.0];
        let x = build().solve(&right);
        let matrix = build();
        for (i, right) in right.into_iter().enumerate() {
            let entry = |j: usize| matrix.entries[3 * i.max(j) + i.min(j)];
            let product: f64 = (0..3).map(|j| entry(j) * x[j]).sum();
            assert!((product - right).abs() < 1e-9, "{x:?}");
        }
    }
}
