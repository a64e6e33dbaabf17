//! Files of games at the page's server.

use serde_json::{Value, json};

use super::query;
use super::server::Server;

/// Sends a body; returns the status and what comes back.
fn post(server: &Server, path: &str, body: &str) -> (u16, String) {
    let head = format!("POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{}", server.port);
    let rest = format!("Content-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len());
    let (status, text) = query(server, &format!("{head}\r\n{rest}"));
    (status, text.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.trim_end().to_owned()))
}

#[test]
fn games_are_read_and_written() {
    let server = Server::start();
    let (status, answer) = post(&server, "/records/read?game=xiangqi&most=2", "1. 炮二平五! {好} A9-A6 *");
    let found: Value = serde_json::from_str(&answer).unwrap();
    let game = &found["games"][0];
    assert_eq!(
        (status, &game["tree"]["nodes"][1]["text"], &game["tree"]["nodes"][1]["glyphs"]),
        (200, &json!("h3e3"), &json!([1]))
    );
    assert_eq!((&game["notes"][0]["code"], &game["notes"][0]["loss"]), (&json!("own_piece"), &json!("cut")));
    let games = json!([game]).to_string();
    let (status, pgn) = post(&server, "/records/write?format=pgn&notation=wxf", &games);
    assert!(status == 200 && pgn.ends_with("1. C2=5! {好} *"), "{pgn}");
    // The rules of the page hold for files that name none.
    let (_, answer) = post(&server, "/records/read?game=xiangqi&rules=XiangqiRanks%3D0-9", "1. h2e2 *");
    assert!(answer.contains("\"text\":\"h2e2\""), "{answer}");
    for (path, body) in [
        ("/records/read", "hello world"),
        ("/records/write?format=doc", "[]"),
        ("/records/write?format=pgn", "[{\"tree\":{\"nodes\":[]}}]"),
        ("/records/write?format=xqf", "[{\"game\":\"namdinh\"}]"),
    ] {
        assert_eq!(post(&server, path, body).0, 400, "{path} {body}");
    }
}
