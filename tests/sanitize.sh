#!/usr/bin/env bash
# What is unsafe, the mapped table files, and the parsers of foreign text under AddressSanitizer. The stable compiler
# brings its runtime; RUSTC_BOOTSTRAP lets it be asked for.
set -euo pipefail
cd "$(dirname "$0")/.."
target="$(rustc -vV | sed -n 's/^host: //p')"
export RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=address" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/sanitize"
cargo test --locked --target "$target" --test it "${@:-tables::files}"
