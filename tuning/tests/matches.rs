//! Matches through `stymie-tune match`: our own engine in both protocols, engines that misbehave,
//! arguments that make no sense. The scripted engines need a shell.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use stymie_movegen::VariantId;

/// A finished run of the program.
struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    /// How often the fault is counted for that engine.
    #[track_caller]
    fn count(&self, engine: &str, fault: &str) -> u32 {
        let start = format!("Faults of {engine}: ");
        let line = self.out.lines().find_map(|line| line.strip_prefix(&start));
        let line = line.unwrap_or_else(|| panic!("no '{start}' in {}{}", self.out, self.err));
        let count = line.split(", ").find_map(|part| part.strip_prefix(&format!("{fault} ")));
        count.and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("{fault}: {line}"))
    }

    /// All faults of both engines.
    fn faults(&self) -> u32 {
        let lines = self.out.lines().filter(|line| line.starts_with("Faults of "));
        let words = lines.flat_map(|line| line.split([' ', ',']));
        words.filter_map(|word| word.parse::<u32>().ok()).sum()
    }

    #[track_caller]
    fn has(&self, text: &str) {
        assert!(self.out.contains(text), "no '{text}' in {}{}", self.out, self.err);
    }
}

/// Runs a match; the words are split at blanks.
fn play(line: &str) -> Run {
    let program = env!("CARGO_BIN_EXE_stymie-tune");
    let words = line.split_whitespace();
    let output = Command::new(program).arg("match").args(words).output().expect("it runs");
    let Output { status, stdout, stderr } = output;
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Run { code: status.code(), out: text(stdout), err: text(stderr) }
}

/// The engine, which cargo builds beside us with the whole workspace.
fn stymie() -> String {
    let path = Path::new(env!("CARGO_BIN_EXE_stymie-tune")).with_file_name("stymie");
    assert!(path.exists(), "{} is missing: cargo build --bin stymie", path.display());
    path.display().to_string()
}

/// A scripted engine with its arguments, as words of a group.
fn script(protocol: &str, arguments: &str) -> String {
    let path = format!("{}/tests/scripts/{protocol}.sh", env!("CARGO_MANIFEST_DIR"));
    let mut group = format!("-engine name=script proto={protocol} cmd=sh arg={path}");
    for argument in arguments.split(' ') {
        group += &format!(" arg={argument}");
    }
    group
}

/// A file of this test's, not there yet.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// A PGN without what differs from day to day and from run to run.
fn timeless(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("games");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut parts = text.split(" {");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once('}').map_or(part, |(_, rest)| rest))
}

#[test]
fn our_engine_plays_every_variant_in_both_protocols() {
    let engine = stymie();
    for variant in VariantId::ALL {
        let file = fresh(&format!("{variant}.pgn"));
        let run = play(&format!(
            "-engine name=U cmd={engine} -engine name=X cmd={engine} proto=xboard \
             -each depth=2 option.Hash=1 -variant {variant} -rounds 1 -repeat -concurrency 2 \
             -srand 7 -pgnout {}",
            file.display()
        ));
        assert_eq!((run.code, run.faults()), (Some(0), 0), "{variant}: {}{}", run.out, run.err);
        run.has(&format!("Score of U vs X in {variant}: "));
        let games = std::fs::read_to_string(&file).expect("games");
        assert_eq!(games.matches("[Termination \"normal\"]").count(), 2, "{games}");
        // Their moves can be read, and are legal.
        let again = play(&format!(
            "-engine proto=internal name=A -engine proto=internal name=B -each depth=1 \
             -variant {variant} -games 2 -openings file={} plies=20 order=sequential",
            file.display()
        ));
        assert_eq!((again.code, again.faults()), (Some(0), 0), "{}{}", again.out, again.err);
    }
}

#[test]
fn clocks_and_times_for_a_move_are_obeyed_in_both_protocols() {
    let engine = stymie();
    for limit in ["tc=20/0.5+0.01", "st=0.02"] {
        let run = play(&format!(
            "-engine name=U cmd={engine} -engine name=X cmd={engine} proto=xboard -each {limit} \
             -variant hia -games 2 -maxmoves 30 -timemargin 10000"
        ));
        assert_eq!((run.code, run.faults()), (Some(0), 0), "{limit}: {}{}", run.out, run.err);
    }
}

#[test]
fn every_fault_is_counted_under_its_name() {
    for (protocol, does, fault) in [
        ("uci", "illegal", "illegal move"),
        ("uci", "nothing", "false claim"),
        ("uci", "crash", "crash"),
        ("uci", "hang", "hang"),
        ("uci", "late", "time loss"),
        ("xboard", "illegal", "illegal move"),
        ("xboard", "win", "false claim"),
        ("xboard", "draw", "false claim"),
        ("xboard", "doubt", "false claim"),
        ("xboard", "crash", "crash"),
        ("xboard", "hang", "hang"),
        ("xboard", "late", "time loss"),
    ] {
        let file = fresh(&format!("{protocol}-{does}.pgn"));
        // A hang is told from slowness by patience, which a loaded machine must not exhaust.
        let patience = if fault == "hang" { 1 } else { 60 };
        let run = play(&format!(
            "{} tc=0.2 -engine proto=internal name=good nodes=50 -variant hia -games 2 -recover \
             -openings plies=0 \
             -patience {patience} -pgnout {}",
            script(protocol, does),
            file.display()
        ));
        // A claim of the own loss is believed: `win` claims it with one of the colours.
        let gaps = run.count("script", "time loss in a runner gap");
        if fault == "time loss" && gaps > 0 {
            continue; // The machine is too busy to tell.
        }
        let count = run.count("script", fault);
        assert_eq!(run.faults(), count, "{protocol} {does}: {}", run.out);
        let expected = if does == "win" { 1 } else { 2 };
        assert_eq!((run.code, count), (Some(0), expected), "{protocol} {does}: {}", run.out);
        run.has("Score of script vs good in hia: 0 - 2 - 0  [0.000] 2");
        let games = std::fs::read_to_string(&file).expect("games");
        assert!(games.contains(&format!("loses: {fault}")), "{games}");
        assert!(games.contains("[TerminationDetails \""), "{games}");
    }
}

#[test]
fn a_resignation_is_no_fault() {
    let run = play(&format!(
        "{} depth=1 -engine proto=internal name=good nodes=50 -variant hia -games 2",
        script("xboard", "resign")
    ));
    assert_eq!((run.code, run.faults()), (Some(0), 0), "{}", run.out);
    run.has("Ended by: resignation 2");
}

#[test]
fn without_recover_a_crash_ends_the_match() {
    let good = "-engine proto=internal name=good nodes=50 -games 2";
    let run = play(&format!("{} tc=1 {good}", script("uci", "crash")));
    assert_eq!((run.code, run.count("script", "crash")), (Some(1), 1));
    assert!(run.err.contains("script: crash: ended (exit status: 3)"), "{}", run.err);
    let run = play(&format!("-engine cmd=/no/such/engine tc=1 {good}"));
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("cannot start '/no/such/engine'"), "{}", run.err);
}

#[test]
fn an_engine_that_cannot_play_the_match_is_named() {
    let good = "-engine proto=internal name=good nodes=50 -games 2";
    let positions = fresh("positions.epd");
    let line = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n";
    std::fs::write(&positions, line).expect("a file");
    let positions = format!("-openings file={}", positions.display());
    for (engine, rest, named) in [
        (script("uci", "late"), "-variant xiangqi", "script does not play xiangqi"),
        (script("xboard", "late"), "-variant xiangqi", "script does not play xiangqi"),
        (script("uci", "late option.Depth=1"), "", "script has no option 'Depth'"),
        (script("xboard", "late option.Hash=1"), "", "script has no option 'Hash'"),
        (script("xboard", "late"), &positions, "script cannot set up positions"),
    ] {
        let engine = engine.replace("arg=option", "option");
        let run = play(&format!("{engine} tc=1 {good} {rest}"));
        assert_eq!(run.code, Some(1), "{}", run.err);
        assert!(run.err.contains(named), "{named}: {}", run.err);
    }
}

#[test]
fn a_network_reaches_its_engine_or_ends_the_match() {
    let network = |name: &str| format!("{}/../eval/nets/{name}", env!("CARGO_MANIFEST_DIR"));
    let other = "-engine proto=internal name=other nodes=50 -games 2 -variant hia";
    for (protocol, limit) in [("uci", "nodes=50"), ("xboard", "depth=1")] {
        let engine = format!("-engine name=ours cmd={} proto={protocol} {limit}", stymie());
        let run = play(&format!("{engine} {other}"));
        assert_eq!((run.code, run.faults()), (Some(0), 0), "{}{}", run.out, run.err);
        let fine = play(&format!("{engine} option.EvalFile={} {other}", network("hia.nnue")));
        assert_eq!((fine.code, fine.faults()), (Some(0), 0), "{}{}", fine.out, fine.err);
        let wrong = play(&format!("{engine} option.EvalFile={} {other}", network("shatar.nnue")));
        assert_eq!(wrong.code, Some(1), "{}", wrong.out);
        let named = "it is a network for 'shatar', not for 'hia'";
        assert!(wrong.err.contains(named) && wrong.err.lines().count() == 1, "{}", wrong.err);
    }
}

#[test]
fn an_xboard_engine_gets_what_its_features_ask_for() {
    let heard = |features: &str| {
        let log = fresh("heard.txt");
        let engine = script("xboard", &format!("resign {features} {}", log.display()));
        let run = play(&format!(
            "{engine} tc=90.5+0.1 -engine proto=internal name=good nodes=50 -variant chess \
             -games 2 -openings plies=3"
        ));
        assert_eq!((run.code, run.faults()), (Some(0), 0), "{}{}", run.out, run.err);
        std::fs::read_to_string(&log).expect("a log")
    };
    let plain = heard("colors=0");
    for line in ["level 0 1:31 0.1", "force", "accepted ping", "time 9050", "post", "easy"] {
        assert!(plain.lines().any(|heard| heard == line), "{line}: {plain}");
    }
    for word in ["usermove", "setboard", "memory", "variant"] {
        assert!(!plain.lines().any(|heard| heard.starts_with(word)), "{plain}");
    }
    assert_eq!(plain.matches("protover").count(), 1, "the process is kept");
    let other = heard("reuse=0,usermove=1,san=1,time=0,colors=1");
    assert_eq!(other.matches("protover").count(), 2, "a process for every game");
    let moves: Vec<&str> =
        other.lines().filter_map(|heard| heard.strip_prefix("usermove ")).collect();
    let is_square = |text: &str| text.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    let coordinates = |mv: &&str| mv.len() == 4 && is_square(mv) && is_square(&mv[2..]);
    assert!(moves.len() > 5 && !moves.iter().any(coordinates), "{moves:?}");
    assert!(other.contains("black\ngo\n") && other.contains("white\ngo\n"), "{other}");
    assert!(!other.contains("time "), "{other}");
}

#[test]
fn the_seed_decides_the_games_whatever_is_played_at_once() {
    let games = |concurrency, name| {
        let file = fresh(name);
        let run = play(&format!(
            "-engine proto=internal name=A nodes=300 -engine proto=internal name=B nodes=200 \
             eval=material -variant hia -games 6 -srand 4 -concurrency {concurrency} -pgnout {}",
            file.display()
        ));
        assert_eq!(run.code, Some(0), "{}", run.err);
        (timeless(&file), run.out.lines().next().unwrap_or_default().to_owned())
    };
    assert_eq!(games(1, "one.pgn"), games(3, "three.pgn"));
}

#[test]
fn a_sequential_test_ends_the_match() {
    let run = play(
        "-engine proto=internal name=A nodes=1500 -engine proto=internal name=B nodes=30 \
         eval=material -variant shatar -games 400 -sprt elo0=0 elo1=200 alpha=0.05 beta=0.05 \
         -draw movenumber=60 movecount=8 score=10 -resign movecount=3 score=900",
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    run.has(" - H1 was accepted");
    run.has("adjudication");
    let score = run.out.lines().next().unwrap_or_default();
    let games: u32 = score.rsplit(' ').next().and_then(|text| text.parse().ok()).expect(score);
    assert!(games < 400, "{score}");
}

#[test]
fn arguments_that_make_no_sense_are_named_in_one_line() {
    let two = "-engine proto=internal name=A nodes=9 -engine proto=internal name=B nodes=9";
    for (line, named) in [
        ("", "--engine"),
        ("-engine proto=internal nodes=1", "not 1"),
        (&format!("{two} -variant checkers"), "'checkers'"),
        (&format!("{two} -colour red"), "--colour"),
        (&format!("{two} -games some"), "'some'"),
        (&format!("{two} -games 0"), "0 games"),
        (&format!("{two} -each nodes"), "'nodes'"),
        (&format!("{two} -each speed=9"), "'speed'"),
        (&format!("{two} -draw score=x"), "'score=x'"),
        (&format!("{two} -resign number=1"), "'number'"),
        (&format!("{two} -sprt elo0=5 elo1=0"), "'elo0=5 elo1=0'"),
        (&format!("{two} -openings order=up"), "'order=up'"),
        (&format!("{two} -repeat 3"), "3"),
        (&format!("{two} -patience never"), "'never'"),
    ] {
        let run = play(line);
        assert_eq!(run.code, Some(2), "{line}: {}{}", run.out, run.err);
        assert!(run.err.contains(named), "{named}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        assert!(run.out.is_empty(), "{}", run.out);
    }
    let bad = [
        ("-each option.Hash=x", "'option.Hash=x'"),
        ("-each param.nosuch=1", "'param.nosuch=1'"),
        ("-openings file=/no/such/file", "/no/such/file"),
    ];
    for (line, named) in bad {
        let run = play(&format!("{two} {line}"));
        assert_eq!(run.code, Some(1), "{line}");
        assert!(run.err.contains(named) && run.err.lines().count() == 1, "{}", run.err);
    }
}
