"""Datasets by consensus regions: on which share of maps each lies in one, and represents it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base import check
from pybench.base.text import counted
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.blocks import Bar, Cell, DatasetRow, blocks_scene
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.paint_matplotlib import draw
from pybench.plot.draw.scene import Scene
from pybench.plot.draw.style import BLUE, mixed
from pybench.plot.draw.text import labels_for, percentage

if TYPE_CHECKING:
    from pybench.landscape.stability import LandscapeStability

_LIES, _REPRESENTS = mixed(BLUE, 0.24), mixed(BLUE, 0.62)  # text is readable on both
SHOWS = ("all", "main")
_HALF = 0.5  # share of maps from which on a dataset is listed under a region


@documented
def landscape_stability(
    stability: LandscapeStability,
    ax: Axes | None = None,
    *,
    show: str = "all",
    blocks: int | None = None,
    title: str | None = None,
    width: float | str | None = None,
    max_label: int | None = 40,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the share of maps on which each dataset lies in each region, and represents it.

    There is one row per dataset and one column per consensus region. In each cell, the light bar is
    the share of maps on which the dataset lies in the region. The dark bar, and the number, are the
    share of maps on which it represents the region, in percent. A dataset that represents a region
    on a map lies in it, too, so the dark bar is never longer. Bars as long as the cell are 100 %.

    Each dataset is in the group of the region in which it lies on most maps (the first such region
    if several tie). Within a group, the dataset that represents the region on most maps is first.
    Datasets that lie in no region on at least half of the maps are in a group "unstable" at the
    end. With many datasets, the figure is split into several blocks. A blank cell means 0; "<1" and
    ">99" mark values that rounding would turn into 0 or 100.

    Parameters
    ----------
    stability : LandscapeStability
        From `pybench.landscape_stability` or `pybench.region_stability`.
    show : {"all", "main"}
        Cells of a dataset. "all": one for each region. "main": only one, for the region of its
        group (if it is unstable, for the region in which it lies on most maps). With a hundred
        datasets, "main" fits a page.
    blocks : int, optional
        Number of blocks, side by side. Default: the number, at most 12, with which the width of the
        figure comes closest to 1.35 times its height.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        Not a stability of a landscape, or a number out of range.

    Examples
    --------
    >>> import pybench as pb
    >>> maps = [[0, 0, 1], [0, 0, 1], [1, 1, 0], [1, 0, 0]]
    >>> found = pb.region_stability(maps, ["a", "a", "b", "b"])
    >>> figure = pb.plot.landscape_stability(found)
    >>> [text.get_text() for text in figure.axes[0].texts][:7]
    ['C1', 'C2', 'C1: 1 dataset', 'a', '100', 'C2: 1 dataset', 'b']
    """
    from pybench.landscape.stability import LandscapeStability

    check.choice("show", show, SHOWS)
    maker = "landscape_stability(features)"
    check.kind("stability", stability, LandscapeStability, maker)
    style = style_of(
        ax, font_size=font_size, usual=8.0, font=font,
        title=title, width=width, max_label=max_label,
    )  # fmt: skip
    if blocks is not None:
        check.count("blocks", blocks)
    groups = groups_of(stability, max_label, show)
    names = [row.name for _, rows in groups for row in rows]
    family = families(style.font, [*style.title, *names])
    measure = measurer(family)
    notes = _notes(stability, show)
    columns = list(stability.lies.columns) if show == "all" else [""]
    return draw(
        lambda most: blocks_scene(
            Scene(style.font_size, most=most), groups, columns, style.title, notes, blocks, measure
        ),
        ax, family, style.width, or_else=['show = "main"'] if show == "all" else [],
    )  # fmt: skip


def groups_of(
    found: LandscapeStability, limit: int | None, show: str = "all"
) -> list[tuple[str, list[DatasetRow]]]:
    """Return the datasets by the region in which they lie most often, representatives first."""
    lies, represents = found.lies.to_numpy(), found.represents.to_numpy()
    names, k = list(found.lies.index), found.k
    most = lies.argmax(axis=1).tolist()
    home = [most[i] if lies[i, most[i]] >= _HALF else k for i in range(len(names))]
    labels, groups = labels_for(names, limit), []
    for at, head in enumerate([*found.lies.columns, "Unstable"]):
        mine = [i for i, place in enumerate(home) if place == at]
        if at < k:
            mine.sort(key=lambda i: (-represents[i, at], -lies[i, at], names[i]))
        else:
            mine.sort(key=lambda i: names[i])
        rows = []
        for i in mine:
            shown = range(k) if show == "all" else [most[i]]
            rows.append(DatasetRow(labels[i], tuple(_cell(lies[i, c], represents[i, c])
                                                    for c in shown)))  # fmt: skip
        if rows:
            groups.append((f"{head}: {counted(len(rows), 'dataset')}", rows))
    return groups


def _cell(lies: float, represents: float) -> Cell:
    bars = [Bar("cell", 1.0, "#FFFFFF")]
    if lies > 0:
        bars += [Bar("lies", lies, _LIES), Bar("represents", represents, _REPRESENTS)]
    return Cell(tuple(bars), percentage(100 * represents))


def _notes(found: LandscapeStability, show: str) -> list[str]:
    shares = ", ".join(
        f"{name} {percentage(100 * share)}" for name, share in found.regions["agreement"].items()
    )
    notes = [
        f"Number and dark bar: percentage of these {found.n_maps} maps on which at least "
        f"{found.threshold:g} % of a dataset's instances lie in one region of the map that belongs "
        "to the consensus region (the dataset represents it); light bar: in all such regions "
        "together (it lies in it); no bar: on no map.",
        f"Percentage of maps on which an instance is in its consensus region, on average: {shares}."
    ]  # fmt: skip
    if (found.lies.max(axis=1) < _HALF).any():
        where = "" if show == "all" else "; the cell is that of the region in which it lies most"
        notes.append(f"Unstable: in no consensus region on at least half of the maps{where}.")
    return [*notes, "The maps are no random sample."]
