"""Boards as SVG, drawn from the protocol's `state`, without rules."""

from __future__ import annotations

from html import escape

from ._program import Answer

_INK = {"red": "#b3261e", "blue": "#1f5aa6", "green": "#2e7d32", "yellow": "#a66f00", "black": "#222222", "white": "#666666"}
_ZONES = {"sea": "#cfe4f3", "coast": "#e3eef2", "marked": "#e3d3b0", "throne": "#d9c08c"}
_MARGIN = 0.75


def draw(board: Answer, scene: Answer, size: int, flip: bool) -> str:
    """Returns the board with its pieces; lengths are in steps from point to point."""
    last_x, last_y = board["width"] - 1, board["height"] - 1
    spots = {point["name"]: (point["x"], point["y"]) for point in board["points"]}
    inks = {seat["name"]: _INK.get(seat["colour"], "#222222") for seat in board["seats"]}
    men = {man["letters"]: (man["sign"], inks[man["seat"]]) for man in board["men"]}
    width, height = last_x + 2 * _MARGIN, last_y + 2 * _MARGIN

    def place(point: str) -> tuple[float, float]:
        x, y = spots[point]
        if flip:
            x, y = last_x - x, last_y - y
        return round(x + _MARGIN, 2), round(last_y - y + _MARGIN, 2)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{round(size * height / width)}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" text-anchor="middle">',
        f'<rect width="{width}" height="{height}" fill="#f3e3c3"/>',
    ]
    for zone in board["zones"]:
        if zone["kind"] in _ZONES:
            fill = _ZONES[zone["kind"]]
            for x, y in map(place, zone["points"]):
                out.append(f'<rect x="{x - 0.5}" y="{y - 0.5}" width="1" height="1" fill="{fill}"/>')
    for (x1, y1), (x2, y2) in ((place(a), place(b)) for a, b in board["lines"]):
        out.append(f'<path d="M{x1} {y1}L{x2} {y2}" stroke="#8a6d3b" stroke-width="0.03"/>')
    if board["style"] == "squares":
        for x, y in map(place, spots):
            out.append(
                f'<rect x="{x - 0.5}" y="{y - 0.5}" width="1" height="1" fill="none" stroke="#8a6d3b" stroke-width="0.03"/>'
            )
    for unit in scene["men"]:
        out.append(_piece(men, place(unit["point"]), unit["men"]))
    for heap in scene["counts"]:
        out.append(_pit(place(heap["point"]), heap["count"], heap["stone"]))
    return "\n".join([*out, "</svg>"])


def _text(x: float, y: float, size: float, ink: str, text: str) -> str:
    return f'<text x="{x}" y="{round(y + 0.35 * size, 2)}" font-size="{size}" fill="{ink}">{escape(text)}</text>'


def _piece(men: dict[str, tuple[str, str]], at: tuple[float, float], letters: list[str]) -> str:
    """Returns a piece; those that it carries are named below it, a hero has a plus."""
    signs = [men[word.lstrip("+")][0] for word in letters]
    ink = men[letters[0].lstrip("+")][1]
    (x, y), hero = at, "+" if letters[0].startswith("+") else ""
    parts = [
        f'<circle cx="{x}" cy="{y}" r="0.42" fill="#fffaf0" stroke="{ink}" stroke-width="0.05"/>',
        _text(x, y - (0.08 if len(signs) > 1 else 0), 0.5, ink, signs[0] + hero),
    ]
    if len(signs) > 1:
        parts.append(_text(x, y + 0.26, 0.2, ink, " ".join(signs[1:])))
    return "".join(parts)


def _pit(at: tuple[float, float], count: int, has_stone: bool) -> str:
    x, y = at
    stone = f'<ellipse cx="{x}" cy="{y}" rx="0.3" ry="0.42" fill="#d8c49a"/>' if has_stone else ""
    return (
        f'<circle cx="{x}" cy="{y}" r="0.46" fill="#fffaf0" stroke="#8a6d3b" stroke-width="0.04"/>{stone}'
        + _text(x, y, 0.42, "#222222", str(count))
    )
