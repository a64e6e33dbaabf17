//! All searches return the same value without selective pruning: plain minimax, principal variation search with and
//! without a table, and both kinds of parallel root. In games with a network, minimax evaluates each position from
//! scratch.

use std::sync::{Arc, Mutex};

use banco::base::{Score, Team, score};
use banco::engine::registry::{Registered, SearchVisitor};
use banco::games::xiangqi::Xiangqi;
use banco::nnue::Network;
use banco::search::alphabeta::AlphaBeta;
use banco::search::{Limits, ParallelMode, SearchOptions, SearchRequest, StopControl, Strategy};
use banco::traits::{GameHistory, Notation, SearchGame};

use crate::common::{game_ids, random_walk, visit_search};

/// Plain minimax for the team to move.
fn minimax<G: SearchGame>(position: &G, network: Option<&Arc<Network>>, depth: u32, ply: usize) -> Score {
    if let Some(outcome) = position.outcome() {
        return outcome.winner.map_or(0, |team: Team| team.seen_by(position.team(), score::mate_in(ply)));
    }
    if depth == 0 {
        return network.map_or_else(|| position.evaluate(), |network| network.evaluate(position));
    }
    let moves = position.moves();
    let value = |mv| {
        let next = position.child(mv);
        next.team().seen_by(position.team(), minimax(&next, network, depth - 1, ply + 1))
    };
    moves.into_iter().map(value).max().expect("the game goes on")
}

fn searched<G: SearchGame>(position: &G, depth: u32, threads: usize, parallel: ParallelMode) -> Score {
    let settings = SearchOptions { threads, parallel, selective: false, hash: 4, ..SearchOptions::default() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(16 << 20).build().unwrap();
    let mut player = AlphaBeta::<G>::new(&settings).unwrap();
    let last = Mutex::new(0);
    pool.install(|| {
        player.choose_move(SearchRequest {
            history: &GameHistory::new(position.clone()),
            limits: &Limits { depth: Some(depth), ..Limits::default() },
            options: &settings,
            control: &StopControl::new(false),
            report: &|info| *last.lock().unwrap() = info.internal.unwrap_or(info.score),
        })
    });
    last.into_inner().unwrap()
}

struct Agreement;

impl SearchVisitor for Agreement {
    type Output = ();

    /// Depth stays below four plies, so that no position can repeat inside the search.
    fn visit<G: Registered + SearchGame>(self) {
        let (seeds, plies, depth) = match G::start(&G::Options::default()).count_moves() {
            0..20 => (12, 30, 3),
            20..60 => (12, 40, 3),
            _ => (6, 30, 2),
        };
        check::<G>(0..seeds, plies, depth);
    }
}

fn check<G: SearchGame>(seeds: std::ops::Range<u64>, plies: usize, depth: u32) {
    let network = Network::built_in::<G>();
    for seed in seeds {
        let mut last = None;
        random_walk::<G>(seed, plies, |record| last = Some((record.position().clone(), record.outcome())));
        let Some((position, None)) = last else { continue };
        compare(&position, network.as_ref(), depth);
    }
}

/// A fresh path: repetitions in the random walk must not affect the search.
fn compare<G: SearchGame>(position: &G, network: Option<&Arc<Network>>, depth: u32) {
    let expected = minimax(position, network, depth, 0);
    for (threads, parallel) in
        [(1, ParallelMode::RootSplit), (2, ParallelMode::RootSplit), (2, ParallelMode::LazySmp)]
    {
        let found = searched(position, depth, threads, parallel);
        assert_eq!(found, expected, "{} at depth {depth}, {threads} threads, {parallel:?}", position.fen());
    }
}

/// A mate in the last ply: the side to move there has no moves and no quiescence search.
#[test]
fn searches_agree_on_mates_at_the_horizon() {
    let fen = "r1Ca1abn1/4k4/nC2b4/p3pr2p/6p2/2P3B2/P3P1P1P/R3B2c1/4AN3/1c2KA2R b - - 15 18";
    let position = Xiangqi::from_fen(fen, &Default::default()).unwrap();
    compare(&position, Network::built_in::<Xiangqi>().as_ref(), 3);
}

#[test]
fn searches_agree() {
    let checked = game_ids().filter(|id| visit_search(id, Agreement).is_some());
    assert!(checked.count() >= 3);
}
