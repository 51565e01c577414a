"""The matrix of swaps that change the verdict on a pair."""

from __future__ import annotations

import dataclasses

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.plot import _swaps as swaps
from pybench.plot._swaps import shade


def result(k=10, seed=0, names=None):
    """Return a result with invented counts of k - 2 other methods."""
    rng = np.random.default_rng(seed)
    t = pb.read_results(
        rng.normal(size=(6, k)), datasets=list("defghi"), higher_is_better=True,
        classifiers=names or [f"m{i}" for i in range(k)],
    )  # fmt: skip
    found = pb.swaps(t, *t.classifiers[:2], size=1)
    others = list(t.classifiers[2:])
    counts = rng.integers(0, 3, (k - 2, k - 2)) * 7.0
    np.fill_diagonal(counts, 0.0)
    counts[1 % (k - 2)] = 0.0
    counts[:, 2 % (k - 2)] = 0.0
    counts[0, 1] = 70.0
    frame = pd.DataFrame(counts, index=others, columns=others)
    return dataclasses.replace(found, counts=frame, total=int(counts.sum()))


@pytest.fixture
def scene_of(monkeypatch):
    """Return a function that draws and returns the scene."""

    def draw(shown, **options):
        kept = []
        own = swaps.show

        def show(scene, *given, **options):
            kept.append(scene)
            return own(scene, *given, **options)

        monkeypatch.setattr(swaps, "show", show)
        pb.plot.swaps(shown, **options)
        return kept[0]

    return draw


def test_cells_are_the_counts_of_methods_that_have_any(scene_of):
    shown = result()
    scene = scene_of(shown)
    rows = [x.text for x in sorted(scene.texts, key=lambda x: x.y) if x.anchor == "right"]
    columns = [x.text for x in sorted(scene.texts, key=lambda x: x.x) if x.upright]
    assert "m3" not in rows
    assert "m4" not in columns
    ys = sorted({x.y for x in scene.texts if x.anchor == "right"})
    xs = sorted({x.x for x in scene.texts if x.role == "count"})
    assert len(xs) == len(columns)
    seen = 0
    for x in scene.texts:
        if x.role == "count":
            row = rows[int(np.abs(np.array(ys) - x.y).argmin())]
            assert int(x.text) == shown.counts.loc[row, columns[xs.index(x.x)]]
            seen += int(x.text)
    assert seen == shown.total


def test_colours_grow_with_the_count_and_only_0_is_white():
    assert shade(0.0) == "#FFFFFF"
    assert len({shade(x) for x in (0.0, 0.01, 0.5, 1.0)}) == 4


def test_published_swaps_are_drawn(shared):
    path = shared / "data" / "results" / "multirocket_2021-09_ucr109_mean.csv"
    t = pb.read_results(path, higher_is_better=True, missing="drop")
    found = pb.swaps(t, "DrCIF", "InceptionTime", 3)
    texts = " ".join(x.get_text() for x in pb.plot.swaps(found).axes[0].texts)
    assert f"in all, {found.total} of {found.examined} swaps" in texts


def test_no_swap_is_a_sentence(sound):
    t = pb.read_results(
        [[4, 3, 2, 1]] * 9, datasets=list("defghijkl"), classifiers=list("abcd"),
        higher_is_better=True,
    )  # fmt: skip
    found = pb.swaps(t, "a", "b")
    texts = " ".join(x.get_text() for x in pb.plot.swaps(found).axes[0].texts)
    assert texts.startswith("No swap of one method reverses the order of a and b")
    sound(lambda **options: pb.plot.swaps(found, **options))


@pytest.mark.parametrize(("k", "width"), [(5, 3.5), (16, 3.5), (30, 7.0), (30, None)])
def test_the_width_is_exact_and_no_text_is_cut_or_covered(k, width, inside, apart):
    shown = result(k, names=[f"a method {i}" for i in range(k)])
    figure = pb.plot.swaps(shown, width=width, title="A title that is long " * 4)
    if width:
        assert figure.get_figwidth() == pytest.approx(width)
    assert apart(inside(figure)) == []


def test_bad_arguments():
    with pytest.raises(pb.ArgumentError, match=r"`width` must be at least .* inches"):
        pb.plot.swaps(result(30), width=2)
