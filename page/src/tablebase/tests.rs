use std::thread;

use banco::solve::retrograde::{Answer, Category, Rating};

use super::*;
use crate::connections::tests::{query, start_with};
use crate::queue::{AT_A_TIME, WAITING};

/// Tables that take a while, and know that every position is drawn.
struct Slow;

impl Prober for Slow {
    fn answer(&self, fen: &str, _with_line: bool) -> Result<Answer> {
        thread::sleep(Duration::from_millis(300));
        let rating = Rating { category: Category::Draw, dtm: None, dtc: None };
        let (fen, class) = (fen.to_owned(), "-.-".to_owned());
        Ok(Answer { fen, class, rating, over: None, moves: Some(Vec::new()), line: None })
    }

    fn count(&self) -> usize {
        1
    }
}

fn start(is_open: bool) -> (u16, tokio::sync::watch::Sender<bool>) {
    let games: BTreeMap<&'static str, Box<dyn Prober>> = [("xiangqi", Box::new(Slow) as _)].into();
    start_with(Tablebase::new(games), is_open)
}

const FEN: &str = "3k5/9/9/9/9/9/9/9/9/4K4_w_-_-_0_1";

/// Returns the response to a request with more headers.
fn ask(port: u16, method: &str, query_text: &str, headers: &str) -> String {
    let target = format!("/tablebase/xiangqi?{query_text}");
    query(
        port,
        &format!(
            "{method} {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{headers}Connection: close\r\n\r\n"
        ),
    )
}

#[test]
fn underscores_are_blanks_and_answers_are_kept() {
    let (port, _stopper) = start(false);
    let answer = ask(port, "GET", &format!("fen={FEN}"), "");
    assert!(answer.contains("cache-control: max-age=3600") && answer.contains("K4 w - - 0 1"), "{answer}");
    let lila = ask(port, "GET", &format!("fen={FEN}&format=lila"), "");
    assert!(lila.contains(r#""category":"draw""#) && lila.contains(r#""dtz":null"#), "{lila}");
    let body = format!("Content-Length: {}\r\nConnection: close\r\n\r\n{FEN}", FEN.len());
    let posted = ask(port, "POST", "format=lila", &body);
    assert!(posted.contains(r#""category":"draw""#) && posted.contains("no-store"), "{posted}");
    for wrong in ["format=lila", &format!("fen={FEN}&format=syzygy")] {
        let refused = ask(port, "GET", wrong, "");
        assert!(refused.starts_with("HTTP/1.1 400") && refused.contains("no-store"), "{refused}");
    }
}

#[test]
fn the_methods_are_listed() {
    for (is_open, origin) in [(false, "http://127.0.0.1"), (true, "http://evil.example")] {
        let (port, _stopper) = start(is_open);
        let origin = if is_open { origin.to_owned() } else { format!("{origin}:{port}") };
        let plain = ask(port, "OPTIONS", "", "");
        assert!(plain.starts_with("HTTP/1.1 20"), "{plain}");
        let headers = format!(
            "Origin: {origin}\r\nAccess-Control-Request-Method: POST\r\n\
             Access-Control-Request-Headers: content-type\r\n"
        );
        let preflight = ask(port, "OPTIONS", "", &headers);
        assert!(preflight.starts_with("HTTP/1.1 20"), "{preflight}");
        for line in [
            "access-control-allow-origin: *",
            "access-control-allow-methods: GET,POST",
            "access-control-allow-headers: content-type",
        ] {
            assert_eq!(preflight.contains(line), is_open, "{line}: {preflight}");
        }
        assert_eq!(preflight.contains("allow: GET, HEAD, POST, OPTIONS"), !is_open, "{preflight}");
    }
    let (port, _stopper) = start(false);
    let foreign = ask(port, "OPTIONS", "", "Origin: http://evil.example\r\n");
    assert!(foreign.starts_with("HTTP/1.1 403"), "{foreign}");
}

#[test]
fn requests_wait_for_those_before_them() {
    let (port, _stopper) = start(false);
    let ask_at_once = |count: usize| {
        let asking: Vec<_> =
            (0..count).map(|_| thread::spawn(move || ask(port, "GET", &format!("fen={FEN}"), ""))).collect();
        asking.into_iter().map(|one| one.join().unwrap()).collect::<Vec<String>>()
    };
    let answers = ask_at_once(3 * AT_A_TIME);
    assert!(answers.iter().all(|text| text.starts_with("HTTP/1.1 200")), "{answers:?}");
    let answers = ask_at_once(AT_A_TIME + WAITING + 20);
    let refused: Vec<&String> = answers.iter().filter(|text| text.starts_with("HTTP/1.1 429")).collect();
    assert!((1..=20).contains(&refused.len()), "{} are refused", refused.len());
    assert!(refused.iter().all(|text| text.contains("retry-after: 1")));
    let served = answers.iter().filter(|text| text.starts_with("HTTP/1.1 200")).count();
    assert_eq!(served + refused.len(), answers.len());
}
