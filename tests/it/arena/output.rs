//! What a match prints and writes for people, and programs that do not answer.

use std::time::{Duration, Instant};

use super::{executable, folder, matched, played, script, side_by_side, text};
use crate::common::report_data;

const RANDOM: &str = "--engine cmd=builtin:random name=a --engine cmd=builtin:random name=b";

#[test]
fn the_last_table_is_printed_once() {
    for (games, tables) in [(10, 1), (12, 2), (20, 2)] {
        let output = played(&format!("{RANDOM} --games {games} --maxplies 6"));
        assert_eq!(text(&output).matches("Results of ").count(), tables, "{games}: {}", text(&output));
        assert!(String::from_utf8_lossy(&output.stdout).contains(&format!("Games: {games},")));
    }
}

/// A match without a point has a bound in place of an infinite Elo, and reasons are printed whole.
#[test]
fn a_lost_match_has_a_bound_and_its_reasons() {
    let folder = folder("lost");
    let engine = script(&folder, "engine", "echo bestmove a1a9");
    let output = text(&played(&format!(
        "--engine cmd={engine} name=X --engine cmd=banco depth=1 --each tc=9 --games 2"
    )));
    assert!(output.contains("Elo: < 216.24, nElo: -\n") && !output.contains("inf,"), "{output}");
    assert!(output.contains("illegal move a1a9: ") && !output.contains('…'), "{output}");
}

/// Each option that a program does not list is named once, however many workers start it.
#[test]
fn unknown_options_of_a_program_are_named() {
    let folder = folder("options");
    let engine = script(&folder, "engine", "echo bestmove 0000");
    let banco = env!("CARGO_BIN_EXE_banco");
    let cecp = executable(
        &folder.join("cecp"),
        "#!/bin/sh\nwhile read word rest; do\ncase $word in\nprotover) echo 'feature option=\"Style -spin 1 0 9\" done=1';;\n\
         quit) exit 0;;\ngo) echo resign;;\nesac\ndone\n",
    );
    for (program, options, unknown) in [
        (format!("cmd={engine}"), "option.Hush=1 option.uci_variant=xiangqi", "Hush"),
        (format!("cmd={banco}"), "option.Hash=2 option.Hsah=2", "Hsah"),
        (
            format!("cmd={banco} 'args=--protocol ucci' proto=ucci"),
            "option.hashsize=2 option.style=2",
            "style",
        ),
        (format!("cmd={cecp} proto=cecp"), "option.Style=2 option.Styl=2", "Styl"),
    ] {
        let engines = format!("--engine {program} name=X {options} --engine cmd=banco --each depth=1");
        let output = text(&matched(&format!("{engines} --games 4 --concurrency 2 --maxplies 3")));
        let warning = format!("X: warning: it has no option {unknown}\n");
        assert_eq!(output.matches("warning").count(), 1, "{program}: {output}");
        assert!(output.contains(&warning), "{program}: {output}");
    }
}

/// The report draws the signs of Xiangqi itself: a machine need not have a font for them.
#[test]
fn the_report_has_the_outlines_of_its_signs() {
    let folder = folder("outlines");
    let html = folder.join("report.html");
    played(&format!("{RANDOM} --games 2 --maxplies 6 --html {}", html.display()));
    let data = report_data(&html);
    for man in data["board"]["men"].as_array().unwrap() {
        let sign = man["sign"].as_str().unwrap();
        assert!(data["outlines"][sign].as_str().unwrap_or("").starts_with('M'), "{sign}");
    }
}

/// A program that speaks no protocol is blamed for that, whatever its limit, and does not hold up the match.
#[test]
fn a_program_without_a_protocol_is_refused_soon() {
    side_by_side([("cmd=cat", "movetime=100"), ("'cmd=sleep 60'", "nodes=100")], |(engine, limit)| {
        let begun = Instant::now();
        let output =
            matched(&format!("--engine {engine} name=X {limit} --engine cmd=banco depth=1 --games 2"));
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(
            text(&output).contains("X: no answer to the handshakes of UCI, UCCI and CECP"),
            "{}",
            text(&output)
        );
        assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    });
}
