//! `serve` and `export-page`: the page in the browser; `picture`, drawn as the page draws.

use std::ffi::OsStr;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use banco::base::{Error, Result, files};
use banco::record::{self, Boards, ReadOptions};
use banco_page::export;
use banco_page::pictures::{Format, Picture};
use serde_json::json;

use super::output;
use crate::games;

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
    /// File or folder of games, in any format of `banco convert`, for the explorer of the page; may be repeated.
    #[arg(long, value_name = "PATH")]
    games: Vec<PathBuf>,
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
    let Serve { port, tables, cloud, book, games, cors, open, idle, lan } = arguments;
    let idle = Duration::from_secs(idle);
    banco_page::serve(&banco_page::Config { port, tables, cloud, book, games, cors, open, idle, lan })
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

/// Draws a position, or a game move by move, as SVG, PNG or GIF
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  banco picture --moves h3e3 --out opening.png\n  banco picture game.pgn --seconds 1 --out game.gif"
)]
pub struct Draw {
    /// File of games in any format, of which the first one is drawn.
    #[arg(conflicts_with_all = ["fen", "moves", "options"])]
    file: Option<PathBuf>,
    /// The game's id.
    #[arg(long, default_value = "xiangqi", ignore_case = true, value_parser = super::game_ids())]
    game: String,
    /// Position; the start if not given.
    #[arg(long)]
    fen: Option<String>,
    /// Moves from the position, in the protocol's form.
    #[arg(long, default_value = "")]
    moves: String,
    /// Option of the game's rules, NAME=VALUE; may be repeated.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Seconds for each position of a moving picture; otherwise the last position is drawn.
    #[arg(long)]
    seconds: Option<f32>,
    /// Format of the picture, by default the one that the new file's name ends with, else svg; a gif moves.
    #[arg(long, value_parser = Format::NAMES, ignore_case = true)]
    format: Option<String>,
    /// Pixels across in a png or gif, 640 if not given.
    #[arg(long, value_name = "PIXELS")]
    width: Option<u32>,
    /// The new file; standard output if not given.
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Draws.
pub fn draw(arguments: Draw) -> Result<()> {
    let Draw { file, game, fen, moves, options, seconds, format, width, out } = arguments;
    files::check_outputs(file.as_slice(), out.as_deref())?;
    let end = out.as_deref().and_then(Path::extension).and_then(OsStr::to_str);
    let format = format.as_deref().or(end).and_then(Format::find).unwrap_or_default();
    let (game, rules, fen, moves) = match &file {
        None => {
            let moves = moves.split_whitespace().map(str::to_owned).collect();
            (game, record::rules(&options.join(";")), fen, moves)
        }
        Some(path) => {
            let (mut first, options) = (None, ReadOptions { game: Some(&game), ..ReadOptions::default() });
            games::visit(path, &options, &mut Boards::default(), &mut |game| {
                first = Some(game);
                ControlFlow::Break(())
            })?;
            let first = first.ok_or_else(|| Error::file(path, "no game"))?;
            let moves = first.tree.moves().iter().map(ToString::to_string).collect();
            (first.game, first.rules, first.setup, moves)
        }
    };
    let drawn = Picture { game, rules, fen, moves, seconds, format, width }.draw()?;
    let Some(path) = out else {
        output::write_bytes(&drawn);
        return Ok(());
    };
    files::replace(&path, &drawn)?;
    output::print(
        "picture",
        json!({ "file": path.to_string_lossy(), "bytes": drawn.len() }),
        format_args!("{}: {} kB", path.display(), drawn.len() / 1000),
    );
    Ok(())
}
