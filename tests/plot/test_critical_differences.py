from __future__ import annotations

import io

import pytest
from lxml import etree
from matplotlib.figure import Figure

from pybench.base.errors import ArgumentError
from pybench.plot._critical_differences import critical_differences
from pybench.plot.draw.text import visible

SVG = "{http://www.w3.org/2000/svg}"


def saved(figure, kind):
    buffer = io.BytesIO()
    figure.savefig(buffer, format=kind)
    return buffer.getvalue()


def words(figure):
    tree = etree.fromstring(saved(figure, "svg"))
    return [element.text for element in tree.iter(f"{SVG}text")]


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_the_same_result_gives_the_same_bytes(random_benchmarks, kind):
    drawn = random_benchmarks(7, 1)
    first, second = (saved(critical_differences(drawn), kind) for _ in range(2))
    assert first == second


def test_all_names_are_text_in_the_svg(random_benchmarks):
    drawn = random_benchmarks(7, 1)
    found = words(critical_differences(drawn, title="Three benchmarks"))
    assert {*drawn.classifiers, *drawn.benchmarks, "Three benchmarks"} <= set(found)


def test_hostile_names_are_harmless(random_benchmarks, hostile):
    names = [name for name in hostile if "\ud800" not in name][:30]  # which no table holds
    found = words(critical_differences(random_benchmarks(30, 2, names=names)))
    assert {visible(name) for name in names} <= set(found)


def test_a_width_is_kept(random_benchmarks):
    figure = critical_differences(random_benchmarks(5, 1), width=4.5)
    assert figure.get_figwidth() == pytest.approx(4.5, abs=1e-6)


def test_given_axes_are_drawn_into(random_benchmarks):
    figure = Figure(figsize=(6, 4))
    axes = figure.subplots()
    drawn = random_benchmarks(5, 1, control="classifier-0", width=1.0)
    assert critical_differences(drawn, axes) is figure
    assert len(axes.texts) > 10
    with pytest.raises(ArgumentError, match="`width` cannot be given together with `ax`"):
        critical_differences(drawn, axes, width=3)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"best": "top"}, "`best` must be one of"),
        ({"font_size": 0}, "`font_size` must be a positive number of points"),
        ({"line_width": -1}, "`line_width` must be a positive number of points"),
    ],
)
def test_bad_arguments_are_named(random_benchmarks, arguments, message):
    with pytest.raises(ArgumentError, match=message):
        critical_differences(random_benchmarks(3, 1), **arguments)
