//! Playing in a real browser: named levels, clocks, resigning, draws, matches, sounds, lost connections.

use serde_json::json;

use super::statements::open_alone;
use super::{COUNT, SETTLED, choose, open, points, set_up};

const OVER: &str = "banco.game.isOver && document.getElementById('status').classList.contains('over')";

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn levels_have_names() {
    for (id, last) in [
        ("xiangqi", "3080"),
        ("commander", "2200"),
        ("namdinh", "1740"),
        ("dicechess", "1300"),
        ("oanquan", "1500"),
    ] {
        let mut browser = open(id);
        let options = "[...document.querySelectorAll('.player select')].at(-1).options";
        assert_eq!(browser.value(&format!("{options}.length")), 9, "{id}");
        assert_eq!(
            browser.value(&format!("{options}[8].value + {options}[8].title")),
            format!("{last}{last} Elo")
        );
        let named = browser.value(&format!("[...{options}].slice(1).every((one, i) => one.textContent.startsWith(`${{i + 1}} · `) && one.textContent.length > 5)"));
        assert_eq!(named, true, "{id}");
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_flag_falls() {
    let mut browser = open("namdinh");
    browser.fill("document.getElementById('clock')", "3+2");
    browser.until("document.querySelectorAll('.strip .clock:not([hidden])').length === 2");
    points(&mut browser, &["d3", "c3"]);
    browser.until(&format!("{COUNT} === 2 && {SETTLED} && !banco.game.busy"));
    // Both moves brought two seconds; then White's clock runs.
    let left = browser.value("banco.game.clock.left.every((one) => one > 175000 && one <= 182000)");
    assert_eq!(left, true);
    browser.until("document.querySelector('.clock.runs')?.dataset.team === '0'");
    browser.value("banco.game.clock.left[0] = 900, 0");
    browser.shoot("namdinh-clock");
    browser.until(OVER);
    assert_eq!(browser.value("banco.game.scene.result"), "black wins time");
    assert_eq!(browser.value("document.getElementById('match-score').textContent"), "White 0 – 1 Black");
    // It is over in the other language, too, and after a reload.
    browser.click("#language");
    browser.until("document.getElementById('status').textContent.includes('Đen thắng: hết giờ')");
    browser.reload();
    browser.until(OVER);
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_match_is_resigned_and_played_again() {
    let mut browser = open("xiangqi");
    points(&mut browser, &["h3", "e3"]);
    browser.until(&format!("{COUNT} === 2 && {SETTLED} && !banco.game.busy"));
    choose(&mut browser, "resign");
    browser.until(OVER);
    assert_eq!(browser.value("banco.game.scene.result"), "black wins resignation");
    browser.shoot("xiangqi-resigned");
    // The colours are exchanged, the board is turned, and Banco begins.
    browser.click_until("#rematch", &format!("!banco.game.isOver && {COUNT} === 1 && {SETTLED}"));
    assert_eq!(browser.value("banco.game.board.turns"), 2);
    assert_eq!(browser.value("document.getElementById('match-score').textContent"), "Red 1 – 0 Black");
    // A draw offer: Banco evaluates the position, and declines or accepts with a message.
    choose(&mut browser, "offer-draw");
    browser.until(&format!("({OVER} && banco.game.scene.result === 'draw agreement') || document.getElementById('fault').textContent.includes('declined')"));
    // Taken back, the game continues.
    if browser.value("banco.game.isOver") == true {
        assert_eq!(browser.value("document.getElementById('match-score').textContent"), "Red 1½ – ½ Black");
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn sounds_are_heard_and_switched_off() {
    let mut browser = open("namdinh");
    let played = "import('./sound.js').then(({ sound }) => sound.played)";
    points(&mut browser, &["d3", "c3"]);
    browser.until(&format!("{COUNT} === 2 && {SETTLED} && !banco.game.busy"));
    browser.until(&format!("{played}.then((count) => count >= 1)"));
    browser.click("#set");
    browser.click("#sound");
    assert_eq!(browser.value("document.getElementById('sound').checked"), false);
    browser.value("document.getElementById('settings').close()");
    let before = browser.value(played);
    browser.click_until("#undo", &format!("{COUNT} === 0 && {SETTLED}"));
    points(&mut browser, &["d3", "c3"]);
    browser.until(&format!("{COUNT} === 2 && {SETTLED}"));
    assert_eq!(browser.value(played), before);
}

/// Pending requests of a lost connection are repeated: a game being opened is opened, a query is answered, a search
/// ends without a move.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn requests_of_a_lost_connection_are_repeated() {
    let mut browser = open("xiangqi");
    // The socket is closed before the question has left, in the middle of another game's opening.
    browser.value(
        "document.querySelector('#games button[value=commander]').click(), banco.client.socket.close(), \
         window.asked = null, banco.client.answer('position startpos', 'moves').then(({ lines }) => window.asked = lines), 0",
    );
    browser.until(&format!("document.body.dataset.game === 'commander' && {SETTLED}"));
    browser.until("window.asked !== null");
    browser.click("#games button[value=xiangqi]");
    browser.until(&format!("document.body.dataset.game === 'xiangqi' && {SETTLED}"));
    // Stored, since the browser may collect a promise that only this test awaits.
    browser.value(
        "window.best = banco.client.search('go infinite', () => {}).then((best) => (window.found = best)), \
         banco.client.socket.close(), 0",
    );
    browser.until("window.found === null");
    browser.until(&format!("document.body.dataset.link === undefined && {SETTLED}"));
    browser.until("banco.client.questions.length + banco.client.searches.length === 0");
    // A request that seems to break the connection is given up with an error.
    browser.value(
        "((client) => { window.given = client.answer('moves').then(({ faults }) => (window.faults = faults.map((one) => one.sentence))); \
         client.questions.at(-1).tries = 3; client.socket.close(); })(banco.client)",
    );
    browser.until("window.faults?.join() === 'Banco does not answer'");
    browser.until(&format!("document.body.dataset.link === undefined && {SETTLED}"));
    // The same for the connection of the figures.
    browser.value(
        "window.sockets = [], window.Old = WebSocket, \
        window.WebSocket = class extends Old { constructor(url) { super(url); sockets.push(this); } }, 0",
    );
    browser.click_until("#how", "sockets.length === 1 && sockets[0].readyState === 1");
    browser.run_until("sockets[0].close()", "document.querySelectorAll('#learn .board').length > 0");
    browser.until("sockets.length === 2");
    browser.click("#learn-close");
}

/// The page reconnects to its engine with the moves.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_lost_connection_is_found_again() {
    let mut browser = open("xiangqi");
    points(&mut browser, &["h3", "e3"]);
    browser.until(&format!("{COUNT} === 2 && {SETTLED} && !banco.game.busy"));
    browser.value("banco.client.socket.close()");
    browser.until(
        "banco.client.socket.readyState === WebSocket.OPEN && document.body.dataset.link === undefined",
    );
    browser.until(SETTLED);
    assert_eq!(browser.value(COUNT), 2);
    points(&mut browser, &["b1", "c3"]);
    browser.until(&format!("{COUNT} === 4 && {SETTLED}"));
}

/// A draw is decided by the last position of the game, whichever is viewed.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_draw_is_judged_where_the_game_is() {
    let mut browser = open("xiangqi");
    // Red has given up both cannons for knights.
    set_up(
        &mut browser,
        "setoption name UCI_Variant value xiangqi\\nposition startpos moves h3h10 i10h10 b3b10 a10b10",
    );
    browser.until(&format!("{COUNT} === 4 && {SETTLED}"));
    browser.click_until("#first", &format!("banco.game.at === 0 && {SETTLED}"));
    choose(&mut browser, "offer-draw");
    browser.until("document.getElementById('fault').textContent === 'Draw declined.'");
    assert_eq!(browser.value("banco.game.verdict"), serde_json::Value::Null);
}

/// A game that was over before it was opened does not count in the match.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn only_games_that_end_here_are_counted() {
    let mut browser = open("xiangqi");
    let score = "document.getElementById('match-score').textContent";
    let start = "setoption name UCI_Variant value xiangqi\\nposition fen 3k5/R8/9/9/9/9/9/9/9/4K3R w - - 0 1";
    set_up(&mut browser, &format!("{start} moves i1i10"));
    browser.until(&format!("{OVER} && {SETTLED}"));
    assert_eq!(browser.value(score), "");
    set_up(&mut browser, start);
    browser.until(&format!("{COUNT} === 0 && {SETTLED}"));
    points(&mut browser, &["i1", "i10"]);
    browser.until(&format!("{OVER} && {SETTLED}"));
    assert_eq!(browser.value(score), "Red 1 – 0 Black");
}

/// With a time for each move Banco never exceeds it; the times belong to the game, after a reload too.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn clocks_bind_banco_and_outlast_a_reload() {
    let mut browser = open("namdinh");
    browser.fill("document.querySelector('#players input')", "60");
    browser.fill("document.getElementById('clock')", "30s");
    browser.until("banco.game.players.of('Black').limit === 'movetime 29700'");
    browser.fill("document.querySelector('#players input')", "0.1");
    browser.until("banco.game.players.of('Black').limit === 'movetime 100'");
    browser.fill("document.getElementById('clock')", "3+2");
    points(&mut browser, &["d3", "c3"]);
    browser.until(&format!("{COUNT} === 2 && {SETTLED} && !banco.game.busy"));
    browser.value("banco.game.clock.left[0] = 60000, 0");
    let other = browser.value("banco.game.clock.left[1]");
    browser.reload();
    browser.until(&format!("{COUNT} === 2 && {SETTLED}"));
    let left = browser.value("banco.game.clock.left");
    assert!(left[0].as_f64().is_some_and(|left| left > 50_000.0 && left <= 60_000.0), "{left}");
    assert_eq!(left[1], other);
}

/// What is captured fades and goes; nothing fades where people want no motion, or step back.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn captured_pieces_fade() {
    let mut browser = open_alone("xiangqi");
    browser.value(
        "new MutationObserver((all) => { window.faded = (window.faded ?? 0) + all.flatMap(({ addedNodes }) => [...addedNodes]).filter((one) => one.classList.contains('gone')).length; }) \
         .observe(document.querySelector('#board .men'), { childList: true }), 0",
    );
    browser.value("banco.game.play('h3h10')");
    browser.until(&format!("{COUNT} === 1 && {SETTLED} && window.faded === 1"));
    browser.until("document.querySelectorAll('#board .gone').length === 0");
    assert_eq!(browser.value("document.querySelectorAll('#board .men > *').length"), 31);
    browser.click_until("#previous", &format!("banco.game.at === 0 && {SETTLED}"));
    assert_eq!(
        browser.value("[window.faded, document.querySelectorAll('#board .men > *').length]"),
        json!([1, 32])
    );
    browser.call(
        "Emulation.setEmulatedMedia",
        json!({ "features": [{ "name": "prefers-reduced-motion", "value": "reduce" }] }),
    );
    browser.click_until("#next", &format!("banco.game.at === 1 && {SETTLED}"));
    assert_eq!(browser.value("window.faded"), 1);
}
