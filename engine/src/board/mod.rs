//! The board in the browser: a small web server on this machine, a game for every tab.
//!
//! `http` knows the addresses and who may ask, `tab` serves one tab's socket, `message` is what the
//! two sides say, `form` tells what is wrong with what is none of that. `table` is a tab's game and
//! decides what the engine has to do; `view` says what is shown of it, `rays` why sliders stop.
//! `worker` is the thread that searches for a tab. The page itself is in `engine/web`.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod clock;
mod form;
mod http;
mod level;
mod loaded;
mod message;
mod rays;
mod tab;
mod table;
#[cfg(test)]
mod tests;
mod view;
mod worker;

use std::io;
use std::net::Ipv4Addr;

use stymie_movegen::VariantId;
use tokio::net::TcpListener;

/// The port that is tried first: `STYM` on a telephone's keys.
pub const PORT: u16 = 7896;

/// Serves the board, on 127.0.0.1 only, until the program is ended. The port is [`PORT`], or any
/// free one if that is taken, unless another is asked for (0: any free one). `announce` is told
/// the page's address as soon as it can be opened.
///
/// # Errors
/// If the port cannot be had, or `announce` fails.
pub fn serve(
    variant: VariantId,
    port: Option<u16>,
    announce: &mut dyn FnMut(&str) -> io::Result<()>,
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listen = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = match port {
            Some(port) => listen(port).await?,
            None => match listen(PORT).await {
                Ok(listener) => listener,
                Err(_) => listen(0).await?,
            },
        };
        let port = listener.local_addr()?.port();
        announce(&format!("http://127.0.0.1:{port}/"))?;
        axum::serve(listener, http::router(http::Site::new(port, variant))).await
    })
}
