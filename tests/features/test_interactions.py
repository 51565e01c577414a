"""Recommender data: every column against its definition, row by row, and against published rows."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.features.interactions import NAMES


def some(seed, users=12, items=9, rows=120):
    rng = np.random.default_rng(seed)
    chance = 1 / np.arange(1, items + 1)
    return pd.DataFrame({
        "user": [f"u{i:02d}" for i in rng.integers(users, size=rows)],
        "item": rng.choice(items, rows, p=chance / chance.sum()),
        "rating": rng.integers(1, 6, rows),
    })  # fmt: skip


def by_hand(frame):
    """Compute all columns with plain Python loops."""
    pairs = list(zip(frame["user"], frame["item"], strict=True))
    users, items, n = sorted({u for u, _ in pairs}), sorted({i for _, i in pairs}), len(pairs)

    def gini(names, at):
        counts = sorted(sum(pair[at] == name for pair in pairs) for name in names)
        gaps = sum(abs(a - b) for a in counts for b in counts) / (2 * len(counts) * sum(counts))
        return gaps * len(counts) / (len(counts) + 1)  # the mean difference, another form

    def spread(values):
        m = sum(values) / len(values)
        second, third, fourth = (sum((v - m) ** p for v in values) / len(values) for p in (2, 3, 4))
        deviation = math.sqrt(second * len(values) / (len(values) - 1))
        return [m, deviation, third / second**1.5, fourth / second**2 - 3]

    popular = {i: len({u for u, other in pairs if other == i}) / len(users) for i in items}
    bias = [np.mean([popular[i] for u, i in pairs if u == user]) for user in users]
    order = sorted(items, key=lambda i: (-sum(other == i for _, other in pairs), i))
    tail, so_far = set(), 0
    for item in order:
        so_far += sum(other == item for _, other in pairs)
        if so_far * 10 > n * 8:
            tail.add(item)
    shares = [np.mean([i in tail for i in {i for u, i in pairs if u == user}]) for user in users]
    u, i = len(users), len(items)
    return [u, i, n, u * i, u / i, n / (u * i), n / u, n / i, gini(items, 1), gini(users, 0),
            *spread(bias), *spread(shares)]  # fmt: skip


@pytest.mark.parametrize("seed", range(5))
def test_every_column_against_its_definition(seed):
    frame = some(seed)
    found = pb.embed_datasets({"mine": frame}, "interactions")
    assert (found.index.tolist(), tuple(found.columns)) == (["mine"], NAMES)
    np.testing.assert_allclose(found.loc["mine"], by_hand(frame), rtol=1e-12, atol=1e-12)


def test_closed_forms():
    everyone = pd.DataFrame([(u, i) for u in range(4) for i in range(5)], columns=["who", "what"])
    row = pb.embed_datasets({"all": everyone}, "interactions", user="who", item="what").loc["all"]
    assert (row["Density"], row["APB"], row["StPB"]) == (1, 1, 0)
    assert row["Ginii"] == pytest.approx(0, abs=1e-15)
    assert np.isnan(row["SkPB"])  # all users are alike
    assert row["LTavg"] == 1 / 5  # items 1 to 4 have 80 % of the rows, and not more


def test_neither_order_nor_names_count():
    frame = some(7)
    renamed = frame.assign(user=frame["user"] + "x").sample(frac=1, random_state=0)
    found = pb.embed_datasets({"a": frame, "b": renamed}, "interactions")
    np.testing.assert_allclose(found.loc["a"], found.loc["b"], rtol=1e-12)


def test_the_published_columns_that_sizes_determine(recsys_features):
    """Of 30 published datasets only these columns can be computed again: the rows are not here."""
    f = recsys_features
    expected = {
        "SpaceSize": f["Nu"] * f["Ni"], "Shape": f["Nu"] / f["Ni"],
        "Density": f["Nr"] / (f["Nu"] * f["Ni"]), "Rpu": f["Nr"] / f["Nu"],
        "Rpi": f["Nr"] / f["Ni"],
    }  # fmt: skip
    assert tuple(f.columns) == NAMES
    for name, values in expected.items():
        np.testing.assert_allclose(f[name], values, rtol=1e-12)


@pytest.fixture
def recsys_features(shared):
    path = shared / "data" / "results" / "recsys_2024_dataset_features.csv"
    return pd.read_csv(path, index_col="dataset")


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (pd.DataFrame({"u": [1], "item": [2]}), "a table with a column `user`"),
        (pd.DataFrame({"user": [1, None], "item": [2, 3]}), "found 1 missing"),
        (pd.DataFrame({"user": [], "item": []}), "found no row"),
        ([1, 2], "a table with a column"),
    ],
)
def test_refusals(frame, message):
    with pytest.raises(ArgumentError, match=message):
        pb.embed_datasets({"mine": frame}, "interactions")
