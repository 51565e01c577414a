"""Leave one family out, by hand."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.selection import protocol
from pybench.selection.scoring import TrialScorer


def test_by_hand(table, place):
    t, frame = table(1, repeats=1), place(1)
    kinds = {name: "abc"[i % 3] for i, name in enumerate(t.datasets)}
    found = pb.leave_one_family_out(
        t, {"x": frame}, kinds, ["farthest-first", "random"], (2, 4), 7, metrics=["mae"]
    )
    assert found.families == ("a", "b", "c")
    assert found.counts == (5, 5, 4)
    ranks = pb.ranks(t).to_numpy()
    goal = ranks.mean(axis=0)
    whole = frame.to_numpy()
    z = (whole - whole.mean(axis=0)) / whole.std(axis=0)
    z = frame * 0 + z
    for family in "abc":
        part = z.loc[[name for name in t.datasets if kinds[name] != family]]
        for k in (2, 4):
            row = found.table[
                (found.table["family"] == family) & (found.table["size"] == k)
                & (found.table["strategy"] == "farthest-first/cosine")
            ].iloc[0]  # fmt: skip
            errors = []
            for pool in (part, z):
                chosen = pb.select(pool, k, standardize=False).names
                own = ranks[[t.datasets.index(name) for name in chosen]].mean(axis=0)
                errors.append(np.abs(own - goal).mean())
            assert [row["without"], row["whole"]] == pytest.approx(errors)
            assert row["loss"] == pytest.approx(errors[0] - errors[1])
    assert "worst without" in str(found)


def test_what_is_refused(table, place):
    t, places = table(0), {"x": place(0)}
    with pytest.raises(ArgumentError, match="gives no family for 13"):
        pb.leave_one_family_out(t, places, {"d00": "a"})
    with pytest.raises(ArgumentError, match="one family only"):
        pb.leave_one_family_out(t, places, dict.fromkeys(t.datasets, "a"))
    kinds = {name: "ab"[i % 2] for i, name in enumerate(t.datasets)}
    with pytest.raises(ArgumentError, match="the number of datasets in each trial"):
        pb.leave_one_family_out(t, places, kinds, sizes=(9,), trials=2)


def test_trials_are_computed_in_blocks(table, place, monkeypatch):
    """As the protocol does: 100 trials of 2,000 datasets at once would take 3 GB."""
    t, places = table(1), {"x": place(1)}
    kinds = {name: "ab"[i % 2] for i, name in enumerate(t.datasets)}

    def ask():
        return pb.leave_one_family_out(t, places, kinds, ["random", "k-means"], (2, 4), 6)

    whole, lengths, real = ask(), set(), TrialScorer.__call__

    def counted(study, block):
        lengths.add(block[1] - block[0])
        return real(study, block)

    monkeypatch.setattr(protocol, "_BLOCK", 2 * 14 * 14)
    monkeypatch.setattr(TrialScorer, "__call__", counted)
    assert ask().to_dict() == whole.to_dict()
    assert lengths == {2}


def test_families_of_a_dataset_that_are_none_or_two(table, place):
    t, places = table(0), {"x": place(0)}
    kinds = {name: "ab"[i % 2] for i, name in enumerate(t.datasets)}

    def ask(families, given=places, strategies=("random",)):
        return pb.leave_one_family_out(t, given, families, strategies, (2,), 2)

    assert ask(pd.Series(kinds)).families == ("a", "b")
    for nothing in (None, np.nan, pd.NA, ["a"]):
        with pytest.raises(ArgumentError, match="no family for 1 dataset; the first is `d03`"):
            ask({**kinds, "d03": nothing})
    with pytest.raises(ArgumentError, match="contains a dataset twice"):
        ask(pd.concat([pd.Series(kinds), pd.Series({"d03": "c"})]))
    for wrong in (None, ["a", "b"]):
        with pytest.raises(ArgumentError, match="`families` must be a mapping"):
            ask(wrong)
    assert ask(kinds, None).families == ("a", "b")
    with pytest.raises(ArgumentError, match="`embeddings` must be a mapping"):
        ask(kinds, place(0))
    with pytest.raises(ArgumentError, match="`embeddings` must suit each of them"):
        ask(kinds, None, ["random", "k-means"])
