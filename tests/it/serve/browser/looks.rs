//! Looks of boards and pieces, in a real browser: signs without fonts, boards turned to the person, marks of captures
//! on captures only.

use super::{SETTLED, open, point, set_up, tonkin};

/// Xiangqi's characters are outlines; other signs, boards and pieces can be chosen, and are stored.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn signs_and_boards_are_chosen() {
    let mut browser = open("xiangqi");
    assert_eq!(browser.value("document.querySelectorAll('#board path.glyph').length"), 32);
    // No text remains that needs an East Asian font.
    assert_eq!(
        browser.value("/[\\u3000-\\u9fff]/.test(document.getElementById('board').textContent)"),
        false
    );
    browser.click("#set");
    browser.click_until("#signs-pictures", "document.querySelectorAll('#board path.icon').length === 32");
    browser.click_until("#signs-letters", "document.querySelectorAll('#board .sign.letter').length === 32");
    let letters = browser.value("[...new Set([...document.querySelectorAll('#board .sign')].map((one) => one.textContent))].sort().join('')");
    assert_eq!(letters, "ACEHKPR");
    for (list, value) in [("board", "slate"), ("men", "ivory")] {
        browser.fill(&format!("document.getElementById('look-{list}')"), value);
        assert_eq!(browser.value(&format!("document.body.dataset.{list}")), value);
    }
    browser.reload();
    assert_eq!(browser.value("document.body.dataset.board + document.body.dataset.men"), "slateivory");
    browser.until("document.querySelectorAll('#board .sign.letter').length === 32");
}

/// Rings mark captures only; boarding has a sign of its own, and an empty point the plain one.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn boarding_is_no_capture() {
    let mut browser = open("commander");
    set_up(&mut browser, "9c1/11/11/11/4i6/11/11/11/4(FI)2g3/4T6/11/10C r - - 0 1");
    browser.until(&format!("banco.game.scene?.men.get('e4')?.length === 2 && {SETTLED}"));
    point(&mut browser, "e4");
    browser.until("document.querySelectorAll('.target').length > 5");
    let kinds = browser.value(
        "[...document.querySelectorAll('#board .target.takes')].every((one) => { \
         const box = one.getBoundingClientRect(); \
         return banco.game.scene.men.has(banco.game.board.nearest(box.x + box.width / 2, box.y + box.height / 2)); })",
    );
    assert_eq!(kinds, true);
    browser.key("Escape");
    set_up(&mut browser, "9c1/11/11/11/4i6/11/11/11/4T6/4I6/11/10C r - - 0 1");
    browser.until(&format!("banco.game.scene?.men.get('e3')?.[0] === 'I' && {SETTLED}"));
    point(&mut browser, "e3");
    browser.until("document.querySelectorAll('#board .target.joins').length === 1");
    browser.shoot("commander-boarding");
    // Both axes can be numbered from 0, and forces have their own names.
    browser.fill("document.getElementById('look-axes')", "numbers");
    browser.until("[...document.querySelectorAll('#board .name')].filter((one) => one.textContent === '0').length === 2");
    browser.click_until("#language", "document.title.includes('Cờ tư lệnh')");
    browser.click("#how");
    browser.click("#learn [value=\"legendTab\"]");
    browser.until("['tàu', 'máy bay', 'bộ binh'].every((name) => document.querySelector('#learn').innerText.includes(name))");
    browser.shoot("commander-signs");
}

/// Dice chess: the board is turned to the person, and a throw marks the movable pieces.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_throw_marks_what_moves() {
    let mut browser = open("dicechess");
    let lowest = |browser: &mut super::Browser, point: &str| {
        browser.value(&format!("banco.game.board.at('{point}').y === Math.max(...[...banco.game.board.model.points.keys()].map((one) => banco.game.board.at(one).y))"))
    };
    assert_eq!(lowest(&mut browser, "e8"), true);
    set_up(&mut browser, "4rK3/8/8/8/3rH4/5gE2/2bB5/bK2yK3gK r 3 - ---- 0 1");
    browser.until(&format!("banco.game.scene?.throw === '3' && {SETTLED}"));
    browser.until("document.querySelectorAll('#board .movable > *').length === 1");
    assert_eq!(browser.value("document.getElementById('dice').innerText.includes('horse')"), true);
    browser.shoot("dicechess-movable");
    // Green sits on the right; once a person plays it alone, its edge is below.
    browser.fill("document.querySelectorAll('[data-seat=\"r\"] select')[0]", "engine");
    browser.fill("document.querySelectorAll('[data-seat=\"g\"] select')[0]", "person");
    browser.until("banco.game.board.turns === 1");
    assert_eq!(lowest(&mut browser, "h4"), true);
}

/// O An Quan: the ruleset stands beside "New game" in words and is stored; arrows on the pit choose the direction.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn the_ruleset_is_remembered() {
    let mut browser = open("oanquan");
    let words = "document.getElementById('ruleset').selectedOptions[0].textContent";
    assert_eq!(browser.value(words), "Modern: two directions, one game");
    tonkin(&mut browser);
    browser.reload();
    browser.until(&format!("banco.game.scene?.round && {SETTLED}"));
    assert_eq!(browser.value(words), "Tonkin 1909: one direction, rounds");
    browser.fill("document.getElementById('ruleset')", "modern");
    browser.until(&format!("banco.game.scene?.counts.get('W')?.stone && {SETTLED}"));
    browser.size(390, 844);
    point(&mut browser, "c1");
    browser.until("document.querySelectorAll('#board .way').length === 2");
    browser.shoot("oanquan-ways");
    browser.click_until("#board .way[data-way=\"-\"]", "banco.game.moves[0]?.text === 'c1-'");
    browser.until("banco.game.moves.length === 2");
}
