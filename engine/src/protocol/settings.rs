//! What a user has set, and what follows from it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use stymie_eval::Score;
use stymie_eval::network::Network;
use stymie_movegen::fen::quote;
use stymie_search::{FULL_SKILL, MOST_ELO, Skill};

use super::message::Event;
use super::options::{self, Change};
use super::session::Session;
use crate::files;
use crate::text::one_line;

/// What the next searches are made with.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The table's size in MiB.
    pub(super) hash: usize,
    threads: usize,
    overhead: Duration,
    /// How many of the best moves have a line of their own.
    pub(super) lines: usize,
    level: u32,
    /// The rating counts, not the level.
    limited: bool,
    elo: u32,
    /// A network that evaluates its variant's positions instead of the built-in one.
    network: Option<Arc<Network>>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: options::DEFAULT_HASH,
            threads: 1,
            overhead: Duration::from_millis(options::DEFAULT_OVERHEAD_MS as u64),
            lines: 1,
            level: FULL_SKILL,
            limited: false,
            elo: MOST_ELO,
            network: None,
        }
    }
}

/// A file's name in a line: whole, as long as it can be.
fn shown(path: &Path) -> String {
    one_line(&path.to_string_lossy(), 200)
}

impl Settings {
    /// How well the next move is to be played.
    pub(super) fn skill(&self) -> Skill {
        let mut skill = Skill::full(rand::random());
        if self.limited {
            skill.set_elo(self.elo);
        } else {
            skill.set_level(self.level);
        }
        skill
    }
}

impl Session {
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) {
        let error = match options::read(name, value) {
            Ok(change) => self.change(change).err(),
            Err(why) => Some(why),
        };
        if let Some(why) = error {
            self.gui
                .tell(Event::Refused { command: &format!("option {}", quote(name)), why: &why });
        }
    }

    /// Changes an option; says what is wrong if that cannot be.
    fn change(&mut self, change: Change) -> Result<(), String> {
        match change {
            Change::Variant(variant) => self.set_variant(variant),
            Change::Hash(mebibytes) => {
                let no_memory = |_| format!("no memory for a table of {mebibytes} MiB");
                match &mut self.searcher {
                    Some(searcher) => searcher.set_hash(mebibytes).map_err(no_memory)?,
                    // Nothing searches yet: find out now whether there is memory.
                    None => {
                        let variant = self.game.variant();
                        self.searcher = Some((self.open)(variant, mebibytes).map_err(no_memory)?);
                        self.configure();
                    }
                }
                self.settings.hash = mebibytes;
            }
            Change::Threads(threads) => {
                self.settings.threads = threads;
                self.configure();
            }
            Change::MultiPv(lines) => self.settings.lines = lines,
            Change::MoveOverhead(overhead) => {
                self.settings.overhead = overhead;
                self.configure();
            }
            Change::ClearHash => {
                if let Some(searcher) = &mut self.searcher {
                    searcher.new_game();
                }
            }
            Change::Skill(level) => self.settings.level = level,
            Change::LimitStrength(limited) => self.settings.limited = limited,
            Change::Elo(elo) => self.settings.elo = elo,
            Change::Chances(shown) => self.gui.dialect.show_chances(shown),
            Change::AcceptDraw(score) => self.table.content_at = Score::new(score),
            Change::OfferDraw(offers) => self.table.offers = offers,
            Change::Resign(score) => self.table.resign_at = score.map(Score::new),
            Change::PlainCastling(plainly) => self.gui.dialect.castle_plainly(plainly),
            Change::RanksFrom0(from_0) => self.gui.dialect.count_ranks_from_0(from_0),
            Change::EvalFile(path) => {
                let read = path.map(|path| self.read_network(&path)).transpose()?;
                self.settings.network = read;
                self.configure();
            }
            Change::Nothing => {}
            Change::DebugLog(file) => {
                let path = file.as_deref();
                self.gui.set_log(path).map_err(|error| {
                    let name = path.map(shown).unwrap_or_default();
                    format!("cannot write the log file '{name}': {error}")
                })?;
            }
        }
        Ok(())
    }

    /// Reads a network of the game's variant.
    fn read_network(&self, path: &Path) -> Result<Arc<Network>, String> {
        let name = shown(path);
        let bytes = files::read(path, files::LONGEST)
            .map_err(|error| format!("cannot read '{name}': {error}"))?;
        let network = Network::read(self.game.variant(), &bytes)
            .map_err(|error| format!("cannot use '{name}': {error}"))?;
        Ok(Arc::new(network))
    }

    pub(super) fn configure(&mut self) {
        let variant = self.game.variant();
        if let Some(searcher) = &mut self.searcher {
            let given = self.settings.network.clone();
            let given = given.filter(|network| network.variant() == variant);
            searcher.set_network(given.or_else(|| Network::built_in(variant)));
            searcher.set_move_overhead(self.settings.overhead);
            let wanted = self.settings.threads;
            let threads = searcher.set_threads(wanted);
            if threads < wanted {
                let remark = format!("no memory for {wanted} threads: {threads} search");
                self.gui.tell(Event::Remark(&remark));
            }
        }
    }
}
