#!/usr/bin/env bash
# A round robin of five engines, killed twice and resumed, against one that is not: the same games and points, except those of
# MaxQi, which draws its first moves at random. Finished games outlive the kills.
# Debian: apt-get install fairymax hoichess fairy-stockfish
# usage: tests/round-robin.sh [PROGRAM]
set -euo pipefail
PATH="$PATH:/usr/games"
banco="$(realpath "${1:-$(dirname "$0")/../target/release/banco}")"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
play=("$banco" match --tournament round-robin --games 2 --each depth=2 --openings random=4 --seed 3 --maxplies 120 --resume --quiet
    --engine cmd=banco name=Banco --engine cmd=banco name=Level3 option.UCI_LimitStrength=true option.UCI_Elo=530
    --engine cmd=fairy-stockfish name=FSF --engine 'cmd=hoixiangqi --xboard' name=HoiXiangqi --engine cmd=maxqi name=MaxQi)

# games FILE: without durations; those of MaxQi, the fifth engine, have only their places.
games() {
    sed -E 's/,"times":\[[^]]*\]//; s/,"digest":[^,}]*//; /"sides":\[[0-9],4\]/s/,"fen".*//' "$1" | sort
}

"${play[@]}" --out "$folder/whole.jsonl" >"$folder/table"
for finished in 5 13; do
    "${play[@]}" --out "$folder/killed.jsonl" >/dev/null &
    until [ -e "$folder/killed.jsonl" ] && [ "$(wc -l <"$folder/killed.jsonl")" -ge "$finished" ]; do sleep 0.02; done
    kill -KILL $!
    wait $! 2>/dev/null || true
    cp "$folder/killed.jsonl" "$folder/after-$finished.jsonl"
done
"${play[@]}" --out "$folder/killed.jsonl" >"$folder/table"
for part in "$folder"/after-*.jsonl; do
    # The last line may be cut short.
    sed '$d' "$part" | grep -vxFf "$folder/killed.jsonl" && { echo "a finished game was lost"; exit 1; }
done
diff <(games "$folder/whole.jsonl") <(games "$folder/killed.jsonl")
"${play[@]}" --out "$folder/killed.jsonl" | diff "$folder/table" -
cat "$folder/table"
