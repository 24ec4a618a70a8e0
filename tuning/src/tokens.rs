//! PGN taken apart.

/// What a PGN consists of, as far as it matters here.
pub(crate) enum Token {
    /// A tag's name and value.
    Tag(String, String),
    /// A move of the main line.
    Move(String),
    /// What stands between braces beside the main line.
    Comment(String),
}

/// Tags, moves and comments; variations, numbers and results are left out.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    let mut depth = 0usize;
    while let Some(first) = rest.chars().next() {
        let end = match first {
            '{' => rest.find('}').map_or(rest.len(), |end| end + 1),
            ';' | '[' => rest.find('\n').unwrap_or(rest.len()),
            '(' | ')' => 1,
            _ => rest
                .find(|c: char| c.is_whitespace() || matches!(c, '{' | '(' | ')' | ';'))
                .unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(end);
        match first {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '[' => {
                if let Some((name, value)) = token[1..].split_once(" \"") {
                    let value = value.rsplit_once('"').map_or(value, |(value, _)| value);
                    tokens.push(Token::Tag(name.trim().to_owned(), value.to_owned()));
                }
            }
            '{' if depth == 0 => {
                let text = token.trim_matches(['{', '}']).trim();
                tokens.push(Token::Comment(text.to_owned()));
            }
            '{' | ';' | '$' => {}
            _ if depth > 0 || matches!(token, "1-0" | "0-1" | "1/2-1/2" | "*") => {}
            _ => {
                // `12.e4` and `12...` too; a move may begin with a digit nowhere.
                let mv = token.trim_start_matches(|c: char| c.is_ascii_digit());
                let mv = if mv.starts_with('.') { mv.trim_start_matches('.') } else { token };
                if !mv.is_empty() {
                    tokens.push(Token::Move(mv.to_owned()));
                }
            }
        }
        rest = after.trim_start();
    }
    tokens
}
