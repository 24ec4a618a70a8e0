//! The board in the browser, in a real headless Chromium.

mod browser;
mod socket;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use stymie_tests::{Program, SOON};

use browser::Browser;
use socket::Socket;

const STYMIE: &str = env!("CARGO_BIN_EXE_stymie");

/// A whole game: both sides' adjustment, a castling, a promotion, mate.
const HIA: &str = "e2e4 c7c6 h1g3 d8b6 g1f1 g7g5 f1b5 b6d8 g1f1 c8b8 f1e2 f8h6 e1h1 b7b6 b5a6 b8d6 \
                   e4e5 d6b4 c2c3 c6c5 c3b4 h6g7 b4c5 d8c7 c5b6 g7f8 b6c7 a8b8 c7b8q f8h6 b8c8";

/// A whole game of xiangqi.
const XIANGQI: &str = "b3e3 h8h4 b1c3 a7a6 a1b1 f10e9 b1b8 g10i8 e3e7 e9f8 h3e3 a10a7 e7a7 d10e9 \
                       b8b10 h4h9 b10c10";

/// A served board.
struct Board {
    _program: Program,
    address: String,
}

impl Board {
    fn serve(variant: &str) -> Board {
        let mut program = Program::start(STYMIE, &["board", variant, "--port", "0"]);
        let line = program.wait_for("Stymie's board:");
        let address = line.rsplit(' ').next().unwrap_or_default().to_owned();
        Board { _program: program, address }
    }

    fn host(&self) -> &str {
        self.address.trim_start_matches("http://").trim_end_matches('/')
    }

    /// The answer to a bare request: its head and body.
    fn request(&self, path: &str, headers: &str) -> String {
        let mut stream = TcpStream::connect(self.host()).expect("the server listens");
        let request = format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("the server reads");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer
    }

    /// How many tabs are open and how many searches run.
    fn status(&self) -> (u64, u64) {
        let answer = self.request("/status", &format!("Host: {}\r\n", self.host()));
        let body = answer.rsplit("\r\n\r\n").next().unwrap_or_default();
        let status: Value = serde_json::from_str(body).unwrap_or_default();
        let number = |name: &str| status[name].as_u64().unwrap_or(u64::MAX);
        (number("tabs"), number("searches"))
    }

    /// Waits until so many tabs are open and so many searches run; how long it took.
    #[track_caller]
    fn wait_for_status(&self, wanted: (u64, u64)) -> Duration {
        let begin = Instant::now();
        while self.status() != wanted {
            assert!(begin.elapsed() < SOON, "{:?} instead of {wanted:?}", self.status());
            thread::sleep(Duration::from_millis(5));
        }
        begin.elapsed()
    }
}

/// From and to of a move in UCI.
fn squares(uci: &str) -> (&str, &str) {
    let second = uci[1..].find(|c: char| c.is_ascii_lowercase()).map_or(2, |at| at + 1);
    let rest = &uci[second..];
    let end = rest[1..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |at| at + 1);
    (&uci[..second], &rest[..end])
}

/// Plays a whole game at a board for two.
fn play_out(browser: &Browser, game: &str) {
    browser.choose("#seats", "both");
    browser.wait_until(
        "both sides are ours",
        "return document.querySelector('#seats').value === 'both'",
    );
    for (i, mv) in game.split_whitespace().enumerate() {
        let (from, to) = squares(mv);
        if mv.ends_with('q') {
            browser.click(from);
            browser.click(to);
            browser.wait_until(
                "it is asked what becomes of the pawn",
                "return document.querySelector('#promotion').open",
            );
            browser.press("#promotion [aria-label=queen]");
            browser.wait_for_move(i + 1);
        } else {
            browser.play(from, to, i + 1);
        }
    }
}

/// The squares that are tinted.
fn tinted(browser: &Browser) -> Vec<String> {
    let script =
        "return [...document.querySelectorAll('.zone')].map(one => one.dataset.square).sort()";
    serde_json::from_value(browser.script(script)).unwrap_or_default()
}

#[track_caller]
fn assert_silent(browser: &Browser) {
    assert_eq!(browser.console(), Vec::<String>::new());
}

#[test]
#[ignore = "needs chromium, chromedriver"]
fn a_game_of_hia_is_played_to_its_end_by_clicks() {
    let board = Board::serve("hia");
    let browser = Browser::open(&board.address, 1280, 900);
    // The person plays White: Black's Hia on f8 guards what is around it.
    assert_eq!(tinted(&browser), ["e7", "e8", "f7", "g7", "g8"]);
    play_out(&browser, HIA);
    assert_eq!(browser.text("#status"), "1-0 · White wins: checkmate");
    // Undo brings the game back to life; two steps back and on again are only looks.
    browser.keys("u");
    browser.wait_for_move(30);
    assert_eq!(browser.text("#status"), "White to move");
    assert_eq!(tinted(&browser), ["g5", "g6", "g7", "h5", "h7", "i5", "i6", "i7"]);
    browser.keys("\u{e012}\u{e012}"); // left, left
    browser.wait_for_move(28);
    assert!(browser.text("#status").starts_with("Looking back"));
    browser.press("#first");
    browser.wait_for_move(0);
    browser.keys("\u{e010}"); // End
    browser.wait_for_move(30);
    browser.play("b8", "c8", 31);
    assert_silent(&browser);
}

#[test]
#[ignore = "needs chromium, chromedriver"]
fn a_game_of_xiangqi_is_played_to_its_end_by_clicks() {
    let board = Board::serve("xiangqi");
    let browser = Browser::open(&board.address, 1280, 900);
    play_out(&browser, XIANGQI);
    assert_eq!(browser.text("#status"), "1-0 · Red wins: checkmate");
    browser.choose("#style", "figures");
    assert_eq!(browser.script("return document.body.className"), json!("figures"));
    let image = "return getComputedStyle(document.querySelector('piece.k-piece')).backgroundImage.slice(0, 24)";
    assert_eq!(browser.script(image), json!("url(\"data:image/svg+xml,"));
    browser.keys("f");
    let turned = "return document.querySelector('#board').classList.contains('orientation-black')";
    browser.wait_until("the board is turned", turned);
    assert_silent(&browser);
}

#[test]
#[ignore = "needs chromium, chromedriver"]
fn one_sees_why_a_slider_stops() {
    let board = Board::serve("hia");
    let browser = Browser::open(&board.address, 1280, 900);
    browser.press("#text summary");
    browser.type_into("#given", "4k4/9/6h2/R8/9/9/P8/K8 w - - 0 1");
    browser.press("#load");
    browser.wait_until(
        "the position is there",
        "return document.querySelector('#fen').value.startsWith('4k4')",
    );
    browser.point_at("a5");
    let seen = |css: &str| format!("return document.querySelector({}) !== null", json!(css));
    browser.wait_until("the brake is drawn", &seen(".brake[data-square=f5]"));
    browser.wait_until("the guard is marked", &seen(".guard[data-square=g6]"));
    browser.click("a5");
    let dots = "return document.querySelectorAll('square.move-dest').length";
    // Up to a8, down to a3, and right up to the zone's edge on f5.
    browser.wait_until("the targets are dots", &format!("{dots} === 10"));
    browser.keys("\u{e00c}"); // Escape
    browser.wait_until("the rook is let go of", &format!("{dots} === 0"));
    assert_silent(&browser);
}

#[test]
#[ignore = "needs chromium, chromedriver"]
fn the_engine_answers_is_taken_back_and_analyses() {
    let board = Board::serve("shatar");
    let browser = Browser::open(&board.address, 1280, 900);
    browser.choose("#level", r#"{"by":"depth","amount":1}"#);
    browser.click("g1");
    browser.click("f3");
    browser.wait_for_move(2);
    browser.press("#undo");
    browser.wait_for_move(0);
    browser.type_into("#move", "Nf3\n");
    browser.wait_for_move(2);
    browser.choose("#lines", "5");
    browser.press("#analyse");
    browser.wait_until(
        "five lines are shown",
        "return document.querySelectorAll('#found li').length === 5",
    );
    browser.wait_until(
        "the bar is filled",
        "return !document.querySelector('#bar').classList.contains('unknown')",
    );
    browser.keys(" ");
    browser.wait_for_move(4);
    browser.press("#resign");
    browser.wait_until(
        "the game is over",
        "return document.querySelector('#status').textContent === '0-1 · White resigns'",
    );
    // A reload does not lose the game.
    browser.visit(&board.address);
    browser.wait_for_move(4);
    assert_silent(&browser);
}

#[test]
#[ignore = "needs chromium, chromedriver"]
fn a_position_is_set_up_by_hand() {
    let board = Board::serve("hiashatar-modern");
    let browser = Browser::open(&board.address, 1280, 1100);
    browser.choose("#seats", "both");
    browser.press("#setup summary");
    browser.press("#clear");
    let put = |piece: &str, square: &str| {
        browser.press(&format!("#palette [data-brush='{piece}']"));
        browser.click(square);
    };
    put("white k-piece", "e1");
    put("white p-piece", "j9");
    put("white h-piece", "c4");
    browser.press("#accept");
    browser.wait_until("it is refused", "return !document.querySelector('#complaint').hidden");
    assert!(browser.text("#complaint").contains("kings"), "{}", browser.text("#complaint"));
    put("black k-piece", "b7");
    browser.press("#accept");
    let placement = "10/9P/10/1k8/10/10/2H7/10/10/4K5 w - - 0 1";
    let there = format!("return document.querySelector('#fen').value === {}", json!(placement));
    browser.wait_until("it is played", &there);
    browser.play("j9", "j10", 1);
    assert_eq!(browser.fen(), "9Q/10/10/1k8/10/10/2H7/10/10/4K5 b - - 0 1");
    assert_silent(&browser);
}

#[test]
#[ignore = "needs chromium, chromedriver"]
fn tabs_have_their_own_games_and_a_closed_one_stops_its_search() {
    let board = Board::serve("chess");
    let browser = Browser::open(&board.address, 1280, 900);
    browser.choose("#seats", "both");
    browser.play("e2", "e4", 1);
    let first = browser.open_tab(&board.address);
    browser.wait_for_move(0);
    browser.choose("#seats", "both");
    browser.press("#analyse");
    board.wait_for_status((2, 1));
    browser.close_tab(first);
    let taken = board.wait_for_status((1, 0));
    println!("a closed tab's search has stopped after {taken:?}");
    browser.wait_for_move(1);
    // Nonsense is refused, in one line, and the game goes on.
    browser.script(
        "window.answers = [];
         const socket = new WebSocket(`ws://${location.host}/socket`);
         socket.onmessage = event => window.answers.push(JSON.parse(event.data));
         socket.onopen = () => ['nonsense', '{\"do\":\"dance\"}', '{\"do\":\"play\",\"mv\":\"e9e9\"}']
             .forEach(text => socket.send(text));",
    );
    let refused = "return window.answers.filter(one => one.tell === 'refused' && !one.why.includes('\\n')).length === 3";
    browser.wait_until("nonsense is refused", refused);
    browser.play("e7", "e5", 2);
    assert_silent(&browser);
}

#[test]
#[ignore = "needs chromium, chromedriver"]
fn it_can_be_read_on_a_phone() {
    let board = Board::serve("hiashatar");
    let browser = Browser::open(&board.address, 360, 740);
    for variant in ["hiashatar", "xiangqi", "hia"] {
        browser.choose("#variant", variant);
        let shown = format!("return document.querySelector('#variant').value === '{variant}'");
        browser.wait_until("the board is there", &shown);
        let fits = "return document.documentElement.scrollWidth <= 360
            && document.querySelector('cg-board').getBoundingClientRect().width >= 330";
        assert_eq!(browser.script(fits), json!(true), "{variant}");
    }
    assert_silent(&browser);
}

/// A scroll bar takes some of the window's width.
#[test]
#[ignore = "needs chromium, chromedriver"]
fn nothing_overlaps_beside_a_scroll_bar() {
    let board = Board::serve("hia");
    for width in [1280, 1024, 900] {
        let browser = Browser::open(&board.address, width, 900);
        let apart = "document.body.style.width = 'calc(100vw - 15px)';
            const place = css => document.querySelector(css).getBoundingClientRect();
            return ['#board', '#resign'].every(css => place(css).right < place('aside').left)";
        assert_eq!(browser.script(apart), json!(true), "{width}");
    }
}

/// What has the focus is what keys act on.
#[test]
#[ignore = "needs chromium, chromedriver"]
fn keys_lead_to_the_board_from_everywhere() {
    let board = Board::serve("hia");
    let browser = Browser::open(&board.address, 1280, 900);
    browser.choose("#seats", "both");
    browser.keys("?");
    browser.wait_until("help is there", "return document.querySelector('#guide').open");
    browser.type_into(":focus", "\u{e007}"); // Enter
    browser.wait_until("help is gone", "return !document.querySelector('#guide').open");
    browser.keys("/");
    browser.type_into(":focus", "e2e4\u{e007}\u{e00c}"); // Enter, Escape
    browser.wait_for_move(1);
    browser.wait_until("the field is left", "return document.activeElement === document.body");
    assert_silent(&browser);
}

#[test]
fn other_sites_cannot_drive_the_board() {
    let board = Board::serve("hia");
    let host = board.host();
    let upgrade = "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let page = board.request("/", &format!("Host: {host}\r\n"));
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("Stymie"), "{page}");
    for (path, headers) in [
        ("/", "Host: evil.example\r\n".to_owned()),
        ("/", String::new()),
        ("/socket", format!("Host: evil.example\r\n{upgrade}")),
        ("/socket", format!("Host: {host}\r\nOrigin: http://evil.example\r\n{upgrade}")),
    ] {
        let answer = board.request(path, &headers);
        let refused =
            ["HTTP/1.1 403", "HTTP/1.1 400"].iter().any(|status| answer.starts_with(status));
        assert!(refused, "{path} {headers:?}: {answer}");
    }
    assert!(
        board.request("/../Cargo.toml", &format!("Host: {host}\r\n")).starts_with("HTTP/1.1 404")
    );
    assert_eq!(board.status(), (0, 0));
}

#[test]
fn a_message_that_is_too_long_is_refused_with_the_reason() {
    let board = Board::serve("hia");
    let mut socket = Socket::open(board.host());
    let long = |bytes: usize| format!(r#"{{"do":"play","mv":"{}"}}"#, "x".repeat(bytes));
    socket.say(&long(300_000));
    let why = socket.refusal();
    assert!(why.contains("300021 bytes") && why.contains("262144"), "{why}");
    // It is still open, and says in plain words what else is wrong.
    socket.say(r#"{"do":"dance"}"#);
    assert_eq!(socket.refusal(), "there is no request 'dance'");
    socket.say(&long(9 << 20));
    let why = socket.farewell();
    assert!(why.contains("at most 8 MiB"), "{why}");
    board.wait_for_status((0, 0));
}
