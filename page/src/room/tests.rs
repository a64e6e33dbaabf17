use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

/// Joins with a secret of one repeated digit.
fn join(room: &mut Room, digit: &str, now: Instant) -> u64 {
    assert!(room.connect());
    room.join(&digit.repeat(SECRET), now).unwrap()
}

/// Sends a message as a page; returns whether it was accepted.
fn send(room: &mut Room, page: u64, message: Value) -> bool {
    serde_json::from_value(message).is_ok_and(|request| room.handle(page, request))
}

fn game(id: &str, version: u64) -> Value {
    json!({"game": {"record": {"id": id, "options": [], "setup": null, "moves": []}, "version": version}})
}

fn moves(room: &Room) -> Vec<String> {
    room.game.as_ref().map_or_else(Vec::new, |game| game.record().moves.clone())
}

/// A game of Xiangqi in which the first page plays Red and the second Black.
fn begun() -> (Room, u64, u64, Instant) {
    let now = Instant::now();
    let mut room = Room::default();
    let [red, black] = ["a", "b"].map(|digit| join(&mut room, digit, now));
    assert!(send(&mut room, red, game("xiangqi", 0)));
    assert!(send(&mut room, red, json!({"take": {"seat": "Red"}})));
    assert!(send(&mut room, black, json!({"take": {"seat": "Black"}})));
    (room, red, black, now)
}

#[test]
fn only_the_seat_to_move_moves() {
    let (mut room, red, black, now) = begun();
    let watcher = join(&mut room, "c", now);
    let step = |text: &str, version: u64| json!({"move": {"text": text, "version": version}});
    for page in [black, watcher] {
        assert!(!send(&mut room, page, step("h3e3", 1)));
    }
    assert!(!send(&mut room, red, step("h3e3", 0)) && !send(&mut room, red, step("a1a9", 1)));
    assert!(send(&mut room, red, step("h3e3", 1)) && !send(&mut room, red, step("h10g8", 2)));
    assert!(send(&mut room, black, step("h10g8", 2)));
    assert_eq!((moves(&room), room.version), (vec!["h3e3".to_owned(), "h10g8".to_owned()], 3));
    // Resignation is for the own seat only.
    for (page, seat) in [(black, "Red"), (watcher, "Red"), (red, "Green")] {
        assert!(!send(&mut room, page, json!({"resign": {"seat": seat, "version": 3}})));
    }
    assert!(send(&mut room, black, json!({"resign": {"seat": "Black", "version": 3}})));
    assert!(room.view(watcher, false).contains(r#""verdict":{"winner":0,"reason":"resignation"}"#));
    assert_eq!(room.dropped, 8);
}

#[test]
fn a_page_takes_as_many_seats_as_people_sit_there() {
    let now = Instant::now();
    let mut room = Room::default();
    let [first, second] = ["a", "b"].map(|digit| join(&mut room, digit, now));
    assert!(!send(&mut room, first, json!({"take": {"seat": "r"}})), "there is no game");
    assert!(send(&mut room, first, game("dicechess", 0)));
    let take = |seat: &str| json!({"take": {"seat": seat}});
    assert!(!send(&mut room, second, json!({"banco": {"seat": "b"}})), "nobody sits there");
    assert!(send(&mut room, second, take("y")));
    for count in [json!(0), json!(5), json!(-1), json!("2"), json!(null)] {
        assert!(!send(&mut room, first, json!({"people": {"count": count}})), "{count}");
    }
    assert!(send(&mut room, first, take("r")) && !send(&mut room, first, take("g")));
    assert!(send(&mut room, first, json!({"people": {"count": 4}})));
    assert!(send(&mut room, first, take("g")) && !send(&mut room, first, take("y")));
    assert!(!send(&mut room, first, take("x")) && !send(&mut room, first, json!({"leave": {"seat": "y"}})));
    assert!(send(&mut room, second, json!({"banco": {"seat": "b"}})));
    // Banco goes with the last person of its page.
    assert!(send(&mut room, second, json!({"leave": {"seat": "y"}})));
    assert_eq!(room.seats.keys().collect::<Vec<_>>(), ["g", "r"]);
}

#[test]
fn seats_outlast_a_reload_and_end_with_their_minute() {
    let (mut room, red, black, now) = begun();
    room.disconnect(Some(red), now);
    assert_eq!(room.seats.len(), 2);
    let stranger = join(&mut room, "c", now);
    assert!(!send(&mut room, stranger, json!({"take": {"seat": "Red"}})));
    assert_eq!(join(&mut room, "a", now + HELD / 2), red);
    for secret in ["", "a", "g".repeat(SECRET).as_str(), "a".repeat(SECRET + 1).as_str()] {
        assert_eq!(room.join(secret, now), None);
    }
    room.disconnect(Some(black), now + HELD / 2);
    room.sweep(now + HELD);
    assert_eq!(room.seats.len(), 2);
    room.sweep(now + 2 * HELD);
    assert!(send(&mut room, stranger, json!({"take": {"seat": "Black"}})));
    // Nothing is left of a game when all have gone.
    for page in [red, stranger] {
        room.handle(page, Request::Bye {});
        room.disconnect(Some(page), now + 2 * HELD);
    }
    assert!(room.game.is_none() && room.seats.is_empty() && room.connections == 0);
}

#[test]
fn offers_need_all_others() {
    let (mut room, red, black, now) = begun();
    let watcher = join(&mut room, "c", now);
    let answer = |room: &Room, accept: bool| json!({"answer": {"offer": room.last, "accept": accept}});
    assert!(send(&mut room, red, json!({"move": {"text": "h3e3", "version": 1}})));
    for offer in
        [json!({"draw": {"version": 2}}), json!({"undo": {"count": 0, "version": 2}}), game("namdinh", 2)]
    {
        assert!(!send(&mut room, watcher, offer.clone()));
        assert!(send(&mut room, red, offer.clone()) && room.offer.is_some());
        for page in [red, watcher] {
            let accept = answer(&room, true);
            assert!(!send(&mut room, page, accept));
        }
        assert_eq!(moves(&room), ["h3e3"]);
        let decline = answer(&room, false);
        assert!(send(&mut room, black, decline) && room.offer.is_none());
    }
    assert!(send(&mut room, red, json!({"undo": {"count": 0, "version": 2}})));
    let accept = answer(&room, true);
    assert!(send(&mut room, black, accept) && moves(&room).is_empty());
    assert!(send(&mut room, black, game("namdinh", 3)));
    let accept = answer(&room, true);
    assert!(send(&mut room, red, accept) && room.seats.is_empty(), "the new game has other seats");
}

fn any_value() -> impl Strategy<Value = Value> {
    let name = prop::sample::select(vec![
        "Red",
        "Black",
        "Green",
        "h3e3",
        "h10g8",
        "b1c3",
        "xiangqi",
        "namdinh",
        "",
        "exchange=gy",
        "quit\n",
    ]);
    prop_oneof![
        3 => name.prop_map(|text| json!(text)),
        3 => (0_u64..4).prop_map(|number| json!(number)),
        1 => any::<i64>().prop_map(|number| json!(number)),
        1 => any::<String>().prop_map(|text| json!(text)),
        1 => Just(json!(null)),
        1 => any::<bool>().prop_map(|flag| json!(flag)),
        1 => Just(json!({"id": "xiangqi", "options": [], "setup": null, "moves": ["h3e3"]})),
        1 => Just(json!({"id": "xiangqi", "options": [["Hash", "1"]], "setup": "9/9", "moves": []})),
    ]
}

fn any_message() -> impl Strategy<Value = String> {
    let field = prop::sample::select(vec![
        "seat", "text", "version", "count", "record", "offer", "accept", "secret", "x",
    ]);
    let name = prop::sample::select(vec![
        "hello", "people", "take", "banco", "leave", "bye", "game", "move", "throw", "exchange", "undo",
        "draw", "resign", "answer", "x",
    ]);
    let fields = prop::collection::vec((field, any_value()), 0..3);
    let whole = (name, fields).prop_map(|(name, fields)| {
        let fields: serde_json::Map<String, Value> =
            fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        json!({name: fields}).to_string()
    });
    prop_oneof![9 => whole, 1 => any::<String>()]
}

proptest! {
    /// Whatever Black and watchers send at Red's turn, Red keeps its seat and the game its moves, unless Black resigns.
    #[test]
    fn nothing_that_others_send_changes_the_game(messages in prop::collection::vec(any_message(), 1..200)) {
        let (mut room, red, black, now) = begun();
        let watcher = join(&mut room, "c", now);
        for (i, message) in messages.iter().enumerate() {
            let page = if i % 2 == 0 { black } else { watcher };
            if let Ok(request) = serde_json::from_str::<Request>(message) {
                room.handle(page, request);
            }
            prop_assert_eq!(room.seats.get("Red").copied(), Some(Chair { page: red, banco: false }));
            prop_assert!(moves(&room).is_empty());
            let verdict = room.game.as_ref().and_then(Referee::verdict);
            prop_assert!(verdict.is_none_or(|verdict| verdict.winner == Some(0)));
        }
    }
}
