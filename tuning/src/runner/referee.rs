//! One game between two engines, judged by the rules.

use std::time::{Duration, Instant};

use stymie::pgn::{Ending, Fault};
use stymie_movegen::{Color, Game};

use super::adjudication::{Adjudicator, DrawRule, ResignRule};
use super::control::{Clock, Control};
use super::player::{Answer, Player, Thought, Trouble, Turn};
use super::watchdog::Watchdog;

/// What holds for every game of a match.
#[derive(Clone, Debug)]
pub(crate) struct Conditions {
    /// The limits of A and B.
    pub(crate) controls: [Control; 2],
    /// How far the flags of A and B may have fallen; `None` where no time is lost by.
    pub(crate) margins: [Option<Duration>; 2],
    /// How long to wait for an answer after the flag's fall.
    pub(crate) patience: Duration,
    pub(crate) draw: Option<DrawRule>,
    pub(crate) resign: Option<ResignRule>,
    /// Games are ended here, as drawn and named unfinished.
    pub(crate) most_plies: usize,
}

/// How long an engine that is limited by nodes or depth alone may say nothing.
const SILENCE: Duration = Duration::from_secs(120);

/// A game played.
pub(crate) struct Played {
    pub(crate) game: Box<dyn Game>,
    pub(crate) ending: Ending,
    /// More about the ending, for people; may be empty.
    pub(crate) detail: String,
    /// Whether A had White.
    pub(crate) a_is_white: bool,
    /// What is said of each move, by index.
    pub(crate) comments: Vec<String>,
    /// Claims that A and B made at the end and that the rules do not confirm.
    pub(crate) late_claims: [Option<String>; 2],
}

/// Why there is no game.
#[derive(Debug)]
pub(crate) enum NoGame {
    /// The match was interrupted.
    Interrupted,
    /// An engine cannot play this match at all.
    Unfit(String),
}

/// A game going on.
struct Table<'t> {
    conditions: &'t Conditions,
    watchdog: &'t Watchdog,
    players: &'t mut [Box<dyn Player>; 2],
    a_is_white: bool,
    game: Box<dyn Game>,
    clocks: [Option<Clock>; 2],
    /// What White and Black did with their last moves: offered a draw.
    offers: [bool; 2],
    judge: Adjudicator,
    comments: Vec<String>,
    detail: String,
}

/// Plays a game that begins with the moves that have been made in `opening`. A is the first
/// player.
pub(crate) fn play(
    opening: Box<dyn Game>,
    a_is_white: bool,
    players: &mut [Box<dyn Player>; 2],
    conditions: &Conditions,
    watchdog: &Watchdog,
) -> Result<Played, NoGame> {
    let comments = vec!["book".to_owned(); opening.moves().len()];
    let clock = |color| conditions.controls[seat(a_is_white, color)].clock.map(Clock::new);
    let mut table = Table {
        conditions,
        watchdog,
        players,
        a_is_white,
        clocks: Color::ALL.map(clock),
        offers: [false; 2],
        judge: Adjudicator::new(conditions.draw, conditions.resign),
        comments,
        detail: String::new(),
        game: opening,
    };
    let ending = table.run()?;
    let late_claims = table.finish(ending);
    let Table { game, detail, comments, .. } = table;
    Ok(Played { game, ending, detail, a_is_white, comments, late_claims })
}

/// The player who has that colour: 0 for A, 1 for B.
fn seat(a_is_white: bool, color: Color) -> usize {
    usize::from((color == Color::White) != a_is_white)
}

impl Table<'_> {
    fn run(&mut self) -> Result<Ending, NoGame> {
        for color in Color::ALL {
            let seat = seat(self.a_is_white, color);
            let control = &self.conditions.controls[seat];
            match self.players[seat].new_game(&*self.game, control) {
                Ok(()) => {}
                Err(Trouble::Crash(why)) => return Ok(self.fault(color, Fault::Crash, why)),
                Err(Trouble::Hang(why)) => return Ok(self.fault(color, Fault::Hang, why)),
                Err(Trouble::Unfit(why)) => return Err(NoGame::Unfit(why)),
                Err(Trouble::Interrupted) => return Err(NoGame::Interrupted),
            }
        }
        loop {
            if let Some(outcome) = self.game.outcome() {
                return Ok(Ending::Rules(outcome));
            }
            if self.game.moves().len() >= self.conditions.most_plies {
                return Ok(Ending::Unfinished);
            }
            if let Some(ending) = self.ply()? {
                return Ok(ending);
            }
        }
    }

    /// One move; how the game ended by it, if not by the rules.
    fn ply(&mut self) -> Result<Option<Ending>, NoGame> {
        let side = self.game.side();
        let seat = seat(self.a_is_white, side);
        let control = &self.conditions.controls[seat];
        let margin = self.conditions.margins[seat];
        let clock = self.clocks[side as usize];
        let allowed = clock.map(|clock| clock.left()).or(control.per_move);
        let turn = Turn {
            game: &*self.game,
            control,
            clocks: self.clocks,
            flag: margin.and_then(|margin| Some(allowed? + margin)),
            patience: if allowed.is_some() { self.conditions.patience } else { SILENCE },
        };
        let asked = Instant::now();
        let thought = self.players[seat].think(&turn);
        let mv = match &thought.answer {
            Answer::Move(mv) => *mv,
            Answer::Interrupted => return Err(NoGame::Interrupted),
            Answer::Resignation => return Ok(Some(Ending::Resignation(side))),
            Answer::Illegal(text) => {
                return Ok(Some(self.fault(side, Fault::IllegalMove, text.clone())));
            }
            Answer::Claim(text) => {
                return Ok(Some(self.fault(side, Fault::FalseClaim, text.clone())));
            }
            Answer::Crash(why) => return Ok(Some(self.fault(side, Fault::Crash, why.clone()))),
            Answer::Hang => {
                let waited = format!("no answer in {:.1} s", thought.elapsed.as_secs_f64());
                return Ok(Some(self.fault(side, Fault::Hang, waited)));
            }
        };
        if let Some(margin) = margin
            && let Some(over) = self.spend(side, thought.elapsed, margin)
        {
            let gap = self.watchdog.gap_since(asked);
            let fault = if gap { Fault::TimeLossInGap } else { Fault::TimeLoss };
            return Ok(Some(self.fault(side, fault, lateness(over, &thought))));
        }
        self.comments.push(comment(&thought));
        self.offers[side as usize] = thought.offers_draw;
        self.game.play(mv);
        if self.offers == [true; 2] {
            return Ok(Some(Ending::Agreement).filter(|_| self.game.outcome().is_none()));
        }
        // The rules come first.
        let verdict = self.judge.note(side, thought.opinion, self.game.moves().len());
        Ok(verdict.filter(|_| self.game.outcome().is_none()))
    }

    /// Takes the time of a move from the clock; by how much it was too long, if it was.
    fn spend(&mut self, side: Color, elapsed: Duration, margin: Duration) -> Option<Duration> {
        if let Some(clock) = &mut self.clocks[side as usize] {
            let left = clock.left();
            return (!clock.spend(elapsed, margin)).then(|| elapsed.saturating_sub(left));
        }
        let allowed = self.conditions.controls[seat(self.a_is_white, side)].per_move?;
        (elapsed > allowed + margin).then(|| elapsed - allowed)
    }

    fn fault(&mut self, side: Color, fault: Fault, detail: String) -> Ending {
        self.detail = detail;
        Ending::Fault(side, fault)
    }

    /// Tells the players; ends those whose state nobody knows. The false claims of A and B.
    fn finish(&mut self, ending: Ending) -> [Option<String>; 2] {
        let score = if ending == Ending::Unfinished { "1/2-1/2" } else { ending.score() };
        let result = format!("{score} {{{}}}", ending.in_words(&*self.game));
        let guilty = match ending {
            Ending::Fault(side, fault) => Some((seat(self.a_is_white, side), fault)),
            _ => None,
        };
        [0, 1].map(|seat| match guilty {
            Some((guilty, fault)) if guilty == seat => {
                if !matches!(fault, Fault::TimeLoss | Fault::TimeLossInGap) {
                    self.players[seat].kill();
                }
                None
            }
            _ => self.players[seat].game_over(score, &result),
        })
    }
}

/// How an answer was late: by how much, and whether the machine had time for the engine.
fn lateness(over: Duration, thought: &Thought) -> String {
    let over = format!("{:.3} s over its time", over.as_secs_f64());
    let elapsed = thought.elapsed.as_secs_f64();
    match thought.worked {
        Some(worked) => {
            let worked = worked.as_secs_f64();
            format!("{over}; processors worked for it {worked:.2} of {elapsed:.3} s")
        }
        None => over,
    }
}

/// What is said of a move: score and depth, and the time.
fn comment(thought: &Thought) -> String {
    let seconds = thought.elapsed.as_secs_f64();
    match (thought.opinion, thought.depth) {
        (Some(opinion), Some(depth)) => format!("{}/{depth} {seconds:.3}s", opinion.in_words()),
        _ => format!("{seconds:.3}s"),
    }
}
