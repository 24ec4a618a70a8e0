//! The search against sets of mates from its games, which `stymie-tune mates` has proven.

use std::path::Path;

use stymie_eval::Score;
use stymie_movegen::{Game, Reading, VariantId};
use stymie_search::{Limits, Report, Signals};

/// Mates up to this length must be found within [`NODES`]: about a second on one core.
const SURE: u32 = 3;
/// Nodes for each position.
const NODES: u64 = 500_000;

/// A position whose side to move mates in so many moves, and not in fewer.
struct Mate {
    id: String,
    game: Box<dyn Game>,
    moves: u32,
}

/// The variant's set.
fn mates(variant: VariantId) -> Vec<Mate> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/mates");
    let text = std::fs::read_to_string(folder.join(format!("{variant}.epd"))).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (fen, operations) = line.split_once(" dm ").unwrap();
            let (moves, id) = operations.split_once("; id ").unwrap();
            let mut game = stymie_movegen::open(variant);
            if let Err(error) = game.set_fen(fen, Reading::Strict) {
                panic!("{line}: {error}");
            }
            Mate { id: id.to_owned(), game, moves: moves.parse().unwrap() }
        })
        .collect()
}

impl Mate {
    fn score(&self) -> Score {
        Score::win_in(2 * self.moves as usize - 1)
    }

    /// Searches with a fresh searcher until the mate is told, at most [`NODES`].
    fn search(&self, limits: &Limits) -> Report {
        let mut searcher = stymie_search::open(self.game.variant(), 8).unwrap();
        let signals = Signals::new();
        searcher.search(&*self.game, limits, &signals, &mut |info| {
            if info.score >= self.score() {
                signals.stop();
            }
        })
    }

    /// What is wrong with the answer, if anything is: the distance, or the line, which must be
    /// that long, legal and end with the mate.
    fn fault(&self, how: &str, report: &Report) -> Option<String> {
        let Report { info, .. } = report;
        let named = |what: &str| {
            let fen = self.game.fen();
            Some(format!("{} by {how}: {what} after {} nodes: {fen}", self.id, info.nodes))
        };
        if info.score != self.score() {
            return named(&format!("{:?}, not a mate in {}", info.score, self.moves));
        }
        let mut game = self.game.clone();
        for &mv in &info.pv {
            if !game.legal_moves().contains(&mv) {
                return named("an illegal line");
            }
            game.play(mv);
        }
        let wins = game.outcome().is_some_and(|end| end.winner == Some(self.game.side()));
        if wins && info.pv.len() == 2 * self.moves as usize - 1 {
            None
        } else {
            named(&format!("a line of {} plies that does not mate", info.pv.len()))
        }
    }
}

#[test]
fn every_set_has_mates_of_all_lengths_and_no_position_twice() {
    for variant in VariantId::ALL {
        let mates = mates(variant);
        assert!(mates.len() >= 50, "{variant}: {}", mates.len());
        for moves in 2..=5 {
            assert!(mates.iter().any(|mate| mate.moves == moves), "{variant}: no mate in {moves}");
        }
        let keys: std::collections::HashSet<u64> =
            mates.iter().map(|mate| mate.game.key()).collect();
        assert_eq!(keys.len(), mates.len(), "{variant}");
    }
}

#[test]
fn mates_in_two_and_three_are_found_by_plain_search_and_by_looking_for_them() {
    let plain = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut faults = Vec::new();
    for variant in VariantId::ALL {
        for mate in mates(variant).iter().filter(|mate| mate.moves <= SURE) {
            faults.extend(mate.fault("plain search", &mate.search(&plain)));
            let wanted = Limits { mate: Some(mate.moves), ..plain.clone() };
            faults.extend(mate.fault("looking for it", &mate.search(&wanted)));
        }
    }
    assert!(faults.is_empty(), "{}:\n{}", faults.len(), faults.join("\n"));
}
