//! The XBoard protocol, spoken with the real binary: set-ups, games, clocks, claims.

use std::time::{Duration, Instant};

use stymie_tests::{Program, Referee, SOON, VARIANTS};

const STYMIE: &str = env!("CARGO_BIN_EXE_stymie");

/// "At once".
const AT_ONCE: Duration = Duration::from_millis(100);

/// How XBoard calls the variant.
fn gui_name(variant: &str) -> &str {
    if variant == "chess" { "normal" } else { variant }
}

/// A UCI move as XBoard writes it on boards with ten ranks, counted from 0.
fn ranks_from_0(text: &str) -> String {
    let mut out = String::new();
    let mut number = String::new();
    for letter in text.chars().chain(['.']) {
        if letter.is_ascii_digit() {
            number.push(letter);
            continue;
        }
        if let Ok(rank) = number.parse::<u32>() {
            out += &(rank - 1).to_string();
            number.clear();
        }
        out.push(letter);
    }
    out.pop();
    out
}

/// A UCI move for XBoard. Castling is not written here: the tests that castle spell it out.
fn to_wire(variant: &str, text: &str) -> String {
    if variant == "xiangqi" || variant.starts_with("hiashatar") {
        ranks_from_0(text)
    } else {
        text.to_owned()
    }
}

/// Waits for the engine's move, as it wrote it.
#[track_caller]
fn engine_move(engine: &mut Program) -> String {
    engine.wait_for("move").trim_start_matches("move ").to_owned()
}

#[test]
fn the_handshake_announces_what_xboard_needs() {
    let mut engine = Program::start(STYMIE, &[]);
    engine.send("xboard");
    engine.send("protover 2");
    let text = engine.lines_until("done=1", SOON, |line| line.contains("done=1")).join(" ");
    for feature in [
        "ping=1",
        "setboard=1",
        "usermove=1",
        "san=0",
        "colors=0",
        "sigint=0",
        "reuse=1",
        "time=1",
        "draw=1",
        "playother=1",
        "analyze=1",
        "exclude=1",
        "pause=1",
        "memory=1",
        "name=1",
        "highlight=1",
    ] {
        assert!(text.contains(&format!(" {feature}")), "{feature} is missing: {text}");
    }
    assert!(text.contains("myname=\"Stymie"), "{text}");
    let variants = text
        .split("variants=\"")
        .nth(1)
        .and_then(|rest| rest.split('"').next())
        .unwrap_or_default();
    let names: Vec<&str> = variants.split(',').collect();
    for variant in VARIANTS {
        assert!(names.contains(&gui_name(variant)), "{variant} is missing: {variants}");
    }
}

#[test]
fn every_variant_is_set_up_as_tried_in_xboard() {
    let table = include_str!("data/xboard-setups.txt");
    let mut sections: Vec<Vec<&str>> = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        match sections.last_mut() {
            Some(section) if !line.starts_with("variant ") => section.push(line),
            _ => sections.push(vec![line]),
        }
    }
    assert_eq!(sections.len(), VARIANTS.len());
    for section in sections {
        let mut engine = Program::start_xboard(STYMIE);
        engine.send("new");
        engine.send("random");
        engine.send(section[0]);
        let mut said = engine.settle_xboard();
        let mut expected: Vec<String> =
            section[1..].iter().map(|line| (*line).to_owned()).collect();
        // The set-up comes first; the order of the pieces does not matter.
        if !expected.is_empty() && !said.is_empty() {
            said[1..].sort();
            expected[1..].sort();
        }
        assert_eq!(said, expected, "{}", section[0]);
    }
}

#[test]
fn the_engine_plays_either_side_of_every_variant() {
    let mut referee = Referee::start(STYMIE);
    for variant in VARIANTS {
        let mut engine = Program::start_xboard_variant(STYMIE, gui_name(variant));
        engine.send("sd 3");
        let mut moves = String::new();
        engine.send("go");
        for ply in 0..6 {
            let legal = referee.judge(variant, "startpos", &moves).legal;
            let wire = engine_move(&mut engine);
            let king = wire.split(',').next().unwrap_or_default();
            let played = legal.iter().find(|legal| to_wire(variant, legal) == king);
            let Some(played) = played else {
                engine.fail(&format!("{variant}: the move is not legal after {moves}"))
            };
            moves += &format!("{played} ");
            // The person answers with some pawn's or piece's move: the first of them is never a castling.
            let answer = referee.judge(variant, "startpos", &moves).legal.swap_remove(0);
            let wire = to_wire(variant, &answer);
            if ply == 2 {
                engine.send("force");
                engine.send(&format!("usermove {wire}"));
                assert!(
                    !engine.settle_xboard().iter().any(|line| line.starts_with("move ")),
                    "a move in force mode"
                );
                engine.send("go");
            } else {
                engine.send("time 10000");
                engine.send("otim 10000");
                engine.send(&format!("usermove {wire}"));
            }
            moves += &format!("{answer} ");
        }
    }
}

#[test]
fn pings_are_answered_at_once_while_the_engine_thinks_and_a_question_mark_makes_it_move() {
    for variant in VARIANTS {
        let mut engine = Program::start_xboard_variant(STYMIE, gui_name(variant));
        engine.send("st 60");
        let (mut pongs, mut moves) = (Vec::new(), Vec::new());
        for _ in 0..3 {
            engine.send("go");
            let start = Instant::now();
            let lines = engine.settle_xboard();
            pongs.push(start.elapsed());
            let moved = lines.iter().any(|line| line.starts_with("move "));
            assert!(!moved, "{variant}: moved at once in spite of st 60");
            let start = Instant::now();
            engine.send("?");
            engine_move(&mut engine);
            moves.push(start.elapsed());
        }
        // The quickest of a few: the machine may be busy with something else.
        assert!(pongs.iter().min() < Some(&AT_ONCE), "{variant}: pong took {pongs:?}");
        assert!(moves.iter().min() < Some(&AT_ONCE), "{variant}: moving now took {moves:?}");
    }
}

#[test]
fn an_illegal_move_is_named_and_changes_nothing() {
    let mut engine = Program::start_xboard_variant(STYMIE, "normal");
    for bad in ["e2e5", "e1e8", "a2a3q", "zzz", "e2", "O-O-O-O"] {
        engine.send(&format!("usermove {bad}"));
        let said = engine.settle_xboard();
        let named = said.len() == 1
            && said[0].starts_with("Illegal move")
            && said[0].contains(&format!(": {bad}"));
        assert!(named, "usermove {bad}: {said:?}");
    }
    engine.send("usermove e2e4");
    assert_eq!(engine.settle_xboard(), [""; 0]);
}

#[test]
fn undo_and_remove_take_back_one_ply_and_two() {
    let mut engine = Program::start_xboard_variant(STYMIE, "shatar");
    for line in
        ["usermove e2e3", "usermove e7e6", "undo", "usermove a7a6", "remove", "usermove e2e3"]
    {
        engine.send(line);
    }
    assert_eq!(engine.settle_xboard(), [""; 0]);
    // More than was played is refused or ignored, and leaves the start position.
    for _ in 0..5 {
        engine.send("undo");
    }
    engine.settle_xboard();
    engine.send("usermove e2e3");
    assert_eq!(engine.settle_xboard(), [""; 0]);
}

#[test]
fn playother_plays_the_side_that_is_not_to_move() {
    let mut engine = Program::start_xboard_variant(STYMIE, "normal");
    engine.send("sd 2");
    engine.send("playother");
    assert!(
        !engine.settle_xboard().iter().any(|line| line.starts_with("move ")),
        "White is the person's"
    );
    engine.send("usermove e2e4");
    engine_move(&mut engine);
}

#[test]
fn castling_and_adjustment_go_over_the_wire_as_xboard_draws_them() {
    let castling = [
        (
            "hia",
            "r3k3r/ppppppppp/9/9/9/9/PPPPPPPPP/R3K3R w AIai - 0 1",
            ["e1b1,a1c1", "e8h8,i8g8"],
            "e1b1",
        ),
        (
            "bodyguard",
            "r3k3r/ppppppppp/9/9/9/9/9/PPPPPPPPP/R3K3R w AIai - 0 1",
            ["e1g1,i1f1", "e9c9,a9d9"],
            "e1g1",
        ),
        (
            "modern",
            "r3k3r/ppppppppp/9/9/9/9/9/PPPPPPPPP/R3K3R w KQkq - 0 1",
            ["e1c1,a1d1", "e9g9,i9f9"],
            "e1c1",
        ),
    ];
    for (variant, fen, moves, plain) in castling {
        let mut engine = Program::start_xboard_variant(STYMIE, variant);
        engine.send(&format!("setboard {fen}"));
        engine.send(&format!("usermove {plain}"));
        let said = engine.settle_xboard();
        assert!(
            said.len() == 1 && said[0].starts_with("Illegal move"),
            "{variant}, plain {plain}: {said:?}"
        );
        for text in moves {
            engine.send(&format!("usermove {text}"));
        }
        assert_eq!(engine.settle_xboard(), [""; 0], "{variant}");
    }
    let mut engine = Program::start_xboard_variant(STYMIE, "hia");
    engine.send("usermove c1d1");
    engine.send("usermove g8f8");
    assert_eq!(engine.settle_xboard(), [""; 0]);
    engine.send("usermove g1h1");
    let said = engine.settle_xboard();
    assert!(
        said.len() == 1 && said[0].starts_with("Illegal move"),
        "a second adjustment: {said:?}"
    );
}

#[test]
fn plain_castling_is_taken_in_orthodox_chess() {
    let mut engine = Program::start_xboard_variant(STYMIE, "normal");
    engine.send("setboard r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1");
    engine.send("usermove e1g1");
    engine.send("usermove e8c8");
    assert_eq!(engine.settle_xboard(), [""; 0]);
}

#[test]
fn ranks_are_counted_from_0_on_boards_with_ten() {
    for (variant, legal, illegal) in [("hiashatar", "e1e2", "e2e3"), ("xiangqi", "b2e2", "b3e3")] {
        let mut engine = Program::start_xboard_variant(STYMIE, variant);
        engine.send(&format!("usermove {illegal}"));
        let said = engine.settle_xboard();
        assert!(said.len() == 1 && said[0].starts_with("Illegal move"), "{variant}: {said:?}");
        engine.send(&format!("usermove {legal}"));
        assert_eq!(engine.settle_xboard(), [""; 0], "{variant}");
    }
}

#[test]
fn fens_with_fields_missing_get_the_rights_that_their_pieces_allow() {
    for fields in ["w", "w - 0 1", "w 0 1", "w AIai - 0 1"] {
        let mut engine = Program::start_xboard_variant(STYMIE, "hia");
        engine.send(&format!("setboard r3k3r/ppppppppp/9/9/9/9/PPPPPPPPP/R3K3R {fields}"));
        engine.send("usermove e1h1,i1g1");
        assert_eq!(engine.settle_xboard(), [""; 0], "{fields}");
    }
    let mut engine = Program::start_xboard_variant(STYMIE, "xiangqi");
    engine.send("setboard rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR b 0 1");
    engine.send("usermove h9g7");
    assert_eq!(engine.settle_xboard(), [""; 0]);
}

#[test]
fn random_and_a_board_without_kings_are_ignored_silently() {
    let mut engine = Program::start_xboard_variant(STYMIE, "hia");
    engine.send("random");
    engine.send("setboard 9/9/9/9/9/9/9/9 w - 0 1");
    engine.send("usermove e2e4");
    assert_eq!(engine.settle_xboard(), [""; 0]);
}

#[test]
fn lifting_a_piece_shows_where_it_may_go() {
    let mut engine = Program::start_xboard_variant(STYMIE, "normal");
    engine.send("setboard 7k/P7/8/8/8/8/4p3/R3N2K w - - 0 1");
    let mut marks = |square: &str| {
        engine.send(&format!("lift {square}"));
        let said = engine.settle_xboard();
        let board =
            said.iter().find_map(|line| line.strip_prefix("highlight ")).unwrap_or_default();
        board.split(' ').next().unwrap_or_default().to_owned()
    };
    assert_eq!(marks("a7"), "M7/8/8/8/8/8/8/8");
    assert_eq!(marks("e1"), "8/8/8/8/8/3Y1Y2/2Y3Y1/8");
    assert_eq!(marks("a1"), "8/8/Y7/Y7/Y7/Y7/Y7/1YYY4");
}

#[test]
fn the_zone_is_seen_when_a_slider_is_lifted() {
    // The rook on a4 is stopped on the first square next to the black Hia on g5.
    let mut engine = Program::start_xboard_variant(STYMIE, "hia");
    engine.send("setboard 8k/9/9/6h2/R8/9/9/8K w - - 0 1");
    engine.send("lift a4");
    let said = engine.settle_xboard();
    let board = said.iter().find_map(|line| line.strip_prefix("highlight ")).unwrap_or_default();
    assert!(board.starts_with("Y8/Y8/Y8/Y8/1YYYYY3/Y8/Y8/Y8"), "{said:?}");
}

#[test]
fn clocks_and_limits_of_all_forms_are_kept() {
    let cases: [&[&str]; 6] = [
        &["level 0 1:40 1", "time 10000", "otim 10000"],
        &["level 0 0:01 0.02", "time 102", "otim 102"],
        &["level 40 0:02 0", "time 200", "otim 200"],
        &["level 0 1 0", "time -50", "otim 300"],
        &["st 1"],
        &["st 30", "sd 3"],
    ];
    for lines in cases {
        let mut engine = Program::start_xboard_variant(STYMIE, "hia");
        for line in lines {
            engine.send(line);
        }
        let start = Instant::now();
        engine.send("go");
        engine_move(&mut engine);
        let taken = start.elapsed();
        let limit = if lines[0].contains("1:40") {
            Duration::from_secs(8)
        } else {
            Duration::from_millis(1500)
        };
        assert!(taken < limit, "{lines:?}: the move took {taken:?}");
    }
}

#[test]
fn an_unknown_command_is_named() {
    let mut engine = Program::start_xboard_variant(STYMIE, "hia");
    engine.send("xyzzy 1 2");
    let said = engine.settle_xboard();
    assert!(said.len() == 1 && said[0].starts_with("Error (unknown command): xyzzy"), "{said:?}");
    for harmless in [
        "accepted foo",
        "rejected san",
        "hard",
        "easy",
        "nopost",
        "post",
        "computer",
        "name Somebody",
    ] {
        engine.send(harmless);
    }
    assert_eq!(engine.settle_xboard(), [""; 0]);
}

/// Plays `moves` in force mode from the position, then lets the engine take the side to move with `go`;
/// returns what it says up to its pong after some thinking time.
fn said_after(variant: &str, fen: &str, computer: bool, moves: &[&str]) -> Vec<String> {
    let mut engine = Program::start_xboard_variant(STYMIE, variant);
    if computer {
        engine.send("computer");
    }
    engine.send(&format!("setboard {fen}"));
    engine.send("sd 3");
    engine.send("playother");
    let mut said = Vec::new();
    for text in moves {
        engine.send(&format!("usermove {text}"));
        said.extend(engine.settle_xboard());
        let end = Instant::now() + Duration::from_millis(300);
        while let Some(line) = engine.next_line(end.saturating_duration_since(Instant::now())) {
            said.push(line);
        }
    }
    said
}

#[test]
fn the_end_of_a_game_against_a_person_is_told() {
    for (variant, fen, mating, result) in [
        ("normal", "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "e1e8", "1-0 {"),
        ("normal", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", "1/2-1/2 {"),
        ("shatar", "k7/2K5/1P6/8/8/4B3/7p/8 w - - 0 1", "b6b7", "1/2-1/2 {"),
        ("shatar", "k7/8/NK6/3N4/8/8/7p/8 w - - 0 1", "d5c7", "0-1 {"),
        ("shatar", "k7/7r/8/8/8/8/7R/K7 w - - 0 1", "h2h7", "1/2-1/2 {"),
        ("xiangqi", "3k5/4R4/9/9/9/9/9/9/9/2R1K4 w - - 0 1", "c0d0", "1-0 {"),
    ] {
        let said = said_after(variant, fen, false, &[mating]);
        let told: Vec<&String> = said.iter().filter(|line| line.contains('{')).collect();
        assert!(
            told.len() == 1 && told[0].starts_with(result),
            "{variant} {fen} {mating}: {said:?}"
        );
        assert!(
            !said.iter().any(|line| line.starts_with("move ")),
            "moved after the end: {said:?}"
        );
    }
}

#[test]
fn between_engines_only_losses_are_claimed() {
    // The opponent mates: a loss, which may be claimed.
    let said = said_after("hia", "7k1/5pppp/9/9/9/9/9/K3R4 w - - 0 1", true, &["e1e8"]);
    assert!(said.iter().any(|line| line.starts_with("1-0 {")), "{said:?}");
    // The opponent stalemates: no draw claim that XBoard cannot verify.
    let said = said_after("hia", "8k/9/7K1/9/9/9/9/6Q2 w - - 0 1", true, &["g1g7"]);
    assert!(!said.iter().any(|line| line.starts_with("1/2")), "{said:?}");
}

#[test]
fn a_mate_by_the_engine_is_not_claimed_between_engines() {
    for computer in [false, true] {
        let mut engine = Program::start_xboard_variant(STYMIE, "hia");
        if computer {
            engine.send("computer");
        }
        engine.send("setboard 7k1/5pppp/9/9/9/9/9/K3R4 w - - 0 1");
        engine.send("sd 3");
        engine.send("go");
        assert_eq!(engine_move(&mut engine), "e1e8");
        let said = engine.settle_xboard();
        let claimed = said.iter().any(|line| line.starts_with("1-0 {"));
        assert_eq!(claimed, !computer, "computer: {computer}, {said:?}");
    }
}

#[test]
fn a_draw_by_the_rules_is_offered_before_the_move_between_engines() {
    let mut engine = Program::start_xboard_variant(STYMIE, "hia");
    for line in
        ["computer", "setboard 7k1/1r7/9/9/9/9/9/K7R w - - 98 80", "usermove a1a2", "sd 2", "go"]
    {
        engine.send(line);
    }
    // Black cannot capture: whatever it plays is the hundredth ply.
    let lines = engine.lines_until("a move", SOON, |line| line.starts_with("move "));
    assert!(lines.iter().any(|line| line == "offer draw"), "{lines:?}");
}

#[test]
fn a_result_and_a_new_game_are_taken_at_any_time() {
    let mut engine = Program::start_xboard_variant(STYMIE, "shatar");
    for line in
        ["st 60", "go", "result 1/2-1/2 {Draw by adjudication}", "new", "variant hia", "force"]
    {
        engine.send(line);
    }
    let said = engine.settle_xboard();
    assert!(
        !said.iter().any(|line| line.starts_with("Error") || line.starts_with("Illegal")),
        "{said:?}"
    );
    engine.send("usermove c1d1");
    assert_eq!(engine.settle_xboard(), [""; 0]);
    for line in ["draw", "hint", "bk", ".", "memory 20", "cores 1"] {
        engine.send(line);
        engine.settle_xboard();
    }
    engine.send("sd 2");
    engine.send("go");
    engine_move(&mut engine);
}

#[test]
fn every_variant_is_analysed_forward_and_back() {
    let mut referee = Referee::start(STYMIE);
    for variant in VARIANTS {
        let mut engine = Program::start_xboard_variant(STYMIE, gui_name(variant));
        let thinks = |engine: &mut Program, legal: &[String]| {
            let is_thought = |line: &str| line.starts_with(|letter: char| letter.is_ascii_digit());
            let lines = engine.lines_until("a line of thinking", SOON, is_thought);
            let first = lines.last().and_then(|line| line.split(' ').nth(4)).unwrap_or_default();
            let known = legal.iter().any(|legal| to_wire(variant, legal) == first);
            assert!(known, "{variant}: {first} in {lines:?}");
        };
        let at_start = referee.judge(variant, "startpos", "").legal;
        let after = referee.judge(variant, "startpos", &at_start[0]).legal;
        engine.send("post");
        engine.send("analyze");
        thinks(&mut engine, &at_start);
        engine.send(&format!("usermove {}", to_wire(variant, &at_start[0])));
        engine.settle_xboard();
        engine.send(".");
        let status = engine.wait_for("stat01:");
        assert!(status.contains(&format!(" {0} {0}", after.len())), "{variant}: {status}");
        engine.send("undo");
        engine.settle_xboard();
        engine.send(&format!("exclude {}", to_wire(variant, &at_start[0])));
        thinks(&mut engine, &at_start);
        engine.send("exit");
        engine.settle_xboard();
        engine.send(&format!("usermove {}", to_wire(variant, &at_start[0])));
        assert_eq!(engine.settle_xboard(), [""; 0], "{variant}");
    }
}

#[test]
fn the_move_that_was_pondered_on_is_answered() {
    for variant in VARIANTS {
        let mut engine = Program::start_xboard_variant(STYMIE, gui_name(variant));
        for line in ["post", "hard", "level 0 1 0", "sd 4", "go"] {
            engine.send(line);
        }
        for _ in 0..2 {
            engine.wait_for("move");
            let hint = engine.wait_for("Hint:");
            engine.send(&format!("usermove {}", hint.trim_start_matches("Hint: ")));
        }
        engine.wait_for("move");
    }
}
