//! The page on phones, held upright and across, and on wide screens; fingers that tap and swipe.

use serde_json::json;

use super::{SETTLED, is_clean, open};
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
    let server = Server::start();
    for id in game_ids() {
        let mut browser = open(&server, id);
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
        is_clean(&browser);
    }
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn fingers_have_room_and_swipe() {
    let server = Server::start();
    let mut browser = open(&server, "commander");
    browser.call("Emulation.setTouchEmulationEnabled", json!({"enabled": true}));
    browser.size(390, 844);
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
    is_clean(&browser);
}
