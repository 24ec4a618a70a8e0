//! A game searched position by position.

use stymie_eval::{MAX_PLY, Score};
use stymie_movegen::{Color, Game, Move};
use stymie_search::{Limits, Searcher, Signals, Wdl};

use super::judge::{Mark, Side};

/// A move and what it was worth. Scores are its mover's.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The move.
    pub mv: Move,
    /// Who made it.
    pub side: Color,
    /// The score with the best move.
    pub best: Score,
    /// The score with the move that was played.
    pub played: Score,
    /// The best line, legal from the position before the move; it begins with the move itself
    /// where that is the best, and is empty where it was the only one.
    pub line: Vec<Move>,
    /// The share of the points, 0 to 1, that it lost.
    pub loss: f64,
    /// The iterations searched; 0 where there was nothing to search.
    pub depth: u32,
}

impl Judged {
    /// Its mark; `None` for a fair move.
    pub fn mark(&self) -> Option<Mark> {
        Mark::of(self.loss)
    }

    /// The score of the position after the move, for White.
    pub fn for_white(&self) -> Score {
        match self.side {
            Color::White => self.played,
            Color::Black => -self.played,
        }
    }
}

/// A game judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// Its moves, in order.
    pub moves: Vec<Judged>,
    /// What White can expect, as a share of the points, at the start and after each move.
    pub chances: Vec<f64>,
    /// How well White and Black have played.
    pub sides: [Side; 2],
}

impl Review {
    /// The mean depth of the searches; 0 if there was none.
    pub fn mean_depth(&self) -> f64 {
        let searched = self.moves.iter().map(|judged| judged.depth).filter(|&depth| depth > 0);
        let (sum, count) = searched.fold((0, 0), |(sum, count), depth| (sum + depth, count + 1));
        f64::from(sum) / f64::from(count.max(1))
    }
}

/// A position searched.
struct Searched {
    /// For the side to move.
    score: Score,
    line: Vec<Move>,
    depth: u32,
}

/// Searches every position of the game within the limits, and judges every move. `tick` is called
/// after each position; there is one more than moves.
///
/// The last position comes first: what the table keeps of later positions helps with the earlier
/// ones, and scores fit together. A move that seems to deserve a mark is looked at once more, alone
/// and within the same limits, since the position after it was not searched as deep.
pub fn review(
    game: &dyn Game,
    searcher: &mut dyn Searcher,
    limits: &Limits,
    tick: &mut dyn FnMut(),
) -> Review {
    searcher.new_game();
    let mut game = game.boxed_clone();
    let mut next = match end(&*game) {
        Some(score) => Searched { score, line: Vec::new(), depth: 0 },
        None => search(&*game, searcher, limits),
    };
    tick();
    let mut chances = vec![for_white(&*game, next.score)];
    let mut moves = Vec::new();
    while let Some(mv) = game.undo() {
        let here = search(&*game, searcher, limits);
        let judged = judge(&*game, mv, &here, one_ply_earlier(-next.score), searcher, limits);
        chances.push(for_white(&*game, here.score));
        moves.push(judged);
        next = here;
        tick();
    }
    moves.reverse();
    chances.reverse();
    let mut sides = <[Side; 2]>::default();
    for judged in moves.iter().filter(|judged| !judged.line.is_empty()) {
        sides[judged.side as usize].add(judged.loss, judged.best, judged.played);
    }
    Review { moves, chances, sides }
}

/// The score of a game that is over, for the side to move.
fn end(game: &dyn Game) -> Option<Score> {
    let outcome = game.outcome()?;
    Some(match outcome.winner {
        None => Score::DRAW,
        Some(winner) if winner == game.side() => Score::win_in(0),
        Some(_) => Score::loss_in(0),
    })
}

fn search(game: &dyn Game, searcher: &mut dyn Searcher, limits: &Limits) -> Searched {
    let report = searcher.search(game, limits, &Signals::new(), &mut |_| {});
    let mut line = report.info.pv;
    if line.first().copied() != report.best {
        line = report.best.into_iter().collect();
    }
    Searched { score: report.info.score, line, depth: report.info.depth }
}

/// Judges a move from the game's position; `after` is what the search of the next position says,
/// for the mover.
fn judge(
    game: &dyn Game,
    mv: Move,
    here: &Searched,
    after: Score,
    searcher: &mut dyn Searcher,
    limits: &Limits,
) -> Judged {
    let is_best = here.line.first() == Some(&mv);
    let loss_to = |played| (share(game, here.score) - share(game, played)).max(0.0);
    let mut judged = Judged {
        mv,
        side: game.side(),
        best: here.score,
        played: after,
        line: here.line.clone(),
        loss: 0.0,
        depth: here.depth,
    };
    if game.legal_moves().len() == 1 {
        judged.line.clear();
    } else if !is_best {
        judged.loss = loss_to(after);
        if judged.mark().is_some() {
            let limits = Limits { moves: vec![mv], ..limits.clone() };
            judged.played = after.max(search(game, searcher, &limits).score);
            judged.loss = loss_to(judged.played);
        }
    }
    judged
}

/// A score from the next ply's point of view taken back by one ply: a mate is one farther.
fn one_ply_earlier(score: Score) -> Score {
    match score.mate_distance() {
        None => score,
        Some(plies) => {
            let farther = (plies.unsigned_abs() as usize + 1).min(MAX_PLY);
            if score > Score::DRAW { Score::win_in(farther) } else { Score::loss_in(farther) }
        }
    }
}

/// The share of the points, 0 to 1, that the side with this score can expect.
fn share(game: &dyn Game, score: Score) -> f64 {
    Wdl::of_game(game, score).expectation()
}

/// What White can expect in the game's position, given the score for the side to move.
fn for_white(game: &dyn Game, score: Score) -> f64 {
    let expected = share(game, score);
    match game.side() {
        Color::White => expected,
        Color::Black => 1.0 - expected,
    }
}
