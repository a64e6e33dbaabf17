//! Statements of the page are correct: on the position, on results, on illegal moves.

use super::exchange::drop_text;
use super::{COUNT, SETTLED, choose, is_clean, mode, new_game, open, point, set_up, tonkin};
use crate::common::game_ids;
use crate::serve::server::Server;

const SCORE: &str = "document.getElementById('score').textContent";
const FAULT: &str = "document.getElementById('fault').textContent";

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

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn the_bar_is_of_the_position_on_the_board() {
    let server = Server::start();
    let mut browser = open(&server, "namdinh");
    alone(&mut browser);
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
    point(&mut browser, "d3");
    point(&mut browser, "c3");
    browser.until(&format!("{COUNT} === 1 && {SETTLED}"));
    browser.click("#previous");
    browser.until(&format!("banco.game.at === 0 && {SETTLED}"));
    browser.until(&format!("{SCORE} !== ''"));
    is_clean(&browser);
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn results_are_shown_in_the_winners_colour() {
    let server = Server::start();
    let mut browser = open(&server, "xiangqi");
    alone(&mut browser);
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
    browser.click("#language");
    browser.until(&format!("{status}.textContent === 'Đỏ thắng: chiếu hết'"));
    // Captured counters move the bar before the engine reports a score.
    browser.click("#games button[value=oanquan]");
    browser.until(&format!("document.body.dataset.game === 'oanquan' && {SETTLED}"));
    tonkin(&mut browser);
    alone(&mut browser);
    let half = browser.value("parseFloat(document.getElementById('bar-first').style.height)");
    assert_eq!(half, 50.0);
    set_up(&mut browser, "6,0,0,6,6/11/6,0,6,6,6/11 n 6,0 00000/00000 1s 1");
    browser.until("parseFloat(document.getElementById('bar-first').style.height) > 55");
    is_clean(&browser);
}

/// Illegal taps and typed moves are explained in a few words, in both languages.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn illegal_moves_are_explained() {
    let server = Server::start();
    for language in ["en", "vi"] {
        let mut browser = open(&server, "xiangqi");
        if language == "vi" {
            browser.click("#language");
            browser.until("document.documentElement.lang === 'vi'");
        }
        let says = |browser: &mut super::Browser, en: &str, vi: &str| {
            let text = if language == "vi" { vi } else { en };
            browser.until(&format!("{FAULT} === {text:?}"));
        };
        point(&mut browser, "b1");
        point(&mut browser, "d2");
        says(&mut browser, "the knight on b1 cannot go to d2", "Mã ở b1 không đi đến d2 được");
        point(&mut browser, "a10");
        says(&mut browser, "the rook on a10 is the other side's", "Xe ở a10 là quân đối phương");
        for (text, en, vi) in [
            (
                "h3h4h5",
                "h3h4h5: a move such as h3e3 expected, ranks 1 to 10",
                "h3h4h5: Cần một nước đi như h3e3",
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
        browser.click("#write-move button");
        browser.until(&format!("{COUNT} === 2 && {SETTLED}"));
        assert_eq!(browser.value("banco.game.moves[0].text"), "h3e3");
        is_clean(&browser);
    }
}

/// So are moves that cannot be parsed.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn every_form_of_moves_is_translated() {
    let server = Server::start();
    let mut browser = open(&server, "xiangqi");
    browser.click("#language");
    browser.until("document.documentElement.lang === 'vi'");
    for id in game_ids() {
        let printed = browser.value(&format!(
            "(async () => {{ const {{ explain }} = await import('./faults.js'); \
             const {{ faults }} = await banco.client.answer('setoption name UCI_Variant value {id}', 'read moves %'); \
             return explain(faults[0]); }})()"
        ));
        assert!(
            printed
                .as_str()
                .is_some_and(|printed| !printed.contains("expected") && !printed.contains("such")),
            "{id}: {printed}"
        );
    }
    is_clean(&browser);
}

/// Every reason of the engine for an illegal move between any two points is translated into Vietnamese.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn every_reason_against_a_move_is_translated() {
    let server = Server::start();
    let mut browser = open(&server, "xiangqi");
    browser.click("#language");
    browser.until("document.documentElement.lang === 'vi'");
    for (id, position) in [
        ("xiangqi", "startpos"),
        ("xiangqi", "fen 4k4/9/9/9/4r4/9/9/9/4A4/4K4 w - - 0 1"),
        ("commander", "startpos"),
        ("commander", "fen 9c1/11/11/11/4g1s4/7g3/11/11/4F6/2N8/2A8/2F7C r"),
        ("commander", "fen 6c4/11/11/3H7/3i7/3e7/3E7/3G6I/2T8/2(NF)IF6/11/5C5 r"),
        ("namdinh", "startpos moves d3c3 a5c3"),
        ("namdinh", "fen 5/5/5/SS3/K1k1s w"),
        ("dicechess", "startpos"),
        ("dicechess", "startpos moves 3:"),
        ("dicechess", "startpos moves 2:"),
        ("oanquan", "startpos moves b1"),
    ] {
        let script = format!(
            "(async () => {{ const {{ client, game }} = banco; \
             const {{ explain }} = await import('./faults.js'); const {{ readBoard }} = await import('./engine/model.js'); \
             client.stop(); \
             const reply = await client.query(['setoption name UCI_Variant value {id}', 'position {position}', 'board'], 'boardok'); \
             const model = readBoard(reply.lines); const points = [...model.points.keys()]; const reasons = new Set(); \
             let n = 0; \
             for (let k = 0; k < 300; k++) {{ \
               const p = points[(k * 7919) % points.length], q = points[(k * 104729 + (k >> 3)) % points.length]; \
               const {{ lines }} = await client.query([`why ${{p}} ${{q}}`, 'isready'], 'readyok'); \
               const why = lines[0].slice(4); \
               if (why !== 'it is legal' && explain(why, model) === why) reasons.add(why); n++; }} \
             return [n, [...reasons]]; }})()"
        );
        let printed = browser.value(&script);
        assert_eq!(printed[0], 300);
        assert_eq!(printed[1], serde_json::json!([]), "{id} {position}");
    }
    is_clean(&browser);
}

/// Neither a record with errors nor another language pauses the engine.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn the_engine_goes_on() {
    let server = Server::start();
    let mut browser = open(&server, "xiangqi");
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
    browser.click("#language");
    browser.until("document.querySelectorAll('#lines li').length === 3");
    let report = browser.value("document.getElementById('report').textContent");
    browser.until(&format!("document.getElementById('report').textContent !== {report}"));
    is_clean(&browser);
}
