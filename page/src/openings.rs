//! The games of a collection by their positions: the moves played there with their results, for the explorer.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use banco::base::{Error, Result};
use banco::engine::{AnyGame, registry};
use banco::record::{Boards, Game, Loss};
use banco::traits::view::Board;
use serde_json::{Value, json};

/// The first moves of a game, which count.
const PLIES: usize = 50;
/// The most games of an answer.
const TOP: usize = 15;
/// Moves that are sorted at once, at least.
const RUN: usize = 1 << 12;

/// The number of a game's file, and that of the game in it, from 0.
pub type Place = (u32, u32);

/// A move of a game in the position with this key.
#[derive(Clone, Copy)]
struct Ply {
    key: u64,
    game: u32,
    mv: u32,
}

/// The games of one kind under the same rules.
#[derive(Default)]
struct Kind {
    /// The moves of all games, of which the first ones are sorted.
    plies: Vec<Ply>,
    sorted: usize,
    games: u32,
}

impl Kind {
    fn sort(&mut self) {
        self.plies.sort_unstable_by_key(|ply| (ply.key, ply.game));
        self.sorted = self.plies.len();
    }

    /// Returns the moves in a position, by game.
    fn at(&self, key: u64) -> &[Ply] {
        let sorted = &self.plies[..self.sorted];
        let start = sorted.partition_point(|ply| ply.key < key);
        let end = start + sorted[start..].partition_point(|ply| ply.key == key);
        &sorted[start..end]
    }
}

/// What a list of games shows of one.
#[derive(Clone, PartialEq, Eq)]
pub struct Card {
    /// Half points of the first team.
    points: u32,
    year: Option<u16>,
    /// Name and rating of each team.
    teams: [(Box<str>, Option<u16>); 2],
}

impl Card {
    /// Returns the card of a game on a board; none without a result.
    pub fn of(game: &Game, board: &Board) -> Option<Card> {
        let tag = |name: &str, end: &str| {
            let white = || game.tag(&format!("White{end}")).filter(|_| name == "Red");
            game.tag(&format!("{name}{end}")).or_else(white)
        };
        let teams = [0, 1].map(|team| {
            let seats =
                board.seats.iter().filter(|seat| seat.team == team).map(|seat| seat.names.en.as_str());
            let names: Vec<&str> = seats.clone().filter_map(|name| tag(name, "")).collect();
            let rating: Option<u16> = seats.clone().find_map(|name| tag(name, "Elo")?.trim().parse().ok());
            (names.join(" & ").into(), rating.filter(|&rating| rating > 0))
        });
        let mut numbers = game.tag("Date").unwrap_or_default().split(|c: char| !c.is_ascii_digit());
        let year = numbers.find(|digits| digits.len() == 4).and_then(|year| year.parse().ok());
        Some(Card { points: game.result.points()?, year, teams })
    }

    fn ratings(&self) -> impl Iterator<Item = u32> {
        self.teams.iter().filter_map(|team| team.1).map(u32::from)
    }

    fn json(&self, id: u32, mv: &str) -> Value {
        let [first, second] =
            [0, 1].map(|team| json!({ "name": self.teams[team].0, "rating": self.teams[team].1 }));
        let winner = [Some("second"), None, Some("first")][self.points as usize];
        json!({ "id": id.to_string(), "move": mv, "winner": winner, "first": first, "second": second, "year": self.year })
    }
}

/// Results of games by the half points of the first team, and the sum and the number of the players' ratings.
#[derive(Default)]
struct Count {
    games: [u32; 3],
    ratings: (u32, u32),
}

impl Count {
    fn add(&mut self, card: &Card) {
        self.games[card.points as usize] += 1;
        self.ratings = card.ratings().fold(self.ratings, |(sum, count), rating| (sum + rating, count + 1));
    }

    fn json(&self) -> Value {
        let ([second, draws, first], (sum, count)) = (self.games, self.ratings);
        json!({ "first": first, "draws": draws, "second": second, "averageRating": sum.checked_div(count) })
    }
}

/// The games of a collection. A move takes 16 bytes, a game some 100.
#[derive(Default)]
pub struct Openings {
    kinds: HashMap<(&'static str, String), Kind>,
    games: Vec<(Place, Card)>,
    /// The moves' texts, and their indices.
    texts: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Openings {
    /// Adds a game; returns false if it has no result.
    ///
    /// # Errors
    /// When the game is damaged.
    pub fn add(&mut self, game: &Game, place: Place, boards: &mut Boards) -> Result<bool> {
        if let Some(note) = game.notes.iter().find(|note| note.loss >= Loss::Cut) {
            return Err(Error::data(note.to_string()));
        }
        let board = boards.open(registry::find(&game.game)?, &game.rules)?;
        let Some(card) = Card::of(game, &board.board()) else { return Ok(false) };
        let mut moves = game.tree.moves();
        moves.truncate(PLIES);
        let keys = board.keys_of(game.setup.as_deref(), &moves)?;
        let kind = self.kinds.entry((board.id(), board.rules())).or_default();
        for (key, text) in keys.into_iter().zip(moves) {
            let mv = self.numbers.get(text).copied().unwrap_or_else(|| {
                self.texts.push(text.to_owned());
                let index = self.texts.len() as u32 - 1;
                self.numbers.insert(text.to_owned(), index);
                index
            });
            kind.plies.push(Ply { key, game: self.games.len() as u32, mv });
        }
        kind.games += 1;
        if kind.plies.len() >= RUN.max(2 * kind.sorted) {
            kind.sort();
        }
        self.games.push((place, card));
        Ok(true)
    }

    /// Sorts the moves of the last games.
    pub fn finish(&mut self) {
        for kind in self.kinds.values_mut() {
            kind.sort();
            kind.plies.shrink_to_fit();
        }
    }

    /// Returns place and card of a game.
    pub fn game(&self, id: usize) -> Option<&(Place, Card)> {
        self.games.get(id)
    }

    /// Returns the moves played in the position of a board, the most frequent first, and the games of the best players.
    pub fn answer(&self, board: &dyn AnyGame) -> Value {
        let kind = self.kinds.get(&(board.id(), board.rules()));
        let plies = kind.map_or(&[][..], |kind| kind.at(board.key()));
        let (mut counts, mut all) = (BTreeMap::<u32, Count>::new(), Count::default());
        for ply in plies {
            let card = &self.games[ply.game as usize].1;
            counts.entry(ply.mv).or_default().add(card);
            all.add(card);
        }
        let text = |mv: u32| self.texts[mv as usize].as_str();
        let mut counts: Vec<(&str, Count)> =
            counts.into_iter().map(|(mv, count)| (text(mv), count)).collect();
        counts.sort_by_key(|(mv, count)| (Reverse(count.games.iter().sum::<u32>()), *mv));
        let moves = counts.iter().map(|(mv, count)| {
            let mut object = count.json();
            object["move"] = (*mv).into();
            object
        });
        // A game may come back to the position.
        let mut games = plies.to_vec();
        games.dedup_by_key(|ply| ply.game);
        games.sort_by_cached_key(|ply| {
            let card = &self.games[ply.game as usize].1;
            Reverse((card.ratings().sum::<u32>(), card.year, ply.game))
        });
        let top =
            games.iter().take(TOP).map(|ply| self.games[ply.game as usize].1.json(ply.game, text(ply.mv)));
        let mut object = all.json();
        object["games"] = kind.map_or(0, |kind| kind.games).into();
        object["moves"] = moves.collect();
        object["topGames"] = top.collect();
        object
    }
}
