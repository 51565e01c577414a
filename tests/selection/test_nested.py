"""The parts of the nested search: folds, choices among equals, and the size of its test."""

from __future__ import annotations

import numpy as np
import pandas as pd

import pybench as pb
from pybench.selection import nested


def test_models_are_dealt_evenly_by_name():
    names = [f"m{i}" for i in range(11)]
    folds = nested.dealt(names, 4, 3)
    assert sorted(np.concatenate(folds)) == list(range(11))
    assert sorted(map(len, folds)) == [2, 3, 3, 3]
    turned = nested.dealt(names[::-1], 4, 3)
    for one, other in zip(folds, turned, strict=True):
        assert {names[i] for i in one} == {names[::-1][i] for i in other}
    assert [list(f) for f in nested.dealt(names, 4, 4)] != [list(f) for f in folds]


def test_rounding_chooses_the_first():
    values = np.array([[1.0, 2.0], [1.0 + 1e-12, 3.0]])
    assert nested.first_of(values).tolist() == [0, 1]


def test_equal_gains_count_as_reached():
    assert nested.share_reaching(np.array([0.5, 0.2, 0.5 - 1e-12]), 0.5) == 3 / 4


def test_the_test_keeps_its_level():
    """Embeddings of noise: p <= .2 in a fifth of all tables, within 3 Monte-Carlo errors."""
    rng = np.random.default_rng(5)
    names = [f"d{i:02d}" for i in range(12)]
    reached = []
    for _ in range(100):
        ability = rng.normal(size=6)
        scores = ability + rng.normal(size=(12, 1)) * rng.normal(size=6)  # one factor: models alike
        t = pb.read_results(
            scores, datasets=names, classifiers=list("abcdef"), higher_is_better=True
        )
        noise = {"noise": pd.DataFrame(rng.normal(size=(12, 2)), index=names)}
        found = pb.find_representation(
            t, noise, ["farthest-first"], ["all"], (2, 4), 2, folds=2, permutations=4, alpha=0.2,
            workers=1,
        )  # fmt: skip
        reached.append(found.pvalue <= 0.2)
    assert np.mean(reached) <= 0.2 + 3 * np.sqrt(0.2 * 0.8 / 100)
