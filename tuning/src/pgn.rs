//! Games as PGN.

use stymie_movegen::Game;

use crate::duel::Ending;
use crate::spec::Spec;

/// A game with its tags, and an empty line behind.
pub(crate) fn write(game: &dyn Game, [white, black]: [&Spec; 2], ending: Ending) -> String {
    let result = match ending.winner() {
        Some(stymie_movegen::Color::White) => "1-0",
        Some(stymie_movegen::Color::Black) => "0-1",
        None => "1/2-1/2",
    };
    let mut text = format!(
        "[Event \"duel\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\
         [Variant \"{}\"]\n[Termination \"{}\"]\n\n",
        game.variant(),
        ending.reason()
    );
    let mut replay = stymie_movegen::open(game.variant());
    let mut line = String::new();
    for (ply, &mv) in game.moves().iter().enumerate() {
        let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
        push(&mut text, &mut line, &format!("{number}{}", replay.notation(mv)));
        replay.play(mv);
    }
    push(&mut text, &mut line, result);
    text + &line + "\n\n"
}

/// Adds a word to the line, and the line to the text if it is full.
fn push(text: &mut String, line: &mut String, word: &str) {
    if line.len() + word.len() > 78 {
        text.push_str(line);
        text.push('\n');
        line.clear();
    } else if !line.is_empty() {
        line.push(' ');
    }
    line.push_str(word);
}
