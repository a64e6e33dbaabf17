//! The product against the reference implementation and against itself, on random positions.

use std::collections::BTreeMap;

use banco::base::Team;
use banco::games::commander::moves::{Action, Step};
use banco::games::commander::{CommanderChess, Move, Options, Unit};
use banco::traits::{Game, Notation, SearchGame, Tunable};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common::{sample, seeded};
use crate::conformance::perft;
use crate::conformance::position::check_search;
use crate::games::commander::read;
use crate::games::commander::reference::{Reference, STACKS};

/// The single pieces; those that a side has several of appear twice.
const SINGLES: [&str; 17] =
    ["I", "I", "T", "T", "M", "E", "A", "A", "G", "G", "S", "F", "F", "N", "H", "T", "A"];

/// Deals the legal stacks in equal numbers.
#[derive(Default)]
struct Deck(Vec<&'static str>);

impl Deck {
    /// The next stack; without a commander if the side has one.
    fn deal(&mut self, random: &mut Xoshiro256PlusPlus, has_commander: bool) -> &'static str {
        loop {
            let fits = |letters: &&str| !(has_commander && letters.contains('C'));
            if let Some(i) = self.0.iter().position(fits) {
                return self.0.remove(i);
            }
            let mut fresh = STACKS.to_vec();
            while !fresh.is_empty() {
                self.0.push(fresh.swap_remove(random.random_range(0..fresh.len())));
            }
        }
    }
}

/// A random placement with stacks, heroes and headquarters; many are not legal positions.
fn random_fen(random: &mut Xoshiro256PlusPlus, deck: &mut Deck) -> String {
    let mut cells: BTreeMap<(i32, i32), String> = BTreeMap::new();
    let mut put = |random: &mut Xoshiro256PlusPlus, letters: &str, red: bool| {
        for _ in 0..50 {
            let (f, r) = (random.random_range(0..11), random.random_range(0..12));
            let mouth = (3..=4).contains(&f) && (5..=6).contains(&r);
            let fits = if letters.starts_with('N') { f <= 2 || mouth } else { f >= 2 };
            if !fits || cells.contains_key(&(f, r)) {
                continue;
            }
            let mut text = String::new();
            for c in letters.chars() {
                let heroic = !"CH".contains(c) && random.random_range(0..5) == 0;
                text += if heroic { "+" } else { "" };
                text.push(if red { c } else { c.to_ascii_lowercase() });
            }
            cells.insert((f, r), if letters.len() > 1 { format!("({text})") } else { text });
            return;
        }
    };
    for red in [true, false] {
        let mut commander = false;
        for _ in 0..random.random_range(3..9) {
            let single = random.random_range(0..2) == 0;
            let letters = if single {
                SINGLES[random.random_range(0..SINGLES.len())]
            } else {
                deck.deal(random, commander)
            };
            commander |= letters.contains('C');
            put(random, letters, red);
        }
        if !commander {
            put(random, "C", red);
        }
    }
    let rows: Vec<String> = (0..12)
        .rev()
        .map(|r| {
            let cell = |f| cells.get(&(f, r)).cloned().unwrap_or(".".into());
            let mut row: String = (0..11).map(cell).collect();
            for gap in (1..=11).rev() {
                row = row.replace(&".".repeat(gap), &gap.to_string());
            }
            row
        })
        .collect();
    format!("{} {} - - 0 1", rows.join("/"), if random.random_range(0..2) == 0 { 'r' } else { 'b' })
}

/// Compares move lists by text, and the positions and outcomes after each move.
fn compare(pos: &CommanderChess, options: &Options) -> u64 {
    let mut reference = Reference::read(&pos.fen());
    (reference.kamikaze, reference.engineers) = (options.kamikaze, options.engineer_air_zone);
    assert_eq!(reference.write(), pos.fen());
    assert_eq!(reference.in_check(), pos.in_check(), "{}", pos.fen());
    let expected = reference.turns();
    let moves = pos.moves();
    let mut found: Vec<String> = moves.iter().map(|&mv| pos.move_text(mv)).collect();
    for (&mv, text) in moves.iter().zip(&found) {
        let Some((after, winner)) = expected.get(text) else {
            panic!("{text} is no turn in {}", pos.fen());
        };
        let next = pos.child(mv);
        assert_eq!(next.key(), next.compute_key());
        let marked = next.fen();
        let fields: Vec<&str> = marked.split(' ').collect();
        let plain = format!("{} {} - - {} {}", fields[0], fields[1], fields[4], fields[5]);
        assert_eq!(plain, after.write(), "{text} in {}", pos.fen());
        let winner = winner.map(|red| if red { Team::First } else { Team::Second });
        let ended = next.terminal().and_then(|outcome| outcome.winner);
        assert_eq!(ended, winner, "{text} in {}", pos.fen());
    }
    if expected.is_empty() && pos.terminal().is_none() {
        let winner = pos.outcome().map(|outcome| outcome.winner);
        assert_eq!(winner, Some(reference.in_check().then_some(!pos.team())), "{}", pos.fen());
    }
    found.sort();
    let missing = expected.keys().find(|text| found.binary_search(text).is_err());
    assert_eq!(missing, None, "{}", pos.fen());
    assert_eq!(found.len(), expected.len(), "{}", pos.fen());
    found.len() as u64
}

/// Positions of random games; one in `rarity` turns captures where it can.
pub fn random_games(
    seed: u64,
    games: usize,
    plies: usize,
    rarity: u32,
    mut visit: impl FnMut(&CommanderChess),
) {
    let mut random = seeded(seed);
    for _ in 0..games {
        let mut pos = CommanderChess::start(&Options::default());
        for _ in 0..plies {
            let mut moves = pos.moves();
            if moves.is_empty() {
                break;
            }
            visit(&pos);
            let captures: Vec<_> = moves.iter().copied().filter(|mv| mv.captures()).collect();
            if !captures.is_empty() && random.random_range(0..rarity) == 0 {
                moves = captures;
            }
            pos.play(moves[random.random_range(0..moves.len())]);
        }
    }
}

/// Random placements that are legal positions.
fn random_placements(seed: u64, count: usize, options: &Options, mut visit: impl FnMut(&CommanderChess)) {
    let mut random = seeded(seed);
    let (mut positions, mut deck) = (0, Deck::default());
    while positions < count {
        if let Ok(pos) = CommanderChess::from_fen(&random_fen(&mut random, &mut deck), options) {
            visit(&pos);
            positions += 1;
        }
    }
}

/// No stack is rare among the compared positions.
#[test]
fn every_stack_is_drawn_equally_often() {
    let mut drawn: BTreeMap<String, usize> = BTreeMap::new();
    let mut airlifts = 0;
    random_placements(1, 120, &Options::default(), |pos| {
        for unit in pos.occupied().into_iter().map(|p| pos.unit(p)).filter(|unit| unit.len() > 1) {
            *drawn.entry(letters(unit)).or_default() += 1;
        }
        // A plane that carries its commander from a ship: the only group whose carrier is not its first letter.
        let from_ship = |mv: &Move| letters(pos.unit(mv.from())) == "NCF";
        let lifts = |mv: &Move| {
            let step = |step: &Step| matches!(step.action(), Action::Lift | Action::LiftTake);
            mv.steps().iter().any(step)
        };
        airlifts += usize::from(pos.moves().iter().any(|mv| from_ship(mv) && lifts(mv)));
    });
    let (least, most) = (drawn.values().min().unwrap(), drawn.values().max().unwrap());
    assert!(drawn.len() == STACKS.len() && 2 * least > *most, "{drawn:?}");
    assert!(airlifts > 0);
}

/// The letters of a unit's pieces, carrier first.
fn letters(unit: Unit) -> String {
    unit.pieces().map(|piece| piece.piece_type.letter()).collect()
}

#[test]
fn random_placements_equal_the_reference() {
    let (mut turns, count) = (0, sample(12, 1_000));
    random_placements(1, count, &Options::default(), |pos| turns += compare(pos, &Options::default()));
    assert!(turns > 83 * count as u64, "{turns}");
}

#[test]
fn options_equal_the_reference() {
    let options = Options { kamikaze: false, engineer_air_zone: true, ..Options::default() };
    random_placements(2, sample(6, 400), &options, |pos| {
        compare(pos, &options);
    });
}

#[test]
fn random_games_equal_the_reference() {
    let (mut positions, games) = (0, sample(6, 100));
    random_games(3, games, 80, 8, |pos| {
        compare(pos, &Options::default());
        positions += 1;
    });
    assert!(positions > 50 * games, "{positions}");
}

#[test]
fn stages_and_codes_agree_with_the_list() {
    random_placements(4, 25, &Options::default(), check_search);
    random_games(5, 6, 80, 8, check_search);
}

#[test]
fn mirrored_positions_have_equal_counts_and_values() {
    random_placements(6, 300, &Options::default(), |pos| {
        let image = read(&Reference::read(&pos.fen()).swapped().write());
        assert_eq!(image.count_moves(), pos.count_moves(), "{}", pos.fen());
        assert_eq!(image.evaluate(), pos.evaluate(), "{}", pos.fen());
    });
}

/// `tune` and the search use the same evaluation: it is the sum of the features.
#[test]
fn features_add_up_to_the_evaluation() {
    let check = |pos: &CommanderChess| {
        let mut features = Vec::new();
        pos.features(&mut features);
        let term = |&(i, times): &(u16, f32)| CommanderChess::weights()[usize::from(i)] * times as i32;
        assert_eq!(features.iter().map(term).sum::<i32>(), pos.evaluate(), "{}", pos.fen());
    };
    random_placements(8, 200, &Options::default(), check);
    random_games(9, 6, 80, 8, check);
    assert_eq!(
        CommanderChess::GROUPS.iter().map(|group| group.count).sum::<usize>(),
        CommanderChess::weights().len()
    );
}

#[test]
fn perft_of_the_examples() {
    assert!(perft::compare::<CommanderChess>("commander/examples", &Options::default(), |_| true) > 20);
}
