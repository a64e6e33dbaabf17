//! For others in the same network (`--lan`): the address to print, and the key without which nobody else is answered.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

use axum::http::{HeaderMap, Uri, header};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use banco::base::{Error, Result};

/// The name of the key in links and in the cookie that a page has after its first request.
const NAME: &str = "key";

/// A key for one run of the program.
pub fn draw_key() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// This machine's address in its network. No packet is sent: the system says which address it would send from.
///
/// # Errors
/// When there is no network.
pub fn address() -> Result<IpAddr> {
    let fault = |error: std::io::Error| Error::usage(format!("no network for --lan: {error}"));
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).map_err(fault)?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).map_err(fault)?;
    Ok(socket.local_addr().map_err(fault)?.ip())
}

/// The link with the key, as text and as a QR code for the cameras of phones.
pub fn invitation(url: &str) -> String {
    // Terminals are mostly dark: what the letters fill is light.
    let text = |code: QrCode| {
        code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build()
    };
    let code = QrCode::new(url).map(text);
    format!("In this network: {url}\n{}", code.unwrap_or_default())
}

/// How a request shows the key.
#[derive(Debug, PartialEq, Eq)]
pub enum Shown {
    /// In its link.
    Link,
    /// In the cookie that the answer to such a link set.
    Cookie,
    /// It does not.
    Not,
}

/// Whether a request shows the key.
pub fn shown(uri: &Uri, headers: &HeaderMap, key: &str) -> Shown {
    let is_key = |pair: &str| pair.trim().split_once('=') == Some((NAME, key));
    if uri.query().is_some_and(|query| query.split('&').any(is_key)) {
        return Shown::Link;
    }
    let mut cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    if cookies.any(|text| text.split(';').any(is_key)) { Shown::Cookie } else { Shown::Not }
}

/// The cookie that stands for the key from now on; other pages cannot make the browser send it.
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
