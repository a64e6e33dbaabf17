"""Reads endgame tables without the program: by docs/formats.md and the numberings of the games alone.

>>> from banco.tables import Tables
>>> Tables("tables").probe("xiangqi", "3k5/9/3P5/9/9/9/9/9/9/4K4 w")    # doctest: +SKIP
Value(category='win', plies=7)
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import accumulate, chain
from mmap import ACCESS_READ, mmap
from pathlib import Path
from struct import iter_unpack, unpack_from
from typing import Any

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
    if not game.isidentifier() or find_spec(f"{__package__}.numbering.{game}") is None:
        raise TableError(f"no tables of {game}")
    numbering: Any = import_module(f"{__package__}.numbering.{game}")
    placement, side = fen.split()[:2]
    found: tuple[str, int] | None = numbering.number(placement, side == "b")
    return found
