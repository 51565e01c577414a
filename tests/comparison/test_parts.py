"""The parts of a comparison in Python, in R and in both."""

import dataclasses

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import LanguagesDisagree
from pybench.comparison import parts
from pybench.comparison.ranks import ranked
from pybench.comparison.scores import score_summary

#: Parts of a comparison of a complete table of one metric without repeats.
WHOLE = parts.PARTS.keys() - {"omnibus", "sign_test", "sign_test_diagram", "within"}


@pytest.fixture
def table(make_table):
    return make_table(np.round(np.random.default_rng(5).random((14, 5)), 2))


def test_every_part_is_a_field_of_the_comparison():
    fields = {field.name for field in dataclasses.fields(type_of_comparison())}
    assert set(parts.PARTS) <= fields


def type_of_comparison():
    from pybench.comparison.summary import Comparison

    return Comparison


@pytest.mark.r
def test_both_languages_make_the_same_parts(table):
    asked = {"bayesian": True, "stability": True, "seed": 2}
    whole = pb.compare(table, engine="both", **asked)
    compared = {row.quantity.partition(".")[0] for row in whole.differences}
    assert compared == {parts.PARTS[name][0] for name in WHOLE} | {"compare"}
    assert all(row.agrees for row in whole.differences)
    for name in WHOLE:
        assert getattr(whole, name).engine == "both", name


@pytest.mark.r
def test_r_alone_makes_every_part(table):
    whole = pb.compare(table, bayesian=True, stability=True, engine="r")
    for name in WHOLE:
        assert isinstance(getattr(whole, name), parts.PARTS[name][1]), name
    assert whole.conclusions == pb.compare(table, bayesian=True, stability=True).conclusions


@pytest.mark.r
def test_r_leaves_out_what_was_not_asked_for(table):
    whole = pb.compare(table, mcm=False, engine="r")
    assert (whole.multi_comparison, whole.bayesian, whole.stability) == (None, None, None)


@pytest.mark.r
def test_a_part_that_differs_is_an_error(table, monkeypatch):
    sound = parts.judged

    def off(*arguments, **options):
        found = sound(*arguments, **options)
        return dataclasses.replace(found, pvalues_raw=found.pvalues_raw * (1 - 1e-6))

    monkeypatch.setattr(parts, "judged", off)
    with pytest.raises(LanguagesDisagree, match=r"wilcoxon\.pvalues_raw"):
        pb.compare(table, engine="both")


@pytest.mark.parametrize("unit", [5e-324, 1.0, 1e15])
@pytest.mark.parametrize("column", ["best", "mean_rank"])
def test_counts_and_ranks_are_compared_as_they_are(make_table, unit, column):
    """Both were divided by the largest score: for scores of 1e15 any number of wins agreed."""
    t = make_table(np.array([[1, 2], [2, 4], [3, 1]]) * unit)
    ours = score_summary(ranked(t))
    theirs = ours.copy()
    assert parts._same_scores(t, ours, theirs).agrees
    theirs.loc["c1", column] += 1
    assert not parts._same_scores(t, ours, theirs).agrees
