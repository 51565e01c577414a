"""Tables whose datasets have different metrics: ranks and signs work, sizes of scores do not."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import PybenchError, ResultsTableError
from pybench.comparison.questions import questions
from pybench.comparison.views import Spread, Tradeoff
from pybench.table import results_table

METRICS = (*("auc",) * 8, *("neg_logloss",) * 6)
NAMES = [f"d{i}" for i in range(14)], ["a", "b", "c", "d"]


def table(unit=1.0, metrics=METRICS, repeats=0):
    """Return scores of two metrics, the second in another unit."""
    drawn = np.random.default_rng(3).normal(size=(14, 4, repeats or 1))
    scores = np.round(drawn + np.array([[0], [0.4], [0.8], [1]]), 3)
    scores[8:] *= unit
    kept = scores if repeats else None
    return results_table(
        scores.mean(axis=2), *NAMES, higher_is_better=True, metrics=metrics, by_repeat=kept
    )


def test_the_name_of_all_metrics_is_shown():
    t = table()
    assert t.metrics == METRICS
    assert t.metric == "auc, neg_logloss"
    assert str(t).startswith("Results of 4 methods on 14 datasets: auc, neg_logloss, higher is")


def test_one_metric_for_all_is_none_per_dataset():
    t = table(metrics=["auc"] * 14)
    assert (t.metric, t.metrics) == ("auc", None)


def test_select_takes_the_datasets_of_a_metric():
    t = table()
    one = t.select(metric="neg_logloss")
    assert (one.datasets, one.metric, one.metrics) == (t.datasets[8:], "neg_logloss", None)
    some = t.select(datasets=["d9", "d0"])
    assert some.metrics == ("neg_logloss", "auc")
    assert t.select(["d0", "d1", "d9"], metric="auc").datasets == ("d0", "d1")
    with pytest.raises(pb.ArgumentError, match='`metric` must be one of "auc", "neg_logloss"'):
        t.select(metric="rmse")


@pytest.mark.parametrize("metrics", [["auc"], ["auc"] * 13 + [None], "auc"])
def test_metrics_are_texts_one_per_dataset(metrics):
    with pytest.raises(PybenchError):
        table(metrics=metrics)


def test_a_table_survives_a_file(tmp_path):
    path = tmp_path / "table.json"
    path.write_text(json.dumps(table().to_dict()))
    assert pb.load_result(path) == table()
    found = pb.compare(table())
    path.write_text(json.dumps(found.to_dict()))
    again = pb.load_result(path)
    assert again.table == found.table
    assert str(again) == str(found)


def test_every_statistic_refuses_or_ignores_the_unit_of_a_metric():
    """The law: what a table of several metrics is used for does not change with one's unit."""
    # One unit is a power of two: differences are the same to the last digit.
    one, other = table(repeats=3), table(unit=64.0, repeats=3)
    refused, done, seen = set(), set(), set()
    for ours, theirs in zip(questions(one, 0.05, 0.0), questions(other, 0.05, 0.0), strict=True):
        options = ours.options
        kind = (ours.name, options.get("test"), options.get("of"), options.get("rope", 0) > 0)
        if kind in seen:
            continue
        seen.add(kind)
        try:
            found = ours.ask("python")
        except PybenchError as error:
            if "expected one metric, since" in str(error):
                refused.add(ours.name)
                with pytest.raises(ResultsTableError, match="expected one metric, since"):
                    theirs.ask("python")
            continue
        done.add(ours.name)
        ours_, theirs_ = found.to_dict(), theirs.ask("python").to_dict()
        own = ("differences",) * (ours.name == "within_datasets")  # each in its dataset's unit
        for key in ("table", "scores", *own):
            ours_.pop(key, None), theirs_.pop(key, None)
        assert str(ours_) == str(theirs_), (ours.name, ours.settings)
    assert {"friedman", "nemenyi", "sign_test", "critical_difference", "skillings_mack"} <= done
    assert {"wilcoxon", "paired_t", "effects", "contrasts", "quade", "aligned_ranks"} <= refused
    assert {"multi_comparison", "bayesian_signed_rank", "bayesian_hierarchical"} <= refused


def test_the_refusal_says_what_to_do():
    with pytest.raises(ResultsTableError) as caught:
        pb.wilcoxon(table())
    assert caught.value.found == "2: `auc`, `neg_logloss`"
    assert 't.select(metric="auc")' in str(caught.value)
    assert "friedman, nemenyi and sign_test" in str(caught.value)
    assert pb.wilcoxon(table().select(metric="auc")).n_datasets == 8


def test_figures_of_scores_refuse_and_of_ranks_do_not():
    t = table()
    for draw in (Spread.of, lambda t, of, tol: Tradeoff.of(t, [1.0, 2.0, 3.0, 4.0], of, tol)):
        with pytest.raises(ResultsTableError, match="expected one metric"):
            draw(t, "scores", 0.0)
        assert draw(t, "ranks", 0.0).classifiers
    costs = results_table(
        np.abs(t.scores) + 1, *NAMES, higher_is_better=False, metrics=["s"] * 3 + ["kg"] * 11
    )
    with pytest.raises(ResultsTableError, match="expected one metric"):
        pb.pareto(t.select(metric="auc"), costs)


def test_tests_of_one_dataset_work():
    t = table(repeats=4)
    found = pb.corrected_t(t, 0.1, "d9")
    assert found.n_datasets == 1
    assert pb.bayesian_t(t, rho=0.1, dataset="d9", rope=0.0).better.loc["d", "a"] >= 0


def test_a_sign_test_with_a_rope_refuses():
    assert pb.bayesian_sign(table(), rope=0.0, samples=100).better.shape == (4, 4)
    with pytest.raises(ResultsTableError, match="expected one metric"):
        pb.bayesian_sign(table(), rope=0.01, samples=100)
    for rope, works in ((0.0, True), (0.1, False)):
        call = {"test": "bayesian_sign", "rope": rope, "samples": 100}
        if works:
            assert pb.posterior(table(), "a", "b", **call).test == "bayesian_sign"
        else:
            with pytest.raises(ResultsTableError, match="expected one metric"):
                pb.posterior(table(), "a", "b", **call)


def test_a_comparison_tests_signs_and_shows_no_mean():
    found = pb.compare(table())
    assert found.wilcoxon is None
    assert found.signed_rank_diagram is None
    assert found.pairs_by == "sign"
    assert found.sign_test.pvalues.equals(pb.sign_test(table()).pvalues)
    assert found.sign_test_diagram.test == "sign_test"
    one = pb.compare(table().select(metric="auc"))
    assert one.sign_test is one.sign_test_diagram is None
    assert one.pair_tests is one.wilcoxon
    assert found.multi_comparison is None
    assert found.scores[["mean", "sd", "median"]].isna().all().all()
    assert found.conclusions[0].startswith("The datasets have different metrics: scores are ")
    assert "several-metrics" in found.notes
    assert "mixed-scales" not in found.notes
    said = str(found)
    assert "`auc (8)`, `neg_logloss (6)`" in said
    assert "By mean score" not in said
    assert "median" not in said
    assert "By the sign tests with Holm's correction" in said
    assert not [line for line in found.conclusions[1:] if "signed-rank" in line]


@pytest.mark.parametrize("name", ["bayesian", "stability"])
def test_a_comparison_refuses_what_needs_one_metric(name):
    with pytest.raises(ResultsTableError, match="expected one metric"):
        pb.compare(table(), **{name: True})


def test_missing_scores_and_several_metrics():
    scores = table().scores.copy()
    scores[0, 0] = np.nan
    t = results_table(scores, *NAMES, higher_is_better=True, metrics=METRICS, missing=True)
    found = pb.compare(t)
    assert found.wilcoxon is None
    assert found.pair_tests.test == "sign_test"
    assert found.diagram is found.sign_test_diagram
    assert "; sign tests alone compare pairs" in found.conclusions[1]
    assert pb.missing_policies(t, test="sign_test").test == "sign_test"
    with pytest.raises(ResultsTableError, match="expected one metric"):
        pb.missing_policies(t)


def test_the_direction_of_each_metric_is_checked():
    right = table()
    assert "suspicious-direction" not in pb.friedman(right).notes
    wrong = table(metrics=("auc",) * 8 + ("log loss",) * 6)
    assert "suspicious-direction" in pb.friedman(wrong).notes


def test_the_table_for_print_has_mean_ranks_but_no_means():
    foot = [row.name for row in table()._sheet(False).foot]
    assert foot == ["mean rank"]


@pytest.mark.r
def test_both_languages_agree():
    t = table()
    found = pb.compare(t, engine="both")
    assert found.engine == "both"
    asked = {row.quantity.partition(".")[0] for row in found.differences}
    assert "sign_test" in asked
    assert "wilcoxon" not in asked
    with pytest.raises(ResultsTableError, match="expected one metric, since"):
        pb.wilcoxon(t, engine="r")


def test_a_report_comes_to_an_end(tmp_path):
    page = pb.report(pb.compare(table()), tmp_path)
    text = next(tmp_path.rglob("*.html")).read_text("utf-8")
    assert "By signs: the sign test" in text
    assert "The sign test" in text
    assert ">Median<" not in text
    assert next(tmp_path.rglob("sign-test.svg")).is_file()
    assert not list(tmp_path.rglob("signed-rank*"))
    assert "sign-test.svg" in text
    assert "signed-rank tests" not in text.replace("the place of the signed-rank tests", "")
    assert page


def test_a_metric_of_no_dataset_is_refused_with_the_nearest_name():
    frame = table().to_frame().rename({"d0": "iris"})
    named = dict(zip(frame.index, METRICS, strict=True))

    def read(**more):
        return pb.read_results(frame, higher_is_better=True, metric={**named, **more})

    assert read().metrics == METRICS
    with pytest.raises(ResultsTableError, match=r"found `irsi`\..*Did you mean `iris`"):
        read(irsi="auc")
    with pytest.raises(ResultsTableError, match=r"found `elsewhere`\. Leave it out of `metric`"):
        read(elsewhere="auc")


def test_a_metric_may_name_a_dataset_that_is_dropped():
    frame = table().to_frame()
    frame.iloc[0, 0] = np.nan
    named = dict(zip(frame.index, METRICS, strict=True))
    t = pb.read_results(frame, higher_is_better=True, metric=named, missing="drop")
    assert t.dropped == ("d0",)
    assert len(t.metrics) == t.n_datasets == 13
