//! A real XBoard on a screen that nobody sees: matches between two copies of an engine, and a person's mouse and
//! keys.
//!
//! [`VirtualScreen`] is the screen, [`play_match`] a match that ends by itself, [`Desk`] an XBoard that is clicked at.
//! All is checked by XBoard's debug log, which `log` reads; waiting is for its lines, never for a time.

mod desk;
mod log;
mod matches;
mod process;
mod screen;

pub use desk::Desk;
pub use log::{Event, Who};
pub use matches::{GuiGame, GuiMatch, play_match};
pub use screen::{VirtualScreen, find_tool};

use std::time::Duration;

/// How often XBoard's log and screen are looked at.
const PAUSE: Duration = Duration::from_millis(20);
