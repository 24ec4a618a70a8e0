//! The state of a match, in numbers and in words.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use stymie::pgn::{Ending, Fault};
use stymie_movegen::{Color, VariantId};

use super::referee::Played;
use crate::statistics::{Sprt, Strength};

/// Wins, draws and losses.
type Counts = [u32; 3];

/// What a match has brought so far, from A's side.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    variant: VariantId,
    names: [String; 2],
    sprt: Option<Sprt>,
    /// A's results with White and with Black.
    by_color: [Counts; 2],
    /// Whole pairs by A's points: 0, 1/2, 1, 3/2, 2.
    pairs: [u32; 5],
    /// The pair that is not whole: its number and A's half points.
    half: Option<(usize, usize)>,
    reasons: BTreeMap<String, u32>,
    /// Of A and B.
    faults: [BTreeMap<Fault, u32>; 2],
    late_claims: [u32; 2],
    plies: Vec<usize>,
    /// Games that count for nothing: a time loss while the runner was not run.
    void: usize,
    /// How often the runner itself was not run for long, and the longest time.
    pub(crate) gaps: (usize, Duration),
}

/// What a sequential test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// elo0 is accepted.
    H0,
    /// elo1 is accepted.
    H1,
}

impl Tally {
    pub(crate) fn new(variant: VariantId, names: [String; 2], sprt: Option<Sprt>) -> Tally {
        Tally {
            variant,
            names,
            sprt,
            by_color: [[0; 3]; 2],
            pairs: [0; 5],
            half: None,
            reasons: BTreeMap::new(),
            faults: [BTreeMap::new(), BTreeMap::new()],
            late_claims: [0; 2],
            plies: Vec::new(),
            void: 0,
            gaps: (0, Duration::ZERO),
        }
    }

    /// Counts a game. Games come in the order of their numbers, two to a pair; some may be missing.
    pub(crate) fn add(&mut self, number: usize, played: &Played) {
        let reason = match played.ending {
            Ending::Rules(outcome) => outcome.reason.to_string(),
            Ending::Resignation(_) => "resignation".to_owned(),
            Ending::Fault(_, fault) => fault.to_string(),
            Ending::Agreement => "agreement".to_owned(),
            Ending::Adjudication(_) => "adjudication".to_owned(),
            Ending::Recorded(_) => "as recorded".to_owned(),
            Ending::Unfinished => "unfinished".to_owned(),
        };
        *self.reasons.entry(reason).or_default() += 1;
        let seat = |color| usize::from((color == Color::White) != played.a_is_white);
        if let Ending::Fault(side, fault) = played.ending {
            *self.faults[seat(side)].entry(fault).or_default() += 1;
        }
        for (count, claim) in self.late_claims.iter_mut().zip(&played.late_claims) {
            *count += u32::from(claim.is_some());
        }
        self.plies.push(played.game.moves().len());
        if matches!(played.ending, Ending::Fault(_, Fault::TimeLossInGap)) {
            self.void += 1;
            return;
        }
        let place = played.ending.winner().map_or(1, |winner| 2 * seat(winner));
        self.by_color[usize::from(!played.a_is_white)][place] += 1;
        let points = 2 - place;
        match self.half.take() {
            Some((pair, first)) if pair == number / 2 => self.pairs[first + points] += 1,
            _ => self.half = Some((number / 2, points)),
        }
    }

    /// Wins, draws, losses of A.
    fn total(&self) -> Counts {
        let [white, black] = self.by_color;
        [0, 1, 2].map(|i| white[i] + black[i])
    }

    /// Games counted.
    pub(crate) fn games(&self) -> usize {
        self.plies.len()
    }

    /// Faults of both engines.
    pub(crate) fn faults(&self) -> u32 {
        self.faults.iter().flat_map(BTreeMap::values).sum::<u32>()
            + self.late_claims.iter().sum::<u32>()
    }

    /// Wins of either and draws both occurred.
    pub(crate) fn has_wins_and_draws(&self) -> bool {
        let [wins, draws, losses] = self.total();
        wins + losses > 0 && draws > 0
    }

    /// All games ended by the rules.
    pub(crate) fn by_rules_alone(&self) -> bool {
        self.faults() == 0 && !self.reasons.contains_key("unfinished")
    }

    /// What the sequential test says, if there is one and it has decided.
    pub(crate) fn decision(&self) -> Option<Decision> {
        let sprt = self.sprt?;
        let (ratio, [low, high]) = (sprt.ratio(self.pairs), sprt.bounds());
        match ratio {
            ratio if ratio >= high => Some(Decision::H1),
            ratio if ratio <= low => Some(Decision::H0),
            _ => None,
        }
    }

    /// In a few words, for a progress bar.
    pub(crate) fn brief(&self) -> String {
        let ([wins, draws, losses], strength) = (self.total(), Strength::of_pairs(self.pairs));
        let mut text = format!("+{wins} ={draws} -{losses}, Elo {:+.0}", strength.elo()[1]);
        if let Some(sprt) = self.sprt {
            text += &format!(", LLR {:.2}", sprt.ratio(self.pairs));
        }
        text
    }

    fn write_strength(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [wins, draws, losses] = self.total();
        let games = f64::from((wins + draws + losses).max(1));
        let strength = Strength::of_pairs(self.pairs);
        let [low, elo, high] = strength.elo();
        let error = (high - low) / 2.0;
        // Two infinities have no difference.
        let error = if error.is_nan() { f64::INFINITY } else { error };
        writeln!(
            f,
            "Elo difference: {elo:.1} +/- {error:.1}, LOS: {:.1} %, DrawRatio: {:.1} %",
            100.0 * strength.superiority(),
            100.0 * f64::from(draws) / games,
        )?;
        let [p0, p1, p2, p3, p4] = self.pairs;
        writeln!(
            f,
            "Points: {:.1} % +/- {:.1}, Elo from {low:+.1} to {high:+.1} (95 %); \
             Ptnml(0-2): {p0}, {p1}, {p2}, {p3}, {p4}",
            100.0 * strength.share,
            100.0 * strength.error(),
        )?;
        let Some(sprt) = self.sprt else { return Ok(()) };
        let (ratio, [lower, upper]) = (sprt.ratio(self.pairs), sprt.bounds());
        let share = 100.0 * if ratio < 0.0 { ratio / lower } else { ratio / upper };
        write!(
            f,
            "SPRT: llr {ratio:.2} ({share:.1}%), lbound {lower:.2}, ubound {upper:.2}, \
             logistic Elo {} and {}",
            sprt.elo0, sprt.elo1
        )?;
        writeln!(
            f,
            "{}",
            match self.decision() {
                Some(Decision::H0) => " - H0 was accepted",
                Some(Decision::H1) => " - H1 was accepted",
                None => "",
            }
        )
    }

    fn write_faults(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, (faults, late)) in
            self.names.iter().zip(self.faults.iter().zip(self.late_claims))
        {
            let count = |fault: &Fault| faults.get(fault).copied().unwrap_or(0);
            let all: Vec<String> =
                Fault::ALL.iter().map(|fault| format!("{fault} {}", count(fault))).collect();
            writeln!(f, "Faults of {name}: {}, false claim at the end {late}", all.join(", "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = &self.names;
        let points = |[wins, draws, losses]: Counts| {
            let games = wins + draws + losses;
            let share = (f64::from(wins) + f64::from(draws) / 2.0) / f64::from(games.max(1));
            format!("{wins} - {losses} - {draws}  [{share:.3}] {games}")
        };
        writeln!(f, "Score of {a} vs {b} in {}: {}", self.variant, points(self.total()))?;
        let [white, black] = self.by_color;
        writeln!(f, "...      {a} playing White: {}", points(white))?;
        writeln!(f, "...      {a} playing Black: {}", points(black))?;
        self.write_strength(f)?;
        let reasons: Vec<String> =
            self.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        writeln!(f, "Ended by: {}", reasons.join(", "))?;
        self.write_faults(f)?;
        let mut plies = self.plies.clone();
        plies.sort_unstable();
        let median = plies.get(plies.len() / 2).copied().unwrap_or(0);
        let longest = plies.last().copied().unwrap_or(0);
        let (gaps, gap) = self.gaps;
        writeln!(
            f,
            "Plies: median {median}, longest {longest}; gaps of the runner over {} ms: {gaps}, \
             the longest {} ms; games void for them, not in the score: {}",
            super::watchdog::GAP.as_millis(),
            gap.as_millis(),
            self.void
        )
    }
}
