//! Xiangqi's moves as players write them: the notation of the World Xiangqi Federation
//! (<http://www.wxf.org/xq/computer/wxf_notation.html>).
//!
//! Four signs: the piece, the file it stands on, the direction (`+` forward, `-` back, `=`
//! sideways), and the target file, or for a straight move forward or back the number of ranks.
//! Files count from the mover's right. Where several like pieces share a file, signs for front and
//! rear take the place of file or piece:
//!
//! | on one file | from front to rear |
//! |---|---|
//! | two | `R+ R-` |
//! | three soldiers | `P+ P3 P-` |
//! | four soldiers | `++ P+ P- --` |
//! | five soldiers | `++ P+ P3 P- --` |
//! | two or three soldiers, and as many on another file | `3+ 33 3-` |
//!
//! What this leaves open (three rooks on a file, from a set-up position) is written in UCI.

use crate::bitboard::{Bitboard, Square};
use crate::fen::quote;
use crate::moves::Move;
use crate::piece::{Color, PieceKind};
use crate::position::Position;
use crate::rules::Rules;
use crate::san::{self, MoveError, parse_uci, to_uci};
use crate::xiangqi::Xiangqi;

/// The legal move in WXF notation, or in UCI where that does not tell it from all others.
pub(crate) fn write(position: &Position<Xiangqi>, mv: Move) -> String {
    let legal = position.legal_moves();
    let name = |mv| official_origin(position, mv).map(|origin| origin + &destination(position, mv));
    match name(mv) {
        Some(text)
            if !legal.iter().any(|&other| other != mv && name(other) == Some(text.clone())) =>
        {
            text
        }
        _ => to_uci::<Xiangqi>(mv),
    }
}

/// Reads a legal move in WXF notation, UCI, ICCS (`H2-E2`, ranks from 0), or algebraic notation
/// (`Hc3`, a soldier's move without its letter), as XBoard has it.
///
/// WXF is read in either case, with `.` for `=`, with N, B, G, M and S for horse, elephant, general,
/// elephant and soldier, with the sign for front or rear before or after the piece (`+C-2`,
/// `C+-2`), and with the file in place of that sign if only one piece there can make the move.
///
/// # Errors
/// If the text is no move, fits none that is legal here, or several.
pub(crate) fn parse(position: &Position<Xiangqi>, text: &str) -> Result<Move, MoveError> {
    if let Ok(mv) = parse_uci(position, text) {
        return Ok(mv);
    }
    let plain = text.trim_end_matches(['+', '#', '!', '?']);
    if let Some(uci) = uci_of_iccs(plain) {
        return parse_uci(position, &uci).map_err(|_| MoveError::Illegal(quote(text)));
    }
    let Some((origin, destination_text)) = split(plain) else {
        return san::parse(position, text);
    };
    let legal = position.legal_moves();
    let moves = legal.iter().filter(|&&mv| destination(position, mv) == destination_text).copied();
    let official = |&mv: &Move| official_origin(position, mv).as_deref() == Some(&origin);
    let mut found: Vec<Move> = moves.clone().filter(official).collect();
    if found.is_empty() {
        found = moves.filter(|&mv| loose_origins(position, mv).contains(&origin)).collect();
    }
    match found[..] {
        [mv] => Ok(mv),
        [] => Err(MoveError::Illegal(quote(text))),
        _ => {
            let choices: Vec<String> = found.into_iter().map(to_uci::<Xiangqi>).collect();
            Err(MoveError::Ambiguous { text: quote(text), choices: choices.join(", ") })
        }
    }
}

/// The second half: direction, and target file or number of ranks.
fn destination(position: &Position<Xiangqi>, mv: Move) -> String {
    let side = position.side();
    let rank = |square| Xiangqi::relative_rank(square, side);
    let (from, to) = (rank(mv.from()), rank(mv.to()));
    let sign = match to.cmp(&from) {
        std::cmp::Ordering::Less => '-',
        std::cmp::Ordering::Equal => '=',
        std::cmp::Ordering::Greater => '+',
    };
    let straight = Xiangqi::file(mv.from()) == Xiangqi::file(mv.to());
    let number = if straight { to.abs_diff(from) } else { file(mv.to(), side) };
    format!("{sign}{number}")
}

/// The file, 1 to 9 from the side's right.
fn file(square: Square, side: Color) -> u8 {
    match side {
        Color::White => 9 - Xiangqi::file(square),
        Color::Black => 1 + Xiangqi::file(square),
    }
}

const fn letter(kind: PieceKind) -> char {
    match kind {
        PieceKind::Horse => 'H',
        PieceKind::Elephant => 'E',
        other => other.letter(),
    }
}

/// A moving piece among those like it.
struct Mover {
    kind: PieceKind,
    file: u8,
    /// How many like pieces stand before it on its file.
    before: u32,
    /// How many stand on its file, itself included.
    on_file: u32,
    /// On how many files two or more stand.
    shared_files: usize,
}

impl Mover {
    fn of(position: &Position<Xiangqi>, from: Square) -> Option<Mover> {
        let side = position.side();
        let kind = position.piece_at(from)?.kind();
        let like = position.pieces(kind, side);
        let on = |file| like & Xiangqi::GEOMETRY.file_set(file);
        let companions = on(Xiangqi::file(from));
        let rank = Xiangqi::relative_rank(from, side);
        let is_before = |&other: &Square| Xiangqi::relative_rank(other, side) > rank;
        Some(Mover {
            kind,
            file: file(from, side),
            before: companions.into_iter().filter(is_before).count() as u32,
            on_file: companions.count(),
            shared_files: (0..Xiangqi::FILES).map(on).filter(|set: &Bitboard| set.many()).count(),
        })
    }

    /// `+` for the front piece of those on the file, `-` for the rear one; the file for one between.
    fn place(&self) -> String {
        if self.on_file > 1 && self.before == 0 {
            "+".to_owned()
        } else if self.on_file > 1 && self.before + 1 == self.on_file {
            "-".to_owned()
        } else {
            self.file.to_string()
        }
    }
}

/// The first half as the federation has it; `None` where it has nothing to tell the piece from
/// others.
fn official_origin(position: &Position<Xiangqi>, mv: Move) -> Option<String> {
    let mover = Mover::of(position, mv.from())?;
    let letter = letter(mover.kind);
    let soldier = mover.kind == PieceKind::Soldier;
    // Of two advisors or elephants on a file only one can go forward, the other back.
    let plain = matches!(mover.kind, PieceKind::King | PieceKind::Advisor | PieceKind::Elephant);
    Some(match (mover.on_file, mover.before) {
        (1, _) => format!("{letter}{}", mover.file),
        _ if plain => format!("{letter}{}", mover.file),
        (2 | 3, _) if soldier && mover.shared_files > 1 => {
            format!("{}{}", mover.file, mover.place())
        }
        (2, _) => format!("{letter}{}", mover.place()),
        (3, _) if soldier => format!("{letter}{}", mover.place()),
        (4 | 5, 0) if soldier && mover.shared_files == 1 => "++".to_owned(),
        (4 | 5, 1) if soldier && mover.shared_files == 1 => format!("{letter}+"),
        (5, 2) if soldier && mover.shared_files == 1 => format!("{letter}{}", mover.file),
        (4, 2) | (5, 3) if soldier && mover.shared_files == 1 => format!("{letter}-"),
        (4, 3) | (5, 4) if soldier && mover.shared_files == 1 => "--".to_owned(),
        _ => return None,
    })
}

/// Other first halves under which the move is found if no other legal one fits.
fn loose_origins(position: &Position<Xiangqi>, mv: Move) -> Vec<String> {
    Mover::of(position, mv.from()).map_or(Vec::new(), |mover| {
        let letter = letter(mover.kind);
        let mut origins =
            vec![format!("{letter}{}", mover.file), format!("{letter}{}", mover.place())];
        if mover.kind == PieceKind::Soldier {
            origins.push(format!("{}{}", mover.file, mover.place()));
        }
        origins
    })
}

/// Splits a WXF text in its halves, in the spelling in which they are written here; `None` if it
/// has not the form.
fn split(text: &str) -> Option<(String, String)> {
    let upper: Vec<char> = text.chars().map(|c| c.to_ascii_uppercase()).collect();
    let [mut first, mut second, direction, number] = upper[..] else { return None };
    if matches!(first, '+' | '-') && second.is_ascii_alphabetic() {
        (first, second) = (second, first);
    }
    let first = match first {
        'N' => 'H',
        'B' | 'M' => 'E',
        'G' => 'K',
        'S' => 'P',
        'K' | 'A' | 'E' | 'H' | 'R' | 'C' | 'P' | '1'..='9' | '+' | '-' => first,
        _ => return None,
    };
    let direction = match direction {
        '+' | '-' | '=' => direction,
        '.' => '=',
        _ => return None,
    };
    let formed = matches!(second, '1'..='9' | '+' | '-') && matches!(number, '1'..='9');
    formed.then(|| (format!("{first}{second}"), format!("{direction}{number}")))
}

/// `H2-E2`: capital letters and a dash, ranks from 0.
fn uci_of_iccs(text: &str) -> Option<String> {
    let [
        from_file @ b'A'..=b'I',
        from_rank @ b'0'..=b'9',
        b'-',
        to_file @ b'A'..=b'I',
        to_rank @ b'0'..=b'9',
    ] = *text.as_bytes()
    else {
        return None;
    };
    let square = |file: u8, rank: u8| {
        format!("{}{}", file.to_ascii_lowercase() as char, u32::from(rank - b'0') + 1)
    };
    Some(square(from_file, from_rank) + &square(to_file, to_rank))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xiangqi::tests::{Random, crowded};

    fn read(fen: &str, text: &str) -> Result<String, MoveError> {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        parse(&position, text).map(to_uci::<Xiangqi>)
    }

    fn written(fen: &str, uci: &str) -> String {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        write(&position, parse_uci(&position, uci).expect("a legal move"))
    }

    #[test]
    fn reading_gives_back_what_was_written() {
        let mut random = Random(3);
        let (mut moves, mut in_uci) = (0, 0);
        let mut check = |position: &Position<Xiangqi>| {
            for mv in position.legal_moves() {
                let text = write(position, mv);
                assert_eq!(parse(position, &text), Ok(mv), "{text} in {position:?}");
                moves += 1;
                in_uci += u32::from(text == to_uci::<Xiangqi>(mv));
            }
        };
        for _ in 0..300 {
            check(&crowded(&mut random));
            let mut position = Position::<Xiangqi>::start();
            for _ in 0..random.below(80) {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                position = position.play(legal[random.below(legal.len())]);
            }
            check(&position);
        }
        assert!(in_uci * 50 < moves, "{in_uci} of {moves} in UCI");
    }

    #[test]
    fn files_count_from_the_movers_right() {
        let start = Xiangqi::START;
        assert_eq!(written(start, "h3e3"), "C2=5");
        assert_eq!(written(start, "b1c3"), "H8+7");
        assert_eq!(written(&start.replace(" w ", " b "), "h8e8"), "C8=5");
        assert_eq!(written(&start.replace(" w ", " b "), "a10a9"), "R1+1");
        assert_eq!(written("3k5/4a4/9/9/9/9/9/9/4A4/4K4 w - - 0 1", "e2d3"), "A5+6");
    }

    #[test]
    fn reading_is_lenient() {
        for text in ["C2=5", "c2=5", "C2.5", "c2.5!", "h3e3", "H2-E2"] {
            assert_eq!(read(Xiangqi::START, text).as_deref(), Ok("h3e3"), "{text}");
        }
        for text in ["H8+7", "n8+7", "N8+7"] {
            assert_eq!(read(Xiangqi::START, text).as_deref(), Ok("b1c3"), "{text}");
        }
        for (text, uci) in [("Hc3", "b1c3"), ("Che3", "h3e3"), ("Ade2", "d1e2"), ("c5", "c4c5")] {
            assert_eq!(read(Xiangqi::START, text).as_deref(), Ok(uci), "{text}");
        }
        assert_eq!(read(Xiangqi::START, "B7+5").as_deref(), Ok("c1e3"));
        assert_eq!(read(Xiangqi::START, "G5+1").as_deref(), Ok("e1e2"));
        for text in ["C2=2", "R1+3", "h2-e9", "a1a1", "H2-E9", "P5=4", "He3", "a6"] {
            let error = read(Xiangqi::START, text).expect_err(text);
            assert!(matches!(error, MoveError::Illegal(_)), "{text}: {error}");
        }
        for text in ["", "C", "C2=", "X2=5", "C2=55", "C0=5", "\u{fffd}2=5", "炮二平五"] {
            assert!(matches!(read(Xiangqi::START, text), Err(MoveError::Unreadable(_))), "{text}");
        }
    }

    #[test]
    fn front_and_rear_pieces_of_a_file() {
        let fen = "3k5/9/9/9/9/2C6/9/2C6/9/5K3 w - - 0 1";
        for (uci, text) in [("c5c4", "C+-1"), ("c3c1", "C--2"), ("c3e3", "C-=5")] {
            assert_eq!(written(fen, uci), text);
        }
        for (text, uci) in [("+C-1", "c5c4"), ("-C=5", "c3e3"), ("c-.5", "c3e3"), ("C7-2", "c3c1")]
        {
            assert_eq!(read(fen, text).as_deref(), Ok(uci), "{text}");
        }
        let ambiguous = read(fen, "C7=5").expect_err("either cannon");
        assert_eq!(ambiguous.to_string(), "'C7=5' is ambiguous: c3e3, c5e5");
        let rooks = "3k5/9/9/9/9/2R6/2R6/2R6/9/5K3 w - - 0 1";
        assert_eq!(written(rooks, "c4e4"), "c4e4", "WXF knows no third rook");
        let elephants = "3k5/9/9/9/9/2B6/9/9/9/2B2K3 w - - 0 1";
        assert_eq!(written(elephants, "c5e3"), "E7-5");
        assert_eq!(read(elephants, "E+-5").as_deref(), Ok("c5e3"));
    }

    #[test]
    fn soldiers_that_share_files() {
        let three = "5k3/2P6/2P6/2P6/9/9/9/9/9/3K5 w - - 0 1";
        let five = "2P2k3/2P6/2P6/2P6/2P6/9/9/9/9/3K5 w - - 0 1";
        let four = "5k3/2P6/2P6/2P6/2P6/9/9/9/9/3K5 w - - 0 1";
        let two_files = "5k3/2P3P2/2P3P2/2P6/9/9/9/9/9/3K5 w - - 0 1";
        let expected: [(&str, &[(&str, &str)]); 4] = [
            (three, &[("c9b9", "P+=8"), ("c8b8", "P7=8"), ("c7b7", "P-=8")]),
            (
                five,
                &[
                    ("c10b10", "++=8"),
                    ("c9b9", "P+=8"),
                    ("c8b8", "P7=8"),
                    ("c7b7", "P-=8"),
                    ("c6b6", "--=8"),
                ],
            ),
            (four, &[("c9b9", "++=8"), ("c8b8", "P+=8"), ("c7b7", "P-=8"), ("c6b6", "--=8")]),
            (
                two_files,
                &[
                    ("c9b9", "7+=8"),
                    ("c8b8", "77=8"),
                    ("c7b7", "7-=8"),
                    ("g9h9", "3+=2"),
                    ("g8h8", "3-=2"),
                ],
            ),
        ];
        for (fen, moves) in expected {
            for &(uci, text) in moves {
                assert_eq!(written(fen, uci), text, "{fen}");
                assert_eq!(read(fen, text).as_deref(), Ok(uci), "{fen}");
            }
        }
    }
}
