use std::cell::Cell;

use banco::engine::registry;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use serde_json::{Value, json};

use super::*;
use crate::referee::{Record, Verdict};

/// Joins with a secret of one repeated digit.
fn join(room: &mut Room, digit: &str, now: Instant) -> u64 {
    assert!(room.connect());
    room.join(&digit.repeat(SECRET), now).unwrap()
}

/// Sends a message as a page; returns whether it was accepted.
fn send(room: &mut Room, page: u64, message: Value) -> bool {
    Request::read(&message.to_string()).is_some_and(|request| room.handle(page, request))
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
    assert!(send(&mut room, second, take("g")));
    for count in [json!(0), json!(5), json!(-1), json!("2"), json!(null)] {
        assert!(!send(&mut room, first, json!({"people": {"count": count}})), "{count}");
    }
    assert!(send(&mut room, first, take("r")) && !send(&mut room, first, take("y")));
    assert!(send(&mut room, first, json!({"people": {"count": 4}})));
    assert!(send(&mut room, first, take("y")) && !send(&mut room, first, take("g")));
    assert!(!send(&mut room, first, take("x")) && !send(&mut room, first, json!({"leave": {"seat": "g"}})));
    assert!(send(&mut room, second, json!({"banco": {"seat": "b"}})));
    // Banco goes with the last person of its page.
    assert!(send(&mut room, second, json!({"leave": {"seat": "g"}})));
    assert_eq!(room.seats.keys().collect::<Vec<_>>(), ["r", "y"]);
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

/// An answer to the newest offer.
fn answer(room: &Room, accept: bool) -> Value {
    json!({"answer": {"offer": room.last, "accept": accept}})
}

#[test]
fn offers_need_all_others() {
    let (mut room, red, black, now) = begun();
    let watcher = join(&mut room, "c", now);
    assert!(send(&mut room, red, json!({"move": {"text": "h3e3", "version": 1}})));
    for offer in
        [json!({"draw": {"version": 2}}), json!({"undo": {"count": 0, "version": 2}}), game("namdinh", 2)]
    {
        assert!(!send(&mut room, watcher, offer.clone()));
        assert!(send(&mut room, red, offer.clone()) && room.offers.len() == 1);
        for page in [red, watcher] {
            let accept = answer(&room, true);
            assert!(!send(&mut room, page, accept));
        }
        assert_eq!(moves(&room), ["h3e3"]);
        let decline = answer(&room, false);
        assert!(send(&mut room, black, decline) && room.offers.is_empty());
    }
    assert!(send(&mut room, red, json!({"undo": {"count": 0, "version": 2}})));
    let accept = answer(&room, true);
    assert!(send(&mut room, black, accept) && moves(&room).is_empty());
    assert!(send(&mut room, black, game("namdinh", 3)));
    let accept = answer(&room, true);
    assert!(send(&mut room, red, accept) && room.seats.is_empty(), "the new game has other seats");
}

/// A game of dice chess with one person at each page, in the order of the seats.
fn partners(seats: &[&str]) -> (Room, Vec<u64>) {
    let now = Instant::now();
    let mut room = Room::default();
    let pages: Vec<u64> = ["a", "b", "c", "d"].iter().map(|digit| join(&mut room, digit, now)).collect();
    assert!(send(&mut room, pages[0], game("dicechess", 0)));
    for (seat, &page) in seats.iter().zip(&pages) {
        let chair = Chair { page, banco: false };
        room.seats.insert((*seat).to_owned(), chair);
    }
    (room, pages)
}

#[test]
fn fields_have_names() {
    for text in [
        r#"{"bye":[]}"#,
        r#"{"bye":null}"#,
        r#"{"take":["Red"]}"#,
        r#"{"answer":[3,true]}"#,
        r#"{"game":{"record":["xiangqi",[],null,[]],"version":1}}"#,
        r#"{"take":{"seat":"Red","seat":"Black"}}"#,
        r#"{"bye":{},"leave":{"seat":"Red"}}"#,
        r#""bye""#,
        "[]",
    ] {
        assert!(Request::read(text).is_none(), "{text}");
    }
    assert!(Request::read(r#"{"bye":{}}"#).is_some());
}

#[test]
fn a_seat_beside_a_partner_needs_its_consent() {
    for (request, banco) in [("take", false), ("banco", true)] {
        // The second page has a seat of the other team, and two people.
        let (mut room, pages) = partners(&["r", "g"]);
        assert!(send(&mut room, pages[1], json!({"people": {"count": 2}})));
        let wanted = json!({request: {"seat": "y"}});
        assert!(send(&mut room, pages[1], wanted.clone()) && !room.seats.contains_key("y"));
        let (accept, decline) = (answer(&room, true), answer(&room, false));
        assert!(!send(&mut room, pages[1], accept.clone()) && !send(&mut room, pages[2], accept));
        assert!(send(&mut room, pages[0], decline) && !room.seats.contains_key("y"));
        assert!(send(&mut room, pages[1], wanted));
        let accept = answer(&room, true);
        assert!(send(&mut room, pages[0], accept));
        assert_eq!(room.seats.get("y"), Some(&Chair { page: pages[1], banco }));
        // The other team has no person who could object.
        assert!(send(&mut room, pages[1], json!({"leave": {"seat": "g"}})));
        assert!(send(&mut room, pages[2], json!({"take": {"seat": "b"}})) && room.seats.contains_key("b"));
    }
}

#[test]
fn a_team_resigns_and_agrees_together() {
    let verdict = |room: &Room| room.game.as_ref().and_then(Referee::verdict).map(|end| end.winner);
    let (mut room, pages) = partners(&["r", "g", "y"]);
    let resign = |seat: &str| json!({"resign": {"seat": seat, "version": 1}});
    assert!(send(&mut room, pages[0], resign("r")) && verdict(&room).is_none());
    let accept = answer(&room, true);
    assert!(!send(&mut room, pages[1], accept.clone()));
    assert!(send(&mut room, pages[2], accept) && verdict(&room) == Some(Some(1)));
    let (mut room, pages) = partners(&["r", "g", "y"]);
    assert!(send(&mut room, pages[1], resign("g")) && verdict(&room) == Some(Some(0)), "a team of one");
    let (mut room, pages) = partners(&["r", "g", "y"]);
    assert!(send(&mut room, pages[0], json!({"draw": {"version": 1}})));
    let accept = answer(&room, true);
    assert!(send(&mut room, pages[1], accept.clone()) && verdict(&room).is_none());
    // A person who comes between offer and answers is among those who answer.
    assert!(send(&mut room, pages[3], json!({"take": {"seat": "b"}})));
    let newest = answer(&room, true);
    assert!(send(&mut room, pages[1], newest) && room.seats.contains_key("b"));
    assert!(send(&mut room, pages[2], accept.clone()) && verdict(&room).is_none());
    assert!(send(&mut room, pages[3], accept) && verdict(&room) == Some(None));
}

#[test]
fn an_unanswered_offer_blocks_no_other() {
    let (mut room, pages) = partners(&["r", "g", "y", "b"]);
    let draw = json!({"draw": {"version": 1}});
    for &page in &pages {
        for _ in 0..2 {
            assert!(send(&mut room, page, draw.clone()));
        }
    }
    assert_eq!(room.offers.len(), 4, "one of each page");
    assert!(send(&mut room, pages[1], json!({"leave": {"seat": "g"}})) && room.offers.len() == 3);
}

/// Messages that fit the game more often than not, and others.
fn any_message() -> impl Strategy<Value = String> {
    let any_name = || {
        let names = [
            "r",
            "g",
            "y",
            "b",
            "Red",
            "Black",
            "h3e3",
            "b1c3",
            "xiangqi",
            "namdinh",
            "",
            "exchange=gy",
            "quit\n",
        ];
        prop::sample::select(names.to_vec())
    };
    let number = || prop_oneof![4 => Just(1), 4 => 0_u64..30, 1 => any::<u64>()];
    let record = |id: &str| json!({"id": id, "options": [], "setup": null, "moves": []});
    let fitting = (any_name(), number(), number(), any::<bool>()).prop_flat_map(
        move |(name, version, number, flag)| {
            prop::sample::select(vec![
                json!({"people": {"count": number}}),
                json!({"take": {"seat": name}}),
                json!({"banco": {"seat": name}}),
                json!({"leave": {"seat": name}}),
                json!({"bye": {}}),
                json!({"game": {"record": record(name), "version": version}}),
                json!({"move": {"text": name, "version": version}}),
                json!({"throw": {"version": version}}),
                json!({"exchange": {"text": name, "version": version}}),
                json!({"undo": {"count": number, "version": version}}),
                json!({"draw": {"version": version}}),
                json!({"resign": {"seat": name, "version": version}}),
                json!({"answer": {"offer": number, "accept": flag}}),
            ])
        },
    );
    let any_value = prop_oneof![
        any_name().prop_map(|text| json!(text)),
        any::<i64>().prop_map(|number| json!(number)),
        any::<String>().prop_map(|text| json!(text)),
        Just(json!(null)),
        Just(json!([["Hash", "1"]])),
    ];
    let change = (prop::sample::select(vec!["seat", "version", "record", "x"]), any_value);
    let broken = (fitting.clone(), change).prop_map(|(mut message, (field, value))| {
        for fields in message.as_object_mut().into_iter().flat_map(|message| message.values_mut()) {
            fields[field] = value.clone();
        }
        message
    });
    prop_oneof![
        8 => fitting.prop_map(|message| message.to_string()),
        1 => broken.prop_map(|message| message.to_string()),
        1 => any::<String>(),
    ]
}

/// A game in which one page, to move, has the seat `honest`, and others have all other seats but `free`.
fn surrounded(id: &str, honest: &str, free: &str) -> (Room, Vec<u64>) {
    let now = Instant::now();
    let mut room = Room::default();
    let pages: Vec<u64> = ["a", "b", "c", "d", "e"].iter().map(|digit| join(&mut room, digit, now)).collect();
    let mut record =
        Record { id: id.to_owned(), options: Vec::new(), setup: None, moves: Vec::new(), clock: None };
    if id == "dicechess" {
        let start = registry::find(id).unwrap().start;
        record.setup = Some(start.replace(" r ", &format!(" {honest} ")));
    } else {
        record.moves = vec!["h3e3".to_owned(), "h10g8".to_owned()];
    }
    let mut game = Referee::open(record).unwrap();
    assert_eq!(game.throw(), id == "dicechess");
    let others = game.seats().filter(|&seat| seat != honest && seat != free).map(str::to_owned);
    let seats = [honest.to_owned()].into_iter().chain(others);
    room.seats = seats.zip(&pages).map(|(seat, &page)| (seat, Chair { page, banco: false })).collect();
    room.game = Some(game);
    room.version = 1;
    (room, pages)
}

/// Sends random messages from all pages but one, which answers nothing: it keeps its seat, its moves and its partner's
/// free seat, and loses and agrees to nothing.
fn withstand(cases: u32) {
    let layouts = vec![
        ("xiangqi", "Red", ""),
        ("dicechess", "r", ""),
        ("dicechess", "g", ""),
        ("dicechess", "y", ""),
        ("dicechess", "b", ""),
        ("dicechess", "r", "y"),
        ("dicechess", "b", "g"),
    ];
    let messages = prop::collection::vec((1..5_usize, any_message()), 100);
    // The same messages in each run: how many are accepted is compared below.
    let rng_seed = RngSeed::Fixed(1);
    let mut runner =
        TestRunner::new(Config { cases, failure_persistence: None, rng_seed, ..Config::default() });
    let accepted = Cell::new(0_u64);
    let strategy = (prop::sample::select(layouts), messages);
    let run = runner.run(&strategy, |((id, honest, free), messages)| {
        let (mut room, pages) = surrounded(id, honest, free);
        let (chair, before) = (room.seats[honest], moves(&room));
        for (sender, message) in &messages {
            if let Some(request) = Request::read(message) {
                accepted.set(accepted.get() + u64::from(room.handle(pages[*sender], request)));
            }
            prop_assert_eq!(room.seats.get(honest), Some(&chair), "{}", message);
            prop_assert!(!room.seats.contains_key(free), "{}", message);
            prop_assert_eq!(moves(&room), before.clone(), "{}", message);
            let game = room.game.as_ref().unwrap();
            let is_won = |end: Verdict| end.winner.is_some() && end.winner == game.team(honest);
            prop_assert!(game.verdict().is_none_or(is_won), "{}", message);
        }
        Ok(())
    });
    assert_eq!(run, Ok(()));
    assert!(accepted.get() > u64::from(cases) * 10, "only {} messages were accepted", accepted.get());
}

#[test]
fn nothing_that_others_send_changes_the_game() {
    withstand(64);
}

/// 100,000 messages.
#[test]
#[ignore = "the same with more messages"]
fn nothing_that_many_others_send_changes_the_game() {
    withstand(1000);
}

/// Returns the state that a page receives.
fn view(room: &Room, page: u64) -> Value {
    serde_json::from_str(&room.view(page, false)).unwrap()
}

#[test]
fn the_clock_of_the_server_ends_the_game() {
    let (mut room, red, black, now) = begun();
    let mut wanted = game("xiangqi", 1);
    wanted["game"]["record"]["clock"] = json!({"base": 0});
    assert!(!send(&mut room, red, wanted.clone()));
    wanted["game"]["record"]["clock"] = json!({"base": 60, "gain": 2});
    assert!(send(&mut room, red, wanted));
    let answer = json!({"answer": {"offer": room.last, "accept": true}});
    assert!(send(&mut room, black, answer));
    let at = |room: &mut Room, seconds| room.tick(now + Duration::from_secs(seconds));
    // Time passes from the first move on.
    assert!(!at(&mut room, 1000) && room.remaining().is_none());
    assert!(send(&mut room, red, json!({"move": {"text": "h3e3", "version": 2}})));
    assert!(!at(&mut room, 1030));
    assert_eq!(view(&room, red)["clock"], json!({"left": [62_000, 30_000], "running": 1}));
    assert!(!at(&mut room, 1059) && at(&mut room, 1061) && !at(&mut room, 1100));
    assert_eq!(view(&room, black)["verdict"], json!({"winner": 0, "reason": "time"}));
    assert_eq!((&view(&room, red)["clock"]["running"], room.version), (&Value::Null, 4));
}

#[test]
fn watchers_are_counted_and_offers_seen_are_marked() {
    let (mut room, red, black, now) = begun();
    let watcher = join(&mut room, "c", now);
    assert_eq!((&view(&room, red)["pages"], &view(&room, red)["watching"]), (&json!(3), &json!(1)));
    room.disconnect(Some(watcher), now);
    assert_eq!(view(&room, red)["watching"], 0);
    assert!(send(&mut room, red, json!({"draw": {"version": 1}})));
    let seen = json!({"seen": {"offer": room.last}});
    // Only those asked can have seen it; it counts once.
    assert!(!send(&mut room, red, seen.clone()));
    assert!(send(&mut room, black, seen.clone()) && send(&mut room, black, seen));
    assert_eq!(view(&room, red)["offers"][0]["seen"], json!([black]));
}
