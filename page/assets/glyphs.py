#!/usr/bin/env python3
"""Writes glyphs.js: the outlines of the characters that Xiangqi's board and men need, since a machine without an East
Asian font shows empty boxes in their place.

    apt-get install fonts-noto-cjk && pip install fonttools && python3 page/assets/glyphs.py

The outlines are those of Noto Serif CJK Bold, traditional forms (SIL Open Font License 1.1, see glyphs.LICENSE)."""

import pathlib

from fontTools.misc.transform import Transform
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection

FONT = "/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc"
SIGNS = "帥仕相傌俥炮兵將士象馬車砲卒楚河漢界"

fonts = TTCollection(FONT).fonts
font = next(one for one in fonts if one["name"].getDebugName(1) == "Noto Serif CJK TC")
glyphs, names = font.getGlyphSet(), font.getBestCmap()
lines = []
for sign in SIGNS:
    pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
    # An em becomes a square from -500 to 500, y down.
    glyphs[names[ord(sign)]].draw(TransformPen(pen, Transform(1, 0, 0, -1, -500, 380)))
    lines.append(f'  "{sign}": "{pen.getCommands()}",')
text = f"""// Outlines of Xiangqi's characters, from -500 to 500. Written by glyphs.py from Noto Serif CJK Bold, which is licensed
// under the SIL Open Font License 1.1: see glyphs.LICENSE.

const GLYPHS = {{
{chr(10).join(lines)}
}};

/** The outline of a character, if it is one of these. */
export const glyph = (sign) => GLYPHS[sign];
"""
pathlib.Path(__file__).with_name("glyphs.js").write_text(text, encoding="utf-8")
