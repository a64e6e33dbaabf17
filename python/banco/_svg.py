"""Boards as SVG, drawn from the protocol's output (`board`, `scene`), without rules."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

_INK = {"red": "#b3261e", "blue": "#1f5aa6", "green": "#2e7d32", "yellow": "#a66f00", "black": "#222222", "white": "#666666"}
_ZONES = {"sea": "#cfe4f3", "coast": "#e3eef2", "marked": "#e3d3b0", "throne": "#d9c08c"}
_MARGIN = 0.75


@dataclass(frozen=True)
class _Man:
    seat: str
    sign: str
    ink: str


class Board:
    """The constant parts of a game's board."""

    def __init__(self, lines: list[str]) -> None:
        self.style = "lines"
        self.width = self.height = 0
        self.points: dict[str, tuple[float, float]] = {}
        self.edges: list[tuple[str, str]] = []
        self.zones: list[tuple[str, list[str]]] = []
        self.men: dict[str, _Man] = {}
        self.levels: list[int] = []
        inks: dict[str, str] = {}
        for line in lines:
            words = line.split(" ")[1:]
            kind, rest = words[0], words[1:]
            if kind == "style":
                self.style = rest[0]
            elif kind == "size":
                self.width, self.height = int(rest[0]), int(rest[1])
            elif kind == "seat":
                inks[rest[0]] = _INK.get(rest[3], "#222222")
            elif kind == "man":
                self.men[rest[0]] = _Man(rest[1], rest[2], inks.get(rest[1], "#222222"))
            elif kind == "point":
                self.points[rest[0]] = (float(rest[1]), float(rest[2]))
            elif kind == "line":
                self.edges.append((rest[0], rest[1]))
            elif kind == "zone":
                self.zones.append((rest[0], rest[2:]))
            elif kind == "levels":
                self.levels = [int(word) for word in rest]


def draw(board: Board, scene: list[str], size: int, flip: bool) -> str:
    """Returns the board with its pieces; lengths are in steps from point to point."""
    width, height = board.width - 1 + 2 * _MARGIN, board.height - 1 + 2 * _MARGIN

    def place(point: str) -> tuple[float, float]:
        x, y = board.points[point]
        if flip:
            x, y = board.width - 1 - x, board.height - 1 - y
        return round(x + _MARGIN, 2), round(board.height - 1 - y + _MARGIN, 2)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{round(size * height / width)}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" text-anchor="middle">',
        f'<rect width="{width}" height="{height}" fill="#f3e3c3"/>',
    ]
    for kind, points in board.zones:
        if kind in _ZONES:
            for x, y in map(place, points):
                out.append(f'<rect x="{x - 0.5}" y="{y - 0.5}" width="1" height="1" fill="{_ZONES[kind]}"/>')
    for (x1, y1), (x2, y2) in ((place(a), place(b)) for a, b in board.edges):
        out.append(f'<path d="M{x1} {y1}L{x2} {y2}" stroke="#8a6d3b" stroke-width="0.03"/>')
    if board.style == "squares":
        for x, y in map(place, board.points):
            out.append(
                f'<rect x="{x - 0.5}" y="{y - 0.5}" width="1" height="1" fill="none" stroke="#8a6d3b" stroke-width="0.03"/>'
            )
    for line in scene:
        words = line.split(" ")[1:]
        if words[0] == "man":
            out.append(_piece(board, place(words[1]), words[2:]))
        elif words[0] == "count":
            out.append(_pit(place(words[1]), words[2], len(words) > 3))
    return "\n".join([*out, "</svg>"])


def _text(x: float, y: float, size: float, ink: str, text: str) -> str:
    return f'<text x="{x}" y="{round(y + 0.35 * size, 2)}" font-size="{size}" fill="{ink}">{escape(text)}</text>'


def _piece(board: Board, at: tuple[float, float], letters: list[str]) -> str:
    """Returns a piece; those that it carries are named below it, a hero has a plus."""
    men = [board.men.get(word.lstrip("+")) for word in letters]
    signs = [man.sign if man else word for man, word in zip(men, letters)]
    ink = men[0].ink if men[0] else "#222222"
    (x, y), hero = at, "+" if letters[0].startswith("+") else ""
    parts = [
        f'<circle cx="{x}" cy="{y}" r="0.42" fill="#fffaf0" stroke="{ink}" stroke-width="0.05"/>',
        _text(x, y - (0.08 if len(signs) > 1 else 0), 0.5, ink, signs[0] + hero),
    ]
    if len(signs) > 1:
        parts.append(_text(x, y + 0.26, 0.2, ink, " ".join(signs[1:])))
    return "".join(parts)


def _pit(at: tuple[float, float], count: str, has_stone: bool) -> str:
    x, y = at
    stone = f'<ellipse cx="{x}" cy="{y}" rx="0.3" ry="0.42" fill="#d8c49a"/>' if has_stone else ""
    return (
        f'<circle cx="{x}" cy="{y}" r="0.46" fill="#fffaf0" stroke="#8a6d3b" stroke-width="0.04"/>{stone}'
        + _text(x, y, 0.42, "#222222", count)
    )
