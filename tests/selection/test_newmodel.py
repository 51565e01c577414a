"""The place of a new model: brute force, closed forms, invariances, limits, refusals."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import pybench as pb
from pybench.base.errors import ArgumentError, ResultsTableError
from pybench.selection.newmodel import STRENGTHS, predicted
from pybench.table import results_table

MEASURED = Path(__file__).parents[2] / "bench" / "place_model.csv"


def shares(seed, m=12, k=5):
    rng = np.random.default_rng(seed)
    skill = rng.normal(size=m + 1)
    x = stats.norm.cdf(skill[:, None] + rng.normal(size=(m + 1, k)))
    return x[:-1], stats.norm.cdf(skill[:-1] + 0.1 * rng.normal(size=m)), x[-1]


def shrunk(x, y, new, strength):
    """Solve the penalised least squares as stated, by stacked equations."""
    means = x.mean(axis=1)
    apart = x - means[:, None]
    design = np.column_stack([np.ones(len(y)), means, apart])
    penalty = np.zeros((x.shape[1], design.shape[1]))
    penalty[:, 2:] = np.sqrt(strength) * np.eye(x.shape[1])
    stacked = np.vstack([design, penalty])
    goal = np.concatenate([y, np.zeros(x.shape[1])])
    found = np.linalg.lstsq(stacked, goal, rcond=None)[0]
    return np.concatenate([[1, new.mean()], new - new.mean()]) @ found


def strength_of(x, y):
    """Maximise the restricted likelihood of the mixed model, with its matrices written out."""
    means = x.mean(axis=1)
    plain = np.column_stack([np.ones(len(y)), means])
    apart = x - means[:, None]
    own = apart - plain @ np.linalg.lstsq(plain, apart, rcond=None)[0]
    unit = (own**2).sum() / len(y)
    best = None
    for strength in STRENGTHS:
        v = np.eye(len(y)) + (0 if np.isinf(strength) else apart @ apart.T / (strength * unit))
        w = np.linalg.inv(v)
        inner = plain.T @ w @ plain
        rest = y - plain @ np.linalg.solve(inner, plain.T @ w @ y)
        ml = np.linalg.slogdet(v)[1] + np.linalg.slogdet(inner)[1]
        ml += (len(y) - 2) * np.log(rest @ w @ rest)
        if best is None or ml < best[0] - 1e-9:
            best = ml, strength * unit
    return best[1]


@pytest.mark.parametrize("seed", range(6))
def test_prediction_and_errors_are_those_of_the_stated_problem(seed):
    """Leaving each model out and solving again, with the same penalty, gives the errors."""
    x, y, new = shares(seed)
    value, errors = predicted(x, y, new)
    strength = min(strength_of(x, y), 1e9)
    assert value == pytest.approx(shrunk(x, y, new, strength), abs=1e-6)
    for i in range(len(y)):
        rest = np.arange(len(y)) != i
        assert errors[i] == pytest.approx(y[i] - shrunk(x[rest], y[rest], x[i], strength), abs=1e-6)


def test_of_one_dataset_it_is_a_line():
    x, y, new = shares(3, k=1)
    line = stats.linregress(x[:, 0], y)
    value, errors = predicted(x, y, new)
    assert value == pytest.approx(line.intercept + line.slope * new[0])
    left = y - line.intercept - line.slope * x[:, 0]
    gaps = x[:, 0] - x.mean()
    assert errors == pytest.approx(left / (1 - 1 / len(y) - gaps**2 / (gaps**2).sum()))


def test_equal_means_leave_the_mean_and_one_apart_leaves_no_slope():
    y = np.array([0.1, 0.3, 0.5, 0.9])
    value, errors = predicted(np.full((4, 1), 0.5), y, np.array([0.8]))
    assert value == pytest.approx(y.mean())
    assert errors == pytest.approx((y - y.mean()) * 4 / 3)
    x = np.array([[0.5], [0.5], [0.5], [0.9]])
    assert np.isinf(predicted(x, y, np.array([0.5]))[1][-1])


def planted(m=8, n=20):
    """Return models whose order is the same on all datasets."""
    scores = np.arange(m)[None, :] + np.zeros((n, 1))
    names = [f"d{i:02d}" for i in range(n)]
    return results_table(scores, names, [f"m{j}" for j in range(m)], higher_is_better=True)


def test_where_all_datasets_agree_the_place_is_certain():
    t = planted()
    found = pb.place_model(t, {"d03": 4.5, "d07": 4.5}, "mine")
    assert (found.position, found.position_low, found.position_high) == (4, 4, 4)
    assert found.mean_rank == pytest.approx(4)
    assert found.mean_rank_high - found.mean_rank_low == pytest.approx(0, abs=1e-8)
    assert found.table["verdict"].tolist() == ["better"] * 5 + ["worse"] * 3
    assert found.observed == 4


def test_an_equal_model_stands_beside_its_equal():
    t = planted()
    found = pb.place_model(t, {"d03": 4.0, "d07": 4.0})
    row = found.table.set_index("classifier").loc["m4"]
    assert found.mean_rank == pytest.approx(row["threshold"])
    assert row["verdict"] == "open"
    assert "open for 1" in str(found)


def test_the_mean_rank_lies_between_the_best_and_the_worst_that_remain_possible(table):
    t = table(2)
    for scores in ({"d01": 99.0}, {"d01": -99.0, "d02": 99.0}):
        found = pb.place_model(t, scores, confidence=0.999)
        rest = t.n_datasets - len(scores)
        known = found.ranks.sum()
        assert found.mean_rank_low >= (known + rest) / t.n_datasets - 1e-12
        assert found.mean_rank_high <= (known + rest * (t.n_classifiers + 1)) / t.n_datasets + 1e-12
        assert found.mean_rank_low <= found.mean_rank <= found.mean_rank_high


def test_a_table_a_series_and_a_frame_say_the_same(table):
    t = table(1)
    scores = {"d03": 0.7, "d00": -0.2}
    plain = pb.place_model(t, scores)
    frame = pd.DataFrame({"dataset": list(scores), "score": list(scores.values())})
    own = results_table([[0.7], [-0.2]], list(scores), ["new"], higher_is_better=True)
    for given in (pd.Series(scores), frame, own):
        assert pb.place_model(t, given).to_dict() == plain.to_dict()
    assert plain.datasets == ("d00", "d03")
    assert "few-models" in plain.notes


def test_what_is_refused(table):
    t = table(1)
    every = dict.fromkeys(t.datasets, 0.1)
    for wrong in ({}, {"zz": 1.0}, every, 3, [1.0], {"d01": "x"}, {"d01": float("nan")}):
        with pytest.raises(ArgumentError, match="scores"):
            pb.place_model(t, wrong)
    with pytest.raises(ArgumentError, match="one method, of the same direction"):
        pb.place_model(t, results_table([[1.0]], ["d01"], ["new"], higher_is_better=False))
    with pytest.raises(ArgumentError, match="`m1` is one"):
        pb.place_model(t, {"d01": 1.0}, "m1")
    with pytest.raises(ResultsTableError, match="at least 4 methods, found 3"):
        pb.place_model(t.select(classifiers=["m0", "m1", "m2"]), {"d01": 1.0})


def test_left_out_models_are_inside_as_often_as_stated():
    """What bench/place_model.py wrote: the interval of the pooled coverage contains 0.95."""
    with MEASURED.open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["table"] == "all four"]
    found = {row["way"]: {k: float(v) for k, v in row.items() if k[:3] in ("cov", "wid")}
             for row in rows}  # fmt: skip
    ours, naive = found["place_model"], found["naive"]
    assert ours["coverage_low"] <= 0.95 <= ours["coverage_high"]
    assert naive["coverage_high"] < 0.95
    assert ours["width"] < 0.75 * naive["width"]
