"""Counts the classes of endings that games of Xiangqi reach, from files of `banco datagen`, as CSV:

    xz -dc games.jsonl.xz | python endings.py [MOST_ATTACKERS]

A class is counted once a game; `numbers` is the size of its table. Games are as long as they were played: one that was
resigned may lack its ending.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from math import comb

NAMED = "RNCPAE"
WEIGHTS = (20, 9, 10, 4, 0, 0)
POINTS = (90, 90, 90, 55, 5, 7)
BACK = "RNEAKAENR"

Army = tuple[int, ...]


def start() -> dict[str, str]:
    """Returns the pieces of the start position by their points, Black's in lower case."""
    pieces: dict[str, str] = {}
    for rank, letter_of in ((1, str.upper), (10, str.lower)):
        pieces |= {f"{file}{rank}": letter_of(letter) for file, letter in zip("abcdefghi", BACK)}
    pieces |= {f"{file}{rank}": letter for rank, letter in ((3, "C"), (8, "c")) for file in "bh"}
    pieces |= {f"{file}{rank}": letter for rank, letter in ((4, "P"), (7, "p")) for file in "acegi"}
    return pieces


def ends(move: str) -> tuple[str, str]:
    """Splits a move such as h10g8."""
    at = next(i for i in range(1, len(move)) if move[i].isalpha())
    return move[:at], move[at:]


def classes(moves: list[str]) -> set[tuple[Army, Army]]:
    """Returns the classes of a game, the stronger side first."""
    pieces, found = start(), set()
    counts = [[sum(letter == wanted for letter in pieces.values()) for wanted in named] for named in (NAMED, "rncpae")]
    for move in moves:
        origin, target = ends(move)
        taken = pieces.get(target)
        pieces[target] = pieces.pop(origin)
        if taken and taken not in "Kk":
            counts[taken.islower()][NAMED.index(taken.upper())] -= 1
            armies = [tuple(army) for army in counts]
            armies.sort(key=lambda army: (sum(w * n for w, n in zip(WEIGHTS, army)), army), reverse=True)
            found.add((armies[0], armies[1]))
    return found


def main() -> None:
    """Reads games from standard input and prints the classes, the most frequent first."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    games, reached = 0, Counter[tuple[Army, Army]]()
    for line in sys.stdin:
        game = json.loads(line)
        if game["game"] == "xiangqi" and "start" not in game:
            games += 1
            reached.update(pair for pair in classes(game["moves"]) if 0 < sum(pair[0][:4]) + sum(pair[1][:4]) <= most)
    print("class,games,per_cent,numbers")
    for (first, second), count in sorted(reached.items(), key=lambda item: (-item[1], item[0])):
        name = ".".join("".join(c * n for c, n in zip(NAMED, army)) or "-" for army in (first, second))
        numbers = 45 * (1 if first == second else 2)
        for army in (first, second):
            for points, count_of in zip(POINTS, army):
                numbers *= comb(points, count_of)
        print(f"{name},{count},{100 * count / games:.3f},{numbers}")


if __name__ == "__main__":
    main()
