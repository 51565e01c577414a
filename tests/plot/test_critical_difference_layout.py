from __future__ import annotations

from itertools import combinations, pairwise, product

import numpy as np
import pytest

from pybench.plot.critical_difference_layout import arrange
from pybench.plot.critical_difference_parts import tick_step
from pybench.plot.critical_difference_text import MOST_BARS, diagram_texts
from pybench.plot.draw.text import Extent
from tests.plot.parts import arcs, marks, middle, strokes

EM = 10.0
CHARACTER = 6.0  # width


def measure(text, size, bold):
    return Extent(len(text) * size * CHARACTER / EM, 0.8 * size, 0.2 * size)


def layout(result, *, said=None, **plan):
    return arrange(diagram_texts(result, **(said or {})), measure, em=EM, **plan)


def box(text):
    """Left, top, right, bottom of a text."""
    size = EM
    width = len(text.text) * size * CHARACTER / EM
    left = {"left": text.x, "right": text.x - width, "center": text.x - width / 2}[text.anchor]
    return left, middle(text) - size / 2, left + width, middle(text) + size / 2


def overlap(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def texts(diagram, role):
    return [text for text in diagram.texts if text.role == role]


def leader_xs(diagram):
    """Where each method's leader passes the bars: place -> x."""
    return {s.owner: s.points[0][0] for s in strokes(diagram) if s.role == "leader"}


def label_xs(diagram):
    """Where each method's leader comes down to its label: place -> x."""
    return {s.owner: s.points[-2][0] for s in strokes(diagram) if s.role == "leader"}


CASES = [
    pytest.param(k, seed, interval, id=f"k{k}-{'interval' if interval else 'any'}-{seed}")
    for k, seed, interval in product((2, 3, 4, 5, 9, 14, 35, 60), (0, 1), (True, False))
]
PLANS = [
    {"layout": side, "best": best, "axis": axis}
    for side, best, axis in product(("both", "one-sided"), ("left", "right"), ("full", "tight"))
]


@pytest.mark.parametrize(("k", "seed", "interval"), CASES)
def test_no_two_texts_overlap_and_all_are_inside(random_result, k, seed, interval):
    names = [f"{'long name ' * (i % 6)}{i}" for i in range(k)]
    drawn = random_result(k, seed, interval=interval, names=names)
    groups = {name: f"group {len(name) % 7}" for name in names[::2]}
    for plan in PLANS:
        diagram = layout(drawn, said={"groups": groups, "title": "A title"}, **plan)
        boxes = [box(text) for text in diagram.texts]
        assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
        assert min(b[0] for b in boxes) >= 0
        assert min(b[1] for b in boxes) >= 0
        assert max(b[2] for b in boxes) <= diagram.width
        assert max(b[3] for b in boxes) <= diagram.height


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_marks_of_groups_touch_neither_text_nor_leader(random_result, plan):
    drawn = random_result(9, 1)
    diagram = layout(drawn, said={"groups": {n: n for n in drawn.classifiers}}, **plan)
    ends = {s.points[-1] for s in strokes(diagram) if s.role == "leader"}
    half = 0.36 * EM  # the largest shape
    for mark in marks(diagram, "group"):
        shape = (mark.x - half, mark.y - half, mark.x + half, mark.y + half)
        assert not [text for text in diagram.texts if overlap(shape, box(text))]
        assert not [x for x, y in ends if y == mark.y and shape[0] <= x <= shape[2]]


@pytest.mark.parametrize(("k", "seed", "interval"), CASES)
def test_a_bar_never_covers_who_differs_and_never_loses_a_link(random_result, k, seed, interval):
    drawn = random_result(k, seed, interval=interval)
    said = {"verdicts": "bars"}  # also where letters would replace them
    for plan in PLANS:
        diagram = layout(drawn, said=said, **plan)
        if len(drawn.cliques) > MOST_BARS:
            assert not diagram.bars
            continue
        xs = leader_xs(diagram)
        sets = [{diagram.order[p] for p in bar.members} for bar in diagram.bars]
        for stroke in strokes(diagram):
            if stroke.role == "bar":
                (x0, y0), (x1, y1) = stroke.points
                assert y0 == y1
                # Mean ranks may be equal where a bar ends, which the footnote says.
                covered = {i for i, x in xs.items() if x0 + 1e-9 < x < x1 - 1e-9}
                assert covered <= sets[stroke.owner]
                ends = {i for i, x in xs.items() if min(abs(x - x0), abs(x - x1)) <= 1e-9}
                assert ends & sets[stroke.owner]
                if ends - sets[stroke.owner]:
                    assert "share a mean rank" in diagram_texts(drawn, **said).footnote
        for i, j in combinations(range(k), 2):
            together = any({i, j} <= members for members in sets)
            assert together == (not drawn.significant[i, j])


@pytest.mark.parametrize(("k", "seed", "interval"), CASES)
def test_marks_of_a_broken_bar_are_its_members(random_result, k, seed, interval):
    drawn = random_result(k, seed, interval=interval)
    diagram = layout(drawn)
    xs = leader_xs(diagram)
    broken = [bar for bar in diagram.bars if bar.hops]
    assert len(marks(diagram, "member")) == sum(len(bar.members) for bar in broken)
    assert len(arcs(diagram)) == sum(len(bar.hops) for bar in broken)
    assert all(dot.x == xs[dot.owner] for dot in marks(diagram, "member"))
    by_bar = {arc.owner for arc in arcs(diagram)}
    assert by_bar == {number for number, bar in enumerate(diagram.bars) if bar.hops}


@pytest.mark.parametrize(("k", "seed", "interval"), CASES)
def test_bars_are_on_the_fewest_levels_and_do_not_touch(random_result, k, seed, interval):
    diagram = layout(random_result(k, seed, interval=interval))
    xs = leader_xs(diagram)
    spans = {}
    for bar in diagram.bars:
        ends = [xs[diagram.order[p]] for p in (bar.members[0], bar.members[-1])]
        spans.setdefault(bar.level, []).append(ends)
    for level in spans.values():
        assert all(a[1] < b[0] for a, b in pairwise(sorted(level)))
    every = [span for level in spans.values() for span in level]
    room = EM  # bars on one level keep an em
    deepest = max((sum(a <= s < b + room for a, b in every) for s, _ in every), default=0)
    assert len(spans) == deepest


@pytest.mark.parametrize(("k", "seed", "interval"), CASES)
def test_leaders_do_not_cross_and_end_at_their_label(random_result, k, seed, interval):
    drawn = random_result(k, seed, interval=interval)
    for plan in PLANS:
        diagram = layout(drawn, **plan)
        leaders = {s.owner: s.points for s in strokes(diagram) if s.role == "leader"}
        rows = {t.owner: middle(t) for t in texts(diagram, "name")}
        assert {place: points[-1][1] for place, points in leaders.items()} == pytest.approx(rows)
        for a, b in product(leaders.values(), repeat=2):
            (x, y), (end, _) = a[-2], a[-1]
            inside = min(x, end) < b[-2][0] < max(x, end)
            assert not (inside and b[-2][1] > y), "a level part crosses an upright part"


@pytest.mark.parametrize("higher_is_better", [True, False])
@pytest.mark.parametrize("best", ["left", "right"])
@pytest.mark.parametrize("side", ["both", "one-sided"])
def test_better_is_on_the_side_asked_for(random_result, best, side, higher_is_better):
    import dataclasses

    drawn = dataclasses.replace(random_result(9, 3), higher_is_better=higher_is_better)
    diagram = layout(drawn, layout=side, best=best)
    xs = [x for _, x in sorted(leader_xs(diagram).items())]
    assert xs == sorted(xs, reverse=best == "right")
    ticks = {t.text: t.x for t in texts(diagram, "tick")}
    assert (ticks["1"] < ticks["9"]) == (best == "left")
    words = sorted(texts(diagram, "end"), key=lambda t: t.x)
    expected = ["← better", "worse →"] if best == "left" else ["← worse", "better →"]
    assert [t.text for t in words] == expected
    first = next(t for t in texts(diagram, "name") if t.owner == 0)
    assert first.anchor == ("right" if best == "left" else "left")
    assert first.y == min(t.y for t in texts(diagram, "name"))


def test_demsars_figure_is_to_scale(demsar):
    diagram = layout(demsar)
    ticks = {int(t.text): t.x for t in texts(diagram, "tick")}
    unit = ticks[2] - ticks[1]
    assert sorted(ticks) == [1, 2, 3, 4]
    starts = [s.points[0][0] for s in strokes(diagram) if s.role == "leader"]
    # 1e-9: rounding of lengths up to 1000 points
    assert [(x - ticks[1]) / unit + 1 for x in starts] == pytest.approx(
        [1.964, 2.0, 2.893, 3.143], abs=1e-9
    )
    ruler = next(s for s in strokes(diagram) if s.role == "ruler")
    assert ruler.points[1][0] - ruler.points[0][0] == pytest.approx(1.25 * unit, abs=1e-9)
    assert ruler.points[0][0] == ticks[1]
    assert [bar.members for bar in diagram.bars] == [(0, 1, 2, 3)]


def test_equal_mean_ranks_part_below_the_axis(result):
    diagram = layout(result(["a", "b", "c"], [2, 2, 2], distance=1.0))
    (at,) = set(leader_xs(diagram).values())
    assert np.diff(sorted(label_xs(diagram).values())) == pytest.approx([0.42 * EM] * 2)
    (bar,) = [s for s in strokes(diagram) if s.role == "bar"]
    assert (bar.points[0][0], bar.points[1][0]) == (at, at)  # a dot: round ends


@pytest.mark.parametrize("width", [2.5, 3.3, 7.0])
@pytest.mark.parametrize("k", [5, 20, 60, 100])
@pytest.mark.parametrize("interval", [True, False])
def test_a_bar_lies_at_the_mean_ranks_of_its_outer_members(random_result, k, interval, width):
    """However crowded; before, leaders parted above the bars and took their ends along."""
    drawn = random_result(k, 2, interval=interval)
    for plan in PLANS:
        diagram = layout(drawn, width=72 * width, **plan)
        ticks = [(float(t.text), t.x) for t in texts(diagram, "tick")]
        (low, left), (high, right) = ticks[0], ticks[-1]
        solid = {}
        for stroke in strokes(diagram):
            if stroke.role == "bar":
                ends = sorted(
                    low + (x - left) / (right - left) * (high - low) for x, _ in stroke.points
                )
                solid.setdefault(stroke.owner, []).append(ends)
        for number, pieces in solid.items():
            bar = diagram.bars[number]
            runs = [
                [drawn.mean_ranks[diagram.order[p]] for p in run]
                for run in bar.runs
                if run[0] < run[1]
            ]
            expected = sorted(sorted(run) for run in runs)
            np.testing.assert_allclose(sorted(pieces), expected, rtol=0, atol=1e-9)


def test_no_bars_no_ruler_no_footnote(result):
    drawn = result(["a", "b"], [1, 2])
    diagram = layout(drawn, said={"footnote": False})
    assert {s.role for s in strokes(diagram)} == {"axis", "tick", "leader"}
    assert {t.role for t in diagram.texts} == {"name", "value", "tick", "end"}


def test_a_ruler_longer_than_the_axis_is_told_in_words(result):
    diagram = layout(result(["a", "b"], [1.5, 1.5], distance=9.0))
    assert [t.text for t in texts(diagram, "ruler")] == ["CD = 9.00, longer than the axis"]
    assert not [s for s in strokes(diagram) if s.role == "ruler"]


def test_the_axis_takes_the_width_and_names_are_never_cut(random_result):
    drawn = random_result(14, 1)
    assert layout(drawn, width=900.0).width == pytest.approx(900.0)
    narrow = layout(drawn, width=50.0)
    assert narrow.width > 50.0
    assert {t.text for t in texts(narrow, "name")} == set(drawn.classifiers)


def test_a_tight_axis_ends_at_whole_ranks(result):
    diagram = layout(result(["a", "b", "c", "d"], [2.2, 2.4, 2.6, 2.8]), axis="tight")
    assert sorted(t.text for t in texts(diagram, "tick")) == ["2", "3"]


@pytest.mark.parametrize(
    ("unit", "widest", "step"), [(20, 15, 1), (15, 15, 1), (14, 15, 5), (2, 15, 10), (0.2, 15, 100)]
)
def test_numbers_of_the_axis_do_not_touch(unit, widest, step):
    assert tick_step(unit, widest) == step


@pytest.mark.parametrize("plan", PLANS, ids=str)
@pytest.mark.parametrize("width", [None, 0.4, 2.0, 30.0])
@pytest.mark.parametrize("place", [0, 4, 8])
def test_the_interval_covers_who_is_nearer_to_the_control(result, plan, width, place):
    names = [f"classifier {i}" for i in range(9)]
    ranks = [1.2, 2.5, 2.6, 4.0, 4.8, 5.5, 7.0, 8.1, 9.0]
    differs = 100.0 if width is None else width
    drawn = result(names, ranks, distance=differs, control=names[place])
    import dataclasses

    diagram = layout(dataclasses.replace(drawn, critical_difference=width), **plan)
    boxes = [box(text) for text in diagram.texts]
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
    assert min(b[0] for b in boxes) >= 0
    assert max(b[2] for b in boxes) <= diagram.width
    assert diagram.bars == ()
    starts = {s.owner: s.points[0][0] for s in strokes(diagram) if s.role == "leader"}
    (line,) = [s for s in strokes(diagram) if s.role == "axis"]
    assert (starts[place], line.points[0][1]) in {
        (dot.x, dot.y) for dot in marks(diagram, "member")
    }
    stars = {text.owner for text in texts(diagram, "star")}
    assert stars == {i for i in range(9) if abs(ranks[i] - ranks[place]) >= differs}
    intervals = [s for s in strokes(diagram) if s.role == "interval"]
    if width is None:
        assert intervals == []
        assert not texts(diagram, "ruler")
        return
    (interval,) = intervals
    inside = {i for i, x in starts.items() if interval.points[0][0] < x < interval.points[1][0]}
    ends = [point[0] for point in line.points]  # where leaders of ranks 1 and k start
    edges = {i for i, x in starts.items() if min(abs(x - end) for end in ends) < 1e-9}
    near = {i for i in range(9) if abs(ranks[i] - ranks[place]) < width}
    assert inside - edges == near - edges


def test_a_star_touches_neither_value_nor_mark(result):
    names = list("abcde")
    drawn = result(names, [1, 2, 3, 4, 5], distance=1.5, control="c")
    diagram = layout(drawn, said={"groups": dict.fromkeys(names, "g")})
    half = 0.36 * EM
    for star in texts(diagram, "star"):
        for mark in marks(diagram, "group"):
            shape = (mark.x - half, mark.y - half, mark.x + half, mark.y + half)
            assert not overlap(shape, box(star))
