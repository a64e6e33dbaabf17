//! What hands expect of a board: moves planned while another moves, drawn arrows, keys.

use serde_json::json;

use super::statements::{alone, open_alone};
use super::{COUNT, SETTLED, join, mode, open, point, points, set_up};
use crate::serve::browser::devtools::Browser;
use crate::serve::server::Server;

/// The next answer of Banco waits until `banco.answer(move)` is called.
const WAITING: &str = "banco.game.think = () => new Promise((done) => (banco.answer = done)), 0";

fn planned(browser: &mut Browser) -> serde_json::Value {
    browser.value("document.querySelectorAll('#board .mark.planned').length")
}

/// A move planned while Banco thinks is played when it is legal, and dropped when it is not.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn moves_are_planned() {
    let mut browser = open("xiangqi");
    browser.value(WAITING);
    points(&mut browser, &["h3", "e3"]);
    browser.until(&format!("{COUNT} === 1 && {SETTLED} && banco.answer !== undefined"));
    point(&mut browser, "h1");
    assert_eq!(planned(&mut browser), 1);
    point(&mut browser, "g3");
    assert_eq!(planned(&mut browser), 2);
    browser.shoot("planned-move");
    browser.run_until("banco.answer('h10g8'), 0", &format!("{COUNT} === 3 && {SETTLED}"));
    assert_eq!(browser.value("banco.game.moves[2].text"), "h1g3");
    assert_eq!(planned(&mut browser), 0);
    // Not legal after the answer: the person moves as usual.
    browser.until("banco.game.planners.length === 1");
    points(&mut browser, &["e3", "e10"]);
    browser.value("banco.answer('i10h10'), 0");
    browser.until(&format!("{COUNT} === 4 && {SETTLED} && banco.game.isHuman"));
    assert_eq!(planned(&mut browser), 0);
    assert_eq!(browser.value("document.getElementById('fault').textContent"), "");
    // Escape and a second tap drop a plan.
    points(&mut browser, &["b1", "c3"]);
    browser.until("banco.game.planners.length === 1");
    point(&mut browser, "a1");
    browser.key("Escape");
    assert_eq!(planned(&mut browser), 0);
    points(&mut browser, &["a1", "a1"]);
    assert_eq!(planned(&mut browser), 0);
}

/// Arrows and circles of the right button stay with their position, and go out and in as PGN.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn arrows_are_drawn_and_kept() {
    let mut browser = open_alone("xiangqi");
    browser.value("navigator.clipboard.writeText = async (text) => { window.copied = text; }, 0");
    browser.run_until("banco.game.play('h3e3')", &format!("{COUNT} === 1 && {SETTLED}"));
    let hit = |name: &str| format!(".hit[data-point=\"{name}\"] circle");
    browser.draw(&hit("h10"), &hit("g8"));
    browser.draw(&hit("e7"), &hit("e7"));
    let drawn = "[document.querySelectorAll('#board .arrow.drawn').length, document.querySelectorAll('#board .circle.drawn').length]";
    assert_eq!(browser.value(drawn), json!([1, 1]));
    // Nothing was picked or played by it.
    assert_eq!(browser.value(COUNT), 1);
    browser.key("Home");
    browser.until(&format!("banco.game.at === 0 && {SETTLED}"));
    assert_eq!(browser.value(drawn), json!([0, 0]));
    browser.key("End");
    browser.until(&format!("banco.game.at === 1 && {SETTLED}"));
    assert_eq!(browser.value(drawn), json!([1, 1]));
    browser.reload();
    browser.until(&format!("{COUNT} === 1 && {SETTLED}"));
    assert_eq!(browser.value(drawn), json!([1, 1]));
    browser.value("navigator.clipboard.writeText = async (text) => { window.copied = text; }, 0");
    browser.value("document.getElementById('copy-pgn').click()");
    browser.until("window.copied?.includes('{[%csl Ge7][%cal Gh10g8]}')");
    // The same gesture removes a shape.
    browser.draw(&hit("e7"), &hit("e7"));
    assert_eq!(browser.value(drawn), json!([1, 0]));
    set_up(&mut browser, "1. h3e3 {[%csl Re5] centre} *");
    browser.until(&format!("banco.game.node.comment === 'centre' && {SETTLED}"));
    assert_eq!(browser.value("document.querySelectorAll('#board .circle.drawn.R').length"), 1);
}

/// Keys outside of fields: the board turns, the engine starts and stops, the list of keys opens.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn keys_reach_everything() {
    let mut browser = open("xiangqi");
    let on = "document.getElementById('analyse').getAttribute('aria-checked')";
    browser.key("f");
    assert_eq!(browser.value("banco.game.board.turns"), 2);
    // Files are numbered from each side's right; the numbers turn with the board.
    let lowest = "[...document.querySelectorAll('#board .name')].sort((a, b) => b.getBoundingClientRect().y - a.getBoundingClientRect().y || \
                  a.getBoundingClientRect().x - b.getBoundingClientRect().x).slice(0, 9).map((one) => one.textContent).join('')";
    assert_eq!(browser.value(lowest), "987654321");
    browser.fill("document.getElementById('notation')", "");
    browser.until("document.querySelectorAll('#board .name').length === 19");
    mode(&mut browser, "analyse");
    assert_eq!(browser.value(on), "true");
    browser.value("document.activeElement.blur()");
    browser.key(" ");
    assert_eq!(browser.value(on), "false");
    browser.key("?");
    browser.until(
        "document.getElementById('help-keys').open && document.querySelectorAll('#key-list kbd').length > 6",
    );
    browser.shoot("keys");
}

/// Prints the times between frames while a piece is dragged and counters are sown, and the memory after many games.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it hands::measure -- --ignored --nocapture"]
fn measure() {
    let server = Server::start();
    let mut browser = join(&server, "xiangqi");
    let count =
        "window.times = [], (function tick(time) { times.push(time); requestAnimationFrame(tick); })(0), 0";
    let frames = "((all) => [all.length, all[all.length >> 1], all[Math.floor(all.length * 0.95)]])\
                  (times.slice(2).map((time, i) => time - times[i + 1]).sort((a, b) => a - b))";
    browser.value(count);
    for _ in 0..10 {
        browser.drag(".hit[data-point=\"h3\"] circle", ".hit[data-point=\"h6\"] circle");
        browser.key("Escape");
    }
    println!("frames while dragging: count, median, 95th percentile in ms: {}", browser.value(frames));
    drop(browser);
    let mut browser = join(&server, "oanquan");
    alone(&mut browser);
    browser.value(count);
    browser.run_until("banco.game.play(banco.game.choices[0].move)", &format!("{COUNT} === 1 && {SETTLED}"));
    println!("frames while sowing: {}", browser.value(frames));
    drop(browser);
    let mut browser = join(&server, "namdinh");
    alone(&mut browser);
    let mut heap = |games: u32| {
        browser.value(&format!(
            "(async () => {{ const {{ game }} = banco; const settled = async () => {{ \
             while (!game.isSettled) await new Promise((done) => setTimeout(done, 5)); }}; \
             for (let i = 0; i < {games}; i++) {{ await game.start(); await settled(); \
             for (let ply = 0; ply < 2; ply++) {{ await game.play(game.choices[0].move); await settled(); }} }} }})()"
        ));
        browser.call("HeapProfiler.collectGarbage", json!({}));
        browser.call("Runtime.getHeapUsage", json!({}))["usedSize"].as_f64().unwrap_or_default()
    };
    let (first, last) = (heap(1), heap(199));
    println!("memory after one game: {first} bytes, after 200: {last} bytes");
    assert!(last < 2.0 * first, "{last} against {first}");
}
