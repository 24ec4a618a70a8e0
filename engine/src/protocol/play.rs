//! Games played move by move: seats, clocks, claims. This is what XBoard's commands need and
//! UCI's do not.

use std::mem;
use std::str::FromStr;
use std::time::Duration;

use stymie_eval::Score;
use stymie_movegen::fen::quote;
use stymie_movegen::{Color, Move, Square, VariantId};
use stymie_search::{Limits, Report};

use crate::explain;

use super::clock::TimeControl;
use super::edit::Editor;
use super::message::{BadMove, Chair, Command, Event};
use super::options::DrawOffers;
use super::seat::{Seat, Turn};
use super::session::{Flow, Session};
use super::thinking::{Fate, Purpose, Thinking};

/// A draw offer is accepted when the engine's last score was no better than this, unless it is set.
const CONTENT_WITH_A_DRAW: Score = Score::new(-100);

/// A game is level while scores are no farther from 0, in centipawns.
const LEVEL: i32 = 10;

/// A clock that has so much less left than a search on it reckons with, in milliseconds, is worth
/// another search.
const WORTH_A_SEARCH_MS: i64 = 200;

/// So many moves in a row it must stand as badly as that before the engine gives up.
const HOPELESS_MOVES: u32 = 3;

/// Why an opponent's move is not made.
enum Wrong {
    /// The GUI has left the castling rook behind.
    RookLeftBehind,
    /// Another reason, if there is something to say.
    Because(Option<&'static str>),
}

/// After which move the engine looks whether the game has ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    OwnMove,
    OpponentsMove,
}

/// What a person holds who moves pieces by mouse.
#[derive(Clone, Copy, Debug)]
enum Hand {
    Empty,
    /// The piece from this square.
    Holding(Square),
    /// The king, put on the rook of this square, to castle so.
    Castling(Square, Move),
}

/// What belongs to the game that is played.
#[derive(Debug)]
pub(crate) struct Table {
    /// The engine's seat.
    pub(crate) seat: Seat,
    control: TimeControl,
    /// The opponent is a program, so that claims are judged by the GUI.
    against_program: bool,
    /// The reply that the last search expects.
    pub(crate) expected: Option<Move>,
    /// The engine's last score in this game.
    score: Option<Score>,
    /// At which score the engine gives up, if ever.
    pub(crate) resign_at: Option<Score>,
    /// How many moves in a row it has been so bad.
    hopeless: u32,
    /// At which score a draw is accepted.
    pub(crate) content_at: Score,
    /// When draws are offered.
    pub(crate) offers: DrawOffers,
    /// How many moves in a row it has been level.
    level: u32,
    /// The moves of this position that are not to be considered.
    pub(crate) excluded: Vec<Move>,
    /// Whether the engine thinks on the opponent's time.
    pub(crate) ponders: bool,
    /// No thinking until it is resumed.
    paused: bool,
    /// The engine's search was broken off by the pause.
    interrupted: bool,
    /// The time that searches broken off have taken for the move that is due.
    spent: Duration,
    /// The position that is being set up.
    pub(crate) editor: Option<Editor>,
    hand: Hand,
}

impl Default for Table {
    fn default() -> Table {
        Table {
            seat: Seat::Aside,
            control: TimeControl::default(),
            against_program: false,
            expected: None,
            score: None,
            resign_at: None,
            hopeless: 0,
            content_at: CONTENT_WITH_A_DRAW,
            offers: DrawOffers::default(),
            level: 0,
            excluded: Vec::new(),
            ponders: false,
            paused: false,
            interrupted: false,
            spent: Duration::ZERO,
            editor: None,
            hand: Hand::Empty,
        }
    }
}

impl Table {
    /// Another position comes: what was said about this one is no longer true.
    pub(crate) fn leave_position(&mut self) {
        self.excluded.clear();
        self.expected = None;
    }

    /// The game goes on elsewhere than where it was paused, if it was.
    fn unpause(&mut self) {
        self.paused = false;
        self.interrupted = false;
        self.spent = Duration::ZERO;
    }

    /// Another position was set up or taken back to: what the engine thought of the game before
    /// says nothing any more.
    pub(crate) fn forget_scores(&mut self) {
        self.score = None;
        self.hopeless = 0;
        self.level = 0;
    }

    /// Whether the clock shows much less than the search reckons with.
    pub(crate) fn clock_differs(&self, thinking: &Thinking) -> bool {
        let (Some(then), Some(now)) = (thinking.clock(), self.control.limits(0).clock) else {
            return false;
        };
        now.remaining_ms.saturating_add(WORTH_A_SEARCH_MS) < then.remaining_ms
    }

    /// Takes note of the engine's score for its move of this number; tells whether to offer a draw.
    fn is_to_be_drawn(&mut self, score: Score, made: usize) -> bool {
        let level = !score.is_mate() && score.raw().abs() <= LEVEL;
        self.level = if level { self.level + 1 } else { 0 };
        let (moves, from) = match self.offers {
            DrawOffers::Never => return false,
            DrawOffers::Late => (10, 40),
            DrawOffers::Early => (5, 20),
        };
        // Not again at once: an offer that was refused is refused again.
        self.level.is_multiple_of(moves) && self.level > 0 && made >= from
    }

    /// Whether nothing is to be searched for the moment.
    pub(crate) fn is_held(&self) -> bool {
        self.paused || self.editor.is_some()
    }

    /// The search for the engine's move is broken off by a pause, so long after it began.
    pub(crate) fn interrupt(&mut self, elapsed: Duration) {
        self.interrupted = true;
        self.control.lose(elapsed);
        self.spent = self.spent.saturating_add(elapsed);
    }

    /// The limits of the engine's next search, when its side has made so many moves.
    pub(crate) fn limits(&self, moves_made: usize) -> Limits {
        let limits = self.control.limits(moves_made);
        let movetime = limits.movetime.map(|time| time.saturating_sub(self.spent));
        Limits { movetime, ..limits }
    }
}

impl Session {
    /// Does a command that is about the game.
    pub(super) fn play(&mut self, command: Command) -> Flow {
        match command {
            Command::NewGame => self.new_game(),
            Command::Variant(name) => match VariantId::from_str(&name) {
                Ok(variant) => self.set_variant(variant),
                Err(_) => self.refuse(&format!("variant {}", quote(&name)), "unknown variant"),
            },
            Command::SetBoard(fen) => {
                self.set_fen(&fen);
            }
            Command::Move(text) => return self.opponent_moves(&text),
            Command::Seat(chair) => {
                self.table.unpause();
                return self.take_seat(chair);
            }
            Command::Pause(paused) => return self.pause(paused),
            Command::Undo(plies) => self.undo(plies),
            Command::Level(level) => {
                let made = self.moves_made_by(self.own_side());
                self.table.control.set_level(level, made);
            }
            Command::MoveTime(time) => self.table.control.set_per_move(time),
            Command::Depth(depth) => self.table.control.set_depth(depth),
            Command::Time(milliseconds) => self.table.control.set_remaining(milliseconds),
            Command::DrawOffer => self.consider_draw(),
            Command::GameOver if self.table.seat == Seat::Analysing => {}
            Command::GameOver => {
                self.table.unpause();
                self.table.seat = self.table.seat.after(self.seated(Chair::Neither));
            }
            Command::Analyze(on) => {
                self.table.unpause();
                self.set_analysis(on);
            }
            Command::Status => self.tell_status(),
            Command::Consider { what, included } => self.consider(&what, included),
            Command::Ponder(on) => self.table.ponders = on,
            Command::Book => self.gui.tell(Event::NoBook),
            Command::Edit(step) => self.edit(&step),
            Command::Computer => self.table.against_program = true,
            Command::Lift(square) => self.lift(&square),
            Command::Put(square) => self.put(&square),
            Command::Hint => return self.hint(),
            _ => {}
        }
        Flow::On
    }

    pub(super) fn refuse(&mut self, command: &str, why: &str) {
        self.gui.tell(Event::Refused { command, why });
    }

    fn new_game(&mut self) {
        self.table.seat = self.table.seat.after(Turn::NewGame);
        self.table.control.restart();
        self.table.against_program = false;
        self.table.forget_scores();
        self.table.unpause();
        self.table.editor = None;
        self.reset_game(VariantId::Chess);
    }

    /// The side that the engine plays, or would play next.
    fn own_side(&self) -> Color {
        self.table.seat.own().unwrap_or(self.game.side())
    }

    /// Stops all thinking, or goes on where it was stopped.
    fn pause(&mut self, paused: bool) -> Flow {
        self.table.paused = paused;
        if !paused
            && mem::take(&mut self.table.interrupted)
            && self.table.seat == Seat::Waiting(self.game.side())
        {
            return self.take_seat(Chair::ToMove);
        }
        Flow::On
    }

    pub(super) fn moves_made_by(&self, side: Color) -> usize {
        let made = self.game.moves().len();
        // The side to move has made half of them, rounded down; the other the rest.
        if side == self.game.side() { made / 2 } else { made.div_ceil(2) }
    }

    fn seated(&self, chair: Chair) -> Turn {
        Turn::Seated(chair, self.game.side(), !self.game.legal_moves().is_empty())
    }

    fn take_seat(&mut self, chair: Chair) -> Flow {
        if self.thinking.is_some() {
            // Told to think while it does.
            return Flow::On;
        }
        if chair != Chair::Neither && self.refused.is_some() {
            self.refuse("go", "illegal position");
            return Flow::On;
        }
        self.table.seat = self.table.seat.after(self.seated(chair));
        match self.table.seat {
            Seat::Thinking(_) => self.think_for_the_game(),
            Seat::Waiting(own) if chair == Chair::ToMove => {
                self.claim(own, After::OpponentsMove);
                Flow::On
            }
            _ => Flow::On,
        }
    }

    fn think_for_the_game(&mut self) -> Flow {
        let made = self.moves_made_by(self.own_side());
        let limits = Limits { moves: self.chosen_by_hand(), ..self.table.limits(made) };
        self.think(Purpose::Turn, self.game.clone(), limits)
    }

    fn opponent_moves(&mut self, text: &str) -> Flow {
        if let Err(why) = self.make_opponents_move(text) {
            let text = quote(text);
            match why {
                Wrong::RookLeftBehind => self.gui.tell(Event::RookLeftBehind(&text)),
                Wrong::Because(why) => {
                    self.gui.tell(Event::IllegalMove { text: &text, why, number: None });
                }
            }
            return Flow::On;
        }
        if let Some(own) = self.table.seat.own() {
            self.claim(own, After::OpponentsMove);
        }
        let goes_on = match self.game.outcome() {
            None => true,
            // Where the GUI judges and does not see it, the game is played on.
            Some(outcome) => {
                self.judged_elsewhere()
                    && outcome.winner != Some(!self.game.side())
                    && !self.game.legal_moves().is_empty()
            }
        };
        self.table.seat = self.table.seat.after(Turn::Moved(self.game.side(), goes_on));
        match (self.table.seat, &mut self.thinking) {
            (Seat::Thinking(_), Some(pondering)) => {
                pondering.purpose = Purpose::Turn;
                pondering.hit();
                Flow::On
            }
            (Seat::Thinking(_), None) => self.think_for_the_game(),
            _ => Flow::On,
        }
    }

    fn make_opponents_move(&mut self, text: &str) -> Result<(), Wrong> {
        // Otherwise it is the move that is pondered on.
        if self.thinking.as_ref().is_some_and(|it| it.purpose == Purpose::Turn) {
            return Err(Wrong::Because(Some("not your turn")));
        }
        if self.table.paused {
            return Err(Wrong::Because(Some("paused")));
        }
        if self.refused.is_some() {
            return Err(Wrong::Because(Some("illegal position")));
        }
        let read = self.gui.dialect.read_move(&*self.game, text);
        let mv = read.map_err(|error| match error {
            BadMove::Unreadable => Wrong::Because(Some("unreadable")),
            BadMove::RookLeftBehind(_) => Wrong::RookLeftBehind,
            BadMove::Illegal if self.game.legal_moves().is_empty() => {
                Wrong::Because(Some("the game is over"))
            }
            BadMove::Illegal if self.game.checkers().any() => Wrong::Because(Some("in check")),
            BadMove::Illegal => {
                let squares = self.gui.dialect.read_squares(&*self.game, text);
                Wrong::Because(squares.map(|(from, to)| explain::in_short(&*self.game, from, to)))
            }
        })?;
        self.game.play(mv);
        self.table.leave_position();
        Ok(())
    }

    /// The search for the engine's move has ended.
    pub(super) fn finish_turn(&mut self, thinking: &Thinking, report: &Report) {
        let own = self.own_side();
        self.table.seat = self.table.seat.after(Turn::Searched);
        let dropped = thinking.fate == Fate::Dropped;
        let (false, Some(best)) = (dropped, report.best) else { return };
        let made = self.moves_made_by(own);
        self.table.control.spend(thinking.since.elapsed(), made);
        self.table.spent = Duration::ZERO;
        self.table.score = Some(report.info.score);
        if self.is_hopeless(report.info.score) {
            self.gui.tell(Event::Resigns);
            return;
        }
        let mut next = self.game.clone();
        next.play(best);
        let draws = next.outcome().is_some_and(|outcome| outcome.winner.is_none());
        if draws && self.judged_elsewhere() {
            self.gui.tell(Event::DrawOffer);
        }
        self.gui.tell(Event::Best(&*self.game, Some(best), report.ponder));
        self.game = next;
        self.table.leave_position();
        self.table.expected = report.ponder;
        let offers = self.table.is_to_be_drawn(report.info.score, made);
        if offers && self.game.outcome().is_none() {
            self.gui.tell(Event::DrawOffer);
        }
        self.claim(own, After::OwnMove);
    }

    /// Before the answer to a question that came with a draw offered: whether it is accepted; and
    /// whether the game is given up.
    pub(super) fn answer_draw(&mut self, score: Score) {
        let offered = mem::take(&mut self.draw_offered);
        if offered && score <= self.table.content_at {
            self.gui.tell(Event::DrawOffer);
        } else if self.is_hopeless(score) {
            self.gui.tell(Event::Resigns);
        }
    }

    /// Whether the engine has stood too badly for too long, by a setting, to play on.
    fn is_hopeless(&mut self, score: Score) -> bool {
        let bad = self.table.resign_at.is_some_and(|least| score <= least);
        self.table.hopeless = if bad { self.table.hopeless + 1 } else { 0 };
        self.table.hopeless >= HOPELESS_MOVES
    }

    /// Whether a claim that the GUI cannot verify would lose the game.
    fn judged_elsewhere(&self) -> bool {
        self.table.against_program || self.gui.dialect.gui_judges()
    }

    /// Tells how the game has ended, if it has: all of it to a person. Between programs only the
    /// own loss, which needs no proof, and a draw as an offer; with its own move the engine
    /// has offered it before.
    fn claim(&mut self, own: Color, after: After) {
        let Some(outcome) = self.game.outcome() else { return };
        if !self.judged_elsewhere() || outcome.winner == Some(!own) {
            self.gui.tell(Event::Result(outcome));
        } else if outcome.winner.is_none() && after == After::OpponentsMove {
            self.gui.tell(Event::DrawOffer);
        }
    }

    fn undo(&mut self, plies: usize) {
        if self.game.moves().len() < plies {
            self.refuse(if plies == 1 { "undo" } else { "remove" }, "no move to take back");
            return;
        }
        for _ in 0..plies {
            self.game.undo();
        }
        self.table.leave_position();
        self.table.forget_scores();
    }

    /// The opponent offers a draw: accepted if the rules say so or the engine stands worse.
    fn consider_draw(&mut self) {
        let drawn = self.game.outcome().is_some_and(|outcome| outcome.winner.is_none());
        let worse = self.table.score.is_some_and(|score| score <= self.table.content_at);
        if self.table.seat.own().is_some() && (drawn || worse) {
            self.gui.tell(Event::DrawOffer);
        }
    }

    fn lift(&mut self, square: &str) {
        let Some(from) = self.gui.dialect.read_square(&*self.game, square) else {
            self.refuse(&format!("lift {}", quote(square)), "no such square");
            return;
        };
        if let Hand::Castling(rook, mv) = self.table.hand
            && rook == from
        {
            self.gui.tell(Event::CastlingTarget(&*self.game, mv));
            return;
        }
        self.table.hand = Hand::Holding(from);
        let mut moves = self.game.legal_moves();
        moves.retain(|mv| mv.from() == from);
        self.gui.tell(Event::Targets(&*self.game, &moves));
    }

    /// A king put on its rook is about to castle: the GUI then lifts the rook.
    fn put(&mut self, square: &str) {
        let hand = mem::replace(&mut self.table.hand, Hand::Empty);
        let square = self.gui.dialect.read_square(&*self.game, square);
        let (Hand::Holding(from), Some(rook)) = (hand, square) else { return };
        let castles = |mv: &Move| {
            let castling = self.game.castling_rook(*mv);
            mv.from() == from && castling.is_some_and(|(rook_from, _)| rook_from == rook)
        };
        if let Some(mv) = self.game.legal_moves().into_iter().find(castles) {
            self.table.hand = Hand::Castling(rook, mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_offered_in_level_games_where_that_is_set() {
        let offered = |offers, scores: &[i32], from: usize| -> Vec<usize> {
            let mut table = Table { offers, ..Table::default() };
            let made = from..;
            made.zip(scores)
                .filter(|&(made, &score)| table.is_to_be_drawn(Score::new(score), made))
                .map(|(made, _)| made)
                .collect()
        };
        let level = [0, 5, -10, 10, 0, 3, 0, 0, 0, 0, 0];
        assert!(offered(DrawOffers::Never, &level, 50).is_empty());
        assert_eq!(offered(DrawOffers::Early, &level, 50), [54, 59]);
        assert_eq!(offered(DrawOffers::Late, &level, 50), [59]);
        assert!(offered(DrawOffers::Early, &level, 10).is_empty());
        assert!(offered(DrawOffers::Early, &[0, 0, 0, 11, 0, 0, 0], 50).is_empty());
    }
}
