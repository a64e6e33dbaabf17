//! `serve` and `export-page`: the page in the browser.

use std::path::PathBuf;
use std::time::Duration;

use banco::base::Result;
use banco_page::export;
use serde_json::json;

use super::output;

/// Plays and analyses in the browser.
///
/// Serves the page to this machine only, unless `--lan` is given.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  banco serve --open")]
#[command(group(clap::ArgGroup::new("services").args(["tables", "cloud"]).multiple(true)))]
pub struct Serve {
    /// Port to listen on; 0 for any free one.
    #[arg(long, default_value_t = 8000)]
    port: u16,
    /// Folder of endgame tables (`banco tables`), for exact values on the page and the tablebase service.
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Answers questions to the cloud library chessdb at `/chessdb.php`, for programs of Xiangqi.
    #[arg(long)]
    cloud: bool,
    /// Opening book of the cloud (`banco book`).
    #[arg(long, value_name = "FILE", requires = "cloud")]
    book: Option<PathBuf>,
    /// Lets pages of any server read the tablebase service and the cloud.
    #[arg(long, requires = "services")]
    cors: bool,
    /// Opens the page in the browser.
    #[arg(long)]
    open: bool,
    /// Seconds after which an idle session may be suspended when all places are taken.
    #[arg(long, default_value_t = 30)]
    idle: u64,
    /// Admits devices of the same network by a link with a key, printed with its QR code.
    #[arg(long)]
    lan: bool,
}

/// Serves the page until Ctrl-C.
pub fn serve(arguments: Serve) -> Result<()> {
    let Serve { port, tables, cloud, book, cors, open, idle, lan } = arguments;
    let idle = Duration::from_secs(idle);
    banco_page::serve(&banco_page::Config { port, tables, cloud, book, cors, open, idle, lan })
}

/// Writes the page as static files, for any web host.
///
/// `make page` builds the engine for it and runs this command.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  banco export-page public/")]
pub struct ExportPage {
    /// Folder to write: a new one, an empty one, or one with an older page.
    folder: PathBuf,
    /// Folder of the engine, built by `wasm/build.sh`.
    #[arg(long, value_name = "DIR", default_value = "target/page-engine")]
    engine: PathBuf,
}

/// Writes the page and prints the number of files and bytes.
pub fn export(arguments: &ExportPage) -> Result<()> {
    let export::Exported { files, bytes } = export::write_page(&arguments.folder, &arguments.engine)?;
    let path = arguments.folder.display();
    output::print(
        "page",
        json!({ "folder": path.to_string(), "files": files, "bytes": bytes }),
        format_args!("{path}: {files} files, {} kB", bytes / 1000),
    );
    Ok(())
}
