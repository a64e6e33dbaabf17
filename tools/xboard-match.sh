#!/bin/sh
# Plays games in the real XBoard on a screen that nobody sees. From the root of the repository, after
# `cargo build --release`:
#
#   tools/xboard-match.sh [GAMES [OPPONENT [FILE]]]
#
# OPPONENT is a command that speaks CECP with Xiangqi; FILE gets the games as PGN (outside the repository, please).
# SECONDS_EACH is the clock of each side for the game. SHOT=FILE.png takes a picture after SHOT_AFTER seconds
# (with ImageMagick's `import`).
# Debian: apt-get install xboard xvfb hoichess fairymax fairy-stockfish
set -eu
PATH="$PATH:/usr/games"
banco="${BANCO:-target/release/banco} --protocol xboard"
games="${1:-2}"
opponent="${2:-hoixiangqi --xboard}"
file="${3:-/tmp/xboard-match.pgn}"
rm -f "$file"

play() {
    if [ -n "${SHOT:-}" ]; then
        (sleep "${SHOT_AFTER:-15}" && import -window root "$SHOT") &
    fi
    # Without pondering, for the two share a machine; without windows that wait for somebody to click them away.
    exec xboard -variant xiangqi -fcp "$banco" -scp "$opponent" -mode TwoMachines \
        -matchGames "$games" -saveGameFile "$file" -tc "0:${SECONDS_EACH:-20}" -inc 0 \
        -xponder -xexit -xpopup -debugfile "$file.debug" -debug
}

if [ "${XBOARD_INSIDE:-}" = yes ]; then
    play
else
    XBOARD_INSIDE=yes xvfb-run -a -s "-screen 0 1024x768x24" "$0" "$games" "$opponent" "$file"
    grep -E '^\[(White|Black|Result) |\{[A-Z]' "$file" || cat "$file"
fi
