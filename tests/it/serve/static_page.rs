//! The page as static files, in a sub-path of a host without MIME types: first with the host, then without a network.
//!
//! The engine is the output of `wasm/build.sh` in `$ENGINE` (`target/page-engine`).

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use super::browser::devtools::Browser;
use super::browser::statements::alone;
use super::browser::{COUNT, GAMES, SETTLED, analyse, mode, new_game, point, set_up, tonkin, without_lots};
use super::server::PATIENCE;
use crate::common::game_ids;

/// Path of the page on its host.
pub const BASE: &str = "/games/banco/";

/// A host of static files, running until it is dropped.
pub struct Host {
    pub port: u16,
    stop: Arc<AtomicBool>,
}

impl Host {
    pub fn start(folder: PathBuf) -> Host {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if stopped.load(Ordering::Relaxed) {
                    break;
                }
                let folder = folder.clone();
                std::thread::spawn(move || answer(stream, &folder));
            }
        });
        Host { port, stop }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // The thread that waits sees it, and closes the port.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

fn answer(mut stream: TcpStream, folder: &Path) {
    let mut request = Vec::new();
    let mut bytes = [0; 4096];
    while !request.ends_with(b"\r\n\r\n") {
        match stream.read(&mut bytes) {
            Ok(count @ 1..) => request.extend_from_slice(&bytes[..count]),
            _ => return,
        }
    }
    let request = String::from_utf8_lossy(&request).into_owned();
    let path = request.split(' ').nth(1).unwrap_or_default().split('?').next().unwrap_or_default();
    let name = path.strip_prefix(BASE).map(|name| if name.is_empty() { "index.html" } else { name });
    let content = name.and_then(|name| std::fs::read(folder.join(name)).ok());
    let kind = match path.rsplit('.').next() {
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ if path.ends_with('/') || path.ends_with(".html") => "text/html",
        _ => "application/octet-stream",
    };
    let (status, content) = content.map_or(("404 Not Found", Vec::new()), |content| ("200 OK", content));
    let length = content.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&content));
}

/// Writes the page to a folder.
fn export(folder: &Path) {
    let engine = std::env::var("ENGINE")
        .unwrap_or_else(|_| concat!(env!("CARGO_MANIFEST_DIR"), "/../target/page-engine").to_owned());
    let run = Command::new(env!("CARGO_BIN_EXE_banco"))
        .args(["export-page".as_ref(), folder.as_os_str(), "--engine".as_ref(), engine.as_ref()])
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

/// Chooses a game, and lets the engine search briefly.
fn choose(browser: &mut Browser, id: &str) {
    // Not by the mouse: the end of an analysis changes the layout under it.
    browser.value(&format!("document.querySelector('#games button[value=\"{id}\"]').click()"));
    browser.until(&format!("document.body.dataset.game === '{id}' && {SETTLED}"));
    for i in 0..browser.value("document.querySelectorAll('#players input').length").as_u64().unwrap_or(0) {
        browser.fill(&format!("document.querySelectorAll('#players input')[{i}]"), "0.1");
    }
    browser.until(SETTLED);
}

/// Plays some turns, and analyses the position.
fn play(browser: &mut Browser, id: &str) {
    if id == "dicechess" {
        without_lots(browser);
        browser.until("banco.game.scene.seat === 'r' && !document.getElementById('throw').disabled");
        browser.click("#throw");
        // Red's turn may pass without a move.
        let is_thrown =
            "(banco.game.scene.seat !== 'r' || banco.game.choices[0]?.acts[0]?.from !== undefined)";
        browser.until(&format!("{is_thrown} && {SETTLED}"));
        browser.value("banco.game.isHuman && banco.game.play(banco.game.choices[0].move), 0");
        browser.until(&format!("{COUNT} >= 4 && banco.game.scene.seat === 'r' && {SETTLED}"));
    } else {
        if id == "oanquan" {
            tonkin(browser);
        }
        let game = GAMES.iter().find(|game| game.id == id).unwrap();
        for (turn, clicks) in game.clicks.iter().enumerate() {
            for name in *clicks {
                point(browser, name);
            }
            browser.until(&format!("{COUNT} === {} && !banco.game.busy && {SETTLED}", 2 * turn + 2));
        }
    }
    analyse(browser);
    mode(browser, "play");
    browser.until("banco.client.searches.length === 0");
}

/// An isolated page, as from the second visit on; its folder and its host live as long as this.
fn isolated() -> (Browser, Host, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    export(folder.path());
    let host = Host::start(folder.path().to_owned());
    let home = format!("http://127.0.0.1:{}/", host.port);
    let mut browser = Browser::start(&home);
    browser.open(&format!("{home}{}", &BASE[1..]));
    browser.value("navigator.serviceWorker.ready.then(() => 0)");
    browser.reload();
    assert_eq!(browser.value("crossOriginIsolated"), true);
    (browser, host, folder)
}

/// Returns an expression for the last report of a search with a number of threads and an empty hash table.
fn searched(threads: u32, go: &str) -> String {
    format!(
        "(async () => {{ const {{ client }} = banco; let last = null; client.stop(); \
         client.set('Threads', {threads}); client.send('position startpos', 'ucinewgame'); \
         await client.search('{go}', (info) => (last = info.score ? info : last)); return last; }})()"
    )
}

/// With shared memory a search uses the chosen number of threads and can be stopped.
#[test]
#[ignore = "needs Chromium and the engine of wasm/build.sh: cargo test --test it serve::static_page -- --ignored"]
fn threads_share_a_search() {
    let (mut browser, _host, _folder) = isolated();
    let offered =
        browser.value("[...document.getElementById('threads').options].map(({ value }) => Number(value))");
    let most = browser.value("navigator.hardwareConcurrency").as_u64().unwrap();
    assert!(offered.as_array().unwrap().iter().all(|count| count.as_u64().unwrap() <= most), "{offered}");
    if most < 2 {
        return;
    }
    // The engines have their network from a file.
    let evaluation = "new Promise((done) => { const { client } = banco; const { take } = client; \
                      client.take = (line) => line.includes('static evaluation') ? done(line) : take.call(client, line); \
                      client.send('eval'); }).finally(() => delete banco.client.take)";
    assert!(browser.value(evaluation).as_str().unwrap().contains(", by network, "));
    let alone = browser.value(&searched(1, "go depth 9"));
    assert_eq!(browser.value(&searched(1, "go depth 9"))["nodes"], alone["nodes"]);
    for _ in 0..2 {
        let shared = browser.value(&searched(2, "go depth 9"));
        assert_eq!(shared["depth"], alone["depth"]);
        assert_ne!(shared["nodes"], alone["nodes"], "the second thread has done nothing");
    }
    assert_eq!(browser.value("banco.client.socket.searchers.workers.length"), 2);
    let ended = "(() => { const best = banco.client.search('go infinite', () => {}); \
                 setTimeout(() => banco.client.stop(), 500); return best; })()";
    assert!(browser.value(ended).as_str().is_some_and(|best| best.len() == 4));
    assert_eq!(browser.value("banco.client.socket.searchers.workers.length"), 2);
}

/// Endgame tables are built beside the game and stored in the browser: their positions have exact values without a
/// network, and the next visit builds nothing. A device that saves power builds at the first request.
#[test]
#[ignore = "needs Chromium and the engine of wasm/build.sh: cargo test --test it serve::static_page -- --ignored"]
fn endings_are_exact_without_a_network() {
    let (mut browser, host, _folder) = isolated();
    drop(host);
    let spared = "Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => 0.5 })";
    browser.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": spared }));
    let tables = "banco.client.answer('tables').then(({ lines }) => lines[0])";
    let kept = "new Promise((done) => { indexedDB.open('banco-tables').onsuccess = ({ target }) => \
                target.result.transaction('tables').objectStore('tables').getAllKeys().onsuccess = \
                (event) => { target.result.close(); done(event.target.result.join(' ')); }; })";
    let is_exact = "document.getElementById('exact-position').textContent === 'wins in 37'";
    // Built without a request by default, once a game is open.
    choose(&mut browser, "xiangqi");
    browser.until(&format!("{kept}.then((keys) => keys.startsWith('xiangqi-'))"));
    browser.size(1280, 800);
    browser.reload();
    choose(&mut browser, "namdinh");
    alone(&mut browser);
    set_up(&mut browser, "k4/5/5/1S3/K1S2 w");
    browser.until(&format!("{SETTLED} && document.querySelector('#tables-state button') !== null"));
    assert_eq!(browser.value(tables), "tables unwanted");
    mode(&mut browser, "analyse");
    browser.shoot("static-tables-unwanted");
    browser.click("#tables-state button");
    browser.until("document.getElementById('tables-state').textContent.endsWith('%')");
    // The page plays meanwhile.
    analyse(&mut browser);
    mode(&mut browser, "play");
    let begun = Instant::now();
    loop {
        let state = browser.value(tables);
        if state == "tables ready" {
            break;
        }
        assert!(state.as_str().is_some_and(|state| state.starts_with("tables building ")), "{state}");
        assert!(begun.elapsed() < 6 * PATIENCE, "tables that are never ready");
        std::thread::sleep(Duration::from_millis(200));
    }
    browser.until(is_exact);
    browser.shoot("static-tables");
    let all = browser.value("banco.game.choices.length");
    assert_eq!(browser.value("document.querySelectorAll('#exact-moves li').length"), all);
    // The searching engine has them, too: it answers at once.
    let hits = "(async () => { let hits = 0; banco.client.stop(); banco.client.set('MultiPV', 1); \
                await banco.client.search('go depth 1', (info) => (hits = info.tbhits)); return hits > 0; })()";
    assert_eq!(browser.value(hits), true);
    let built = "namdinh-2v0 namdinh-2v1 namdinh-2v2 namdinh-3v0 namdinh-3v1 namdinh-4v0 xiangqi-";
    assert!(browser.value(kept).as_str().unwrap().starts_with(built));
    browser.reload();
    browser.until(is_exact);
    assert_eq!(browser.value("banco.client.socket.tables.builder"), serde_json::Value::Null);
}

/// Prints nodes a second and the time to a depth, with one thread and with two.
#[test]
#[ignore = "needs Chromium and the engine of wasm/build.sh: cargo test --test it serve::static_page::measure -- --ignored"]
fn measure() {
    let (mut browser, _host, _folder) = isolated();
    for what in ["go movetime 4000", "go depth 14"] {
        let mut runs = [Vec::new(), Vec::new()];
        for _ in 0..5 {
            for (threads, runs) in (1..).zip(&mut runs) {
                let last = browser.value(&searched(threads, what));
                runs.push((last["nps"].as_u64().unwrap(), last["time"].as_u64().unwrap()));
            }
        }
        for (threads, mut runs) in (1..).zip(runs) {
            runs.sort_unstable();
            let mut times: Vec<u64> = runs.iter().map(|&(_, time)| time).collect();
            times.sort_unstable();
            println!("{what}, {threads} threads: {} nodes/s, {} ms (medians of 5)", runs[2].0, times[2]);
        }
    }
}

/// The page requests no missing file, reloads without a network, and plays every game there.
#[test]
#[ignore = "needs Chromium and the engine of wasm/build.sh: cargo test --test it serve::static_page -- --ignored"]
fn games_are_played_without_a_network() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page");
    export(&page);
    let host = Host::start(page);
    let home = format!("http://127.0.0.1:{}/", host.port);
    let mut browser = Browser::start(&home);
    browser.size(1280, 800);
    let address = format!("{home}{}", &BASE[1..]);
    browser.open(&address);
    // At the first visit no memory is shared: stopping a search terminates its worker.
    assert_eq!(browser.value("crossOriginIsolated"), false);
    choose(&mut browser, "xiangqi");
    assert_eq!(browser.value("document.getElementById('share').hidden"), true);
    play(&mut browser, "xiangqi");
    assert_eq!(browser.value("navigator.serviceWorker.ready.then(({ active }) => active !== null)"), true);
    drop(host);
    browser.reload();
    assert_eq!(browser.value("crossOriginIsolated"), true);
    assert_eq!(browser.value("fetch('nothing-of-this-name').then(() => 'there', () => 'off')"), "off");
    browser.faults.retain(|fault| !fault.contains("nothing-of-this-name"));
    // The previous game is restored.
    browser.until(&format!("{COUNT} === 4"));
    for (language, width, height) in [("en", 1280, 800), ("vi", 390, 844)] {
        browser.size(width, height);
        if browser.value("document.documentElement.lang") != language {
            browser.click("#language");
            browser.until(&format!("document.documentElement.lang === '{language}' && {SETTLED}"));
        }
        for id in game_ids() {
            choose(&mut browser, id);
            new_game(&mut browser);
            browser.until(&format!("{COUNT} === 0 && {SETTLED}"));
            play(&mut browser, id);
            browser.shoot(&format!("static-{id}-{language}"));
            let wide = browser.value("document.documentElement.scrollWidth <= innerWidth");
            assert_eq!(wide, true, "{id} is wider than {width}");
        }
        // Rules with their figures, drawn by a second engine.
        browser.click("#how");
        browser.click("#learn [value=rulesTab]");
        browser.until("document.querySelectorAll('#learn figure svg').length > 1");
        browser.shoot(&format!("static-rules-{language}"));
        browser.click("#learn-close");
    }
}

/// A search requested while another runs gets its own answer after that one's, with shared memory or without.
#[test]
#[ignore = "needs Chromium and the engine of wasm/build.sh: cargo test --test it serve::static_page -- --ignored"]
fn searches_are_answered_in_turn() {
    let (mut browser, _host, _folder) = isolated();
    browser.value("banco.client.stop()");
    let both = "((client) => { const search = (setup, go) => { client.send(`position ${setup}`); return client.search(go, () => {}); }; \
                const first = search('startpos', 'go movetime 300'); \
                const second = search('fen 4k4/9/9/9/9/9/9/9/9/3K4R w - - 0 1', 'go infinite'); \
                return Promise.all([first, second, client.stop() ?? search('startpos moves h3e3', 'go movetime 100'), \
                client.answer('moves').then(({ lines }) => lines[0].length > 50)]); })(banco.client)";
    for is_shared in [true, false] {
        if !is_shared {
            browser.value("banco.client.socket.flag = null");
            browser.value("banco.client.socket.searchers?.dismiss(), banco.client.socket.searchers = null");
        }
        let best = browser.value(both);
        assert_eq!(best[3], true, "{best}");
        assert!(best[2].as_str().is_some_and(|best| best.len() == 4 || best.len() == 5), "{best}");
        browser.until("banco.client.searches.length === 0 && banco.client.socket.held.length === 0");
    }
}
