//! The exhaustive solver on known values, symmetry, repetition, and the whole match.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use banco::base::Team;
use banco::games::oanquan::rules::final_stores;
use banco::games::oanquan::{OAnQuan, Options, Ruleset};
use banco::solve::oanquan::proof::DEPTH_MOST;
use banco::solve::oanquan::{Bounds, Edge, Node, OPEN, Progress, Round, Solver, checkpoint, ledger, margin};
use banco::traits::{Configurable, Game, Notation};

use super::{half_random_position, random_position};

use crate::common::{folder, seeded};

fn search(solver: &mut Solver, position: &OAnQuan) -> Progress {
    search_within(solver, position, u64::MAX)
}

/// Searches at most `nodes` nodes: if debts can grow for ever, a range may never close.
pub fn search_within(solver: &mut Solver, position: &OAnQuan, nodes: u64) -> Progress {
    let (round, node) = Round::of(position);
    solver.begin(round);
    let (stop, on) = (|spent| spent > nodes, |_: &Progress| ControlFlow::Continue(()));
    if solver.is_by_numbers() {
        return solver.prove(round, node, stop, on);
    }
    solver.solve(round, node, DEPTH_MOST, stop, on)
}

/// A solver by depth and a solver by proof-number search.
pub fn both_solvers(megabytes: usize) -> [Solver; 2] {
    [Solver::new(megabytes, 1).unwrap(), Solver::by_numbers(megabytes, 1).unwrap()]
}

pub fn solve(solver: &mut Solver, position: &OAnQuan) -> Bounds {
    search(solver, position).bounds
}

/// Whether the side to move ends the round with a difference of at least `bound`. Plays by the rules if lines that end
/// do not decide: the third occurrence of a position ends the round.
fn by_the_rule(solver: &mut Solver, position: &OAnQuan, bound: i32, stood: &mut Vec<OAnQuan>) -> bool {
    if let Some(holds) = margin(position, search(solver, position).ended).decide(bound) {
        return holds;
    }
    let moves = position.moves();
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

/// Values by the literal rule of repetition.
#[test]
fn agrees_where_play_repeats() {
    let modern = Options { ruleset: Ruleset::Modern, ..Options::default() };
    let tonkin =
        REPEATING.iter().flat_map(|fen| both_solvers(16).map(|solver| (solver, fen, Options::default())));
    let modern = MODERN_REPEATING.iter().map(|fen| (Solver::by_numbers(16, 1).unwrap(), fen, modern));
    for (mut solver, fen, options) in tonkin.chain(modern) {
        let position = OAnQuan::from_fen(fen, &options).unwrap();
        let found = search(&mut solver, &position);
        assert!(!found.ended.is_exact() && found.bounds.is_exact(), "{fen} {found:?}");
        let value = margin(&position, found.bounds).lo;
        let answers =
            [value, value + 1].map(|bound| by_the_rule(&mut solver, &position, bound, &mut vec![position]));
        assert_eq!(answers, [true, false], "{fen} {value}");
    }
}

/// A position of the modern rules in which no side can keep a favourable repetition: the first third occurrence
/// decides.
const MODERN_REPEATING: &[&str] = &["6,0,0,2,0/8/0,0,1,0,1/6 n 16,30"];

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
    let mut random = seeded(13);
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
    for threads in [1, 2] {
        let mut solver = Solver::by_numbers(16, threads).unwrap();
        assert_eq!(together.install(|| solve(&mut solver, &start)), Bounds::exact(5), "{threads} threads");
    }
}

/// Without debts, by both searches.
#[test]
fn round_without_debts() {
    let start = OAnQuan::start(&Options { refill_needs_store: true, ..Options::default() });
    for mut solver in both_solvers(64) {
        assert_eq!(solve(&mut solver, &start), Bounds::exact(5));
    }
}

/// A node's number distinguishes boards, stores and stones, and fits the table.
#[test]
fn numbers_of_nodes_are_unique() {
    let mut random = seeded(16);
    for ruleset in [Ruleset::Tonkin, Ruleset::Modern, Ruleset::MancalaWorld] {
        let options = Options { ruleset, refill_needs_store: true, ..Options::default() };
        let account = if ruleset == Ruleset::Modern { 0 } else { 3 };
        let mut seen = HashMap::new();
        for plies in 0..3_000 {
            let (_, node) = Round::of(&random_position(&mut random, plies % 30, account, &options));
            for store in [node.store, node.store.map(|store| store / 2), Some(0)] {
                let node = Node { store, ..node };
                assert!(node.index() >> 51 == 0, "{node:?}");
                assert_eq!(*seen.entry(node.index()).or_insert(node), node);
            }
        }
    }
}

/// With both directions of sowing, exchanging east and west maps the moves of a position to those of its mirror image.
#[test]
fn mirror_images_have_the_same_moves() {
    let modern = Options { ruleset: Ruleset::Modern, quan_non: 5, ..Options::default() };
    let mut random = seeded(15);
    for plies in 0..40 {
        let (round, node) = Round::of(&random_position(&mut random, plies % 25, 0, &modern));
        let mirrored = Node { ring: node.ring.mirrored(), ..node };
        let ends = |node: Node, turn: bool| {
            let end = |edge: &Edge| {
                let ring = edge.to.map(|to| if turn { to.ring.mirrored() } else { to.ring });
                (edge.gain, ring)
            };
            let mut ends: Vec<_> = round.edges(node).iter().map(end).collect();
            ends.sort_unstable();
            ends
        };
        assert_eq!(ends(node, true), ends(mirrored, false));
    }
}

/// A search starts from the results of the previous one.
#[test]
fn goes_on_from_a_checkpoint() {
    let modern = Options { ruleset: Ruleset::Modern, ..Options::default() };
    let position = OAnQuan::from_fen("1,1,1,1,1/Q4/1,1,1,0,2/0 s 10,36", &modern).unwrap();
    let path = folder("oanquan-checkpoint").join("round");
    let (round, _) = Round::of(&position);
    let mut first = Solver::by_numbers(16, 1).unwrap();
    let found = search(&mut first, &position);
    assert_eq!(margin(&position, found.bounds), Bounds::exact(-2));
    let entries = checkpoint::save(&path, &first, &round).unwrap();
    let mut second = Solver::by_numbers(8, 1).unwrap();
    second.begin(round);
    assert_eq!(checkpoint::load(&path, &second, &round).unwrap(), entries);
    let again = search(&mut second, &position);
    assert!(again.bounds == found.bounds && again.nodes * 10 < found.nodes, "{found:?} {again:?}");
    let other = Round { options: Options { quan_value: 5, ..modern }, ..round };
    let refused = checkpoint::load(&path, &second, &other).unwrap_err().to_string();
    assert!(refused.contains("other rules"), "{refused}");
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 3]).unwrap();
    assert!(checkpoint::load(&path, &second, &round).unwrap_err().to_string().contains("damaged"));
}

/// Both sides can continue for ever: lines that end leave a range, in which the rule of repetition decides.
#[test]
fn perpetual() {
    let position = OAnQuan::from_fen("0,1,0,1,3/1/3,0,0,0,0/4 n 16,41", &Options::default()).unwrap();
    let found = search(&mut Solver::new(16, 1).unwrap(), &position);
    assert_eq!((found.ended, found.bounds), (Bounds { lo: 13, hi: 14 }, Bounds::exact(14)));
}

/// Cycles with growing debts have no third occurrence: the range stays open and is reported so.
#[test]
fn endless_gain_is_not_claimed() {
    let position = OAnQuan::from_fen("0,2,4,2,2/20/1,0,2,0,0/18 s 10,9", &Options::default()).unwrap();
    let found = search(&mut Solver::new(16, 1).unwrap(), &position);
    assert_eq!((found.bounds, found.complete), (Bounds { lo: 47, hi: OPEN }, true));
}

/// A match to four squares contains the rounds of a match to three, and more.
#[test]
fn the_match() {
    let four = Options { sold_to_win: 4, ..Options::default() };
    let rounds = ledger::solve_rounds(&four, 16, 1, &AtomicBool::new(false), |_| {}).unwrap();
    assert!(rounds.iter().all(|round| round.difference == Bounds::exact(4)));
    for (options, length) in [(Options::default(), 11), (four, 15)] {
        let states = ledger::solve_match(&rounds, &options);
        let start = states.iter().find(|s| s.account == 0 && s.starter.index() == 0).unwrap();
        assert_eq!((start.result, start.rounds), (Bounds::exact(1), Some(length)));
    }
}

/// The benchmark of positions with few counters that anyone can run.
#[test]
fn positions_with_few_counters() {
    let mut random = seeded(16);
    let modern = Options { ruleset: Ruleset::Modern, ..Options::default() };
    let positions: Vec<_> = (0..5).map(|_| half_random_position(&mut random, 8, &modern)).collect();
    let mut solver = Solver::by_numbers(16, 1).unwrap();
    for position in positions {
        assert!(position.ring().count() <= 8 && position.has_moves(), "{}", position.fen());
        // The repetition rule searches a multiple of the nodes of the search before it.
        solver.clear();
        let found = search(&mut solver, &position);
        assert!(found.bounds.is_exact(), "{} {found:?}", position.fen());
    }
}
