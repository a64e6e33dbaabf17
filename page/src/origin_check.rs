//! Checks the origin of requests: only the page itself is answered. Foreign pages in the same browser cannot reach the
//! engine, not even by DNS rebinding.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use tower_http::cors::{Any, CorsLayer};

use super::Shared;
use super::connections::Peer;
use super::lan::{self, Shown};

/// Headers of every response. The page can neither load from other origins nor be embedded in them.
pub const HEADERS: [(header::HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::CACHE_CONTROL, "no-store"),
];

/// Path of the cloud.
pub const CLOUD: &str = "/chessdb.php";
/// Names under which programs ask the cloud library. Most cannot be told another, so a user points them at this machine.
const CLOUD_NAMES: [&str; 3] = ["www.chessdb.cn", "api.chessdb.cn", "chessdb.cn"];

/// Who else may ask for a path.
#[derive(Clone, Copy, Default)]
struct Admitted {
    /// Pages of other servers.
    pages: bool,
    /// Programs that name the cloud library.
    programs: bool,
}

/// Returns whether a path is that of a service, which pages of other servers may read with `--cors`.
fn is_service(path: &str) -> bool {
    path == CLOUD || path.starts_with("/tablebase/")
}

/// Completes the handlers of a service: `OPTIONS` lists the methods, and if `is_open` also for pages of other servers.
pub fn service(routes: MethodRouter<Shared>, is_open: bool) -> MethodRouter<Shared> {
    let allowed = [(header::ALLOW, "GET, HEAD, POST, OPTIONS")];
    let routes = routes.options(move || async move { (StatusCode::NO_CONTENT, allowed) });
    if !is_open {
        return routes;
    }
    let cors = CorsLayer::new().allow_origin(Any).allow_methods([Method::GET, Method::POST]);
    routes.layer(cors.allow_headers([header::CONTENT_TYPE]).allow_private_network(true))
}

/// Returns the accepted `Host` headers for a name. Browsers omit port 80.
pub fn hosts(name: String, port: u16) -> Vec<String> {
    let full = format!("{name}:{port}");
    if port == 80 { vec![full, name] } else { vec![full] }
}

/// Rejects requests with a foreign `Host` or `Origin`, and those of other machines without the key.
pub async fn check(State(shared): State<Shared>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let admitted = Admitted {
        pages: shared.is_open && is_service(path),
        programs: shared.cloud.is_some() && path == CLOUD,
    };
    if let Some(fault) = fault(request.headers(), &shared.hosts, admitted) {
        return (StatusCode::FORBIDDEN, fault).into_response();
    }
    if request.extensions().get::<Peer>().is_some_and(|peer| peer.is_local) {
        return next.run(request).await;
    }
    match lan::shown(request.uri(), request.headers(), &shared.key) {
        Shown::Cookie => next.run(request).await,
        Shown::Link => {
            ([(header::SET_COOKIE, lan::cookie(&shared.key))], next.run(request).await).into_response()
        }
        Shown::Not => (StatusCode::FORBIDDEN, "this server needs the key of its link\n").into_response(),
    }
}

/// Returns whether a `Host` header names the cloud library, at any port.
fn is_cloud(host: &str) -> bool {
    CLOUD_NAMES.contains(&host.split_once(':').map_or(host, |(name, _)| name))
}

/// Returns why a request is rejected.
fn fault(headers: &HeaderMap, hosts: &[String], admitted: Admitted) -> Option<&'static str> {
    let own = |text: &str| hosts.iter().any(|host| host == text);
    let is_meant = |value: &HeaderValue| {
        value.to_str().is_ok_and(|host| own(host) || (admitted.programs && is_cloud(host)))
    };
    let mut hosts = headers.get_all(header::HOST).iter();
    if !(hosts.next().is_some_and(is_meant) && hosts.next().is_none()) {
        return Some("this server answers to its own name only\n");
    }
    // Browsers send the origin with every WebSocket, so a session without one is not from a page.
    let is_session = headers.contains_key(header::UPGRADE);
    let is_own_page = |value: &HeaderValue| {
        value.to_str().ok().and_then(|text| text.strip_prefix("http://")).is_some_and(own)
    };
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let origin = origins.next();
    if origins.next().is_some() {
        return Some("one origin expected\n");
    }
    match origin {
        Some(origin) if !admitted.pages && !is_own_page(origin) => {
            Some("this server answers to its own page only\n")
        }
        None if is_session => Some("a session needs the origin of its page\n"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_page_itself_is_let_in() {
        let headers = |lines: &[(&'static str, &str)]| {
            let mut out = HeaderMap::new();
            for (name, value) in lines {
                if let Ok(value) = HeaderValue::from_str(value) {
                    out.append(*name, value);
                }
            }
            out
        };
        let own = |port| {
            ["127.0.0.1", "localhost"]
                .into_iter()
                .flat_map(|name| hosts(name.to_owned(), port))
                .collect::<Vec<_>>()
        };
        let is_let_in = |lines: &[(&'static str, &str)]| {
            fault(&headers(lines), &own(8000), Admitted::default()).is_none()
        };
        let at_port_80 =
            |lines: &[(&'static str, &str)]| fault(&headers(lines), &own(80), Admitted::default()).is_none();
        assert!(at_port_80(&[
            ("host", "127.0.0.1"),
            ("origin", "http://127.0.0.1"),
            ("upgrade", "websocket")
        ]));
        assert!(at_port_80(&[("host", "localhost:80")]));
        assert!(!at_port_80(&[("host", "evil.example")]));
        assert!(!is_let_in(&[("host", "127.0.0.1")]));
        let host = ("host", "127.0.0.1:8000");
        assert!(is_let_in(&[host]));
        assert!(is_let_in(&[("host", "localhost:8000"), ("origin", "http://localhost:8000")]));
        assert!(is_let_in(&[host, ("origin", "http://127.0.0.1:8000"), ("upgrade", "websocket")]));
        for lines in [
            &[][..],
            &[("host", "127.0.0.1:8001")],
            &[("host", "evil.example:8000")],
            &[host, host],
            &[host, ("origin", "http://evil.example")],
            &[host, ("origin", "http://127.0.0.1:9000")],
            &[host, ("origin", "https://127.0.0.1:8000")],
            &[host, ("origin", "null")],
            &[host, ("origin", "http://127.0.0.1:8000"), ("origin", "http://127.0.0.1:8000")],
            &[host, ("origin", "http://127.0.0.1:8000"), ("origin", "http://evil.example")],
            &[host, ("upgrade", "websocket")],
        ] {
            assert!(!is_let_in(lines), "{lines:?}");
        }
        // The open service is for any page, but has one name too.
        let pages = Admitted { pages: true, programs: false };
        let is_served = |lines: &[(&'static str, &str)]| fault(&headers(lines), &own(8000), pages).is_none();
        assert!(is_served(&[host, ("origin", "http://evil.example")]));
        assert!(!is_served(&[("host", "evil.example:8000")]));
        assert!(!is_served(&[host, ("origin", "http://a.example"), ("origin", "http://b.example")]));
        // Programs name the cloud library; a page that does so is foreign all the same.
        let programs = Admitted { pages: false, programs: true };
        let is_answered =
            |lines: &[(&'static str, &str)]| fault(&headers(lines), &own(8000), programs).is_none();
        for name in ["www.chessdb.cn", "api.chessdb.cn:81", "chessdb.cn"] {
            assert!(is_answered(&[("host", name)]) && !is_let_in(&[("host", name)]), "{name}");
            assert!(!is_answered(&[("host", name), ("origin", "http://evil.example")]), "{name}");
        }
        assert!(is_answered(&[host]) && !is_answered(&[("host", "www.chessdb.cn.evil.example")]));
    }
}
