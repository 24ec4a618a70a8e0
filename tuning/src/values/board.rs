//! Boards of FENs with pieces taken off.

use anyhow::Context;

/// The FEN without the piece of this letter that is nearest to the left edge.
pub(super) fn remove(fen: &str, letter: char) -> anyhow::Result<String> {
    let board = fen.split(' ').next().unwrap_or_default();
    let ranks: Vec<Vec<char>> = board.split('/').map(squares).collect();
    let places = ranks.iter().enumerate().flat_map(|(rank, squares)| {
        let files = squares.iter().enumerate().filter(|(_, c)| **c == letter);
        files.map(move |(file, _)| (file, rank))
    });
    let (file, rank) = places.min().with_context(|| format!("there is no {letter} on {board}"))?;
    Ok(without(fen, file, rank))
}

/// The FEN with a square emptied: its file and rank as the text has them, from 0.
pub(super) fn without(fen: &str, file: usize, rank: usize) -> String {
    let (board, rest) = fen.split_once(' ').unwrap_or((fen, ""));
    let mut ranks: Vec<Vec<char>> = board.split('/').map(squares).collect();
    if let Some(square) = ranks.get_mut(rank).and_then(|squares| squares.get_mut(file)) {
        *square = ' ';
    }
    let board: Vec<String> = ranks.iter().map(|squares| written(squares)).collect();
    format!("{} {rest}", board.join("/"))
}

/// A rank of a FEN, a character a square; empty squares are blanks.
fn squares(rank: &str) -> Vec<char> {
    let (mut squares, mut empty) = (Vec::new(), 0);
    for c in rank.chars() {
        if let Some(digit) = c.to_digit(10) {
            empty = empty * 10 + digit as usize;
        } else {
            squares.extend(std::iter::repeat_n(' ', std::mem::take(&mut empty)));
            squares.push(c);
        }
    }
    squares.extend(std::iter::repeat_n(' ', empty));
    squares
}

/// The inverse of [`squares`].
fn written(squares: &[char]) -> String {
    let part = |chunk: &[char]| match chunk {
        [' ', ..] => chunk.len().to_string(),
        pieces => pieces.iter().collect(),
    };
    squares.chunk_by(|a, b| (*a == ' ') == (*b == ' ')).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_taken_off() {
        let fen = "rnbqkhbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBHKQBNR w ABDFHIabdfhi - 0 1";
        let without = remove(&remove(fen, 'Q').unwrap(), 'p').unwrap();
        let wanted = "rnbqkhbnr/1pppppppp/9/9/9/9/PPPPPPPPP/RNBHK1BNR w ABDFHIabdfhi - 0 1";
        assert_eq!(without, wanted);
        assert!(remove(fen, 'X').is_err());
        assert_eq!(written(&squares("10")), "10");
        assert_eq!(written(&squares("3pp4p")), "3pp4p");
    }
}
