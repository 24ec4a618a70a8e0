//! The course of games as a picture: what White could expect after each move.

use std::fmt::Write;

use super::judge::Mark;
use super::review::Review;

/// A game to be drawn.
pub struct Panel<'r> {
    /// What stands above it: players, result.
    pub title: String,
    /// How the two sides are called.
    pub sides: [&'static str; 2],
    /// What was found.
    pub review: &'r Review,
    /// The moves with their numbers, as people write them.
    pub moves: Vec<String>,
}

/// Sizes in pixels.
const WIDTH: f64 = 900.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 20.0;
const TITLE: f64 = 48.0;
const PLOT: f64 = 220.0;
const BELOW: f64 = 42.0;
const PANEL: f64 = TITLE + PLOT + BELOW;

/// How the parts look; dark where the reader's system is.
const STYLE: &str = "\
    text{font:13px sans-serif;fill:#333}.title{font-weight:bold;font-size:15px}\
    .back{fill:#fff}.lower{fill:#555}.upper{fill:#eee}.axis{stroke:#999;stroke-width:1}\
    .grid{stroke:#bbb;stroke-width:1;stroke-dasharray:3 4}\
    .line{fill:none;stroke:#c60;stroke-width:1.5}\
    .inaccuracy{fill:#d9b300}.mistake{fill:#e07000}.blunder{fill:#c00000}\
    .mark{stroke:#fff;stroke-width:1}\
    @media(prefers-color-scheme:dark){text{fill:#ddd}.back{fill:#1e1e1e}.upper{fill:#cfcfcf}\
    .lower{fill:#3a3a3a}}";

/// Draws the games one below the other, as SVG.
pub fn draw(panels: &[Panel<'_>]) -> String {
    let height = PANEL * panels.len().max(1) as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\">\n<style>{STYLE}</style>\n\
         <rect class=\"back\" width=\"{WIDTH}\" height=\"{height}\"/>\n"
    );
    for (index, panel) in panels.iter().enumerate() {
        let _ = writeln!(svg, "<g transform=\"translate(0 {})\">", PANEL * index as f64);
        panel.draw(&mut svg);
        svg += "</g>\n";
    }
    svg + "</svg>\n"
}

impl Panel<'_> {
    /// Where the position after so many moves is drawn.
    fn x(&self, plies: usize) -> f64 {
        let all = self.review.moves.len().max(1);
        LEFT + (WIDTH - LEFT - RIGHT) * plies as f64 / all as f64
    }

    fn draw(&self, svg: &mut String) {
        // Writing to a string cannot fail.
        let _ = self.write_frame(svg);
        let _ = self.write_course(svg);
        let _ = self.write_marks(svg);
        let _ = self.write_numbers(svg);
    }

    /// The title, the two halves, and how they are called.
    fn write_frame(&self, svg: &mut String) -> std::fmt::Result {
        let (right, bottom, middle) = (WIDTH - RIGHT, TITLE + PLOT, TITLE + PLOT / 2.0);
        let [white, black] = self.sides;
        writeln!(
            svg,
            "<text class=\"title\" x=\"{LEFT}\" y=\"20\">{}</text>",
            escape(&self.title)
        )?;
        let accuracies: Vec<String> = self
            .sides
            .iter()
            .zip(&self.review.sides)
            .filter_map(|(name, side)| Some(format!("{name} {:.1}%", side.accuracy()?)))
            .collect();
        if !accuracies.is_empty() {
            let text = accuracies.join(", ");
            writeln!(svg, "<text x=\"{LEFT}\" y=\"38\">accuracy: {text}</text>")?;
        }
        let width = right - LEFT;
        writeln!(
            svg,
            "<rect class=\"lower\" x=\"{LEFT}\" y=\"{TITLE}\" width=\"{width}\" height=\"{PLOT}\"/>"
        )?;
        for (y, text) in [(TITLE, white), (middle, "even"), (bottom, black)] {
            writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{text}</text>",
                LEFT - 6.0,
                y + 4.0
            )?;
        }
        Ok(())
    }

    /// White's share as an area with a line on its edge.
    fn write_course(&self, svg: &mut String) -> std::fmt::Result {
        let mut points = String::new();
        for (plies, expected) in self.review.chances.iter().enumerate() {
            write!(points, "{:.1},{:.1} ", self.x(plies), height_of(*expected))?;
        }
        let (right, bottom, middle) = (WIDTH - RIGHT, TITLE + PLOT, TITLE + PLOT / 2.0);
        let first = self.x(0);
        let last = self.x(self.review.chances.len().saturating_sub(1));
        writeln!(
            svg,
            "<polygon class=\"upper\" points=\"{first:.1},{bottom} {points}{last:.1},{bottom}\"/>"
        )?;
        writeln!(
            svg,
            "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{middle}\" x2=\"{right}\" y2=\"{middle}\"/>"
        )?;
        writeln!(svg, "<polyline class=\"line\" points=\"{}\"/>", points.trim_end())
    }

    /// A dot for each marked move; it tells the move when pointed at.
    fn write_marks(&self, svg: &mut String) -> std::fmt::Result {
        for (index, judged) in self.review.moves.iter().enumerate() {
            let Some(mark) = judged.mark() else { continue };
            let class = match mark {
                Mark::Inaccuracy => "inaccuracy",
                Mark::Mistake => "mistake",
                Mark::Blunder => "blunder",
            };
            let expected = self.review.chances.get(index + 1).copied().unwrap_or(0.5);
            let name = self.moves.get(index).map_or("", String::as_str);
            writeln!(
                svg,
                "<circle class=\"mark {class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"4.5\">\
                 <title>{}{} loses {:.0}%</title></circle>",
                self.x(index + 1),
                height_of(expected),
                escape(name),
                mark.sign(),
                100.0 * judged.loss
            )?;
        }
        Ok(())
    }

    /// The axis below, with the plies.
    fn write_numbers(&self, svg: &mut String) -> std::fmt::Result {
        let (right, bottom) = (WIDTH - RIGHT, TITLE + PLOT);
        writeln!(
            svg,
            "<line class=\"axis\" x1=\"{LEFT}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{bottom}\"/>"
        )?;
        let all = self.review.moves.len();
        let step = [2, 10, 20, 50, 100, 200].into_iter().find(|step| all <= 10 * step);
        for plies in (0..=all).step_by(step.unwrap_or(1000)).skip(1) {
            writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{plies}</text>",
                self.x(plies),
                bottom + 16.0
            )?;
        }
        Ok(())
    }
}

/// How far down an expectation of White's is drawn.
fn height_of(expected: f64) -> f64 {
    TITLE + PLOT * (1.0 - expected)
}

/// Text that stands for itself in SVG.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_the_picture() {
        let review = Review { moves: vec![], chances: vec![0.5], sides: Default::default() };
        let title = "</svg><script>\"&\u{1}".to_owned();
        let panel = Panel { title, sides: ["White", "Black"], review: &review, moves: vec![] };
        let svg = draw(&[panel]);
        assert!(svg.contains("&lt;/svg&gt;&lt;script&gt;&quot;&amp; </text>"), "{svg}");
        assert_eq!(svg.matches("</svg>").count(), 1);
        assert!(!svg.contains("NaN"), "{svg}");
    }
}
