"""Searching, solving, tables."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Optional

from ._program import RANKS, Answer, Error, OptionValue, Program, find_program, reported, text_of
from .position import Position, levels


@dataclass(frozen=True)
class Score:
    """A score for the side to move: centipawns, or moves to a forced end (negative when it loses)."""

    cp: Optional[int] = None
    mate: Optional[int] = None

    def __str__(self) -> str:
        return f"cp {self.cp}" if self.mate is None else f"mate {self.mate}"


@dataclass(frozen=True)
class Info:
    """A report of a search."""

    depth: int
    score: Score
    pv: list[str]
    nodes: int = 0
    #: Seconds since the search began.
    time: float = 0.0
    #: The rank of the line, from 1.
    multipv: int = 1
    #: ``lower`` or ``upper`` when the score is a bound.
    bound: Optional[str] = None
    #: Chances of win, draw and loss in thousandths, with the option ``UCI_ShowWDL``.
    wdl: Optional[tuple[int, int, int]] = None
    #: The remark of the search.
    remark: Optional[str] = None


@dataclass(frozen=True)
class Play:
    """The result of a search."""

    #: The move; ``None`` when the game is over. Before a throw of the dice it may be ``roll``.
    move: Optional[str]
    ponder: Optional[str] = None
    #: The last report of the best line.
    info: Optional[Info] = None
    #: A move that needs the other side's consent first.
    offer: Optional[str] = None


@dataclass(frozen=True)
class Solution:
    """The proven value of a position."""

    #: O An Quan: the round's difference for the side to move, as far as it is proven; ``None`` is an open end.
    value: tuple[Optional[int], Optional[int]]
    #: The best line.
    line: list[str]
    #: O An Quan: the same range for each move.
    moves: dict[str, tuple[Optional[int], Optional[int]]] = field(default_factory=dict)
    #: Endings of dice chess with two armies: the expectation of the team to move, and that of each move.
    expectation: Optional[float] = None
    expectations: dict[str, float] = field(default_factory=dict)
    #: Whether the value is exact.
    is_proven: bool = False


@dataclass(frozen=True)
class TableValue:
    """A value from endgame tables, for the side that moves."""

    #: ``win``, ``draw`` or ``loss``.
    outcome: str
    #: The distance; ``None`` for a draw, and where a rule on repetition decides.
    plies: Optional[int]

    def __str__(self) -> str:
        if self.outcome == "draw":
            return "draw"
        return f"{self.outcome} " + ("by repetition" if self.plies is None else f"in {self.plies} plies")


@dataclass(frozen=True)
class Probe:
    """The values of a position and of its moves in endgame tables."""

    #: ``None`` if no table has the position.
    value: Optional[TableValue]
    #: The known moves, the best first.
    moves: dict[str, TableValue]


@dataclass(frozen=True)
class _Limits:
    """Limits of a search: seconds, plies, nodes, whichever comes first."""

    time: Optional[float]
    depth: Optional[int]
    nodes: Optional[int]

    def or_a_second(self) -> _Limits:
        """Returns a second if there is no limit."""
        return _Limits(1.0, None, None) if self == _Limits(None, None, None) else self

    def command(self) -> str:
        """Returns the command of the protocol."""
        go = ["go"]
        for word, limit in (("depth", self.depth), ("nodes", self.nodes), ("movetime", _milliseconds(self.time))):
            go += [] if limit is None else [word, str(limit)]
        return " ".join(go if len(go) > 1 else ["go", "infinite"])


def _milliseconds(time: Optional[float]) -> Optional[int]:
    """Converts seconds to milliseconds, at least one."""
    return None if time is None else max(1, round(1000 * time))


#: The games of `Engine.solve`.
_EXACT = ("dicechess", "oanquan")


class Engine:
    """A player of all games, in a process of its own.

    Args:
        options: Options of the engine by the names in protocol.md: ``{"Threads": 2, "Hash": 64}``.
        level: A level of play from 0, one of `banco.levels`; its best if not given.
        tables: A folder of tables of endings; ``small`` for the small ones, made on demand.
    """

    def __init__(
        self,
        options: Mapping[str, OptionValue] = {},
        level: Optional[int] = None,
        tables: Optional[str] = None,
    ) -> None:
        self._options = dict(options)
        self._level = level
        if tables is not None:
            self._options["TablePath"] = tables
        self._program = Program()
        self._rules: tuple[str, dict[str, OptionValue]] = ("", {})
        try:
            for name, value in self._options.items():
                self._program.set_option(name, value)
        except Error:
            self._program.close()
            raise

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the engine."""
        self._program.close()

    def set_option(self, name: str, value: OptionValue = "") -> None:
        """Sets an option from now on."""
        self._program.set_option(name, value)
        self._options[name] = value

    def stop(self) -> None:
        """Ends the running search, from any thread; its caller gets the best move so far."""
        self._program.send("stop")

    def new_game(self) -> None:
        """Clears hash tables and histories."""
        self._program.ask("ucinewgame")

    def _place(self, position: Position) -> None:
        rules = (position.variant, position.options)
        if rules != self._rules:
            # Resets rules that an earlier position changed to their defaults.
            usual = _defaults(self._program) if self._rules[1] else {}
            self._program.ask("position startpos")
            self._program.set_option("UCI_Variant", position.variant)
            for name in self._rules[1]:
                self._program.set_option(name, usual.get(name.lower(), ""))
            for name, value in position.options.items():
                self._program.set_option(name, value)
            if self._level is not None:
                elo = levels(position.variant)
                if not 0 <= self._level < len(elo):
                    raise Error(f"levels of {position.variant} are 0 to {len(elo) - 1}")
                self._program.set_option("UCI_Elo", elo[self._level])
                self._program.set_option("UCI_LimitStrength", True)
            self._rules = (position.variant, dict(position.options))
        self._program.ask(position.place)

    def analysis(
        self,
        position: Position,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        multipv: int = 1,
    ) -> Generator[Info, None, None]:
        """Yields the reports of a search; it ends at its limits, or when the caller stops iterating."""
        yield from self._search(position, _Limits(time, depth, nodes), multipv, [])

    def _search(self, position: Position, limits: _Limits, multipv: int, end: list[Answer]) -> Iterator[Info]:
        with self._program.lock:
            self._place(position)
            self._program.set_option("MultiPV", multipv)
            self._program.send(limits.command())
            is_over = False
            try:
                for answer in self._program.answers():
                    if "error" in answer:
                        raise Error(str(answer["error"]["message"]))
                    if "bestmove" in answer:
                        end.append(answer)
                        is_over = True
                        return
                    if "info" in answer:
                        yield _info(answer["info"])
            finally:
                if not is_over:
                    # Commands after `stop` are answered when the search has ended, or at once if none runs.
                    self._program.send("stop")
                    self._program.ask("diagram")

    def analyse(
        self,
        position: Position,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
        multipv: int = 1,
    ) -> list[Info]:
        """Returns the best lines at the end of a search, the best first. Without a limit a second is taken."""
        last: dict[int, Info] = {}
        for info in self._search(position, _Limits(time, depth, nodes).or_a_second(), multipv, []):
            if info.bound is None or info.multipv not in last:
                last[info.multipv] = info
        return [last[rank] for rank in sorted(last)]

    def play(
        self,
        position: Position,
        time: Optional[float] = None,
        depth: Optional[int] = None,
        nodes: Optional[int] = None,
    ) -> Play:
        """Returns the move that a search chooses. Without a limit a second is taken."""
        end: list[Answer] = []
        info = None
        for info in self._search(position, _Limits(time, depth, nodes).or_a_second(), 1, end):
            pass
        [best] = end
        return Play(best["bestmove"], best["ponder"], info, best["offer"])

    def probe(self, position: Position) -> Probe:
        """Returns the values of a position and its moves in the tables in use."""
        with self._program.lock:
            self._place(position)
            [answer] = self._program.ask("probe")
        probed = answer["probe"]
        value = probed["value"] and TableValue(**probed["value"])
        return Probe(value, {one["move"]: TableValue(**one["value"]) for one in probed["moves"]})

    def solve(self, position: Position, time: Optional[float] = None) -> Solution:
        """Solves a position of O An Quan or an ending of dice chess with two armies exactly.

        O An Quan is solved as far as the time goes, without one to the end, however long that takes; endings of dice
        chess take no time. Other positions raise an error: `analyse` searches them.
        """
        if position.variant.lower() not in _EXACT:
            raise Error(f"solve: {position.variant} is none of {', '.join(_EXACT)}, whose positions have exact values")
        command = [find_program(), "solve", "--json", "--game", position.variant, "--fen", position.fen()]
        for name, value in position.options.items():
            command += ["--option", f"{name}={text_of(value)}"]
        for name, switch in (("Threads", "--threads"), ("Hash", "--hash")):
            if name in self._options:
                command += [switch, text_of(self._options[name])]
        if time is not None:
            command += ["--movetime", str(_milliseconds(time))]
        with reported(command[0]):
            done = subprocess.run(command, capture_output=True, encoding="utf-8")
        if done.returncode != 0:
            raise Error(str(json.loads(done.stderr.splitlines()[-1])["why"]))
        said: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
        whole = next(one for one in said if one["type"] == "value")
        if not isinstance(whole["value"], list):
            rolls = [one for one in said if one["type"] == "roll"]
            each = {move["move"]: move["value"] for roll in rolls for move in roll["moves"]}
            return Solution((None, None), [], expectation=whole["value"], expectations=each, is_proven=True)
        low, high = whole["value"]
        moves = {one["move"]: (one["value"][0], one["value"][1]) for one in said if one["type"] == "move"}
        return Solution((low, high), whole["line"], moves, is_proven=low is not None and low == high)


def _defaults(program: Program) -> dict[str, str]:
    """Returns the default of each option."""
    [answer] = program.ask("options")
    found = {one["name"].lower(): text_of(one["default"]) for one in answer["options"] if one["default"] is not None}
    return found | {name.lower(): text_of(value) for name, value in RANKS.items()}


def _info(info: Answer) -> Info:
    wdl = info["wdl"] and tuple(info["wdl"])
    return Info(
        info["depth"],
        Score(**info["score"]),
        info["pv"],
        info["nodes"],
        info["time"] / 1000,
        info["multipv"],
        info["bound"],
        wdl,
        info["remark"],
    )
