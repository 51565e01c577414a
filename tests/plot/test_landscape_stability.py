"""The figure of stability over maps: order and groups, numbers and bars, what fits a page."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.plot._landscape_stability import groups_of

FIGURE = pb.plot.landscape_stability
# Datasets a, b, c of 4 instances each. The second map splits a; the third joins b and c.
MAPS = np.array(
    [
        [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2],
        [3, 3, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2],
        [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1],
        [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2],
    ]
).T


def drawn_texts(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def bars(figure, role):
    """Return the widths of the bars of a role, in cells."""
    by_role = {part.get_label(): part for part in figure.axes[0].collections}
    wide = [np.ptp(path.vertices[:, 0]) for path in by_role[f"_{role}"].get_paths()]
    cell = np.ptp(by_role["_cell"].get_paths()[0].vertices[:, 0])
    return (np.array(wide) / cell).round(9).tolist()


@pytest.fixture(scope="module")
def found():
    return pb.region_stability(MAPS, list("aaaabbbbcccc"), threshold=100)


def test_numbers_and_bars_are_shares_of_maps(found):
    figure = FIGURE(found)
    said = drawn_texts(figure)
    assert said[:10] == ["C1", "C2", "C3", "C1: 1 dataset", "a", "75", "C2: 1 dataset", "b", "50",
                         "25"]  # fmt: skip
    assert bars(figure, "lies") == [1.0, 0.5, 0.25, 1.0]
    assert bars(figure, "represents") == [0.75, 0.5, 0.25, 1.0]
    notes = " ".join(said[-8:])
    assert "percentage of these 4 maps" in notes
    assert "at least 100 % of a dataset's instances" in notes
    assert "C1 100, C2 69, C3 100" in notes
    assert "Unstable" not in notes


def test_main_shows_one_cell_per_dataset(found):
    figure = FIGURE(found, show="main")
    assert bars(figure, "represents") == [0.75, 0.5, 1.0]
    assert "C1" not in drawn_texts(figure)


def test_a_dataset_in_no_region_on_half_of_the_maps_is_unstable():
    maps = np.stack([[0, 1] * 8, [0, 1] + [0] * 7 + [1] * 7, [1, 0] * 8], axis=1)
    found = pb.region_stability(maps, ["mixed"] * 8 + ["b"] * 8)
    assert [head for head, _ in groups_of(found, None)] == ["Unstable: 2 datasets"]
    assert "Unstable: in no consensus region on at least half" in " ".join(
        drawn_texts(FIGURE(found))
    )


def archive(regions=6, datasets=128):
    """Return the stability of maps of as many datasets as the UCR archive has."""
    rng = np.random.default_rng(0)
    home = np.repeat(np.arange(datasets) % regions, 10)
    maps = [np.where(rng.random(len(home)) < 0.04, rng.integers(0, regions, len(home)), home)
            for _ in range(5)]  # fmt: skip
    names = [f"Dataset{'OfAType' * (i % 3)}{i}" for i in range(datasets)]
    return pb.region_stability(np.stack(maps, axis=1), np.repeat(names, 10).tolist())


@pytest.mark.parametrize(("show", "font_size"), [("main", 7.0), ("all", 6.0)])
def test_an_archive_fits_a_page_of_7_by_10_inches(inside, apart, show, font_size):
    found = archive()
    figure = FIGURE(found, show=show, width=7.0, font_size=font_size)
    boxes = inside(figure)
    assert apart(boxes) == []
    assert {name for name, _ in boxes} >= set(found.lies.index)
    assert figure.get_figwidth() == pytest.approx(7.0)
    assert figure.get_figheight() < 10


def test_a_refusal_of_many_regions_names_a_layout_that_fits():
    found = archive(20)
    with pytest.raises(pb.ArgumentError, match="`width` must be at least") as refused:
        FIGURE(found, width=5.0)
    assert 'show = "main"' in refused.value.hint
    assert FIGURE(found, width=5.0, show="main").get_figwidth() == pytest.approx(5.0)


@pytest.mark.parametrize("arguments", [{"show": "some"}, {"blocks": 0}, {"max_label": 2}])
def test_bad_arguments(found, arguments):
    with pytest.raises(pb.ArgumentError, match=f"`{next(iter(arguments))}` must be"):
        FIGURE(found, **arguments)
    with pytest.raises(pb.ArgumentError, match="`stability` must be a LandscapeStability"):
        FIGURE("stability")
