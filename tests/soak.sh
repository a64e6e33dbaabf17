#!/usr/bin/env bash
# Hours of hostile hosts and files: for each target, a share of SECONDS_IN_ALL (an hour) of its test with ever new seeds.
# The environment variable CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true turns debug assertions on.
# usage: tests/soak.sh [SECONDS_IN_ALL] [TARGET ...]    a target is a filter of tests, `room` (messages of pages), or `links`
set -euo pipefail
cd "$(dirname "$0")/.."
seconds="${1:-3600}"
shift || true
# Sessions against a model, garbage, FEN and move texts, words of commands, records, networks, tables, certificates.
targets=("$@")
if [ $# -eq 0 ]; then
    targets=(protocol::model protocol::fuzz every_game_conforms parsers::texts parsers::values parsers::lines parsers::files_of_networks
        parsers::files_of_tables parsers::files_of_certificates room)
    if [ -d page/node_modules ]; then targets+=(links); else echo "links left out: npm install --prefix page"; fi
fi

# try TARGET: one round of it.
try() {
    case $1 in
    room) cargo test --release --locked -p banco-page --lib -- --quiet room ;;
    links) (cd page && npx playwright test --project page --grep "links run nothing") ;;
    *) cargo test --release --locked -p banco-cli --test it -- --quiet --nocapture "$1" ;;
    esac
}

cargo test --release --locked -p banco-cli --test it --no-run
cargo test --release --locked -p banco-page --lib --no-run
cargo build --release --locked
log="${CARGO_TARGET_DIR:-target}/soak.log"
for target in "${targets[@]}"; do
    end=$(($(date +%s) + seconds / ${#targets[@]})) rounds=0 lines=0
    while [ "$(date +%s)" -lt "$end" ]; do
        cases=$((200 + RANDOM % 2000))
        FUZZ_SESSIONS=$((50 + RANDOM % 100)) FUZZ_SEED=$RANDOM FUZZ_CASES=$cases PROPTEST_CASES=$cases try "$target" >"$log" 2>&1 ||
            { cat "$log"; exit 1; }
        lines=$((lines + $(awk '/^(uci|ucci|cecp): [0-9]+ lines$/ { sum += $2 } END { print sum + 0 }' "$log")))
        rounds=$((rounds + 1))
    done
    echo "$target: $rounds rounds, no fault$([ "$lines" -eq 0 ] || echo ", $lines lines against the model")"
done
