//! Programs that do not answer.

use std::time::{Duration, Instant};

use super::{matched, text};

/// A program that speaks no protocol is blamed for that, whatever its limit, and does not hold up the match.
#[test]
fn a_program_without_a_protocol_is_refused_soon() {
    for (engine, limit) in [("cmd=cat", "movetime=100"), ("'cmd=sleep 60'", "nodes=100")] {
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
    }
}
