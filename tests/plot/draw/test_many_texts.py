"""Many texts as one artist look as Matplotlib's own."""

from __future__ import annotations

import io

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.figure import Figure

from pybench.plot.draw.figure import PlainText, reproducible
from pybench.plot.draw.many_texts import ManyTexts
from pybench.plot.draw.scene import Text
from pybench.plot.draw.style import FONT, INK, QUIET
from tests.versions import TESTED

TEXTS = ("+0.0123", "−12.34", "60/3/49", "<1e-12", "5e-4", "0.97/0.02/0.01")


def canvas(artists, dpi=150):
    figure = Figure(figsize=(3, 3), dpi=dpi)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_xlim(0, 216)
    axes.set_ylim(216, 0)
    for artist in artists:
        axes.add_artist(artist)
    return figure


def pixels(artists, dpi=150):
    figure = canvas(artists, dpi)
    with reproducible():
        figure.canvas.draw()
    return 1.0 - np.asarray(figure.canvas.buffer_rgba())[..., :3].mean(axis=-1) / 255


def own(word):
    return PlainText(
        word.x,
        word.y,
        word.text,
        family=[FONT],
        fontsize=word.size,
        fontweight="bold" if word.bold else "normal",
        color=word.colour,
        horizontalalignment=word.anchor,
        verticalalignment="baseline",
        rotation=90 if word.upright else 0,
        rotation_mode="anchor",
    )


def middles(image, dpi):
    """Return the centre of the ink of each text: they are 30 points apart."""
    height = round(30 * dpi / 72)
    bands = [image[i * height : (i + 1) * height] for i in range(len(TEXTS))]
    places = [np.indices(band.shape).reshape(2, -1) @ band.ravel() / band.sum() for band in bands]
    return np.array(places)


@pytest.mark.parametrize("dpi", [72, 150])
@pytest.mark.parametrize("anchor", ["left", "center", "right"])
@pytest.mark.parametrize("bold", [False, True])
def test_numbers_in_a_raster_are_those_of_matplotlib(anchor, bold, dpi):
    words = [
        Text(108.3, 20.0 + 30 * i, text, 9.0, INK, anchor, bold) for i, text in enumerate(TEXTS)
    ]
    mine = pixels([ManyTexts(words, 1.0, [FONT])], dpi)
    theirs = pixels([own(word) for word in words], dpi)
    # The same ink in the same places, but for fractions of a pixel; other versions of Matplotlib
    # round the places of its own texts by up to a pixel and a half.
    assert mine.sum() == pytest.approx(theirs.sum(), rel=0.05)
    assert np.abs(middles(mine, dpi) - middles(theirs, dpi)).max() < (1.0 if TESTED else 1.5)


@pytest.mark.parametrize("text", ["−", ".", "+", "/", "1"])
@pytest.mark.parametrize("size", [4.0, 6.5, 9.0])
def test_no_sign_is_lost_at_any_place_in_the_raster(text, size):
    """Snapping to the raster made points and signs of small figures vanish."""
    drawn = [
        pixels([ManyTexts([Text(100.0 + at, 100.0 + at, text, size)], 1.0, [FONT])], 72).sum()
        for at in np.linspace(0, 1, 9)
    ]
    assert min(drawn) > 0.85 * max(drawn)


@pytest.mark.parametrize("upright", [False, True])
def test_names_are_those_of_matplotlib(upright):
    words = [
        Text(60.0 + 30 * i, 150.0, text, 9.0, upright=upright)
        for i, text in enumerate(["Ab", "$x$", "é"])
    ]
    mine, theirs = (
        pixels(artists)
        for artists in ([ManyTexts(words, 1.0, [FONT])], [own(word) for word in words])
    )
    assert np.abs(mine - theirs).sum() < 0.02 * theirs.sum()


@pytest.mark.parametrize("text", ["0.12", "<b>&$x^2$"])
def test_svg_has_text_with_its_anchor(text):
    buffer = io.StringIO()
    words = [Text(100.0, 50.0, text, 9.0, QUIET, "center")]
    figure = canvas([ManyTexts(words, 0.5, [FONT])])
    with reproducible():
        figure.savefig(buffer, format="svg")
    svg = buffer.getvalue()
    assert "text-anchor: middle" in svg
    assert "font-size: 4.5px" in svg
    assert 'x="100" y="50"' in svg
    assert text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") in svg


def test_an_invisible_artist_draws_nothing():
    words = ManyTexts([Text(100.0, 50.0, "1", 9.0)], 1.0, [FONT])
    words.draw(RendererAgg(10, 10, 72))  # in no axes: nowhere to draw
    words.set_visible(False)
    assert pixels([words]).sum() == 0
