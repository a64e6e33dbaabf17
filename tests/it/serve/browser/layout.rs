//! The page on phones, held upright and across, and on wide screens; fingers that tap and swipe.

use serde_json::json;

use super::{SETTLED, join, open};
use crate::common::game_ids;
use crate::serve::server::Server;

const BOX: &str = "document.querySelector('#board svg').getBoundingClientRect()";

/// The smallest letters on the screen, with where they are, in pixels.
const SMALLEST: &str = "(() => { let least = [99, '']; \
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); \
    while (walker.nextNode()) { \
      const one = walker.currentNode.parentElement; \
      const text = walker.currentNode.textContent.trim(); \
      if (!text || !one.checkVisibility() || one.closest('.unseen')) continue; \
      const scale = one.ownerSVGElement ? Math.abs(one.getScreenCTM().d) : 1; \
      const size = parseFloat(getComputedStyle(one).fontSize) * scale; \
      if (size < least[0]) least = [size, `${one.tagName}.${one.getAttribute('class')}: ${text.slice(0, 30)}`]; \
    } return least; })()";

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn every_screen_is_used() {
    for id in game_ids() {
        let mut browser = open(id);
        for (width, height) in [(360, 740), (844, 390), (1280, 800), (1920, 1080)] {
            browser.size(width, height);
            browser.until(SETTLED);
            let fits = browser.value("document.documentElement.scrollWidth <= innerWidth");
            assert_eq!(fits, true, "{id} is wider than {width}");
            let smallest = browser.value(SMALLEST);
            assert!(smallest[0].as_f64() >= Some(11.9), "{id}, {width}: {smallest}");
            browser.shoot(&format!("layout-{id}-{width}"));
            let board = browser.value(&format!("[{BOX}.top + scrollY, {BOX}.bottom + scrollY, {BOX}.width]"));
            let [_, bottom, across] = [0, 1, 2].map(|i| board[i].as_f64().unwrap_or_default());
            assert!(bottom <= f64::from(height), "{id}, {width}: the board ends at {bottom}");
            if width == 844 {
                let used = if id == "oanquan" { across > 500.0 } else { bottom > 350.0 };
                assert!(used, "{id}: a board across is {board}");
            }
            if width == 1920 {
                // One column beside the board.
                let lefts = "new Set([...document.querySelectorAll('#side > :not([hidden]), #controls')].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().left)).size";
                assert_eq!(browser.value(lefts), 1);
            }
        }
    }
}

/// The controls with something over their middle, and the places of the board with something over them.
const COVERED: &str = "(() => { const covered = []; \
    const isOpen = (one, x, y) => one.contains(document.elementFromPoint(x, y)); \
    scrollTo(0, 0); \
    const svg = document.querySelector('#board svg'); const box = svg.getBoundingClientRect(); \
    for (let i = 1; i < 10; i++) for (let j = 1; j < 10; j++) { \
      const [x, y] = [box.left + box.width * i / 10, box.top + box.height * j / 10]; \
      if (!isOpen(svg, x, y)) covered.push(`board ${i} ${j}`); } \
    for (const one of document.querySelectorAll('header button, main button, main select, main input, main summary')) { \
      if (one.closest('#board') || !one.checkVisibility({ visibilityProperty: true })) continue; \
      one.scrollIntoView({ block: 'center', inline: 'center' }); \
      const at = one.getBoundingClientRect(); \
      if (at.width > 0 && !isOpen(one, at.left + at.width / 2, at.top + at.height / 2)) covered.push(one.outerHTML.slice(0, 90)); } \
    scrollTo(0, 0); return covered; })()";

/// Nothing lies over a control or the board, in play and in analysis, on any screen.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn nothing_covers_controls_or_board() {
    for id in game_ids() {
        let mut browser = open(id);
        for mode in ["play", "analyse"] {
            super::mode(&mut browser, mode);
            for (width, height) in [(390, 844), (844, 390), (1280, 800), (1920, 1080)] {
                browser.size(width, height);
                // A long board turns a moment after the screen does.
                browser.until(&format!("/* {id}, {mode}, {width}x{height} */ {COVERED}.length === 0"));
            }
        }
    }
}

/// How far the page has moved by itself since it was loaded: cumulative layout shift.
pub const SHIFT: &str = "new Promise((done) => { let sum = 0; \
    new PerformanceObserver((list) => list.getEntries().forEach((one) => (sum += one.hadRecentInput ? 0 : one.value))) \
      .observe({ type: 'layout-shift', buffered: true }); \
    setTimeout(() => done(sum), 500); })";

/// Nothing moves while the page is loaded.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn nothing_moves_while_loading() {
    let server = Server::start();
    let mut browser = join(&server, "xiangqi");
    for (width, height) in [(390, 844), (844, 390), (1280, 800), (1920, 1080)] {
        browser.size(width, height);
        for place in ["#/", "#/xiangqi/play", "#/oanquan/play"] {
            browser.open(&format!("http://127.0.0.1:{}/{place}", server.port));
            let shift = browser.value(SHIFT).as_f64().unwrap_or(1.0);
            assert!(shift < 0.001, "{place}, {width}x{height}: {shift}");
        }
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn fingers_have_room_and_swipe() {
    let mut browser = open("commander");
    browser.call("Emulation.setTouchEmulationEnabled", json!({"enabled": true}));
    browser.size(390, 740);
    browser.until(&format!("matchMedia('(pointer: coarse)').matches && {SETTLED}"));
    let small = browser.value(
        "[...document.querySelectorAll('button, select, summary')].filter((one) => one.checkVisibility()) \
         .filter((one) => one.getBoundingClientRect().height < 43.9).map((one) => one.outerHTML.slice(0, 80))",
    );
    assert_eq!(small, json!([]));
    let swipe = |browser: &mut super::Browser, point: &str| {
        let place = browser.value(&format!(
            "(() => {{ scrollTo(0, 0); const box = document.querySelector('#board .hit[data-point=\"{point}\"] circle').getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        let [x, y] = [0, 1].map(|i| place[i].as_f64().unwrap_or_default());
        let touch = |browser: &mut super::Browser, kind: &str, points: serde_json::Value| {
            browser.call("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}));
        };
        touch(browser, "touchStart", json!([{"x": x, "y": y}]));
        for step in 1..=12 {
            touch(browser, "touchMove", json!([{"x": x, "y": y - f64::from(16 * step)}]));
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        touch(browser, "touchEnd", json!([]));
        // A page that was pushed glides on for a while.
        browser.until(
            "new Promise((done) => { const from = scrollY; setTimeout(() => done(scrollY === from), 150); })",
        );
        browser.value("scrollY").as_f64().unwrap_or_default()
    };
    // An empty point: the page scrolls, and nothing is picked up.
    assert!(swipe(&mut browser, "e7") > 100.0);
    assert_eq!(browser.value("document.querySelectorAll('.mark.picked').length"), 0);
    // A piece that can move: it is dragged, and the page stays.
    assert!(swipe(&mut browser, "f4") < 1.0);
}
