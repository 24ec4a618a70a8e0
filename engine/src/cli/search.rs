//! What the commands that play share of the search.

use stymie_eval::Score;
use stymie_movegen::VariantId;
use stymie_search::{HashError, Searcher};

use super::error::Error;

/// The size of the search's table in MiB.
const HASH: usize = 16;

/// A searcher with a table of the usual size.
///
/// # Errors
/// If there is no memory for it.
pub(super) fn open_searcher(variant: VariantId) -> Result<Box<dyn Searcher>, Error> {
    stymie_search::open(variant, HASH).map_err(no_memory)
}

/// The table could not be had.
pub(super) fn no_memory(error: HashError) -> Error {
    Error::Failure(format!("no memory for a table of {} MiB", error.mebibytes))
}

/// A score for people: pawns, or a mate in how many moves.
pub(super) fn score_in_words(score: Score) -> String {
    match score.mate_distance() {
        Some(plies) if plies > 0 => format!("mate in {}", (plies + 1) / 2),
        Some(plies) => format!("mated in {}", -plies / 2),
        None => format!("{:+.2}", f64::from(score.raw()) / 100.0),
    }
}

/// The same as comments in PGN have it: `+0.31`, `+M3`, `-M2`.
pub(super) fn score_in_pgn(score: Score) -> String {
    match score.mate_distance() {
        Some(plies) if plies > 0 => format!("+M{}", (plies + 1) / 2),
        Some(plies) => format!("-M{}", -plies / 2),
        None => score_in_words(score),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_pawns_or_moves_to_mate() {
        for (score, words, comment) in [
            (Score::new(-35), "-0.35", "-0.35"),
            (Score::DRAW, "+0.00", "+0.00"),
            (Score::win_in(1), "mate in 1", "+M1"),
            (Score::win_in(5), "mate in 3", "+M3"),
            (Score::loss_in(2), "mated in 1", "-M1"),
        ] {
            assert_eq!(
                (score_in_words(score).as_str(), score_in_pgn(score).as_str()),
                (words, comment)
            );
        }
    }
}
