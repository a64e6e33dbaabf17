use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::thread;
use std::time::Instant;

use banco::engine::BackgroundTables;

use super::*;
use crate::explorer::Explorer;
use crate::guests::Lobby;
use crate::places::Places;
use crate::tablebase::Tablebase;
use crate::{Shared, origin_check, router, session};

/// Starts a server without tables.
fn start() -> (u16, watch::Sender<bool>) {
    start_with(Tablebase::open(None).unwrap(), false)
}

/// Starts a server in this process; returns its port. It ends when the sender is dropped.
pub fn start_with(tablebase: Tablebase, is_open: bool) -> (u16, watch::Sender<bool>) {
    let (stopper, stop) = watch::channel(false);
    let (port_sender, port) = std::sync::mpsc::channel();
    thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
            let port = listener.local_addr().unwrap().port();
            let shared = Shared {
                cloud: None,
                hosts: origin_check::hosts("127.0.0.1".to_owned(), port).into(),
                key: "key".into(),
                link: None,
                places: Places::new(session::MOST, Duration::ZERO),
                lobby: Lobby::new(),
                tables: BackgroundTables::from_host().unwrap(),
                tablebase,
                explorer: Explorer::default(),
                is_open,
                stop: stop.clone(),
            };
            port_sender.send(port).unwrap();
            accept(&listener, &router(&shared), stop).await;
        });
    });
    (port.recv().unwrap(), stopper)
}

/// Sends text; returns what is answered until the server closes.
pub fn query(port: u16, text: &str) -> String {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    let mut bytes = Vec::new();
    // A reset follows the answer if requests are left.
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}

fn get(path: &str, host: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n")
}

#[test]
fn unread_answers_lock_nobody_out() {
    let (port, _stopper) = start();
    let own = format!("127.0.0.1:{port}");
    for host in [own.as_str(), "evil.example"] {
        let requests = get("/en.json", host).repeat(2000);
        let deaf: Vec<TcpStream> = (0..CONNECTIONS + 50)
            .map(|_| {
                let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
                stream.set_nonblocking(true).unwrap();
                while stream.write(requests.as_bytes()).is_ok() {}
                stream
            })
            .collect();
        // `query` has a timeout.
        let answer = query(port, &get("/app.js", &own).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
        assert!(answer.starts_with("HTTP/1.1 200"), "{host}: {answer:.200}");
        drop(deaf);
    }
}

#[test]
fn a_connection_has_few_requests_and_one_refusal() {
    let (port, _stopper) = start();
    let own = format!("127.0.0.1:{port}");
    let answers = query(port, &get("/icon.svg", &own).repeat(REQUESTS + 10));
    assert_eq!(answers.matches("HTTP/1.1 200").count(), REQUESTS);
    assert_eq!(answers.matches("connection: close").count(), 1);
    let refused = query(port, &get("/icon.svg", "evil.example").repeat(10));
    assert_eq!(refused.matches("HTTP/1.1 403").count(), 1, "{refused}");
    assert_eq!(refused.matches("HTTP/1.1 ").count(), 1, "{refused}");
}

#[test]
fn texts_are_compressed_where_that_is_accepted() {
    let (port, _stopper) = start();
    let own = format!("127.0.0.1:{port}");
    for (accepted, is_packed) in
        [("gzip", true), ("br, gzip;q=0.5", true), ("gzip;q=0", false), ("br", false)]
    {
        let request = format!(
            "GET /app.js HTTP/1.1\r\nHost: {own}\r\nAccept-Encoding: {accepted}\r\nConnection: close\r\n\r\n"
        );
        let answer = query(port, &request);
        assert_eq!(answer.contains("content-encoding: gzip"), is_packed, "{accepted}");
        assert!(answer.contains("content-security-policy: default-src 'none'"), "{answer:.800}");
        assert!(answer.contains("vary: accept-encoding"), "{answer:.800}");
    }
}

#[test]
fn other_machines_leave_places_for_this_one() {
    let mut guests = Guests::new();
    let addresses = (1..=4).map(|last| IpAddr::from([192, 0, 2, last]));
    let mut held: Vec<_> = Vec::new();
    for address in addresses {
        held.extend((0..CONNECTIONS).map_while(|_| guests.admit(address)));
    }
    assert_eq!(held.len(), OTHERS);
    const { assert!(OTHERS < CONNECTIONS && EACH < OTHERS) };
    assert!(guests.admit(Ipv4Addr::LOCALHOST.into()).is_some());
    // A closed connection makes room; one machine has its share only.
    held.truncate(OTHERS - EACH);
    assert!(guests.admit(IpAddr::from([192, 0, 2, 1])).is_none());
    let last = guests.admit(IpAddr::from([192, 0, 2, 9]));
    assert!(last.is_some() && guests.each.len() == 3);
}

#[test]
fn a_client_that_reads_nothing_is_left_after_a_while() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (written, error, waited) = runtime.block_on(async {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let _deaf = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let stream = listener.accept().await.unwrap().0;
        let mut stream = Deadline { stream, blocked: None, written: 0 };
        let (mut written, begun) = (0, Instant::now());
        let error = std::future::poll_fn(|cx| {
            loop {
                match ready!(Pin::new(&mut stream).poll_write(cx, &[0; STEP])) {
                    Ok(count) => written += count,
                    Err(error) => return Poll::Ready(error),
                }
            }
        });
        let error = error.await;
        (written, error.kind(), begun.elapsed())
    });
    assert!(written >= STEP && error == ErrorKind::TimedOut, "{written} {error:?}");
    assert!(waited >= WRITE_TIMEOUT, "{waited:?}");
}
