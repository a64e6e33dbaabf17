//! Joins the scripts of `<banco-board>` with those of the page that they import, and adds the style sheets, the texts
//! and the list of games, which it prints.
//!
//! usage: join FOLDER

use std::io;
use std::path::Path;
use std::{env, fs, process};

#[path = "../../../src/modules.rs"]
mod modules;

/// The folders with scripts and their prefixes in imports; of equal names the first counts.
const FOLDERS: [(&str, &str); 3] = [("element/js", ""), ("assets", ""), ("../wasm/js", "engine/")];
/// The ids of the games.
const GAMES: &str = env!("GAMES");
/// The script of the element, in the place of the page's first one, and the file that it becomes.
const START: [&str; 3] = ["element.js", "app.js", "banco-board.js"];

fn main() {
    let Some(folder) = env::args().nth(1) else {
        eprintln!("join: a folder for the scripts expected");
        process::exit(2);
    };
    let write = |(name, text): (String, String)| fs::write(Path::new(&folder).join(name), text);
    if let Err(error) = joined().and_then(|files| files.into_iter().try_for_each(write)) {
        eprintln!("join: {folder}: {error}");
        process::exit(1);
    }
    println!("{GAMES}");
}

/// Returns the scripts.
fn joined() -> io::Result<Vec<(String, String)>> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |name: &str| fs::read_to_string(page.join(name));
    let mut sources: Vec<(String, String)> = Vec::new();
    for (folder, prefix) in FOLDERS {
        for entry in fs::read_dir(page.join(folder))? {
            let path = entry?.path();
            let name = format!("{prefix}{}", path.file_name().unwrap_or_default().to_string_lossy());
            if name.ends_with(".js") && name != START[1] && sources.iter().all(|known| known.0 != name) {
                let text = uncommented(&fs::read_to_string(path)?).replace("\"../../assets/", "\"./");
                sources.push((if name == START[0] { START[1].to_owned() } else { name }, text));
            }
        }
    }
    // The colours of seats stand in the page's own sheet.
    let seats: String = read("assets/page.css")?.lines().filter(|line| line.contains("--seat:")).collect();
    let style = uncommented(&(seats + &read("assets/board.css")? + &read("element/js/element.css")?));
    let style = style.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let games: Vec<&str> = GAMES.split(' ').collect();
    let known = format!("export const style = `{style}`;\nexport const games = {games:?};\n");
    let assets = |texts: &str| format!("{known}export const catalogues = {{ {texts} }};\n");
    // Without the texts first: they are those that the scripts name.
    let scripts: String = files(&sources, assets("")).into_iter().map(|(_, text)| text).collect();
    let texts = |language| {
        Ok(format!("{language}: {{ {} }}", used(&read(&format!("assets/{language}.json"))?, &scripts)))
    };
    let texts: io::Result<Vec<String>> = ["en", "vi"].into_iter().map(texts).collect();
    Ok(files(&sources, assets(&texts?.join(", "))))
}

/// Returns the file that starts, and those that it loads later, of scripts and the texts and styles.
fn files(sources: &[(String, String)], assets: String) -> Vec<(String, String)> {
    let pairs = sources.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    let all: Vec<modules::Source> = pairs.chain([("assets.js", assets.as_str())]).collect();
    let joined = modules::join(&all);
    let start = joined.iter().find(|file| file.0 == START[1]).map_or("", |file| &file.1);
    let is_part = |name: &str| name == START[1] || start.contains(&format!("await import(\"./{name}\")"));
    let renamed = |text: &str| text.replace(START[1], START[2]);
    joined
        .iter()
        .filter(|(name, _)| is_part(name))
        .map(|(name, text)| (renamed(name), renamed(text)))
        .collect()
}

/// Returns a text without comments between strokes and stars.
fn uncommented(text: &str) -> String {
    let mut parts = text.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |code, part| {
        code + part.split_once("*/").map_or("", |(_, rest)| rest.trim_start_matches(' '))
    })
}

/// Returns the lines of a catalogue whose keys stand in scripts.
fn used(catalogue: &str, scripts: &str) -> String {
    let is_used =
        |line: &&str| line.split_once(':').is_some_and(|(key, _)| key.len() > 2 && scripts.contains(key));
    let lines: Vec<&str> = catalogue.lines().map(|line| line.trim().trim_end_matches(',')).collect();
    lines.iter().filter(|line| is_used(line)).copied().collect::<Vec<_>>().join(", ")
}
