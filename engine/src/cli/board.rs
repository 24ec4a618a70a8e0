//! The board in the browser.

use std::io::{self, Write};

use stymie_movegen::VariantId;

use super::error::Error;

/// Serves the board until the program is ended; says where.
///
/// # Errors
/// If the port cannot be had, or nothing can be written.
pub(super) fn serve(
    variant: VariantId,
    port: Option<u16>,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let mut announce = |address: &str| {
        writeln!(out, "Stymie's board: {address}")?;
        writeln!(out, "Open it in a browser on this machine. Ctrl+C ends it.")?;
        out.flush()
    };
    crate::board::serve(variant, port, &mut announce).map_err(|error| match port {
        Some(port) if error.kind() == io::ErrorKind::AddrInUse => {
            Error::Failure(format!("port {port} is taken; --port 0 finds a free one"))
        }
        _ => Error::Failure(format!("the board cannot be served: {error}")),
    })
}
