//! The networks that the program brings along.

use std::sync::{Arc, OnceLock};

use stymie_movegen::VariantId;

use super::Network;

/// The bytes of the variant's network, if it has one; `docs/training.md` says how they are made.
fn bytes(variant: VariantId) -> Option<&'static [u8]> {
    match variant {
        _ => None,
    }
}

impl Network {
    /// The network that the program brings along for the variant; `None` where its hand-written
    /// evaluation plays.
    pub fn built_in(variant: VariantId) -> Option<Arc<Network>> {
        static READ: [OnceLock<Option<Arc<Network>>>; VariantId::ALL.len()] =
            [const { OnceLock::new() }; VariantId::ALL.len()];
        let read = || {
            let network = Network::read(variant, bytes(variant)?);
            debug_assert!(network.is_ok(), "the network of {variant}: {network:?}");
            network.ok().map(Arc::new)
        };
        READ[variant as usize].get_or_init(read).clone()
    }
}
