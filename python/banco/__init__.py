"""Rules, engine and exact solver for five games, as a client of the program ``banco``.

>>> import banco
>>> position = banco.Position("xiangqi")
>>> position.push("h3e3")
>>> position.fen()
'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1'
"""

from ._program import Error, find_program
from .aio import AsyncEngine
from .engine import Engine, Info, Play, Probe, Score, Solution, TableValue
from .position import Position, Result, levels, start_fen, variants
from .records import Game, Note, read

__all__ = [
    "AsyncEngine",
    "Engine",
    "Error",
    "Game",
    "Info",
    "Note",
    "Play",
    "Position",
    "Probe",
    "Result",
    "Score",
    "Solution",
    "TableValue",
    "find_program",
    "levels",
    "read",
    "start_fen",
    "variants",
]
