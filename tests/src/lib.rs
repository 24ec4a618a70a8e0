//! Stymie.
