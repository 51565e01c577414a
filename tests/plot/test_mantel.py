"""Profiles of the Mantel test: one panel each, the tenths at their heights."""

from __future__ import annotations

import dataclasses

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError


@pytest.fixture(scope="module")
def test():
    rng = np.random.default_rng(5)
    names = [f"d{i:02d}" for i in range(16)]
    place = pd.DataFrame(rng.normal(size=(16, 2)), index=names)
    t = pb.read_results(
        place.to_numpy() @ rng.normal(size=(2, 6)), higher_is_better=True, datasets=names,
        classifiers=list("abcdef"),
    )  # fmt: skip
    return pb.mantel(t, {"<i>where": place, "equal": place * 0}, 49)


def layers(figure, role):
    return [c for c in figure.axes[0].collections if c.get_label() == f"_{role}"]


def test_a_panel_for_each_with_its_verdict(test):
    figure = pb.plot.mantel(test, title="Alike")
    said = [text.get_text() for text in figure.axes[0].texts]
    assert {"Alike", "<i>where", "equal"} <= set(said)
    assert (
        sum(text.startswith(("cosine: correlation", "euclidean: correlation")) for text in said)
        == 4
    )
    assert len(layers(figure, "line")) == 4


def test_lines_have_the_heights_of_the_profile(test):
    figure = pb.plot.mantel(test)
    heights = np.concatenate([line.get_segments()[0][:, 1] for line in layers(figure, "line")[:2]])
    mine = test.profile[test.profile["representation"] == "<i>where"]["ranking"].to_numpy()
    for part, values in ((slice(0, 10), mine[:10]), (slice(10, 20), mine[10:])):
        assert np.corrcoef(heights[part], values)[0, 1] == pytest.approx(-1)  # y goes down


def test_a_correlation_has_a_minus_sign_and_zero_has_none(test):
    near = dataclasses.replace(test, table=test.table.assign(correlation=-0.001))
    less = dataclasses.replace(test, table=test.table.assign(correlation=-0.5))
    for found, told in ((near, ": correlation 0.00, p"), (less, ": correlation −0.50, p")):
        said = [text.get_text() for text in pb.plot.mantel(found).axes[0].texts]
        assert any(told in text for text in said)
        assert not any("-0" in text for text in said)


def test_equal_datasets_share_one_tenth(test):
    equal = test.profile[test.profile["representation"] == "equal"]
    assert equal["part"].tolist() == [6, 6]  # 1 + 10 (P + 1 - 1) // 2 P: the middle
    assert (equal["pairs"] == 120).all()


def test_no_test():
    with pytest.raises(ArgumentError, match="mantel"):
        pb.plot.mantel([])
