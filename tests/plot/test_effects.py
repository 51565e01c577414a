"""The forest plot: rows, intervals, and texts that fit."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.latex import PAPERS
from pybench.comparison.effects import EFFECTS


def table(k, n=20, names=None, seed=11):
    rng = np.random.default_rng(seed)
    return pb.read_results(
        rng.normal(size=(n, k)) + np.linspace(0, 2, k),
        datasets=[f"d{i}" for i in range(n)],
        classifiers=names or [f"m{i}" for i in range(k)],
        higher_is_better=True,
    )


def rows(figure):
    """Return names, dots and intervals, from the top."""
    axes = figure.axes[0]
    dots = [line for line in axes.lines if line.get_label() in ("_apart", "_open")]
    at = {row: x for line in dots for x, row in zip(*line.get_data(), strict=True)}
    (intervals,) = [c for c in axes.collections if c.get_label() == "_intervals"]
    ends = [tuple(segment[:, 0]) for segment in intervals.get_segments()]
    names = [text.get_text() for text in axes.texts][: len(ends)]
    return list(zip(names, [at[row] for row in range(len(ends))], ends, strict=True))


@pytest.mark.parametrize("effect", EFFECTS)
def test_each_pair_is_seen_from_its_better_method_the_largest_on_top(effect):
    result = pb.effects(table(5))
    found = rows(pb.plot.effects(result, effect=effect))
    assert len(found) == 10
    assert [dot for _, dot, _ in found] == sorted((dot for _, dot, _ in found), reverse=True)
    for name, dot, (low, high) in found:
        first, second = name.split(" against ")
        parts = (getattr(result, f"{effect}{end}") for end in ("", "_low", "_high"))
        expected = [part.loc[first, second] for part in parts]
        assert (dot, low, high) == pytest.approx(expected)
        assert dot >= (0.5 if effect == "superiority" else 0.0)


def test_filled_dots_are_those_whose_interval_excludes_equality():
    result = pb.effects(table(5))
    figure = pb.plot.effects(result)
    filled = {
        row
        for line in figure.axes[0].lines
        if line.get_label() == "_apart"
        for row in line.get_ydata()
    }
    expected = {row for row, (_, _, (low, _)) in enumerate(rows(figure)) if low > 0}
    assert filled == expected
    assert 0 < len(filled) < 10


def test_with_a_control_rows_are_the_others_and_only_the_largest_are_kept():
    result = pb.effects(table(12), control="m5")
    found = rows(pb.plot.effects(result))
    assert {name for name, _, _ in found} == {f"m{i}" for i in range(12)} - {"m5"}
    few = pb.plot.effects(result, most=4, width=9)
    sizes = sorted((abs(dot) for _, dot, _ in found), reverse=True)
    assert sorted((abs(dot) for _, dot, _ in rows(few)), reverse=True) == sizes[:4]
    assert "The 4 largest of 11 against m5" in " ".join(x.get_text() for x in few.axes[0].texts)


def test_infinite_effects_and_equal_methods_are_drawn(sound):
    scores = [[i, i + 1, i] for i in range(4)]
    t = pb.read_results(scores, datasets=list("defg"), classifiers=list("abc"),
                        higher_is_better=True)  # fmt: skip
    sound(lambda **options: pb.plot.effects(pb.effects(t), effect="d_z", **options))
    figure = pb.plot.effects(pb.effects(t), effect="d_z")
    assert "∞ (∞ to ∞)" in [text.get_text() for text in figure.axes[0].texts]


@pytest.mark.parametrize("k", [2, 10, 30])
@pytest.mark.parametrize("width", ["ieee-column", "acm-text"])
def test_the_width_is_exact_and_no_text_is_cut_or_covered(k, width, inside, apart):
    names = [("a name " * 5)[: 2 + (5 * i) % 28].strip() + f"-{i}" for i in range(k)]
    result = pb.effects(table(k, names=names))
    figure = pb.plot.effects(result, width=width, max_label=10, title="A title")
    assert figure.get_figwidth() == pytest.approx(PAPERS[width])
    assert apart(inside(figure)) == []
    numbers = [x for x in figure.axes[0].texts if " to " in x.get_text()]
    assert len(numbers) == (0 if width == "ieee-column" else min(k * (k - 1) // 2, 40))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"effect": "size"}, '`effect` must be one of "hodges_lehmann"'),
        ({"most": 0}, "`most` must be a whole number >= 1, not 0"),
        ({"width": 1}, "`width` must be at least .* inches at font size .*, not 1"),
    ],
)
def test_bad_arguments(options, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.plot.effects(pb.effects(table(3)), **options)
