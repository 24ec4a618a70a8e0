//! Games as PGN, the portable game notation: tags, moves as people write them, a comment that
//! says why the game ended, the result.

use std::fmt::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use stymie_movegen::{Color, Game, Outcome, PieceKind, VariantId};

/// The longest line of moves, in characters.
const WIDTH: usize = 80;

/// How the players call that side: xiangqi's first side is Red.
pub fn side_name(game: &dyn Game, color: Color) -> &'static str {
    match color {
        Color::White if game.kinds().contains(&PieceKind::Elephant) => "Red",
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// What a player did that lost a game which the rules had not ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// It played an illegal move.
    IllegalMove,
    /// Its flag fell.
    TimeLoss,
    /// Its flag fell while the program that keeps the clock was itself not run: nobody loses.
    TimeLossInGap,
    /// It ended.
    Crash,
    /// It did not answer at all.
    Hang,
    /// It said that the game is over.
    FalseClaim,
}

impl Fault {
    /// All of them.
    pub const ALL: [Fault; 6] = [
        Fault::IllegalMove,
        Fault::TimeLoss,
        Fault::TimeLossInGap,
        Fault::Crash,
        Fault::Hang,
        Fault::FalseClaim,
    ];

    /// PGN's word for it.
    const fn termination(self) -> &'static str {
        match self {
            Fault::IllegalMove | Fault::FalseClaim => "rules infraction",
            Fault::TimeLoss => "time forfeit",
            Fault::TimeLossInGap => "emergency",
            Fault::Crash | Fault::Hang => "abandoned",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::IllegalMove => "illegal move",
            Fault::TimeLoss => "time loss",
            Fault::TimeLossInGap => "time loss in a runner gap",
            Fault::Crash => "crash",
            Fault::Hang => "hang",
            Fault::FalseClaim => "false claim",
        })
    }
}

/// How a recorded game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules.
    Rules(Outcome),
    /// This side gave up.
    Resignation(Color),
    /// This side did what loses, but for [`Fault::TimeLossInGap`], which makes the game void.
    Fault(Color, Fault),
    /// The players agreed to a draw.
    Agreement,
    /// Ended early because the players' scores left no doubt: who won.
    Adjudication(Option<Color>),
    /// Not yet.
    Unfinished,
}

impl Ending {
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that has not ended or is void.
    pub fn score(self) -> &'static str {
        match self {
            Ending::Unfinished | Ending::Fault(_, Fault::TimeLossInGap) => "*",
            _ => match self.winner() {
                Some(Color::White) => "1-0",
                Some(Color::Black) => "0-1",
                None => "1/2-1/2",
            },
        }
    }

    /// Who won; nobody in a draw, an unfinished or a void game.
    pub fn winner(self) -> Option<Color> {
        match self {
            Ending::Rules(outcome) => outcome.winner,
            Ending::Fault(_, Fault::TimeLossInGap) => None,
            Ending::Resignation(side) | Ending::Fault(side, _) => Some(!side),
            Ending::Adjudication(winner) => winner,
            Ending::Agreement | Ending::Unfinished => None,
        }
    }

    /// PGN's word for how it came to an end.
    const fn termination(self) -> &'static str {
        match self {
            Ending::Rules(_) | Ending::Resignation(_) | Ending::Agreement => "normal",
            Ending::Fault(_, fault) => fault.termination(),
            Ending::Adjudication(_) => "adjudication",
            Ending::Unfinished => "unterminated",
        }
    }

    /// The ending in words: `White wins: checkmate`, `draw: niol`, `Black resigns`, `unfinished`.
    pub fn in_words(self, game: &dyn Game) -> String {
        match self {
            Ending::Rules(Outcome { winner: Some(winner), reason }) => {
                format!("{} wins: {reason}", side_name(game, winner))
            }
            Ending::Rules(Outcome { winner: None, reason }) => format!("draw: {reason}"),
            Ending::Resignation(side) => format!("{} resigns", side_name(game, side)),
            Ending::Fault(side, fault @ Fault::TimeLossInGap) => {
                format!("void: {}'s {fault}", side_name(game, side))
            }
            Ending::Fault(side, fault) => format!("{} loses: {fault}", side_name(game, side)),
            Ending::Agreement => "draw: agreement".to_owned(),
            Ending::Adjudication(Some(winner)) => {
                format!("{} wins: adjudication", side_name(game, winner))
            }
            Ending::Adjudication(None) => "draw: adjudication".to_owned(),
            Ending::Unfinished => "unfinished".to_owned(),
        }
    }
}

/// A calendar day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Date {
    year: u64,
    month: u64,
    day: u64,
}

impl Date {
    /// The day it is now, in UTC.
    pub fn today() -> Date {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Date::from_days(since.as_secs() / 86_400)
    }

    /// The day so many days after 1970-01-01.
    fn from_days(days: u64) -> Date {
        let leap = |year: u64| {
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
        };
        // The calendar repeats every 400 years, which are 146,097 days.
        let mut year = 1970 + days / 146_097 * 400;
        let mut left = days % 146_097;
        loop {
            let length = if leap(year) { 366 } else { 365 };
            if left < length {
                break;
            }
            left -= length;
            year += 1;
        }
        let february = if leap(year) { 29 } else { 28 };
        let mut month = 1;
        for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
            if left < length {
                break;
            }
            left -= length;
            month += 1;
        }
        Date { year, month, day: left + 1 }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }
}

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
    /// More tags, after the others.
    pub tags: &'g [(&'g str, String)],
    /// What is said of each move, by index; those missing or empty are not commented on.
    pub comments: &'g [String],
}

impl fmt::Display for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let round = self.round.map_or("-".to_owned(), |round| round.to_string());
        let variant = self.game.variant();
        tag(f, "Event", self.event)?;
        tag(f, "Site", "-")?;
        tag(f, "Date", &self.date.to_string())?;
        tag(f, "Round", &round)?;
        tag(f, "White", self.white)?;
        tag(f, "Black", self.black)?;
        tag(f, "Result", self.ending.score())?;
        tag(f, "Variant", variant.name())?;
        let fen = self.game.initial_fen();
        if fen != start_of(variant) {
            tag(f, "SetUp", "1")?;
            tag(f, "FEN", &fen)?;
        }
        tag(f, "Termination", self.ending.termination())?;
        for (name, value) in self.tags {
            tag(f, name, value)?;
        }
        writeln!(f)?;
        let mut text = Wrapped { f, column: 0 };
        self.moves(&mut text)?;
        for word in comment(&self.ending.in_words(self.game)).split(' ') {
            text.word(word)?;
        }
        text.word(self.ending.score())?;
        writeln!(f, "\n")
    }
}

impl Record<'_> {
    fn moves(&self, text: &mut Wrapped<'_, '_>) -> fmt::Result {
        let mut game = self.game.boxed_clone();
        while game.undo().is_some() {}
        let mut number = full_move(&game.fen());
        let mut numbered = false;
        for (i, &mv) in self.game.moves().iter().enumerate() {
            let notation = game.notation(mv);
            match game.side() {
                Color::White => text.word(&format!("{number}. {notation}"))?,
                Color::Black if !numbered => text.word(&format!("{number}... {notation}"))?,
                Color::Black => text.word(&notation)?,
            }
            numbered = true;
            if let Some(said) = self.comments.get(i).filter(|said| !said.is_empty()) {
                for word in comment(said).split(' ') {
                    text.word(word)?;
                }
                numbered = false;
            }
            if game.side() == Color::Black {
                number += 1;
            }
            game.play(mv);
        }
        Ok(())
    }
}

/// The move number, a FEN's last field.
fn full_move(fen: &str) -> u32 {
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

fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
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
    use stymie_movegen::{Reading, Reason, open};

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
        let date = Date { year: 2026, month: 1, day: 9 };
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

    #[test]
    fn days_are_those_of_the_calendar() {
        for (days, date) in [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (11_016, "2000.02.29"),
            (11_322, "2000.12.31"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
            (146_097, "2370.01.01"),
        ] {
            assert_eq!(Date::from_days(days).to_string(), date);
        }
    }
}
