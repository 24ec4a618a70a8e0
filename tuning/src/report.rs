//! The result of a duel in words.

use std::collections::BTreeMap;
use std::fmt;

use stymie_movegen::{Color, VariantId};

use stymie::pgn::Ending;

use crate::duel::{Duel, Played};
use crate::spec::Spec;
use crate::statistics::Strength;

/// What came out of a duel.
pub(crate) struct Report {
    variant: VariantId,
    specs: [Spec; 2],
    seed: u64,
    /// A's wins, draws, losses.
    wdl: [u32; 3],
    /// Wins of White, draws, wins of Black.
    colors: [u32; 3],
    /// Pairs by A's points: 0, 1/2, 1, 3/2, 2.
    pairs: [u32; 5],
    reasons: BTreeMap<String, u32>,
    faults: u32,
    plies: Vec<usize>,
}

impl Report {
    pub(crate) fn new(duel: &Duel, pairs: Vec<Vec<Played>>) -> Report {
        let mut report = Report {
            variant: duel.variant,
            specs: duel.specs.clone(),
            seed: duel.seed,
            wdl: [0; 3],
            colors: [0; 3],
            pairs: [0; 5],
            reasons: BTreeMap::new(),
            faults: 0,
            plies: Vec::new(),
        };
        for pair in &pairs {
            // In half points; a pair has two games.
            let points: usize = pair.iter().map(|game| report.add(game)).sum();
            report.pairs[points.min(4)] += 1;
        }
        report.plies.sort_unstable();
        report
    }

    /// Counts a game; gives A's half points.
    fn add(&mut self, game: &Played) -> usize {
        let winner = game.ending.winner();
        *self.reasons.entry(reason(game.ending)).or_default() += 1;
        self.faults += u32::from(matches!(game.ending, Ending::Fault(_)));
        self.plies.push(game.plies);
        self.colors[match winner {
            Some(Color::White) => 0,
            None => 1,
            Some(Color::Black) => 2,
        }] += 1;
        let place = match winner {
            None => 1,
            Some(color) if (color == Color::White) == game.a_is_white => 0,
            Some(_) => 2,
        };
        self.wdl[place] += 1;
        2 - place
    }

    /// Games that ended by an illegal move, or none.
    pub(crate) fn faults(&self) -> u32 {
        self.faults
    }

    pub(crate) fn has_wins(&self) -> bool {
        self.wdl[0] + self.wdl[2] > 0
    }

    pub(crate) fn has_draws(&self) -> bool {
        self.wdl[1] > 0
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([a, b], [wins, draws, losses]) = (&self.specs, self.wdl);
        let strength = Strength::of_pairs(self.pairs);
        let [low, elo, high] = strength.elo();
        writeln!(f, "{}: A ({a}) against B ({b}), seed {}", self.variant, self.seed)?;
        writeln!(
            f,
            "  {} games: +{wins} ={draws} -{losses}, {:.1}% +- {:.1}, Elo {elo:+.0} [{low:+.0}, {high:+.0}]",
            self.plies.len(),
            100.0 * strength.share,
            100.0 * strength.error,
        )?;
        writeln!(f, "  pairs by A's points 0, 1/2, 1, 3/2, 2: {:?}", self.pairs)?;
        let [white, _, black] = self.colors;
        let reasons: Vec<String> =
            self.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        writeln!(f, "  White won {white}, Black {black}; by {}", reasons.join(", "))?;
        let median = self.plies.get(self.plies.len() / 2).copied().unwrap_or(0);
        let longest = self.plies.last().copied().unwrap_or(0);
        writeln!(f, "  plies: median {median}, longest {longest}; illegal moves: {}", self.faults)
    }
}

/// The kind of ending, whoever won.
fn reason(ending: Ending) -> String {
    match ending {
        Ending::Rules(outcome) => outcome.reason.to_string(),
        Ending::Resignation(_) => "resignation".to_owned(),
        Ending::Fault(_) => "ILLEGAL MOVE".to_owned(),
        Ending::Unfinished => "unfinished".to_owned(),
    }
}
