"""Files of games, read by the program: PGN, XQF, CBR, CBL, DhtmlXQ, WXF and move lists, in any encoding.

>>> import banco
>>> for game in banco.read("games.cbl"):  # doctest: +SKIP
...     print(game.tags.get("Red"), game.result, game.moves[:2])
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Optional

from ._program import Error, find_program


@dataclass(frozen=True)
class Note:
    """What was odd in a game: ``loss`` is ``none``, ``detail``, ``cut`` or ``skipped``."""

    line: int
    number: int
    code: str
    sentence: str
    loss: str


@dataclass(frozen=True)
class Game:
    """A game of a file; ``tree`` has all of its positions, see docs/records.md."""

    game: str
    rules: dict[str, str]
    setup: Optional[str]
    tags: dict[str, str]
    result: str
    tree: list[dict[str, Any]]
    notes: list[Note]

    @property
    def moves(self) -> list[str]:
        """The main line."""
        first: dict[int, int] = {}
        for i, node in enumerate(self.tree[1:], 1):
            first.setdefault(node["parent"], i)
        moves, at = [], first.get(0)
        while at is not None:
            moves.append(self.tree[at]["text"])
            at = first.get(at)
        return moves


def read(path: str | os.PathLike[str], encoding: Optional[str] = None) -> Iterator[Game]:
    """Yields the games of a file or of all files in a folder."""
    command = [find_program(), "convert", "--to", "json", "--quiet", os.fspath(path)]
    command += ["--encoding", encoding] if encoding else []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as program:
        assert program.stdout and program.stderr
        for line in program.stdout:
            yield _game(json.loads(line))
        why = program.stderr.read().strip()
        if program.wait() != 0:
            raise Error(why.removeprefix("banco: "))


def _game(value: dict[str, Any]) -> Game:
    notes = [Note(*(note[name] for name in ("line", "number", "code", "sentence", "loss"))) for note in value["notes"]]
    rules, tags = dict(value["rules"]), dict(value["tags"])
    return Game(value["game"], rules, value["setup"], tags, value["result"], value["tree"]["nodes"], notes)
