//! The page of Banco: a server for the browser (`banco serve`), and its export as static files.
//!
//! The page uses the text protocol over a WebSocket, one engine for each connection, and contains no rules. The server
//! listens on 127.0.0.1 only, unless `--lan` is given; then other machines need a key (see `lan`). It answers requests
//! of its own page only (see `origin_check`). Connections, sessions, lines and the resources of searches are bounded,
//! and half-open connections are closed.

mod clock;
mod cloud;
mod connections;
mod explorer;
pub mod export;
mod guests;
mod guide;
mod home;
mod lan;
mod modules;
mod openings;
mod origin_check;
mod pace;
mod page;
pub mod pictures;
mod places;
mod plain;
mod queue;
mod records;
mod referee;
mod room;
mod session;
mod sources;
mod still;
mod tablebase;

use std::io::{ErrorKind, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::time::timeout;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

use banco::base::{Error, Result};
use banco::engine::BackgroundTables;
use banco::engine::registry::{self, Entry};
use cloud::Cloud;
use connections::accept;
use explorer::Explorer;
use guests::Lobby;
use places::Places;
pub use sources::outline;
use tablebase::Tablebase;

/// Timeout for the answer to a request, without its transfer.
const TIMEOUT: Duration = Duration::from_secs(120);
/// Time for sessions to close when the program exits.
const SHUTDOWN: Duration = Duration::from_secs(2);

/// Configuration of the server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Port to listen on; 0 for any free one.
    pub port: u16,
    /// Folder of endgame tables, for exact values of Xiangqi and the tablebase service.
    pub tables: Option<PathBuf>,
    /// Whether to answer as the cloud library chessdb does, and its opening book.
    pub cloud: bool,
    /// See [`Config::cloud`].
    pub book: Option<PathBuf>,
    /// Files and folders of games for the explorer.
    pub games: Vec<PathBuf>,
    /// Whether pages of other servers may read the tablebase service and the cloud.
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
    cloud: cloud::Handle,
    explorer: Explorer,
    /// Whether pages of other servers may read the services.
    is_open: bool,
    /// Turns true when the program exits.
    stop: watch::Receiver<bool>,
}

/// Returns whether a folder of tables replaces the small ones of a game, which are built in seconds.
fn takes_folder(game: &str) -> bool {
    game == registry::GAMES[0].id
}

/// Serves the page until Ctrl-C.
///
/// # Errors
/// When the port cannot be bound.
pub fn serve(config: &Config) -> Result<()> {
    let is_built = |game: &Entry| config.tables.is_none() || !takes_folder(game.id);
    let built: Vec<&str> = registry::games().filter(|game| is_built(game)).map(|game| game.id).collect();
    let tables = BackgroundTables::new(&built, config.tables.as_deref())?;
    let tablebase = Tablebase::open(config.tables.as_deref())?;
    let cloud = config.cloud.then(|| Cloud::open(config.book.as_deref())).transpose()?.map(Arc::new);
    let explorer = Explorer::open(&config.games)?;
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
        // The address is the first line that hosts read.
        explorer.start();
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
            cloud,
            explorer,
            is_open: config.cors,
            stop,
        };
        accept(&listener, &router(&shared), shared.stop.clone()).await;
        // Tasks of sessions outlive their upgraded connections.
        let _ = timeout(SHUTDOWN, shared.places.emptied(session::MOST as u32)).await;
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
    let service = |routes| origin_check::service(routes, shared.is_open);
    let router = Router::new()
        .route("/session", get(session::open))
        .route("/room", get(guests::open))
        .route("/invitation", get(lan::invite))
        .route("/guide/{name}", get(guide::text))
        .route("/records/read", post(records::read))
        .route("/records/write", post(records::write))
        .route(origin_check::CLOUD, service(get(cloud::answer).post(cloud::answer_form)))
        .route("/explorer/{game}", get(explorer::answer))
        .route("/explorer/pgn/{id}", get(explorer::game))
        .route("/picture/{game}", get(pictures::answer))
        .route("/tablebase/{game}", service(get(tablebase::one).post(tablebase::many)))
        .fallback(get(page::file))
        .layer(CompressionLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, TIMEOUT))
        .layer(from_fn_with_state(shared.clone(), origin_check::check));
    let add = |router: Router<Shared>, (name, value)| {
        router.layer(SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value)))
    };
    origin_check::HEADERS.into_iter().fold(router, add).with_state(shared.clone())
}

/// Waits until the program exits.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}
