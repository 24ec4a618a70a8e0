//! A judged game as PGN.

use std::fmt::Write;

use stymie_eval::Score;
use stymie_movegen::Color;

use super::review::{Judged, Review};
use crate::pgn::{MoveText, Note, Recorded, Variation, write_tag};

/// The most moves of a variation.
const LONGEST: usize = 10;

/// The tags that every PGN begins with, and what stands there if nothing is known.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The tags that are written anew.
const OURS: [&str; 3] = ["Annotator", "WhiteAccuracy", "BlackAccuracy"];

/// The game as PGN with what the review says: marks, evaluations, better lines, and both sides'
/// accuracy as tags. Its own tags and comments stay, but for evaluations; `annotator` says who
/// has done it, and how.
pub fn annotate(recorded: &Recorded, review: &Review, annotator: &str) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_tags(&mut text, recorded, review, annotator);
    let comments = recorded.comments.get(1..).unwrap_or_default();
    let notes: Vec<Note> = review
        .moves
        .iter()
        .zip(comments)
        .map(|(judged, comment)| note(judged, &without_evaluation(comment)))
        .collect();
    let moves = MoveText {
        game: &*recorded.game,
        preface: recorded.comments.first().map_or("", String::as_str),
        notes: &notes,
        end: "",
        result: recorded.result,
    };
    let _ = writeln!(text, "\n{moves}");
    text
}

fn write_tags(
    text: &mut String,
    recorded: &Recorded,
    review: &Review,
    annotator: &str,
) -> std::fmt::Result {
    for (name, unknown) in ROSTER {
        let value = if name == "Result" { Some(recorded.result) } else { recorded.tag(name) };
        write_tag(text, name, value.unwrap_or(unknown))?;
    }
    let roster = ROSTER.map(|(name, _)| name);
    let written = |name: &str| {
        let mut names = roster.iter().chain(&OURS);
        names.any(|written| written.eq_ignore_ascii_case(name))
    };
    for (name, value) in recorded.tags.iter().filter(|(name, _)| !written(name)) {
        // XBoard's own description of the pieces has no meaning without its numbering of ranks.
        if name != "VariantMen" {
            write_tag(text, name, value)?;
        }
    }
    if recorded.tag("Variant").is_none() {
        write_tag(text, "Variant", recorded.game.variant().name())?;
    }
    write_tag(text, "Annotator", annotator)?;
    for (name, side) in ["WhiteAccuracy", "BlackAccuracy"].iter().zip(&review.sides) {
        if let Some(accuracy) = side.accuracy() {
            write_tag(text, name, &format!("{accuracy:.1}"))?;
        }
    }
    Ok(())
}

/// What is said of a move, with the comment that it had.
fn note(judged: &Judged, comment: &str) -> Note {
    let mated = judged.played == Score::win_in(1);
    let evaluation = if mated { String::new() } else { evaluation(judged.for_white()) };
    let mark = judged.mark();
    let instead = mark.map(|_| Variation {
        comment: evaluation_of(judged.best, judged.side),
        moves: judged.line.iter().copied().take(LONGEST).collect(),
    });
    Note {
        mark: mark.map_or("", |mark| mark.sign()),
        comment: [evaluation.as_str(), comment].join(" ").trim().to_owned(),
        instead,
    }
}

fn evaluation_of(score: Score, side: Color) -> String {
    match side {
        Color::White => evaluation(score),
        Color::Black => evaluation(-score),
    }
}

/// White's score as many programs read it: `[%eval -0.35]` in pawns, `[%eval #3]` for a mate in
/// three moves, `[%eval #-3]` where Black mates.
fn evaluation(score: Score) -> String {
    match score.mate_distance() {
        Some(plies) if score > Score::DRAW => format!("[%eval #{}]", (plies + 1) / 2),
        Some(plies) => format!("[%eval #-{}]", (1 - plies) / 2),
        None => format!("[%eval {:.2}]", f64::from(score.raw()) / 100.0),
    }
}

/// The comment without evaluations of that form.
fn without_evaluation(comment: &str) -> String {
    let mut rest = comment;
    let mut kept = String::new();
    while let Some(at) = rest.find("[%eval ") {
        let (before, evaluation) = rest.split_at(at);
        let Some((_, after)) = evaluation.split_once(']') else { break };
        kept += before;
        rest = after.trim_start();
    }
    (kept + rest).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_written_for_white() {
        for (score, side, text) in [
            (Score::new(31), Color::White, "[%eval 0.31]"),
            (Score::new(31), Color::Black, "[%eval -0.31]"),
            (Score::win_in(5), Color::White, "[%eval #3]"),
            (Score::loss_in(4), Color::White, "[%eval #-2]"),
            (Score::win_in(1), Color::Black, "[%eval #-1]"),
            (Score::loss_in(2), Color::Black, "[%eval #1]"),
        ] {
            assert_eq!(evaluation_of(score, side), text);
        }
    }

    #[test]
    fn old_evaluations_go_and_all_else_stays() {
        for (comment, kept) in [
            ("[%eval 0.3] good", "good"),
            ("a [%clk 0:01:00] [%eval #-3] b", "a [%clk 0:01:00] b"),
            ("[%eval 0.3", "[%eval 0.3"),
            ("", ""),
        ] {
            assert_eq!(without_evaluation(comment), kept);
        }
    }
}
