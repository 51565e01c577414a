"""Several benchmarks: each diagram for itself, one order of methods for all."""

from __future__ import annotations

import dataclasses

import numpy as np
import pandas as pd
import pytest

import pybench as pb


@pytest.fixture
def tables(make_table):
    """Three benchmarks of five methods, each in its own order and direction."""
    rng = np.random.default_rng(2)
    made = {}
    for i, name in enumerate(("accuracy", "error", "time")):
        scores = rng.normal(size=(10 + i, 5)) + 0.4 * np.arange(5)
        order = rng.permutation(5)
        classifiers = [f"c{j}" for j in order]
        made[name] = make_table(scores[:, order], name == "accuracy", classifiers)
    return made


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"test": "wilcoxon", "adjust": "bonferroni", "alpha": 0.2},
        {"test": "bonferroni-dunn", "control": "c3"},
        {"convention": "scmamp", "tie_tol": 0.01},
    ],
)
def test_each_benchmark_is_its_own_diagram(tables, options):
    result = pb.critical_differences(tables, **options)
    assert result.benchmarks == tuple(tables)
    for name, shown in zip(tables, result.diagrams, strict=True):
        alone = pb.critical_difference(tables[name], **options)
        assert shown.to_dict() == alone.to_dict()
        ranks = dict(zip(shown.classifiers, shown.mean_ranks, strict=True))
        assert result.mean_ranks.loc[name].to_dict() == ranks
    first = result.diagrams[0]
    for field in ("test", "adjust", "control", "alpha", "convention", "engine"):
        assert getattr(result, field) == getattr(first, field)
    assert set(result.notes) == {note for shown in result.diagrams for note in shown.notes}


def test_classifiers_are_ordered_by_their_mean_over_benchmarks_then_name(make_table):
    a = make_table([[3, 2, 1]] * 4, classifiers=["x", "b", "a"])
    b = make_table([[1, 2, 3]] * 4, classifiers=["x", "b", "a"])
    assert pb.critical_differences({"a": a, "b": b}).classifiers == ("a", "b", "x")
    assert pb.critical_differences({"a": a}).classifiers == ("x", "b", "a")


def test_the_frame_has_a_row_per_benchmark_and_classifier(tables):
    frame = pb.critical_differences(tables, "siegel", control="c0").to_frame()
    columns = ["benchmark", "classifier", "mean_rank", "bars", "pvalue", "differs", "verdict"]
    assert frame.columns.tolist() == columns
    assert len(frame) == 15
    assert frame["benchmark"].tolist() == [name for name in tables for _ in range(5)]


def test_the_text_names_bars_and_verdicts(tables, make_table):
    apart = make_table([[5, 4, 3, 2, 1]] * 40, classifiers=[f"c{i}" for i in range(5)])
    shown = str(pb.critical_differences({"easy": apart}, "bonferroni-dunn", control="c0"))
    assert (
        "differ significantly from c0 on easy: c1 (worse), c2 (worse), c3 (worse), c4 (worse)"
        in shown
    )
    assert "no significant difference on accuracy: " in str(pb.critical_differences(tables))


def test_a_benchmark_without_a_classifier_is_refused_by_name(tables, make_table):
    tables["small"] = make_table(np.eye(4), classifiers=["c0", "c1", "c2", "c4"])
    with pytest.raises(pb.ResultsTableError, match="benchmark 'small' has no method 'c3'"):
        pb.critical_differences(tables)


@pytest.mark.parametrize("wrong", [{}, [1], None, {1: 2}])
def test_no_named_tables_are_refused(wrong):
    with pytest.raises(pb.ArgumentError, match="`tables` must be named tables, one or more"):
        pb.critical_differences(wrong)


def test_other_evidence_than_a_name_is_refused(tables):
    with pytest.raises(pb.ArgumentError, match="`test` must be one of"):
        pb.critical_differences(tables, pd.DataFrame())


@pytest.mark.r
def test_r_has_the_same_fields_and_numbers(tables):
    from pybench.bridge.call import call

    ours = pb.critical_differences(tables, "siegel")
    theirs = call("pb_critical_differences", {"tables": tables, "test": "siegel"})
    assert set(theirs) == {field.name for field in dataclasses.fields(ours)}
    assert tuple(theirs["benchmarks"]) == ours.benchmarks
    assert tuple(theirs["classifiers"]) == ours.classifiers
    np.testing.assert_allclose(theirs["mean_ranks"]["values"], ours.mean_ranks, rtol=1e-12)
    assert pb.critical_differences(tables, engine="both").engine == "both"
