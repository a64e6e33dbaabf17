"""Measures move lists a second, here and with pyffish if it is installed, on the same positions."""

import random
import time

import banco.pyffish as ours

START = ours.start_fen("xiangqi")


def games(count: int) -> list[list[str]]:
    luck, found = random.Random(1), []
    for _ in range(count):
        moves: list[str] = []
        while len(moves) < 40 and (legal := ours.legal_moves("xiangqi", START, moves)):
            moves.append(luck.choice(legal))
        found.append(moves)
    return found


def rate(library: object, fens: list[str]) -> float:
    list_moves = getattr(library, "legal_moves")
    begun = time.perf_counter()
    for fen in fens:
        list_moves("xiangqi", fen, [])
    return len(fens) / (time.perf_counter() - begun)


fens = [ours.get_fen("xiangqi", START, moves[:n]) for moves in games(20) for n in range(0, len(moves), 4)]
libraries = [("banco", ours)]
try:
    import pyffish

    libraries.append(("pyffish", pyffish))
except ImportError:
    print("pyffish is not installed")
rates: dict[str, list[float]] = {name: [] for name, _ in libraries}
for _ in range(5):
    for name, library in libraries:
        rates[name].append(rate(library, fens))
for name, all_rates in rates.items():
    print(f"{name}: legal moves {sorted(all_rates)[2]:.0f} times a second (median of 5, {len(fens)} positions)")
