"""The triangle: cells hold every draw, texts stay apart and inside, files repeat."""

from __future__ import annotations

import io
from itertools import combinations

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import pybench as pb
from pybench.comparison.posterior import Posterior
from pybench.plot._simplex import CORNERS, cells
from pybench.plot.draw.figure import reproducible


def posterior(draws, names=("a", "b"), **changes):
    draws = np.asarray(draws, dtype=float)
    shares = np.bincount(draws.argmax(axis=1), minlength=3) / len(draws)
    fields = {
        "classifier_1": names[0],
        "classifier_2": names[1],
        "draws": draws,
        "better": float(shares[0]),
        "equal": float(shares[1]),
        "worse": float(shares[2]),
        "test": "bayesian_signed_rank",
        "rope": 0.01,
        "samples": len(draws),
        "seed": 0,
        "metric": None,
        "notes": (),
        "engine": "python",
    }
    return Posterior(**(fields | changes))


@pytest.fixture
def cloud():
    return posterior(np.random.default_rng(0).dirichlet([6, 3, 2], size=4000))


def saved(figure, kind):
    buffer = io.BytesIO()
    figure.savefig(buffer, format=kind)
    return buffer.getvalue()


def assert_clean(figure):
    """No text overlaps another or leaves the figure, measured by the renderer."""
    renderer = figure.canvas.get_renderer()
    with reproducible():
        found = [text.get_window_extent(renderer) for text in figure.axes[0].texts]
    width, height = figure.bbox.size
    assert not [(a, b) for a, b in combinations(found, 2) if a.overlaps(b)]
    assert min(b.x0 for b in found) >= 0
    assert min(b.y0 for b in found) >= 0
    assert max(b.x1 for b in found) <= width
    assert max(b.y1 for b in found) <= height


def test_every_draw_is_in_the_cell_that_counts_it():
    rng = np.random.default_rng(1)
    draws = rng.dirichlet([0.3, 0.3, 0.3], size=3000)
    corners, number = cells(draws, 7)
    assert number.sum() == 3000
    assert len(corners) <= 49
    centres = corners.mean(axis=1)
    counted = dict(zip(map(tuple, np.round(centres, 6)), number, strict=True))
    expected: dict[tuple[float, ...], int] = {}
    for draw in draws:
        inside = [c for c, t in zip(centres, corners, strict=True) if within(draw, t)]
        assert inside
        key = tuple(np.round(inside[0], 6))
        expected[key] = expected.get(key, 0) + 1
    assert counted == expected


def within(point, triangle):
    return bool((np.linalg.solve(triangle.T, point) >= -1e-9).all())


def test_draws_on_the_grid_have_a_cell():
    corners, number = cells(
        np.array([*np.eye(3), [0.5, 0.5, 0], [1 / 3] * 3, [0.5, 0.25, 0.25]]), 4
    )
    assert number.sum() == 6
    assert (corners >= 0).all()
    assert (corners <= 1).all()
    np.testing.assert_allclose(corners.sum(axis=2), 1, rtol=1e-12)


def test_corners_are_a_triangle_of_equal_sides():
    sides = [np.linalg.norm(CORNERS[i] - CORNERS[j]) for i, j in combinations(range(3), 2)]
    np.testing.assert_allclose(sides, 1)


def test_corners_bear_names_and_shares(cloud):
    figure = pb.plot.simplex(cloud, title="Pair")
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert texts[:3] == ["Pair", "practically equivalent", f"{cloud.equal:.3f}"]
    assert texts[3:7] == ["a better", f"{cloud.better:.3f}", "b better", f"{cloud.worse:.3f}"]
    assert texts[7] == "Bayesian signed-rank test, rope 0.01, 4000 draws"
    placed = {text.get_text(): text.get_position()[0] for text in figure.axes[0].texts}
    assert placed["a better"] < placed["practically equivalent"] < placed["b better"]


def test_only_0_and_1_are_written_as_such():
    cloud = posterior([[1, 0, 0]], better=0.99996, equal=0.00004, worse=0.0)
    texts = [text.get_text() for text in pb.plot.simplex(cloud).axes[0].texts]
    assert {"> 0.999", "< 0.001", "0.000"} <= set(texts)


@pytest.mark.parametrize("kind", ["density", "points"])
@pytest.mark.parametrize("form", ["png", "pdf", "svg"])
def test_same_bytes(cloud, kind, form):
    first, second = (saved(pb.plot.simplex(cloud, kind=kind), form) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("width", [2.3, 3.3, 4.2, 9.0])
def test_texts_stay_apart_and_inside(cloud, width, hostile):
    assert_clean(pb.plot.simplex(cloud, width=width, title="A title of some length " * 4))
    long = ("name of many words " * 9, "W" * 300)
    extreme = posterior(np.eye(3)[[0] * 50], long, metric="accuracy")
    assert_clean(pb.plot.simplex(extreme, width=width))
    for names in zip(hostile[::10], hostile[1::10], strict=False):
        assert_clean(pb.plot.simplex(posterior(cloud.draws, names), width=width))


def test_axes_of_the_caller(cloud):
    figure = Figure(figsize=(6, 2))
    axes = figure.subplots(1, 3)
    for ax in axes:
        assert pb.plot.simplex(cloud, ax) is figure
    tiny = Figure(figsize=(1.2, 1.0))
    FigureCanvasAgg(tiny)
    pb.plot.simplex(cloud, tiny.add_axes((0, 0, 1, 1)))
    assert_clean(tiny)


def test_footnote_can_be_left_out(cloud):
    texts = [text.get_text() for text in pb.plot.simplex(cloud, footnote=False).axes[0].texts]
    assert not any("draws" in text for text in texts)


def test_refusals(cloud):
    t = pb.read_results(
        [[1.0, 2.0], [2.0, 1.0]], datasets=["d", "e"], classifiers=["a", "b"], higher_is_better=True
    )
    with pytest.raises(pb.ArgumentError, match="must be a Posterior, not BayesianPairs"):
        pb.plot.simplex(pb.bayesian_t(t))
    with pytest.raises(pb.ArgumentError, match="`kind` must be one of"):
        pb.plot.simplex(cloud, kind="hexbin")
    with pytest.raises(pb.ArgumentError, match="`width` must be"):
        pb.plot.simplex(cloud, width=0)
