//! Lines of bytes from a GUI, whatever they hold.

use std::io::{BufRead, ErrorKind};

/// The longest line that is kept, in bytes: a list of some hundred thousand moves.
const LONGEST: usize = 8 << 20;

/// What came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// A line without its end; bytes that are no UTF-8 are replaced.
    Line(String),
    /// A line that is too long to be kept.
    TooLong,
    /// There will be no more.
    End,
}

/// Reads lines until the end of input and delivers each at once, the end included, as long as
/// there is somebody to take them.
pub(crate) fn read_lines(mut source: impl BufRead, mut deliver: impl FnMut(Input) -> bool) {
    let mut line: Vec<u8> = Vec::new();
    let mut length = 0;
    loop {
        let chunk = match source.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        if chunk.is_empty() {
            if length > 0 {
                deliver(finish(&mut line, &mut length));
            }
            deliver(Input::End);
            return;
        }
        let mut parts = chunk.splitn(2, |&byte| byte == b'\n');
        let part = parts.next().unwrap_or_default();
        let ends = parts.next().is_some();
        if length + part.len() <= LONGEST {
            line.extend_from_slice(part);
        }
        length += part.len();
        let used = part.len() + usize::from(ends);
        source.consume(used);
        if ends && !deliver(finish(&mut line, &mut length)) {
            return;
        }
    }
}

/// The line that has come together, and room for the next.
fn finish(line: &mut Vec<u8>, length: &mut usize) -> Input {
    let whole = *length == line.len();
    let text = String::from_utf8_lossy(line).into_owned();
    *line = Vec::new();
    *length = 0;
    if whole { Input::Line(text) } else { Input::TooLong }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn read(bytes: &[u8]) -> Vec<Input> {
        let mut inputs = Vec::new();
        // A small buffer, so that lines are put together from pieces.
        read_lines(BufReader::with_capacity(3, bytes), |input| {
            inputs.push(input);
            true
        });
        inputs
    }

    #[test]
    fn lines_are_whatever_stands_between_line_feeds() {
        let line = |text: &str| Input::Line(text.to_owned());
        assert_eq!(
            read(b"uci\r\n\n\0x\xff\nlast"),
            [line("uci\r"), line(""), line("\0x\u{fffd}"), line("last"), Input::End]
        );
        assert_eq!(read(b""), [Input::End]);
        assert_eq!(read(b"quit\n"), [line("quit"), Input::End]);
    }

    #[test]
    fn an_endless_line_is_not_kept() {
        let mut bytes = vec![b'x'; LONGEST + 1];
        bytes.extend_from_slice(b"\ngo\n");
        let mut inputs = Vec::new();
        read_lines(bytes.as_slice(), |input| {
            inputs.push(input);
            true
        });
        assert_eq!(inputs, [Input::TooLong, Input::Line("go".to_owned()), Input::End]);
    }

    #[test]
    fn reading_ends_when_nobody_listens() {
        let mut taken = 0;
        read_lines(b"a\nb\nc\n".as_slice(), |_| {
            taken += 1;
            taken < 2
        });
        assert_eq!(taken, 2);
    }
}
