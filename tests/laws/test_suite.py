"""Laws of splits: they part the rows, keep the classes, and draw by name."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybench.suite.running.jobs import seeded
from pybench.suite.splits import cross_validation, holdout, resamples

LABELS = st.lists(st.sampled_from("abc"), min_size=8, max_size=40)
MADE = {
    "folds": partial(cross_validation, folds=4, repeats=2, seed=0, name="one"),
    "holdout": partial(holdout, share=0.25, repeats=2, seed=0, name="one"),
    "resamples": lambda labels: resamples(
        labels, ["train", "test"] * (len(labels) // 2) + ["train"] * (len(labels) % 2),
        repeats=2, name="one",
    ),
}  # fmt: skip


def counts(labels, rows):
    return np.array([(np.array(labels)[rows] == name).sum() for name in "abc"])


@pytest.mark.parametrize("kind", MADE)
@given(labels=LABELS)
def test_every_fold_parts_the_rows(kind, labels):
    for one in MADE[kind](labels).parts:
        assert sorted([*one.train, *one.test]) == list(range(len(labels)))
        assert len(one.train) > 0
        assert len(one.test) > 0


@given(labels=LABELS)
def test_the_folds_of_a_repeat_test_every_row_once_and_share_the_classes(labels):
    parts = MADE["folds"](labels).parts
    for repeat in range(2):
        tests = [one.test for one in parts if one.repeat == repeat]
        assert len(tests) == 4
        assert sorted(np.concatenate(tests)) == list(range(len(labels)))
        assert np.ptp([len(rows) for rows in tests]) <= 1
        assert (np.ptp([counts(labels, rows) for rows in tests], axis=0) <= 1).all()


@given(labels=LABELS)
def test_a_holdout_and_a_resample_keep_the_shares_of_the_classes(labels):
    every = counts(labels, np.arange(len(labels)))
    for one in MADE["holdout"](labels).parts:
        assert (np.abs(counts(labels, one.test) - every / 4) <= 0.5).all()
    first, second = MADE["resamples"](labels).parts
    assert (counts(labels, first.train) == counts(labels, second.train)).all()


@pytest.mark.parametrize(
    "make",
    [partial(cross_validation, folds=3), partial(holdout, share=0.4)],
    ids=["folds", "holdout"],
)
@given(labels=LABELS)
def test_splits_know_what_the_classes_are_not_how_they_are_called(make, labels):
    called = [{"a": "k", "b": "l", "c": "m"}[label] for label in labels]
    one, two = (make(x, repeats=1, seed=5, name="one") for x in (labels, called))
    for here, there in zip(one.parts, two.parts, strict=True):
        assert (here.test == there.test).all()


def test_draws_go_by_seed_and_name():
    labels = list("ab" * 20)

    def tests(**options):
        given = {"folds": 5, "repeats": 1, "seed": 0, "name": "one"} | options
        return [tuple(one.test) for one in cross_validation(labels, **given).parts]

    assert tests() == tests()
    assert tests(repeats=3)[:5] == tests()
    assert tests(repeats=3)[5:10] != tests()
    assert tests(seed=1) != tests()
    assert tests(name="two") != tests()


class Learner:
    """The part of scikit-learn's protocol that seeds go by."""

    def __init__(self, **states):
        self.states = states

    def get_params(self, deep=True):
        return self.states

    def set_params(self, **new):
        self.states = new


def test_seeds_of_learners_go_by_names():
    def states(seed=0, names=("task", 0, 1), keys=("random_state", "part__random_state")):
        learner = Learner(**dict.fromkeys(keys))
        return seeded(learner, seed, names).states

    found = states()
    assert len(set(found.values())) == 2
    assert states() == found
    assert states(keys=("random_state",))["random_state"] == found["random_state"]
    for other in (states(1), states(names=("task", 1, 0)), states(names=("other", 0, 1))):
        assert not set(other.values()) & set(found.values())
