//! The rules for other programs: lines of questions, lines of JSON.
//!
//! A question is `VARIANT | FEN or startpos | MOVE MOVE ...`, the last part may be missing; moves
//! are in UCI. The answer is an object with `fen`, `legal` (sorted, in UCI), `check`, `result`
//! (`*` while the game goes on) and `reason`, all of the position after the moves; or with `error`.

use std::io::{self, BufRead, BufReader, Read, Write};

use serde::Serialize;
use stymie_movegen::{Reading, VariantId, open};

/// The longest question that is read, in bytes; a longer one is refused.
const LONGEST: u64 = 2 << 20;

#[derive(Debug, Serialize, PartialEq)]
struct Verdict {
    fen: String,
    legal: Vec<String>,
    check: bool,
    result: &'static str,
    reason: String,
}

#[derive(Debug, Serialize, PartialEq)]
#[serde(untagged)]
enum Answer {
    Verdict(Verdict),
    Refusal { error: String },
}

/// Answers until the input ends. Whatever a line holds, the next one is answered too; blank lines
/// are skipped. An answer is out before the next question is waited for.
pub(super) fn serve(input: impl Read, out: &mut dyn Write) -> io::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut line = Vec::new();
    loop {
        // What lies in the buffer already is answered first: a flush per line costs most of the
        // time when thousands are piped in.
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
        line.clear();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return out.flush();
        }
        let whole = line.last() == Some(&b'\n') || (line.len() as u64) < LONGEST;
        if !whole {
            skip_line(&mut input)?;
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let answer = if whole {
            answer(&line)
        } else {
            Err(format!("the line is longer than {LONGEST} bytes"))
        };
        let answer = match answer {
            Ok(verdict) => Answer::Verdict(verdict),
            Err(error) => Answer::Refusal { error },
        };
        serde_json::to_writer(&mut *out, &answer)?;
        out.write_all(b"\n")?;
    }
}

/// Skips the rest of a line without keeping it.
fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() || used == 0 {
            return Ok(());
        }
    }
}

fn answer(line: &[u8]) -> Result<Verdict, String> {
    let line = std::str::from_utf8(line)
        .map_err(|error| format!("not UTF-8 after {} bytes", error.valid_up_to()))?;
    let mut parts = line.split('|').map(str::trim);
    let (variant, fen, moves) = match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(variant), Some(fen), moves, None) => (variant, fen, moves.unwrap_or_default()),
        _ => return Err("expected: VARIANT | FEN or startpos | MOVE MOVE ...".to_owned()),
    };
    let variant: VariantId = variant.parse().map_err(in_words)?;
    let mut game = open(variant);
    if !matches!(fen, "" | "startpos") {
        game.set_fen(fen, Reading::Strict).map_err(in_words)?;
    }
    for (i, text) in moves.split_whitespace().enumerate() {
        let mv = game.parse_uci(text).map_err(|error| format!("move {}: {error}", i + 1))?;
        game.play(mv);
    }
    let outcome = game.outcome();
    let mut legal: Vec<String> = game.legal_moves().into_iter().map(|mv| game.to_uci(mv)).collect();
    legal.sort_unstable();
    Ok(Verdict {
        fen: game.fen(),
        legal,
        check: game.checkers().any(),
        result: outcome.map_or("*", |outcome| outcome.score()),
        reason: outcome.map(|outcome| outcome.reason.to_string()).unwrap_or_default(),
    })
}

fn in_words(error: impl ToString) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::fuzz::{Inputs, config, damaged};

    fn answers(questions: &[u8]) -> Vec<serde_json::Value> {
        let mut out = Vec::new();
        let served = serve(questions, &mut out);
        assert!(served.is_ok(), "{served:?}");
        let text = String::from_utf8(out).unwrap_or_default();
        text.lines().map(|line| serde_json::from_str(line).unwrap_or_default()).collect()
    }

    #[test]
    fn a_position_is_judged_after_the_moves() {
        let all = answers(
            b"chess | startpos | f2f3 e7e5 g2g4 d8h4\nchess|8/8/8/8/8/k7/8/K1r5 w - - 3 9\n",
        );
        let mated = serde_json::json!({
            "fen": "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            "legal": [], "check": true, "result": "0-1", "reason": "checkmate",
        });
        assert_eq!(all[0], mated);
        assert_eq!(all[1]["legal"], serde_json::json!([]));
        assert_eq!(answers(b"chess | startpos")[0]["legal"][0], "a2a3", "no line end, no moves");
    }

    #[test]
    fn legal_moves_are_sorted_and_a_game_that_goes_on_has_no_reason() {
        let all = answers(b"hiashatar | startpos |\r\n");
        let legal = all[0]["legal"].as_array().cloned().unwrap_or_default();
        let legal: Vec<&str> = legal.iter().filter_map(|mv| mv.as_str()).collect();
        assert!(legal.is_sorted() && legal.len() == 14, "{legal:?}");
        assert_eq!((&all[0]["result"], &all[0]["reason"]), (&"*".into(), &"".into()));
    }

    #[test]
    fn every_line_of_nonsense_gets_one_error_and_blank_lines_none() {
        let lines: [&[u8]; 9] = [
            b"hia",
            b"nosuch | startpos |",
            b"hia | startpos | e2e9",
            b"hia | startpos | e2e4 e2e4",
            b"chess | 8/8 w |",
            b"a | b | c | d",
            b"hia | \xff | ",
            b"hia | startpos | \0",
            b"\0",
        ];
        for line in lines {
            let all = answers(&[b"\n \t\r\n", line, b"\n\nhia | startpos |\n"].concat());
            assert_eq!(all.len(), 2, "{all:?}");
            assert!(all[0]["error"].is_string() && all[1]["fen"].is_string(), "{all:?}");
        }
        let numbered = answers(b"hia | startpos | e2e4 e2e4");
        assert!(
            numbered[0]["error"].as_str().is_some_and(|text| text.starts_with("move 2: 'e2e4'"))
        );
    }

    #[test]
    fn lines_beyond_all_bounds_are_refused_and_the_next_is_answered() {
        let long = vec![b'x'; LONGEST as usize];
        let all = answers(&[&long[..], &long[..], b"\nhia | startpos |\n"].concat());
        assert_eq!(all.len(), 2);
        assert!(all[0]["error"].is_string() && all[1]["fen"].is_string());
        let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(13_000);
        let all = answers(format!("chess | startpos | {moves}\n").as_bytes());
        assert_eq!(all[0]["reason"], "third occurrence");
    }

    static ASKED: Inputs = Inputs::new("questions");

    const NASTY: &[&str] = &[
        "chess | startpos | e2e4 e7e5 g1f3",
        "hia | startpos | c1d1 e7e5 e1b1 a2a3 a7a6",
        "xiangqi | 3k5/9/9/9/9/9/9/9/5r3/4K4 w - - 0 1 | e1f1",
        "hiashatar-modern | | e2e5 e9e8 b1c3",
        "shatar | 3r3k/4P3/8/8/8/8/8/K5R1 w - - 4294967295 4294967295 | e7e8j",
        "bodyguard | | | |",
        "modern",
        " | | ",
        "hia | 8k/4P4/9/9/9/9/9/K8 w AIai e6 99 1 | e7e8h",
    ];

    proptest! {
        #![proptest_config(config(2_000))]

        #[test]
        fn fuzz_every_question_has_one_answer(
            questions in prop::collection::vec(damaged(NASTY.to_vec()), 1..8),
        ) {
            questions.iter().for_each(|_| ASKED.count());
            let text = questions.join("\n");
            let asked = text.split('\n').filter(|line| !line.as_bytes().trim_ascii().is_empty());
            prop_assert_eq!(answers(text.as_bytes()).len(), asked.count());
        }
    }
}
