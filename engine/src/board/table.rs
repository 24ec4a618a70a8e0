//! A table: one tab's game, who plays it, and what the engine is to do there.
//!
//! No threads and no sockets: [`Table::obey`] does what a [`Request`] asks for, and
//! [`Table::wanted`] says afterwards which search has to run.

use std::time::Instant;

use stymie_movegen::{Color, Game, Move, Reading, VariantId, open};
use stymie_search::{Limits, Skill};

use super::clock::Clock;
use super::form;
use super::level::Level;
use super::loaded::{Loaded, Origin};
use super::message::{LONGEST, Player, Request, Tell};
use super::worker::Job;
use crate::pgn::{Date, Ending, Fault, Record};

/// The longest game, in plies.
const MOST_PLIES: usize = 2_000;

/// The most lines of an analysis.
const MOST_LINES: u8 = 5;

/// The longest clock and increment, in seconds.
const LONGEST_CLOCK: (u32, u32) = (86_400, 600);

/// A move that was made, as it is written.
#[derive(Clone, Debug)]
pub(super) struct Ply {
    pub(super) uci: String,
    pub(super) notation: String,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// The engine's move.
    Move,
    /// To show what it thinks of the position that is looked at.
    Analysis,
}

/// What follows from a request that was carried out.
#[derive(Debug)]
pub(super) enum Answer {
    /// The board, as it is now, is to be shown.
    Show,
    /// That, and then this said.
    Remark(String),
    /// This is to be told.
    Tell(Tell),
    /// The engine is to play at once what it has found.
    MoveNow,
}

/// A search that has to run; as long as it is equal to the one that runs, that one goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Want {
    pub(super) purpose: Purpose,
    variant: VariantId,
    start: String,
    moves: Vec<Move>,
    level: Option<Level>,
    lines: u8,
}

/// One tab's game.
pub(super) struct Table {
    /// The whole game.
    game: Box<dyn Game>,
    /// Its moves.
    plies: Vec<Ply>,
    /// How many of them have been made in the position that is shown.
    shown: usize,
    white: Player,
    black: Player,
    level: Level,
    clock: Option<Clock>,
    /// In how many lines positions are analysed.
    analysis: Option<u8>,
    /// Whether somebody looks.
    seen: bool,
    /// How it ended, if not by the rules.
    ended: Option<Ending>,
    /// What is known of it beside its moves, if it came as PGN.
    origin: Option<Origin>,
}

impl Table {
    /// A game of the variant from its start, a person on both sides.
    pub(super) fn new(variant: VariantId) -> Table {
        Table {
            game: open(variant),
            plies: Vec::new(),
            shown: 0,
            white: Player::Person,
            black: Player::Person,
            level: Level::default(),
            clock: None,
            analysis: None,
            seen: true,
            ended: None,
            origin: None,
        }
    }

    /// Does what a message asks for.
    ///
    /// # Errors
    /// If it is not understood or cannot be done, in one line; nothing has changed then.
    pub(super) fn obey_text(&mut self, text: &str, now: Instant) -> Result<Answer, String> {
        if text.len() > LONGEST {
            return Err(format!("a message of {} bytes: at most {LONGEST} are read", text.len()));
        }
        self.obey(form::read(text)?, now)
    }

    fn obey(&mut self, request: Request, now: Instant) -> Result<Answer, String> {
        match request {
            Request::New { variant, fen } => self.begin(&variant, fen.as_deref())?,
            Request::Load { variant, text } => return self.load(&variant, &text),
            Request::Play { mv } => self.play_text(&mv, now)?,
            Request::GoTo { ply } => self.go_to(ply)?,
            Request::Step { by } => {
                self.shown = self.shown.saturating_add_signed(by).min(self.plies.len());
            }
            Request::TakeBack => self.take_back(now)?,
            Request::Seats { white, black } => (self.white, self.black) = (white, black),
            Request::Level(level) => match level.fault() {
                Some(fault) => return Err(fault),
                None => self.level = level,
            },
            Request::Clock { seconds, increment } => self.set_clock(seconds, increment)?,
            Request::Analyse { on, lines } => self.set_analysis(on, lines)?,
            Request::Seen { on } => self.seen = on,
            Request::Resign => self.resign(now)?,
            Request::Pgn => return Ok(Answer::Tell(Tell::Pgn { text: self.pgn() })),
            Request::MoveNow => return Ok(Answer::MoveNow),
        }
        Ok(Answer::Show)
    }

    fn begin(&mut self, variant: &str, fen: Option<&str>) -> Result<(), String> {
        let variant: VariantId = variant.parse().map_err(|error| format!("{error}"))?;
        let mut game = open(variant);
        if let Some(fen) = fen {
            // Whoever moves a king while setting up need not think of the rights that this ends.
            game.set_fen(fen, Reading::Repair).map_err(|error| error.to_string())?;
        }
        self.start(game, Vec::new());
        Ok(())
    }

    fn start(&mut self, game: Box<dyn Game>, plies: Vec<Ply>) {
        self.shown = plies.len();
        (self.game, self.plies, self.ended, self.origin) = (game, plies, None, None);
        if let Some(clock) = &mut self.clock {
            clock.reset();
        }
    }

    /// Puts a game on the board that comes as text. At a PGN's game nobody but persons sit.
    fn load(&mut self, variant: &str, text: &str) -> Result<Answer, String> {
        let variant: VariantId = variant.parse().map_err(|error| format!("{error}"))?;
        let Loaded { game, origin, ending, remark } = Loaded::read(variant, text)?;
        if game.moves().len() > MOST_PLIES {
            return Err(format!("more than {MOST_PLIES} moves"));
        }
        if origin.is_some() {
            (self.white, self.black) = (Player::Person, Player::Person);
        }
        let plies = plies(&*game);
        self.start(game, plies);
        (self.ended, self.origin) = (ending, origin);
        Ok(remark.map_or(Answer::Show, Answer::Remark))
    }

    fn play_text(&mut self, text: &str, now: Instant) -> Result<(), String> {
        let mut game = self.shown_game();
        let at_end = self.shown == self.plies.len();
        if at_end && let Some(ending) = self.ending() {
            return Err(format!("the game is over: {}", ending.in_words(&*game)));
        }
        if self.player(game.side()) == Player::Engine {
            return Err("it is the engine's turn".to_owned());
        }
        if self.shown >= MOST_PLIES {
            return Err(format!("a game has at most {MOST_PLIES} moves here"));
        }
        let mv = game.parse_move(text).map_err(|error| error.to_string())?;
        if !at_end && self.plies.get(self.shown).is_some_and(|ply| ply.uci == game.to_uci(mv)) {
            self.shown += 1;
            return Ok(());
        }
        std::mem::swap(&mut self.game, &mut game);
        if !at_end {
            self.plies.truncate(self.shown);
            self.forget_what_followed(now);
        }
        self.make(mv, now);
        Ok(())
    }

    /// Makes a legal move at the game's end.
    fn make(&mut self, mv: Move, now: Instant) {
        let follow = self.shown == self.plies.len();
        let side = self.game.side();
        self.plies.push(Ply { uci: self.game.to_uci(mv), notation: self.game.notation(mv) });
        self.game.play(mv);
        if follow {
            self.shown = self.plies.len();
        }
        let over = self.game.outcome().is_some();
        if let Some(clock) = &mut self.clock {
            clock.press(side, self.plies.len() - 1, now);
            if over {
                clock.stop(now);
            }
        }
    }

    /// The engine's answer to a search that was wanted for a move.
    pub(super) fn engine_moves(&mut self, want: &Want, best: Option<Move>, now: Instant) {
        let asked = self.wanted().as_ref() == Some(want);
        if let Some(mv) = best.filter(|_| asked && want.purpose == Purpose::Move)
            && self.game.legal_moves().contains(&mv)
        {
            self.make(mv, now);
        }
    }

    fn go_to(&mut self, ply: usize) -> Result<(), String> {
        if ply > self.plies.len() {
            return Err(format!("there is no move {ply}: the game has {}", self.plies.len()));
        }
        self.shown = ply;
        Ok(())
    }

    fn take_back(&mut self, now: Instant) -> Result<(), String> {
        if self.plies.is_empty() {
            return Err("there is no move to take back".to_owned());
        }
        let persons = [self.white, self.black].contains(&Player::Person);
        loop {
            self.plies.pop();
            let taken = self.game.undo().is_some();
            if !taken || !persons || self.player(self.game.side()) == Player::Person {
                break;
            }
        }
        self.shown = self.plies.len();
        self.forget_what_followed(now);
        Ok(())
    }

    /// The game has been taken back to where it stands now: nothing that came after it counts.
    fn forget_what_followed(&mut self, now: Instant) {
        self.ended = None;
        if let Some(origin) = &mut self.origin {
            origin.forget_from(self.plies.len());
        }
        if let Some(clock) = &mut self.clock {
            clock.return_to(self.plies.len(), self.game.side(), now);
        }
    }

    fn set_clock(&mut self, seconds: u32, increment: u32) -> Result<(), String> {
        let (longest, most) = LONGEST_CLOCK;
        if seconds > longest || increment > most {
            return Err(format!("a clock has at most {longest} s, and {most} s for a move"));
        }
        let any = seconds > 0 || increment > 0;
        self.clock = any.then(|| Clock::new(seconds.max(1), increment));
        Ok(())
    }

    fn set_analysis(&mut self, on: bool, lines: u8) -> Result<(), String> {
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(format!("{lines} lines: 1 to {MOST_LINES} can be had"));
        }
        self.analysis = on.then_some(lines);
        Ok(())
    }

    fn resign(&mut self, now: Instant) -> Result<(), String> {
        if self.ending().is_some() {
            return Err("the game is over".to_owned());
        }
        let side = self.game.side();
        let persons = self.player(side) == Player::Person || self.player(!side) == Player::Engine;
        self.end(Ending::Resignation(if persons { side } else { !side }), now);
        Ok(())
    }

    fn end(&mut self, ending: Ending, now: Instant) {
        self.ended = Some(ending);
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
    }

    /// When the clock's flag falls, if it runs.
    pub(super) fn deadline(&self) -> Option<Instant> {
        self.clock.as_ref().and_then(Clock::deadline)
    }

    /// Ends the game if a flag has fallen.
    pub(super) fn look_at_clock(&mut self, now: Instant) {
        let Some(clock) = self.clock.as_mut() else { return };
        let fallen = clock.deadline().is_some_and(|deadline| deadline <= now);
        if let Some(side) = clock.running().filter(|_| fallen) {
            clock.stop(now);
            self.ended.get_or_insert(Ending::Fault(side, Fault::TimeLoss));
        }
    }

    /// The search that has to run now.
    pub(super) fn wanted(&self) -> Option<Want> {
        let to_move = self.player(self.game.side());
        let room = self.plies.len() < MOST_PLIES;
        if to_move == Player::Engine && self.ending().is_none() && room {
            return Some(self.want(Purpose::Move, self.plies.len()));
        }
        let analysed = self.analysis.is_some() && self.seen;
        let moves = analysed && !self.shown_game().legal_moves().is_empty();
        moves.then(|| self.want(Purpose::Analysis, self.shown))
    }

    fn want(&self, purpose: Purpose, plies: usize) -> Want {
        let moves = self.game.moves().get(..plies).unwrap_or_default().to_vec();
        Want {
            purpose,
            variant: self.game.variant(),
            start: self.game.initial_fen(),
            moves,
            level: (purpose == Purpose::Move).then_some(self.level),
            lines: if purpose == Purpose::Move { 1 } else { self.analysis.unwrap_or(1) },
        }
    }

    /// The game, the limits and the skill of a wanted search.
    pub(super) fn job(&self, want: &Want, now: Instant) -> Job {
        match want.level {
            Some(level) => {
                let side = self.game.side();
                let clock = self.clock.as_ref().map(|clock| clock.for_search(side, now));
                let game = self.game.clone();
                Job { game, limits: level.limits(clock), skill: level.skill(rand::random()) }
            }
            None => {
                let lines = want.lines.into();
                let limits = Limits { infinite: true, lines, ..Limits::default() };
                Job { game: self.shown_game(), limits, skill: Skill::full(0) }
            }
        }
    }

    /// The game up to the position that is shown.
    pub(super) fn shown_game(&self) -> Box<dyn Game> {
        let mut game = self.game.clone();
        for _ in self.shown..self.plies.len() {
            game.undo();
        }
        game
    }

    /// How the game has ended; `None` while it goes on.
    pub(super) fn ending(&self) -> Option<Ending> {
        self.ended.or_else(|| self.game.outcome().map(Ending::Rules))
    }

    /// Who plays the side.
    pub(super) fn player(&self, color: Color) -> Player {
        if color == Color::White { self.white } else { self.black }
    }

    /// The whole game.
    pub(super) fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// The whole game's moves.
    pub(super) fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// How many plies have been made in the position that is shown.
    pub(super) fn shown(&self) -> usize {
        self.shown
    }

    pub(super) fn level(&self) -> Level {
        self.level
    }

    /// The lines of the analysis; `None` if it is off.
    pub(super) fn analysis(&self) -> Option<u8> {
        self.analysis
    }

    /// The clocks, if there are any.
    pub(super) fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// The name of the person who plays the side, if it is known.
    pub(super) fn name(&self, color: Color) -> Option<&str> {
        let origin = self.origin.as_ref().filter(|_| self.player(color) == Player::Person);
        origin.and_then(|origin| origin.name(color))
    }

    fn pgn(&self) -> String {
        let name = |color| match self.player(color) {
            Player::Person => self.name(color).unwrap_or("Person").to_owned(),
            Player::Engine => format!("Stymie, {}", self.level.in_words()),
        };
        let origin = self.origin.as_ref();
        let record = Record {
            game: &*self.game,
            ending: self.ending().unwrap_or(Ending::Unfinished),
            event: "A game at Stymie's board",
            date: Date::today(),
            round: None,
            white: &name(Color::White),
            black: &name(Color::Black),
            tags: &origin.map(Origin::tags).unwrap_or_default(),
            comments: origin.map(Origin::comments).unwrap_or_default(),
        };
        record.to_string()
    }
}

/// The game's moves, as they are written.
fn plies(game: &dyn Game) -> Vec<Ply> {
    let mut replayed = game.boxed_clone();
    while replayed.undo().is_some() {}
    let mut plies = Vec::new();
    for &mv in game.moves() {
        plies.push(Ply { uci: replayed.to_uci(mv), notation: replayed.notation(mv) });
        replayed.play(mv);
    }
    plies
}
