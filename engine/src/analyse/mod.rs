//! The analysis of whole games: every move searched, judged and marked.
//!
//! [`review()`] searches, `judge` says what a loss is and how it is marked. [`annotate()`] and
//! [`draw`] show what was found, as PGN and as a picture.

mod annotate;
mod graph;
mod judge;
mod review;

pub use annotate::annotate;
pub use graph::{Panel, draw};
pub use judge::{Mark, Side};
pub use review::{Judged, Review, review};
