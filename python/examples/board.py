"""Plays a game of Banco against itself and draws its last position.

python examples/board.py [GAME] [FILE.svg]
"""

import random
import sys
from pathlib import Path

import banco

game = sys.argv[1] if len(sys.argv) > 1 else "xiangqi"
path = Path(sys.argv[2] if len(sys.argv) > 2 else f"{game}.svg")

position = banco.Position(game)
with banco.Engine() as engine:
    while position.result() is None and len(position.moves) < 60:
        rolls = position.rolls()
        move = random.choice(rolls) if rolls else engine.play(position, nodes=1000).move
        if move is None:
            break
        position.push(move)
print(position)
print(" ".join(position.moves), position.result())
path.write_text(position.svg(), encoding="utf-8")
print(f"drawn in {path}")
