"""Verdicts: each by the rule that is printed, and the runs that would decide."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from pybench.optimal.verdicts import (
    MARGIN,
    RULE,
    VERDICTS,
    Gap,
    Words,
    gap,
    runs_needed,
    verdict,
)


def interval(lower, upper, runs=10):
    """Return a gap with this interval."""
    half = (upper - lower) / 2
    sd = half * math.sqrt(runs) / stats.t.ppf(0.975, runs - 1)
    return Gap((lower + upper) / 2, sd, runs)


def judged(auc, hidden, numerical, runs=10, margin=MARGIN):
    parts = {"auc": auc, "hidden": hidden, "numerical": numerical}
    return verdict({name: interval(*ends, runs) for name, ends in parts.items()}, margin)


FAR = (0.7, 0.75)  # an AUC that is not at chance


@pytest.mark.parametrize(
    ("auc", "hidden", "numerical", "expected"),
    [
        (FAR, (-0.019, 0.019), (0.0, 0.02), "optimal"),
        (FAR, (-0.019, -0.001), (-0.019, -0.001), "optimal"),  # below, by less than the margin
        ((0.49, 0.51), (-0.01, 0.01), (-0.01, 0.01), "optimal"),  # nothing to be learned
        ((0.481, 0.519), (-0.4, -0.3), (-0.3, -0.2), "at chance"),
        ((0.49, 0.55), (-0.4, -0.3), (-0.3, -0.2), "suboptimal"),  # above chance, by some
        (FAR, (0.001, 0.03), (0.01, 0.04), "above"),
        (FAR, (-0.03, -0.021), (-0.03, -0.021), "suboptimal"),
        (FAR, (-0.2, -0.1), (-0.01, -0.001), "suboptimal"),
        (FAR, (-0.03, -0.001), (-0.03, -0.001), "undecided"),  # below, and by how much?
        (FAR, (-0.2, -0.1), (-0.019, 0.1), "between the lines"),
        (FAR, (-0.2, -0.1), (-0.021, 0.1), "undecided"),
        (FAR, (-0.03, 0.001), (-0.03, 0.001), "undecided"),
        (FAR, (-0.001, 0.03), (-0.03, 0.03), "undecided"),
    ],
)
def test_rule(auc, hidden, numerical, expected):
    assert judged(auc, hidden, numerical) == expected
    assert expected in VERDICTS
    assert expected in RULE


@pytest.mark.parametrize(
    ("auc", "hidden", "best", "numerical", "expected"),
    [
        (FAR, (-0.08, -0.06), (-0.01, 0.01), (0.02, 0.04), "optimal"),
        (FAR, (-0.06, -0.05), (-0.05, -0.03), (0.02, 0.04), "suboptimal"),  # as forest in b-T2
        (FAR, (-0.019, 0.0), (0.001, 0.02), (0.0, 0.1), "above"),  # a leak that hidden hides
        (FAR, (-0.08, -0.06), (-0.03, -0.001), (0.0, 0.1), "undecided"),
        ((0.481, 0.519), (-0.4, -0.3), (-0.3, -0.2), (-0.3, -0.2), "at chance"),
    ],
)
def test_the_best_is_the_observed_line_where_it_is_known(auc, hidden, best, numerical, expected):
    """O3: .04 below what can be had was "between the lines" or "near optimal"."""
    parts = {"auc": auc, "hidden": hidden, "observed": best, "numerical": numerical}
    gaps = {name: interval(*ends) for name, ends in parts.items()}
    assert verdict(gaps, MARGIN) == expected
    if expected == "undecided":
        assert 10 < runs_needed(gaps, MARGIN, 0.8) < 1000


@pytest.mark.parametrize("runs", [2, 3, 4])
def test_few_runs_call_nothing_within_the_margin(runs):
    near = (-0.001, 0.001)
    assert judged(FAR, near, near, runs) == "undecided"
    assert judged((0.499, 0.501), (-0.3, -0.2), (-0.3, -0.2), runs) == "suboptimal"
    assert judged(FAR, (-0.2, -0.1), (-0.001, 0.1), runs) == "undecided"
    assert judged(FAR, near, near, 5) == "optimal"


def test_the_margin_is_that_asked_for():
    parts = FAR, (-0.04, 0.01), (-0.04, 0.01)
    assert judged(*parts) == "undecided"
    assert judged(*parts, margin=0.05) == "optimal"


@pytest.mark.parametrize("runs", [2, 5, 40])
def test_interval_is_students_over_the_runs_and_no_wider(runs):
    """T9: it was widened to 1 / sqrt(m), .045 at 500 test paths, however many runs there were."""
    values = np.random.default_rng(0).normal(-0.01, 0.003, runs)
    found = gap(values)
    expected = stats.t.interval(0.95, runs - 1, values.mean(), stats.sem(values))
    assert (found.lower, found.upper) == pytest.approx(expected, rel=1e-9)


def shown(mean, lower, upper):
    row = {"gap_hidden": mean, "gap_hidden_lower": lower, "gap_hidden_upper": upper}
    return Words(MARGIN).gap(row, "hidden")


def test_one_run_has_no_interval_and_equal_ones_have_none():
    one = gap(np.array([0.7]))
    assert (one.lower, one.upper) == (-math.inf, math.inf)
    assert gap(np.full(40, 0.1)) == Gap(0.1, 0.0, 40)
    assert gap(np.full(40, 0.1)).half == 0
    assert shown(0.0, 0.0, 0.0) == "0"
    assert shown(-0.1, -0.1, -0.1) == "-0.100"
    assert shown(0.1, -math.inf, math.inf) == "+0.100 (one run, no interval)"
    assert shown(0.1, 0.05, 0.15) == "+0.100 (+0.050 to +0.150)"


def everywhere(mean, sd, runs=3):
    return {
        "auc": Gap(0.8, sd, runs),
        "hidden": Gap(mean, sd, runs),
        "numerical": Gap(mean, sd, runs),
    }


@pytest.mark.parametrize(("mean", "power"), [(-0.008, 0.8), (-0.008, 0.95), (-0.04, 0.8)])
def test_so_many_runs_decide_with_that_power_and_one_less_does_not(mean, power):
    """By simulation of normal gaps; the same gap to both lines, as in case a."""
    sd = 0.02
    needed = int(runs_needed(everywhere(mean, sd), MARGIN, power))
    rng = np.random.default_rng(1)
    shares = []
    for runs in (needed - 1, needed):
        values = rng.normal(mean, sd, (20_000, runs))
        half = stats.t.ppf(0.975, runs - 1) * values.std(axis=1, ddof=1) / math.sqrt(runs)
        centre = values.mean(axis=1)
        inside = (np.abs(centre) + half < MARGIN) & (runs >= 5)
        shares.append((inside | (centre + half < -MARGIN)).mean())
    assert shares[1] > power - 0.01
    if mean == -0.04:  # one condition alone: the count is exact
        assert shares[0] < power + 0.01


def test_runs_needed_at_the_ends():
    assert runs_needed(everywhere(0.0, 0.0), MARGIN, 0.8) == 5
    assert math.isnan(runs_needed(everywhere(0.0, math.inf, 1), MARGIN, 0.8))
    assert math.isinf(runs_needed(everywhere(-MARGIN, 0.01), MARGIN, 0.8))
    few, many = (runs_needed(everywhere(0.0, 0.02), m, 0.8) for m in (MARGIN, MARGIN / 10))
    assert 5 < few < many / 20
    assert runs_needed(everywhere(0.0, 0.001, 100), MARGIN, 0.8) == 101  # more than were made
    far = everywhere(-0.1, 0.01) | {"numerical": Gap(-0.001, 0.01, 3)}
    # Within the margin of LRT numerical, and it takes many more to tell on which side.
    assert runs_needed(far, MARGIN, 0.8) < 10 < 500 < runs_needed(far, 1e-9, 0.8)


@pytest.mark.parametrize(
    ("said", "runs", "expected"),
    [
        ("optimal", 5.0, "optimal within 0.02"),
        ("suboptimal", 5.0, "suboptimal"),
        ("undecided", 1234.0, "undecided (about 1,234 runs would decide)"),
        ("undecided", math.inf, "undecided (at the margin, however many runs)"),
        ("undecided", math.nan, "undecided"),
    ],
)
def test_words(said, runs, expected):
    row = {"verdict": said, "runs_needed": runs}
    assert Words(MARGIN).verdict(row) == expected
    assert Words(None).verdict(row) == said  # of an earlier version's file


@pytest.mark.parametrize("runs", [2, 5, 8, 9, 40])
def test_more_distance_never_lowers_the_chance_of_a_verdict(runs):
    """SciPy's nctdtr is NaN for one large shift in seven: 9 runs were asked for instead of 5."""
    found = [Gap(distance, 1.0, 3).chance(0.0, 1, runs) for distance in np.linspace(0.01, 40, 400)]
    assert 0 < found[0] < 0.06
    assert (np.diff(found) > -1e-12).all()
    assert found[-1] > 0.97
