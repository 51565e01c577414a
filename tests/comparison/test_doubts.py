"""Doubts about a table: in every result of it, with names and numbers, in both languages alike."""

import csv
import json
import pickle
from pathlib import Path

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.doubts import has_mixed_scales, rope_doubt

ROOT = Path(__file__).resolve().parents[2]


def table(scores, higher=True, **more):
    scores = np.asarray(scores, float)
    names = {
        "datasets": [f"d{i}" for i in range(len(scores))],
        "classifiers": [f"c{j}" for j in range(scores.shape[1])],
    }
    return pb.read_results(scores, higher_is_better=higher, **names, **more)


@pytest.fixture
def accuracies():
    return np.random.default_rng(3).uniform(0.5, 1, (12, 3))


@pytest.fixture
def gappy(accuracies):
    scores = np.vstack([accuracies, np.full((8, 3), 0.5)])
    scores[12:, 1] = np.nan
    return table(scores, missing="drop")


TOLD = "8 of 20: `d12`, `d13`, `d14`, `d15`, `d16` and 3 more"


@pytest.mark.parametrize(
    "ask",
    [
        pb.friedman, pb.nemenyi, pb.wilcoxon, pb.compare, pb.critical_difference,
        pb.multi_comparison, pb.effects, pb.contrasts, pb.skillings_mack, pb.paired_t,
        lambda t, **engine: pb.bayesian_signed_rank(t, samples=100, **engine),
    ],
)  # fmt: skip
def test_what_was_dropped_is_counted_and_named_in_every_result(gappy, ask):
    result = ask(gappy)
    assert "dropped-rows" in result.notes
    line = next(line for line in str(result).splitlines() if "note dropped-rows" in line)
    assert line.endswith(f" {TOLD}.")
    again = pb.load_result(json.loads(json.dumps(result.to_dict())))
    assert str(again) == str(result)
    assert str(pickle.loads(pickle.dumps(result))) == str(result)


def test_the_report_and_the_screen_name_them(gappy, tmp_path):
    pb.report(pb.compare(gappy), tmp_path / "page.html")
    assert "8 of 20: `d12`" in (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.r
def test_r_says_the_same(gappy):
    for ask in (pb.friedman, pb.compare):
        ours, theirs = (str(ask(gappy, engine=engine)) for engine in ("python", "r"))
        notes = [
            [line for line in text.splitlines() if "note dropped" in line]
            for text in (ours, theirs)
        ]
        assert notes[0] == notes[1] != []


# ---- direction ----------------------------------------------------------------------------------


def test_names_of_metrics_are_normal_and_said_once():
    with (ROOT / "r/inst/shared/metrics.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    names = [row["name"] for row in rows]
    assert len(names) == len(set(names))
    assert all(name.isalnum() and name == name.lower() for name in names)
    assert {row["better"] for row in rows} == {"higher", "lower", ""}


def test_a_suspicious_direction_is_told_by_every_result(accuracies):
    wrong = table(accuracies, higher=False, metric="accuracy")
    for result in (pb.compare(wrong), pb.wilcoxon(wrong), pb.effects(wrong)):
        assert "suspicious-direction" in result.notes
    right = table(accuracies, metric="accuracy")
    assert "suspicious-direction" not in pb.compare(right).notes


# ---- scales -------------------------------------------------------------------------------------


def test_mixed_scales_are_told(accuracies):
    losses = -np.random.default_rng(4).uniform(0.1, 1.5, (4, 3))
    assert has_mixed_scales(table(np.vstack([accuracies, losses])))
    assert "mixed-scales" in pb.compare(table(np.vstack([accuracies, losses]))).notes
    assert has_mixed_scales(table(np.vstack([accuracies, 100 * accuracies[:3]])))
    sizes = table(np.vstack([accuracies, 5000 * accuracies]), higher=False, metric="rmse")
    assert has_mixed_scales(sizes)
    negative = np.repeat([[-500.0, -450.0, -480.0], [-1.0, -2.0, -3.0]], 5, axis=0)
    assert has_mixed_scales(table(negative, higher=False))


def test_one_scale_is_not_called_mixed(accuracies):
    rng = np.random.default_rng(5)
    for scores in (
        accuracies, 100 * accuracies, 1 - accuracies, -accuracies, rng.normal(size=(30, 4)),
        np.r_[accuracies, [[0.001, 0.002, 0.01]] * 10], accuracies[:1],
    ):  # fmt: skip
        for higher in (True, False):
            assert not has_mixed_scales(table(scores, higher)), scores[:2]


def test_no_published_table_of_one_scale_is_called_mixed(shared):
    mixed = []
    for path in sorted((shared / "data" / "results").glob("*.csv")):
        try:
            t = pb.read_results(path, higher_is_better=True, missing="drop")
        except pb.PybenchError:
            continue  # no table of results
        if has_mixed_scales(t):
            mixed.append(path.stem)
    # Errors of regression have the unit of each target; features and clusters are no scores.
    assert [
        x for x in mixed if x.rpartition("_")[2] not in ("features", "clusters") and "rmse" not in x
    ] == []


def test_a_rope_that_does_not_fit_is_told(accuracies):
    def told(scores, rope):
        return rope_doubt(table(scores), rope).get("rope-scale", False)

    assert told(100 * accuracies, 0.01)
    assert told(accuracies, 1)
    assert not told(accuracies, 0.01)
    assert not told(100 * accuracies, 1)
    assert not told(100 * accuracies, 0)
    t = table(100 * accuracies)
    for result in (
        pb.bayesian_signed_rank(t, samples=100), pb.bayesian_sign(t, samples=100),
        pb.bayesian_t(t), pb.posterior(t, "c0", "c1", samples=100),
        pb.multi_comparison(t, bayesian=True, samples=100),
        pb.compare(t, bayesian=True),
    ):  # fmt: skip
        assert "rope-scale" in result.notes
    assert "rope-scale" not in pb.multi_comparison(t).notes
