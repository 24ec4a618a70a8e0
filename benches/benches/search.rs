//! A search of the start position to a fixed number of nodes, with an empty table: by the variant's network, and
//! by the hand-written evaluation.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use stymie_movegen::VariantId;
use stymie_search::{Evaluation, Limits, Signals};

const NODES: u64 = 100_000;

fn bench(c: &mut Criterion, variant: VariantId) {
    let game = stymie_movegen::open(variant);
    let mut searcher = stymie_search::open(variant, 16).expect("memory for 16 MiB");
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let mut group = c.benchmark_group(format!("search {variant}"));
    group.sample_size(10).throughput(Throughput::Elements(NODES));
    for (name, evaluation) in [("network", Evaluation::Full), ("by hand", Evaluation::Hand)] {
        if evaluation == Evaluation::Full
            && stymie_eval::network::Network::built_in(variant).is_none()
        {
            continue;
        }
        searcher.set_evaluation(evaluation);
        group.bench_function(name, |b| {
            b.iter(|| {
                searcher.new_game();
                let report = searcher.search(&*game, &limits, &Signals::new(), &mut |_| {});
                assert!(report.best.is_some() && report.info.nodes.abs_diff(NODES) < 2_000);
            });
        });
    }
    group.finish();
}

fn all(c: &mut Criterion) {
    for variant in VariantId::ALL {
        bench(c, variant);
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
