"""Reads endgame tables of Xiangqi and Nam Dinh, without the program: by docs/formats.md alone.

>>> from banco.tables import Tables
>>> Tables("tables").probe("xiangqi", "3k5/9/3P5/9/9/9/9/9/9/4K4 w")    # doctest: +SKIP
Value(category='win', plies=7)
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain
from math import comb
from mmap import ACCESS_READ, mmap
from pathlib import Path
from struct import iter_unpack, unpack_from
from typing import Callable

from ._zstd import unpack

__all__ = ["Table", "TableError", "Tables", "Value", "locate"]

HEADER = 88
BLOCK = 32768
#: From here on a rule on repetition decides.
BY_REPETITION = 16384
METRICS = {"mate": (1, ""), "conversion": (2, ".dtc")}


class TableError(Exception):
    """A file that is not a sound table, a missing table, or a position that has none."""


@dataclass(frozen=True)
class Value:
    """The value of a position for the side to move, without counters and history.

    ``category`` is ``win``, ``win-by-repetition``, ``draw``, ``loss`` or ``loss-by-repetition``; ``plies`` is the
    distance, ``None`` unless the result is forced.
    """

    category: str
    plies: int | None = None


DRAW = Value("draw")


def value_of(code: int) -> Value:
    """Decodes an entry: 0 is a draw; of the others less one, odd numbers are wins."""
    if code == 0:
        return DRAW
    plies = code - 1
    result = "win" if plies % 2 else "loss"
    return Value(result + "-by-repetition") if plies >= BY_REPETITION else Value(result, plies)


class Table:
    """The table of a class in a file; blocks are read and verified when they are needed."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        with self.path.open("rb") as file:
            if file.read(HEADER)[:8] != b"BANCOTAB" or file.tell() < HEADER:
                raise TableError(f"{self.path}: not a table")
            self._bytes = mmap(file.fileno(), 0, access=ACCESS_READ)
        version, self.rules, self.numbering, self.metric = unpack_from("<4I", self._bytes, 8)
        if version != 3:
            raise TableError(f"{self.path}: a table of format {version}; `banco tables build` builds it again")
        block, self.repetition, self.entries, blocks, self.checksum = unpack_from("<2I3Q", self._bytes, 56)
        if block != BLOCK or blocks != -(-self.entries // BLOCK) or len(self._bytes) < HEADER + 12 * blocks:
            raise TableError(f"{self.path}: damaged")
        index = self._bytes[HEADER : HEADER + 12 * blocks]
        if _checksum(_checksum(0, self._bytes[: HEADER - 8]), index) != self.checksum:
            raise TableError(f"{self.path}: damaged: the checksum of its header and index is wrong")
        self.game, self.class_name = (self._text(24), self._text(40))
        self._rows = list(iter_unpack("<IQ", index))
        self._offsets = list(accumulate((length for length, _ in self._rows), initial=HEADER + len(index)))
        if self._offsets[-1] != len(self._bytes):
            raise TableError(f"{self.path}: {'cut short' if self._offsets[-1] > len(self._bytes) else 'damaged'}")
        self._planes: dict[int, bytes] = {}

    def _text(self, at: int) -> str:
        return self._bytes[at : at + 16].rstrip(b"\0").decode("ascii")

    def _packed(self, block: int) -> bytes:
        """Returns the bytes of a block, whose checksum is right."""
        packed = self._bytes[self._offsets[block] : self._offsets[block + 1]]
        if _checksum(0, packed) != self._rows[block][1]:
            raise TableError(f"{self.path}: block {block} is damaged")
        return packed

    def code(self, number: int) -> int:
        """Returns the entry of a number."""
        block, place = divmod(number, BLOCK)
        count = min(BLOCK, self.entries - block * BLOCK)
        if block not in self._planes:
            planes = unpack(self._packed(block), 2 * count)
            if len(planes) not in (count, 2 * count):
                raise TableError(f"{self.path}: block {block} is damaged")
            self._planes[block] = planes
        planes = self._planes[block]
        high = planes[count + place] if len(planes) > count else 0
        return planes[place] + 256 * high

    def is_sound(self) -> bool:
        """Returns whether the checksums of all blocks are right; that of header and index is when a table opens."""
        try:
            return all(self._packed(block) for block in range(len(self._rows)))
        except TableError:
            return False


def _checksum(total: int, piece: bytes) -> int:
    whole = len(piece) // 8
    words = (word for (word,) in iter_unpack("<Q", piece[: 8 * whole]))
    for word in chain((len(piece),), words, piece[8 * whole :]):
        total = (total ^ word) * 0x9E3779B97F4A7C15 % 2**64
        total ^= total >> 32
    return total


class Tables:
    """The tables of a folder."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self._tables: dict[str, Table] = {}

    def table(self, game: str, class_name: str, metric: str = "mate") -> Table:
        """Opens the table of a class."""
        number, infix = METRICS[metric]
        name = f"{game}-{class_name}{infix}.banco"
        if name not in self._tables:
            path = self.folder / name
            if not path.exists():
                raise TableError(f"{path}: no such table")
            table = Table(path)
            if (table.game, table.class_name, table.metric) != (game, class_name, number):
                raise TableError(f"{path}: another table than its name says")
            self._tables[name] = table
        return self._tables[name]

    def probe(self, game: str, fen: str, metric: str = "mate") -> Value:
        """Returns the value of a position."""
        place = locate(game, fen)
        if place is None:
            return DRAW
        class_name, number = place
        return value_of(self.table(game, class_name, metric).code(number))


def locate(game: str, fen: str) -> tuple[str, int] | None:
    """Returns the class of a position and its number there; ``None`` if every position of the class is drawn."""
    numberings: dict[str, Callable[[str, bool], tuple[str, int] | None]] = {"xiangqi": _xiangqi, "namdinh": _namdinh}
    if game not in numberings:
        raise TableError(f"no tables of {game}")
    placement, side = fen.split()[:2]
    return numberings[game](placement, side == "b")


def _pieces(placement: str, files: int) -> list[tuple[str, int]]:
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


def _rank(places: list[int]) -> int:
    """Returns the rank of a set among those of its size, in the combinatorial number system."""
    return sum(comb(place, i + 1) for i, place in enumerate(sorted(places)))


# Xiangqi

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


def _xiangqi(placement: str, black_moves: bool) -> tuple[str, int] | None:
    armies: list[dict[str, list[int]]] = [{}, {}]
    for letter, point in _pieces(placement, 9):
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

    def number(view: Callable[[int], int]) -> tuple[int, int] | None:
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
                total += stride * _rank([home[view(point)] for point in points])
                stride *= comb(len(home), len(points))
        return pair * stride + total, 45 * stride

    images = [found for found in (number(lambda point: point), number(_mirror)) if found]
    index, size = min(images)
    if not is_even and black_moves != black_first:
        index += size
    sides = ["".join(letter * len(army.get(letter, [])) for letter in NAMED) or "-" for army in armies]
    return ".".join(sides), index


# Nam Dinh


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


def _namdinh(placement: str, black_moves: bool) -> tuple[str, int] | None:
    pieces = _pieces(placement, 5)
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
    index = (pair * owns + _rank(own_places)) * rest + _rank(other_places)
    if len(own) < len(others):
        index += 85 * owns * rest
    return f"{max(len(own), len(others))}v{min(len(own), len(others))}", index
