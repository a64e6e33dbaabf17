//! Stored games: variations, marks and comments, the library, the browser's Back.

use super::statements::{alone, open_alone};
use super::{COUNT, SETTLED, choose, join, mode, new_game, open, point, points};
use crate::serve::server::Server;

fn go(browser: &mut super::Browser, from: &str, to: &str) {
    let count = browser.value("banco.game.at").as_u64().unwrap_or(0);
    point(browser, from);
    point(browser, to);
    browser.until(&format!("banco.game.at === {} && {SETTLED}", count + 1));
}

const TREE: &str = "(() => { const write = ({ text, mark, comment, children }) => \
     text + mark + (comment ? `{${comment}}` : '') + (children.length > 0 ? `(${children.map(write).join(' ')})` : ''); \
     return write(banco.game.tree.root); })()";

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_move_in_the_past_opens_a_variation() {
    let mut browser = open_alone("xiangqi");
    go(&mut browser, "h3", "e3");
    go(&mut browser, "h10", "g8");
    go(&mut browser, "h1", "g3");
    browser.click_until("#first", &format!("banco.game.at === 0 && {SETTLED}"));
    go(&mut browser, "b3", "e3");
    go(&mut browser, "b10", "c8");
    assert_eq!(browser.value(TREE), "(h3e3(h10g8(h1g3)) b3e3(b10c8))");
    assert_eq!(browser.value("document.querySelectorAll('#moves .variation .ply').length"), 2);
    // A mark and a comment on the move at hand.
    mode(&mut browser, "analyse");
    browser.click("#marks button[value=\"!?\"]");
    browser.fill("document.getElementById('comment')", "the other cannon");
    assert_eq!(browser.value(TREE), "(h3e3(h10g8(h1g3)) b3e3(b10c8!?{the other cannon}))");
    browser.until("document.querySelector('#moves .comment').textContent === 'the other cannon'");
    // Everything is there after a reload, the board on the same move.
    browser.reload();
    browser.until(&format!("banco.game.at === 2 && {SETTLED}"));
    assert_eq!(browser.value(TREE), "(h3e3(h10g8(h1g3)) b3e3(b10c8!?{the other cannon}))");
    browser.shoot("variations");
    browser.click("#promote");
    assert_eq!(browser.value(TREE), "(b3e3(b10c8!?{the other cannon}) h3e3(h10g8(h1g3)))");
    // The former main line is a variation now, and is deleted.
    browser.click("#moves .variation .ply");
    browser.until(&format!("banco.game.at === 1 && banco.game.node.text === 'h3e3' && {SETTLED}"));
    browser.click_until("#delete-move", &format!("banco.game.at === 0 && {SETTLED}"));
    assert_eq!(browser.value(TREE), "(b3e3(b10c8!?{the other cannon}))");
    browser.size(390, 844);
    browser.shoot("variations-phone");
    assert_eq!(browser.value("document.documentElement.scrollWidth <= innerWidth"), true);
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn what_is_taken_back_stays_beside_what_is_played() {
    let mut browser = open("xiangqi");
    points(&mut browser, &["h3", "e3"]);
    browser.until(&format!("{COUNT} === 2 && {SETTLED}"));
    let answer = browser.value("banco.game.moves[1].text");
    browser.click_until("#undo", &format!("{COUNT} === 0 && {SETTLED}"));
    points(&mut browser, &["b3", "e3"]);
    browser.until(&format!("{COUNT} === 2 && {SETTLED}"));
    let tree = browser.value(TREE);
    let answer = answer.as_str().unwrap_or_default();
    assert!(
        tree.as_str()
            .is_some_and(|text| text.starts_with("(b3e3(") && text.ends_with(&format!(" h3e3({answer}))"))),
        "{tree}"
    );
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn games_are_kept_named_and_come_back() {
    let server = Server::start();
    let mut browser = join(&server, "namdinh");
    alone(&mut browser);
    go(&mut browser, "d3", "c3");
    let first = browser.value("banco.game.uid");
    // A new game loses nothing: the notice leads back, and so does the browser.
    new_game(&mut browser);
    browser.until(&format!("{COUNT} === 0 && {SETTLED}"));
    // The notice covers nothing, on a phone neither, and moves nothing when it disappears.
    browser.size(390, 844);
    let places = "(() => { const [box, ...others] = ['#notice', '#new', '#undo', '#more'] \
                  .map((one) => document.querySelector(one).getBoundingClientRect()); \
                  return [box.height > 0, others.every((one) => one.top >= box.bottom), others.map(({ top }) => top)]; })()";
    browser.until("document.querySelector('#notice button') !== null");
    let with = browser.value(places);
    browser.shoot("notice-phone");
    assert_eq!((&with[0], &with[1]), (&true.into(), &true.into()), "{with}");
    browser.value("document.getElementById('notice').hidden = true");
    assert_eq!(browser.value(places)[2], with[2]);
    browser.value("document.getElementById('notice').hidden = false");
    browser.size(1280, 800);
    browser.click("#notice button");
    browser.until(&format!("banco.game.uid === {first} && {COUNT} === 1 && {SETTLED}"));
    new_game(&mut browser);
    browser.until(&format!("{COUNT} === 0 && {SETTLED}"));
    go(&mut browser, "d2", "c3");
    browser.run_until("history.back()", &format!("banco.game.uid === {first} && {COUNT} === 1 && {SETTLED}"));
    browser.value("history.forward()");
    browser.until(&format!("banco.game.uid !== {first} && {COUNT} === 1 && {SETTLED}"));
    assert_eq!(browser.value("banco.game.moves[0].text"), "d2c3");
    // Each game's tab has its own game.
    browser.click("#games button[value=xiangqi]");
    browser.until(&format!("document.body.dataset.game === 'xiangqi' && {COUNT} === 0 && {SETTLED}"));
    browser.click("#games button[value=namdinh]");
    browser.until(&format!("document.body.dataset.game === 'namdinh' && {COUNT} === 1 && {SETTLED}"));
    assert_eq!(browser.value("banco.game.moves[0].text"), "d2c3");
    browser.run_until("history.back()", &format!("document.body.dataset.game === 'xiangqi' && {SETTLED}"));
    // A name, another visit, the list, a new name; deleted, and back again.
    browser.run_until("history.forward()", &format!("document.body.dataset.game === 'namdinh' && {SETTLED}"));
    mode(&mut browser, "games");
    browser.click("#recent [aria-current] .rename");
    browser.fill("document.querySelector('#recent li > input')", "Ván đầu");
    browser.until("document.querySelectorAll('#saved [data-uid]').length === 1");
    browser.until("document.querySelectorAll('#recent [data-uid]').length === 1");
    browser.shoot("library");
    browser.value("sessionStorage.clear()");
    let url = format!("http://127.0.0.1:{}/#commander", server.port);
    browser.open(&url);
    browser.until(SETTLED);
    mode(&mut browser, "games");
    browser.until("document.querySelectorAll('#saved [data-uid]').length === 1");
    browser.click("#saved .kept");
    browser.until(&format!("document.body.dataset.game === 'namdinh' && {COUNT} === 1 && {SETTLED}"));
    assert_eq!(browser.value("banco.game.moves[0].text"), "d2c3");
    mode(&mut browser, "games");
    browser.click("#saved .rename");
    // The list is not drawn anew meanwhile.
    browser.value("banco.library.draw(), 0");
    browser.fill("document.querySelector('#saved li input')", "Ván hai");
    browser.until("document.querySelector('#saved b')?.textContent === 'Ván hai'");
    browser.click_until("#saved .delete", "document.querySelectorAll('#saved [data-uid]').length === 0");
    browser.click_until("#notice button", "document.querySelector('#saved b')?.textContent === 'Ván hai'");
}

/// A change of rules with variations on the board: their moves are rewritten, or the change is rejected.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn rules_change_under_variations() {
    let mut browser = open_alone("xiangqi");
    go(&mut browser, "h3", "e3");
    go(&mut browser, "h10", "g8");
    browser.click_until("#first", &format!("banco.game.at === 0 && {SETTLED}"));
    go(&mut browser, "b3", "e3");
    browser.value("document.getElementById('rules-box').open = true");
    let ranks = "[...document.querySelectorAll('#rules select')].find((one) => one.value === 'auto')";
    browser.fill(ranks, "0-9");
    browser.until(&format!("{TREE} === '(h2e2(h9g7) b2e2)' && {SETTLED}"));
    browser.reload();
    browser.until(SETTLED);
    assert_eq!(browser.value(TREE), "(h2e2(h9g7) b2e2)");
}

/// An end of the game by people is stored with it, beyond the visit.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn the_end_of_a_game_is_kept_with_it() {
    let server = Server::start();
    let mut browser = join(&server, "namdinh");
    alone(&mut browser);
    go(&mut browser, "d3", "c3");
    let uid = browser.value("banco.game.uid");
    choose(&mut browser, "resign");
    browser.until("banco.game.isOver");
    let result = browser.value("banco.game.scene.result");
    new_game(&mut browser);
    browser.until(&format!("{COUNT} === 0 && {SETTLED}"));
    browser.value("sessionStorage.clear()");
    browser.open(&format!("http://127.0.0.1:{}/#xiangqi", server.port));
    browser.until(SETTLED);
    mode(&mut browser, "games");
    let row = format!("document.querySelector('#recent [data-uid={uid}] .kept')");
    browser.until(&format!("{row} !== null"));
    browser.run_until(&format!("{row}.click()"), &format!("banco.game.uid === {uid} && {SETTLED}"));
    assert_eq!(browser.value("banco.game.scene.result"), result);
    browser.value("navigator.clipboard.writeText = async (text) => { window.copied = text; }, 0");
    browser.value("document.getElementById('set-up-box').showModal()");
    browser.click("#copy-pgn");
    browser.until("window.copied?.trim().endsWith(' 1-0') || window.copied?.trim().endsWith(' 0-1')");
    browser.value("document.getElementById('set-up-box').close()");
    // The end is taken back with the last move.
    browser.click_until("#undo", &format!("{COUNT} === 0 && {SETTLED} && banco.game.verdict === null"));
}

/// The draft of a comment stays with its move while Banco plays.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_comment_is_written_while_banco_moves() {
    let mut browser = open("xiangqi");
    browser.value(
        "banco.game.play('h3e3'), document.getElementById('comment').focus(), \
         document.getElementById('comment').value = 'the centre', 0",
    );
    browser.until(&format!("{COUNT} === 2 && {SETTLED}"));
    assert_eq!(browser.value("document.getElementById('comment').value"), "the centre");
    browser.value("document.getElementById('comment').blur()");
    assert_eq!(browser.value("document.getElementById('comment').value"), "");
    let comments =
        browser.value("[banco.game.tree.root, ...banco.game.moves].map(({ comment }) => comment).join('')");
    assert_eq!(comments, "the centre");
}
