"""How many datasets and instances each region has: crowded and almost empty regions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base.text import counted
from pybench.plot.arguments import documented, result_or_part, style_of
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.paint_matplotlib import show
from pybench.plot.draw.scene import GAP, Areas, Lines, Scene, rectangle
from pybench.plot.draw.style import FONT, INK, PALETTE, QUIET, SMALL, mixed
from pybench.plot.draw.text import Measure, visible

if TYPE_CHECKING:
    from pybench.landscape.redundancy import Redundancy

_BROAD = mixed(PALETTE[0], 0.4)  # datasets with an instance there
_ALONE = PALETTE[0]  # all of their instances there
_SHARE = mixed(PALETTE[5], 0.45)
_SPARSE = PALETTE[1]
# Multiples of the font size.
_ROW, _BAR, _LONG, _SHORT, _BETWEEN = 2.1, 1.3, 26.0, 12.0, 7.0


@documented
def redundancy(
    redundancy: Redundancy,
    ax: Axes | None = None,
    *,
    title: str | None = None,
    font_size: float = 8.0,
    font: str = FONT,
) -> Figure:
    """Draw, by region, the number of datasets with instances there and the share of all instances.

    The bars on the left show the number of datasets with an instance in the region; the dark part
    counts the datasets whose instances are all in the region. The dashed line is the mean over
    regions. The bars on the right show the region's share of all instances. Regions with a smaller
    share than the limit of the result (``sparse``, in percent) are labelled "almost empty".

    Parameters
    ----------
    redundancy : Redundancy, Coverage or Landscape
        From `pybench.redundancy`, `pybench.coverage` or `pybench.map_landscape`.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        Not a redundancy, or a number out of range.

    Examples
    --------
    >>> import pybench as pb
    >>> c = pb.coverage(["a", "a", "b", "b"], [0, 1, 1, 1])
    >>> figure = pb.plot.redundancy(pb.redundancy(c))
    >>> [text.get_text() for text in figure.axes[0].texts][:6]
    ['Datasets', 'Instances', 'R1', '1, 0 alone', '25.0 %', 'R2']
    """
    from pybench.landscape.redundancy import Redundancy

    found = result_or_part(
        "redundancy", redundancy, Redundancy, "redundancy", "redundancy(coverage)"
    )
    style = style_of(ax, font_size=font_size, font=font, title=title)
    em = style.font_size
    names = [visible(name) for name in found.regions.index]
    family = families(font, [*style.title, *names])
    scene = _scene(found, names, style.title, measurer(family), em)
    return show(scene, ax, family)


def _scene(
    found: Redundancy, names: list[str], title: Sequence[str], measure: Measure, em: float
) -> Scene:
    scene = Scene(em)
    top = scene.head(title) + 1.7 * em
    left = GAP * em + max(measure(name, em, False).width for name in names) + 0.6 * em
    column = left + (_LONG + 0.4) * em  # beyond all bars: the line of the mean crosses no text
    right = left + (_LONG + _BETWEEN) * em
    frame = found.regions
    most = max(int(frame["datasets"].max()), 1)
    unit, share_unit = _LONG * em / most, _SHORT * em / max(float(frame["share"].max()), 1.0)
    scene.write(left, top - 0.55 * em, "Datasets", SMALL, colour=QUIET)
    scene.write(right, top - 0.55 * em, "Instances", SMALL, colour=QUIET)
    bars: dict[str, list[tuple[float, float, float]]] = {"broad": [], "alone": [], "share": []}
    for at, (name, region) in enumerate(zip(names, frame.index, strict=True)):
        y = top + at * _ROW * em
        many, alone = int(frame["datasets"][region]), int(frame["alone"][region])
        share = float(frame["share"][region])
        middle = y + _ROW * em / 2
        bars["broad"].append((left, y, many * unit))
        bars["alone"].append((left, y, alone * unit))
        bars["share"].append((right, y, share * share_unit))
        scene.write(left - 0.4 * em, middle, name, anchor="right", middle=True)
        text = f"{many}, {alone} alone"
        scene.write(column, middle, text, SMALL, middle=True)
        sparse = region in found.sparse_regions
        text = f"{tenths(share)} %{', almost empty' if sparse else ''}"
        colour = _SPARSE if sparse else INK
        x = right + share * share_unit + 0.4 * em
        scene.write(x, middle, text, SMALL, colour=colour, bold=sparse, middle=True)
    bottom = top + len(names) * _ROW * em
    fills = {"broad": _BROAD, "alone": _ALONE, "share": _SHARE}
    inset = (_ROW - _BAR) / 2 * em
    for role, found_bars in bars.items():
        shapes = [rectangle(x, y + inset, long, _BAR * em) for x, y, long in found_bars]
        scene.layers.append(Areas(role, shapes, [fills[role]] * len(shapes)))
    mean = left + found.mean_datasets * unit
    line = [(mean, top - 0.2 * em), (mean, bottom + 0.2 * em)]
    scene.layers.append(Lines("mean", [line], INK, 0.11 * em, (4.0, 2.5)))
    widest = measure("100 %, almost empty", SMALL * em, True).width
    heads = [measure(line, 1.15 * em, True).width + GAP * em for line in title]
    scene.width = max([right + _SHORT * em + widest, *heads]) + GAP * em
    scene.foot(bottom + 0.7 * em, _notes(found), measure)
    return scene


def tenths(percent: float) -> str:
    """Write a percentage with one decimal; only 0 is written as 0.

    Examples
    --------
    >>> tenths(0.0), tenths(0.02), tenths(20.09)
    ('0', '<0.1', '20.1')
    """
    if percent == 0:
        return "0"
    return "<0.1" if percent < 0.05 else f"{percent:.1f}"


def _notes(found: Redundancy) -> list[str]:
    one = counted(len(found.single), "dataset")
    few = ", ".join(map(visible, found.sparse_regions)) or "none"
    return [
        "Datasets with an instance in the region; dark: with all of theirs; dashed: "
        f"{found.mean_datasets:.1f}, the mean over regions.",
        f"{one} of {found.n_datasets} in one region only.",
        f"Almost empty, less than {found.sparse:g} % of the {found.n_instances} instances: {few}.",
    ]
