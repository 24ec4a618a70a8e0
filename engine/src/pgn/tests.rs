//! Games written, read back, and read as others write them.

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stymie_movegen::{Color, Game, MoveKind, Reading, VariantId, open};

use super::*;

mod fuzz;

/// A game of so many random moves, or fewer if it ends.
fn random_game(variant: VariantId, fen: Option<&str>, plies: usize, seed: u64) -> Box<dyn Game> {
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let mut game = open(variant);
    if let Some(fen) = fen {
        game.set_fen(fen, Reading::Strict).expect("a position");
    }
    for _ in 0..plies {
        let moves = game.legal_moves();
        if moves.is_empty() || game.outcome().is_some() {
            break;
        }
        // Castlings and the like are rare among all moves.
        let rare =
            moves.iter().find(|mv| !matches!(mv.kind(), MoveKind::Normal | MoveKind::MultiStep));
        let any = moves[generator.random_range(0..moves.len())];
        game.play(rare.copied().filter(|_| generator.random_range(0..3) == 0).unwrap_or(any));
    }
    game
}

fn written(game: &dyn Game, comments: &[String]) -> String {
    let record = Record {
        game,
        ending: game.outcome().map_or(Ending::Resignation(Color::White), Ending::Rules),
        event: "a \"test\" \\",
        date: Date::from_days(20_000),
        round: Some(1),
        white: "Ä {",
        black: "]",
        tags: &[("Note", "[".to_owned())],
        comments,
    };
    record.to_string()
}

/// The only game of a text, in UCI.
fn moves_of(text: &str, variant: Option<VariantId>) -> Result<Vec<String>, String> {
    let text = decode(text.as_bytes());
    let mut games = read(&text, variant);
    let recorded = games.next().ok_or("no game")?.map_err(|error| error.to_string())?;
    if games.next().is_some() {
        return Err("several games".to_owned());
    }
    Ok(in_uci(&*recorded.game))
}

fn in_uci(game: &dyn Game) -> Vec<String> {
    game.moves().iter().map(|&mv| game.to_uci(mv)).collect()
}

fn data(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/data/pgn").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn what_is_written_is_read_back() {
    for variant in VariantId::ALL {
        let mut text = String::new();
        let mut games = Vec::new();
        let middle = random_game(variant, None, 31, 7).fen();
        for (seed, plies) in [0, 1, 2, 3, 40, 200, 400].into_iter().enumerate() {
            for fen in [None, Some(middle.as_str())] {
                let game = random_game(variant, fen, plies, seed as u64);
                let comments: Vec<String> = (0..game.moves().len())
                    .map(|i| ["", "a", "1. e4 (b) ;"][i % 3].to_owned())
                    .collect();
                text += &written(&*game, &comments);
                games.push((game, comments));
            }
        }
        // The tag alone says which variant it is.
        let back: Vec<Recorded> = read(&text, None)
            .collect::<Result<_, _>>()
            .unwrap_or_else(|e| panic!("{variant}: {e}"));
        assert_eq!(back.len(), games.len(), "{variant}");
        for (recorded, (game, comments)) in back.iter().zip(&games) {
            assert_eq!(recorded.game.variant(), variant);
            assert_eq!(recorded.game.initial_fen(), game.initial_fen(), "{variant}");
            assert_eq!(recorded.game.moves(), game.moves(), "{variant}");
            let ending = game.outcome().map_or(Ending::Resignation(Color::White), Ending::Rules);
            assert_eq!(recorded.result, ending.score(), "{variant}");
            let mut expected = vec![String::new()];
            expected.extend_from_slice(comments);
            let last = expected.last_mut().expect("one at least");
            *last = format!("{last} {}", ending.in_words(&**game)).trim().to_owned();
            assert_eq!(recorded.comments, expected, "{variant}");
            assert_eq!(recorded.tag("event"), Some("a \"test\" \\"));
            assert_eq!(recorded.tag("White"), Some("Ä {"));
            assert_eq!(recorded.tag("Note"), Some("["));
        }
    }
}

#[test]
fn uci_moves_are_read_in_every_variant() {
    for variant in VariantId::ALL {
        let game = random_game(variant, None, 150, 3);
        let expected = in_uci(&*game);
        assert_eq!(moves_of(&expected.join(" "), Some(variant)), Ok(expected), "{variant}");
    }
}

#[test]
fn games_that_xboard_has_written_are_read() {
    let table = data("xboard-moves.tsv");
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let mut variants = Vec::new();
    for (name, moves) in rows.filter_map(|row| row.split_once('\t')) {
        variants.push(name.parse::<VariantId>().expect("a variant"));
        let expected: Vec<String> = moves.split(' ').map(str::to_owned).collect();
        assert_eq!(moves_of(&data(&format!("xboard-{name}.pgn")), None), Ok(expected), "{name}");
    }
    variants.sort();
    let mut all = VariantId::ALL;
    all.sort();
    assert_eq!(variants, all);
}

#[test]
fn moves_are_read_as_others_spell_them() {
    let castling = "r3k3r/ppppppppp/9/9/9/9/PPPPPPPPP/R3K3R w AIai - 0 1";
    let promotion = "8k/4P4/9/9/9/9/9/K8 w - - 0 1";
    let shatar = "3r3k/4P3/8/8/8/8/8/K5R1 w - - 0 1";
    let front = "3k5/9/9/9/9/2H6/9/2H6/9/5K3 w - - 0 1";
    use VariantId::{Bodyguard, Chess, Hia, Hiashatar, Modern, Shatar, Xiangqi};
    let cases: [(VariantId, &str, &[&str], &str); 21] = [
        (
            Hia,
            castling,
            &["Kxa1-b1", "O-Ob", "O-O-O", "0-0-0", "e1b1", "e1b1,a1c1", "e1-b1"],
            "e1b1",
        ),
        (Hia, castling, &["Kxi1-h1", "Kxi1–h1!?", "O-Oh", "O-O", "e1h1,i1g1"], "e1h1"),
        (Hia, "", &["Bxd1", "Bc<=>H", "Bcxd1", "Bc1xd1", "Bc1d1", "c1d1"], "c1d1"),
        (Hia, promotion, &["e8=H", "e8H", "e8/H", "e7e8h", "e7-e8=H", "E7E8H"], "e7e8h"),
        (Hia, "", &["Ng3", "Nhg3", "N1g3", "h1g3", "H1-G3", "Nh1-g3!"], "h1g3"),
        (Bodyguard, "", &["Wc4", "Wb1-c4", "Wbc4"], "b1c4"),
        (Modern, "", &["Ng3", "Nhg3", "h1g3"], "h1g3"),
        (Shatar, shatar, &["e8", "e8=J", "e8J"], "e7e8j"),
        (Shatar, shatar, &["exd8", "exd8=J", "e7xd8=J"], "e7d8j"),
        (Chess, "", &["e4", "e2e4", "e2-e4", "E2-E4", "Pe4", "e4!?"], "e2e4"),
        (Hiashatar, "", &["a3", "a2", "a2a3"], "a2a3"),
        (Xiangqi, "", &["C2=5", "C2.5", "h3e3", "h2e2", "H2-E2", "h2-e2", "Che3", "Che2"], "h3e3"),
        (Xiangqi, "", &["炮二平五", "砲２平５", "包2平5"], "h3e3"),
        (
            Xiangqi,
            "",
            &["H8+7", "b1c3", "b0c2", "B0-C2", "Hc2", "Hc3", "馬八進七", "马八进七"],
            "b1c3",
        ),
        (Xiangqi, "", &["c5", "c4", "P7+1", "c4c5", "c3c4", "兵七進一", "Pc4"], "c4c5"),
        (Xiangqi, "", &["Ade2", "Ade1", "A6+5", "仕六進五"], "d1e2"),
        (Xiangqi, "", &["Ece3", "c1e3", "E7+5", "B7+5", "相七進五", "Ece2"], "c1e3"),
        (Xiangqi, front, &["H++8", "前馬進八", "前马进八", "+H+8"], "c5b7"),
        (Xiangqi, front, &["H-+8", "後馬進八", "后马进八"], "c3b5"),
        (Xiangqi, front, &["後馬退九", "H--9"], "c3a2"),
        (Chess, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", &["O-O-O+", "0-0-0", "Kxa1-c1"], "e1c1"),
    ];
    for (variant, fen, spellings, uci) in cases {
        let tag = if fen.is_empty() { String::new() } else { format!("[FEN \"{fen}\"]\n") };
        for spelling in spellings {
            let read = moves_of(&format!("{tag}1. {spelling} *"), Some(variant));
            assert_eq!(read, Ok(vec![uci.to_owned()]), "{variant} {spelling}");
        }
    }
}

#[test]
fn whole_files_are_read_however_they_are_written() {
    let text = "\u{feff}% made by hand\r\n[Event \"Caf\u{e9}\"]\r\n[Variant \"Standard\"]\r\n\r\n\
        {before} 1.e4!? $1 {one\r\ntwo} (1. d4 {no} (1. c4 e5) d5) ; three\r\n1... e5 2. Nf3\r\n\r\n\
        [Event \"B\"]\r\n[Game \"Chinese Chess\"]\r\n\
        [FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r - - 0 1\"]\r\n\r\n\
        1. C2.5 H8+7 1/2-1/2\r\n\r\n\
        [Event \"C\"]\r\n[Result \"0-1\"]\r\n\r\n0-1\r\n1. e4 e5 * 1. d4 1-0\r\n";
    let mut bytes = text.as_bytes().to_vec();
    let latin = bytes.windows(2).position(|pair| pair == "\u{e9}".as_bytes()).expect("an accent");
    bytes.splice(latin..latin + 2, [0xe9]);
    let text = decode(&bytes);
    let games: Vec<Recorded> = read(&text, None).collect::<Result<_, _>>().expect("games");
    let summary: Vec<(usize, usize, &str)> =
        games.iter().map(|game| (game.line, game.game.moves().len(), game.result)).collect();
    assert_eq!(
        summary,
        [(2, 3, "*"), (9, 2, "1/2-1/2"), (15, 0, "0-1"), (19, 2, "*"), (19, 1, "1-0")]
    );
    assert_eq!(games[0].tag("Event"), Some("Café"));
    assert_eq!(games[0].comments, ["before", "one two three", "", ""]);
    assert_eq!(games[1].game.variant(), VariantId::Xiangqi);
}

/// A soldier's bare square is a step straight on, as XBoard writes it.
#[test]
fn a_soldier_without_its_file_goes_straight_on() {
    let head = "[Variant \"xiangqi\"]\n[FEN \"3k5/9/9/9/9/4p4/5p3/9/9/4K4 b - - 0 1\"]\n\n1... ";
    for (moved, uci) in [("e4", "e5e4"), ("e3", "e5e4"), ("fe3", "f4e4"), ("f3", "f4f3")] {
        let text = format!("{head}{moved} *");
        let game = read(&text, None).next().expect("a game").expect(moved).game;
        let played: Vec<String> = game.moves().iter().map(|&mv| game.to_uci(mv)).collect();
        assert_eq!(played, [uci], "{moved}");
    }
}

#[test]
fn what_cannot_be_read_is_named_with_its_place() {
    for (text, error) in [
        ("1. e4 e5\n2. Ke3 *", "line 2, game 1: move 2. 'Ke3' is not legal here"),
        ("1. e4 *\n\n1. e4\ne4", "line 4, game 2: move 1... 'e4' is not legal here"),
        ("1. e4 what", "line 1, game 1: move 1... 'what' cannot be read as a move"),
        (
            "[Variant \"bughouse\"]\n\n1. e4",
            "line 1, game 1: unknown variant 'bughouse'; known: hia",
        ),
        ("[A \"\"]\n[FEN \"8/8\"]\n", "line 2, game 1: bad FEN: 2 ranks instead of 8"),
        ("[Event \"A\"]\n[White \"B\n\n1. e4 *", "line 2, game 1: the tag '[White \"B' has no ']'"),
        ("1. e4 *\n\n[Event", "line 3, game 2: the tag '[Event' has no ']'"),
        ("1. e4\n[Event", "line 2, game 2: the tag '[Event' has no ']'"),
        ("1. e4\n{open", "line 2, game 1: the comment that begins with '{' has no '}'"),
        (
            "1. e4 e5\n(2. Nf3 (2. d4)",
            "line 2, game 1: the variation that begins with '(' has no ')'",
        ),
        ("[Variant \"hia\"]\n1. Bxd1 Bxd8 2. Bxe1", "line 2, game 1: move 2. 'Bxe1' is not legal"),
        (
            "1. Nf3 a6 2. Nd4 a5 3. Nc3 a4 4. Nb5",
            "line 1, game 1: move 4. 'Nb5' is ambiguous: c3b5, d4b5",
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/8/R3K2R w - - 0 1\"]\n1. R\u{1}f1",
            "line 2, game 1: move 1. 'R\u{fffd}f1'",
        ),
    ] {
        let read = read(text, None).find_map(Result::err).map(|error| error.to_string());
        assert!(read.as_ref().is_some_and(|read| read.starts_with(error)), "{text}: {read:?}");
    }
    let after: Vec<bool> = read("1. e5 *\n1. e4 *", None).map(|game| game.is_ok()).collect();
    assert_eq!(after, [false, true], "an error is the end of its game only");
}

#[test]
fn ranks_counted_from_0_are_known_by_the_whole_game() {
    // The first two moves can be read in both ways, the third in one.
    let modern = Some(VariantId::HiashatarModern);
    let from_1 = moves_of("1. e4 e8 2. Nc3", modern);
    assert_eq!(from_1, Ok(["e2e4", "e9e8", "b1c3"].map(str::to_owned).to_vec()));
    let from_0 = moves_of("1. e4 e7 2. Nc2", modern);
    assert_eq!(from_0, Ok(["e2e5", "e9e8", "b1c3"].map(str::to_owned).to_vec()));
    // What fails in both is told as it fails later.
    let error = moves_of("1. e4 e7 2. Nc2 Nc9", modern).expect_err("illegal");
    assert!(error.contains("move 2... 'Nc9'"), "{error}");
}
