"""What becomes of missing scores: dropped, kept, filled in and marked, in both languages."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

import pybench as pb
from pybench.read.missing import settled, without

NA = math.nan
SCORES = [[1, 2, 3, 9], [4, NA, 6, 5], [7, 8, NA, NA], [3, 2, 1, 4]]


def table(missing, higher=True, scores=SCORES, **options):
    names = {"datasets": list("wxyz"), "classifiers": list("abcd")}
    return pb.read_results(scores, higher_is_better=higher, missing=missing, **names, **options)


@pytest.mark.parametrize(("higher", "filled"), [(True, [4, 7, 7]), (False, [6, 8, 8])])
def test_the_worst_score_of_the_dataset_is_filled_in(higher, filled):
    t = table("worst", higher)
    assert t.scores[t.filled].tolist() == filled
    assert (t.filled == np.isnan(SCORES)).all()
    assert t.filled_by == "worst"
    assert np.array_equal(t.scores[~t.filled], np.array(SCORES)[~t.filled])
    assert t.n_missing == 0


def test_the_score_of_a_method_is_filled_in():
    t = table("impute:a")
    assert t.scores[t.filled].tolist() == [4, 7, 7]
    assert t.filled_by == "impute:a"
    with pytest.raises(pb.ResultsTableError, match=r"a score of `b` on every dataset.*none on `x`"):
        table("impute:b")
    with pytest.raises(pb.ArgumentError, match='a method of the table after "impute:", not `e`'):
        table("impute:e")
    with pytest.raises(pb.ArgumentError, match='"error", "drop", "pairwise", "keep", "worst"'):
        table("best")


def test_a_method_must_exist_even_if_nothing_is_missing():
    with pytest.raises(pb.ArgumentError, match="not `e`"):
        table("impute:e", scores=np.ones((4, 4)))
    assert table("worst", scores=np.ones((4, 4))).filled is None
    assert table("worst", scores=np.ones((4, 4))).filled_by is None


def test_every_result_says_what_was_filled_in():
    t = table("worst")
    said = "3 of 16 scores, by the worst score of the dataset: `x, b`, `y, c`, `y, d`"
    assert said in str(t)
    assert any(said in note for note in t.to_table().notes)
    for function in (pb.friedman, pb.nemenyi, pb.wilcoxon, pb.effects, pb.multi_comparison,
                     pb.critical_difference, pb.bayesian_t, pb.skillings_mack):  # fmt: skip
        assert "filled-scores" in function(t).notes, function
        assert said in str(function(t))
    assert "filled-scores" in pb.compare(t).notes


def test_a_part_of_a_table_keeps_its_marks():
    t = table("worst")
    assert t.select(["x", "z"], ["b", "a"]).filled.tolist() == [[True, False], [False, False]]
    assert t.select(["w"]).filled is None
    assert t.select(["w"]).filled_by is None
    again = pb.load_result(json_file(t))
    assert again == t
    assert again.filled.dtype == bool


def json_file(t, name="table.json"):
    import tempfile
    from pathlib import Path

    path = Path(tempfile.mkdtemp()) / name
    path.write_text(json.dumps(t.to_dict()))
    return path


def test_dropping_and_keeping():
    assert table("drop").datasets == ("w", "z")
    assert table("drop").dropped == ("x", "y")
    assert table("pairwise") == table("keep")
    assert settled(table("keep"), "drop") == table("drop")


def test_single_repeats_are_not_filled_in():
    with pytest.raises(pb.ArgumentError, match="fills in means, not single repeats"):
        table("worst", repeats="keep")


def test_methods_and_datasets_are_left_out_before():
    t = table("keep")
    assert without(t, "incomplete", None).classifiers == ("a",)
    assert without(t, "b, c", None).classifiers == ("a", "d")
    assert without(t, "c,d", "incomplete").datasets == ("w", "y", "z")
    assert without(t, "c,d", "incomplete").dropped == ("x",)
    assert without(t, None, "x,y").dropped == ()
    with pytest.raises(pb.ArgumentError, match=r"`drop_classifiers` must be names.*not `e`"):
        without(t, "e", None)
    with pytest.raises(pb.ArgumentError, match="it names all datasets"):
        without(t, None, "w,x,y,z")
    with pytest.raises(pb.ResultsTableError, match="found 1 missing, the first for dataset `x`"):
        settled(without(t, "c,d", None), "error")


@pytest.mark.r
@pytest.mark.parametrize("missing", ["worst", "impute:a", "pairwise"])
def test_both_languages_know_what_was_filled_in(missing):
    t = table(missing, scores=[*SCORES[:2], [7, 8, 2, NA], SCORES[3]])
    found = pb.wilcoxon(t, engine="both")
    ours, theirs = (str(pb.wilcoxon(t, engine=engine)) for engine in ("python", "r"))
    assert ours.replace("engine python", "") == theirs.replace("engine r", "")
    assert ("filled-scores" in found.notes) == (missing != "pairwise")
