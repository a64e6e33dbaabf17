//! Positions set up by hand, and their values in endgame tables.

use super::statements::open_alone;
use super::{COUNT, SETTLED, mode, open, panel, point, points, set_up, tonkin};

const FAULT: &str = "document.getElementById('edit-fault').textContent";

fn man(browser: &mut super::Browser, letters: &str) {
    browser.click(&format!(".palette [data-man=\"{letters}\"]"));
}

/// Opens the editor.
fn edit(browser: &mut super::Browser) {
    browser.value("document.getElementById('start').showModal()");
    browser.click("#edit");
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_position_is_set_up_by_hand() {
    let mut browser = open("xiangqi");
    edit(&mut browser);
    browser.until("!document.getElementById('editor').hidden");
    browser.click_until("#edit-clear", &format!("{FAULT} === 'Bad position: no red king'"));
    assert_eq!(browser.value("document.getElementById('edit-play').disabled"), true);
    man(&mut browser, "K");
    point(&mut browser, "e1");
    man(&mut browser, "k");
    point(&mut browser, "e10");
    browser.until(&format!("{FAULT} === 'Bad position: the kings face each other'"));
    browser.click("#language");
    points(&mut browser, &["e10", "d10"]);
    man(&mut browser, "P");
    point(&mut browser, "a2");
    browser.until(&format!("{FAULT} === 'Thế cờ sai: Tốt đỏ không thể đứng ở a2'"));
    browser.shoot("editor");
    points(&mut browser, &["a2", "a6"]);
    browser.until(&format!("{FAULT} === ''"));
    // It may be turned and change its look meanwhile.
    let men = "document.querySelectorAll('#board .unit').length";
    assert_eq!(browser.value(men), 3);
    browser.click("#flip");
    browser.click("#set");
    browser.click_until("#signs-letters", "document.querySelectorAll('#board .sign.letter').length === 3");
    assert_eq!(browser.value(men), 3);
    browser.value("document.getElementById('settings').close()");
    browser.click("#flip");
    browser.click("#edit-mirror");
    browser.until("document.getElementById('fen').value.startsWith('5k3/9/9/9/8P/9/9/9/9/4K4 w')");
    browser.click("#edit-swap");
    browser.until("document.getElementById('fen').value.startsWith('4k4/9/9/9/9/8p/9/9/9/5K3 b')");
    // In analysis nobody plays: no move of either side is answered.
    browser.click("#edit-analyse");
    browser.until(&format!("document.getElementById('editor').hidden && {COUNT} === 0 && {SETTLED}"));
    browser.until("document.querySelectorAll('#lines li').length > 0");
    points(&mut browser, &["i5", "i4"]);
    browser.until(&format!("{COUNT} === 1 && {SETTLED}"));
    std::thread::sleep(std::time::Duration::from_millis(400));
    assert_eq!(browser.value(COUNT), 1);
    // Counters and stores must add up.
    browser.click("#games button[value=oanquan]");
    browser.until(&format!("document.body.dataset.game === 'oanquan' && {SETTLED}"));
    tonkin(&mut browser);
    edit(&mut browser);
    man(&mut browser, "5");
    point(&mut browser, "b1");
    browser.until(&format!("{FAULT} === 'Thế cờ sai: Hơn 70 quân trên bàn'"));
    man(&mut browser, "-5");
    points(&mut browser, &["c1", "d1"]);
    browser.click_until(".palette [data-store=South] button:last-child", &format!("{FAULT} === ''"));
    browser.shoot("editor-oanquan");
    browser.click_until("#edit-play", "banco.game.scene?.fen.startsWith('5,10,0,0,5/10/5,5,5,5,5/10 s 5,0')");
    browser.click("#games button[value=xiangqi]");
    browser.until(&format!("document.body.dataset.game === 'xiangqi' && {COUNT} === 1 && {SETTLED}"));
    // From the start position, left unchanged.
    edit(&mut browser);
    browser.click_until("#edit-start", "document.getElementById('fen').value.startsWith('rnbakabnr/')");
    browser.size(390, 844);
    browser.shoot("editor-phone");
    assert_eq!(browser.value("document.documentElement.scrollWidth <= innerWidth"), true);
    browser.click_until("#edit-cancel", &format!("{COUNT} === 1 && {SETTLED}"));
    // A change to another move closes the editor.
    edit(&mut browser);
    browser.until("!document.getElementById('editor').hidden");
    browser.click("#first");
    browser.until(&format!("banco.game.at === 0 && {SETTLED} && document.getElementById('editor').hidden"));
}

/// The small tables of Nam Dinh are built beside the game; then every move has its exact value.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn tables_answer_exactly() {
    let mut browser = open_alone("namdinh");
    set_up(&mut browser, "k4/5/5/1S3/K1S2 w");
    browser.until("!document.getElementById('exact-line').hidden");
    browser.until("document.getElementById('exact-position').textContent === 'wins in 37'");
    let moves = "document.querySelectorAll('#exact-moves li').length";
    let all = browser.value("banco.game.choices.length");
    assert_eq!(browser.value(moves), all, "every move is told");
    assert_eq!(browser.value("document.getElementById('score').textContent"), "+#19 ✓");
    let best = browser.value("document.querySelector('#exact-moves button').textContent");
    mode(&mut browser, "analyse");
    panel(&mut browser, "exactTab");
    browser.shoot("exact");
    browser.click_until("#exact-moves button", &format!("{COUNT} === 1 && {SETTLED}"));
    assert_eq!(browser.value("banco.game.moves[0].text"), best);
    browser.until("document.getElementById('exact-position').textContent === 'loses in 36'");
    browser.click("#language");
    browser.until("document.getElementById('exact-position').textContent === 'thua sau 36'");
}
