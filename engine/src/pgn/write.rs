//! Games written as PGN: tags, moves as people write them with comments and variations, a comment
//! that says why the game ended, the result.

use std::fmt::{self, Write};

use stymie_movegen::{Color, Game, Move, VariantId};

use super::date::Date;
use super::ending::Ending;

/// The longest line of moves, in characters.
const WIDTH: usize = 80;

/// A game with what is to be told about it. Displayed, it is PGN: a text that ends with a blank
/// line, so that games can be written one after another.
pub struct Record<'g> {
    /// The game.
    pub game: &'g dyn Game,
    /// How it ended.
    pub ending: Ending,
    /// The occasion.
    pub event: &'g str,
    /// When it was played.
    pub date: Date,
    /// Which game of the event it is, from 1; `None` if that means nothing.
    pub round: Option<u32>,
    /// Who played White or Red.
    pub white: &'g str,
    /// Who played Black.
    pub black: &'g str,
    /// More tags, after the others; those of the same names as one of them take its place.
    pub tags: &'g [(&'g str, String)],
    /// What is said of each move, by index; those missing or empty are not commented on.
    pub comments: &'g [String],
}

impl fmt::Display for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let round = self.round.map_or("-".to_owned(), |round| round.to_string());
        let variant = self.game.variant();
        let date = self.date.to_string();
        let mut tags = vec![
            ("Event", self.event),
            ("Site", "-"),
            ("Date", date.as_str()),
            ("Round", round.as_str()),
            ("White", self.white),
            ("Black", self.black),
            ("Result", self.ending.score()),
            ("Variant", variant.name()),
        ];
        let fen = self.game.initial_fen();
        if fen != start_of(variant) {
            tags.extend([("SetUp", "1"), ("FEN", fen.as_str())]);
        }
        tags.push(("Termination", self.ending.termination()));
        for (name, value) in self.tags {
            match tags.iter_mut().find(|(known, _)| known.eq_ignore_ascii_case(name)) {
                Some(known) => known.1 = value,
                None => tags.push((name, value)),
            }
        }
        for (name, value) in tags {
            write_tag(f, name, value)?;
        }
        writeln!(f)?;
        let said = self.comments.iter();
        let notes: Vec<Note> =
            said.map(|said| Note { comment: said.clone(), ..Note::default() }).collect();
        let text = MoveText {
            game: self.game,
            preface: "",
            notes: &notes,
            end: &self.ending.in_words(self.game),
            result: self.ending.score(),
        };
        writeln!(f, "{text}")
    }
}

/// What is said of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// Its mark, `?!`; empty: none.
    pub mark: &'static str,
    /// A comment; empty: none.
    pub comment: String,
    /// What could have been played instead.
    pub instead: Option<Variation>,
}

/// Moves that were not played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variation {
    /// Said of its first move; may be empty.
    pub comment: String,
    /// Legal moves, from the position before the move that was played.
    pub moves: Vec<Move>,
}

/// The second half of a game in PGN, behind the tags: moves with notes, and the result. Displayed,
/// it ends with a line end.
pub struct MoveText<'g> {
    /// The game.
    pub game: &'g dyn Game,
    /// Said before the first move; may be empty.
    pub preface: &'g str,
    /// What is said of each move, by index; those missing are not commented on.
    pub notes: &'g [Note],
    /// Said behind the last move; may be empty.
    pub end: &'g str,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: &'g str,
}

impl fmt::Display for MoveText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Wrapped { f, column: 0 };
        let mut game = self.game.boxed_clone();
        while game.undo().is_some() {}
        let mut numbers = Numbers::of(&*game);
        text.comment(self.preface)?;
        let silent = Note::default();
        for (i, &mv) in self.game.moves().iter().enumerate() {
            let Note { mark, comment, instead } = self.notes.get(i).unwrap_or(&silent);
            text.word(&(numbers.of_next(&*game, mv) + mark))?;
            text.comment(comment)?;
            numbers.told &= comment.is_empty();
            if let Some(instead) = instead.as_ref().filter(|instead| !instead.moves.is_empty()) {
                let before = Numbers { next: numbers.before(&*game), told: false };
                text.variation(&*game, before, instead)?;
                numbers.told = false;
            }
            game.play(mv);
        }
        text.comment(self.end)?;
        text.word(self.result)?;
        writeln!(f)
    }
}

/// Which number a move has, and whether it must be told.
struct Numbers {
    next: u32,
    /// Whether a move of Black's can go without its number.
    told: bool,
}

impl Numbers {
    fn of(game: &dyn Game) -> Numbers {
        Numbers { next: full_move(&game.fen()), told: false }
    }

    /// The number that the move had which was just asked for in this position.
    fn before(&self, game: &dyn Game) -> u32 {
        self.next.saturating_sub(u32::from(game.side() == Color::Black))
    }

    /// The game's next move as people write it, with its number where that is due.
    fn of_next(&mut self, game: &dyn Game, mv: Move) -> String {
        let (number, notation) = (self.next, game.notation(mv));
        let text = match game.side() {
            Color::White => format!("{number}. {notation}"),
            Color::Black if self.told => notation,
            Color::Black => format!("{number}... {notation}"),
        };
        self.told = true;
        self.next = self.next.saturating_add(u32::from(game.side() == Color::Black));
        text
    }
}

/// The move number, a FEN's last field.
pub(super) fn full_move(fen: &str) -> u32 {
    fen.rsplit(' ').next().and_then(|field| field.parse().ok()).unwrap_or(1)
}

fn start_of(variant: VariantId) -> String {
    stymie_movegen::open(variant).fen()
}

/// A comment, with nothing in it that would end it.
fn comment(text: &str) -> String {
    let inner = text.replace('{', "(").replace('}', ")").replace(char::is_control, " ");
    format!("{{{inner}}}")
}

/// Writes a tag's line.
///
/// # Errors
/// Those of what is written to.
pub fn write_tag(f: &mut dyn Write, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for c in value.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            c if c.is_control() => f.write_char(' ')?,
            c => f.write_char(c)?,
        }
    }
    writeln!(f, "\"]")
}

/// Writes words in lines of at most [`WIDTH`] characters.
struct Wrapped<'f, 'a> {
    f: &'f mut fmt::Formatter<'a>,
    column: usize,
}

impl Wrapped<'_, '_> {
    /// A comment; nothing if there is nothing to say.
    fn comment(&mut self, text: &str) -> fmt::Result {
        if text.is_empty() { Ok(()) } else { self.words_of(&comment(text)) }
    }

    /// The words of a comment. `[%eval 0.31]` is one: not every program reads it over a line end.
    fn words_of(&mut self, text: &str) -> fmt::Result {
        let mut command = String::new();
        for word in text.split(' ') {
            let inside = !command.is_empty() || word.trim_start_matches('{').starts_with("[%");
            if inside && !word.contains(']') && command.len() < WIDTH {
                command = command + word + " ";
                continue;
            }
            self.word(&(std::mem::take(&mut command) + word))?;
        }
        if command.is_empty() { Ok(()) } else { self.word(command.trim_end()) }
    }

    /// A variation from the game's position.
    fn variation(
        &mut self,
        game: &dyn Game,
        mut numbers: Numbers,
        variation: &Variation,
    ) -> fmt::Result {
        let mut game = game.boxed_clone();
        let mut opening = "(";
        let mut said = variation.comment.as_str();
        let mut moves = variation.moves.iter().peekable();
        while let Some(&mv) = moves.next() {
            let closing = if moves.peek().is_none() { ")" } else { "" };
            let text = format!("{opening}{}", numbers.of_next(&*game, mv));
            if said.is_empty() {
                self.word(&(text + closing))?;
            } else {
                self.word(&text)?;
                self.words_of(&(comment(said) + closing))?;
                numbers.told = false;
            }
            (opening, said) = ("", "");
            game.play(mv);
        }
        Ok(())
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.f.write_char('\n')?;
            self.column = 0;
        }
        if self.column > 0 {
            self.f.write_char(' ')?;
            self.column += 1;
        }
        self.column += length;
        self.f.write_str(word)
    }
}

#[cfg(test)]
mod tests {
    use stymie_movegen::{Outcome, Reading, Reason, open};

    use super::super::Fault;
    use super::*;

    fn game(variant: VariantId, fen: Option<&str>, moves: &str) -> Box<dyn Game> {
        let mut game = open(variant);
        if let Some(fen) = fen {
            game.set_fen(fen, Reading::Strict).expect("a position");
        }
        for text in moves.split_whitespace() {
            let mv = game.parse_move(text).expect(text);
            game.play(mv);
        }
        game
    }

    fn record<'g>(game: &'g dyn Game, ending: Ending, comments: &'g [String]) -> Record<'g> {
        let date = Date::from_days(20_462);
        let (white, black) = ("A \"B\\", "C\nD");
        Record { game, ending, event: "E", date, round: Some(3), white, black, tags: &[], comments }
    }

    #[test]
    fn a_game_from_the_start_needs_no_fen() {
        let game = game(VariantId::Chess, None, "f3 e5 g4 Qh4");
        let ending = Ending::Rules(game.outcome().expect("mated"));
        let text = record(&*game, ending, &[]).to_string();
        let expected = "[Event \"E\"]\n[Site \"-\"]\n[Date \"2026.01.09\"]\n[Round \"3\"]\n\
            [White \"A \\\"B\\\\\"]\n[Black \"C D\"]\n[Result \"0-1\"]\n[Variant \"chess\"]\n\
            [Termination \"normal\"]\n\n\
            1. f3 e5 2. g4 Qh4# {Black wins: checkmate} 0-1\n\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_game_from_a_position_names_it_and_counts_from_its_number() {
        let fen = "4k4/9/9/9/9/9/9/R3K4 b - - 3 17";
        let game = game(VariantId::Hia, Some(fen), "Ke7 Ra7+ Ke6");
        let text = record(&*game, Ending::Unfinished, &[]).to_string();
        assert!(
            text.contains("[SetUp \"1\"]\n[FEN \"4k4/9/9/9/9/9/9/R3K4 b - - 3 17\"]\n"),
            "{text}"
        );
        assert!(text.contains("[Termination \"unterminated\"]"), "{text}");
        assert!(text.ends_with("\n\n17... Ke7 18. Ra7+ Ke6 {unfinished} *\n\n"), "{text}");
    }

    #[test]
    fn comments_are_closed_and_followed_by_the_number() {
        let game = game(VariantId::Xiangqi, None, "h3e3 h8e8");
        let comments = ["a}b".to_owned(), String::new()];
        let ending = Ending::Resignation(Color::White);
        let text = record(&*game, ending, &comments).to_string();
        let moves = text.rsplit("\n\n").nth(1).unwrap_or_default();
        assert_eq!(moves, "1. C2=5 {a)b} 1... C8=5 {Red resigns} 0-1");
    }

    #[test]
    fn variations_and_marks_stand_behind_the_move() {
        let game = game(VariantId::Chess, None, "f3 e5 g4 Nc6 e3");
        let instead = |text: &[&str], comment: &str| {
            let mut position = open(VariantId::Chess);
            let mut moves = Vec::new();
            for (i, text) in text.iter().enumerate() {
                let mv = position.parse_move(text).expect(text);
                position.play(mv);
                moves.extend((i >= 2).then_some(mv));
            }
            Some(Variation { comment: comment.to_owned(), moves })
        };
        let mut notes = vec![Note::default(); 4];
        notes[0].comment = "[%eval -0.80] weak".to_owned();
        notes[2] = Note {
            mark: "??",
            comment: String::new(),
            instead: instead(&["f3", "e5", "e4", "Nf6"], "[%eval 0.10]"),
        };
        notes[3].mark = "?";
        notes[3].instead = instead(&["f3", "e5", "g4", "Qh4"], "[%eval #-1]").map(|mut line| {
            line.moves.remove(0);
            line
        });
        let text = MoveText { game: &*game, preface: "so", notes: &notes, end: "", result: "*" };
        let words = text.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(
            words,
            "{so} 1. f3 {[%eval -0.80] weak} 1... e5 2. g4?? (2. e4 {[%eval 0.10]} 2... Nf6) \
             2... Nc6? (2... Qh4# {[%eval #-1]}) 3. e3 *"
        );
    }

    #[test]
    fn evaluations_are_not_broken_over_lines() {
        let game = game(VariantId::Chess, None, &"Nf3 Nf6 Ng1 Ng8 ".repeat(40));
        let comment = "[%eval 0.31] [%clk 0:01:00] [%odd".to_owned();
        let notes = vec![Note { comment, ..Note::default() }; 160];
        let text = MoveText { game: &*game, preface: "", notes: &notes, end: "", result: "*" };
        let text = text.to_string();
        assert_eq!(text.matches("[%eval 0.31]").count(), 160, "{text}");
        assert_eq!(text.matches("[%clk 0:01:00]").count(), 160, "{text}");
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
    }

    #[test]
    fn faults_lose_but_one() {
        let game = game(VariantId::Xiangqi, None, "h3e3 h8e8");
        for fault in Fault::ALL {
            let ending = Ending::Fault(Color::White, fault);
            let text = record(&*game, ending, &[]).to_string();
            if fault == Fault::TimeLossInGap {
                assert!(text.ends_with("{void: Red's time loss in a runner gap} *\n\n"), "{text}");
                assert_eq!(ending.winner(), None);
            } else {
                assert!(text.replace('\n', " ").contains(&format!("{{Red loses: {fault}}} 0-1")));
                assert_eq!(ending.winner(), Some(Color::Black));
            }
        }
        let drawn = record(&*game, Ending::Adjudication(None), &[]).to_string();
        assert!(drawn.contains("[Termination \"adjudication\"]") && drawn.contains("1/2-1/2"));
    }

    #[test]
    fn long_games_are_wrapped() {
        let game = game(VariantId::Chess, None, &"Nf3 Nf6 Ng1 Ng8 ".repeat(40));
        let draw = Ending::Rules(Outcome::draw(Reason::ThirdOccurrence));
        let text = record(&*game, draw, &[]).to_string();
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert!(
            text.replace('\n', " ").contains("80. Ng1 Ng8 {draw: third occurrence} 1/2-1/2"),
            "{text}"
        );
    }
}
