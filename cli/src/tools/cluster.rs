//! `tables plan`: estimates time, memory and disk of tables on a cluster, from figures measured on small classes.
//!
//! The model: each number costs its rank a fixed time on one core and, unless it is the only one, sends a fixed number
//! of bytes through the rank's link. Each rank writes its packed entries, reads them again and writes them to their
//! place in the table. Nothing of this overlaps, and classes follow each other. The model ignores waiting for the
//! slowest rank, latency (three short messages a distance and rank pair), and reading the tables that a class converts
//! to.

use serde_json::{Value, json};

use super::output;
use banco::base::Result;
use banco::solve::retrograde::{MICROS_A_NUMBER, closure, memory_for, numbers};
use banco::traits::Indexed;

/// Classes to build, and the machines to build them on.
#[derive(Clone, Debug, clap::Args)]
pub struct Needs {
    /// The game's id.
    #[arg(long, default_value = "namdinh", ignore_case = true, value_parser = super::game_ids())]
    game: String,
    /// Class to build, with its sub-tables, such as 5,5; the whole game if not given.
    #[arg(long, visible_alias = "soldiers")]
    class: Option<String>,
    /// Number of MPI ranks.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000), help_heading = "Machines")]
    ranks: u64,
    /// Threads of each rank.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_024), help_heading = "Machines")]
    threads: u64,
    /// Bandwidth of a rank in each direction, in MB/s.
    #[arg(long, default_value_t = 1_000.0, help_heading = "Machines")]
    bandwidth: f64,
    /// Processor time of an entry, in microseconds.
    #[arg(long, default_value_t = MICROS_A_NUMBER, help_heading = "Costs measured on small classes")]
    micros: f64,
    /// Message bytes of an entry, over all distances, if every message left the rank.
    #[arg(long, default_value_t = 35.0, help_heading = "Costs measured on small classes")]
    bytes: f64,
    /// Bytes of an entry on disk.
    #[arg(long, default_value_t = 0.6, help_heading = "Costs measured on small classes")]
    packed: f64,
    /// Disk bandwidth of a rank while all others use the disk, in MB/s.
    #[arg(long, default_value_t = 500.0, help_heading = "Machines")]
    disk: f64,
}

/// Estimated cost of classes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Cost {
    numbers: u64,
    /// MiB a rank.
    memory: u64,
    /// Bytes on disk.
    packed: f64,
    /// Hours of computing, of sending, and of writing files.
    hours: [f64; 3],
}

impl Cost {
    /// Returns the cost of both, one after the other.
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
    /// Returns the game's id.
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
            "assumed: {} µs of processor time, {} bytes of messages and {} bytes on disk for each number; files written \
             and joined by all ranks at {} MB/s each; no latency, no waiting for the slowest rank",
            self.micros, self.bytes, self.packed, self.disk
        ));
        output::progress(
            "class          numbers MiB a rank   GB disk computing   sending     files     hours",
        );
        for (class, cost) in costs.iter().take(LINES) {
            let class = class.to_string();
            output::print("class", cost.json(&class), format_args!("{class:7} {}", cost.text()));
        }
        output::print("total", all.json("all"), format_args!("{:7} {}", costs.len(), all.text()));
        Ok(())
    }
}

/// Number of classes to print, the largest first.
const LINES: usize = 5;
