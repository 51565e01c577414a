"""Calculators of equal value to tsfresh's, by the name that each replaces.

A kernel takes a `Sample` and tsfresh's list of parameter sets (None where there are none) and
returns one value a set, in order: ``==`` tsfresh's value, or NaN where that is NaN.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pybench.features.sample import Sample

Kernel = Callable[[Sample, Any], list[float]]

KERNELS: dict[str, Kernel] = {}
