"""Figures of fixed results, and where everything that they draw stands.

    python -m tests.plot.drawn      tests/golden/figures.csv, to be read as text

A row is what one layer of one figure draws: the number of its points or letters, its box and its
middle in points from the lower left corner, its size (of a text, of a line) and its colours.
Whoever changes a layout runs this, looks at the figure and reads the difference.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from matplotlib import colors
from matplotlib.axes import Axes
from matplotlib.collections import Collection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text

import pybench as pb
from pybench.plot.draw.many_texts import ManyTexts
from tests.reporting.makers import FEATURES, MAKERS, SCORES, features

FILE = Path(__file__).parents[1] / "golden" / "figures.csv"
COLUMNS = (
    "figure", "axes", "layer", "count", "left", "bottom", "right", "top", "x", "y", "size", "ink"
)  # fmt: skip
PLACE = np.random.default_rng(7)
MANY = pb.read_results(
    (PLACE.normal(size=(30, 12)) + np.linspace(0, 1.5, 12)).round(3),
    datasets=[f"d{i}" for i in range(30)],
    classifiers=[f"method {i}" for i in range(12)],
    higher_is_better=True,
    metric="score",
)
APART = pd.DataFrame(PLACE.normal(size=(30, 3)), list(MANY.datasets), list("fgh"))
HALF = {"one": list(SCORES.datasets[:7]), "two": list(SCORES.datasets[7:])}
GROUPS = {f"method {i}": "even" if i % 2 == 0 else "odd" for i in range(36)}
HALVES = {"one": list(MANY.datasets[:15]), "two": list(MANY.datasets[15:])}


def preserved():
    names = ["random", "k-medoids", "k-means", "facility-location"]
    return pb.rank_preservation(MANY, {"f": APART, "first": APART[["f"]]}, names, range(2, 9), 8)


def close():
    """Return mean ranks close together, so that names move away from them."""
    scores = np.random.default_rng(3).normal(size=(300, 36)).round(3)
    names = {"datasets": [f"d{i}" for i in range(300)], "classifiers": list(GROUPS)}
    return pb.critical_difference(pb.read_results(scores, **names, higher_is_better=True))


def gappy():
    """Return features that some series of a dataset lack and others have."""
    values = np.array([[1.0, np.nan, 2.0], [2.0, 0.5, np.nan], [3.0, np.nan, 1.0], [4.0, 1.0, 1.0]])
    keys = [np.array([*key], object) for key in ("ddee", ["train"] * 4, "1212")]
    return pb.FeatureTable(*keys, np.array([0, 1, 0, 1]), values, ("a", "b", "c"), "own")


#: What is drawn; the first word is the figure.
RESULTS: dict[str, Callable[[], Any]] = {
    "bayesian_t": lambda: (SCORES, *SCORES.classifiers[:2]),
    "bootstrap": lambda: pb.bootstrap(MANY, HALVES, (2, 4, 8), repeats=40),
    "bootstrap often": lambda: pb.bootstrap(SCORES, HALF, 2, 1000),
    "coverage": lambda: pb.coverage(
        [f"d{i}" for i in range(9) for _ in range(12)], np.random.default_rng(4).integers(0, 6, 108)
    ),
    "coverage few": MAKERS["coverage"],
    "covering": lambda: pb.covering(APART),
    "critical_difference": lambda: pb.critical_difference(MANY),
    "critical_difference close": close,
    "critical_difference control": lambda: pb.critical_difference(
        MANY, "bonferroni-dunn", control="method 3"
    ),
    "critical_difference wilcoxon": lambda: pb.critical_difference(MANY, "wilcoxon"),
    "critical_difference_tikz": lambda: pb.critical_difference(MANY),
    "critical_differences": lambda: pb.critical_differences({"one": MANY, "two": MANY}),
    "critical_differences_tikz": lambda: pb.critical_differences({"one": MANY, "two": MANY}),
    "drifts": lambda: "potentials",
    "effects": lambda: pb.effects(SCORES),
    "embedding": lambda: pb.embedding_map(APART),
    "embedding few": lambda: pb.embedding_map(FEATURES.fillna(1.0)),
    "favourable_sets": MAKERS["favourable-sets"],
    "features": lambda: pb.feature_report(features()),
    "features some": lambda: pb.feature_report(gappy()),
    "landscape_map": MAKERS["som"],
    "landscape_stability": lambda: pb.region_stability(
        np.random.default_rng(4).integers(0, 4, (30, 1)) // np.array([[1, 1, 2, 1]]),
        [f"d{i}" for i in range(30)],
    ),
    "mantel": lambda: pb.mantel(MANY, {"f": APART, "g": APART[["f"]]}, 19),
    "multi_comparison": lambda: pb.multi_comparison(MANY),
    "multi_comparison row": lambda: pb.multi_comparison(
        SCORES, rows=list(SCORES.classifiers[:1]), bayesian=True
    ),
    "optimality": MAKERS["optimality"],
    "pairwise_test": lambda: pb.wilcoxon(MANY),
    "pairwise_test control": lambda: pb.siegel(MANY, control="method 3"),
    "pareto": MAKERS["som-search"],
    "pareto_front": MAKERS["pareto-front"],
    "paths": MAKERS["paths"],
    "patterns": MAKERS["core-patterns"],
    "power": MAKERS["power"],
    "rank_intervals": MAKERS["rank-intervals"],
    "rank_preservation": preserved,
    "rank_preservations": preserved,
    "redundancy": lambda: pb.redundancy(RESULTS["coverage"]()),
    "roc": lambda: pb.optimal.likelihood_ratios("a-T1", paths=50),
    "scatter": lambda: (SCORES, *SCORES.classifiers[:2]),
    "score_cost": lambda: (
        MANY,
        dict(zip(MANY.classifiers, (3.0**i for i in range(12)), strict=True)),
    ),
    "scores": lambda: MANY,
    "selection": lambda: (pb.select(APART, 5), pb.embedding_map(APART)),
    "simplex": lambda: pb.posterior(SCORES, *SCORES.classifiers[:2], samples=200),
    "stability": MAKERS["stability"],
    "subset_quality": MAKERS["subset-quality"],
    "sufficient": preserved,
    "swaps": MAKERS["swaps"],
    "synthetic_study": lambda: pb.synthetic_study(
        [0, 1],
        5,
        signals=(0, 0.5),
        strategies=["farthest-first", "oracle"],
        datasets=30,
        models=4,
        repeats=1,
    ),
    "learning_curve": MAKERS["learning-curve"],
    "sweep": MAKERS["sweep"],
}
#: How it is drawn too.
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "bayesian_t": [{"rope": 0.03, "rho": 0.5, "width": 2.5}],
    "coverage": [{"blocks": 3}],
    "covering": [{"width": 4.0}],
    "critical_difference": [{"layout": "one-sided", "best": "right", "decimals": 3}],
    "critical_difference close": [{"axis": "tight", "groups": GROUPS}, {"width": 4.0}],
    "effects": [{"effect": "superiority", "most": 3}],
    "embedding": [
        {"groups": dict.fromkeys(APART.index, "one") | {"d1": "two", "d2": "three"}},
        {"groups": {name: f"a group of a long name {name}" for name in APART.index}, "width": 6.0},
    ],
    "features": [{"show": "constant"}],
    "landscape_map": [{"show": "codes", "feature": "x"}, {"show": "distances"}],
    "landscape_stability": [{"show": "main"}],
    "pairwise_test": [{"width": 3.5}, {"letters": False}],
    "paths": [{"shown": 2}, {"width": 2.2}],
    "roc": [{"width": 2.5}],
    "scatter": [
        {"labels": True, "width": "acm-text"},
        {"groups": {name: region for region, names in HALF.items() for name in names}},
    ],
    "score_cost": [{"of": "ranks", "width": 3.3}, {"log": False, "cost_name": "Time (s)"}],
    "scores": [{"of": "ranks", "highlight": "method 3", "width": 3.3}],
    "selection": [{"labels": True}],
    "simplex": [{"kind": "points"}],
    "stability": [{"question": "nemenyi"}, {"against": "C4.5", "width": 3.3}],
    "learning_curve": [{"width": 2.2}],
    "sweep": [{"width": 2.2}],
}


def drawings() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what is drawn and how: as it is, with a title if the figure has one, and otherwise."""
    for name in RESULTS:
        taken = signature(getattr(pb.plot, name.split()[0])).parameters
        yield name, {}
        if "title" in taken:
            yield name, {"title": "A title", "font_size": 11.0}
        yield from ((name, options) for options in OPTIONS.get(name, ()))


def layers(figure: Figure) -> Iterator[tuple[str, str, list[float]]]:
    """Yield the axes, the name and the numbers of each layer of a figure."""
    unit = 72 / figure.dpi
    width, height = figure.get_size_inches() * 72
    yield "", "figure", [1, 0, 0, width, height, width / 2, height / 2, 0, 0]
    for number, axes in enumerate((figure, *figure.axes)):
        place = str(number) if number else ""
        if isinstance(axes, Axes):
            (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
            name = f"axes {axes.get_xlabel()} / {axes.get_ylabel()}"
            box = axes.get_position()
            middle = [box.x0 * width, box.y0 * height, box.width * width, box.height * height]
            yield place, name, [1, left, bottom, right, top, *middle]
        found: dict[str, list[tuple[Any, float, float]]] = {}
        for artist in axes.get_children():
            for name, points, size, ink in _of(artist):
                found.setdefault(name, []).append((np.reshape(points, (-1, 2)) * unit, size, ink))
        for name, parts in found.items():
            points = np.concatenate([part[0] for part in parts])
            if not len(points):
                continue
            low, high, mean = points.min(axis=0), points.max(axis=0), points.mean(axis=0)
            looks = np.mean([part[1:] for part in parts], axis=0)
            yield place, name, [len(points), *low, *high, *mean, *looks]


def _of(artist: Any) -> Iterator[tuple[str, Any, float, float]]:
    """Yield the name, the points in pixels, the size and the colour of what an artist draws."""
    if not artist.get_visible():
        return
    label = str(artist.get_label()).lstrip("_")
    label = "" if label.startswith("child") else label
    if isinstance(artist, Text):
        if artist.get_text():
            turned = f"text {artist.get_ha()} {artist.get_rotation():g} {artist.get_weight()}"
            at = artist.get_transform().transform(artist.get_position())
            letters = np.repeat([at], len(artist.get_text()), axis=0)
            yield turned, letters, artist.get_fontsize(), _ink([artist.get_color()])
    elif isinstance(artist, ManyTexts):
        look = artist.look
        turned = f"texts {look.anchor} {'upright ' * look.upright}{'bold' * look.bold}"
        at = artist.get_transform().transform(artist._places)
        at = np.repeat(at, [len(text) for text in artist.texts], axis=0)
        yield turned.strip(), at, look.size, _ink([look.colour])
    elif isinstance(artist, Line2D):
        at = artist.get_transform().transform(np.transpose(artist.get_data()).astype(float))
        size = artist.get_linewidth() + artist.get_markersize() * (artist.get_marker() != "None")
        yield f"line {label}", at[np.isfinite(at).all(axis=1)], size, _ink([artist.get_color()])
    elif isinstance(artist, Collection):
        change = artist.get_transform()
        paths = [change.transform(path.vertices) for path in artist.get_paths()]
        offsets = artist.get_offset_transform().transform(artist.get_offsets())
        at = np.concatenate([*paths, offsets if len(offsets) > 1 else np.empty((0, 2))])
        size = float(np.mean(artist.get_linewidths())) if len(artist.get_linewidths()) else 0.0
        ink = _ink(artist.get_facecolors()) + _ink(artist.get_edgecolors())
        yield f"{type(artist).__name__} {label}", at, size, ink
    elif isinstance(artist, Patch) and artist.get_label() != "":
        at = artist.get_transform().transform(artist.get_path().vertices)
        yield f"patch {label}", at, artist.get_linewidth(), _ink([artist.get_facecolor()])


def _ink(given: Any) -> float:
    """Return one number of colours, which another colour or opacity changes."""
    return float(np.mean(colors.to_rgba_array(given) @ [1, 2, 4, 8])) if len(given) else 0.0


def rows(name: str, options: dict[str, Any]) -> list[tuple[str, str, list[float]]]:
    """Return the layers of a figure."""
    result = _made(name)
    given = result if isinstance(result, tuple) else (result,)
    drawn = getattr(pb.plot, name.split()[0])(*given, **options)
    if isinstance(drawn, str):
        numbers = np.array([float(x) for x in re.findall(r"-?\d+\.\d+", drawn)])
        return [("", "text", [len(numbers), *np.quantile(numbers, np.linspace(0, 1, 7)), 0.0])]
    return list(layers(getattr(drawn, "figure", drawn)))


@cache
def _made(name: str) -> Any:
    return RESULTS[name]()


def title_of(name: str, options: dict[str, Any]) -> str:
    """Return how the file names a drawing."""
    return " ".join([name, *options])


def main() -> None:
    """Write the file."""
    with FILE.open("w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(COLUMNS)
        for name, options in drawings():
            for axes, layer, numbers in rows(name, options):
                said = (f"{number:.6g}" for number in numbers)
                out.writerow([title_of(name, options), axes, layer, *said])


if __name__ == "__main__":
    main()
