"""Repeats in a whole comparison: the hierarchical model, and tests within each dataset."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
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
@pytest.mark.parametrize("k", [2, 3])
def test_both_languages_agree(k):
    options = {"hierarchical": True, "rho": 0.2, "samples": 400, "mcm": False}
    found = pb.compare(table(k), engine="both", **options)
    assert found.engine == found.within.engine == "both"
    assert any(row.quantity == "within_datasets.pvalues" for row in found.differences)


@pytest.mark.parametrize("k", [2, 3])
def test_rho_adds_the_tests_within_datasets_at_the_level_of_the_comparison(k):
    found = pb.compare(table(k), alpha=0.01, rho=0.2)
    alone = pb.within_datasets(table(k), 0.2, alpha=0.01)
    assert found.within.to_dict() == alone.to_dict()
    assert pb.compare(table(k)).within is None
    [said] = [one for one in found.conclusions if one.startswith("Within datasets")]
    assert said in str(found)
    assert "(rho = 0.2, alpha = 0.01, Holm's correction over the datasets" in said
    assert "does not mean equal" in said


def test_the_conclusion_counts_the_datasets():
    cube = np.array([[[0.5, 0.51, 0.49], [0.7, 0.72, 0.69], [0.5, 0.7, 0.3]]] * 4)
    cube[3] = cube[3, ::-1]
    cube[3, 0] = [0.48, 0.51, 0.5]
    t = results_table(cube.mean(axis=2), list("wxyz"), list("abc"), higher_is_better=True,
                      by_repeat=cube)  # fmt: skip
    [said] = [one for one in pb.compare(t, rho=0.0).conclusions if one.startswith("Within")]
    assert said.endswith(
        " finds a significant difference on at least one of 4 datasets for 2 of 3 pairs: b better "
        "than a on 4; b better than c on 1. Not shown to be better on a "
        "dataset does not mean equal there."
    )
    [said] = [one for one in pb.compare(t, rho=0.99).conclusions if one.startswith("Within")]
    assert " finds no significant difference on any of 4 datasets for any of 3 pairs." in said
    pair = t.select(classifiers=["a", "b"])
    [said] = [one for one in pb.compare(pair, rho=0.0).conclusions if one.startswith("Within")]
    assert said.endswith(
        " finds b significantly better than a on 4 of 4 datasets and significantly worse on 0; on "
        "0 neither is shown to be better, which does not mean equal."
    )


def test_rho_and_samples_reach_the_bayesian_test():
    found = pb.compare(table(), hierarchical=True, rho=0.3, samples=404, seed=3)
    alone = pb.bayesian_hierarchical(table(), rho=0.3, samples=404, seed=3)
    assert (found.bayesian.rho, found.bayesian.samples) == (0.3, 404)
    assert found.bayesian.better.equals(alone.better)
    assert pb.compare(table(), bayesian=True, samples=77).bayesian.samples == 77
    assert pb.compare(table(), bayesian=True).bayesian.samples == 50_000


def test_rho_without_repeats_and_wrong_values_are_refused():
    with pytest.raises(pb.ArgumentError, match="`rho` needs a table with 2 or more repeats"):
        pb.compare(table(repeats=1), rho=0.2)
    with pytest.raises(pb.ArgumentError, match="rho"):
        pb.compare(table(), rho=1.0)
    with pytest.raises(pb.ArgumentError, match="samples"):
        pb.compare(table(), samples=0)


def test_scores_can_be_missing_and_of_several_metrics():
    cube = np.asarray(table(3).by_repeat)
    rows = [("uvwxyz"[i], "abc"[j], r, cube[i, j, r]) for i, j, r in np.ndindex(cube.shape)
            if i or j]  # fmt: skip
    frame = pd.DataFrame(rows, columns=["dataset", "classifier", "repeat", "score"])
    t = pb.read_results(frame, higher_is_better=True, missing="pairwise", repeats="keep")
    found = pb.compare(t, rho=0.2).within
    at = found.datasets.index("u")
    assert np.isnan(found.pvalues[:, at]).tolist() == [False, True, True]  # pairs bc, ba, ca
    assert pb.compare(table(3, metrics=list("ppqqqq")), rho=0.2, mcm=False).within is not None


def test_an_older_file_has_no_tests_within_datasets(tmp_path):
    told = pb.compare(table()).to_dict()
    del told["within"]
    path = tmp_path / "old.json"
    path.write_text(json.dumps(told))
    assert pb.load_result(path).within is None
    path.write_text(json.dumps(pb.compare(table(), rho=0.2).to_dict()))
    assert pb.load_result(path).within.rho == 0.2


def test_the_note_on_convergence_says_what_to_set():
    found = pb.compare(table(), hierarchical=True, samples=32)
    assert "not-converged" in found.notes
    assert "`samples` (on the command line, --samples)" in str(found)
