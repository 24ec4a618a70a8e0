//! A tab of the browser: its table, its socket, its searches.

use std::future::pending;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use stymie_movegen::VariantId;
use tokio::sync::mpsc;
use tokio::time::{sleep, sleep_until};

use super::message::{LONGEST_HEARD, Tell};
use super::table::{Answer, Purpose, Table, Want};
use super::view::{View, hello};
use super::worker::{Heard, Running, Slots, Worker};

/// Lines that may wait to be told; more are dropped.
const WAITING: usize = 64;

/// How long a socket that is closed for what it says is kept, so that it hears why.
const PARTING: Duration = Duration::from_millis(500);

/// The socket has gone.
struct Gone;

/// Serves a tab until its socket closes, which stops its searches.
pub(super) async fn serve(socket: WebSocket, variant: VariantId, slots: Arc<Slots>) {
    let (heard, hears) = mpsc::channel(WAITING);
    let worker = Worker::new(heard, slots);
    let mut tab = Tab { socket, table: Table::new(variant), worker, running: None };
    // It ends when the socket has gone: there is nobody to tell.
    let _ = tab.live(hears).await;
}

struct Tab {
    socket: WebSocket,
    table: Table,
    worker: Worker,
    running: Option<(Want, Running)>,
}

impl Tab {
    async fn live(&mut self, mut hears: mpsc::Receiver<Heard>) -> Result<(), Gone> {
        self.tell(&hello()).await?;
        self.show().await?;
        loop {
            let deadline = self.table.deadline();
            let flag = async {
                match deadline {
                    Some(deadline) => sleep_until(deadline.into()).await,
                    None => pending().await,
                }
            };
            tokio::select! {
                message = self.socket.recv() => match message {
                    Some(Ok(Message::Text(text))) => self.obey(&text).await?,
                    Some(Ok(Message::Binary(_))) => self.refuse("binary messages are not read").await?,
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_))) | None => return Err(Gone),
                    Some(Err(_)) => return self.part().await,
                },
                Some(heard) = hears.recv() => self.hear(heard).await?,
                () = flag => {
                    self.table.look_at_clock(Instant::now());
                    self.show().await?;
                }
            }
        }
    }

    async fn obey(&mut self, text: &str) -> Result<(), Gone> {
        match self.table.obey_text(text, Instant::now()) {
            Err(why) => self.refuse(&why).await,
            Ok(Answer::Tell(answer)) => self.tell(&answer).await,
            Ok(Answer::Show) => self.show().await,
            Ok(Answer::Remark(text)) => {
                self.show().await?;
                self.tell(&Tell::Remark { text }).await
            }
            Ok(Answer::MoveNow) => match &self.running {
                Some((want, running)) if want.purpose == Purpose::Move => {
                    running.stop();
                    Ok(())
                }
                _ => self.refuse("it is not the engine's turn").await,
            },
        }
    }

    async fn hear(&mut self, heard: Heard) -> Result<(), Gone> {
        let (Heard::Waits(number)
        | Heard::Line(number, _)
        | Heard::Done(number, _)
        | Heard::Failed(number, _)) = &heard;
        if self.running.as_ref().is_none_or(|(_, running)| running.number != *number) {
            return Ok(());
        }
        match heard {
            Heard::Waits(_) => {
                let text = "as many boards as can be are analysed: this one waits for its turn";
                self.tell(&Tell::Remark { text: text.to_owned() }).await
            }
            Heard::Line(_, line) => {
                // What the engine thinks in a game is shown only to those who analyse.
                if self.table.analysis().is_some() {
                    self.tell(&Tell::Line(line)).await
                } else {
                    Ok(())
                }
            }
            Heard::Done(_, best) => match self.running.take() {
                Some((want, _)) if want.purpose == Purpose::Move => {
                    self.table.engine_moves(&want, best, Instant::now());
                    self.show().await
                }
                _ => Ok(()),
            },
            Heard::Failed(_, why) => self.refuse(&why).await,
        }
    }

    /// Begins the search that is wanted now and ends one that is no longer; shows the board.
    async fn show(&mut self) -> Result<(), Gone> {
        let want = self.table.wanted();
        if self.running.as_ref().map(|(want, _)| want) != want.as_ref() {
            self.running = want.map(|want| {
                let job = self.table.job(&want, Instant::now());
                (want, self.worker.search(job))
            });
        }
        let view = View::new(&self.table, Instant::now());
        self.tell(&Tell::Board(Box::new(view))).await
    }

    /// Closes a socket that says what cannot be read, and says why. The one at the other end may be
    /// gone already.
    async fn part(&mut self) -> Result<(), Gone> {
        let most = LONGEST_HEARD >> 20;
        let reason = format!("only messages of at most {most} MiB, in UTF-8, can be read");
        let frame = CloseFrame { code: close_code::PROTOCOL, reason: reason.into() };
        if self.socket.send(Message::Close(Some(frame))).await.is_ok() {
            // Closed at once, with something of the message still unread, the connection is cut
            // before this arrives.
            sleep(PARTING).await;
        }
        Err(Gone)
    }

    async fn refuse(&mut self, why: &str) -> Result<(), Gone> {
        self.tell(&Tell::Refused { why: why.to_owned() }).await
    }

    async fn tell(&mut self, tell: &Tell) -> Result<(), Gone> {
        self.socket.send(Message::Text(tell.to_text().into())).await.map_err(|_| Gone)
    }
}
