//! `serve` and `export-page`: the page in the browser.

use std::path::PathBuf;
use std::time::Duration;

use banco::base::Result;
use banco_page::export;
use serde_json::json;

use super::output;

/// Plays and analyses in the browser: a page for this machine alone.
#[derive(Debug, clap::Args)]
pub struct Serve {
    /// The port to listen on; 0 for any that is free.
    #[arg(long, default_value_t = 8000)]
    port: u16,
    /// A folder with endgame tables of Xiangqi (`banco tables`), for the page's exact answers.
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Opens the page in the browser.
    #[arg(long)]
    open: bool,
    /// When all places are taken, a session that has been quiet for so many seconds may go to sleep.
    #[arg(long, default_value_t = 30)]
    idle: u64,
    /// Lets others in the same network in, by a link with a key, which is printed with its QR code.
    #[arg(long)]
    lan: bool,
}

/// Serves the page until Ctrl-C.
///
/// # Errors
/// When the port cannot be bound.
pub fn serve(arguments: Serve) -> Result<()> {
    let Serve { port, tables, open, idle, lan } = arguments;
    banco_page::serve(&banco_page::Config { port, tables, open, idle: Duration::from_secs(idle), lan })
}

/// Writes the page as static files, for any web host: `make page` does so.
#[derive(Debug, clap::Args)]
pub struct ExportPage {
    /// The folder to write: a new one, an empty one, or one with an older page.
    folder: PathBuf,
    /// The folder with the engine, as `wasm/build.sh` builds it.
    #[arg(long, value_name = "DIR", default_value = "target/page-engine")]
    engine: PathBuf,
}

/// Writes the page and prints what was written.
///
/// # Errors
/// When there is no engine, the folder holds something else, or a file cannot be written.
pub fn export(arguments: &ExportPage) -> Result<()> {
    let export::Exported { files, bytes } = export::write_page(&arguments.folder, &arguments.engine)?;
    let path = arguments.folder.display();
    output::say(
        "page",
        json!({ "folder": path.to_string(), "files": files, "bytes": bytes }),
        format_args!("{path}: {files} files, {} kB", bytes / 1000),
    );
    Ok(())
}
