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
use crate::base::{Error, Level, Result, Seat, Square, Team};
use crate::traits::Game;
use crate::traits::view::{Act, Board, Heap, Point, Scene, Share, Side, Step, Style, View, Zone};

impl View for OAnQuan {
    const WORDS: &'static Words = super::words::WORDS;
    const LEVELS: &'static [Level] = super::words::LEVELS;

    fn board(_options: &Options) -> Board {
        let place = |space: Square| match space {
            EAST => (6.0, 0.5),
            WEST => (0.0, 0.5),
            _ if space < EAST => (space.index() as f32 + 1.0, 0.0),
            _ => ((WEST.index() - space.index()) as f32, 1.0),
        };
        let point = |space: Square| {
            let (x, y) = place(space);
            Point { name: NAMES[space].to_owned(), x, y }
        };
        let owned = |team: Team| Zone {
            kind: "row",
            seat: Some(Self::SEATS[team.index()]),
            points: row(team).map(|square| NAMES[square].to_owned()).collect(),
        };
        let large = Zone { kind: "large", seat: None, points: vec!["E".to_owned(), "W".to_owned()] };
        let seats = [(0, Side::Bottom, "blue"), (1, Side::Top, "red")];
        Board {
            points: Square::all(SPACES).map(point).collect(),
            zones: vec![large, owned(Team::First), owned(Team::Second)],
            ..Board::new::<OAnQuan>([7, 2], Style::Pits, &seats)
        }
    }

    fn scene(&self) -> Scene {
        let ring = self.ring();
        let heap = |space: Square| Heap {
            point: NAMES[space].to_owned(),
            count: ring.get(space) as u32,
            stone: ring.has_stone(space),
        };
        let share = |at: &str, count| Share { at: at.to_owned(), count };
        let sold = |(team, halves)| {
            let sold = row(team).zip(owners(halves)).filter(|(_, halves)| *halves > 0);
            sold.map(|(square, halves)| share(NAMES[square], halves as u32))
        };
        let accounts = [(Team::First, -self.account()), (Team::Second, self.account())];
        Scene {
            counts: Square::all(SPACES).map(heap).collect(),
            stores: Self::SEATS.iter().zip(self.stores()).map(|(seat, n)| share(seat, n as u32)).collect(),
            sold: accounts.into_iter().flat_map(sold).collect(),
            round: self.options.has_rounds().then(|| self.round() as u32),
            ..Scene::default()
        }
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

    fn acts(&self, mv: Move) -> Vec<Act> {
        let clockwise = self.options.both_ways().then(|| mv.is_clockwise());
        vec![Act::Sow { from: NAMES[mv.origin()].to_owned(), clockwise }]
    }

    fn steps(&self, mv: Move) -> Vec<Step> {
        let (ring, mut steps) = replay(self.ring, mv, &self.options);
        let mut next = *self;
        if next.advance(mv) {
            steps.push(Step::Share);
        } else if next.ring != ring {
            steps.push(Step::Refill { seat: Self::SEATS[next.side.index()] });
        }
        steps
    }
}

/// Replays [`super::sowing::turn`] step by step [oanquan 2.1]. Returns the ring after the turn and its steps.
fn replay(mut ring: Ring, mv: Move, options: &Options) -> (Ring, Vec<Step>) {
    let next = |space: Square| NEXT[usize::from(mv.is_clockwise())][space];
    let point = |space: Square| NAMES[space].to_owned();
    let mut steps = Vec::new();
    let mut pickups = 0;
    let (mut space, mut hand) = (mv.origin(), ring.get(mv.origin()));
    loop {
        steps.push(Step::Take { point: point(space), count: hand as u32 });
        ring.0 -= (hand as u128) << (8 * space.index());
        let mut fell_on_empty = false;
        for _ in 0..hand {
            space = next(space);
            fell_on_empty = ring.is_bare(space);
            ring.0 += 1 << (8 * space.index());
            steps.push(Step::Drop { point: point(space) });
        }
        let following = next(space);
        if options.relay_needs_occupied && fell_on_empty {
            return (ring, steps);
        }
        if ring.is_bare(following) {
            space = following;
            break;
        }
        let stops = is_large(following) && options.large_stops();
        pickups += 1;
        if stops || pickups > MOST_PICKUPS {
            return (ring, steps);
        }
        // A large space gives one counter to the next space [oanquan 2.5].
        (space, hand) = (following, if is_large(following) { 1 } else { ring.get(following) });
    }
    loop {
        let target = next(space);
        let young = ring.has_stone(target) && ring.get(target) < options.young();
        if ring.is_bare(target) || young {
            return (ring, steps);
        }
        steps.push(Step::Capture { point: point(target), count: options.points_in(ring, target) as u32 });
        ring.clear(target);
        space = next(target);
        if !ring.is_bare(space) {
            return (ring, steps);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::options::Ruleset;
    use super::super::sowing::turn;
    use super::*;
    use crate::traits::Notation;

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
                let (ring, steps) = replay(position.ring, mv, &options);
                let (expected, won) = turn(position.ring, mv, &options);
                assert_eq!(ring, expected, "{} {}", position.fen(), position.move_text(mv));
                let taken = |step: &Step| if let Step::Capture { count, .. } = step { *count } else { 0 };
                assert_eq!(steps.iter().map(taken).sum::<u32>() as usize, won);
                position.play(mv);
            }
        }
    }
}
