#!/usr/bin/env bash
# The parsers of foreign files and texts, the C code of zstd behind them included, under AddressSanitizer. The stable compiler
# brings its runtime; RUSTC_BOOTSTRAP enables the option.
set -euo pipefail
cd "$(dirname "$0")/.."
target="$(rustc -vV | sed -n 's/^host: //p')"
export RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=address" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/sanitize"
cargo test --locked --target "$target" --test it -- "${@:-conformance::parsers}"
