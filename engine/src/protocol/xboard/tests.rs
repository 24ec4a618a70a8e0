use std::time::Duration;

use stymie_eval::Score;
use stymie_movegen::{Color, open};

use super::*;

fn read(line: &str) -> Command {
    XBoard::default().read(line)
}

fn written(event: Event<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    XBoard::default().write(event, &mut lines);
    lines
}

#[test]
fn commands_are_read() {
    let option = |name: &str, value: &str| set_option(name, value);
    for (line, command) in [
        ("", Command::Nothing),
        ("accepted foo", Command::Nothing),
        ("rejected san", Command::Nothing),
        ("otim -30", Command::Nothing),
        ("protover 2", Command::Greet),
        ("ping 7\r", Command::Ping("7".to_owned())),
        ("?", Command::Stop),
        ("usermove e2e4", Command::Move("e2e4".to_owned())),
        ("e1b1,a1c1", Command::Move("e1b1,a1c1".to_owned())),
        ("go", Command::Seat(Chair::ToMove)),
        ("remove", Command::Undo(2)),
        ("st 0.5", Command::MoveTime(Duration::from_millis(500))),
        ("sd 9", Command::Depth(9)),
        ("time -50", Command::Time(-500)),
        ("memory 68", option("Hash", "60")),
        ("memory 1", option("Hash", "1")),
        ("cores 2", option("Threads", "2")),
        ("cores 1000", option("Threads", "256")),
        ("memory 100000", option("Hash", "16384")),
        ("option Move Overhead=20", option("Move Overhead", "20")),
        ("option Clear Hash", Command::SetOption { name: "Clear Hash".to_owned(), value: None }),
        ("setboard 9/9/9/9/9/9/9/9 w - 0 1", Command::Nothing),
        ("setboard 8k/8K w", Command::SetBoard("8k/8K w".to_owned())),
    ] {
        assert_eq!(read(line), command, "{line}");
    }
}

#[test]
fn what_is_not_understood_is_named() {
    for (line, answer) in [
        ("xyzzy 1 2", "Error (unknown command): xyzzy 1 2"),
        ("exclude", "Error (no move): exclude"),
        ("nps 0", "Error (unknown command): nps 0"),
        ("ping", "Error (no number): ping"),
        ("st x", "Error (bad value): st x"),
        ("sd 0", "Error ('0' is below the least, 1): sd 0"),
        ("sd x", "Error ('x' is no whole number): sd x"),
        ("sd -1", "Error ('-1' is below the least, 1): sd -1"),
        ("time x", "Error ('x' is no whole number): time x"),
        ("cores -1", "Error ('-1' is below the least, 0): cores -1"),
        ("level 0 0 0 0", "Error (bad value): level 0 0 0 0"),
        ("memory x", "Error ('x' is no whole number): memory x"),
    ] {
        let Command::Bad { command, why } = read(line) else { unreachable!("{line}") };
        assert_eq!(written(Event::Refused { command: &command, why: &why }), [answer]);
    }
}

#[test]
fn lines_begin_as_xboard_wants_them() {
    assert_eq!(written(Event::Pong("3")), ["pong 3"]);
    assert_eq!(written(Event::Remark("dropped")), ["# dropped"]);
    assert_eq!(
        written(Event::IllegalMove { text: "e2e5", why: None, number: None }),
        ["Illegal move: e2e5"]
    );
    assert_eq!(
        written(Event::IllegalMove { text: "e2e5", why: Some("in check"), number: None }),
        ["Illegal move (in check): e2e5"]
    );
    assert_eq!(
        written(Event::IllegalPosition("two kings")),
        ["tellusererror Illegal position: two kings"]
    );
}

#[test]
fn results_are_claims() {
    for (outcome, text) in [
        (Outcome::win(Color::White, Reason::Checkmate), "1-0 {White mates}"),
        (Outcome::win(Color::Black, Reason::KnightMate), "0-1 {Black wins by knight mate}"),
        (Outcome::draw(Reason::Niol), "1/2-1/2 {Draw by niol}"),
        (Outcome::draw(Reason::Stalemate), "1/2-1/2 {Stalemate}"),
        (Outcome::win(Color::White, Reason::Stalemate), "1-0 {White stalemates}"),
    ] {
        assert_eq!(written(Event::Result(outcome)), [text]);
    }
}

#[test]
fn thinking_is_told_in_centiseconds_and_mates_in_moves() {
    let game = open(VariantId::Xiangqi);
    let pv: Vec<Move> = game.parse_uci("b3e3").into_iter().collect();
    for (score, text) in [
        (Score::new(-31), "4 -31 123 5000 b2e2"),
        (Score::win_in(3), "4 100002 123 5000 b2e2"),
        (Score::loss_in(4), "4 -100002 123 5000 b2e2"),
        (Score::loss_in(0), "4 -100000 123 5000 b2e2"),
    ] {
        let info = Info {
            depth: 4,
            seldepth: 6,
            line: 1,
            bound: Bound::Exact,
            score,
            nodes: 5000,
            elapsed: Duration::from_millis(1234),
            hashfull: 0,
            current: None,
            pv: pv.clone(),
        };
        assert_eq!(written(Event::Thinking(&*game, &info)), [text]);
    }
}

#[test]
fn the_status_tells_the_move_that_is_looked_at_once_it_is_known() {
    let game = open(VariantId::Xiangqi);
    let status = |current| Event::Status {
        game: &*game,
        elapsed: Duration::from_millis(4_250),
        info: None,
        current,
        moves: 44,
    };
    assert_eq!(written(status(None)), ["stat01: 425 0 0 44 44"]);
    let mv = game.parse_uci("b3e3").expect("a move");
    let current = Some(Current { mv, number: 5, of: 44 });
    assert_eq!(written(status(current)), ["stat01: 425 0 0 40 44 b2e2"]);
}

#[test]
fn a_gui_without_set_ups_castles_with_the_king_alone_and_judges_by_itself() {
    let mut dialect = XBoard::default();
    let game = open(VariantId::Modern);
    assert_eq!(dialect.castling(&*game), Castling::WithRook);
    assert!(!dialect.gui_judges());
    dialect.read("rejected highlight");
    assert_eq!(dialect.castling(&*game), Castling::KingAlone);
    assert!(dialect.gui_judges());
    assert_eq!(XBoard::default().castling(&*open(VariantId::Chess)), Castling::KingAlone);
}

#[test]
fn a_lifted_king_may_go_over_its_rook() {
    let mut game = open(VariantId::Hia);
    let fen = "r3k3r/ppppppppp/9/9/9/9/PPPPPPPPP/R3K3R w AI - 0 1";
    assert!(game.set_fen(fen, Reading::Strict).is_ok());
    let Ok(castling) = game.parse_uci("e1b1") else { unreachable!() };
    let mut moves = game.legal_moves();
    moves.retain(|mv| mv.from() == castling.from());
    assert_eq!(written(Event::Targets(&*game, &moves)), ["highlight 9/9/9/9/9/9/9/CY1Y1Y1YC"]);
    assert_eq!(written(Event::CastlingTarget(&*game, castling)), ["highlight 9/9/9/9/9/9/9/1Y7"]);
}
