//! The tactics file: the wins in it are wins, and none is shorter.

use banco::games::xiangqi::Xiangqi;

use crate::games::check_wins;

#[test]
fn every_win_is_one_and_the_shortest() {
    check_wins::<Xiangqi>(include_str!("../../../../positions/xiangqi/tactics.epd"), 40);
}
