//! Learning in a real browser: rules with figures, lessons, puzzles, names of touched pieces.

use super::{SETTLED, join, open};
use crate::common::game_ids;
use crate::serve::browser::devtools::Browser;
use crate::serve::server::Server;

const READY: &str = "document.querySelector('#learn .learn-page')?.dataset.ready === 'true'";
const WIDE: &str = "document.documentElement.scrollWidth <= innerWidth && \
                    document.querySelector('.learn-body').scrollWidth <= document.querySelector('.learn-body').clientWidth";

fn learn(browser: &mut Browser, tab: &str) {
    browser.click_until("#how", READY);
    browser.click(&format!("#learn [value=\"{tab}\"]"));
    browser.until(&format!("document.querySelector('.learn-page').classList.contains('{tab}') && {READY}"));
}

/// Plays a move of the trainer's board as its acts, without the pointer.
fn play(browser: &mut Browser, point: &str) {
    browser.click(&format!("#learn .hit[data-point=\"{point}\"] circle"));
}

/// The rules in both languages at both widths: every figure is drawn, and no protocol name of an option remains.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn rules_have_figures() {
    for id in game_ids() {
        let mut browser = open(id);
        for language in ["en", "vi"] {
            browser.until(&format!(
                "document.documentElement.lang === '{language}' || (document.getElementById('language').click(), false)"
            ));
            browser.until(SETTLED);
            for width in [1280, 390] {
                browser.size(width, 844);
                learn(&mut browser, "rulesTab");
                let count = browser.value("document.querySelectorAll('#learn figure').length");
                assert!(count.as_u64().is_some_and(|count| count >= 4), "{id}: {count} figures");
                assert_eq!(
                    browser.value("document.querySelectorAll('#learn figure svg.board').length"),
                    count,
                    "{id}"
                );
                let targets = browser.value("document.querySelectorAll('#learn figure .target').length");
                assert!(id == "oanquan" || targets.as_u64() > Some(4), "{id}: {targets} targets");
                let text = browser.value("document.querySelector('#learn').innerText");
                let text = text.as_str().unwrap_or_default();
                for name in ["RelayNeedsOccupied", "MoveLimit", "In Banco", "UCI_Variant"] {
                    assert!(!text.contains(name), "{id}, {language}: {name}");
                }
                assert_eq!(browser.value(WIDE), true, "{id}, {language}, {width}");
                browser.shoot(&format!("learn-{id}-{language}-{width}"));
                browser.click_until("#learn-close", "document.getElementById('learn') === null");
            }
            browser.size(1280, 800);
        }
    }
}

/// A wrong move is rejected; the right one is praised and stored.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn lessons_are_judged() {
    let mut browser = open("xiangqi");
    learn(&mut browser, "lessonsTab");
    play(&mut browser, "e4");
    play(&mut browser, "e5");
    browser.until("document.querySelector('.answer').classList.contains('wrong')");
    assert_eq!(browser.value("document.querySelectorAll('.steps .known').length"), 0);
    // The position is back.
    browser.until("document.querySelector('#learn [data-point=\"e4\"].unit') !== null");
    play(&mut browser, "e4");
    play(&mut browser, "e8");
    browser.until("document.querySelector('.answer').classList.contains('right')");
    assert_eq!(browser.value("document.querySelectorAll('.steps .known').length"), 1);
    browser.shoot("lesson-xiangqi");
    // It is still solved in the other language, on a phone, and the next one is offered.
    browser.click("#learn-close");
    browser.click_until("#language", &format!("document.documentElement.lang === 'vi' && {SETTLED}"));
    browser.size(390, 844);
    learn(&mut browser, "lessonsTab");
    browser.until("document.getElementById('lesson-title')?.textContent.startsWith('2. Mã')");
    assert_eq!(browser.value(WIDE), true);
    browser.click_until("#lesson-hint", "document.querySelectorAll('#learn .arrow').length === 1");
    browser.shoot("lesson-xiangqi-phone");
}

/// Every lesson of every game is solved by its hint.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn hints_lead_through_all_lessons() {
    for id in game_ids() {
        let mut browser = open(id);
        learn(&mut browser, "lessonsTab");
        let count = browser.value("document.querySelectorAll('.steps button').length").as_u64().unwrap_or(0);
        for i in 1..=count {
            browser.value(&format!("document.querySelectorAll('.steps button')[{}].click()", i - 1));
            browser.until(&format!("document.getElementById('lesson-title').textContent.startsWith('{i}.')"));
            browser.click_until("#lesson-hint", "document.querySelectorAll('#learn .arrows > *').length > 0");
            browser.shoot(&format!("lesson-{id}-{i}"));
        }
    }
}

/// A puzzle solved by the engine's move counts; with its solution shown it does not.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn puzzles_count_in_a_row() {
    let server = Server::start();
    for id in game_ids() {
        let mut browser = join(&server, id);
        learn(&mut browser, "puzzlesTab");
        browser.until("document.getElementById('puzzle-score')?.textContent.includes('/')");
        browser.shoot(&format!("puzzle-{id}"));
        browser.click_until("#puzzle-solution", "document.querySelectorAll('#learn .arrows > *').length > 0");
        let kept = browser.value(&format!("JSON.parse(localStorage.getItem('puzzles-{id}')).streak"));
        assert_eq!(kept, 0, "{id}");
    }
    // The first puzzle of Nam Dinh that is drawn, solved by its move from the file.
    let mut browser = join(&server, "namdinh");
    learn(&mut browser, "puzzlesTab");
    let best = browser.value(
        "fetch('guide/namdinh.tactics').then((one) => one.text()).then((text) => \
         text.split('\\n').find((line) => line.startsWith(document.querySelector('.learn-page').dataset.puzzle))\
         .match(/bm (\\w+)/)[1])",
    );
    let best = best.as_str().unwrap_or_default().to_owned();
    play(&mut browser, &best[..2]);
    play(&mut browser, &best[2..]);
    browser.until("document.querySelector('.answer').classList.contains('right')");
    assert_eq!(browser.value("JSON.parse(localStorage.getItem('puzzles-namdinh')).streak"), 1);
}

/// Every touched piece is named, in both languages, with a link to its moves.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn touched_pieces_are_named() {
    let mut browser = open("xiangqi");
    browser.click(".hit[data-point=\"b8\"] circle");
    browser.until("document.getElementById('named').textContent.includes('cannon · Black · b8')");
    browser.click_until("#language", &format!("document.title.includes('Cờ tướng') && {SETTLED}"));
    browser.until("document.querySelector('.hit[data-point=\"b8\"]') !== null");
    browser.click(".hit[data-point=\"b8\"] circle");
    browser.until("document.getElementById('named').textContent.includes('pháo · Đen · b8')");
    browser.click_until("#named .how", READY);
    let seen = "((box) => box.top >= 0 && box.bottom <= innerHeight)\
                (document.querySelector('#learn figure[data-man=\"cannon\"]').getBoundingClientRect())";
    browser.until(seen);
    browser.click("#learn [value=\"legendTab\"]");
    browser.until("document.querySelectorAll('#learn .legend li').length > 10");
    browser.shoot("legend-xiangqi");
}

/// Keys in the dialogue switch its tabs; a choice by key returns the focus to the board.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn keys_stay_where_they_are_used() {
    let mut browser = open("xiangqi");
    browser.run_until("banco.game.play('h3e3')", &format!("banco.game.moves.length === 2 && {SETTLED}"));
    browser.click_until("#how", READY);
    browser.value("document.querySelector('#learn [value=rulesTab]').focus()");
    for (key, tab) in [
        ("ArrowRight", "legendTab"),
        ("Home", "lessonsTab"),
        ("ArrowLeft", "legendTab"),
        ("ArrowRight", "lessonsTab"),
    ] {
        browser.key(key);
        browser.until(&format!("document.activeElement.value === '{tab}' && document.activeElement.getAttribute('aria-selected') === 'true'"));
    }
    assert_eq!(browser.value("document.querySelectorAll('#learn [role=tab][tabindex=\"0\"]').length"), 1);
    assert_eq!(browser.value("banco.game.at"), 2);
    browser.click("#learn-close");
    // A player that is changed.
    browser.click("#new");
    browser.click("#seats-box summary");
    let list = "document.querySelector('#players select')";
    browser.value(&format!("{list}.focus()"));
    browser.fill(list, "engine");
    assert_eq!(browser.value(&format!("document.activeElement === {list}")), true);
    browser.click("#start .shut");
    // A way that is chosen.
    browser.click("#games button[value=oanquan]");
    browser.until(&format!("document.body.dataset.game === 'oanquan' && {SETTLED}"));
    browser.value("document.querySelector('.hit[data-point=\"c1\"]').focus()");
    browser.key("Enter");
    browser.until("document.querySelectorAll('#board .way').length === 2");
    browser.value("document.querySelector('#board .way').focus()");
    browser.key("Enter");
    browser.until(&format!("banco.game.moves.length === 2 && {SETTLED}"));
    assert_eq!(browser.value("document.activeElement.dataset.point"), "c1");
}
