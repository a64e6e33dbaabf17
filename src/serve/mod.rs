//! `banco serve`: a page in the browser for all games, on this machine alone.
//!
//! The page speaks the text protocol over a WebSocket, one engine a connection, and knows no rules. Nothing listens
//! beyond 127.0.0.1; only the page itself is answered (see `origin_check`); connections, sessions, lines and the
//! resources of searches are bounded, and what is half open is closed.

mod guide;
mod origin_check;
mod page;
mod session;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::{from_fn_with_state, map_response};
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::base::{Error, Result};

/// The most connections at a time; more wait to be taken.
const CONNECTIONS: usize = 256;
/// A connection that has not said what it wants by then is closed.
const SILENCE: Duration = Duration::from_secs(5);
/// What the sessions have for their goodbyes when the program ends.
const FAREWELL: Duration = Duration::from_secs(2);

/// Plays and analyses in the browser: a page for this machine alone.
#[derive(Debug, clap::Args)]
pub struct Serve {
    /// The port to listen on; 0 for any that is free.
    #[arg(long, default_value_t = 8000)]
    port: u16,
    /// Opens the page in the browser.
    #[arg(long)]
    open: bool,
}

/// What all connections share.
#[derive(Clone)]
struct Shared {
    port: u16,
    sessions: Arc<Semaphore>,
    /// Turns true when the program is to end.
    stop: watch::Receiver<bool>,
}

/// Serves the page until Ctrl-C.
///
/// # Errors
/// When the port cannot be had.
pub fn run(arguments: &Serve) -> Result<()> {
    let fault = |error: std::io::Error| Error::input(format!("port {}: {error}", arguments.port));
    let (stopper, stop) = watch::channel(false);
    ctrlc::set_handler(move || {
        // Who asks twice does not want to wait for goodbyes.
        if stopper.send_replace(true) {
            std::process::exit(130);
        }
    })
    .map_err(|error| Error::input(format!("interrupts cannot be caught: {error}")))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(fault)?;
    runtime.block_on(async {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, arguments.port));
        let listener = TcpListener::bind(address).await.map_err(fault)?;
        let port = listener.local_addr().map_err(fault)?.port();
        let url = format!("http://127.0.0.1:{port}/");
        println!("Banco plays at {url} - Ctrl-C ends it");
        if arguments.open
            && let Err(error) = open::that_detached(&url)
        {
            eprintln!("banco: no browser could be opened: {error}");
        }
        let sessions = Arc::new(Semaphore::new(session::MOST));
        accept(&listener, Shared { port, sessions, stop }).await;
        Ok(())
    })
}

fn router(shared: &Shared) -> Router {
    Router::new()
        .route("/session", get(session::open))
        .route("/guide/{name}", get(guide::text))
        .fallback(get(page::file))
        .layer(from_fn_with_state(shared.clone(), origin_check::check))
        .layer(map_response(origin_check::harden))
        .with_state(shared.clone())
}

async fn accept(listener: &TcpListener, shared: Shared) {
    let router = router(&shared);
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let mut connections = JoinSet::new();
    let mut stop = shared.stop.clone();
    loop {
        let next = async {
            let place = places.clone().acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, stream) = tokio::select! {
            (place, Ok((stream, _))) = next => (place, stream),
            () = stopped(&mut stop) => break,
            // The system may be short of something for a moment.
            else => { tokio::time::sleep(Duration::from_millis(100)).await; continue }
        };
        let (router, stop) = (router.clone(), shared.stop.clone());
        connections.spawn(async move {
            let _place = place;
            attend(stream, router, stop).await;
        });
        while connections.try_join_next().is_some() {}
    }
    let _ = timeout(FAREWELL, async { while connections.join_next().await.is_some() {} }).await;
    // The sessions' own tasks live on in the upgraded connections.
    let _ = timeout(FAREWELL, shared.sessions.acquire_many(session::MOST as u32)).await;
}

/// Waits until the program is to end.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

/// One connection, to its end.
async fn attend(stream: TcpStream, router: Router, mut stop: watch::Receiver<bool>) {
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(SILENCE);
    let mut connection = std::pin::pin!(http.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let stopped = tokio::select! {
        _ = connection.as_mut() => false,
        () = stopped(&mut stop) => true,
    };
    if stopped {
        connection.as_mut().graceful_shutdown();
        let _ = connection.await;
    }
}
