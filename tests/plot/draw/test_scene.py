"""A scene of shapes and texts: its size, its scale, its layers."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.figure import Figure

from pybench.plot.draw.fonts import measurer
from pybench.plot.draw.paint_matplotlib import show
from pybench.plot.draw.scene import Areas, Lines, Marks, Scene, rectangle
from pybench.plot.draw.style import FONT


@pytest.fixture
def scene():
    made = Scene(10.0, 200.0, 100.0)
    made.layers += [
        Areas("tile", [rectangle(0, 0, 50, 20)], ["#FF0000"]),
        Areas(
            "stamp", [(-5, -5), (5, -5), (0, 5)], ["#000"] * 2, at=np.array([[20.0, 50], [60, 50]])
        ),
        Lines("line", [[(0, 90), (200, 90)]], dash=(2.0, 1.0)),
        Marks("dot", [(100, 50)], 8.0, hollow=True),
    ]
    made.write(100, 50, "$x$", 2.0, anchor="center", middle=True)
    return made


def test_a_figure_is_as_large_as_its_scene(scene):
    figure = show(scene, None, [FONT])
    np.testing.assert_allclose(figure.get_size_inches() * 72, [200, 100], atol=1e-3)
    assert figure.axes[0].texts[0].get_fontsize() == 20
    assert figure.axes[0].texts[0].get_text() == "$x$"


def test_points_of_the_scene_are_points_of_the_paper(scene):
    figure = show(scene, None, [FONT])
    at = figure.axes[0].transData.transform([(0, 0), (200, 100)]) * 72 / figure.dpi
    np.testing.assert_allclose(at, [[0, 100], [200, 0]], atol=1e-2)


def test_stamps_have_their_shape_where_they_stand(scene):
    figure = show(scene, None, [FONT])
    figure.canvas.draw()
    stamps = next(c for c in figure.axes[0].collections if c.get_label() == "_stamp")
    (path,), transform = stamps.get_paths(), stamps.get_transform()
    corners = transform.transform(path.vertices)[:3] * 72 / figure.dpi
    np.testing.assert_allclose(corners, [[-5, 5], [5, 5], [0, -5]], atol=1e-6)


def test_in_small_axes_everything_shrinks_alike(scene):
    axes = Figure(figsize=(100 / 72, 100 / 72)).add_axes((0, 0, 1, 1))
    show(scene, axes, [FONT])
    assert axes.texts[0].get_fontsize() == pytest.approx(10)
    assert axes.lines[0].get_markersize() == pytest.approx(4)
    at = axes.transData.transform([(0, 0), (200, 100)]) * 72 / axes.figure.dpi
    np.testing.assert_allclose(at, [[0, 75], [100, 25]], atol=1e-2)  # in the middle


def test_in_large_axes_nothing_grows(scene):
    axes = Figure(figsize=(10, 10)).add_axes((0, 0, 1, 1))
    show(scene, axes, [FONT])
    assert axes.texts[0].get_fontsize() == 20


def test_head_and_foot_make_room():
    scene = Scene(10.0, 120.0)
    top = scene.head(["one", "two"])
    assert top > scene.texts[-1].y
    scene.foot(top, ["a sentence that does not fit into one line of 120 points."], measurer([FONT]))
    assert len(scene.texts) > 3
    assert scene.height > max(text.y for text in scene.texts)
