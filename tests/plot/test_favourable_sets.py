"""Favourable sets: three axes, marks at mean ranks, and texts that fit."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import pybench as pb
from pybench.plot import _favourable_sets as drawing
from pybench.plot.draw.scene import Areas, Lines, Marks


def result(k=9, size=3, names=None, **options):
    """Return a result of random scores."""
    t = pb.read_results(
        np.random.default_rng(3).normal(size=(20, k)) + np.linspace(0, 0.8, k),
        datasets=[f"d{i}" for i in range(20)],
        classifiers=names or [f"method {i}" for i in range(k)],
        higher_is_better=True,
    )
    return pb.favourable_sets(t, *t.classifiers[:2], size, **options)


@pytest.fixture
def scene_of(monkeypatch):
    """Return a function that draws and returns the scene."""

    def draw(shown, **options):
        kept = []
        own = drawing.show

        def show(scene, *given, **options):
            kept.append(scene)
            return own(scene, *given, **options)

        monkeypatch.setattr(drawing, "show", show)
        pb.plot.favourable_sets(shown, **options)
        return kept[0]

    return draw


def rank_at(x, low, high, count):
    """Return the mean rank at a place of an axis from 1 to the number of methods."""
    return 1 + (x - low) / (high - low) * (count - 1)


def test_marks_are_at_the_mean_ranks_of_each_case(scene_of):
    shown = result(adjust="none", alpha=0.3)
    scene = scene_of(shown)
    axes = [x.paths[0] for x in scene.layers if isinstance(x, Lines) and x.role == "axis"]
    dots = [x.at for x in scene.layers if isinstance(x, Marks) and x.role == "other"]
    marks = [x for x in scene.layers if isinstance(x, Marks) and x.role == "mark"][2:]
    joined = [x.paths for x in scene.layers if isinstance(x, Lines) and x.role == "alike"]
    for case in range(3):
        means = shown.mean_ranks.iloc[:, case].dropna()
        (low, y), (high, _) = axes[case]
        rank = partial(rank_at, low=low, high=high, count=len(means))
        assert [rank(x) for x, _ in dots[case]] == pytest.approx(
            [means[name] for name in shown.others[case]]
        )
        for at, name in enumerate(shown.pair):
            ((x, across),) = marks[2 * case + at].at
            assert rank(x) == pytest.approx(means[name])
            assert (across < y) == (at == 0)
        assert bool(joined[case]) == (shown.verdicts[case] == 0)


def test_the_bar_has_the_shares_of_the_verdicts(scene_of):
    shown = result(k=7, size=2, alpha=0.5)
    assert min(shown.neither, shown.first_better + shown.second_better) > 0
    (bar,) = [x for x in scene_of(shown).layers if isinstance(x, Areas)]
    wide = np.array([shape[1][0] - shape[0][0] for shape in bar.shapes])
    counts = np.array([shown.first_better, shown.neither, shown.second_better])
    assert wide / wide.sum() == pytest.approx(counts / shown.n_sets)


def test_headings_name_the_verdict_and_its_direction(shared, scene_of):
    path = shared / "data" / "results" / "multirocket_2021-09_ucr109_mean.csv"
    t = pb.read_results(path, higher_is_better=True, missing="drop")
    scene = scene_of(pb.favourable_sets(t, "DrCIF", "InceptionTime"), width=7)
    assert [x.text for x in scene.texts if x.bold] == [
        "Most favourable to DrCIF: they do not differ significantly",
        "All 22 methods: they do not differ significantly",
        "Most favourable to InceptionTime: InceptionTime is significantly better",
    ]
    assert any("others: " in x.text.lower() and "CIF 3.19" in x.text for x in scene.texts)


@pytest.mark.parametrize(
    ("k", "size", "width"), [(3, 1, 3.5), (9, 3, 3.5), (14, 9, 7), (5, 2, None)]
)
def test_the_width_is_exact_and_no_text_is_cut_or_covered(k, size, width, inside, apart):
    shown = result(k, size, [f"a method {i}" for i in range(k)])
    figure = pb.plot.favourable_sets(shown, width=width, title="A title that is long " * 4)
    if width:
        assert figure.get_figwidth() == pytest.approx(width)
    assert apart(inside(figure)) == []


def test_hostile_names_are_literal_and_shortened(inside, apart):
    names = ["$x^2$", "<b>&", "long " * 30, r"\textbf{y}", "é" * 60]
    figure = pb.plot.favourable_sets(result(5, 2, names), width=3.5)
    texts = [x.get_text() for x in figure.axes[0].texts]
    assert texts[:2] == ["$x^2$", "<b>&"]
    assert apart(inside(figure)) == []


def test_sound(sound):
    sound(lambda **options: pb.plot.favourable_sets(result(), **options))


def test_bad_arguments():
    with pytest.raises(pb.ArgumentError, match=r"`width` must be at least .* inches"):
        pb.plot.favourable_sets(result(), width=1)
