//! The search tree does not allocate: allocations are for the root and its reports.

use std::sync::Mutex;

use banco::games::commander::CommanderChess;
use banco::games::namdinh::NamDinh;
use banco::games::xiangqi::Xiangqi;
use banco::search::alphabeta::AlphaBeta;
use banco::search::{Limits, SearchOptions, SearchRequest, StopControl, Strategy};
use banco::traits::{GameHistory, SearchGame};

/// Allocations and nodes of one search.
fn measure<G: SearchGame>(nodes: u64) -> (u64, u64) {
    let settings = SearchOptions::default();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).stack_size(32 << 20).build().unwrap();
    let mut player = AlphaBeta::<G>::new(&settings).unwrap();
    let record = GameHistory::new(G::start(&G::Options::default()));
    let visited = Mutex::new(0);
    let counted = pool.install(|| {
        allocation_counter::measure(|| {
            player.choose_move(SearchRequest {
                history: &record,
                limits: &Limits { nodes: Some(nodes), ..Limits::default() },
                options: &settings,
                control: &StopControl::new(false),
                report: &|info| *visited.lock().unwrap() = info.nodes,
            });
        })
    });
    (counted.count_total, visited.into_inner().unwrap())
}

/// Ten times the nodes may take a few iterations more, each with its report; never an allocation per node.
fn check<G: SearchGame>() {
    let (few, _) = measure::<G>(20_000);
    let (many, nodes) = measure::<G>(200_000);
    println!("{}: {few} allocations in 20,000 nodes, {many} in {nodes}", G::ID);
    assert!(nodes > 150_000);
    assert!(many < few + 2_000, "{few} allocations in 20,000 nodes, {many} in {nodes}");
}

#[test]
fn xiangqi() {
    check::<Xiangqi>();
}

#[test]
fn namdinh() {
    check::<NamDinh>();
}

#[test]
fn commander() {
    check::<CommanderChess>();
}
