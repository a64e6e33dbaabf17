//! The tactics file: the wins in it are wins, and none is shorter.

use banco::games::xiangqi::Xiangqi;
use banco::traits::{Game, SearchGame};

use crate::common::random_walk;
use crate::games::{check_mate_search, check_wins};

#[test]
fn every_win_is_one_and_the_shortest() {
    check_wins::<Xiangqi>(include_str!("../../../../positions/xiangqi/tactics.epd"), 40);
}

#[test]
fn the_mate_search_proves_the_wins_and_no_others() {
    check_mate_search::<Xiangqi>(include_str!("../../../../positions/xiangqi/tactics.epd"), 3, 4);
}

#[test]
fn a_check_is_known_before_the_move() {
    let mut checks = 0;
    for seed in 0..60 {
        random_walk::<Xiangqi>(seed, 150, |record| {
            let position = record.position();
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            for mv in moves {
                let mut next = position.clone();
                next.play(mv);
                assert_eq!(position.gives_check(mv), next.in_check(), "{mv:?} in {position:?}");
                checks += u32::from(next.in_check());
            }
        });
    }
    assert!(checks > 3_000, "{checks}");
}
