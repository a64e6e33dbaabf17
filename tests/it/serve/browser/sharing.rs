//! A game shared by two pages: both see it, each plays the seat that it took.

use super::{COUNT, SETTLED, is_clean, open, point};
use crate::serve::browser::devtools::Browser;
use crate::serve::server::Server;

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn two_pages_play_one_game() {
    let server = Server::start();
    let mut first = open(&server, "namdinh");
    first.click("#share");
    first.until("document.querySelectorAll('#room .seat').length === 2");
    first.click("#room [data-seat=\"White\"]");
    first.until(
        "document.querySelector('#room [data-seat=\"White\"]').getAttribute('aria-pressed') === 'true'",
    );
    // The other page has another game on its board, and another name for the server.
    let home = format!("http://localhost:{}/", server.port);
    let mut second = Browser::start(&home);
    second.size(390, 844);
    second.open(&format!("{home}#oanquan"));
    second.until(SETTLED);
    second.click("#share");
    second.until(
        "document.body.dataset.game === 'namdinh' && document.querySelectorAll('#room .seat').length === 2",
    );
    assert_eq!(second.value("document.querySelector('#room [data-seat=\"White\"]').disabled"), true);
    second.click("#room [data-seat=\"Black\"]");
    second.until(
        "document.querySelector('#room [data-seat=\"Black\"]').getAttribute('aria-pressed') === 'true'",
    );
    first.until("document.querySelector('#room [data-seat=\"Black\"]').disabled");
    second.until(&format!("{SETTLED} && !banco.game.isHuman"));
    first.until(&format!("{SETTLED} && banco.game.isHuman"));
    point(&mut first, "d3");
    point(&mut first, "c3");
    second.until(&format!("{COUNT} === 1 && {SETTLED} && banco.game.isHuman"));
    second.shoot("shared-phone");
    point(&mut second, "e5");
    point(&mut second, "c3");
    first.until(&format!("{COUNT} === 2 && {SETTLED} && banco.game.isHuman"));
    let fens = [&mut first, &mut second].map(|page| page.value("banco.game.scene.fen"));
    assert_eq!(fens[0], fens[1]);
    // Resignation loses at both pages, on the other's turn too; leaving frees the seat.
    second.click("#resign");
    first.until("banco.game.isOver && banco.game.scene.result === 'white wins resignation'");
    second.click("#share");
    first.until("!document.querySelector('#room [data-seat=\"Black\"]').disabled");
    is_clean(&first);
    is_clean(&second);
}

/// The other page declines or accepts a draw offer; pages that watch can neither offer nor resign.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_draw_needs_the_other_page() {
    let server = Server::start();
    let mut first = open(&server, "namdinh");
    first.click("#share");
    first.click("#room [data-seat=\"White\"]");
    let [mut second, mut third] = ["localhost", "127.0.0.1"].map(|name| {
        let home = format!("http://{name}:{}", server.port);
        let mut page = Browser::start(&home);
        page.open(&format!("{home}/#namdinh"));
        page.until(SETTLED);
        page.click("#share");
        page
    });
    second.click("#room [data-seat=\"Black\"]");
    third.until("document.querySelectorAll('#room .seat:disabled').length === 2");
    first.until(&format!("banco.game.isHuman && {SETTLED}"));
    point(&mut first, "d3");
    point(&mut first, "c3");
    for page in [&mut second, &mut third] {
        page.until(&format!("{COUNT} === 1 && {SETTLED}"));
    }
    let closed = "['resign', 'offer-draw'].every((id) => document.getElementById(id).disabled)";
    assert_eq!(third.value(closed), true);
    let offered = "document.querySelector('#room [role=status]') !== null";
    let printed = "document.getElementById('fault').textContent === 'Draw declined.'";
    first.click("#offer-draw");
    third.until(offered);
    assert_eq!(third.value("document.querySelectorAll('#room .accept').length"), 0);
    second.click("#room .decline");
    first.until(printed);
    assert_eq!(first.value("banco.game.isOver"), false);
    first.click("#offer-draw");
    second.click("#room .accept");
    for page in [&mut first, &mut second, &mut third] {
        page.until("banco.game.scene.result === 'draw agreement'");
        page.until("document.querySelector('#room [role=status]') === null");
    }
    for page in [&first, &second, &third] {
        is_clean(page);
    }
}
