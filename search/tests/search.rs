//! The search as its users see it: mates, draws, limits, repeatability.

use std::time::{Duration, Instant};

use stymie_eval::Score;
use stymie_movegen::{Game, Reading, VariantId};
use stymie_search::{Clock, Limits, Report, Searcher, Signals};

/// Positions of games of the engine against itself, and the plies to mate: proven by looking at
/// all moves and all replies, and that there is no shorter one.
#[rustfmt::skip]
const MATES: &[(VariantId, &str, usize)] = &[
    (VariantId::Hia, "9/9/K8/9/9/9/2pk5/1q7 b - - 1 86", 3),
    (VariantId::Hia, "9/1k7/6R2/4Q4/5P3/K5P2/9/9 w - - 1 69", 3),
    (VariantId::Hia, "9/9/9/K8/9/2p6/3k5/1q7 b - - 3 85", 5),
    (VariantId::Hia, "5Q3/7k1/9/8R/4P3P/3PK2P1/4P4/9 w - - 3 59", 5),
    (VariantId::Bodyguard, "R8/7pk/1G3G2p/9/5P1P1/2P6/2KP4P/8r/9 w - - 7 50", 3),
    (VariantId::Bodyguard, "1k7/5R3/9/2p6/9/9/R8/2P5P/2K6 w - - 0 56", 3),
    (VariantId::Bodyguard, "8k/7p1/1G3G2p/R8/5P1P1/2P6/2KP4P/8r/9 w - - 5 49", 5),
    (VariantId::Bodyguard, "9/9/1K5p1/4k1p2/6q2/9/9/9/4q4 b - - 1 97", 5),
    (VariantId::Shatar, "6k1/2J4p/3N3p/3p3P/p2P4/1P6/n4K2/8 w - - 1 38", 3),
    (VariantId::Shatar, "8/8/4p3/1P6/1k2P3/1p1pb3/r7/1K6 b - - 0 65", 3),
    (VariantId::Shatar, "5k2/2J4p/3N3p/3p3P/p2P4/1P6/n4j2/5K2 w - - 0 37", 5),
    (VariantId::Shatar, "8/8/4p3/1p6/PBk1P3/1p1pb3/r7/1K6 b - - 4 64", 5),
    (VariantId::ShatarBuryat, "8/5pk1/2R1p3/4P3/4P2K/2pj4/4b3/8 b - - 1 57", 3),
    (VariantId::ShatarBuryat, "8/8/8/6k1/P4n2/4N1j1/8/7K b - - 6 74", 3),
    (VariantId::Hiashatar, "10/b9/P9/8K1/10/6j3/10/5k4/8p1/7j2 b - - 1 136", 3),
    (VariantId::Hiashatar, "10/9p/3p5P/3P1k2p1/2K5P1/3Pp5/7j2/1j8/10/5j4 b - - 1 85", 3),
    (VariantId::Hiashatar, "10/9p/3p5P/3P1k2p1/8P1/2KPp5/7j2/1j8/5p4/10 b - - 5 84", 5),
    (VariantId::HiashatarBuryat, "10/p1pkp5/1p1p5p/7R2/2bb2p3/8r1/10/4B2P1P/5j4/1n5K2 b - - 2 65", 3),
    (VariantId::HiashatarBuryat, "1J8/10/5p4/4k5/3p6/5K4/8j1/2j7/10/10 b - - 2 135", 3),
    (VariantId::HiashatarBuryat, "1J6j1/10/5p4/4k5/3p6/10/5K4/2j7/10/10 b - - 0 134", 5),
    (VariantId::HiashatarModern, "10/5p4/4pkp3/10/1pq6P/1P8/K9/2P2r4/10/10 b - - 0 66", 3),
    (VariantId::Xiangqi, "2Ck5/6N2/3PP1P2/9/1n7/9/9/9/4K4/9 w - - 26 72", 3),
    (VariantId::Xiangqi, "9/4R4/5k3/6N2/2b6/2B6/P3P3p/2n2A3/4A4/3K2B2 w - - 1 59", 3),
    (VariantId::Xiangqi, "2Ck5/6N2/3PP1P2/9/9/9/2n6/9/3K5/9 w - - 24 71", 5),
    (VariantId::Xiangqi, "4R4/4a4/5k3/6N2/2b6/2Bn5/P3P3p/5A3/4A4/3K2B2 w - - 13 58", 5),
    (VariantId::Chess, "8/4Q1P1/8/5P2/6k1/8/6K1/8 w - - 1 75", 3),
    (VariantId::Chess, "8/8/3k4/p7/6p1/4P1P1/1rR1K2P/1q6 b - - 3 47", 3),
    (VariantId::Chess, "8/4Q3/6P1/5P1k/8/8/6K1/8 w - - 5 74", 5),
    (VariantId::Chess, "8/2R5/1r1k4/p7/6p1/4P1P1/4K2P/1q6 b - - 1 46", 5),
    (VariantId::Modern, "7Q1/3P5/9/5R3/4P4/4P4/K8/6k2/9 w - - 1 87", 3),
    (VariantId::Modern, "3r4k/2R4R1/5N1p1/8p/p4p3/P2P4P/1P1P1PrP1/3K5/9 w - - 3 54", 3),
    (VariantId::Modern, "3r3k1/2R1R4/5N1p1/8p/p4p3/P2P4P/1P1P1PrP1/3K5/9 w - - 1 53", 5),
    (VariantId::Modern, "9/1k4pp1/1pp6/4R4/8R/5r1P1/3P2r2/2PKP4/Q8 w - - 2 37", 5),
];

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
    let report = searcher.search(game, limits, &Signals::new(), &mut |info| replay(game, &info.pv));
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
        for limit in [1, 50, 200, 700, 1_500, 3_000, 5_000, 8_000, 12_000, 20_000] {
            let mut told = Vec::new();
            for _ in 0..2 {
                searcher.new_game();
                let mut lines = Vec::new();
                let signals = Signals::new();
                let report = searcher.search(&*game, &nodes(limit), &signals, &mut |info| {
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

/// How long an infinite search goes on after it was told to stop.
fn delay_of_stop(variant: VariantId) -> Duration {
    let game = stymie_movegen::open(variant);
    let signals = &Signals::new();
    let limits = &Limits { infinite: true, depth: Some(1), ..Limits::default() };
    let mut searcher = searcher(variant);
    std::thread::scope(|scope| {
        let running = scope.spawn(move || {
            let report = searcher.search(&*game, limits, signals, &mut |_| {});
            (report, Instant::now())
        });
        std::thread::sleep(Duration::from_millis(60));
        assert!(!running.is_finished());
        let stopped = Instant::now();
        signals.stop();
        let (report, returned) = running.join().unwrap();
        assert!(report.best.is_some());
        returned - stopped
    })
}

/// The fastest of several tries: on a loaded machine a thread may wake up late.
#[test]
fn stop_ends_an_infinite_search_at_once_and_nothing_else_does() {
    for variant in [VariantId::Chess, VariantId::Hiashatar] {
        let fastest = (0..12).map(|_| delay_of_stop(variant)).min().unwrap();
        assert!(fastest < Duration::from_millis(5), "{variant}: {fastest:?}");
    }
}

#[test]
fn mates_are_found_with_their_distance() {
    let cases = [
        (VariantId::Chess, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1),
        (VariantId::Hia, "7k1/6ppp/9/9/9/9/9/R4K3 w - - 0 1", 1),
        (VariantId::Shatar, "k7/7p/1K6/8/8/8/8/6J1 w - - 0 1", 1),
    ];
    let mut missed = Vec::new();
    for &(variant, fen, plies) in cases.iter().chain(MATES) {
        let report = search(&*game(variant, fen), &depth(2 * plies as u32 + 4));
        if report.info.score != Score::win_in(plies) {
            missed.push(format!("{variant} {fen}: {:?}, not {plies} plies", report.info.score));
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
    // A sacrifice into zugzwang, which a null move would hide.
    let zugzwang = game(VariantId::Chess, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    assert_eq!(search(&*zugzwang, &depth(6)).info.score, Score::win_in(3));
}

/// Shatar: the same board is a mate or a draw by the checks before it.
#[test]
fn a_series_of_checks_decides_whether_a_mate_counts() {
    let fen = "2k5/7p/1K6/8/8/5B2/8/3R2B1 w - - 0 1";
    let report = search(&*game(VariantId::Shatar, fen), &depth(5));
    assert_eq!(report.info.score, Score::win_in(3));
    let broken = game(VariantId::Shatar, "1k6/7p/1K6/8/8/5B2/8/2R3B1 w - - 0 1");
    let report = search(&*broken, &depth(5));
    assert!(report.info.score < Score::win_in(1), "{:?}", report.info.score);
    assert_ne!(broken.to_uci(report.best.unwrap()), "g1h2");
    // A pawn's mate is niol, and nothing else is to be had.
    let niol = game(VariantId::Shatar, "k1K5/p7/1P6/8/8/8/8/8 w - - 0 1");
    assert!(!search(&*niol, &depth(6)).info.score.is_mate());
}

#[test]
fn a_knight_does_not_mate_in_shatar() {
    let smothered = "kr6/pp5p/8/3N4/8/8/8/7K w - - 0 1";
    let shatar = game(VariantId::Shatar, smothered);
    let report = search(&*shatar, &depth(4));
    assert!(!report.info.score.is_mate(), "{:?}", report.info.score);
    assert_ne!(shatar.to_uci(report.best.unwrap()), "d5c7");
    let chess = search(&*game(VariantId::Chess, smothered), &depth(4));
    assert_eq!(chess.info.score, Score::win_in(1));
    // The mated side has won: that is a mate for whoever is to move there.
    let mut mated = game(VariantId::Shatar, smothered);
    mated.play(mated.parse_uci("d5c7").unwrap());
    let report = search(&*mated, &depth(4));
    assert_eq!((report.best, report.info.score), (None, Score::win_in(0)));
}

#[test]
fn taking_the_last_piece_is_a_draw_in_shatar() {
    let fen = "k7/8/8/8/8/8/1KR5/n7 w - - 0 1";
    let shatar = game(VariantId::Shatar, fen);
    let report = search(&*shatar, &depth(5));
    assert!(report.info.score.raw() > 0);
    assert!(!shatar.is_capture(report.best.unwrap()));
}

#[test]
fn stalemate_loses_in_xiangqi() {
    let fen = "3k5/9/2P6/9/9/9/9/9/9/4K4 w - - 0 1";
    let report = search(&*game(VariantId::Xiangqi, fen), &depth(3));
    assert_eq!(report.info.score, Score::win_in(1));
}

/// Red is two chariots down and can check for ever; that loses in xiangqi, so it is no way out.
/// The rook gives itself up on c1: the elephant and the advisor that could help are held by the
/// cannon, once the horse leaves its file. Static exchange evaluation sees no such thing.
#[test]
fn a_mate_by_a_sacrifice_is_seen_in_shallow_searches_too() {
    let game =
        game(VariantId::Xiangqi, "2b1kaR2/9/4c4/p3N3p/6p2/2p6/P5P1P/4B1N2/4A4/1rB1KA3 w - - 11 33");
    for plies in 3..9 {
        let best = search(&*game, &depth(plies)).best.unwrap();
        let text = game.to_uci(best);
        assert!(!["e7g8", "e7c8", "e7g6"].contains(&text.as_str()), "{text} at depth {plies}");
    }
}

#[test]
fn perpetual_check_is_no_refuge_in_xiangqi() {
    let fen = "3k5/9/9/9/9/9/9/1r7/r8/4RK3 w - - 0 1";
    let report = search(&*game(VariantId::Xiangqi, fen), &depth(9));
    assert!(report.info.score.raw() < -200, "{:?}", report.info.score);
}

#[test]
fn perpetual_check_draws_in_chess() {
    let fen = "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1";
    let report = search(&*game(VariantId::Chess, fen), &depth(10));
    assert_eq!(report.info.score, Score::DRAW);
}

/// The table knows the mate; the clock forbids it.
#[test]
fn the_clock_draws_against_the_table() {
    let mut searcher = searcher(VariantId::Chess);
    let signals = Signals::new();
    let mut score = |fen: &str| {
        let game = game(VariantId::Chess, fen);
        searcher.search(&*game, &depth(9), &signals, &mut |_| {}).info.score
    };
    let mate_in_two = "8/8/8/8/8/2k5/1r6/K7 b - - 0 1";
    let known = score(mate_in_two);
    assert!(known.mate_distance().is_some_and(|plies| plies > 1), "{known:?}");
    assert_eq!(score("8/8/8/8/8/2k5/1r6/K7 b - - 99 80"), Score::DRAW);
    // A mate on the board goes first.
    assert_eq!(score("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80"), Score::win_in(1));
}

#[test]
fn a_game_drawn_already_is_searched_all_the_same() {
    let mut game = stymie_movegen::open(VariantId::Chess);
    for _ in 0..75 {
        for mv in ["g1f3", "g8f6", "f3g1", "f6g8", "b1c3", "b8c6", "c3b1", "c6b8"] {
            game.play(game.parse_uci(mv).unwrap());
        }
    }
    assert!(game.moves().len() == 600 && game.outcome().is_some());
    assert!(search(&*game, &depth(6)).best.is_some());
}

#[test]
fn the_deepest_lines_and_the_fullest_boards_are_searched() {
    // Nothing can happen here, so that iterations are cheap.
    let blocked = game(VariantId::Chess, "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1");
    let report = search(&*blocked, &nodes(400_000));
    assert!(report.info.depth > 40, "{}", report.info.depth);
    let crowd = "kn8/pp8/QQQQQ5/10/10/10/qqqqq5/10/8PP/8NK w - - 0 1";
    for limit in [1, 5_000] {
        let report = search(&*game(VariantId::HiashatarModern, crowd), &nodes(limit));
        assert!(report.best.is_some());
    }
}

#[test]
fn threads_share_a_search_and_stop_together() {
    let game = stymie_movegen::open(VariantId::Hia);
    let mut searcher = searcher(VariantId::Hia);
    searcher.set_threads(3);
    let signals = Signals::new();
    let report = searcher.search(&*game, &depth(7), &signals, &mut |_| {});
    assert!(report.info.depth == 7 && report.best.is_some());
    let report = searcher.search(&*game, &nodes(30_000), &signals, &mut |_| {});
    // Each thread may be an interval over when the limit is met.
    assert!(report.info.nodes < 33_000, "{}", report.info.nodes);
}

#[test]
fn time_is_kept() {
    let game = stymie_movegen::open(VariantId::Shatar);
    let mut searcher = searcher(VariantId::Shatar);
    let signals = Signals::new();
    // The fastest of several tries: on a loaded machine a thread may wake up late.
    let mut spent = |limits: &Limits| {
        let mut spend = || {
            let start = Instant::now();
            assert!(searcher.search(&*game, limits, &signals, &mut |_| {}).best.is_some());
            start.elapsed()
        };
        (0..6).map(|_| spend()).min().unwrap()
    };
    let movetime = Limits { movetime: Some(Duration::from_millis(150)), ..Limits::default() };
    assert!((115..=150).contains(&spent(&movetime).as_millis()));
    for remaining_ms in [i64::MIN, -5, 0, 20] {
        let clock = Clock { remaining_ms, increment: Duration::ZERO, moves_to_go: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        assert!(spent(&limits) < Duration::from_millis(15));
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

#[test]
fn several_lines_are_told_the_best_first_and_each_with_a_move_of_its_own() {
    for variant in VariantId::ALL {
        let game = stymie_movegen::open(variant);
        let limits = Limits { lines: 4, ..depth(5) };
        let mut told = Vec::new();
        let report = searcher(variant).search(&*game, &limits, &Signals::new(), &mut |info| {
            replay(&*game, &info.pv);
            if info.depth == 5 {
                told.push((info.line, info.score, info.pv[0]));
            }
        });
        assert_eq!(told.iter().map(|told| told.0).collect::<Vec<_>>(), [1, 2, 3, 4], "{variant}");
        assert!(told.is_sorted_by(|a, b| a.1 >= b.1), "{variant} {told:?}");
        let moves: std::collections::HashSet<_> = told.iter().map(|told| told.2).collect();
        assert_eq!(moves.len(), 4, "{variant}");
        assert_eq!(report.best, Some(told[0].2));
    }
}

#[test]
fn the_last_that_is_told_is_the_move_that_is_played_and_all_the_nodes() {
    for variant in VariantId::ALL {
        let game = stymie_movegen::open(variant);
        for most in [500, 3_000, 3_100, 10_000] {
            let mut last = None;
            let signals = Signals::new();
            let report = searcher(variant)
                .search(&*game, &nodes(most), &signals, &mut |info| last = Some(info.clone()));
            let last = last.unwrap_or_else(|| panic!("{variant}: nothing was told"));
            assert_eq!(last.pv.first().copied(), report.best, "{variant}");
            assert_eq!(last.nodes, report.info.nodes, "{variant}");
            assert!(last.nodes.abs_diff(most) < 300, "{variant}: {}", last.nodes);
        }
    }
}

#[test]
fn of_several_lines_the_first_that_was_told_last_is_played() {
    for variant in VariantId::ALL {
        let mut game = stymie_movegen::open(variant);
        let mut searcher = searcher(variant);
        for ply in 0..24_u64 {
            let limits = Limits { lines: 2, ..nodes(2_000 + 371 * ply) };
            let mut first = None;
            let report = searcher.search(&*game, &limits, &Signals::new(), &mut |info| {
                if info.line == 1 && info.bound == stymie_search::Bound::Exact {
                    first = info.pv.first().copied();
                }
            });
            assert_eq!(report.best, first, "{variant} {}", game.fen());
            let Some(mv) = report.best else { break };
            game.play(mv);
        }
    }
}

/// Threads are stopped anywhere, also where a move has just been found to be better than it need
/// be.
#[test]
fn lines_of_several_threads_are_not_cut() {
    for variant in VariantId::ALL {
        let mut game = stymie_movegen::open(variant);
        let mut searcher = searcher(variant);
        searcher.set_threads(3);
        for ply in 0..30_u64 {
            let report =
                searcher.search(&*game, &nodes(3_000 + 97 * ply), &Signals::new(), &mut |_| {});
            let Some(mv) = report.best else { break };
            replay(&*game, &report.info.pv);
            game.play(mv);
            let cut = report.info.pv.len() == 1 && report.ponder.is_some();
            assert!(!cut, "{variant} {} {:?}", game.fen(), report.info);
            if game.outcome().is_some() {
                break;
            }
        }
    }
}

#[test]
fn more_lines_than_moves_are_as_many_as_there_are_moves() {
    let game = game(VariantId::Chess, "7k/8/8/8/8/8/r7/7K w - - 0 1");
    let mut lines = 0;
    let limits = Limits { lines: 500, ..depth(4) };
    searcher(VariantId::Chess).search(&*game, &limits, &Signals::new(), &mut |info| {
        lines = lines.max(info.line);
    });
    assert_eq!(lines, game.legal_moves().len());
}

#[test]
fn only_the_moves_that_are_asked_for_are_considered() {
    for variant in VariantId::ALL {
        let game = stymie_movegen::open(variant);
        let legal = game.legal_moves();
        let moves = vec![legal[0], legal[legal.len() - 1]];
        let report = search(&*game, &Limits { moves: moves.clone(), ..depth(5) });
        assert!(moves.contains(&report.best.unwrap()), "{variant}");
    }
}

#[test]
fn a_mate_that_is_looked_for_ends_the_search() {
    for &(variant, fen, plies) in MATES {
        let game = game(variant, fen);
        let limits = Limits { mate: Some(plies.div_ceil(2) as u32), ..Limits::default() };
        let report = search(&*game, &limits);
        let distance = report.info.score.mate_distance().unwrap();
        assert!(distance > 0 && distance as usize <= plies, "{variant} {fen}: {distance}");
    }
}

#[test]
fn pondering_ends_when_it_is_told_to_and_a_hit_lets_the_limits_hold() {
    let limits = &Limits { ponder: true, ..depth(3) };
    for hit in [true, false] {
        let signals = &Signals::new();
        let game = stymie_movegen::open(VariantId::Hia);
        std::thread::scope(|scope| {
            let running = scope.spawn(move || {
                searcher(VariantId::Hia).search(&*game, limits, signals, &mut |_| {})
            });
            std::thread::sleep(Duration::from_millis(60));
            assert!(!running.is_finished());
            if hit {
                signals.ponder_hit()
            } else {
                signals.stop()
            }
            assert!(running.join().unwrap().best.is_some());
        });
    }
}

#[test]
fn a_game_of_many_moves_is_searched_as_well_as_a_new_one() {
    for (variant, shuffle, fresh) in [
        (VariantId::Shatar, ["b1c3", "b8c6", "c3b1", "c6b8"], "e2e3"),
        (VariantId::Xiangqi, ["b1c3", "b10c8", "c3b1", "c8b10"], "e4e5"),
        (VariantId::Hiashatar, ["b1c3", "b10c8", "c3b1", "c8b10"], "e2e3"),
    ] {
        let mut game = stymie_movegen::open(variant);
        for text in shuffle.iter().cycle().take(700).chain([&fresh]) {
            game.play(game.parse_uci(text).unwrap());
        }
        assert!(search(&*game, &depth(7)).best.is_some());
    }
}

#[test]
fn a_long_search_tells_which_move_it_is_at_unless_it_has_several_lines() {
    let game = stymie_movegen::open(VariantId::Hia);
    let legal = game.legal_moves();
    // Ends as soon as it has told; how long a root move takes depends on the machine.
    let time = Limits { movetime: Some(Duration::from_secs(60)), ..Limits::default() };
    let mut told = 0;
    let signals = Signals::new();
    searcher(VariantId::Hia).search(&*game, &time, &signals, &mut |info| {
        let Some(current) = info.current else { return };
        told += 1;
        assert!(info.elapsed >= Duration::from_secs(3), "{info:?}");
        assert!(legal.contains(&current.mv) && current.of == legal.len(), "{info:?}");
        assert!((1..=current.of).contains(&current.number), "{info:?}");
        if told == 2 {
            signals.stop();
        }
    });
    assert!(told > 0, "nothing was told");
    let lines = Limits { lines: 2, movetime: Some(Duration::from_millis(3_500)), ..time };
    searcher(VariantId::Hia).search(&*game, &lines, &Signals::new(), &mut |info| {
        assert_eq!(info.current, None);
    });
}
