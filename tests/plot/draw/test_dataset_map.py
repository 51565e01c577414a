"""What maps of datasets share: axes of one unit, names beside dots, notes."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb


def placed(n=100, seed=0, names=None, **options):
    rng = np.random.default_rng(seed)
    names = names or [f"Dataset{'Name' * (i % 3)}{i}" for i in range(n)]
    return pb.embedding_map(pd.DataFrame(rng.normal(size=(n, 8)), names), **options)


@pytest.mark.parametrize("factor", [1.0, 1e3, 1e5, 1e-4])
def test_numbers_and_the_name_beside_them_are_on_the_page_and_apart(factor):
    frame = factor * pd.DataFrame(np.random.default_rng(0).normal(size=(20, 8)))
    result = pb.embedding_map(frame.set_axis([f"d{i}" for i in range(20)]), scale="none")
    chosen = pb.select(frame.set_axis(result.datasets), 4)
    for figure in (pb.plot.embedding(result), pb.plot.selection(chosen, result)):
        figure.canvas.draw()
        axes = figure.axes[0]
        (upward,) = [t for t in axes.texts if t.get_text().startswith("PC2")]
        name = upward.get_window_extent()
        assert name.x0 >= 0
        low, high = axes.get_ylim()
        for number in axes.get_yticklabels():
            if not low <= number.get_position()[1] <= high:
                continue
            assert name.x1 <= number.get_window_extent().x0


def test_other_components_and_no_names():
    result = placed(9, dimensions=3)
    axes = pb.plot.embedding(result, axes=(3, 1), labels=False).axes[0]
    (dots,) = axes.lines
    np.testing.assert_array_equal(dots.get_xydata(), result.coordinates[:, [2, 0]])
    assert not [text for text in axes.texts if text.get_text() in result.datasets]


def test_names_without_room_are_counted():
    figure = pb.plot.embedding(placed(100), width=2, height=2)
    assert "found no room" in " ".join(text.get_text() for text in figure.axes[0].texts)
