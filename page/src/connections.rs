//! Connections: who is admitted, and how long and for how many requests a connection is kept open.
//!
//! Other machines share a part of the places, and none has all of these, so that this machine is always admitted. A
//! connection ends soon when its client sends no headers or reads no answers.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderValue, StatusCode, header};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Sleep, sleep, timeout};

use super::{SHUTDOWN, stopped};

/// The most connections at a time; more wait in the backlog.
const CONNECTIONS: usize = 256;
/// The most connections of other machines together, and of each; more are closed.
const OTHERS: usize = 192;
const EACH: usize = 64;
/// The most requests of a connection.
const REQUESTS: usize = 64;
/// Time after which a connection is closed when its request is answered.
const LIFE: Duration = Duration::from_secs(60);
/// Timeout for the headers of a request.
const HEADER_TIMEOUT: Duration = Duration::from_secs(5);
/// Time in which a client that lets the server wait has to read `STEP` bytes, or all that there are.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);
const STEP: usize = 64 << 10;
/// The most bytes of requests and of answers that a connection holds in memory.
const BUFFER: usize = 64 << 10;

/// Origin of a connection.
#[derive(Clone, Copy)]
pub struct Peer {
    /// Whether it is this machine.
    pub is_local: bool,
}

/// Places of other machines.
struct Guests {
    all: Arc<Semaphore>,
    each: BTreeMap<IpAddr, Arc<Semaphore>>,
}

impl Guests {
    fn new() -> Guests {
        Guests { all: Arc::new(Semaphore::new(OTHERS)), each: BTreeMap::new() }
    }

    /// Takes the places of a connection; `None` if they are taken. This machine needs none.
    fn admit(&mut self, peer: IpAddr) -> Option<Vec<OwnedSemaphorePermit>> {
        if peer.is_loopback() {
            return Some(Vec::new());
        }
        self.each.retain(|_, places| places.available_permits() < EACH);
        let own = self.each.entry(peer).or_insert_with(|| Arc::new(Semaphore::new(EACH)));
        [own, &self.all].into_iter().map(|places| places.clone().try_acquire_owned().ok()).collect()
    }
}

/// Accepts connections until the program exits.
pub async fn accept(listener: &TcpListener, router: &Router, mut stop: watch::Receiver<bool>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let mut guests = Guests::new();
    let mut connections = JoinSet::new();
    loop {
        let next = async {
            let place = places.clone().acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, accepted) = tokio::select! {
            next = next => next,
            () = stopped(&mut stop) => break,
        };
        let Ok((stream, peer)) = accepted else {
            // A temporary shortage, for example of file descriptors.
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        let Some(guest) = guests.admit(peer.ip()) else { continue };
        let (router, stop) = (router.clone(), stop.clone());
        connections.spawn(async move {
            let _places = (place, guest);
            serve(stream, router, Peer { is_local: peer.ip().is_loopback() }, stop).await;
        });
        while connections.try_join_next().is_some() {}
    }
    let _ = timeout(SHUTDOWN, async { while connections.join_next().await.is_some() {} }).await;
}

/// Serves one connection to its end.
async fn serve(stream: TcpStream, router: Router, peer: Peer, mut stop: watch::Receiver<bool>) {
    let _ = stream.set_nodelay(true);
    let router = TowerToHyperService::new(router);
    let requests = AtomicUsize::new(0);
    let service = service_fn(move |mut request: hyper::Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(peer);
        let is_last = requests.fetch_add(1, Ordering::Relaxed) + 1 >= REQUESTS;
        let response = router.call(request);
        async move {
            let mut response = response.await?;
            let is_refused = response.status() == StatusCode::FORBIDDEN;
            if is_refused || (is_last && response.status() != StatusCode::SWITCHING_PROTOCOLS) {
                response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            Ok::<_, std::convert::Infallible>(response)
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT).max_buf_size(BUFFER);
    let stream = TokioIo::new(Deadline { stream, blocked: None, written: 0 });
    let mut connection = std::pin::pin!(http.serve_connection(stream, service).with_upgrades());
    tokio::select! {
        _ = connection.as_mut() => return,
        () = stopped(&mut stop) => {}
        () = sleep(LIFE) => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = connection.await;
}

/// A stream whose writes fail when its client reads nothing for long.
struct Deadline {
    stream: TcpStream,
    /// Runs while the server waits for the client to read.
    blocked: Option<Pin<Box<Sleep>>>,
    /// Bytes written since then.
    written: usize,
}

impl AsyncRead for Deadline {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Deadline {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if let Poll::Ready(result) = Pin::new(&mut self.stream).poll_write(cx, bytes) {
            self.written += result.as_ref().unwrap_or(&0);
            if self.written >= STEP {
                self.blocked = None;
            }
            return Poll::Ready(result);
        }
        if self.blocked.is_none() {
            self.written = 0;
        }
        let blocked = self.blocked.get_or_insert_with(|| Box::pin(sleep(WRITE_TIMEOUT)));
        ready!(blocked.as_mut().poll(cx));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }

    /// Called when all bytes are written.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.blocked = None;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
pub mod tests;
