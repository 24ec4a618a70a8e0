//! The curve of losses.

use plotters::prelude::*;

use crate::picture::{self, Canvas};

/// The losses of training and validation, by epoch, as a drawing.
///
/// # Errors
/// If it cannot be drawn.
pub(super) fn svg(losses: &[[f64; 2]]) -> anyhow::Result<String> {
    picture::svg((720, 440), |canvas| draw(losses, canvas))
}

fn draw(losses: &[[f64; 2]], canvas: &Canvas<'_>) -> anyhow::Result<()> {
    let all = || losses.iter().flatten().copied();
    let (least, most) = (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max));
    let margin = (most - least).max(1e-6) * 0.05;
    let mut chart = ChartBuilder::on(canvas)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d(1.0..losses.len().max(2) as f64, least - margin..most + margin)?;
    let mesh = &mut chart.configure_mesh();
    mesh.x_desc("epoch").y_desc("squared error").x_label_formatter(&|x| format!("{x:.0}"));
    mesh.draw()?;
    for (which, (name, color)) in [("training", BLUE), ("validation", RED)].into_iter().enumerate()
    {
        let points = losses.iter().enumerate().map(|(i, pair)| (i as f64 + 1.0, pair[which]));
        let line = chart.draw_series(LineSeries::new(points, color.stroke_width(2)))?;
        line.label(name).legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
    }
    let labels = &mut chart.configure_series_labels();
    labels.border_style(BLACK).background_style(WHITE).draw()?;
    Ok(())
}
