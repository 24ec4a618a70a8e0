//! The moves of everything but xiangqi: orthodox pieces and the bodyguards' games' own, the zone,
//! castling, adjustment, en passant.
//!
//! The zone is one line: a slider sees `occupied | enemy zone` as its blockers, since a blocker
//! may be entered but not passed. The same function serves moves and attacks on the king; there it
//! is the zone of the king's own side that brakes the attacker.

use crate::bitboard::{Bitboard, Square};
use crate::legality::{Constraint, Legality};
use crate::moves::{Mode, Move, MoveKind, Sink};
use crate::piece::{Color, Piece, PieceKind};
use crate::position::Position;
use crate::rights::{RightKind, RightSpec, rank_span};
use crate::rules::{Rules, has};

#[inline]
fn rook<R: Rules>(square: Square, blockers: Bitboard) -> Bitboard {
    R::narrowed(Bitboard(R::GEOMETRY.sliders.rook(square.index() as u8, blockers.0)))
}

#[inline]
fn bishop<R: Rules>(square: Square, blockers: Bitboard) -> Bitboard {
    R::narrowed(Bitboard(R::GEOMETRY.sliders.bishop(square.index() as u8, blockers.0)))
}

#[inline]
fn queen<R: Rules>(square: Square, blockers: Bitboard) -> Bitboard {
    R::narrowed(Bitboard(R::GEOMETRY.sliders.queen(square.index() as u8, blockers.0)))
}

/// A side's pieces that slide along ranks and files without limit.
#[inline]
fn orthogonal_sliders<R: Rules>(position: &Position<R>, color: Color) -> Bitboard {
    position.pieces_if_any(PieceKind::Rook, color)
        | position.pieces_if_any(PieceKind::Queen, color)
        | position.pieces_if_any(PieceKind::Bers, color)
}

/// A side's pieces that slide along diagonals without limit.
#[inline]
fn diagonal_sliders<R: Rules>(position: &Position<R>, color: Color) -> Bitboard {
    let bishops = if R::BISHOP_LEAPS {
        Bitboard::EMPTY
    } else {
        position.pieces_if_any(PieceKind::Bishop, color)
    };
    bishops
        | position.pieces_if_any(PieceKind::Queen, color)
        | position.pieces_if_any(PieceKind::Minister, color)
}

/// The pieces of the side `by` that attack the square by a step or a leap that nothing can
/// interrupt. The king is left out.
#[inline]
fn leapers_to<R: Rules>(position: &Position<R>, square: Square, by: Color) -> Bitboard {
    let (board, i) = (R::GEOMETRY, square.index());
    let mut found =
        board.pawn_attacks[(!by).index()][i] & position.pieces_if_any(PieceKind::Pawn, by);
    if has::<R>(PieceKind::Knight) || has::<R>(PieceKind::Minister) {
        let knights = position.pieces_if_any(PieceKind::Knight, by)
            | position.pieces_if_any(PieceKind::Minister, by);
        found |= board.knight[i] & knights;
    }
    if has::<R>(PieceKind::Kwagga) {
        found |= board.camel[i] & position.pieces_if_any(PieceKind::Kwagga, by);
    }
    if has::<R>(PieceKind::Bers) {
        found |= board.ferz[i] & position.pieces_if_any(PieceKind::Bers, by);
    }
    if R::BISHOP_LEAPS {
        found |= board.alfil[i] & position.pieces_if_any(PieceKind::Bishop, by);
    }
    found
}

/// [`Rules::attackers`].
#[inline]
pub(crate) fn attackers<R: Rules>(
    position: &Position<R>,
    square: Square,
    by: Color,
    occupied: Bitboard,
    zone: Bitboard,
) -> Bitboard {
    let (board, i) = (R::GEOMETRY, square.index());
    let mut found = leapers_to(position, square, by);
    found |= board.king[i] & position.pieces(PieceKind::King, by);
    let blockers = occupied | zone;
    let straight = orthogonal_sliders(position, by) & board.orthogonals[i];
    if straight.any() {
        found |= rook::<R>(square, blockers) & straight;
    }
    let diagonal = diagonal_sliders(position, by) & board.diagonals[i];
    if diagonal.any() {
        found |= bishop::<R>(square, blockers) & diagonal;
    }
    if has::<R>(PieceKind::Bodyguard) {
        let guards = position.pieces_if_any(PieceKind::Bodyguard, by) & board.two_steps[i];
        if guards.any() {
            found |= queen::<R>(square, blockers) & guards;
        }
    }
    found
}

/// [`Rules::reach`].
#[inline(always)]
pub(crate) fn reach<R: Rules>(
    position: &Position<R>,
    piece: Piece,
    square: Square,
    zone: Bitboard,
) -> Bitboard {
    reach_among(position, piece, square, position.occupied() | zone)
}

/// Where a piece could go whose sliding stops at `blockers` (which may be entered). Inlined because
/// callers know the kind: the choice among the kinds then costs nothing.
#[inline(always)]
fn reach_among<R: Rules>(
    position: &Position<R>,
    piece: Piece,
    square: Square,
    blockers: Bitboard,
) -> Bitboard {
    let (board, i) = (R::GEOMETRY, square.index());
    let reach = match piece.kind() {
        PieceKind::Pawn | PieceKind::Soldier => board.pawn_attacks[piece.color().index()][i],
        PieceKind::Knight | PieceKind::Horse => board.knight[i],
        PieceKind::Kwagga => kwagga_reach(position, square, blockers),
        PieceKind::Bishop | PieceKind::Elephant if R::BISHOP_LEAPS => board.alfil[i],
        PieceKind::Bishop | PieceKind::Elephant => bishop::<R>(square, blockers),
        PieceKind::Rook | PieceKind::Cannon => rook::<R>(square, blockers),
        PieceKind::Queen => queen::<R>(square, blockers),
        PieceKind::Bers => rook::<R>(square, blockers) | board.ferz[i],
        PieceKind::Hia | PieceKind::Bodyguard => queen::<R>(square, blockers) & board.two_steps[i],
        PieceKind::Minister => bishop::<R>(square, blockers) | board.knight[i],
        PieceKind::Advisor => board.ferz[i],
        PieceKind::King => board.king[i],
    };
    R::narrowed(reach)
}

/// A (1,3) leap, and a second one by the same step to an empty square if the first landing
/// square was empty and in no enemy zone.
#[inline]
fn kwagga_reach<R: Rules>(position: &Position<R>, square: Square, blockers: Bitboard) -> Bitboard {
    let (board, i) = (R::GEOMETRY, square.index());
    let first = board.camel[i];
    let far = board.camel_twice[i] - position.occupied();
    let mut reach = first;
    if far.any() {
        for landing in first - blockers {
            // A wrong square off the board's edge is an odd number of ranks away, a right one an
            // even number, so that the mask keeps just the right ones.
            let onward = (2 * landing.index()).wrapping_sub(i);
            if onward < 128 {
                reach |= Square::masked(onward as u8).bit() & far;
            }
        }
    }
    reach
}

/// [`Rules::may_stand`]: no pawns on the first and last rank.
pub(crate) fn may_stand<R: Rules>(piece: Piece, square: Square) -> bool {
    let rank = R::rank(square);
    piece.kind() != PieceKind::Pawn || (rank != 0 && rank != R::RANKS - 1)
}

/// The pawn that an en passant capture on the square takes: the first piece that the square's
/// visitor meets going backwards.
pub(crate) fn en_passant_victim<R: Rules>(position: &Position<R>, to: Square) -> Option<Square> {
    // The victim moved away from its own side, that is towards the side to move.
    let step = match position.side {
        Color::White => -i16::from(R::FILES),
        Color::Black => i16::from(R::FILES),
    };
    let mut square = to.index() as i16;
    for _ in 0..R::PAWN_STEPS {
        square += step;
        let candidate = Square::masked(u8::try_from(square).ok()?);
        if position.piece_at(candidate).is_some() {
            return Some(candidate);
        }
    }
    None
}

/// The squares that a pawn of `us` has skipped between `from` and `to` and on which an enemy
/// pawn could capture it.
pub(crate) fn en_passant_squares<R: Rules>(
    position: &Position<R>,
    from: Square,
    to: Square,
    us: Color,
) -> Bitboard {
    capturable(position, R::GEOMETRY.between(from, to), us)
}

/// Those of the `skipped` squares that an enemy pawn attacks.
pub(crate) fn capturable<R: Rules>(
    position: &Position<R>,
    skipped: Bitboard,
    pawn_side: Color,
) -> Bitboard {
    let pawns = position.pieces(PieceKind::Pawn, !pawn_side);
    let attacked =
        |square: &Square| R::GEOMETRY.pawn_attacks[pawn_side.index()][square.index()].meets(pawns);
    skipped.into_iter().filter(attacked).collect()
}

/// [`Rules::legality`].
#[inline]
pub(crate) fn legality<R: Rules>(position: &Position<R>) -> Legality {
    let mut legality = Legality::none(R::BOARD);
    constraints(position, |constraint| legality.add(constraint));
    legality
}

/// Where a piece may go that some constraint binds.
#[inline(never)]
fn bound_targets<R: Rules>(position: &Position<R>, from: Square) -> Bitboard {
    let mut targets = R::BOARD;
    constraints(position, |constraint| targets &= constraint.targets(from));
    targets
}

/// Hands on what the king's safety asks of the moves of all pieces but brakes.
#[inline(always)]
fn constraints<R: Rules>(position: &Position<R>, mut hand: impl FnMut(Constraint)) {
    let us = position.side;
    let king = position.king(us);
    for checker in position.checkers() & leapers_to(position, king, !us) {
        hand(Constraint::all(checker.bit()));
    }
    let occupied = position.occupied();
    let snipers = snipers(position, king, !us);
    if snipers.is_empty() {
        return;
    }
    let own_zone = position.zone(us);
    for sniper in snipers {
        let path = R::narrowed(R::GEOMETRY.between(king, sniper));
        let blockers = path & occupied;
        // An own zone square on the way brakes the sniper there, also after its piece left.
        if blockers.many() || path.meets(own_zone) {
            continue;
        }
        let line = path | sniper.bit();
        if blockers.is_empty() {
            hand(Constraint::all(line));
        } else if blockers.meets(position.color(us)) {
            hand(Constraint::bind(blockers, line, R::BOARD));
        }
    }
}

/// The pieces of the side `by` that would attack the square over a line if the board were else
/// empty and nothing braked.
#[inline]
fn snipers<R: Rules>(position: &Position<R>, square: Square, by: Color) -> Bitboard {
    let (board, i) = (R::GEOMETRY, square.index());
    let mut snipers = board.orthogonals[i] & orthogonal_sliders(position, by)
        | board.diagonals[i] & diagonal_sliders(position, by);
    if has::<R>(PieceKind::Bodyguard) {
        snipers |= board.two_steps[i] & position.pieces_if_any(PieceKind::Bodyguard, by);
    }
    snipers
}

/// Where a brake (Hia, Bodyguard) may go so that its king is safe afterwards.
///
/// With the brake lifted off the board, each line attack on the king must be stopped: by taking
/// the attacker, by standing on its way, or by standing beside its way, whose first zone square
/// then brakes it.
#[inline]
fn brake_targets<R: Rules>(position: &Position<R>, kind: PieceKind, brake: Square) -> Bitboard {
    let us = position.side;
    let king = position.king(us);
    let mut allowed = R::BOARD;
    for checker in position.checkers() & leapers_to(position, king, !us) {
        allowed &= checker.bit();
    }
    let board = R::GEOMETRY;
    let others = position.pieces(kind, us) - brake.bit();
    let stops = (position.occupied() - brake.bit()) | board.neighbours(others);
    for sniper in snipers(position, king, !us) {
        let path = board.between(king, sniper);
        if !path.meets(stops) {
            allowed &= sniper.bit() | path | board.neighbours(path);
        }
    }
    allowed
}

/// [`Rules::generate`].
#[inline]
pub(crate) fn generate<R: Rules, S: Sink>(
    position: &Position<R>,
    legality: &Legality,
    mode: Mode,
    movers: Bitboard,
    sink: &mut S,
) {
    Generator::new(position, legality, mode, movers).run(sink);
}

struct Generator<'p, R: Rules> {
    position: &'p Position<R>,
    legality: &'p Legality,
    mode: Mode,
    movers: Bitboard,
    /// Targets of the mode for pieces other than pawns.
    targets: Bitboard,
    enemies: Bitboard,
    empty: Bitboard,
    enemy_zone: Bitboard,
    king: Square,
}

impl<'p, R: Rules> Generator<'p, R> {
    #[inline]
    fn new(
        position: &'p Position<R>,
        legality: &'p Legality,
        mode: Mode,
        movers: Bitboard,
    ) -> Self {
        let us = position.side;
        let empty = R::BOARD - position.occupied();
        // Kings are never captured; a Hia beside one may not try.
        let enemies = position.color(!us) - position.king(!us).bit();
        let targets = match mode {
            Mode::All => empty | enemies,
            Mode::Noisy => enemies,
            Mode::Quiet => empty,
        };
        let (enemy_zone, king) = (position.zone(!us), position.king(us));
        Generator { position, legality, mode, movers, targets, enemies, empty, enemy_zone, king }
    }

    #[inline]
    fn run<S: Sink>(&self, sink: &mut S) {
        self.king_moves(sink);
        // In double check nothing but the king moves - and a brake, which may stop two sliders.
        if self.legality.free.any() {
            self.pawn_moves(sink);
            for &kind in R::PIECES {
                let plain = !matches!(kind, PieceKind::King | PieceKind::Pawn);
                if plain && R::BRAKE != Some(kind) {
                    self.piece_moves(kind, sink);
                }
            }
        }
        if let Some(brake) = R::BRAKE {
            self.brake_moves(brake, sink);
            let bound = self.legality.bound.any() || self.legality.free != R::BOARD;
            if bound && self.mode.noisy() && R::PROMOTIONS.contains(&brake) {
                self.braking_promotions(brake, sink);
            }
        }
        if R::PAWN_STEPS > 1 && self.position.en_passant.any() && self.mode.noisy() {
            self.en_passant_moves(self.own(PieceKind::Pawn), sink);
        }
        if !R::RIGHTS.is_empty() && self.mode.quiet() && self.position.rights.0 != 0 {
            self.right_moves(sink);
        }
    }

    #[inline]
    fn own(&self, kind: PieceKind) -> Bitboard {
        self.position.pieces(kind, self.position.side) & self.movers
    }

    #[inline]
    fn reach(&self, kind: PieceKind, from: Square) -> Bitboard {
        let piece = Piece::new(kind, self.position.side);
        let blockers = self.position.occupied() | self.enemy_zone;
        reach_among(self.position, piece, from, blockers) & self.targets
    }

    /// Where the king's safety lets the piece on the square go.
    #[inline]
    fn allowed(&self, from: Square) -> Bitboard {
        self.legality.targets(from, || bound_targets(self.position, from))
    }

    #[inline]
    fn piece_moves<S: Sink>(&self, kind: PieceKind, sink: &mut S) {
        for from in self.own(kind) {
            let targets = R::narrowed(self.reach(kind, from) & self.allowed(from));
            sink.targets(from, targets);
        }
    }

    #[inline]
    fn brake_moves<S: Sink>(&self, kind: PieceKind, sink: &mut S) {
        for from in self.own(kind) {
            let mut targets = self.reach(kind, from);
            if self.legality.guarded {
                targets &= brake_targets(self.position, kind, from);
            }
            sink.targets(from, targets);
        }
    }

    /// Promotions to a brake that leave an attack on the king open but for the new zone, which
    /// stops it. The constraints know nothing of that zone; [`Generator::pawn_set`] has left these out.
    fn braking_promotions<S: Sink>(&self, brake: PieceKind, sink: &mut S) {
        let us = self.position.side;
        let last_rank = R::EDGES.first_rank[(!us).index()];
        for pawn in self.own(PieceKind::Pawn) {
            let captures = R::GEOMETRY.pawn_attacks[us.index()][pawn.index()] & self.enemies;
            let ahead = match us {
                Color::White => pawn.bit().up(R::FILES as u32),
                Color::Black => pawn.bit().down(R::FILES as u32),
            };
            let targets = (captures | ahead & self.empty) & last_rank;
            for to in targets - self.allowed(pawn) {
                let occupied = (self.position.occupied() - pawn.bit()) | to.bit();
                let zone = self.position.zone(us) | R::GEOMETRY.king[to.index()];
                let attackers = R::attackers(self.position, self.king, !us, occupied, zone);
                if (attackers - to.bit()).is_empty() {
                    sink.single(Move::promotion_to(pawn, to, brake));
                }
            }
        }
    }

    #[inline]
    fn king_moves<S: Sink>(&self, sink: &mut S) {
        let from = self.king;
        if !self.movers.contains(from) {
            return;
        }
        let mut targets = R::narrowed(R::GEOMETRY.king[from.index()] & self.targets);
        if self.legality.guarded && targets.any() {
            let us = self.position.side;
            let occupied = self.position.occupied() - from.bit();
            let zone = self.position.zone(us);
            for to in targets {
                if R::attackers(self.position, to, !us, occupied, zone).any() {
                    targets -= to.bit();
                }
            }
        }
        sink.targets(from, targets);
    }

    #[inline]
    fn pawn_moves<S: Sink>(&self, sink: &mut S) {
        let pawns = self.own(PieceKind::Pawn);
        self.pawn_set(pawns - self.legality.bound, self.legality.free, sink);
        for pawn in pawns & self.legality.bound {
            self.pawn_set(pawn.bit(), self.allowed(pawn), sink);
        }
    }

    /// The moves of pawns that share the same allowed targets.
    #[inline]
    fn pawn_set<S: Sink>(&self, pawns: Bitboard, allowed: Bitboard, sink: &mut S) {
        if pawns.is_empty() {
            return;
        }
        let (us, files) = (self.position.side, R::FILES as i8);
        let forward = match us {
            Color::White => files,
            Color::Black => -files,
        };
        let pawns = R::narrowed(pawns);
        let step = |set: Bitboard| match us {
            Color::White => R::narrowed(set.up(R::FILES as u32)),
            Color::Black => set.down(R::FILES as u32),
        };
        let last_rank = R::EDGES.first_rank[(!us).index()];
        let single = step(pawns) & self.empty;
        if self.mode.quiet() {
            sink.pawns((single & allowed) - last_rank, forward, MoveKind::Normal);
            let mut path = single & step(step(R::EDGES.first_rank[us.index()]));
            let mut offset = forward;
            for _ in 1..R::PAWN_STEPS {
                // A zone square on the way ends the move there.
                path = step(path - self.enemy_zone) & self.empty;
                offset += forward;
                sink.pawns(path & allowed, offset, MoveKind::MultiStep);
            }
        }
        if self.mode.noisy() {
            let promoting = single & allowed & last_rank;
            sink.promotions(promoting, forward, R::PROMOTIONS);
            let ahead = step(pawns);
            let (west, east) = (ahead - R::EDGES.west, ahead - R::EDGES.east);
            for (captures, offset) in [(west.down(1), forward - 1), (east.up(1), forward + 1)] {
                let captures = captures & self.enemies & allowed;
                sink.pawns(captures - last_rank, offset, MoveKind::Normal);
                sink.promotions(captures & last_rank, offset, R::PROMOTIONS);
            }
        }
    }

    /// En passant, with the king's safety looked at on the board afterwards.
    fn en_passant_moves<S: Sink>(&self, pawns: Bitboard, sink: &mut S) {
        let us = self.position.side;
        for to in self.position.en_passant {
            let Some(victim) = en_passant_victim(self.position, to) else { continue };
            let from_squares = R::GEOMETRY.pawn_attacks[(!us).index()][to.index()] & pawns;
            for from in from_squares {
                let occupied = (self.position.occupied() - from.bit() - victim.bit()) | to.bit();
                let zone = self.position.zone(us);
                let attackers =
                    R::attackers(self.position, self.king, !us, occupied, zone) - victim.bit();
                if !self.legality.guarded || attackers.is_empty() {
                    sink.single(Move::new(from, to, MoveKind::EnPassant));
                }
            }
        }
    }

    fn right_moves<S: Sink>(&self, sink: &mut S) {
        let us = self.position.side;
        for (i, right) in R::RIGHTS.iter().enumerate() {
            if !self.position.rights.has(us, i) {
                continue;
            }
            let (mover, partner) = R::RIGHTS_TABLE.squares[us.index()][i];
            if !self.movers.contains(mover) {
                continue;
            }
            match right.kind {
                RightKind::Castling { king_to, rook_to } => {
                    let square = |file| RightSpec::square(file, us, R::GEOMETRY);
                    if self.may_castle(mover, partner, square(king_to), square(rook_to)) {
                        sink.single(Move::new(mover, square(king_to), MoveKind::Castling));
                    }
                }
                RightKind::Adjustment => {
                    if !self.legality.guarded || self.may_adjust(mover, partner) {
                        sink.single(Move::new(mover, partner, MoveKind::Adjustment));
                    }
                }
            }
        }
    }

    /// Castling's conditions belong to the move itself and hold for the pseudo-legal one too.
    fn may_castle(&self, king: Square, rook: Square, king_to: Square, rook_to: Square) -> bool {
        let (us, occupied) = (self.position.side, self.position.occupied());
        if R::GEOMETRY.between(king, rook).meets(occupied) {
            return false;
        }
        let zone = self.position.zone(us);
        let safe =
            |square, occupied| R::attackers(self.position, square, !us, occupied, zone).is_empty();
        let after = (occupied - king.bit() - rook.bit()) | king_to.bit() | rook_to.bit();
        rank_span(king, king_to).into_iter().all(|square| safe(square, occupied))
            && safe(king_to, after)
    }

    /// The occupied squares stay the same; only a brake's zone may move.
    fn may_adjust(&self, bishop: Square, partner: Square) -> bool {
        let us = self.position.side;
        let mut zone = self.position.zone(us);
        if let Some(kind) = R::BRAKE
            && self.position.kind(kind).contains(partner)
        {
            let brakes = (self.position.pieces(kind, us) - partner.bit()) | bishop.bit();
            zone = R::GEOMETRY.neighbours(brakes);
        }
        let occupied = self.position.occupied();
        R::attackers(self.position, self.king, !us, occupied, zone).is_empty()
    }
}
