//! Expectimax over positions of the middle game of dice chess: `cargo bench --bench expectimax [leaves|depths]` prints
//! the share of the leaves that the pruning leaves, and the depths reached in a given time.

use banco::traits::{Chance, Game, Notation};
use std::time::Duration;

use banco::base::epd;
use banco::engine::Client;
use banco::games::dicechess::{DiceChess, Move};
use banco::search::Limits;
use banco::search::expectimax::{ExpectimaxContext, Pruning, ValueTable, WIN, Worker};

fn main() {
    let entries =
        epd::read(include_str!("../positions/dicechess/middle.epd")).expect("the file is well formed");
    let read = |entry: &epd::Entry| DiceChess::from_fen(&entry.fen, &()).expect(&entry.fen);
    let positions: Vec<DiceChess> = entries.iter().map(read).collect();
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let wanted = |name: &str| words.is_empty() || words.iter().any(|word| word == name);
    if wanted("leaves") {
        leaves_left(&positions);
    }
    if wanted("depths") {
        depths_reached(&positions);
    }
}

/// Searches to a depth on one thread and counts the leaves.
fn leaves(position: &DiceChess, depth: u32, pruning: Pruning, values: Option<&ValueTable>) -> u64 {
    let shared = ExpectimaxContext::new(pruning, values, &|_| false);
    Worker::new(&shared).search_chance(position, depth, -2.0 * WIN, 2.0 * WIN);
    shared.leaves()
}

/// The leaves of the plain tree: all of them, or those left when throws that lose the turn count as one.
fn plain_leaves(position: &DiceChess, depth: u32, merged: bool) -> u64 {
    if depth == 0 || position.outcome().is_some() {
        return 1;
    }
    let thrown = |position: &DiceChess| -> u64 {
        let (mut total, mut lost) = (0, false);
        for (throw, _) in position.chance_outcomes() {
            let mut face = *position;
            face.play(throw);
            let mut moves = Vec::new();
            face.ordered_moves(&mut moves);
            let loses = moves.len() == 1 && DiceChess::is_forfeit(moves[0].1);
            if !(loses && lost && merged) {
                total += if depth == 1 { moves.len() as u64 } else { below(&face, &moves, depth, merged) };
            }
            lost |= loses;
        }
        total
    };
    let mut early = *position;
    position.pre_roll_move().map_or(0, |mv| {
        early.play(mv);
        thrown(&early)
    }) + thrown(position)
}

fn below(face: &DiceChess, moves: &[(i32, Move)], depth: u32, merged: bool) -> u64 {
    let count = |&(_, mv): &(i32, Move)| {
        let mut next = *face;
        next.play(mv);
        plain_leaves(&next, depth - 1, merged)
    };
    moves.iter().map(count).sum()
}

/// Measures the pruning. The search deepens iteratively with one table, and the leaves of all iterations count.
fn leaves_left(positions: &[DiceChess]) {
    for depth in [5, 6] {
        let mut totals = [0; 5];
        let mut shares = Vec::new();
        for position in positions {
            let values = ValueTable::new(64).unwrap();
            let plain = plain_leaves(position, depth, false);
            let deepened =
                (1..=depth).map(|d| leaves(position, d, Pruning::Star2, Some(&values))).sum::<u64>();
            shares.push(deepened as f64 / plain as f64);
            let counts = [
                plain,
                plain_leaves(position, depth, true),
                leaves(position, depth, Pruning::Star1, None),
                leaves(position, depth, Pruning::Star2, None),
                deepened,
            ];
            totals.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
        }
        shares.sort_by(f64::total_cmp);
        let percent = |i: usize| 100.0 * totals[i] as f64 / totals[0] as f64;
        println!("depth {depth}, {} positions: {} leaves plain", positions.len(), totals[0]);
        println!("  lost throws merged   {:6.2} %", percent(1));
        println!("  Star1                {:6.2} %", percent(2));
        println!("  Star2                {:6.2} %", percent(3));
        println!(
            "  deepening, table     {:6.2} % (median of positions {:.2} %)",
            percent(4),
            100.0 * shares[shares.len() / 2]
        );
    }
}

/// The depth reached in a given time on one thread, after throws that leave a choice, each number in its turn.
fn depths_reached(positions: &[DiceChess]) {
    for milliseconds in [200, 2_000] {
        let mut depths = Vec::new();
        for (i, position) in positions.iter().enumerate() {
            let mut throws = DiceChess::ROLLS.iter().cycle().skip(i).take(DiceChess::ROLLS.len());
            let thrown = |&throw: &Move| {
                let mut face = *position;
                face.play(throw);
                (face.count_moves() > 1).then_some(face)
            };
            // Some pieces have no move with any throw.
            if let Some(face) = throws.find_map(thrown) {
                depths.push(depth_reached(&face, Duration::from_millis(milliseconds)));
            }
        }
        depths.sort_unstable();
        println!("{milliseconds} ms: median {}, all {depths:?}", depths[depths.len() / 2]);
    }
}

fn depth_reached(position: &DiceChess, time: Duration) -> u32 {
    let mut client = Client::open("dicechess").unwrap();
    client.set_option("Hash", Some("64")).unwrap();
    client.set_position(Some(&position.fen()), &[]).unwrap();
    let mut deepest = 0;
    let limits = Limits { move_time: Some(time), ..Limits::default() };
    client.search(limits, |info| deepest = deepest.max(info.depth)).unwrap();
    deepest
}
