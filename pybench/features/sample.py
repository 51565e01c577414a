"""One series as calculators want it; what several of them need is computed once."""

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


class Sample:
    """The values of one series of one channel, (length,) float64, and what derives from them."""

    def __init__(self, x: Floats) -> None:
        self.x = x
        self._known: dict[Any, Any] = {}

    def once(self, function: Callable[..., Value], *arguments: Any) -> Value:
        """Return function(self, *arguments), computed at the first call: what kernels share."""
        key = (function, arguments)
        if key not in self._known:
            self._known[key] = function(self, *arguments)
        return cast(Value, self._known[key])

    @cached_property
    def series(self) -> pd.Series[float]:
        """The values as pandas holds them, index 0, 1, ...: some calculators of tsfresh ask."""
        import pandas as pd

        return pd.Series(self.x)

    @cached_property
    def differences(self) -> Floats:
        """x[1] - x[0], x[2] - x[1], ..."""
        return np.diff(self.x)

    @cached_property
    def sorted(self) -> Floats:
        """The values in ascending order."""
        return np.sort(self.x)

    @cached_property
    def mean(self) -> float:
        """np.mean of the values."""
        return np.mean(self.x)  # type: ignore[return-value]  # stays NumPy's: -0.0, warnings

    @cached_property
    def std(self) -> float:
        """np.std of the values, of N degrees of freedom."""
        return np.std(self.x)  # type: ignore[return-value]

    @cached_property
    def variance(self) -> float:
        """np.var of the values, of N degrees of freedom."""
        return np.var(self.x)  # type: ignore[return-value]

    @cached_property
    def centred(self) -> Floats:
        """The values less their mean."""
        return self.x - self.mean

    @cached_property
    def spectrum(self) -> npt.NDArray[np.complex128]:
        """np.fft.rfft of the values."""
        return np.fft.rfft(self.x)
