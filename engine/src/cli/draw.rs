//! Boards in the terminal.
//!
//! Without colour:
//!
//! ```text
//!  8   r  n  b  q (k) h (b) n  r
//!  7   p  p  p  p (p)(p)(p) p  p
//!  6   .  .  .  .  .  .  .  .  .
//!  5   .  .  .  .  .  .  .  .  .
//!  4   .  .  .  . [P] .  .  .  .
//!  3   .  .  .  .  .  .  .  .  .
//!  2   P  P  P  P [.] P  P  P  P
//!  1   R  N  B  H  K  Q  B  N  R
//!      a  b  c  d  e  f  g  h  i
//! ```
//!
//! With colour the marks are backgrounds. A palace (xiangqi) is marked by `+`, and a blank line
//! is the river.

use std::fmt;
use std::io::{IsTerminal, stdout};

use stymie_movegen::{Bitboard, Color, Game, PieceKind, Square};

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// With signs.
    Plain,
    /// With the terminal's colours.
    Colour,
}

impl Style {
    /// Colour if standard output is a terminal that is likely to show it, and `NO_COLOR` is not
    /// set.
    pub fn of_stdout() -> Style {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        // An old Windows console prints escape sequences as they are.
        let shows = !cfg!(windows) || set("WT_SESSION") || set("TERM");
        if stdout().is_terminal() && !set("NO_COLOR") && !dumb && shows {
            Style::Colour
        } else {
            Style::Plain
        }
    }
}

/// A drawing of a game's current position: the board, then the marks explained if there are any.
pub struct Drawing<'g> {
    game: &'g dyn Game,
    bottom: Color,
    style: Style,
    /// From and to of the last move.
    last: Bitboard,
    /// Where the enemy of the side to move stops sliders.
    zone: Bitboard,
    /// The king of the side to move, if in check.
    check: Bitboard,
}

impl<'g> Drawing<'g> {
    /// The position with that side at the bottom.
    pub fn new(game: &'g dyn Game, bottom: Color, style: Style) -> Self {
        let last = game.moves().last().map(|mv| mv.from().bit() | mv.to().bit());
        let side = game.side();
        let is_king = |square: &Square| {
            game.piece_at(*square)
                .is_some_and(|piece| piece.kind() == PieceKind::King && piece.color() == side)
        };
        let king = game.geometry().board.into_iter().find(is_king);
        let check = if game.checkers().any() { king } else { None };
        Drawing {
            game,
            bottom,
            style,
            last: last.unwrap_or_default(),
            zone: game.zone(!side),
            check: check.map(Square::bit).unwrap_or_default(),
        }
    }

    /// Whether the board is one of points, with palaces and a river.
    fn has_river(&self) -> bool {
        self.game.kinds().contains(&PieceKind::Elephant)
    }

    fn in_palace(&self, square: Square) -> bool {
        let board = self.game.geometry();
        let (file, rank) = (board.file(square), board.rank(square));
        self.has_river() && (3..6).contains(&file) && (rank < 3 || rank >= board.ranks - 3)
    }

    /// Darker than its neighbours.
    fn is_shaded(&self, square: Square) -> bool {
        let board = self.game.geometry();
        if self.has_river() {
            self.in_palace(square)
        } else {
            (board.file(square) + board.rank(square)).is_multiple_of(2)
        }
    }

    fn rank(&self, rank: u8) -> String {
        let board = self.game.geometry();
        let mut text = format!("{:>2}  ", rank + 1);
        for column in 0..board.files {
            let file = match self.bottom {
                Color::White => column,
                Color::Black => board.files - 1 - column,
            };
            text += &self.square(board.square(file, rank));
        }
        text
    }

    fn square(&self, square: Square) -> String {
        let piece = self.game.piece_at(square);
        let letter = piece.map_or(self.empty_sign(square), |piece| piece.letter());
        let marks = (self.last.contains(square), self.zone.contains(square));
        match self.style {
            Style::Plain => {
                let (left, right) = signs(marks);
                format!("{left}{letter}{right}")
            }
            Style::Colour => {
                let ground = if self.check.contains(square) {
                    CHECK
                } else {
                    ground(marks, self.is_shaded(square))
                };
                let ink = match piece.map(|piece| piece.color()) {
                    Some(Color::White) => "1;38;5;231",
                    Some(Color::Black) => "1;38;5;16",
                    None => "38;5;102",
                };
                format!("\x1b[{ink};48;5;{ground}m {letter} \x1b[0m")
            }
        }
    }

    fn empty_sign(&self, square: Square) -> char {
        match self.style {
            Style::Colour => ' ',
            Style::Plain if self.in_palace(square) => '+',
            Style::Plain => '.',
        }
    }

    /// The line that explains the marks on the board, `None` if there are none.
    fn legend(&self) -> Option<String> {
        let both = (self.last & self.zone).any();
        let kinds = [
            (self.last.any(), (true, false), "last move"),
            (self.zone.any(), (false, true), self.zone_name()),
            (both, (true, true), "both"),
        ];
        let entries = kinds.into_iter().filter(|kind| kind.0).map(|(_, marks, name)| {
            let sample = match self.style {
                Style::Plain => {
                    let (left, right) = signs(marks);
                    format!("{left} {right}")
                }
                Style::Colour => format!("\x1b[48;5;{}m   \x1b[0m", ground(marks, false)),
            };
            format!("{sample} {name}")
        });
        let entries: Vec<String> = entries.collect();
        if entries.is_empty() { None } else { Some(entries.join("   ")) }
    }

    fn zone_name(&self) -> &'static str {
        // Where there is a zone, the sides are White and Black.
        match self.game.side() {
            Color::White => "Black's zone",
            Color::Black => "White's zone",
        }
    }
}

/// What stands on either side of a square that is (part of the last move, in the zone).
fn signs(marks: (bool, bool)) -> (char, char) {
    match marks {
        (false, false) => (' ', ' '),
        (true, false) => ('[', ']'),
        (false, true) => ('(', ')'),
        (true, true) => ('{', '}'),
    }
}

/// The background of a king in check, in the terminal's table of 256 colours.
const CHECK: u8 = 160;

/// The background of a square that is (part of the last move, in the zone), shaded or not:
/// middle tones, on which White's and Black's letters can both be read.
fn ground(marks: (bool, bool), shaded: bool) -> u8 {
    let (light, dark) = match marks {
        (false, false) => (66, 59),
        (true, false) => (136, 94),
        (false, true) => (133, 96),
        (true, true) => (166, 130),
    };
    if shaded { dark } else { light }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.game.geometry();
        let files = (0..board.files).map(|file| (b'a' + file) as char);
        let (files, last_rank): (Vec<char>, u8) = match self.bottom {
            Color::White => (files.collect(), 0),
            Color::Black => (files.rev().collect(), board.ranks - 1),
        };
        let river = if self.has_river() { Some(board.ranks / 2) } else { None };
        for row in (0..board.ranks).rev() {
            writeln!(f, "{}", self.rank(row.abs_diff(last_rank)).trim_end())?;
            if Some(row) == river {
                writeln!(f)?;
            }
        }
        let files: String = files.into_iter().map(|file| format!("  {file}")).collect();
        writeln!(f, "   {files}")?;
        match self.legend() {
            Some(legend) => writeln!(f, "     {legend}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use stymie_movegen::{VariantId, open};

    use super::*;

    fn drawn(variant: VariantId, moves: &str, bottom: Color, style: Style) -> String {
        let mut game = open(variant);
        for text in moves.split_whitespace() {
            let mv = game.parse_move(text).expect(text);
            game.play(mv);
        }
        Drawing::new(&*game, bottom, style).to_string()
    }

    #[test]
    fn last_move_and_the_enemys_zone_are_marked() {
        let expected = " 8   r  n  b  q  k  h  b  n  r
 7   p  p  p  p  p  p  p  p  p
 6   .  .  .  .  .  .  .  .  .
 5   .  .  .  .  .  .  .  .  .
 4   . (.)(.)(.) .  .  .  .  .
 3   . (.)[H](.) .  .  .  .  .
 2   P (P){.}(P) P  P  P  P  P
 1   R  N  B  .  K  Q  B  N  R
     a  b  c  d  e  f  g  h  i
     [ ] last move   ( ) White's zone   { } both
";
        let board = drawn(VariantId::Hia, "e4", Color::White, Style::Plain);
        assert!(board.contains(" 2   P  P (P)(P){.} P"), "{board}");
        let mut game = open(VariantId::Hia);
        let fen = "rnbqkhbnr/ppppppppp/9/9/9/9/PPHPPPPPP/RNB1KQBNR w ABFHIabdfhi - 0 1";
        let _ = game.set_fen(fen, stymie_movegen::Reading::Repair);
        let mv = game.parse_move("Hc3").expect("free");
        game.play(mv);
        assert_eq!(Drawing::new(&*game, Color::White, Style::Plain).to_string(), expected);
    }

    #[test]
    fn the_board_can_be_turned() {
        let board = drawn(VariantId::Hiashatar, "", Color::Black, Style::Plain);
        assert!(board.starts_with(" 1   R  N  B  H  J  K  H  B  N  R\n 2 "), "{board}");
        assert!(board.contains("\n10   r  n (b) h (k)(j) h (b) n  r\n"), "{board}");
        assert!(board.contains("\n     j  i  h  g  f  e  d  c  b  a\n"), "{board}");
    }

    #[test]
    fn xiangqi_has_a_river_and_palaces() {
        let board = drawn(VariantId::Xiangqi, "", Color::White, Style::Plain);
        assert!(board.contains("\n 9   .  .  .  +  +  +  .  .  .\n"), "{board}");
        assert!(board.contains("\n 6   .  .  .  .  .  .  .  .  .\n\n 5   .  ."), "{board}");
        assert!(!board.contains("zone"), "{board}");
    }

    #[test]
    fn colours_stand_for_the_marks() {
        let board = drawn(VariantId::Chess, "e4 e5 Qh5 Nc6 Qxf7", Color::White, Style::Colour);
        let check = format!("48;5;{CHECK}m k ");
        assert!(board.contains(&check) && !board.contains('['.to_string().repeat(2).as_str()));
        assert_eq!(board.matches("\x1b[0m").count(), 64 + 1, "each square and the legend end");
    }
}
