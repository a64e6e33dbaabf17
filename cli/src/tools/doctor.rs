//! `doctor`: facts for a bug report: version, processor, memory, network, tables, browser, interfaces.

use std::env;
use std::path::PathBuf;

use serde_json::json;

use super::output;
use banco::base::{Error, Result};
use banco::engine::registry::games;
use banco::nnue::{Header, Network};

/// Prints what a bug report needs: version, processor, memory, network, tables, browser.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  banco doctor")]
pub struct Doctor {
    /// Folder of endgame tables to check (`banco tables`).
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

/// Graphical interfaces, and how each starts Banco.
const INTERFACES: [(&str, &str); 4] = [
    ("xboard", "xboard -variant xiangqi -fcp banco"),
    ("pychess", "Engines: add banco, protocol UCI"),
    ("cutechess", "Tools, Settings, Engines: add banco, protocol UCI"),
    ("sylvan", "Tools, Settings, Engines: add banco, protocol UCCI"),
];

/// Folders of programs that a service's search path may lack.
const MORE_FOLDERS: [&str; 2] = ["/usr/games", "/usr/local/bin"];

/// Prints all facts.
pub fn run(arguments: &Doctor) -> Result<()> {
    let print = |name: &str, value: String| {
        output::print("fact", json!({ "name": name, "value": value }), format_args!("{name:<11} {value}"));
    };
    let system = format!("{} {}", env::consts::OS, env::consts::ARCH);
    print("version", format!("banco {}, {system}", env!("CARGO_PKG_VERSION")));
    print(
        "program",
        env::current_exe().map_or_else(|error| error.to_string(), |path| path.display().to_string()),
    );
    print("processor", processor());
    let threads = std::thread::available_parallelism();
    print("threads", threads.map_or_else(|error| error.to_string(), |count| count.to_string()));
    print("memory", memory().unwrap_or_else(|| "unknown on this system".to_owned()));
    for game in games() {
        if let Some(network) = game.network() {
            let network = Network::read(network).map_err(Error::data)?;
            let Header { inputs, hidden, second, buckets, .. } = network.header();
            let shape = format!("{inputs} inputs, widths {hidden} and {second}, {buckets} buckets");
            print("network", format!("{}: {shape}", game.id));
        }
    }
    match &arguments.tables {
        None => print("tables", "not checked: --tables DIR".to_owned()),
        Some(folder) => {
            for game in games() {
                if let Some(tables) = game.tables() {
                    let (tables, faults) = tables.prober(folder)?;
                    print(
                        "tables",
                        format!("{}: {} tables, {} rejected", game.id, tables.count(), faults.len()),
                    );
                }
            }
        }
    }
    #[cfg(feature = "page")]
    {
        let found = banco_page::browsers().into_iter().find_map(|name| which(&name));
        let none = || "none found: `banco serve` prints the address to visit".to_owned();
        print("browser", found.map_or_else(none, |path| path.display().to_string()));
    }
    let found = INTERFACES.into_iter().filter(|(name, _)| which(name).is_some());
    let mut hints: Vec<String> = found.map(|(name, hint)| format!("{name}: {hint}")).collect();
    if hints.is_empty() {
        hints.push("none found: docs/guis.md lists them".to_owned());
    }
    hints.into_iter().for_each(|hint| print("interface", hint));
    Ok(())
}

/// Returns the model of the processor and those of its instructions that matter here.
fn processor() -> String {
    let model = proc_value("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown model".to_owned());
    #[cfg(target_arch = "x86_64")]
    let found = [
        ("SSE4.2", std::is_x86_feature_detected!("sse4.2")),
        ("AVX2", std::is_x86_feature_detected!("avx2")),
        ("FMA", std::is_x86_feature_detected!("fma")),
        ("BMI2", std::is_x86_feature_detected!("bmi2")),
    ];
    #[cfg(not(target_arch = "x86_64"))]
    let found = [("baseline instructions", true)];
    let names: Vec<&str> = found.into_iter().filter_map(|(name, is_here)| is_here.then_some(name)).collect();
    format!("{model}: {}", names.join(", "))
}

/// Returns total and available memory, on Linux.
fn memory() -> Option<String> {
    let megabytes = |name: &str| {
        let kilobytes: u64 = proc_value("/proc/meminfo", name)?.split(' ').next()?.parse().ok()?;
        Some(kilobytes / 1024)
    };
    Some(format!("{} MiB, {} MiB available", megabytes("MemTotal")?, megabytes("MemAvailable")?))
}

/// Returns the first value of a name in a file of lines `name: value`.
fn proc_value(file: &str, name: &str) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let mut pairs = text.lines().filter_map(|line| line.split_once(':'));
    pairs.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim().to_owned())
}

/// Returns the path of a program.
fn which(name: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH").map(|path| env::split_paths(&path).collect::<Vec<_>>());
    let folders = folders.unwrap_or_default().into_iter().chain(MORE_FOLDERS.map(PathBuf::from));
    let suffix = env::consts::EXE_SUFFIX;
    folders.map(|folder| folder.join(format!("{name}{suffix}"))).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn facts_of_the_system_are_read() {
        let text = memory().unwrap();
        let numbers: Vec<u64> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        assert!(numbers.len() == 2 && numbers[0] >= numbers[1] && numbers[1] > 0, "{text}");
        assert!(which("sh").is_some() && which("no such program").is_none());
    }
}
