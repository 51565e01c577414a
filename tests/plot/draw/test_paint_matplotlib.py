from __future__ import annotations

from matplotlib.collections import LineCollection, PathCollection

from pybench.plot._critical_difference import critical_difference
from pybench.plot.critical_difference_parts import WEIGHTS
from pybench.plot.draw.style import INK, LEADER, PALETTE


def artists(axes, role):
    """Marks of a role, or texts: they say what they are by their hidden labels."""
    return [child for child in axes.get_children() if child.get_label() == f"_{role}"]


def test_marks_become_artists_named_for_their_role(result):
    drawn = result(["a", "b", "c", "d"], [1, 2, 3, 4], joined=[(0, 2), (2, 3)])
    axes = critical_difference(drawn, groups={"a": "x", "b": "y"}).axes[0]
    lines = {
        role: [one for one in artists(axes, role) if isinstance(one, LineCollection)]
        for role in WEIGHTS
    }
    counts = {role: [len(one.get_segments()) for one in found] for role, found in lines.items()}
    assert counts == {
        "leader": [4],
        "bar": [1],
        "axis": [1],
        "interval": [],
        "tick": [4],
        "ruler": [],
    }
    (arcs,) = artists(axes, "arc")
    assert isinstance(arcs, PathCollection)
    assert len(arcs.get_paths()) == 1
    assert len(artists(axes, "member")[0].get_xdata()) == 2
    groups = [len(one.get_xdata()) for one in artists(axes, "group")]
    assert groups == [2, 2]  # a label and an entry of the legend each
    assert [text.get_text() for text in artists(axes, "legend")] == ["x", "y"]


def test_bars_lie_over_leaders_and_under_text(result):
    drawn = result(["a", "b", "c", "d"], [1, 2, 3, 4], joined=[(0, 2), (2, 3)])
    axes = critical_difference(drawn).axes[0]
    order = [artists(axes, role)[0].get_zorder() for role in ("leader", "arc", "bar", "name")]
    assert order == sorted(order)
    assert len(set(order)) == len(order)


def test_groups_and_highlights_are_coloured(demsar):
    from matplotlib.colors import to_hex

    figure = critical_difference(demsar, groups={"C4.5": "x"}, highlight="C4.5+m")
    axes = figure.axes[0]
    colours = [to_hex(c).upper() for c in artists(axes, "leader")[0].get_colors()]
    assert colours == [LEADER, INK, LEADER, PALETTE[0]]
    bold = {t.get_text(): t.get_fontweight() for t in artists(axes, "name")}
    assert [name for name, weight in bold.items() if weight == "bold"] == ["C4.5+m"]


def test_styles_reach_the_artists(demsar):
    axes = critical_difference(demsar, font_size=12.0, line_width=1.5).axes[0]
    assert {t.get_fontsize() for t in artists(axes, "name")} == {12.0}
    assert set(artists(axes, "leader")[0].get_linewidths()) == {1.5}


def test_the_figure_reads_from_the_top(demsar):
    figure = critical_difference(demsar, title="title")
    renderer = figure.canvas.get_renderer()
    heights = {
        text.get_text().split()[0]: text.get_window_extent(renderer).y0
        for text in reversed(figure.axes[0].texts)
    }
    order = [heights[word] for word in ("title", "CD", "1", "C4.5+m+cf", "Mean")]
    assert order == sorted(order, reverse=True)
    assert len(set(order)) == len(order)
