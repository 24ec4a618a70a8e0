//! Tables without sockets: what requests do, and that nothing that is sent can break one.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use serde_json::{Value, json};
use stymie_movegen::VariantId;

use super::message::Tell;
use super::table::{Answer, Purpose, Table};
use super::view::{View, hello};
use super::worker::Job;

mod fuzz;

/// A table and the time that passes at it.
struct Seated {
    table: Table,
    now: Instant,
}

impl Seated {
    fn at(variant: VariantId) -> Seated {
        Seated { table: Table::new(variant), now: Instant::now() }
    }

    fn ask(&mut self, request: Value) -> Result<Answer, String> {
        self.table.obey_text(&request.to_string(), self.now)
    }

    /// Asks for what has to be granted; the view afterwards.
    fn get(&mut self, request: Value) -> Value {
        if let Err(why) = self.ask(request.clone()) {
            panic!("{request}: {why}");
        }
        self.view()
    }

    fn view(&self) -> Value {
        let tell = Tell::Board(Box::new(View::new(&self.table, self.now)));
        serde_json::from_str(&tell.to_text()).expect("JSON")
    }

    fn play(&mut self, moves: &str) -> Value {
        for mv in moves.split_whitespace() {
            self.get(json!({"do": "play", "mv": mv}));
        }
        self.view()
    }
}

#[test]
fn the_first_thing_told_names_every_variant() {
    let Tell::Hello { variants, .. } = hello() else { panic!("no hello") };
    assert_eq!(variants.len(), VariantId::ALL.len());
    for variant in variants {
        let crossings = variant.name == "xiangqi";
        assert_eq!(variant.crossings, crossings, "{}", variant.name);
        assert!(variant.pieces.len() >= 6, "{}", variant.name);
    }
}

#[test]
fn a_game_is_played_navigated_and_taken_back() {
    let mut seated = Seated::at(VariantId::Chess);
    let view = seated.play("e4 e7e5 Nf3");
    assert_eq!(view["moves"][2], json!(["g1f3", "Nf3"]));
    assert_eq!(view["last"], json!(["g1", "f3"]));
    let view = seated.get(json!({"do": "go-to", "ply": 1}));
    assert_eq!((&view["ply"], &view["side"]), (&json!(1), &json!("black")));
    // Steps end where the game does.
    assert_eq!(seated.get(json!({"do": "step", "by": 7}))["ply"], json!(3));
    assert_eq!(seated.get(json!({"do": "step", "by": -2}))["ply"], json!(1));
    // The same move goes on, another one replaces the rest.
    let view = seated.play("e5");
    assert_eq!((&view["ply"], view["moves"].as_array().map(Vec::len)), (&json!(2), Some(3)));
    seated.get(json!({"do": "go-to", "ply": 1}));
    let view = seated.play("c5");
    assert_eq!((&view["ply"], view["moves"].as_array().map(Vec::len)), (&json!(2), Some(2)));
    let view = seated.get(json!({"do": "take-back"}));
    assert_eq!(view["moves"].as_array().map(Vec::len), Some(1));
}

#[test]
fn against_the_engine_its_move_is_taken_back_too_and_nobody_moves_for_it() {
    let mut seated = Seated::at(VariantId::Hia);
    seated.get(json!({"do": "seats", "white": "person", "black": "engine"}));
    assert_eq!(seated.table.wanted(), None);
    let view = seated.play("e4");
    assert_eq!(view["thinking"], json!(true));
    let want = seated.table.wanted().expect("a search");
    assert_eq!(want.purpose, Purpose::Move);
    let refusal = seated.ask(json!({"do": "play", "mv": "e5"})).expect_err("not his move");
    assert!(refusal.contains("engine's turn"), "{refusal}");
    let Job { game, .. } = seated.table.job(&want, seated.now);
    seated.table.engine_moves(&want, game.legal_moves().first().copied(), seated.now);
    assert_eq!(seated.view()["ply"], json!(2));
    // An answer to a question that is no longer asked is not played.
    seated.table.engine_moves(&want, game.legal_moves().first().copied(), seated.now);
    assert_eq!(seated.view()["ply"], json!(2));
    let view = seated.get(json!({"do": "take-back"}));
    assert_eq!(view["ply"], json!(0));
}

#[test]
fn castling_can_be_clicked_on_the_rook_and_adjustment_on_the_partner() {
    let mut seated = Seated::at(VariantId::Hia);
    let view = seated.get(json!({"do": "new", "variant": "hia",
        "fen": "4k4/9/9/9/9/9/PPPPPPPPP/R3K1BNR w AHI - 0 1"}));
    let legal = view["legal"].as_array().expect("moves");
    let to = |uci: &str| {
        let found = legal.iter().find(|choice| choice["uci"] == uci);
        found.map(|choice| choice["to"].clone()).unwrap_or_default()
    };
    assert_eq!(to("e1b1"), json!(["b1", "a1"]));
    assert_eq!(to("g1h1"), json!(["h1"]));
}

#[test]
fn a_position_that_is_set_up_loses_the_rights_that_it_cannot_have() {
    let mut seated = Seated::at(VariantId::Hia);
    let view = seated.get(json!({"do": "new", "variant": "hia",
        "fen": "4k4/9/9/9/9/9/4K4/R7R w AI - 0 1"}));
    assert_eq!(view["fen"], json!("4k4/9/9/9/9/9/4K4/R7R w - - 0 1"));
}

#[test]
fn the_view_says_what_is_seen() {
    let mut seated = Seated::at(VariantId::Hia);
    let view = seated.get(json!({"do": "new", "variant": "hia",
        "fen": "4k4/9/6h2/R8/9/9/P8/K8 w - - 0 1"}));
    assert_eq!(view["zones"][1], json!(["f5", "g5", "h5", "f6", "h6", "f7", "g7", "h7"]));
    assert_eq!(view["rays"]["a5"][1]["end"], json!("stymied"));
    let view = seated.get(json!({"do": "load", "variant": "chess",
        "text": "startpos moves f3 e5 g4 Qh4"}));
    assert_eq!(view["check"], json!("e1"));
    assert_eq!(view["result"], json!(["0-1", "Black wins: checkmate"]));
    let refusal = seated.ask(json!({"do": "play", "mv": "a3"})).expect_err("the game is over");
    assert!(refusal.contains("Black wins"), "{refusal}");
}

#[test]
fn a_flag_that_falls_ends_the_game() {
    let mut seated = Seated::at(VariantId::Xiangqi);
    seated.get(json!({"do": "clock", "seconds": 60, "increment": 1}));
    seated.play("h3e3");
    seated.now += Duration::from_secs(59);
    seated.table.look_at_clock(seated.now);
    assert_eq!(seated.view()["result"], Value::Null);
    seated.now += Duration::from_secs(1);
    seated.table.look_at_clock(seated.now);
    assert_eq!(seated.view()["result"], json!(["1-0", "Black loses: time loss"]));
    let view = seated.get(json!({"do": "new", "variant": "xiangqi"}));
    assert_eq!(
        view["clock"],
        json!({"white": 60_000, "black": 60_000, "running": null, "seconds": 60, "increment": 1})
    );
}

#[test]
fn who_resigns_loses_and_the_game_is_written_as_pgn() {
    let mut seated = Seated::at(VariantId::Modern);
    seated.play("e4");
    seated.get(json!({"do": "seats", "white": "person", "black": "engine"}));
    let view = seated.get(json!({"do": "resign"}));
    assert_eq!(view["result"], json!(["0-1", "White resigns"]));
    let Ok(Answer::Tell(Tell::Pgn { text })) = seated.ask(json!({"do": "pgn"})) else {
        panic!("no PGN")
    };
    assert!(text.contains("[Variant \"modern\"]") && text.contains("1. e4"), "{text}");
}

#[test]
fn a_game_written_as_pgn_is_read_again() {
    let mut seated = Seated::at(VariantId::Hia);
    seated.get(json!({"do": "seats", "white": "engine", "black": "person"}));
    let text = "[Variant \"hia\"]\n\n1. e4 {a comment} c6 2. Ng3 Bc<=>N 3. Bg<=>Q *\n";
    let view = seated.get(json!({"do": "load", "variant": "chess", "text": text}));
    assert_eq!(view["variant"], json!("hia"));
    assert_eq!(view["moves"][4], json!(["g1f1", "Bg<=>Q"]));
    assert_eq!(view["players"], json!(["person", "person"]));
}

#[test]
fn a_loaded_game_keeps_what_its_pgn_says() {
    let mut seated = Seated::at(VariantId::Chess);
    let text = "[White \"Anna\"]\n[Black \"Bert\"]\n[Date \"2024.??.??\"]\n[Result \"1-0\"]\n\n\
                1. e4 {hi} e5 {ho} 1-0\n\n[White \"C\"]\n\n1. d4 *\n";
    let pgn = |seated: &mut Seated| match seated.ask(json!({"do": "pgn"})) {
        Ok(Answer::Tell(Tell::Pgn { text })) => text,
        other => panic!("{other:?}"),
    };
    match seated.ask(json!({"do": "load", "variant": "hia", "text": text})) {
        Ok(Answer::Remark(remark)) => assert_eq!(remark, "the first of 2 games is shown"),
        other => panic!("{other:?}"),
    }
    let view = seated.view();
    assert_eq!(view["names"], json!(["Anna", "Bert"]));
    assert_eq!(view["result"], json!(["1-0", "White has won"]));
    let written = pgn(&mut seated);
    for part in ["[White \"Anna\"]", "[Date \"2024.??.??\"]", "[Result \"1-0\"]", "{hi}", "{ho}"] {
        assert!(written.contains(part), "{written}");
    }
    // Another move, and the record's end is no longer the game's.
    seated.get(json!({"do": "go-to", "ply": 1}));
    let view = seated.play("c5");
    assert_eq!((&view["result"], &view["names"]), (&Value::Null, &json!(["Anna", "Bert"])));
    let written = pgn(&mut seated);
    assert!(written.contains("[Result \"*\"]") && !written.contains("{ho}"), "{written}");
    seated.get(json!({"do": "seats", "white": "person", "black": "engine"}));
    assert_eq!(seated.view()["names"], json!(["Anna", null]));
    assert_eq!(seated.get(json!({"do": "new", "variant": "chess"}))["names"], json!([null, null]));
}

#[test]
fn time_comes_back_with_a_move_taken_back_but_not_what_was_thought() {
    let mut seated = Seated::at(VariantId::Chess);
    seated.get(json!({"do": "clock", "seconds": 60, "increment": 5}));
    seated.play("e4");
    seated.now += Duration::from_secs(10);
    seated.play("e5");
    let clock = |seated: &Seated| {
        let clock = &seated.view()["clock"];
        (clock["white"].as_u64(), clock["black"].as_u64())
    };
    assert_eq!(clock(&seated), (Some(65_000), Some(55_000)));
    seated.get(json!({"do": "take-back"}));
    assert_eq!(clock(&seated), (Some(65_000), Some(50_000)));
    seated.play("e5");
    seated.get(json!({"do": "go-to", "ply": 0}));
    seated.play("d4");
    assert_eq!(clock(&seated), (Some(65_000), Some(60_000)));
}

#[test]
fn nothing_is_analysed_unseen() {
    let mut seated = Seated::at(VariantId::Shatar);
    seated.get(json!({"do": "analyse", "on": true, "lines": 3}));
    assert_eq!(seated.table.wanted().map(|want| want.purpose), Some(Purpose::Analysis));
    seated.get(json!({"do": "seen", "on": false}));
    assert_eq!(seated.table.wanted(), None);
}

#[test]
fn what_cannot_be_done_is_refused_in_one_line_and_changes_nothing() {
    let mut seated = Seated::at(VariantId::Hia);
    seated.play("e4");
    let before = seated.view();
    for text in [
        "",
        "x",
        "{}",
        "[]",
        "{\"do\":\"dance\"}",
        "{\"do\":\"play\"}",
        "{\"do\":\"play\",\"mv\":\"e9\"}",
        "{\"do\":\"play\",\"mv\":7}",
        "{\"do\":\"play\",\"mv\":\"e5\",\"more\":1}",
        "{\"do\":\"go-to\",\"ply\":2}",
        "{\"do\":\"go-to\",\"ply\":-1}",
        "{\"do\":\"new\",\"variant\":\"go\"}",
        "{\"do\":\"new\",\"variant\":\"hia\",\"fen\":\"9/9 w\"}",
        "{\"do\":\"load\",\"variant\":\"hia\",\"text\":\" \"}",
        "{\"do\":\"load\",\"variant\":\"hia\",\"text\":\"startpos moves e4 e4\"}",
        "{\"do\":\"load\",\"variant\":\"hia\",\"text\":\"1. e4 e4\"}",
        "{\"do\":\"load\",\"variant\":\"hia\",\"text\":\"[Event\"}",
        "{\"do\":\"level\",\"by\":\"strength\",\"amount\":0}",
        "{\"do\":\"level\",\"by\":\"time\",\"amount\":600001}",
        "{\"do\":\"clock\",\"seconds\":4000000,\"increment\":0}",
        "{\"do\":\"analyse\",\"on\":true,\"lines\":6}",
    ] {
        let why = seated.table.obey_text(text, seated.now).expect_err(text);
        assert!(!why.is_empty() && !why.contains('\n') && why.len() < 400, "{text}: {why}");
        assert_eq!(seated.view(), before, "{text}");
    }
    let long = format!("{{\"do\":\"load\",\"text\":\"{}\"}}", "x".repeat(1 << 19));
    assert!(seated.table.obey_text(&long, seated.now).is_err());
}
