//! Games read from PGN.
//!
//! Read is what programs and people write, not only what the standard allows: see
//! [`Lexer`](super::lexer::Lexer) for the form and [`spelling`](super::spelling) for the moves.
//! What cannot be read is an error with its line; nothing is guessed or left out but variations.

use std::iter::Peekable;

use stymie_movegen::fen::quote;
use stymie_movegen::{Color, FenError, Game, MoveError, Reading, UnknownVariant, VariantId, open};
use thiserror::Error;

use super::lexer::{Lexer, Token};
use super::spelling::{Counting, read_move};

/// A game as it was read.
pub struct Recorded {
    /// Which of the text's games it is, from 1.
    pub number: usize,
    /// The line it begins on, from 1.
    pub line: usize,
    /// Its tags, in order.
    pub tags: Vec<(String, String)>,
    /// The game with all its moves made.
    pub game: Box<dyn Game>,
    /// What is said before the first move, and then after each move: one text more than moves.
    /// Several comments in a row are one, joined by blanks; line ends are blanks.
    pub comments: Vec<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`: what stands behind the moves, else the tag `Result`.
    pub result: &'static str,
}

impl Recorded {
    /// The value of a tag; several tags of a name: the first.
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag_of(&self.tags, name)
    }
}

/// What is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The tag `Variant` names none that is known.
    #[error(transparent)]
    Variant(#[from] UnknownVariant),
    /// The tag `FEN` holds no position of the variant.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move cannot be read.
    #[error("move {number}{dots} {error}")]
    Move {
        /// The move's number.
        number: u32,
        /// One dot behind it for White's move, three for Black's.
        dots: &'static str,
        /// What is wrong with it.
        error: MoveError,
    },
    /// A comment begins that does not end.
    #[error("the comment that begins with '{{' has no '}}'")]
    OpenComment,
    /// A variation begins that does not end.
    #[error("the variation that begins with '(' has no ')'")]
    OpenVariation,
    /// A tag begins that does not end in its line.
    #[error("the tag '{0}' has no ']'")]
    OpenTag(String),
}

/// Why a text is no game, and where; displayed in one line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, game {game}: {fault}")]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// Which of the text's games, from 1.
    pub game: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// A file's bytes as text: line ends are `\n`, a byte order mark is left out, and bytes that are
/// no UTF-8 are read as Latin-1, in which old files are written.
pub fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|&byte| char::from(byte)));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Reads the games of a [decoded](decode) text, one after another. Games without a tag `Variant`
/// are of this variant, or of chess.
pub fn read(text: &str, variant: Option<VariantId>) -> Games<'_> {
    Games { lexer: Lexer::new(text).peekable(), variant, number: 0 }
}

/// The games of a text; see [`read`]. After an error it goes on with the next game.
pub struct Games<'t> {
    lexer: Peekable<Lexer<'t>>,
    variant: Option<VariantId>,
    number: usize,
}

/// A game's words, sorted.
#[derive(Default)]
struct Parts<'t> {
    tags: Vec<(usize, &'t str, String)>,
    moves: Vec<(usize, &'t str)>,
    comments: Vec<String>,
    result: Option<&'static str>,
    fault: Option<(usize, Fault)>,
}

impl<'t> Parts<'t> {
    /// Takes the words of the next game from the text; `None` if there is none.
    fn next(lexer: &mut Peekable<Lexer<'t>>) -> Option<(usize, Parts<'t>)> {
        let &(begin, _) = lexer.peek()?;
        let mut parts = Parts { comments: vec![String::new()], ..Parts::default() };
        // The lines of the variations that are open.
        let mut open = Vec::new();
        // Words between tags and moves that are neither do not begin the next game.
        let mut in_moves = false;
        while let Some((_, token)) = lexer.peek() {
            if in_moves && matches!(token, Token::Tag(..) | Token::OpenTag(_)) {
                break;
            }
            let Some((line, token)) = lexer.next() else { break };
            match token {
                Token::Tag(name, value) => parts.tags.push((line, name, value)),
                Token::Open => open.push(line),
                Token::Close => drop(open.pop()),
                Token::OpenComment => parts.fail(line, Fault::OpenComment),
                Token::OpenTag(text) => parts.fail(line, Fault::OpenTag(quote(text))),
                _ if !open.is_empty() => {}
                Token::Comment(text) => parts.comment(text),
                Token::Move(text) => {
                    in_moves = true;
                    parts.moves.push((line, text));
                    parts.comments.push(String::new());
                }
                Token::Result(result) => {
                    parts.result = Some(result);
                    break;
                }
            }
        }
        if let Some(line) = open.pop() {
            parts.fail(line, Fault::OpenVariation);
        }
        let nothing = parts.tags.is_empty()
            && parts.moves.is_empty()
            && parts.result.is_none()
            && parts.fault.is_none();
        (!nothing).then_some((begin, parts))
    }

    /// Takes note of what is wrong; the first is told.
    fn fail(&mut self, line: usize, fault: Fault) {
        self.fault.get_or_insert((line, fault));
    }

    fn comment(&mut self, text: &str) {
        if let Some(last) = self.comments.last_mut() {
            for word in text.split_whitespace() {
                if !last.is_empty() {
                    last.push(' ');
                }
                last.push_str(word);
            }
        }
    }

    fn tag(&self, name: &str) -> Option<(usize, &str)> {
        let mut tags = self.tags.iter();
        tags.find(|tag| tag.1.eq_ignore_ascii_case(name)).map(|tag| (tag.0, tag.2.as_str()))
    }

    /// The game's variant, by its tags; the one given if they do not tell.
    fn variant(&self, untold: Option<VariantId>) -> Result<VariantId, (usize, Fault)> {
        if let Some((line, name)) = self.tag("Variant").filter(|(_, name)| !name.is_empty()) {
            let name = name.trim().to_ascii_lowercase();
            // What others call games that only begin elsewhere.
            if name == "from position" {
                return Ok(VariantId::Chess);
            }
            return name.parse().map_err(|error: UnknownVariant| (line, error.into()));
        }
        // The tag by which games of xiangqi are known elsewhere.
        let xiangqi = |(_, name): (usize, &str)| {
            ["chinese chess", "xiangqi"].contains(&name.to_ascii_lowercase().as_str())
        };
        if self.tag("Game").is_some_and(xiangqi) {
            return Ok(VariantId::Xiangqi);
        }
        Ok(untold.unwrap_or(VariantId::Chess))
    }

    /// A game at the position where this one begins.
    fn start(&self, variant: VariantId) -> Result<Box<dyn Game>, (usize, Fault)> {
        let mut game = open(variant);
        if let Some((line, fen)) = self.tag("FEN").filter(|(_, fen)| !fen.is_empty()) {
            game.set_fen(&with_side(fen), Reading::Infer).map_err(|error| (line, error.into()))?;
        }
        Ok(game)
    }

    /// Makes the moves. On boards with ten ranks these are counted from 0 or from 1, which only
    /// the whole game tells: the way counts in which more moves can be read.
    fn play(&self, start: &dyn Game) -> Result<Box<dyn Game>, (usize, Fault)> {
        let (first, other) = match start.geometry().ranks {
            // Only XBoard writes this tag; it counts from 0.
            10 if self.tag("VariantMen").is_some() => (Counting::FromZero, Some(Counting::FromOne)),
            10 => (Counting::FromOne, Some(Counting::FromZero)),
            _ => (Counting::FromOne, None),
        };
        let failed = match self.play_counting(start, first) {
            Ok(game) => return Ok(game),
            Err(failed) => failed,
        };
        match other.map(|other| self.play_counting(start, other)) {
            Some(Ok(game)) => Ok(game),
            Some(Err(further)) if further.0 > failed.0 => Err(further.1),
            _ => Err(failed.1),
        }
    }

    /// Makes the moves, ranks counted this way; on an error, tells also how many were made.
    fn play_counting(
        &self,
        start: &dyn Game,
        counting: Counting,
    ) -> Result<Box<dyn Game>, (usize, (usize, Fault))> {
        let mut game = start.boxed_clone();
        for (made, &(line, text)) in self.moves.iter().enumerate() {
            match read_move(&*game, text, counting) {
                Ok(mv) => game.play(mv),
                Err(error) => {
                    let (number, dots) = next_number(&*game);
                    return Err((made, (line, Fault::Move { number, dots, error })));
                }
            }
        }
        Ok(game)
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Recorded, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (line, parts) = Parts::next(&mut self.lexer)?;
        self.number += 1;
        let number = self.number;
        let game = match parts.fault {
            Some((line, fault)) => Err((line, fault)),
            None => parts
                .variant(self.variant)
                .and_then(|variant| parts.start(variant))
                .and_then(|start| parts.play(&*start)),
        };
        let game = match game {
            Ok(game) => game,
            Err((line, fault)) => return Some(Err(ReadError { line, game: number, fault })),
        };
        let tags: Vec<(String, String)> =
            parts.tags.into_iter().map(|(_, name, value)| (name.to_owned(), value)).collect();
        let told = tag_of(&tags, "Result");
        let known = ["1-0", "0-1", "1/2-1/2"].into_iter().find(|known| told == Some(known));
        let result = parts.result.filter(|&result| result != "*").or(known).unwrap_or("*");
        Some(Ok(Recorded { number, line, tags, game, comments: parts.comments, result }))
    }
}

/// The value of a tag, its name in any case; several tags of a name: the first.
pub(crate) fn tag_of<'t>(tags: &'t [(String, String)], name: &str) -> Option<&'t str> {
    let mut tags = tags.iter();
    tags.find(|tag| tag.0.eq_ignore_ascii_case(name)).map(|tag| tag.1.as_str())
}

/// The number of the game's next move, and the dots behind it: one for White's, three for Black's.
pub(crate) fn next_number(game: &dyn Game) -> (u32, &'static str) {
    let dots = match game.side() {
        Color::White => ".",
        Color::Black => "...",
    };
    (super::write::full_move(&game.fen()), dots)
}

/// The FEN with `r`, as some call the red side, read as `w`.
fn with_side(fen: &str) -> String {
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    if let Some(side @ &mut ("r" | "R")) = fields.get_mut(1) {
        *side = "w";
    }
    fields.join(" ")
}
