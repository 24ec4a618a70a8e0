//! UCI, spoken with the real binary: whole games, searches and their end.

use std::time::{Duration, Instant};

use stymie_tests::{Program, Referee, SOON, VARIANTS};

const STYMIE: &str = env!("CARGO_BIN_EXE_stymie");

/// "At once".
const AT_ONCE: Duration = Duration::from_millis(100);

#[test]
fn the_handshake_names_engine_and_options() {
    let mut engine = Program::start(STYMIE, &[]);
    engine.send("uci");
    let lines = engine.lines_until("uciok", SOON, |line| line == "uciok");
    let has = |prefix: &str| lines.iter().any(|line| line.starts_with(prefix));
    assert!(has("id name Stymie"), "{lines:#?}");
    assert!(has("id author "), "{lines:#?}");
    assert!(has("option name Hash type spin default 16 min 1 max "), "{lines:#?}");
    assert!(has("option name Threads type spin default 1 min 1 max "), "{lines:#?}");
    assert!(has("option name Move Overhead type spin default "), "{lines:#?}");
    assert!(has("option name MultiPV type spin default 1 min 1 max "), "{lines:#?}");
    assert!(has("option name Ponder type check default false"), "{lines:#?}");
    assert!(has("option name UCI_AnalyseMode type check default false"), "{lines:#?}");
    assert!(has("option name UCI_EngineAbout type string default Stymie"), "{lines:#?}");
    assert!(has("option name Clear Hash type button"), "{lines:#?}");
    assert!(has("option name Debug Log File type string default"), "{lines:#?}");
    let combo = lines
        .iter()
        .find_map(|line| line.strip_prefix("option name UCI_Variant type combo default chess "))
        .unwrap_or_else(|| panic!("UCI_Variant is a combo with default chess: {lines:#?}"));
    let names: Vec<&str> =
        combo.split("var ").map(str::trim).filter(|name| !name.is_empty()).collect();
    for variant in VARIANTS {
        assert!(names.contains(&variant), "{variant} is missing in {names:?}");
    }
}

#[test]
fn choosing_a_variant_tells_its_board_and_start_position() {
    let mut referee = Referee::start(STYMIE);
    let mut engine = Program::start_uci(STYMIE);
    for variant in VARIANTS {
        let fen = referee.judge(variant, "startpos", "").fen;
        let rows = fen.split(' ').next().unwrap_or_default().split('/').count();
        let files = match variant {
            "hia" | "bodyguard" | "xiangqi" | "modern" => 9,
            "chess" | "shatar" | "shatar-buryat" => 8,
            _ => 10,
        };
        engine.send(&format!("setoption name UCI_Variant value {variant}"));
        let expected =
            format!("info string variant {variant} files {files} ranks {rows} startpos {fen}");
        assert_eq!(engine.settle_uci(), [expected]);
        engine.send("d");
        let shown = engine.settle_uci().join("\n");
        assert!(shown.contains(&fen), "{variant}: d shows another position than {fen}:\n{shown}");
    }
}

#[test]
fn every_limit_ends_a_search_with_a_legal_move() {
    let mut referee = Referee::start(STYMIE);
    for variant in VARIANTS {
        let legal = referee.judge(variant, "startpos", "").legal;
        let mut engine = Program::start_uci_variant(STYMIE, variant);
        for limit in [
            "depth 4",
            "nodes 3000",
            "movetime 60",
            "wtime 1000 btime 1000",
            "wtime 500 btime 500 winc 20 binc 20",
            "wtime 2000 btime 2000 movestogo 20",
            "wtime 30 btime 30",
            "wtime -5 btime -5",
        ] {
            engine.send("position startpos");
            engine.send(&format!("go {limit}"));
            let best = engine.best_move();
            assert!(legal.contains(&best), "{variant}, go {limit}: {best} is not legal");
        }
    }
}

#[test]
fn thinking_lines_have_their_fields_and_a_legal_line_of_play() {
    let mut referee = Referee::start(STYMIE);
    for variant in VARIANTS {
        let mut engine = Program::start_uci_variant(STYMIE, variant);
        engine.send("position startpos");
        engine.send("go depth 6");
        let lines = engine.lines_until("bestmove", SOON, |line| line.starts_with("bestmove"));
        let thinking: Vec<&String> = lines.iter().filter(|line| line.contains(" pv ")).collect();
        assert!(!thinking.is_empty(), "{variant}: no thinking line in {lines:#?}");
        for line in thinking {
            let words: Vec<&str> = line.split(' ').collect();
            for field in ["depth", "seldepth", "score", "nodes", "nps", "hashfull", "time", "pv"] {
                assert!(words.contains(&field), "{variant}: {field} is missing in {line:?}");
            }
            let moves = line.split_once(" pv ").map(|(_, moves)| moves).unwrap_or_default();
            referee.judge(variant, "startpos", moves);
        }
    }
}

#[test]
fn a_movetime_is_used_and_kept() {
    let mut engine = Program::start_uci(STYMIE);
    engine.send("position startpos");
    let start = Instant::now();
    engine.send("go movetime 300");
    engine.best_move();
    let taken = start.elapsed();
    assert!(taken > Duration::from_millis(100), "movetime 300 took only {taken:?}");
    assert!(taken < Duration::from_millis(1500), "movetime 300 took {taken:?}");
}

#[test]
fn isready_and_stop_are_answered_at_once_during_a_search() {
    for variant in VARIANTS {
        let mut engine = Program::start_uci_variant(STYMIE, variant);
        engine.send("position startpos");
        let (mut readies, mut stops) = (Vec::new(), Vec::new());
        for _ in 0..3 {
            engine.send("go infinite");
            let start = Instant::now();
            engine.settle_uci();
            readies.push(start.elapsed());
            let start = Instant::now();
            engine.send("stop");
            engine.best_move();
            stops.push(start.elapsed());
        }
        // The quickest of a few: the machine may be busy with something else.
        assert!(readies.iter().min() < Some(&AT_ONCE), "{variant}: readyok took {readies:?}");
        assert!(stops.iter().min() < Some(&AT_ONCE), "{variant}: the stop took {stops:?}");
    }
}

#[test]
fn an_infinite_search_does_not_end_by_itself() {
    let mut engine = Program::start_uci(STYMIE);
    // Mate in one: the tree is soon searched out.
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1");
    engine.send("go infinite");
    let end = Instant::now() + Duration::from_millis(700);
    while let Some(line) = engine.next_line(end.saturating_duration_since(Instant::now())) {
        assert!(!line.starts_with("bestmove"), "bestmove before stop");
    }
    engine.send("stop");
    assert_eq!(engine.best_move(), "e1e8");
}

#[test]
fn stop_without_a_search_says_nothing() {
    let mut engine = Program::start_uci(STYMIE);
    engine.send("stop");
    assert_eq!(engine.settle_uci(), [""; 0]);
}

#[test]
fn go_without_a_position_searches_the_start_position() {
    let mut engine = Program::start_uci(STYMIE);
    engine.send("go depth 2");
    let best = engine.best_move();
    let legal = Referee::start(STYMIE).judge("chess", "startpos", "").legal;
    assert!(legal.contains(&best), "{best}");
}

#[test]
fn what_is_asked_during_a_search_is_answered_after_it() {
    let mut engine = Program::start_uci(STYMIE);
    engine.send("position startpos");
    engine.send("go infinite");
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1");
    engine.send("go depth 2");
    engine.send("isready");
    engine.lines_until("readyok", SOON, |line| line == "readyok");
    engine.send("stop");
    let legal = Referee::start(STYMIE).judge("chess", "startpos", "").legal;
    assert!(legal.contains(&engine.best_move()));
    assert_eq!(engine.best_move(), "e1e8");
}

/// Whoever says `go` waits for a move: what is wrong with it is said, and the rest done.
#[test]
fn every_go_is_answered() {
    let mut engine = Program::start_uci(STYMIE);
    for wrong in [
        "go depth 3 foo 5",
        "go wtime 1000.5 btime 1000",
        "go movestogo -1 wtime 1000 btime 1000",
        "go nodes 100 movetime",
        "go depth -3",
        "go nodes -1",
        "go wtime soon btime soon",
        "go banana",
    ] {
        engine.send(wrong);
        assert_ne!(engine.best_move(), "(none)", "{wrong}");
    }
}

#[test]
fn an_option_set_during_a_search_takes_effect_after_it() {
    let mut engine = Program::start_uci(STYMIE);
    engine.send("position startpos");
    engine.send("go infinite");
    engine.send("setoption name Hash value 2");
    engine.send("setoption name UCI_Variant value hia");
    engine.settle_uci();
    engine.send("stop");
    let best = engine.best_move();
    let mut referee = Referee::start(STYMIE);
    assert!(
        referee.judge("chess", "startpos", "").legal.contains(&best),
        "{best} is no move of chess"
    );
    engine.settle_uci();
    engine.send("go depth 1");
    let best = engine.best_move();
    assert!(referee.judge("hia", "startpos", "").legal.contains(&best), "{best} is no move of hia");
}

#[test]
fn there_is_no_best_move_where_no_move_is_legal() {
    let mut referee = Referee::start(STYMIE);
    for (variant, fen, reason) in FINISHED {
        let answer = referee.judge(variant, fen, "");
        assert_eq!((answer.reason.as_str(), answer.legal.len()), (reason, 0), "{variant} {fen}");
        let mut engine = Program::start_uci_variant(STYMIE, variant);
        engine.send(&format!("position fen {fen}"));
        engine.send("go depth 3");
        assert_eq!(engine.best_move(), "(none)", "{variant} {fen}: {reason}");
    }
}

/// Positions without a legal move, and why the game is over.
const FINISHED: [(&str, &str, &str); 7] = [
    ("chess", "4R1k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "checkmate"),
    ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
    // The check in the FEN counts: it is shak, by a rook.
    ("shatar", "k6R/7R/2K5/8/8/8/7p/8 b - - 0 1", "checkmate"),
    // A check by a pawn alone is no shak.
    ("shatar", "k7/1PK5/1P6/8/8/8/7p/8 b - - 0 1", "niol"),
    ("shatar", "k7/2N5/NK6/8/8/8/7p/8 b - - 0 1", "knight mate"),
    ("shatar", "k7/8/2K5/8/8/8/8/7J b - - 0 1", "robado"),
    ("xiangqi", "3k5/4R4/9/9/9/9/9/9/9/3RK4 b - - 0 1", "checkmate"),
];

#[test]
fn a_drawn_position_is_searched_all_the_same() {
    let back_and_forth = "g1f3 g8f6 f3g1 f6g8 ".repeat(3);
    for position in [
        format!("startpos moves {back_and_forth}"),
        "fen 4k3/8/8/8/8/8/3R4/4K3 w - - 100 80".into(),
        "fen 4k3/8/8/8/8/8/4N3/4K3 w - - 0 1".into(),
    ] {
        let mut engine = Program::start_uci(STYMIE);
        engine.send(&format!("position {position}"));
        engine.send("go depth 3");
        assert_ne!(engine.best_move(), "(none)", "{position}");
    }
}

#[test]
fn a_game_of_600_plies_is_taken() {
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(150);
    let mut engine = Program::start_uci(STYMIE);
    engine.send(&format!("position startpos moves {moves}e2e4"));
    engine.send("go depth 3");
    let best = engine.best_move();
    let answer = Referee::start(STYMIE).judge("chess", "startpos", &format!("{moves}e2e4"));
    assert!(answer.legal.contains(&best), "{best}");
    assert!(answer.fen.ends_with(" 0 301"), "{}", answer.fen);
}

#[test]
fn the_same_search_twice_counts_the_same_nodes() {
    for variant in VARIANTS {
        let mut engine = Program::start_uci_variant(STYMIE, variant);
        let counts: Vec<Option<String>> = (0..2)
            .map(|_| {
                engine.send("ucinewgame");
                engine.settle_uci();
                engine.send("position startpos");
                engine.send("go depth 6");
                let lines =
                    engine.lines_until("bestmove", SOON, |line| line.starts_with("bestmove"));
                let last = lines.iter().rfind(|line| line.contains(" nodes "))?;
                last.split_once(" nodes ")?.1.split(' ').next().map(str::to_owned)
            })
            .collect();
        assert!(counts[0].is_some(), "{variant}: no node count");
        assert_eq!(counts[0], counts[1], "{variant}");
    }
}

#[test]
fn quit_and_the_end_of_input_end_an_infinite_search_within_100_ms() {
    for dialect in ["uci", "xboard"] {
        for farewell in [Some("quit"), None] {
            let times: Vec<Duration> = (0..4).map(|_| time_to_end(dialect, farewell)).collect();
            // The quickest of a few: the machine may be busy with something else.
            let quickest = times.iter().min().copied().unwrap_or_default();
            assert!(quickest < AT_ONCE, "{dialect}, {farewell:?}: {times:?}");
        }
    }
}

/// A script's `stop` and `quit`, and the end of its input, come all at once: the move is told first.
#[test]
fn a_stopped_search_tells_its_move_before_the_end() {
    for farewell in ["stop\nquit", "stop"] {
        let mut engine = Program::start_uci_variant(STYMIE, "hia");
        engine.send("go infinite");
        engine.settle_uci();
        engine.send(farewell);
        engine.close_input();
        engine.lines_until("bestmove", SOON, |line| line.starts_with("bestmove"));
        let (_, status) = engine.wait_for_end(SOON);
        assert!(status.success(), "{farewell:?}: {status}");
    }
}

/// How long the engine takes to end after `quit`, or after the end of input, while it searches without limit.
fn time_to_end(dialect: &str, farewell: Option<&str>) -> Duration {
    let mut engine;
    if dialect == "uci" {
        engine = Program::start_uci_variant(STYMIE, "hiashatar");
        engine.send("position startpos");
        engine.send("go infinite");
        engine.settle_uci();
    } else {
        engine = Program::start_xboard_variant(STYMIE, "hiashatar");
        engine.send("level 0 60 0");
        engine.send("go");
        engine.settle_xboard();
    }
    let start = Instant::now();
    match farewell {
        Some(word) => engine.send(word),
        None => engine.close_input(),
    }
    let (_, status) = engine.wait_for_end(SOON);
    assert!(status.success(), "{dialect}, {farewell:?}: {status}");
    start.elapsed()
}

#[test]
fn the_best_moves_of_every_variant_have_a_line_each() {
    for variant in VARIANTS {
        let mut engine = Program::start_uci_variant(STYMIE, variant);
        engine.send("setoption name MultiPV value 3");
        engine.send("position startpos");
        engine.send("go depth 4");
        let lines = engine.lines_until("bestmove", SOON, |line| line.starts_with("bestmove"));
        let heads: Vec<&str> = lines
            .iter()
            .filter(|line| line.starts_with("info depth 4 ") && !line.contains("bound"))
            .filter_map(|line| line.split_once(" pv ")?.1.split(' ').next())
            .collect();
        let [first, second, third] = heads[..] else { panic!("{variant}: {lines:#?}") };
        assert!(first != second && second != third && third != first, "{variant}: {heads:?}");
        let best = lines.last().map(String::as_str).unwrap_or_default();
        assert!(best.starts_with(&format!("bestmove {first}")), "{variant}: {lines:#?}");
    }
}

#[test]
fn only_the_moves_named_are_searched() {
    let mut engine = Program::start_uci(STYMIE);
    engine.send("go depth 5 searchmoves a2a3 h2h4");
    let best = engine.best_move();
    assert!(["a2a3", "h2h4"].contains(&best.as_str()), "{best}");
}

#[test]
fn a_mate_that_was_asked_for_ends_the_search() {
    let mut engine = Program::start_uci(STYMIE);
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1");
    engine.send("go mate 1");
    assert_eq!(engine.best_move(), "e1e8");
}

#[test]
fn pondering_lasts_until_the_hit_and_then_keeps_its_limits() {
    for limit in ["depth 3", "wtime 1000 btime 1000", "movetime 100", "nodes 100"] {
        let mut engine = Program::start_uci(STYMIE);
        engine.send("position startpos moves e2e4 e7e5");
        engine.send(&format!("go ponder {limit}"));
        let end = Instant::now() + Duration::from_millis(400);
        while let Some(line) = engine.next_line(end.saturating_duration_since(Instant::now())) {
            assert!(!line.starts_with("bestmove"), "{limit}: bestmove before the hit");
        }
        engine.send("ponderhit");
        engine.best_move();
    }
}
