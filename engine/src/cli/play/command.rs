//! What a person types in a game.

use stymie_movegen::fen::quote;

use super::Seat;
use crate::cli::level::Level;

/// What the commands do, as `help` prints it.
pub(super) const HELP: &str = "\
Moves are typed like e2e4, e4, Nc3, exd5, e8=Q, O-O, Bc<=>H; xiangqi's also like C2=5.
  moves     list the legal moves         level 2        think 2 seconds a move
  hint      what Stymie would play       level depth 6  think 6 plies deep
  show      draw the board again         side black     play Black (or white, both)
  flip      turn the board round         save FILE      write the game as PGN
  fen       print the position           save! FILE     ... over a file that exists
  undo      take your last move back     new            start again
  resign    give up                      level skill 3  play far below its strength
  quit      end, as the input's end does
Scores are in pawns, seen from the side that makes the move.";

/// A line understood.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Command {
    /// Nothing was typed.
    Nothing,
    /// Not a command, so it should be a move.
    Move(String),
    Moves,
    Hint,
    Show,
    Flip,
    Fen,
    Undo,
    Resign,
    New,
    Help,
    Quit,
    Side(Seat),
    /// The new level; `None` to be told the present one.
    Level(Option<Level>),
    Save {
        file: String,
        overwrite: bool,
    },
}

impl Command {
    /// Reads a line.
    ///
    /// # Errors
    /// If a command's argument is wrong or missing; in one line.
    pub(super) fn from_line(line: &str) -> Result<Command, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let plain = |command| {
            if rest.is_empty() {
                Ok(command)
            } else {
                Err(format!("'{word}' takes nothing behind it; '{}' is too much", quote(rest)))
            }
        };
        match word {
            "" => Ok(Command::Nothing),
            "moves" => plain(Command::Moves),
            "hint" => plain(Command::Hint),
            "show" | "d" => plain(Command::Show),
            "flip" => plain(Command::Flip),
            "fen" => plain(Command::Fen),
            "undo" => plain(Command::Undo),
            "resign" => plain(Command::Resign),
            "new" => plain(Command::New),
            "help" | "?" => plain(Command::Help),
            "quit" | "exit" => plain(Command::Quit),
            "side" => rest.parse().map(Command::Side),
            "level" if rest.is_empty() => Ok(Command::Level(None)),
            "level" => rest.parse().map(|level| Command::Level(Some(level))),
            "save" | "save!" if rest.is_empty() => {
                Err(format!("'{word}' needs the name of a file: {word} game.pgn"))
            }
            "save" | "save!" => {
                Ok(Command::Save { file: rest.to_owned(), overwrite: word == "save!" })
            }
            _ => Ok(Command::Move(line.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_and_all_else_is_a_move() {
        let save = |overwrite| Command::Save { file: "my game.pgn".to_owned(), overwrite };
        for (line, command) in [
            ("  ", Command::Nothing),
            ("undo\r\n", Command::Undo),
            ("save my game.pgn", save(false)),
            ("save!  my game.pgn ", save(true)),
            ("level", Command::Level(None)),
            ("level depth  3", Command::Level(Some(Level::Depth(3)))),
            ("side black", Command::Side(Seat::Black)),
            ("Bc<=>H", Command::Move("Bc<=>H".to_owned())),
            ("no such", Command::Move("no such".to_owned())),
        ] {
            assert_eq!(Command::from_line(line), Ok(command), "{line:?}");
        }
    }

    #[test]
    fn wrong_arguments_are_named() {
        for (line, named) in [
            ("undo 3", "'3'"),
            ("level x", "'x'"),
            ("side green", "'green'"),
            ("side", "''"),
            ("save", "save game.pgn"),
        ] {
            let error = Command::from_line(line).expect_err(line);
            assert!(error.contains(named) && !error.contains('\n'), "{line}: {error}");
        }
    }

    #[test]
    fn the_help_fits_a_terminal_and_names_every_command() {
        assert!(HELP.lines().all(|line| line.len() <= 88), "{HELP}");
        let words = "moves hint show flip level fen undo resign new side save! quit";
        assert!(words.split(' ').all(|word| HELP.contains(word)));
    }
}
