"""Rules through the client."""

from collections.abc import Callable

import pytest

import banco
from banco import Error, Position, Result


def test_every_game_begins() -> None:
    assert banco.variants()[0] == "xiangqi"
    counts = {"xiangqi": 44, "commander": 116, "namdinh": 8, "dicechess": 4, "oanquan": 5}
    for variant in banco.variants():
        position = Position(variant)
        assert position.fen() == banco.start_fen(variant)
        assert position.result() is None
        moves = position.legal_moves()
        assert len(set(moves)) == len(moves) == counts.get(variant, len(moves)) > 0


def test_push_and_pop() -> None:
    position = Position("xiangqi")
    start = position.fen()
    position.push("h3e3")
    assert position.fen() == "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1"
    assert (position.turn(), position.moves) == ("Black", ["h3e3"])
    for text in ("", "h3e3 h10g8"):
        with pytest.raises(Error, match="one move expected"):
            position.push(text)
    with pytest.raises(Error, match="illegal move a1a9"):
        position.push("a1a9")
    assert position.moves == ["h3e3"]
    assert position.pop() == "h3e3"
    assert position.fen() == start and position == Position("xiangqi")
    with pytest.raises(IndexError):
        position.pop()


def test_two_positions_do_not_disturb_each_other() -> None:
    one, other = Position("xiangqi", moves=["h3e3"]), Position("xiangqi")
    assert one.turn() == "Black"
    assert other.turn() == "Red"
    copied = one.copy()
    copied.push("h10g8")
    assert (one.moves, copied.turn()) == (["h3e3"], "Red")
    assert str(one) != str(other)
    assert copied.fen() != one.fen() != other.fen()


def test_check_and_mate() -> None:
    position = Position("xiangqi", "3k5/4R4/4R4/9/9/9/9/9/9/4K4 w - - 0 1")
    assert position.gives_check("e8d8") and not position.is_check()
    position.push("e8d8")
    assert position.is_check() and position.gives_check()
    assert position.result() == Result("red", "checkmate")
    assert position.legal_moves() == []


def test_notations() -> None:
    position = Position("xiangqi")
    assert position.san("h3e3") == "C2=5"
    assert position.parse("C2=5", "wxf") == "h3e3"
    assert "C2=5" in position.legal_moves("wxf")


def test_rules_can_be_chosen() -> None:
    modern = Position("oanquan", options={"OanquanRules": "modern"})
    assert len(modern.legal_moves()) == 10
    assert len(Position("oanquan").legal_moves()) == 5
    # Red checks for ever: that loses, or draws where every repetition does.
    fen = "3k5/9/9/9/9/4R4/9/9/9/5K3 w - - 0 1"
    cycle = ["e5d5", "d10e10", "d5e5", "e10d10"]
    for repetition, result in [
        ("check", Result("black", "perpetual check")),
        ("draw", Result(None, "threefold repetition")),
    ]:
        position = Position("xiangqi", fen, cycle, {"Repetition": repetition})
        assert position.result() is None
        for move in cycle:
            position.push(move)
        assert position.result() == result
    with pytest.raises(Error, match="option"):
        Position("xiangqi", options={"Repetition": "never"})


def test_dice() -> None:
    position = Position("dicechess")
    assert position.rolls() == ["2:", "3:", "4:", "5:"]
    position.push("5:")
    assert position.rolls() == []
    position.push("e7e6")
    assert position.moves == ["5:e7e6"]
    assert position.turn() == "g"


def test_faults_are_named() -> None:
    for variant, fen, what in [("chess", None, "chess"), ("xiangqi", "9/9", "bad position")]:
        with pytest.raises(Error, match=what):
            Position(variant, fen)
    with pytest.raises(Error, match="line break"):
        Position("xiangqi", moves=["h3e3\nquit"])
    position = Position("xiangqi")
    asked: list[tuple[Callable[[], object], str]] = [
        (lambda: position.san("a1a9"), "illegal move a1a9"),
        (lambda: position.parse("nonsense"), "nonsense"),
        (lambda: position.legal_moves("klingon"), "klingon"),
        (lambda: position.gives_check("a1a9"), "illegal move a1a9"),
        (lambda: position.perft(99999999999), "depth"),
        (lambda: position.perft(-1), "depth"),
        (lambda: Position("oanquan").san("b1"), "notation"),
    ]
    for ask, what in asked:
        with pytest.raises(Error, match=what):
            ask()
    assert Position("xiangqi").perft(2) == 1920


def test_boards_are_drawn() -> None:
    for variant in banco.variants():
        picture = Position(variant).svg()
        assert picture.startswith("<svg ") and picture.endswith("</svg>")
        assert picture != Position(variant).svg(flip=True)
    assert Position("xiangqi").svg().count("<circle") == 32
    assert Position("oanquan", options={"OanquanRules": "modern"}).svg().count("<ellipse") == 2
