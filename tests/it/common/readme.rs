//! Commands and scripts of docs/distributed.md, for tests that run them.

use std::fs;
use std::path::{Path, PathBuf};

fn text() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/distributed.md"))
        .expect("docs/distributed.md")
}

/// Returns the shown commands that begin with this word, one a line.
pub fn commands(word: &str) -> Vec<String> {
    let text = text();
    let shown = text.lines().filter_map(|line| line.strip_prefix("    "));
    shown.filter(|line| line.split(' ').next() == Some(word)).map(str::to_owned).collect()
}

/// Writes the shown scripts into a folder: those with a name in their second line after `# `.
pub fn write_scripts(folder: &Path) -> Vec<PathBuf> {
    let text = text();
    let blocks = text.split("```bash\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default());
    let write = |block: &str| {
        let name = block.lines().nth(1).and_then(|line| line.strip_prefix("# ")).expect("the script's name");
        let path = folder.join(name);
        fs::write(&path, block).expect("a script can be written");
        path
    };
    blocks.map(write).collect()
}
