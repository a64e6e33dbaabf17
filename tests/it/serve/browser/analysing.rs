//! Analysis: lines that are played and looked at, a whole game looked over, hints, limits.

use super::statements::alone;
use super::{COUNT, SETTLED, is_clean, open, set_up};
use crate::serve::server::Server;

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn lines_are_looked_at_and_played() {
    let server = Server::start();
    let mut browser = open(&server, "xiangqi");
    browser.value("document.getElementById('effort').open = true");
    browser.fill("document.getElementById('limit')", "depth");
    browser.fill("document.getElementById('limit-amount')", "7");
    browser.fill("document.getElementById('notation')", "vietnamese");
    browser.click("#analyse");
    browser.until("document.getElementById('report').textContent.includes('7')");
    browser.until("document.querySelectorAll('#lines li').length === 3");
    browser.until("/^(Tg|[STMXPB])/.test(document.querySelector('#lines .step').textContent)");
    // At its limit the engine rests.
    browser.until("banco.client.searches.length === 0");
    browser.value("document.querySelectorAll('#lines li')[1].querySelectorAll('.step')[1].focus()");
    browser.until("!document.getElementById('preview').hidden && document.querySelectorAll('#preview .disc').length >= 31");
    browser.shoot("lines");
    browser.value("document.querySelectorAll('#lines li')[1].querySelectorAll('.step')[1].click()");
    browser.until(&format!("{COUNT} === 2 && banco.game.at === 2 && {SETTLED}"));
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(browser.value(COUNT), 2, "nobody answers a line that is looked at");
    assert_eq!(browser.value("banco.game.moves.every(({ seat }) => seat)"), true);
    is_clean(&browser);
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_game_is_looked_over() {
    let server = Server::start();
    let mut browser = open(&server, "xiangqi");
    alone(&mut browser);
    // Black gives up a rook for nothing with the fourth move.
    let moves = "h3e3 h10g8 h1g3 i10i9 i1h1 i9a9";
    set_up(
        &mut browser,
        &format!("setoption name UCI_Variant value xiangqi\\nposition startpos moves {moves} h1h8 a9h9"),
    );
    browser.until(&format!("{COUNT} === 8 && {SETTLED}"));
    browser.click("#whole");
    browser.until("document.querySelectorAll('#accuracy tr').length === 3");
    browser.until(&format!("banco.game.at === 8 && {SETTLED}"));
    assert_eq!(browser.value("banco.game.scores.filter(Boolean).length"), 9);
    let cells =
        "[...document.querySelectorAll('#accuracy .accuracy')].map((one) => parseInt(one.textContent))";
    let exact = browser.value(cells);
    assert!(exact.as_array().is_some_and(|all| all.len() == 2 && all.iter().all(|one| one.as_u64().is_some_and(|n| n <= 100))), "{exact}");
    // The worst moves are named, marked in the list, and lead to their positions.
    browser.until("document.querySelectorAll('#moments li').length > 0");
    assert_eq!(browser.value("document.querySelectorAll('#moves .fault, #moves .doubt').length > 0"), true);
    browser.click("#moments button");
    browser.until(&format!(
        "banco.game.at > 0 && banco.game.at < 9 && banco.game.node.judged !== '' && {SETTLED}"
    ));
    browser.shoot("review");
    // A new game has none of it.
    browser.click("#new");
    browser.until(&format!("{COUNT} === 0 && {SETTLED}"));
    assert_eq!(browser.value("document.querySelectorAll('#accuracy tr, #moments li').length"), 0);
    is_clean(&browser);
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn hints_and_refutations() {
    let server = Server::start();
    let mut browser = open(&server, "xiangqi");
    browser.click("#hint");
    browser.until("document.querySelectorAll('#coach .step').length === 1");
    browser.until("document.querySelectorAll('.arrows > *').length === 1");
    assert_eq!(browser.value(COUNT), 0);
    alone(&mut browser);
    // The cannon takes a knight and is taken.
    browser.value("banco.game.play('h3h10')");
    browser.until(&format!("{COUNT} === 1 && {SETTLED}"));
    browser.click("#why-not");
    browser.until("document.querySelectorAll('#coach .step').length > 0");
    assert_eq!(browser.value("document.querySelector('#coach .step').textContent"), "i10h10");
    browser.shoot("why-not");
    is_clean(&browser);
}
