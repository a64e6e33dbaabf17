//! A game that several pages share: everybody sees the same moves, each seat is taken by one page at most, and whoever
//! has none looks on. The room knows no rules: pages send the record of the game, and each page's engine judges it.

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
/// How often a page is asked whether it is still there.
const ASK: Duration = Duration::from_secs(15);
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

/// What all pages of the room see.
#[derive(Clone, Default, Serialize)]
struct Game {
    /// The record of the game, empty before the first.
    record: String,
    /// Grows with every record: one that answers to an older version comes too late.
    version: u64,
    /// The pages that have taken seats.
    seats: BTreeMap<String, u64>,
    /// The pages in the room, in order of their coming. The first plays for the seats that nobody took.
    pages: Vec<u64>,
    /// The page that offers a draw, until that is declined or the game goes on; agreed to, it ends in the record.
    offer: Option<u64>,
    #[serde(skip)]
    last: u64,
}

/// What a page says.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    /// It wants a seat.
    Take(String),
    /// It gives a seat up.
    Leave(String),
    /// It offers a draw from its seats, or else declines the one that is offered there.
    Offer(bool),
    /// The game has gone on, or is another one.
    Game {
        /// What it is now.
        record: String,
        /// What it was when the page changed it.
        version: u64,
    },
}

impl Game {
    fn has_seat(&self, page: u64) -> bool {
        self.seats.values().any(|&owner| owner == page)
    }

    /// Who looks on changes nothing once others play.
    fn may_play(&self, page: u64) -> bool {
        self.seats.is_empty() || self.has_seat(page) || self.pages.first() == Some(&page)
    }
}

impl Room {
    /// An empty room.
    pub fn new() -> Room {
        Room { state: Arc::default(), changes: watch::Sender::new(0) }
    }

    fn lock(&self) -> MutexGuard<'_, Game> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a page in; `None` when there are too many.
    fn enter(&self) -> Option<u64> {
        let mut game = self.lock();
        if game.pages.len() >= MOST {
            return None;
        }
        game.last += 1;
        let page = game.last;
        game.pages.push(page);
        drop(game);
        self.tell();
        Some(page)
    }

    /// A page has gone, and its seats are free.
    fn exit(&self, page: u64) {
        let mut game = self.lock();
        game.pages.retain(|&one| one != page);
        game.seats.retain(|_, owner| *owner != page);
        game.offer.take_if(|by| *by == page);
        drop(game);
        self.tell();
    }

    fn obey(&self, page: u64, word: Word) {
        let mut game = self.lock();
        match word {
            Word::Take(seat) => {
                if seat.len() <= NAME && game.seats.len() < SEATS {
                    game.seats.entry(seat).or_insert(page);
                }
            }
            Word::Leave(seat) => {
                if game.seats.get(&seat) == Some(&page) {
                    game.seats.remove(&seat);
                    game.offer.take_if(|by| *by == page);
                }
            }
            Word::Offer(is_made) => {
                if is_made && game.offer.is_none() && game.has_seat(page) {
                    game.offer = Some(page);
                } else if !is_made && game.may_play(page) {
                    game.offer = None;
                }
            }
            Word::Game { record, version } => {
                if game.may_play(page) && version == game.version {
                    game.record = record;
                    game.version += 1;
                    game.offer = None;
                }
            }
        }
        drop(game);
        self.tell();
    }

    fn tell(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    /// What a page is told: the game, and which of the pages it is.
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

/// Lets a page into the room, if there is space.
pub async fn open(State(shared): State<Shared>, upgrade: WebSocketUpgrade) -> Response {
    let room = shared.room.clone();
    let Some(page) = room.enter() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "the room is full\n").into_response();
    };
    let guard = Presence { room, page };
    let upgrade = upgrade.max_message_size(MESSAGE).max_frame_size(MESSAGE);
    upgrade.on_upgrade(move |socket| async move { stay(socket, &guard, shared.stop).await })
}

/// A page in the room: its seats are free when this is dropped, however that comes about.
struct Presence {
    room: Room,
    page: u64,
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.room.exit(self.page);
    }
}

/// Tells a page of every change and hears what it says, until either side ends.
async fn stay(mut socket: WebSocket, guard: &Presence, mut stop: watch::Receiver<bool>) {
    let Presence { room, page } = guard;
    let mut changes = room.changes.subscribe();
    changes.mark_changed();
    let mut ask = interval(ASK);
    let mut heard = Instant::now();
    loop {
        tokio::select! {
            _ = ask.tick() => {
                if heard.elapsed() > 3 * ASK || socket.send(Message::Ping(Default::default())).await.is_err() {
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
                heard = Instant::now();
                match message {
                    Some(Ok(Message::Text(text))) => {
                        if let Ok(word) = serde_json::from_str(&text) {
                            room.obey(*page, word);
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
        room.obey(first, Word::Take("r".into()));
        room.obey(second, Word::Take("r".into()));
        room.obey(second, Word::Take("g".into()));
        room.obey(second, Word::Take("a name that is much too long".into()));
        assert_eq!(room.lock().seats, BTreeMap::from([("r".to_owned(), first), ("g".to_owned(), second)]));
        room.obey(first, Word::Game { record: "one".into(), version: 0 });
        room.obey(second, Word::Game { record: "late".into(), version: 0 });
        let game = room.lock().clone();
        assert_eq!((game.record.as_str(), game.version), ("one", 1));
        let third = room.enter().unwrap_or_default();
        room.obey(third, Word::Game { record: "onlooker".into(), version: 1 });
        assert_eq!(room.lock().record, "one");
        // Draws are offered from seats, and stand until somebody at one declines or the game goes on.
        room.obey(third, Word::Offer(true));
        assert_eq!(room.lock().offer, None);
        for answer in [Word::Offer(false), Word::Game { record: "two".into(), version: 1 }] {
            room.obey(first, Word::Offer(true));
            room.obey(third, Word::Offer(false));
            assert_eq!(room.lock().offer, Some(first));
            room.obey(second, answer);
            assert_eq!(room.lock().offer, None);
        }
        room.obey(first, Word::Offer(true));
        room.obey(second, Word::Leave("r".into()));
        room.exit(first);
        assert_eq!(room.lock().seats, BTreeMap::from([("g".to_owned(), second)]));
        assert_eq!(room.lock().offer, None);
        assert!(room.view(third).starts_with(&format!("{{\"you\":{third},\"record\":\"two\"")));
    }
}
