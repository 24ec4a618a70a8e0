//! What is searched while no move is asked of the engine: analysis, the opponent's time, hints.

use stymie_movegen::fen::quote;
use stymie_movegen::{Color, Move};
use stymie_search::Limits;

use std::time::Duration;

use super::message::{BadMove, Event};
use super::seat::{Seat, Turn};
use super::session::{Flow, Session};
use super::thinking::Purpose;

/// So long a move to be recommended is searched for, when there is none at hand.
const HINT_TIME: Duration = Duration::from_millis(500);

impl Session {
    /// Gives the engine something to do where nothing else is to be done: the position in
    /// analysis; the expected one while the opponent thinks.
    pub(super) fn attend(&mut self) -> Flow {
        let busy = self.thinking.is_some() || self.table.is_held();
        if busy || self.refused.is_some() {
            return Flow::On;
        }
        match self.table.seat {
            Seat::Analysing => self.analyse(),
            Seat::Waiting(own) if self.table.ponders => self.ponder(own),
            _ => Flow::On,
        }
    }

    /// Begins or ends analysis; the search follows by itself.
    pub(super) fn set_analysis(&mut self, on: bool) {
        if !on && self.table.seat != Seat::Analysing {
            self.gui.tell(Event::Refused { command: "exit", why: "not analyzing" });
            return;
        }
        self.table.seat = self.table.seat.after(Turn::Analysis(on));
    }

    fn analyse(&mut self) -> Flow {
        let moves = self.considered_by_hand();
        if moves.is_empty() {
            return Flow::On;
        }
        let limits =
            Limits { infinite: true, moves, lines: self.settings.lines, ..Limits::default() };
        self.think(Purpose::Analysis, self.game.clone(), limits)
    }

    /// The legal moves but for those that the GUI has excluded.
    fn considered_by_hand(&self) -> Vec<Move> {
        let mut moves = self.game.legal_moves();
        moves.retain(|mv| !self.table.excluded.contains(mv));
        moves
    }

    /// The moves that a search for the engine's move is limited to; none: all, which is so too
    /// where all are excluded, since a move there must be.
    pub(super) fn chosen_by_hand(&self) -> Vec<Move> {
        if self.table.excluded.is_empty() { Vec::new() } else { self.considered_by_hand() }
    }

    /// A move, or all, to be considered from now on in this position, or no more.
    pub(super) fn consider(&mut self, what: &str, included: bool) {
        let excluded = &mut self.table.excluded;
        if what == "all" {
            *excluded = if included { Vec::new() } else { self.game.legal_moves() };
            return;
        }
        let why = match self.gui.dialect.read_move(&*self.game, what) {
            // No board is drawn here.
            Ok(mv) | Err(BadMove::RookLeftBehind(mv)) => {
                excluded.retain(|&other| other != mv);
                if !included {
                    excluded.push(mv);
                }
                return;
            }
            Err(BadMove::Unreadable) => "unreadable move",
            Err(BadMove::Illegal) => "illegal move",
        };
        let word = if included { "include" } else { "exclude" };
        self.gui.tell(Event::Refused { command: &format!("{word} {}", quote(what)), why });
    }

    /// Tells how the analysis is getting on.
    pub(super) fn tell_status(&mut self) {
        if self.table.seat != Seat::Analysing {
            self.gui.tell(Event::Refused { command: ".", why: "not analyzing" });
            return;
        }
        let moves = self.considered_by_hand().len();
        let (elapsed, info, current) = match &self.thinking {
            Some(thinking) => (thinking.since.elapsed(), thinking.last.as_ref(), thinking.current),
            None => (Duration::ZERO, None, None),
        };
        self.gui.tell(Event::Status { game: &*self.game, elapsed, info, current, moves });
    }

    /// Searches the position after the move that is expected of the opponent.
    fn ponder(&mut self, own: Color) -> Flow {
        let Some(expected) = self.table.expected.filter(|_| self.game.side() != own) else {
            return Flow::On;
        };
        if self.game.outcome().is_some() || !self.game.legal_moves().contains(&expected) {
            return Flow::On;
        }
        let mut next = self.game.clone();
        next.play(expected);
        if next.outcome().is_some() {
            return Flow::On;
        }
        if self.post {
            // Lines of play are told from there: the GUI is to know from where.
            self.gui.tell(Event::Hint(&*self.game, expected));
        }
        let limits = Limits { ponder: true, ..self.table.limits(self.moves_made_by(own)) };
        self.think(Purpose::Ponder(expected), next, limits)
    }

    /// Whether this is the move that is pondered on.
    pub(super) fn is_hit(&self, text: &str, expected: Move) -> bool {
        self.gui.dialect.read_move(&*self.game, text) == Ok(expected)
    }

    /// Recommends a move: what the engine expects or has found already, or what a short search
    /// finds.
    pub(super) fn hint(&mut self) -> Flow {
        let found = match &self.thinking {
            Some(thinking) if thinking.purpose == Purpose::Analysis => thinking.best(),
            _ => self.table.expected,
        };
        let legal = self.game.legal_moves();
        if let Some(mv) = found.filter(|mv| legal.contains(mv)) {
            self.gui.tell(Event::Hint(&*self.game, mv));
        } else if self.thinking.is_none() && self.refused.is_none() && !legal.is_empty() {
            let limits = Limits { movetime: Some(HINT_TIME), ..Limits::default() };
            return self.think(Purpose::Hint, self.game.clone(), limits);
        }
        Flow::On
    }
}
