//! Where the engine sits in a game that is played move by move.

use stymie_movegen::Color;

use super::message::Chair;

/// The engine's seat. What happens, from each:
///
/// | happens | `Aside` | `Waiting(c)` | `Thinking(c)` | `Analysing` |
/// |---|---|---|---|---|
/// | new game | `Waiting(Black)` | `Waiting(Black)` | search dropped, `Waiting(Black)` | no change |
/// | `force` | `Aside` | `Aside` | search dropped, `Aside` | `Aside` |
/// | result | `Aside` | `Aside` | search dropped, `Aside` | no change |
/// | `go`, game on | `Thinking(to move)` | `Thinking(to move)` | no change | `Thinking(to move)` |
/// | `go`, no legal move | `Waiting(to move)`, result told | the same | - | the same |
/// | `playother` | `Waiting(not to move)` | the same | search dropped, the same | the same |
/// | opponent's move, game on | `Aside` | `Thinking(c)` if it is now to move | move refused | no change |
/// | opponent's move ends it | `Aside` | `Waiting(c)`, result told | - | no change |
/// | another position, moves taken back | no change | no change | search dropped, `Waiting(c)` | no change |
/// | search ends | - | - | move made, `Waiting(c)` | - |
/// | `analyze` | `Analysing` | `Analysing` | search dropped, `Analysing` | no change |
/// | `exit` | - | - | - | `Aside` |
///
/// What it does on the opponent's time while it waits, and on nobody's while it analyses, is
/// started by `Session::attend` whenever there is nothing else to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    /// At neither side ("force mode"): moves are followed and checked.
    Aside,
    /// At this side; the opponent's turn, or the game is over.
    Waiting(Color),
    /// At this side, searching for its move.
    Thinking(Color),
    /// At neither side: moves are followed, and each position is searched without end.
    Analysing,
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
    /// Analysis begins, or ends.
    Analysis(bool),
}

impl Seat {
    /// The seat afterwards; entering [`Seat::Thinking`] means to start a search.
    pub(crate) fn after(self, turn: Turn) -> Seat {
        match (self, turn) {
            (_, Turn::Analysis(true)) => Seat::Analysing,
            (Seat::Analysing, Turn::Analysis(false)) => Seat::Aside,
            (Seat::Analysing, Turn::NewGame) => Seat::Analysing,
            (_, Turn::NewGame) => Seat::Waiting(Color::Black),
            (_, Turn::Seated(Chair::Neither, ..)) => Seat::Aside,
            (_, Turn::Seated(Chair::ToMove, side, true)) => Seat::Thinking(side),
            (_, Turn::Seated(Chair::ToMove, side, false)) => Seat::Waiting(side),
            (_, Turn::Seated(Chair::Other, side, _)) => Seat::Waiting(!side),
            (Seat::Waiting(own), Turn::Moved(side, true)) if own == side => Seat::Thinking(own),
            (Seat::Thinking(own), Turn::Searched) => Seat::Waiting(own),
            (_, Turn::Moved(..) | Turn::Searched | Turn::Analysis(false)) => self,
        }
    }

    /// The side that the engine plays.
    pub(crate) fn own(self) -> Option<Color> {
        match self {
            Seat::Aside | Seat::Analysing => None,
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
        let analysing = Seat::Analysing;
        for seat in [Seat::Aside, Seat::Waiting(WHITE), Seat::Thinking(WHITE), analysing] {
            assert_eq!(seat.after(Turn::Analysis(true)), analysing);
        }
        assert_eq!(analysing.after(Turn::Analysis(false)), Seat::Aside);
        for turn in [Turn::NewGame, Turn::Moved(WHITE, true), Turn::Searched] {
            assert_eq!(analysing.after(turn), analysing);
        }
        assert_eq!(analysing.after(Turn::Seated(Chair::Neither, WHITE, true)), Seat::Aside);
        assert_eq!(Seat::Waiting(WHITE).after(Turn::Analysis(false)), Seat::Waiting(WHITE));
        assert_eq!(Seat::Aside.after(Turn::Moved(WHITE, true)), Seat::Aside);
        let waiting = Seat::Waiting(WHITE);
        assert_eq!(waiting.after(Turn::Moved(WHITE, true)), Seat::Thinking(WHITE));
        assert_eq!(waiting.after(Turn::Moved(WHITE, false)), waiting);
        assert_eq!(waiting.after(Turn::Moved(BLACK, true)), waiting);
        assert_eq!(Seat::Thinking(WHITE).after(Turn::Searched), waiting);
    }
}
