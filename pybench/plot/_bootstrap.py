"""On how many portfolios of the landscape each pair differs significantly, as matrices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base import check
from pybench.base.text import counted
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.paint_matplotlib import draw
from pybench.plot.draw.scene import GAP, Areas, Lines, Marks, Scene, rectangle
from pybench.plot.draw.style import BLUE, ORANGE, OWN, mixed
from pybench.plot.draw.text import Measure, labels_for, percentage, visible

if TYPE_CHECKING:
    from pybench.landscape.bootstrap import Bootstrap

_FAINTEST = 0.08
# Multiples of the font size.
_CELL, _BETWEEN = 2.5, 1.6


@documented
def bootstrap(
    bootstrap: Bootstrap,
    ax: Axes | None = None,
    *,
    n: int | None = None,
    title: str | None = None,
    width: float | str | None = None,
    max_label: int | None = 40,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw on how many portfolios each pair of methods does not differ significantly.

    A portfolio is a set of datasets. A cell shows the number of portfolios on which the pair does
    not differ significantly. Cells below the diagonal are for portfolios that contain the same
    number of datasets from each region of the landscape. Cells above the diagonal are for equally
    large portfolios that are drawn at random from all datasets.

    A dot marks a pair that differs significantly on at least half of the portfolios (the majority
    verdict). A pair is outlined, below the diagonal, if its majority verdict depends on the number
    of datasets per region. With more than 999 portfolios, cells show percentages.

    Parameters
    ----------
    bootstrap : Bootstrap
        From `pybench.bootstrap`.
    n : int, optional
        Number of datasets per region, one of ``bootstrap.per_region``. By default, one matrix is
        drawn for each of these numbers.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        Not a bootstrap, an n that is not in ``bootstrap.per_region``, or a number out of range.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[3, 2, 1]] * 10 + [[1, 2, 3]] * 10, higher_is_better=True,
    ...     datasets=list("abcdefghijklmnopqrst"), classifiers=["x", "y", "z"])
    >>> result = pb.bootstrap(t, {"one": list("abcdefghij"), "two": list("klmno")}, per_region=5)
    >>> figure = pb.plot.bootstrap(result)
    >>> [text.get_text() for text in figure.axes[0].texts][:4]
    ['5 per region: 10 datasets', 'x', 'x', 'y']
    """
    from pybench.landscape.bootstrap import Bootstrap

    check.kind("bootstrap", bootstrap, Bootstrap, "bootstrap(t, landscape)")
    style = style_of(
        ax, font_size=font_size, usual=8.0, font=font,
        title=title, width=width, max_label=max_label,
    )  # fmt: skip
    em = style.font_size
    sizes = bootstrap.per_region
    if n is not None:
        check.choice("n", str(n), [str(size) for size in sizes])
        sizes = (int(n),)
    names = labels_for(bootstrap.all_datasets.index, max_label)
    family = families(style.font, [*style.title, *names])
    measure = measurer(family)
    return draw(
        lambda most: _scene(bootstrap, sizes, names, style.title, measure, Scene(em, most=most)),
        ax, family, style.width,
    )  # fmt: skip


def _scene(
    found: Bootstrap,
    sizes: Sequence[int],
    names: list[str],
    title: Sequence[str],
    measure: Measure,
    scene: Scene,
) -> Scene:
    em = scene.em
    longest = max(measure(name, em, False).width for name in names) + 0.5 * em
    heads = [f"{n} per region: {n * len(found.representatives)} datasets" for n in sizes]
    cell, k = _CELL * em, len(names)
    wide = max(cell * k, *(measure(head, em, True).width for head in heads))
    first = scene.head(title) + 1.5 * em + longest
    left = GAP * em + longest
    beside = len(sizes)
    while beside > 1 and left + beside * (wide + _BETWEEN * em) > scene.most:
        beside -= 1
    for at, (n, head) in enumerate(zip(sizes, heads, strict=True)):
        down, across = divmod(at, beside)
        x = left + across * (wide + _BETWEEN * em)
        top = first + down * (cell * k + longest + 2.2 * em)
        scene.write(x, top - longest - 0.5 * em, head, bold=True)
        for i, name in enumerate(names):
            middle = (i + 0.5) * cell
            if across == 0:
                scene.write(x - 0.4 * em, top + middle, name, anchor="right", middle=True)
            scene.write(x + middle, top - 0.4 * em, name, upright=True, middle=True)
        _matrix(scene, found, n, x, top)
    own = longest + beside * (wide + _BETWEEN * em) - _BETWEEN * em
    lines = [measure(line, 1.15 * em, True).width for line in title]
    scene.span(max([own, *lines]) + 2 * GAP * em, 36 + 2 * GAP)
    scene.foot(top + cell * k + 0.6 * em, _notes(found), measure)
    return scene


def _matrix(scene: Scene, found: Bootstrap, n: int, left: float, top: float) -> None:
    em, cell = scene.em, _CELL * scene.em
    names, repeats = list(found.all_datasets.index), found.repeats
    k = len(names)
    own, random = found.counts[n].to_numpy(), found.random_counts[n].to_numpy()
    counts = np.where(np.tri(k, k, -1, dtype=bool), own, random)
    shapes, fills, dots = [], [], []
    for i in range(k):
        for j in range(k):
            x, y = left + j * cell, top + i * cell
            shapes.append(rectangle(x, y, cell, cell))
            if i == j:
                fills.append(OWN)
                continue
            count = int(counts[i, j])
            fills.append(shade(count / repeats))
            text = cell_text(count, repeats)
            scene.write(x + cell / 2, y + cell / 2, text, anchor="center", middle=True)
            if 2 * count <= repeats:  # as `Bootstrap.verdicts` counts
                dots.append((x + cell - 0.36 * em, y + 0.36 * em))
    scene.layers.append(Areas("count", shapes, fills, "#D0D0D0", 0.05 * em))
    scene.layers.append(Marks("different", dots, 0.34 * em))
    place = {name: at for at, name in enumerate(names)}
    corners = []
    for pair in found.changing:
        j, i = sorted(place[name] for name in pair)
        shape = rectangle(left + j * cell, top + i * cell, cell, cell)
        corners.append((*shape, shape[0]))
    scene.layers.append(Lines("casing", corners, "#FFFFFF", 0.5 * em))
    scene.layers.append(Lines("changing", corners, ORANGE, 0.24 * em))


def shade(share: float) -> str:
    """Return the colour of a share: white for 0 alone, and light enough for black text."""
    return mixed(BLUE, 0.0 if share == 0 else _FAINTEST + (0.5 - _FAINTEST) * share)


def cell_text(count: int, repeats: int) -> str:
    """Return a count, or its percentage if counts have more than three digits."""
    if repeats <= 999:
        return str(count)
    return percentage(100 * count / repeats) or "0"


def _notes(found: Bootstrap) -> list[str]:
    k, changing = found.n_classifiers, len(found.changing)
    what = "Portfolios" if found.repeats <= 999 else "Percentage of portfolios"
    notes = [
        f"{what}, of {found.repeats}, on which the pair does not differ significantly"
        f" (level {found.alpha:g}, {'Friedman, then Nemenyi' if found.omnibus else 'Nemenyi'}).",
        "Below the diagonal: as many datasets from each region; above: equally large portfolios "
        "of datasets drawn at random from all.",
        "Dot: the pair differs on at least half of the portfolios.",
    ]
    if len(found.per_region) > 1:
        notes.append(
            f"Outlined: {changing} of {counted(k * (k - 1) // 2, 'pair')} whose verdict depends on "
            "how many datasets a region gives."
        )
    if found.skipped:
        notes.append(f"Left out, too few datasets: {', '.join(map(visible, found.skipped))}.")
    return notes
