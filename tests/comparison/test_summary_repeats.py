"""Repeats in a whole comparison: the hierarchical model in place of the signed-rank test."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pybench as pb
from pybench.table import results_table


def table(k=2, repeats=5, metrics=None):
    drawn = np.random.default_rng(1).normal(size=(6, k, repeats)) / 50
    cube = np.round(0.7 + drawn + 0.05 * np.arange(k)[:, None], 3)
    return results_table(
        cube.mean(axis=2), list("uvwxyz"), list("abc"[:k]), higher_is_better=True,
        by_repeat=cube if repeats > 1 else None, metrics=metrics,
    )  # fmt: skip


@pytest.mark.parametrize("k", [2, 3])
def test_the_model_takes_the_place_of_the_signed_rank_test(k):
    found = pb.compare(table(k), hierarchical=True, bayesian=True, seed=3)
    alone = pb.bayesian_hierarchical(table(k), seed=3)
    assert found.bayesian.test == "bayesian_hierarchical"
    assert found.bayesian.better.equals(alone.better)
    [said] = [one for one in found.conclusions if "Bayesian" in one]
    assert said.startswith("By the Bayesian hierarchical model of the repeats (rope 0.01)")


def test_a_report_names_the_model(tmp_path):
    found = pb.compare(table(3), hierarchical=True, mcm=False)
    pb.report(found, tmp_path)
    text = (tmp_path / "index.html").read_text("utf-8")
    assert "Bayesian hierarchical model of the repeats: probabilities" in text
    assert "Corani, G., Benavoli" in text
    path = tmp_path / "c.json"
    path.write_text(json.dumps(found.to_dict()))
    assert pb.load_result(path).bayesian.rho == found.bayesian.rho


def test_without_repeats_or_one_metric_it_is_refused():
    with pytest.raises(pb.ResultsTableError, match="at least 2 repeats"):
        pb.compare(table(repeats=1), hierarchical=True)
    with pytest.raises(pb.ResultsTableError, match="expected one metric"):
        pb.compare(table(metrics=list("ppqqqq")), hierarchical=True)


@pytest.mark.r
def test_both_languages_agree():
    assert pb.compare(table(), hierarchical=True, mcm=False, engine="both").engine == "both"
