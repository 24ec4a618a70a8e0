//! What is known of xiangqi. The numbers of [`Terms`] are fitted to games (`stymie-tune texel`).

use stymie_movegen::{Bitboard, Color, PieceKind, Position, Rules, Xiangqi};

use crate::knowledge::{Knowledge, WHOLE, count};
use crate::numbers::Numbers;
use crate::pair::Pair;
use crate::terms::{Terms, pieces};
use crate::view::View;

const XIANGQI: Terms = Terms {
    #[rustfmt::skip]
    pieces: pieces! {
        //        value        files      middle     advance    mobility   usual danger phase
        Soldier   (72, 121)    (2, 1)     (-1, 0)    (0, 0)     (0, 0)     0     14     0;
        Horse     (359, 516)   (4, 1)     (4, 4)     (7, 4)     (10, 8)    4     13     2;
        Elephant  (212, 133)   (5, 1)     (0, 0)     (2, 0)     (3, 1)     2     0      0;
        Rook      (1163, 1102) (4, 2)     (2, 2)     (3, 0)     (6, 3)     9     14     4;
        Cannon    (497, 395)   (5, 1)     (1, 1)     (1, -1)    (0, 2)     9     6      2;
        Advisor   (191, 107)   (4, 2)     (0, 0)     (-2, 0)    (3, 2)     2     0      0;
        King      (0, 0)       (4, 0)     (-1, -1)   (-19, 3)   (0, 0)     0     0      0;
    },
    full_phase: 32,
    tempo: 14,
    shelter: Pair::ZERO,
    far_shelter: Pair::ZERO,
    bare_king_file: Pair::ZERO,
    weak_ring: 11,
    danger_divisor: 50,
    pawn_threat: Pair::ZERO,
    loose: Pair::new(17, 18),
    drive: 0,
    ..Terms::ORTHODOX
};

/// A soldier's rank, from the side's first: it stands on the fourth in the beginning, has crossed
/// the river on the sixth, and has nowhere to go but sideways on the last.
const SOLDIER_RANKS: [Pair; 10] = [
    Pair::ZERO,
    Pair::ZERO,
    Pair::ZERO,
    Pair::ZERO,
    Pair::new(8, 8),
    Pair::new(55, 50),
    Pair::new(75, 75),
    Pair::new(95, 100),
    Pair::new(85, 70),
    Pair::new(10, -40),
];
/// For a soldier in or beside the enemy palace, for each file towards its middle.
const SOLDIER_NEAR_PALACE: Pair = Pair::new(9, 10);
/// A cannon on the enemy's first rank.
const BOTTOM_CANNON: Pair = Pair::new(22, 10);
/// A cannon on the middle file of its own half.
const CENTRAL_CANNON: Pair = Pair::new(14, 4);
/// A horse on the first rank, where it began.
const SLEEPING_HORSE: Pair = Pair::new(-16, -6);
/// A horse on the square in the palace before the king.
const HORSE_IN_PALACE: Pair = Pair::new(-35, -10);

/// A cannon that faces the enemy king with nothing between.
const HOLLOW_CANNON: Pair = Pair::new(85, 50);
/// A cannon on the enemy king's line with two pieces between: one leaves and it checks.
const SCREENED_CANNON: Pair = Pair::new(16, 6);
/// Both advisors.
const ADVISOR_PAIR: Pair = Pair::new(25, 20);
/// Both elephants.
const ELEPHANT_PAIR: Pair = Pair::new(20, 22);
/// For each of horse, cannon, soldier (a rook as two) in the enemy's half and each of the enemy's
/// advisors and elephants that is gone.
const ATTACKER_WITHOUT_DEFENDER: Pair = Pair::new(9, 7);
/// The same where the defenders are complete, by attacker.
const ATTACKER: Pair = Pair::new(8, 4);
/// Two crossed soldiers side by side.
const LINKED_SOLDIERS: Pair = Pair::new(16, 20);

const fn soldier_extra() -> [Pair; 128] {
    let mut extra = [Pair::ZERO; 128];
    let mut square = 0;
    while square < 90 {
        let (file, rank) = (square % 9, square / 9);
        let near = crate::terms::nearer_edge(file as u8, 9);
        let mut worth = SOLDIER_RANKS[rank];
        if rank >= 6 && rank < 9 {
            worth = worth.plus(SOLDIER_NEAR_PALACE.times(near));
        }
        extra[square] = worth;
        square += 1;
    }
    extra
}

const fn cannon_extra() -> [Pair; 128] {
    let mut extra = [Pair::ZERO; 128];
    let mut square = 0;
    while square < 90 {
        if square / 9 == 9 {
            extra[square] = BOTTOM_CANNON;
        } else if square % 9 == 4 && square / 9 < 5 {
            extra[square] = CENTRAL_CANNON;
        }
        square += 1;
    }
    extra
}

const fn horse_extra() -> [Pair; 128] {
    let mut extra = [Pair::ZERO; 128];
    let mut file = 0;
    while file < 9 {
        extra[file] = SLEEPING_HORSE;
        file += 1;
    }
    extra[9 + 4] = HORSE_IN_PALACE;
    extra
}

impl Knowledge for Xiangqi {
    const TERMS: &'static Terms = &XIANGQI;
    const EXTRAS: &'static [(PieceKind, [Pair; 128])] = &[
        (PieceKind::Soldier, soldier_extra()),
        (PieceKind::Cannon, cannon_extra()),
        (PieceKind::Horse, horse_extra()),
    ];

    fn ring(position: &Position<Self>, color: Color) -> Bitboard {
        let king = position.king(color).bit();
        Self::GEOMETRY.neighbours(king) | king
    }

    fn special<N: Numbers<Self>>(view: &View<'_, Self, N>, color: Color) -> Pair {
        let position = view.position;
        cannons(position, color) + defenders(position, color) + attackers(position, color)
    }

    /// Without a piece that crosses the river nothing is won, and one alone does not get past a
    /// complete guard.
    fn kept(position: &Position<Self>, _terms: &Terms, stronger: Color) -> i32 {
        let strong = count(position, &[PieceKind::Rook], stronger);
        let others = [PieceKind::Horse, PieceKind::Cannon, PieceKind::Soldier];
        let attackers = 2 * strong + count(position, &others, stronger);
        let guard = [PieceKind::Advisor, PieceKind::Elephant];
        match (attackers, count(position, &guard, !stronger)) {
            (0, _) => 0,
            (1, 2..) => 12,
            (1, _) => 32,
            (2, 4..) => 24,
            (2, 3) => 40,
            _ => WHOLE,
        }
    }
}

/// Cannons aimed at the enemy king.
fn cannons(position: &Position<Xiangqi>, color: Color) -> Pair {
    let king = position.king(!color);
    let (file, rank) = (Xiangqi::file(king), Xiangqi::rank(king));
    let line = Xiangqi::GEOMETRY.file_set(file) | Xiangqi::GEOMETRY.rank_set(rank);
    let mut sum = Pair::ZERO;
    for cannon in position.pieces(PieceKind::Cannon, color) & line {
        let between = Xiangqi::GEOMETRY.between(cannon, king) & position.occupied();
        sum += match between.count() {
            0 => HOLLOW_CANNON,
            2 => SCREENED_CANNON,
            _ => Pair::ZERO,
        };
    }
    sum
}

fn defenders(position: &Position<Xiangqi>, color: Color) -> Pair {
    let mut sum = Pair::ZERO;
    if position.pieces(PieceKind::Advisor, color).many() {
        sum += ADVISOR_PAIR;
    }
    if position.pieces(PieceKind::Elephant, color).many() {
        sum += ELEPHANT_PAIR;
    }
    sum
}

/// Pieces across the river, the more the fewer defenders are left.
fn attackers(position: &Position<Xiangqi>, color: Color) -> Pair {
    let half = match color {
        Color::White => (5..10).fold(Bitboard::EMPTY, |set, rank| set | ranks(rank)),
        Color::Black => (0..5).fold(Bitboard::EMPTY, |set, rank| set | ranks(rank)),
    };
    let across = |kind| (position.pieces(kind, color) & half).count() as i32;
    let soldiers = position.pieces(PieceKind::Soldier, color) & half;
    let attackers = 2 * across(PieceKind::Rook)
        + across(PieceKind::Horse)
        + across(PieceKind::Cannon)
        + soldiers.count() as i32;
    let guard = count(position, &[PieceKind::Advisor, PieceKind::Elephant], !color);
    let linked = (soldiers & crate::view::beside::<Xiangqi>(soldiers)).count() as i32 / 2;
    ATTACKER * attackers
        + ATTACKER_WITHOUT_DEFENDER * (attackers * (4 - guard).max(0))
        + LINKED_SOLDIERS * linked
}

fn ranks(rank: u8) -> Bitboard {
    Xiangqi::GEOMETRY.rank_set(rank)
}
