//! Playing below full strength: few nodes, and a choice among the best moves that is clouded by
//! chance. So a weak level sees what is plain, and overlooks what takes thought.
//!
//! They evaluate by hand, so that they stay what they are when a network is trained anew.
//!
//! What the levels are worth against each other was measured; docs/levels.md has the figures.

use std::thread;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stymie_movegen::{Game, VariantId};

use crate::{Bound, Info, Limits, Report, Searcher, Signals};

/// The level that plays as well as the engine can, above the ten that are limited.
pub const FULL_SKILL: u32 = 11;

/// The rating of the first level, on a scale of our own.
pub const LEAST_ELO: u32 = 600;
/// How much a level's rating is above that of the level below.
const ELO_A_LEVEL: u32 = 150;
/// The rating of the highest level below full strength.
pub const MOST_ELO: u32 = LEAST_ELO + (FULL_SKILL - 2) * ELO_A_LEVEL;

/// What a level may do, up to the one below full strength.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Limit {
    /// Nodes of a search; the first iteration is completed in any case.
    nodes: f64,
    /// The moves' scores are raised by chance by up to so many centipawns.
    spread: f64,
    /// So many of the best moves are chosen from.
    lines: f64,
}

/// The levels below [`FULL_SKILL`], the weakest first.
type Levels = [Limit; FULL_SKILL as usize - 1];

const fn limit(nodes: u32, spread: u32, lines: u32) -> Limit {
    Limit { nodes: nodes as f64, spread: spread as f64, lines: lines as f64 }
}

const LEVELS: Levels = [
    limit(1, 600, 20),
    limit(1, 450, 14),
    limit(1, 320, 9),
    limit(280, 210, 5),
    limit(500, 150, 3),
    limit(800, 100, 3),
    limit(1_300, 70, 3),
    limit(2_200, 46, 3),
    limit(3_700, 28, 3),
    limit(6_200, 15, 3),
];

/// The same levels, but for these from the one of this number on.
const fn changed(mut levels: Levels, number: usize, others: &[Limit]) -> Levels {
    let mut i = 0;
    while i < others.len() {
        levels[number - 1 + i] = others[i];
        i += 1;
    }
    levels
}

/// In xiangqi it takes more to play badly: there are more good moves at once.
const XIANGQI: Levels = changed(
    LEVELS,
    1,
    &[limit(1, 1_400, 30), limit(1, 800, 16), limit(1, 450, 8), limit(350, 200, 4)],
);

/// In Shatar, with its weak pieces, a look ahead is worth more.
const SHATAR: Levels = [
    limit(1, 600, 20),
    limit(1, 420, 13),
    limit(1, 270, 8),
    limit(150, 200, 6),
    limit(400, 150, 4),
    limit(600, 135, 3),
    limit(1_000, 85, 3),
    limit(1_750, 56, 3),
    limit(2_500, 40, 3),
    limit(3_800, 25, 3),
];

/// The leaping bishop makes Shatar sharper: smaller steps.
const SHATAR_BURYAT: Levels = changed(
    SHATAR,
    6,
    &[
        limit(560, 138, 4),
        limit(820, 108, 4),
        limit(1_150, 82, 3),
        limit(1_700, 56, 3),
        limit(2_500, 40, 3),
    ],
);

/// In chess the last steps of all were too large.
const CHESS: Levels = changed(LEVELS, 9, &[limit(3_000, 34, 3), limit(4_800, 20, 3)]);

/// The levels of Hia Chess, and of one of Hiashatar's rule sets: the last step was too large.
const HIA: Levels = changed(LEVELS, 10, &[limit(5_200, 18, 3)]);

/// In Hiashatar the first and the last but one were too.
const HIASHATAR: Levels = changed(changed(HIA, 1, &[limit(1, 560, 18)]), 9, &[limit(3_500, 31, 3)]);

/// In the Buryat rule set the first two were.
const HIASHATAR_BURYAT: Levels = changed(HIA, 1, &[limit(1, 560, 18), limit(1, 420, 13)]);

/// In Modern Chess, as in Hia Chess, the last was.
const MODERN: Levels = changed(LEVELS, 10, &[limit(4_800, 20, 3)]);

/// A variant's levels.
fn levels(variant: VariantId) -> &'static Levels {
    match variant {
        VariantId::Xiangqi => &XIANGQI,
        VariantId::Shatar => &SHATAR,
        VariantId::ShatarBuryat => &SHATAR_BURYAT,
        VariantId::Chess => &CHESS,
        VariantId::Modern => &MODERN,
        VariantId::Hiashatar => &HIASHATAR,
        VariantId::HiashatarBuryat => &HIASHATAR_BURYAT,
        VariantId::Hia | VariantId::HiashatarModern => &HIA,
        VariantId::Bodyguard => &LEVELS,
    }
}

/// What was asked for.
#[derive(Clone, Copy, Debug)]
enum Wish {
    Full,
    Level(u32),
    Elo(u32),
    Limit(Limit),
}

impl Wish {
    /// What it means in a variant; `None`: full strength.
    fn limit(self, variant: VariantId) -> Option<Limit> {
        let levels = levels(variant);
        match self {
            Wish::Full => None,
            Wish::Level(level) => levels.get(level.max(1) as usize - 1).copied(),
            Wish::Elo(elo) => {
                let above = f64::from(elo.clamp(LEAST_ELO, MOST_ELO) - LEAST_ELO);
                let level = above / f64::from(ELO_A_LEVEL);
                let below = levels[level as usize];
                let next = levels[(level as usize + 1).min(levels.len() - 1)];
                let share = level.fract();
                let between = |below: f64, next: f64| below + (next - below) * share;
                Some(Limit {
                    nodes: below.nodes * (next.nodes / below.nodes).powf(share),
                    spread: between(below.spread, next.spread),
                    lines: between(below.lines, next.lines).round(),
                })
            }
            Wish::Limit(limit) => Some(limit),
        }
    }
}

/// How well the engine is to play.
#[derive(Clone, Debug)]
pub struct Skill {
    wish: Wish,
    random: ChaCha8Rng,
}

impl Skill {
    /// Full strength. The seed decides what a lower level will choose.
    #[must_use]
    pub fn full(seed: u64) -> Skill {
        Skill { wish: Wish::Full, random: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Plays at this level from now on, 1 to [`FULL_SKILL`]; what is outside is brought inside.
    pub fn set_level(&mut self, level: u32) {
        self.wish = Wish::Level(level);
    }

    /// Plays at this rating from now on, [`LEAST_ELO`] to [`MOST_ELO`]; what is outside is brought
    /// inside. Between two levels it plays between them.
    pub fn set_elo(&mut self, elo: u32) {
        self.wish = Wish::Elo(elo);
    }

    /// Searches so many nodes from now on, and chooses among so many of the best moves, their scores
    /// being raised by chance by up to so many centipawns: to measure what makes a good level.
    pub fn set_limit(&mut self, nodes: u32, spread: u32, lines: u32) {
        self.wish = Wish::Limit(limit(nodes, spread, lines));
    }

    /// Makes the same choices from here on as with the same seed before.
    pub fn reseed(&mut self, seed: u64) {
        self.random = ChaCha8Rng::seed_from_u64(seed);
    }

    /// Searches for the move to play as [`Searcher::search`] does. Below full strength it thinks no
    /// longer than its level allows, without the network, and while it ponders it waits; analysis
    /// without end and searches for a mate are not weakened.
    pub fn search(
        &mut self,
        searcher: &mut dyn Searcher,
        game: &dyn Game,
        limits: &Limits,
        signals: &Signals,
        listener: &mut dyn FnMut(&Info),
    ) -> Report {
        let limit = match self.wish.limit(game.variant()) {
            Some(limit) if !limits.infinite && limits.mate.is_none() => limit,
            _ => return searcher.search(game, limits, signals, listener),
        };
        let nodes = limits.nodes.map_or(limit.nodes as u64, |nodes| nodes.min(limit.nodes as u64));
        let weak = Limits {
            nodes: Some(nodes),
            lines: limits.lines.max(limit.lines as usize),
            ponder: false,
            without_network: true,
            ..limits.clone()
        };
        let mut lines = Vec::new();
        let report = search_lines(searcher, game, &weak, signals, &mut lines);
        let report = match lines.is_empty() {
            false => report,
            true => {
                let shallow = Limits { depth: Some(1), nodes: None, ..weak };
                search_lines(searcher, game, &shallow, signals, &mut lines)
            }
        };
        for info in lines.iter().filter(|info| info.line <= limits.lines.max(1)) {
            listener(info);
        }
        while limits.ponder && !signals.is_hit() && !signals.is_stopped() {
            thread::sleep(Duration::from_millis(1));
        }
        match self.choose(lines, limit.spread) {
            Some(info) => {
                Report { best: info.pv.first().copied(), ponder: info.pv.get(1).copied(), info }
            }
            None => report,
        }
    }

    /// The best of the lines, each a little better or worse by chance.
    fn choose(&mut self, lines: Vec<Info>, spread: f64) -> Option<Info> {
        let mut clouded = |info: &Info| {
            // Beyond doubt nothing is clouded.
            let doubt = if info.score.is_mate() { 0.0 } else { spread };
            f64::from(info.score.raw()) + doubt * self.random.random::<f64>()
        };
        let lines = lines.into_iter().map(|info| (clouded(&info), info));
        lines.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, info)| info)
    }
}

/// Searches; keeps the lines of the last iteration that was completed.
fn search_lines(
    searcher: &mut dyn Searcher,
    game: &dyn Game,
    limits: &Limits,
    signals: &Signals,
    lines: &mut Vec<Info>,
) -> Report {
    let mut heard = |info: &Info| {
        if info.bound != Bound::Exact {
            return;
        }
        if info.line == 1 {
            lines.clear();
        }
        lines.push(info.clone());
    };
    searcher.search(game, limits, signals, &mut heard)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stymie_movegen::{Move, Reading, open};

    fn play(skill: &mut Skill, game: &dyn Game, limits: &Limits) -> (Option<Move>, Vec<Info>) {
        let mut searcher = crate::open(game.variant(), 1).unwrap();
        let mut heard = Vec::new();
        let signals = Signals::new();
        let report = skill
            .search(&mut *searcher, game, limits, &signals, &mut |info| heard.push(info.clone()));
        (report.best, heard)
    }

    #[test]
    fn the_weak_think_little_and_vary() {
        for variant in VariantId::ALL {
            let game = open(variant);
            let mut skill = Skill::full(1);
            skill.set_level(1);
            let limits = Limits { movetime: Some(Duration::from_secs(60)), ..Limits::default() };
            let mut found = Vec::new();
            for _ in 0..12 {
                let (best, heard) = play(&mut skill, &*game, &limits);
                assert!(best.is_some_and(|best| game.legal_moves().contains(&best)), "{variant}");
                assert!(!heard.is_empty() && heard.iter().all(|info| info.line == 1));
                found.extend(best.filter(|best| !found.contains(best)));
            }
            assert!(found.len() > 1, "{variant}: always the same move");
        }
    }

    #[test]
    fn the_same_seed_makes_the_same_choices() {
        let game = open(VariantId::Hia);
        let moves = |seed| -> Vec<Option<Move>> {
            let mut skill = Skill::full(seed);
            skill.set_level(2);
            (0..8).map(|_| play(&mut skill, &*game, &Limits::default()).0).collect()
        };
        assert_eq!(moves(7), moves(7));
        assert_ne!(moves(7), moves(8));
    }

    /// A network that is trained anew must not change what a level is.
    #[test]
    fn the_levels_do_without_the_network() {
        let variant = VariantId::Hia;
        let game = open(variant);
        let choices = |searcher: &mut dyn Searcher| -> Vec<Option<Move>> {
            (1..FULL_SKILL)
                .map(|level| {
                    let mut skill = Skill::full(5);
                    skill.set_level(level);
                    let limits = Limits::default();
                    skill.search(searcher, &*game, &limits, &Signals::new(), &mut |_| {}).best
                })
                .collect()
        };
        let mut by_hand = crate::open(variant, 1).unwrap();
        by_hand.set_evaluation(crate::Evaluation::Hand);
        let expected = choices(&mut *by_hand);
        let mut searcher = crate::open(variant, 1).unwrap();
        assert_eq!(choices(&mut *searcher), expected);

        // Full strength in between is not weakened by it, and leaves nothing behind.
        let limits = Limits { depth: Some(7), ..Limits::default() };
        let full = |searcher: &mut dyn Searcher| {
            Skill::full(0).search(searcher, &*game, &limits, &Signals::new(), &mut |_| {}).info
        };
        let (mixed, fresh) = (full(&mut *searcher), full(&mut *crate::open(variant, 1).unwrap()));
        assert_eq!((mixed.score, mixed.nodes), (fresh.score, fresh.nodes));
        assert_eq!(choices(&mut *searcher), expected);
    }

    #[test]
    fn a_mate_in_one_is_seen_at_every_level() {
        let mut game = open(VariantId::Chess);
        game.set_fen("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", Reading::Strict).unwrap();
        for level in 0..=FULL_SKILL + 1 {
            let mut skill = Skill::full(3);
            skill.set_level(level);
            let limits = Limits { depth: Some(3), ..Limits::default() };
            let (best, _) = play(&mut skill, &*game, &limits);
            assert_eq!(best.map(|best| game.to_uci(best)).as_deref(), Some("e1e8"), "{level}");
        }
    }

    #[test]
    fn ratings_lie_between_the_levels() {
        let limit = |elo| Wish::Elo(elo).limit(VariantId::Bodyguard);
        assert_eq!(limit(0), Some(LEVELS[0]));
        assert_eq!(limit(LEAST_ELO + 3 * ELO_A_LEVEL), Some(LEVELS[3]));
        assert_eq!(limit(9_999), Some(LEVELS[9]));
        let between = limit(LEAST_ELO + 7 * ELO_A_LEVEL / 2).unwrap();
        assert!(between.nodes > LEVELS[3].nodes && between.nodes < LEVELS[4].nodes);
        assert!(between.spread < LEVELS[3].spread && between.spread > LEVELS[4].spread);
        for levels in VariantId::ALL.map(levels) {
            for pair in levels.windows(2) {
                assert!(pair[0].nodes <= pair[1].nodes && pair[0].spread > pair[1].spread);
            }
        }
    }
}
