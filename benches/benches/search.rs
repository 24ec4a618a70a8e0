//! A search of the start position to a fixed number of nodes, with an empty table.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use stymie_movegen::VariantId;
use stymie_search::{Limits, Signals};

const NODES: u64 = 50_000;

fn bench(c: &mut Criterion, variant: VariantId) {
    let game = stymie_movegen::open(variant);
    let mut searcher = stymie_search::open(variant, 16).expect("memory for 16 MiB");
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut group = c.benchmark_group("search");
    group.sample_size(10).throughput(Throughput::Elements(NODES));
    group.bench_function(variant.name(), |b| {
        b.iter(|| {
            searcher.new_game();
            let report = searcher.search(&*game, &limits, &Signals::new(), &mut |_| {});
            assert!(report.best.is_some() && report.info.nodes.abs_diff(NODES) < 2_000);
        });
    });
    group.finish();
}

fn all(c: &mut Criterion) {
    for variant in [VariantId::Hia, VariantId::Shatar, VariantId::Hiashatar, VariantId::Xiangqi] {
        bench(c, variant);
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
