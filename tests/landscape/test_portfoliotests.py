"""Verdicts on many portfolios at once are those of the public tests on each."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.landscape import portfoliotests as studies
from pybench.landscape.portfoliotests import PortfolioTests
from tests.landscape.test_bootstrap import table, told


@pytest.mark.parametrize("gated", [True, False])
def test_every_portfolio_is_tested_as_a_table_of_its_own(gated):
    t = table(4)
    study = PortfolioTests.of(t, 0.3, gated)
    rows = np.random.default_rng(0).permuted(np.tile(np.arange(24), (20, 1)), axis=1)[:, :9]
    differs, rejects = study.differs(rows)
    for i, row in enumerate(rows):
        names = [t.datasets[j] for j in row]
        np.testing.assert_array_equal(differs[i], told(t, names, 0.3, gated))
        assert rejects[i] == (pb.friedman(t.select(names)).pvalue <= 0.3)


def test_counts_are_those_of_any_block_length(monkeypatch):
    study = PortfolioTests.of(table(4), 0.3, True)
    rows = np.random.default_rng(0).integers(0, 24, (50, 9))
    whole = study.counts(rows)
    monkeypatch.setattr(studies, "_BLOCK", 1)
    pieces = study.counts(rows)
    np.testing.assert_array_equal(whole[0], pieces[0])
    assert whole[1] == pieces[1]


def test_names_become_rows():
    study = PortfolioTests.of(table(4), 0.05, True)
    names = np.array([["d3", "d0"], ["d23", "d3"]], dtype=object)
    assert study.rows(names).tolist() == [[3, 0], [23, 3]]
    assert list(study.whole(["d1", "d2"]).columns) == ["c0", "c1", "c2", "c3"]
