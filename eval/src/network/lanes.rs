//! The arithmetic: vectors of 16-bit integers, in blocks that the compiler turns into the
//! processor's vector instructions.

/// So many numbers are treated at once: two AVX-512 registers, or four of AVX2.
pub(crate) const LANES: usize = 32;

/// A block of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Block(pub(crate) [i16; LANES]);

impl Block {
    pub(crate) const ZERO: Block = Block([0; LANES]);
}

/// `to = from - removed + added`.
#[inline]
pub(crate) fn replace(to: &mut [Block], from: &[Block], removed: &[Block], added: &[Block]) {
    for (((to, from), removed), added) in to.iter_mut().zip(from).zip(removed).zip(added) {
        for i in 0..LANES {
            to.0[i] = from.0[i].wrapping_sub(removed.0[i]).wrapping_add(added.0[i]);
        }
    }
}

/// `to -= removed`.
#[inline]
pub(crate) fn subtract(to: &mut [Block], removed: &[Block]) {
    for (to, removed) in to.iter_mut().zip(removed) {
        for i in 0..LANES {
            to.0[i] = to.0[i].wrapping_sub(removed.0[i]);
        }
    }
}

/// `to += added`.
#[inline]
pub(crate) fn add(to: &mut [Block], added: &[Block]) {
    for (to, added) in to.iter_mut().zip(added) {
        for i in 0..LANES {
            to.0[i] = to.0[i].wrapping_add(added.0[i]);
        }
    }
}

/// The sum of `min(max(x, 0), most)^2 * w` over all. Exact as long as `most * |w|` stays within
/// 16 bits and the sum within 32.
#[inline]
pub(crate) fn squared_dot(values: &[Block], weights: &[Block], most: i16) -> i32 {
    let mut sums = [0_i32; LANES / 2];
    for (values, weights) in values.iter().zip(weights) {
        let mut clipped = [0_i16; LANES];
        let mut scaled = [0_i16; LANES];
        for i in 0..LANES {
            clipped[i] = values.0[i].clamp(0, most);
            scaled[i] = clipped[i].wrapping_mul(weights.0[i]);
        }
        for i in 0..LANES / 2 {
            sums[i] += i32::from(clipped[2 * i]) * i32::from(scaled[2 * i])
                + i32::from(clipped[2 * i + 1]) * i32::from(scaled[2 * i + 1]);
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_are_added_and_multiplied_number_by_number() {
        let ramp = |from: i16| Block(std::array::from_fn(|i| from + i as i16));
        let mut to = [Block::ZERO; 2];
        replace(&mut to, &[ramp(5), ramp(6)], &[ramp(1), ramp(1)], &[ramp(3), ramp(4)]);
        assert_eq!(to, [ramp(7), ramp(9)]);
        subtract(&mut to, &[ramp(0), ramp(0)]);
        assert_eq!(to, [Block([7; LANES]), Block([9; LANES])]);
        add(&mut to, &[ramp(1), ramp(2)]);
        assert_eq!(to, [ramp(8), ramp(11)]);

        let values = [Block(std::array::from_fn(|i| (i as i16 - 8) * 30))];
        let weights = [Block(std::array::from_fn(|i| 127 - 8 * i as i16))];
        let one_by_one: i32 = (0..LANES)
            .map(|i| {
                let value = i32::from(values[0].0[i].clamp(0, 255));
                value * value * i32::from(weights[0].0[i])
            })
            .sum();
        assert_eq!(squared_dot(&values, &weights, 255), one_by_one);
    }
}
