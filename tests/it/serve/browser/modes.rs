//! Modes of the page and their addresses, the dialogue of a new game, the players' strips; pictures of every mode.

use serde_json::json;

use super::databases::import;
use super::statements::alone;
use super::{COUNT, SETTLED, choose, join, mode, new_game, open, point, points, set_up};
use crate::serve::browser::devtools::Browser;
use crate::serve::server::Server;

const HASH: &str = "location.hash";
const MODE: &str = "document.body.dataset.mode";

/// A page that was never visited before.
fn visit(server: &Server, width: u32, height: u32) -> Browser {
    let home = format!("http://127.0.0.1:{}/", server.port);
    let mut browser = Browser::start(&home);
    browser.size(width, height);
    browser.open(&home);
    browser.until(&format!("{MODE} === 'home'"));
    browser
}

fn at(browser: &mut Browser, mode: &str, hash: &str) {
    browser.until(&format!("{MODE} === '{mode}' && {HASH} === '{hash}'"));
}

/// Every mode has an address; Back, reloading and addresses of earlier versions lead to it.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn modes_have_addresses() {
    let server = Server::start();
    let mut browser = join(&server, "xiangqi");
    at(&mut browser, "play", "#/xiangqi/play");
    mode(&mut browser, "analyse");
    at(&mut browser, "analyse", "#/xiangqi/analyse");
    browser.click_until("#how", "document.querySelector('.learn-page.lessonsTab')?.dataset.ready === 'true'");
    browser.click("#learn [value=puzzlesTab]");
    at(&mut browser, "learn", "#/xiangqi/learn/puzzlesTab");
    mode(&mut browser, "games");
    at(&mut browser, "games", "#/games");
    for (mode, hash) in [
        ("learn", "#/xiangqi/learn/puzzlesTab"),
        ("learn", "#/xiangqi/learn"),
        ("analyse", "#/xiangqi/analyse"),
        ("play", "#/xiangqi/play"),
    ] {
        browser.value("history.back()");
        at(&mut browser, mode, hash);
    }
    browser.until(&format!("{SETTLED} && document.getElementById('learn') === null"));
    for (hash, mode, written) in [
        ("#/oanquan/analyse", "analyse", "#/oanquan/analyse"),
        ("#/namdinh/learn/rulesTab", "learn", "#/namdinh/learn/rulesTab"),
        ("#/games", "games", "#/games"),
        ("#commander", "play", "#/commander/play"),
        ("#/nothing", "home", "#/"),
    ] {
        browser.open(&format!("http://127.0.0.1:{}/{hash}", server.port));
        at(&mut browser, mode, written);
        browser.reload();
        at(&mut browser, mode, written);
    }
}

/// Plays the legal move with this index, which does not depend on Banco's reply, and waits for `count` moves.
fn play_choice(browser: &mut Browser, number: usize, count: usize) {
    let acts =
        browser.value(&format!("banco.game.choices[{number}].acts.flatMap(({{ from, to }}) => [from, to])"));
    for name in acts.as_array().unwrap() {
        point(browser, name.as_str().unwrap());
    }
    browser.until(&format!("{COUNT} >= {count} && {SETTLED}"));
}

/// Nobody plays in analysis, whose moves stay as variations; the game goes on where it was left.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_game_is_left_for_analysis_and_goes_on() {
    let mut browser = open("xiangqi");
    points(&mut browser, &["h3", "e3"]);
    browser.until(&format!("{COUNT} === 2 && {SETTLED} && !banco.game.busy"));
    let game = browser.value("banco.game.moves.map(({ text }) => text)");
    mode(&mut browser, "analyse");
    browser.until("document.querySelectorAll('#lines li').length > 0");
    play_choice(&mut browser, 0, 3);
    let variation = browser.value("[banco.game.node.text]");
    play_choice(&mut browser, 0, 4);
    mode(&mut browser, "play");
    assert_eq!(browser.value("banco.game.moves.map(({ text }) => text)"), game);
    assert_eq!(browser.value("banco.game.node.children.map(({ text }) => text)"), variation);
    // Banco answers again.
    play_choice(&mut browser, 1, 3);
    browser.until(&format!("{COUNT} === 4 && {SETTLED} && !banco.game.busy"));
}

/// The dialogue of a new game has the last choice, and "Play again" repeats it.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_new_game_remembers_the_last() {
    let mut browser = open("xiangqi");
    browser.click("#new");
    assert_eq!(browser.value("document.getElementById('level').value"), "2");
    browser.value(
        "(() => { const one = document.getElementById('level'); one.value = 3; one.dispatchEvent(new Event('input')); })()",
    );
    assert_eq!(browser.value("document.getElementById('level-name').textContent.startsWith('3 · ')"), true);
    browser.click("#sides [value=Black]");
    browser.shoot("new-game");
    browser.click_until("#begin", &format!("{COUNT} === 1 && {SETTLED}"));
    let strips = "['far', 'near'].map((id) => document.getElementById(id).textContent.replace(/, .*/, ''))";
    assert_eq!(browser.value(strips), json!(["RedBanco · Level 3", "Blackyou"]));
    assert_eq!(browser.value("document.querySelector('.strip.turn').id"), "near");
    browser.reload();
    browser.until(&format!("{COUNT} === 1 && {SETTLED}"));
    browser.click("#new");
    let chosen = "[document.getElementById('level').value, ...[...document.querySelectorAll('#start :checked')].map(({ value }) => value).slice(0, 2)]";
    assert_eq!(browser.value(chosen), json!(["3", "banco", "Black"]));
    browser.click("#start .shut");
    browser.run_until("banco.game.play(banco.game.choices[0].move)", &format!("{COUNT} === 3 && {SETTLED}"));
    choose(&mut browser, "resign");
    browser.until(&format!("banco.game.isOver && {SETTLED}"));
    browser.click_until("#again", &format!("{COUNT} === 1 && !banco.game.isOver && {SETTLED}"));
    assert_eq!(browser.value(strips), json!(["RedBanco · Level 3", "Blackyou"]));
    // A person at this device, by the same dialogue.
    browser.click("#new");
    browser.click("#opponents [value=person]");
    browser.click_until("#begin", &format!("{COUNT} === 0 && {SETTLED} && banco.game.isHuman"));
    assert_eq!(
        browser.value(strips),
        json!(["Blackperson", "Redperson"].map(|text| text.replace("person", "Person")))
    );
}

/// Strips show captured pieces, counters, and all seats of a team; the board stands between them.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn strips_show_what_was_captured() {
    let server = Server::start();
    let mut browser = join(&server, "xiangqi");
    alone(&mut browser);
    new_game(&mut browser);
    browser.until(&format!("{COUNT} === 0 && {SETTLED}"));
    browser.run_until("banco.game.play('h3h10')", &format!("{COUNT} === 1 && {SETTLED}"));
    let lost = "['far', 'near'].map((id) => document.querySelectorAll(`#${id} .lost .badge`).length)";
    assert_eq!(browser.value(lost), json!([0, 1]));
    browser.click("#flip");
    assert_eq!(browser.value(lost), json!([1, 0]));
    let between = "((far, board, near) => far.bottom <= board.top && board.bottom <= near.top)\
                   (...['#far', '#board', '#near'].map((one) => document.querySelector(one).getBoundingClientRect()))";
    assert_eq!(browser.value(between), true);
    drop(browser);
    for (id, seats) in [("dicechess", 4), ("oanquan", 2)] {
        let mut browser = join(&server, id);
        assert_eq!(browser.value("document.querySelectorAll('.strip .seat').length"), seats);
        assert_eq!(browser.value(between), true, "{id}");
        let stores = browser.value("document.querySelectorAll('.strip .store').length");
        assert_eq!(stores, if id == "oanquan" { 2 } else { 0 });
    }
}

/// Counts taps on a phone, from opening the page for the first time.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn first_visits_take_few_taps() {
    let server = Server::start();
    let tap = |browser: &mut Browser, selector: &str, taps: &mut u32| {
        browser.click(selector);
        *taps += 1;
    };
    // A game against a level: that of the dialogue, or another by a third tap.
    let mut browser = visit(&server, 390, 844);
    let mut taps = 0;
    tap(&mut browser, "#cards [data-id=xiangqi] .strong", &mut taps);
    browser.until(&format!("document.getElementById('start').open && banco.game.scene && {SETTLED}"));
    assert_eq!(browser.value("document.getElementById('level').checkVisibility()"), true);
    tap(&mut browser, "#begin", &mut taps);
    browser.until(&format!("{COUNT} === 0 && banco.game.scene && banco.game.isHuman && {SETTLED}"));
    assert_eq!(taps, 2);
    points(&mut browser, &["h3", "e3"]);
    browser.until(&format!("{COUNT} === 2 && {SETTLED}"));
    // The game is on the start page, and goes on.
    mode(&mut browser, "home");
    browser.until("document.querySelectorAll('#continue li .thumb svg').length === 1");
    browser.click_until("#continue .kept", &format!("{MODE} === 'play' && {COUNT} === 2 && {SETTLED}"));
    drop(browser);
    // The first lesson.
    let mut browser = visit(&server, 390, 844);
    taps = 0;
    tap(&mut browser, "#cards [data-id=commander] .buttons button:not(.strong)", &mut taps);
    browser.until("document.getElementById('lesson-title')?.textContent.startsWith('1.')");
    assert_eq!(taps, 1);
    drop(browser);
    // A pasted position with its exact value.
    let mut browser = visit(&server, 390, 844);
    taps = 0;
    tap(&mut browser, "#home [data-opens]", &mut taps);
    browser.fill(
        "document.getElementById('fen')",
        "setoption name UCI_Variant value namdinh\nposition fen k4/5/5/1S3/K1S2 w",
    );
    tap(&mut browser, "#set-up-analyse", &mut taps);
    browser.until(&format!("{MODE} === 'analyse' && document.querySelectorAll('#lines li').length > 0"));
    browser.until("document.getElementById('exact-position').textContent === 'wins in 37'");
    assert_eq!(browser.value("document.getElementById('exact-position').checkVisibility()"), true);
    assert_eq!(taps, 2);
}

/// Every mode at four sizes, by day and by night, in both languages: nothing is wider than the screen. The folder of
/// `$SHOTS` gets a sheet of all its pictures, `index.html`.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn every_mode_fits_every_screen() {
    for (id, language, light) in [
        ("xiangqi", "en", "light"),
        ("commander", "vi", "dark"),
        ("dicechess", "vi", "light"),
        ("oanquan", "en", "dark"),
    ] {
        let mut browser = open(id);
        browser.value(&format!(
            "document.documentElement.dataset.theme = '{light}', \
             document.documentElement.lang === '{language}' || document.getElementById('language').click(), 0"
        ));
        browser.until(&format!("document.documentElement.lang === '{language}'"));
        if id == "xiangqi" {
            set_up(
                &mut browser,
                "setoption name UCI_Variant value xiangqi\\nposition startpos moves h3e3 h10g8 h1g3 b10c8 e3e7 g8e7 b1c3 a10a9",
            );
            browser.until(&format!("{COUNT} === 8 && {SETTLED}"));
        }
        for (width, height) in [(390, 844), (844, 390), (1280, 800), (1920, 1080)] {
            browser.size(width, height);
            for name in ["home", "play", "analyse", "learn", "games"] {
                browser.value(&format!("document.querySelector('#modes [value={name}]').click()"));
                browser.until(&format!("{MODE} === '{name}'"));
                browser.until(match name {
                    "play" | "analyse" => SETTLED,
                    "learn" => "document.querySelector('.learn-page')?.dataset.ready === 'true'",
                    "home" => "document.querySelectorAll('#cards .thumb svg').length === 5",
                    _ => "true",
                });
                let wide = browser.value("document.documentElement.scrollWidth <= innerWidth");
                assert_eq!(wide, true, "{id}, {name}, {width}");
                browser.shoot(&format!("mode-{name}-{id}-{language}-{light}-{width}"));
            }
        }
        browser.size(390, 844);
        for opener in ["new", "set"] {
            mode(&mut browser, "play");
            browser.click(&format!("#{opener}"));
            browser.shoot(&format!("mode-{opener}-{id}-{language}-{light}-390"));
            browser.click("dialog[open] .shut");
        }
    }
    super::devtools::write_sheet();
}

/// The game on its way is not replaced by the one before it.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_mode_is_chosen_while_a_game_is_opened() {
    let mut browser = open("namdinh");
    // The click comes at the moment in which the old game is gone and the new one is not there.
    browser.value(
        "(() => { let { position } = banco.game; const set = (value) => { \
           if (position && !value) queueMicrotask(() => document.querySelector('#modes [value=analyse]').click()); \
           position = value; }; \
         Object.defineProperty(banco.game, 'position', { get: () => position, set }); })()",
    );
    import(&mut browser, "[Variant \"namdinh\"]\n\n1. d3c3 *\n");
    browser.until(&format!("{MODE} === 'analyse' && banco.game.isStudy && {SETTLED}"));
    assert_eq!(browser.value("banco.game.moves.map((move) => move.text)"), json!(["d3c3"]));
}
