"""What one attribute can do, and what it cannot."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.read.tabular import Variable
from pybench.suite import trivial


def numeric(values):
    return Variable("x", "numeric", np.asarray(values, float))


def nominal(values):
    return Variable("w", "nominal", values, tuple(sorted({v for v in values if v is not None})))


def test_one_attribute_separates_with_several_cuts_and_a_row_id_does_not():
    rng = np.random.default_rng(1)
    order = rng.permutation(90)
    three = np.repeat(["b", "a", "c"], 30)  # a numeric attribute with two cuts
    assert trivial.one_attribute([numeric(order)], list(three[order]), "t") == (1.0, "x")
    mixed = rng.permutation(three)
    assert trivial.one_attribute([numeric(np.arange(90))], list(mixed), "t") == ("< 1", "")


def test_one_nominal_attribute_separates_and_names_alone_do_not():
    labels = ["p", "p", "q"] * 20
    assert trivial.one_attribute([nominal(["u", "v", "w"] * 20)], labels, "t") == (1.0, "w")
    ids = [f"id{i}" for i in range(60)]
    accuracy, _ = trivial.one_attribute([nominal(ids)], labels, "t")
    assert accuracy == pytest.approx(2 / 3)  # unseen values predict the commonest class
    with_gaps = [None if c == "q" else "u" for c in labels]
    assert trivial.one_attribute([nominal(with_gaps)], labels, "t")[0] == 1.0


@pytest.mark.parametrize("seed", range(5))
def test_what_is_not_tried_could_not_have_been_perfect(seed):
    rng = np.random.default_rng(seed)
    x = rng.integers(0, 6, 40).astype(float)
    y = np.where(x + rng.choice([0, 0, 0, 0, 3], 40) > 3, "p", "q")
    codes = np.unique(y, return_inverse=True)[1]
    runs = trivial.class_runs(x, codes)
    tried = len(runs) > 1 and (len(runs) == 2 or runs.min() >= 2)
    rule = trivial._by(trivial._tree(0))
    folds = trivial.folds_for(list(y), "t", 0).folds()
    perfect = all(
        (rule(x[f.train], codes[f.train], x[f.test]) == codes[f.test]).all() for f in folds
    )
    assert tried or not perfect


def test_task_data_are_variables_by_name_and_kind():
    frame = pd.DataFrame({"a": [1.0, 2.5, 4.0]})
    frame["w"] = pd.Categorical(["v", None, "u"])
    number, word = trivial.variables_of(frame)
    assert (number.name, number.type, number.values.tolist()) == ("a", "numeric", [1.0, 2.5, 4.0])
    assert (word.name, word.type, word.values, word.levels) == (
        "w", "nominal", ["v", None, "u"], ("u", "v"),
    )  # fmt: skip
    series = pb.series_set(np.arange(12.0).reshape(2, 2, 3), dataset="s", channels=["p", "q"])
    points = trivial.variables_of(series)
    assert [point.name for point in points] == [f"x{i}" for i in range(1, 7)]
    assert points[4].values.tolist() == [4.0, 10.0]
