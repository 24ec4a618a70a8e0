//! Makes sets of mates: positions of games of the engine against itself in which the side to move
//! mates in two to five moves, proven by the rules alone.

mod solver;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use indicatif::{ProgressBar, ProgressStyle};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stymie_movegen::{Color, Game, Position, Reason, Rules, VariantId, dispatch};
use stymie_search::{Limits, Searcher, Signals};

use crate::output::Output;
use solver::{Solver, Verdict};

/// Makes a set of mates in two to five moves from games of the engine against itself: each proven
/// by looking at all moves and all replies, and that there is no shorter one.
#[derive(clap::Args)]
pub(crate) struct Mates {
    /// The variants.
    #[arg(required = true)]
    variants: Vec<VariantId>,
    /// The folder that gets a file VARIANT.epd for each: a FEN, `dm` and the moves to mate, an id.
    #[arg(long)]
    out: PathBuf,
    /// How many positions: of 20, 8 are mates in two, 7 in three, 3 in four, 2 in five.
    #[arg(long, default_value_t = 60)]
    count: usize,
    /// The games' seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at most.
    #[arg(long, default_value_t = 2_000)]
    games: u64,
    /// Nodes a move for the stronger side; the weaker side has a tenth, so that there are mates on
    /// full boards too.
    #[arg(long, default_value_t = 600)]
    nodes: u64,
    /// Nodes that a proof may take.
    #[arg(long, default_value_t = 1_000_000)]
    proof: u64,
}

/// The shortest and the longest mate.
const LENGTHS: [u32; 4] = [2, 3, 4, 5];
/// Of 20 positions, how many of each length.
const PARTS: [usize; 4] = [8, 7, 3, 2];
/// A position with so few men is an elementary ending.
const FEW: usize = 6;
/// At most one in so many positions is one.
const FEW_SHARE: usize = 3;
/// How many random moves a game begins with.
const RANDOM_PLIES: usize = 8;
/// A game is given up after so many plies.
const MOST_PLIES: usize = 240;
/// Plies before a game's end where mates in five or fewer are looked for.
const LAST_PLIES: usize = 15;
/// How far the halfmove clock must be from drawing the game.
const CLOCK_LEFT: u32 = 24;

/// A proven mate.
struct Mate {
    fen: String,
    key: u64,
    moves: u32,
    men: usize,
}

/// The mates chosen so far.
struct Set {
    wanted: [usize; 4],
    mates: Vec<Mate>,
    keys: HashSet<u64>,
}

impl Mates {
    /// Makes the sets.
    ///
    /// # Errors
    /// If a file cannot be written, or a set could not be filled.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        for &variant in &self.variants {
            let path = self.out.join(format!("{variant}.epd"));
            let output = Output::new(&path, &[] as &[&Path])?;
            let set = dispatch!(variant, R => self.set::<R>()?);
            output.write(self.text(variant, &set))?;
            println!("{}: {:?} mates in {LENGTHS:?}", path.display(), set.counts());
        }
        Ok(())
    }

    fn set<R: Rules>(&self) -> anyhow::Result<Set> {
        let mut generator = ChaCha8Rng::seed_from_u64(self.seed);
        let mut searcher = stymie_search::open(R::VARIANT, 4)
            .map_err(|error| anyhow!("no memory for a table of {} MiB", error.mebibytes))?;
        let mut solver = Solver::new();
        let mut set = Set::new(self.count);
        let bar = ProgressBar::new(self.count as u64);
        bar.set_style(ProgressStyle::with_template("{prefix} {bar:30} {pos}/{len} {msg}")?);
        bar.set_prefix(R::VARIANT.name());
        for number in 1..=self.games {
            bar.set_position(set.mates.len() as u64);
            bar.set_message(format!("game {number}"));
            if set.mates.len() == self.count {
                break;
            }
            let strong = if number % 2 == 1 { Color::White } else { Color::Black };
            let Some(game) = self.play(R::VARIANT, strong, &mut *searcher, &mut generator) else {
                continue;
            };
            let found = self.mates_of::<R>(game, &set, &mut solver);
            if let Some(best) = found.into_iter().max_by_key(|mate| set.lack(mate.moves)) {
                set.take(best);
            }
        }
        bar.finish_and_clear();
        set.mates.sort_by_key(|mate| mate.moves);
        Ok(set)
    }

    /// A game that ended by mate, or where it wins by stalemate.
    fn play(
        &self,
        variant: VariantId,
        strong: Color,
        searcher: &mut dyn Searcher,
        generator: &mut ChaCha8Rng,
    ) -> Option<Box<dyn Game>> {
        let mut game = stymie_movegen::open(variant);
        searcher.new_game();
        while game.moves().len() < MOST_PLIES {
            if let Some(end) = game.outcome() {
                let by_mate = matches!(end.reason, Reason::Checkmate | Reason::Stalemate);
                return (by_mate && end.winner == Some(!game.side())).then_some(game);
            }
            let mv = if game.moves().len() < RANDOM_PLIES {
                let moves = game.legal_moves();
                moves[generator.random_range(0..moves.len())]
            } else {
                let nodes = if game.side() == strong { self.nodes } else { self.nodes / 10 };
                let limits = Limits { nodes: Some(nodes.max(1)), ..Limits::default() };
                searcher.search(&*game, &limits, &Signals::new(), &mut |_| {}).best?
            };
            game.play(mv);
        }
        None
    }

    /// Mates that the set lacks, in the last positions of a game that was won, from the end on.
    fn mates_of<R: Rules>(
        &self,
        mut game: Box<dyn Game>,
        set: &Set,
        solver: &mut Solver,
    ) -> Vec<Mate> {
        let mut found = Vec::new();
        let winner = !game.side();
        for _ in 0..LAST_PLIES {
            if game.undo().is_none() {
                break;
            }
            let fen = game.fen();
            if game.side() != winner {
                continue;
            }
            // As it is read from the FEN, without the game's checks before it.
            let Ok(position) = Position::<R>::from_fen(&fen) else { continue };
            let men = position.occupied().count() as usize;
            if position.halfmove_clock() + CLOCK_LEFT > u32::from(R::CLOCK_LIMIT) {
                continue;
            }
            let longest = LENGTHS[LENGTHS.len() - 1];
            match solver.shortest(&position, longest, self.proof) {
                Verdict::Mate(moves) => {
                    let mate = Mate { fen, key: position.table_key(), moves, men };
                    if set.wants(&mate) {
                        found.push(mate);
                    }
                }
                // Farther from the end it only takes longer.
                Verdict::NoMate | Verdict::TooLong => break,
            }
        }
        found
    }

    /// The file: what it is, then a position a line.
    fn text(&self, variant: VariantId, set: &Set) -> String {
        let Mates { count, seed, nodes, proof, .. } = self;
        let mut text = format!(
            "# stymie-tune mates {variant} --count {count} --seed {seed} --nodes {nodes} \
             --proof {proof}: the side to move mates in dm moves and not in fewer, proven\n"
        );
        for (number, Mate { fen, moves, .. }) in set.mates.iter().enumerate() {
            let _ = writeln!(text, "{fen} dm {moves}; id \"{variant}.{:03}\";", number + 1);
        }
        text
    }
}

impl Set {
    fn new(count: usize) -> Set {
        let mut wanted = PARTS.map(|part| count * part / 20);
        wanted[0] += count - wanted.iter().sum::<usize>();
        Set { wanted, mates: Vec::new(), keys: HashSet::new() }
    }

    /// How many mates of each length there are.
    fn counts(&self) -> [usize; 4] {
        LENGTHS.map(|length| self.mates.iter().filter(|mate| mate.moves == length).count())
    }

    /// How many percent of the wanted mates of this length are missing.
    fn lack(&self, moves: u32) -> usize {
        let Some(index) = LENGTHS.iter().position(|&length| length == moves) else { return 0 };
        let wanted = self.wanted[index];
        wanted.saturating_sub(self.counts()[index]) * 100 / wanted.max(1)
    }

    fn wants(&self, mate: &Mate) -> bool {
        let few = self.mates.iter().filter(|mate| mate.men <= FEW).count();
        let most = self.wanted.iter().sum::<usize>() / FEW_SHARE;
        self.lack(mate.moves) > 0
            && (mate.men > FEW || few < most)
            && !self.keys.contains(&mate.key)
    }

    fn take(&mut self, mate: Mate) {
        self.keys.insert(mate.key);
        self.mates.push(mate);
    }
}
