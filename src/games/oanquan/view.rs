//! Display of the game: the ring of spaces, its counters, and each step of a turn.

use super::board::{EAST, Ring, SPACES, WEST, is_large, row};
use super::fen::owners;
use super::notation::NAMES;
use super::options::Options;
use super::position::OAnQuan;
use super::sowing::{MOST_PICKUPS, Move};
use super::sowing_tables::NEXT;
use crate::base::error::shorten;
use crate::base::words::Words;
use crate::base::{Error, Result, Seat, Square, Team};
use crate::traits::view::{Board, View};
use crate::traits::{Game, Notation};

impl View for OAnQuan {
    const WORDS: &'static Words = super::words::WORDS;

    fn board(_options: &Options) -> Board {
        let place = |space: Square| match space {
            EAST => (6.0, 0.5),
            WEST => (0.0, 0.5),
            _ if space < EAST => (space.index() as f32 + 1.0, 0.0),
            _ => ((WEST.index() - space.index()) as f32, 1.0),
        };
        let point = |space: Square| (NAMES[space].to_owned(), place(space).0, place(space).1);
        let names = |team| row(team).map(|square| NAMES[square].to_owned()).collect();
        Board {
            size: (7, 2),
            style: "pits",
            seats: &[(0, "bottom", "blue"), (1, "top", "red")],
            points: Square::all(SPACES).map(point).collect(),
            zones: vec![
                ("large", None, vec!["E".to_owned(), "W".to_owned()]),
                ("row", Some(0), names(Team::First)),
                ("row", Some(1), names(Team::Second)),
            ],
            ..Board::default()
        }
    }

    fn scene(&self) -> Vec<String> {
        let ring = self.ring();
        let mut lines: Vec<String> = Square::all(SPACES)
            .map(|space| {
                let stone = if ring.has_stone(space) { " Q" } else { "" };
                format!("count {} {}{stone}", NAMES[space], ring.get(space))
            })
            .collect();
        for (seat, store) in Self::SEATS.iter().zip(self.stores()) {
            lines.push(format!("store {seat} {store}"));
        }
        for (team, halves) in [(Team::First, -self.account()), (Team::Second, self.account())] {
            let sold = row(team).zip(owners(halves)).filter(|(_, halves)| *halves > 0);
            lines.extend(sold.map(|(square, halves)| format!("sold {} {halves}", NAMES[square])));
        }
        if self.options.has_rounds() {
            lines.push(format!("round {}", self.round()));
        }
        lines
    }

    fn compose(_options: &Options, seat: Seat, men: &[(String, String)]) -> Result<String> {
        let mut spaces = ["0"; SPACES];
        let mut stores = ["0"; 2];
        for (place, count) in men {
            let store = Self::SEATS.iter().position(|seat| seat.eq_ignore_ascii_case(place));
            match (NAMES.iter().position(|name| name == place), store) {
                (Some(space), _) => spaces[space] = count,
                (None, Some(seat)) => stores[seat] = count,
                (None, None) => return Err(Error::usage(format!("no space {}", shorten(place)))),
            }
        }
        let (south, north) = (spaces[..5].join(","), spaces[6..11].join(","));
        let side = if seat.index() == 0 { 's' } else { 'n' };
        let stores = stores.join(",");
        Ok(format!("{south}/{}/{north}/{} {side} {stores} 00000/00000 1s 0", spaces[5], spaces[11]))
    }

    fn move_between(&self, from: &str, _to: &str) -> String {
        format!("{from}{}", if self.options.both_ways() { "+" } else { "" })
    }

    fn acts(&self, mv: Move) -> String {
        self.move_text(mv)
    }

    fn steps(&self, mv: Move) -> Vec<String> {
        let (ring, mut lines) = replay(self.ring, mv, &self.options);
        let mut next = *self;
        if next.advance(mv) {
            lines.push("share".to_owned());
        } else if next.ring != ring {
            lines.push(format!("refill {}", Self::SEATS[next.side.index()]));
        }
        lines
    }
}

/// Replays [`super::sowing::turn`] step by step [oanquan 2.1]. Returns the ring after the turn and the lines of `scene
/// step`.
fn replay(mut ring: Ring, mv: Move, options: &Options) -> (Ring, Vec<String>) {
    let next = |space: Square| NEXT[usize::from(mv.is_clockwise())][space];
    let mut lines = Vec::new();
    let mut pickups = 0;
    let (mut space, mut hand) = (mv.origin(), ring.get(mv.origin()));
    loop {
        lines.push(format!("take {} {hand}", NAMES[space]));
        ring.0 -= (hand as u128) << (8 * space.index());
        let mut fell_on_empty = false;
        for _ in 0..hand {
            space = next(space);
            fell_on_empty = ring.is_bare(space);
            ring.0 += 1 << (8 * space.index());
            lines.push(format!("drop {}", NAMES[space]));
        }
        let following = next(space);
        if options.relay_needs_occupied && fell_on_empty {
            return (ring, lines);
        }
        if ring.is_bare(following) {
            space = following;
            break;
        }
        let stops = is_large(following) && options.large_stops();
        pickups += 1;
        if stops || pickups > MOST_PICKUPS {
            return (ring, lines);
        }
        // A large space gives one counter to the next space [oanquan 2.5].
        (space, hand) = (following, if is_large(following) { 1 } else { ring.get(following) });
    }
    loop {
        let target = next(space);
        let young = ring.has_stone(target) && ring.get(target) < options.young();
        if ring.is_bare(target) || young {
            return (ring, lines);
        }
        lines.push(format!("capture {} {}", NAMES[target], options.points_in(ring, target)));
        ring.clear(target);
        space = next(target);
        if !ring.is_bare(space) {
            return (ring, lines);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::Ruleset;
    use super::super::sowing::turn;
    use super::*;

    /// The steps reach the same ring as the turn, in all rulesets, through pseudo-random games.
    #[test]
    fn the_story_ends_as_the_turn_does() {
        for (ruleset, literal, quan_non) in [
            (Ruleset::Tonkin, false, 0),
            (Ruleset::Tonkin, true, 0),
            (Ruleset::Modern, false, 5),
            (Ruleset::MancalaWorld, true, 0),
        ] {
            let options = Options { ruleset, relay_needs_occupied: literal, quan_non, ..Options::default() };
            let mut position = OAnQuan::start(&options);
            let mut moves = Vec::new();
            for i in 0..400_usize {
                moves.clear();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    position = OAnQuan::start(&options);
                    continue;
                }
                let mv = moves[i * i % moves.len()];
                let (ring, lines) = replay(position.ring, mv, &options);
                let (expected, won) = turn(position.ring, mv, &options);
                assert_eq!(ring, expected, "{} {}", position.fen(), position.move_text(mv));
                let taken = lines.iter().filter_map(|line| line.strip_prefix("capture "));
                let taken: usize =
                    taken.filter_map(|rest| rest.split(' ').nth(1)?.parse::<usize>().ok()).sum();
                assert_eq!(taken, won);
                position.play(mv);
            }
        }
    }
}
