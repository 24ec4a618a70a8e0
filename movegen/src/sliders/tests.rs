//! Every answer against a walk along the rays, on random boards of all sizes.

use super::Sliders;

const BOARDS: [(u8, u8); 5] = [(8, 8), (9, 8), (9, 9), (9, 10), (10, 10)];
const RANK: [(i32, i32); 2] = [(1, 0), (-1, 0)];
const FILE: [(i32, i32); 2] = [(0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 2] = [(1, 1), (-1, -1)];
const ANTI_DIAGONAL: [(i32, i32); 2] = [(-1, 1), (1, -1)];

struct Board {
    files: u8,
    ranks: u8,
    occupied: u128,
}

impl Board {
    /// Walks each ray: (squares up to the first occupied one, the second occupied ones).
    fn walk(&self, sq: u8, steps: &[(i32, i32)]) -> (u128, u128) {
        let (files, ranks) = (i32::from(self.files), i32::from(self.ranks));
        let (mut reached, mut second) = (0, 0);
        for &(dx, dy) in steps {
            let (mut x, mut y) = (i32::from(sq) % files + dx, i32::from(sq) / files + dy);
            let mut screens = 0;
            while (0..files).contains(&x) && (0..ranks).contains(&y) && screens < 2 {
                let bit = 1u128 << (y * files + x);
                if screens == 0 {
                    reached |= bit;
                }
                if self.occupied & bit != 0 {
                    second |= if screens == 1 { bit } else { 0 };
                    screens += 1;
                }
                (x, y) = (x + dx, y + dy);
            }
        }
        (reached, second)
    }
}

/// 500 boards of each size, from empty to full, none of them with bits off the board.
fn random_boards() -> impl Iterator<Item = Board> {
    let mut state = 0x0123_4567_89AB_CDEFu64;
    let mut random = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    BOARDS.into_iter().flat_map(|board| (0..500).map(move |round| (board, round))).map(
        move |((files, ranks), round)| {
            let occupied = (0..files * ranks)
                .fold(0, |set, sq| set | u128::from(random() % 499 < round) << sq);
            Board { files, ranks, occupied }
        },
    )
}

#[test]
fn lines_agree_with_a_walk() {
    for board in random_boards() {
        let sliders = Sliders::new(board.files, board.ranks);
        for sq in 0..board.files * board.ranks {
            let [rank, file, diagonal, anti_diagonal] =
                [RANK, FILE, DIAGONAL, ANTI_DIAGONAL].map(|steps| board.walk(sq, &steps).0);
            for blockers in [board.occupied | 1 << sq, board.occupied & !(1 << sq)] {
                assert_eq!(sliders.rank(sq, blockers), rank);
                assert_eq!(sliders.file(sq, blockers), file);
                assert_eq!(sliders.diagonal(sq, blockers), diagonal);
                assert_eq!(sliders.anti_diagonal(sq, blockers), anti_diagonal);
                assert_eq!(sliders.rook(sq, blockers), rank | file);
                assert_eq!(sliders.bishop(sq, blockers), diagonal | anti_diagonal);
                let queen = rank | file | diagonal | anti_diagonal;
                assert_eq!(sliders.queen(sq, blockers), queen);
            }
        }
    }
}

#[test]
fn cannons_agree_with_a_walk() {
    for board in random_boards() {
        let sliders = Sliders::new(board.files, board.ranks);
        for sq in 0..board.files * board.ranks {
            let (ranks, files) = (board.walk(sq, &RANK), board.walk(sq, &FILE));
            let expected = (ranks.0 | files.0, ranks.1 | files.1);
            for occupied in [board.occupied | 1 << sq, board.occupied & !(1 << sq)] {
                assert_eq!(sliders.rook_and_cannon(sq, occupied), expected);
                assert_eq!(sliders.cannon_captures(sq, occupied), expected.1);
            }
        }
    }
}

#[test]
fn between_agrees_with_a_walk() {
    for (files, ranks) in BOARDS {
        let sliders = Sliders::new(files, ranks);
        for a in 0..files * ranks {
            for b in 0..files * ranks {
                let (x, y) = (
                    i32::from(b % files) - i32::from(a % files),
                    i32::from(b / files) - i32::from(a / files),
                );
                let aligned = x == 0 || y == 0 || x.abs() == y.abs();
                let expected = if a != b && aligned {
                    let step = (x.signum(), y.signum());
                    let board = Board { files, ranks, occupied: 1 << b };
                    board.walk(a, &[step]).0 & !(1 << b)
                } else {
                    0
                };
                assert_eq!(sliders.between(a, b), expected, "{files}x{ranks}: {a} to {b}");
            }
        }
    }
}

#[test]
fn squares_off_the_board_attack_nothing() {
    for (files, ranks) in BOARDS {
        let sliders = Sliders::new(files, ranks);
        for sq in files * ranks..128 {
            assert_eq!(sliders.queen(sq, u128::MAX), 0);
        }
    }
}
