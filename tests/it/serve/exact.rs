//! The tables that `banco serve` has beside the games.

use std::time::{Duration, Instant};

use super::server::{self, Page, Server};
use crate::common::{banco, folder};

/// Goes over to Nam Dinh and waits until its tables are there.
pub fn wait_for_tables(page: &mut Page) {
    page.ask("setoption name UCI_Variant value namdinh\nisready", "readyok");
    let begun = Instant::now();
    loop {
        let state = page.ask("tables\nisready", "readyok");
        if state == ["tables ready"] {
            return;
        }
        assert!(state.len() == 1 && state[0].starts_with("tables building "), "{state:?}");
        // The page is answered meanwhile.
        assert!(page.ask("position startpos\nscene", "sceneok").len() > 20);
        assert!(begun.elapsed() < 6 * server::PATIENCE, "tables that are never ready");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn small_tables_come_by_themselves() {
    let cache = folder("serve-cache");
    let server = Server::with(&[], &[("XDG_CACHE_HOME", cache.to_str().unwrap())]);
    let mut page = server.page();
    // Nobody has asked for them yet; games without tables have none.
    assert_eq!(page.ask("tables\nisready", "readyok"), ["tables none"]);
    wait_for_tables(&mut page);
    let said = page.ask("position fen k4/5/5/1S3/K1S2 w\nprobe", "probeok");
    assert_eq!(said[0], "probe position win in 37 plies");
    let moves = page.ask("choices", "choicesok").len();
    assert_eq!(said.len(), 1 + moves, "{said:?}");
    assert!(said[1].ends_with(" win in 37 plies") && said[1].starts_with("probe move "), "{said:?}");
    // Another page has them at once.
    let said = server
        .page()
        .ask("setoption name UCI_Variant value namdinh\nposition fen k4/5/5/1S3/K1S2 w\nprobe", "probeok");
    assert_eq!(said.len(), 1 + moves);
}

#[test]
fn a_folder_serves_xiangqi() {
    let tables = folder("serve-tables");
    let path = tables.to_str().unwrap();
    let built = banco(&["tables", "build", "--game", "xiangqi", "--dir", path, "--class", "P"]);
    assert!(built.status.success(), "{built:?}");
    let server = Server::with(&["--tables", path], &[]);
    let mut page = server.page();
    let said = page.ask("position fen 3k5/9/3P5/9/9/9/9/9/9/4K4 w - - 0 1\nprobe", "probeok");
    assert!(said.len() > 2 && said[0].starts_with("probe position win in "), "{said:?}");
}
