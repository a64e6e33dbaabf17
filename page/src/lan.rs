//! Access from the same network (`--lan`): the address to print, and the key that other machines must present.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

use axum::extract::State;
use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use qrcode::render::unicode::Dense1x2;
use qrcode::{Color, QrCode};
use serde_json::{Value, json};

use super::Shared;

use banco::base::{Error, Result};

/// Name of the key in links and in the cookie set by the first request.
const NAME: &str = "key";

/// Draws a key for one run of the program.
pub fn draw_key() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// Returns this machine's address in its network, from a connected UDP socket. No packet is sent.
///
/// # Errors
/// When there is no network.
pub fn address() -> Result<IpAddr> {
    let fault = |error: std::io::Error| Error::usage(format!("no network for --lan: {error}"));
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).map_err(fault)?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).map_err(fault)?;
    Ok(socket.local_addr().map_err(fault)?.ip())
}

/// Formats the link with the key, as text and as a QR code for phones.
pub fn invitation(url: &str) -> String {
    // Inverted for dark terminals: block characters are the light modules.
    let text = |code: QrCode| {
        code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build()
    };
    let code = QrCode::new(url).map(text);
    format!("In this network: {url}\n{}", code.unwrap_or_default())
}

/// Answers with the link that admits other machines to the shared game, its QR code (a text of `1` for dark modules for
/// each row), and the number of people who sit at it; with `null` if other machines are not admitted.
pub async fn invite(State(shared): State<Shared>) -> Response {
    let answer =
        |value: Value| ([(header::CONTENT_TYPE, "application/json")], value.to_string()).into_response();
    let Some(link) = shared.link else { return answer(Value::Null) };
    let url = format!("{link}#room");
    let rows = QrCode::new(&url).map_or_else(
        |_| Vec::new(),
        |code| {
            let row = |row: &[Color]| row.iter().map(|one| one.select('1', '0')).collect::<String>();
            code.to_colors().chunks(code.width()).map(row).collect()
        },
    );
    answer(json!({ "url": url, "rows": rows, "people": shared.lobby.people() }))
}

/// How a request presents the key.
#[derive(Debug, PartialEq, Eq)]
pub enum Shown {
    /// In its link.
    Link,
    /// In the cookie that the answer to such a link set.
    Cookie,
    /// Not at all.
    Not,
}

/// Finds the key in a request.
pub fn shown(uri: &Uri, headers: &HeaderMap, key: &str) -> Shown {
    let is_key = |pair: &str| pair.trim().split_once('=') == Some((NAME, key));
    if uri.query().is_some_and(|query| query.split('&').any(is_key)) {
        return Shown::Link;
    }
    let mut cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    if cookies.any(|text| text.split(';').any(is_key)) { Shown::Cookie } else { Shown::Not }
}

/// Returns the cookie with the key; requests of other pages do not carry it.
pub fn cookie(key: &str) -> String {
    format!("{NAME}={key}; HttpOnly; SameSite=Strict; Path=/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn only_the_key_itself_is_a_key() {
        let shown = |uri: &'static str, cookie: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_static(cookie));
            super::shown(&Uri::from_static(uri), &headers, "abc")
        };
        assert_eq!(shown("/?key=abc", ""), Shown::Link);
        assert_eq!(shown("/?x=1&key=abc", ""), Shown::Link);
        assert_eq!(shown("/session", "a=b; key=abc"), Shown::Cookie);
        for (uri, cookie) in [
            ("/", ""),
            ("/?key=abd", ""),
            ("/?key=", "key="),
            ("/?monkey=abc", "monkey=abc"),
            ("/abc", "abc"),
        ] {
            assert_eq!(shown(uri, cookie), Shown::Not, "{uri} {cookie}");
        }
    }

    #[test]
    fn keys_differ() {
        let keys = [draw_key(), draw_key()];
        assert!(keys[0] != keys[1] && keys.iter().all(|key| key.len() == 32), "{keys:?}");
        assert!(invitation("http://192.0.2.7:8000/?key=abc").lines().count() > 10);
    }
}
