//! The values as a drawing.

use anyhow::Context;
use plotters::prelude::*;
use stymie_movegen::VariantId;

use super::{Column, Value};
use crate::picture::{self, Canvas};

/// The columns' values with their intervals, a row a kind.
///
/// # Errors
/// If there is no column, or they cannot be drawn.
pub(super) fn svg(variant: VariantId, columns: &[Column]) -> anyhow::Result<String> {
    let kinds = columns.first().context("there are no values to draw")?.values.len();
    picture::svg((720, 90 + 40 * kinds as u32), |canvas| draw(variant, columns, canvas))
}

fn draw(variant: VariantId, columns: &[Column], canvas: &Canvas<'_>) -> anyhow::Result<()> {
    let names: Vec<String> =
        columns[0].values.iter().map(|value| format!("{:?}", value.kind)).collect();
    let all = || columns.iter().flat_map(|column| &column.values);
    let most = all().fold(1.0, |most: f64, value| most.max(value.high));
    let rows = names.len() as f64;
    let mut chart = ChartBuilder::on(canvas)
        .margin(12)
        .caption(format!("{variant}: what pieces are worth, in pawns"), ("sans-serif", 18))
        .x_label_area_size(32)
        .y_label_area_size(84)
        .build_cartesian_2d(0.0..most * 1.05, -0.5..rows - 0.5)?;
    // The first kind at the top.
    let place = |row: usize| rows - 1.0 - row as f64;
    let name = |y: &f64| {
        let row = rows - 1.0 - y.round();
        let whole = (y - y.round()).abs() < 0.01 && row >= 0.0;
        names.get(row as usize).filter(|_| whole).cloned().unwrap_or_default()
    };
    let mesh = &mut chart.configure_mesh();
    mesh.y_labels(names.len() + 1).y_label_formatter(&name).disable_y_mesh();
    mesh.draw()?;
    for (at, (column, color)) in columns.iter().zip([BLUE, RED]).enumerate() {
        let shift = 0.14 - 0.28 * at as f64;
        let line = |(row, value): (usize, &Value)| {
            let y = place(row) + shift;
            PathElement::new([(value.low, y), (value.high, y)], color.stroke_width(2))
        };
        let drawn = chart.draw_series(column.values.iter().enumerate().map(line))?;
        let label = format!("by {}", column.name);
        drawn.label(label).legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
        let dot = |(row, value): (usize, &Value)| {
            Circle::new((value.worth, place(row) + shift), 3, color.filled())
        };
        chart.draw_series(column.values.iter().enumerate().map(dot))?;
    }
    let labels = &mut chart.configure_series_labels();
    labels.position(SeriesLabelPosition::LowerRight);
    labels.border_style(BLACK).background_style(WHITE).draw()?;
    Ok(())
}
