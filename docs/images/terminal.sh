#!/bin/sh
# Draws a session in the terminal as SVG text:
#   docs/images/terminal.sh target/release/banco > docs/images/terminal.svg
set -eu
session() {
    printf '%s\n' 'setoption name UCI_Variant value namdinh' 'position startpos moves d3c3 a5c3' d 'go depth 12' wait quit
}
{
    echo '$ banco'
    session | sed -n 's/^/> /; 1,2p'
    echo '> d'
    session | "$1" | sed -n '/^5/,/^Fen/p'
    echo '> go depth 12'
    session | "$1" | grep -E '^(info depth|bestmove)' | tail -n 6 | sed 's/ nodes.* pv / pv /; s/multipv 1 //' | cut -c1-62
} | awk '
    BEGIN { print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 560 450\" font-family=\"ui-monospace,monospace\" font-size=\"14\">"
            print "<rect width=\"560\" height=\"450\" rx=\"8\" fill=\"#1d1f24\"/><g fill=\"#d8dee9\">" }
    { gsub(/&/, "\\&amp;"); gsub(/</, "\\&lt;"); gsub(/>/, "\\&gt;"); gsub(/ /, "\\&#160;")
      printf "<text x=\"16\" y=\"%d\"%s>%s</text>\n", 30 + 18 * (NR - 1), /^(\$|&gt;)/ ? " fill=\"#8fbcbb\"" : "", $0 }
    END { print "</g></svg>" }'
