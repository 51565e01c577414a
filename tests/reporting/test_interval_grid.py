"""Every interval of every result is measured, or is said to be none."""

from __future__ import annotations

import contextlib
import csv
import dataclasses
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from bench.interval_grid import CLASSIFIERS, MEASURED, NOT_INTERVALS, designs, ranked
from bench.intervals import concordance_draws, mean_rank_draws
from pybench.base import measured, shared
from pybench.base.result import Result
from pybench.comparison.bootstrap import limits, weighted
from pybench.comparison.intervals import mean_rank_limits
from pybench.comparison.kendall import weighted_w
from tests.reporting.makers import MAKERS

END = re.compile(r"(^|_)(low|lower|high|upper|ci|quantile|percentile|limit|interval)(_|$)")
KEPT = "coverage.csv"
TABLE = Path(__file__).parents[2] / "bench" / "intervals.csv"


def ends(result: Result) -> set[str]:
    """Names of fields, and of columns of its frames, that look like an end of an interval."""
    names = {field.name for field in dataclasses.fields(result)}
    values = [getattr(result, name) for name in names]
    with contextlib.suppress(TypeError):  # it has no single table
        values.append(result.to_frame())
    frames = [value for value in values if isinstance(value, pd.DataFrame)]
    names |= {str(column) for frame in frames for column in frame.columns}
    own = {f"{type(result).__name__}.{name}" for name in names if END.search(name)}
    return own.union(*(ends(value) for value in values if isinstance(value, Result)))


def test_every_interval_is_measured_or_is_none():
    found = set().union(*(ends(make()) for make in MAKERS.values()))
    assert found == MEASURED.keys() | NOT_INTERVALS.keys()


#: Intervals that hold the truth less often somewhere on the grid: their results say so.
SHORT = {"mean_difference", "accuracy, best threshold"}


def test_what_is_measured_holds_the_truth():
    with TABLE.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    names = {row["interval"] for row in rows}
    assert {name for several in MEASURED.values() for name in several.split(", ")} <= names
    assert {row["interval"] for row in rows if float(row["coverage"]) < measured.ENOUGH} == SHORT
    kept = {(row["interval"], row["size"]): float(row["coverage"]) for row in shared.rows(KEPT)}
    found = {place: min(float(row["coverage"]) for row in rows if
                        (row["interval"], row["size"]) == place) for place in kept}  # fmt: skip
    assert found == kept
    assert {row["interval"] for row in shared.rows(KEPT)} == names


def test_results_say_what_was_measured():
    said = "measured: 95 % intervals of {} contain the true value in {} % of samples of {} ({})"
    few = said.format("mean_difference", "89.7", 10, "skewed")
    for n, line in ((5, few), (19, few), (20, few.replace("89.7", "91.6").replace("10", "20"))):
        assert measured.short(["mean_difference", "d_z"], n) == [f"  {line}"]
    assert measured.short(["mean_difference"], 30) == []
    assert few in str(MAKERS["effects"]())
    best = said.format("accuracy, best threshold", "86.5", 50, "normals 0 apart")
    assert best in str(MAKERS["likelihood-ratios"]())


def test_what_is_simulated_is_what_the_package_computes():
    rng = np.random.default_rng(4)
    ranks = ranked(rng.normal(size=(3, 12, 4)).round())
    weights = np.concatenate(list(weighted(5, "test", 50, 12)))
    lower, upper = concordance_draws(ranks, weights)
    for place, table in enumerate(ranks):
        doubled = (2 * table).astype(np.int32)
        each = weighted_w(doubled, weights)
        np.testing.assert_allclose([lower[:, place], upper[:, place]], each, atol=1e-12)
        weights = np.concatenate(list(weighted(5, "rank-intervals-weights", 50, 12)))
        draws = mean_rank_draws(table[None, :, 0], 4, weights)
        low, high = mean_rank_limits(doubled, 0.95, 50, 5)
        found = limits(*draws, 0.95)
        np.testing.assert_allclose(np.ravel(found), [low[0], high[0]], atol=1e-12)
        weights = np.concatenate(list(weighted(5, "test", 50, 12)))


@pytest.mark.parametrize("k", CLASSIFIERS)
def test_true_values_of_the_grid(k):
    """Of 40,000 datasets of each design, the mean ranks and W are those that it states."""
    for design in designs(k):
        ranks = ranked(design.draw(np.random.default_rng(k), (8000, 5, k))).reshape(-1, k)
        centred = ranks - (k + 1) / 2
        error = ranks.std(axis=0) / 200
        assert (np.abs(ranks.mean(axis=0) - design.mean_ranks) <= 5 * error + 1e-9).all()
        w = (centred.mean(axis=0) ** 2).sum() / (centred**2).sum(axis=1).mean()
        assert w == pytest.approx(design.concordance, abs=0.02)
