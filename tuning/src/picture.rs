//! What the drawings have in common.

use anyhow::Context;
use plotters::coord::Shift;
use plotters::prelude::*;

/// Where it is drawn.
pub(crate) type Canvas<'t> = DrawingArea<SVGBackend<'t>, Shift>;

/// A drawing on white of so many pixels, as SVG.
///
/// # Errors
/// If the drawing cannot be made.
pub(crate) fn svg(
    size: (u32, u32),
    draw: impl FnOnce(&Canvas<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<String> {
    let mut text = String::new();
    on_white(&mut text, size, draw).context("cannot draw the plot")?;
    Ok(text)
}

fn on_white(
    text: &mut String,
    size: (u32, u32),
    draw: impl FnOnce(&Canvas<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let canvas = SVGBackend::with_string(text, size).into_drawing_area();
    canvas.fill(&WHITE)?;
    draw(&canvas)?;
    canvas.present()?;
    Ok(())
}
