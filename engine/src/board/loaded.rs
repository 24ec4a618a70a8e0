//! Games that come to the board as text: a FEN with moves, or a PGN, of which is kept what it says
//! beside the moves.

use stymie_movegen::{Color, Game, Reading, VariantId, open};

use crate::pgn::{self, Ending};

/// The tags that tell what the game itself and its players tell.
const TOLD: [&str; 7] = ["White", "Black", "Result", "Variant", "SetUp", "FEN", "Termination"];

/// A game that came as text.
pub(super) struct Loaded {
    pub(super) game: Box<dyn Game>,
    /// What its PGN says beside the moves; `None` if it came otherwise.
    pub(super) origin: Option<Origin>,
    /// How it ended, if not by the rules.
    pub(super) ending: Option<Ending>,
    /// What was left out.
    pub(super) remark: Option<String>,
}

/// What a PGN says of its game beside the moves.
pub(super) struct Origin {
    tags: Vec<(String, String)>,
    /// What is said of each move, by index.
    comments: Vec<String>,
}

impl Loaded {
    /// Reads `FEN [moves MOVE ...]`, `startpos` for the FEN if wished, or the first game of a PGN.
    ///
    /// # Errors
    /// What is wrong with the text, in one line.
    pub(super) fn read(variant: VariantId, text: &str) -> Result<Loaded, String> {
        let Some(first) = text.split_whitespace().next() else {
            return Err("there is nothing to load: no FEN, no moves, no PGN".to_owned());
        };
        if matches!(first, "startpos" | "moves") || first.contains('/') {
            let game = fen_with_moves(variant, text)?;
            return Ok(Loaded { game, origin: None, ending: None, remark: None });
        }
        let text = pgn::decode(text.as_bytes());
        let mut games = pgn::read(&text, Some(variant));
        let game = games.next().ok_or("no game is in the text")?;
        let game = game.map_err(|error| error.to_string())?;
        let others = games.count();
        let remark = (others > 0).then(|| format!("the first of {} games is shown", others + 1));
        let ruled = game.game.outcome().is_some();
        let ending = Ending::recorded(game.result).filter(|_| !ruled);
        let comments = game.comments.into_iter().skip(1).collect();
        let origin = Some(Origin { tags: game.tags, comments });
        Ok(Loaded { game: game.game, origin, ending, remark })
    }
}

impl Origin {
    /// Who played the side, if that is told.
    pub(super) fn name(&self, color: Color) -> Option<&str> {
        let tag = if color == Color::White { "White" } else { "Black" };
        let name = pgn::tag_of(&self.tags, tag).map(str::trim);
        name.filter(|name| !["", "?", "-"].contains(name))
    }

    /// The tags that say what the game itself does not.
    pub(super) fn tags(&self) -> Vec<(&str, String)> {
        let other = |name: &str| !TOLD.iter().any(|told| told.eq_ignore_ascii_case(name));
        let tags = self.tags.iter().filter(|(name, _)| other(name));
        tags.map(|(name, value)| (name.as_str(), value.clone())).collect()
    }

    /// What is said of each move, by index.
    pub(super) fn comments(&self) -> &[String] {
        &self.comments
    }

    /// The moves from this one on, an index, are no longer those that something is said of.
    pub(super) fn forget_from(&mut self, index: usize) {
        self.comments.truncate(index);
    }
}

/// The game of `FEN [moves MOVE ...]`.
fn fen_with_moves(variant: VariantId, text: &str) -> Result<Box<dyn Game>, String> {
    let mut words = text.split_whitespace();
    let fen: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let mut game = open(variant);
    if !matches!(fen[..], [] | ["startpos"]) {
        game.set_fen(&fen.join(" "), Reading::Strict).map_err(|error| error.to_string())?;
    }
    for (i, word) in words.enumerate() {
        let mv = game.parse_move(word).map_err(|error| format!("move {}: {error}", i + 1))?;
        game.play(mv);
    }
    Ok(game)
}
