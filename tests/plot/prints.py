"""Every figure as a paper prints it: at the width of a column and of a page, with 8 point text.

    python -m tests.plot.prints             tests/golden/prints.csv, to be read as text
    python -m tests.plot.prints FOLDER      the figures too, as PNG files, to be looked at, and all
                                            of a column's width in one: bench/prints.png

A row is a figure with as many methods at a width: how high it is, or the least width that it needs.
"""

from __future__ import annotations

import csv
import io
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from inspect import signature
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox
from PIL import Image

import pybench as pb
from pybench.plot.draw.many_texts import ManyTexts
from tests.plot.drawn import RESULTS

FILE = Path(__file__).parents[1] / "golden" / "prints.csv"
COLUMNS = ("figure", "methods", "width", "height", "least", "hint")
WIDTHS, FONT = (3.3, 7.0), 8.0
METHODS = (4, 10, 30, 100)
WORDS = ("Random", "forest", "of", "500", "trees", "gradient", "boosted", "kernel", "v2", "SVM")


@cache
def table(k: int) -> pb.ResultsTable:
    """Return scores of methods with names of 4 to 38 characters."""
    rng = np.random.default_rng(k)
    names = [
        " ".join(WORDS[(i * 7 + j) % len(WORDS)] for j in range(1 + i % 6))[:35] + f"-{i}"
        for i in range(k)
    ]
    scores = rng.normal(size=(40, k)) + np.linspace(0, 2.5, k)
    return pb.read_results(
        scores.round(3), datasets=[f"d{i}" for i in range(40)], classifiers=names,
        higher_is_better=True, metric="score",
    )  # fmt: skip


def costs(t: pb.ResultsTable) -> dict[str, float]:
    """Return a cost for each method, from 1 to 1000."""
    at = np.linspace(0, 3, t.n_classifiers)
    return dict(zip(t.classifiers, (10**at).tolist(), strict=True))


def pair(t: pb.ResultsTable) -> tuple[pb.ResultsTable, str, str]:
    """Return a table and two of its methods."""
    return t, t.classifiers[1], t.classifiers[2]


#: Figures of any number of methods, and the most that is tried; those of a pair have long names.
OF_METHODS: dict[str, tuple[Callable[[pb.ResultsTable], Any], int]] = {
    "critical_difference": (pb.critical_difference, 100),
    "critical_difference wilcoxon": (lambda t: pb.critical_difference(t, "wilcoxon"), 100),
    "critical_difference control": (
        lambda t: pb.critical_difference(t, "bonferroni-dunn", control=t.classifiers[1]), 100,
    ),
    "critical_differences": (lambda t: pb.critical_differences({"one": t, "two": t}), 100),
    "multi_comparison": (pb.multi_comparison, 100),
    "multi_comparison column": (
        lambda t: pb.multi_comparison(t, columns=[t.classifiers[0]]), 100,
    ),
    "multi_comparison row": (lambda t: pb.multi_comparison(t, rows=[t.classifiers[0]]), 100),
    "rank_intervals": (partial(pb.rank_intervals, resamples=200), 100),
    "stability": (partial(pb.stability, resamples=50), 30),
    "pairwise_test": (pb.wilcoxon, 100),
    "pairwise_test control": (lambda t: pb.wilcoxon(t, control=t.classifiers[1]), 100),
    "scores": (lambda t: t, 100),
    "effects": (pb.effects, 100),
    "pareto_front": (lambda t: pb.pareto(t, costs(t), resamples=50), 100),
    "score_cost": (lambda t: (t, costs(t)), 100),
    "favourable_sets": (lambda t: pb.favourable_sets(*pair(t), size=1), 30),
    "swaps": (lambda t: pb.swaps(*pair(t)), 30),
    "patterns": (lambda t: pb.core_patterns(t, list(t.classifiers[:3]), extra=1), 10),
    "power": (lambda t: pb.datasets_needed(t, repeats=20), 10),
    "scatter": (pair, 4),
    "bayesian_t": (pair, 4),
    "simplex": (lambda t: pb.posterior(*pair(t), samples=200), 4),
}  # fmt: skip
#: Figures that do not depend on a number of methods.
OTHERS: dict[str, Callable[[], Any]] = {
    name: made for name, made in RESULTS.items()
    if " " not in name and name not in OF_METHODS and not name.endswith("tikz")
} | {"qualities": lambda: pb.Suite.shipped("OpenML-CC18")}  # fmt: skip


@cache
def result(name: str, k: int) -> Any:
    return OF_METHODS[name][0](table(k)) if k else OTHERS[name]()


def drawings() -> Iterator[tuple[str, int, float]]:
    """Yield figure, number of methods (0: as it comes) and width."""
    for name, (_, most) in OF_METHODS.items():
        yield from ((name, k, width) for k in METHODS if k <= most for width in WIDTHS)
    yield from ((name, 0, width) for name in OTHERS for width in WIDTHS)


def drawn(
    name: str, k: int, width: float | None, font_size: float = FONT, **options: Any
) -> Figure:
    """Draw a figure of this width."""
    given = result(name, k)
    given = given if isinstance(given, tuple) else (given,)
    figure = getattr(pb.plot, name.split()[0])
    cut = {"max_label": 24} if "max_label" in signature(figure).parameters else {}
    return figure(*given, width=width, font_size=font_size, **(cut | options))


def fitting(figure: Callable[..., Figure], given: Any, width: float) -> Figure:
    """Draw with the longest names that fit, which the refusal of longer ones names."""
    try:
        return figure(given, width=width, font_size=FONT, max_label=24)
    except pb.ArgumentError as refused:
        longest = int(re.findall(r"max_label = (\d+)", str(refused.hint))[0])
        return figure(given, width=width, font_size=FONT, max_label=longest)


def named(name: str, k: int, width: float, hint: str) -> Figure | None:
    """Draw the layout that a refusal names, with text of the same size, if it names one."""
    given = result(name, k)
    if label := re.search(r"max_label = (\d+)", hint):
        return drawn(name, k, width, max_label=int(label[1]))
    if "cells = False" in hint:
        return drawn(name, k, width, cells=False)
    if "one figure per benchmark" in hint:
        return fitting(pb.plot.critical_difference, given.diagrams[0], width)
    if "against=name" in hint:
        return drawn(name, k, width, against=given.mean_ranks.index[0])
    if "one method against all" in hint:
        one = pb.multi_comparison(table(k), columns=[given.rows[0]])
        return fitting(pb.plot.multi_comparison, one, width)
    return None


def row(name: str, k: int, width: float) -> tuple[Any, ...]:
    """Return the row of a drawing."""
    try:
        height, least = f"{drawn(name, k, width).get_figheight():.1f}", ""
    except pb.ArgumentError as refused:
        height, least = "", "".join(re.findall(r"at least ([\d.]+) inches", str(refused)))
        hint = str(refused.hint)
    else:
        hint = ""
    return name, k, width, height, least, hint


def text_boxes(figure: Figure) -> list[tuple[str, Bbox]]:
    """Return every text that is drawn, and its box in points."""
    found, renderer, unit = [], figure.canvas.get_renderer(), 72 / figure.dpi
    figure.draw(renderer)
    for axes in figure.axes:
        ticks = [*axes.xaxis.get_ticklabels(), *axes.yaxis.get_ticklabels()] if axes.axison else []
        for artist in (*axes.get_children(), *ticks):
            if isinstance(artist, Text) and artist.get_text() and artist.get_visible():
                box = artist.get_window_extent(renderer)
                if artist not in ticks or _within(axes.bbox, box):
                    found.append((artist.get_text(), Bbox(np.array(box) * unit)))
            elif isinstance(artist, ManyTexts):
                found += _of_many(artist, unit)
    return found


def _within(axes: Bbox, box: Bbox) -> bool:
    """Return whether a number stands at a tick that is drawn."""
    middle = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
    return axes.x0 - 1 <= middle[0] <= axes.x1 + 1 or axes.y0 - 1 <= middle[1] <= axes.y1 + 1


def _of_many(texts: ManyTexts, unit: float) -> Iterator[tuple[str, Bbox]]:
    places = texts.axes.transData.transform(texts._places) * unit
    share = {"left": 0.0, "center": 0.5, "right": 1.0}[texts.look.anchor]
    for text, (x, y) in zip(texts.texts, places, strict=True):
        wide, high = texts._width(text), 0.75 * texts.look.size
        if texts.look.upright:
            yield text, Bbox([[x - high, y - share * wide], [x, y + (1 - share) * wide]])
        else:
            yield text, Bbox([[x - share * wide, y], [x + (1 - share) * wide, y + high]])


def overlaps(boxes: list[tuple[str, Bbox]]) -> list[tuple[str, str]]:
    """Return pairs of texts that cover each other by more than a point both ways."""
    return [
        (one, other) for (one, a), (other, b) in combinations(boxes, 2)
        if min(a.x1, b.x1) - max(a.x0, b.x0) > 1.0 and min(a.y1, b.y1) - max(a.y0, b.y0) > 2.0
    ]  # fmt: skip


def sizes_in_pdf(figure: Figure) -> set[float]:
    """Return the font sizes that a saved PDF sets, points."""
    buffer = io.BytesIO()
    with rc_context({"pdf.compression": 0}):
        figure.savefig(buffer, format="pdf")
    return {float(size) for size in re.findall(rb"/\S+ ([\d.]+) Tf", buffer.getvalue())}


def main(folder: str | None = None) -> None:
    """Write the file, and the figures if a folder is named, with a sheet of those in a column.

    In place of a figure of at most 30 methods that is refused, the layout is drawn that it names.
    """
    column: list[Path] = []
    with FILE.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(COLUMNS)
        for name, k, width in drawings():
            found = row(name, k, width)
            out.writerow(found)
            if folder and (found[3] or 0 < k <= 30):
                path = Path(folder, f"{name.replace(' ', '-')}-{k}-{width:g}.png")
                figure = drawn(name, k, width) if found[3] else named(name, k, width, found[5])
                if figure is not None:
                    figure.savefig(path, dpi=110)
                    if width == WIDTHS[0] and figure.get_figheight() < 9:
                        column.append(path)
    if folder:
        sheet(column).save(Path(folder, "sheet.png"), optimize=True)


def sheet(paths: list[Path], across: int = 10, wide: int = 220) -> Image.Image:
    """Return the figures of a column in one picture, each below the lowest column so far."""
    tiles = []
    for path in paths:
        with Image.open(path) as one:
            tiles.append(one.convert("RGB").resize((wide, round(one.height * wide / one.width))))
    ends, places = [0] * across, []
    for tile in tiles:
        at = ends.index(min(ends))
        places.append((at * (wide + 8), ends[at]))
        ends[at] += tile.height + 8
    page = Image.new("RGB", (across * (wide + 8) - 8, max(ends)), "#C8C8C8")
    for tile, place in zip(tiles, places, strict=True):
        page.paste(tile, place)
    return page.quantize(16)


if __name__ == "__main__":
    main(*sys.argv[1:])
