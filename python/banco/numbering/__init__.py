"""Numberings of positions in endgame tables: one module a game, with a function ``number``.

``number(placement, black_moves)`` returns the class of a position and its number there, ``None`` if every position of the
class is drawn.
"""

from __future__ import annotations

from math import comb


def pieces_of(placement: str, files: int) -> list[tuple[str, int]]:
    """Returns the pieces with their points, numbered from the left of the lowest rank."""
    rows = placement.split("/")
    pieces = []
    for rank, row in enumerate(reversed(rows)):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                pieces.append((letter, rank * files + file))
                file += 1
    return pieces


def rank_of(places: list[int]) -> int:
    """Returns the rank of a set among those of its size, in the combinatorial number system."""
    return sum(comb(place, i + 1) for i, place in enumerate(sorted(places)))
