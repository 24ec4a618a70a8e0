//! The judge: rays walked square by square.

use crate::Directions;

/// Square sets reached from `sq` along each given step, up to and including the first occupied square.
pub(crate) fn walk(files: u8, ranks: u8, sq: u8, occupied: u128, steps: Directions) -> u128 {
    let (files, ranks) = (i32::from(files), i32::from(ranks));
    let mut reached = 0;
    for &(dx, dy) in steps {
        let (mut x, mut y) = (i32::from(sq) % files + dx, i32::from(sq) / files + dy);
        while (0..files).contains(&x) && (0..ranks).contains(&y) {
            let bit = 1u128 << (y * files + x);
            reached |= bit;
            if occupied & bit != 0 {
                break;
            }
            (x, y) = (x + dx, y + dy);
        }
    }
    reached
}
