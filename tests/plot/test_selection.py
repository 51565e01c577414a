"""The map of a selection: numbers in order, lines home, refusals."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError


@pytest.fixture(scope="module")
def place():
    rng = np.random.default_rng(7)
    names = [f"<d{i:02d}>" for i in range(15)]
    return pd.DataFrame(rng.normal(size=(15, 4)), index=names)


def test_the_chosen_are_numbered_in_order(place):
    chosen, where = pb.select(place, 5), pb.embedding_map(place)
    figure = pb.plot.selection(chosen, where)
    axes = figure.axes[0]
    said = {text.get_text() for text in axes.texts}
    assert {f"{at}  {name}" for at, name in enumerate(chosen.names, 1)} <= said
    marks = {line.get_label(): line for line in axes.lines if line.get_label()[0] == "_"}
    rows = [where.datasets.index(name) for name in chosen.names]
    np.testing.assert_array_equal(marks["_chosen"].get_xydata(), where.coordinates[rows])
    assert len(marks["_other"].get_xdata()) == 10
    assert not any(text.startswith("<d") for text in said)


def test_lines_lead_home(place):
    chosen, where = pb.select(place, 4), pb.embedding_map(place)
    (threads,) = [
        c for c in pb.plot.selection(chosen, where).axes[0].collections
        if c.get_label() == "_stands_for"
    ]  # fmt: skip
    at = dict(zip(where.datasets, where.coordinates, strict=True))
    expected = {
        (*at[name], *at[home])
        for name, home in zip(chosen.datasets, chosen.nearest, strict=True)
        if name != home
    }
    assert {tuple(segment.ravel()) for segment in threads.get_segments()} == expected


def test_all_names_on_request(place):
    figure = pb.plot.selection(pb.select(place, 2), pb.embedding_map(place), labels=True)
    said = {text.get_text().rpartition("  ")[2] for text in figure.axes[0].texts}
    assert set(place.index) <= said


def test_the_note_is_as_wide_as_given_axes(place, narrow):
    narrow(lambda ax: pb.plot.selection(pb.select(place, 5), pb.embedding_map(place), ax))


def test_what_does_not_fit(place):
    chosen = pb.select(place, 2)
    with pytest.raises(ArgumentError, match="`map` lacks 1 dataset of the selection"):
        pb.plot.selection(chosen, pb.embedding_map(place.iloc[1:]))
    with pytest.raises(ArgumentError, match="embedding_map"):
        pb.plot.selection(chosen, place)
    with pytest.raises(ArgumentError, match="two components"):
        pb.plot.selection(chosen, pb.embedding_map(place), axes=(1, 9))
