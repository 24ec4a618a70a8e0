//! How much shallower late moves are searched, before what is known of the single move.

use crate::params::Params;

/// By depth and number of the move, in 1024ths of a ply.
#[derive(Clone, Debug)]
pub(crate) struct Reductions {
    quiet: [[i32; 64]; 64],
    noisy: [[i32; 64]; 64],
}

impl Reductions {
    pub(crate) fn new(params: &Params) -> Reductions {
        let table = |base: i32, slope: i32| {
            std::array::from_fn(|depth| {
                std::array::from_fn(|count| {
                    let product = (depth.max(1) as f64).ln() * (count.max(1) as f64).ln();
                    base + (product * f64::from(slope)) as i32
                })
            })
        };
        Reductions {
            quiet: table(params.lmr_base, params.lmr_slope),
            noisy: table(params.lmr_noisy_base, params.lmr_noisy_slope),
        }
    }

    #[inline]
    pub(crate) fn quiet(&self, depth: i32, count: usize) -> i32 {
        self.quiet[(depth as usize).min(63)][count.min(63)]
    }

    #[inline]
    pub(crate) fn noisy(&self, depth: i32, count: usize) -> i32 {
        self.noisy[(depth as usize).min(63)][count.min(63)]
    }
}
