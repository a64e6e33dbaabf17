//! Pictures of the documents, in the folder `$SHOTS`: `docs/images` holds copies.

use super::statements::alone;
use super::{COUNT, SETTLED, join, mode, set_up};
use crate::serve::server::Server;

#[test]
#[ignore = "needs Chromium: SHOTS=$PWD/docs/images cargo test --release --test it illustrations -- --ignored"]
fn pictures_of_the_documents() {
    let server = Server::start();
    let size = [1280, 800];
    let mut browser = join(&server, "xiangqi");
    alone(&mut browser);
    set_up(
        &mut browser,
        "setoption name UCI_Variant value xiangqi\\nposition startpos moves h3e3 h10g8 h1g3 i10h10 i1h1 b10c8 g4g5",
    );
    browser.until(&format!("{COUNT} === 7 && {SETTLED}"));
    mode(&mut browser, "analyse");
    browser
        .until("banco.game.node.score !== undefined && document.querySelectorAll('#lines li').length === 3");
    browser.until("/^Depth (1[2-9]|[2-9]\\d)/i.test(document.getElementById('report').textContent)");
    // No line is pointed at.
    browser.call("Input.dispatchMouseEvent", serde_json::json!({"type": "mouseMoved", "x": 5, "y": 5}));
    browser.until("document.getElementById('preview').hidden");
    browser.value("scrollTo(0, 0)");
    browser.illustrate("page-xiangqi", size, 0.7);
    drop(browser);
    let mut browser = join(&server, "commander");
    browser.click_until("#how", "document.querySelector('#learn .learn-page')?.dataset.ready === 'true'");
    browser.click("#learn [value=lessonsTab]");
    browser.until("document.querySelector('.learn-page.lessonsTab')?.dataset.ready === 'true'");
    browser.click_until("#lesson-hint", "document.querySelectorAll('#learn .arrows > *').length > 0");
    browser.illustrate("page-lesson", size, 0.6);
    drop(browser);
    let mut browser = join(&server, "oanquan");
    alone(&mut browser);
    browser.size(390, 844);
    browser.until(&format!("banco.game.board.isUpright && {SETTLED}"));
    browser.run_until("banco.game.play(banco.game.choices[0].move)", &format!("{COUNT} === 1 && {SETTLED}"));
    browser.value("scrollTo(0, 0)");
    browser.illustrate("page-phone", [390, 844], 0.9);
    drop(browser);
    // A visitor who has played, by night.
    let mut browser = join(&server, "xiangqi");
    browser.value("document.documentElement.dataset.theme = 'dark', banco.game.play('h3e3'), 0");
    browser.until(&format!("{COUNT} === 2 && {SETTLED} && !banco.game.busy"));
    mode(&mut browser, "home");
    browser.until("document.querySelectorAll('#cards .thumb svg').length === 5 && document.querySelector('#continue .thumb svg') !== null");
    browser.illustrate("page-home", size, 0.5);
    drop(browser);
    let mut browser = join(&server, "dicechess");
    browser.size(390, 844);
    browser.click_until("#new", "document.getElementById('start').open");
    browser.illustrate("page-new", [390, 844], 0.9);
    drop(browser);
    let mut browser = join(&server, "commander");
    browser.click_until("#set", "document.querySelector('#sample .thumb svg') !== null");
    browser.illustrate("page-settings", size, 0.5);
}
