//! Connections of pages to the room.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tokio::sync::watch;
use tokio::time::{interval, sleep};

use super::pace::{Pace, Paced};
use super::room::{HELD, Request, Room};
use super::session::{PATIENCE, PING, send};
use super::{Shared, stopped};

/// The longest message, in bytes.
const MESSAGE: usize = 64 << 10;

/// Rate of messages; games of many moves take their time.
const PACE: Pace = Pace { lines: 200, short: 256 };

/// The room of a server; clones are the same room.
#[derive(Clone)]
pub struct Lobby {
    room: Arc<Mutex<Room>>,
    /// Counts changes; connections wait for the next one.
    changes: watch::Sender<u64>,
}

impl Lobby {
    /// Creates an empty room.
    pub fn new() -> Lobby {
        Lobby { room: Arc::default(), changes: watch::Sender::new(0) }
    }

    /// Locks the room at the present time of its clock.
    fn lock(&self) -> MutexGuard<'_, Room> {
        let mut room = self.room.lock().unwrap_or_else(PoisonError::into_inner);
        if room.tick(Instant::now()) {
            self.notify();
        }
        room
    }

    /// Returns the number of seats that people have taken.
    pub fn people(&self) -> usize {
        self.lock().people()
    }

    fn notify(&self) {
        self.changes.send_modify(|count| *count += 1);
    }
}

/// Admits a connection to the room, unless it is full.
pub async fn open(State(shared): State<Shared>, upgrade: WebSocketUpgrade) -> Response {
    let lobby = shared.lobby.clone();
    if !lobby.lock().connect() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the room is full\n").into_response();
    }
    let mut guest = Guest { lobby, page: None };
    let upgrade = upgrade.max_message_size(MESSAGE).max_frame_size(MESSAGE);
    upgrade.on_upgrade(move |socket| async move { converse(socket, &mut guest, shared.stop).await })
}

/// A connection in the room; its drop removes it.
struct Guest {
    lobby: Lobby,
    /// Its page, after the first message.
    page: Option<u64>,
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.lobby.lock().disconnect(self.page, Instant::now());
        self.lobby.notify();
        let lobby = self.lobby.clone();
        // Frees the seats of a page that does not come back.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                sleep(HELD).await;
                lobby.lock().sweep(Instant::now());
                lobby.notify();
            });
        }
    }
}

impl Guest {
    /// Handles a message. Returns the state to send if it was not accepted.
    fn handle(&mut self, text: &str) -> Option<String> {
        let mut room = self.lobby.lock();
        let request = Request::read(text);
        let is_accepted = match (request, self.page) {
            (Some(Request::Hello { secret }), None) => {
                self.page = room.join(&secret, Instant::now());
                self.page.is_some()
            }
            (Some(request), Some(page)) => room.handle(page, request),
            _ => {
                room.drop_message();
                false
            }
        };
        let refusal = self.page.filter(|_| !is_accepted).map(|page| room.view(page, true));
        drop(room);
        if is_accepted {
            self.lobby.notify();
        }
        refusal
    }
}

/// Sends every state to a page and handles its messages, until either side closes.
async fn converse(mut socket: WebSocket, guest: &mut Guest, mut stop: watch::Receiver<bool>) {
    let mut changes = guest.lobby.changes.subscribe();
    let mut ping = interval(PING);
    let mut received = Instant::now();
    let mut paced = Paced::new(PACE);
    loop {
        let remaining = guest.lobby.lock().remaining();
        let sent = tokio::select! {
            // The next look at the clock finds the end of the game.
            () = sleep(remaining.unwrap_or(HELD)) => true,
            _ = ping.tick() => {
                received.elapsed() <= PATIENCE && send(&mut socket, Message::Ping(Default::default())).await
            }
            () = stopped(&mut stop) => false,
            changed = changes.changed() => {
                let view = guest.page.map(|page| guest.lobby.lock().view(page, false));
                changed.is_ok() && match view {
                    Some(view) => send(&mut socket, Message::Text(view.into())).await,
                    None => true,
                }
            }
            text = paced.next() => match guest.handle(&text) {
                Some(view) => send(&mut socket, Message::Text(view.into())).await,
                None => true,
            },
            // A page's last messages are handled before its close.
            message = socket.recv(), if paced.is_empty() => {
                received = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => paced.add(&text),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => true,
                    _ => false,
                }
            }
        };
        if !sent {
            return;
        }
    }
}
