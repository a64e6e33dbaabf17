//! The exhaustive solver against plain minimax, on repetition, and on paper.

use std::collections::HashMap;
use std::ops::ControlFlow;

use banco::core::{Game, Team};
use banco::games::oanquan::rules::{Ruleset, final_stores, settle_difference};
use banco::games::oanquan::{OAnQuan, Options};
use banco::solve::exhaustive::bounds::OPEN;
use banco::solve::exhaustive::quest::DEPTH_MOST;
use banco::solve::exhaustive::thinker::margin;
use banco::solve::exhaustive::{Bounds, Progress, Round, Solver, account, certificate, check};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A position of a round after some random moves, with some account.
fn random_position(random: &mut impl Rng, plies: usize, account: i8, options: &Options) -> OAnQuan {
    'again: loop {
        let mut position = OAnQuan::new_round(account, 1, Team::First, options);
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

fn search(solver: &mut Solver, position: &OAnQuan) -> Progress {
    search_within(solver, position, u64::MAX)
}

/// At most so many nodes are searched: where debts can grow for ever, a range may stay open for ever.
fn search_within(solver: &mut Solver, position: &OAnQuan, nodes: u64) -> Progress {
    let (round, node) = Round::of(position);
    solver.begin(round);
    solver.solve(round, node, DEPTH_MOST, |spent| spent > nodes, |_| ControlFlow::Continue(()))
}

fn solve(solver: &mut Solver, position: &OAnQuan) -> Bounds {
    search(solver, position).bounds
}

/// Plain minimax without any memory: the range of the final difference for the side to move. What is met again,
/// lies too deep or comes after so many nodes counts as unknown.
fn minimax(position: &OAnQuan, path: &mut Vec<OAnQuan>, budget: &mut u32) -> (i32, i32) {
    const UNKNOWN: (i32, i32) = (-1_000, 1_000);
    if *budget == 0 || path.len() >= DEPTH {
        return UNKNOWN;
    }
    *budget -= 1;
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
            let d = position.team().seen_by(Team::First, d);
            (d, d)
        } else if path.iter().any(met) {
            UNKNOWN
        } else {
            let (low, high) = minimax(&next, path, budget);
            (-high, -low)
        };
        (lo, hi) = (lo.max(low), hi.max(high));
    }
    path.pop();
    (lo, hi)
}

/// Plies that plain minimax looks ahead.
const DEPTH: usize = 12;

/// A board with few counters, stores that may be deep in debt, and some account.
fn small_position(random: &mut impl Rng, options: &Options) -> OAnQuan {
    loop {
        let mut spaces = [0; 12];
        for _ in 0..random.random_range(2..14) {
            spaces[random.random_range(0..12)] += 1;
        }
        // A round ends when both large spaces are empty: half of the positions are near to that.
        let near = random.random();
        if near {
            (spaces[5], spaces[11]) = (spaces[5].min(1), 0);
        }
        let text =
            |from: usize| spaces[from..from + 5].iter().map(i32::to_string).collect::<Vec<_>>().join(",");
        let stones = [true, !near].map(|may| may && options.has_stones() && random.random());
        let large = |i: usize| format!("{}{}", if stones[i] { "Q" } else { "" }, spaces[5 + 6 * i]);
        let on_board = spaces.iter().sum::<i32>()
            + stones.iter().filter(|&&stone| stone).count() as i32 * options.stone_value() as i32;
        let south = random.random_range(-40..90);
        let north = options.points() as i32 - south - on_board;
        let side = ["s", "n"][random.random_range(0..2)];
        let owners = ["00000/00000", "00002/00000", "00000/00122", "00022/00000"][random.random_range(0..4)];
        let owners = if options.has_rounds() { owners } else { "00000/00000" };
        let fen =
            format!("{}/{}/{}/{} {side} {south},{north} {owners} 2s 9", text(0), large(0), text(6), large(1));
        let position = OAnQuan::from_fen(&fen, options).unwrap();
        // A finished round is shared on loading, and the next one set up.
        if position.round() == 2 && position.has_moves() {
            return position;
        }
    }
}

/// The rules that small positions are solved under.
fn rulesets() -> [Options; 5] {
    let tonkin = Options::default();
    let modern = Options { ruleset: Ruleset::Modern, ..tonkin };
    [
        tonkin,
        Options { relay_needs_occupied: true, ..tonkin },
        modern,
        Options { quan_value: 5, quan_non: 5, ..modern },
        Options { ruleset: Ruleset::MancalaWorld, ..tonkin },
    ]
}

/// Compares so many random positions: how many values plain minimax finds, how many one end of it, and how many
/// of both have a debt.
fn compare(options: &Options, seed: u64, count: usize) -> [usize; 3] {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut solver = Solver::new(1, 1).unwrap();
    let (mut exact, mut bounded, mut debts) = (0, 0, 0);
    for _ in 0..count {
        let position = small_position(&mut random, options);
        let (lo, hi) = minimax(&position, &mut Vec::new(), &mut 2_000);
        if (lo, hi) == (-1_000, 1_000) {
            continue;
        }
        let found = search_within(&mut solver, &position, 20_000);
        let fault = format!("{} {options:?} {lo} {hi} {found:?}", position.fen());
        let [ended, range] = [found.ended, found.bounds].map(|bounds| {
            let end = |value: i32| settle_difference(position.lead() + value);
            let least = if bounds.lo <= -OPEN { -1_000 } else { end(bounds.lo) };
            (least, if bounds.hi >= OPEN { 1_000 } else { end(bounds.hi) })
        });
        assert!(range.0 <= hi && lo <= range.1, "{fault}");
        assert!(range.0 >= ended.0 && range.1 <= ended.1, "{fault}");
        // Who has seen all lines that end has seen those that minimax sees.
        assert!(!found.complete || ended.0 >= lo && ended.1 <= hi, "{fault}");
        exact += usize::from(found.complete && lo == hi);
        bounded += usize::from(lo != hi);
        debts += usize::from(position.stores().iter().any(|&store| store < 0));
    }
    [exact, bounded, debts]
}

/// Thousands of small positions under all rules.
#[test]
fn agrees_with_plain_minimax() {
    let mut total = [0; 3];
    for (i, options) in rulesets().iter().enumerate() {
        let counts = compare(options, 12 + i as u64, 1_500);
        println!("{options:?}: {counts:?}");
        assert!(counts[0] + counts[1] >= 50, "{options:?}");
        total = std::array::from_fn(|i| total[i] + counts[i]);
    }
    let [exact, bounded, debts] = total;
    assert!(exact >= 300 && exact + bounded >= 1_900 && debts >= 500, "{total:?}");
}

/// Whether the side to move ends the round with a difference of `bound` at least, played out by the rules where
/// lines that end do not tell: the third occurrence of a position ends the round.
fn by_the_rule(solver: &mut Solver, position: &OAnQuan, bound: i32, stood: &mut Vec<OAnQuan>) -> bool {
    if let Some(holds) = margin(position, search(solver, position).ended).decide(bound) {
        return holds;
    }
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.into_iter().any(|mv| {
        let mut next = *position;
        let over = next.advance(mv);
        let same = |old: &&OAnQuan| {
            (old.ring(), old.team(), old.stores()) == (next.ring(), next.team(), next.stores())
        };
        if over || stood.iter().filter(same).count() == 2 {
            let stores = final_stores(next.ring(), next.stores(), next.account(), next.options());
            let difference = i32::from(stores[0]) - i32::from(stores[1]);
            return position.team().seen_by(Team::First, difference) >= bound;
        }
        stood.push(next);
        let holds = !by_the_rule(solver, &next, 1 - bound, stood);
        stood.pop();
        holds
    })
}

/// The values that rest on repetition, by the rule to the letter.
#[test]
fn agrees_where_play_repeats() {
    let mut solver = Solver::new(16, 1).unwrap();
    for fen in REPEATING {
        let position = OAnQuan::from_fen(fen, &Options::default()).unwrap();
        let found = search(&mut solver, &position);
        assert!(!found.ended.is_exact() && found.bounds.is_exact(), "{fen} {found:?}");
        let value = margin(&position, found.bounds).lo;
        let answers =
            [value, value + 1].map(|bound| by_the_rule(&mut solver, &position, bound, &mut vec![position]));
        assert_eq!(answers, [true, false], "{fen} {value}");
    }
}

/// Positions of random games in which lines that end leave the value open.
const REPEATING: &[&str] = &[
    "1,1,1,1,0/1/0,0,0,0,1/1 n 21,42",
    "1,1,1,1,1/19/1,2,0,0,1/1 s 12,29",
    "3,0,0,0,0/2/0,1,0,1,3/8 s 24,28",
    "0,1,0,1,3/1/3,0,0,0,0/4 n 16,41",
    "1,1,0,0,0/0/0,1,0,2,0/18 s 44,3",
    "0,0,0,2,0/0/0,1,0,1,0/25 s 35,6",
    "0,0,0,0,0/2/0,2,0,2,0/0 n 24,40",
    "1,1,1,1,1/2/0,2,0,0,1/1 s 19,40",
    "0,2,0,2,0/0/0,0,0,0,0/2 s 21,43",
    "0,2,0,0,1/1/1,1,1,1,1/2 n 21,38",
    "0,0,0,0,1/1/1,1,1,1,0/3 s 21,40",
    "1,1,1,1,0/3/0,0,0,0,1/1 n 21,40",
];

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
/// depends on the order of moves; one of these claims is even disproved by the lines that end. The rule of
/// repetition decides what those leave open.
#[test]
fn perpetual() {
    let position = OAnQuan::from_fen("0,1,0,1,3/1/3,0,0,0,0/4 n 16,41", &Options::default()).unwrap();
    let found = search(&mut Solver::new(16, 1).unwrap(), &position);
    assert_eq!((found.ended, found.bounds), (Bounds { lo: 13, hi: 14 }, Bounds::exact(14)));
    let claims = [false, true].map(|backwards| Naive::value(30, backwards, &position));
    assert_ne!(claims[0], claims[1]);
    assert!(Naive::value(60, false, &position) < found.ended.lo);
}

/// Circles in which the debts grow have no third occurrence: the range stays open, and says so.
#[test]
fn endless_gain_is_not_claimed() {
    let position = OAnQuan::from_fen("0,2,4,2,2/20/1,0,2,0,0/18 s 10,9", &Options::default()).unwrap();
    let found = search(&mut Solver::new(16, 1).unwrap(), &position);
    assert_eq!((found.bounds, found.complete), (Bounds { lo: 47, hi: OPEN }, true));
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
        assert_eq!((proven.position, proven.lo, proven.hi), (position, bounds.lo, bounds.hi));
        assert_eq!(proven.records, size.records);
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
            Ok(_) => {
                let proven = check::check(&path).unwrap();
                assert_eq!((proven.lo, proven.hi), (bounds.lo, bounds.hi));
            }
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
    let head = check::MAGIC.len();
    let plain = zstd::decode_all(&whole[head..]).unwrap();
    let first = 2 + position.fen().len() + 6 + 2 + 4;
    let records = (plain.len() - first) / check::RECORD;
    let mut found = 0;
    for i in 0..records {
        for (byte, change) in [(check::RECORD - 2, 1), (check::RECORD - 1, -1_i8)] {
            let mut forged = plain.clone();
            let at = first + i * check::RECORD + byte;
            let value = forged[at] as i8;
            if value == -127 || value == 127 {
                continue;
            }
            forged[at] = (value + change) as u8;
            let mut bytes = check::MAGIC.to_vec();
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

/// The rounds of a match to four squares are those of the match to three, and some more.
#[test]
fn the_match() {
    let four = Options { sold_to_win: 4, ..Options::default() };
    let rounds = account::solve_rounds(&four, 16, 1, |_| {}).unwrap();
    assert!(rounds.iter().all(|round| round.difference == Bounds::exact(4)));
    for (options, length) in [(Options::default(), 11), (four, 15)] {
        let states = account::solve_match(&rounds, &options);
        let start = states.iter().find(|s| s.account == 0 && s.starter.index() == 0).unwrap();
        assert_eq!((start.result, start.rounds), (Bounds::exact(1), Some(length)));
    }
}
