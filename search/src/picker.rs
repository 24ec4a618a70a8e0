//! Which move is searched next.

use arrayvec::ArrayVec;
use stymie_eval::Evaluate;
use stymie_movegen::{Bitboard, MAX_MOVES, Mode, Move, Piece, PieceKind, Position, SLOTS, Sink};

use crate::history::{Before, Histories, PieceTo, Quiets};
use crate::params::Params;
use crate::see;

/// What the ordering of moves depends on beside the position.
#[derive(Clone, Copy)]
pub(crate) struct Hints<'h> {
    pub(crate) params: &'h Params,
    pub(crate) histories: &'h Histories,
    pub(crate) killers: [Option<Move>; 2],
    pub(crate) before: Before,
}

impl<'h> Hints<'h> {
    /// What orders the position's quiet moves.
    fn quiets<R: Evaluate>(&self, position: &Position<R>) -> QuietOrder<'h> {
        QuietOrder {
            params: self.params,
            killers: self.killers,
            counter: self.histories.counter(self.before[0]),
            histories: self.histories.quiets(position.side(), self.before),
            checks: check_squares(position),
        }
    }

    /// The order of a capture or promotion: first what it wins, then history and the cheaper
    /// capturer.
    fn noisy<R: Evaluate>(&self, position: &Position<R>, mv: Move) -> i32 {
        let victim = victim(position, mv);
        let won = victim.map_or(0, |kind| R::piece_value(kind)) * 16;
        let promoted = mv.promotion().map_or(0, |kind| R::piece_value(kind) * 16);
        let history = match victim {
            Some(kind) => self.histories.capture(piece_to(position, mv), kind.slot()),
            None => 0,
        };
        let attacker = position.piece_at(mv.from()).map_or(0, |piece| R::piece_value(piece.kind()));
        won + promoted + history / 8 - attacker
    }
}

/// What the order of a position's quiet moves depends on.
struct QuietOrder<'h> {
    params: &'h Params,
    killers: [Option<Move>; 2],
    /// The move that refuted the last one.
    counter: Option<Move>,
    histories: Quiets<'h>,
    checks: [Bitboard; SLOTS],
}

impl QuietOrder<'_> {
    /// The order of the move; higher is earlier.
    #[inline]
    fn of<R: Evaluate>(&self, position: &Position<R>, mv: Move) -> i32 {
        if self.killers[0] == Some(mv) {
            return 400_000;
        }
        if self.killers[1] == Some(mv) {
            return 300_000;
        }
        if self.counter == Some(mv) {
            return 200_000;
        }
        let history = self.histories.of(mv, piece_to(position, mv));
        if self.checks(position, mv) && see::reaches(position, mv, -self.params.check_risk) {
            history + self.params.check_bonus
        } else {
            history
        }
    }

    /// Whether the move goes to one of its piece's [`check_squares`].
    #[inline]
    fn checks<R: Evaluate>(&self, position: &Position<R>, mv: Move) -> bool {
        let piece = position.piece_at(mv.from());
        piece.is_some_and(|piece| R::narrowed(self.checks[piece.slot()]).contains(mv.to()))
    }
}

/// The moved piece and its target.
#[inline]
pub(crate) fn piece_to<R: Evaluate>(position: &Position<R>, mv: Move) -> PieceTo {
    position.piece_at(mv.from()).map_or(PieceTo::NONE, |piece| PieceTo::new(piece, mv.to()))
}

/// The kind of the captured piece.
#[inline]
pub(crate) fn victim<R: Evaluate>(position: &Position<R>, mv: Move) -> Option<PieceKind> {
    let square = position.captured_square(mv)?;
    position.piece_at(square).map(|piece| piece.kind())
}

/// By slot, the squares from which a piece of the side to move attacks the enemy king: exact where
/// attacks are symmetric, a guess for xiangqi's horses and cannons.
fn check_squares<R: Evaluate>(position: &Position<R>) -> [Bitboard; SLOTS] {
    let (us, them) = (position.side(), !position.side());
    let king = position.king(them);
    let zone = position.zone(them);
    let mut squares = [Bitboard::EMPTY; SLOTS];
    for &kind in R::PIECES {
        if !matches!(kind, PieceKind::King | PieceKind::Hia) {
            // A pawn attacks the squares from which an enemy pawn would attack it.
            let pawn = matches!(kind, PieceKind::Pawn | PieceKind::Soldier);
            let color = if pawn { them } else { us };
            squares[kind.slot()] = R::reach(position, Piece::new(kind, color), king, zone);
        }
    }
    squares
}

/// A move with its order in one word that sorts by order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Scored(u64);

impl Scored {
    #[inline]
    fn new(mv: Move, order: i32) -> Scored {
        // The sign bit flipped, negative orders sort below positive ones.
        Scored(u64::from(order as u32 ^ 1 << 31) << 32 | u64::from(mv.to_bits()))
    }

    #[inline]
    fn mv(self) -> Option<Move> {
        Move::from_bits(self.0 as u32)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Table,
    GenerateNoisy,
    GoodNoisy,
    GenerateQuiet,
    Quiet,
    BadNoisy,
    GenerateChecks,
    Checks,
    Done,
}

/// Hands out the legal moves of a position, the promising first: the table's move, captures and
/// promotions that lose nothing, quiet moves, losing captures. Each stage's moves are generated
/// when the one before is used up.
pub(crate) struct Picker {
    table_move: Option<Move>,
    stage: Stage,
    /// Whether losing captures and quiet moves are handed out at all.
    all: bool,
    /// Whether quiet moves still are.
    quiets: bool,
    /// Whether quiet checks are, where not all moves are.
    checks: bool,
    /// Exchanges that win less are bad.
    threshold: i32,
    moves: ArrayVec<Scored, MAX_MOVES>,
    next: usize,
    /// So many bad captures lie in front.
    bad: usize,
}

impl Picker {
    /// All legal moves. The table's move must be legal.
    pub(crate) fn all(table_move: Option<Move>) -> Picker {
        Picker::new(table_move, true, 0, false)
    }

    /// Only captures and promotions whose exchange wins at least `threshold`. The table's move must
    /// be such a move, exchange aside, and legal. With `checks` quiet moves that check and lose
    /// nothing follow.
    pub(crate) fn noisy(table_move: Option<Move>, threshold: i32, checks: bool) -> Picker {
        Picker::new(table_move, false, threshold, checks)
    }

    fn new(table_move: Option<Move>, all: bool, threshold: i32, checks: bool) -> Picker {
        Picker {
            table_move,
            stage: Stage::Table,
            all,
            quiets: all,
            checks,
            threshold,
            moves: ArrayVec::new(),
            next: 0,
            bad: 0,
        }
    }

    /// Hands out no more quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        self.quiets = false;
        if matches!(self.stage, Stage::GenerateQuiet | Stage::Quiet) {
            self.stage = Stage::BadNoisy;
            self.next = 0;
        }
    }

    /// The next move.
    pub(crate) fn next<R: Evaluate>(
        &mut self,
        position: &Position<R>,
        hints: &Hints<'_>,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::GenerateNoisy;
                    if self.table_move.is_some() {
                        return self.table_move;
                    }
                }
                Stage::GenerateNoisy => {
                    self.generate(position, Mode::Noisy, |mv| Some(hints.noisy(position, mv)));
                    self.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => match self.take_best() {
                    Some(mv) if see::reaches(position, mv, self.threshold) => return Some(mv),
                    Some(_) => {
                        self.moves[self.bad] = self.moves[self.next - 1];
                        self.bad += 1;
                    }
                    None if self.quiets => self.stage = Stage::GenerateQuiet,
                    None if self.all => {
                        self.stage = Stage::BadNoisy;
                        self.next = 0;
                    }
                    None if self.checks => self.stage = Stage::GenerateChecks,
                    None => self.stage = Stage::Done,
                },
                Stage::GenerateChecks => {
                    self.moves.clear();
                    self.next = 0;
                    let order = hints.quiets(position);
                    self.generate(position, Mode::Quiet, |mv| {
                        order.checks(position, mv).then(|| order.of(position, mv))
                    });
                    self.stage = Stage::Checks;
                }
                Stage::Checks => match self.take_best() {
                    Some(mv) if see::reaches(position, mv, 0) => return Some(mv),
                    Some(_) => {}
                    None => self.stage = Stage::Done,
                },
                Stage::GenerateQuiet => {
                    self.moves.truncate(self.bad);
                    self.next = self.bad;
                    let order = hints.quiets(position);
                    self.generate(position, Mode::Quiet, |mv| Some(order.of(position, mv)));
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.take_best() {
                    Some(mv) => return Some(mv),
                    None => {
                        self.stage = Stage::BadNoisy;
                        self.next = 0;
                    }
                },
                Stage::BadNoisy => {
                    if self.next < self.bad {
                        self.next += 1;
                        return self.moves[self.next - 1].mv();
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    #[inline(never)]
    fn generate<R: Evaluate>(
        &mut self,
        position: &Position<R>,
        mode: Mode,
        order: impl Fn(Move) -> Option<i32>,
    ) {
        let mut ordered = Ordered { moves: &mut self.moves, except: self.table_move, order };
        position.generate(mode, &mut ordered);
    }

    /// Takes the best of the moves left.
    #[inline]
    fn take_best(&mut self) -> Option<Move> {
        let left = self.moves.get_mut(self.next..)?;
        let (best, _) = left.iter().enumerate().max_by_key(|(_, scored)| **scored)?;
        left.swap(0, best);
        let mv = left[0].mv();
        self.next += 1;
        mv
    }
}

/// Lists moves with their orders, but for one.
struct Ordered<'m, F> {
    moves: &'m mut ArrayVec<Scored, MAX_MOVES>,
    except: Option<Move>,
    /// `None` leaves the move out.
    order: F,
}

impl<F: Fn(Move) -> Option<i32>> Sink for Ordered<'_, F> {
    #[inline(always)]
    fn single(&mut self, mv: Move) {
        if self.except != Some(mv)
            && let Some(order) = (self.order)(mv)
        {
            self.moves.push(Scored::new(mv, order));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stymie_movegen::{VariantId, dispatch};

    /// The picker hands out exactly the legal moves, whatever the table's move is.
    fn hands_out_each_move_once<R: Evaluate>() {
        let histories = Histories::new().unwrap();
        let mut position = Position::<R>::start();
        for n in 0..200_usize {
            let legal = position.legal_moves();
            if legal.is_empty() {
                position = Position::start();
                continue;
            }
            let table_move = (n % 3 != 0).then(|| legal[n * 7 % legal.len()]);
            let killers = [Some(legal[0]), Some(legal[legal.len() - 1])];
            let hints = Hints {
                params: &Params::DEFAULT,
                histories: &histories,
                killers,
                before: [PieceTo::NONE; 3],
            };
            let mut picker = Picker::all(table_move);
            let mut picked: Vec<_> =
                std::iter::from_fn(|| picker.next(&position, &hints)).map(Move::to_bits).collect();
            let mut wanted: Vec<_> = legal.iter().map(|mv| mv.to_bits()).collect();
            picked.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(picked, wanted, "{position:?}");
            position = position.play(legal[n * 31 % legal.len()]);
        }
    }

    #[test]
    fn every_legal_move_is_handed_out_once() {
        for variant in VariantId::ALL {
            dispatch!(variant, R => hands_out_each_move_once::<R>());
        }
    }

    #[test]
    fn orders_sort_negative_below_positive() {
        let mv = stymie_movegen::open(VariantId::Chess).legal_moves()[0];
        assert!(
            Scored::new(mv, -5) < Scored::new(mv, 3) && Scored::new(mv, 3) < Scored::new(mv, 4)
        );
        assert_eq!(Scored::new(mv, -5).mv(), Some(mv));
    }
}
