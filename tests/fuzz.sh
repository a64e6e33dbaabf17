#!/usr/bin/env bash
# Coverage-guided fuzzing by libFuzzer of what reads foreign bytes: each target for SECONDS (60). The corpus stays in
# target/fuzz/corpus/TARGET, a failing input in target/fuzz/artifacts. Stable Rust; needs a C++ compiler.
# usage: tests/fuzz.sh [SECONDS] [TARGET ...]    a target is a file of fuzz/fuzz_targets
set -euo pipefail
cd "$(dirname "$0")/.."
seconds="${1:-60}"
shift || true
targets=("$@")
[ $# -gt 0 ] || targets=(fen moves protocol pgn xqf ccbridge dhtmlxq book network table)
target="${CARGO_TARGET_DIR:-$PWD/target}/fuzz"
host="$(rustc -vV | sed -n 's/^host: //p')"

# What `cargo fuzz` passes, without a sanitizer: the library has no unsafe code.
RUSTFLAGS="--cfg fuzzing -Cpasses=sancov-module"
for flag in level=4 inline-8bit-counters pc-table trace-compares; do
    RUSTFLAGS+=" -Cllvm-args=-sanitizer-coverage-$flag"
done
export RUSTFLAGS
build=(cargo build --release --locked --manifest-path fuzz/Cargo.toml --target "$host" --target-dir "$target")
"${build[@]}" --bin seeds "${targets[@]/#/--bin=}"
SEEDS="$target/seeds" "$target/$host/release/seeds"

for name in "${targets[@]}"; do
    mkdir -p "$target/corpus/$name" "$target/artifacts"
    flags=("-max_total_time=$seconds" -rss_limit_mb=1024 -timeout=10 -print_final_stats=1 -verbosity=0)
    [ ! -f "$target/seeds/$name.dict" ] || flags+=("-dict=$target/seeds/$name.dict")
    echo "== $name"
    "$target/$host/release/$name" "${flags[@]}" -artifact_prefix="$target/artifacts/$name-" \
        "$target/corpus/$name" "$target/seeds/$name"
done
