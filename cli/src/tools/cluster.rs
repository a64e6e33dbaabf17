//! `tables plan`: what classes of any size would take on a cluster, from figures measured on small ones.
//!
//! The model: each number costs its rank a fixed time on one core and, unless it is the only one, sends a fixed number
//! of bytes through the rank's link; each rank writes what it has packed, reads it again and writes it to its place in the
//! table; nothing of this is assumed to overlap; classes follow each other. What it leaves out: waiting for the slowest rank,
//! latency (three short messages a distance and rank pair), and reading the tables that a class converts to.

use serde_json::{Value, json};

use super::output;
use banco::base::Result;
use banco::solve::retrograde::{MICROS_A_NUMBER, closure, memory_for, numbers};
use banco::traits::Indexed;

/// Which classes, on what machines.
#[derive(Clone, Debug, clap::Args)]
pub struct Needs {
    /// The game's id.
    #[arg(long, default_value = "namdinh", ignore_case = true, value_parser = super::game_ids())]
    game: String,
    /// A class with all that it rests on, such as 5,5; the whole game if not given.
    #[arg(long, visible_alias = "soldiers")]
    class: Option<String>,
    /// The number of ranks.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    ranks: u64,
    /// Threads of each rank.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_024))]
    threads: u64,
    /// What a rank can send at the same time as it receives, in MB/s.
    #[arg(long, default_value_t = 1_000.0)]
    bandwidth: f64,
    /// Microseconds of processor time that a number takes.
    #[arg(long, default_value_t = MICROS_A_NUMBER)]
    micros: f64,
    /// Bytes of messages that a number sends, over all distances, were no message for the rank itself.
    #[arg(long, default_value_t = 35.0)]
    bytes: f64,
    /// Bytes on disk that a number takes.
    #[arg(long, default_value_t = 0.6)]
    packed: f64,
    /// What a rank can read or write while all others do, in MB/s.
    #[arg(long, default_value_t = 500.0)]
    disk: f64,
}

/// What classes take.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Cost {
    numbers: u64,
    /// MiB a rank.
    memory: u64,
    /// Bytes on disk.
    packed: f64,
    /// Hours of computing, of sending, and of making files.
    hours: [f64; 3],
}

impl Cost {
    /// As both are done one after the other.
    fn after(self, other: Cost) -> Cost {
        Cost {
            numbers: self.numbers + other.numbers,
            memory: self.memory.max(other.memory),
            packed: self.packed + other.packed,
            hours: [0, 1, 2].map(|i| self.hours[i] + other.hours[i]),
        }
    }

    fn json(&self, class: &str) -> Value {
        let [computing, sending, files] = self.hours;
        let hours = json!({ "computing": computing, "sending": sending, "files": files });
        json!({ "class": class, "numbers": self.numbers, "memory": self.memory, "bytes": self.packed, "hours": hours })
    }

    fn text(&self) -> String {
        let [computing, sending, files] = self.hours.map(|hours| format!("{hours:>9.2}"));
        let (total, packed) = (self.hours.iter().sum::<f64>(), self.packed / 1e9);
        let Cost { numbers, memory, .. } = self;
        format!("{numbers:>14} {memory:>10} {packed:>9.1} {computing} {sending} {files} {total:>9.2}")
    }
}

impl Needs {
    /// The game's id.
    pub fn game(&self) -> &str {
        &self.game
    }

    fn cost<G: Indexed>(&self, class: G::Class) -> Cost {
        let each = numbers::<G>(class) as f64 / self.ranks as f64;
        let abroad = 1.0 - 1.0 / self.ranks as f64;
        let computing = each * self.micros / 1e6 / self.threads as f64;
        let sending = each * self.bytes * abroad / (self.bandwidth * 1e6);
        let packed = numbers::<G>(class) as f64 * self.packed;
        let files = 3.0 * packed / self.ranks as f64 / (self.disk * 1e6);
        Cost {
            numbers: numbers::<G>(class),
            memory: memory_for::<G>(class, self.ranks),
            packed,
            hours: [computing, sending, files].map(|seconds| seconds / 3600.0),
        }
    }

    /// Prints the estimate: the largest classes, and all of them.
    ///
    /// # Errors
    /// When there is no such class.
    pub fn print<G: Indexed>(&self) -> Result<()> {
        let classes = match &self.class {
            Some(text) => closure::<G>([G::parse_class(text)?]),
            None => G::classes(u32::MAX),
        };
        let mut costs: Vec<_> = classes.iter().map(|&class| (class, self.cost::<G>(class))).collect();
        let all = costs.iter().fold(Cost::default(), |all, (_, cost)| all.after(*cost));
        costs.sort_by_key(|(_, cost)| std::cmp::Reverse(cost.numbers));
        output::progress(format_args!(
            "{} ranks of {} threads, {} MB/s each",
            self.ranks, self.threads, self.bandwidth
        ));
        output::progress(format_args!(
            "assumed: {} µs of processor time, {} bytes of messages and {} bytes on disk a number; files written and \
             joined by all ranks at {} MB/s each; no latency, no waiting for the slowest",
            self.micros, self.bytes, self.packed, self.disk
        ));
        output::progress(
            "class          numbers MiB a rank   GB disk computing   sending     files     hours",
        );
        for (class, cost) in costs.iter().take(LINES) {
            let class = class.to_string();
            output::say("class", cost.json(&class), format_args!("{class:7} {}", cost.text()));
        }
        output::say("total", all.json("all"), format_args!("{:7} {}", costs.len(), all.text()));
        Ok(())
    }
}

/// The largest classes are printed, so many.
const LINES: usize = 5;
