"""The calls of a server of chess variants that keeps a board by pyffish, as pychess does: with `banco.pyffish`, and
with pyffish itself where it is installed."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Optional

import pytest

import banco.pyffish

VARIANT = "xiangqi"


def modules() -> list[ModuleType]:
    """Both modules, or Banco's alone."""
    try:
        import pyffish
    except ImportError:
        return [banco.pyffish]
    return [banco.pyffish, pyffish]


@dataclass
class Board:
    """A game in progress: the first position, the moves and what is shown of each."""

    sf: ModuleType
    first: str
    moves: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @property
    def fen(self) -> str:
        fen: str = self.sf.get_fen(VARIANT, self.first, self.moves, False, False, True, 0)
        return fen

    def legal(self) -> list[str]:
        return sorted(self.sf.legal_moves(VARIANT, self.first, self.moves, False))

    def push(self, move: str) -> None:
        self.texts.append(self.sf.get_san(VARIANT, self.fen, move, False, self.sf.NOTATION_XIANGQI_WXF))
        self.moves.append(move)

    def pop(self) -> None:
        self.moves.pop()
        self.texts.pop()

    def is_checked(self) -> bool:
        return bool(self.sf.gives_check(VARIANT, self.fen, [], False))

    def end(self) -> Optional[int]:
        """The result for the side to move, or nothing while the game goes on."""
        at = (VARIANT, self.first, self.moves, False)
        if not self.legal():
            return int(self.sf.game_result(*at))
        for rule in (self.sf.is_immediate_game_end, self.sf.is_optional_game_end):
            is_over, value = rule(*at)
            if is_over:
                return int(value)
        if self.sf.has_insufficient_material(*at) == (True, True):
            return 0
        return None


def play(sf: ModuleType, seed: int, plies: int) -> list[object]:
    """Plays a random game, taking moves back now and then; returns everything that a server shows."""
    luck = random.Random(seed)
    board = Board(sf, sf.start_fen(VARIANT))
    assert sf.validate_fen(board.first, VARIANT, False) == sf.FEN_OK
    shown: list[object] = []
    for _ in range(plies):
        legal, end = board.legal(), board.end()
        shown.append((board.fen, legal, board.is_checked(), end))
        if end is not None:
            break
        move = luck.choice(legal)
        shown.append(sf.is_capture(VARIANT, board.first, board.moves, move, False))
        board.push(move)
        if luck.random() < 0.1:
            board.pop()
    line = sf.get_san_moves(VARIANT, board.first, board.moves, False, sf.NOTATION_XIANGQI_WXF)
    # Taking back leaves the list as a whole.
    assert line == board.texts
    shown.append(line)
    shown.append(sf.get_san_moves(VARIANT, board.first, board.moves, False, sf.NOTATION_SAN))
    return shown


@pytest.mark.parametrize("seed", range(3))
def test_a_board_is_the_same_with_both(seed: int) -> None:
    ours, *theirs = [play(sf, seed, 60) for sf in modules()]
    assert len(ours) > 20
    assert all(ours == other for other in theirs)


def test_finished_games_have_the_same_value() -> None:
    mate, bare = "3k5/4R4/4R4/9/9/9/9/9/9/4K4 w - - 0 1", "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1"
    perpetual = ["a1a10", "e10e9", "a10a9", "e9e10", "a9a10", "e10e9", "a10a9", "e9e10", "a9a10"]
    checks = "4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1"
    for sf in modules():
        assert Board(sf, mate, ["e8d8"]).end() == -sf.VALUE_MATE
        assert Board(sf, bare).end() == 0
        # The side that goes on giving check loses.
        assert Board(sf, checks, perpetual[:4]).end() is None
        board = Board(sf, checks, perpetual)
        assert board.end() == sf.VALUE_MATE and board.is_checked()


def test_the_names_of_a_host_are_there() -> None:
    for sf in modules():
        assert VARIANT in sf.variants() and isinstance(sf.version(), tuple) and isinstance(sf.info(), str)
        assert sf.two_boards(VARIANT) is False and sf.captures_to_hand(VARIANT) is False
    if len(modules()) == 2:
        ours, theirs = modules()
        names = [name for name in dir(theirs) if not name.startswith("_")]
        assert not [name for name in names if not hasattr(ours, name)]
        constants = [name for name in names if name.startswith(("NOTATION_", "FEN_", "VALUE_"))]
        assert all(getattr(ours, name) == getattr(theirs, name) for name in constants)


#: As on servers: a comment, a variant of a template, one of its own, and a game that is there already.
CONFIG = """# variants
[mine:xiangqi]
maxRank = 9
startFen = rnbakabnr/9/1c5c1/p1p1p1p1p/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
; one of its own
[own]
king = k
[xiangqi:chess]
"""


@pytest.mark.parametrize("is_file", [True, False])
def test_a_server_starts_with_its_configuration(
    is_file: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "variants.ini"
    path.write_text(CONFIG)
    for sf in modules():
        before = sf.legal_moves(VARIANT, sf.start_fen(VARIANT), [])
        if is_file:
            sf.set_option("VariantPath", str(path))
        else:
            sf.load_variant_config(CONFIG)
        # As a host starts that lists all variants.
        assert VARIANT in {variant: sf.start_fen(variant) for variant in sf.variants()}
        assert sf.legal_moves(VARIANT, sf.start_fen(VARIANT), []) == before
    assert caplog.messages == ["variant configuration: line 8: variant xiangqi is built in and keeps its rules"]


def test_variants_of_a_configuration_are_unknown() -> None:
    sf = banco.pyffish
    sf.load_variant_config("[mine:xiangqi]\n")
    assert "mine" not in sf.variants()
    start = sf.start_fen(VARIANT)
    for call in (
        lambda: sf.start_fen("mine"),
        lambda: sf.legal_moves("mine", start, []),
        lambda: sf.get_fen("mine", start, []),
        lambda: sf.get_san("mine", start, "h3e3"),
        lambda: sf.validate_fen(start, "mine"),
        lambda: sf.two_boards("mine"),
        lambda: sf.get_fog_fen(start, "mine"),
    ):
        with pytest.raises(sf.error, match="variant mine: Banco has no rules for it: one of xiangqi, .* expected"):
            call()


@pytest.mark.parametrize(
    "config, faults",
    [
        ("", []),
        ("<html>\nno configuration", []),
        ("[broken:xiangqi\nmaxRank = 9\n", ["line 1: [variant:template] expected, not '[broken:xiangqi'"]),
        ("[]\n", ["line 1: [variant:template] expected, not '[]'"]),
        ("[mine:xiangqi]\r\nmaxRank\r\n\r\n", ["line 2: name = value expected, not 'maxRank'"]),
    ],
)
def test_faults_of_a_configuration_are_logged(
    config: str, faults: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    sf = banco.pyffish
    sf.load_variant_config(config)
    assert caplog.messages == [f"variant configuration: {fault}" for fault in faults]
    assert len(sf.legal_moves(VARIANT, sf.start_fen(VARIANT), [])) == 44


def test_a_configuration_that_is_missing_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    sf = banco.pyffish
    for path in ("", "<empty>"):
        sf.set_option("VariantPath", path)
    assert not caplog.messages
    missing = str(tmp_path / "variants.ini")
    sf.set_option("VariantPath", missing)
    assert caplog.messages == [f"VariantPath: {missing}: No such file or directory"]
    assert len(sf.legal_moves(VARIANT, sf.start_fen(VARIANT), [])) == 44


def test_the_differences_are_errors() -> None:
    """The list in README.md."""
    sf = banco.pyffish
    start = sf.start_fen(VARIANT)
    for call in (
        lambda: sf.piece_to_partner("bughouse", start, []),
        lambda: sf.legal_moves("makruk", start, []),
        lambda: sf.get_fen(VARIANT, start, ["a1a9"]),
        lambda: sf.legal_moves(VARIANT, "nonsense", []),
        lambda: sf.game_result(VARIANT, start, []),
        lambda: sf.get_san(VARIANT, start, "h3e3", False, sf.NOTATION_SHOGI_HODGES),
    ):
        with pytest.raises(sf.error):
            call()
