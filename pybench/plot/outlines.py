"""Where the units of a drawn map are, for a page that says what is in each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure

from pybench.plot.honeycomb import Floats


@dataclass(frozen=True, slots=True)
class Outlines:
    """The units of a map on the figure that `landscape_map` made of it."""

    width: float  #: of the figure, points
    height: float
    corners: Floats  #: (units, 6 or 4, 2) points from its upper left corner


def outlines(figure: Figure) -> Outlines:
    """Return where the units are on a figure of `landscape_map` that has no other axes."""
    (axes,) = figure.axes
    (units,) = (one for one in axes.collections if one.get_label() == "_unit")
    corners = np.asarray(units.get_paths()[0].vertices)[:-1]  # the last closes the shape
    at = np.asarray(units.get_offsets())
    width, height = axes.get_xlim()[1], axes.get_ylim()[0]
    return Outlines(float(width), float(height), at[:, None] + corners)
