//! Answers about positions: what is printed, the page that shows them, and the checkpoint that keeps them.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::SolveArgs;
use crate::arena::report::{self, Shown};
use crate::jsonl::{self, Appender};
use crate::tools::output;
use banco::base::{Error, Result};
use banco::record;
use banco::solve::retrograde::{Answer, Category, Rating};

/// The answer about a position.
#[derive(Serialize, Deserialize)]
pub struct Solved {
    /// What is printed, as JSON and as text.
    pub record: Value,
    pub text: String,
    /// The verdict as text.
    pub verdict: String,
    pub line: Vec<String>,
}

impl Solved {
    pub fn print(&self) {
        output::print("forced_win", self.record.clone(), &self.text);
    }
}

/// A line of a checkpoint.
#[derive(Deserialize)]
struct Kept {
    task: String,
    solved: Solved,
}

/// The answers of an interrupted run, by position, and the file that takes the next ones.
pub struct Checkpoint {
    /// What the answers depend on, besides the position.
    task: String,
    known: BTreeMap<String, Solved>,
    file: Appender,
}

impl Checkpoint {
    pub fn open(path: &Path, args: &SolveArgs) -> Result<Checkpoint> {
        let SolveArgs { game, options, mate, nodes, movetime, shortest, all, .. } = args;
        let outputs = [&args.certificate, &args.tables];
        let task = json!([game, options, mate, nodes, movetime, shortest, all, outputs]).to_string();
        let file = Appender::open(path)?;
        let mut known = BTreeMap::new();
        jsonl::for_each_sealed(path, "solved position", |Kept { task: of, solved }| {
            if of != task {
                return Err(Error::file(path, "answers of another command"));
            }
            known.insert(solved.record["fen"].as_str().unwrap_or_default().to_owned(), solved);
            Ok(())
        })?;
        Ok(Checkpoint { task, known, file })
    }

    /// Takes the answer of an earlier run.
    pub fn take(&mut self, fen: &str) -> Option<Solved> {
        self.known.remove(fen)
    }

    pub fn add(&mut self, solved: &Solved) -> Result<()> {
        self.file.add(&json!({ "task": self.task, "solved": solved }))?;
        self.file.sync()
    }
}

/// Writes the page of `--html`.
pub fn write_page(args: &SolveArgs, game: &str, total: &str, rows: &[(String, Solved)]) -> Result<()> {
    let Some(path) = args.html.as_deref().filter(|_| !rows.is_empty()) else { return Ok(()) };
    let rules = record::rules(&args.options.join(";"));
    let title = args.file.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy());
    let title = title.as_deref().unwrap_or("Position");
    let heads = ["No.", "Position", "", "Verdict", "Plies", "By"];
    let shown = rows.iter().map(|(name, solved)| Shown {
        fen: solved.record["fen"].as_str(),
        moves: &solved.line,
        first: name,
        second: "",
        result: &solved.verdict,
        end: solved.record["by"].as_str().unwrap_or_default(),
    });
    report::write_page(path, (game, &rules), [title, total], heads, shown)
}

/// Returns the answer of the tables.
pub fn answered(answer: Answer, seconds: f64) -> Solved {
    let Answer { fen, rating: Rating { category, dtm, .. }, line, .. } = answer;
    let moves = dtm.map(|plies| plies.div_ceil(2));
    let (word, by_rule) = match category {
        Category::Win => ("win", ""),
        Category::WinByRepetition => ("win", " by forbidden repetition"),
        Category::Draw => ("draw", ""),
        Category::Loss => ("loss", ""),
        Category::LossByRepetition => ("loss", " by forbidden repetition"),
    };
    let verdict = moves.map_or_else(|| format!("{word}{by_rule}"), |moves| format!("{word} in {moves}"));
    let line = line.unwrap_or_default();
    let text = format!("{fen}: {verdict}, by tables: {}", line.join(" "));
    let text = text.trim_end_matches([':', ' ']).to_owned();
    let record = json!({
        "fen": fen, "verdict": word, "by_repetition": !by_rule.is_empty(), "moves": moves, "shortest": dtm.is_some(),
        "by": "tables", "line": line, "nodes": 0, "seconds": seconds,
    });
    Solved { record, text, verdict, line }
}
