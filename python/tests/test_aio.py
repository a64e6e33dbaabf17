"""The engine for asyncio, several engines at once, and a missing program."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from banco import AsyncEngine, Engine, Error, Position


def test_engines_search_at_once() -> None:
    async def play() -> list[object]:
        async with AsyncEngine() as one, AsyncEngine(options={"Hash": 4}) as other:
            position = Position("xiangqi")
            played = await asyncio.gather(
                one.play(position, depth=6), other.play(Position("namdinh"), depth=4), one.analyse(position, depth=4)
            )
            assert played[0].move in position.legal_moves() and played[2][0].depth >= 3
            with pytest.raises(Error, match="nonsense"):
                await one.set_option("nonsense", 1)
            return [played[1].move]

    assert asyncio.run(play())[0] in Position("namdinh").legal_moves()


def test_an_endless_analysis_ends() -> None:
    async def analyse() -> int:
        async with AsyncEngine() as engine:
            depth = 0
            async for info in engine.analysis(Position("commander")):
                depth = info.depth
                if depth >= 3:
                    break
            # A cancelled call leaves the engine ready.
            task = asyncio.create_task(engine.play(Position("xiangqi"), time=600))
            await asyncio.sleep(0.2)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (await engine.play(Position("xiangqi"), depth=2)).move is not None
            return depth

    assert asyncio.run(asyncio.wait_for(analyse(), 60)) >= 3


def test_two_engines_are_independent() -> None:
    position = Position("xiangqi")
    with Engine() as one, Engine() as other:
        reports = one.analysis(position)
        next(reports)
        assert other.play(position, depth=4).move is not None
        reports.close()
        assert one.play(position, depth=2).move is not None


@pytest.mark.parametrize("path", ["/nonexistent/banco", os.devnull])
def test_a_missing_program_is_an_error(path: str) -> None:
    code = """
import banco
for call in (banco.variants, banco.Engine, lambda: banco.Position("xiangqi")):
    try:
        call()
    except banco.Error as error:
        assert "does not start" in str(error), error
    else:
        raise AssertionError("no error")
"""
    environment = {**os.environ, "BANCO": path}
    where = Path(__file__).parent.parent
    subprocess.run([sys.executable, "-c", code], check=True, env=environment, cwd=where)
