//! The search on its own thread, and what it reports.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use crossbeam::channel::Sender;
use stymie_movegen::{Game, Move};
use stymie_search::{Bound, Clock, Current, Info, Limits, Report, Searcher, Signals, Skill};

use super::session::Message;

/// The search thread's stack: the search recurses deeply, with a move list in each frame.
const STACK_BYTES: usize = 32 << 20;

/// What a search tells the session.
pub(crate) enum Progress {
    /// It has got further.
    Info(Info),
    /// It has ended; the searcher is given back.
    Done(Box<dyn Searcher>, Report),
    /// It has failed, and the searcher is lost.
    Failed(String),
}

/// What becomes of a running search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It runs until it ends by itself.
    Running,
    /// It was told to end; its result counts.
    Stopping,
    /// It was told to end; its result does not count.
    Dropped,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The GUI has asked for the best move of a position; it keeps the game itself.
    Answer,
    /// The engine's move in a game.
    Turn,
    /// The engine's move after this one of the opponent, on the opponent's time.
    Ponder(Move),
    /// What there is in a position, until something else is done.
    Analysis,
    /// A move to recommend to a person.
    Hint,
}

/// A running search.
pub(crate) struct Thinking {
    signals: Arc<Signals>,
    /// What it is for.
    pub(crate) purpose: Purpose,
    /// What becomes of it.
    pub(crate) fate: Fate,
    /// The game where it began.
    pub(crate) game: Box<dyn Game>,
    /// Since when it has used time of the engine's clock, if it has one.
    pub(crate) since: Instant,
    /// What it has last told of its best line.
    pub(crate) last: Option<Info>,
    /// The move that it has last said to be at, in the iteration that goes on.
    pub(crate) current: Option<Current>,
    /// What it is limited to.
    limits: Limits,
}

impl Thinking {
    /// Starts a search; it reports to the channel.
    ///
    /// # Errors
    /// If there can be no further thread.
    pub(crate) fn start(
        purpose: Purpose,
        searcher: Box<dyn Searcher>,
        skill: Skill,
        game: Box<dyn Game>,
        limits: Limits,
        session: Sender<Message>,
    ) -> io::Result<Thinking> {
        let signals = Arc::new(Signals::new());
        let seen = Arc::clone(&signals);
        let (searched, limited) = (game.clone(), limits.clone());
        let search = move || {
            let progress = search(searcher, skill, &*searched, &limited, &seen, &session);
            let _ = session.send(Message::Search(progress));
        };
        thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES).spawn(search)?;
        let (since, fate) = (Instant::now(), Fate::Running);
        Ok(Thinking { signals, purpose, fate, game, since, last: None, current: None, limits })
    }

    /// Takes note of how far it has got.
    pub(crate) fn heard(&mut self, info: &Info) {
        if info.current.is_some() {
            self.current = info.current;
        } else if info.bound == Bound::Exact && info.line == 1 {
            (self.last, self.current) = (Some(info.clone()), None);
        }
    }

    /// The move that it ponders on has been played: its limits hold from now on.
    pub(crate) fn hit(&mut self) {
        if !self.limits.ponder || self.limits.infinite {
            return;
        }
        self.since = Instant::now();
        self.signals.ponder_hit();
        // A search looks at its depth after an iteration; the next may take long.
        let completed = self.last.as_ref().map_or(0, |info| info.depth);
        if self.limits.depth.is_some_and(|depth| completed >= depth) {
            self.signals.stop();
        }
    }

    /// The clock that it reckons with.
    pub(crate) fn clock(&self) -> Option<Clock> {
        self.limits.clock
    }

    /// The best move that it has told of.
    pub(crate) fn best(&self) -> Option<Move> {
        self.last.as_ref()?.pv.first().copied()
    }

    /// Tells it to end.
    pub(crate) fn end(&mut self, fate: Fate) {
        self.signals.stop();
        self.fate = fate;
    }
}

/// Nobody waits for it any more.
impl Drop for Thinking {
    fn drop(&mut self) {
        self.signals.stop();
    }
}

/// Searches; a panic is caught and reported, so that nobody waits for a move in vain.
fn search(
    mut searcher: Box<dyn Searcher>,
    mut skill: Skill,
    game: &dyn Game,
    limits: &Limits,
    signals: &Signals,
    session: &Sender<Message>,
) -> Progress {
    let mut listener = |info: &Info| {
        // Nobody listens any more when the session has ended, and the process with it.
        let _ = session.send(Message::Search(Progress::Info(info.clone())));
    };
    let searched = catch_unwind(AssertUnwindSafe(|| {
        skill.search(&mut *searcher, game, limits, signals, &mut listener)
    }));
    match searched {
        Ok(report) => Progress::Done(searcher, report),
        Err(payload) => Progress::Failed(panic_text(&*payload)),
    }
}

fn panic_text(payload: &(dyn Any + Send)) -> String {
    let text = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_default().lines().next().unwrap_or("no reason given").to_owned()
}
