//! Counting: move sequences, and the nodes of the search's signature.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use stymie_movegen::{Game, VariantId};
use stymie_search::BENCH_DEPTH;

use super::error::Error;
use super::search::no_memory;

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

/// Searches fixed positions of every variant to a fixed depth; prints the nodes of each, and at the
/// end `N nodes M nps`, the total, which is the same wherever the search is the same.
///
/// # Errors
/// If there is no memory for the search's table, or the output fails.
pub(crate) fn bench(out: &mut dyn Write) -> Result<(), Error> {
    let (mut nodes, mut elapsed) = (0, Duration::ZERO);
    for variant in VariantId::ALL {
        let row = stymie_search::bench(variant, BENCH_DEPTH).map_err(no_memory)?;
        writeln!(out, "{:<18}{:>10} nodes", variant.name(), row.nodes)?;
        out.flush()?;
        nodes += row.nodes;
        elapsed += row.elapsed;
    }
    Ok(writeln!(out, "{nodes} nodes {} nps", rate(nodes, elapsed))?)
}

/// Nodes a second.
fn rate(nodes: u64, taken: Duration) -> u64 {
    (nodes as f64 / taken.as_secs_f64().max(1e-9)) as u64
}
