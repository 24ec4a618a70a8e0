//! Sliding attacks (provisional: obstruction difference).

/// Lines of a board.
#[derive(Debug)]
pub struct Sliders {
    /// For each line direction (rank, file, diagonal, anti-diagonal) and square: the squares below and above.
    lines: [[(u128, u128); 128]; 4],
}

impl Sliders {
    /// Tables for a board.
    pub const fn new(files: u8, ranks: u8) -> Self {
        let dirs: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
        let mut lines = [[(0, 0); 128]; 4];
        let mut d = 0;
        while d < 4 {
            let mut s = 0;
            while s < files * ranks {
                let mut sign = 0;
                while sign < 2 {
                    let k: i8 = if sign == 0 { -1 } else { 1 };
                    let (mut f, mut r) =
                        ((s % files) as i8 + k * dirs[d].0, (s / files) as i8 + k * dirs[d].1);
                    while f >= 0 && r >= 0 && f < files as i8 && r < ranks as i8 {
                        let bit = 1u128 << (r as u8 * files + f as u8);
                        if sign == 0 {
                            lines[d][s as usize].0 |= bit;
                        } else {
                            lines[d][s as usize].1 |= bit;
                        }
                        f += k * dirs[d].0;
                        r += k * dirs[d].1;
                    }
                    sign += 1;
                }
                s += 1;
            }
            d += 1;
        }
        Self { lines }
    }

    #[inline]
    fn line(&self, direction: usize, square: u8, blockers: u128) -> u128 {
        let (below, above) = self.lines[direction][(square & 127) as usize];
        let (low, high) = (below & blockers, above & blockers);
        let down = below & ((1u128 << 127) >> (low | 1).leading_zeros()).wrapping_neg();
        let up = above & (high ^ high.wrapping_sub(1));
        down | up
    }

    /// Rook attacks.
    #[inline]
    pub fn rook(&self, square: u8, blockers: u128) -> u128 {
        self.line(0, square, blockers) | self.line(1, square, blockers)
    }

    /// Bishop attacks.
    #[inline]
    pub fn bishop(&self, square: u8, blockers: u128) -> u128 {
        self.line(2, square, blockers) | self.line(3, square, blockers)
    }

    /// Queen attacks.
    #[inline]
    pub fn queen(&self, square: u8, blockers: u128) -> u128 {
        self.rook(square, blockers) | self.bishop(square, blockers)
    }

    /// Second occupied square each way.
    #[inline]
    pub fn cannon_captures(&self, square: u8, occupied: u128) -> u128 {
        let first = self.rook(square, occupied);
        self.rook(square, occupied & !first) & occupied & !first
    }

    /// Squares strictly between.
    #[inline]
    pub fn between(&self, a: u8, b: u8) -> u128 {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        let (la, hb) = ((low & 127) as usize, (high & 127) as usize);
        let mut set = 0;
        for d in 0..4 {
            if self.lines[d][la].1 >> hb & 1 != 0 {
                set = self.lines[d][la].1 & self.lines[d][hb].0;
            }
        }
        set
    }
}
