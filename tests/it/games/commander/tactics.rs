//! The tactics file: the wins in it are wins, and none is shorter.

use banco::games::commander::CommanderChess;

use crate::games::{check_mate_search, check_wins};

#[test]
fn every_win_is_one_and_the_shortest() {
    check_wins::<CommanderChess>(include_str!("../../../../positions/commander/tactics.epd"), 40);
}

#[test]
fn the_mate_search_proves_the_wins_and_no_others() {
    check_mate_search::<CommanderChess>(include_str!("../../../../positions/commander/tactics.epd"), 2, 8);
}
