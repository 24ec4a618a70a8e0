//! The signature: fixed positions searched to a fixed depth. A refactor must not change the number
//! of nodes.

use std::time::{Duration, Instant};

use stymie_movegen::{Reading, VariantId};

use crate::{HashError, Limits, Signals};

/// The depth that the signature is taken at.
pub const BENCH_DEPTH: u32 = 12;

/// The hash table of a bench, in MiB.
const HASH: usize = 16;

/// What the positions of one variant took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchRow {
    /// The variant.
    pub variant: VariantId,
    /// Nodes searched: the same on every machine.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

/// Searches the fixed positions of the variant to the depth, each with an empty table, on one
/// thread.
///
/// # Errors
/// If there is no memory for the table.
pub fn bench(variant: VariantId, depth: u32) -> Result<BenchRow, HashError> {
    let mut searcher = crate::open(variant, HASH)?;
    let mut game = stymie_movegen::open(variant);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let (mut nodes, mut elapsed) = (0, Duration::ZERO);
    let positions = POSITIONS.iter().filter(|(of, _)| *of == variant).map(|(_, fen)| fen);
    for fen in [game.start_fen()].iter().chain(positions) {
        if let Err(error) = game.set_fen(fen, Reading::Strict) {
            unreachable!("bench position {fen}: {error}");
        }
        searcher.new_game();
        let start = Instant::now();
        nodes += searcher.search(&*game, &limits, &Signals::new(), &mut |_| {}).info.nodes;
        elapsed += start.elapsed();
    }
    Ok(BenchRow { variant, nodes, elapsed })
}

/// Positions of games that the engine has played against itself after eight random moves.
#[rustfmt::skip]
const POSITIONS: &[(VariantId, &str)] = &[
    (VariantId::Hia, "r2qkhb1r/pp1n1pp1p/2pppn1p1/9/1P3P3/N1PPNQ3/P3P1PPP/1RBHK1B1R w DIafi - 0 11"),
    (VariantId::Hia, "r1b1k1br1/1pp3p2/p3hpn1p/3Pp2p1/4N3P/BP2PPP2/P2H1PB2/R3KQ1R1 b Aa - 0 16"),
    (VariantId::Hia, "1kr6/ppq2p3/2p2h3/5b2B/1PN1pQ2P/2P1n2r1/P3P1N2/1R4R1K w - - 0 36"),
    (VariantId::Hia, "8Q/k2rr1pR1/pp4n2/2ph1p3/P4P3/1P1HB1P2/9/K7R w - - 3 41"),
    (VariantId::Bodyguard, "r1bqk3r/p2pp1ppp/2p6/1p1b1pw2/5P3/1PW1g1WP1/BP4P1P/2PPP4/R2QKGB1R w AIai - 1 11"),
    (VariantId::Bodyguard, "1k1r1g2r/pp3pp2/2pp3p1/q3pb2p/3w1P3/P1WP2WP1/1P2QGP2/2P1P3P/2KR2B1R b - - 2 16"),
    (VariantId::Bodyguard, "2r3k2/R5ppp/9/2Wp1p3/1w3P1P1/4PG3/2PP4P/3K5/9 w - - 3 36"),
    (VariantId::Bodyguard, "2k5r/pp2R4/2p6/2q6/6P2/9/6Q2/2P5P/2K5R w - - 4 41"),
    (VariantId::Shatar, "r2jkb1r/p3ppp1/1pp1nn1p/3p4/3P1B2/2P1PP1P/PP1N3P/R2JKBR1 w - - 3 11"),
    (VariantId::Shatar, "r5r1/2pjk2p/1pn1p2p/p2p1p2/3P3P/P2JPNP1/1PP2P2/4RK1R b - - 0 16"),
    (VariantId::Shatar, "4k2r/8/2N1n3/1p1p3p/5P1P/2b1P2P/r7/2R2K2 w - - 0 36"),
    (VariantId::Shatar, "k7/4b3/r1R1p3/1p2j3/p2pB2R/P2P4/1P1Br3/4K3 w - - 0 46"),
    (VariantId::ShatarBuryat, "r1bjk2r/2pn1ppp/2n1p2b/p1Bp4/1p1P4/2PB1N2/PP2PPPP/RNJ1K2R w - - 0 11"),
    (VariantId::ShatarBuryat, "r4k1r/2pjp2p/ppnbbppn/3p4/3P4/BPPBPN1P/P1N1JPP1/3R1K1R b - - 1 16"),
    (VariantId::ShatarBuryat, "8/j4pkp/2p1p3/3pP1BR/2b5/4P1P1/5PK1/8 w - - 3 36"),
    (VariantId::ShatarBuryat, "R7/3nk2r/7b/1p3r2/2p3N1/B1P2P2/P5P1/6KR w - - 0 41"),
    (VariantId::Hiashatar, "rn2jkh2r/p2ppp2pp/bpp1nbpp2/4h5/10/10/4NB4/PPPP1BPN2/4PP1PPP/R2HKJH2R w - - 8 11"),
    (VariantId::Hiashatar, "r3jk1bnr/1p2p1p1p1/p1ph1p1p1p/3pn5/6h3/6N3/4N5/2PPBHP2P/PP2PP1PP1/R2HKJ3R b - - 3 16"),
    (VariantId::Hiashatar, "4jk1r2/p4p2p1/1rppp1p2p/2p4p2/5b4/3R6/1PP1B5/P5P1P1/4PP1P1P/4KJ3R w - - 0 36"),
    (VariantId::Hiashatar, "r4k4/1p2pjp3/p1p2p1p2/3p4p1/2n2B4/5P2pr/2P2HP3/3PP2P1P/3h1J2P1/4K1R3 w - - 0 41"),
    (VariantId::HiashatarBuryat, "r2hjkh2r/ppp1ppp2p/3pbb1ppn/10/3n6/3N2N3/10/4BBP1P1/PPPPPP1P1P/R2HKJH2R w - - 0 11"),
    (VariantId::HiashatarBuryat, "r3jk3r/ppphp2ppp/3pb1h3/5np3/3n1p1b2/3N3N2/1H6H1/3PBBP2P/PPP1PP1PP1/R3KJ3R b - - 5 16"),
    (VariantId::HiashatarBuryat, "1j3k1r2/4pp4/rpHpb1p2p/pN5p2/3b2h1p1/2BBn5/P5P2P/1P1P4P1/2P1PP1P2/3RKJ3R w - - 5 36"),
    (VariantId::HiashatarBuryat, "3rkr4/p1p1p3p1/1p1p2hp1p/10/2b3pb1N/3N2B3/PJKPn5/1P1n1B1P1P/2j2PR1P1/3R6 w - - 0 41"),
    (VariantId::HiashatarModern, "rnb1qk1b1r/p3p1ppp1/3hh2n2/5p4/2pp5p/5P3P/4P5/2P2BPN2/PP3K1PP1/RNBH1QH2R w - - 0 11"),
    (VariantId::HiashatarModern, "2rhqkhb1r/3bp1ppp1/3p1p3p/4n5/6n3/1P8/3QP5/3P6/R4PPPPP/1NBHK1HBNR b - - 2 16"),
    (VariantId::HiashatarModern, "4qk3r/4p2pp1/7n2/5b4/9p/P1hp1p3P/4pN4/4H1P1P1/2Q3KP2/1R7R w - - 6 36"),
    (VariantId::HiashatarModern, "4q1hb1r/1r3k4/4NpH2p/4p2pp1/10/7Pn1/4P5/2HP6/Q5P1PP/4K2B1R w - - 2 41"),
    (VariantId::Xiangqi, "1Rbaka1nr/9/4b4/p1p1p1C1p/9/9/P1P1P1P1P/4B4/1c5r1/1N1AKABNR w - - 1 11"),
    (VariantId::Xiangqi, "2bakab2/9/2n6/p1p1p1p2/4c2np/6PC1/P3P3P/N3B1N2/9/2BAKA3 b - - 5 16"),
    (VariantId::Xiangqi, "C4k3/4R4/5r3/4p1P2/2P6/9/4P4/2nNB4/4A4/4KcB2 w - - 2 36"),
    (VariantId::Xiangqi, "4k2C1/4a4/2n1ba3/4p4/6b1p/p3P4/1p6P/9/4A4/2BA1KB2 w - - 8 41"),
    (VariantId::Chess, "rnb1kb2/ppq2pp1/2p1p2r/6Np/2B1n3/8/PPPP1PPP/R1BQ1RK1 w q - 0 11"),
    (VariantId::Chess, "r4knr/1pp4p/1Q3pp1/3pP3/1n6/5NP1/P3PP1P/R1B2K1R b - - 0 16"),
    (VariantId::Chess, "5r2/p1R5/2p5/1pnkP1r1/8/2P1R1P1/P6P/6K1 w - - 0 36"),
    (VariantId::Chess, "1R6/7k/6p1/1p1N3p/2n1P2P/6P1/1r3PK1/8 w - - 3 41"),
    (VariantId::Modern, "r1bq1rk2/1pp1p2pp/p1npbpm2/4n1p2/9/2N1N4/1PP1M2PP/P2PPPPB1/R1B1KQ2R w KQ - 8 11"),
    (VariantId::Modern, "3qk1r2/2ppp2p1/rpn2p3/p3n1p1p/9/P4P3/1PN1P1PP1/2PPQN2P/R3K3R b KQ - 1 16"),
    (VariantId::Modern, "7k1/1p2p3p/p6p1/3pn1p2/9/P1r4P1/4P4/1BKPP4/5R3 w - - 0 36"),
    (VariantId::Modern, "9/5k3/4pp1p1/p1p1n1p1p/4q1P1P/PrP1N2P1/4PQP2/3r3K1/5R3 w - - 0 41"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_the_same_twice() {
        for variant in VariantId::ALL {
            let rows = [0, 1].map(|_| bench(variant, 4).unwrap());
            assert!(rows[0].nodes > 200 && rows[0].nodes == rows[1].nodes, "{rows:?}");
            assert!(POSITIONS.iter().filter(|(of, _)| *of == variant).count() >= 3);
        }
    }
}
