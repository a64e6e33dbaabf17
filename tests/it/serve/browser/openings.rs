//! The opening explorer: the moves of stored games, in all five games.

use serde_json::json;

use super::databases::{game, games, import};
use super::statements::open_alone;
use super::{COUNT, SETTLED, join, mode, panel};
use crate::serve::server::Server;

const ROWS: &str = "[...document.querySelectorAll('#explorer tbody tr')].map((row) => \
    [row.children[0].textContent, row.children[1].textContent, row.querySelector('.shares').ariaLabel])";

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn openings_are_explored() {
    let mut browser = open_alone("xiangqi");
    import(&mut browser, &games());
    browser.until(&format!("{COUNT} === 3 && {SETTLED}"));
    mode(&mut browser, "analyse");
    browser.click_until("#first", &format!("banco.game.at === 0 && {SETTLED}"));
    panel(&mut browser, "openings");
    browser.until("document.querySelectorAll('#explorer tbody tr').length === 4");
    // The unfinished game does not count; the last row is the sum.
    assert_eq!(
        browser.value(ROWS),
        json!([
            ["H8+7", "1", "Red 0 %, Draw 100 %, Black 0 %"],
            ["P7+1", "1", "Red 0 %, Draw 0 %, Black 100 %"],
            ["C2=5", "1", "Red 100 %, Draw 0 %, Black 0 %"],
            ["All", "3", "Red 33 %, Draw 33 %, Black 33 %"]
        ])
    );
    browser.shoot("explorer");
    // The engine's word, while it searches.
    browser.fill("document.getElementById('count')", "5");
    browser.until("[...document.querySelectorAll('#explorer tbody td:last-child')].some((one) => /^[+−]?\\d/.test(one.textContent))");
    // Two orders of moves lead to one position: a click plays the next move.
    browser.click("#explorer tbody tr:nth-child(3) button");
    browser.until(&format!("banco.game.at === 1 && banco.game.node.text === 'h3e3' && {SETTLED}"));
    browser.until("document.querySelectorAll('#explorer tbody button').length === 1");
    // The keyboard reaches it.
    browser.value("document.querySelector('#explorer tbody button').focus()");
    assert_eq!(browser.value("document.activeElement.matches('#explorer tbody button')"), true);
    browser.value("document.activeElement.click()");
    browser.until(&format!("banco.game.at === 2 && banco.game.node.text === 'h10g8' && {SETTLED}"));
    browser.until("document.querySelectorAll('#explorer tbody tr').length === 2 && document.querySelector('#explorer tbody td').textContent === '1'");
    browser.click_until("#next", &format!("banco.game.at === 3 && {SETTLED}"));
    browser.until("document.querySelector('#explorer tbody') === null");
    // In the other language with its notation, and on a phone.
    browser.click_until("#first", &format!("banco.game.at === 0 && {SETTLED}"));
    browser.click("#language");
    browser.until("document.querySelector('#explorer tbody tr:nth-child(3) button')?.textContent === 'P2-5'");
    browser.size(390, 844);
    browser.shoot("explorer-phone");
    assert_eq!(browser.value("document.documentElement.scrollWidth <= innerWidth"), true);
    // A reload counts from the stored keys, and a game of the list opens.
    browser.reload();
    browser.until("document.querySelectorAll('#explorer tbody tr').length === 4");
    browser.value("[...document.querySelectorAll('#explorer li button')].find((one) => one.textContent.startsWith('Xu')).click()");
    browser.until(&format!("{COUNT} === 2 && banco.game.moves[0].text === 'c4c5' && {SETTLED}"));
}

/// Other rules have other statistics, and the moves of a throw are those of whole turns.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn openings_of_the_other_games() {
    let server = Server::start();
    for (id, text, moves) in [
        ("dicechess", "1. 5:e7e6", "5:e7e6"),
        ("namdinh", "1. d3c3", "d3c3"),
        ("commander", "1. g5g6", "g5g6"),
    ] {
        let mut browser = join(&server, id);
        import(&mut browser, &format!("[Variant \"{id}\"]\n[Result \"1-0\"]\n\n{text} 1-0\n"));
        // Not a move of the engine in the game before.
        browser.until(&format!("{COUNT} === 1 && banco.game.moves[0].text === '{moves}' && {SETTLED}"));
        mode(&mut browser, "analyse");
        browser.click_until("#first", &format!("banco.game.at === 0 && {SETTLED}"));
        panel(&mut browser, "openings");
        browser
            .until(&format!("document.querySelector('#explorer tbody button')?.textContent === '{moves}'"));
        browser.click_until("#explorer tbody button", &format!("banco.game.at === 1 && {SETTLED}"));
    }
    // O An Quan: a game by the rules of 1909 is none of the modern rules.
    let mut browser = join(&server, "oanquan");
    for (rules, text) in [("tonkin", "b1"), ("modern", "b1+")] {
        import(
            &mut browser,
            &format!(
                "[Variant \"oanquan\"]\n[Rules \"OanquanRules={rules}\"]\n[Result \"1-0\"]\n\n1. {text} 1-0\n"
            ),
        );
        // The game before has one move, too.
        browser.until(&format!("{COUNT} === 1 && banco.game.moves[0].text === '{text}' && {SETTLED}"));
        mode(&mut browser, "analyse");
        panel(&mut browser, "openings");
        browser.click_until("#first", &format!("banco.game.at === 0 && {SETTLED}"));
        let row = format!("{ROWS}[0]");
        browser.until(&format!("((row) => row?.[0] === '{text}' && row[1] === '1')({row})"));
    }
}

/// Many games are counted once; their keys are requested a few at a time.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn many_games_are_counted() {
    const GAMES: usize = 200;
    let mut browser = open_alone("xiangqi");
    let one = |i: usize| game(&format!("Player {i}"), "2020.01.01", "1-0", "1. h3e3 h10g8 2. h1g3 i10h10");
    import(&mut browser, &(0..GAMES).map(one).collect::<String>());
    browser.until("document.getElementById('fault').textContent.startsWith('200 games are saved')");
    mode(&mut browser, "analyse");
    browser.click("#first");
    panel(&mut browser, "openings");
    let begun = std::time::Instant::now();
    browser.until(&format!("document.querySelector('#explorer tbody td')?.textContent === '{GAMES}'"));
    println!("{GAMES} games counted in {:.1} s", begun.elapsed().as_secs_f64());
}
