//! Xiangqi.
//!
//! Whether a move leaves the own general safe is decided before it is made: each enemy piece that
//! attacks the general, or would after one move, becomes a constraint of [`Legality`]. For a cannon
//! with `n` pieces between it and the general:
//!
//! | n | what a move must not do |
//! |---|---|
//! | 0 | put a screen between |
//! | 1 | leave the screen the only piece between: it is check |
//! | 2 | take one of the two away from between |
//! | 3 and more | nothing: one move takes at most one piece away |

use crate::bitboard::{Bitboard, Square};
use crate::chase;
use crate::geometry::{BOARD_9X10, Geometry, Table};
use crate::legality::{Constraint, Legality};
use crate::moves::{Mode, Move, MoveKind, Sink};
use crate::outcome::{Outcome, Reason};
use crate::piece::{Color, Piece, PieceKind};
use crate::position::Position;
use crate::rights::RightsTable;
use crate::rules::Rules;
use crate::san::MoveError;
use crate::variant::VariantId;
use crate::wxf;

/// Xiangqi, 9 files by 10 ranks; Red is White.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Xiangqi;

impl Rules for Xiangqi {
    const VARIANT: VariantId = VariantId::Xiangqi;
    const FILES: u8 = 9;
    const RANKS: u8 = 10;
    const GEOMETRY: &'static Geometry = &BOARD_9X10;
    const START: &'static str =
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    const PIECES: &'static [PieceKind] = &[
        PieceKind::Soldier,
        PieceKind::Horse,
        PieceKind::Elephant,
        PieceKind::Rook,
        PieceKind::Cannon,
        PieceKind::Advisor,
        PieceKind::King,
    ];
    const ALIASES: &'static [(char, PieceKind)] =
        &[('H', PieceKind::Horse), ('E', PieceKind::Elephant)];
    const SIDE_ALIAS: Option<char> = Some('r');
    const RIGHTS_TABLE: &'static RightsTable = &RightsTable::new(&[], &BOARD_9X10);
    const CLOCK_LIMIT: u16 = 120;
    const PERPETUAL_CHECK_LOSES: bool = true;
    const PAWNS_RESET_CLOCK: bool = false;

    /// Generals and advisors stay in the palace, elephants on their half, and a soldier is never
    /// behind the rank it started on.
    fn may_stand(piece: Piece, square: Square) -> bool {
        let rank = Self::relative_rank(square, piece.color());
        match piece.kind() {
            PieceKind::King | PieceKind::Advisor => {
                rank <= 2 && (3..=5).contains(&Self::file(square))
            }
            PieceKind::Elephant => rank < RIVER,
            PieceKind::Soldier => rank >= 3,
            _ => true,
        }
    }

    #[inline]
    fn attackers(
        position: &Position<Self>,
        square: Square,
        by: Color,
        occupied: Bitboard,
        _zone: Bitboard,
    ) -> Bitboard {
        attackers(position, square, by, occupied)
    }

    /// A cannon's reach holds the empty squares that it may go to, and of the occupied ones those
    /// behind one screen.
    #[inline(always)]
    fn reach(position: &Position<Self>, piece: Piece, square: Square, _: Bitboard) -> Bitboard {
        let (occupied, i) = (position.occupied(), square.index());
        match piece.kind() {
            PieceKind::Soldier => STEPS.soldier[piece.color().index()][i],
            PieceKind::Horse => horse(square, occupied),
            PieceKind::Elephant => elephant(square, occupied),
            PieceKind::Rook => rook(square, occupied),
            PieceKind::Cannon => cannon(square, occupied),
            PieceKind::Advisor => STEPS.advisor[i],
            PieceKind::King => STEPS.king[i],
            _ => Bitboard::EMPTY,
        }
    }

    #[inline]
    fn legality(position: &Position<Self>) -> Legality {
        legality(position)
    }

    #[inline]
    fn generate<S: Sink>(
        position: &Position<Self>,
        legality: &Legality,
        mode: Mode,
        movers: Bitboard,
        sink: &mut S,
    ) {
        Generator::new(position, legality, mode, movers).run(sink);
    }

    /// Advisors and elephants never come near the enemy general.
    fn is_dead(position: &Position<Self>) -> bool {
        let defenders = [PieceKind::King, PieceKind::Advisor, PieceKind::Elephant];
        let defenders = defenders.map(|kind| position.kind(kind));
        (position.occupied() - (defenders[0] | defenders[1] | defenders[2])).is_empty()
    }

    /// No move loses, in check or not.
    fn no_moves(position: &Position<Self>) -> Outcome {
        let reason = if position.checkers().any() { Reason::Checkmate } else { Reason::Stalemate };
        Outcome::win(!position.side(), reason)
    }

    fn repetition(cycle: &[Position<Self>], moves: &[Move]) -> Outcome {
        chase::repetition(cycle, moves)
    }

    fn notation(position: &Position<Self>, mv: Move) -> String {
        wxf::write(position, mv)
    }

    fn parse_notation(position: &Position<Self>, text: &str) -> Result<Move, MoveError> {
        wxf::parse(position, text)
    }
}

/// The first rank, as the side counts it, beyond the river.
const RIVER: u8 = 5;

const BOARD: &Geometry = &BOARD_9X10;

/// For every square a set for each of the 16 ways in which four neighbours can be occupied.
type Hobbled = [[Bitboard; 16]; 128];

/// Where the steppers go; built by the compiler.
struct Steps {
    /// From a square of either palace to those orthogonally beside it in the palace.
    king: Table,
    /// The same diagonally.
    advisor: Table,
    /// Where a soldier goes, by colour.
    soldier: [Table; 2],
    /// Whence a soldier of that colour comes.
    soldier_to: [Table; 2],
    /// Where an elephant goes, by what stands on its eyes: see [`diagonal_neighbours`].
    elephant: Hobbled,
    /// Where a horse goes, by what stands on its legs: see [`orthogonal_neighbours`].
    horse: Hobbled,
    /// Whence a horse comes, whose legs are then the diagonal neighbours of its target.
    horse_to: Hobbled,
}

static STEPS: Steps = Steps::new();

/// Left, right, back, forward by the bit that [`orthogonal_neighbours`] gives each.
const ORTHOGONAL: [(i8, i8); 4] = [(0, -1), (-1, 0), (0, 1), (1, 0)];
/// By the bit that [`diagonal_neighbours`] gives each.
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

impl Steps {
    const fn new() -> Steps {
        let empty: Table = [Bitboard::EMPTY; 128];
        let hobbled: Hobbled = [[Bitboard::EMPTY; 16]; 128];
        let mut steps = Steps {
            king: empty,
            advisor: empty,
            soldier: [empty; 2],
            soldier_to: [empty; 2],
            elephant: hobbled,
            horse: hobbled,
            horse_to: hobbled,
        };
        let mut square = 0;
        while square < 90 {
            steps.add_palace(square);
            steps.add_soldiers(square);
            let mut neighbours = 0;
            while neighbours < 16 {
                steps.add_hobbled(square, neighbours);
                neighbours += 1;
            }
            square += 1;
        }
        steps
    }

    const fn add_palace(&mut self, square: u8) {
        let mut i = 0;
        while i < 4 {
            let (straight, oblique) = (shift(square, ORTHOGONAL[i]), shift(square, DIAGONAL[i]));
            if in_palace(square) && in_palace(straight) {
                self.king[square as usize].0 |= 1 << straight;
            }
            if in_palace(square) && in_palace(oblique) {
                self.advisor[square as usize].0 |= 1 << oblique;
            }
            i += 1;
        }
    }

    const fn add_soldiers(&mut self, square: u8) {
        let mut color = 0;
        while color < 2 {
            let crossed = (square / 9 >= RIVER) == (color == 0);
            let forward = if color == 0 { (0, 1) } else { (0, -1) };
            let steps = [forward, (-1, 0), (1, 0)];
            let mut i = 0;
            while i < if crossed { 3 } else { 1 } {
                let to = shift(square, steps[i]);
                if to != OFF {
                    self.soldier[color][square as usize].0 |= 1 << to;
                    self.soldier_to[color][to as usize].0 |= 1 << square;
                }
                i += 1;
            }
            color += 1;
        }
    }

    /// Adds the steps over those neighbours that are not in the bits of `neighbours`.
    const fn add_hobbled(&mut self, square: u8, neighbours: usize) {
        let from = square as usize;
        let mut i = 0;
        while i < 4 {
            if neighbours >> i & 1 == 0 {
                let (x, y) = DIAGONAL[i];
                let target = shift(square, (2 * x, 2 * y));
                if target != OFF && (square / 9 < RIVER) == (target / 9 < RIVER) {
                    self.elephant[from][neighbours].0 |= 1 << target;
                }
                let sources = [shift(square, (2 * x, y)), shift(square, (x, 2 * y))];
                let (x, y) = ORTHOGONAL[i];
                // The outward diagonals: (1,0) leads to (2,1) and (2,-1), (0,1) to (1,2) and (-1,2).
                let targets =
                    [shift(square, (2 * x + y, 2 * y + x)), shift(square, (2 * x - y, 2 * y - x))];
                let mut side = 0;
                while side < 2 {
                    if sources[side] != OFF {
                        self.horse_to[from][neighbours].0 |= 1 << sources[side];
                    }
                    if targets[side] != OFF {
                        self.horse[from][neighbours].0 |= 1 << targets[side];
                    }
                    side += 1;
                }
            }
            i += 1;
        }
    }
}

/// What [`shift`] gives off the board.
const OFF: u8 = 127;

/// The square so many files and ranks away, or [`OFF`].
const fn shift(square: u8, (files, ranks): (i8, i8)) -> u8 {
    let (file, rank) = ((square % 9) as i8 + files, (square / 9) as i8 + ranks);
    if file < 0 || file > 8 || rank < 0 || rank > 9 { OFF } else { (rank * 9 + file) as u8 }
}

const fn in_palace(square: u8) -> bool {
    let (file, rank) = (square % 9, square / 9);
    square != OFF && 3 <= file && file <= 5 && (rank <= 2 || rank >= 7)
}

/// Which orthogonal neighbours are occupied: bit 0 behind (as White sees it), 1 left, 2 ahead, 3
/// right. A neighbour off the board has any value.
#[inline]
const fn orthogonal_neighbours(square: Square, occupied: Bitboard) -> usize {
    let around = (occupied.0 << 9 >> square.index()) as usize;
    (around & 1) | (around >> 7 & 0b1010) | (around >> 16 & 0b100)
}

/// Which diagonal neighbours are occupied: bit 0 behind left, 1 ahead left, 2 behind right, 3 ahead
/// right. A neighbour off the board has any value.
#[inline]
const fn diagonal_neighbours(square: Square, occupied: Bitboard) -> usize {
    let around = (occupied.0 << 10 >> square.index()) as usize;
    (around & 0b101) | (around >> 17 & 0b1010)
}

#[inline]
fn horse(square: Square, occupied: Bitboard) -> Bitboard {
    STEPS.horse[square.index()][orthogonal_neighbours(square, occupied)]
}

#[inline]
fn elephant(square: Square, occupied: Bitboard) -> Bitboard {
    STEPS.elephant[square.index()][diagonal_neighbours(square, occupied)]
}

#[inline]
fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    Bitboard(BOARD.sliders.rook(square.index() as u8, occupied.0))
}

#[inline]
fn cannon(square: Square, occupied: Bitboard) -> Bitboard {
    let (rook, captures) = BOARD.sliders.rook_and_cannon(square.index() as u8, occupied.0);
    (Bitboard(rook) - occupied) | Bitboard(captures)
}

/// The square that must be empty for a horse to go from `horse` to `target`, one of its leaps.
fn leg(horse: Square, target: Square) -> Square {
    let (from, to) = (horse.index() as i8, target.index() as i8);
    let step = match to - from {
        17 | 19 => 9,
        -17 | -19 => -9,
        11 | -7 => 1,
        _ => -1,
    };
    Square::masked((from + step) as u8)
}

/// [`Rules::attackers`]; a general that faces the square is one of them.
#[inline]
fn attackers(
    position: &Position<Xiangqi>,
    square: Square,
    by: Color,
    occupied: Bitboard,
) -> Bitboard {
    let i = square.index();
    let mut found = STEPS.soldier_to[by.index()][i] & position.pieces(PieceKind::Soldier, by);
    let horses = position.pieces(PieceKind::Horse, by) & BOARD.knight[i];
    if horses.any() {
        found |= horses & STEPS.horse_to[i][diagonal_neighbours(square, occupied)];
    }
    let (straight, cannons) = snipers(position, square, by);
    for sniper in straight {
        if !BOARD.between(square, sniper).meets(occupied) {
            found |= sniper.bit();
        }
    }
    for cannon in cannons {
        let screens = BOARD.between(square, cannon) & occupied;
        if screens.any() && !screens.many() {
            found |= cannon.bit();
        }
    }
    found
}

/// The side's pieces in line with the square: rooks and general, and cannons.
#[inline]
fn snipers(position: &Position<Xiangqi>, square: Square, by: Color) -> (Bitboard, Bitboard) {
    let lines = BOARD.orthogonals[square.index()] & position.color(by);
    let straight = position.kind(PieceKind::Rook) | position.kind(PieceKind::King);
    (lines & straight, lines & position.kind(PieceKind::Cannon))
}

/// [`Rules::legality`]; see the head of this file.
#[inline]
fn legality(position: &Position<Xiangqi>) -> Legality {
    let mut legality = Legality::none(BOARD.board);
    constraints(position, |constraint| legality.add(constraint));
    legality
}

/// Where a piece may go that some constraint binds.
#[inline(never)]
pub(crate) fn bound_targets(position: &Position<Xiangqi>, from: Square) -> Bitboard {
    let mut targets = BOARD.board;
    constraints(position, |constraint| targets &= constraint.targets(from));
    targets
}

/// Hands on what the general's safety asks of the other pieces' moves.
#[inline(always)]
fn constraints(position: &Position<Xiangqi>, mut hand: impl FnMut(Constraint)) {
    let us = position.side;
    let king = position.king(us);
    let (occupied, own) = (position.occupied(), position.color(us));
    let soldiers = STEPS.soldier_to[(!us).index()][king.index()];
    for soldier in soldiers & position.pieces(PieceKind::Soldier, !us) {
        hand(Constraint::all(soldier.bit()));
    }
    for horse in BOARD.knight[king.index()] & position.pieces(PieceKind::Horse, !us) {
        let leg = leg(horse, king).bit();
        if !leg.meets(occupied) {
            hand(Constraint::all(leg | horse.bit()));
        } else if leg.meets(own) {
            hand(Constraint::bind(leg, horse.bit(), BOARD.board));
        }
    }
    let (straight, cannons) = snipers(position, king, !us);
    for sniper in straight {
        let path = BOARD.between(king, sniper);
        let blockers = path & occupied;
        let line = path | sniper.bit();
        if blockers.is_empty() {
            hand(Constraint::all(line));
        } else if !blockers.many() && blockers.meets(own) {
            hand(Constraint::bind(blockers, line, BOARD.board));
        }
    }
    for cannon in cannons {
        let path = BOARD.between(king, cannon);
        if let Some(constraint) = against_cannon(path, cannon, occupied, own) {
            hand(constraint);
        }
    }
}

/// What a cannon asks that sees the general over the path.
#[inline]
fn against_cannon(
    path: Bitboard,
    cannon: Square,
    occupied: Bitboard,
    own: Bitboard,
) -> Option<Constraint> {
    let screens = path & occupied;
    let first = screens.lowest().bit() & screens;
    let others = screens - first;
    if screens.is_empty() {
        return Some(Constraint::all(BOARD.board - path));
    }
    let remedies = (path - screens) | cannon.bit();
    if others.is_empty() {
        // A second screen, the cannon's capture, or the screen's departure.
        Some(if screens.meets(own) {
            Constraint::bind(screens, BOARD.board - path, remedies)
        } else {
            Constraint::all(remedies)
        })
    } else if !others.many() && screens.meets(own) {
        Some(Constraint::bind(screens & own, remedies, BOARD.board))
    } else {
        None
    }
}

struct Generator<'p> {
    position: &'p Position<Xiangqi>,
    legality: &'p Legality,
    movers: Bitboard,
    occupied: Bitboard,
    /// Targets of the mode.
    targets: Bitboard,
}

impl<'p> Generator<'p> {
    #[inline]
    fn new(
        position: &'p Position<Xiangqi>,
        legality: &'p Legality,
        mode: Mode,
        movers: Bitboard,
    ) -> Self {
        let us = position.side;
        let occupied = position.occupied();
        let empty = BOARD.board - occupied;
        let enemies = position.color(!us) - position.kind(PieceKind::King);
        let targets = match mode {
            Mode::All => empty | enemies,
            Mode::Noisy => enemies,
            Mode::Quiet => empty,
        };
        Generator { position, legality, movers, occupied, targets }
    }

    #[inline]
    fn run<S: Sink>(&self, sink: &mut S) {
        self.king_moves(sink);
        if (self.legality.free | self.legality.bound).is_empty() {
            return;
        }
        self.soldier_moves(sink);
        let occupied = self.occupied;
        for from in self.own(PieceKind::Rook) {
            self.emit(from, rook(from, occupied), sink);
        }
        for from in self.own(PieceKind::Cannon) {
            self.emit(from, cannon(from, occupied), sink);
        }
        for from in self.own(PieceKind::Horse) {
            self.emit(from, horse(from, occupied), sink);
        }
        for from in self.own(PieceKind::Elephant) {
            self.emit(from, elephant(from, occupied), sink);
        }
        for from in self.own(PieceKind::Advisor) {
            self.emit(from, STEPS.advisor[from.index()], sink);
        }
    }

    #[inline]
    fn own(&self, kind: PieceKind) -> Bitboard {
        self.position.pieces(kind, self.position.side) & self.movers
    }

    /// Where the general's safety lets the piece on the square go.
    #[inline]
    fn allowed(&self, from: Square) -> Bitboard {
        self.legality.targets(from, || bound_targets(self.position, from))
    }

    #[inline]
    fn emit<S: Sink>(&self, from: Square, reach: Bitboard, sink: &mut S) {
        sink.targets(from, reach & self.targets & self.allowed(from));
    }

    #[inline]
    fn king_moves<S: Sink>(&self, sink: &mut S) {
        let us = self.position.side;
        let from = self.position.king(us);
        if !self.movers.contains(from) {
            return;
        }
        let mut targets = STEPS.king[from.index()] & self.targets;
        if self.legality.guarded {
            let occupied = self.occupied - from.bit();
            for to in targets {
                if attackers(self.position, to, !us, occupied).any() {
                    targets -= to.bit();
                }
            }
        }
        sink.targets(from, targets);
    }

    #[inline]
    fn soldier_moves<S: Sink>(&self, sink: &mut S) {
        let soldiers = self.own(PieceKind::Soldier);
        self.soldier_set(soldiers - self.legality.bound, self.legality.free, sink);
        for soldier in soldiers & self.legality.bound {
            self.soldier_set(soldier.bit(), self.allowed(soldier), sink);
        }
    }

    /// The moves of soldiers that share the same allowed targets.
    #[inline]
    fn soldier_set<S: Sink>(&self, soldiers: Bitboard, allowed: Bitboard, sink: &mut S) {
        let allowed = allowed & self.targets;
        let us = self.position.side;
        let (ahead, offset) = match us {
            Color::White => (soldiers.up(9), 9),
            Color::Black => (soldiers.down(9), -9),
        };
        sink.pawns(ahead & allowed, offset, MoveKind::Normal);
        let crossed = soldiers & half(!us);
        if crossed.any() {
            let left = (crossed - BOARD.file_set(0)).down(1);
            let right = (crossed - BOARD.file_set(8)).up(1);
            sink.pawns(left & allowed, -1, MoveKind::Normal);
            sink.pawns(right & allowed, 1, MoveKind::Normal);
        }
    }
}

/// The squares on a side's side of the river.
#[inline]
pub(crate) const fn half(side: Color) -> Bitboard {
    const RED: u128 = (1 << (9 * RIVER)) - 1;
    match side {
        Color::White => Bitboard(RED),
        Color::Black => Bitboard(RED << (9 * RIVER)),
    }
}

#[cfg(test)]
pub(crate) mod tests;
