//! A real XBoard in Xvfb: a match in every variant, a person's game, analysis.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use stymie::pgn::{self, Recorded};
use stymie_tests::{Answer, Desk, Event, GuiGame, Referee, VARIANTS, VirtualScreen, play_match};

const STYMIE: &str = env!("CARGO_BIN_EXE_stymie");

/// Matches at the same time: each keeps one processor busy, for the engines do not ponder.
const AT_ONCE: usize = 2;

/// Games of a match.
const GAMES: u32 = 4;

fn folder() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

#[test]
#[ignore = "needs xboard, Xvfb"]
fn matches_of_every_variant_under_xboard_end_by_themselves() {
    let screen = VirtualScreen::start(folder(), "matches");
    let waiting = Mutex::new(VARIANTS.to_vec());
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(variant) = waiting.lock().ok().and_then(|mut list| list.pop()) {
                    if let Err(why) =
                        catch_unwind(AssertUnwindSafe(|| play_and_check(variant, &screen)))
                    {
                        let why = why
                            .downcast::<String>()
                            .map_or_else(|_| "a panic".into(), |text| *text);
                        failures.lock().expect("no thread panics with the list").push(why);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no thread panics with the list");
    assert!(
        failures.is_empty(),
        "{} of {} matches failed:\n{}",
        failures.len(),
        VARIANTS.len(),
        failures.join("\n\n")
    );
}

/// Plays a match; every move must be legal, XBoard's results the referee's, and its PGN what was played.
fn play_and_check(variant: &str, screen: &VirtualScreen) {
    let name = if variant == "chess" { "normal" } else { variant };
    let played = play_match(STYMIE, name, GAMES, screen, folder());
    let log = &played.log;
    assert!(played.complaints.is_empty(), "{variant}: complaints {:?}:\n{log}", played.complaints);
    assert_eq!(played.games.len(), GAMES as usize, "{variant}: games:\n{log}");
    let saved = read_pgn(&played.pgn);
    assert_eq!(saved.len(), GAMES as usize, "{variant}: games in the PGN");
    let mut referee = Referee::start(STYMIE);
    for (game, saved) in played.games.iter().zip(&saved) {
        let moves = in_uci(variant, &game.moves);
        let last = referee.judge(variant, "startpos", &moves.join(" "));
        check_result(variant, game, &last, log);
        // Where a draw is agreed, XBoard lacks the move that the offer was made with.
        let kept = moves_of(saved);
        assert!(
            moves.starts_with(&kept)
                && moves.len() - kept.len() <= usize::from(last.result == "1/2-1/2"),
            "{variant}: played\n{}\nsaved\n{}",
            moves.join(" "),
            kept.join(" ")
        );
        assert_eq!(saved.result, last.result, "{variant}: the PGN's result");
        println!("{variant}: {} plies, {} {}", moves.len(), last.result, last.reason);
    }
}

/// Both engines were told the result that the referee gives.
fn check_result(variant: &str, game: &GuiGame, last: &Answer, log: &str) {
    let [first, second] = &game.results;
    assert_eq!(first, second, "{variant}: the engines were told different results:\n{log}");
    let [told] = first.as_slice() else { panic!("{variant}: not one result: {first:?}\n{log}") };
    assert!(
        told.starts_with(&format!("{} ", last.result)),
        "{variant}: XBoard says {told:?}, the referee {} {:?} after {} plies:\n{log}",
        last.result,
        last.reason,
        game.moves.len()
    );
    for bad in ["alse", "llegal", "forfeit", "time", "crash", "disconnect", "exit"] {
        assert!(!told.contains(bad), "{variant}: the game ended by {told:?}:\n{log}");
    }
}

#[test]
#[ignore = "needs xboard, Xvfb, xdotool"]
fn a_person_plays_hia_with_the_mouse() {
    let mut desk = Desk::open(STYMIE, "hia", (9, 8), "person", folder());
    // The person moves both sides first; the engine follows and is the arbiter.
    desk.press("ctrl+e");
    desk.wait("the engine to be taken off", |event| event.told("force").map(|_| ()));
    let marks = desk.lift("c1");
    assert_eq!(marks, "9/9/9/9/9/9/9/1Y1Y5", "the adjustment's partners are marked");
    desk.click("d1");
    assert_eq!(desk.wait("the adjustment", sent), "c1d1");
    assert_eq!(desk.play("a7", "a6"), "a7a6");
    // A second adjustment: no mark, and a bishop that is drawn there all the same goes back.
    desk.drag("g1", "f1");
    assert_eq!(desk.wait("the second adjustment", sent), "g1f1");
    desk.wait("its refusal", |event| event.text.starts_with("Illegal move").then_some(()));
    for (from, to) in [
        ("h1", "g3"),
        ("c8", "d8"),
        ("f2", "f3"),
        ("b7", "b6"),
        ("g1", "e3"),
        ("i7", "i6"),
        ("f1", "f2"),
        ("h7", "h6"),
    ] {
        assert_eq!(desk.play(from, to), format!("{from}{to}"));
    }
    assert_eq!(desk.castle("e1", "i1", "h1"), "e1h1,i1g1");
    let moves = "g7g6 a2a4 i6i5 a4a5 h6h5 a5b6 g6g5 b6c7 g5g4";
    for text in moves.split(' ') {
        assert_eq!(desk.play(&text[..2], &text[2..]), text);
    }
    assert_eq!(desk.promote("c7", "b8"), "c7b8h");
    // Now the engine plays Black.
    desk.press("ctrl+b");
    desk.wait("the engine's move", answer);
    desk.press("ctrl+x");
    desk.wait("the move to be taken back", |event| event.told("remove").map(|_| ()));
    assert_eq!(desk.promote("c7", "d8"), "c7d8h");
    desk.wait("the engine's answer", answer);
    desk.press("F9");
    let told = desk.wait("the result", |event| event.told("result").map(str::to_owned));
    assert_eq!(told, "0-1 {White resigns}");
    let games = read_pgn(&desk.saved("{White resigns} 0-1"));
    let [saved] = games.as_slice() else { panic!("{} games are saved", games.len()) };
    let played = in_uci("hia", &played(&desk.events()));
    assert_eq!(moves_of(saved), played);
    for text in ["c1d1", "e1h1", "c7d8h"] {
        assert!(played.iter().any(|mv| mv == text), "{text} is missing: {played:?}");
    }
    assert!(!played.contains(&"c7b8h".to_owned()), "taken back, and in the game: {played:?}");
    Referee::start(STYMIE).judge("hia", "startpos", &played.join(" "));
}

#[test]
#[ignore = "needs xboard, Xvfb, xdotool"]
fn analysis_follows_the_game_forward_and_back() {
    let mut desk = Desk::open(STYMIE, "hiashatar", (10, 10), "analysis", folder());
    let mut referee = Referee::start(STYMIE);
    desk.press("ctrl+a");
    desk.wait("the analysis to begin", |event| event.told("analyze").map(|_| ()));
    let mut game: Vec<String> = Vec::new();
    check_thinking(&desk, &game, &mut referee);
    for text in ["e1e2", "f8f7", "b0c2"] {
        assert_eq!(desk.play(&text[..2], &text[2..]), text);
        game.push(text.to_owned());
        check_thinking(&desk, &game, &mut referee);
    }
    for plies in [2, 1, 0] {
        desk.press("alt+Left");
        desk.wait("a step back", |event| event.told("undo").map(|_| ()));
        check_thinking(&desk, &game[..plies], &mut referee);
    }
    for plies in [1, 2, 3] {
        desk.press("alt+Right");
        assert_eq!(desk.wait("a step forward", sent), game[plies - 1]);
        check_thinking(&desk, &game[..plies], &mut referee);
    }
    desk.press("ctrl+e");
    desk.wait("the analysis to end", |event| event.told("exit").map(|_| ()));
    let complaints: Vec<Event> = desk
        .events()
        .into_iter()
        .filter(|event| !event.from_gui)
        .filter(|event| {
            ["Error", "Illegal", "tell"].iter().any(|word| event.text.starts_with(word))
        })
        .collect();
    assert!(complaints.is_empty(), "{complaints:?}");
}

/// The engine thinks about the position after these moves: after the last action a search begins anew, and its lines
/// are legal.
fn check_thinking(desk: &Desk, game: &[String], referee: &mut Referee) {
    let lines: Vec<Vec<String>> = desk.wait_for_all("a search anew", |events| {
        let thinking = events.iter().filter_map(thinking);
        // What was on its way when the action came belongs to the position before.
        let lines: Vec<_> = thinking.skip_while(|(depth, _)| *depth != 1).collect();
        let deep = lines.iter().any(|(depth, _)| *depth >= 4);
        deep.then(|| lines.into_iter().map(|(_, moves)| moves).collect())
    });
    for line in lines {
        let moves: Vec<String> = game.iter().cloned().chain(line).collect();
        let answer = referee.ask("hiashatar", "startpos", &in_uci("hiashatar", &moves).join(" "));
        assert_eq!(answer.error, None, "a line that is not legal after {game:?}");
    }
}

/// Depth and moves of a thinking line, `DEPTH SCORE TIME NODES [MORE ...] MOVES`.
fn thinking(event: &Event) -> Option<(u32, Vec<String>)> {
    let mut words = event.said("")?.split_whitespace();
    let depth = words.next()?.parse().ok()?;
    let moves = words.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()));
    Some((depth, moves.map(str::to_owned).collect()))
}

/// A move that XBoard tells the engine.
fn sent(event: &Event) -> Option<String> {
    event.told("usermove").map(str::to_owned)
}

/// A move of the engine's.
fn answer(event: &Event) -> Option<String> {
    event.said("move").map(str::to_owned)
}

/// The moves of a game by the log, without those that were refused or taken back.
fn played(events: &[Event]) -> Vec<String> {
    let mut moves = Vec::new();
    for event in events {
        moves.extend(sent(event).or_else(|| answer(event)));
        let gone = match event.text.as_str() {
            "undo" if event.from_gui => 1,
            "remove" if event.from_gui => 2,
            text => usize::from(!event.from_gui && text.starts_with("Illegal move")),
        };
        moves.truncate(moves.len().saturating_sub(gone));
    }
    moves
}

/// The games of a PGN that XBoard has written, all of which must be read.
fn read_pgn(bytes: &[u8]) -> Vec<Recorded> {
    let text = pgn::decode(bytes);
    let games: Result<Vec<Recorded>, _> = pgn::read(&text, None).collect();
    games.unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

/// A game's moves in UCI.
fn moves_of(saved: &Recorded) -> Vec<String> {
    saved.game.moves().iter().map(|&mv| saved.game.to_uci(mv)).collect()
}

/// Moves as XBoard writes them, as UCI: castling has the rook's move behind a comma, and on boards with ten ranks
/// XBoard counts them from 0.
fn in_uci(variant: &str, moves: &[String]) -> Vec<String> {
    let ten_ranks = variant == "xiangqi" || variant.starts_with("hiashatar");
    let one = |text: &String| {
        let king = text.split(',').next().unwrap_or_default();
        let letters = king.chars().map(|letter| match letter.to_digit(10) {
            Some(rank) if ten_ranks => (rank + 1).to_string(),
            _ => letter.to_string(),
        });
        letters.collect()
    };
    moves.iter().map(one).collect()
}
