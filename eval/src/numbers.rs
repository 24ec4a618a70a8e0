//! Where an evaluation takes its numbers from: those of the variant, known when it is compiled, or
//! others on trial.

use crate::knowledge::Knowledge;
use crate::terms::{SquareTable, Terms};

/// The numbers that an evaluation goes by.
pub(crate) trait Numbers<R: Knowledge>: Copy {
    /// The terms.
    fn terms(&self) -> &Terms;
    /// The piece-square table made of them.
    fn squares(&self) -> &SquareTable;
}

/// The variant's own: constants, so that they cost nothing.
#[derive(Clone, Copy)]
pub(crate) struct Own;

impl<R: Knowledge> Numbers<R> for Own {
    #[inline(always)]
    fn terms(&self) -> &Terms {
        R::TERMS
    }

    #[inline(always)]
    fn squares(&self) -> &SquareTable {
        R::SQUARES
    }
}

/// Others.
#[derive(Clone, Copy)]
pub(crate) struct Given<'t> {
    pub(crate) terms: &'t Terms,
    pub(crate) squares: &'t SquareTable,
}

impl<R: Knowledge> Numbers<R> for Given<'_> {
    fn terms(&self) -> &Terms {
        self.terms
    }

    fn squares(&self) -> &SquareTable {
        self.squares
    }
}
