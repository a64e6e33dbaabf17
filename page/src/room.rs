//! A game shared by several pages. The server is its referee: it accepts from a connection only what its seats may do,
//! numbers the states of the game, and sends the same state to all. Pages without a seat watch.
//!
//! A request that concerns people at other pages is an offer, which takes effect when all of them have accepted it:
//!
//! - a seat beside a partner, for a person or Banco: the people of its team;
//! - resignation: the other people of the team;
//! - a draw: all other people, and the Bancos of the other team;
//! - taking back and another game: all other people;
//! - an exchange: the seat that the rules name.

mod messages;

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::time::{Duration, Instant};

use super::referee::Referee;
pub use messages::Request;
use messages::{Chair, OfferView, View, What};

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
    /// Offers, at most one of each page; a newer one replaces it.
    offers: Vec<Offer>,
    connections: usize,
    /// Numbers given so far, to pages and to offers.
    last: u64,
    /// Messages that were dropped.
    dropped: u64,
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
struct Offer {
    number: u64,
    by: u64,
    what: What,
    /// Pages that have accepted.
    accepted: Vec<u64>,
    /// Pages where a person has seen it.
    seen: Vec<u64>,
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
        self.offers.retain(|offer| self.pages.iter().any(|page| page.id == offer.by));
        self.prune();
        if self.pages.is_empty() && self.game.take().is_some() {
            self.version += 1;
        }
    }

    /// Counts the time of the game since the last call. Returns whether a team has none left.
    pub fn tick(&mut self, now: Instant) -> bool {
        let is_up = self.game.as_mut().is_some_and(|game| game.tick(now));
        if is_up {
            self.advance();
        }
        is_up
    }

    /// Returns the time until a team has none left.
    pub fn remaining(&self) -> Option<Duration> {
        self.game.as_ref()?.remaining()
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
            Request::Take { seat } => self.propose(page, What::Seat { seat, banco: false }),
            Request::Banco { seat } => self.propose(page, What::Seat { seat, banco: true }),
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
                self.propose(page, What::Game(game.record().clone()))
            }
            Request::Move { text, version } if is_current(version) => {
                self.mover(page)?.play(&text).then(|| self.advance())
            }
            Request::Throw { version } if is_current(version) => {
                self.mover(page)?.throw().then(|| self.advance())
            }
            Request::Exchange { text, version } if is_current(version) => {
                let seat = self.mover(page)?.consent(&text)?;
                let _ = self.seats.get(seat)?;
                self.propose(page, What::Exchange(text))
            }
            Request::Undo { count, version } if is_current(version) => {
                let _ = self.people_of(page).next()?;
                (count < self.game.as_ref()?.record().moves.len()).then_some(())?;
                self.propose(page, What::Undo(count))
            }
            Request::Draw { version } if is_current(version) => {
                let game = self.game.as_ref().filter(|game| !game.is_over())?;
                self.seats.keys().find(|seat| self.is_opponent(game, page, seat))?;
                self.propose(page, What::Draw)
            }
            Request::Resign { seat, version } if is_current(version) => {
                self.people_of(page).find(|own| **own == seat)?;
                let _ = self.game.as_ref().filter(|game| !game.is_over())?;
                self.propose(page, What::Resign(seat))
            }
            Request::Answer { offer, accept } => {
                let place = self.offers.iter().position(|one| one.number == offer)?;
                self.asked(&self.offers[place]).contains(&page).then_some(())?;
                if !accept {
                    self.offers.remove(place);
                    return Some(());
                }
                self.offers[place].accepted.push(page);
                if !self.asked(&self.offers[place]).is_empty() {
                    return Some(());
                }
                let Offer { by, what, .. } = self.offers.remove(place);
                self.conclude(by, what)
            }
            Request::Seen { offer } => {
                // An offer that has just been answered is seen too late.
                let Some(place) = self.offers.iter().position(|one| one.number == offer) else {
                    return Some(());
                };
                self.asked(&self.offers[place]).contains(&page).then_some(())?;
                let seen = &mut self.offers[place].seen;
                if !seen.contains(&page) {
                    seen.push(page);
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

    /// Returns whether a person at a page plays against a seat.
    fn is_opponent(&self, game: &Referee, page: u64, seat: &str) -> bool {
        self.people_of(page).any(|own| game.team(own) != game.team(seat))
    }

    /// Returns the pages that have to accept an offer and have not, by the seats as they are now.
    fn asked(&self, offer: &Offer) -> Vec<u64> {
        let Some(game) = &self.game else { return Vec::new() };
        let is_concerned = |seat: &str, chair: &Chair| {
            let is_other_person = chair.page != offer.by && !chair.banco;
            match &offer.what {
                What::Draw => is_other_person || self.is_opponent(game, offer.by, seat),
                What::Undo(_) | What::Game(_) => is_other_person,
                What::Exchange(text) => game.consent(text) == Some(seat),
                What::Resign(own) | What::Seat { seat: own, .. } => {
                    is_other_person && game.team(own) == game.team(seat)
                }
            }
        };
        let concerned = self.seats.iter().filter(|(seat, chair)| is_concerned(seat, chair));
        let pages: BTreeSet<u64> = concerned.map(|(_, chair)| chair.page).collect();
        pages.into_iter().filter(|page| !offer.accepted.contains(page)).collect()
    }

    /// Returns the game if the page plays the seat to move.
    fn mover(&mut self, page: u64) -> Option<&mut Referee> {
        let game = self.game.as_mut()?;
        self.seats.get(game.to_move()).filter(|chair| chair.page == page)?;
        Some(game)
    }

    /// Returns whether a page may have a free seat: a person for each at the page, Banco beside a person.
    fn may_sit(&self, page: u64, seat: &str, banco: bool) -> bool {
        let own = self.people_of(page).count();
        let people = self.pages.iter().find(|one| one.id == page).map_or(0, |page| page.people);
        let is_seat = self.game.as_ref().is_some_and(|game| game.seats().any(|one| one == seat));
        is_seat && !self.seats.contains_key(seat) && if banco { own > 0 } else { own < people }
    }

    /// Frees the seats of Banco at a page without people, and withdraws its offer.
    fn stand(&mut self, page: u64) {
        if self.people_of(page).next().is_none() {
            self.seats.retain(|_, chair| chair.page != page);
        }
        self.offers.retain(|offer| offer.by != page);
        self.prune();
    }

    /// Withdraws offers that nobody is left to accept.
    fn prune(&mut self) {
        let mut offers = mem::take(&mut self.offers);
        offers.retain(|offer| !self.asked(offer).is_empty());
        self.offers = offers;
    }

    /// Does what concerns nobody else at once, and offers anything else.
    fn propose(&mut self, by: u64, what: What) -> Option<()> {
        if let What::Seat { seat, banco } = &what {
            self.may_sit(by, seat, *banco).then_some(())?;
        }
        let offer = Offer { number: self.last + 1, by, what, accepted: Vec::new(), seen: Vec::new() };
        if self.asked(&offer).is_empty() {
            return self.conclude(by, offer.what);
        }
        self.last += 1;
        self.offers.retain(|one| one.by != by);
        self.offers.push(offer);
        Some(())
    }

    /// Carries out what all have accepted.
    fn conclude(&mut self, by: u64, what: What) -> Option<()> {
        let is_done = match what {
            What::Game(record) => {
                self.start(Referee::open(record).ok()?);
                return Some(());
            }
            What::Seat { seat, banco } => {
                self.may_sit(by, &seat, banco).then_some(())?;
                self.offers.retain(|offer| !offer.what.is_for(&seat));
                self.seats.insert(seat, Chair { page: by, banco });
                return Some(());
            }
            What::Resign(seat) => self.game.as_mut()?.resign(&seat),
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
        self.offers.clear();
    }

    /// Formats the state for a page; `is_refused` follows a request that was not accepted.
    pub fn view(&self, page: u64, is_refused: bool) -> String {
        let is_here = |page: &&Page| page.connections > 0;
        let is_seated = |page: &&Page| self.seats.values().any(|chair| chair.page == page.id);
        let offers = self.offers.iter().map(|offer| OfferView {
            number: offer.number,
            by: offer.by,
            what: offer.what.clone(),
            asked: self.asked(offer),
            seen: &offer.seen,
        });
        let view = View {
            you: page,
            refused: is_refused,
            version: self.version,
            game: self.game.as_ref().map(Referee::record),
            verdict: self.game.as_ref().and_then(Referee::verdict),
            seats: &self.seats,
            clock: self.game.as_ref().and_then(Referee::clock),
            pages: self.pages.iter().filter(is_here).count(),
            watching: self.pages.iter().filter(is_here).filter(|page| !is_seated(page)).count(),
            offers: offers.collect(),
            dropped: self.dropped,
        };
        serde_json::to_string(&view).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
