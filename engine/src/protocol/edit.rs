//! Positions set up by hand, piece by piece.

use stymie_movegen::fen::{kind_of_letter, quote};
use stymie_movegen::{Color, Game, Square, VariantId, dispatch};

use super::message::Edit;
use super::session::Session;

/// A board that is being set up.
#[derive(Clone, Debug)]
pub(crate) struct Editor {
    /// Whose pieces are put.
    color: Color,
    /// The pieces, as letters of FENs.
    pieces: Vec<(Square, char)>,
}

impl Editor {
    /// A board as it stands in the game.
    fn new(game: &dyn Game) -> Editor {
        let board = game.geometry();
        let squares =
            (0..board.ranks).flat_map(|rank| (0..board.files).map(move |file| (file, rank)));
        let pieces = squares.filter_map(|(file, rank)| {
            let square = board.square(file, rank);
            Some((square, game.piece_at(square)?.letter()))
        });
        Editor { color: Color::White, pieces: pieces.collect() }
    }

    fn remove(&mut self, square: Square) {
        self.pieces.retain(|&(other, _)| other != square);
    }

    fn put(&mut self, letter: char, square: Square) {
        self.remove(square);
        let letter = match self.color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter.to_ascii_lowercase(),
        };
        self.pieces.push((square, letter));
    }

    /// The position as a FEN with this side to move, rights not given.
    fn fen(&self, game: &dyn Game) -> String {
        let board = game.geometry();
        let row = |rank| {
            let mut text = String::new();
            let mut gap = 0;
            for file in 0..board.files {
                let square = board.square(file, rank);
                match self.pieces.iter().find(|piece| piece.0 == square) {
                    None => gap += 1,
                    Some(&(_, letter)) => {
                        if gap > 0 {
                            text += &gap.to_string();
                            gap = 0;
                        }
                        text.push(letter);
                    }
                }
            }
            if gap > 0 {
                text += &gap.to_string();
            }
            text
        };
        let rows: Vec<String> = (0..board.ranks).rev().map(row).collect();
        let side = match game.side() {
            Color::White => 'w',
            Color::Black => 'b',
        };
        format!("{} {side}", rows.join("/"))
    }
}

fn is_piece(variant: VariantId, letter: char) -> bool {
    dispatch!(variant, R => kind_of_letter::<R>(letter).is_some())
}

impl Session {
    /// Does a step of setting a position up.
    pub(super) fn edit(&mut self, step: &Edit) {
        if *step == Edit::Begin {
            self.table.editor = Some(Editor::new(&*self.game));
            return;
        }
        let Some(mut editor) = self.table.editor.take() else { return };
        match step {
            Edit::Begin => {}
            Edit::Clear => editor.pieces.clear(),
            Edit::OtherColor => editor.color = !editor.color,
            Edit::Remove(name) => match self.gui.dialect.read_square(&*self.game, name) {
                Some(square) => editor.remove(square),
                None => self.refuse(&format!("x{}", quote(name)), "no such square"),
            },
            Edit::Put(letter, name) => match self.gui.dialect.read_square(&*self.game, name) {
                Some(square) if is_piece(self.game.variant(), *letter) => {
                    editor.put(*letter, square);
                }
                Some(_) => self.refuse(&format!("{letter}{}", quote(name)), "no such piece"),
                None => self.refuse(&format!("{letter}{}", quote(name)), "no such square"),
            },
            Edit::End => {
                let fen = editor.fen(&*self.game);
                self.set_fen(&fen);
                return;
            }
        }
        self.table.editor = Some(editor);
    }
}
