"""The reader of tables against the program that wrote them."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path

import pytest

from banco import find_program
from banco.tables import Table, TableError, Tables, Value, locate

try:
    import compression.zstd  # noqa: F401
except ImportError:
    pytest.importorskip("zstandard")

CLASSES = {"xiangqi": ["N.P", "R.AE"], "namdinh": ["2,2", "3,1"]}
HOMES = {"A": "d1 f1 e2 d3 f3", "E": "c1 g1 a3 e3 i3 c5 g5", "K": "d1 e1 f1 d2 e2 f2 d3 e3 f3"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    for game, classes in CLASSES.items():
        for metric in ("mate", "conversion"):
            words = [word for name in classes for word in ("--class", name)]
            command = [find_program(), "tables", "build", "--game", game, "--dir", str(folder), "--metric", metric]
            subprocess.run([*command, *words, "--quiet"], check=True, stdout=subprocess.DEVNULL)
    return folder


def point(name: str) -> int:
    return (int(name[1:]) - 1) * 9 + ord(name[0]) - ord("a")


def scatter(game: str, name: str, draw: random.Random) -> str:
    """Returns the text of a random placement of a class, which may be illegal; either colour may be the stronger."""
    letters: list[tuple[str, int]]
    if game == "namdinh":
        own, other = name.split(",")
        files, letters = 5, [("K", 0), ("K", 1), *[("S", 0)] * int(own), *[("S", 1)] * int(other)]
    else:
        files, letters = 9, [(letter, side) for side, army in enumerate(name.split(".")) for letter in "K" + army]
    points, swap, pieces = files * files + (9 if files == 9 else 0), draw.randrange(2), {}
    for letter, side in letters:
        side ^= swap
        home = [point(text) for text in HOMES.get(letter, "").split()] if files == 9 else []
        home = [(9 - p // 9) * 9 + p % 9 if side else p for p in home] or list(range(points))
        place = draw.choice([p for p in home if p not in pieces] or home)
        pieces[place] = letter.lower() if side else letter
    rows = ["".join(pieces.get(rank * files + file, "1") for file in range(files)) for rank in range(points // files)]
    return "/".join(reversed(rows)) + draw.choice([" w", " b"])


def test_five_thousand_positions_agree(folder: Path) -> None:
    draw, tables, compared = random.Random(39), Tables(folder), 0
    categories = set()
    for game, classes in CLASSES.items():
        fens = [scatter(game, draw.choice(classes), draw) for _ in range(7000)]
        command = [find_program(), "tables", "probe", "--game", game, "--dir", str(folder), "--file", "-", "--json"]
        printed = subprocess.run(command, input="\n".join(fens), capture_output=True, text=True).stdout
        answers = [json.loads(line) for line in printed.splitlines()]
        assert len(answers) == len(fens)
        for fen, answer in zip(fens, answers):
            if answer["type"] == "error":
                # Pawns may stand where no play could bring them, but no table counts them there.
                assert answer["code"] in ("position", "table-missing"), answer
                continue
            assert tables.probe(game, fen) == Value(answer["category"], answer["dtm"]), fen
            assert tables.probe(game, fen, "conversion").plies == answer["dtc"], fen
            compared += 1
            categories.add(answer["category"])
    assert compared >= 5000
    assert categories == {"win", "draw", "loss"}


def test_images_share_an_entry() -> None:
    places = {locate("xiangqi", f"{row}/9/9/9/9/9/9/9/9/{king} w") for row, king in (("3k4P", "5K3"), ("P4k3", "3K5"))}
    assert len(places) == 1
    flipped = locate("xiangqi", "3k5/9/9/9/9/9/9/9/9/p4K3 b")
    assert flipped == locate("xiangqi", "P4k3/9/9/9/9/9/9/9/9/3K5 w")
    assert locate("xiangqi", "3k1a3/9/9/9/9/9/9/9/9/3K5 w") is None
    assert locate("namdinh", "k4/5/5/1S3/K4 w") is None


def test_faults_are_named(folder: Path, tmp_path: Path) -> None:
    tables = Tables(folder)
    with pytest.raises(TableError, match="xiangqi-RR.-.banco: no such table"):
        tables.probe("xiangqi", "3k5/9/9/9/9/9/9/RR7/9/4K4 w")
    sound = (folder / "xiangqi-N.P.banco").read_bytes()
    assert Table(folder / "xiangqi-N.P.banco").is_sound()
    for content, why in ((b"my diary", "not a table"), (sound[:-1], "cut short")):
        (tmp_path / "xiangqi-N.P.banco").write_bytes(content)
        with pytest.raises(TableError, match=why):
            Tables(tmp_path).table("xiangqi", "N.P")
    old = sound[:8] + (2).to_bytes(4, "little") + sound[12:]
    for content, why in ((old, "of format 2; `banco tables build`"), (sound + b"!", "damaged")):
        (tmp_path / "changed").write_bytes(content)
        with pytest.raises(TableError, match=why):
            Table(tmp_path / "changed")


def test_each_flipped_byte_is_found(folder: Path, tmp_path: Path) -> None:
    sound = (folder / "namdinh-2v0.banco").read_bytes()
    header_and_index = 88 + 12 * 2
    for at in [*range(header_and_index), *range(header_and_index, len(sound), 50)]:
        changed = bytearray(sound)
        changed[at] ^= 1 << at % 8
        (tmp_path / "changed").write_bytes(changed)
        if at < header_and_index:
            with pytest.raises(TableError):
                Table(tmp_path / "changed")
            continue
        table = Table(tmp_path / "changed")
        assert not table.is_sound(), at
        with pytest.raises(TableError, match="block [01] is damaged"):
            [table.code(number) for number in (0, table.entries - 1)]
