"""Simple features against closed forms, and against a count of every UCR dataset."""

from __future__ import annotations

import csv
import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pyarrow.parquet as pq
import pytest

import pybench as pb
from pybench.features.representation import representation


def row(labels, **settings):
    series = pb.series_set([[1.0]] * len(labels), dataset="d", label=labels, **settings)
    made = representation("simple")
    return dict(zip(made.names, made.compute(series)[0].tolist(), strict=True))


@pytest.mark.parametrize("classes", [1, 2, 3, 10])
@pytest.mark.parametrize("each", [1, 7])
def test_equal_classes(classes, each):
    found = row([str(c) for c in range(classes)] * each)
    assert found["class_gini"] == pytest.approx(1 - 1 / classes, abs=1e-15)
    assert found["class_entropy"] == pytest.approx(math.log(classes), abs=1e-14)
    assert found["multiclass"] == (classes > 2)
    assert found["size"] == classes * each


def test_names_and_order_of_classes_do_not_matter():
    assert row(list("aabbbc")) == row(list("xyxxyz"))


def test_a_merger_of_classes_lowers_both():
    apart, merged = row(list("aabbbc")), row(list("aabbbb"))
    assert merged["class_gini"] < apart["class_gini"]
    assert merged["class_entropy"] < apart["class_entropy"]


def test_without_a_label_only_the_size_is_known():
    for labels in (["a", None, "b"], [None] * 3):
        found = row(labels)
        assert found.pop("size") == 3
        assert all(math.isnan(value) for value in found.values())


def test_one_class_has_no_entropy_and_no_minus():
    assert math.copysign(1, row(["a", "a"])["class_entropy"]) == 1


def test_every_ucr_dataset(shared):
    with (shared / "data" / "meta" / "ucr2018_datasets.csv").open(encoding="utf-8") as file:
        meta = {line["dataset"]: line for line in csv.DictReader(file)}
    files = sorted((shared / "data" / "ucr").glob("*.parquet"))
    assert len(files) == 97
    for path in files:
        labels = pq.read_table(path, columns=["label"]).column("label").to_pylist()
        found = row(labels)
        counts, n = Counter(labels).values(), len(labels)
        gini = 1 - sum(Fraction(count, n) ** 2 for count in counts)
        entropy = math.fsum(count / n * math.log(n / count) for count in counts)
        assert found["class_gini"] == pytest.approx(float(gini), rel=1e-13)
        assert found["class_entropy"] == pytest.approx(entropy, rel=1e-13)
        line = meta[path.stem]
        assert found["size"] == int(line["n_train"]) + int(line["n_test"])
        assert found["multiclass"] == (int(line["n_classes"]) > 2)


def test_values_of_the_series_do_not_count():
    made = representation("simple")
    one = pb.series_set([[1.0], [np.nan, 2]], dataset="d", label=["a", "b"])
    assert made.compute(one).tolist() == [list(row(["x", "y"]).values())]
