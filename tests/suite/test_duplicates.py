"""Rows that are the same, and series that are nearly."""

from __future__ import annotations

import numpy as np
import pandas as pd

from pybench.read.ucr import read_ucr
from pybench.suite.duplicates import near_pairs, row_keys


def test_keys_of_rows_go_by_value():
    frame = pd.DataFrame(
        {"x": [0.0, -0.0, np.nan, np.nan, 1.0], "w": pd.Categorical(["a", "a", None, None, "a"])}
    )
    a, b, c, d, e = row_keys(frame)
    assert a == b
    assert c == d
    assert len({a, c, e}) == 3
    recoded = frame.assign(w=frame["w"].cat.set_categories(["z", "a"]))
    assert row_keys(recoded) == [a, b, c, d, e]


def test_near_pairs_agree_with_correlations():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(12, 25))
    x[5] = -2 * x[3]  # a mirror is no copy
    x[7] = 2 * x[3] + 1e-6 * rng.normal(size=25)
    x[8] = 4.0  # flat
    text = "".join("\t".join(["1", *map(repr, map(float, row))]) + "\n" for row in x)
    series = read_ucr(text.encode(), dataset="s", trailing_nan="missing")
    pairs = dict(near_pairs(series[:4], series[4:], 1e-6))
    with np.errstate(invalid="ignore"):
        r = np.corrcoef(x)[:4, 4:]
    expected = {i: int(np.nanargmax(r[i])) for i in range(4) if np.nanmax(r[i]) > 1 - 1e-6}
    assert pairs == expected == {3: 3}
