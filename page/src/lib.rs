//! The page of Banco: a server for the browser (`banco serve`), and its export as static files.
//!
//! The page speaks the text protocol over a WebSocket, one engine a connection, and knows no rules. Nothing listens
//! beyond 127.0.0.1 unless `--lan` says so, and then others need a key (see `lan`); only the page itself is answered
//! (see `origin_check`); connections, sessions, lines and the resources of searches are bounded, and what is half open
//! is closed.

pub mod export;
mod guide;
mod lan;
mod origin_check;
mod page;
mod places;
mod room;
mod session;

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::middleware::{from_fn_with_state, map_response};
use axum::routing::get;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

use banco::base::{Error, Result};
use banco::engine::BackgroundTables;
use places::Places;
use room::Room;

/// The most connections at a time; more wait to be taken.
const CONNECTIONS: usize = 256;
/// A connection that has not said what it wants by then is closed.
const SILENCE: Duration = Duration::from_secs(5);
/// The game whose small tables are built in seconds.
const WITH_TABLES: &str = "namdinh";
/// What the sessions have for their goodbyes when the program ends.
const FAREWELL: Duration = Duration::from_secs(2);

/// How the page is served.
#[derive(Clone, Debug)]
pub struct Config {
    /// The port to listen on; 0 for any that is free.
    pub port: u16,
    /// The folder with endgame tables of Xiangqi, for exact answers.
    pub tables: Option<PathBuf>,
    /// Opens the page in the browser.
    pub open: bool,
    /// When all places are taken, a session that has been quiet for this long gives up its place.
    pub idle: Duration,
    /// Listens beyond this machine; visitors from there need the key, which is printed as a link with its QR code.
    pub lan: bool,
}

/// What all connections share.
#[derive(Clone)]
struct Shared {
    /// The names and ports that this server answers to.
    hosts: Arc<[String]>,
    /// What others than this machine have to show.
    key: Arc<str>,
    places: Places,
    room: Room,
    /// The tables that all sessions use from when they are there.
    tables: Arc<BackgroundTables>,
    /// Turns true when the program is to end.
    stop: watch::Receiver<bool>,
}

/// Where a request comes from.
#[derive(Clone, Copy)]
struct Peer {
    /// From this machine.
    is_local: bool,
}

/// Serves the page until Ctrl-C.
///
/// # Errors
/// When the port cannot be had.
pub fn serve(config: &Config) -> Result<()> {
    let tables = BackgroundTables::new(WITH_TABLES, config.tables.as_deref())?;
    let fault = |error: std::io::Error| Error::usage(format!("port {}: {error}", config.port));
    let (stopper, stop) = watch::channel(false);
    ctrlc::set_handler(move || {
        // Who asks twice does not want to wait for goodbyes.
        if stopper.send_replace(true) {
            std::process::exit(130);
        }
    })
    .map_err(|error| Error::usage(format!("interrupts cannot be caught: {error}")))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(fault)?;
    runtime.block_on(async {
        let from = if config.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        let address = SocketAddr::from((from, config.port));
        let listener = TcpListener::bind(address).await.map_err(fault)?;
        let port = listener.local_addr().map_err(fault)?.port();
        let url = format!("http://127.0.0.1:{port}/");
        println!("Banco plays at {url} - Ctrl-C ends it");
        let key = lan::draw_key();
        let mut names = vec!["127.0.0.1".to_owned(), "localhost".to_owned()];
        if config.lan {
            let own = lan::address()?.to_string();
            let text = lan::invitation(&format!("http://{own}:{port}/?key={key}"));
            // Whoever closed the other end does not want to read it.
            let _ = writeln!(std::io::stdout(), "{text}");
            names.push(own);
        }
        if config.open
            && let Err(error) = open::that_detached(&url)
        {
            eprintln!("banco: no browser could be opened: {error}");
        }
        let hosts = names.into_iter().flat_map(|name| origin_check::hosts(name, port)).collect();
        let places = Places::new(session::MOST, config.idle);
        let shared =
            Shared { hosts, key: key.into(), places, room: Room::new(), tables: tables.clone(), stop };
        accept(&listener, shared).await;
        tables.stop();
        Ok(())
    })
}

fn router(shared: &Shared) -> Router {
    Router::new()
        .route("/session", get(session::open))
        .route("/room", get(room::open))
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
        let (place, accepted) = tokio::select! {
            next = next => next,
            () = stopped(&mut stop) => break,
        };
        let Ok((stream, peer)) = accepted else {
            // The system may be short of something for a moment.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let stop = shared.stop.clone();
        let router = router.clone().layer(Extension(Peer { is_local: peer.ip().is_loopback() }));
        connections.spawn(async move {
            let _place = place;
            attend(stream, router, stop).await;
        });
        while connections.try_join_next().is_some() {}
    }
    let _ = timeout(FAREWELL, async { while connections.join_next().await.is_some() {} }).await;
    // The sessions' own tasks live on in the upgraded connections.
    let _ = timeout(FAREWELL, shared.places.emptied(session::MOST as u32)).await;
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
