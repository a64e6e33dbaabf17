//! The npm package `banco-engine` in a browser: the page of its README plays. `.ci/npm` packs and installs it in `$PACKAGE`.

use std::fs;
use std::path::PathBuf;

use serde_json::json;

use super::browser::devtools::Browser;
use super::static_page::{BASE, Host};

#[test]
#[ignore = "needs Chromium and the installed package: .ci/npm"]
fn the_page_of_the_readme_plays() {
    let project =
        PathBuf::from(std::env::var("PACKAGE").expect("PACKAGE names the project with the package"));
    let readme = fs::read_to_string(project.join("node_modules/banco-engine/README.md")).unwrap();
    let page = readme.split("```html\n").nth(1).unwrap().split("```").next().unwrap();
    fs::write(project.join("index.html"), page).unwrap();
    let host = Host::start(project);
    let home = format!("http://127.0.0.1:{}/", host.port);
    let mut browser = Browser::start(&home);
    browser.call("Page.navigate", json!({ "url": format!("{home}{}", &BASE[1..]) }));
    browser.until("document.querySelectorAll('#move option').length === 44");
    for turn in 1..=3 {
        browser.click("#play");
        let moves =
            "document.getElementById('board').textContent.split('\\n')[11].split(' ').filter(Boolean)";
        browser.until(&format!("{moves}.length === {}", 2 * turn));
    }
    // A browser without shared memory stops a search by ending its worker.
    let stopped = "import('./node_modules/banco-engine/index.js').then(async ({ Engine }) => { \
                   const engine = await Engine.create(); const position = await engine.position(); \
                   let last = null; for await (last of engine.analyse(position)) if (last.depth >= 6) break; \
                   engine.terminate(); return [globalThis.crossOriginIsolated, last.depth]; })";
    assert_eq!(browser.value(stopped), json!([false, 6]));
    browser.faults.retain(|fault| !fault.contains("favicon.ico"));
}
