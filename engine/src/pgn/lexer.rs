//! The words of a PGN text.

/// What a PGN text consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// `[Name "value"]`.
    Tag(&'t str, String),
    /// What is left of a line that begins with `[` and has no `]`.
    OpenTag(&'t str),
    /// What stands between braces, or between `;` and the line's end.
    Comment(&'t str),
    /// A brace that is never closed.
    OpenComment,
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result(&'static str),
    /// Anything else that is no number of a move and no sign of quality.
    Move(&'t str),
}

/// Splits a text, whose lines end with `\n`, into its words; each with the number of its line.
pub(super) struct Lexer<'t> {
    text: &'t str,
    /// How much has been read, in bytes.
    at: usize,
    line: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0, line: 1 }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Reads so many bytes; gives them.
    fn take(&mut self, bytes: usize) -> &'t str {
        let taken = self.rest().get(..bytes).unwrap_or_default();
        self.at += taken.len();
        self.line += taken.matches('\n').count();
        taken
    }

    /// Reads up to the line's end.
    fn take_line(&mut self) -> &'t str {
        let rest = self.rest();
        self.take(rest.find('\n').unwrap_or(rest.len()))
    }

    /// Reads from behind the next `opening` bytes to `end`, and `end` too.
    fn take_to(&mut self, opening: usize, end: &str) -> Option<&'t str> {
        let inside = self.rest().get(opening..)?;
        let length = inside.find(end)?;
        self.take(opening + length + end.len());
        inside.get(..length)
    }

    /// Skips blanks and lines that begin with `%`.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start().len();
            self.take(blanks);
            let begins = self.at == 0 || self.text[..self.at].ends_with('\n');
            if !(begins && self.rest().starts_with('%')) {
                return;
            }
            self.take_line();
        }
    }

    /// Reads a tag; `None` if what stands in the brackets is none.
    fn tag(&mut self) -> Option<Token<'t>> {
        let rest = self.rest();
        let line = rest.split('\n').next().unwrap_or_default();
        if !line.contains(']') {
            return Some(Token::OpenTag(self.take_line()));
        }
        let inside = line.strip_prefix('[')?.trim_start();
        let name_end = inside.find(|c: char| !c.is_alphanumeric() && c != '_')?;
        let (name, after) = inside.split_at(name_end);
        let after = after.trim_start();
        let (value, length) = match after.strip_prefix('"') {
            Some(quoted) => match unquote(quoted) {
                Some(read) => read,
                None => return Some(Token::OpenTag(self.take_line())),
            },
            None => {
                let end = after.find(']').unwrap_or(after.len());
                (after[..end].trim().to_owned(), end)
            }
        };
        let behind = &after[length..];
        let end = behind.find(']').map_or(behind.len(), |end| end + 1);
        self.take(line.len() - (behind.len() - end));
        (!name.is_empty()).then_some(Token::Tag(name, value))
    }

    /// Reads a word; `None` if it says nothing: a move's number, a sign of quality.
    fn word(&mut self) -> Option<Token<'t>> {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | ';' | '$');
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let end = rest.get(first..).and_then(|rest| rest.find(ends)).map(|end| end + first);
        let word = self.take(end.unwrap_or(rest.len()));
        let result = match word {
            "1-0" | "1–0" => "1-0",
            "0-1" | "0–1" => "0-1",
            "1/2-1/2" | "1/2" | "½-½" | "1/2–1/2" => "1/2-1/2",
            "*" => "*",
            _ => "",
        };
        if !result.is_empty() {
            return Some(Token::Result(result));
        }
        let text = without_number(word);
        let is_sign = text.starts_with('$')
            || matches!(
                text,
                "e.p." | "ep" | "+-" | "-+" | "+/-" | "-/+" | "=" | "+=" | "=+" | "N"
            )
            || text.chars().all(|c| matches!(c, '!' | '?' | '.' | '…' | '}'));
        (!is_sign).then_some(Token::Move(text))
    }
}

impl<'t> Iterator for Lexer<'t> {
    type Item = (usize, Token<'t>);

    fn next(&mut self) -> Option<(usize, Token<'t>)> {
        loop {
            self.skip_blanks();
            let line = self.line;
            let rest = self.rest();
            let token = match rest.chars().next()? {
                '{' => Some(self.take_to(1, "}").map_or_else(
                    || {
                        self.take(rest.len());
                        Token::OpenComment
                    },
                    Token::Comment,
                )),
                ';' => self.take_line().strip_prefix(';').map(Token::Comment),
                '(' => {
                    self.take(1);
                    Some(Token::Open)
                }
                ')' => {
                    self.take(1);
                    Some(Token::Close)
                }
                // Old versions of XBoard draw the position in such brackets.
                '[' if rest.starts_with("[--") && is_diagram(rest) => {
                    self.take_to(1, "--]");
                    None
                }
                '[' => {
                    let tag = self.tag();
                    if tag.is_none() {
                        self.take_line();
                    }
                    tag
                }
                _ => self.word(),
            };
            if let Some(token) = token {
                return Some((line, token));
            }
        }
    }
}

/// Whether what begins here is the drawing of a board; none is longer than this.
fn is_diagram(text: &str) -> bool {
    text.bytes().take(1000).collect::<Vec<u8>>().windows(3).any(|end| end == b"--]")
}

/// Reads a tag's value behind its opening quote; gives it, and how many bytes were read, the
/// opening quote included. The last quote of the line closes the value where several could; `None`
/// if neither a quote nor a bracket ends it.
fn unquote(text: &str) -> Option<(String, usize)> {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            // A quote inside the value that somebody forgot to escape.
            '"' if closes(&text[at + 1..]) => return Some((value, at + 2)),
            '\\' => match letters.next() {
                Some((_, escaped @ ('"' | '\\'))) => value.push(escaped),
                Some((_, other)) => value.extend(['\\', other]),
                None => value.push('\\'),
            },
            letter => value.push(letter),
        }
    }
    let unquoted = value.trim_end().strip_suffix(']')?;
    Some((unquoted.to_owned(), text.len() + 1))
}

/// Whether a quote before this text ends a value.
fn closes(after: &str) -> bool {
    let after = after.trim_start();
    after.is_empty() || after.starts_with(']')
}

/// The word without a move's number before it: `12.e4`, `12...e4`, `12.`, `12`. A move itself may
/// begin with a digit: `77=8`, `33.4`.
fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let bare = after.trim_start_matches(['.', '…']);
    let (number, dotted) = (after.len() < word.len(), bare.len() < after.len());
    match (number, dotted) {
        (true, false) if after.is_empty() => "",
        (true, false) => word,
        // `33.4`, a move, if what is behind the dots is none.
        (true, true) if !bare.is_empty() && bare.chars().all(|c| c.is_ascii_digit()) => word,
        _ => bare,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        Lexer::new(text).map(|(_, token)| token).collect()
    }

    fn moves(text: &str) -> Vec<&str> {
        let moves = Lexer::new(text).filter_map(|(_, token)| match token {
            Token::Move(text) => Some(text),
            _ => None,
        });
        moves.collect()
    }

    #[test]
    fn numbers_are_told_from_moves() {
        let text =
            "1. e4 e5 2.Nf3 Nc6 3... Bb5 3…a6 4 Ba4 12.77=8 77=8 33.4 1.33=4 ...Qe7 5... $14";
        let expected =
            ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "77=8", "77=8", "33.4", "33=4", "Qe7"];
        assert_eq!(moves(text), expected);
    }

    #[test]
    fn signs_say_nothing() {
        assert_eq!(
            moves("e4 ! e5?! exd6 e.p. += Nf3$1 $2 N +- Bc4"),
            ["e4", "e5?!", "exd6", "Nf3", "Bc4"]
        );
    }

    #[test]
    fn tags_are_read_as_they_come() {
        let tag = |name, value: &str| Token::Tag(name, value.to_owned());
        for (text, token) in [
            ("[White \"A \\\"B\\\\\"]", tag("White", "A \"B\\")),
            ("[White  \"A \"B\" C\" ]", tag("White", "A \"B\" C")),
            ("[White \"open]\n", tag("White", "open")),
            ("[White bare words]", tag("White", "bare words")),
            ("[White \"C:\\x\"]", tag("White", "C:\\x")),
            ("[ White \"\"]", tag("White", "")),
        ] {
            assert_eq!(tokens(text), [token], "{text}");
        }
        assert_eq!(tokens("[A \"1\"][B \"2\"]"), [tag("A", "1"), tag("B", "2")]);
        assert_eq!(tokens("[]\n[?]\n"), []);
        // Its end might be anywhere.
        for text in ["[White \"open", "[White \"a]b", "[White", "[", "[?"] {
            assert_eq!(tokens(&format!("{text}\n")), [Token::OpenTag(text)]);
        }
    }

    #[test]
    fn comments_variations_and_escaped_lines_are_known() {
        let text = "%e4 e5\n1. e4 {a;b\n%c} ; d {e\n (1. d4 (1. c4)) * %no\n[------\nr n b\n--]";
        assert_eq!(
            tokens(text),
            [
                Token::Move("e4"),
                Token::Comment("a;b\n%c"),
                Token::Comment(" d {e"),
                Token::Open,
                Token::Move("d4"),
                Token::Open,
                Token::Move("c4"),
                Token::Close,
                Token::Close,
                Token::Result("*"),
                Token::Move("%no"),
            ]
        );
        assert_eq!(tokens("e4 {never"), [Token::Move("e4"), Token::OpenComment]);
    }

    #[test]
    fn lines_are_counted() {
        let lines: Vec<usize> =
            Lexer::new("[A \"\"]\n\n{x\ny} e4\ne5").map(|(line, _)| line).collect();
        assert_eq!(lines, [1, 3, 4, 5]);
    }
}
