//! Endgame tables that `banco serve` builds beside the games.

use std::time::{Duration, Instant};

use super::server::{self, Page, Server};
use crate::common::{banco, folder};

/// Switches to Nam Dinh and waits until its tables are built.
pub fn wait_for_tables(page: &mut Page) {
    wait_for_tables_of(page, "namdinh");
}

fn wait_for_tables_of(page: &mut Page, id: &str) {
    page.query(&format!("setoption name UCI_Variant value {id}\nisready"), "readyok");
    let begun = Instant::now();
    loop {
        let state = page.query("tables\nisready", "readyok");
        if state == ["tables ready"] {
            return;
        }
        assert!(state.len() == 1 && state[0].starts_with("tables building "), "{state:?}");
        // The engine answers meanwhile.
        assert!(page.query("position startpos\nscene", "sceneok").len() > 20);
        assert!(begun.elapsed() < 6 * server::PATIENCE, "tables that are never ready");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn small_tables_come_by_themselves() {
    let cache = folder("serve-cache");
    let server = Server::with(&[], &[("XDG_CACHE_HOME", cache.to_str().unwrap())]);
    let mut page = server.page();
    // Not requested yet; games without tables have none.
    assert_eq!(page.query("tables\nisready", "readyok"), ["tables unwanted"]);
    let other = page.query("setoption name UCI_Variant value commander\ntables\nisready", "readyok");
    assert_eq!(other, ["tables none"]);
    // Rook against king.
    wait_for_tables_of(&mut page, "xiangqi");
    let printed = page.query("position fen 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1\nprobe", "probeok");
    assert_eq!(printed[0], "probe position win in 1 plies");
    wait_for_tables(&mut page);
    let printed = page.query("position fen k4/5/5/1S3/K1S2 w\nprobe", "probeok");
    assert_eq!(printed[0], "probe position win in 37 plies");
    let moves = page.query("choices", "choicesok").len();
    assert_eq!(printed.len(), 1 + moves, "{printed:?}");
    assert!(printed[1].ends_with(" win in 37 plies") && printed[1].starts_with("probe move "), "{printed:?}");
    // Another page has them at once.
    let printed = server
        .page()
        .query("setoption name UCI_Variant value namdinh\nposition fen k4/5/5/1S3/K1S2 w\nprobe", "probeok");
    assert_eq!(printed.len(), 1 + moves);
}

#[test]
fn a_folder_serves_xiangqi() {
    let tables = folder("serve-tables");
    let path = tables.to_str().unwrap();
    let built = banco(&["tables", "build", "--game", "xiangqi", "--dir", path, "--class", "P"]);
    assert!(built.status.success(), "{built:?}");
    let server = Server::with(&["--tables", path], &[]);
    let mut page = server.page();
    let printed = page.query("position fen 3k5/9/3P5/9/9/9/9/9/9/4K4 w - - 0 1\nprobe", "probeok");
    assert!(printed.len() > 2 && printed[0].starts_with("probe position win in "), "{printed:?}");
}
