//! How soon the engine is there, and how much memory it takes.

use std::time::{Duration, Instant};

use stymie_tests::Program;

const STYMIE: &str = env!("CARGO_BIN_EXE_stymie");

/// The quickest of a few starts: the machine may be busy with something else.
fn quickest_start(start: impl Fn(&str) -> Program) -> Duration {
    let time = |_| {
        let before = Instant::now();
        let _engine = start(STYMIE);
        before.elapsed()
    };
    (0..5).map(time).min().unwrap_or_default()
}

#[test]
fn uciok_comes_within_100_ms() {
    let taken = quickest_start(Program::start_uci);
    println!("start to uciok: {taken:?}");
    assert!(taken < Duration::from_millis(100), "{taken:?}");
}

#[test]
fn feature_done_comes_within_100_ms() {
    let taken = quickest_start(Program::start_xboard);
    println!("start to feature done=1: {taken:?}");
    assert!(taken < Duration::from_millis(100), "{taken:?}");
}

/// The program's resident memory in kB.
#[cfg(target_os = "linux")]
fn resident(program: &Program) -> u64 {
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", program.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse().unwrap_or_else(|_| panic!("no VmRSS in {status:?}"))
}

#[cfg(target_os = "linux")]
#[test]
fn resident_memory_at_start_is_below_64_mib() {
    for mut engine in [Program::start_uci(STYMIE), Program::start_xboard(STYMIE)] {
        let at_start = resident(&engine);
        println!("resident at start: {at_start} kB");
        assert!(at_start < 64 * 1024, "{at_start} kB");
        engine.send("quit");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn resident_memory_stays_below_64_mib_with_the_default_hash() {
    for variant in stymie_tests::VARIANTS {
        let mut engine = Program::start_uci_variant(STYMIE, variant);
        engine.send("position startpos");
        engine.send("go movetime 300");
        engine.best_move();
        let after_search = resident(&engine);
        println!("{variant}: resident after a search: {after_search} kB");
        assert!(after_search < 64 * 1024, "{variant}: {after_search} kB");
    }
}
