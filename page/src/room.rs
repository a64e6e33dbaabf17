//! A game shared by several pages. The server is its referee: it accepts from a connection only what its seats may do,
//! numbers the states of the game, and sends the same state to all. Pages without a seat watch.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::referee::{Record, Referee, Verdict};

/// The most connections, and the most pages with those that may come back.
const CONNECTIONS: usize = 32;
const PAGES: usize = 64;
/// Time for which the seats of a lost connection are kept.
pub const HELD: Duration = Duration::from_secs(60);
/// Length of a page's secret, in hexadecimal digits.
const SECRET: usize = 32;

/// State of the room.
#[derive(Default)]
pub struct Room {
    game: Option<Referee>,
    /// Number of the game's state; requests that refer to an older one are dropped.
    version: u64,
    seats: BTreeMap<String, Chair>,
    pages: Vec<Page>,
    offer: Option<Offer>,
    connections: usize,
    /// Numbers given so far, to pages and to offers.
    last: u64,
    /// Messages that were dropped.
    dropped: u64,
}

/// A taken seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Chair {
    /// The page whose person or Banco plays.
    page: u64,
    /// Whether Banco plays.
    banco: bool,
}

/// A page, known by its secret, with one connection or more, or none for a while.
struct Page {
    id: u64,
    secret: String,
    /// Number of people who play at this page.
    people: usize,
    connections: usize,
    left: Option<Instant>,
}

/// Offer of a page, until all others concerned accept, one declines, or the game continues.
#[derive(Serialize)]
struct Offer {
    number: u64,
    by: u64,
    what: What,
    /// Pages that have not answered.
    asked: Vec<u64>,
}

/// Content of an offer.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum What {
    Draw,
    /// Takes moves back until this number is left.
    Undo(usize),
    /// Another game.
    Game(Record),
    /// A move that needs consent.
    Exchange(String),
}

/// Message of a page.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// The first message: the secret that identifies the page.
    Hello { secret: String },
    /// Number of people at the page, each of whom may take a seat.
    People { count: usize },
    /// Takes a free seat for a person.
    Take { seat: String },
    /// Lends Banco to a free seat.
    Banco { seat: String },
    /// Leaves a seat.
    Leave { seat: String },
    /// Leaves the room at once.
    Bye {},
    /// Starts another game.
    Game { record: Record, version: u64 },
    /// Makes a move.
    Move { text: String, version: u64 },
    /// Throws the die.
    Throw { version: u64 },
    /// Offers a move that needs the consent of another seat.
    Exchange { text: String, version: u64 },
    /// Offers to take moves back until `count` are left.
    Undo { count: usize, version: u64 },
    /// Offers a draw.
    Draw { version: u64 },
    /// Resigns for the team of an own seat.
    Resign { seat: String, version: u64 },
    /// Answers an offer.
    Answer { offer: u64, accept: bool },
}

impl Room {
    /// Admits a connection, unless the room is full.
    pub fn connect(&mut self) -> bool {
        let is_free = self.connections < CONNECTIONS;
        self.connections += usize::from(is_free);
        is_free
    }

    /// Removes a connection; its page keeps its seats for a while.
    pub fn disconnect(&mut self, page: Option<u64>, now: Instant) {
        self.connections -= 1;
        if let Some(page) = self.pages.iter_mut().find(|one| Some(one.id) == page) {
            page.connections -= 1;
            page.left = Some(now);
        }
        self.sweep(now);
    }

    /// Returns the page of a secret, a new one if there is none.
    pub fn join(&mut self, secret: &str, now: Instant) -> Option<u64> {
        self.sweep(now);
        if secret.len() != SECRET || !secret.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        if let Some(page) = self.pages.iter_mut().find(|page| page.secret == secret) {
            page.connections += 1;
            return Some(page.id);
        }
        if self.pages.len() >= PAGES {
            return None;
        }
        self.last += 1;
        let id = self.last;
        self.pages.push(Page { id, secret: secret.to_owned(), people: 1, connections: 1, left: None });
        Some(id)
    }

    /// Removes pages that left without a seat or long ago; without pages the game ends.
    pub fn sweep(&mut self, now: Instant) {
        let Room { pages, seats, .. } = self;
        let holds = |page: &Page| seats.values().any(|chair| chair.page == page.id);
        let is_held = |page: &Page| page.left.is_some_and(|left| now < left + HELD) && holds(page);
        pages.retain(|page| page.connections > 0 || is_held(page));
        seats.retain(|_, chair| pages.iter().any(|page| page.id == chair.page));
        let is_here = |id: &u64| self.pages.iter().any(|page| page.id == *id);
        self.offer.take_if(|offer| !is_here(&offer.by) || !offer.asked.iter().all(is_here));
        if self.pages.is_empty() && self.game.take().is_some() {
            self.version += 1;
        }
    }

    /// Counts a message that is dropped.
    pub fn drop_message(&mut self) {
        self.dropped += 1;
    }

    /// Handles a message of a page; drops and counts it if the page may not do so. Returns whether it was accepted.
    pub fn handle(&mut self, page: u64, request: Request) -> bool {
        let is_accepted = self.accept(page, request).is_some();
        self.dropped += u64::from(!is_accepted);
        is_accepted
    }

    /// Returns `None` if a request is not accepted; then nothing has changed.
    fn accept(&mut self, page: u64, request: Request) -> Option<()> {
        let is_current = |version| version == self.version;
        match request {
            Request::Hello { .. } => None,
            Request::People { count } => {
                let seats = self.game.as_ref().map_or(1, |game| game.seats().count());
                let own = self.pages.iter_mut().find(|one| one.id == page)?;
                own.people = (1..=seats).contains(&count).then_some(count)?;
                Some(())
            }
            Request::Take { seat } => {
                let own = self.people_of(page).count();
                let people = self.pages.iter().find(|one| one.id == page)?.people;
                (own < people).then(|| self.sit(page, seat, false))?
            }
            Request::Banco { seat } => {
                let _ = self.people_of(page).next()?;
                self.sit(page, seat, true)
            }
            Request::Leave { seat } => {
                self.seats.get(&seat).filter(|chair| chair.page == page)?;
                self.seats.remove(&seat);
                self.stand(page);
                Some(())
            }
            Request::Bye {} => {
                self.seats.retain(|_, chair| chair.page != page);
                self.stand(page);
                Some(())
            }
            Request::Game { record, version } if is_current(version) => {
                let is_free = self.seats.values().all(|chair| chair.banco);
                (is_free || self.people_of(page).next().is_some()).then_some(())?;
                let game = Referee::open(record).ok()?;
                let others = self.other_people(page);
                if others.is_empty() {
                    self.start(game);
                    return Some(());
                }
                self.make_offer(page, What::Game(game.record().clone()), others)
            }
            Request::Move { text, version } if is_current(version) => {
                self.mover(page)?.play(&text).then(|| self.advance())
            }
            Request::Throw { version } if is_current(version) => {
                self.mover(page)?.throw().then(|| self.advance())
            }
            Request::Exchange { text, version } if is_current(version) => {
                let seat = self.mover(page)?.consent(&text)?;
                let asked = self.seats.get(seat)?.page;
                self.make_offer(page, What::Exchange(text), vec![asked])
            }
            Request::Undo { count, version } if is_current(version) => {
                let _ = self.people_of(page).next()?;
                (count < self.game.as_ref()?.record().moves.len()).then_some(())?;
                let others = self.other_people(page);
                if others.is_empty() {
                    return self.conclude(What::Undo(count));
                }
                self.make_offer(page, What::Undo(count), others)
            }
            Request::Draw { version } if is_current(version) => {
                let game = self.game.as_ref().filter(|game| !game.is_over())?;
                let own: Vec<_> = self.people_of(page).map(|seat| game.team(seat)).collect();
                let is_other = |seat: &str| own.iter().any(|team| *team != game.team(seat));
                let mut asked: Vec<u64> = self
                    .seats
                    .iter()
                    .filter(|(seat, _)| is_other(seat))
                    .map(|(_, chair)| chair.page)
                    .collect();
                asked.sort_unstable();
                asked.dedup();
                self.make_offer(page, What::Draw, asked)
            }
            Request::Resign { seat, version } if is_current(version) => {
                self.people_of(page).find(|own| **own == seat)?;
                self.game.as_mut()?.resign(&seat).then(|| self.advance())
            }
            Request::Answer { offer, accept } => {
                let pending = self.offer.as_mut().filter(|one| one.number == offer)?;
                let place = pending.asked.iter().position(|&asked| asked == page)?;
                pending.asked.swap_remove(place);
                if !accept {
                    self.offer = None;
                } else if pending.asked.is_empty() {
                    return self.offer.take().and_then(|offer| self.conclude(offer.what));
                }
                Some(())
            }
            _ => None,
        }
    }

    /// Returns the seats of the people at a page.
    fn people_of(&self, page: u64) -> impl Iterator<Item = &String> {
        self.seats.iter().filter(move |(_, chair)| chair.page == page && !chair.banco).map(|(seat, _)| seat)
    }

    /// Returns the number of seats that people have taken.
    pub fn people(&self) -> usize {
        self.seats.values().filter(|chair| !chair.banco).count()
    }

    /// Returns the other pages at which people sit.
    fn other_people(&self, page: u64) -> Vec<u64> {
        let people = self.seats.values().filter(|chair| chair.page != page && !chair.banco);
        let mut pages: Vec<u64> = people.map(|chair| chair.page).collect();
        pages.sort_unstable();
        pages.dedup();
        pages
    }

    /// Returns the game if the page plays the seat to move.
    fn mover(&mut self, page: u64) -> Option<&mut Referee> {
        let game = self.game.as_mut()?;
        self.seats.get(game.to_move()).filter(|chair| chair.page == page)?;
        Some(game)
    }

    fn sit(&mut self, page: u64, seat: String, banco: bool) -> Option<()> {
        let is_free = self.game.as_ref()?.seats().any(|one| one == seat) && !self.seats.contains_key(&seat);
        is_free.then(|| {
            self.seats.insert(seat, Chair { page, banco });
        })
    }

    /// Frees the seats of Banco at a page without people, and withdraws offers that concern it.
    fn stand(&mut self, page: u64) {
        if self.people_of(page).next().is_none() {
            self.seats.retain(|_, chair| chair.page != page);
        }
        self.offer.take_if(|offer| offer.by == page || offer.asked.contains(&page));
    }

    fn make_offer(&mut self, by: u64, what: What, asked: Vec<u64>) -> Option<()> {
        (self.offer.is_none() && !asked.is_empty()).then_some(())?;
        self.last += 1;
        self.offer = Some(Offer { number: self.last, by, what, asked });
        Some(())
    }

    /// Carries out what all have accepted.
    fn conclude(&mut self, what: What) -> Option<()> {
        let is_done = match what {
            What::Game(record) => {
                self.start(Referee::open(record).ok()?);
                return Some(());
            }
            What::Draw => self.game.as_mut()?.agree(),
            What::Undo(count) => self.game.as_mut()?.undo(count),
            What::Exchange(text) => self.game.as_mut()?.exchange(&text),
        };
        is_done.then(|| self.advance())
    }

    fn start(&mut self, game: Referee) {
        // Another kind of game has other seats.
        if self.game.as_ref().is_none_or(|old| old.record().id != game.record().id) {
            self.seats.clear();
        }
        self.game = Some(game);
        self.advance();
    }

    /// The game continues: the next state, without offers on the last one.
    fn advance(&mut self) {
        self.version += 1;
        self.offer = None;
    }

    /// Formats the state for a page; `is_refused` follows a request that was not accepted.
    pub fn view(&self, page: u64, is_refused: bool) -> String {
        #[derive(Serialize)]
        struct View<'a> {
            you: u64,
            refused: bool,
            version: u64,
            game: Option<&'a Record>,
            verdict: Option<Verdict>,
            seats: &'a BTreeMap<String, Chair>,
            pages: usize,
            offer: Option<&'a Offer>,
            dropped: u64,
        }
        let view = View {
            you: page,
            refused: is_refused,
            version: self.version,
            game: self.game.as_ref().map(Referee::record),
            verdict: self.game.as_ref().and_then(Referee::verdict),
            seats: &self.seats,
            pages: self.pages.iter().filter(|page| page.connections > 0).count(),
            offer: self.offer.as_ref(),
            dropped: self.dropped,
        };
        serde_json::to_string(&view).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
