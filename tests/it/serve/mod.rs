//! `banco serve` on the built program: accepted and rejected requests, and no input that blocks the engine. The page in a real
//! browser is tested in `page/tests/browser`.

mod cloud;
mod exact;
mod explorer;
mod lan;
mod learning;
mod records;
mod room;
mod server;
mod tablebase;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use banco::base::Reason;
use banco::engine::registry::GAMES;
use serde_json::{Map, Value, json};
use server::{Page, Server};
use tungstenite::Message;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;

use crate::examples::example;

/// Returns the status and text of the response to a plain request.
fn query(server: &Server, lines: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    stream.set_read_timeout(Some(server::PATIENCE)).unwrap();
    write!(stream, "{lines}\r\nConnection: close\r\n\r\n").unwrap();
    let mut text = String::new();
    let _ = stream.read_to_string(&mut text);
    (text.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0), text)
}

#[test]
fn the_page_translates_every_reason() {
    let words = include_str!("../../../page/assets/i18n.js");
    let (_, rest) = words.split_once("const REASONS = {").unwrap();
    let (table, _) = rest.split_once("};").unwrap();
    let translated: Vec<&str> = table
        .lines()
        .filter_map(|line| line.trim().split_once(": "))
        .map(|(key, _)| key.trim_matches('"'))
        .collect();
    let all: Vec<&str> = Reason::ALL.iter().map(|reason| reason.text()).collect();
    assert_eq!(translated, all);
    // Those that one game alone has are among its words.
    let server = Server::start();
    let host = format!("Host: 127.0.0.1:{}", server.port);
    let (status, words) = query(&server, &format!("GET /guide/words HTTP/1.1\r\n{host}"));
    assert_eq!(status, 200);
    for game in GAMES {
        for [english, vietnamese] in game.words.reasons {
            assert!(words.contains(&format!("[\"{english}\",\"{vietnamese}\"]")), "{}: {english}", game.id);
        }
    }
}

/// A game outside of the crate is drawn, named and played on the page as any other.
#[test]
fn a_game_outside_of_the_crate_has_the_page() {
    let server = Server::of(&example("connect_four"));
    let host = format!("Host: 127.0.0.1:{}", server.port);
    let (status, words) = query(&server, &format!("GET /guide/words HTTP/1.1\r\n{host}"));
    assert!(status == 200 && words.contains(r#"["four in a row","bốn quân liên tiếp"]"#), "{words}");
    for (name, expected) in [
        ("en", "<h2>Connect Four</h2>"),
        ("vi", "<h2>Bốn"),
        ("lessons", "\"moves\""),
        ("tactics", "4455 dm 2"),
    ] {
        let (status, text) = query(&server, &format!("GET /guide/connect4.{name} HTTP/1.1\r\n{host}"));
        assert!(status == 200 && text.contains(expected), "{name}: {text}");
    }
    let mut page = server.page();
    page.send("setoption name UCI_Variant value connect4");
    let state = page.ask("state startpos moves 4 4");
    assert_eq!(state["board"]["title"], json!({ "en": "Connect Four", "vi": "Bốn liên tiếp" }));
    assert_eq!(state["board"]["seats"][1]["names"], json!({ "en": "Red", "vi": "Đỏ" }));
    assert!(state["men"].as_array().unwrap().contains(&json!({ "point": "d2", "men": ["o"] })), "{state}");
    assert_eq!(state["choices"].as_array().map(Vec::len), Some(7));
    assert_eq!(page.ask("state").get("board"), None, "the page has the constants");
    assert!(page.query("go depth 4", "bestmove").iter().any(|line| line.starts_with("info depth 4")));
}

/// Both catalogues hold the same keys, which are those that the page uses.
#[test]
fn catalogues_hold_the_same_keys() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../page/assets");
    let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let keys = |name: &str| -> Vec<String> {
        let catalogue: Map<String, Value> = serde_json::from_str(&text(name)).unwrap();
        catalogue.into_iter().map(|(key, _)| key).collect()
    };
    let english = keys("en.json");
    assert!(english.len() > 200);
    assert_eq!(english, keys("vi.json"));
    let mut used = Vec::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !(name.ends_with(".js") || name.ends_with(".html")) {
            continue;
        }
        let text = text(&name);
        for start in [" t(\"", "{t(\"", "(t(\"", "data-i18n=\"", "data-label=\"", "data-place=\""] {
            let found = text.split(start).skip(1).filter_map(|rest| rest.split_once('"'));
            used.extend(found.map(|(key, _)| (name.clone(), key.to_owned())));
        }
    }
    assert!(used.len() > 200);
    used.retain(|(_, key)| !english.contains(key));
    assert_eq!(used, []);
}

/// Returns the size of a file in gzip, as browsers receive it.
fn weigh(server: &Server, name: &str) -> usize {
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    let host = format!("Host: 127.0.0.1:{}\r\nConnection: close", server.port);
    write!(stream, "GET /{name} HTTP/1.1\r\n{host}\r\nAccept-Encoding: gzip\r\n\r\n").unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    bytes.len()
}

/// A browser that has a file is answered without it.
#[test]
fn unchanged_files_are_not_sent_again() {
    let server = Server::start();
    let host = format!("Host: 127.0.0.1:{}", server.port);
    for name in ["", "app.js", "xiangqi.svg"] {
        let (status, text) = query(&server, &format!("GET /{name} HTTP/1.1\r\n{host}"));
        let tag = text.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
        assert!(status == 200 && text.contains("cache-control: no-cache\r\n"), "{text}");
        let (status, text) =
            query(&server, &format!("GET /{name} HTTP/1.1\r\n{host}\r\nIf-None-Match: {tag}"));
        assert!(status == 304 && text.ends_with("\r\n\r\n"), "{text}");
        let other = format!("GET /{name} HTTP/1.1\r\n{host}\r\nIf-None-Match: W/\"0\"");
        assert_eq!(query(&server, &other).0, 200);
    }
}

#[test]
fn the_page_is_whole_and_small() {
    let server = Server::start();
    let host = format!("Host: 127.0.0.1:{}", server.port);
    let get = |path: &str| query(&server, &format!("GET {path} HTTP/1.1\r\n{host}"));
    let (status, index) = get("/");
    assert_eq!(status, 200);
    assert!(index.contains("content-security-policy: default-src 'none'"), "{index}");
    // All files that the page loads are served here; nothing is loaded from elsewhere.
    let mut wanted = ["index.html", "en.json", "vi.json"].map(str::to_owned).to_vec();
    let mut i = 0;
    while i < wanted.len() {
        let (status, text) = get(&format!("/{}", wanted[i]));
        assert_eq!(status, 200, "{}", wanted[i]);
        let body = text.split_once("\r\n\r\n").unwrap().1;
        assert!(!body.contains("https://"), "{} loads from elsewhere", wanted[i]);
        for part in body.split(['"', '\'']) {
            let name = part.strip_prefix("./").unwrap_or(part);
            let is_file = [".js", ".css", ".svg"].iter().any(|end| name.ends_with(end));
            // Files of the static page only.
            let is_file = is_file && name != "local.js";
            if is_file && !name.contains(char::is_whitespace) && !wanted.iter().any(|had| had == name) {
                wanted.push(name.to_owned());
            }
        }
        i += 1;
    }
    assert!(wanted.len() >= 12, "{wanted:?}");
    // As transferred: the files of the first screen, those of the modes, both languages.
    let weight: usize = wanted.iter().map(|name| weigh(&server, name)).sum();
    println!("the page weighs {weight} bytes");
    assert!(weight < 200_000, "the page weighs {weight} bytes");
    assert_eq!(get("/../Cargo.toml").0, 404);
    assert_eq!(get("/etc/passwd").0, 404);
}

#[test]
fn strangers_are_refused() {
    let server = Server::start();
    let port = server.port;
    for (host, origin, status) in [
        (format!("127.0.0.1:{port}"), None, 200),
        (format!("localhost:{port}"), Some(format!("http://localhost:{port}")), 200),
        ("evil.example".to_owned(), None, 403),
        (format!("evil.example:{port}"), None, 403),
        (format!("127.0.0.1:{port}"), Some("http://evil.example".to_owned()), 403),
        (format!("127.0.0.1:{port}"), Some("null".to_owned()), 403),
    ] {
        let origin_line = origin.map_or(String::new(), |origin| format!("\r\nOrigin: {origin}"));
        let request = format!("GET / HTTP/1.1\r\nHost: {host}{origin_line}");
        assert_eq!(query(&server, &request).0, status, "{request}");
    }
    let sessions = [Some("http://evil.example"), None];
    for origin in sessions {
        let mut request = format!("ws://127.0.0.1:{port}/session").into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", HeaderValue::from_static(origin));
        }
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        assert!(tungstenite::client(request, stream).is_err(), "a session for {origin:?}");
    }
    assert_eq!(server.page().query("isready", "readyok"), Vec::<String>::new());
}

#[test]
fn files_are_out_of_reach_and_resources_bounded() {
    let server = Server::start();
    let mut page = server.page();
    let listing = page.query("uci", "uciok");
    assert!(listing.iter().any(|line| line.starts_with("option name MultiPV")));
    for name in ["TablePath", "Debug Log File"] {
        assert!(!listing.iter().any(|line| line.contains(name)), "{name}");
    }
    let log = std::env::temp_dir().join(format!("banco-serve-test-{}.log", std::process::id()));
    for line in [
        format!("setoption name Debug Log File value {}", log.display()),
        "setoption name TablePath value /tmp".to_owned(),
        "setoption name tablepath value small".to_owned(),
        "setoption name Hash value 1000000".to_owned(),
        "setoption name Threads value 1000".to_owned(),
    ] {
        let answer = page.query(&format!("{line}\nisready"), "readyok");
        assert!(
            answer.len() == 1 && answer[0].starts_with("info string error: option"),
            "{line}: {answer:?}"
        );
    }
    assert!(!log.exists());
    assert_eq!(page.query("setoption name Hash value 32\nisready", "readyok"), Vec::<String>::new());
}

#[test]
fn long_lines_are_refused_and_the_session_goes_on() {
    let server = Server::start();
    let mut page = server.page();
    let long = "x".repeat(100_000);
    let answer = page.query(&format!("{long}\nisready"), "readyok");
    assert!(answer.len() == 1 && answer[0].contains("line too long"), "{answer:?}");
    // A message over the limit ends its session only.
    page.send(&"y".repeat(10 << 20));
    assert!(page.is_closed());
    assert_eq!(server.page().query("isready", "readyok"), Vec::<String>::new());
}

#[test]
fn only_so_many_lines_wait_for_the_end_of_a_search() {
    let server = Server::start();
    let mut page = server.page();
    let lines =
        format!("go movetime 60000\nwait\n{}position startpos moves h3e3\nstop", "scene\n".repeat(299));
    let printed = page.query(&lines, "bestmove");
    let refused =
        |line: &&String| line.contains("error: too many lines are deferred to the end of the search");
    assert_eq!(printed.iter().filter(refused).count(), 300 - 256);
    // A lost line may have been a position.
    let answer = page.query("go depth 1", "bestmove (none)");
    assert!(answer.iter().any(|line| line.contains("the position to search was rejected")), "{answer:?}");
    assert_eq!(page.ask("state")["game"], "xiangqi");
}

#[test]
fn a_hundred_connections_and_half_open_ones_are_survived() {
    let server = Server::start();
    let mut first = server.page();
    // Half-open requests are closed after the timeout.
    let mut silent: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\nHo").unwrap();
            stream
        })
        .collect();
    let pages: Vec<Option<Page>> = (0..100).map(|_| server.try_page()).collect();
    assert_eq!(pages.iter().flatten().count(), 15, "sixteen sessions are served");
    for mut page in pages.into_iter().flatten() {
        page.query("go infinite\nisready", "readyok");
    }
    // The pages close in the middle of a search: their places become free.
    server.page_in_time();
    let stream = &mut silent[0];
    stream.set_read_timeout(Some(server::PATIENCE)).unwrap();
    let mut rest = Vec::new();
    assert!(stream.read_to_end(&mut rest).is_ok(), "a half-open connection is closed");
    let lines = first.query("go depth 3", "bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info depth 3")));
}

/// After a shortage of file descriptors connections are accepted again.
#[cfg(unix)]
#[test]
fn a_want_of_files_passes() {
    let server = Server::with_files(24);
    let silent: Vec<TcpStream> =
        (0..30).map(|_| TcpStream::connect(("127.0.0.1", server.port)).unwrap()).collect();
    std::thread::sleep(Duration::from_millis(300));
    drop(silent);
    let request = format!("GET / HTTP/1.1\r\nHost: 127.0.0.1:{}", server.port);
    assert_eq!(query(&server, &request).0, 200);
}

/// A closed page ends its job, which would not end by itself, and frees its place.
#[test]
fn a_closed_page_ends_its_job() {
    let server = Server::start();
    let _others: Vec<Page> = (0..15).map(|_| server.page()).collect();
    for job in ["go infinite", "go perft 40", "bench 30"] {
        let mut page = server.page_in_time();
        page.send(job);
        std::thread::sleep(Duration::from_millis(100));
    }
    server.page_in_time();
}

/// The memory of a session is returned to the system at its end, its transposition table included.
#[cfg(target_os = "linux")]
#[test]
fn sessions_give_their_memory_back() {
    let server = Server::start();
    // Memory that all sessions share stays.
    exact::wait_for_tables(&mut server.page());
    for _ in 0..16 {
        let mut page = server.page();
        let ids = GAMES.iter().rev().map(|game| game.id);
        let visit: String = ids.map(|id| format!("setoption name UCI_Variant value {id}\n")).collect();
        page.query(&format!("setoption name Hash value 64\n{visit}go nodes 20000"), "bestmove");
    }
    // The last engines may still be ending.
    let begun = Instant::now();
    while server.memory() > 200 * 1024 {
        assert!(begun.elapsed() < server::PATIENCE, "{} KiB are left when nobody plays", server.memory());
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Lines of a closed page do not hold its place, however many wait.
#[test]
fn a_closed_page_is_noticed_while_its_lines_wait() {
    let server = Server::start();
    // Five times as many pages as places, each with lines for eight seconds or for nine minutes.
    for lines in [4_000, 262_000] {
        for _ in 0..80 {
            server.page_in_time().send(&"\n".repeat(lines));
        }
    }
    server.page_in_time();
}

/// A page that sends much and never reads delays no other.
#[test]
fn a_deaf_page_harms_nobody() {
    let server = Server::start();
    let mut deaf = server.page();
    for _ in 0..300 {
        if deaf.socket.send(Message::text("board\nscene\nchoices\nhelp")).is_err() {
            break;
        }
    }
    let lines = server.page().query("go depth 4", "bestmove");
    assert!(!lines.is_empty());
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_with_goodbyes() {
    let server = Server::start();
    let mut page = server.page();
    page.query("go infinite\nisready", "readyok");
    assert!(server.interrupt().success());
    assert!(page.is_closed());
}
