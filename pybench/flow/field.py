"""What a field of a study's file is: its kind, its default, and its meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SOME = ...  #: a required field


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a section: its kind, which `field_reader` checks, and its meaning.

    A choice that ends with a word in angle brackets stands for all values that begin like it.
    """

    kind: str
    default: Any
    about: str
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    outside: tuple[float, ...] = ()  #: the limits that are not allowed themselves


Section = Mapping[str, Field]
