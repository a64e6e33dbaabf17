//! Tables in play: the built program with a folder of tables.

use banco::games::xiangqi::Xiangqi;
use banco::solve::Quiet;
use banco::solve::retrograde::{SingleRank, build};
use banco::traits::Indexed;

use super::*;
use crate::common::host::Host;

#[test]
fn forced_wins_are_answered_at_once() {
    let folder = Folder::new("play");
    let plan = Plan {
        classes: vec![Xiangqi::parse_class("R.A").unwrap()],
        metric: Default::default(),
        memory: 64,
        threads: 1,
    };
    build::<Xiangqi>(&folder.0, &plan, &SingleRank, &Quiet).unwrap();
    let mut host = Host::start(&[]);
    host.send("setoption name UCI_Variant value xiangqi");
    host.send(&format!("setoption name TablePath value {}", folder.0.display()));
    let mut ask = |fen: &str, go: &str| {
        host.send(&format!("position fen {fen}"));
        host.send(go);
        host.until("bestmove")
    };
    // Nine plies; a search of ten minutes would run into the patience of the host.
    let lines = ask("9/9/3ak4/9/9/9/9/9/9/3K1R3 w - - 0 1", "go movetime 600000");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].contains(" score mate 5 "), "{}", lines[0]);
    let pv = lines[0].split(" pv ").nth(1).unwrap().split(' ');
    assert_eq!(pv.count(), 9, "{}", lines[0]);
    let lines = ask("9/4a4/4k4/9/9/9/9/9/9/3K1R3 b - - 0 1", "go movetime 600000");
    assert!(lines[0].contains(" score mate -5 "), "{}", lines[0]);
    // A class that is not there is searched, and what it turns into is looked up.
    let lines = ask("9/3Ra4/3ak4/9/9/9/9/9/9/3K5 w - - 0 1", "go depth 5");
    let info = &lines[lines.len() - 2];
    let hits: u64 = info.split(" tbhits ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(hits > 0, "{info}");
}
