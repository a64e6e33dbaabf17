"""Numbering of Xiangqi (docs/games/xiangqi-endings.md)."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Callable

from . import pieces_of, rank_of

NAMED = "RNCPAE"
WEIGHT = {"R": 20, "N": 9, "C": 10, "P": 4, "A": 0, "E": 0}
SAME = {"H": "N", "B": "E", "G": "A"}


def _flip(point: int) -> int:
    return (9 - point // 9) * 9 + point % 9


def _mirror(point: int) -> int:
    return point // 9 * 9 + 8 - point % 9


@lru_cache(maxsize=None)
def _home(letter: str, side: int) -> dict[int, int]:
    """Returns the points that a piece of a side can stand on, with their ranks among these; side 0 is below."""

    def is_home(point: int) -> bool:
        rank, file = divmod(_flip(point) if side else point, 9)
        if letter == "K":
            return rank <= 2 and 3 <= file <= 5
        if letter == "A":
            return (rank, file) in {(0, 3), (0, 5), (1, 4), (2, 3), (2, 5)}
        if letter == "E":
            return (rank, file) in {(0, 2), (0, 6), (2, 0), (2, 4), (2, 8), (4, 2), (4, 6)}
        if letter == "P":
            return rank >= 5 or rank >= 3 and file % 2 == 0
        return True

    return {point: i for i, point in enumerate(point for point in range(90) if is_home(point))}


@lru_cache(maxsize=None)
def _king_pairs() -> dict[tuple[int, int], int]:
    """Returns the numbers of the pairs of kings that stand for themselves and their mirror images."""
    pairs = [(a, b) for a in range(9) for b in range(9) if (a % 3, b % 3) in {(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)}]
    return {pair: i for i, pair in enumerate(pairs)}


def number(placement: str, black_moves: bool) -> tuple[str, int] | None:
    armies: list[dict[str, list[int]]] = [{}, {}]
    for letter, point in pieces_of(placement, 9):
        kind = SAME.get(letter.upper(), letter.upper())
        armies[letter.islower()].setdefault(kind, []).append(point)

    def strength(army: dict[str, list[int]]) -> tuple[int, ...]:
        counts = [len(army.get(letter, [])) for letter in NAMED]
        return (sum(WEIGHT[letter] * count for letter, count in zip(NAMED, counts)), *counts)

    is_even = strength(armies[0]) == strength(armies[1])
    black_first = black_moves if is_even else strength(armies[1]) > strength(armies[0])
    if black_first:
        armies = [{kind: [_flip(point) for point in points] for kind, points in army.items()} for army in armies[::-1]]
    if not any(armies[0].get(letter) for letter in "RNCP"):
        return None

    def counted(view: Callable[[int], int]) -> tuple[int, int] | None:
        """Returns the numbers of the kings and of the other pieces; ``None`` if the mirror image counts."""
        kings = [_home("K", side)[view(armies[side]["K"][0])] for side in (0, 1)]
        pair = _king_pairs().get((kings[0], kings[1]))
        if pair is None:
            return None
        total, stride = 0, 1
        for letter in NAMED:
            for side in (0, 1):
                points = armies[side].get(letter, [])
                home = _home(letter, side)
                total += stride * rank_of([home[view(point)] for point in points])
                stride *= comb(len(home), len(points))
        return pair * stride + total, 45 * stride

    images = [found for found in (counted(lambda point: point), counted(_mirror)) if found]
    index, size = min(images)
    if not is_even and black_moves != black_first:
        index += size
    sides = ["".join(letter * len(army.get(letter, [])) for letter in NAMED) or "-" for army in armies]
    return ".".join(sides), index
