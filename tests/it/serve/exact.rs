//! Endgame tables that `banco serve` builds beside the games.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::json;

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
        let state = page.ask("tables");
        if state["state"] == "ready" {
            return;
        }
        assert!(state["state"] == "building" && state["percent"].is_u64(), "{state}");
        // The engine answers meanwhile.
        assert_eq!(page.ask("state startpos")["game"], id);
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
    assert_eq!(page.ask("tables")["state"], "unwanted");
    assert_eq!(page.ask("setoption name UCI_Variant value commander\ntables")["state"], "none");
    // Rook against king.
    wait_for_tables_of(&mut page, "xiangqi");
    let win = |plies: u32| json!({ "outcome": "win", "plies": plies });
    let probed = page.ask("position fen 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1\nprobe");
    assert_eq!(probed["value"], win(1));
    wait_for_tables(&mut page);
    let state = page.ask("state fen k4/5/5/1S3/K1S2 w");
    let probed = page.ask("probe");
    assert_eq!((&probed["value"], &probed["moves"][0]["value"]), (&win(37), &win(37)));
    assert_eq!(probed["moves"].as_array().map(Vec::len), state["choices"].as_array().map(Vec::len));
    // Another page has them at once.
    let lines = "setoption name UCI_Variant value namdinh\nposition fen k4/5/5/1S3/K1S2 w\nprobe";
    assert_eq!(server.page().ask(lines), probed);
    // A damaged table is built again.
    let path = cache.join("banco/tables/namdinh-2v0.banco");
    let sound = fs::read(&path).unwrap();
    fs::write(&path, [&sound[..sound.len() - 1], &[!sound[sound.len() - 1]]].concat()).unwrap();
    let server = Server::with(&[], &[("XDG_CACHE_HOME", cache.to_str().unwrap())]);
    wait_for_tables(&mut server.page());
    assert_eq!(fs::read(&path).unwrap(), sound);
}

#[test]
fn a_folder_serves_xiangqi() {
    let tables = folder("serve-tables");
    let path = tables.to_str().unwrap();
    let built = banco(&["tables", "build", "--game", "xiangqi", "--dir", path, "--class", "P"]);
    assert!(built.status.success(), "{built:?}");
    let server = Server::with(&["--tables", path], &[]);
    let mut page = server.page();
    let probed = page.ask("position fen 3k5/9/3P5/9/9/9/9/9/9/4K4 w - - 0 1\nprobe");
    assert!(probed["value"]["outcome"] == "win" && probed["moves"].is_array(), "{probed}");
}
