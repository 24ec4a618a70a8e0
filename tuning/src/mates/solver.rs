//! Proves mates by the rules alone: every move of the attacker, every reply of the defender, no
//! pruning but that a question once answered is not asked again. It shares nothing with the search
//! that it is to test.

use std::cmp::Reverse;

use stymie_movegen::{Move, Position, Rules};

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The side to move wins in so many of its moves, whatever is replied, and not in fewer.
    Mate(u32),
    /// Not within the number asked for.
    NoMate,
    /// It would take too many nodes to say.
    TooLong,
}

/// The nodes are used up.
struct OutOfNodes;

/// What was found out of a position, which is the attacker's or the defender's to move.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    /// The attacker wins in this many of its moves or fewer; 0: not known.
    won: u32,
    /// The attacker does not win in so many.
    missed: u32,
    /// The move that showed it.
    mv: Option<Move>,
}

/// So many slots, a power of two.
const SLOTS: usize = 1 << 18;

/// Tells a position with the defender to move from the same one with the attacker to move.
const DEFENDS: u64 = 0x5bd1_e995_97f4_a7c1;

/// Moves by squares: the square's index times this, and another's.
const SQUARES: usize = 128;

/// A mate solver. What it has learnt lasts from position to position.
pub(crate) struct Solver {
    slots: Vec<Slot>,
    /// How often a reply, by its squares, has saved the defender.
    saves: Vec<u32>,
    nodes: u64,
    limit: u64,
}

impl Solver {
    pub(crate) fn new() -> Solver {
        Solver {
            slots: vec![Slot::default(); SLOTS],
            saves: vec![0; SQUARES * SQUARES],
            nodes: 0,
            limit: 0,
        }
    }

    /// The shortest win on the board of the side to move, if it takes `most` moves at most: by
    /// mate, or where that wins by stalemate. At most about `limit` moves are made. Repetition is
    /// no matter, since no position comes twice on the way to the shortest mate; the halfmove clock
    /// must be too far from its limit to be one.
    pub(crate) fn shortest<R: Rules>(
        &mut self,
        position: &Position<R>,
        most: u32,
        limit: u64,
    ) -> Verdict {
        (self.nodes, self.limit) = (0, limit);
        self.saves.fill(0);
        if position.outcome_on_board().is_some() {
            return Verdict::NoMate;
        }
        for moves in 1..=most {
            match self.attack(position, moves) {
                Ok(true) => return Verdict::Mate(moves),
                Ok(false) => {}
                Err(OutOfNodes) => return Verdict::TooLong,
            }
        }
        Verdict::NoMate
    }

    /// Whether the side to move, the attacker, wins in so many moves.
    fn attack<R: Rules>(&mut self, position: &Position<R>, moves: u32) -> Result<bool, OutOfNodes> {
        let key = position.table_key();
        let slot = self.slot(key);
        if let Some(known) = slot.answers(moves) {
            return Ok(known);
        }
        let mut tries = Vec::new();
        for &mv in &position.legal_moves() {
            self.count()?;
            let child = position.play(mv);
            let replies = child.count_legal_moves();
            if replies == 0 {
                if child.outcome_on_board().is_some_and(|end| end.winner == Some(position.side())) {
                    self.store(Slot { key, won: 1, missed: 0, mv: Some(mv) });
                    return Ok(true);
                }
            } else if moves > 1 && child.outcome_on_board().is_none() {
                // Checks with few replies come first.
                let quiet = child.checkers().is_empty();
                tries.push((slot.mv != Some(mv), replies + 4 * u64::from(quiet), mv));
            }
        }
        tries.sort_by_key(|&(other, replies, _)| (other, replies));
        for (_, _, mv) in tries {
            if self.defend(&position.play(mv), moves - 1)? {
                self.store(Slot { key, won: moves, missed: slot.missed, mv: Some(mv) });
                return Ok(true);
            }
        }
        self.store(Slot { key, won: slot.won, missed: moves, mv: slot.mv });
        Ok(false)
    }

    /// Whether the side to move, the defender, loses in so many moves of the other, whatever it
    /// replies. It has a legal move.
    fn defend<R: Rules>(&mut self, position: &Position<R>, moves: u32) -> Result<bool, OutOfNodes> {
        let key = position.table_key() ^ DEFENDS;
        let slot = self.slot(key);
        if let Some(known) = slot.answers(moves) {
            return Ok(known);
        }
        let mut replies = position.legal_moves().to_vec();
        replies.sort_by_key(|&mv| {
            let saved = self.saves[squares(mv)];
            Reverse((slot.mv == Some(mv), saved, position.is_capture(mv)))
        });
        for mv in replies {
            self.count()?;
            let child = position.play(mv);
            let loses = match child.outcome_on_board() {
                Some(end) => end.winner == Some(!position.side()),
                None => self.attack(&child, moves)?,
            };
            if !loses {
                let saves = &mut self.saves[squares(mv)];
                *saves = saves.saturating_add(1 << moves);
                self.store(Slot { key, won: slot.won, missed: moves, mv: Some(mv) });
                return Ok(false);
            }
        }
        self.store(Slot { key, won: moves, missed: slot.missed, mv: slot.mv });
        Ok(true)
    }

    fn count(&mut self) -> Result<(), OutOfNodes> {
        self.nodes += 1;
        if self.nodes > self.limit { Err(OutOfNodes) } else { Ok(()) }
    }

    /// What is known under the key.
    fn slot(&self, key: u64) -> Slot {
        let slot = self.slots[key as usize % SLOTS];
        if slot.key == key { slot } else { Slot::default() }
    }

    fn store(&mut self, slot: Slot) {
        self.slots[slot.key as usize % SLOTS] = slot;
    }
}

impl Slot {
    /// Whether the attacker wins in so many moves, if that is known.
    fn answers(&self, moves: u32) -> Option<bool> {
        if self.won > 0 && self.won <= moves {
            Some(true)
        } else if self.missed >= moves {
            Some(false)
        } else {
            None
        }
    }
}

fn squares(mv: Move) -> usize {
    mv.from().index() * SQUARES + mv.to().index()
}

#[cfg(test)]
mod tests {
    use stymie_movegen::{VariantId, dispatch};

    use super::*;

    fn shortest(variant: VariantId, fen: &str, most: u32) -> Verdict {
        dispatch!(variant, R => {
            Solver::new().shortest(&Position::<R>::from_fen(fen).unwrap(), most, 3_000_000)
        })
    }

    /// The same question without order, table or sharing.
    fn plain<R: Rules>(position: &Position<R>, moves: u32) -> bool {
        let us = position.side();
        let wins = |child: &Position<R>| child.outcome_on_board().map(|end| end.winner == Some(us));
        position.legal_moves().iter().any(|&mv| {
            let child = position.play(mv);
            wins(&child).unwrap_or_else(|| {
                moves > 1
                    && child.legal_moves().iter().all(|&reply| {
                        let next = child.play(reply);
                        wins(&next).unwrap_or_else(|| plain(&next, moves - 1))
                    })
            })
        })
    }

    #[test]
    fn mates_are_proven_at_their_length_and_not_below() {
        for (variant, fen, moves) in [
            (VariantId::Chess, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1),
            (VariantId::Chess, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
            (VariantId::Hia, "9/9/9/K8/9/2p6/3k5/1q7 b - - 3 85", 3),
            (VariantId::Xiangqi, "2Ck5/6N2/3PP1P2/9/9/9/2n6/9/3K5/9 w - - 24 71", 3),
            // Stalemate.
            (VariantId::Xiangqi, "3k5/9/2P6/9/9/9/9/9/9/4K4 w - - 0 1", 1),
            // The bishop mates, the rook has given shak before.
            (VariantId::Shatar, "2k5/7p/1K6/8/8/5B2/8/3R2B1 w - - 0 1", 2),
        ] {
            assert_eq!(shortest(variant, fen, 5), Verdict::Mate(moves), "{variant} {fen}");
            assert_eq!(shortest(variant, fen, moves - 1), Verdict::NoMate, "{variant} {fen}");
        }
    }

    #[test]
    fn what_does_not_win_is_no_mate() {
        for (variant, fen) in [
            // Niol, a knight's mate, stalemate, robado.
            (VariantId::Shatar, "k1K5/p7/1P6/8/8/8/8/8 w - - 0 1"),
            (VariantId::Shatar, "kr6/pp5p/8/3N4/8/8/8/7K w - - 0 1"),
            (VariantId::Chess, "7k/8/6K1/5B2/8/8/8/8 w - - 0 1"),
            (VariantId::Shatar, "k7/8/8/8/8/8/1KR5/n7 w - - 0 1"),
        ] {
            assert_eq!(shortest(variant, fen, 2), Verdict::NoMate, "{variant} {fen}");
        }
        assert!(
            shortest(VariantId::Chess, "kr6/pp5p/8/3N4/8/8/8/7K w - - 0 1", 2) != Verdict::NoMate
        );
    }

    #[test]
    fn it_says_what_a_plain_look_at_everything_says() {
        let fens = [
            (VariantId::Shatar, "6k1/2J4p/3N3p/3p3P/p2P4/1P6/n4K2/8 w - - 1 38"),
            (VariantId::Xiangqi, "4R4/4a4/5k3/6N2/2b6/2Bn5/P3P3p/5A3/4A4/3K2B2 w - - 13 58"),
            (VariantId::Hia, "9/1k7/6R2/4Q4/5P3/K5P2/9/9 w - - 1 69"),
        ];
        for (variant, fen) in fens {
            dispatch!(variant, R => {
                let start = Position::<R>::from_fen(fen).unwrap();
                let mut solver = Solver::new();
                for &mv in start.legal_moves().iter().step_by(4) {
                    for &reply in start.play(mv).legal_moves().iter().take(3) {
                        let position = start.play(mv).play(reply);
                        if position.outcome_on_board().is_some() {
                            continue;
                        }
                        let found = solver.shortest(&position, 2, 3_000_000);
                        let expected = match [1, 2].into_iter().find(|&n| plain(&position, n)) {
                            Some(moves) => Verdict::Mate(moves),
                            None => Verdict::NoMate,
                        };
                        assert_eq!(found, expected, "{position:?}");
                    }
                }
            });
        }
    }
}
