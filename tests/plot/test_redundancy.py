"""The figure of redundancy: bars as long as their numbers, almost empty regions named."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure

import pybench as pb
from pybench.plot._redundancy import tenths

FIGURE = pb.plot.redundancy


@pytest.fixture
def crowded():
    dataset = ["a"] * 100 + ["b"] * 80 + ["c"] * 40 + ["d"] * 1
    region = [0] * 90 + [1] * 10 + [0] * 80 + [1] * 40 + [2]
    return pb.coverage(dataset, region, k=3)


def bars(figure, role):
    found = next(x for x in figure.axes[0].collections if x.get_label() == f"_{role}")
    return [np.ptp(path.vertices[:, 0]) for path in found.get_paths()]


def test_bars_are_as_long_as_their_numbers(crowded):
    figure = FIGURE(crowded)
    table = crowded.redundancy.regions
    broad, alone, share = (bars(figure, role) for role in ("broad", "alone", "share"))
    unit = broad[0] / table["datasets"].iloc[0]
    np.testing.assert_allclose(broad, unit * table["datasets"])
    np.testing.assert_allclose(alone, unit * table["alone"])
    np.testing.assert_allclose(share, share[0] / table["share"].iloc[0] * table["share"])
    mean = next(x for x in figure.axes[0].collections if x.get_label() == "_mean")
    left = min(
        path.vertices[:, 0].min()
        for x in figure.axes[0].collections
        if x.get_label() == "_broad"
        for path in x.get_paths()
    )
    assert mean.get_segments()[0][0, 0] == pytest.approx(
        left + unit * crowded.redundancy.mean_datasets
    )


def test_texts(crowded):
    said = [text.get_text() for text in FIGURE(crowded).axes[0].texts]
    assert "2, 1 alone" in said
    assert "0.5 %, almost empty" in said
    assert "3 datasets of 4 in one region only." in " ".join(said)
    assert " less than 1 % of the 221 instances: R3." in " ".join(said)


@pytest.mark.parametrize(
    ("share", "said"), [(0, "0"), (0.04, "<0.1"), (0.05, "0.1"), (100, "100.0")]
)
def test_rounding_hides_nothing(share, said):
    assert tenths(share) == said


@pytest.mark.parametrize("regions", [1, 6, 20])
def test_everything_is_read(inside, apart, regions):
    rng = np.random.default_rng(regions)
    c = pb.coverage(
        [f"d{i % 90}" for i in range(900)], rng.integers(0, regions, 900), k=regions + 1
    )
    boxes = inside(FIGURE(c.redundancy, title="Where datasets pile up"))
    assert apart(boxes) == []


def test_given_axes_shrink_the_drawing(crowded):
    axes = Figure(figsize=(2, 2)).add_subplot()
    assert FIGURE(crowded, axes) is axes.figure
    assert axes.texts[0].get_fontsize() < 5


def test_same_input_same_bytes(crowded):
    one, two = (FIGURE(crowded).to_svg() for _ in range(2))
    assert one == two


def test_bad_arguments(crowded):
    with pytest.raises(pb.ArgumentError, match="`font_size` must be"):
        FIGURE(crowded, font_size=-1)
    with pytest.raises(pb.ArgumentError, match="`redundancy` must be a Redundancy"):
        FIGURE(3)
