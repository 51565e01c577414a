"""Where in a series its extremes, its mass and its energy lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pybench.features.kernels.sample import Sample

Settings = Sequence[Mapping[str, Any]]


def first_location_of_maximum(sample: Sample, parameters: None) -> list[float]:
    """Return the place of the first largest value, as a share of the length."""
    return [int(sample.x.argmax()) / sample.x.size]


def first_location_of_minimum(sample: Sample, parameters: None) -> list[float]:
    """Return the place of the first smallest value, as a share of the length."""
    return [int(sample.x.argmin()) / sample.x.size]


def last_location_of_maximum(sample: Sample, parameters: None) -> list[float]:
    """Return the place after the last largest value, as a share of the length."""
    return [1.0 - int(sample.x[::-1].argmax()) / sample.x.size]


def last_location_of_minimum(sample: Sample, parameters: None) -> list[float]:
    """Return the place after the last smallest value, as a share of the length."""
    return [1.0 - int(sample.x[::-1].argmin()) / sample.x.size]


def index_mass_quantile(sample: Sample, parameters: Settings) -> list[float]:
    """Return where the share q of the sum of magnitudes is reached, for each q."""
    total = np.add.reduce(sample.absolute)
    if total == 0:
        return [np.nan] * len(parameters)
    reached = sample.absolute.cumsum() / total
    places = np.searchsorted(reached, [one["q"] for one in parameters])
    # A share that rounding makes unreachable counts as reached at once, as with argmax.
    return [(place % reached.size + 1) / reached.size for place in places.tolist()]


def energy_ratio_by_chunks(sample: Sample, parameters: Settings) -> list[float]:
    """Return the share of the sum of squares that lies in one of a number of segments."""
    squares = sample.x * sample.x
    total = np.add.reduce(squares)
    if total == 0:
        return [np.nan] * len(parameters)
    return [_segment_sum(squares, **one) / total for one in parameters]


def _segment_sum(squares: Any, num_segments: int, segment_focus: int) -> float:
    """Sum one segment; the first ones are longer by one if the length is not a multiple."""
    length, longer = divmod(squares.size, num_segments)
    start = segment_focus * length + min(segment_focus, longer)
    stop = start + length + (segment_focus < longer)
    return np.add.reduce(squares[start:stop])  # type: ignore[no-any-return]
