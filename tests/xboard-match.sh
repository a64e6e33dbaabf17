#!/bin/sh
# Plays games in the real XBoard on a virtual screen. From the root of the repository, after
# `cargo build --release`:
#
#   tests/xboard-match.sh [GAMES [OPPONENT [FILE]]]
#
# OPPONENT is a command that speaks CECP, or `banco` for the program itself; FILE gets the games as PGN, FILE.debug the
# protocol log. BRIDGE="uci2wb -c" puts UCI2WB in between, with Banco as an engine of UCI. VARIANT=namdinh plays Nam Dinh in
# place of Xiangqi, whose rules XBoard leaves to the engines.
# POSITION is the FEN of a position that XBoard sets up. REPEAT=d4e4,e4d4 in place of OPPONENT is a Red that plays these moves
# over and over: XBoard has to end the game as lost for it, by perpetual check or chase, without a claim of Banco's.
# SECONDS_EACH is the clock of each side for the game. SHOT=FILE.xwd takes a picture of the screen after SHOT_AFTER
# seconds, as an X window dump. Fails unless all games are finished without illegal moves, false claims and exits.
# Debian: apt-get install xboard uci2wb xvfb hoichess fairymax fairy-stockfish
set -eu
# The program of REPEAT, which answers each move by its next one.
if [ "${1:-}" = --repeat ]; then
    moves=
    while read -r word _; do
        case $word in
        protover) echo 'feature setboard=1 usermove=1 sigint=0 sigterm=0 colors=0 variants="xiangqi" myname="Repeater" done=1' ;;
        go | usermove)
            [ -n "$moves" ] || moves="$(echo "$2" | tr , ' ') "
            echo "move ${moves%% *}"
            moves=${moves#* }
            ;;
        quit) exit 0 ;;
        esac
    done
    exit 0
fi
PATH="$PATH:/usr/games"
banco="${BANCO:-target/release/banco}"
if [ -n "${BRIDGE:-}" ]; then banco="$BRIDGE $banco"; else banco="$banco --protocol xboard"; fi
games="${1:-2}"
opponent="${2:-hoixiangqi --xboard}"
file="${3:-/tmp/xboard-match.pgn}"
variant=${VARIANT:-xiangqi}
set -- -testLegality true -ruleMoves 51
[ "$opponent" != banco ] || opponent=$banco
# XBoard has no rules of Nam Dinh, and must not end games that the rules continue.
[ "$variant" != namdinh ] || set -- -testLegality false -ruleMoves 1000
# Red is the first program.
first=$banco
if [ -n "${REPEAT:-}" ]; then
    first="sh $0 --repeat $REPEAT" opponent=$banco games=1
fi
screen=$(mktemp -d)
trap 'rm -rf "$screen"' EXIT
rm -f "$file"
if [ -n "${POSITION:-}" ]; then
    echo "$POSITION" >"$screen/position.fen"
    set -- "$@" -loadPositionFile "$screen/position.fen"
fi

if [ -n "${SHOT:-}" ]; then
    (sleep "${SHOT_AFTER:-15}" && cp "$screen/Xvfb_screen0" "$SHOT") &
fi
# Without pondering, since the two share a machine; without modal windows. What XBoard saved for its user does not
# count, and nothing is saved.
xvfb-run -a -s "-screen 0 1024x768x24 -fbdir $screen" \
    xboard -variant "$variant" "$@" -fcp "$first" -scp "$opponent" -mode TwoMachines \
    -saveSettingsOnExit false -matchGames "$games" -saveGameFile "$file" -tc "0:${SECONDS_EACH:-20}" -inc 0 \
    -soundProgram "" -xponder -xexit -xpopup -debugfile "$file.debug" -debug
grep -E '^\[(White|Black|Result) |^\{[A-Za-z]' "$file"

finished=$(grep -cE '^\[Result "(1-0|0-1|1/2-1/2)"' "$file" || true)
faults=$(grep -ciE '^\{.*(illegal|false|exit|disconnect|hung|crash)' "$file" || true)
echo "$finished of $games games finished, $faults faults"
[ -z "${REPEAT:-}" ] || grep -qi '^{.*perpetual.*} 0-1' "$file"
[ -z "${POSITION:-}" ] || grep -qF "[FEN \"${POSITION%% *} " "$file"
[ "$finished" -eq "$games" ] && [ "$faults" -eq 0 ]
