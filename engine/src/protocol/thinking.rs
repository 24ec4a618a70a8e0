//! The search on its own thread, and what it reports.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

use crossbeam::channel::Sender;
use stymie_movegen::Game;
use stymie_search::{Info, Limits, Report, Searcher, Signals};

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

/// A running search.
#[derive(Debug)]
pub(crate) struct Thinking {
    signals: Arc<Signals>,
    /// What becomes of it.
    pub(crate) fate: Fate,
}

impl Thinking {
    /// Starts a search; it reports to the channel.
    ///
    /// # Errors
    /// If there can be no further thread.
    pub(crate) fn start(
        searcher: Box<dyn Searcher>,
        game: Box<dyn Game>,
        limits: Limits,
        session: Sender<Message>,
    ) -> io::Result<Thinking> {
        let signals = Arc::new(Signals::new());
        let seen = Arc::clone(&signals);
        let search = move || {
            let progress = search(searcher, &*game, &limits, &seen, &session);
            let _ = session.send(Message::Search(progress));
        };
        thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES).spawn(search)?;
        Ok(Thinking { signals, fate: Fate::Running })
    }

    /// Tells it to end.
    pub(crate) fn end(&mut self, fate: Fate) {
        self.signals.stop();
        self.fate = fate;
    }
}

/// Searches; a panic is caught and reported, so that nobody waits for a move in vain.
fn search(
    mut searcher: Box<dyn Searcher>,
    game: &dyn Game,
    limits: &Limits,
    signals: &Signals,
    session: &Sender<Message>,
) -> Progress {
    let mut listener = |info: &Info| {
        // Nobody listens any more when the session has ended, and the process with it.
        let _ = session.send(Message::Search(Progress::Info(info.clone())));
    };
    let searched =
        catch_unwind(AssertUnwindSafe(|| searcher.search(game, limits, signals, &mut listener)));
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
