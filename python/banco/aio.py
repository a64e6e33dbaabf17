"""The engine for `asyncio`: the same calls, awaited. Each engine searches in a process and a thread of its own.

>>> import asyncio, banco
>>> async def main():
...     async with banco.AsyncEngine() as engine:
...         print((await engine.play(banco.Position("xiangqi"), time=1.0)).move)
...         async for info in engine.analysis(banco.Position("xiangqi")):
...             if info.depth >= 12:
...                 break
>>> asyncio.run(main())  # doctest: +SKIP
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Optional, TypeVar

from ._program import OptionValue
from .engine import Engine, Info, Play, Probe, Solution
from .position import Position

_T = TypeVar("_T")


class AsyncEngine:
    """An `Engine` for `asyncio`. A cancelled call stops its search.

    Args:
        options: As for `Engine`.
        level: As for `Engine`.
        tables: As for `Engine`.
    """

    def __init__(
        self,
        options: Mapping[str, OptionValue] = {},
        level: Optional[int] = None,
        tables: Optional[str] = None,
    ) -> None:
        self._engine = Engine(options, level, tables)
        self._thread = ThreadPoolExecutor(1, "banco")
        #: The analysis in progress, which the next call ends.
        self._reports: Optional[Generator[Info, None, None]] = None

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()

    async def _run(self, call: Callable[[], _T]) -> _T:
        """Runs a call in the engine's thread, after the end of an analysis that its caller has left."""

        def run() -> _T:
            self._end_analysis()
            return call()

        return await self._in_thread(run)

    async def _in_thread(self, call: Callable[[], _T]) -> _T:
        """Runs a call in the engine's thread; a cancelled one is stopped and waited for."""
        job = asyncio.get_running_loop().run_in_executor(self._thread, call)
        try:
            return await asyncio.shield(job)
        except asyncio.CancelledError:
            while not job.done():
                # Repeated, since the search may not have begun.
                self._engine.stop()
                await asyncio.wait([job], timeout=0.05)
            raise

    def _end_analysis(self) -> None:
        if self._reports is not None:
            self._reports.close()
            self._reports = None

    async def close(self) -> None:
        """Ends the engine."""
        await self._run(self._engine.close)
        self._thread.shutdown(wait=False)

    async def set_option(self, name: str, value: OptionValue = "") -> None:
        """Sets an option from now on."""
        await self._run(lambda: self._engine.set_option(name, value))

    async def new_game(self) -> None:
        """Clears hash tables and histories."""
        await self._run(self._engine.new_game)

    async def play(
        self,
        position: Position,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
    ) -> Play:
        """Returns the move that a search chooses. Without a limit a second is taken."""
        return await self._run(lambda: self._engine.play(position, time, depth, nodes))

    async def analyse(
        self,
        position: Position,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        multipv: int = 1,
    ) -> list[Info]:
        """Returns the best lines at the end of a search, the best first. Without a limit a second is taken."""
        return await self._run(lambda: self._engine.analyse(position, time, depth, nodes, multipv))

    async def analysis(
        self,
        position: Position,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        multipv: int = 1,
    ) -> AsyncIterator[Info]:
        """Yields the reports of a search; it ends at its limits, or when the caller stops iterating."""
        reports = self._engine.analysis(position, time, depth, nodes, multipv)

        def begin() -> Optional[Info]:
            self._reports = reports
            return next(reports, None)

        info = await self._run(begin)
        while info is not None:
            yield info
            if self._reports is not reports:
                return
            info = await self._in_thread(lambda: next(reports, None))

    async def probe(self, position: Position) -> Probe:
        """Returns the values of a position and its moves in the tables in use."""
        return await self._run(lambda: self._engine.probe(position))

    async def solve(self, position: Position, time: Optional[float] = None) -> Solution:
        """Solves a position exactly; see `Engine.solve`."""
        return await self._run(lambda: self._engine.solve(position, time))
