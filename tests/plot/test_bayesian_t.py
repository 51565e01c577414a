"""The posterior density of a mean difference."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import pybench as pb
from pybench.base.latex import PAPERS
from pybench.comparison.views import TPosterior

SCORES = [[0.9, 0.8, 0.5], [0.8, 0.75, 0.5], [0.7, 0.65, 0.5], [0.9, 0.9, 0.5]]


def table(scores=SCORES, names=("a", "b", "c"), *, higher=True):
    datasets = [f"d{i}" for i in range(len(scores))]
    return pb.read_results(
        scores, datasets=datasets, classifiers=list(names), higher_is_better=higher,
        metric="accuracy",
    )  # fmt: skip


def texts(figure):
    return [text.get_text() for text in figure.axes[0].texts]


@pytest.mark.parametrize("higher", [True, False])
def test_probabilities_are_those_of_the_test_and_areas_of_the_density(higher):
    t = table(higher=higher)
    found = TPosterior.of(t, "a", "b", 0.02, 0.1, None)
    own = pb.bayesian_t(t, 0.02, 0.1)
    expected = [getattr(own, name).loc["a", "b"] for name in ("better", "equal", "worse")]
    assert found.regions == pytest.approx(expected)
    spread = stats.t(found.df, found.location, found.scale)
    assert spread.sf(0.02) == pytest.approx(expected[0])
    assert spread.cdf(-0.02) == pytest.approx(expected[2])
    at = np.linspace(-0.1, 0.2, 7)
    np.testing.assert_allclose(found.density(at), spread.pdf(at))
    assert found.interval(0.95) == pytest.approx(spread.interval(0.95))
    figure = pb.plot.bayesian_t(t, "a", "b", rope=0.02, rho=0.1)
    heads = [f"b better: {expected[2]:.3f}", f"equivalent: {expected[1]:.3f}",
             f"a better: {expected[0]:.3f}"]  # fmt: skip
    assert texts(figure)[:3] == heads
    axis = "a − b" if higher else "b − a"
    assert f"Mean difference of accuracy, {axis}" in texts(figure)


def test_lines_stand_at_the_ends_of_the_rope_inside_the_axis():
    for rope in (0.0, 0.02, 0.7):
        axes = pb.plot.bayesian_t(table(), "a", "b", rope=rope).axes[0]
        ends = [line.get_xdata()[0] for line in axes.lines if line.get_label() == "_rope"]
        assert ends == [-rope, rope]
        low, high = axes.get_xlim()
        assert low < -rope <= rope < high


def test_repeats_of_a_dataset_are_compared():
    rng = np.random.default_rng(0)
    import pandas as pd

    rows = pd.DataFrame(
        [(d, c, r, rng.normal()) for d in "de" for c in "ab" for r in range(4)],
        columns=["dataset", "classifier", "resample", "score"],
    )
    t = pb.read_results(rows, higher_is_better=True, score="score", repeats="keep")
    figure = pb.plot.bayesian_t(t, "a", "b", rho=0.25, dataset="d", width=7)
    assert "4 repeats of d, correlation 0.25" in " ".join(texts(figure))


def test_equal_differences_are_a_single_value(sound):
    t = table([[0.5, 0.25], [0.75, 0.5]], "ab")
    found = TPosterior.of(t, "a", "b", 0.0, 0.0, None)
    assert (found.location, found.scale, found.regions) == (0.25, 0.0, (1.0, 0.0, 0.0))
    assert "a single value" in " ".join(texts(pb.plot.bayesian_t(t, "a", "b", width=7)))
    sound(lambda **options: pb.plot.bayesian_t(t, "a", "b", **options))
    same = table([[0.5, 0.5], [0.75, 0.75]], "ab")
    sound(lambda **options: pb.plot.bayesian_t(same, "a", "b", rope=0, **options))


@pytest.mark.parametrize("width", [2.5, *PAPERS])
def test_the_width_is_exact_and_no_text_is_cut_or_covered(width, inside, apart):
    t = table(names=("a method with a long name", "another long name", "c"))
    figure = pb.plot.bayesian_t(t, *t.classifiers[:2], width=width, title="A title")
    assert figure.get_figwidth() == pytest.approx(PAPERS.get(width, width))
    assert apart(inside(figure)) == []
    t = table(names=("a", "a method with a name", "c"))
    assert apart(inside(pb.plot.bayesian_t(t, "a", t.classifiers[1], width=width))) == []


@pytest.mark.parametrize(
    ("given", "options", "message"),
    [
        (("a", "z"), {}, "`second` must be a method of the table"),
        (("a", "b"), {"rope": -1}, "`rope` must be a number >= 0"),
        (("a", "b"), {"rho": 1}, "`rho` must be a number >= 0 and < 1"),
        (("a", "b"), {"dataset": "d0"}, "repeats"),
    ],
)
def test_bad_arguments(given, options, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.plot.bayesian_t(table(), *given, **options)
