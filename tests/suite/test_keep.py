"""A selection or a landscape chooses the tasks."""

from __future__ import annotations

import numpy as np
import pandas as pd

import pybench as pb

WHEN = "2026-01-31T12:00:00Z"


def test_a_selection_or_a_landscape_chooses(pool):
    rng = np.random.default_rng(0)
    names = ["good", "rare", "single", "small", "thin", "xor"]
    place = pd.DataFrame(rng.normal(size=(6, 3)), index=names)
    chosen = pb.select(place, 2, seed=1)
    suite = pb.Suite.create("d", pool, target="c", keep=chosen, created=WHEN)
    assert set(suite.task_names) == set(chosen.names)
    out = suite.verdicts().set_index("dataset")
    assert (out.rule == "chosen").all()
    assert out.threshold.iloc[0] == "chosen by farthest-first/cosine, 2 of 6 datasets"
    covered = pb.coverage(np.repeat(names, 4), np.repeat([0, 1, 0, 1, 0, 1], 4))
    stand = covered.representatives(90)
    suite = pb.Suite.create("d", pool, target="c", keep=stand, created=WHEN)
    assert set(suite.task_names) == {name for region in stand.members for name in region}
