//! The search as its users see it: mates, draws, limits, repeatability.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use stymie_eval::Score;
use stymie_movegen::{Game, Reading, VariantId};
use stymie_search::{Limits, Report, Searcher};

fn game(variant: VariantId, fen: &str) -> Box<dyn Game> {
    let mut game = stymie_movegen::open(variant);
    if let Err(error) = game.set_fen(fen, Reading::Strict) {
        panic!("{variant} {fen}: {error}");
    }
    game
}

fn searcher(variant: VariantId) -> Box<dyn Searcher> {
    stymie_search::open(variant, 4).unwrap()
}

/// Searches with a fresh searcher; asserts that every line told is legal.
fn search(game: &dyn Game, limits: &Limits) -> Report {
    let mut searcher = searcher(game.variant());
    let report =
        searcher.search(game, limits, &AtomicBool::new(false), &mut |info| replay(game, &info.pv));
    replay(game, &report.info.pv);
    assert_eq!(report.best, report.info.pv.first().copied());
    report
}

fn replay(game: &dyn Game, line: &[stymie_movegen::Move]) {
    let mut game = game.boxed_clone();
    for &mv in line {
        assert!(game.legal_moves().contains(&mv), "{mv:?} of {line:?} in {}", game.fen());
        game.play(mv);
    }
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn the_same_nodes_twice_after_a_new_game() {
    for variant in VariantId::ALL {
        let game = stymie_movegen::open(variant);
        let mut searcher = searcher(variant);
        for limit in [1, 200, 3_000, 20_000] {
            let mut told = Vec::new();
            for _ in 0..2 {
                searcher.new_game();
                let mut lines = Vec::new();
                let stop = AtomicBool::new(false);
                let report = searcher.search(&*game, &nodes(limit), &stop, &mut |info| {
                    lines.push((info.nodes, info.score, info.pv.clone()));
                });
                assert!(report.best.is_some());
                assert!(report.info.nodes <= limit + 1, "{variant} {limit}");
                told.push((report.best, report.info.nodes, lines));
            }
            assert_eq!(told[0], told[1], "{variant} at {limit} nodes");
        }
    }
}

#[test]
fn stop_ends_an_infinite_search_at_once_and_nothing_else_does() {
    for variant in [VariantId::Chess, VariantId::Hiashatar] {
        let game = stymie_movegen::open(variant);
        let stop = AtomicBool::new(false);
        let limits = Limits { infinite: true, depth: Some(1), ..Limits::default() };
        let mut searcher = searcher(variant);
        std::thread::scope(|scope| {
            let (limits, stop) = (&limits, &stop);
            let running = scope.spawn(move || {
                let report = searcher.search(&*game, limits, stop, &mut |_| {});
                (report, Instant::now())
            });
            std::thread::sleep(Duration::from_millis(150));
            assert!(!running.is_finished());
            let stopped = Instant::now();
            stop.store(true, Ordering::Relaxed);
            let (report, returned) = running.join().unwrap();
            assert!(report.best.is_some());
            // A loaded machine may be slow to wake a thread up.
            assert!(returned - stopped < Duration::from_millis(50));
        });
    }
}

#[test]
fn mates_are_found_with_their_distance() {
    let cases = [
        (VariantId::Chess, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 3, 1),
        (VariantId::Hia, "6k2/6ppp/9/9/9/9/9/R4K3 w - - 0 1", 3, 1),
        (VariantId::Shatar, "k7/8/1K6/8/8/8/7P/6J1 w - - 0 1", 3, 1),
    ];
    for (variant, fen, limit, plies) in cases {
        let report = search(&*game(variant, fen), &depth(limit));
        assert_eq!(report.info.score, Score::win_in(plies), "{variant} {fen}");
    }
}

#[test]
fn no_legal_move_gives_no_best_move() {
    for (fen, score) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Score::loss_in(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::DRAW),
    ] {
        let report = search(&*game(VariantId::Chess, fen), &depth(3));
        assert_eq!((report.best, report.info.score), (None, score));
    }
}
