#!/usr/bin/env bash
# Hours of hostile hosts and files: for each target, a share of SECONDS_IN_ALL (an hour) of its test with ever new seeds.
# The environment variable CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true turns debug assertions on.
# usage: tests/soak.sh [SECONDS_IN_ALL] [TARGET ...]
set -euo pipefail
cd "$(dirname "$0")/.."
seconds="${1:-3600}"
shift || true
# Sessions against a model, garbage, FEN and move texts, words of commands, records, networks, tables, certificates.
targets=("${@:-protocol::model}")
if [ $# -eq 0 ]; then
    targets+=(protocol::fuzz every_game_conforms parsers::texts parsers::values parsers::lines parsers::files_of_networks
        parsers::files_of_tables parsers::files_of_certificates)
fi
cargo test --release --locked -p banco-cli --test it --no-run
for target in "${targets[@]}"; do
    end=$(($(date +%s) + seconds / ${#targets[@]})) rounds=0
    while [ "$(date +%s)" -lt "$end" ]; do
        FUZZ_SESSIONS=$((50 + RANDOM % 100)) FUZZ_SEED=$RANDOM FUZZ_CASES=$((200 + RANDOM % 2000)) \
            cargo test --release --locked -p banco-cli --test it -- --quiet --nocapture "$target" >target/soak.log 2>&1 ||
            { cat target/soak.log; exit 1; }
        rounds=$((rounds + 1))
    done
    echo "$target: $rounds rounds, no fault"
done
