//! Access from the same network: the key of the link admits, nothing else does; idle pages are suspended when places
//! are short.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream, UdpSocket};

use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::{Error, Message};

use super::server::{PATIENCE, Server};

/// Returns this machine's address in its network, if any.
pub fn address() -> Option<String> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_loopback()).then(|| own.to_string())
}

/// Returns the response to a plain request from `from`'s side of the network.
fn query(to: &str, port: u16, path: &str, lines: &str) -> (u16, String) {
    let mut stream = TcpStream::connect((to, port)).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\n{lines}\r\nConnection: close\r\n\r\n").unwrap();
    let mut text = String::new();
    let _ = stream.read_to_string(&mut text);
    (text.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0), text)
}

#[test]
fn the_key_lets_others_in() {
    let Some(own) = address() else { return };
    let (server, printed) = Server::start_with(&["--lan"]);
    let port = server.port;
    let link = printed.recv_timeout(PATIENCE).unwrap();
    let key = link.split("?key=").nth(1).expect("a key in the link").to_owned();
    assert!(link.contains(&format!("http://{own}:{port}/")) && key.len() == 32, "{link}");
    let code: Vec<String> = std::iter::from_fn(|| printed.recv_timeout(PATIENCE).ok()).take(15).collect();
    assert!(code.iter().all(|line| line.contains(['█', '▀', '▄'])), "{code:#?}");
    let host = format!("Host: {own}:{port}");
    let other = if key.starts_with('0') { "1" } else { "0" };
    for (path, cookie, status) in [
        ("/".to_owned(), String::new(), 403),
        ("/app.js".to_owned(), String::new(), 403),
        ("/guide/xiangqi.en".to_owned(), String::new(), 403),
        (format!("/?key={other}{}", &key[1..]), String::new(), 403),
        (format!("/?key={key}"), String::new(), 200),
        ("/app.js".to_owned(), format!("\r\nCookie: a=b; key={key}"), 200),
        ("/app.js".to_owned(), "\r\nCookie: key=".to_owned(), 403),
    ] {
        assert_eq!(query(&own, port, &path, &format!("{host}{cookie}")).0, status, "{path} {cookie}");
    }
    let answer = query(&own, port, &format!("/?key={key}"), &host).1;
    assert!(answer.contains(&format!("set-cookie: key={key}; HttpOnly; SameSite=Strict")), "{answer}");
    // Foreign host names are rejected even with the key, and a forged local one does not help.
    let cookie = format!("Cookie: key={key}");
    assert_eq!(query(&own, port, "/", &format!("Host: evil.example:{port}\r\n{cookie}")).0, 403);
    assert_eq!(query(&own, port, "/", &format!("Host: 127.0.0.1:{port}")).0, 403);
    let foreign = format!("{host}\r\n{cookie}\r\nOrigin: http://evil.example");
    assert_eq!(query(&own, port, "/", &foreign).0, 403);
    // Sessions need the key, too; this machine needs none.
    for cookie in [None, Some(format!("key={key}"))] {
        let mut request = format!("ws://{own}:{port}/session").into_client_request().unwrap();
        request
            .headers_mut()
            .insert("Origin", HeaderValue::from_str(&format!("http://{own}:{port}")).unwrap());
        if let Some(cookie) = &cookie {
            request.headers_mut().insert("Cookie", HeaderValue::from_str(cookie).unwrap());
        }
        let stream = TcpStream::connect((own.as_str(), port)).unwrap();
        assert_eq!(tungstenite::client(request, stream).is_ok(), cookie.is_some());
    }
    assert_eq!(server.page().query("isready", "readyok"), Vec::<String>::new());
}

#[test]
fn other_machines_need_the_option() {
    let Some(own) = address() else { return };
    let server = Server::start();
    assert!(TcpStream::connect((own.as_str(), server.port)).is_err(), "it listens beyond this machine");
    assert_eq!(query("127.0.0.1", server.port, "/", &format!("Host: 127.0.0.1:{}", server.port)).0, 200);
}

#[test]
fn the_oldest_idle_page_sleeps() {
    let (server, _said) = Server::start_with(&["--idle", "0"]);
    let mut pages: Vec<_> = (0..16).map(|_| server.page()).collect();
    for page in &mut pages {
        page.query("isready", "readyok");
    }
    // The first has sent a message since: the second is idle longest.
    pages[0].query("isready", "readyok");
    let mut late = server.page();
    assert_eq!(late.query("isready", "readyok"), Vec::<String>::new());
    let code = loop {
        match pages[1].socket.read() {
            Ok(Message::Close(frame)) => break frame.map(|frame| u16::from(frame.code)),
            Ok(_) => {}
            Err(Error::Io(_)) => panic!("the second page is still awake"),
            Err(_) => break None,
        }
    };
    assert_eq!(code, Some(4001));
    assert_eq!(pages[0].query("isready", "readyok"), Vec::<String>::new());
}
