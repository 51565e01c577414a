"""Datasets by regions: where the instances of each dataset lie."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base import check
from pybench.base.text import counted
from pybench.plot.arguments import documented, result_or_part, style_of
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.paint_matplotlib import draw
from pybench.plot.draw.scene import GAP, Areas, Scene, rectangle
from pybench.plot.draw.style import BLUE, QUIET, mixed
from pybench.plot.draw.text import Measure, labels_for, percentage, visible

if TYPE_CHECKING:
    from pybench.landscape.coverage import Coverage

_FAINTEST, _DEEPEST = 0.1, 0.64  # one instance of thousands is visible; text is readable on all
# Multiples of the font size.
_CELL, _ROW, _HEADING, _BETWEEN = 2.75, 1.5, 2.2, 2.0
_SHAPE = 1.35  # width by height of the figure, which the number of blocks approximates


@documented
def coverage(
    coverage: Coverage,
    ax: Axes | None = None,
    *,
    blocks: int | None = None,
    title: str | None = None,
    width: float | str | None = None,
    max_label: int | None = 40,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the percentage of each dataset's instances in each region.

    There is one row per dataset and one column per region; each cell gives the percentage of the
    dataset's instances that lie in the region.

    Each dataset is in the group of the region that contains more of its instances than any other
    region (the first such region if several tie). Within a group, the dataset with the highest
    percentage in this region is first. With many datasets, the figure is split into several blocks.
    A blank cell means 0; "<1" and ">99" mark values that rounding would turn into 0 or 100.

    Parameters
    ----------
    coverage : Coverage or Landscape
        From `pybench.coverage` or `pybench.map_landscape`.
    blocks : int, optional
        Number of blocks, side by side. Default: the number, at most 12, with which the width of the
        figure comes closest to 1.35 times its height.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        Not a coverage, or a number out of range.

    Notes
    -----
    The figure follows figure 2 of "Less is more: Selecting the right benchmarking set of data for
    time series classification" (submission to ICLR 2022).

    Examples
    --------
    >>> import pybench as pb
    >>> figure = pb.plot.coverage(pb.coverage(["a", "a", "a", "a", "b"], [0, 0, 0, 1, 1]))
    >>> [text.get_text() for text in figure.axes[0].texts][:6]
    ['R1', 'R2', 'R1: 1 dataset', 'a', '75', '25']
    """
    from pybench.landscape.coverage import Coverage

    found = result_or_part("coverage", coverage, Coverage, "coverage", "coverage(dataset, region)")
    style = style_of(
        ax, font_size=font_size, usual=8.0, font=font,
        title=title, width=width, max_label=max_label,
    )  # fmt: skip
    em = style.font_size
    if blocks is not None:
        check.count("blocks", blocks)
    groups = groups_of(found, max_label)
    names = [row.name for _, rows in groups for row in rows]
    family = families(style.font, [*style.title, *names])
    measure = measurer(family)
    return draw(
        lambda most: _scene(found, groups, style.title, blocks, measure, Scene(em, most=most)),
        ax, family, style.width,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class DatasetRow:
    """A dataset."""

    name: str  #: as shown
    percent: tuple[float, ...]  #: of its instances in each region


Groups = list[tuple[str, list[DatasetRow]]]


def groups_of(found: Coverage, limit: int | None) -> Groups:
    """Return the datasets by main region, the purest first, without empty regions."""
    regions, percent = list(found.percent.columns), found.percent.to_numpy()
    names, main = list(found.percent.index), percent.argmax(axis=1)
    labels, groups = labels_for(names, limit), []
    for at, region in enumerate(regions):
        mine = np.flatnonzero(main == at).tolist()
        mine.sort(key=lambda i: (-percent[i, at], names[i]))
        rows = [DatasetRow(labels[i], tuple(percent[i].tolist())) for i in mine]
        if rows:
            groups.append((f"{region}: {counted(len(rows), 'dataset')}", rows))
    return groups


def shade(percent: float) -> str:
    """Return the colour of a percentage: white for 0 alone, and light enough for black text."""
    depth = 0.0 if percent == 0 else _FAINTEST + (_DEEPEST - _FAINTEST) * percent / 100
    return mixed(BLUE, depth)


def _scene(
    found: Coverage,
    groups: Groups,
    title: Sequence[str],
    blocks: int | None,
    measure: Measure,
    scene: Scene,
) -> Scene:
    em = scene.em
    regions = [visible(name) for name in found.percent.columns]
    widths = [measure(row.name, em, False).width for _, rows in groups for row in rows]
    heads = [measure(f"{head} (continued)", em, True).width for head, _ in groups]
    room = max([*widths, *heads]) + 0.5 * em
    wide = room + _CELL * em * len(regions)
    parts = _blocks(groups, blocks, wide, em, scene.most - 2 * GAP * em)
    top = scene.head(title) + 1.1 * em
    bottom = top
    for at, part in enumerate(parts):
        left = GAP * em + at * (wide + _BETWEEN * em)
        bottom = max(bottom, _block(scene, part, regions, left, room, top))
    lines = [measure(line, 1.15 * em, True).width for line in title]
    own = len(parts) * wide + (len(parts) - 1) * _BETWEEN * em
    scene.span(max([own, *lines]) + 2 * GAP * em, 40 + 2 * GAP)
    empty = [n for n, total in zip(regions, found.counts.to_numpy().sum(axis=0), strict=True)
             if total == 0]  # fmt: skip
    notes = [
        f"Percentage of each dataset's instances in each of {counted(found.n_regions, 'region')}; "
        "blank: none.",
        f"{counted(found.n_datasets, 'dataset')}, {counted(found.n_instances, 'instance')}, "
        "by the region with most of them.",
    ]
    if empty:
        notes.append(f"No instance in {', '.join(empty)}.")
    scene.foot(bottom + 0.5 * em, notes, measure)
    return scene


@dataclass(slots=True)
class _DatasetBlock:
    """The lines of a block: headings and rows."""

    lines: list[str | DatasetRow]

    @property
    def height(self) -> float:
        """In em."""
        return sum(_HEADING if isinstance(line, str) else _ROW for line in self.lines)


def _blocks(
    groups: Groups, blocks: int | None, wide: float, em: float, room: float
) -> list[_DatasetBlock]:
    """Split the rows into blocks of similar height; a group that continues is named again."""
    rows = sum(len(members) for _, members in groups)
    if blocks is None:
        fitting = max(1.0, (room + _BETWEEN * em) / (wide + _BETWEEN * em))
        tried = range(1, 1 + int(min(12, rows, fitting)))
        parts = [_cut(groups, n) for n in tried]
        return min(parts, key=lambda p: abs(math.log(_ratio(p, wide, em) / _SHAPE)))
    return _cut(groups, min(blocks, rows))


def _ratio(parts: list[_DatasetBlock], wide: float, em: float) -> float:
    return len(parts) * (wide + _BETWEEN * em) / (em * (5 + max(p.height for p in parts)))


def _cut(groups: Groups, blocks: int) -> list[_DatasetBlock]:
    whole = sum(_HEADING + _ROW * len(rows) for _, rows in groups) + _HEADING * (blocks - 1)
    share, parts = whole / blocks, [_DatasetBlock([])]
    for head, rows in groups:
        if parts[-1].height + _HEADING + _ROW > share + 1e-9 and len(parts) < blocks:
            parts.append(_DatasetBlock([]))
        parts[-1].lines.append(head)
        for row in rows:
            if parts[-1].height + _ROW > share + 1e-9 + _ROW / 2 and len(parts) < blocks:
                parts.append(_DatasetBlock([f"{head} (continued)"]))
            parts[-1].lines.append(row)
    return parts


def _block(
    scene: Scene, part: _DatasetBlock, regions: Sequence[str], left: float, room: float, top: float
) -> float:
    """Draw a block; return its lower edge."""
    em, cell, row = scene.em, _CELL * scene.em, _ROW * scene.em
    first = left + room
    for at, region in enumerate(regions):
        x = first + (at + 0.5) * cell
        scene.write(x, top - 0.35 * em, region, colour=QUIET, anchor="center")
    y, shapes, fills = top, [], []
    for line in part.lines:
        if isinstance(line, str):
            scene.write(left, y + 1.65 * em, line, bold=True)
            y += _HEADING * em
            continue
        scene.write(first - 0.4 * em, y + row / 2, line.name, anchor="right", middle=True)
        for at, percent in enumerate(line.percent):
            x = first + at * cell
            shapes.append(rectangle(x, y, cell, row))
            fills.append(shade(percent))
            if text := percentage(percent):
                scene.write(x + cell / 2, y + row / 2, text, anchor="center", middle=True)
        y += row
    scene.layers.append(Areas("share", shapes, fills, "#DCDCDC", 0.05 * em))
    return y
