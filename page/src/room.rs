//! A game shared by several pages. All pages see the same moves, each seat belongs to one page at most, and pages
//! without a seat watch. The room contains no rules: pages send the record of the game, and each page's engine checks
//! it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use tokio::time::interval;

use super::{Shared, stopped};

/// The most pages in the room.
const MOST: usize = 32;
/// The longest message, in bytes.
const MESSAGE: usize = 64 << 10;
/// Interval of pings to a page.
const PING: Duration = Duration::from_secs(15);
/// The most seats of any game, and the longest name of one.
const SEATS: usize = 8;
const NAME: usize = 16;

/// The room of a server; clones are the same room.
#[derive(Clone)]
pub struct Room {
    state: Arc<Mutex<Game>>,
    /// Counts changes; pages wait for the next one.
    changes: watch::Sender<u64>,
}

/// State of the room, visible to all pages.
#[derive(Clone, Default, Serialize)]
struct Game {
    /// The record of the game, empty before the first.
    record: String,
    /// Number of the record; changes of an older version are rejected.
    version: u64,
    /// Pages by the seats they have taken.
    seats: BTreeMap<String, u64>,
    /// Pages in order of entry. The first plays the free seats.
    pages: Vec<u64>,
    /// Page that offers a draw, until the offer is declined or the game continues. Acceptance is part of the record.
    offer: Option<u64>,
    #[serde(skip)]
    last: u64,
}

/// Request of a page.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Request {
    /// Takes a seat.
    Take(String),
    /// Leaves a seat.
    Leave(String),
    /// Offers a draw, or declines the pending offer.
    Offer(bool),
    /// Continues or replaces the game.
    Game {
        /// New record.
        record: String,
        /// Version that the page changed.
        version: u64,
    },
}

impl Game {
    fn has_seat(&self, page: u64) -> bool {
        self.seats.values().any(|&owner| owner == page)
    }

    /// Returns whether the page may change the game: pages that watch may not.
    fn may_play(&self, page: u64) -> bool {
        self.seats.is_empty() || self.has_seat(page) || self.pages.first() == Some(&page)
    }
}

impl Room {
    /// Creates an empty room.
    pub fn new() -> Room {
        Room { state: Arc::default(), changes: watch::Sender::new(0) }
    }

    fn lock(&self) -> MutexGuard<'_, Game> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a page; `None` when the room is full.
    fn enter(&self) -> Option<u64> {
        let mut game = self.lock();
        if game.pages.len() >= MOST {
            return None;
        }
        game.last += 1;
        let page = game.last;
        game.pages.push(page);
        drop(game);
        self.notify();
        Some(page)
    }

    /// Removes a page and frees its seats.
    fn exit(&self, page: u64) {
        let mut game = self.lock();
        game.pages.retain(|&one| one != page);
        game.seats.retain(|_, owner| *owner != page);
        game.offer.take_if(|by| *by == page);
        drop(game);
        self.notify();
    }

    fn handle(&self, page: u64, request: Request) {
        let mut game = self.lock();
        match request {
            Request::Take(seat) => {
                if seat.len() <= NAME && game.seats.len() < SEATS {
                    game.seats.entry(seat).or_insert(page);
                }
            }
            Request::Leave(seat) => {
                if game.seats.get(&seat) == Some(&page) {
                    game.seats.remove(&seat);
                    game.offer.take_if(|by| *by == page);
                }
            }
            Request::Offer(is_made) => {
                if is_made && game.offer.is_none() && game.has_seat(page) {
                    game.offer = Some(page);
                } else if !is_made && game.may_play(page) {
                    game.offer = None;
                }
            }
            Request::Game { record, version } => {
                if game.may_play(page) && version == game.version {
                    game.record = record;
                    game.version += 1;
                    game.offer = None;
                }
            }
        }
        drop(game);
        self.notify();
    }

    fn notify(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// Formats the state for a page, with the page's own id.
    fn view(&self, page: u64) -> String {
        #[derive(Serialize)]
        struct View {
            you: u64,
            #[serde(flatten)]
            game: Game,
        }
        serde_json::to_string(&View { you: page, game: self.lock().clone() }).unwrap_or_default()
    }
}

/// Admits a page to the room, unless it is full.
pub async fn open(State(shared): State<Shared>, upgrade: WebSocketUpgrade) -> Response {
    let room = shared.room.clone();
    let Some(page) = room.enter() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "the room is full\n").into_response();
    };
    let guard = Presence { room, page };
    let upgrade = upgrade.max_message_size(MESSAGE).max_frame_size(MESSAGE);
    upgrade.on_upgrade(move |socket| async move { converse(socket, &guard, shared.stop).await })
}

/// Presence of a page in the room; its drop removes the page.
struct Presence {
    room: Room,
    page: u64,
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.room.exit(self.page);
    }
}

/// Sends every change to a page and handles its requests, until either side closes.
async fn converse(mut socket: WebSocket, guard: &Presence, mut stop: watch::Receiver<bool>) {
    let Presence { room, page } = guard;
    let mut changes = room.changes.subscribe();
    changes.mark_changed();
    let mut ping = interval(PING);
    let mut received = Instant::now();
    loop {
        tokio::select! {
            _ = ping.tick() => {
                if received.elapsed() > 3 * PING || socket.send(Message::Ping(Default::default())).await.is_err() {
                    break;
                }
            }
            () = stopped(&mut stop) => break,
            changed = changes.changed() => {
                if changed.is_err() || socket.send(Message::Text(room.view(*page).into())).await.is_err() {
                    break;
                }
            }
            message = socket.recv() => {
                received = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => {
                        if let Ok(word) = serde_json::from_str(&text) {
                            room.handle(*page, word);
                        }
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    _ => break,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_belong_to_one_page_and_late_moves_are_dropped() {
        let room = Room::new();
        let [first, second] = [room.enter(), room.enter()].map(Option::unwrap_or_default);
        room.handle(first, Request::Take("r".into()));
        room.handle(second, Request::Take("r".into()));
        room.handle(second, Request::Take("g".into()));
        room.handle(second, Request::Take("a name that is much too long".into()));
        assert_eq!(room.lock().seats, BTreeMap::from([("r".to_owned(), first), ("g".to_owned(), second)]));
        room.handle(first, Request::Game { record: "one".into(), version: 0 });
        room.handle(second, Request::Game { record: "late".into(), version: 0 });
        let game = room.lock().clone();
        assert_eq!((game.record.as_str(), game.version), ("one", 1));
        let third = room.enter().unwrap_or_default();
        room.handle(third, Request::Game { record: "onlooker".into(), version: 1 });
        assert_eq!(room.lock().record, "one");
        // Draws are offered from seats, and stand until a seat declines or the game continues.
        room.handle(third, Request::Offer(true));
        assert_eq!(room.lock().offer, None);
        for answer in [Request::Offer(false), Request::Game { record: "two".into(), version: 1 }] {
            room.handle(first, Request::Offer(true));
            room.handle(third, Request::Offer(false));
            assert_eq!(room.lock().offer, Some(first));
            room.handle(second, answer);
            assert_eq!(room.lock().offer, None);
        }
        room.handle(first, Request::Offer(true));
        room.handle(second, Request::Leave("r".into()));
        room.exit(first);
        assert_eq!(room.lock().seats, BTreeMap::from([("g".to_owned(), second)]));
        assert_eq!(room.lock().offer, None);
        assert!(room.view(third).starts_with(&format!("{{\"you\":{third},\"record\":\"two\"")));
    }
}
