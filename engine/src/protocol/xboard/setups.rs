//! What XBoard must be told of the variants that it does not know: set-up and moves of the pieces.
//!
//! XBoard judges check and mate by itself where the King slot of its piece table is used, and
//! forfeits the engine's games for moves that break its own rules. So our king stands in another
//! slot that is drawn as a king, the King slot is empty, and the engine is the arbiter. The parent
//! variant `nocastle` lets a move onto an own piece be a swap, which the bishop's adjustment
//! needs; where there is none, `fairy` is the parent.

use stymie_movegen::{Game, VariantId};

/// What XBoard is told of a variant.
struct SetUp {
    /// White's letters by XBoard's piece slots; Black's are the same in lower case.
    slots: &'static str,
    /// The parent variant.
    parent: &'static str,
    /// How pieces move, in Betza's notation, where it is not what the slot's piece does.
    pieces: &'static [&'static str],
}

const SHATAR: &str = "PNBR..........J...................................K.";
const HIASHATAR: &str = "PNBR..........J.....................H.............K.";
const HIA: &str = "PNBRQ...............................H.............K.";

impl SetUp {
    fn of(variant: VariantId) -> Option<SetUp> {
        let (slots, parent, pieces): (_, _, &[&str]) = match variant {
            VariantId::Chess | VariantId::Xiangqi => return None,
            VariantId::Hia => {
                (HIA, "nocastle", &["P& fmWfceFifmnD", "B& BisdW", "H& Q2", "K& KisO3"])
            }
            VariantId::Bodyguard => (
                "P.BRQ..................W............G.............K.",
                "nocastle",
                &["P& fmWfceFifmnD", "G& Q2", "W& mC2cC", "K& KisO2"],
            ),
            VariantId::Shatar => (SHATAR, "fairy", &["P& fmWfcF", "J& RF", "K& K"]),
            VariantId::ShatarBuryat => (SHATAR, "fairy", &["P& fmWfcF", "J& RF", "K& K", "B& A"]),
            VariantId::Hiashatar => (HIASHATAR, "fairy", &["P& fmWfcF", "J& RF", "H& Q2", "K& K"]),
            VariantId::HiashatarBuryat => {
                (HIASHATAR, "fairy", &["P& fmWfcF", "J& RF", "H& Q2", "K& K", "B& A"])
            }
            VariantId::HiashatarModern => (HIA, "fairy", &["P& fmWfceFifmW3", "H& Q2", "K& K"]),
            VariantId::Modern => (
                "PNBRQ..M..........................................K.",
                "nocastle",
                &["P& fmWfceFifmnD", "K& KisO2"],
            ),
        };
        Some(SetUp { slots, parent, pieces })
    }
}

/// Adds the `setup` and `piece` lines of the game's variant; none where XBoard knows it.
pub(super) fn write(game: &dyn Game, lines: &mut Vec<String>) {
    let Some(SetUp { slots, parent, pieces }) = SetUp::of(game.variant()) else { return };
    let board = game.geometry();
    lines.push(format!(
        "setup ({slots}{}) {}x{}+0_{parent} {}",
        slots.to_ascii_lowercase(),
        board.files,
        board.ranks,
        game.start_fen()
    ));
    lines.extend(pieces.iter().map(|piece| format!("piece {piece}")));
}

#[cfg(test)]
mod tests {
    use stymie_movegen::open;

    use super::*;

    #[test]
    fn every_piece_but_xboards_own_king_has_a_slot_for_both_sides() {
        for variant in VariantId::ALL {
            let game = open(variant);
            let Some(set_up) = SetUp::of(variant) else { continue };
            assert_eq!(set_up.slots.len(), 52, "{variant}");
            assert!(set_up.slots.ends_with("K."), "{variant}");
            for kind in game.kinds() {
                assert!(set_up.slots.contains(kind.letter()), "{variant}: {kind:?}");
            }
        }
    }

    #[test]
    fn the_lines_of_hia_are_those_tried_in_whole_games() {
        let mut lines = Vec::new();
        write(&*open(VariantId::Hia), &mut lines);
        assert_eq!(
            lines,
            [
                "setup (PNBRQ...............................H.............K.\
                 pnbrq...............................h.............k.) 9x8+0_nocastle \
                 rnbqkhbnr/ppppppppp/9/9/9/9/PPPPPPPPP/RNBHKQBNR w ABDFHIabdfhi - 0 1",
                "piece P& fmWfceFifmnD",
                "piece B& BisdW",
                "piece H& Q2",
                "piece K& KisO3",
            ]
        );
    }
}
