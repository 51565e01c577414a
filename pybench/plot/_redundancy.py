"""How many datasets and instances each region has: crowded and almost empty regions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base.text import counted
from pybench.plot.arguments import documented, result_or_part, style_of
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.paint_matplotlib import draw
from pybench.plot.draw.scene import GAP, Areas, Lines, Scene, rectangle
from pybench.plot.draw.style import BLUE, BROWN, INK, ORANGE, QUIET, mixed
from pybench.plot.draw.text import Measure, visible

if TYPE_CHECKING:
    from pybench.landscape.redundancy import Redundancy

_BROAD = mixed(BLUE, 0.4)  # datasets with an instance there
_ALONE = BLUE  # all of their instances there
_SHARE = mixed(BROWN, 0.45)
_SPARSE = ORANGE
# Multiples of the font size.
_ROW, _BAR, _LONG, _SHORT, _BETWEEN = 2.1, 1.3, 26.0, 12.0, 8.0
_LEAST = 0.15  # share of their usual length that bars keep


@documented
def redundancy(
    redundancy: Redundancy,
    ax: Axes | None = None,
    *,
    title: str | None = None,
    width: float | str | None = None,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the number of datasets with instances in each region, and the share of instances in it.

    The bars on the left show the number of datasets with an instance in the region; the dark part
    counts the datasets whose instances are all in the region. The dashed line is the mean of these
    numbers over regions. The bars on the right show the region's share (see `redundancy`). Regions
    with a smaller share than the limit of the result (``sparse``, in percent) are labelled "almost
    empty".

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
    style = style_of(ax, font_size=font_size, usual=8.0, font=font, title=title, width=width)
    em = style.font_size
    names = [visible(name) for name in found.regions.index]
    family = families(style.font, [*style.title, *names])
    measure = measurer(family)
    return draw(
        lambda most: _scene(found, names, style.title, measure, Scene(em, most=most)),
        ax, family, style.width,
    )  # fmt: skip


def _scene(
    found: Redundancy, names: list[str], title: Sequence[str], measure: Measure, scene: Scene
) -> Scene:
    em = scene.em
    top = scene.head(title) + 1.7 * em
    left = GAP * em + max(measure(name, em, False).width for name in names) + 0.6 * em
    frame = found.regions
    widest = measure("100 %, almost empty", em, True).width
    room = scene.most - left - _BETWEEN * em - widest - GAP * em
    long = max(_LEAST, min(1.0, room / (_LONG + _SHORT) / em)) * em  # of bars, per their usual em
    column = left + _LONG * long + 0.4 * em  # beyond all bars: the mean's line crosses no text
    right = left + _LONG * long + _BETWEEN * em
    most = max(int(frame["datasets"].max()), 1)
    unit, share_unit = _LONG * long / most, _SHORT * long / max(float(frame["share"].max()), 1.0)
    scene.write(left, top - 0.55 * em, "Datasets", colour=QUIET)
    scene.write(right, top - 0.55 * em, "Instances", colour=QUIET)
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
        scene.write(column, middle, text, middle=True)
        sparse = region in found.sparse_regions
        text = f"{tenths(share)} %{', almost empty' if sparse else ''}"
        colour = _SPARSE if sparse else INK
        x = right + share * share_unit + 0.4 * em
        scene.write(x, middle, text, colour=colour, bold=sparse, middle=True)
    bottom = top + len(names) * _ROW * em
    fills = {"broad": _BROAD, "alone": _ALONE, "share": _SHARE}
    inset = (_ROW - _BAR) / 2 * em
    for role, found_bars in bars.items():
        shapes = [rectangle(x, y + inset, long, _BAR * em) for x, y, long in found_bars]
        scene.layers.append(Areas(role, shapes, [fills[role]] * len(shapes)))
    mean = left + found.mean_datasets * unit
    line = [(mean, top - 0.2 * em), (mean, bottom + 0.2 * em)]
    scene.layers.append(Lines("mean", [line], INK, 0.11 * em, (4.0, 2.5)))
    heads = [measure(line, 1.15 * em, True).width + GAP * em for line in title]
    scene.span(max([right + _SHORT * long + widest, *heads]) + GAP * em)
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
    alike = found.weights == "dataset"
    whole = "a dataset on average" if alike else f"the {found.n_instances} instances"
    return [
        "Datasets with an instance in the region; dark: with all of theirs; dashed: "
        f"{found.mean_datasets:.1f}, the mean over regions.",
        f"{one} of {found.n_datasets} in one region only.",
        f"Almost empty, less than {found.sparse:g} % of {whole}: {few}.",
    ]
