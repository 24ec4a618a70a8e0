//! Counting move sequences.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use stymie_movegen::Game;

/// Prints `N nodes, S s, N nodes/s`.
pub(super) fn perft(game: &dyn Game, depth: u32, out: &mut dyn Write) -> io::Result<()> {
    let start = Instant::now();
    let nodes = game.perft(depth);
    let taken = start.elapsed();
    writeln!(out, "{nodes} nodes, {:.3} s, {} nodes/s", taken.as_secs_f64(), rate(nodes, taken))
}

/// Prints the count behind each first move, in the order of their names, and the total.
pub(super) fn divide(game: &dyn Game, depth: u32, out: &mut dyn Write) -> io::Result<()> {
    if depth == 0 {
        return writeln!(out, "total: 1");
    }
    let counts = game.divide(depth).into_iter();
    let mut counts: Vec<(String, u64)> =
        counts.map(|(mv, count)| (game.to_uci(mv), count)).collect();
    counts.sort();
    for (mv, count) in &counts {
        writeln!(out, "{mv}: {count}")?;
    }
    writeln!(out, "total: {}", counts.iter().map(|(_, count)| count).sum::<u64>())
}

/// Nodes a second.
pub(super) fn rate(nodes: u64, taken: Duration) -> u64 {
    (nodes as f64 / taken.as_secs_f64().max(1e-9)) as u64
}
