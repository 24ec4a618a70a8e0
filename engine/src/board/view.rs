//! All that the page shows of a game.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::Serialize;
use stymie_eval::Score;
use stymie_movegen::{Color, Game, Move, MoveKind, PieceKind, Square, VariantId, open};
use stymie_search::{Bound, FULL_SKILL, Info};

use super::clock::Clock;
use super::level::Level;
use super::message::{Line, Player, Tell, Variant};
use super::rays::{Ray, rays};
use super::table::Table;
use crate::pgn::side_name;

/// How many moves of a line are shown.
const SHOWN_MOVES: usize = 14;

/// A game as it is shown.
#[derive(Debug, Serialize)]
pub(super) struct View {
    variant: &'static str,
    /// The FEN the game started from.
    start: String,
    fen: String,
    side: &'static str,
    /// How many moves have been made in the position that is shown.
    ply: usize,
    /// The whole game, in UCI and as people write it.
    moves: Vec<(String, String)>,
    /// The squares of the move that led here.
    last: Vec<String>,
    /// The square of a king in check.
    check: Option<String>,
    legal: Vec<Choice>,
    /// White's zone, Black's zone.
    zones: [Vec<String>; 2],
    /// The lines of each piece that moves along lines, by its square.
    rays: BTreeMap<String, Vec<Ray>>,
    /// `1-0` and so on, and the reason in words, once the game is over.
    result: Option<(&'static str, String)>,
    /// White's player, Black's player.
    players: [Player; 2],
    /// The names of the persons, where a PGN has told them.
    names: [Option<String>; 2],
    level: Level,
    /// The lines of the analysis; 0: it is off.
    lines: u8,
    clock: Option<Times>,
    /// Whether the engine is to move.
    thinking: bool,
}

/// A move that can be made by clicks.
#[derive(Debug, Serialize)]
struct Choice {
    uci: String,
    from: String,
    /// The squares that can be clicked on for it.
    to: Vec<String>,
    /// The letter of what a pawn becomes.
    promotion: Option<char>,
    capture: bool,
}

/// The clocks.
#[derive(Debug, Serialize)]
struct Times {
    /// Milliseconds left.
    white: u64,
    black: u64,
    running: Option<&'static str>,
    /// What a game begins with, and what each move adds.
    seconds: u64,
    increment: u64,
}

impl Times {
    fn new(clock: &Clock, now: Instant) -> Times {
        let (whole, increment) = clock.control();
        Times {
            white: millis(clock.left(Color::White, now)),
            black: millis(clock.left(Color::Black, now)),
            running: clock.running().map(word),
            seconds: whole.as_secs(),
            increment: increment.as_secs(),
        }
    }
}

impl View {
    /// What is to be shown now.
    pub(super) fn new(table: &Table, now: Instant) -> View {
        let game = table.shown_game();
        let name = |square| game.geometry().name(square);
        let names = |squares: Vec<Square>| squares.into_iter().map(name).collect();
        let pieces = game.geometry().board.into_iter().filter(|&on| game.piece_at(on).is_some());
        let all_rays = pieces.map(|on| (name(on), rays(&*game, on)));
        let last = game.moves().last().map(|mv| vec![mv.from(), mv.to()]).unwrap_or_default();
        let ending = table.ending();
        let result = ending.map(|ending| (ending.score(), ending.in_words(&*game)));
        let to_move = table.player(table.game().side());
        View {
            variant: game.variant().name(),
            start: table.game().initial_fen(),
            fen: game.fen(),
            side: word(game.side()),
            ply: table.shown(),
            moves: table.plies().iter().cloned().map(|ply| (ply.uci, ply.notation)).collect(),
            last: names(last),
            check: checked_king(&*game).map(name),
            legal: choices(&*game),
            zones: Color::ALL.map(|color| names(game.zone(color).into_iter().collect())),
            rays: all_rays.filter(|(_, rays)| !rays.is_empty()).collect(),
            result,
            players: Color::ALL.map(|color| table.player(color)),
            names: Color::ALL.map(|color| table.name(color).map(str::to_owned)),
            level: table.level(),
            lines: table.analysis().unwrap_or(0),
            clock: table.clock().map(|clock| Times::new(clock, now)),
            thinking: ending.is_none() && to_move == Player::Engine,
        }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// How the board library calls a side.
fn word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn checked_king(game: &dyn Game) -> Option<Square> {
    let king = |&on: &Square| {
        let piece = game.piece_at(on);
        piece.is_some_and(|piece| piece.kind() == PieceKind::King && piece.color() == game.side())
    };
    let checked = game.checkers().any();
    game.geometry().board.into_iter().find(king).filter(|_| checked)
}

/// The legal moves. To castle one can also click on the rook.
fn choices(game: &dyn Game) -> Vec<Choice> {
    let name = |square| game.geometry().name(square);
    let choice = |mv: Move| {
        let mut to = vec![name(mv.to())];
        to.extend(game.castling_rook(mv).map(|(rook, _)| name(rook)));
        Choice {
            uci: game.to_uci(mv),
            from: name(mv.from()),
            to,
            promotion: mv.promotion().map(|kind| kind.letter().to_ascii_lowercase()),
            capture: mv.kind() != MoveKind::Adjustment && game.is_capture(mv),
        }
    };
    game.legal_moves().into_iter().map(choice).collect()
}

/// The first thing that a page is told.
pub(super) fn hello() -> Tell {
    let variants = VariantId::ALL.into_iter().map(variant).collect();
    Tell::Hello { run: std::process::id(), variants, strengths: FULL_SKILL }
}

fn variant(id: VariantId) -> Variant {
    let game = open(id);
    let crossings = game.kinds().contains(&PieceKind::Elephant);
    let called = |kind: &PieceKind| (kind.letter(), kind_name(*kind));
    Variant {
        name: id.name(),
        title: id.description(),
        files: game.geometry().files,
        ranks: game.geometry().ranks,
        start: game.start_fen(),
        pieces: game.kinds().iter().map(called).collect(),
        first: side_name(&*game, Color::White),
        crossings,
    }
}

/// How players call a kind of piece.
const fn kind_name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "pawn",
        PieceKind::Soldier => "soldier",
        PieceKind::Knight => "knight",
        PieceKind::Horse => "horse",
        PieceKind::Kwagga => "kwagga",
        PieceKind::Bishop => "bishop",
        PieceKind::Elephant => "elephant",
        PieceKind::Rook => "rook",
        PieceKind::Queen => "queen",
        PieceKind::Bers => "bers",
        PieceKind::Cannon => "cannon",
        PieceKind::Hia => "hia",
        PieceKind::Bodyguard => "bodyguard",
        PieceKind::Minister => "minister",
        PieceKind::Advisor => "advisor",
        PieceKind::King => "king",
    }
}

/// A line that the search has found in the game's position; `None` for a bound.
pub(super) fn line(game: &dyn Game, info: &Info) -> Option<Line> {
    if info.bound != Bound::Exact {
        return None;
    }
    let mut after = game.boxed_clone();
    let mut moves = Vec::new();
    let mut words = Vec::new();
    for &mv in info.pv.iter().take(SHOWN_MOVES) {
        moves.push(after.to_uci(mv));
        words.push(after.notation(mv));
        after.play(mv);
    }
    let score = if game.side() == Color::White { info.score } else { -info.score };
    Some(Line {
        ply: game.moves().len(),
        rank: info.line,
        depth: info.depth,
        seldepth: info.seldepth,
        nodes: info.nodes,
        ms: millis(info.elapsed),
        white: score.raw(),
        score: in_words(score),
        moves,
        text: words.join(" "),
    })
}

/// `+0.31`, `#3`, `#-2`: pawns, or in how many moves somebody is mated.
fn in_words(score: Score) -> String {
    match score.mate_distance() {
        Some(plies) if plies > 0 => format!("#{}", (plies + 1) / 2),
        Some(plies) => format!("#-{}", -plies / 2),
        None => format!("{:+.2}", f64::from(score.raw()) / 100.0),
    }
}
