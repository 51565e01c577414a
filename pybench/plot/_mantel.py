"""Whether similar datasets rank models alike: one panel per representation and metric."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base import check
from pybench.base.result import format_p
from pybench.base.text import counted
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.paint_matplotlib import draw
from pybench.plot.draw.scene import GAP, Areas, Lines, Marks, Point, Scene, rectangle
from pybench.plot.draw.style import BLUE, INK, LEADER, QUIET, mixed
from pybench.plot.draw.text import Measure, labels_for, number, visible

if TYPE_CHECKING:
    import pandas as pd

    from pybench.selection.mantel import MantelTest

# Multiples of the font size.
_WIDE, _HIGH, _BETWEEN, _ROW = 17.0, 7.0, 1.8, 9.6
_PARTS = 10


@documented
def mantel(
    test: MantelTest,
    ax: Axes | None = None,
    *,
    title: str | None = None,
    width: float | str | None = None,
    max_label: int | None = 40,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the distance between rankings against the distance between datasets.

    There is one panel per representation and metric. Pairs of datasets are divided into tenths by
    their distance, the nearest pairs on the left; for each tenth, the panel shows the mean and the
    quartiles of the distance between the rankings of the two datasets of a pair. If a
    representation is informative, distant pairs have more different rankings, and the line rises.

    Parameters
    ----------
    test : MantelTest
        From `pybench.mantel`.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        Not a Mantel test, or a number out of range.

    Examples
    --------
    >>> import numpy as np
    >>> import pandas as pd
    >>> import pybench as pb
    >>> rng = np.random.default_rng(0)
    >>> names = [f"d{i:02d}" for i in range(20)]
    >>> t = pb.read_results(rng.normal(size=(20, 6)), datasets=names, classifiers=list("abcdef"),
    ...     higher_is_better=True)
    >>> place = pd.DataFrame(rng.normal(size=(20, 2)), index=names)
    >>> figure = pb.plot.mantel(pb.mantel(t, {"where": place}, 99))
    >>> figure.axes[0].texts[0].get_text()
    'where'
    """
    from pybench.selection.mantel import MantelTest

    check.kind("test", test, MantelTest, "mantel(t, embeddings)")
    style = style_of(
        ax, font_size=font_size, usual=8.0, font=font,
        title=title, width=width, max_label=max_label,
    )  # fmt: skip
    em = style.font_size
    places = list(dict.fromkeys(test.table["representation"]))
    names = labels_for(places, max_label)
    family = families(style.font, [*style.title, *names])
    measure = measurer(family)
    return draw(
        lambda most: _scene(test, places, names, style.title, measure, Scene(em, most=most)),
        ax, family, style.width,
    )  # fmt: skip


def _scene(
    test: MantelTest,
    places: list[str],
    names: list[str],
    title: Sequence[str],
    measure: Measure,
    scene: Scene,
) -> Scene:
    em, metrics = scene.em, list(dict.fromkeys(test.table["metric"]))
    left = (GAP + 4.0) * em
    verdicts = [measure(_verdict(test, place, metric), em, False).width
                for place in places for metric in metrics]  # fmt: skip
    room = (scene.most - left - GAP * em) / len(metrics) - _BETWEEN * em
    wide = max(min(_WIDE * em, room), *verdicts)
    top = scene.head(title) + 0.6 * em
    low, high = _span(test.profile)
    whole = test.profile[["pairs", "ranking"]].to_numpy(float)
    mean = float(np.average(whole[:, 1], weights=whole[:, 0]))
    marks: dict[str, list[list[Point]]] = {"frame": [], "mean": [], "line": []}
    bands: list[list[Point]] = []
    dots: list[Point] = []
    for i, (place, name) in enumerate(zip(places, names, strict=True)):
        begin = top + i * _ROW * em
        scene.write(left, begin + 0.9 * em, name, bold=True)
        for j, metric in enumerate(metrics):
            x, y = left + j * (wide + _BETWEEN * em), begin + 2.4 * em
            inside = _HIGH * em - 1.4 * em

            def at(part: float, value: float, x: float = x, y: float = y) -> Point:
                across = x + (part - 0.5) / _PARTS * wide
                return across, y + inside * (high - value) / (high - low)  # noqa: B023

            rows = _of(test.profile, place, metric)
            bands += _bands(rows, at)
            path = [at(part, value) for part, value in zip(rows["part"], rows["ranking"],
                                                           strict=True)]  # fmt: skip
            dots += path
            marks["line"].append(path)
            marks["frame"].append([(x, y + inside), (x + wide, y + inside)])
            marks["mean"].append([at(0.5, mean), at(_PARTS + 0.5, mean)])
            scene.write(x, y - 0.3 * em, _verdict(test, place, metric), colour=QUIET)
            if j == 0:
                for value, down in ((high, y), (low, y + inside)):
                    scene.write(x - 0.5 * em, down, f"{value:.2g}", colour=QUIET,
                              anchor="right", middle=True)  # fmt: skip
    scene.layers.append(Areas("quartiles", bands, [mixed(BLUE, 0.22)] * len(bands)))
    scene.layers.append(Lines("frame", marks["frame"], INK, 0.08 * em))
    for path in marks["mean"]:
        scene.layers.append(Lines("mean", [path], LEADER, 0.1 * em, (4.0, 2.5)))
    for path in marks["line"]:
        scene.layers.append(Lines("line", [path], BLUE, 0.2 * em))
    scene.layers.append(Marks("tenth", dots, 0.5 * em, BLUE))
    heads = [measure(line, 1.15 * em, True).width + GAP * em for line in title]
    widest = max(measure(name, em, True).width for name in names)
    own = left + len(metrics) * (wide + _BETWEEN * em) - _BETWEEN * em
    scene.span(max([own, left + widest, *heads]) + GAP * em)
    scene.foot(top + len(places) * _ROW * em, _notes(test), measure)
    return scene


def _of(frame: pd.DataFrame, place: str, metric: str) -> pd.DataFrame:
    return frame[(frame["representation"] == place) & (frame["metric"] == metric)]


def _span(profile: pd.DataFrame) -> tuple[float, float]:
    """Return the limits of all panels, which are the same."""
    low, high = float(profile["low"].min()), float(profile["high"].max())
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _bands(rows: pd.DataFrame, at: object) -> list[list[Point]]:
    """Return the area between the quartiles as pieces of four corners; one tenth alone is a bar."""
    assert callable(at)
    cells = rows[["part", "low", "high"]].to_numpy(float).tolist()
    if len(cells) == 1:
        part, low, high = cells[0]
        (x, top), (_, bottom) = at(part, high), at(part, low)
        return [list(rectangle(x - 2, top, 4, bottom - top))]
    return [
        [at(a[0], a[2]), at(b[0], b[2]), at(b[0], b[1]), at(a[0], a[1])]
        for a, b in itertools.pairwise(cells)
    ]


def _verdict(test: MantelTest, place: str, metric: str) -> str:
    row = _of(test.table, place, metric).iloc[0]
    p = format_p(float(row["pvalue"]))
    correlation = number(row["correlation"], ".2f")
    return f"{visible(metric)}: correlation {correlation}, p {p}"


def _notes(test: MantelTest) -> list[str]:
    return [
        f"Pairs of {counted(test.n_datasets, 'dataset')} in tenths by their distance in the "
        "representation, the nearest on the left; up: distance of their rankings (mean absolute "
        "difference of mean ranks), its mean and quartiles; dashed: the mean over all pairs. "
        f"Mantel test ({test.method}), {test.permutations} permutations, p by Holm."
    ]
