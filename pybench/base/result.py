"""The small protocol of all results: fields, JSON-safe dictionary, frame, readable text."""

from __future__ import annotations

import dataclasses
import html
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    import pandas as pd

P_FLOOR = 1e-12
_SAFE = frozenset({bool, int, str, type(None)})  # what JSON has as it is


class Result:
    """Base of the frozen dataclasses that pybench returns.

    A subclass names its ``schema`` ("nemenyi/1"), writes ``__str__`` and ``to_frame``;
    ``to_dict`` walks its fields.
    """

    schema: ClassVar[str]
    #: field that is a frame -> name of its rows, which the JSON has not got
    row_names: ClassVar[Mapping[str, str]] = {}
    __slots__ = ()

    def __init_subclass__(cls, **options: Any) -> None:
        # The prompt shows the readable text, as R's does; dataclasses keep a __repr__ they find.
        super().__init_subclass__(**options)
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = Result.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        return str(self)

    def to_frame(self) -> pd.DataFrame:
        """Return the result as a table."""
        raise TypeError(f"{type(self).__name__} has no single table")

    def to_dict(self) -> dict[str, Any]:
        """Return every field as JSON-safe values, with the schema and the pybench version."""
        from pybench.base import notes, shared

        head = {"schema": f"pybench/{self.schema}", "pybench": shared.version()}
        details = notes.details(getattr(self, "notes", ()))
        return {**head, **_fields(self), **({"note_details": details} if details else {})}

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


def nested(result: Result) -> dict[str, Mapping[Any, Any]]:
    """Return the fields that map names to results, as to one bootstrap per threshold."""
    fields = {field.name: getattr(result, field.name) for field in dataclasses.fields(result)}  # type: ignore[arg-type]
    return {
        name: value
        for name, value in fields.items()
        if isinstance(value, Mapping) and any(isinstance(item, Result) for item in value.values())
    }


def json_safe(value: Any) -> Any:
    """Turn a field into what JSON can hold.

    Inf and NaN become the texts "Inf", "-Inf", "NaN"; a frame becomes its rows, columns and
    values; a series becomes a mapping.
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return value.to_dict() if hasattr(value, "to_dict") else _fields(value)
    if hasattr(value, "columns") and hasattr(value, "index"):
        axes = {"rows": list(value.index), "columns": list(value.columns)}
        rows = list(value.itertuples(index=False, name=None))  # a whole number stays one
        return json_safe({**axes, "values": rows})
    if hasattr(value, "items"):
        return {str(key): json_safe(item) for key, item in value.items()}
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return _listed(value)
    if isinstance(value, float):
        return _number(value)
    return value if value is None or isinstance(value, (bool, int, str)) else str(value)


def _listed(values: Sequence[Any]) -> list[Any]:
    """Return the items as `json_safe` has them; those of the usual types without a call each."""
    kinds = set(map(type, values))
    if kinds == {float}:
        finite = all(map(math.isfinite, values))
        return list(values) if finite else [_number(item) for item in values]
    if kinds <= _SAFE:
        return list(values)
    return [json_safe(item) for item in values]


def _number(value: float) -> float | str:
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Inf" if value > 0 else "-Inf"


def _fields(value: Any) -> dict[str, Any]:
    return {
        field.name: json_safe(getattr(value, field.name)) for field in dataclasses.fields(value)
    }


def format_statistic(value: float, digits: int = 4) -> str:
    """Write a number with so many significant digits; infinity as R writes it."""
    return f"{value:.{digits}g}".replace("inf", "Inf")


def format_p(p: float) -> str:
    """Write a p-value with four significant digits, or as a bound where digits are noise."""
    return "< 1e-12" if p < P_FLOOR else f"= {p:.4g}"
