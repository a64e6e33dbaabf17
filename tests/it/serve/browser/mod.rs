//! The page in a real browser: every game is loaded, played by clicking, answered, analysed, taken back, reloaded.
//!
//! `SHOTS=DIR` keeps pictures of the page at the widths of a desk and of a phone.

mod analysing;
mod around;
mod databases;
pub mod devtools;
mod exchange;
mod first_visits;
mod hands;
mod illustrations;
mod keeping;
mod layout;
mod learn;
mod looks;
mod modes;
mod openings;
mod playing;
mod reports;
mod setting_up;
mod sharing;
pub mod statements;

use std::time::Instant;

use super::server::Server;
use crate::common::game_ids;
use devtools::Browser;

/// A game under test: its id and a person's moves, as points to click.
pub struct Play {
    pub id: &'static str,
    pub clicks: &'static [&'static [&'static str]],
}

pub const GAMES: [Play; 4] = [
    Play { id: "xiangqi", clicks: &[&["h3", "e3"], &["h1", "g3"]] },
    Play { id: "commander", clicks: &[&["g5", "g6"], &["f4", "f5"]] },
    Play { id: "namdinh", clicks: &[&["d3", "c3"]] },
    Play { id: "oanquan", clicks: &[&["b1"]] },
];

/// The message below the board.
pub const FAULT: &str = "document.getElementById('fault').textContent";
/// Number of moves.
pub const COUNT: &str = "banco.game.moves.length";
/// Condition: the requested position is on the screen.
pub const SETTLED: &str = "banco.game.shown === banco.game.generation";

/// A server of its own, and a page with a game.
pub fn open(id: &str) -> Browser {
    let server = Server::start();
    let mut browser = join(&server, id);
    browser.server = Some(server);
    browser
}

/// Another page of a server.
pub fn join(server: &Server, id: &str) -> Browser {
    let home = format!("127.0.0.1:{}", server.port);
    let mut browser = Browser::start(&format!("http://{home}/"));
    browser.size(1280, 800);
    browser.open(&format!("http://{home}/#{id}"));
    // Short searches and no animated sowing.
    for i in 0..browser.value("document.querySelectorAll('#players input').length").as_u64().unwrap_or(0) {
        browser.fill(&format!("document.querySelectorAll('#players input')[{i}]"), "0.1");
    }
    browser.until(SETTLED);
    browser
}

pub fn point(browser: &mut Browser, name: &str) {
    browser.click(&format!(".hit[data-point=\"{name}\"] circle"));
}

/// Taps points one after the other.
pub fn points(browser: &mut Browser, names: &[&str]) {
    names.iter().for_each(|name| point(browser, name));
}

/// Writes a position or a record into the import field, and sets it up.
pub fn set_up(browser: &mut Browser, text: &str) {
    browser.value(&format!(
        "(() => {{ document.getElementById('set-up-box').showModal(); const field = document.getElementById('fen'); field.focus(); field.value = '{text}'; \
         field.dispatchEvent(new Event('input')); }})()"
    ));
    browser.click("#set-up");
}

/// Goes to a mode of the page.
pub fn mode(browser: &mut Browser, name: &str) {
    // Where the modes are in the header, the page's name is the way home.
    if name == "home" {
        browser.click("#brand");
    } else {
        browser.click(&format!("#modes [value={name}]"));
    }
    browser.until(&format!("document.body.dataset.mode === '{name}'"));
    if name == "play" || name == "analyse" {
        browser.until(&format!("banco.game.isStudy === {} && {SETTLED}", name == "analyse"));
    }
}

/// Opens a panel of the analysis.
pub fn panel(browser: &mut Browser, key: &str) {
    // Not by coordinates: the lines of the engine above may just push the tabs down.
    browser.value(&format!("document.querySelector('#record [value={key}]').click()"));
    browser.until(&format!("document.querySelector('#record [value={key}]').ariaSelected === 'true'"));
}

/// Starts a new game with the players of the last one.
pub fn new_game(browser: &mut Browser) {
    browser.click("#new");
    browser.click("#begin");
}

/// Chooses an action of the menu.
pub fn choose(browser: &mut Browser, id: &str) {
    browser.click("#more");
    browser.click(&format!("#{id}"));
}

/// O An Quan by the rules of 1909.
pub fn tonkin(browser: &mut Browser) {
    browser.fill("document.getElementById('ruleset')", "tonkin");
    browser.until(&format!("banco.game.scene?.round && {COUNT} === 0 && {SETTLED}"));
}

/// The engine's lines are shown, with a score on the bar.
pub fn analyse(browser: &mut Browser) {
    mode(browser, "analyse");
    browser.until("document.querySelectorAll('#lines li').length > 0");
    browser.until("document.getElementById('score').textContent !== ''");
}

fn play(game: &Play) {
    let mut browser = open(game.id);
    if game.id == "oanquan" {
        tonkin(&mut browser);
    }
    browser.shoot(&format!("{}-desk-start", game.id));
    for (turn, clicks) in game.clicks.iter().enumerate() {
        points(&mut browser, clicks);
        browser.until(&format!("{COUNT} === {} && !banco.game.busy", 2 * turn + 2));
        browser
            .until("banco.game.scene?.seat === banco.game.board.model.seats[0].name && banco.game.isHuman");
        browser.until(SETTLED);
    }
    let played = 2 * game.clicks.len();
    analyse(&mut browser);
    browser.until("document.querySelectorAll('.arrows > *').length > 0");
    browser.shoot(&format!("{}-desk", game.id));
    mode(&mut browser, "play");
    // Back and forth in the list, then both moves of the last turn are taken back.
    browser.click_until("#previous", &format!("banco.game.at === {}", played - 1));
    browser.click_until("#last", &format!("banco.game.at === {played}"));
    browser.click_until("#undo", &format!("{COUNT} === {} && {SETTLED}", played - 2));
    let fen = browser.value("banco.game.scene.fen");
    browser.click("#flip");
    browser.reload();
    browser.until(&format!("{COUNT} === {}", played - 2));
    assert_eq!(browser.value("banco.game.scene.fen"), fen);
    browser.size(390, 844);
    browser.shoot(&format!("{}-phone", game.id));
    let wide = browser.value("document.documentElement.scrollWidth <= innerWidth");
    assert_eq!(wide, true, "{} does not fit a phone", game.id);
}

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn games_are_played() {
    GAMES.iter().for_each(play);
}

/// Red begins: tests of turns rely on it.
pub fn without_lots(browser: &mut Browser) {
    browser.value("document.getElementById('lots').checked && document.getElementById('lots').click()");
    // Not by the mouse: drawing a new game changes the layout under it.
    browser.value("document.getElementById('begin').click()");
    browser.until(&format!("banco.game.setup === null && {SETTLED}"));
}

/// The page draws the first turn and describes the throws; the first seat already has its throw.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn the_first_turn_is_drawn() {
    let mut browser = open("dicechess");
    for _ in 0..3 {
        new_game(&mut browser);
        browser.until("banco.game.lots?.first.fen === banco.game.setup");
        // In one expression: the click may still be in progress.
        let first =
            browser.value("((g) => [g.lots.first.seat, g.lots.first.value, g.lots.first.fen])(banco.game)");
        let fen = first[2].as_str().unwrap_or_default().to_owned();
        let fields: Vec<&str> = fen.split(' ').collect();
        assert_eq!(
            (Some(fields[1]), Some(fields[2])),
            (first[0].as_str(), first[1].to_string().as_str().into())
        );
        assert_eq!(browser.value("banco.game.lots.rounds[0].length"), 4);
    }
    without_lots(&mut browser);
    assert_eq!(browser.value("banco.game.scene.seat"), "r");
    assert_eq!(browser.value("document.getElementById('first-throws')"), serde_json::Value::Null);
}

/// A person offers an exchange of kings: to Banco, which accepts a gain, and to a person, who clicks.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn captive_kings_are_exchanged() {
    let mut browser = open("dicechess");
    // Green's elephant waits for the king that comes back to d1.
    set_up(&mut browser, "4rK3/8/8/bKbP6/4gP3/8/yP7/gE6yB r - - -rb- 12 40");
    browser.until("document.querySelectorAll('#dice .offer').length === 1");
    browser.click_until("#dice .offer", "banco.game.moves[0]?.text === 'exchange=gy'");
    // Red's elephant waits for the one that comes back to h4: nobody would agree.
    let good = "4rK2rE/8/8/bKbP6/4gP3/8/8/yP6yB r - - -rb- 12 40";
    set_up(&mut browser, good);
    browser.until(&format!("{COUNT} === 0 && document.querySelectorAll('#dice .offer').length === 1"));
    browser.click_until("#dice .offer", "banco.game.offered?.answer === 'decline'");
    browser.until("!document.getElementById('throw').disabled");
    browser.shoot("dicechess-declined");
    assert_eq!(browser.value(COUNT), 0);
    // Black is a person, who agrees all the same.
    browser.fill("document.querySelector('[data-seat=\"b\"] select')", "person");
    set_up(&mut browser, &good.replace(" 40", " 41"));
    browser.until(&format!("banco.game.scene?.fen.endsWith(' 41') && {SETTLED}"));
    browser.until("document.querySelectorAll('#dice .offer').length === 1");
    browser.click_until("#dice .offer", "document.querySelectorAll('#dice .accept').length === 1");
    browser.shoot("dicechess-offered");
    browser.click_until("#dice .accept", "banco.game.moves[0]?.text === 'exchange=gy'");
}

/// A person throws and moves; three engines answer, each with a throw of its own.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn dice_chess_is_played() {
    let mut browser = open("dicechess");
    without_lots(&mut browser);
    browser.shoot("dicechess-desk-start");
    let my_throw = "banco.game.scene.seat === 'r' && !document.getElementById('throw').disabled";
    for round in 1..=2 {
        browser.until(my_throw);
        browser.click("#throw");
        // The moves come after the throw; a turn without any passes by itself.
        browser.until(
            "banco.game.scene.seat !== 'r' || banco.game.scene.throw !== undefined \
             && banco.game.choices[0]?.acts[0]?.from !== undefined",
        );
        let first = browser.value("banco.game.isHuman ? banco.game.choices[0].acts[0] : {}");
        if let (Some(from), Some(to)) = (first["from"].as_str(), first["to"].as_str()) {
            point(&mut browser, from);
            point(&mut browser, to);
        }
        browser.until(&format!("{COUNT} === {} && {my_throw}", 4 * round));
    }
    // The expectation of each throw.
    analyse(&mut browser);
    browser.until("document.querySelectorAll('.face').length === 4");
    browser.shoot("dicechess-desk");
    mode(&mut browser, "play");
    browser.click_until("#undo", &format!("{COUNT} === 4 && {SETTLED}"));
    browser.reload();
    browser.until(&format!("{COUNT} === 4"));
    browser.size(390, 844);
    browser.shoot("dicechess-phone");
}

/// A stack is opened, one group goes, then another, the rest stays.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_stack_is_split() {
    let mut browser = open("commander");
    let fen =
        "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2(NFT)1G2TG2/3A2S2A1/1N2FH1H3/6C4 r - - 0 1";
    set_up(&mut browser, fen);
    browser.until("banco.game.scene?.men.get('c4')?.length === 3");
    point(&mut browser, "c4");
    browser.until("document.querySelectorAll('#tray button').length > 3");
    browser.shoot("commander-stack");
    let group = |men: &str| {
        format!(
            "[...document.querySelectorAll('#tray button')].find((one) => one.innerText.trim() === '{men}').click()"
        )
    };
    browser.value(&group("tank"));
    point(&mut browser, "d4");
    browser.value(&group("navy"));
    point(&mut browser, "c6");
    browser.shoot("commander-split");
    browser.click_until("#tray .strong", &format!("{COUNT} === 2"));
    assert_eq!(browser.value("banco.game.moves[0].text"), "c4:Nc6,Td4");
}

/// Keyboard only: the focus moves over the board, a piece is selected and moved.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn keys_play_and_a_record_comes_back() {
    let mut browser = open("xiangqi");
    browser.value("document.querySelector('.hit[data-point=\"h3\"]').focus()");
    browser.key("Enter");
    for _ in 0..3 {
        browser.key("ArrowLeft");
    }
    browser.key("Enter");
    browser.until(&format!("{COUNT} === 2 && !banco.game.busy"));
    assert_eq!(browser.value("banco.game.moves[0].text"), "h3e3");
    // In the other language and the other light, from a record, to the mate.
    browser.click_until("#language", &format!("document.documentElement.lang === 'vi' && {SETTLED}"));
    browser.click("#theme");
    let record = "setoption name UCI_Variant value namdinh\\nposition fen 5/5/5/SS3/K1k1s w moves a2a3";
    set_up(&mut browser, record);
    browser.until("document.body.dataset.game === 'namdinh' && banco.game.moves.length === 1");
    browser.shoot("namdinh-dark");
    // Errors are shown, and the position stays.
    set_up(&mut browser, "no/position");
    browser.until("document.getElementById('fault').textContent !== ''");
    assert_eq!(browser.value(COUNT), 1);
}

/// Audits every game, and every mode and dialogue, by day and by night, in both languages with axe-core: no findings.
#[test]
#[ignore = "needs Chromium and axe-core: AXE=node_modules/axe-core/axe.min.js cargo test --release --test it browser -- --ignored"]
fn nothing_hinders_anybody() {
    let path = std::env::var("AXE").expect("AXE is the path of axe.min.js, from `npm install axe-core`");
    let axe = std::fs::read_to_string(path).expect("axe.min.js can be read");
    let looks = [("light", "en"), ("dark", "vi"), ("light", "vi"), ("dark", "en")];
    for (i, (light, language)) in looks.into_iter().enumerate() {
        for (j, id) in game_ids().enumerate() {
            // The other games are audited by day and by night.
            if i > 1 && j > 0 {
                continue;
            }
            let mut browser = open(id);
            browser.value(&format!(
                "document.documentElement.dataset.theme = '{light}', \
                 document.documentElement.lang === '{language}' || document.getElementById('language').click(), 0"
            ));
            browser.until(&format!("document.documentElement.lang === '{language}'"));
            browser.value(&format!("{axe}; 0"));
            let audit = |browser: &mut Browser, place: &str| {
                browser.value("document.querySelectorAll('details').forEach((one) => (one.open = true))");
                let audit = "axe.run(document).then(({ passes, violations }) => \
                             [passes.length, violations.map(({ id, help, nodes }) => [id, help, nodes[0].html])])";
                let audit = browser.value(audit);
                let least = if place == "shared game" { 30 } else { 15 };
                assert!(audit[0].as_u64().is_some_and(|passed| passed > least), "{audit}");
                let found = audit[1].as_array().map(Vec::len);
                assert_eq!(found, Some(0), "{id}, {light}, {language}, {place}: {:#}", audit[1]);
            };
            choose(&mut browser, "share");
            browser.until("document.querySelectorAll('#room .seat').length > 1");
            audit(&mut browser, "shared game");
            choose(&mut browser, "share");
            analyse(&mut browser);
            audit(&mut browser, "analyse");
            for key in ["openings", "exactTab", "review"] {
                // Games without tables have no tab for them.
                if browser.value(&format!("document.querySelector('#record [value={key}]').hidden")) == false
                {
                    panel(&mut browser, key);
                    audit(&mut browser, key);
                }
            }
            panel(&mut browser, "moves");
            if j > 0 {
                continue;
            }
            for name in ["home", "learn", "games", "play"] {
                mode(&mut browser, name);
                browser.until(match name {
                    "home" => "document.querySelectorAll('#cards .thumb svg').length === 5",
                    "learn" => "document.querySelector('.learn-page')?.dataset.ready === 'true'",
                    _ => "true",
                });
                audit(&mut browser, name);
            }
            for (opener, dialog) in [("#new", "start"), ("#set", "settings")] {
                browser.click_until(opener, &format!("document.getElementById('{dialog}').open"));
                audit(&mut browser, dialog);
                browser.click("dialog[open] .shut");
            }
            browser.key("?");
            browser.until("document.getElementById('help-keys').open");
            audit(&mut browser, "keys");
        }
    }
}

/// Prints the time until the page is ready, and until the engine's answer (movetime 100) is drawn after a click.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser::measure -- --ignored --nocapture"]
fn measure() {
    let begun = Instant::now();
    let started = begun.elapsed();
    let mut browser = open("xiangqi");
    let mut ready: Vec<f64> = Vec::new();
    let mut answers: Vec<f64> = Vec::new();
    for _ in 0..9 {
        browser.value("sessionStorage.clear()");
        browser.reload();
        let time = browser.value("performance.getEntriesByName('ready')[0].startTime");
        ready.push(time.as_f64().expect("the page marks when it is ready"));
        browser.value(
            "addEventListener('pointerdown', () => window.clicked = performance.now(), true); \
             banco.answered = new Promise((done) => { const show = banco.game.events.show; \
             banco.game.events.show = (game) => { show(game); if (game.at === 2) \
             requestAnimationFrame(() => setTimeout(() => done(performance.now() - window.clicked))); }; }), 0",
        );
        points(&mut browser, &["h3", "e3"]);
        answers.push(browser.value("banco.answered").as_f64().expect("an answer"));
    }
    ready.sort_by(f64::total_cmp);
    answers.sort_by(f64::total_cmp);
    let weight = browser
        .value("performance.getEntriesByType('resource').reduce((all, one) => all + one.encodedBodySize, 0)");
    println!("program says its address after {} ms", started.as_millis());
    println!("page ready after {:.0} ms (median of 9), {} bytes beside the page itself", ready[4], weight);
    println!("answer drawn {:.0} ms after the click with movetime 100 (median of 9)", answers[4]);
    assert!(weight.as_f64().is_some_and(|bytes| bytes < 350_000.0));
}
