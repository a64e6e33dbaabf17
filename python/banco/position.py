"""Positions: rules, notations, results."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Optional

from ._program import Answer, Error, OptionValue, Program, position_line, text_of
from ._svg import draw


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    #: The team that won, in small letters (``red``); ``None`` for a draw.
    winner: Optional[str]
    #: The reason: ``checkmate``, ``threefold repetition``.
    reason: str


class _Rules:
    """Programs for the rules, one for each game with its options, started at the first use."""

    def __init__(self) -> None:
        self._programs: dict[tuple[str, tuple[tuple[str, str], ...]], Program] = {}
        self._lock = threading.Lock()
        atexit.register(self.close)

    def program(self, variant: str, options: Mapping[str, OptionValue] = {}) -> Program:
        key = (variant, tuple(sorted((name, text_of(value)) for name, value in options.items())))
        with self._lock:
            ended = self._programs.get(key)
            if ended is not None and ended.has_ended():
                ended.close()
                del self._programs[key]
            if key not in self._programs:
                program = Program({"Hash": 1})
                try:
                    program.set_option("UCI_Variant", variant)
                    for name, value in options.items():
                        program.set_option(name, value)
                except Error:
                    program.close()
                    raise
                self._programs[key] = program
            return self._programs[key]

    def board(self, variant: str) -> Answer:
        program = self.program(variant)
        with program.lock:
            if program.board is None:
                program.answer_at("position startpos", "state")
            assert program.board is not None
            return program.board

    def close(self) -> None:
        for program in self._programs.values():
            program.close()
        self._programs.clear()


_rules = _Rules()


def variants() -> list[str]:
    """The games, by the names that `Position` takes."""
    program = _rules.program("xiangqi")
    with program.lock:
        [listed] = program.ask("options")
    return next(list(option["vars"]) for option in listed["options"] if option["name"] == "UCI_Variant")


def start_fen(variant: str) -> str:
    """The text of a game's start position."""
    return Position(variant).fen()


def levels(variant: str) -> list[int]:
    """Returns the levels of Banco from 0, as Elo above random moves."""
    return list(_rules.board(variant)["levels"])


class Position:
    """A position with the moves that led to it.

    Args:
        variant: The game, one of `variants`.
        fen: Where it begins; the start position if not given.
        moves: What is played from there.
        options: Rules other than usual, by the names in protocol.md: ``{"Repetition": "draw"}``.

    Raises:
        Error: When the game, the text, a move or an option is wrong.
    """

    def __init__(
        self,
        variant: str,
        fen: Optional[str] = None,
        moves: Iterable[str] = (),
        options: Mapping[str, OptionValue] = {},
    ) -> None:
        self.variant = variant
        self.start = fen
        self.moves: list[str] = list(moves)
        self.options = dict(options)
        self.fen()

    def __repr__(self) -> str:
        return f"Position({self.variant!r}, {self.fen()!r})"

    def __str__(self) -> str:
        return str(self._ask("diagram"))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and (self.variant, self.fen()) == (other.variant, other.fen())

    def __hash__(self) -> int:
        return hash((self.variant, self.fen()))

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    def place(self) -> str:
        """Returns the command of the protocol that sets the position."""
        return position_line(self.start, self.moves)

    def _ask(self, command: str) -> Any:
        # Another one, if the last has ended.
        program = _rules.program(self.variant, self.options)
        with program.lock:
            return program.answer_at(self.place, command)

    def _choices(self, notation: Optional[str] = None) -> list[Answer]:
        return list(self._ask(f"state {notation or ''}".strip())["choices"])

    def copy(self) -> Position:
        """Returns a copy with the same moves."""
        return Position(self.variant, self.start, self.moves, self.options)

    def legal_moves(self, notation: Optional[str] = None) -> list[str]:
        """The legal moves; none when the game is over. ``notation`` is one of the game: Xiangqi has wxf, iccs, chinese,
        vietnamese."""
        choices = [choice for choice in self._choices(notation) if "offer" not in choice]
        return [choice["said" if notation else "move"] for choice in choices]

    def san(self, move: str, notation: str = "wxf") -> str:
        """Formats a legal move in another notation."""
        return str(self._ask(f"write {notation} moves {move}")[0])

    def parse(self, text: str, notation: Optional[str] = None) -> str:
        """The protocol's own text of a move in a notation, or in any form that the protocol takes."""
        return str(self._ask(f"read {notation or ''} moves {text}")[0])

    def push(self, move: str) -> None:
        """Makes a legal move. After a throw of the dice the move alone will do.

        Raises:
            Error: When it is not legal; the position stays.
        """
        if len(move.split()) != 1:
            raise Error(f"one move expected, not {move!r}")
        before = list(self.moves)
        if before and before[-1].endswith(":"):
            thrown = self.moves.pop()
            move = move if move.startswith(thrown) else thrown + move
        self.moves.append(move)
        try:
            self._ask("look")
        except Error:
            self.moves = before
            raise

    def pop(self) -> str:
        """Takes the last move back, and returns it.

        Raises:
            IndexError: When none was made here.
        """
        return self.moves.pop()

    def rolls(self) -> list[str]:
        """Returns the possible throws of the dice, one of which has to be pushed; empty if none is due."""
        return [choice["move"] for choice in self._choices() if choice["acts"][0]["act"] == "throw"]

    def fen(self) -> str:
        """The position's canonical text."""
        return str(self._ask("look")["fen"])

    def turn(self) -> str:
        """The seat to move, as the game calls it: ``Red``."""
        return str(self._ask("look")["seat"])

    def is_check(self) -> bool:
        """Returns whether the side to move is in check."""
        return bool(self._ask("look")["check"])

    def gives_check(self, move: Optional[str] = None) -> bool:
        """Whether a legal move gives check; without one, whether the last one did."""
        return bool(self._ask("look" if move is None else f"look moves {move}")["check"])

    def result(self) -> Optional[Result]:
        """Returns the end of the game; ``None`` while it continues."""
        result = self._ask("look")["result"]
        if result["reason"] is None:
            return None
        seats = [seat["name"] for seat in _rules.board(self.variant)["seats"] if seat["team"] == result["winner"]]
        return Result("".join(seats).lower() or None, result["reason"])

    def key(self) -> int:
        """The hash key of the position, 64 bits."""
        return int(self._ask("state")["keys"][-1], 16)

    def perft(self, depth: int) -> int:
        """Returns the number of move sequences of a length in plies."""
        # No count starts if the position is wrong.
        self.fen()
        return int(self._ask(f"perft {depth}"))

    def svg(self, size: int = 400, flip: bool = False) -> str:
        """A picture of the board as SVG, ``size`` pixels wide; ``flip`` turns it to the other side."""
        return draw(_rules.board(self.variant), self._ask("look"), size, flip)
