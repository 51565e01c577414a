from __future__ import annotations

import dataclasses
from itertools import combinations, islice, pairwise, product

import pytest

from pybench.base.errors import ArgumentError
from pybench.plot.critical_differences_layout import MOST, arrange_benchmarks, benchmark_texts
from pybench.plot.draw.text import Extent
from tests.plot.parts import arcs, marks, middle, strokes

EM = 10.0


def measure(text, size, bold):
    return Extent(0.6 * len(text) * size, 0.8 * size, 0.2 * size)


def layout(result, *, said=None, **plan):
    return arrange_benchmarks(benchmark_texts(result, **(said or {})), measure, em=EM, **plan)


def box(text):
    size = {"name": EM, "title": 1.15 * EM}.get(text.role, EM)
    width = 0.6 * len(text.text) * size
    left = {"left": text.x, "right": text.x - width, "center": text.x - width / 2}[text.anchor]
    return left, middle(text) - size / 2, left + width, middle(text) + size / 2


def overlap(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def leaders(diagram):
    """Lines from the line of a row to a mark: (start, end, method), row by row."""
    found = [s for s in strokes(diagram) if s.role == "leader" and s.owner is not None]
    return [(s.points[0], s.points[-1], s.owner) for s in found]


def test_a_row_of_more_than_250_bars_is_named_and_has_none(random_benchmarks):
    drawn = random_benchmarks(30, 0)
    pairs = tuple(islice(combinations(drawn.diagrams[1].classifiers, 2), 251))
    crowded = dataclasses.replace(drawn.diagrams[1], cliques=pairs)
    shown = dataclasses.replace(drawn, diagrams=(drawn.diagrams[0], crowded, drawn.diagrams[2]))
    said = benchmark_texts(shown)
    assert [len(row.cliques) > 0 for row in said.rows] == [True, False, True]
    assert said.footnote.count("Too many bars to draw, more than 250: second.") == 1
    assert "Too many" not in benchmark_texts(drawn).footnote


CASES = list(product((2, 3, 8, 30), ("left", "right"), (None, "classifier-1")))


@pytest.mark.parametrize(("k", "best", "control"), CASES)
def test_no_two_texts_overlap_and_all_are_inside(random_benchmarks, k, best, control):
    for seed, width in product((0, 1), (None, 300.0)):
        drawn = random_benchmarks(k, seed, control=control, width=0.2 * k)
        diagram = layout(drawn, said={"title": "A title"}, best=best, width=width)
        boxes = [box(text) for text in diagram.texts]
        assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
        assert min(b[0] for b in boxes) >= 0
        assert max(b[2] for b in boxes) <= diagram.width
        assert max(b[3] for b in boxes) <= diagram.height


@pytest.mark.parametrize(("k", "best", "control"), CASES)
def test_every_mark_hangs_from_its_mean_rank(random_benchmarks, k, best, control):
    drawn = random_benchmarks(k, 3, control=control)
    diagram = layout(drawn, best=best)
    (axis,) = [s for s in strokes(diagram) if s.role == "axis"]
    left, right = axis.points[0][0], axis.points[1][0]
    lines = leaders(diagram)
    assert len(lines) == 3 * k
    at_mark = {(mark.x, mark.y, mark.owner) for mark in marks(diagram, "group")}
    for row, shown in enumerate(drawn.diagrams):
        of_row = lines[row * k : (row + 1) * k]
        assert len({start[1] for start, _, _ in of_row}) == 1
        xs = [end[0] for _, end, _ in of_row]
        assert all(b - a >= 0.95 * EM - 1e-9 for a, b in pairwise(xs)), "marks overlap"
        for start, end, owner in of_row:
            name = drawn.classifiers[owner]
            rank = shown.mean_ranks[shown.classifiers.index(name)]
            share = (rank - 1) / (k - 1)
            expected = left + share * (right - left)
            if best == "right":
                expected = right - share * (right - left)
            assert start[0] == pytest.approx(expected, abs=1e-9)
            assert (*end, owner) in at_mark


@pytest.mark.parametrize(("k", "best"), list(product((2, 3, 8, 30), ("left", "right"))))
def test_bars_of_a_row_cover_exactly_who_is_not_told_apart(random_benchmarks, k, best):
    drawn = random_benchmarks(k, 5)
    diagram = layout(drawn, best=best)
    lines = leaders(diagram)
    tops = [lines[row * k][0][1] for row in range(3)] + [diagram.height]
    for row, shown in enumerate(drawn.diagrams):
        xs = {owner: start[0] for start, _, owner in lines[row * k : (row + 1) * k]}
        places = {name: i for i, name in enumerate(drawn.classifiers)}
        sets = [{places[name] for name in clique} for clique in shown.cliques]
        inside = [s for s in strokes(diagram) if tops[row] < s.points[0][1] < tops[row + 1]]
        for stroke in (s for s in inside if s.role == "bar"):
            (x0, _), (x1, _) = stroke.points
            covered = {owner for owner, x in xs.items() if x0 + 1e-9 < x < x1 - 1e-9}
            assert covered <= sets[stroke.owner]
            for end in (x0, x1):  # at the mean rank of a member, however crowded
                assert any(abs(xs[owner] - end) <= 1e-9 for owner in sets[stroke.owner])
        curves = [arc for arc in arcs(diagram) if tops[row] < arc.points[0][1] < tops[row + 1]]
        drawn_sets = {s.owner for s in inside if s.role == "bar"} | {arc.owner for arc in curves}
        assert drawn_sets == set(range(len(sets)))


def test_a_control_has_its_interval_and_stars(random_benchmarks):
    drawn = random_benchmarks(6, 7, control="classifier-2", width=1.25)
    diagram = layout(drawn)
    (axis,) = [s for s in strokes(diagram) if s.role == "axis"]
    unit = (axis.points[1][0] - axis.points[0][0]) / 5
    intervals = [s for s in strokes(diagram) if s.role == "interval"]
    assert len(intervals) == 3
    for interval, shown, dot in zip(
        intervals, drawn.diagrams, marks(diagram, "member"), strict=True
    ):
        rank = shown.mean_ranks[shown.classifiers.index("classifier-2")]
        ends = [axis.points[0][0] + (x - 1) * unit for x in (rank - 1.25, rank + 1.25)]
        low = max(ends[0], axis.points[0][0])
        high = min(ends[1], axis.points[1][0])
        assert [p[0] for p in interval.points] == pytest.approx([low, high])
        assert dot.x == pytest.approx(axis.points[0][0] + (rank - 1) * unit)
    stars = [text.owner for text in diagram.texts if text.role == "star"]
    expected = [name for shown in drawn.diagrams for name in shown.apart]
    assert sorted(drawn.classifiers[i] for i in stars) == sorted(expected)
    bold = [text.text for text in diagram.texts if text.role == "legend" and text.bold]
    assert bold == ["classifier-2"]
    assert "asterisk" in benchmark_texts(drawn).footnote


def test_remarks_tell_datasets_and_critical_difference(random_benchmarks):
    drawn = random_benchmarks(4, 1)
    shown = (dataclasses.replace(drawn.diagrams[0], n_datasets=1), *drawn.diagrams[1:])
    said = benchmark_texts(dataclasses.replace(drawn, diagrams=shown), decimals=1)
    width = drawn.diagrams[0].critical_difference
    assert said.rows[0].remark == f"1 dataset, CD = {width:.1f}"
    assert said.rows[1].remark == "14 datasets"


def test_the_footnote_says_what_there_is_to_see(random_benchmarks, random_result):
    drawn = random_benchmarks(5, 1)
    words = "methods that do not differ significantly by the Wilcoxon signed-rank test"
    assert words in benchmark_texts(drawn).footnote
    apart = tuple(
        dataclasses.replace(d, cliques=(), significant=d.significant | True) for d in drawn.diagrams
    )
    for diagram in apart:
        for i in range(5):
            diagram.significant[i, i] = False
    said = benchmark_texts(dataclasses.replace(drawn, diagrams=apart))
    assert "All pairs differ significantly by the Wilcoxon signed-rank test" in said.footnote
    assert benchmark_texts(drawn, footnote=False).footnote == ""


def test_more_classifiers_than_marks_are_refused(random_benchmarks):
    layout(random_benchmarks(MOST, 1))
    with pytest.raises(ArgumentError, match="41 methods are more than colours"):
        benchmark_texts(random_benchmarks(MOST + 1, 1))


def test_anything_else_is_refused(random_result):
    with pytest.raises(ArgumentError, match="`result` must be critical differences of benchmarks"):
        benchmark_texts(random_result(3, 1))


def test_bad_arguments_are_named(random_benchmarks):
    drawn = random_benchmarks(3, 1)
    for arguments in ({"decimals": -1}, {"max_label": 1}, {"highlight": "nobody"}):
        with pytest.raises(ArgumentError, match=f"`{next(iter(arguments))}`"):
            benchmark_texts(drawn, **arguments)
