//! The engine Stymie around its search: the protocols it speaks with GUIs.
//!
//! Start reading at [`protocol`].

pub mod protocol;
