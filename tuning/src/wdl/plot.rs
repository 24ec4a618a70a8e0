//! What was measured and what is fitted, as a picture.

use plotters::prelude::*;
use stymie_movegen::VariantId;
use stymie_search::Curve;

use super::data::{Outcome, Sample};
use super::fit;
use crate::picture::{self, Canvas};

/// A panel's size in pixels.
const WIDTH: u32 = 280;
const HEIGHT: u32 = 170;
const COLUMNS: usize = 3;
/// The scores shown, in centipawns, and how many make one dot.
const MOST: i32 = 800;
const STEP: i32 = 50;
/// Dots stand for at least so many positions.
const LEAST: f64 = 40.0;
/// Win, draw, loss.
const COLORS: [RGBColor; 3] =
    [RGBColor(43, 122, 61), RGBColor(138, 138, 138), RGBColor(176, 58, 46)];

/// A variant's curve with the positions that it was fitted to.
pub(super) type Panel<'s> = (VariantId, Curve, &'s [Sample]);

/// A picture with a panel for each variant: dots for the shares of wins, draws and losses that were
/// measured, lines for those of the curve, by the score of the side to move.
///
/// # Errors
/// If they cannot be drawn.
pub(super) fn svg(panels: &[Panel<'_>]) -> anyhow::Result<String> {
    let rows = panels.len().div_ceil(COLUMNS);
    picture::svg((WIDTH * COLUMNS as u32, HEIGHT * rows as u32), |canvas| {
        let areas = canvas.split_evenly((rows, COLUMNS));
        panels.iter().zip(&areas).try_for_each(|(panel, area)| draw(panel, area))
    })
}

fn draw(&(variant, ref curve, samples): &Panel<'_>, canvas: &Canvas<'_>) -> anyhow::Result<()> {
    let pawns = f64::from(MOST) / 100.0;
    let mut chart = ChartBuilder::on(canvas)
        .margin(6)
        .caption(variant.name(), ("sans-serif", 13))
        .x_label_area_size(16)
        .y_label_area_size(28)
        .build_cartesian_2d(-pawns..pawns, 0.0..1.0)?;
    let mesh = &mut chart.configure_mesh();
    mesh.disable_x_mesh().x_labels(5).y_labels(3).label_style(("sans-serif", 10));
    mesh.light_line_style(TRANSPARENT).x_label_formatter(&tick);
    mesh.draw()?;
    let bins: Vec<(f64, [f64; 3], [f64; 3])> = (-MOST..MOST)
        .step_by(STEP as usize)
        .filter_map(|from| bin(variant, curve, samples, f64::from(from)))
        .collect();
    for (kind, color) in COLORS.into_iter().enumerate() {
        let line = bins.iter().map(|(middle, _, model)| (middle / 100.0, model[kind]));
        chart.draw_series(LineSeries::new(line, color))?;
        let dot = |(middle, measured, _): &(f64, [f64; 3], _)| {
            Circle::new((middle / 100.0, measured[kind]), 2, color.filled())
        };
        chart.draw_series(bins.iter().map(dot))?;
    }
    Ok(())
}

/// A score in pawns.
fn tick(pawns: &f64) -> String {
    if pawns.abs() < 0.5 { "0".to_owned() } else { format!("{pawns:+.0}") }
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
