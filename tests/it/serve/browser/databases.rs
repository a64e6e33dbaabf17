//! Databases of games: files of many games, filters of the library.

use super::layout::SHIFT;
use super::statements::open_alone;
use super::{COUNT, SETTLED, join, mode};
use crate::serve::server::Server;

/// A PGN of Xiangqi.
pub fn game(red: &str, date: &str, result: &str, moves: &str) -> String {
    format!(
        "[Red \"{red}\"]\n[Date \"{date}\"]\n[Variant \"xiangqi\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
    )
}

pub fn import(browser: &mut super::Browser, text: &str) {
    browser.value(&format!(
        "(() => {{ const data = new DataTransfer(); data.items.add(new File([{text:?}], 'games.pgn')); \
         document.body.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true }})); }})()"
    ));
}

/// Four games, one of them unfinished.
pub fn games() -> String {
    game("Hồ Vinh Hoa", "1962.05.??", "1-0", "1. h3e3 h10g8 2. b1c3")
        + &game("Lü Qin", "1999.11.02", "1/2-1/2", "1. b1c3 h10g8 2. h3e3")
        + &game("Xu", "2001.01.01", "0-1", "1. c4c5 b10c8")
        + &game("Zhao", "????.??.??", "*", "1. a4a5")
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn the_library_is_filtered() {
    let mut browser = open_alone("xiangqi");
    import(
        &mut browser,
        &(games() + "[Variant \"namdinh\"]\n[White \"An\"]\n[Result \"1-0\"]\n\n1. d3c3 1-0\n"),
    );
    browser.until(&format!("{COUNT} === 3 && {SETTLED}"));
    mode(&mut browser, "games");
    browser.until("document.querySelectorAll('#saved [data-uid]').length === 5");
    let names = "[...document.querySelectorAll('#saved .kept b:first-child')].map((one) => one.textContent).sort().join()";
    let mut filter = |id: &str, value: &str, expected: &str| {
        browser.value(&format!(
            "(() => {{ const one = document.getElementById('{id}'); one.value = '{value}'; one.dispatchEvent(new Event('input')); }})()"
        ));
        browser.until(&format!("{names} === '{expected}'"));
    };
    filter("of-game", "namdinh", "An");
    filter("of-game", "xiangqi", "Hồ Vinh Hoa,Lü Qin,Xu,Zhao");
    filter("of-result", "1", "Hồ Vinh Hoa");
    filter("of-result", "null", "Zhao");
    filter("of-result", "", "Hồ Vinh Hoa,Lü Qin,Xu,Zhao");
    filter("to-day", "2000-01-01", "Hồ Vinh Hoa,Lü Qin");
    filter("from-day", "1980-01-01", "Lü Qin");
    filter("to-day", "", "Lü Qin,Xu,Zhao");
    // Every word is searched for, in players, dates and moves.
    filter("find", "2001 c4c5", "Xu");
}

/// Without stored games there is nothing to search and to filter; nothing moves when the page comes to know.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn an_empty_library_has_no_filters() {
    let server = Server::start();
    let mut browser = join(&server, "xiangqi");
    let home = format!("http://127.0.0.1:{}", server.port);
    let shown = "['find', 'filters', 'save-all'].filter((id) => document.getElementById(id).checkVisibility()).join()";
    for (count, expected) in [(0, ""), (4, "find,filters,save-all")] {
        for width in [390, 1280] {
            browser.size(width, 844);
            browser.open(&format!("{home}/#/games"));
            browser.until(&format!("document.getElementById('library').dataset.count === '{count}'"));
            assert_eq!(browser.value(shown), expected, "{count} games, {width}");
            let shift = browser.value(SHIFT).as_f64().unwrap_or(1.0);
            assert!(shift < 0.001, "{count} games, {width}: {shift}");
        }
        if count == 0 {
            browser.open(&format!("{home}/#/xiangqi/play"));
            browser.until(SETTLED);
            import(&mut browser, &games());
            browser.until(&format!("{COUNT} === 3 && {SETTLED}"));
            mode(&mut browser, "games");
            browser.until("document.querySelectorAll('#saved [data-uid]').length === 4");
        }
    }
}

/// A file of more games than the library shows at once; all of them go out in one file and come in again.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_file_of_many_games() {
    const GAMES: usize = 450;
    let mut browser = open_alone("xiangqi");
    let file: String = (0..GAMES)
        .map(|i| {
            game(&format!("Player {i}"), "2020.01.01", "1-0", "1. h3e3 h10g8 2. h1g3 i10h10 3. i1h1 h8h4")
        })
        .collect();
    let begun = std::time::Instant::now();
    import(&mut browser, &file);
    browser.until(&format!(
        "document.getElementById('fault').textContent.startsWith('{GAMES} games are saved')"
    ));
    println!("{GAMES} games imported in {:.1} s", begun.elapsed().as_secs_f64());
    mode(&mut browser, "games");
    browser.until(&format!("document.getElementById('saved-count').textContent === '{GAMES}'"));
    assert_eq!(browser.value("document.querySelectorAll('#saved [data-uid]').length"), 60);
    browser.click_until("#more-saved", "document.querySelectorAll('#saved [data-uid]').length === 120");
    browser.value(
        "window.saved = new Promise((done) => { URL.createObjectURL = (blob) => { done(blob.text()); return '#'; }; }), \
         HTMLAnchorElement.prototype.click = () => {}, 0",
    );
    browser.click_until("#save-all", "window.saved.then((text) => (window.text = text) !== '')");
    assert_eq!(browser.value("window.text.match(/^\\[Result \"1-0\"\\]$/gm).length"), GAMES);
    assert_eq!(browser.value("window.text.match(/^\\[Date \"2020.01.01\"\\]$/gm).length"), GAMES);
}
