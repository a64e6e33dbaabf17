//! Schedules of tournaments: which two engines play the games of each pair.
//!
//! A pair of games has a number: `round * slots + slot`. All encounters of a round have the same opening. A match
//! between two engines has one slot, so that its pairs are numbered by the round alone.

use std::collections::HashSet;

use super::record::Records;
use super::spec::Config;
pub use super::spec::Tournament;

/// Pairs that a drawn duel of a knockout tournament is prolonged by, before the better seed advances.
const TIE_BREAKS: u64 = 8;

/// One game to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pairing {
    /// The number of its pair, and which of the two games it is.
    pub pair: u64,
    pub half: u8,
    /// The round, which determines opening and dice.
    pub round: u64,
    /// The two engines.
    pub sides: [usize; 2],
}

impl Tournament {
    /// Returns the encounters of a round, in order; those of a knockout tournament depend on its results.
    pub fn encounters(self, engines: usize) -> Vec<[usize; 2]> {
        match self {
            Tournament::RoundRobin => {
                (0..engines).flat_map(|a| (a + 1..engines).map(move |b| [a, b])).collect()
            }
            Tournament::Gauntlet => (1..engines).map(|b| [0, b]).collect(),
            Tournament::Knockout => Vec::new(),
        }
    }
}

/// Returns the missing games that can be played now, round by round; none when the tournament is over.
pub(super) fn agenda(config: &Config, records: &Records) -> Vec<Pairing> {
    let played: HashSet<(u64, u8)> = records.games.iter().map(|game| (game.pair, game.half)).collect();
    let is_missing = |game: &Pairing| !played.contains(&(game.pair, game.half));
    if config.tournament == Tournament::Knockout {
        let bracket = Bracket::new(config.engines.len());
        let ready = bracket
            .duels()
            .filter_map(|duel| bracket.sides(duel, config.games, records).map(|sides| (duel, sides)));
        let open =
            ready.filter(|&(duel, sides)| bracket.winner_of(duel, sides, config.games, records).is_none());
        let games = open.flat_map(|(duel, sides)| bracket.games(duel, sides, config.games, records));
        return games.filter(is_missing).collect();
    }
    let encounters = config.tournament.encounters(config.engines.len());
    let slots = encounters.len() as u64;
    let pairs = config.shard.units(config.games.div_ceil(2) * slots);
    let games = pairs.flat_map(|pair| [0, 1].map(|half| (pair, half)));
    let games = games.map(|(pair, half)| Pairing {
        pair,
        half,
        round: pair / slots,
        sides: encounters[(pair % slots) as usize],
    });
    games.filter(|game| is_in_match(game, config.games)).filter(is_missing).collect()
}

/// Whether a game belongs to the first `games` games of its encounter.
fn is_in_match(game: &Pairing, games: u64) -> bool {
    game.round * 2 + u64::from(game.half) < games
}

/// The tree of a knockout tournament: the final is node 1, the winners of nodes 2k and 2k + 1 meet in node k, and the
/// leaves are the engines. An engine without an opponent advances.
pub struct Bracket {
    /// Leaves, a power of two.
    size: u64,
    /// The engine of each leaf.
    seeds: Vec<Option<usize>>,
}

impl Bracket {
    /// Seeds a number of engines, so that the first two can meet in the final only.
    pub fn new(engines: usize) -> Bracket {
        let mut order = vec![0];
        while order.len() < engines {
            let next = 2 * order.len();
            order = order.into_iter().flat_map(|seed| [seed, next - 1 - seed]).collect();
        }
        let seeds: Vec<Option<usize>> =
            order.into_iter().map(|seed| (seed < engines).then_some(seed)).collect();
        Bracket { size: seeds.len() as u64, seeds }
    }

    /// Returns the numbers of the duels, the first round first.
    pub fn duels(&self) -> impl Iterator<Item = u64> + use<> {
        (1..self.size).rev()
    }

    /// Returns the engines of a duel, the better seed first; `None` while they are open, or when one has no opponent.
    pub fn sides(&self, duel: u64, games: u64, records: &Records) -> Option<[usize; 2]> {
        let [a, b] = [2 * duel, 2 * duel + 1].map(|node| self.winner(node, games, records));
        let (a, b) = (a??, b??);
        Some([a.min(b), a.max(b)])
    }

    /// Returns the engine that leaves a node: `None` while it is open, `Some(None)` where there is no engine.
    pub fn winner(&self, node: u64, games: u64, records: &Records) -> Option<Option<usize>> {
        if node >= self.size {
            return Some(self.seeds[(node - self.size) as usize]);
        }
        let sides = [2 * node, 2 * node + 1].map(|below| self.winner(below, games, records));
        match [sides[0]?, sides[1]?] {
            [Some(a), Some(b)] => self.winner_of(node, [a.min(b), a.max(b)], games, records).map(Some),
            [one, other] => Some(one.or(other)),
        }
    }

    /// Returns half points of both sides of a duel.
    pub fn points(&self, duel: u64, records: &Records) -> [u64; 2] {
        let own = records.games.iter().filter(|game| game.pair % self.size == duel);
        own.fold([0, 0], |[a, b], game| [a + u64::from(game.points), b + u64::from(2 - game.points)])
    }

    /// Returns the winner of a duel whose games are all played, also those that break a tie.
    fn winner_of(&self, duel: u64, sides: [usize; 2], games: u64, records: &Records) -> Option<usize> {
        let played = records.games.iter().filter(|game| game.pair % self.size == duel).count() as u64;
        let [first, second] = self.points(duel, records);
        // A tie is broken by whole pairs, after which the number of games has the same parity.
        if played < games || (played - games) % 2 == 1 {
            return None;
        }
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(sides[0]),
            std::cmp::Ordering::Less => Some(sides[1]),
            std::cmp::Ordering::Equal => (played >= games + 2 * TIE_BREAKS).then_some(sides[0]),
        }
    }

    /// Returns the games of a duel so far: those of every duel, and one more pair for each tie.
    fn games(&self, duel: u64, sides: [usize; 2], games: u64, records: &Records) -> Vec<Pairing> {
        let played = records.games.iter().filter(|game| game.pair % self.size == duel).count() as u64;
        let wanted = if played < games { games } else { games + (played - games) / 2 * 2 + 2 };
        let rounds = games.div_ceil(2);
        let regular = (0..games).map(|game| (game / 2, (game % 2) as u8));
        let more = (0..wanted - games).map(|game| (rounds + game / 2, (game % 2) as u8));
        let pairing = |(round, half)| Pairing { pair: round * self.size + duel, half, round, sides };
        regular.chain(more).map(pairing).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules() {
        assert_eq!(Tournament::RoundRobin.encounters(4), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(Tournament::Gauntlet.encounters(4), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(Tournament::RoundRobin.encounters(2), Tournament::Gauntlet.encounters(2));
    }

    #[test]
    fn the_best_seeds_meet_last_and_byes_advance() {
        let bracket = Bracket::new(5);
        let seeds: Vec<i64> = bracket.seeds.iter().map(|seed| seed.map_or(-1, |seed| seed as i64)).collect();
        assert_eq!(seeds, [0, -1, 3, 4, 1, -1, 2, -1]);
        let none = Records::default();
        // One duel of the first round; the other engines wait for it, or for nobody.
        let ready: Vec<_> = bracket.duels().filter_map(|duel| bracket.sides(duel, 2, &none)).collect();
        assert_eq!(ready, [[3, 4], [1, 2]]);
        assert_eq!(bracket.winner(1, 2, &none), None);
        assert_eq!(Bracket::new(2).duels().collect::<Vec<_>>(), [1]);
    }
}
