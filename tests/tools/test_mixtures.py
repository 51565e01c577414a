"""The tests of bench/mixtures.py, all tables at once, are those that users call."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import pybench as pb

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench import mixtures


@pytest.mark.parametrize("design", mixtures.DESIGNS, ids=lambda design: design.name)
def test_pvalues_are_those_of_the_public_functions(design, make_table):
    rng = np.random.default_rng(3)
    scores = design.draw(rng, (2, design.n))
    found = mixtures.pvalues(scores)
    for table, rows in enumerate(scores):
        t = make_table(rows)
        for name, p in found.items():
            if name in mixtures.OWN:
                continue
            expected = getattr(pb, name)(t, "none").pvalues.to_numpy()
            off = ~np.eye(design.k, dtype=bool)
            np.testing.assert_allclose(p[table][off], expected[off], rtol=1e-9, err_msg=name)
        own = {
            "nemenyi": pb.nemenyi(t).pvalues,
            "miller": pb.miller(t).pvalues,
            "conover single-step": pb.conover(t, "single-step").pvalues,
        }
        for name, p in own.items():
            both = found[name][table] <= mixtures.LEVEL, p.to_numpy() <= mixtures.LEVEL
            np.testing.assert_array_equal(np.triu(both[0], 1), np.triu(both[1], 1), err_msg=name)


def test_groups_are_alike_within():
    first, *_, last = mixtures.DESIGNS
    assert int(first.true.sum()) == 3
    assert last.true.tolist() == [True] * 4 + [False] * 5
