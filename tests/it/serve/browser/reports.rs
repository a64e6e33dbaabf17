//! The report of a match in the browser: its games are played back.

use super::devtools::Browser;
use crate::common::{banco, folder};

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn reports_are_played_back() {
    let folder = folder("browser-report");
    for (game, standing) in [("xiangqi", 32), ("oanquan", 12), ("dicechess", 32)] {
        let html = folder.join(format!("{game}.html"));
        let output = banco(&[
            "match",
            "--game",
            game,
            "--engine",
            "cmd=builtin:random",
            "--engine",
            "cmd=builtin:greedy",
            "--games",
            "2",
            "--maxplies",
            "30",
            "--html",
            html.to_str().unwrap(),
        ]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let mut browser = Browser::start("file:");
        browser.call("Page.navigate", serde_json::json!({ "url": format!("file://{}", html.display()) }));
        browser.until("document.querySelectorAll('#games tr').length === 2");
        let texts = "document.querySelectorAll('#board text').length";
        assert_eq!(browser.value(texts), standing, "{game}");
        let first = browser.value("document.getElementById('board').innerHTML");
        browser.click("[data-to=\"1\"]");
        browser.until("document.getElementById('move').textContent.startsWith('1/')");
        assert_ne!(browser.value("document.getElementById('board').innerHTML"), first);
        browser.click("[data-to=\"end\"]");
        browser.until("/^(\\d+)\\/\\1 /.test(document.getElementById('move').textContent)");
        browser.shoot(&format!("report-{game}"));
        browser.click("[data-to=\"start\"]");
        assert_eq!(browser.value("document.getElementById('board').innerHTML"), first);
    }
}
