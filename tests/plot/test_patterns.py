"""Patterns of verdicts: dots, bars, and texts that fit."""

from __future__ import annotations

import dataclasses

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.plot import _patterns as patterns
from pybench.plot.draw.scene import Areas, Marks


def result(core=3, k=8):
    """Return a result with six invented patterns."""
    rng = np.random.default_rng(1)
    t = pb.read_results(
        rng.normal(size=(40, k)),
        datasets=[f"d{i}" for i in range(40)],
        classifiers=[f"method {i}" for i in range(k)],
        higher_is_better=True,
    )
    found = pb.core_patterns(t, t.classifiers[k - core :], 2)
    pairs = list(found.patterns.columns[1:])
    counts = np.array([5, 40, 1, 17, 40, 2])
    values = np.column_stack([counts, rng.integers(0, 2, (6, len(pairs)))]).astype(float)
    frame = pd.DataFrame(values, index=list("123456"), columns=["sets", *pairs])
    return dataclasses.replace(found, patterns=frame, n_sets=int(counts.sum()))


@pytest.fixture
def scene_of(monkeypatch):
    """Return a function that draws and returns the scene."""

    def draw(shown, **options):
        kept = []
        own = patterns.show

        def show(scene, *given, **options):
            kept.append(scene)
            return own(scene, *given, **options)

        monkeypatch.setattr(patterns, "show", show)
        pb.plot.patterns(shown, **options)
        return kept[0]

    return draw


def test_rows_are_patterns_and_bars_their_shares_the_most_frequent_on_top(scene_of):
    shown = result(4)
    scene = scene_of(shown)
    frame = shown.to_frame().sort_values("sets", ascending=False, kind="stable")
    (bars,) = [x for x in scene.layers if isinstance(x, Areas)]
    lengths = [shape[1][0] - shape[0][0] for shape in bars.shapes]
    assert np.array(lengths) / lengths[0] == pytest.approx(
        (frame["share"] / frame["share"].iloc[0]).tolist()
    )
    texts = [x.text for x in sorted(scene.texts, key=lambda x: x.y) if "% (" in x.text]
    assert [int(x.split("(")[1][:-1]) for x in texts] == frame["sets"].tolist()
    dots = {x.role: x for x in scene.layers if isinstance(x, Marks)}
    assert len(dots["differs"].at) == int(frame.iloc[:, 3:].to_numpy().sum())
    assert dots["alike"].hollow
    assert not dots["differs"].hollow
    tops = [shape[0][1] for shape in bars.shapes]
    first = frame.iloc[0, 3:].to_numpy(bool)
    row = [x for x, y in dots["differs"].at if abs(y - tops[0]) < scene.em]
    assert len(row) == first.sum()


def test_rarer_patterns_are_counted():
    shown = result(4)
    texts = " ".join(x.get_text() for x in pb.plot.patterns(shown, most=2).axes[0].texts)
    assert "6 patterns of verdicts over all 105 sets of 2 other methods; 4 rarer" in texts


@pytest.mark.parametrize(("core", "width"), [(2, None), (3, 3.5), (5, 3.5), (5, 7.0)])
def test_the_width_is_exact_and_no_text_is_cut_or_covered(core, width, inside, apart):
    figure = pb.plot.patterns(result(core), width=width, title="A title that is long " * 4)
    if width:
        assert figure.get_figwidth() == pytest.approx(width)
    assert apart(inside(figure)) == []


def test_sound(sound):
    sound(lambda **options: pb.plot.patterns(result(), **options))


def test_bad_arguments():
    with pytest.raises(pb.ArgumentError, match="`most` must be a whole number >= 1, not 0"):
        pb.plot.patterns(result(), most=0)
    with pytest.raises(pb.ArgumentError, match=r"`width` must be at least .* inches"):
        pb.plot.patterns(result(), width=1)
