//! Tests of single games: rules, notation, examples, bad input, tactics.

pub mod commander;
mod compositions;
pub mod dicechess;
mod mates;
pub mod namdinh;
pub mod oanquan;
pub mod xiangqi;

use std::sync::Mutex;

use banco::base::epd;
use banco::search::mate::{Attack, MateSearch, Verdict};
use banco::search::{BestMove, Info, Limits, SearchOptions, SearchRequest, StopControl, Strategy};
use banco::traits::{Game, GameHistory, SearchGame};

use crate::common::random_walk;
use crate::common::tactics::wins::{TableValue, wins};
use crate::conformance::replay::reference_game::ReferenceGame;

/// A job for the reference implementations of all games.
pub trait ReferenceVisitor {
    fn visit<R: ReferenceGame>(&mut self, game: &'static str);
}

/// Visits the reference implementation of each game. A reference is written from the text of the
/// rules with slow plain loops, and shares only the FEN with the product.
pub fn each_reference(visitor: &mut impl ReferenceVisitor) {
    visitor.visit::<xiangqi::reference::Reference>("xiangqi");
    visitor.visit::<commander::reference::CommanderGame>("commander");
    visitor.visit::<namdinh::reference::Reference>("namdinh");
    visitor.visit::<dicechess::reference::Reference>("dicechess");
    visitor.visit::<oanquan::reference::Reference>("oanquan");
}

/// Proves each of at least `least` wins of a file, and that there is no shorter one.
fn check_wins<G: SearchGame>(text: &str, least: usize) {
    let entries = epd::read(text).unwrap();
    assert!(entries.len() >= least);
    for entry in entries {
        let position = G::from_fen(&entry.fen, &G::Options::default()).unwrap();
        let moves: u32 = entry.op("dm").unwrap().parse().unwrap();
        let mut known = TableValue::new();
        assert!(wins(&position, moves, &mut known), "line {}: no win in {moves}: {}", entry.line, entry.fen);
        assert!(
            moves == 1 || !wins(&position, moves - 1, &mut known),
            "line {}: a shorter win: {}",
            entry.line,
            entry.fen
        );
    }
}

/// Searches the position of a game; returns the answer and all reports.
fn searched<G: Game, S: Strategy<G>>(
    record: &GameHistory<G>,
    limits: &Limits<G::Move>,
    options: &SearchOptions,
) -> (BestMove<G::Move>, Vec<Info<G::Move>>) {
    let reports = Mutex::new(Vec::new());
    let answer = S::new(options).unwrap().choose_move(SearchRequest {
        history: record,
        limits,
        options,
        control: &StopControl::new(false),
        report: &|info| reports.lock().unwrap().push(info),
    });
    (answer, reports.into_inner().unwrap())
}

/// Plies of the win that a mate search proves; 0 for none.
fn proved<G: SearchGame>(position: &G, moves: u32, attack: Attack) -> usize {
    let control = StopControl::new(false);
    let moves_here = position.moves();
    let history = GameHistory::new(position.clone());
    let mut search = MateSearch::new(&history, moves_here, attack, &control, &|_| false);
    match search.advance(position, moves, u64::MAX) {
        Verdict::Mate { line, plies } => {
            let mut last = position.clone();
            line.iter().for_each(|&mv| last.play(mv));
            assert_eq!(last.outcome().and_then(|outcome| outcome.winner), Some(position.team()));
            assert!(line.len() <= plies as usize, "{}", position.fen());
            plies as usize
        }
        Verdict::NoMate => 0,
        Verdict::Unknown => unreachable!("it is never stopped"),
    }
}

/// The mate search proves the wins of a file and refutes shorter ones, those of up to `least` moves by any moves and
/// longer ones by checks alone. It agrees with the reference on random positions.
fn check_mate_search<G: SearchGame>(text: &str, least: u32, walks: u64) {
    let mut by_checks = 0;
    for entry in epd::read(text).unwrap() {
        let position = G::from_fen(&entry.fen, &G::Options::default()).unwrap();
        let moves: u32 = entry.op("dm").unwrap().parse().unwrap();
        let plies = 2 * moves as usize - 1;
        if moves <= least {
            assert_eq!(proved(&position, moves, Attack::All), plies, "{}", entry.fen);
            assert_eq!(proved(&position, moves - 1, Attack::All), 0, "{}", entry.fen);
        }
        let found = proved(&position, moves, Attack::Checks);
        assert!(found == 0 || found == plies, "{}", entry.fen);
        assert_eq!(proved(&position, moves - 1, Attack::Checks), 0, "{}", entry.fen);
        by_checks += u32::from(found > 0);
    }
    assert!(by_checks > 10, "{by_checks}");
    let mut wins_seen = 0;
    for seed in 0..walks {
        random_walk::<G>(seed, 150, |record| {
            let position = record.position();
            if record.outcome().is_none() {
                let expected = wins(position, 1, &mut TableValue::new());
                assert_eq!(proved(position, 1, Attack::All) > 0, expected, "{}", position.fen());
                wins_seen += u32::from(expected);
            }
        });
    }
    assert!(wins_seen > 0);
}

/// Plain search of the captures that `is_there` selects, all on one point, in which each side may stop.
fn best_exchange<G: SearchGame>(position: &G, is_there: &impl Fn(G::Move) -> bool) -> i32 {
    let value = |mv| position.victim_value(mv) - best_exchange(&position.child(mv), is_there);
    let captures = position.moves().into_iter().filter(|&mv| position.is_noisy(mv) && is_there(mv));
    captures.map(value).max().unwrap_or(0).max(0)
}
