//! Analysis: lines played and viewed, review of a whole game, hints, limits.

use super::statements::{alone, open_alone};
use super::{COUNT, SETTLED, mode, new_game, open, panel, set_up};

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn lines_are_looked_at_and_played() {
    let mut browser = open("xiangqi");
    browser.value("document.getElementById('effort').open = true");
    browser.fill("document.getElementById('limit')", "depth");
    browser.fill("document.getElementById('limit-amount')", "7");
    browser.fill("document.getElementById('notation')", "vietnamese");
    mode(&mut browser, "analyse");
    browser.until("document.getElementById('report').textContent.includes('7')");
    browser.until("document.querySelectorAll('#lines li').length === 3");
    browser.until("/^(Tg|[STMXPB])/.test(document.querySelector('#lines .step').textContent)");
    // At its limit the engine stops.
    browser.until("banco.client.searches.length === 0");
    browser.value("document.querySelectorAll('#lines li')[1].querySelectorAll('.step')[1].focus()");
    browser.until("!document.getElementById('preview').hidden && document.querySelectorAll('#preview .disc').length >= 31");
    browser.shoot("lines");
    browser.value("document.querySelectorAll('#lines li')[1].querySelectorAll('.step')[1].click()");
    browser.until(&format!("{COUNT} === 2 && banco.game.at === 2 && {SETTLED}"));
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert_eq!(browser.value(COUNT), 2, "nobody answers a line that is looked at");
    assert_eq!(browser.value("banco.game.moves.every(({ seat }) => seat)"), true);
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_game_is_looked_over() {
    let mut browser = open_alone("xiangqi");
    // Black gives up a rook for nothing with the fourth move.
    let moves = "h3e3 h10g8 h1g3 i10i9 i1h1 i9a9";
    set_up(
        &mut browser,
        &format!("setoption name UCI_Variant value xiangqi\\nposition startpos moves {moves} h1h8 a9h9"),
    );
    browser.until(&format!("{COUNT} === 8 && {SETTLED}"));
    mode(&mut browser, "analyse");
    panel(&mut browser, "review");
    browser.click_until("#whole", "document.querySelectorAll('#accuracy tr').length === 3");
    browser.until(&format!("banco.game.at === 8 && {SETTLED}"));
    assert_eq!(browser.value("banco.game.scores.filter(Boolean).length"), 9);
    let cells =
        "[...document.querySelectorAll('#accuracy .accuracy')].map((one) => parseInt(one.textContent))";
    let exact = browser.value(cells);
    assert!(exact.as_array().is_some_and(|all| all.len() == 2 && all.iter().all(|one| one.as_u64().is_some_and(|n| n <= 100))), "{exact}");
    // The worst moves are listed, marked in the list, and link to their positions.
    browser.until("document.querySelectorAll('#moments li').length > 0");
    assert_eq!(browser.value("document.querySelectorAll('#moves .fault, #moves .doubt').length > 0"), true);
    browser.click("#moments button");
    browser.until(&format!(
        "banco.game.at > 0 && banco.game.at < 9 && banco.game.node.judged !== '' && {SETTLED}"
    ));
    browser.shoot("review");
    // A new game has none of it.
    mode(&mut browser, "play");
    new_game(&mut browser);
    browser.until(&format!("{COUNT} === 0 && {SETTLED}"));
    assert_eq!(browser.value("document.querySelectorAll('#accuracy tr, #moments li').length"), 0);
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn hints_and_refutations() {
    let mut browser = open("xiangqi");
    browser.click_until("#hint", "document.querySelectorAll('#coach .step').length === 1");
    browser.until("document.querySelectorAll('.arrows > *').length === 1");
    assert_eq!(browser.value(COUNT), 0);
    alone(&mut browser);
    // The cannon takes a knight and is taken.
    browser.run_until("banco.game.play('h3h10')", &format!("{COUNT} === 1 && {SETTLED}"));
    mode(&mut browser, "analyse");
    browser.click_until("#why-not", "document.querySelectorAll('#coach .step').length > 0");
    browser.until("document.querySelector('#coach .step').textContent === 'R9=8'");
    browser.shoot("why-not");
}

/// A hint ends the review of the whole game; later requests are answered.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_hint_ends_the_look_over_the_game() {
    let mut browser = open_alone("xiangqi");
    set_up(
        &mut browser,
        "setoption name UCI_Variant value xiangqi\\nposition startpos moves h3e3 h10g8 h1g3 b10c8",
    );
    browser.until(&format!("{COUNT} === 4 && {SETTLED}"));
    mode(&mut browser, "analyse");
    panel(&mut browser, "review");
    browser.click_until("#whole", "banco.game.at === 0 && banco.client.searches.length > 0");
    browser.value("document.getElementById('hint').click()");
    browser.until("document.querySelectorAll('#coach .step').length === 1");
    browser.until("banco.client.searches.length + banco.client.questions.length === 0");
    assert_eq!(browser.value("document.getElementById('fault').textContent"), "");
    assert_eq!(browser.value("banco.game.at"), 0);
    browser.click_until("#last", &format!("banco.game.at === 4 && {SETTLED}"));
    mode(&mut browser, "play");
    browser.click_until("#hint", "document.querySelectorAll('#coach .step').length === 1");
}

/// The side to move at the end comes from the engine: here the second side moves first.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn the_last_position_is_judged_for_its_side() {
    let mut browser = open_alone("xiangqi");
    set_up(&mut browser, "r3k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1");
    browser.until(&format!("banco.game.scene?.seat === 'Black' && {SETTLED}"));
    mode(&mut browser, "analyse");
    panel(&mut browser, "review");
    browser.click("#whole");
    browser.until("banco.game.node.score !== undefined && banco.client.searches.length === 0");
    assert_eq!(browser.value("banco.game.node.score.score.value < 0"), true, "Black has the rook");
}

/// In dice chess a throw that wins at once is worth more than the others, and a move is compared with those of its
/// throw.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn throws_are_weighed_and_moves_of_a_throw_compared() {
    let mut browser = open_alone("dicechess");
    set_up(&mut browser, "8/6bP1/4gH1bB1/gK2gByB3/3rB2gP1/8/1gE4gP1/8 b - gb b-gr 3 132");
    browser.until(&format!("banco.game.scene?.seat === 'b' && {SETTLED}"));
    mode(&mut browser, "analyse");
    browser.until("[...document.querySelectorAll('.face b')].some((one) => one.textContent === '−#1')");
    browser.until("document.getElementById('score').textContent !== ''");
    assert_eq!(
        browser.value("banco.game.node.score.score.value < -4000"),
        true,
        "better than without that throw"
    );
    mode(&mut browser, "play");
    browser.value("document.getElementById('lots').checked && document.getElementById('lots').click()");
    browser.value("document.getElementById('begin').click()");
    browser.until(&format!("banco.game.setup === null && {SETTLED}"));
    browser.run_until("banco.game.play('2:h8f6')", &format!("{COUNT} === 1 && {SETTLED}"));
    mode(&mut browser, "analyse");
    browser.click("#why-not");
    browser.until("document.getElementById('coach').textContent.includes('2:h8f6 is also Banco')");
}
