//! How much shallower late moves are searched, before what is known of the single move.

use crate::params;

/// By depth and number of the move, in 1024ths of a ply.
#[derive(Clone, Debug)]
pub(crate) struct Reductions {
    /// 1024 times the natural logarithm.
    logarithms: [i32; 64],
}

impl Reductions {
    pub(crate) fn new() -> Reductions {
        let mut logarithms = [0; 64];
        for (n, entry) in logarithms.iter_mut().enumerate().skip(1) {
            *entry = (1024.0 * (n as f64).ln()) as i32;
        }
        Reductions { logarithms }
    }

    #[inline]
    fn product(&self, depth: i32, count: usize) -> i32 {
        let log = |n: usize| self.logarithms[n.min(63)];
        (log(depth.max(1) as usize) * log(count)) >> 10
    }

    #[inline]
    pub(crate) fn quiet(&self, depth: i32, count: usize) -> i32 {
        params::lmr_base() + ((self.product(depth, count) * params::lmr_slope()) >> 10)
    }

    #[inline]
    pub(crate) fn noisy(&self, depth: i32, count: usize) -> i32 {
        params::lmr_noisy_base() + ((self.product(depth, count) * params::lmr_noisy_slope()) >> 10)
    }
}
