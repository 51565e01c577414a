"""The figure of a map: hexagons without gaps, empty units, names, regions."""

from __future__ import annotations

import io
from types import SimpleNamespace

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.image import imread

import pybench as pb
from pybench.plot._landscape_map import outlines
from pybench.plot.draw.honeycomb import Honeycomb

LAND = pb.plot.landscape_map


def layer(figure, role):
    artists = [*figure.axes[0].collections, *figure.axes[0].lines]
    return next(a for a in artists if a.get_label() == f"_{role}")


def pixels(figure):
    buffer = io.BytesIO()
    figure.savefig(buffer, format="rgba")
    width, height = figure.canvas.get_width_height()
    return np.frombuffer(buffer.getvalue(), np.uint8).reshape(height, width, 4)[..., :3]


@pytest.mark.parametrize("topology", ["hexagonal", "rectangular"])
@pytest.mark.parametrize("side", [3, 50])
def test_no_ground_shows_between_units(trained, side, topology):
    som = trained(side, side, units=np.arange(side**2), topology=topology)
    figure = LAND(som)
    picture = pixels(figure).astype(int)
    units = layer(figure, "unit")
    fill = (np.array(units.get_facecolor()[0][:3]) * 255).round().astype(int)
    comb = Honeycomb(side, side, topology == "hexagonal")
    at = figure.axes[0].transData.transform(units.get_offsets())
    step = np.hypot(*(at[1] - at[0]))
    # Points on every side that two units share.
    inner = comb.borders(np.arange(comb.count)).reshape(-1, 2, 2)
    share = np.linspace(0.15, 0.85, 8)[:, None]
    points = np.concatenate([a + (b - a) * share for a, b in inner])
    x, y = (at[0] + (points - comb.centres()[0]) * step).T
    found = picture[(len(picture) - y).astype(int), x.astype(int)]
    if side == 50:  # lines have the units' own colour
        assert abs(found - fill).max() <= 8
    else:  # grey lines, no white
        assert found.max(axis=1).max() < 245


def test_units_have_the_colours_of_their_rows(trained):
    som = trained(3, 2, units=np.repeat([0, 4], [3, 1]))
    figure = LAND(som)
    colours = [to_hex(c) for c in layer(figure, "unit").get_facecolor()]
    assert [c == "#ffffff" for c in colours] == [False, True, True, True, False, True]
    assert len(layer(figure, "empty").get_xdata()) == 4
    assert colours[0] == "#0072b2"


def test_unit_0_is_at_the_lower_left(trained):
    figure = LAND(trained(4, 3))
    at = figure.axes[0].transData.transform(layer(figure, "unit").get_offsets())
    assert at[:, 1].argmin() == 0 or at[0, 1] == at[:, 1].min()
    assert at[1, 0] > at[0, 0]
    assert at[4, 1] > at[0, 1]


@pytest.mark.parametrize("show", ["counts", "codes", "distances", "regions"])
@pytest.mark.parametrize("size", [(1, 1), (3, 3), (1, 20), (17, 6)])
def test_everything_is_inside_the_figure(trained, halves, inside, show, size):
    som = trained(*size, n=40)
    feature = "a" if show == "codes" else None
    regions = halves(som) if len(som.codes) > 2 else None
    if show == "regions" and regions is None:
        return
    names = [f"dataset {i % 9}" for i in range(40)]
    inside(LAND(som, show=show, feature=feature, regions=regions, datasets=names, title="A\nB"))


def test_every_region_is_named_and_outlined(trained, halves, inside, apart):
    som = trained(12, 9)
    labels = np.zeros(108, int)
    labels[40], labels[60:], labels[55] = 1, 2, 3
    figure = LAND(som, show="regions", regions=halves(som, labels))
    boxes = [b for b in inside(figure) if b[0] in ("R1", "R2", "R3", "R4")]
    assert {name for name, _ in boxes} == {"R1", "R2", "R3", "R4"}
    assert apart(boxes) == []
    comb = Honeycomb(12, 9, True)
    assert len(layer(figure, "border").get_segments()) == len(comb.borders(labels))
    assert len(layer(figure, "rim").get_segments()) == len(comb.rim())


def test_datasets_are_named_at_the_middle_of_their_rows(trained, inside, apart):
    som = trained(9, 9, units=np.array([0, 2, 1, 80, 80]))
    figure = LAND(som, datasets=["left", "left", "left", "corner", "corner"])
    boxes = [b for b in inside(figure) if b[0] in ("left", "corner")]
    assert len(boxes) == 2
    dots = layer(figure, "place")
    units = layer(figure, "unit").get_offsets()
    np.testing.assert_allclose(dots.get_xydata(), units[[1, 80]], atol=1e-3)


def test_no_dataset_is_lost_to_a_name_that_is_cut_alike(trained, inside, apart):
    som = trained(9, 9, units=np.array([0, 80]))
    names = [f"PPV+LSPV+MPV+MIPV_base+{more}2nd+periodogram_10k" for more in ("", "1st+")]
    figure = LAND(som, datasets=names)
    assert len(layer(figure, "place").get_xydata()) == 2
    shown = [box[0] for box in inside(figure) if box[0].startswith("PPV")]
    assert len(set(shown)) == 2
    assert max(map(len, shown)) <= 40


def test_crowded_names_do_not_overlap(trained, inside, apart):
    som = trained(25, 25, n=900)
    names = [f"Dataset{'Name' * (i % 4)}{i % 90}" for i in range(900)]
    figure = LAND(som, datasets=names)
    boxes = [b for b in inside(figure) if b[0].startswith("Dataset")]
    assert len(boxes) > 40
    assert apart(boxes) == []
    lost = 90 - len(boxes)
    said = " ".join(t.get_text() for t in figure.axes[0].texts)
    assert (f"{lost} names found no room" in said) == (lost > 1)


def test_a_landscape_brings_its_regions_and_its_scale(trained, halves):
    som = trained(6, 4)
    land = SimpleNamespace(som=som, regions=halves(som), scaling=SimpleNamespace(scale="z"))
    figure = LAND(land)
    assert layer(figure, "border")
    said = " ".join(t.get_text() for t in LAND(land, show="codes", feature="b").axes[0].texts)
    assert "standard deviations" in said


def test_given_axes_shrink_the_drawing(trained):
    axes = Figure(figsize=(2, 2)).add_subplot()
    assert LAND(trained(5, 5), axes) is axes.figure
    assert axes.texts[0].get_fontsize() < 8


@pytest.mark.parametrize("form", ["png", "svg", "pdf"])
def test_same_input_same_bytes(trained, halves, form):
    som = trained(6, 5)
    data = []
    for _ in range(2):
        buffer = io.BytesIO()
        LAND(som, regions=halves(som), datasets=["d", "e"] * 30).savefig(buffer, format=form)
        data.append(buffer.getvalue())
    assert data[0] == data[1]


def test_hostile_names_are_text(trained, hostile):
    som = trained(20, 20, n=len(hostile), features=("$x_1$", "<b>", "a\nb"))
    figure = LAND(som, datasets=hostile, title="<b>\u202e$x")
    figure.canvas.draw()
    assert "<script>" not in figure.to_svg()
    for feature in som.features:
        assert "<b>" not in LAND(som, show="codes", feature=feature).to_svg()


def test_bad_arguments(trained, halves):
    som = trained(3, 3)
    for arguments, said in (
        ({"show": "all"}, "`show` must be one of"),
        ({"font_size": 0}, "`font_size` must be"),
        ({"max_label": 2}, "`max_label` must be"),
        ({"regions": "R1"}, "`regions` must be a Regions"),
        ({"regions": halves(trained(4, 4))}, "this map, which has 9 units, not of a map with 16"),
        ({"datasets": ["a"]}, "one name for each of the map's 60 rows"),
        ({"datasets": [1] * 60}, "one name for each"),
        ({"ax": "axes"}, "`ax` must be axes"),
    ):
        with pytest.raises(pb.ArgumentError, match=said):
            LAND(som, **arguments)
    with pytest.raises(pb.ArgumentError, match="`som` must be a Som"):
        LAND("map")


@pytest.mark.parametrize("topology", ["hexagonal", "rectangular"])
def test_the_middle_of_each_outline_has_the_colour_of_its_unit(trained, topology):
    som = trained(5, 4, topology=topology)
    figure = pb.plot.landscape_map(som, show="counts")
    found = outlines(figure)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=144)
    pixels = imread(io.BytesIO(buffer.getvalue()))
    assert pixels.shape[:2] == pytest.approx((2 * found.height, 2 * found.width), abs=2)
    rows = np.bincount(som.units, minlength=20)
    assert found.corners.shape == (20, 6 if topology == "hexagonal" else 4, 2)
    shades = {}
    for count, corners in zip(rows, found.corners, strict=True):
        x, y = (0.5 * corners.mean(axis=0) + 0.5 * corners[0]) * 2  # off the dot of empty units
        shades.setdefault(int(count), set()).add(tuple(pixels[int(y), int(x), :3].round(2)))
    assert all(len(one) == 1 for one in shades.values()), shades
    assert len(shades) > 2
