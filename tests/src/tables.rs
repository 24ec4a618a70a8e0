//! Tables of expected values: `tests/data/**/*.tsv`. Lines that begin with `#` say where the values come from.

use std::fs;
use std::path::{Path, PathBuf};

/// One line of `tests/data/perft/VARIANT.tsv`.
#[derive(Clone, Debug)]
pub struct PerftRow {
    /// Length of the move sequences in plies.
    pub depth: u32,
    /// The number of legal move sequences of that length.
    pub nodes: u64,
    /// The position.
    pub fen: String,
}

/// One line of `tests/data/xiangqi-repetition.tsv`.
#[derive(Clone, Debug)]
pub struct RepetitionRow {
    /// The position from which the moves are made.
    pub fen: String,
    /// The moves in UCI notation, separated by blanks.
    pub moves: String,
    /// The verdict after the last move: `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// The verdict's reason.
    pub reason: String,
}

/// The perft rows of a variant.
///
/// # Panics
/// If the file cannot be read or has a line of another form.
#[must_use]
pub fn perft_rows(variant: &str) -> Vec<PerftRow> {
    let rows = read_rows(&format!("perft/{variant}.tsv"), ["depth", "nodes", "fen"]);
    let number = |text: &str| {
        text.parse::<u64>().unwrap_or_else(|_| panic!("{variant}: {text:?} is no number"))
    };
    rows.into_iter()
        .map(|[depth, nodes, fen]| PerftRow {
            depth: number(&depth) as u32,
            nodes: number(&nodes),
            fen,
        })
        .collect()
}

/// The repetitions with their verdicts.
///
/// # Panics
/// If the file cannot be read or has a line of another form.
#[must_use]
pub fn repetition_rows() -> Vec<RepetitionRow> {
    read_rows("xiangqi-repetition.tsv", ["fen", "moves", "result", "reason"])
        .into_iter()
        .map(|[fen, moves, result, reason]| RepetitionRow { fen, moves, result, reason })
        .collect()
}

/// The rows of a table whose first line names these columns.
fn read_rows<const N: usize>(name: &str, columns: [&str; N]) -> Vec<[String; N]> {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        <[String; N]>::try_from(cells)
            .unwrap_or_else(|cells| panic!("{name}: {cells:?} has not {N} cells"))
    });
    assert_eq!(
        rows.next().unwrap_or_else(|| panic!("{name} is empty")),
        columns,
        "{name}: the first line"
    );
    rows.collect()
}
