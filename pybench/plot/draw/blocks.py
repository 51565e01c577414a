"""Rows of datasets in groups, each with a cell per region, in blocks side by side."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pybench.plot.draw.scene import GAP, Areas, Scene, rectangle
from pybench.plot.draw.style import QUIET
from pybench.plot.draw.text import Measure

# Multiples of the font size.
_CELL, _ROW, _HEADING, _BETWEEN = 2.75, 1.5, 2.2, 2.0
_SHAPE = 1.35  # width by height of the figure, which the number of blocks approximates


@dataclass(frozen=True, slots=True)
class Bar:
    """A part of a cell, from its left edge."""

    role: str
    share: float  #: of the cell's width
    colour: str


@dataclass(frozen=True, slots=True)
class Cell:
    """What a row shows for a region: bars, the first as wide as the cell, and a text above them."""

    bars: tuple[Bar, ...]
    text: str


@dataclass(frozen=True, slots=True)
class DatasetRow:
    """A dataset."""

    name: str  #: as shown
    cells: tuple[Cell, ...]


Groups = Sequence[tuple[str, Sequence[DatasetRow]]]


def blocks_scene(
    scene: Scene,
    groups: Groups,
    columns: Sequence[str],
    title: Sequence[str],
    notes: Sequence[str],
    blocks: int | None,
    measure: Measure,
) -> Scene:
    """Arrange groups of rows below their headings, with notes below all blocks.

    Parameters
    ----------
    scene : Scene
        Empty.
    columns : sequence of str
        What the cells of a row are about, as shown.
    blocks : int or None
        Number of blocks. None: the number, at most 12, with the usual shape of a figure.
    """
    em = scene.em
    widths = [measure(row.name, em, False).width for _, rows in groups for row in rows]
    heads = [measure(f"{head} (continued)", em, True).width for head, _ in groups]
    cells = _CELL * em * len(columns)
    room = max(max(widths) + 0.5 * em, max(heads) - cells)  # a heading may stand above cells
    wide = room + cells
    parts = _blocks(groups, blocks, wide, em, scene.most - 2 * GAP * em)
    top = scene.head(title) + 1.1 * em
    bottom = top
    for at, part in enumerate(parts):
        left = GAP * em + at * (wide + _BETWEEN * em)
        bottom = max(bottom, _block(scene, part, columns, left, room, top))
    lines = [measure(line, 1.15 * em, True).width for line in title]
    own = len(parts) * wide + (len(parts) - 1) * _BETWEEN * em
    scene.span(max([own, *lines]) + 2 * GAP * em, 40 + 2 * GAP)
    scene.foot(bottom + 0.5 * em, notes, measure)
    return scene


@dataclass(slots=True)
class _Block:
    """The lines of a block: headings and rows."""

    lines: list[str | DatasetRow]

    @property
    def height(self) -> float:
        """In em."""
        return sum(_HEADING if isinstance(line, str) else _ROW for line in self.lines)


def _blocks(
    groups: Groups, blocks: int | None, wide: float, em: float, room: float
) -> list[_Block]:
    """Split the rows into blocks of similar height; a group that continues is named again."""
    rows = sum(len(members) for _, members in groups)
    if blocks is None:
        fitting = max(1.0, (room + _BETWEEN * em) / (wide + _BETWEEN * em))
        tried = range(1, 1 + int(min(12, rows, fitting)))
        parts = [_cut(groups, n) for n in tried]
        return min(parts, key=lambda p: abs(math.log(_ratio(p, wide, em) / _SHAPE)))
    return _cut(groups, min(blocks, rows))


def _ratio(parts: list[_Block], wide: float, em: float) -> float:
    return len(parts) * (wide + _BETWEEN * em) / (em * (5 + max(p.height for p in parts)))


def _cut(groups: Groups, blocks: int) -> list[_Block]:
    whole = sum(_HEADING + _ROW * len(rows) for _, rows in groups) + _HEADING * (blocks - 1)
    share, parts = whole / blocks, [_Block([])]
    for head, rows in groups:
        if parts[-1].height + _HEADING + _ROW > share + 1e-9 and len(parts) < blocks:
            parts.append(_Block([]))
        parts[-1].lines.append(head)
        for row in rows:
            if parts[-1].height + _ROW > share + 1e-9 + _ROW / 2 and len(parts) < blocks:
                parts.append(_Block([f"{head} (continued)"]))
            parts[-1].lines.append(row)
    return parts


def _block(
    scene: Scene, part: _Block, columns: Sequence[str], left: float, room: float, top: float
) -> float:
    """Draw a block; return its lower edge."""
    em, cell, row = scene.em, _CELL * scene.em, _ROW * scene.em
    first = left + room
    for at, name in enumerate(columns):
        x = first + (at + 0.5) * cell
        scene.write(x, top - 0.35 * em, name, colour=QUIET, anchor="center")
    y = top
    bars: dict[str, list[tuple[float, float, Bar]]] = {}
    for line in part.lines:
        if isinstance(line, str):
            scene.write(left, y + 1.65 * em, line, bold=True)
            y += _HEADING * em
            continue
        scene.write(first - 0.4 * em, y + row / 2, line.name, anchor="right", middle=True)
        for at, found in enumerate(line.cells):
            x = first + at * cell
            for bar in found.bars:
                bars.setdefault(bar.role, []).append((x, y, bar))
            if found.text:
                scene.write(x + cell / 2, y + row / 2, found.text, anchor="center", middle=True)
        y += row
    for number, (role, placed) in enumerate(bars.items()):
        shapes = [rectangle(x, down, bar.share * cell, row) for x, down, bar in placed]
        edge = "none" if number else "#DCDCDC"
        fills = [bar.colour for _, _, bar in placed]
        scene.layers.append(Areas(role, shapes, fills, edge, 0.0 if number else 0.05 * em))
    return y
