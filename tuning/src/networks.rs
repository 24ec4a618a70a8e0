//! Which network a command means.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use stymie_eval::network::Network;
use stymie_movegen::VariantId;

/// `hand` is none, `full` the built-in one, where there is one; all else a file.
///
/// # Errors
/// If the file is no network of the variant.
pub(crate) fn choose(variant: VariantId, which: &str) -> anyhow::Result<Option<Arc<Network>>> {
    match which {
        "hand" => Ok(None),
        "full" => Ok(Network::built_in(variant)),
        path => load(variant, Path::new(path)).map(Some),
    }
}

/// Reads a network's file.
///
/// # Errors
/// If it is no network of the variant.
pub(crate) fn load(variant: VariantId, path: &Path) -> anyhow::Result<Arc<Network>> {
    let wrong = || format!("the network {}", path.display());
    let bytes = std::fs::read(path).with_context(wrong)?;
    Ok(Arc::new(Network::read(variant, &bytes).with_context(wrong)?))
}

/// How many cores there are.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
