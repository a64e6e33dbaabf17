//! The explorer of `banco serve --games`.

use std::fs;

use serde_json::{Value, json};

use super::query;
use super::server::{PATIENCE, Server};
use crate::common::{banco, folder};

/// Returns the status and the body of a response.
fn get(server: &Server, path: &str) -> (u16, String) {
    let (status, text) = query(server, &format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}", server.port));
    (status, text.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.to_owned()))
}

/// Returns what the server knows about a position of a game.
fn known(server: &Server, query: &str) -> Value {
    let (status, text) = get(server, &format!("/explorer/{query}"));
    assert_eq!(status, 200, "{query}: {text}");
    serde_json::from_str(&text).unwrap()
}

#[test]
fn games_of_folders_are_explored() {
    let folder = folder("serve-explorer");
    fs::create_dir_all(folder.join("more")).unwrap();
    let pgn = folder.join("some.pgn");
    let some = "[Red \"Hu\"]\n[Black \"Lü\"]\n[RedElo \"2600\"]\n[Date \"1999.11.02\"]\n\n1. h3e3 h10g8 2. b1c3 {solid} b10c8 1-0\n\n\
                [Red \"Damaged\"]\n\n1. h3e3 a1a9 0-1\n\n[Red \"Open\"]\n\n1. h3e3 *\n\n\
                [White \"Xu\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2400\"]\n\n1. b1c3 h10g8 2. h3e3 i10h10 1/2-1/2\n";
    fs::write(&pgn, some).unwrap();
    fs::write(folder.join("more/list.txt"), "not a game\n").unwrap();
    fs::write(
        folder.join("more/oan.pgn"),
        "[Variant \"oanquan\"]\n[Rules \"OanquanRules=modern\"]\n\n1. b1+ 0-1\n",
    )
    .unwrap();
    let (server, printed) = Server::start_with(&["--games", folder.to_str().unwrap()]);
    let summary = printed.recv_timeout(PATIENCE).unwrap();
    assert_eq!(summary, "3 games for the explorer, 1 skipped, 1 without a result");

    let start = known(&server, "xiangqi");
    assert_eq!(
        (&start["games"], &start["first"], &start["draws"], &start["second"], &start["reading"]),
        (&json!(2), &json!(1), &json!(1), &json!(0), &json!(false))
    );
    let moves = json!([
        { "move": "b1c3", "first": 0, "draws": 1, "second": 0, "averageRating": 2450 },
        { "move": "h3e3", "first": 1, "draws": 0, "second": 0, "averageRating": 2600 },
    ]);
    assert_eq!((&start["moves"], &start["averageRating"]), (&moves, &json!(2500)));
    let best = &start["topGames"][1];
    assert_eq!(best["first"], json!({ "name": "Hu", "rating": 2600 }));
    assert_eq!(
        (&best["second"]["name"], &best["winner"], &best["year"], &best["move"]),
        (&json!("Lü"), &json!("first"), &json!(1999), &json!("h3e3"))
    );
    // Another order of moves, and the position itself.
    let fen = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1CN1C4/9/R1BAKABNR_b";
    for place in ["moves=h3e3_h10g8_b1c3", "moves=b1c3+h10g8+h3e3&fen=", &format!("fen={fen}")] {
        let found = known(&server, &format!("xiangqi?{place}"));
        let moves: Vec<&Value> = found["moves"].as_array().unwrap().iter().map(|one| &one["move"]).collect();
        assert_eq!(moves, [&json!("b10c8"), &json!("i10h10")], "{place}");
    }
    for (rules, games) in [("", 0), ("?rules=OanquanRules%3Dmodern", 1)] {
        assert_eq!(known(&server, &format!("oanquan{rules}"))["games"], json!(games), "{rules}");
    }

    let id = best["id"].as_str().unwrap();
    let (status, text) = get(&server, &format!("/explorer/pgn/{id}"));
    assert!(
        status == 200 && text.contains("[Red \"Hu\"]") && text.contains("b1c3 {solid} 2... b10c8 1-0"),
        "{text}"
    );
    for (path, status, code) in [
        ("xiangqi?fen=9", 400, "position"),
        ("xiangqi?moves=a1a9", 400, "move"),
        ("xiangqi?rules=Repetition%3Dx", 400, "option"),
        ("chess", 404, "unknown"),
        ("pgn/99", 404, "unknown"),
        ("pgn/x", 404, "unknown"),
    ] {
        let (found, text) = get(&server, &format!("/explorer/{path}"));
        assert!(found == status && text.contains(&format!("\"code\":\"{code}\"")), "{path}: {found} {text}");
    }
    fs::write(&pgn, some.replace("Hu", "Hồ")).unwrap();
    let (status, text) = get(&server, &format!("/explorer/pgn/{id}"));
    assert!(status == 410 && text.contains("has changed"), "{status} {text}");
}

#[test]
fn games_are_shown_while_others_are_read() {
    let folder = folder("serve-explorer-many");
    let game = "1. h3e3 h10g8 2. h1g3 i10h10 1-0\n\n".repeat(4_000);
    fs::write(folder.join("a.pgn"), &game).unwrap();
    let (server, printed) = Server::start_with(&["--games", folder.to_str().unwrap()]);
    assert!(known(&server, "xiangqi")["games"].is_u64());
    assert!(printed.recv_timeout(PATIENCE).unwrap().starts_with("4000 games"));
    let found = known(&server, "xiangqi?moves=h3e3");
    assert_eq!((&found["first"], found["topGames"].as_array().map(Vec::len)), (&json!(4_000), Some(15)));
}

#[test]
fn a_missing_folder_is_refused() {
    let run = banco(&["serve", "--port", "0", "--games", "no-such-folder"]);
    let text = String::from_utf8_lossy(&run.stderr);
    assert_eq!((run.status.code(), text.lines().count()), (Some(2), 1), "{text}");
    assert!(text.contains("no-such-folder"), "{text}");
}
