"""LRT observed in all settings of the paper: between hidden and numerical, above every learner."""

from __future__ import annotations

import math

import pandas as pd
import pytest

import pybench as pb
from bench import optimal_observed, reproduce_optimal


@pytest.fixture(scope="module")
def table():
    return pd.read_csv(optimal_observed.TABLE, index_col="setting")


def test_every_setting_is_there_once(table):
    assert list(table.index) == list(pb.optimal.settings().index)
    assert (table["paths"] >= 250).all()


@pytest.mark.parametrize("gap", ["hidden_less_observed", "observed_less_numerical"])
def test_order_of_the_lines(table, gap):
    """Hidden >= observed >= numerical, within three paired standard errors, in every setting."""
    below = table[gap] + 3 * table[f"{gap}_se"] + 1e-12
    assert (below >= 0).all(), table[below < 0]


def test_errors_of_the_ratios_cost_little(table):
    """What they cost in AUC is less than the Monte-Carlo error of the AUC itself."""
    assert (table["lost"].abs() <= table["observed_se"] + 5e-4).all()
    formulas = table[table["way"] == "formula"]
    assert (formulas[["error_most", "lost"]].abs() < 1e-9).all(axis=None)
    assert set(table["way"]) == {"formula", "quadrature", "bridges"}


def test_no_learner_is_better(table):
    """Means over runs of the study, and of the learner that knows the family."""
    fits = pd.read_csv(reproduce_optimal.FITS)
    for (setting, learner), part in fits.groupby(["setting", "classifier"]):
        runs, one = part["auc"], table.loc[setting]
        error = math.hypot(part["auc_se"].mean() / math.sqrt(len(runs)), one["observed_se"])
        assert runs.mean() <= one["observed"] + 4 * error, f"{learner} in {setting}"
    known = pd.read_csv(optimal_observed.ROOT / "bench" / "girsanov.csv", index_col="setting")
    known = known.reindex(table.index)
    error = (known["score_upper"] - known["score"]) + 3 * table["observed_se"]
    assert (known["score"] <= table["observed"] + error).all()


def test_table_of_lines_has_the_same_numbers():
    lines = pd.read_csv(reproduce_optimal.LINES).set_index(["setting", "method", "statistic"])
    for one in optimal_observed.lines().itertuples():
        kept = lines.loc[(one.setting, one.method, one.statistic)]
        assert kept["value"] == pytest.approx(one.value, abs=2e-6)
        assert kept["paths"] == one.paths
