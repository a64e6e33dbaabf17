"""The functions of pyffish 0.0.90 (Fairy-Stockfish) for the games that Banco knows, so that programs need a new import
alone: ``import banco.pyffish as sf``.

Moves and positions are Banco's own texts; those of Xiangqi are the same as Fairy-Stockfish's. Functions for pockets,
fog and two boards raise `Error`, as no game here has them. So does what pyffish leaves undefined: the result of a game
that is not over, an illegal move, an unknown game. Variants of a configuration are unknown games, too.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Optional

from . import _fairy
from . import position as _position
from ._fairy import FEN_OK
from ._program import Error, OptionValue
from .position import Position, variants

__all__ = [
    "FEN_INVALID_PROMOTED_PIECE",
    "FEN_OK",
    "NOTATION_DEFAULT",
    "NOTATION_JANGGI",
    "NOTATION_LAN",
    "NOTATION_SAN",
    "NOTATION_SHOGI_HODGES",
    "NOTATION_SHOGI_HODGES_NUMBER",
    "NOTATION_SHOGI_HOSKING",
    "NOTATION_THAI_LAN",
    "NOTATION_THAI_SAN",
    "NOTATION_XIANGQI_WXF",
    "VALUE_DRAW",
    "VALUE_MATE",
    "captures_to_hand",
    "error",
    "game_result",
    "get_fen",
    "get_fog_fen",
    "get_san",
    "get_san_moves",
    "gives_check",
    "has_insufficient_material",
    "info",
    "is_capture",
    "is_immediate_game_end",
    "is_optional_game_end",
    "legal_moves",
    "load_variant_config",
    "piece_to_partner",
    "set_option",
    "start_fen",
    "two_boards",
    "validate_fen",
    "variants",
    "version",
]

VALUE_MATE = 32000
VALUE_DRAW = 0
FEN_INVALID_PROMOTED_PIECE = -12

NOTATION_DEFAULT = 0
NOTATION_SAN = 1
NOTATION_LAN = 2
NOTATION_SHOGI_HOSKING = 3
NOTATION_SHOGI_HODGES = 4
NOTATION_SHOGI_HODGES_NUMBER = 5
NOTATION_JANGGI = 6
NOTATION_XIANGQI_WXF = 7
NOTATION_THAI_SAN = 8
NOTATION_THAI_LAN = 9

#: The exception of pyffish.
error = Error

_log = logging.getLogger("banco.pyffish")

#: The options set by `set_option`, for all later calls.
_options: dict[str, OptionValue] = {}

#: Rules of Xiangqi under which only mate and stalemate end a game, as in pyffish's lists of moves.
_MOVES_ONLY: dict[str, OptionValue] = {"Repetition": "off", "MoveLimit": 0, "DeadMaterial": False}
#: Rules under which repetition, and fifty moves a side without a capture, end a game as well.
_ALL_ENDS: dict[str, OptionValue] = {"Repetition": "fairy", "MoveLimit": 100, "DeadMaterial": False}

#: Ends that a player may claim in pyffish; Banco ends the game at once.
_OPTIONAL = ("threefold repetition", "perpetual check", "perpetual chase", "move limit")
#: Ends for want of moves, which are no rule of a variant.
_NO_MOVES = ("checkmate", "stalemate")


@lru_cache(maxsize=None)
def _games() -> list[str]:
    return variants()


def _check(variant: str) -> None:
    """Raises `Error` for a game without rules here."""
    if variant.lower() not in _games():
        raise Error(f"variant {variant}: Banco has no rules for it: one of {', '.join(_games())} expected")


def _at(
    variant: str, fen: str, moves: Sequence[str], rules: Optional[dict[str, OptionValue]] = None
) -> Position:
    _check(variant)
    is_xiangqi = variant.lower() == "xiangqi"
    options = {**((rules or _MOVES_ONLY) if is_xiangqi else {}), **_options}
    return Position(variant, None if fen == "startpos" else fen, moves, options)


def version() -> tuple[int, int, int]:
    """The version of pyffish that these functions follow."""
    return (0, 0, 90)


def info() -> str:
    """The name and the authors of the engine."""
    return "Banco by the Banco developers"


def set_option(name: str, value: OptionValue) -> None:
    """Sets an option of Banco for all later calls, by the names in protocol.md.

    ``VariantPath`` is that of Fairy-Stockfish, a file for `load_variant_config`; one that cannot be read is logged.
    """
    if name.lower() == "variantpath":
        path = str(value)
        try:
            # Fairy-Stockfish writes its default, no path, in this way.
            config = "" if path in ("", "<empty>") else Path(path).read_text(encoding="utf-8", errors="replace")
        except OSError as fault:
            _log.warning("VariantPath: %s: %s", path, fault.strerror or fault)
            return
        load_variant_config(config)
        return
    program = _position._rules.program("xiangqi", {**_options, name: value})
    with program.lock:
        program.ask()
    _options[name] = value


def two_boards(variant: str) -> bool:
    """Whether a game has two boards: none has."""
    return _without(variant)


def captures_to_hand(variant: str) -> bool:
    """Whether captured pieces go to the hand: in no game here."""
    return _without(variant)


def _without(variant: str) -> bool:
    _check(variant)
    return False


def load_variant_config(config: str) -> None:
    """Checks a configuration in the form of Fairy-Stockfish and logs its faults; templates are not checked.

    It adds no game and changes none: Banco's rules are a part of the program.
    """
    for fault in _fairy.config_faults(config, _games()):
        _log.warning("variant configuration: %s", fault)


def start_fen(variant: str) -> str:
    """The text of a game's start position."""
    _check(variant)
    return _position.start_fen(variant)


def get_fog_fen(fen: str, variant: str, chess960: bool = False) -> str:
    """Raises an error: no game here has fog."""
    _check(variant)
    raise Error(f"get_fog_fen: {variant} has no fog")


def piece_to_partner(variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> str:
    """Raises an error: no game here has two boards."""
    _check(variant)
    raise Error(f"piece_to_partner: {variant} has one board")


def legal_moves(variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> list[str]:
    """The legal moves after some moves from a position; none when the game is over."""
    return _at(variant, fen, moves).legal_moves()


def get_fen(
    variant: str,
    fen: str,
    moves: Sequence[str],
    chess960: bool = False,
    sfen: bool = False,
    show_promoted: bool = False,
    count_started: int = 0,
) -> str:
    """The position after some moves; ``sfen`` as in shogi, with the number of the half-move (Xiangqi only)."""
    text = _at(variant, fen, moves).fen()
    if not sfen:
        return text
    board, side, *_, number = text.split()
    if variant.lower() != "xiangqi":
        raise Error(f"get_fen: {variant} has no SFEN")
    is_first = side == "w"
    return f"{board} {'b' if is_first else 'w'} - {2 * int(number) - is_first}"


def get_san(
    variant: str, fen: str, move: str, chess960: bool = False, notation: int = NOTATION_DEFAULT
) -> str:
    """A move in another notation: of Xiangqi standard algebraic by default, long algebraic, or WXF."""
    return get_san_moves(variant, fen, [move], chess960, notation)[0]


def get_san_moves(
    variant: str, fen: str, moves: Sequence[str], chess960: bool = False, notation: int = NOTATION_DEFAULT
) -> list[str]:
    """Moves from a position in another notation."""
    at = _at(variant, fen, [])
    if variant.lower() != "xiangqi":
        raise Error(f"get_san: {variant} has none of the notations of pyffish: Position.san writes its own")
    if notation not in (NOTATION_DEFAULT, NOTATION_SAN, NOTATION_LAN, NOTATION_XIANGQI_WXF):
        raise Error(f"get_san: notation {notation} is not one of Xiangqi: SAN, LAN or XIANGQI_WXF expected")
    texts = []
    for move in moves:
        fen, legal = at.fen(), at.legal_moves()
        board = _fairy.pieces(fen)
        at.push(move)
        if notation == NOTATION_XIANGQI_WXF:
            texts.append(_fairy.wxf(board, move, fen.split()[1] == "w"))
        else:
            texts.append(_fairy.algebraic(board, legal, move, lambda: _mates(at), notation == NOTATION_LAN))
    return texts


def _mates(at: Position) -> Optional[bool]:
    """Whether the side to move is mated; ``None`` when it is not in check."""
    return not at.legal_moves() if at.is_check() else None


def is_capture(variant: str, fen: str, moves: Sequence[str], move: str, chess960: bool = False) -> bool:
    """Whether a move after some moves takes a piece (Xiangqi only)."""
    at = _at(variant, fen, moves)
    if variant.lower() != "xiangqi":
        raise Error(f"is_capture: {variant} is not supported")
    before = _fairy.pieces(at.fen())
    at.push(move)
    return len(_fairy.pieces(at.fen())) < len(before)


def gives_check(variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> bool:
    """Whether the side to move is in check after some moves."""
    return _at(variant, fen, moves).is_check()


def _value(at: Position, ended: Optional[_position.Result]) -> int:
    if ended is None or ended.winner is None:
        return VALUE_DRAW
    # The name of a team of two seats holds those of both: `ry` of dice chess.
    return VALUE_MATE if at.turn().lower() in ended.winner else -VALUE_MATE


def game_result(variant: str, fen: str, moves: Sequence[str], chess960: bool = False) -> int:
    """The value of a game that is over, for the side to move (for a seat that stands for its team)."""
    at = _at(variant, fen, moves)
    ended = at.result()
    if ended is None:
        raise Error("game_result: the game is not over")
    return _value(at, ended)


def is_immediate_game_end(
    variant: str, fen: str, moves: Sequence[str], chess960: bool = False
) -> tuple[bool, int]:
    """Whether a rule of the game ends it while moves are left, and its value for the side to move."""
    at = _at(variant, fen, moves)
    ended = at.result()
    if ended is None or ended.reason in _NO_MOVES + _OPTIONAL:
        return False, VALUE_DRAW
    return True, _value(at, ended)


def is_optional_game_end(
    variant: str, fen: str, moves: Sequence[str], chess960: bool = False, count_started: int = 0
) -> tuple[bool, int]:
    """Whether the game is over by a rule on repetition or on the number of moves, and its value for the side to move."""
    at = _at_last(variant, fen, moves)
    ended = at.result()
    is_end = ended is not None and ended.reason in _OPTIONAL
    return is_end, _value(at, ended) if is_end else VALUE_DRAW


def _at_last(variant: str, fen: str, moves: Sequence[str]) -> Position:
    """The last position under the rules of all ends, with as many of its moves as no end interrupts."""
    for start in range(len(moves)):
        try:
            before = fen if start == 0 else _at(variant, fen, moves[:start]).fen()
            return _at(variant, before, moves[start:], _ALL_ENDS)
        except Error as error:
            if "the game is over" not in str(error):
                raise
    return _at(variant, _at(variant, fen, moves).fen(), [], _ALL_ENDS)


def has_insufficient_material(
    variant: str, fen: str, moves: Sequence[str], chess960: bool = False
) -> tuple[bool, bool]:
    """Whether each side cannot win by any sequence of moves: in Xiangqi without rook, knight, cannon and pawn."""
    if variant.lower() == "xiangqi":
        # Material alone counts, kings that face each other too.
        is_read = not moves and _fairy.validate(fen) == FEN_OK
        letters = set(_fairy.pieces(fen if is_read else _at(variant, fen, moves).fen()).values())
        return not letters & set("RNCP"), not letters & set("rncp")
    at = _at(variant, fen, moves)
    ended = at.result()
    both = ended is not None and ended.reason == "insufficient material"
    return both, both


def validate_fen(fen: str, variant: str, chess960: bool = False) -> int:
    """`FEN_OK`, or the number of the fault: of Xiangqi as in Fairy-Stockfish, which accepts pieces off their points."""
    _check(variant)
    if variant.lower() == "xiangqi":
        return _fairy.validate(fen)
    try:
        Position(variant, fen)
    except Error:
        return 0
    return FEN_OK
