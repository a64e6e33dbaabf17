"""Searching, solving and tables through the client."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from banco import Engine, Error, Position, Score, find_program, levels

MATE = "3k5/4R4/4R4/9/9/9/9/9/9/4K4 w - - 0 1"


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine(options={"Hash": 4}) as engine:
        yield engine


def test_a_move_is_chosen(engine: Engine) -> None:
    position = Position("xiangqi", MATE)
    played = engine.play(position, depth=4)
    assert played.move in position.legal_moves()
    assert played.info is not None and played.info.score == Score(mate=1)
    position.push(played.move or "")
    assert engine.play(position, depth=4).move is None


def test_every_game_is_searched(engine: Engine) -> None:
    for variant in ("xiangqi", "commander", "namdinh", "oanquan"):
        position = Position(variant)
        assert engine.play(position, time=0.05).move in position.legal_moves()
    position = Position("dicechess", moves=["5:"])
    assert engine.play(position, nodes=2000).move in position.legal_moves()


def test_lines_are_ranked(engine: Engine) -> None:
    position = Position("xiangqi")
    lines = engine.analyse(position, multipv=3, depth=5)
    assert [line.multipv for line in lines] == [1, 2, 3]
    assert len({line.pv[0] for line in lines}) == 3
    assert all(line.depth >= 4 and line.pv[0] in position.legal_moves() for line in lines)
    scores = [line.score.cp for line in lines]
    assert scores == sorted(scores, key=lambda score: -(score or 0))


def test_an_analysis_can_be_left(engine: Engine) -> None:
    for info in engine.analysis(Position("commander")):
        if info.depth >= 3:
            break
    assert engine.play(Position("namdinh"), depth=2).move is not None


def test_rules_of_a_position_go_with_it(engine: Engine) -> None:
    modern = Position("oanquan", options={"OanquanRules": "modern"})
    assert engine.play(modern, time=0.05).move in modern.legal_moves()
    usual = Position("oanquan")
    assert engine.play(usual, time=0.05).move in usual.legal_moves()


def test_levels() -> None:
    assert levels("xiangqi")[0] == 0 and levels("xiangqi") == sorted(levels("xiangqi"))
    with Engine(level=0) as weak:
        assert len({weak.play(Position("xiangqi"), nodes=50).move for _ in range(12)}) > 2
    with Engine(level=99) as none, pytest.raises(Error, match="levels"):
        none.play(Position("xiangqi"), nodes=50)


def test_an_exact_value() -> None:
    with Engine() as engine:
        solved = engine.solve(Position("oanquan", "0,0,1,0,4/9/2,0,3,0,1/6 s 20,24"))
        assert solved.is_proven and solved.value[0] == solved.value[1]
        assert max(low or -99 for low, _ in solved.moves.values()) == solved.value[0]
        assert solved.line[0] in solved.moves
        assert engine.solve(Position("OanQuan", "0,0,1,0,4/9/2,0,3,0,1/6 s 20,24")).value == solved.value
        ending = engine.solve(Position("dicechess", "8/8/8/3rE4/8/8/6gH1/8 r - - grby 0 1"))
        assert ending.is_proven and ending.expectation == pytest.approx(0.3093, abs=1e-4)
        assert max(ending.expectations, key=ending.expectations.__getitem__) in ("4:d5d2", "4:d5g5")


def test_tables(tmp_path: Path) -> None:
    build = ["tables", "build", "--quiet", "--game", "namdinh", "--dir", str(tmp_path), "--max-total", "2"]
    subprocess.run([find_program(), *build], check=True)
    with Engine(tables=str(tmp_path)) as engine:
        found = engine.probe(Position("namdinh", "k4/5/5/5/SSK2 w"))
        assert str(found.value) == "win in 39 plies"
        assert next(iter(found.moves.values())) == found.value
        assert engine.probe(Position("oanquan")).value is None


def test_faults_are_named(engine: Engine) -> None:
    position = Position("xiangqi")
    for limits, what in [({"depth": -1}, "depth"), ({"nodes": -1}, "nodes")]:
        with pytest.raises(Error, match=f"{what} needs a number"):
            engine.play(position, **limits)
        assert engine.play(position, depth=2).move in position.legal_moves()
    with pytest.raises(Error, match="nonsense"):
        engine.set_option("nonsense", 1)
    with pytest.raises(Error, match="dicechess, oanquan"):
        engine.solve(Position("xiangqi", MATE))
