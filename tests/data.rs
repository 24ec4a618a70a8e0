//! The engine against tables of expected values: perft counts of all variants, and xiangqi's repetitions.

use assert_cmd::Command;
use stymie_tests::{PerftRow, Referee, VARIANTS, perft_rows, repetition_rows};

const STYMIE: &str = env!("CARGO_BIN_EXE_stymie");

/// Rows above this take seconds each, also in an optimised build.
const DEEP: u64 = 6_000_000;

/// Runs `stymie perft` for the rows; returns what is wrong.
fn wrong_counts(variant: &str, rows: impl Iterator<Item = PerftRow>) -> Vec<String> {
    let mut wrong = Vec::new();
    for PerftRow { depth, nodes, fen } in rows {
        let output = Command::new(STYMIE)
            .args(["perft", variant, &depth.to_string(), &fen])
            .output()
            .expect("the engine can be run");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let first_number = text.split_whitespace().find_map(|word| word.parse::<u64>().ok());
        if !output.status.success() || first_number != Some(nodes) {
            wrong.push(format!(
                "{variant} depth {depth} of {fen}: expected {nodes}, the engine says {text:?}"
            ));
        }
    }
    wrong
}

#[test]
fn perft_counts_match() {
    let mut wrong = Vec::new();
    for variant in VARIANTS {
        wrong.extend(wrong_counts(
            variant,
            perft_rows(variant).into_iter().filter(|row| row.nodes <= DEEP),
        ));
    }
    assert!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
#[ignore = "deep rows: some minutes unless built with --release"]
fn deep_perft_counts_match() {
    let mut wrong = Vec::new();
    for variant in VARIANTS {
        wrong.extend(wrong_counts(
            variant,
            perft_rows(variant).into_iter().filter(|row| row.nodes > DEEP),
        ));
    }
    assert!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn xiangqi_repetitions_are_judged_as_the_table_says() {
    let mut referee = Referee::start(STYMIE);
    let mut wrong = Vec::new();
    for row in repetition_rows() {
        let answer = referee.judge("xiangqi", &row.fen, &row.moves);
        if (&answer.result, &answer.reason) != (&row.result, &row.reason) {
            wrong.push(format!("{row:?}\n    the engine: {} {}", answer.result, answer.reason));
        }
    }
    assert!(wrong.is_empty(), "{} verdicts differ:\n{}", wrong.len(), wrong.join("\n"));
}
