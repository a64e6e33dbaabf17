//! Sessions: one engine for one page, with lines of the protocol over a WebSocket.

use std::io::{self, Write};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{self, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::watch;
use tokio::time::{interval, timeout};

use super::pace::{Pace, Paced};
use super::places::Place;
use super::{Shared, stopped};
use banco::base::Error;
use banco::protocol::{self, DIALECTS, HostPolicy, Message, Writer};

/// The most sessions at a time.
pub const MOST: usize = 16;
/// The longest line, and the most lines together in one message, in bytes.
const LINE: usize = 64 << 10;
const MESSAGE: usize = 4 * LINE;
/// Rate of lines.
const PACE: Pace = Pace { lines: 500, short: 2 << 10 };
/// The most lines that wait for the end of a search.
const WAITING: usize = 256;
/// The most text sent in one message, in bytes, unless a line is longer.
const BATCH: usize = 64 << 10;
/// Capacity of the queue of lines to send; when it is full, the engine's reports wait.
const QUEUE: usize = 1024;
/// Interval of pings to the page, and timeout of its answers.
pub const PING: Duration = Duration::from_secs(15);
pub const PATIENCE: Duration = Duration::from_secs(45);
/// Close code of a suspended session, known to the page.
const ASLEEP: u16 = 4001;
/// Largest transposition table of a page, in MiB.
const HASH: i64 = 128;

/// Starts a session, if a place is free.
pub async fn open(State(shared): State<Shared>, upgrade: WebSocketUpgrade) -> Response {
    let Some((permit, place)) = shared.places.take().await else {
        return (StatusCode::SERVICE_UNAVAILABLE, "too many sessions\n").into_response();
    };
    let tables = shared.tables.clone();
    let upgrade = upgrade.max_message_size(MESSAGE).max_frame_size(MESSAGE);
    upgrade.on_upgrade(move |socket| async move {
        let (sender, messages) = mpsc::channel();
        let (answers, mut output) = channel(QUEUE);
        let lines = sender.clone();
        // The place is released when the engine ends, not when the page closes.
        thread::spawn(move || {
            let _permit = permit;
            let out = Writer::new(SocketWriter { answers, line: Vec::new() });
            match protocol::converse(sender, &messages, out, Some(DIALECTS[0]), policy(), Some(tables)) {
                // The page has closed.
                Ok(()) | Err(Error::Output(_)) => {}
                Err(error) => log::warn!("no engine for a page: {error}"),
            }
        });
        converse(socket, &lines, &mut output, &place, shared.stop).await;
        // The engine may have ended already.
        let _ = lines.send(Message::Disconnected);
    })
}

fn policy() -> HostPolicy {
    let threads = thread::available_parallelism().map_or(1, |n| n.get() as i64);
    HostPolicy { files: false, hash: HASH, threads, waiting: WAITING }
}

/// Carries lines both ways until either side ends.
async fn converse(
    mut socket: WebSocket,
    lines: &mpsc::Sender<Message>,
    output: &mut Receiver<String>,
    place: &Place,
    mut stop: watch::Receiver<bool>,
) {
    let mut ping = interval(PING);
    let mut received = Instant::now();
    let mut paced = Paced::new(PACE);
    loop {
        tokio::select! {
            () = stopped(&mut stop) => break,
            () = place.sleep.notified() => {
                let frame = ws::CloseFrame { code: ASLEEP, reason: "asleep".into() };
                send(&mut socket, ws::Message::Close(Some(frame))).await;
                return;
            }
            _ = ping.tick() => {
                if received.elapsed() > PATIENCE || !send(&mut socket, ws::Message::Ping(Default::default())).await {
                    return;
                }
            }
            line = output.recv() => {
                let Some(mut text) = line else { break };
                place.touch();
                while text.len() < BATCH && let Ok(more) = output.try_recv() {
                    text += &more;
                }
                if !send(&mut socket, ws::Message::Text(text.trim_end().into())).await {
                    return;
                }
            }
            line = paced.next() => {
                if lines.send(read(line)).is_err() {
                    return;
                }
            }
            // Received while lines wait, too, so that a closed page is noticed.
            message = socket.recv() => {
                received = Instant::now();
                match message {
                    Some(Ok(ws::Message::Text(text))) => {
                        place.touch();
                        if !paced.add(&text) {
                            break;
                        }
                    }
                    Some(Ok(ws::Message::Ping(_) | ws::Message::Pong(_))) => {}
                    _ => return,
                }
            }
        }
    }
    let _ = timeout(Duration::from_secs(1), socket.send(ws::Message::Close(None))).await;
}

/// Sends a message; returns whether the page accepted it in time.
pub async fn send(socket: &mut WebSocket, message: ws::Message) -> bool {
    matches!(timeout(PATIENCE, socket.send(message)).await, Ok(Ok(())))
}

fn read(line: String) -> Message {
    if line.len() > LINE { Message::TooLong(LINE as u64) } else { Message::Line(line) }
}

/// Output of the controller.
struct SocketWriter {
    answers: Sender<String>,
    line: Vec<u8>,
}

impl Write for SocketWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    /// Blocks while the queue is full; fails when the page has closed.
    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8_lossy(&std::mem::take(&mut self.line)).into_owned();
        self.answers.blocking_send(text).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
