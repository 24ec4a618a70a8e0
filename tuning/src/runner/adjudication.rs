//! Games ended early because both engines' scores leave no doubt.

use stymie::pgn::Ending;
use stymie_movegen::Color;

use super::groups;
use super::player::Opinion;

/// When a game is called drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DrawRule {
    /// Not before so many moves of each side.
    pub(crate) move_number: usize,
    /// Moves in a row of each side with such scores.
    pub(crate) move_count: usize,
    /// Centipawns, either way.
    pub(crate) score: i32,
}

impl DrawRule {
    /// Reads `movenumber= movecount= score=`.
    pub(crate) fn read(group: &str) -> Result<DrawRule, String> {
        let mut rule = DrawRule { move_number: 0, move_count: 8, score: 10 };
        for (key, text) in groups::pairs(group)? {
            match key {
                "movenumber" => rule.move_number = groups::value(key, text)?,
                "movecount" => rule.move_count = groups::count::<usize>(key, text)?,
                "score" => rule.score = groups::value::<u16>(key, text)?.into(),
                _ => return Err(format!("'{key}' is no key of -draw")),
            }
        }
        Ok(rule)
    }
}

/// When a side is called beaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ResignRule {
    /// Moves in a row of that side with such scores.
    pub(crate) move_count: usize,
    /// Centipawns below 0.
    pub(crate) score: i32,
}

impl ResignRule {
    /// Reads `movecount= score=`.
    pub(crate) fn read(group: &str) -> Result<ResignRule, String> {
        let mut rule = ResignRule { move_count: 3, score: 1_000 };
        for (key, text) in groups::pairs(group)? {
            match key {
                "movecount" => rule.move_count = groups::count::<usize>(key, text)?,
                "score" => rule.score = groups::value::<u16>(key, text)?.into(),
                _ => return Err(format!("'{key}' is no key of -resign")),
            }
        }
        Ok(rule)
    }
}

/// Follows the scores of a game.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator {
    draw: Option<DrawRule>,
    resign: Option<ResignRule>,
    /// Moves in a row with scores near 0, of both sides together.
    even: usize,
    /// Moves in a row with hopeless scores, of White and Black.
    hopeless: [usize; 2],
}

impl Adjudicator {
    pub(crate) fn new(draw: Option<DrawRule>, resign: Option<ResignRule>) -> Adjudicator {
        Adjudicator { draw, resign, even: 0, hopeless: [0; 2] }
    }

    /// Notes a side's opinion of the position in which it has just moved; `plies` have been made
    /// since. How the game ends, if it does.
    pub(crate) fn note(
        &mut self,
        side: Color,
        opinion: Option<Opinion>,
        plies: usize,
    ) -> Option<Ending> {
        let score = opinion.map(Opinion::centipawns);
        if let Some(rule) = self.draw {
            let near = score.is_some_and(|score| score.abs() <= rule.score);
            self.even = if near { self.even + 1 } else { 0 };
            if plies >= 2 * rule.move_number && self.even >= 2 * rule.move_count {
                return Some(Ending::Adjudication(None));
            }
        }
        if let Some(rule) = self.resign {
            let hopeless = &mut self.hopeless[side as usize];
            let below = score.is_some_and(|score| score <= -rule.score);
            *hopeless = if below { *hopeless + 1 } else { 0 };
            if *hopeless >= rule.move_count {
                return Some(Ending::Adjudication(Some(!side)));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BAD: Option<Opinion> = Some(Opinion::Centipawns(-600));

    #[test]
    fn groups_are_read() {
        let draw = DrawRule::read("movenumber=40\u{1f}movecount=6\u{1f}score=15");
        assert_eq!(draw, Ok(DrawRule { move_number: 40, move_count: 6, score: 15 }));
        let resign = ResignRule::read("movecount=4\u{1f}score=600");
        assert_eq!(resign, Ok(ResignRule { move_count: 4, score: 600 }));
        assert!(DrawRule::read("score=x").unwrap_err().contains("'score=x'"));
        assert!(ResignRule::read("movecount=0").unwrap_err().contains("'movecount=0'"));
        assert!(ResignRule::read("count=1").unwrap_err().contains("'count'"));
    }

    #[test]
    fn a_side_without_hope_has_lost() {
        let rule = ResignRule { move_count: 2, score: 500 };
        let mut judge = Adjudicator::new(None, Some(rule));
        assert_eq!(judge.note(Color::Black, BAD, 1), None);
        assert_eq!(judge.note(Color::White, Some(Opinion::Mate(3)), 2), None);
        assert_eq!(judge.note(Color::Black, Some(Opinion::Mate(-3)), 3), white_wins());
        let mut judge = Adjudicator::new(None, Some(rule));
        for opinion in [BAD, None, BAD, Some(Opinion::Centipawns(-499)), BAD] {
            assert_eq!(judge.note(Color::Black, opinion, 9), None);
        }
        assert_eq!(judge.note(Color::Black, BAD, 9), white_wins());
    }

    fn white_wins() -> Option<Ending> {
        Some(Ending::Adjudication(Some(Color::White)))
    }

    #[test]
    fn even_scores_of_both_are_a_draw_late_enough() {
        let rule = DrawRule { move_number: 3, move_count: 2, score: 10 };
        let mut judge = Adjudicator::new(Some(rule), None);
        let even = Some(Opinion::Centipawns(-10));
        for plies in 1..6 {
            assert_eq!(judge.note(Color::White, even, plies), None);
        }
        assert_eq!(judge.note(Color::White, even, 6), Some(Ending::Adjudication(None)));
        assert_eq!(judge.note(Color::White, BAD, 7), None);
        assert_eq!(judge.note(Color::White, even, 8), None);
    }
}
