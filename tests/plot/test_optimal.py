"""Figures of diffusions: paths, what drives them, curves, sweeps."""

from __future__ import annotations

import io

import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from sklearn.metrics import roc_curve
from sklearn.naive_bayes import GaussianNB

import pybench as pb
from pybench.base.errors import ArgumentError


@pytest.fixture(scope="module")
def seen():
    return pb.simulate("d-d6", 9, seed=1)


@pytest.fixture(scope="module")
def found():
    return pb.optimality(["b-T2", "c-d1"], {"naive Bayes": GaussianNB()}, runs=2)


@pytest.fixture(scope="module")
def swept():
    over = {"end": (1.0, 2.0), "train": (20, 40)}
    return pb.optimal.sweep("constant", over, paths=50, runs=2, classifiers=GaussianNB())


def solid(axes):
    """Return the lines that are curves, less the samples of the key."""
    return [line for line in axes.lines if line.get_transform() == axes.transData]


def inside(figure):
    renderer = figure.canvas.get_renderer()
    figure.draw(renderer)
    boxes = [text.get_window_extent(renderer) for axes in figure.axes for text in axes.texts]
    assert boxes
    assert min(box.x0 for box in boxes) >= 0
    assert min(box.y0 for box in boxes) >= 0
    assert max(box.x1 for box in boxes) <= figure.bbox.width
    assert max(box.y1 for box in boxes) <= figure.bbox.height


def test_paths_are_those_simulated(seen):
    axes = pb.plot.paths(seen, shown=4, channel=2).axes[0]
    parts = [part for part in axes.collections if isinstance(part, LineCollection)]
    for label, part in enumerate(parts):
        drawn = np.array([segment[:, 1] for segment in part.get_segments()])
        np.testing.assert_array_equal(drawn, seen.paths[seen.label == label][:4, 2])
        np.testing.assert_array_equal(part.get_segments()[0][:, 0], seen.times)


def test_all_paths_if_there_are_fewer(seen):
    axes = pb.plot.paths(seen, shown=100).axes[0]
    assert len(axes.collections[0].get_segments()) == 9


def test_potentials_are_those_of_the_paper():
    """Example 3: (x^2 - 1)^2 / 2 and x^4 / 4, 0 at 0 here; errata 4."""
    first, second = solid(pb.plot.drifts("b-T2", limits=(-2, 2)).axes[0])
    x = first.get_xdata()
    assert first.get_ydata() == pytest.approx((x**2 - 1) ** 2 / 2 - 0.5, abs=1e-4)
    assert second.get_ydata() == pytest.approx(x**4 / 4, abs=1e-4)


def test_kernels_are_those_of_the_paper():
    far, near = solid(pb.plot.drifts("d-d6").axes[0])
    r = far.get_xdata()
    expected = np.select([r < np.sqrt(2), r < 2], [0.2, 2.0], 0.0)
    away = np.abs(r - 2) > 1e-9
    np.testing.assert_array_equal(far.get_ydata()[away], expected[away])
    swapped = np.select([r < np.sqrt(2), r < 2], [2.0, 0.2], 0.0)
    np.testing.assert_array_equal(near.get_ydata()[away], swapped[away])


def test_drifts_are_those_of_the_paper():
    zero, one = solid(pb.plot.drifts("e-L5", time=0.5).axes[0])
    x = zero.get_xdata()
    assert zero.get_ydata() == pytest.approx(-np.pi * x + 1)
    assert one.get_ydata() == pytest.approx(-0.1 * x + np.cos(np.pi * x))
    flat, _ = solid(pb.plot.drifts("a-T1").axes[0])
    assert set(flat.get_ydata()) == {1.0}


def test_curves_are_those_of_scikit_learn(found):
    axes = pb.plot.roc(found, setting="c-d1").axes[0]
    scores = found.scores[found.scores["setting"] == "c-d1"]
    _, *curves = solid(axes)  # the first is the diagonal
    methods = ["naive Bayes", "lrt_hidden", "lrt_numerical", "lrt_exact_chain"]
    for line, method in zip(curves, methods, strict=True):
        own = scores[scores["method"] == method]
        false, true, _ = roc_curve(own["label"], own["score"], drop_intermediate=False)
        np.testing.assert_allclose(line.get_xdata(), false)
        np.testing.assert_allclose(line.get_ydata(), true)


def test_names_of_curves_tell_their_auc(found):
    run = found.runs[(found.runs["setting"] == "b-T2") & (found.runs["run"] == 0)]
    texts = [text.get_text() for text in pb.plot.roc(found).axes[0].texts]
    assert f"naive Bayes {run['auc'].item():.3f}" in texts


def test_a_sweep_shows_lines_and_classifiers(swept):
    axes = pb.plot.sweep(swept, factor="train").axes[0]
    hidden, numerical, learner = solid(axes)
    table = swept.table[swept.table["factor"] == "train"]
    np.testing.assert_array_equal(hidden.get_ydata(), table["hidden"])
    np.testing.assert_array_equal(numerical.get_ydata(), table["numerical"])
    own = swept.learners[swept.learners["factor"] == "train"]
    np.testing.assert_array_equal(learner.get_ydata(), own["auc"])
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["20", "40"]


def drawn(seen, found, swept):
    return {
        "paths": lambda ax=None: pb.plot.paths(seen, ax),
        "drifts": lambda ax=None: pb.plot.drifts("particles", ax),
        "roc": lambda ax=None: pb.plot.roc(found, ax),
        "roc of lines": lambda ax=None: pb.plot.roc(
            pb.optimal.likelihood_ratios("c-d1", paths=20), ax
        ),
        "sweep": lambda ax=None: pb.plot.sweep(swept, ax),
    }


@pytest.mark.parametrize("name", ["paths", "drifts", "roc", "roc of lines", "sweep"])
def test_inside_into_given_axes_and_the_same_bytes(seen, found, swept, name):
    draw = drawn(seen, found, swept)[name]
    inside(draw())
    saved = []
    for _ in range(2):
        buffer = io.BytesIO()
        draw().savefig(buffer, format="svg")
        saved.append(buffer.getvalue())
    assert saved[0] == saved[1]
    figure = Figure()
    assert draw(figure.subplots()) is figure


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda seen, found: pb.plot.paths(seen, channel=6), "one of the 6 coordinates"),
        (lambda seen, found: pb.plot.paths(found), "must be a Paths"),
        (lambda seen, found: pb.plot.drifts("a-T1", show="kernel"), "has no kernel"),
        (lambda seen, found: pb.plot.drifts("a-T1", limits=(1, 0)), "ascend"),
        (lambda seen, found: pb.plot.drifts("z-T1"), "`name` must be one of"),
        (lambda seen, found: pb.plot.roc(found, setting="a-T1"), "`setting` must be one of"),
        (lambda seen, found: pb.plot.roc(seen), "must be a Optimality"),
        (lambda seen, found: pb.plot.sweep(found), "must be a Sweep"),
    ],
)
def test_messages(seen, found, call, message):
    with pytest.raises(ArgumentError, match=message):
        call(seen, found)


def test_no_such_factor(swept):
    with pytest.raises(ArgumentError, match="`factor` must be one of"):
        pb.plot.sweep(swept, factor="dt")


def test_a_setting_is_for_an_optimality():
    lines = pb.optimal.likelihood_ratios("a-T1", paths=5)
    with pytest.raises(ArgumentError, match="`setting` is for"):
        pb.plot.roc(lines, setting="a-T1")
