//! Where the engine sits in a game that is played move by move.

use stymie_movegen::Color;

use super::message::Chair;

/// The engine's seat. What happens, from each:
///
/// | happens | `Aside` | `Waiting(c)` | `Thinking(c)` |
/// |---|---|---|---|
/// | new game | `Waiting(Black)` | `Waiting(Black)` | search dropped, `Waiting(Black)` |
/// | `force`, result | `Aside` | `Aside` | search dropped, `Aside` |
/// | `go`, game on | `Thinking(to move)` | `Thinking(to move)` | no change |
/// | `go`, no legal move | `Waiting(to move)`, result told | the same | - |
/// | `playother` | `Waiting(not to move)` | `Waiting(not to move)` | search dropped, `Waiting(not to move)` |
/// | opponent's move, game on | `Aside` | `Thinking(c)` if it is now to move | move refused |
/// | opponent's move ends it | `Aside` | `Waiting(c)`, result told | - |
/// | another position, moves taken back | no change | no change | search dropped, `Waiting(c)` |
/// | search ends | - | - | move made, `Waiting(c)` |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    /// At neither side ("force mode"): moves are followed and checked.
    Aside,
    /// At this side; the opponent's turn, or the game is over.
    Waiting(Color),
    /// At this side, searching for its move.
    Thinking(Color),
}

/// What happens to a [`Seat`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// A new game.
    NewGame,
    /// The engine is seated, or not; the side to move, and whether it has a move.
    Seated(Chair, Color, bool),
    /// A move has come in; the side to move, and whether the game goes on.
    Moved(Color, bool),
    /// The search has ended or was dropped.
    Searched,
}

impl Seat {
    /// The seat afterwards; entering [`Seat::Thinking`] means to start a search.
    pub(crate) fn after(self, turn: Turn) -> Seat {
        match (self, turn) {
            (_, Turn::NewGame) => Seat::Waiting(Color::Black),
            (_, Turn::Seated(Chair::Neither, ..)) => Seat::Aside,
            (_, Turn::Seated(Chair::ToMove, side, true)) => Seat::Thinking(side),
            (_, Turn::Seated(Chair::ToMove, side, false)) => Seat::Waiting(side),
            (_, Turn::Seated(Chair::Other, side, _)) => Seat::Waiting(!side),
            (Seat::Waiting(own), Turn::Moved(side, true)) if own == side => Seat::Thinking(own),
            (Seat::Thinking(own), Turn::Searched) => Seat::Waiting(own),
            (_, Turn::Moved(..) | Turn::Searched) => self,
        }
    }

    /// The side that the engine plays.
    pub(crate) fn own(self) -> Option<Color> {
        match self {
            Seat::Aside => None,
            Seat::Waiting(own) | Seat::Thinking(own) => Some(own),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Color = Color::White;
    const BLACK: Color = Color::Black;

    #[test]
    fn the_table_of_transitions_holds() {
        for seat in [Seat::Aside, Seat::Waiting(WHITE), Seat::Thinking(WHITE)] {
            assert_eq!(seat.after(Turn::NewGame), Seat::Waiting(BLACK));
            assert_eq!(seat.after(Turn::Seated(Chair::Neither, WHITE, true)), Seat::Aside);
            let to_move = Turn::Seated(Chair::ToMove, BLACK, true);
            assert_eq!(seat.after(to_move), Seat::Thinking(BLACK));
            let mated = Turn::Seated(Chair::ToMove, BLACK, false);
            assert_eq!(seat.after(mated), Seat::Waiting(BLACK));
            let other = Turn::Seated(Chair::Other, BLACK, true);
            assert_eq!(seat.after(other), Seat::Waiting(WHITE));
        }
        assert_eq!(Seat::Aside.after(Turn::Moved(WHITE, true)), Seat::Aside);
        let waiting = Seat::Waiting(WHITE);
        assert_eq!(waiting.after(Turn::Moved(WHITE, true)), Seat::Thinking(WHITE));
        assert_eq!(waiting.after(Turn::Moved(WHITE, false)), waiting);
        assert_eq!(waiting.after(Turn::Moved(BLACK, true)), waiting);
        assert_eq!(Seat::Thinking(WHITE).after(Turn::Searched), waiting);
    }
}
