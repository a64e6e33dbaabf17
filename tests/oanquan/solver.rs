//! The exhaustive solver against plain minimax, on repetition, and on paper.

use std::collections::HashMap;
use std::ops::ControlFlow;

use banco::core::Game;
use banco::games::oanquan::rules::final_stores;
use banco::games::oanquan::{OAnQuan, Options};
use banco::solve::exhaustive::solver::DEPTH_MOST;
use banco::solve::exhaustive::thinker::margin;
use banco::solve::exhaustive::{Bounds, Round, Solver, account, certificate, check};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A position of a round after some random moves, with some account.
fn random_position(random: &mut impl Rng, plies: usize, account: i8, options: &Options) -> OAnQuan {
    'again: loop {
        let mut position = OAnQuan::new_round(account, 1, banco::core::Team::First, options);
        for _ in 0..plies {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            if position.advance(moves[random.random_range(0..moves.len())]) {
                continue 'again;
            }
        }
        return position;
    }
}

fn solve(solver: &mut Solver, position: &OAnQuan) -> Bounds {
    let (round, node) = Round::of(position);
    solver.begin(round);
    solver.solve(round, node, DEPTH_MOST, |_| false, |_| ControlFlow::Continue(())).bounds
}

/// Plain minimax without any memory: the range of the final difference for the side to move, where a position
/// that is met again counts as unknown. `None` when it would take too long.
fn minimax(position: &OAnQuan, path: &mut Vec<OAnQuan>, budget: &mut u32) -> Option<(i32, i32)> {
    *budget = budget.checked_sub(1)?;
    path.push(*position);
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let (mut lo, mut hi) = (-1_000, -1_000);
    for mv in moves {
        let mut next = *position;
        let over = next.advance(mv);
        // Boards with other stores count as met again too: a solver that knows boards only must not hope for more.
        let met = |old: &OAnQuan| old.ring() == next.ring() && old.team() == next.team();
        let (low, high) = if over {
            let stores = final_stores(next.ring(), next.stores(), next.account(), next.options());
            let d = i32::from(stores[0]) - i32::from(stores[1]);
            let d = position.team().seen_by(banco::core::Team::First, d);
            (d, d)
        } else if path.iter().any(met) {
            (-1_000, 1_000)
        } else {
            let (low, high) = minimax(&next, path, budget)?;
            (-high, -low)
        };
        (lo, hi) = (lo.max(low), hi.max(high));
    }
    path.pop();
    Some((lo, hi))
}

/// A board with few counters, some in store for both sides, and some account.
fn small_position(random: &mut impl Rng, options: &Options) -> OAnQuan {
    loop {
        let mut spaces = [0; 12];
        for _ in 0..random.random_range(2..14) {
            spaces[random.random_range(0..12)] += 1;
        }
        let text =
            |from: usize| spaces[from..from + 5].iter().map(i32::to_string).collect::<Vec<_>>().join(",");
        let south = random.random_range(0..60);
        let north = 70 - south - spaces.iter().sum::<i32>();
        let side = ["s", "n"][random.random_range(0..2)];
        let owners = ["00000/00000", "00002/00000", "00000/00122", "00022/00000"][random.random_range(0..4)];
        let (south_row, north_row) = (text(0), text(6));
        let fen = format!(
            "{south_row}/{}/{north_row}/{} {side} {south},{north} {owners} 2s 9",
            spaces[5], spaces[11]
        );
        let position = OAnQuan::from_fen(&fen, options).unwrap();
        // A finished round is shared on loading, and the next one set up.
        if position.round() == 2 {
            return position;
        }
    }
}

#[test]
fn agrees_with_plain_minimax() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(12);
    let (mut compared, mut tried) = (0, 0);
    let mut solver = Solver::new(1, 1).unwrap();
    let literal = Options { relay_needs_occupied: true, ..Options::default() };
    while compared < 3_000 {
        tried += 1;
        assert!(tried < 100_000, "{compared}");
        let position =
            small_position(&mut random, &if tried % 8 == 7 { literal } else { Options::default() });
        let Some((lo, hi)) = minimax(&position, &mut Vec::new(), &mut 400) else { continue };
        let found = margin(&position, solve(&mut solver, &position));
        if lo == hi {
            assert_eq!(found, Bounds { lo, hi }, "{}", position.fen());
        } else {
            assert!(found.lo <= lo && found.hi >= hi, "{} {lo} {hi} {found:?}", position.fen());
        }
        compared += 1;
    }
}

#[test]
fn half_turn_has_the_same_value() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(13);
    for i in 0..20 {
        let position = random_position(&mut random, 12 + i, (i % 5) as i8 - 2, &Options::default());
        let values = [position, position.turned()].map(|p| solve(&mut Solver::new(8, 1).unwrap(), &p));
        assert_eq!(values[0], values[1], "{}", position.fen());
    }
}

#[test]
fn round_from_the_start() {
    let start = OAnQuan::start(&Options::default());
    let mut solver = Solver::new(16, 1).unwrap();
    // Five counters more, of which the odd one is given away: 37 to 33.
    assert_eq!(solve(&mut solver, &start), Bounds::exact(5));
    assert_eq!(margin(&start, Bounds::exact(5)), Bounds::exact(4));
    let together = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let value = together.install(|| solve(&mut Solver::new(16, 2).unwrap(), &start));
    assert_eq!(value, Bounds::exact(5));
}

/// A solver that takes a repeated position, or one very deep, for an even share and keeps what follows from that.
struct Naive {
    claims: HashMap<(u128, usize, i32), bool>,
    path: Vec<(u128, usize)>,
    depth: usize,
    backwards: bool,
}

impl Naive {
    fn reaches(&mut self, position: &OAnQuan, bound: i32) -> bool {
        let (ring, side) = (position.ring().0, position.team().index());
        if let Some(&holds) = self.claims.get(&(ring, side, bound)) {
            return holds;
        }
        if self.path.len() >= self.depth || self.path.contains(&(ring, side)) {
            return 0 >= bound;
        }
        self.path.push((ring, side));
        let mut moves = Vec::new();
        position.moves(&mut moves);
        if self.backwards {
            moves.reverse();
        }
        let holds = moves.into_iter().any(|mv| {
            let mut next = *position;
            let over = next.advance(mv);
            let gain = -next.lead() - position.lead();
            if over { gain >= bound } else { !self.reaches(&next, gain - bound + 1) }
        });
        self.path.pop();
        self.claims.insert((ring, side, bound), holds);
        holds
    }

    fn value(depth: usize, backwards: bool, position: &OAnQuan) -> i32 {
        let mut naive = Naive { claims: HashMap::new(), path: Vec::new(), depth, backwards };
        (-40..=40).rev().find(|&bound| naive.reaches(position, bound)).unwrap()
    }
}

/// Both sides can keep the play going. A solver that ignores that claims a value for certain, and which one
/// depends on the order of moves; one of these claims is even disproved by the lines that end.
#[test]
fn perpetual() {
    let position = OAnQuan::from_fen("0,1,0,1,3/1/3,0,0,0,0/4 n 16,41", &Options::default()).unwrap();
    let proven = solve(&mut Solver::new(16, 1).unwrap(), &position);
    assert_eq!(proven, Bounds { lo: 13, hi: 14 });
    let claims = [false, true].map(|backwards| Naive::value(30, backwards, &position));
    assert_ne!(claims[0], claims[1]);
    assert!(Naive::value(60, false, &position) < proven.lo);
}

fn file(name: &str) -> std::path::PathBuf {
    std::env::temp_dir().join(format!("banco-{}-{name}.proof", std::process::id()))
}

#[test]
fn proofs_on_paper() {
    let options = Options::default();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(14);
    let path = file("random");
    for account in [0, 0, 3, -4] {
        let position = random_position(&mut random, 14, account, &options);
        let mut solver = Solver::new(16, 1).unwrap();
        let bounds = solve(&mut solver, &position);
        let size = certificate::write(&path, &solver, &position, bounds).unwrap();
        let proven = check::check(&path).unwrap();
        assert_eq!((proven.position, proven.bounds, proven.records), (position, bounds, size.records));
    }
    std::fs::remove_file(&path).unwrap();
}

/// A table that has forgotten everything: what is needed is proven again, or the file is refused, never wrong.
#[test]
fn proof_from_a_lost_table() {
    let position = random_position(&mut Xoshiro256PlusPlus::seed_from_u64(3), 16, 0, &Options::default());
    for (megabytes, written) in [(16, true), (1, false)] {
        let mut solver = Solver::new(megabytes, 1).unwrap();
        let bounds = solve(&mut solver, &position);
        let path = file("lost");
        solver.clear();
        match certificate::write(&path, &solver, &position, bounds) {
            Ok(_) => assert_eq!(check::check(&path).unwrap().bounds, bounds),
            Err(why) => assert!(!written && why.to_string().contains("larger table"), "{why}"),
        }
        let _ = std::fs::remove_file(&path);
    }
}

#[test]
fn damaged_proofs_are_refused() {
    let position = random_position(&mut Xoshiro256PlusPlus::seed_from_u64(5), 26, 0, &Options::default());
    let mut solver = Solver::new(4, 1).unwrap();
    let bounds = solve(&mut solver, &position);
    let path = file("damaged");
    certificate::write(&path, &solver, &position, bounds).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let refuse = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        let message = check::check(&path).unwrap_err().to_string();
        assert!(!message.contains('\n'));
    };
    for at in (0..whole.len()).step_by(whole.len() / 40 + 1) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        refuse(&bytes);
        refuse(&whole[..at]);
    }
    refuse(b"");
    refuse(b"something else altogether, and longer than the first line");
    // Records that are well formed, but prove too much: the frame is packed again, so that only the checker can
    // find them out.
    let head = certificate::MAGIC.len();
    let plain = zstd::decode_all(&whole[head..]).unwrap();
    let first = 2 + position.fen().len() + 6 + 2 + 4;
    let records = (plain.len() - first) / certificate::RECORD;
    let mut found = 0;
    for i in 0..records {
        for (byte, change) in [(certificate::RECORD - 2, 1), (certificate::RECORD - 1, -1_i8)] {
            let mut forged = plain.clone();
            let at = first + i * certificate::RECORD + byte;
            let value = forged[at] as i8;
            if value == -127 || value == 127 {
                continue;
            }
            forged[at] = (value + change) as u8;
            let mut bytes = certificate::MAGIC.to_vec();
            bytes.extend(zstd::encode_all(&forged[..], 1).unwrap());
            std::fs::write(&path, bytes).unwrap();
            found += usize::from(check::check(&path).is_err());
        }
        if i > 200 {
            break;
        }
    }
    // A bound of one record may hold although its proof did not need it so sharp; most do not.
    assert!(found > records.min(200) / 2, "{found} of {records}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn the_match() {
    for (sold_to_win, length) in [(3, 11), (4, 15)] {
        let options = Options { sold_to_win, ..Options::default() };
        let rounds = account::solve_rounds(&options, 32, 1, |_| {}).unwrap();
        assert!(rounds.iter().all(|round| round.difference == Bounds::exact(4)));
        let states = account::solve_match(&rounds, &options);
        let start = states.iter().find(|s| s.account == 0 && s.starter.index() == 0).unwrap();
        assert_eq!((start.result, start.rounds), (Bounds::exact(1), Some(length)));
    }
}
