//! Nonsense sent to tables, and asked of the site: no message breaks a game, what is refused is
//! refused in a line, and no header but our own opens the door.

use super::*;
use crate::board::http;
use crate::fuzz::{Inputs, config, damaged};

/// Requests that have the form of one, or nearly.
const NASTY: &str = include_str!("../../../../tests/data/nasty-requests.txt");

static SENT: Inputs = Inputs::new("messages");

/// Something that a request might hold where a text is expected.
fn text() -> impl Strategy<Value = String> {
    let fens = prop::sample::select(vec![
        "4k4/9/6h2/R8/9/9/P8/K8 w - - 0 1",
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "startpos moves e2e4 e7e5",
        "[Variant \"hia\"]\n1. e4 {c} e5 (1... d5) 2. Ng3 $1 *",
        "1. h3e3 h10g8",
        "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1",
        "hia",
        "xiangqi",
        "hiashatar-buryat",
    ]);
    prop_oneof![
        fens.prop_map(str::to_owned),
        "[a-j](10|[1-9])[a-j](10|[1-9])[qrbnhgwjm]?",
        "[KQRBNHGWJMAC]?[a-j]?x?[a-j][1-9][+#]?",
        ".{0,60}",
    ]
}

/// Requests: well formed ones mostly, with all kinds of values.
fn request() -> impl Strategy<Value = String> {
    let variant = prop::sample::select(VariantId::ALL.to_vec());
    let player = || prop::sample::select(vec!["person", "engine"]);
    let limit = prop::sample::select(vec!["strength", "time", "depth", "nodes", "luck"]);
    prop_oneof![
        4 => text().prop_map(|mv| json!({"do": "play", "mv": mv}).to_string()),
        4 => (0usize..5).prop_map(|ply| json!({"do": "go-to", "ply": ply}).to_string()),
        2 => (variant, prop::option::of(text())).prop_map(|(variant, fen)| {
            json!({"do": "new", "variant": variant.name(), "fen": fen}).to_string()
        }),
        2 => (text(), text()).prop_map(|(variant, text)| {
            json!({"do": "load", "variant": variant, "text": text}).to_string()
        }),
        2 => (player(), player()).prop_map(|(white, black)| {
            json!({"do": "seats", "white": white, "black": black}).to_string()
        }),
        1 => (limit, any::<u64>()).prop_map(|(by, amount)| {
            json!({"do": "level", "by": by, "amount": amount}).to_string()
        }),
        1 => (any::<u32>(), 0u32..700).prop_map(|(seconds, increment)| {
            json!({"do": "clock", "seconds": seconds % 90_000, "increment": increment}).to_string()
        }),
        1 => (any::<bool>(), 0u8..7).prop_map(|(on, lines)| {
            json!({"do": "analyse", "on": on, "lines": lines}).to_string()
        }),
        2 => prop::sample::select(vec!["take-back", "resign", "pgn", "move-now"])
            .prop_map(|what| json!({"do": what}).to_string()),
        6 => damaged(NASTY.lines().collect()),
        2 => ".{0,80}",
        1 => "\\{\"do\":\"[a-z-]{0,9}\"(,\"[a-z]{0,7}\":[0-9-]{1,22}){0,2}\\}",
    ]
}

proptest! {
    #![proptest_config(config(500))]

    /// A first legal move here and there brings the random requests into a game.
    #[test]
    fn no_message_breaks_a_table(requests in prop::collection::vec((request(), any::<bool>()), 1..20)) {
        let mut seated = Seated::at(VariantId::Hia);
        for (request, play) in requests {
            SENT.count();
            seated.now += Duration::from_secs(7);
            if let Err(why) = seated.table.obey_text(&request, seated.now) {
                prop_assert!(!why.contains('\n') && why.len() < 2_000, "{}: {}", request, why);
                prop_assert!(!why.contains(" at line "), "{}: {}", request, why);
            }
            if let Some(want) = seated.table.wanted() {
                let Job { game, .. } = seated.table.job(&want, seated.now);
                let best = game.legal_moves().first().copied();
                prop_assert!(best.is_some());
                seated.table.engine_moves(&want, best.filter(|_| play), seated.now);
            } else if play && let Some(mv) = seated.table.shown_game().legal_moves().first() {
                let mv = seated.table.shown_game().to_uci(*mv);
                let _ = seated.ask(json!({"do": "play", "mv": mv}));
            }
            seated.table.look_at_clock(seated.now);
            seated.view();
        }
    }

    /// Whatever else they look like, only the two names with our port are ours.
    #[test]
    fn no_header_is_taken_for_ours(
        host in damaged(vec!["127.0.0.1:7896", "localhost:7896", "evil.example:7896", "[::1]:7896"]),
        origin in prop::option::of(
            damaged(vec!["http://127.0.0.1:7896", "http://localhost:7896", "null", "https://localhost:7896"]),
        ),
    ) {
        SENT.count();
        let ours = |name: &str| matches!(name, "127.0.0.1:7896" | "localhost:7896");
        let mine = origin.as_ref().is_none_or(|from| from.strip_prefix("http://").is_some_and(ours));
        prop_assert_eq!(http::tests::admits(&host, origin.as_deref()), ours(&host) && mine);
    }
}
