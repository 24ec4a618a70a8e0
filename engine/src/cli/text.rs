//! Text for people: numbers, and foreign text made fit for one line.

/// A number with its digits in groups of three: `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

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
    fn numbers_are_grouped_from_the_right() {
        let texts = [0, 12, 999, 1000, 12_345, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "12", "999", "1,000", "12,345", "1,234,567"]);
    }

    #[test]
    fn foreign_text_fits_in_one_line() {
        assert_eq!(one_line(" a\n\n b\u{1b}[31m\0c ", 80), "a b [31m c");
        assert_eq!(one_line("aé€x", 3), "aé€...");
    }
}
