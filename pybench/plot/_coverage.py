"""Datasets by regions: where the instances of each dataset lie."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base import check
from pybench.base.text import counted
from pybench.plot.arguments import documented, result_or_part, style_of
from pybench.plot.draw.blocks import Bar, Cell, DatasetRow, blocks_scene
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.paint_matplotlib import draw
from pybench.plot.draw.scene import Scene
from pybench.plot.draw.style import BLUE, mixed
from pybench.plot.draw.text import labels_for, percentage, visible

if TYPE_CHECKING:
    from pybench.landscape.coverage import Coverage

_FAINTEST, _DEEPEST = 0.1, 0.64  # one instance of thousands is visible; text is readable on all


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
    regions = [visible(name) for name in found.percent.columns]
    return draw(
        lambda most: blocks_scene(
            Scene(em, most=most), groups, regions, style.title, _notes(found), blocks, measure
        ),
        ax, family, style.width,
    )  # fmt: skip


def groups_of(found: Coverage, limit: int | None) -> list[tuple[str, list[DatasetRow]]]:
    """Return the datasets by main region, the purest first, without empty regions."""
    regions, percent = list(found.percent.columns), found.percent.to_numpy()
    names, main = list(found.percent.index), percent.argmax(axis=1)
    labels, groups = labels_for(names, limit), []
    for at, region in enumerate(regions):
        mine = np.flatnonzero(main == at).tolist()
        mine.sort(key=lambda i: (-percent[i, at], names[i]))
        rows = [DatasetRow(labels[i], tuple(map(_cell, percent[i].tolist()))) for i in mine]
        if rows:
            groups.append((f"{region}: {counted(len(rows), 'dataset')}", rows))
    return groups


def shade(percent: float) -> str:
    """Return the colour of a percentage: white for 0 alone, and light enough for black text."""
    depth = 0.0 if percent == 0 else _FAINTEST + (_DEEPEST - _FAINTEST) * percent / 100
    return mixed(BLUE, depth)


def _cell(percent: float) -> Cell:
    return Cell((Bar("share", 1.0, shade(percent)),), percentage(percent))


def _notes(found: Coverage) -> list[str]:
    totals = zip(found.counts.columns, found.counts.to_numpy().sum(axis=0), strict=True)
    empty = [visible(name) for name, total in totals if total == 0]
    notes = [
        f"Percentage of each dataset's instances in each of {counted(found.n_regions, 'region')}; "
        "blank: none.",
        f"{counted(found.n_datasets, 'dataset')}, {counted(found.n_instances, 'instance')}, "
        "by the region with most of them.",
    ]
    return [*notes, f"No instance in {', '.join(empty)}."] if empty else notes
