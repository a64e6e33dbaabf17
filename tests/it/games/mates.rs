//! Every mate that a search reports is one: a fresh `go mate N` finds it too, and a plain search of all moves proves
//! it, where it can decide. A loss is one against every move.

use std::collections::{BTreeMap, HashMap};
use std::fs;

use banco::base::{epd, score};
use banco::engine::registry::{Registered, SearchVisitor};
use banco::games::xiangqi::{Options, Xiangqi};
use banco::search::alphabeta::AlphaBeta;
use banco::search::{Bound, Info, Limits, SearchOptions};
use banco::traits::{GameHistory, Notation, SearchGame};
use rand::RngExt;

use super::searched;
use crate::common::{ROOT, game_ids, random_walk, seeded, visit_search};

/// Wins by force, proved by plain search.
struct Proof {
    /// Known results by key, number of moves and number of moves without check among them.
    known: HashMap<(u64, u32, u32), bool>,
    /// The positions that may still be examined.
    left: u64,
}

impl Proof {
    /// Returns whether the side to move wins within `moves` moves, first with few moves without check; `None` if that
    /// is too much work. Repetitions are ignored: a shortest win has none.
    fn decide<G: SearchGame>(&mut self, position: &G, moves: u32) -> Option<bool> {
        for quiet in 0..=moves {
            if self.wins(position, moves, quiet)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn wins<G: SearchGame>(&mut self, position: &G, moves: u32, quiet: u32) -> Option<bool> {
        let at = (position.key(), moves, quiet);
        if let Some(&value) = self.known.get(&at) {
            return Some(value);
        }
        let mut value = false;
        for mv in position.moves() {
            self.left = self.left.checked_sub(1)?;
            value = self.wins_by(position, &position.child(mv), moves, quiet)?;
            if value {
                break;
            }
        }
        self.known.insert(at, value);
        Some(value)
    }

    /// Returns whether the move that led to `next` wins.
    fn wins_by<G: SearchGame>(&mut self, position: &G, next: &G, moves: u32, quiet: u32) -> Option<bool> {
        let us = Some(position.team());
        if let Some(outcome) = next.outcome() {
            return Some(outcome.winner == us);
        }
        let spent = u32::from(!next.in_check());
        if moves == 1 || spent > quiet {
            return Some(false);
        }
        for reply in next.moves() {
            let after = next.child(reply);
            let lost = match after.outcome() {
                Some(outcome) => outcome.winner == us,
                None => self.wins(&after, moves - 1, quiet - spent)?,
            };
            if !lost {
                return Some(false);
            }
        }
        Some(true)
    }
}

/// Counts of checked claims.
#[derive(Debug, Default)]
struct Tally {
    positions: u32,
    /// Wins, and those among them that the plain search proved.
    wins: [u32; 2],
    /// Losses, and those among them that the plain search proved.
    losses: [u32; 2],
    /// Wins that `go mate` did not decide within its nodes.
    open: u32,
    faults: u32,
}

impl Tally {
    /// Searches a position and checks each mate in the reports.
    fn check<G: SearchGame>(&mut self, position: &G, nodes: u64, budget: u64) {
        let record = GameHistory::new(position.clone());
        if record.outcome().is_some() {
            return;
        }
        self.positions += 1;
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (_, infos) = searched::<G, AlphaBeta<G>>(&record, &limits, &small());
        // The first report of each number of moves.
        let mut claims = BTreeMap::new();
        for info in infos {
            if let Some(moves) = claim(&info) {
                claims.entry(moves).or_insert(info);
            }
        }
        let mut proof = Proof { known: HashMap::new(), left: budget };
        for (moves, info) in claims {
            let fault = if moves > 0 {
                self.check_win(&record, moves.unsigned_abs(), nodes, &mut proof)
            } else {
                self.check_loss(position, moves.unsigned_abs(), &mut proof)
            };
            if let Some(fault) = fault {
                println!("{} {}: mate {moves} at depth {}: {fault}", G::ID, position.fen(), info.depth);
                self.faults += 1;
            }
        }
    }

    fn check_win<G: SearchGame>(
        &mut self,
        record: &GameHistory<G>,
        moves: u32,
        nodes: u64,
        proof: &mut Proof,
    ) -> Option<String> {
        let limits = Limits { mate: Some(moves), nodes: Some(20 * nodes), ..Limits::default() };
        let (_, infos) = searched::<G, AlphaBeta<G>>(record, &limits, &small());
        let is_found = infos.iter().filter_map(claim).any(|found| (1..=moves as i32).contains(&found));
        let remark = infos.into_iter().rev().find_map(|info| info.remark);
        if remark.as_ref().is_some_and(|remark| remark.starts_with("no mate")) {
            return Some("refuted by go mate".to_owned());
        }
        self.open += u32::from(!is_found);
        let proved = proof.decide(record.position(), moves);
        self.wins[0] += 1;
        self.wins[1] += u32::from(proved == Some(true));
        (proved == Some(false)).then(|| "refuted by plain search".to_owned())
    }

    fn check_loss<G: SearchGame>(&mut self, position: &G, moves: u32, proof: &mut Proof) -> Option<String> {
        self.losses[0] += 1;
        for mv in position.moves() {
            let next = position.child(mv);
            let lost = match next.outcome() {
                Some(outcome) => Some(outcome.winner == Some(next.team())),
                None => proof.decide(&next, moves),
            };
            match lost {
                Some(true) => {}
                Some(false) => return Some(format!("{} holds out longer", position.move_text(mv))),
                None => return None,
            }
        }
        self.losses[1] += 1;
        None
    }

    /// Fails if a claim is wrong, or if there are fewer than this number.
    fn assert(&self, least: u32) {
        let Tally { positions, wins, losses, open, faults } = self;
        println!("{positions} positions, wins {wins:?}, open {open}, losses {losses:?}");
        assert!(*faults == 0 && wins[0] + losses[0] >= least, "{self:?}");
    }
}

fn small() -> SearchOptions {
    SearchOptions { hash: 4, ..SearchOptions::default() }
}

/// Returns the moves of the mate that a report claims, negative for a loss.
fn claim<M>(info: &Info<M>) -> Option<i32> {
    let score = info.internal.unwrap_or(info.score);
    let is_claim = match info.bound {
        Bound::Exact => true,
        Bound::Lower => score > 0,
        Bound::Upper => score < 0,
    };
    score::moves_to_end(score).filter(|_| is_claim)
}

/// Composes an attack of Xiangqi by few pieces: each is put on a random point where the position stays legal.
fn compose(seed: u64) -> Xiangqi {
    // The attacker is Red. Letter, chance, and ranks from above.
    const PIECES: [(char, f64, std::ops::Range<usize>); 17] = [
        ('R', 0.6, 0..8),
        ('R', 0.2, 0..8),
        ('N', 0.6, 0..8),
        ('N', 0.2, 0..8),
        ('C', 0.6, 0..10),
        ('C', 0.2, 0..10),
        ('P', 0.5, 0..5),
        ('P', 0.4, 0..5),
        ('A', 0.3, 7..10),
        ('a', 0.5, 0..3),
        ('a', 0.3, 0..3),
        ('b', 0.4, 0..5),
        ('b', 0.2, 0..5),
        ('r', 0.4, 0..10),
        ('n', 0.4, 0..10),
        ('c', 0.4, 0..10),
        ('p', 0.3, 5..9),
    ];
    let mut random = seeded(seed);
    let side = if random.random_bool(0.75) { 'w' } else { 'b' };
    let read = |board: &[[char; 9]; 10]| {
        let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
        Xiangqi::from_fen(&format!("{} {side} - - 0 1", rows.join("/")), &Options::default()).ok()
    };
    let mut board = [['1'; 9]; 10];
    board[random.random_range(7..10)][3] = 'K';
    board[random.random_range(0..3)][random.random_range(4..6)] = 'k';
    let mut position = read(&board).expect("the kings do not face each other");
    for (letter, chance, ranks) in PIECES {
        for _ in 0..if random.random_bool(chance) { 40 } else { 0 } {
            let (rank, file) = (random.random_range(ranks.clone()), random.random_range(0..9));
            let mut with = board;
            with[rank][file] = letter;
            if board[rank][file] == '1'
                && let Some(legal) = read(&with)
            {
                (board, position) = (with, legal);
                break;
            }
        }
    }
    position
}

/// The last position of a random game of so many moves, or the one before its end.
fn at_random<G: SearchGame>(seed: u64, plies: usize) -> G {
    let mut last = None;
    random_walk::<G>(seed, plies, |record| {
        if record.outcome().is_none() {
            last = Some(record.position().clone());
        }
    });
    last.expect("the start is no end")
}

/// The positions of the data files of a game.
struct Suites<'a>(&'a mut Tally);

impl SearchVisitor for Suites<'_> {
    type Output = ();

    fn visit<G: Registered + SearchGame>(self) {
        for file in fs::read_dir(format!("{ROOT}/positions/{}", G::ID)).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "epd") {
                for entry in epd::read(&fs::read_to_string(path).unwrap()).unwrap() {
                    self.0.check(&G::from_fen(&entry.fen, &G::Options::default()).unwrap(), 200_000, PLAIN);
                }
            }
        }
    }
}

/// Positions of random games.
struct Walks<'a>(&'a mut Tally);

impl SearchVisitor for Walks<'_> {
    type Output = ();

    fn visit<G: Registered + SearchGame>(self) {
        let lengths = (0..350).map(|seed| (seed, 20 + seed as usize));
        lengths.for_each(|(seed, plies)| self.0.check(&at_random::<G>(seed, plies), 50_000, PLAIN));
    }
}

/// The most positions that plain search examines for one position.
const PLAIN: u64 = 2_000_000;

/// Threats win here in three moves against a reply that is not the best; the mate takes four.
#[test]
fn a_mate_by_threats_has_its_proved_length() {
    let fen = "6P2/5P3/R1nkN4/9/9/4r4/9/1R7/4K4/9 w - - 0 1";
    let mut tally = Tally::default();
    tally.check(&Xiangqi::from_fen(fen, &Options::default()).unwrap(), 200_000, PLAIN);
    tally.assert(1);
}

#[test]
fn mates_of_short_searches_are_mates() {
    let mut tally = Tally::default();
    (0..300).for_each(|seed| tally.check(&compose(seed), 5_000, 100_000));
    tally.assert(100);
}

/// With the next two, two thousand positions: `cargo test --release --test it are_mates -- --ignored --nocapture`
#[test]
#[ignore = "minutes"]
fn mates_in_the_data_files_are_mates() {
    let mut tally = Tally::default();
    for id in game_ids() {
        visit_search(id, Suites(&mut tally));
    }
    tally.assert(300);
}

#[test]
#[ignore = "minutes"]
fn mates_in_random_games_are_mates() {
    let mut tally = Tally::default();
    for id in game_ids() {
        visit_search(id, Walks(&mut tally));
    }
    tally.assert(100);
}

#[test]
#[ignore = "minutes"]
fn mates_in_compositions_are_mates() {
    let mut tally = Tally::default();
    (0..1_600).for_each(|seed| tally.check(&compose(1_000 + seed), 200_000, PLAIN));
    tally.assert(300);
}
