//! A game shared by two pages: both see it, each plays the seat that it took.

use serde_json::{Value, json};

use super::{COUNT, SETTLED, choose, join, new_game, points};
use crate::serve::browser::devtools::Browser;
use crate::serve::server::{Page, Server};

#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn two_pages_play_one_game() {
    let server = Server::start();
    let mut first = join(&server, "namdinh");
    choose(&mut first, "share");
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
    choose(&mut second, "share");
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
    points(&mut first, &["d3", "c3"]);
    second.until(&format!("{COUNT} === 1 && {SETTLED} && banco.game.isHuman"));
    second.shoot("shared-phone");
    points(&mut second, &["e5", "c3"]);
    first.until(&format!("{COUNT} === 2 && {SETTLED} && banco.game.isHuman"));
    let fens = [&mut first, &mut second].map(|page| page.value("banco.game.scene.fen"));
    assert_eq!(fens[0], fens[1]);
    // Resignation loses at both pages, on the other's turn too; leaving frees the seat.
    choose(&mut second, "resign");
    first.until("banco.game.isOver && banco.game.scene.result === 'white wins resignation'");
    choose(&mut second, "share");
    first.until("!document.querySelector('#room [data-seat=\"Black\"]').disabled");
}

/// The other page declines or accepts a draw offer; pages that watch can neither offer nor resign.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_draw_needs_the_other_page() {
    let server = Server::start();
    let mut first = join(&server, "namdinh");
    choose(&mut first, "share");
    first.click("#room [data-seat=\"White\"]");
    let [mut second, mut third] = ["localhost", "127.0.0.1"].map(|name| {
        let home = format!("http://{name}:{}", server.port);
        let mut page = Browser::start(&home);
        page.open(&format!("{home}/#namdinh"));
        page.until(SETTLED);
        choose(&mut page, "share");
        page
    });
    second.click("#room [data-seat=\"Black\"]");
    third.until("document.querySelectorAll('#room .seat:disabled').length === 2");
    first.until(&format!("banco.game.isHuman && {SETTLED}"));
    points(&mut first, &["d3", "c3"]);
    for page in [&mut second, &mut third] {
        page.until(&format!("{COUNT} === 1 && {SETTLED}"));
    }
    let closed = "['resign', 'offer-draw'].every((id) => document.getElementById(id).disabled)";
    assert_eq!(third.value(closed), true);
    let offered = "document.querySelector('#room [role=status]') !== null";
    let printed = "document.getElementById('fault').textContent === 'Draw declined.'";
    choose(&mut first, "offer-draw");
    third.until(offered);
    assert_eq!(third.value("document.querySelectorAll('#room .accept').length"), 0);
    second.click("#room .decline");
    first.until(printed);
    assert_eq!(first.value("banco.game.isOver"), false);
    choose(&mut first, "offer-draw");
    second.click("#room .accept");
    for page in [&mut first, &mut second, &mut third] {
        page.until("banco.game.scene.result === 'draw agreement'");
        page.until("document.querySelector('#room [role=status]') === null");
    }
}

/// Takes a seat of the room at a page.
fn sit(page: &mut Browser, seat: &str) {
    page.click(&format!("#room [data-seat=\"{seat}\"]"));
    page.until(&format!(
        "document.querySelector('#room [data-seat=\"{seat}\"]').getAttribute('aria-pressed') === 'true'"
    ));
}

/// Another browser in the room.
fn guest(server: &Server, id: &str) -> Browser {
    let home = format!("http://localhost:{}/", server.port);
    let mut page = Browser::start(&home);
    page.open(&format!("{home}#{id}"));
    page.until(SETTLED);
    choose(&mut page, "share");
    page.until("document.querySelectorAll('#room .seat').length > 0");
    page
}

/// A reload keeps the seat; the board shows its side, and the page says whose turn it is. Banco plays where it is asked to.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_seat_outlasts_a_reload() {
    let server = Server::start();
    let mut first = join(&server, "namdinh");
    choose(&mut first, "share");
    sit(&mut first, "Black");
    first.until(&format!("banco.game.board.turns === 2 && {SETTLED}"));
    let turn = "document.getElementById('own-turn').textContent";
    assert_eq!(first.value(turn), "You are: Black. Waiting for White.");
    assert_eq!(first.value("document.querySelectorAll('#players select').length"), 0);
    // Nobody sits there: nothing moves by itself.
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert_eq!(first.value(COUNT), 0);
    first.reload();
    first.until(
        "document.querySelector('#room [data-seat=\"Black\"]')?.getAttribute('aria-pressed') === 'true'",
    );
    first.until(&format!("banco.game.board.turns === 2 && {SETTLED}"));
    first.click("#room [data-lend=\"White\"]");
    first.until(&format!("{COUNT} === 1 && {turn} === 'You are: Black. Your turn.' && {SETTLED}"));
    first.shoot("shared-turn");
    // All have left: the next visitor finds the own game.
    choose(&mut first, "share");
    let mut second = guest(&server, "xiangqi");
    second.until(&format!("banco.game.scene !== null && {SETTLED}"));
    assert_eq!(second.value("document.body.dataset.game"), "xiangqi");
}

/// A new game and taking back need the other page.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn a_new_game_is_asked_for() {
    let server = Server::start();
    let mut first = join(&server, "namdinh");
    choose(&mut first, "share");
    sit(&mut first, "White");
    let mut second = guest(&server, "namdinh");
    sit(&mut second, "Black");
    first.until(&format!("banco.game.isHuman && {SETTLED}"));
    points(&mut first, &["d3", "c3"]);
    second.until(&format!("{COUNT} === 1 && {SETTLED}"));
    new_game(&mut second);
    first.until("document.querySelectorAll('#room .accept').length === 1");
    second.until(&format!("{COUNT} === 1 && {SETTLED}"));
    assert_eq!(first.value(COUNT), 1);
    first.click("#room .decline");
    second.until("document.getElementById('fault').textContent === 'Declined.'");
    second.click("#undo");
    first.click("#room .accept");
    for page in [&mut first, &mut second] {
        page.until(&format!("{COUNT} === 0 && {SETTLED}"));
    }
}

/// The server throws the die, and another page's seat has no die to throw.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn the_server_throws() {
    let server = Server::start();
    let mut first = join(&server, "dicechess");
    super::without_lots(&mut first);
    choose(&mut first, "share");
    sit(&mut first, "r");
    let mut second = guest(&server, "xiangqi");
    second.until(&format!("document.body.dataset.game === 'dicechess' && {SETTLED}"));
    sit(&mut second, "g");
    assert_eq!(second.value("document.getElementById('throw').className"), "waits");
    assert_eq!(second.value("document.getElementById('throw').disabled"), true);
    first.click("#throw");
    for page in [&mut first, &mut second] {
        page.until(&format!("{COUNT} === 1 && {SETTLED}"));
    }
    let moves = "banco.game.moves[0].text.slice(0, 2)";
    assert_eq!(first.value(moves), second.value(moves));
}

/// With `--lan` the room has the link with its key, and its code.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn the_room_invites() {
    if crate::serve::lan::address().is_none() {
        return;
    }
    let (server, printed) = Server::start_with(&["--lan"]);
    let link = printed.recv_timeout(crate::serve::server::PATIENCE).unwrap();
    let link = link.split_once("http").map(|(_, rest)| format!("http{rest}#room")).unwrap();
    let mut browser = join(&server, "namdinh");
    choose(&mut browser, "share");
    browser.click_until("#invite", "document.querySelector('#room .qr path') !== null");
    assert_eq!(browser.value("document.getElementById('invitation').value"), Value::String(link.clone()));
    browser.shoot("invitation");
    // So does the link to a game.
    browser.value("navigator.clipboard.writeText = async (text) => { window.copied = text; }, 0");
    browser.value("document.getElementById('copy-link').click()");
    browser.until("window.copied?.includes('?key=') && window.copied.includes('#namdinh~')");
    // The link leads into the room.
    let mut guest = Browser::start(link.split("?key").next().unwrap());
    guest.open(&link);
    guest.until("document.querySelectorAll('#room .seat').length === 2");
    drop(guest);
    // The start page shows how many people sit at the table.
    let home = link.trim_end_matches("#room");
    let table = "document.getElementById('to-table').textContent";
    let mut visitor = Browser::start(link.split("?key").next().unwrap());
    visitor.open(home);
    visitor.until(&format!("{table} === 'Join the table (nobody is seated yet)'"));
    browser.value("document.querySelector('#room [data-seat=\"White\"]').click()");
    browser.until(
        "document.querySelector('#room [data-seat=\"White\"]').getAttribute('aria-pressed') === 'true'",
    );
    visitor.reload();
    visitor.until(&format!("{table} === 'Join the table (seated: 1)'"));
}

/// Returns the last state in which the room answers a connection, after the messages sent so far.
fn state(page: &mut Page, is_last: impl Fn(&Value) -> bool) -> Value {
    loop {
        let message = page.socket.read().expect("a state");
        if let Ok(state) = serde_json::from_str::<Value>(message.to_text().unwrap_or_default())
            && is_last(&state)
        {
            return state;
        }
    }
}

/// All messages of the room with every field changed, but for the moves and the resignation that Black may make.
fn hostile(state: &Value) -> Vec<String> {
    let version = &state["version"];
    let record = json!({"id": "namdinh", "options": [], "setup": null, "moves": ["d3c3"]});
    let templates = [
        json!({"hello": {"secret": "c".repeat(32)}}),
        json!({"people": {"count": 2}}),
        json!({"take": {"seat": "White"}}),
        json!({"banco": {"seat": "White"}}),
        json!({"leave": {"seat": "White"}}),
        json!({"game": {"record": record, "version": version}}),
        json!({"move": {"text": "d3c3", "version": version}}),
        json!({"throw": {"version": version}}),
        json!({"exchange": {"text": "d3c3", "version": version}}),
        json!({"undo": {"count": 0, "version": version}}),
        json!({"draw": {"version": version}}),
        json!({"resign": {"seat": "White", "version": version}}),
        json!({"answer": {"offer": 1, "accept": true}}),
        // The protocol of earlier versions.
        json!({"offer": true}),
        json!({"game": {"record": "verdict white wins resignation", "version": version}}),
    ];
    let values = [
        json!(null),
        json!(true),
        json!(false),
        json!(-1),
        json!(0),
        json!(1),
        json!(2),
        json!(99),
        json!(0.5),
        json!(u64::MAX),
        json!(1e300),
        json!(""),
        json!("White"),
        json!("Green"),
        json!("white"),
        json!("d3c3"),
        json!("d3d9"),
        json!("e5c3"),
        json!("\n"),
        json!("d3c3\nquit"),
        json!("😀".repeat(500)),
        json!([]),
        json!(["White"]),
        json!({}),
        json!({"White": 1}),
        json!({"id": "xiangqi", "options": [], "setup": null, "moves": []}),
        json!({"id": "namdinh", "options": [["NoCaptureLimit", "x"]], "setup": null, "moves": []}),
        json!({"id": "namdinh", "options": [], "setup": "5/5/5/SS3/K1k1s w\nquit", "moves": []}),
        version.clone(),
    ];
    let mut out = Vec::new();
    for template in &templates {
        out.push(template.to_string());
        let Some((name, fields)) = template.as_object().and_then(|one| one.iter().next()) else { continue };
        for value in &values {
            out.push(json!({name: value}).to_string());
            out.push(json!({value.to_string(): fields}).to_string());
            for field in fields.as_object().into_iter().flatten() {
                let mut changed = fields.clone();
                changed[field.0] = value.clone();
                out.push(json!({name: changed}).to_string());
                changed.as_object_mut().unwrap().remove(field.0);
                changed["other"] = value.clone();
                out.push(json!({name: changed}).to_string());
            }
        }
    }
    let long = json!({"id": "namdinh", "options": [], "setup": null, "moves": vec!["d3c3"; 5000]});
    out.push(json!({"game": {"record": long, "version": version}}).to_string());
    out.extend(["", "{", "null", "[]", "quit", "{\"move\":", "\u{0}"].map(str::to_owned));
    out
}

/// A connection that sends 10,000 messages, every one of the protocol with every field changed, changes nothing at the page
/// of its opponent; afterwards the game continues by the moves of both.
#[test]
#[ignore = "needs Chromium: cargo test --release --test it browser -- --ignored"]
fn an_adversary_changes_nothing() {
    let server = Server::start();
    let mut honest = join(&server, "namdinh");
    choose(&mut honest, "share");
    sit(&mut honest, "White");
    let mut adversary = server.connect("room").expect("a place in the room");
    adversary.send(&json!({"hello": {"secret": "b".repeat(32)}}).to_string());
    adversary.send(&json!({"take": {"seat": "Black"}}).to_string());
    let mut known = state(&mut adversary, |state| !state["seats"]["Black"].is_null());
    let messages = hostile(&known);
    let game = "JSON.stringify([banco.game.uid, banco.game.moves.map(({ text }) => text), banco.game.scene.fen, \
                banco.game.scene.result, banco.game.isHuman])";
    honest.until(&format!("banco.game.isHuman && {SETTLED}"));
    let before = honest.value(game);
    let mut sent = 0;
    while sent < 10_000 {
        for message in
            messages.iter().take(500.min(10_000 - sent)).cycle().skip(sent % messages.len()).take(500)
        {
            adversary.send(message);
            sent += 1;
        }
        // A valid request is answered last: the state then contains all others.
        adversary.send(&json!({"leave": {"seat": "Black"}}).to_string());
        state(&mut adversary, |state| state["seats"]["Black"].is_null());
        adversary.send(&json!({"take": {"seat": "Black"}}).to_string());
        known = state(&mut adversary, |state| !state["seats"]["Black"].is_null());
        honest.until(SETTLED);
        assert_eq!(honest.value(game), before, "after {sent} messages");
    }
    assert!(known["dropped"].as_u64().is_some_and(|count| count > 5_000), "{known}");
    points(&mut honest, &["d3", "c3"]);
    let known = state(&mut adversary, |state| state["game"]["moves"] == json!(["d3c3"]));
    adversary.send(&json!({"move": {"text": "e5c3", "version": known["version"]}}).to_string());
    honest.until(&format!("{COUNT} === 2 && banco.game.isHuman && {SETTLED}"));
}
