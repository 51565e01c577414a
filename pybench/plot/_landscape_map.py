"""The map of the landscape, unit by unit: rows, codes, distances or regions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import counted
from pybench.plot.arguments import documented, result_or_part, style_of
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.honeycomb import Floats, Ints, heart
from pybench.plot.draw.label_placement import Box, nearest, place_names
from pybench.plot.draw.paint_matplotlib import draw
from pybench.plot.draw.scene import GAP, Areas, Lines, Marks, Scene, rectangle
from pybench.plot.draw.style import INK, LEADER, QUIET, ink_on
from pybench.plot.draw.text import Measure, labels_for
from pybench.plot.landscape_map_colours import SHOW, UnitColours, unit_colours

if TYPE_CHECKING:
    from pybench.landscape.regions import Regions
    from pybench.landscape.som import Som

Point = tuple[float, float]
# Multiples of the font size.
_WIDEST_UNIT, _ACROSS, _DOWN, _LEAST = 8.0, 54.0, 46.0, 46.0
_SWATCH_WIDE, _SWATCH_HIGH = 4.6, 1.5
_NAME = 0.75  # of datasets
_REACH = 7.0  # largest distance of a dataset's name from its dot


@documented
def landscape_map(
    som: Som,
    ax: Axes | None = None,
    *,
    show: str = "counts",
    regions: Regions | None = None,
    feature: str | None = None,
    datasets: Sequence[str] | None = None,
    title: str | None = None,
    width: float | str | None = None,
    max_label: int | None = 40,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw the units of a map: hexagons, or the squares of a rectangular grid.

    Unit 0 is at the lower left, and unit 1 is to the right of it. A small dot marks a unit to which
    no row belongs.

    Parameters
    ----------
    som : Som or Landscape
        From `pybench.som` or `pybench.map_landscape`. The regions of a landscape are outlined.
    show : {"counts", "codes", "distances", "regions"}
        "counts": the number of rows of each unit, coloured on a logarithmic scale. "codes": the
        value of one feature in the code of each unit (a unit's code is its position in the space of
        the features). "distances": the mean distance between a unit's code and the codes of its
        neighbours (U-matrix; dark where dissimilar units meet). "regions": the regions.
    regions : Regions, optional
        Regions of this map, which are outlined and named. For ``show="regions"``, they are
        required, unless ``som`` is a landscape.
    feature : str, optional
        The feature whose values are shown; required for ``show="codes"``.
    datasets : sequence of str, shape (rows,), optional
        The dataset of each row that the map was trained on. Each name is drawn at a unit that
        contains rows of the dataset: the unit that is nearest to the mean position of these rows
        on the grid.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        An unknown option or feature, regions of another map, dataset names that are not one per
        row, or a number out of range.

    References
    ----------
    Ultsch, A. and Siemon, H. P. (1990). Kohonen's self organizing feature maps for exploratory data
    analysis. *Proceedings of the International Neural Network Conference*, 305-308: the U-matrix.

    Examples
    --------
    >>> import numpy as np
    >>> import pybench as pb
    >>> X = np.random.default_rng(0).normal(size=(60, 3))
    >>> som = pb.som(X, 4, 3, seed=1)  # doctest: +SKIP
    >>> figure = pb.plot.landscape_map(som, show="distances")  # doctest: +SKIP
    """
    trained, outlined, standard = _map_of(som, regions)
    style = style_of(
        ax, font_size=font_size, usual=8.0, font=font,
        title=title, width=width, max_label=max_label,
    )  # fmt: skip
    check.choice("show", show, SHOW)
    em = style.font_size
    plan = unit_colours(trained, show, outlined, feature, standard)
    names = _centres_of(trained, datasets, max_label)
    family = families(style.font, [*style.title, *names, *plan.notes])
    measure = measurer(family)
    return draw(
        lambda most: _scene(plan, names, style.title, measure, Scene(em, most=most)),
        ax, family, style.width,
    )  # fmt: skip


def _map_of(som: Any, regions: Regions | None) -> tuple[Som, Ints | None, bool]:
    """Return the map, its regions if any, and whether its codes are standardized."""
    from pybench.landscape.regions import Regions
    from pybench.landscape.som import Som

    found = result_or_part("som", som, Som, "som", "som(X, xdim, ydim, seed=...)")
    standard = found.scale is not None
    if found is not som:
        standard = standard or som.scaling.scale == "z"
        regions = som.regions if regions is None else regions
    som = found
    if regions is None:
        return som, None, standard
    check.kind("regions", regions, Regions, "regions(som.codes)")
    if len(regions.labels) != len(som.codes):
        raise ArgumentError(
            f"`regions` must be regions of this map, which has {counted(len(som.codes), 'unit')}, "
            f"not of a map with {counted(len(regions.labels), 'unit')}",
            expected=counted(len(som.codes), "unit"),
            found=f"{len(regions.labels)}",
        )
    return som, regions.labels, standard


def _centres_of(som: Som, datasets: Any, limit: int | None) -> dict[str, int]:
    """Return the label of each dataset and the unit at which it is named."""
    if datasets is None:
        return {}
    names = list(datasets)
    if len(names) != len(som.units) or not all(isinstance(name, str) for name in names):
        raise ArgumentError(
            f"`datasets` must be one name for each of the map's {counted(len(som.units), 'row')}, "
            f"not {counted(len(names), 'value')}",
            expected=f"{counted(len(som.units), 'name')}",
            found=f"{len(names)}",
        )
    rows: dict[str, list[int]] = {}
    for at, name in enumerate(names):
        rows.setdefault(name, []).append(at)
    places = som.grid.coordinates
    found = {}
    for label, mine in zip(labels_for(rows, limit), rows.values(), strict=True):
        units, counts = np.unique(som.units[mine], return_counts=True)
        middle = np.average(places[units], axis=0, weights=counts)
        gaps = ((places[units] - middle) ** 2).sum(axis=1)
        found[label] = int(units[gaps.round(9).argmin()])
    return found


@dataclass(frozen=True, slots=True)
class _Ground:
    """Converts steps of the grid to points of the scene."""

    left: float
    foot: float  #: y of the lower edge
    step: float
    low: tuple[float, float]  #: lower left of the map, in steps

    def at(self, places: Floats) -> Floats:
        """Return points of the scene, of the same shape (..., 2)."""
        x = self.left + self.step * (places[..., 0] - self.low[0])
        return np.stack([x, self.foot - self.step * (places[..., 1] - self.low[1])], axis=-1)


def _scene(
    plan: UnitColours, names: dict[str, int], title: Sequence[str], measure: Measure, scene: Scene
) -> Scene:
    em = scene.em
    top = scene.head(title)
    corners = plan.comb.corners().reshape(-1, 2)
    low, high = corners.min(axis=0), corners.max(axis=0)
    across, up = (high - low).tolist()
    room = scene.most - 2 * GAP * em
    step = min(em * min(_WIDEST_UNIT, _ACROSS / across, _DOWN / up), room / across)
    scene.span(step * across + 2 * GAP * em, _LEAST + 2 * GAP)
    ground = _Ground(
        (scene.width - step * across) / 2, top + step * up, step, (float(low[0]), float(low[1]))
    )
    _units(scene, plan, ground)
    centres = ground.at(plan.comb.centres()).tolist()
    dots = [((centres[unit][0], centres[unit][1]), name) for name, unit in names.items()]
    taken = _region_names(scene, plan, ground, [dot for dot, _ in dots], measure)
    lost = _beside(scene, ground, dots, taken, measure, bold=False).count(None)
    below = _key(scene, plan, ground.foot + 0.9 * em, measure) if plan.key else ground.foot
    notes = [*plan.notes]
    if names:
        notes.append(
            "Names: the middle of each dataset's rows."
            + (
                f" {counted(lost, 'name')} found no room: name fewer datasets, or in smaller text."
                if lost
                else ""
            )
        )
    scene.foot(below + 0.5 * em, notes, measure)
    return scene


def _units(scene: Scene, plan: UnitColours, ground: _Ground) -> None:
    comb, em = plan.comb, scene.em
    width = 0.05 * em
    # Edges in the units' own colours: no background shows between them.
    dense = ground.step < 1.6 * em
    shape = (comb.shape * (ground.step, -ground.step)).round(4)
    at = ground.at(comb.centres()).round(4)
    edge = "face" if dense else "#D4D4D4"
    scene.layers.append(
        Areas("unit", shape, plan.fills, edge, 0.06 * em if dense else width, at=at)
    )
    if len(plan.empty):
        centres = ground.at(comb.centres()[plan.empty])
        size = min(0.25 * ground.step, 0.35 * em)
        scene.layers.append(Marks("empty", centres.tolist(), size, LEADER))
    scene.layers.append(Lines("rim", ground.at(comb.rim()).round(3), LEADER, width))
    if plan.labels is not None:
        borders = ground.at(comb.borders(plan.labels)).round(3)
        if len(borders):
            scene.layers.append(Lines("casing", borders, "#FFFFFF", 0.32 * em))
            scene.layers.append(Lines("border", borders, INK, 0.14 * em))


def _region_names(
    scene: Scene, plan: UnitColours, ground: _Ground, dots: list[Point], measure: Measure
) -> list[Box]:
    """Write the name of each region into it, or beside its largest part if that is small."""
    if plan.labels is None:
        return []
    em, labels = scene.em, plan.labels
    depths, centres = plan.comb.depths(labels), plan.comb.centres()
    inside: list[Box] = []
    small: list[tuple[Point, str]] = []
    seen: set[int] = set()
    for members in plan.comb.parts(labels):
        label = int(labels[members[0]])
        name, best = f"R{label + 1}", heart(members, depths, centres)
        half = measure(name, 1.15 * em, True).width / 2
        room = best[(depths[best] - 0.45) * ground.step >= half]
        if len(room):
            x, y = _clear(ground.at(centres[room]).tolist(), (half, 0.75 * em), dots)
            inside.append(Box(x - half, y - 0.75 * em, x + half, y + 0.75 * em))
            _plate(scene, inside[-1])
            scene.write(x, y, name, 1.15, anchor="center", bold=True, middle=True)
        elif label not in seen:
            x, y = ground.at(centres[best[0]]).tolist()
            small.append(((x, y), name))
        seen.add(label)
    found = _beside(scene, ground, small, inside, measure, bold=True)
    return inside + [box for box in found if box is not None]


def _clear(places: list[list[float]], half: Point, dots: list[Point]) -> Point:
    """Return the first position at which a name covers no dot, or the first of all."""
    for x, y in places:
        if not any(abs(a - x) < half[0] + 2 and abs(b - y) < half[1] + 2 for a, b in dots):
            return x, y
    return places[0][0], places[0][1]


def _beside(
    scene: Scene,
    ground: _Ground,
    named: list[tuple[Point, str]],
    taken: list[Box],
    measure: Measure,
    *,
    bold: bool,
) -> list[Box | None]:
    """Write names beside their dots, joined by lines if they are far away."""
    if not named:
        return []
    em = scene.em
    size = 1.15 if bold else _NAME
    dots = [dot for dot, _ in named]
    wide = [measure(name, size * em, bold).width + 0.3 * em for _, name in named]
    places = place_names(
        dots,
        [(w, 1.25 * size * em) for w in wide],
        (scene.width, ground.foot),
        0.6 * em,
        taken,
        math.inf if bold else _REACH * em,
    )
    scene.layers.append(Marks("place", dots, 0.6 * em))
    for (dot, name), box in zip(named, places, strict=True):
        if box is None:
            continue
        end = nearest(box, dot)
        if math.dist(end, dot) > 0.9 * em:
            scene.layers.append(Lines("leader", [[dot, end]], INK, 0.08 * em))
        _plate(scene, box)
        middle = (box.y0 + box.y1) / 2
        scene.write(box.x0 + 0.15 * em, middle, name, size, bold=bold, middle=True)
    return places


def _plate(scene: Scene, box: Box) -> None:
    shape = rectangle(box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0)
    scene.layers.append(Areas("plate", [shape], ["#FFFFFF"], opacity=0.72))


def _key(scene: Scene, plan: UnitColours, y: float, measure: Measure) -> float:
    """Draw the key of colours; return its lower edge."""
    em = scene.em
    texts = [measure(text, em, False).width for _, text in plan.key]
    wide = max(_SWATCH_WIDE * em, max(texts) + 0.8 * em)
    scene.write(GAP * em, y + 0.7 * em, plan.key_name, colour=QUIET)
    top = y + 1.1 * em
    shapes = [
        rectangle(GAP * em + at * wide, top, wide, _SWATCH_HIGH * em) for at in range(len(plan.key))
    ]
    fills = [colour for colour, _ in plan.key]
    scene.layers.append(Areas("key", shapes, fills, "#D4D4D4", 0.05 * em))
    for shape, (colour, text) in zip(shapes, plan.key, strict=True):
        x, middle = shape[0][0] + wide / 2, top + _SWATCH_HIGH * em / 2
        scene.write(x, middle, text, colour=ink_on(colour), anchor="center", middle=True)
    return top + _SWATCH_HIGH * em


@dataclass(frozen=True, slots=True)
class Outlines:
    """The units of a map on its figure by `landscape_map`, for a page that describes each unit."""

    width: float  #: of the figure, points
    height: float
    corners: Floats  #: (units, 6 or 4, 2) points from its upper left corner


def outlines(figure: Figure) -> Outlines:
    """Return the outlines of the units on a figure of `landscape_map` without other axes."""
    (axes,) = figure.axes
    (units,) = (one for one in axes.collections if one.get_label() == "_unit")
    corners = np.asarray(units.get_paths()[0].vertices)[:-1]  # the last closes the shape
    at = np.asarray(units.get_offsets())
    width, height = axes.get_xlim()[1], axes.get_ylim()[0]
    return Outlines(float(width), float(height), at[:, None] + corners)
