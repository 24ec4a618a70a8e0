use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stymie_movegen::{Hia, Position, VariantId, dispatch};

use super::*;
use crate::{Evaluate, MAX_PLY};

/// Weights such as a training could give, but random.
fn random_weights(variant: VariantId, hidden: usize, seed: u64) -> Weights {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let features = dispatch!(variant, R => feature_count::<R>());
    let mut list = |count: usize, most: i16| -> Vec<i16> {
        (0..count).map(|_| generator.random_range(-most..=most)).collect()
    };
    Weights {
        hidden,
        first: list(features * hidden, 60),
        bias: list(hidden, 100),
        output: list(OUTPUTS * 2 * hidden, 90),
        output_bias: [100, -500, 7, 12_345],
        scale: 400,
        adds: seed.is_multiple_of(2),
    }
}

fn random_network(variant: VariantId, hidden: usize, seed: u64) -> Network {
    Network::new(variant, &random_weights(variant, hidden, seed)).unwrap()
}

/// The definition, number by number, with no accumulators, blocks or vectors.
fn by_definition<R: Evaluate>(weights: &Weights, position: &Position<R>) -> i32 {
    let side = position.side();
    let hidden = weights.hidden;
    let output = output_of(position.occupied().count(), full_board::<R>());
    let mut sum = 0_i64;
    for (half, color) in [side, !side].into_iter().enumerate() {
        let seen = Perspective::of(position, color);
        for unit in 0..hidden {
            let mut value = i64::from(weights.bias[unit]);
            for feature in seen.features(position) {
                value += i64::from(weights.first[feature * hidden + unit]);
            }
            let clipped = value.clamp(0, i64::from(FIRST_UNIT));
            let weight = weights.output[(output * 2 + half) * hidden + unit];
            sum += clipped * clipped * i64::from(weight);
        }
    }
    let sum = sum / i64::from(FIRST_UNIT) + i64::from(weights.output_bias[output]);
    (sum * i64::from(weights.scale) / i64::from(FIRST_UNIT * OUTPUT_UNIT)) as i32
}

/// Random games, looked at now and then, as a search does; with passes, and back and forth.
fn walk<R: Evaluate>(seed: u64) {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let weights = random_weights(R::VARIANT, 64, seed);
    let network = Arc::new(Network::new(R::VARIANT, &weights).unwrap());
    let mut path = Accumulators::new(Arc::clone(&network));
    let mut line = vec![Position::<R>::start()];
    path.begin(&line[0]);
    let mut seen = 0;
    for _ in 0..600 {
        let position = *line.last().unwrap();
        let moves = position.legal_moves();
        if moves.is_empty() || line.len() > MAX_PLY || generator.random_bool(0.1) {
            let back = generator.random_range(1..=line.len());
            line.truncate(back);
            continue;
        }
        let mut changes = Changes::default();
        let next = if position.checkers().is_empty() && generator.random_bool(0.05) {
            position.pass()
        } else {
            let mv = moves[generator.random_range(0..moves.len())];
            let mut next = position;
            next.advance(mv, &mut changes);
            next
        };
        path.enter(&next, changes, line.len());
        line.push(next);
        if generator.random_bool(0.4) {
            seen += 1;
            let along = path.evaluate(&next, line.len() - 1);
            assert_eq!(along, network.evaluate(&next), "{next:?}");
            assert_eq!(network.raw(&next), by_definition(&weights, &next), "{next:?}");
        }
    }
    assert!(seen > 100);
}

#[test]
fn along_a_path_as_from_scratch_and_as_defined() {
    for variant in VariantId::ALL {
        dispatch!(variant, R => (1..=2).for_each(walk::<R>));
    }
}

#[test]
fn both_sides_see_the_same() {
    // The colours swapped and the board turned upside down: the same for the side to move.
    let network = random_network(VariantId::Hia, 32, 5);
    let fen = "r3k4/4h4/9/9/2N6/9/3P5/4K3R w - - 0 1";
    let swapped = "4k3r/3p5/9/2n6/9/9/4H4/R3K4 b - - 0 1";
    let worth = |fen| network.raw(&Position::<Hia>::from_fen(fen).unwrap());
    assert_eq!(worth(fen), worth(swapped));
    // Mirrored left-right, with the kings off the middle file.
    let fen = "3k5/4h4/9/9/2N6/9/3P5/R1K6 w - - 0 1";
    let mirrored = "5k3/4h4/9/9/6N2/9/5P3/6K1R w - - 0 1";
    assert_eq!(worth(fen), worth(mirrored));
}

#[test]
fn a_file_gives_the_network_back() {
    for (variant, hidden) in [(VariantId::Hia, 32), (VariantId::Xiangqi, 64)] {
        let network = random_network(variant, hidden, 3);
        let bytes = network.write();
        assert!(bytes.ends_with(&network.check_sum().to_le_bytes()));
        assert_ne!(network.check_sum(), random_network(variant, hidden, 4).check_sum());
        assert_eq!(Network::read(variant, &bytes).as_ref(), Ok(&network));
        assert_eq!(Network::read_any(&bytes), Ok(network));
    }
}

#[test]
fn what_is_no_network_is_refused_with_the_reason() {
    let variant = VariantId::Hia;
    let bytes = random_network(variant, 32, 3).write();
    let read = |bytes: &[u8]| Network::read(variant, bytes).unwrap_err().to_string();
    assert_eq!(read(b""), "it is no network of Stymie's");
    assert_eq!(read(b"something else"), "it is no network of Stymie's");
    let whole = bytes.len();
    let said = format!("it has {} bytes, not {whole}: broken off or damaged", whole - 1);
    assert_eq!(read(&bytes[..whole - 1]), said);
    let mut damaged = bytes.clone();
    damaged[whole / 2] ^= 1;
    assert_eq!(read(&damaged), "its check sum is wrong: it is damaged");
    let mut newer = bytes.clone();
    newer[8] = 2;
    assert_eq!(read(&newer), "its format is version 2, this program reads version 1");
    let other = Network::read(VariantId::Chess, &bytes).unwrap_err().to_string();
    assert_eq!(other, "it is a network for 'hia', not for 'chess'");
    let mut unknown = bytes.clone();
    unknown[14] = b'x';
    assert_eq!(read(&unknown), "it is a network for 'hix', not for 'hia'");
    let said = Network::read_any(&unknown).unwrap_err().to_string();
    assert_eq!(said, "it is a network for 'hix', which is no variant");
    for end in 0..200 {
        let _ = read(&bytes[..end]);
        assert!(Network::read_any(&bytes[..end]).is_err());
    }

    let mut weights = random_weights(variant, 32, 3);
    weights.first[7] = 3_000;
    assert_eq!(Network::new(variant, &weights), Err(NetworkError::TooLarge));
    weights.first.pop();
    assert!(matches!(Network::new(variant, &weights), Err(NetworkError::Shape { .. })));
    weights.hidden = 33;
    let said = Network::new(variant, &weights).unwrap_err().to_string();
    assert_eq!(said, "it has 33 hidden units, where a multiple of 32 up to 1024 is needed");
}
