//! The networks that the program brings along.

use std::sync::{Arc, OnceLock};

use stymie_movegen::VariantId;

use super::Network;

/// The networks' bytes; `docs/training.md` says how they are made.
const BUILT_IN: &[(VariantId, &[u8])] = &[
    (VariantId::Hia, include_bytes!("../../nets/hia.nnue")),
    (VariantId::Bodyguard, include_bytes!("../../nets/bodyguard.nnue")),
    (VariantId::Shatar, include_bytes!("../../nets/shatar.nnue")),
    (VariantId::ShatarBuryat, include_bytes!("../../nets/shatar-buryat.nnue")),
    (VariantId::Hiashatar, include_bytes!("../../nets/hiashatar.nnue")),
    (VariantId::HiashatarBuryat, include_bytes!("../../nets/hiashatar-buryat.nnue")),
    (VariantId::HiashatarModern, include_bytes!("../../nets/hiashatar-modern.nnue")),
    (VariantId::Xiangqi, include_bytes!("../../nets/xiangqi.nnue")),
];

impl Network {
    /// The network that the program brings along for the variant; `None` where its hand-written
    /// evaluation plays.
    pub fn built_in(variant: VariantId) -> Option<Arc<Network>> {
        static READ: [OnceLock<Option<Arc<Network>>>; VariantId::ALL.len()] =
            [const { OnceLock::new() }; VariantId::ALL.len()];
        let read = || {
            let (_, bytes) = BUILT_IN.iter().find(|(of, _)| *of == variant)?;
            let network = Network::read(variant, bytes);
            debug_assert!(network.is_ok(), "the network of {variant}: {network:?}");
            network.ok().map(Arc::new)
        };
        READ[variant as usize].get_or_init(read).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_networks_can_be_read() {
        for &(variant, bytes) in BUILT_IN {
            assert!(Network::read(variant, bytes).is_ok(), "{variant}");
            assert_eq!(Network::built_in(variant).map(|network| network.variant()), Some(variant));
        }
    }
}
