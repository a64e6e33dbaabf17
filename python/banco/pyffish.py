"""The functions of pyffish (Fairy-Stockfish) for the games that Banco knows, so that programs need a new import alone:
``import banco.pyffish as sf``.

Moves and positions are Banco's own texts; those of Xiangqi are the same as Fairy-Stockfish's. What a function of
pyffish means for pockets, fog or two boards is left out, as no game here has them.
"""

from __future__ import annotations

from typing import Optional

from . import position as _position
from ._program import Error, position_line
from .position import Position, start_fen, variants

__all__ = [
    "FEN_OK",
    "VALUE_DRAW",
    "VALUE_MATE",
    "game_result",
    "get_fen",
    "get_san",
    "get_san_moves",
    "gives_check",
    "has_insufficient_material",
    "is_immediate_game_end",
    "is_optional_game_end",
    "legal_moves",
    "start_fen",
    "validate_fen",
    "variants",
]

VALUE_MATE = 32000
VALUE_DRAW = 0
FEN_OK = 1


def _at(variant: str, fen: str, moves: list[str]) -> Position:
    return Position(variant, None if fen == "startpos" else fen, moves)


def legal_moves(variant: str, fen: str, moves: list[str]) -> list[str]:
    """The legal moves after some moves from a position; none when the game is over."""
    program = _position._rules.program(variant)
    place = position_line(None if fen == "startpos" else fen, moves)
    with program.lock:
        return program.line_at(place, "moves", "moves").split()


def get_fen(variant: str, fen: str, moves: list[str]) -> str:
    """The position after some moves."""
    return _at(variant, fen, moves).fen()


def get_san(variant: str, fen: str, move: str, notation: str = "wxf") -> str:
    """A move in another notation."""
    return _at(variant, fen, []).san(move, notation)


def get_san_moves(variant: str, fen: str, moves: list[str], notation: str = "wxf") -> list[str]:
    """Moves from a position in another notation."""
    at = _at(variant, fen, [])
    return at._ask(f"write {notation} moves {' '.join(moves)}", "moves").split()


def gives_check(variant: str, fen: str, moves: list[str]) -> bool:
    """Whether the side to move is in check after some moves."""
    return _at(variant, fen, moves).is_check()


def _value(at: Position, ended: Optional[_position.Result]) -> int:
    if ended is None or ended.winner is None:
        return VALUE_DRAW
    # The name of a team of two seats holds those of both: `ry` of dice chess.
    return VALUE_MATE if at.turn().lower() in ended.winner else -VALUE_MATE


def game_result(variant: str, fen: str, moves: list[str]) -> int:
    """The value of a game that is over, for the side to move (for a seat that stands for its team)."""
    at = _at(variant, fen, moves)
    ended = at.result()
    if ended is None:
        raise Error("the game is not over")
    return _value(at, ended)


def is_immediate_game_end(variant: str, fen: str, moves: list[str]) -> tuple[bool, int]:
    """Whether the game is over, and its value for the side to move."""
    at = _at(variant, fen, moves)
    ended = at.result()
    return ended is not None, _value(at, ended)


def is_optional_game_end(variant: str, fen: str, moves: list[str]) -> tuple[bool, int]:
    """Whether the game is over by a rule on repetition or on the number of moves; Banco ends it at once then."""
    at = _at(variant, fen, moves)
    ended = at.result()
    counts = ("threefold repetition", "perpetual check", "perpetual chase", "move limit")
    return ended is not None and ended.reason in counts, _value(at, ended)


def has_insufficient_material(variant: str, fen: str, moves: list[str]) -> tuple[bool, bool]:
    """Whether the sides cannot win by any sequence of moves; the game is over when that is so of both."""
    ended = _at(variant, fen, moves).result()
    both = ended is not None and ended.reason == "insufficient material"
    return both, both


def validate_fen(fen: str, variant: str) -> int:
    """`FEN_OK`, or another number when the text is no position of the game."""
    try:
        Position(variant, fen)
    except Error:
        return 0
    return FEN_OK
