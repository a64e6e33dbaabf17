//! Reports on tables: their list, their wrong entries, their statistics.

use std::path::Path;

use serde_json::json;

use super::console::Console;
use crate::tools::output;
use banco::base::{Error, Result};
use banco::solve::Monitor;
use banco::solve::retrograde::{self, Metric, Mismatch, Plan, SubtableStats, Tables};
use banco::traits::Indexed;
use banco::traits::indexed::RepetitionRules;

/// Lists the tables of a folder.
pub(super) fn list<G: Indexed>(tables: &Tables<G>) -> Result<()> {
    for table in tables.list() {
        let rules = match G::repetition_rules(table.class) {
            RepetitionRules::Plain => "repetition draws",
            RepetitionRules::Full => "under all rules on repetition",
        };
        let metric = match tables.metric() {
            Metric::Mate => "",
            Metric::Conversion => ", distance to conversion",
        };
        let megabytes = table.bytes as f64 / 1e6;
        let (class, conversion) = (table.class.to_string(), tables.metric() == Metric::Conversion);
        output::print(
            "table",
            json!({
                "class": class, "numbers": table.numbers, "bytes": table.bytes, "rules": rules,
                "metric": if conversion { "conversion" } else { "mate" },
            }),
            format_args!("{class}: {} numbers, {megabytes:.1} MB, {rules}{metric}", table.numbers),
        );
    }
    Ok(())
}

/// Prints what a build takes.
pub(super) fn estimate<G: Indexed>(
    folder: &Path,
    plan: &Plan<G::Class>,
    monitor: &dyn Monitor,
) -> Result<()> {
    let estimate = retrograde::estimate::<G>(folder, plan, monitor)?;
    let classes: Vec<String> = estimate.classes.iter().map(ToString::to_string).collect();
    let (entries, memory, bytes) = (estimate.entries, estimate.memory, estimate.bytes);
    let (threads, cost) = (plan.threads, G::BUILD_COST);
    output::print(
        "estimate",
        json!({
            "classes": classes, "numbers": entries, "memory_mib": memory, "bytes": bytes,
            "processor_seconds": estimate.processor_seconds,
        }),
        format_args!(
            "{} tables to build: {}\n\
             {entries} numbers\n\
             {memory} MiB of memory at the peak, {} allowed\n\
             {:.1} MB on disk, by the ratio of large classes\n\
             {} minutes of processor time, {} with {threads} threads, by the rate of large classes and a sample ({}) on \
             this machine",
            classes.len(),
            classes.join(" "),
            plan.memory,
            bytes as f64 / 1e6,
            estimate.minutes(1),
            estimate.minutes(threads),
            cost.sample,
        ),
    );
    Ok(())
}

/// Verifies tables and prints wrong entries.
pub(super) fn verify<G: Indexed>(
    tables: &Tables<G>,
    classes: &[G::Class],
    every: u64,
    wins: usize,
    console: &Console,
) -> Result<()> {
    let mut faulty = 0;
    for &class in classes {
        let (checked, faults) = retrograde::verify(tables, class, every, console)?;
        let (played, broken) = retrograde::replay(tables, class, wins, console)?;
        console.finish();
        let class = class.to_string();
        output::print(
            "verified",
            json!({ "class": class, "checked": checked, "wrong": faults.len(), "played": played, "broken": broken.len() }),
            format_args!(
                "{class}: {checked} entries checked, {} wrong; {played} wins played out",
                faults.len()
            ),
        );
        for Mismatch { fen, stored, derived } in &faults {
            let (stored, derived) = (stored.to_string(), derived.to_string());
            output::print(
                "fault",
                json!({ "fen": fen, "stored": stored, "derived": derived }),
                format_args!("  {fen}: {stored} instead of {derived}"),
            );
        }
        for fault in &broken {
            let end = fault.outcome.map_or("no end".to_owned(), |outcome| outcome.reason.to_string());
            let (fen, promised, played) = (&fault.fen, fault.promised, fault.played);
            output::print(
                "broken",
                json!({ "fen": fen, "promised": promised, "played": played, "end": end }),
                format_args!("  {fen}: win in {promised} plies, {end} after {played}"),
            );
        }
        faulty += faults.len() + broken.len();
    }
    if faulty > 0 { Err(Error::data("the tables have wrong entries")) } else { Ok(()) }
}

/// Formats the statistics of a sub-table.
pub(super) fn describe(part: &SubtableStats) -> String {
    let share = |count: u64| 100.0 * count as f64 / part.legal.max(1) as f64;
    let mut lines = vec![
        format!("{} {}", part.class, part.part),
        format!("  placements {}, illegal {}, legal {}", part.placements, part.illegal, part.legal),
        format!("  legal up to symmetry {}", part.distinct),
    ];
    for (word, count) in [("win", part.win), ("draw", part.draw), ("loss", part.loss)] {
        lines.push(format!("  {word} {count} ({:.4} %)", share(count)));
    }
    for (word, count, chase) in [
        ("wins", part.win_by_repetition, part.win_by_chase),
        ("losses", part.loss_by_repetition, part.loss_by_chase),
    ] {
        if count > 0 {
            let of_these = format!("{chase} of them by perpetual chase");
            lines.push(format!(
                "  {word} by the rules on repetition {count} ({:.4} %), {of_these}",
                share(count)
            ));
        }
    }
    for (word, longest) in [("win", &part.longest_win), ("loss", &part.longest_loss)] {
        if let Some(longest) = longest {
            let (plies, positions, example) = (longest.plies, longest.positions, &longest.example);
            lines.push(format!("  longest {word} {plies} plies: {positions} positions, as {example}"));
        }
    }
    part.terminal.iter().for_each(|(reason, count)| lines.push(format!("  {reason} {count}")));
    lines.join("\n")
}
