"""Python against R on tables of every kind (R25)."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb

pytestmark = pytest.mark.r


@pytest.mark.parametrize("seed", range(20))
def test_random_tables(random_tables, seed):
    """R25: 1,000 random tables with ties, N and k from 3 to 60, within tolerances.csv."""
    for t in random_tables(50, seed=seed):
        pb.compare(t, engine="both")


def test_every_setting(random_tables):
    for t in random_tables(8, seed=26, largest=12):
        result = pb.validate(t)
        assert result.agrees, str(result)
        settings = set(result.to_frame()["settings"])
        assert {"chi-square, standard", "iman-davenport, scmamp", "pmcmr"} <= settings


def test_oracle_cases(case):
    if case.name.startswith(("na_", "inf_", "k3_N1")):
        pytest.skip("missing, infinite or single: refused, see test_friedman")
    t = pb.read_results(case.input, higher_is_better=True)
    result = pb.validate(t, tie_tol="auto")
    assert result.agrees, str(result)


@pytest.mark.parametrize("alpha", [1e-6, 0.01, 0.5])
def test_levels(make_table, alpha):
    t = make_table(np.random.default_rng(3).random((20, 6)))
    pb.compare(t, alpha, engine="both")


def test_awkward_names_cross_unchanged(make_table):
    names = ["a b", "NA", "=1+1", "é", "𝕏", 'q"uote', "back\\slash", "TRUE"]
    t = make_table(np.random.default_rng(3).random((12, 8)), classifiers=names)
    assert list(pb.nemenyi(t, engine="r").pvalues.columns) == names
    assert pb.validate(t).agrees


def test_text_says_agree(make_table):
    result = pb.validate(make_table(np.random.default_rng(3).random((12, 3))))
    assert str(result).startswith("Python and R agree on 3 classifiers on 12 datasets")
