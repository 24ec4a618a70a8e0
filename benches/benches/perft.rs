//! Perft from the start position: move generation, bulk counting and playing moves together.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use stymie_movegen::{Hia, Hiashatar, Position, Rules, Shatar, Xiangqi, perft};

fn bench<R: Rules>(c: &mut Criterion, depth: u32, nodes: u64) {
    let start = Position::<R>::start();
    let mut group = c.benchmark_group("perft");
    group.sample_size(10).throughput(Throughput::Elements(nodes));
    group.bench_function(format!("{} {depth}", R::VARIANT), |b| {
        b.iter(|| assert_eq!(perft(black_box(&start), depth), nodes));
    });
    group.finish();
}

fn all(c: &mut Criterion) {
    bench::<Hia>(c, 4, 511_253);
    bench::<Shatar>(c, 5, 3_969_485);
    bench::<Hiashatar>(c, 5, 1_143_547);
    bench::<Xiangqi>(c, 4, 3_290_240);
}

criterion_group!(benches, all);
criterion_main!(benches);
