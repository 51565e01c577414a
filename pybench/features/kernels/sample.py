"""One series in the form that calculators need; shared quantities are computed once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import pandas as pd

Floats = npt.NDArray[np.float64]
Value = TypeVar("Value")

LARGEST = 1e100  # cubes and their sums stay finite below it


class Sample:
    """The values of one series of one channel, (length,) float64, and derived quantities."""

    def __init__(self, x: npt.ArrayLike) -> None:
        self.x: Floats = np.array(x, np.float64)  # a copy: Arrow's memory is read-only
        self._known: dict[Any, Any] = {}

    def once(self, function: Callable[..., Value], *arguments: Any) -> Value:
        """Return function(self, *arguments), computed at the first call and shared by kernels."""
        key = (function, arguments)
        if key not in self._known:
            self._known[key] = function(self, *arguments)
        return cast(Value, self._known[key])

    @cached_property
    def ordinary(self) -> bool:
        """Whether there are values, all finite, none above `LARGEST` in magnitude."""
        return self.x.size > 0 and bool(self.largest <= LARGEST)  # false for NaN

    @cached_property
    def series(self) -> pd.Series[float]:
        """The values as a pandas series with index 0, 1, ..., for some calculators of tsfresh."""
        import pandas as pd

        return pd.Series(self.x)

    @cached_property
    def absolute(self) -> Floats:
        """The magnitudes of the values."""
        return np.abs(self.x)

    @cached_property
    def largest(self) -> np.float64:
        """The largest magnitude."""
        return np.max(self.absolute)

    @cached_property
    def differences(self) -> Floats:
        """x[1] - x[0], x[2] - x[1], ..."""
        return np.diff(self.x)

    @cached_property
    def sorted(self) -> Floats:
        """The values in ascending order."""
        return np.sort(self.x)

    @cached_property
    def minimum(self) -> np.float64:
        """The smallest value."""
        return np.min(self.x)

    @cached_property
    def maximum(self) -> np.float64:
        """The largest value."""
        return np.max(self.x)

    @cached_property
    def mean(self) -> float:
        """np.mean of the values."""
        return np.mean(self.x)  # type: ignore[return-value]  # stays NumPy's: -0.0, warnings

    @cached_property
    def variance(self) -> float:
        """np.var of the values, with divisor N."""
        return np.var(self.x)  # type: ignore[return-value]

    @cached_property
    def std(self) -> float:
        """np.std of the values, with divisor N."""
        return np.sqrt(self.variance)  # type: ignore[no-any-return]  # what np.std does

    @cached_property
    def centred(self) -> Floats:
        """The values minus their mean."""
        return self.x - self.mean

    @cached_property
    def spectrum(self) -> npt.NDArray[np.complex128]:
        """np.fft.rfft of the values."""
        return np.fft.rfft(self.x)
