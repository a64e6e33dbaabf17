//! Actions around the board, in a real browser: players and levels, dragging, records, views.

use super::{COUNT, SETTLED, choose, mode, new_game, open, panel, set_up};

/// Selector of the `n`-th list of the players' table.
fn list(n: usize) -> String {
    format!("document.querySelectorAll('#players select')[{n}]")
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn players_are_chosen_and_limited() {
    let mut browser = open("xiangqi");
    // Banco plays both sides until paused.
    browser.fill(&list(0), "engine");
    browser.until(&format!("{COUNT} >= 4"));
    choose(&mut browser, "hold");
    browser.until(SETTLED);
    let count = browser.value(COUNT);
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert_eq!(browser.value(COUNT), count);
    // A player's limited strength does not limit analysis.
    browser.fill(&list(0), "person");
    let weakest = browser.value(&format!("{}.options[1].value", list(3)));
    browser.fill(&list(3), weakest.as_str().expect("a level"));
    new_game(&mut browser);
    browser.until(&format!("{COUNT} === 0 && {SETTLED}"));
    browser.drag(".hit[data-point=\"h3\"] circle", ".hit[data-point=\"e3\"] circle");
    browser.until(&format!("{COUNT} === 2 && {SETTLED}"));
    assert_eq!(browser.value("banco.game.moves[0].text"), "h3e3");
    assert_eq!(browser.value("banco.client.options.get('UCI_LimitStrength')"), "true");
    mode(&mut browser, "analyse");
    browser.until("document.querySelectorAll('#lines li').length === 3");
    assert_eq!(browser.value("banco.client.options.get('UCI_LimitStrength')"), "false");
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn records_and_views() {
    let mut browser = open("xiangqi");
    let record = "setoption name UCI_Variant value xiangqi\\nposition startpos moves h3e3 b8f8\\nresult\\n";
    set_up(&mut browser, record);
    browser.until(&format!("{COUNT} === 2 && {SETTLED}"));
    // The copied text equals the imported record.
    browser.value("navigator.clipboard.writeText = async (text) => { window.copied = text; }, 0");
    browser.value("document.getElementById('set-up-box').showModal()");
    browser.click_until("#copy-game", &format!("window.copied === '{record}'"));
    browser.click_until("#copy-fen", "window.copied === banco.game.scene.fen");
    browser.value("document.getElementById('set-up-box').close()");
    mode(&mut browser, "analyse");
    // The course of the game, from all its positions.
    panel(&mut browser, "review");
    browser.click_until("#whole", "banco.game.scores.filter(Boolean).length === 3");
    browser.until(&format!("banco.game.at === 2 && {SETTLED}"));
    let low = "document.querySelector('.hit[data-point=\"a1\"]').getBoundingClientRect().y > \
               document.querySelector('.hit[data-point=\"a9\"]').getBoundingClientRect().y";
    assert_eq!(browser.value(low), true);
    browser.click("#flip");
    assert_eq!(browser.value(low), false);
    browser.click("#set");
    browser.click_until("#signs-letters", "document.querySelectorAll('#board .sign.letter').length === 32");
    browser.value("document.getElementById('settings').close()");
    set_up(&mut browser, "3k5/9/9/9/9/9/9/9/4R4/3RK4 b - - 0 1");
    browser.until("document.querySelectorAll('.mark.check').length === 1");
}
