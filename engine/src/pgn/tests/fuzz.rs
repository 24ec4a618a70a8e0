//! Texts that are PGN, nearly: nothing may make the reader panic, what it says of them is a line,
//! and what it takes for games are games, which can be written and read again.

use super::*;
use crate::fuzz::{Inputs, config, damaged};

/// Games that have troubled readers, or might, with a line of dashes between them.
const NASTY: &str = include_str!("../../../../tests/data/nasty-games.txt");

static READ: Inputs = Inputs::new("PGN texts");

fn nasty() -> Vec<&'static str> {
    NASTY.split("----\n").collect()
}

/// Reads a text and judges what is said of it.
fn judge(text: &str, variant: Option<VariantId>) -> Result<(), TestCaseError> {
    READ.count();
    let text = decode(text.as_bytes());
    let mut games = 0;
    for game in read(&text, variant) {
        games += 1;
        let recorded = match game {
            Ok(recorded) => recorded,
            Err(error) => {
                let line = error.to_string();
                prop_assert!(!line.contains(char::is_control) && line.len() < 3_000, "{line:?}");
                continue;
            }
        };
        prop_assert_eq!(recorded.comments.len(), recorded.game.moves().len() + 1);
        // A game that goes on where rules have ended it is written so too.
        let again = written(&*recorded.game, &[]);
        let back = read(&decode(again.as_bytes()), None).next();
        let Some(Ok(back)) = back else { return Err(TestCaseError::fail(again)) };
        prop_assert_eq!(back.game.moves(), recorded.game.moves(), "{}", again);
    }
    prop_assert!(games <= text.len());
    Ok(())
}

#[test]
fn the_corpus_holds_what_it_should() {
    assert!(nasty().len() >= 25);
    for text in nasty() {
        judge(text, None).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

proptest! {
    #![proptest_config(config(2_000))]

    #[test]
    fn damaged_games_are_read_or_refused(
        text in damaged(nasty()),
        variant in prop::option::of(prop::sample::select(&VariantId::ALL[..])),
    ) {
        judge(&text, variant)?;
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        READ.count();
        prop_assert!(read(&decode(&bytes), None).count() <= bytes.len());
    }

    #[test]
    fn no_text_of_pgns_own_signs_makes_the_reader_panic(
        text in "([\\[\\]{}();%$\"\\\\\n *.0-9]|1-0|e4|Kxi8-h8|Bxd1|C2[.=]5|O-O|H2-E2|\\[FEN \"|\
                 \\[Variant \"(hia|xiangqi|hiashatar)\"\\]\n|\\[--|--\\]|炮二平五|[a-j][0-9]){0,60}",
        variant in 0..VariantId::ALL.len(),
    ) {
        judge(&text, Some(VariantId::ALL[variant]))?;
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn no_damage_makes_the_reader_panic(
        variant in 0..VariantId::ALL.len(),
        damages in prop::collection::vec((0..4000_usize, any::<u8>()), 1..6),
    ) {
        READ.count();
        let mut bytes = written(&*random_game(VariantId::ALL[variant], None, 60, 5), &[]).into_bytes();
        for (at, byte) in damages {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        prop_assert!(read(&decode(&bytes), None).count() <= bytes.len());
    }
}
