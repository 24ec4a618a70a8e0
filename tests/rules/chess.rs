//! Orthodox chess and Modern Chess.

use super::{after, end, legal, targets};

#[test]
fn castling_follows_fide() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert!(after("chess", fen, "e1g1").contains("/R4RK1 b kq "));
    assert!(after("chess", fen, "e1c1").contains("/2KR3R b kq "));
    assert!(!legal("chess", "1r2k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1"));
    assert!(legal("chess", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"), "b1 may be attacked");
    assert!(!legal("chess", "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"));
}

#[test]
fn en_passant_that_exposes_the_king_along_the_rank_is_illegal() {
    let fen = "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1";
    assert!(!legal("chess", fen, "e5d6"));
    assert!(legal("chess", &fen.replace("2q", "3"), "e5d6"));
}

#[test]
fn dead_positions_of_chess() {
    let dead = "1/2-1/2 dead position";
    for (row, expected) in [
        ("4k3/8/8/8/8/8/8/4K3", dead),
        ("4k3/8/8/8/8/8/8/B3K3", dead),
        ("4k3/8/8/8/8/8/8/N3K3", dead),
        ("4kb2/8/8/8/8/8/8/B3K3", dead),
        ("4kb2/8/8/8/8/8/8/1B2K3", "*"),
        ("4k3/8/8/8/8/8/8/NN2K3", "*"),
        ("4kn2/8/8/8/8/8/8/N3K3", "*"),
        ("4k3/8/8/8/8/8/P7/4K3", "*"),
    ] {
        assert_eq!(end("chess", &format!("{row} w - - 0 1"), ""), expected, "{row}");
    }
}

#[test]
fn mate_and_stalemate() {
    assert_eq!(end("chess", "k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8"), "1-0 checkmate");
    assert_eq!(end("chess", "k7/8/K7/8/8/8/8/2R5 w - - 0 1", "c1b1"), "1/2-1/2 stalemate");
}

#[test]
fn the_minister_moves_as_bishop_and_knight() {
    let fen = "k8/9/9/9/9/9/9/9/M7K w - - 0 1";
    assert_eq!(targets("modern", fen, "a1"), "b2 b3 c2 c3 d4 e5 f6 g7 h8 i9");
}

#[test]
fn modern_castling_and_promotion() {
    let fen = "r3k3r/9/9/9/9/9/9/9/R3K3R w KQkq - 0 1";
    assert!(after("modern", fen, "e1g1").contains("/R4RK2 b kq "));
    assert!(after("modern", fen, "e1c1").contains("/2KR4R b kq "));
    assert_eq!(targets("modern", "8k/P8/9/9/9/9/9/9/8K w - - 0 1", "a8"), "a9b a9m a9n a9q a9r");
}

#[test]
fn modern_has_no_adjustment() {
    let start = "rnbqkmbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBMKQBNR w KQkq - 0 1";
    assert_eq!(targets("modern", start, "c1"), "");
}
