"""Marks on an argument that say what R shall get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class AsMatrix:
    """Marks a table of numbers that R shall get as one numeric matrix, not as a data frame."""

    table: Any


@dataclass(frozen=True)
class Rebuilt:
    """Marks fields of which a function of the R package makes an object of its own."""

    function: str  #: one of the `bridge_internals` of r/R/bridge.R
    fields: Mapping[str, object]  #: its argument, a named list
