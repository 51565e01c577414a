"""Markers for arguments that say what R receives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class AsMatrix:
    """Marks a table of numbers that R receives as one numeric matrix, not as a data frame."""

    table: Any


@dataclass(frozen=True)
class Rebuilt:
    """Marks fields from which a function of the R package makes an R object."""

    function: str  #: one of the `bridge_internals` of r/R/bridge.R
    fields: Mapping[str, object]  #: its argument, a named list


@dataclass(frozen=True)
class Columns:
    """Marks a matrix whose columns have names."""

    matrix: Array
    names: Sequence[str]
