//! The arguments of a match, in cutechess-cli's form.

use std::path::PathBuf;
use std::time::Duration;

use stymie_movegen::VariantId;

use super::Contest;
use super::adjudication::{DrawRule, ResignRule};
use super::book::BookSpec;
use super::groups;
use super::referee::Conditions;
use super::spec::{EngineSpec, Protocol};
use crate::networks::read_threads;
use crate::statistics::Sprt;

/// Games are ended here, as drawn and named unfinished, unless it is said: the rules end them much
/// earlier, unless sides keep pushing a pawn every hundred plies.
pub(crate) const MOST_PLIES: usize = 3_000;

/// Plays a match between two engines, refereed by the rules. Options may be written with one dash,
/// as for cutechess-cli; those marked KEY=VALUE take several such words.
#[derive(clap::Args, Debug)]
pub(crate) struct MatchArguments {
    /// An engine, twice: name= cmd= arg= dir= proto=uci|xboard|internal option.NAME= tc= st=
    /// nodes= depth= timemargin=; internal ones (this engine in this process) have eval=full or
    /// material, skill=1 to 11 and param.NAME= too.
    #[arg(long, value_name = "KEY=VALUE", required = true)]
    engine: Vec<String>,
    /// The same words for both engines.
    #[arg(long, value_name = "KEY=VALUE", default_value = "", hide_default_value = true)]
    each: String,
    /// The variant.
    #[arg(long, default_value_t = VariantId::Chess)]
    variant: VariantId,
    /// Games in a round; 2 if only the rounds are given.
    #[arg(long)]
    games: Option<usize>,
    /// Rounds; an odd number of games in all is rounded up, since each opening is played twice.
    #[arg(long)]
    rounds: Option<usize>,
    /// Accepted for scripts: every opening is played twice, with colours swapped.
    #[arg(long, num_args = 0..=1, default_missing_value = "2", value_name = "2",
        value_parser = clap::value_parser!(u32).range(2..=2))]
    repeat: Option<u32>,
    /// file= format=epd|pgn order=random|sequential plies=; without a file random moves that a
    /// shallow search finds even, 8 unless plies= says otherwise.
    #[arg(long, value_name = "KEY=VALUE", default_value = "", hide_default_value = true)]
    openings: String,
    /// Games played at once.
    #[arg(long, default_value_t = 1, value_parser = read_threads)]
    concurrency: usize,
    /// Ends games as drawn: movenumber= movecount= score=.
    #[arg(long, value_name = "KEY=VALUE")]
    draw: Option<String>,
    /// Ends games as lost: movecount= score=.
    #[arg(long, value_name = "KEY=VALUE")]
    resign: Option<String>,
    /// A sequential test that may end the match: elo0= elo1= alpha= beta=, in logistic Elo.
    #[arg(long, value_name = "KEY=VALUE")]
    sprt: Option<String>,
    /// Appends the games to this file.
    #[arg(long)]
    pgnout: Option<PathBuf>,
    /// Goes on when an engine crashes or hangs; it is started anew.
    #[arg(long)]
    recover: bool,
    /// Prints the state every so many games; 0: at the end only.
    #[arg(long, default_value_t = 0)]
    ratinginterval: usize,
    /// The seed of openings: the same gives the same.
    #[arg(long, alias = "seed", default_value_t = 1)]
    srand: u64,
    /// How many milliseconds a flag may have fallen.
    #[arg(long, default_value_t = 0)]
    timemargin: u64,
    /// How many seconds after its flag's fall an engine may still answer before it is ended.
    #[arg(long, default_value_t = 5.0)]
    patience: f64,
    /// Ends games as unfinished, counted as drawn, after so many moves of each side.
    #[arg(long, default_value_t = MOST_PLIES / 2, value_parser = count)]
    maxmoves: usize,
    /// The occasion, for the games' file.
    #[arg(long, default_value = "match")]
    event: String,
    /// Shows on standard error what is said to and by the engines.
    #[arg(long)]
    debug: bool,
}

/// A number of things of which there is at least one.
fn count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|&count| count > 0);
    count.ok_or_else(|| "it is no number from 1 on".to_owned())
}

impl MatchArguments {
    /// # Errors
    /// In one line, naming what is wrong.
    pub(crate) fn contest(&self) -> Result<Contest, String> {
        let engines = self.engines()?;
        let margin = |spec: &EngineSpec| {
            // The search in this process is not to blame for a late answer to `st`.
            let blamed = spec.protocol != Protocol::Internal || spec.control.clock.is_some();
            blamed.then(|| spec.margin.unwrap_or(Duration::from_millis(self.timemargin)))
        };
        let patience = Duration::try_from_secs_f64(self.patience)
            .map_err(|_| format!("'-patience {}' is no time in seconds", self.patience))?;
        let conditions = Conditions {
            controls: engines.each_ref().map(|spec| spec.control.clone()),
            margins: engines.each_ref().map(margin),
            patience,
            draw: self.draw.as_deref().map(DrawRule::read).transpose()?,
            resign: self.resign.as_deref().map(ResignRule::read).transpose()?,
            most_plies: self.maxmoves.saturating_mul(2),
        };
        let games = match (self.games, self.rounds) {
            (None, None) => 2,
            (Some(games), rounds) => games.saturating_mul(rounds.unwrap_or(1)),
            (None, Some(rounds)) => rounds.saturating_mul(2),
        };
        if !(1..=10_000_000).contains(&games) {
            return Err(format!("{games} games cannot be played"));
        }
        Ok(Contest {
            variant: self.variant,
            engines,
            conditions,
            pairs: games.div_ceil(2),
            book: BookSpec::read(&self.openings)?,
            seed: self.srand,
            concurrency: self.concurrency,
            sprt: self.sprt.as_deref().map(read_sprt).transpose()?,
            pgn: self.pgnout.clone(),
            recover: self.recover,
            interval: self.ratinginterval,
            event: self.event.clone(),
            debug: self.debug,
        })
    }

    fn engines(&self) -> Result<[EngineSpec; 2], String> {
        let [a, b] = &self.engine[..] else {
            return Err(format!("a match has two engines, not {}", self.engine.len()));
        };
        let (a, mut b) = (EngineSpec::read(&self.each, a)?, EngineSpec::read(&self.each, b)?);
        if a.name == b.name {
            b.name += " (2)";
        }
        Ok([a, b])
    }
}

fn read_sprt(group: &str) -> Result<Sprt, String> {
    let mut sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
    for (key, text) in groups::pairs(group)? {
        let field = match key {
            "elo0" => &mut sprt.elo0,
            "elo1" => &mut sprt.elo1,
            "alpha" => &mut sprt.alpha,
            "beta" => &mut sprt.beta,
            _ => return Err(format!("'{key}' is no key of -sprt")),
        };
        *field = groups::value(key, text)?;
    }
    let Sprt { elo0, elo1, alpha, beta } = sprt;
    if !(elo0 < elo1 && elo0 > -5_000.0 && elo1 < 5_000.0) {
        let why = "elo0 must be below elo1, both within 5000";
        return Err(format!("'{}': {why}", group.replace(groups::SEPARATOR, " ")));
    }
    if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
        return Err(format!("'alpha={alpha} beta={beta}': both above 0, together below 1"));
    }
    Ok(sprt)
}
