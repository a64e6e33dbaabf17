#!/usr/bin/env bash
# Long jobs killed by SIGKILL at random moments and started again: they end with the files of an uninterrupted run, and
# leave no others.
# usage: tests/kill.sh [KILLS] [PROGRAM]
set -euo pipefail
kills="${1:-200}"
banco="$(realpath "${2:-$(dirname "$0")/../target/release/banco}")"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
"${banco}-lab" datagen --game xiangqi --games 60 --nodes 100 --out "$folder/games.jsonl" --quiet >"$folder/log"

# run JOB: carries out a job in the current folder.
run() {
    case $1 in
    spsa) "${banco}-lab" spsa --game xiangqi --steps 12 --nodes 60 --params razor,deeper --longest 60 --out state.json --quiet ;;
    train) "${banco}-lab" train --game xiangqi ../games.jsonl --hidden 32 --epochs 6 --out net.nnue --resume --quiet ;;
    datagen) "${banco}-lab" datagen --game xiangqi --games 40 --nodes 150 --out games.jsonl --quiet ;;
    shard) "${banco}-lab" datagen --game xiangqi --games 80 --nodes 150 --shard 1/2 --out part.jsonl --quiet ;;
    match) "$banco" match --game xiangqi --engine cmd=banco name=a --engine cmd=banco name=b --each nodes=120 \
        --games 24 --maxplies 60 --out match.jsonl --resume --quiet ;;
    tables) "$banco" tables build --game namdinh --dir . --class 2v2 --quiet ;;
    # A checkpoint holds the search so far, which depends on the interruptions.
    solve) "$banco" solve --game oanquan --option OanquanRules=modern --fen "$hard" --checkpoint check --certificate proof --quiet && rm -f check ;;
    esac >"$folder/log" 2>&1
}
hard="$(grep -v '^#' "$(dirname "$0")/../positions/oanquan/hard.epd" | head -1 | cut -d';' -f1)"

# Durations and sharing of time differ from run to run.
same() { diff -r <(cd "$1" && files) <(cd "$2" && files); }
files() {
    find . -type f ! -name '*.lock' | sort | while read -r name; do
        echo "$name $(sed -E 's/"times":\[[^]]*\]|"(seconds|digest)":[^,}]*//g' "$name" | sort | sha256sum)"
    done
}

done=0
jobs=${JOBS:-spsa train datagen shard match tables solve}
for job in $jobs; do
    mkdir "$folder/$job.whole"
    begun=$(date +%s%N)
    (cd "$folder/$job.whole" && run "$job")
    most=$((($(date +%s%N) - begun) / 1000000))
    count=0 rounds=0
    while [ "$count" -lt $((kills / $(wc -w <<<"$jobs") + 1)) ]; do
        there="$folder/$job.killed"
        rm -rf "$there" && mkdir "$there"
        for _ in 1 2 3 4; do
            (cd "$there" && run "$job") &
            sleep "$(awk "BEGIN { print $((RANDOM % (most * 9 / 10 + 20))) / 1000 }")"
            if pkill -KILL -P "$!"; then count=$((count + 1)); fi
            wait "$!" 2>/dev/null || true
        done
        (cd "$there" && run "$job") || { cat "$folder/log"; exit 1; }
        same "$folder/$job.whole" "$there" || { echo "$job differs after $count kills"; exit 1; }
        rounds=$((rounds + 1))
    done
    echo "$job: $count kills, $rounds runs, the same files ($most ms uninterrupted)"
    done=$((done + count))
done
echo "$done kills, no difference"
