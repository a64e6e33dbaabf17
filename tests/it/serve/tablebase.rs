//! The tablebase service of `banco serve --tables`.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use banco::games::xiangqi::Xiangqi;
use banco::traits::{Indexed, IndexedEntry, Notation};
use rand::RngExt;
use serde_json::Value;

use super::query;
use super::server::Server;
use crate::common::{banco, folder, seeded};

/// Returns the status and the objects of a response.
fn objects(server: &Server, request: &str, body: &str) -> (u16, Vec<Value>) {
    let host = format!("Host: 127.0.0.1:{}", server.port);
    let rest = match body {
        "" => String::new(),
        body => format!("\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len()),
    };
    let (status, text) = query(server, &format!("{request} HTTP/1.1\r\n{host}{rest}"));
    let body = text.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (status, body.lines().map(|line| serde_json::from_str(line).unwrap_or_default()).collect())
}

/// Escapes a position for a link.
fn escaped(fen: &str) -> String {
    fen.replace('/', "%2F").replace(' ', "+")
}

#[test]
fn the_service_answers_as_the_command() {
    let folder = folder("serve-tablebase");
    let path = folder.to_str().unwrap();
    for metric in ["mate", "conversion"] {
        let build =
            ["tables", "build", "--game", "xiangqi", "--dir", path, "--class", "N.P", "--metric", metric];
        assert!(banco(&build).status.success());
    }
    // A damaged block is an error when it is probed.
    assert!(
        banco(&["tables", "build", "--game", "xiangqi", "--dir", path, "--class", "C."]).status.success()
    );
    let cannon = folder.join("xiangqi-C.-.banco");
    let mut bytes = fs::read(&cannon).unwrap();
    bytes[88 + 12..].reverse();
    fs::write(&cannon, bytes).unwrap();
    // A damaged table is skipped.
    fs::write(folder.join("xiangqi-R.-.banco"), b"my diary").unwrap();
    let class = Xiangqi::parse_class("N.P").unwrap();
    let size: u64 = Xiangqi::subtables(class).iter().map(|part| part.range.end - part.range.start).sum();
    let mut random = seeded(39);
    let mut fens = Vec::new();
    while fens.len() < 1_000 {
        if let IndexedEntry::Position(position) = Xiangqi::unindex(class, random.random_range(0..size)) {
            fens.push(position.fen());
        }
    }
    let mut program = Command::new(env!("CARGO_BIN_EXE_banco"))
        .args(["tables", "probe", "--game", "xiangqi", "--dir", path, "--file", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(fens.join("\n").as_bytes()).unwrap();
    let printed = String::from_utf8(program.wait_with_output().unwrap().stdout).unwrap();
    let expected: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(expected.len(), 1_000);

    let server = Server::with(&["--tables", path], &[]);
    let (status, all) = objects(&server, "POST /tablebase/xiangqi", &fens.join("\n"));
    assert_eq!(status, 200);
    assert!(all == expected, "{:?}", all.iter().zip(&expected).find(|(one, other)| one != other));
    for (fen, expected) in fens.iter().zip(&expected).take(50) {
        let (status, one) = objects(&server, &format!("GET /tablebase/xiangqi?fen={}", escaped(fen)), "");
        assert_eq!((status, &one[0]), (200, expected), "{fen}");
    }
    // The best move comes first, and the line on request.
    let won = expected.iter().find(|object| object["category"] == "win").unwrap();
    assert_eq!(won["moves"][0]["dtm"], won["dtm"]);
    let fen = escaped(won["fen"].as_str().unwrap());
    let (_, one) = objects(&server, &format!("GET /tablebase/xiangqi?line=1&fen={fen}"), "");
    assert_eq!(one[0]["line"].as_array().unwrap().len() as u64, won["dtm"].as_u64().unwrap());

    for (request, body, status, code) in [
        ("GET /tablebase/xiangqi", "", 400, "usage"),
        ("GET /tablebase/xiangqi?fen=rubbish", "", 400, "position"),
        ("GET /tablebase/xiangqi?fen=3k5/9/9/9/9/9/9/RR7/9/4K4+w", "", 404, "table-missing"),
        ("GET /tablebase/xiangqi?fen=3k5/9/9/9/9/9/9/C8/9/4K4+w", "", 500, "table-damaged"),
        ("GET /tablebase/commander?fen=x", "", 404, "unknown"),
        ("GET /tablebase/namdinh?fen=x", "", 404, "unknown"),
        ("POST /tablebase/xiangqi", &"rubbish\n".repeat(10_001), 413, "limit"),
        ("POST /tablebase/xiangqi", &"x".repeat((1 << 20) + 1), 413, "limit"),
    ] {
        let (found, printed) = objects(&server, request, body);
        assert_eq!((found, printed[0]["code"].as_str()), (status, Some(code)), "{request}: {printed:?}");
    }
    let (status, printed) = objects(&server, "POST /tablebase/xiangqi", "rubbish\n");
    assert_eq!((status, printed[0]["code"].as_str()), (200, Some("position")));
}

#[test]
fn other_pages_may_read_it_if_allowed() {
    let folder = folder("serve-tablebase-cors");
    let path = folder.to_str().unwrap();
    assert!(banco(&["tables", "build", "--game", "xiangqi", "--dir", path, "--class", "R"]).status.success());
    for (option, status, is_open) in [(&["--cors"][..], 200, true), (&[], 403, false)] {
        let server = Server::with(&[&["--tables", path], option].concat(), &[]);
        let foreign = format!("Host: 127.0.0.1:{}\r\nOrigin: http://evil.example", server.port);
        let get = |path: &str| query(&server, &format!("GET {path} HTTP/1.1\r\n{foreign}"));
        let (found, text) = get("/tablebase/xiangqi?fen=3k5/9/9/9/9/9/9/R8/9/4K4+w");
        assert_eq!((found, text.contains("access-control-allow-origin: *")), (status, is_open), "{text}");
        assert_eq!(get("/").0, 403);
    }
}
