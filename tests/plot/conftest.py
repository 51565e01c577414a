"""Results to draw, built by hand: any mean ranks with any graph of pairs."""

from __future__ import annotations

import dataclasses
import io

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

import pybench as pb
from pybench.comparison.benchmarks import CriticalDifferences
from pybench.comparison.cliques import cliques
from pybench.comparison.critical import CriticalDifference

HOSTILE = (
    "$x_1^2$ and \\frac{a}{b}",
    "<script>alert(1)</script>",
    "</text><g onload='x'>",
    "&amp; & &#0;",
    "]]>",
    "two\nlines",
    "carriage\rreturn",
    "tab\there",
    "\x00 nul",
    "\x1b[31m red",
    "\x7f delete",
    "\x85 next line",
    "\u2028 line separator",
    "\ud800 lone surrogate",
    "\ufffe noncharacter",
    "\ufeff byte order mark",
    "\u202e override",
    "\u2066 isolate",
    "zero\u200bwidth",
    "soft\u00adhyphen",
    "",
    " ",
    " leading",
    "trailing ",
    "no\u00a0break",
    "two  spaces",
    "日本語の名前",
    "שלום עולם",
    "سلام دنیا",
    "Ω≈ç√∫",
    "😀 emoji",
    "👨\u200d👩\u200d👧 family",
    "cafe\u0301 NFD",
    "café NFC",
    "Z\u0338\u0322\u031ba\u0334l\u0335g\u0336o\u0337",
    "NA",
    "TRUE",
    "=1+1",
    "+1",
    "-1",
    "@cmd",
    "../x",
    "CON",
    "%s {0} %(name)s",
    "#$&_^~%{}",
    "\\",
    "\\input{secret}",
    "$",
    "`` '' -- --- ?` !`",
    '"quoted"',
    "W" * 500,
)


@pytest.fixture
def hostile():
    """Return 51 names, each with one trap."""
    return HOSTILE


@pytest.fixture
def result():
    """Return a function: names, ranks, pairs that do not differ or a distance -> a result."""

    def build(names, ranks, *, joined=(), distance=None, **changes):
        order = sorted(range(len(names)), key=lambda i: (ranks[i], names[i]))
        mean = np.array([ranks[i] for i in order], dtype=float)
        if distance is None:
            significant = ~np.eye(len(names), dtype=bool)
            place = {i: at for at, i in enumerate(order)}
            for i, j in joined:
                significant[place[i], place[j]] = significant[place[j], place[i]] = False
        else:
            significant = np.abs(mean[:, None] - mean[None, :]) >= distance
        sorted_names = tuple(names[i] for i in order)
        control = changes.get("control")
        if control is not None:
            others = np.array(sorted_names) != control
            significant[np.ix_(others, others)] = False
        axis = pd.Index(sorted_names, dtype=object)  # as Arrow text it would refuse some traps
        pvalues = pd.DataFrame(np.where(significant, 0.001, 1.0), index=axis, columns=axis)
        bars = () if control else cliques(sorted_names, mean, significant)
        fields = {
            "pvalues": pvalues if control is None else pvalues.loc[others, [control]],
            "verdicts": np.sign(mean - mean[:, None]).astype(int) * significant,
            "against": (),
            "critical_difference": distance,
            "test": "nemenyi",
            "adjust": "holm",
            "control": None,
            "alpha": 0.05,
            "convention": "standard",
            "n_datasets": 14,
            "metric": "AUC",
            "higher_is_better": True,
            "notes": (),
            "engine": "python",
        }
        return CriticalDifference(
            classifiers=sorted_names,
            mean_ranks=mean,
            cliques=bars,
            significant=significant,
            **(fields | changes),
        )

    return build


@pytest.fixture
def demsar(result):
    """Return the diagram of Demšar (2006), JMLR 7, figure 1(a): mean ranks of his table 6."""
    return result(
        ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"],
        [3.143, 2.000, 2.893, 1.964],
        distance=1.25,
    )


@pytest.fixture
def random_result(result):
    """Return a function: k, seed -> a result of k methods, interval or not, with ties."""

    def build(k, seed, *, interval=True, names=None):
        rng = np.random.default_rng(seed)
        ranks = np.sort(np.round(1 + (k - 1) * rng.beta(2, 2, size=k), 1))
        names = names or [f"classifier-{i}" for i in range(k)]
        if interval:
            return result(names, ranks, distance=float(rng.uniform(0.05, 0.3) * k))
        reach = 1 + rng.uniform(0.5, 2.5) * (k / 10 + 1)
        joined = [
            (i, j) for i in range(k) for j in range(i) if rng.random() < np.exp((j - i) / reach)
        ]
        return result(names, ranks, joined=joined, test="wilcoxon")

    return build


@pytest.fixture
def random_benchmarks(random_result):
    """Return a function: k, seed -> three benchmarks of k methods, or all against a control."""

    def build(k, seed, *, control=None, width=None, names=None):
        names = list(names or [f"classifier-{i}" for i in range(k)])
        rng = np.random.default_rng(seed)
        shown = []
        for i in range(3):
            order = [names[j] for j in rng.permutation(k)]
            drawn = random_result(k, 10 * seed + i, interval=i != 1, names=order)
            if control is not None:
                drawn = against(drawn, control, rng, width)
            shown.append(drawn)
        rows = [dict(zip(d.classifiers, d.mean_ranks, strict=True)) for d in shown]
        ranks = pd.DataFrame(
            [[row[name] for name in names] for row in rows],
            index=["first benchmark", "second", "third"],
            columns=pd.Index(names, dtype=object),
        )
        mean = ranks.mean()
        classifiers = tuple(sorted(names, key=lambda name: (mean[name], name)))
        return CriticalDifferences(
            benchmarks=tuple(ranks.index),
            classifiers=classifiers,
            mean_ranks=ranks[list(classifiers)],
            diagrams=tuple(shown),
            test="wilcoxon",
            adjust="holm",
            control=control,
            alpha=0.05,
            convention="standard",
            notes=(),
            engine="python",
        )

    return build


def against(drawn, control, rng, width):
    """Return the diagram of all against a control, some told apart by chance."""
    k = len(drawn.classifiers)
    at = drawn.classifiers.index(control)
    significant = np.zeros((k, k), bool)
    significant[at] = significant[:, at] = rng.random(k) < 0.5
    significant[at, at] = False
    return dataclasses.replace(
        drawn,
        cliques=(),
        significant=significant,
        control=control,
        critical_difference=width,
        test="siegel" if width is None else "bonferroni-dunn",
    )


@pytest.fixture
def report():
    """Return a function: rows of features by dataset -> their `FeatureReport`."""

    def made(values, datasets, names, **more):
        values = np.array(values, float)
        n = len(values)
        texts = [np.array(x, object) for x in (datasets, ["train"] * n, ["1"] * n)]
        table = pb.FeatureTable(*texts, np.arange(n), values, tuple(names), "mine", **more)
        return pb.feature_report(table)

    return made


@pytest.fixture
def small(report):
    """Three datasets, "long" without gaps; q and r of one calculator, s always there."""
    names = ("value__a__q_1", "value__a__q_2", "value__b", "value__c", "value__length")
    rows = [
        [np.nan, 1, 5, 1, 30], [2, 1, 6, 2, 30], [4, np.nan, np.nan, 3, 9],
        [5, np.nan, np.nan, 4, 8], [1, 2, 3, 5, 99], [2, 4, 5, 6, 99],
    ]  # fmt: skip
    groups = dict(
        zip(names, ["symbolic", "symbolic", "fractal", "fractal", "statistical"], strict=True)
    )
    datasets = ["mid", "mid", "short", "short", "long", "long"]
    return report(rows, datasets, names, groups=groups)


@pytest.fixture(scope="session")
def trained():
    """Return a function: size of a grid -> a map with random codes and rows, no R needed."""
    from pybench.landscape.quality import UnitGrid
    from pybench.landscape.som import MapGrid, Som

    def made(xdim, ydim, n=60, *, topology="hexagonal", toroidal=False, seed=0, **changes):
        rng = np.random.default_rng(seed)
        at = np.column_stack(UnitGrid(xdim, ydim, topology).places(np.arange(xdim * ydim)))
        fields = {
            "codes": rng.normal(size=(xdim * ydim, 3)),
            "units": rng.integers(0, xdim * ydim, n),
            "distances": np.ones(n),
            "changes": np.ones(2),
            "quantization_error": 1.0,
            "root_quantization_error": 1.0,
            "topographic_error": 0.1,
            "topographic_error_torus": 0.1,
            "explained_variance": 80.0,
            "grid": MapGrid(xdim, ydim, topology, "bubble", toroidal, at),
            "rlen": 2,
            "alpha": (0.05, 0.01),
            "radius": (2.65, -2.65),
            "mode": "online",
            "start": "random",
            "preset": None,
            "kernel": "exact",
            "seed": 1,
            "center": None,
            "scale": None,
            "constant": (),
            "features": ("a", "b", "c"),
        }
        return Som(**(fields | changes))

    return made


@pytest.fixture
def halves():
    """Return a function: a map -> Regions of its left and right halves, or of given labels."""
    import dataclasses as dc

    def made(som, labels=None):
        if labels is None:
            labels = (np.arange(len(som.codes)) % som.grid.xdim >= som.grid.xdim / 2).astype(int)
        base = pb.regions(np.random.default_rng(0).normal(size=(len(som.codes), 3)), k=2)
        return dc.replace(base, labels=np.asarray(labels, np.int64), k=int(np.max(labels)) + 1)

    return made


@pytest.fixture
def inside():
    """Return a function: figure -> boxes of its texts, all of them inside the figure."""

    def boxes(figure):
        figure.canvas.draw()
        found = []
        for text in figure.axes[0].texts:
            box = text.get_window_extent()
            assert figure.bbox.x0 <= box.x0 <= box.x1 <= figure.bbox.x1, text.get_text()
            assert figure.bbox.y0 <= box.y0 <= box.y1 <= figure.bbox.y1, text.get_text()
            found.append((text.get_text(), box))
        return found

    return boxes


@pytest.fixture
def apart():
    """Return a function: boxes of texts -> those that cover each other by more than a pixel."""

    def overlapping(boxes):
        found = []
        for at, (one, a) in enumerate(boxes):
            for other, b in boxes[:at]:
                wide = min(a.x1, b.x1) - max(a.x0, b.x0)
                high = min(a.y1, b.y1) - max(a.y0, b.y0)
                if wide > 1 and high > 1:
                    found.append((one, other))
        return found

    return overlapping


@pytest.fixture
def curves_of():
    """Return a function: axes -> the lines in units of the data, less the samples of the key."""
    return lambda axes: [one for one in axes.lines if one.get_transform() == axes.transData]


@pytest.fixture
def sound():
    """Return a function that draws twice: texts inside, the same bytes, into given axes."""

    def check(draw):
        figure = draw()
        renderer = figure.canvas.get_renderer()
        figure.draw(renderer)
        boxes = [text.get_window_extent(renderer) for axes in figure.axes for text in axes.texts]
        assert boxes
        assert min(box.x0 for box in boxes) >= 0
        assert min(box.y0 for box in boxes) >= 0
        assert max(box.x1 for box in boxes) <= figure.bbox.width
        assert max(box.y1 for box in boxes) <= figure.bbox.height
        saved = []
        for _ in range(2):
            buffer = io.BytesIO()
            draw().savefig(buffer, format="svg")
            saved.append(buffer.getvalue())
        assert saved[0] == saved[1]
        given = Figure()
        assert draw(ax=given.subplots()) is given

    return check


@pytest.fixture
def narrow():
    """Return a function: draw in a narrow part of a page; no note below goes beyond them."""

    def drawn(draw):
        figure = Figure(figsize=(9, 4))
        axes = figure.add_axes((0.1, 0.5, 0.25, 0.4))
        draw(axes)
        figure.canvas.draw()
        box = axes.get_window_extent()
        below = [text.get_window_extent() for text in axes.texts]
        below = [text for text in below if text.y1 < box.y0 and text.x0 < box.x1]
        assert len(below) > 2
        # Hinting in the figure of a caller makes lines somewhat longer than measured.
        assert all(text.width <= 1.04 * box.width for text in below[1:])

    return drawn
