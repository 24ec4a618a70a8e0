//! Numbers of any width, one after the other.

use bitvec::field::BitField;
use bitvec::order::Lsb0;
use bitvec::slice::BitSlice;
use bitvec::vec::BitVec;

/// Numbers being written.
#[derive(Clone, Debug, Default)]
pub(crate) struct BitWriter(BitVec<u8, Lsb0>);

impl BitWriter {
    /// Appends the number's lowest `width` bits, 0 to 32.
    pub(crate) fn push(&mut self, number: u32, width: u32) {
        debug_assert!(width == 32 || number >> width == 0, "{number} in {width} bits");
        if width > 0 {
            let at = self.0.len();
            self.0.resize(at + width as usize, false);
            self.0[at..].store_le(number);
        }
    }

    /// The bytes; the last one's free bits are 0.
    pub(crate) fn into_bytes(mut self) -> Vec<u8> {
        self.0.set_uninitialized(false);
        self.0.into_vec()
    }
}

/// Numbers being read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitReader<'b>(&'b BitSlice<u8, Lsb0>);

impl<'b> BitReader<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> BitReader<'b> {
        BitReader(BitSlice::from_slice(bytes))
    }

    /// The next number of so many bits, 0 to 32; `None` at the end.
    pub(crate) fn take(&mut self, width: u32) -> Option<u32> {
        if width == 0 {
            return Some(0);
        }
        let taken = self.0.get(..width as usize)?;
        self.0 = &self.0[width as usize..];
        Some(taken.load_le())
    }
}

/// How many bits tell so many things apart.
pub(crate) fn width_of(things: usize) -> u32 {
    usize::BITS - things.saturating_sub(1).leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let numbers = [(5, 3), (0, 0), (1_000_000, 20), (1, 1), (u32::MAX, 32), (0, 7)];
        let mut writer = BitWriter::default();
        for (number, width) in numbers {
            writer.push(number, width);
        }
        let bytes = writer.into_bytes();
        assert_eq!(bytes.len(), 63_usize.div_ceil(8));
        let mut reader = BitReader::new(&bytes);
        for (number, width) in numbers {
            assert_eq!(reader.take(width), Some(number));
        }
        assert_eq!(reader.take(2), None);
    }

    #[test]
    fn widths() {
        let widths = [1, 2, 3, 4, 5, 256, 257].map(width_of);
        assert_eq!(widths, [0, 1, 2, 2, 3, 8, 9]);
    }
}
