//! What a search does in every position: generate, count, play, evaluate. Per position of a
//! thousand from random games.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use stymie_benches::positions;
use stymie_eval::Evaluate;
use stymie_movegen::{Hia, Hiashatar, Shatar, Xiangqi};

const COUNT: usize = 1000;

fn bench<R: Evaluate>(c: &mut Criterion) {
    let positions = positions::<R>(COUNT);
    let mut group = c.benchmark_group(R::VARIANT.name());
    group.throughput(Throughput::Elements(COUNT as u64));
    group.bench_function("count legal moves", |b| {
        b.iter(|| positions.iter().map(|p| black_box(p).count_legal_moves()).sum::<u64>());
    });
    group.bench_function("list legal moves", |b| {
        b.iter(|| positions.iter().map(|p| black_box(p).legal_moves().len()).sum::<usize>());
    });
    group.bench_function("evaluate", |b| {
        b.iter(|| positions.iter().map(|p| R::evaluate(black_box(p)).raw()).sum::<i32>());
    });
    group.finish();
}

/// One move each.
fn bench_make<R: Evaluate>(c: &mut Criterion) {
    let pairs: Vec<_> = positions::<R>(COUNT)
        .into_iter()
        .map(|position| (position, position.legal_moves()[0]))
        .collect();
    let mut group = c.benchmark_group(R::VARIANT.name());
    group.throughput(Throughput::Elements(COUNT as u64));
    group.bench_function("make", |b| {
        b.iter(|| {
            pairs.iter().fold(0, |key, (position, mv)| key ^ black_box(position).play(*mv).key())
        });
    });
    group.finish();
}

fn all(c: &mut Criterion) {
    bench::<Hia>(c);
    bench_make::<Hia>(c);
    bench::<Shatar>(c);
    bench_make::<Shatar>(c);
    bench::<Hiashatar>(c);
    bench_make::<Hiashatar>(c);
    bench::<Xiangqi>(c);
    bench_make::<Xiangqi>(c);
}

criterion_group!(benches, all);
criterion_main!(benches);
