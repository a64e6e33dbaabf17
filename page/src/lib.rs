//! The page of Banco: a server for the browser (`banco serve`), and its export as static files.
//!
//! The page uses the text protocol over a WebSocket, one engine for each connection, and contains no rules. The server
//! listens on 127.0.0.1 only, unless `--lan` is given; then other machines need a key (see `lan`). It answers requests
//! of its own page only (see `origin_check`). Connections, sessions, lines and the resources of searches are bounded,
//! and half-open connections are closed.

pub mod export;
mod guests;
mod guide;
mod lan;
mod origin_check;
mod pace;
mod page;
mod places;
mod records;
mod referee;
mod room;
mod session;
mod tablebase;

use std::io::{ErrorKind, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::middleware::{from_fn_with_state, map_response};
use axum::routing::{get, post};
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
use guests::Lobby;
pub use page::outline;
use places::Places;
use tablebase::Tablebase;

/// The most connections at a time; more wait in the backlog.
const CONNECTIONS: usize = 256;
/// Timeout for the headers of a request.
const HEADER_TIMEOUT: Duration = Duration::from_secs(5);
/// Games whose small tables are built in seconds. A folder of tables replaces those of Xiangqi.
const WITH_TABLES: [&str; 2] = ["namdinh", "xiangqi"];
/// Time for sessions to close when the program exits.
const SHUTDOWN: Duration = Duration::from_secs(2);

/// Configuration of the server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Port to listen on; 0 for any free one.
    pub port: u16,
    /// Folder of endgame tables, for exact values of Xiangqi and the tablebase service.
    pub tables: Option<PathBuf>,
    /// Whether pages of other servers may read the tablebase service.
    pub cors: bool,
    /// Whether to open the page in the browser.
    pub open: bool,
    /// Time after which an idle session may be suspended when all places are taken.
    pub idle: Duration,
    /// Whether to listen on the network; other machines need the key, which is printed as a link with its QR code.
    pub lan: bool,
}

/// State of all connections.
#[derive(Clone)]
struct Shared {
    /// Accepted `Host` headers.
    hosts: Arc<[String]>,
    /// Key that other machines must present.
    key: Arc<str>,
    /// Link that admits other machines, with `--lan`.
    link: Option<Arc<str>>,
    places: Places,
    lobby: Lobby,
    /// Tables of all sessions, as soon as they are built.
    tables: BackgroundTables,
    /// The tables of the tablebase service.
    tablebase: Tablebase,
    /// Turns true when the program exits.
    stop: watch::Receiver<bool>,
}

/// Origin of a connection.
#[derive(Clone, Copy)]
struct Peer {
    /// Whether it is this machine.
    is_local: bool,
}

/// Serves the page until Ctrl-C.
///
/// # Errors
/// When the port cannot be bound.
pub fn serve(config: &Config) -> Result<()> {
    let built = if config.tables.is_some() { 1 } else { WITH_TABLES.len() };
    let tables = BackgroundTables::new(&WITH_TABLES[..built], config.tables.as_deref())?;
    let tablebase = Tablebase::open(config.tables.as_deref(), config.cors)?;
    let fault = |error: std::io::Error| match error.kind() {
        ErrorKind::AddrInUse => Error::usage(format!(
            "port {} is in use: --port N chooses another, --port 0 any free one",
            config.port
        )),
        _ => Error::usage(format!("port {}: {error}", config.port)),
    };
    let (stopper, stop) = watch::channel(false);
    ctrlc::set_handler(move || {
        // A second Ctrl-C exits at once.
        if stopper.send_replace(true) {
            std::process::exit(130);
        }
    })
    .map_err(|error| Error::usage(format!("cannot install the interrupt handler: {error}")))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(fault)?;
    runtime.block_on(async {
        let from = if config.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
        let address = SocketAddr::from((from, config.port));
        let listener = TcpListener::bind(address).await.map_err(fault)?;
        let port = listener.local_addr().map_err(fault)?.port();
        let url = format!("http://127.0.0.1:{port}/");
        println!("Banco plays at {url} - Ctrl-C ends it");
        let key = lan::draw_key();
        let mut link = None;
        let mut names = vec!["127.0.0.1".to_owned(), "localhost".to_owned()];
        if config.lan {
            let own = lan::address()?.to_string();
            let url = format!("http://{own}:{port}/?key={key}");
            let text = lan::invitation(&url);
            // A closed standard output is not an error here.
            let _ = writeln!(std::io::stdout(), "{text}");
            names.push(own);
            link = Some(url.into());
        }
        if config.open && open::that_detached(&url).is_err() {
            eprintln!("banco: no browser opens here: visit the address above");
        }
        let hosts = names.into_iter().flat_map(|name| origin_check::hosts(name, port)).collect();
        let places = Places::new(session::MOST, config.idle);
        let shared = Shared {
            hosts,
            key: key.into(),
            link,
            places,
            lobby: Lobby::new(),
            tables: tables.clone(),
            tablebase,
            stop,
        };
        accept(&listener, shared).await;
        tables.stop();
        Ok(())
    })
}

/// Returns the programs that `--open` tries in order to show a page.
pub fn browsers() -> Vec<String> {
    let commands = open::commands("http://127.0.0.1/");
    commands.iter().map(|command| command.get_program().to_string_lossy().into_owned()).collect()
}

fn router(shared: &Shared) -> Router {
    Router::new()
        .route("/session", get(session::open))
        .route("/room", get(guests::open))
        .route("/invitation", get(lan::invite))
        .route("/guide/{name}", get(guide::text))
        .route("/records/read", post(records::read))
        .route("/records/write", post(records::write))
        .route("/tablebase/{game}", get(tablebase::one).post(tablebase::many))
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
            // A temporary shortage, for example of file descriptors.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let stop = shared.stop.clone();
        let router = router.clone().layer(Extension(Peer { is_local: peer.ip().is_loopback() }));
        connections.spawn(async move {
            let _place = place;
            serve_connection(stream, router, stop).await;
        });
        while connections.try_join_next().is_some() {}
    }
    let _ = timeout(SHUTDOWN, async { while connections.join_next().await.is_some() {} }).await;
    // Tasks of sessions outlive their upgraded connections.
    let _ = timeout(SHUTDOWN, shared.places.emptied(session::MOST as u32)).await;
}

/// Waits until the program exits.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

/// Serves one connection to its end.
async fn serve_connection(stream: TcpStream, router: Router, mut stop: watch::Receiver<bool>) {
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT);
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
