#!/usr/bin/env bash
# An hour of hostile hosts (or SECONDS_IN_ALL): the fuzz tests, the model of the conversation and every parser with many
# more sessions and cases, again and again.
# usage: tests/soak.sh [SECONDS_IN_ALL]
set -euo pipefail
cd "$(dirname "$0")/.."
end=$(($(date +%s) + ${1:-3600}))
cargo test --release --locked --test it --no-run
rounds=0
while [ "$(date +%s)" -lt "$end" ]; do
    FUZZ_SESSIONS=$((50 + RANDOM % 100)) FUZZ_CASES=$((2000 + RANDOM)) \
        cargo test --release --locked --test it -- --quiet protocol::fuzz protocol::model conformance::parsers texts
    rounds=$((rounds + 1))
done
echo "$rounds rounds, no fault"
