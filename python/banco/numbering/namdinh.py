"""Numbering of Nam Dinh (docs/games/namdinh.md)."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from . import pieces_of, rank_of


@lru_cache(maxsize=None)
def _symmetries() -> list[list[int]]:
    """Returns the images of the 25 points under the eight symmetries of the square."""
    images = []
    for turn in range(8):
        image = []
        for point in range(25):
            rank, file = divmod(point, 5)
            for _ in range(turn % 4):
                rank, file = file, 4 - rank
            image.append(rank * 5 + (4 - file if turn >= 4 else file))
        images.append(image)
    return images


@lru_cache(maxsize=None)
def _least_pairs() -> dict[tuple[int, int], int]:
    """Returns the numbers of the pairs of kings that are the least of their images."""

    def is_least(a: int, b: int) -> bool:
        return all((a, b) <= (image[a], image[b]) for image in _symmetries())

    pairs = [(a, b) for a in range(25) for b in range(25) if a != b and is_least(a, b)]
    return {pair: i for i, pair in enumerate(pairs)}


def number(placement: str, black_moves: bool) -> tuple[str, int] | None:
    pieces = pieces_of(placement, 5)
    letters = ("k", "s", "K", "S") if black_moves else ("K", "S", "k", "s")
    king, own, other_king, others = ([point for letter, point in pieces if letter == wanted] for wanted in letters)
    if max(len(own), len(others)) <= 1:
        return None
    kings = (king[0], other_king[0])
    images = []
    for image in _symmetries():
        pair = _least_pairs().get((image[kings[0]], image[kings[1]]))
        if pair is not None:
            sets = [[image[point] for point in points] for points in (own, others)]
            masks = tuple(sum(1 << point for point in points) for points in sets)
            images.append((masks, pair, sets, image))
    _, pair, (own, others), image = min(images, key=lambda found: found[0])
    taken = [image[point] for point in kings]
    own_places = [point - sum(other < point for other in taken) for point in own]
    taken += own
    other_places = [point - sum(other < point for other in taken) for point in others]
    owns, rest = comb(23, len(own)), comb(23 - len(own), len(others))
    index = (pair * owns + rank_of(own_places)) * rest + rank_of(other_places)
    if len(own) < len(others):
        index += 85 * owns * rest
    return f"{max(len(own), len(others))}v{min(len(own), len(others))}", index
