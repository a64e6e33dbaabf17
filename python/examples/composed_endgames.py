"""Plays XiangqiBench (arXiv 2610.02425): an engine of UCI stands in for the language model, another for the defender.

    pip install xiangqibench
    python composed_endgames.py --challenger banco --defender fairy-stockfish --nodes 10000 100000

Prints the mates delivered of 119. The harness, its limit of 40 plies and its referee are the package's own.
"""

import argparse
import re
import subprocess
from collections.abc import Sequence

from xiangqibench.cases import EndgameCase, load_cases  # type: ignore[import-not-found, unused-ignore]
from xiangqibench.defender.defender import DefenderChoice  # type: ignore[import-not-found, unused-ignore]
from xiangqibench.llm.base import Completion  # type: ignore[import-not-found, unused-ignore]
from xiangqibench.modes import get_mode  # type: ignore[import-not-found, unused-ignore]
from xiangqibench.runner import play_trial, write_record  # type: ignore[import-not-found, unused-ignore]


class Engine:
    """A program of UCI with one thread, as challenger (`complete`) and as defender (`choose`)."""

    backend = "uci"

    def __init__(self, command: str, nodes: int) -> None:
        self.name = f"{command.split('/')[-1]}, {nodes} nodes"
        self.limit = f"go nodes {nodes}"
        self.program = subprocess.Popen(command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("uci", "uciok")
        for option in ["UCI_Variant value xiangqi", "Threads value 1", "Hash value 64"]:
            self.send(f"setoption name {option}")

    def send(self, line: str) -> None:
        assert self.program.stdin
        print(line, file=self.program.stdin, flush=True)

    def ask(self, line: str, answer: str) -> str:
        self.send(line)
        assert self.program.stdout
        for reply in self.program.stdout:
            if reply.startswith(answer):
                return reply
        raise RuntimeError(f"{self.name} died at {line!r}")

    def best(self, fen: str) -> str | None:
        """Returns the best move with ranks from 0, as the harness has them; UCI has ranks from 1."""
        self.send(f"position fen {' '.join(fen.split()[:2])} - - 0 1")
        points = re.findall(r"([a-i])(\d+)", self.ask(self.limit, "bestmove").split()[1])
        return "".join(f"{file}{int(rank) - 1}" for file, rank in points) or None

    def complete(self, messages: Sequence[dict[str, str]]) -> Completion:
        fens: list[str] = re.findall(r"FEN: (\S+ [wb])", "\n".join(message["content"] for message in messages))
        move = self.best(fens[-1])
        return Completion(text=f"```bash\n{f'move {move}' if move else 'resign'}\n```")

    def choose(self, fen: str) -> DefenderChoice:
        return DefenderChoice(move=self.best(fen), backend=self.backend, legal_count=0)

    def info(self) -> dict[str, str]:
        return {"backend": self.backend, "name": self.name}

    def new_game(self) -> None:
        self.send("ucinewgame")
        self.ask("isready", "readyok")


def play(case: EndgameCase, challenger: Engine, defender: Engine, records: str | None) -> tuple[bool, int, str]:
    """Returns whether mate was delivered, the plies, and the end."""
    for engine in [challenger, defender]:
        engine.new_game()
    summary, record = play_trial(case, get_mode("sighted"), challenger, defender, standard=False)
    if records:
        write_record(records, record)
    return summary.status == "pass", summary.plies, summary.termination_reason or summary.outcome


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--challenger", default="banco", help="program of UCI")
    words.add_argument("--defender", default="fairy-stockfish", help="program of UCI")
    sizes = [10_000, 100_000, 1_000_000]
    words.add_argument("--nodes", type=int, nargs="+", default=sizes, help="of the challenger, a move")
    words.add_argument("--defender-nodes", type=int, default=1_000_000, help="a move")
    words.add_argument("--limit", type=int, help="the first endgames only")
    words.add_argument("--records", help="folder for the harness's records of all games")
    args = words.parse_args()
    cases = load_cases(limit=args.limit)
    for nodes in args.nodes:
        challenger, defender = Engine(args.challenger, nodes), Engine(args.defender, args.defender_nodes)
        won = shortest = 0
        for case in cases:
            is_mate, plies, end = play(case, challenger, defender, args.records)
            won += is_mate
            shortest += is_mate and plies <= case.win_in_plies
            if not is_mate:
                print(f"  {case.id}: {end} after {plies} plies")
        mates = f"{won} of {len(cases)} mates delivered, {shortest} in the reference's length"
        print(f"{challenger.name} against {defender.name}: {mates}")


if __name__ == "__main__":
    main()
