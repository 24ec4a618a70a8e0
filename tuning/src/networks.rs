//! Which network a command means, and searchers with it, on several threads.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use stymie::files;
use stymie_eval::network::{Network, NetworkError};
use stymie_movegen::VariantId;
use stymie_search::{Evaluation, STACK, Searcher};

/// `hand` is none, `full` the built-in one, where there is one; all else a file.
///
/// # Errors
/// If the file is no network of the variant.
pub(crate) fn choose(variant: VariantId, which: &str) -> anyhow::Result<Option<Arc<Network>>> {
    match which {
        "hand" => Ok(None),
        "full" => Ok(Network::built_in(variant)),
        path => load(variant, Path::new(path))
            .context("known besides files are 'hand' and 'full'")
            .map(Some),
    }
}

/// Reads a network's file.
///
/// # Errors
/// If it is no network of the variant.
pub(crate) fn load(variant: VariantId, path: &Path) -> anyhow::Result<Arc<Network>> {
    read(path, |bytes| Network::read(variant, bytes)).map(Arc::new)
}

/// Reads a network's file, of whatever variant.
///
/// # Errors
/// If it is no network.
pub(crate) fn load_any(path: &Path) -> anyhow::Result<Network> {
    read(path, Network::read_any)
}

fn read(
    path: &Path,
    network: impl Fn(&[u8]) -> Result<Network, NetworkError>,
) -> anyhow::Result<Network> {
    let wrong = || format!("the network '{}'", path.display());
    let bytes = files::read(path, files::LONGEST).with_context(wrong)?;
    network(&bytes).with_context(wrong)
}

/// Reads how many threads are wanted.
///
/// # Errors
/// If it is no number from 1 to 1024.
pub(crate) fn read_threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (1..=1024).contains(threads));
    threads.ok_or_else(|| "it is no number from 1 to 1024".to_owned())
}

/// How many cores there are.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A searcher with a table of so many MiB that evaluates by the network, or by hand without one.
///
/// # Errors
/// If there is no memory for the table.
pub(crate) fn searcher(
    variant: VariantId,
    hash: usize,
    network: Option<&Arc<Network>>,
) -> anyhow::Result<Box<dyn Searcher>> {
    let mut searcher = stymie_search::open(variant, hash)
        .map_err(|error| anyhow!("no memory for a table of {} MiB", error.mebibytes))?;
    match network {
        Some(network) => searcher.set_network(Some(Arc::clone(network))),
        None => searcher.set_evaluation(Evaluation::Hand),
    }
    Ok(searcher)
}

/// Does the work on so many threads at once, each with the stack that a search on it needs.
///
/// # Errors
/// The first error of the work, and if a thread cannot be had.
pub(crate) fn on_threads(
    threads: usize,
    work: impl Fn() -> anyhow::Result<()> + Sync,
) -> anyhow::Result<()> {
    std::thread::scope(|scope| {
        let thread = || std::thread::Builder::new().stack_size(STACK);
        let workers: Vec<_> = (0..threads.max(1))
            .map(|_| thread().spawn_scoped(scope, &work))
            .collect::<Result<_, _>>()?;
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().map_err(|_| anyhow!("a thread panicked"))?)
    })
}
