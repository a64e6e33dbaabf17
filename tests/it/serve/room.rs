//! The shared game: a connection that sends anything changes nothing for its opponent. The rules of the room are tested in
//! `page/src/room/tests.rs`.

use std::time::Instant;

use serde_json::{Value, json};

use super::server::{PATIENCE, Page, Server};

/// Returns the next state of the room that satisfies `is_last`.
#[track_caller]
fn state(page: &mut Page, is_last: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    let mut last = Value::Null;
    while begun.elapsed() < PATIENCE {
        let message = page.socket.read().expect("a state");
        let Ok(state) = serde_json::from_str::<Value>(message.to_text().unwrap_or_default()) else {
            continue;
        };
        if is_last(&state) {
            return state;
        }
        last = state;
    }
    panic!("another state expected than {last}")
}

/// Joins the room with a secret.
fn join(server: &Server, secret: &str) -> Page {
    let mut page = server.connect("room").expect("a place in the room");
    page.send(&json!({"hello": {"secret": secret}}).to_string());
    page
}

#[test]
fn an_adversary_changes_nothing() {
    let server = Server::start();
    let [mut honest, mut adversary] = ["a", "b"].map(|letter| join(&server, &letter.repeat(32)));
    let joined = state(&mut honest, |state| state["pages"] == 2);
    let record = json!({"id": "namdinh", "options": [], "setup": null, "moves": []});
    honest.send(&json!({"game": {"record": record, "version": joined["version"]}}).to_string());
    state(&mut adversary, |state| !state["game"].is_null());
    for (page, seat) in [(&mut honest, "White"), (&mut adversary, "Black")] {
        page.send(&json!({"take": {"seat": seat}}).to_string());
    }
    let is_seated = |state: &Value| ["White", "Black"].iter().all(|seat| !state["seats"][seat].is_null());
    let mut known = state(&mut honest, is_seated);
    let game =
        |state: &Value| [&state["game"], &state["verdict"], &state["seats"]["White"]].map(Value::clone);
    let before = game(&known);
    let version = &known["version"].clone();
    let long = json!({"id": "namdinh", "options": [], "setup": null, "moves": vec!["d3c3"; 5000]});
    let broken = json!({"id": "namdinh", "options": [], "setup": "5/5/5/SS3/K1k1s w\nquit", "moves": []});
    let mut messages: Vec<String> =
        ["", "{", "null", "[]", "quit", "{\"move\":", "\u{0}"].map(str::to_owned).to_vec();
    for hostile in [
        json!({"leave": {"seat": "White"}}),
        json!({"take": {"seat": "White"}}),
        json!({"banco": {"seat": "White"}}),
        json!({"hello": {"secret": "a".repeat(32)}}),
        json!({"move": {"text": "d3c3", "version": version}}),
        json!({"move": {"text": "d3c3\nquit", "version": version}}),
        json!({"undo": {"count": -1, "version": version}}),
        json!({"throw": {"version": version}}),
        json!({"resign": {"seat": "White", "version": version}}),
        json!({"game": {"record": long, "version": version}}),
        json!({"game": {"record": broken, "version": version}}),
        json!({"game": {"record": "verdict white wins resignation", "version": version}}),
        json!({"answer": {"offer": u64::MAX, "accept": true}}),
        json!({"take": {"seat": "😀".repeat(500)}}),
    ] {
        messages.push(hostile.to_string());
    }
    for message in &messages {
        adversary.send(message);
        // Valid requests are answered last: their states contain the other.
        for (request, is_free) in [("leave", true), ("take", false)] {
            adversary.send(&json!({request: {"seat": "Black"}}).to_string());
            for page in [&mut adversary, &mut honest] {
                known = state(page, |state| state["seats"]["Black"].is_null() == is_free);
            }
        }
        assert_eq!(game(&known), before, "{message:.100}");
    }
    // An empty message has no line.
    assert_eq!(known["dropped"], messages.len() - 1, "{known}");
    // The game continues by the moves of both.
    for (page, text, moves) in
        [(&mut honest, "d3c3", json!(["d3c3"])), (&mut adversary, "e5c3", json!(["d3c3", "e5c3"]))]
    {
        page.send(&json!({"move": {"text": text, "version": known["version"]}}).to_string());
        known = state(page, |state| state["game"]["moves"] == moves);
    }
}

#[test]
fn goodbye_and_close_at_once_free_a_seat() {
    let server = Server::start();
    let mut host = join(&server, &"a".repeat(32));
    let joined = state(&mut host, |state| state["pages"] == 1);
    let record = json!({"id": "namdinh", "options": [], "setup": null, "moves": []});
    host.send(&json!({"game": {"record": record, "version": joined["version"]}}).to_string());
    // Only a game has seats to take.
    state(&mut host, |state| !state["game"].is_null());
    for visit in 1..=30 {
        let mut guest = join(&server, &format!("{visit:032x}"));
        guest.send(&json!({"take": {"seat": "Black"}}).to_string());
        state(&mut host, |state| !state["seats"]["Black"].is_null());
        // One packet has both.
        guest.socket.write(json!({"bye": {}}).to_string().into()).expect("an open connection");
        guest.socket.close(None).expect("an open connection");
        state(&mut host, |state| state["seats"]["Black"].is_null());
    }
}

/// The time runs at the server: the game ends at all pages, though none of them sends anything.
#[test]
fn a_flag_falls_at_the_server() {
    let server = Server::start();
    let [mut player, mut watcher] = ["a", "b"].map(|letter| join(&server, &letter.repeat(32)));
    let joined = state(&mut player, |state| state["pages"] == 2);
    let clock = json!({"base": 1, "gain": 0, "each": false});
    let record = json!({"id": "namdinh", "options": [], "setup": null, "moves": ["d3c3"], "clock": clock});
    player.send(&json!({"game": {"record": record, "version": joined["version"]}}).to_string());
    let begun = state(&mut watcher, |state| state["clock"]["running"] == 1);
    assert_eq!((&begun["game"]["clock"], &begun["watching"]), (&clock, &json!(2)));
    for page in [&mut player, &mut watcher] {
        let over = state(page, |state| !state["verdict"].is_null());
        assert_eq!(over["verdict"], json!({"winner": 0, "reason": "time"}));
        assert_eq!(over["clock"], json!({"left": [1000, 0], "running": null}));
    }
}
