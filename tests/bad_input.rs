//! Nonsense from outside: it is ignored or answered by a line, and the engine plays on.

use stymie_tests::{Program, Referee, SOON};

const STYMIE: &str = env!("CARGO_BIN_EXE_stymie");

/// FENs that are refused, and how many reasons at least there are to name.
const BAD_FENS: [(&str, &str, usize); 25] = [
    ("chess", "", 1),
    ("chess", "x", 1),
    ("chess", "8/8/8/8/8/8/8 w - - 0 1", 1),
    ("chess", "9/8/8/8/8/8/8/K1k5 w - - 0 1", 1),
    ("chess", "4k3/8/8/8/8/8/8/4X3 w - - 0 1", 1),
    ("chess", "8/8/8/8/8/8/8/4K3 w - - 0 1", 1),
    ("chess", "4k3/8/8/8/8/8/8/3KK3 w - - 0 1", 1),
    ("chess", "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", 1),
    ("chess", "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", 1),
    ("chess", "4k3/8/8/8/8/8/8/4K3 x - - 0 1", 1),
    ("chess", "4k3/8/8/8/8/8/8/4K3 w - - minus 1", 1),
    ("chess", "P3k3/8/8/8/8/8/8/3KK3 w - - 0 1", 2),
    ("chess", "p3k3/8/8/8/8/8/8/8 w - - 0 1", 2),
    ("chess", "3kk3/8/8/8/8/8/8/3KK2p w - - 0 1", 3),
    ("hia", "rnbqkhbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBHKQBNR w - - 0 1", 1),
    ("hia", "4k4/9/9/9/9/9/9/4M4 w - - 0 1", 1),
    ("shatar", "4k3/8/8/8/8/8/8/P2RK3 w - - 0 1", 1),
    ("hiashatar", "4k5/10/10/10/10/10/10/10/10/11 w - - 0 1", 1),
    ("xiangqi", "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1", 1),
    ("xiangqi", "3k5/9/9/9/9/9/9/9/9/A3K4 w - - 0 1", 1),
    ("xiangqi", "3k5/9/2B6/9/9/9/9/9/9/4K4 w - - 0 1", 1),
    ("xiangqi", "3k5/9/9/9/9/9/9/4P4/9/4K4 w - - 0 1", 1),
    ("xiangqi", "9/9/9/3k5/9/9/9/9/9/4K4 w - - 0 1", 1),
    ("xiangqi", "3k5/9/2B6/9/9/9/9/4P4/9/A3K4 w - - 0 1", 3),
    ("xiangqi", "3k5/9/9/9/9/9/9/9/9/3RK4 w - - 0 1", 1),
];

/// The reasons in a line that separates them by semicolons.
fn reasons(line: &str) -> usize {
    line.split(';').filter(|part| !part.trim().is_empty()).count()
}

#[test]
fn uci_refuses_a_bad_fen_in_one_line_and_has_no_move_until_the_next_good_one() {
    for (variant, fen, least) in BAD_FENS {
        let mut engine = Program::start_uci_variant(STYMIE, variant);
        engine.send("position startpos");
        engine.send("d");
        let before = engine.settle_uci();
        engine.send(&format!("position fen {fen}"));
        let said = engine.settle_uci();
        assert!(
            said.len() == 1 && said[0].starts_with("info string "),
            "{variant} {fen:?}: {said:?}"
        );
        assert!(reasons(&said[0]) >= least, "{variant} {fen:?}: not {least} reasons: {said:?}");
        engine.send("d");
        assert_eq!(engine.settle_uci(), before, "{variant} {fen:?}: the position before stays");
        engine.send("go depth 1");
        let lines = engine.lines_until("bestmove", SOON, |line| line.starts_with("bestmove"));
        assert_eq!(lines.last().map(String::as_str), Some("bestmove (none)"), "{variant} {fen:?}");
        assert!(
            lines.iter().any(|line| line.starts_with("info string ")),
            "{variant} {fen:?}: {lines:?}"
        );
        engine.send("position startpos");
        engine.send("go depth 1");
        assert_ne!(engine.best_move(), "(none)", "{variant} after {fen:?}");
    }
}

#[test]
fn xboard_refuses_a_bad_fen_in_one_line_and_has_no_move_until_the_next_good_one() {
    for (variant, fen, _) in BAD_FENS {
        let kings = ["k", "K"]
            .iter()
            .all(|king| fen.split(' ').next().is_some_and(|board| board.contains(king)));
        if !kings {
            continue; // ignored silently: XBoard sends empty boards by itself
        }
        let name = if variant == "chess" { "normal" } else { variant };
        let mut engine = Program::start_xboard_variant(STYMIE, name);
        engine.send(&format!("setboard {fen}"));
        let said = engine.settle_xboard();
        assert!(
            said.len() == 1 && said[0].starts_with("tellusererror Illegal position"),
            "{variant} {fen:?}: {said:?}"
        );
        engine.send("sd 1");
        engine.send("go");
        let said = engine.settle_xboard();
        assert!(!said.iter().any(|line| line.starts_with("move ")), "{variant} {fen:?}: {said:?}");
        engine.send("force");
        engine.send("new");
        engine.send(&format!("variant {name}"));
        engine.send("sd 1");
        engine.send("go");
        engine.wait_for("move");
    }
}

#[test]
fn impossible_rights_are_dropped_for_a_gui_and_refused_by_the_referee() {
    let mut referee = Referee::start(STYMIE);
    for (variant, fen) in [
        ("chess", "4k3/8/8/8/8/8/8/4K2R w KQkq - 0 1"),
        ("chess", "4k3/8/8/8/8/8/4P3/4K3 w - e6 0 1"),
        ("hia", "4k4/9/9/9/9/9/9/4K3R w AIBDFH - 0 1"),
        ("hia", "4k4/9/9/9/9/9/9/4K4 w - e6 0 1"),
    ] {
        assert!(referee.ask(variant, fen, "").error.is_some(), "the referee takes {fen}");
        let mut engine = Program::start_uci_variant(STYMIE, variant);
        engine.send(&format!("position fen {fen}"));
        let said = engine.settle_uci();
        assert!(said.len() == 1 && said[0].starts_with("info string "), "{fen}: {said:?}");
        engine.send("go depth 1");
        assert_ne!(engine.best_move(), "(none)", "{fen}");
    }
}

#[test]
fn uci_names_the_first_illegal_move_and_its_number_and_keeps_those_before() {
    for (bad, rest) in [("e2e5", ""), ("zzz", " g1f3"), ("e7e5q", ""), ("0000", ""), ("e8e9", "")] {
        let mut engine = Program::start_uci(STYMIE);
        engine.send(&format!("position startpos moves e2e4 e7e5 {bad}{rest}"));
        let said = engine.settle_uci();
        assert!(said.len() == 1 && said[0].starts_with("info string "), "{said:?}");
        assert!(
            said[0].contains(bad) && said[0].contains('3'),
            "names {bad} and its number: {said:?}"
        );
        engine.send("d");
        let shown = engine.settle_uci().join("\n");
        assert!(
            shown.contains("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq"),
            "{shown}"
        );
    }
}

/// Lines that no program of sense sends; some with a line end of another system.
const NONSENSE: [&[u8]; 12] = [
    b"\n",
    b"   \t \n",
    b"hello\n",
    b"\0\0\0\n",
    b"\xff\xfe\xfd quit\n",
    b"position\n",
    b"position startpos moves \0 \xff\n",
    b"setboard\n",
    b"usermove\n",
    b"level\n",
    b"level 0 0 0 0 0\n",
    b"st x\n",
];

/// As [`NONSENSE`], for UCI alone.
const UCI_NONSENSE: [&str; 17] = [
    "go depth x",
    "go depth 99999999999999999999 movetime",
    "setoption",
    "setoption name",
    "setoption name Nothing value 1",
    "setoption name Hash",
    "setoption name Hash value",
    "setoption name Hash value 99999999999999",
    "setoption name Hash value -1",
    "setoption name Hash value many",
    "setoption name Threads value 0",
    "setoption name UCI_Variant value nosuch",
    "setoption name Clear Hash value 7",
    "position fen",
    "position fen startpos moves",
    "register later",
    "debug on",
];

#[test]
fn uci_survives_nonsense() {
    let mut engine = Program::start_uci_variant(STYMIE, "hia");
    engine.send("position startpos");
    for line in NONSENSE {
        engine.send_bytes(line);
        engine.send("stop");
        let said = engine.settle_uci();
        let answers =
            said.iter().filter(|line| !line.starts_with("info ") && !line.starts_with("bestmove"));
        let answers: Vec<&String> = answers.collect();
        assert!(answers.len() <= 1, "{:?}: {said:?}", String::from_utf8_lossy(line));
    }
    for line in UCI_NONSENSE {
        engine.send(line);
        engine.send("stop");
        let said = engine.settle_uci();
        assert!(said.len() <= 40, "{line:?}: {} lines: {:?}", said.len(), said.first());
    }
    engine.send("position startpos");
    engine.send("go depth 2");
    let best = engine.best_move();
    assert!(
        Referee::start(STYMIE).judge("hia", "startpos", "").legal.contains(&best),
        "still plays hia: {best}"
    );
}

#[test]
fn xboard_survives_nonsense() {
    let mut engine = Program::start_xboard_variant(STYMIE, "hia");
    for line in NONSENSE {
        engine.send_bytes(line);
        let said = engine.settle_xboard();
        assert!(said.len() <= 1, "{:?}: {said:?}", String::from_utf8_lossy(line));
    }
    for line in [
        "variant nosuch",
        "memory x",
        "cores -1",
        "time",
        "otim x",
        "sd x",
        "ping",
        "option Hash=x",
        "option",
    ] {
        engine.send(line);
        let said = engine.settle_xboard();
        assert!(said.len() <= 1, "{line:?}: {said:?}");
    }
    engine.send("usermove c1d1");
    assert_eq!(engine.settle_xboard(), [""; 0], "the game of hia stands as before");
    engine.send("sd 2");
    engine.send("go");
    engine.wait_for("move");
}

#[test]
fn a_line_of_a_megabyte_is_survived_in_both_dialects() {
    let long = vec![b'x'; 1 << 20];
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(13_000);
    for dialect in ["uci", "xboard"] {
        let mut engine = Program::start(STYMIE, &[]);
        engine.send_bytes(&long);
        engine.send_bytes(b"\n");
        engine.send(dialect);
        if dialect == "uci" {
            engine.wait_for("uciok");
        } else {
            engine.send("protover 2");
            engine.wait_for("feature done=1");
        }
        for prefix in [
            "",
            "position startpos moves ",
            "position fen ",
            "setboard ",
            "usermove ",
            "setoption name ",
        ] {
            engine.send_bytes(prefix.as_bytes());
            engine.send_bytes(&long);
            engine.send_bytes(b"\n");
        }
        if dialect == "uci" {
            engine.send(&format!("position startpos moves {moves}"));
            engine.settle_uci();
            engine.send("position startpos");
            engine.send("go depth 1");
            engine.best_move();
        } else {
            engine.settle_xboard();
            engine.send("new");
            engine.send("sd 1");
            engine.send("go");
            engine.wait_for("move");
        }
    }
}

#[test]
fn line_ends_of_windows_are_understood_in_both_dialects() {
    let mut engine = Program::start(STYMIE, &[]);
    engine.send_bytes(b"uci\r\n");
    engine.wait_for("uciok");
    engine.send_bytes(
        b"setoption name UCI_Variant value hia\r\nposition startpos moves c1d1\r\nisready\r\n",
    );
    let said = engine.lines_until("readyok", SOON, |line| line == "readyok");
    assert_eq!(said.len(), 2, "the variant and readyok: {said:?}");
    engine.send_bytes(b"go depth 1\r\n");
    engine.best_move();

    let mut engine = Program::start(STYMIE, &[]);
    engine.send_bytes(b"xboard\r\nprotover 2\r\n");
    engine.wait_for("feature done=1");
    engine.send_bytes(b"new\r\nvariant hia\r\nforce\r\nusermove c1d1\r\nsd 1\r\ngo\r\n");
    engine.wait_for("move");
}

#[test]
fn positions_with_more_moves_than_any_game_reaches_are_counted_or_refused() {
    let mut referee = Referee::start(STYMIE);
    let rows = |row: &str, count: usize| vec![row; count].join("/");
    let cases = [
        // A known record of orthodox chess: 218 moves.
        ("chess", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1".to_owned(), Some(218)),
        // Eleven queens on ten by ten.
        ("hiashatar-modern", "9k/Q9/2Q7/4Q5/6Q3/8Q1/1Q8/3Q6/5Q4/K6QQQ w - - 0 1".to_owned(), None),
        ("hiashatar-modern", format!("k9/10/{}/K9", rows("Q1Q1Q1Q1Q1", 7)), None),
        ("hiashatar-modern", format!("k9/10/{}/K9", rows("QQQQQQQQQQ", 7)), None),
        ("hiashatar", format!("k9/10/{}/K9", rows("1J1J1J1J1J", 7)), None),
        ("hia", format!("k8/9/{}/K8", rows("2Q1Q1Q1Q", 5)), None),
        ("hia", format!("k8/9/{}/K8", rows("2H1H1H1H", 5)), None),
        ("modern", format!("k8/9/{}/K8", rows("2M1Q1M1Q", 6)), None),
        ("xiangqi", format!("3k5/9/{}/4K4", rows("R1R1R1R1R", 7)), None),
    ];
    for (variant, fen, count) in cases {
        let answer = referee.ask(variant, &fen, "");
        if let Some(expected) = count {
            assert_eq!(answer.legal.len(), expected, "{variant} {fen}");
        }
        let moves = answer.legal.len();
        assert!(answer.error.is_some() || moves > 70, "{variant} {fen}: {moves} moves");
        let mut engine = Program::start_uci_variant(STYMIE, variant);
        engine.send(&format!("position fen {fen}"));
        engine.send("go depth 2");
        let best = engine.best_move();
        assert_eq!(
            best == "(none)",
            answer.error.is_some(),
            "{variant} {fen}: {best}, {:?}",
            answer.error
        );
    }
}

#[test]
fn the_referee_answers_every_line_of_nonsense_with_an_error() {
    let mut referee = Program::start(STYMIE, &["referee"]);
    for line in [
        "hia",
        "nosuch | startpos |",
        "hia | startpos | e2e9",
        "hia | | ",
        "| |",
        "a | b | c | d",
        "quit",
    ] {
        referee.send(line);
        let answer = referee.next_line(SOON).unwrap_or_default();
        let is_error = serde_json::from_str::<serde_json::Value>(&answer)
            .is_ok_and(|value| value.get("error").is_some_and(serde_json::Value::is_string));
        assert!(is_error || line == "hia | | ", "{line:?}: {answer:?}");
    }
    referee.send_bytes(b"hia | \xff\xfe | \0\r\n");
    assert!(referee.next_line(SOON).is_some_and(|line| line.contains("error")));
    referee.send_bytes(b"hia | startpos | e2e4\r\n");
    assert!(referee.next_line(SOON).is_some_and(|line| line.contains("legal")));
    referee.close_input();
    let (_, status) = referee.wait_for_end(SOON);
    assert!(status.success(), "{status}");
}
