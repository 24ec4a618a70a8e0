//! What was measured and what is fitted, as a picture.

use std::fmt::Write;

use stymie_movegen::VariantId;
use stymie_search::Curve;

use super::data::{Outcome, Sample};
use super::fit;

/// A panel's size and its margins, in pixels.
const WIDTH: f64 = 280.0;
const HEIGHT: f64 = 170.0;
const MARGIN: f64 = 30.0;
const COLUMNS: usize = 3;
/// The scores shown, in centipawns, and how many make one dot.
const MOST: i32 = 800;
const STEP: i32 = 50;
/// Dots stand for at least so many positions.
const LEAST: f64 = 40.0;
/// Win, draw, loss.
const COLORS: [&str; 3] = ["#2b7a3d", "#8a8a8a", "#b03a2e"];

/// A picture with a panel for each variant: dots for the shares of wins, draws and losses that were
/// measured, lines for those of the curve, by the score of the side to move.
pub(super) fn svg(panels: &[(VariantId, Curve, &[Sample])]) -> String {
    let rows = panels.len().div_ceil(COLUMNS);
    let (width, height) = (WIDTH * COLUMNS as f64, HEIGHT * rows as f64);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"10\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for (at, (variant, curve, samples)) in panels.iter().enumerate() {
        let (column, row) = (at % COLUMNS, at / COLUMNS);
        let _ = writeln!(
            text,
            "<g transform=\"translate({},{})\">",
            column as f64 * WIDTH,
            row as f64 * HEIGHT
        );
        panel(*variant, curve, samples, &mut text);
        text += "</g>\n";
    }
    text + "</svg>\n"
}

fn x(score: f64) -> f64 {
    let inner = WIDTH - 1.5 * MARGIN;
    MARGIN + inner * (score + f64::from(MOST)) / f64::from(2 * MOST)
}

fn y(share: f64) -> f64 {
    let inner = HEIGHT - 2.0 * MARGIN;
    HEIGHT - MARGIN - inner * share
}

fn panel(variant: VariantId, curve: &Curve, samples: &[Sample], text: &mut String) {
    let _ = writeln!(text, "<text x=\"{:.0}\" y=\"{:.0}\">{variant}</text>", MARGIN, MARGIN - 10.0);
    for share in [0.0, 0.5, 1.0] {
        let (left, right, at) = (MARGIN, WIDTH - MARGIN / 2.0, y(share));
        let _ = writeln!(
            text,
            "<path d=\"M{left:.0} {at:.1}H{right:.0}\" stroke=\"#ddd\"/>\
             <text x=\"{:.0}\" y=\"{:.1}\" text-anchor=\"end\">{share}</text>",
            left - 4.0,
            at + 3.0
        );
    }
    for pawns in (-MOST / 100..=MOST / 100).step_by(4) {
        let _ = writeln!(
            text,
            "<text x=\"{:.1}\" y=\"{:.0}\" text-anchor=\"middle\">{pawns:+}</text>",
            x(f64::from(pawns * 100)),
            HEIGHT - MARGIN + 14.0
        );
    }
    let bins: Vec<(f64, [f64; 3], [f64; 3])> = (-MOST..MOST)
        .step_by(STEP as usize)
        .filter_map(|from| bin(variant, curve, samples, f64::from(from)))
        .collect();
    for (kind, color) in COLORS.into_iter().enumerate() {
        let line: Vec<String> = bins
            .iter()
            .map(|(middle, _, model)| format!("{:.1},{:.1}", x(*middle), y(model[kind])))
            .collect();
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\"/>",
            line.join(" ")
        );
        for (middle, measured, _) in &bins {
            let (x, y) = (x(*middle), y(measured[kind]));
            let _ =
                writeln!(text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2\" fill=\"{color}\"/>");
        }
    }
}

/// The middle of the scores from here on, the shares measured there, and those of the curve for
/// the same positions.
fn bin(
    variant: VariantId,
    curve: &Curve,
    samples: &[Sample],
    from: f64,
) -> Option<(f64, [f64; 3], [f64; 3])> {
    let (mut measured, mut model, mut all) = ([0.0; 3], [0.0; 3], 0.0);
    let to = from + f64::from(STEP);
    for sample in samples.iter().filter(|sample| sample.score >= from && sample.score < to) {
        let kind = match sample.result {
            Outcome::Win => 0,
            Outcome::Draw => 1,
            Outcome::Loss => 2,
        };
        measured[kind] += sample.weight;
        for (sum, chance) in model.iter_mut().zip(fit::chances(curve, variant, sample)) {
            *sum += sample.weight * chance;
        }
        all += sample.weight;
    }
    let share = |sums: [f64; 3]| sums.map(|sum| sum / all);
    (all >= LEAST).then(|| ((from + to) / 2.0, share(measured), share(model)))
}
