"""Rounding noise that turns a verdict round is noise that decides, though both are significant."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb

TESTS = {
    "wilcoxon": pb.wilcoxon,
    "sign_test": pb.sign_test,
    "siegel": pb.siegel,
    "conover": pb.conover,
    "miller": pb.miller,
    "eisinga": pb.eisinga,
    "quade_pairs": pb.quade_pairs,
    "aligned_ranks_pairs": pb.aligned_ranks_pairs,
    "nemenyi": pb.nemenyi,
}
# Which turn it round beside a third method as well.
TURNED = ("wilcoxon", "sign_test", "conover", "quade_pairs", "aligned_ranks_pairs")


def turned(make_table, others=1):
    """100 wins by 2^-53, which is rounding, and 20 losses by .25, beside bad third methods."""
    scores = np.full((120, 2), 0.5)
    scores[:100, 0] += 2.0**-53
    scores[100:, 0] -= 0.25
    return make_table(np.c_[scores, np.full((120, others), 0.1)])


@pytest.mark.parametrize("name", TESTS)
@pytest.mark.parametrize("others", [0, 1])
def test_a_verdict_turned_round_is_noted(make_table, name, others):
    t = turned(make_table, others)
    exact, clean = (TESTS[name](t, tie_tol=tie_tol) for tie_tol in (0.0, "auto"))
    assert exact.verdicts.loc["c1", "c2"] == 1
    turns = name in TURNED or (others == 0 and name != "eisinga")
    assert clean.verdicts.loc["c1", "c2"] == (-1 if turns else 0)
    assert "near-ties" in exact.notes
    assert "near-ties" not in clean.notes


@pytest.mark.parametrize("name", ["wilcoxon", "sign_test"])
def test_so_is_one_against_a_control(make_table, name):
    t = turned(make_table, 0)
    assert "near-ties" in TESTS[name](t, tie_tol=0.0, control="c2").notes
    assert "near-ties" in TESTS[name](t, tie_tol=0.0, alternative="greater").notes


def test_students_t_does_not_see_such_noise(make_table):
    assert "near-ties" not in pb.paired_t(turned(make_table, 0)).notes
