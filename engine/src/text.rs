//! Foreign text made fit for one line.

/// The text in one line: whitespace and control characters in a row become one blank, and what is
/// over `most` characters is cut off.
pub(crate) fn one_line(text: &str, most: usize) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_fits_in_one_line() {
        assert_eq!(one_line(" a\n\n b\u{1b}[31m\0c ", 80), "a b [31m c");
        assert_eq!(one_line("aé€x", 3), "aé€...");
    }
}
