"""Rows of features for functions of a single series of one channel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pybench.base.errors import ArgumentError
from pybench.base.text import shown_names
from pybench.seriesset.build import UNIVARIATE

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pybench.seriesset.series import SeriesSet

    Floats = npt.NDArray[np.float64]


class EachSeries:
    """Compute rows of features for a set of series, one series of one channel at a time.

    Parameters
    ----------
    function : callable
        (length,) float64 -> one number per name; a function of a module, or a partial of one.
    names : sequence of str
        Names of the returned values.
    channels : sequence of str
        The channels of the series. For a single channel called "value" the columns are ``names``,
        otherwise ``channel__name``.
    """

    def __init__(
        self,
        function: Callable[[Floats], Sequence[float]],
        names: Sequence[str],
        channels: Sequence[str],
    ) -> None:
        self.function = function
        self.channels = tuple(channels)
        columns = channel_columns(names, self.channels)
        self.order = sorted(range(len(columns)), key=columns.__getitem__)
        self.names = tuple(columns[i] for i in self.order)

    def __call__(self, series: SeriesSet) -> Floats:
        """Return (n, columns), the columns as in `names`."""
        import numpy as np

        refuse_other_channels(series, self.channels)
        with np.errstate(all="ignore"):
            rows = [[value for x in case for value in self.function(x)] for case in series]
        return np.array(rows, np.float64).reshape(len(rows), len(self.order))[:, self.order]


def channel_columns(names: Sequence[str], channels: Sequence[str]) -> list[str]:
    """Return the columns of all channels; the bare names for a single channel "value"."""
    if tuple(channels) == UNIVARIATE:
        return list(names)
    return [f"{channel}__{name}" for channel in channels for name in names]


def refuse_other_channels(series: SeriesSet, channels: tuple[str, ...]) -> None:
    """Refuse series that do not have the channels that a representation was made for."""
    if series.channels != channels:
        raise ArgumentError(
            f"expected series with the channels {shown_names(channels)}, found "
            f"{shown_names(series.channels)}",
            expected=shown_names(channels),
            found=shown_names(series.channels),
            hint="Make the representation with the `channels` of the series.",
        )
