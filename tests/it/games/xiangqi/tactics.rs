//! The tactics file: the wins in it are wins, and none is shorter.

use banco::base::{epd, score};
use banco::games::xiangqi::Xiangqi;
use banco::search::alphabeta::AlphaBeta;
use banco::search::mate::Attack;
use banco::search::{Limits, SearchOptions};
use banco::traits::{Game, GameHistory, Notation, SearchGame};

use crate::common::random_walk;
use crate::games::{check_mate_search, check_wins, proved, searched};

#[test]
fn every_win_is_one_and_the_shortest() {
    check_wins::<Xiangqi>(include_str!("../../../../positions/xiangqi/tactics.epd"), 40);
}

#[test]
fn the_mate_search_proves_the_wins_and_no_others() {
    check_mate_search::<Xiangqi>(include_str!("../../../../positions/xiangqi/tactics.epd"), 3, 4);
}

/// Wins with quiet moves: the mate search finds the short ones, threats alone most of them, and nothing finds shorter
/// ones.
#[test]
fn wins_over_quiet_moves_are_proved() {
    let entries = epd::read(include_str!("../../../../positions/xiangqi/quiet-mates.epd")).unwrap();
    let (mut found, mut by_threats) = (0, 0);
    for entry in entries {
        let position = Xiangqi::from_fen(&entry.fen, &Default::default()).unwrap();
        let moves: u32 = entry.op("dm").unwrap().parse().unwrap();
        let plies = 2 * moves as usize - 1;
        if moves <= 3 {
            assert_eq!(proved(&position, moves, Attack::All), plies, "line {}", entry.line);
            assert_eq!(proved(&position, moves - 1, Attack::All), 0, "line {}", entry.line);
            found += 1;
        }
        if moves <= 4 {
            let threats = proved(&position, moves, Attack::Threats);
            assert!(threats == 0 || threats == plies, "line {}", entry.line);
            assert_eq!(proved(&position, moves - 1, Attack::Threats), 0, "line {}", entry.line);
            by_threats += u32::from(threats > 0);
        }
        assert_eq!(proved(&position, moves - 1, Attack::Checks), 0, "line {}", entry.line);
    }
    assert!(found > 10 && by_threats > 20, "{found} {by_threats}");
}

/// A refutation by all moves is one by every attack: there is one remark, and the search for a move goes on after it.
#[test]
fn a_refuted_mate_is_not_called_open() {
    let fen = "4k4/3P2P2/b2N2R2/7r1/2b6/9/9/3n5/4p3r/2R2K3 w - - 0 1";
    let position = Xiangqi::from_fen(fen, &Default::default()).unwrap();
    let search_moves = vec![position.parse_move("c1c6").unwrap()];
    let limits = Limits { mate: Some(6), search_moves, ..Limits::default() };
    let options = SearchOptions { hash: 4, ..SearchOptions::default() };
    let (_, infos) = searched::<Xiangqi, AlphaBeta<Xiangqi>>(&GameHistory::new(position), &limits, &options);
    let remarks: Vec<&str> = infos.iter().filter_map(|info| info.remark.as_deref()).collect();
    assert_eq!(remarks, ["no mate in 6 moves"]);
    let last = infos.last().and_then(|info| score::moves_to_end(info.score));
    assert_eq!(last, Some(-1), "the black rook mates");
}

/// Red loses a move until Black, who has moves of bishops alone, is in zugzwang. A pass would save Black, so null moves
/// that are not verified hide the mate at any depth.
#[test]
fn a_mate_by_zugzwang_is_found() {
    let fen = "4ka3/2P1n4/b4a3/3P5/9/9/9/9/4K4/9 w - - 0 1";
    let record = GameHistory::new(Xiangqi::from_fen(fen, &Default::default()).unwrap());
    let limits = Limits { nodes: Some(800_000), ..Limits::default() };
    let options = SearchOptions { hash: 16, ..SearchOptions::default() };
    let (_, infos) = searched::<Xiangqi, AlphaBeta<Xiangqi>>(&record, &limits, &options);
    let last = infos.last().and_then(|info| score::moves_to_end(info.score));
    assert_eq!(last, Some(5));
}

/// The iterations after a mate cost next to nothing, until one of a great depth never ends: a soft limit does not wait
/// for it.
#[test]
fn a_mate_ends_a_search_with_a_soft_limit() {
    let fen = "2b1k4/9/6P2/p2n5/9/9/5n3/4pAC2/5K2c/5A3 b - - 0 1";
    let record = GameHistory::new(Xiangqi::from_fen(fen, &Default::default()).unwrap());
    let options = SearchOptions { hash: 4, ..SearchOptions::default() };
    let limits = Limits { soft_nodes: Some(1_000_000), ..Limits::default() };
    let (_, infos) = searched::<Xiangqi, AlphaBeta<Xiangqi>>(&record, &limits, &options);
    let last = infos.last().map(|info| info.depth);
    assert!(last.is_some_and(|depth| depth < 30), "{last:?}");
}

#[test]
fn a_check_is_known_before_the_move() {
    let mut checks = 0;
    for seed in 0..60 {
        random_walk::<Xiangqi>(seed, 150, |record| {
            let position = record.position();
            let moves = position.moves();
            for mv in moves {
                let next = position.child(mv);
                assert_eq!(position.gives_check(mv), next.in_check(), "{mv:?} in {position:?}");
                checks += u32::from(next.in_check());
            }
        });
    }
    assert!(checks > 3_000, "{checks}");
}
