//! Statements of the page are correct: on the position, on results, on illegal moves.

use super::exchange::drop_text;
use super::{COUNT, FAULT, SETTLED, choose, mode, new_game, open, point, points, set_up, tonkin};

const SCORE: &str = "document.getElementById('score').textContent";
/// A game of two people, without moves of an engine.
pub fn alone(browser: &mut super::Browser) {
    for _ in 0..4 {
        let lists = "[...document.querySelectorAll('#players select')].find((one) => one.value === 'engine')";
        if browser.value(&format!("{lists} !== undefined")) == true {
            browser.fill(lists, "person");
        }
    }
    browser.until(SETTLED);
}

/// Opens a game of two people, with a server of its own.
pub fn open_alone(id: &str) -> super::Browser {
    let mut browser = open(id);
    alone(&mut browser);
    browser
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn the_bar_is_of_the_position_on_the_board() {
    let mut browser = open_alone("namdinh");
    set_up(
        &mut browser,
        "setoption name UCI_Variant value namdinh\\nposition fen 5/5/5/SS3/K1k1s w moves a2a3",
    );
    browser.until(&format!("{COUNT} === 1 && {SETTLED}"));
    let full = "document.getElementById('bar-first').style.height";
    // A new game has no score, and the page shows that.
    new_game(&mut browser);
    browser.until(&format!("{COUNT} === 0 && {SETTLED}"));
    assert_eq!(browser.value(SCORE), "");
    assert_eq!(browser.value(full), "50%");
    assert_eq!(browser.value("document.getElementById('bar').classList.contains('unknown')"), true);
    assert_eq!(browser.value("document.querySelector('#graph polyline').getAttribute('points')"), "");
    // Analysed and left: the score stays with its position.
    mode(&mut browser, "analyse");
    browser.until(&format!("{SCORE} !== ''"));
    mode(&mut browser, "play");
    points(&mut browser, &["d3", "c3"]);
    browser.until(&format!("{COUNT} === 1 && {SETTLED}"));
    browser.click_until("#previous", &format!("banco.game.at === 0 && {SETTLED}"));
    browser.until(&format!("{SCORE} !== ''"));
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn results_are_shown_in_the_winners_colour() {
    let mut browser = open_alone("xiangqi");
    let status = "document.getElementById('status')";
    let mate = "setoption name UCI_Variant value xiangqi\\nposition fen 3k5/R8/9/9/9/9/9/9/9/4K3R w - - 0 1 moves i1i10";
    set_up(&mut browser, mate);
    browser.until(&format!("banco.game.isOver && {SETTLED}"));
    assert_eq!(browser.value(&format!("{status}.textContent")), "Red wins: checkmate");
    assert_eq!(browser.value(&format!("{status}.className")), "over red");
    assert_eq!(browser.value(&format!("{status}.querySelector('.dot').className")), "dot red");
    assert_eq!(browser.value(SCORE), "1–0 ✓");
    assert_eq!(browser.value("document.getElementById('bar-first').style.height"), "100%");
    browser.shoot("xiangqi-over");
    browser.click_until("#language", &format!("{status}.textContent === 'Đỏ thắng: chiếu hết'"));
    // Captured counters move the bar before the engine reports a score.
    browser.click("#games button[value=oanquan]");
    browser.until(&format!("document.body.dataset.game === 'oanquan' && {SETTLED}"));
    tonkin(&mut browser);
    alone(&mut browser);
    let half = browser.value("parseFloat(document.getElementById('bar-first').style.height)");
    assert_eq!(half, 50.0);
    set_up(&mut browser, "6,0,0,6,6/11/6,0,6,6,6/11 n 6,0 00000/00000 1s 1");
    browser.until("parseFloat(document.getElementById('bar-first').style.height) > 55");
}

/// Illegal taps and typed moves are explained in a few words, in both languages.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn illegal_moves_are_explained() {
    for language in ["en", "vi"] {
        let mut browser = open("xiangqi");
        if language == "vi" {
            browser.click_until("#language", "document.documentElement.lang === 'vi'");
        }
        let says = |browser: &mut super::Browser, en: &str, vi: &str| {
            let text = if language == "vi" { vi } else { en };
            browser.until(&format!("{FAULT} === {text:?}"));
        };
        points(&mut browser, &["b1", "d2"]);
        says(&mut browser, "the knight on b1 cannot go to d2", "Mã ở b1 không đi đến d2 được");
        point(&mut browser, "a10");
        says(&mut browser, "the rook on a10 is the other side's", "Xe ở a10 là quân đối phương");
        for (text, en, vi) in [
            (
                "h3h4h5",
                "h3h4h5: a move such as h3e3 expected, ranks 1 to 10",
                "h3h4h5: Cần một nước đi như h3e3, hàng 1 đến 10",
            ),
            ("C5=4", "C5=4: no legal move is written so", "C5=4: Không có nước đi hợp lệ nào ghi như vậy"),
        ] {
            browser.fill("document.getElementById('move-text')", text);
            browser.click("#write-move button");
            says(&mut browser, en, vi);
        }
        assert_eq!(browser.value(COUNT), 0);
        browser.shoot(&format!("illegal-{language}"));
        // A legal one is played.
        browser.fill("document.getElementById('move-text')", "炮二平五");
        browser.click_until("#write-move button", &format!("{COUNT} === 2 && {SETTLED}"));
        assert_eq!(browser.value("banco.game.moves[0].text"), "h3e3");
    }
}

/// Neither a record with errors nor another language pauses the engine.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn the_engine_goes_on() {
    let mut browser = open("xiangqi");
    browser.fill("document.querySelector('#players select')", "engine");
    browser.until(&format!("{COUNT} >= 2"));
    for _ in 0..2 {
        // The layout may change while the engine plays: no clicks.
        drop_text(&mut browser, "setoption name UCI_Variant value namdinh\nposition startpos moves a1a2");
        browser.until(&format!("{FAULT}.includes('a1a2')"));
        assert_eq!(browser.value("document.body.dataset.game"), "xiangqi");
        let count = browser.value(COUNT).as_u64().unwrap_or(0);
        browser.until(&format!("{COUNT} >= {}", count + 2));
        browser.click("#language");
        let count = browser.value(COUNT).as_u64().unwrap_or(0);
        browser.until(&format!("{COUNT} >= {}", count + 2));
    }
    choose(&mut browser, "hold");
    mode(&mut browser, "analyse");
    browser.until("document.querySelectorAll('#lines li').length === 3");
    browser.click_until("#language", "document.querySelectorAll('#lines li').length === 3");
    let report = browser.value("document.getElementById('report').textContent");
    browser.until(&format!("document.getElementById('report').textContent !== {report}"));
}
