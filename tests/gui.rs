//! A whole game of every variant between two copies of the engine under a real XBoard, in Xvfb.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use stymie_tests::{Answer, GuiGame, Referee, VARIANTS, VirtualScreen, play_under_xboard};

const STYMIE: &str = env!("CARGO_BIN_EXE_stymie");

/// Games at the same time: each keeps one processor busy, for the engines do not ponder.
const AT_ONCE: usize = 2;

#[test]
#[ignore = "needs xboard, Xvfb"]
fn a_whole_game_of_every_variant_under_xboard() {
    let screen = VirtualScreen::start();
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
        "{} of {} games failed:\n{}",
        failures.len(),
        VARIANTS.len(),
        failures.join("\n\n")
    );
}

/// Plays one game; every move must be legal, and XBoard's result the referee's.
fn play_and_check(variant: &str, screen: &VirtualScreen) {
    let name = if variant == "chess" { "normal" } else { variant };
    let game = play_under_xboard(STYMIE, name, screen, Path::new(env!("CARGO_TARGET_TMPDIR")));
    let log = &game.log;
    assert!(game.complaints.is_empty(), "{variant}: complaints {:?}:\n{log}", game.complaints);
    let last = replay(variant, &game);
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
    println!(
        "{variant}: {} plies, {told}; the referee: {} {}",
        game.moves.len(),
        last.result,
        last.reason
    );
}

/// The referee's answer after the game's moves; it refuses an illegal one.
fn replay(variant: &str, game: &GuiGame) -> Answer {
    let ten_ranks = variant == "xiangqi" || variant.starts_with("hiashatar");
    let moves: Vec<String> = game.moves.iter().map(|text| wire_to_uci(text, ten_ranks)).collect();
    Referee::start(STYMIE).judge(variant, "startpos", &moves.join(" "))
}

/// A move as XBoard writes it, as UCI: castling has the rook's move behind a comma, and on boards with ten ranks
/// XBoard counts them from 0.
fn wire_to_uci(text: &str, ten_ranks: bool) -> String {
    let king = text.split(',').next().unwrap_or_default();
    king.chars()
        .map(|letter| match letter.to_digit(10) {
            Some(rank) if ten_ranks => (rank + 1).to_string(),
            _ => letter.to_string(),
        })
        .collect()
}
