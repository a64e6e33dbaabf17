//! The cloud at home, `banco serve --cloud`: requests as programs of Xiangqi send them to chessdb.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use serde_json::Value;

use super::query;
use super::server::{PATIENCE, Server};
use crate::common::{banco, folder};

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR%20w";

/// Returns the reply to a request.
fn reply(server: &Server, question: &str) -> String {
    let request = format!("GET /chessdb.php?{question} HTTP/1.1\r\nHost: 127.0.0.1:{}", server.port);
    let (status, text) = query(server, &request);
    assert_eq!(status, 200, "{question}: {text}");
    text.split_once("\r\n\r\n").unwrap().1.to_owned()
}

/// Returns the fields of each move of a list.
fn moves(text: &str) -> Vec<BTreeMap<&str, &str>> {
    text.split('|')
        .map(|part| part.split(',').map(|field| field.split_once(':').unwrap()).collect())
        .collect()
}

#[test]
fn requests_are_answered_as_chessdb_does() {
    let folder = folder("serve-cloud");
    let path = folder.to_str().unwrap();
    for metric in ["mate", "conversion"] {
        let class = ["--class", "R", "--metric", metric];
        let build = [&["tables", "build", "--game", "xiangqi", "--dir", path][..], &class].concat();
        assert!(banco(&build).status.success());
    }
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../positions/xiangqi/opening.book");
    let server = Server::with(&["--cloud", "--book", book, "--tables", path], &[]);

    // Every legal move has a score, the best first; ranks count from 0.
    let all = reply(&server, &format!("action=queryall&learn=1&showall=1&egtbmetric=dtc&board={START}"));
    let list = moves(&all);
    assert_eq!(list.len(), 44, "{all}");
    let scores: Vec<i32> = list.iter().map(|one| one["score"].parse().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b) && scores[0].abs() < 100, "{all}");
    assert!(list[0]["rank"] == "2" && list[0]["note"].starts_with("! ("), "{all}");
    let rates: Vec<f64> = list.iter().map(|one| one["winrate"].parse().unwrap()).collect();
    assert!(rates.iter().zip(&scores).all(|(rate, score)| (*rate > 50.0) == (*score > 0)), "{all}");
    assert!(list.iter().any(|one| one["move"] == "h2e2") && list.iter().all(|one| one["move"].len() == 4));
    let banned = reply(&server, &format!("action=queryall&ban=move:h2e2|move:b2e2&board={START}"));
    assert!(moves(&banned).len() == 42 && !banned.contains("h2e2"), "{banned}");
    // The book knows the start.
    let best = reply(&server, &format!("action=querybest&board={START}"));
    assert!(best.strip_prefix("move:").is_some_and(|mv| mv.len() == 4), "{best}");
    assert!(reply(&server, &format!("action=queryscore&board={START}")).starts_with("eval:"));
    let line = reply(&server, &format!("action=querypv&board={START}"));
    assert!(line.starts_with("score:") && line.contains(",depth:") && line.contains(",pv:"), "{line}");
    assert!(reply(&server, &format!("action=querysearch&board={START}")).starts_with("search:"));

    // Tables have the last word: White mates with the rook.
    let won = "3k5/9/9/9/9/9/9/R8/9/4K4_w";
    let list = reply(&server, &format!("action=queryall&board={won}"));
    let first = &moves(&list)[0];
    let score: i32 = first["score"].parse().unwrap();
    assert!(
        first["note"] == format!("! (W-M-{:04})", 30_000 - score) && !first.contains_key("winrate"),
        "{list}"
    );
    let dtc = reply(&server, &format!("action=queryall&egtbmetric=dtc&board={won}"));
    assert!(dtc.contains("note:! (W-00-"), "{dtc}");
    assert!(reply(&server, &format!("action=query&board={won}")).starts_with("egtb:"));
    assert_eq!(reply(&server, &format!("action=queryscore&board={won}")), format!("eval:{score}"));

    for (question, expected) in [
        ("action=queryall&board=rubbish", "invalid board"),
        ("action=queryall", "invalid board"),
        ("action=queryall&board=3k5/4R4/3R5/9/9/9/9/9/9/4K4_b", "checkmate"),
        ("action=querypv&board=3k5/4P4/9/9/9/9/9/9/9/4K4_b", "stalemate"),
        ("action=queue&board=3k5/9/9/9/9/9/9/R8/9/4K4_w", "ok"),
        ("action=querybest&endgame=1&board=3k5/9/9/9/9/9/p8/R8/9/4K4_w", "nobestmove"),
        ("action=queryrule&board=3k5/9/9/9/9/9/9/R8/9/4K4_w&movelist=a2a3|a2a3", "invalid movelist"),
    ] {
        assert_eq!(reply(&server, question), expected, "{question}");
    }
    // Red may not go on giving check; Black may go on fleeing.
    let check = "4k4/9/9/9/9/3R5/9/9/9/5K3_w";
    let rules = reply(&server, &format!("action=queryrule&board={check}&movelist=d4e4|e9d9|e4d4|d9e9"));
    assert!(rules.split('|').any(|one| one == "move:d4e4,rule:ban"), "{rules}");
    assert!(rules.contains("move:d4d3,rule:none"), "{rules}");

    let json = |question: &str| -> Value { serde_json::from_str(&reply(&server, question)).unwrap() };
    let all = json(&format!("action=queryall&json=1&board={START}"));
    assert_eq!((&all["status"], all["moves"].as_array().unwrap().len()), (&"ok".into(), 44));
    assert!(all["moves"][0]["uci"].is_string() && all["moves"][0]["score"].is_i64(), "{all}");
    let line = json(&format!("action=querypv&json=1&board={START}"));
    assert!(line["pv"].as_array().is_some_and(|line| !line.is_empty()) && line["depth"].is_u64(), "{line}");
    assert_eq!(
        json("action=queryall&json=1&board=rubbish"),
        serde_json::json!({ "status": "invalid board" })
    );
    assert!(json(&format!("action=querybest&json=1&board={won}"))["egtb"].is_string());

    let host = format!("Host: 127.0.0.1:{}", server.port);
    let (status, _) =
        query(&server, &format!("GET /chessdb.php?action=dance&board={START} HTTP/1.1\r\n{host}"));
    assert_eq!(status, 400);
}

/// Programs send the requests of `recorded.txt`, byte for byte but for the port; each is answered, under the name of the
/// cloud library, too.
#[test]
fn recorded_requests_are_answered() {
    let folder = folder("serve-recorded");
    let path = folder.to_str().unwrap();
    assert!(
        banco(&["tables", "build", "--game", "xiangqi", "--dir", path, "--class", "R."]).status.success()
    );
    let server = Server::with(&["--cloud", "--cors", "--tables", path], &[]);
    let recorded = include_str!("recorded.txt").replace("PORT", &server.port.to_string());
    let mut plain = 0;
    for request in recorded.split("\n# ") {
        let (_, request) = request.split_once('\n').unwrap();
        let (head, body) = request.split_once("\n\n").unwrap_or((request.trim_end(), ""));
        let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "{}\r\n\r\n{}", head.replace('\n', "\r\n"), body.trim_end()).unwrap();
        let mut answer = BufReader::new(stream);
        let lines: Vec<String> =
            answer.by_ref().lines().map_while(Result::ok).take_while(|line| !line.is_empty()).collect();
        assert!(lines[0].starts_with("HTTP/1.1 200"), "{request}: {lines:?}");
        let length = lines.iter().find_map(|line| line.strip_prefix("content-length: "));
        // The others are packed.
        if let Some(length) =
            length.filter(|_| !lines.iter().any(|line| line.starts_with("content-encoding")))
        {
            let mut text = vec![0; length.parse().unwrap()];
            answer.read_exact(&mut text).unwrap();
            let text = String::from_utf8(text).unwrap();
            assert!(["move:", "eval:", "{"].iter().any(|start| text.starts_with(start)), "{text}");
            plain += 1;
        }
    }
    assert!(plain >= 3);
    // The name opens nothing but the cloud, and only where it is on.
    let named = |server: &Server, path: &str| {
        query(server, &format!("GET {path} HTTP/1.1\r\nHost: www.chessdb.cn")).0
    };
    assert_eq!(named(&server, "/"), 403);
    assert_eq!(named(&Server::start(), &format!("/chessdb.php?action=queue&board={START}")), 403);
}

/// Requests in the forms of real programs, as their sources and the documentation of chessdb have them.
#[test]
fn requests_have_many_forms() {
    let server = Server::with(&["--cloud"], &[]);
    let ask = |method: &str, query_text: &str, headers: &str, body: &str| -> String {
        let target = format!("/chessdb.php{query_text}");
        let request = format!("{method} {target} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{headers}", server.port);
        let length = format!("Content-Length: {}\r\nConnection: close\r\n\r\n{body}", body.len());
        let (status, text) = query(&server, &(request + &length));
        assert_eq!(status, 200, "{method} {query_text}: {text}");
        text.split_once("\r\n\r\n").unwrap().1.to_owned()
    };
    const BOARD: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    const FORM: &str = "Content-Type: application/x-www-form-urlencoded\r\n";
    let escaped = BOARD.replace('/', "%2F");
    let get = |query_text: &str| ask("GET", query_text, "", "");
    for all in [
        // The query page of chessdb, whose address the browser escapes; it names the kind of a form.
        ask("GET", &format!("?action=queryall&learn=1&showall=1&egtbmetric=dtc&board={BOARD}%20w"), FORM, ""),
        // Python's `requests` and `urlencode`, Java's `URLEncoder`, `URLSearchParams` of a browser.
        get(&format!("?action=queryall&board={escaped}+w&showall=0&learn=1")),
        // Python's `quote`.
        get(&format!("?action=queryall&board={BOARD}%20w%20-%20-%200%201&egtbmetric=dtm")),
        // `encodeURIComponent` of web pages.
        get(&format!("?action=queryall&learn=0&board={escaped}%20w%20-%20-%200%201")),
        // Links without escapes.
        get(&format!("?action=queryall&board={BOARD}_w")),
        // A program for servers asks for both metrics: PHP takes the last.
        get(&format!("?action=queryall&egtbmetric=dtc&egtbmetric=dtm&board={BOARD}%20w")),
        // `requests.post` and `HttpWebRequest` with all in the address and an empty body.
        ask("POST", &format!("?action=queryall&learn=1&board={BOARD}%20w"), "", ""),
        ask("POST", &format!("?action=queryall&board={BOARD}%20w"), FORM, ""),
        // `chessdb.php` reads `$_REQUEST`: parameters may be in a form, or in both places.
        ask("POST", "", FORM, &format!("action=queryall&board={escaped}+w&showall=1")),
        ask("POST", "?action=queryall&board=rubbish", FORM, &format!("board={BOARD}%20w")),
    ] {
        let list = moves(&all);
        assert_eq!(list.len(), 44, "{all}");
        assert!(list.iter().all(|one| one["move"].len() == 4 && one.contains_key("score")), "{all}");
    }
    let check = "3k5/9/9/9/9/9/9/R8/9/4K4%20w";
    for (list, form) in [("move:a2a3|move:a2b2", "&ban="), ("move%3Aa2a3%7Cmove%3Aa2b2", "&json=true&ban=")] {
        let left = get(&format!("?action=queryall&board={check}{form}{list}"));
        assert!(left.contains("a2c2") && !left.contains("a2a3") && !left.contains("a2b2"), "{left}");
        assert_eq!(left.starts_with('{'), form.contains("json"), "{left}");
    }
    // A body of another kind is none of parameters, as for PHP; one without an end is refused.
    let other =
        ask("POST", &format!("?action=queue&board={check}"), "Content-Type: text/plain\r\n", "board=x");
    assert_eq!(other, "ok");
    let host = format!("Host: 127.0.0.1:{}\r\n{FORM}Content-Length: 100000", server.port);
    let long = format!("POST /chessdb.php HTTP/1.1\r\n{host}\r\n\r\n{}", "x".repeat(100_000));
    assert_eq!(query(&server, &long).0, 413);
}

#[test]
fn other_pages_may_ask_it_if_allowed() {
    for (option, status, is_open) in [(&["--cors"][..], 200, true), (&[], 403, false)] {
        let server = Server::with(&[&["--cloud"], option].concat(), &[]);
        let host = format!("Host: 127.0.0.1:{}", server.port);
        let foreign = format!("{host}\r\nOrigin: http://evil.example");
        let question = format!("/chessdb.php?action=queue&board={START}");
        for method in ["GET", "POST"] {
            let (found, text) = query(&server, &format!("{method} {question} HTTP/1.1\r\n{foreign}"));
            let is_shared = text.contains("access-control-allow-origin: *");
            assert_eq!((found, is_shared), (status, is_open), "{method}: {text}");
        }
        let asked = "Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: content-type";
        let (found, preflight) =
            query(&server, &format!("OPTIONS {question} HTTP/1.1\r\n{foreign}\r\n{asked}"));
        assert_eq!((found, preflight.contains("access-control-allow-methods: GET,POST")), (status, is_open));
        assert_eq!(preflight.contains("access-control-allow-headers: content-type"), is_open, "{preflight}");
        // Its own page and programs learn the methods; other pages reach nothing else.
        let (found, methods) = query(&server, &format!("OPTIONS {question} HTTP/1.1\r\n{host}"));
        assert!(found < 300 && (is_open || methods.contains("allow: GET, HEAD, POST, OPTIONS")), "{methods}");
        for path in ["/", "/chessdb.php/x", "/session"] {
            assert_eq!(query(&server, &format!("GET {path} HTTP/1.1\r\n{foreign}")).0, 403, "{path}");
        }
    }
}

#[test]
fn the_cloud_is_off_unless_it_is_wanted() {
    let server = Server::start();
    let host = format!("Host: 127.0.0.1:{}", server.port);
    let (status, text) =
        query(&server, &format!("GET /chessdb.php?action=queryall&board={START} HTTP/1.1\r\n{host}"));
    assert!(status == 404 && text.contains("--cloud"), "{text}");
}
