"""The protocol of all results: fields, JSON-safe dictionary and back, frame, text."""

from __future__ import annotations

import dataclasses
import functools
import importlib
import math
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, get_args, get_origin

from pybench.base.errors import InputError
from pybench.base.text import P_FLOOR as P_FLOOR
from pybench.base.text import shown

if TYPE_CHECKING:
    import pandas as pd

    from pybench.base.printable import Sheet
    from pybench.base.tables import Table

Kind = TypeVar("Kind")
Adapt = Callable[[Any, Any], Any] | None

_SAFE = frozenset({bool, int, str, type(None)})  # types that JSON has
_NOT_FINITE = {"NaN": math.nan, "Inf": math.inf, "-Inf": -math.inf}
_SCALARS: dict[Any, str] = {
    bool: "true or false", int: "a whole number", float: "a number", str: "a string"
}  # fmt: skip


class Result:
    """Base of the frozen dataclasses that pybench returns.

    A subclass names its ``schema`` ("nemenyi/1"), writes ``__str__`` and ``to_frame``;
    ``to_dict`` walks its fields.
    """

    schema: ClassVar[str]
    #: field that is a frame -> name of its rows, which is not in the JSON
    row_names: ClassVar[Mapping[str, str]] = {}
    __slots__ = ()

    def __init_subclass__(cls, **options: Any) -> None:
        # The prompt shows the readable text, as in R; dataclasses keep an existing __repr__.
        super().__init_subclass__(**options)
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = Result.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        return str(self)

    def to_frame(self) -> pd.DataFrame:
        """Return the result as a table."""
        raise TypeError(f"{type(self).__name__} has no single table")

    def to_table(
        self,
        columns: Sequence[str] | Mapping[str, str] | None = None,
        *,
        decimals: int | Mapping[str, int] | None = None,
        bold: bool = True,
        letters: bool = True,
        notes: bool = True,
        max_label: int | None = None,
    ) -> Table:
        """Return the result as a table for a paper, which writes LaTeX, Markdown, HTML and Excel.

        Parameters
        ----------
        columns : sequence of str or mapping, optional
            Columns of `to_frame` to show, in this order; a mapping also gives their headers.
            A table of scores keeps the names of the datasets, first if they are not chosen.
            A verdict is the name of the better method; letters are in the column "letters".
        decimals : int or mapping, optional
            Number of decimals, 0 to 12, of all columns but p-values and whole numbers; a mapping
            has that of any column. By default the largest number of a column has four significant
            digits, and a p-value three decimals, or two digits and a power of ten.
        bold : bool
            Whether the best values, or p-values of pairs that differ significantly, are bold.
        letters : bool
            Whether methods that do not differ significantly share a letter, where a result has
            verdicts on all pairs of methods and one row per method.
        notes : bool
            Whether sentences below the table say what bold and letters mean, and all caveats.
        max_label : int, optional
            Longest name in characters, at least 3; the middle of longer names is cut.

        Returns
        -------
        Table
            With the methods ``to_latex``, ``to_markdown``, ``to_html``, ``to_csv``, ``to_excel``.

        Raises
        ------
        TypeError
            If the result has no single table.
        ArgumentError
            If a column is unknown or an argument is out of range.
        """
        from pybench.base.printable import tabled

        return tabled(self, columns, decimals, bold, letters, notes, max_label)

    def _sheet(self, letters: bool) -> Sheet:
        """Return the frame of `to_table`, and what the table adds to it."""
        from pybench.base.printable import sheet_of

        return sheet_of(self.to_frame())

    def to_dict(self) -> dict[str, Any]:
        """Return every field as JSON-safe values, with the schema and the pybench version."""
        from pybench.base import notes, shared

        head = {"schema": f"pybench/{self.schema}", "pybench": shared.version()}
        details = notes.details(getattr(self, "notes", ()))
        return {**head, **_fields(self), **({"note_details": details} if details else {})}

    def _repr_html_(self) -> str:
        # Figures are above this room; so what shows them in a notebook is found by its name.
        page = importlib.import_module("pybench.reporting.notebook")
        return str(page.shown(self))


def conclusions_of(result: Result) -> tuple[str, ...]:
    """Return the conclusions of a result, with the user's word for a method; () without any."""
    told = getattr(result, "told", None)
    return tuple(getattr(result, "conclusions", ()) if told is None else told())


def nested(result: Result) -> dict[str, Mapping[Any, Any]]:
    """Return the fields that map names to results, such as one bootstrap per threshold."""
    fields = {field.name: getattr(result, field.name) for field in dataclasses.fields(result)}  # type: ignore[arg-type]
    return {
        name: value
        for name, value in fields.items()
        if isinstance(value, Mapping) and any(isinstance(item, Result) for item in value.values())
    }


def json_safe(value: Any) -> Any:
    """Convert a field to values that JSON can hold.

    Inf and NaN become the strings "Inf", "-Inf", "NaN"; a frame becomes its rows, columns and
    values; a series becomes a mapping.
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return value.to_dict() if hasattr(value, "to_dict") else _fields(value)
    if hasattr(value, "columns") and hasattr(value, "index"):
        axes = {"rows": list(value.index), "columns": list(value.columns)}
        rows = list(value.itertuples(index=False, name=None))  # keeps whole numbers whole
        return json_safe({**axes, "values": rows})
    if hasattr(value, "items"):
        return {str(key): json_safe(item) for key, item in value.items()}
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return _listed(value)
    if isinstance(value, float):
        return _number(value)
    if value is None or isinstance(value, (bool, int)):
        return value
    return str.__str__(value) if isinstance(value, str) else str(value)  # a note is a plain text


def _listed(values: Sequence[Any]) -> list[Any]:
    """Return the items as from `json_safe`, without a call for each of the usual types."""
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


def decode(
    kind: type[Kind],
    value: Any,
    adapt: Adapt = None,
    where: str | None = None,
) -> Kind:
    """Build a dataclass from its fields: the inverse of `Result.to_dict`.

    Parameters
    ----------
    kind : type
        A dataclass; its type hints say what each field holds.
    value : mapping
        Field -> JSON values as written by `json_safe`; keys that are not fields are ignored.
    adapt : callable, optional
        Takes a type hint and a value from elsewhere, such as R, and returns its JSON form.
    where : str, optional
        Name of the value in error messages; by default the name of the class.

    Raises
    ------
    InputError
        A field is missing or has the wrong type: the message names it, as ``Som.grid.xdim``, with
        what was expected and what was found.
    """
    where = where or kind.__name__
    if not isinstance(value, Mapping):
        raise _misfit(where, "an object with named fields", value)
    schema, kinds = getattr(kind, "schema", None), hints(typing.cast("Any", kind))
    if "schema" in value and value["schema"] != f"pybench/{schema}":
        raise _misfit(f"{where}.schema", f"pybench/{schema}", value["schema"])
    fields = {field.name: field for field in dataclasses.fields(kind) if field.init}  # type: ignore[arg-type]
    found, nothing = {}, dataclasses.MISSING
    for name, field in fields.items():
        if name in value:
            found[name] = _decoded(kinds[name], value[name], adapt, f"{where}.{name}")
        # A field that is missing in files of an earlier version has a default.
        elif field.default is nothing and field.default_factory is nothing:
            raise _misfit(f"{where}.{name}", "a value", None)
    if "notes" in found:
        from pybench.base import notes

        notes.ordered(found["notes"])  # a note that is not in the list is refused
        found["notes"] = notes.told(found["notes"], value.get("note_details") or {})
    for name, rows in getattr(kind, "row_names", {}).items():
        if found.get(name) is not None:
            found[name].index.name = rows
    return kind(**found)


def _misfit(where: str, expected: str, found: object) -> InputError:
    seen = "nothing" if found is None else shown(str(found))
    message = f"`{where}`: expected {expected}, found {seen}"
    return InputError(message, expected=expected, found=seen)


@functools.cache
def hints(kind: Any) -> dict[str, Any]:
    """Return the types of the fields; modules name these three packages without loading them."""
    import numpy as np
    import pandas as pd

    return typing.get_type_hints(kind, localns={"np": np, "npt": np.typing, "pd": pd})


def _decoded(hint: Any, value: Any, adapt: Adapt, where: str) -> Any:
    """Convert JSON values to the type of a hint."""
    import numpy as np
    import pandas as pd

    value = value if adapt is None else adapt(hint, value)
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (types.UnionType, typing.Union):
        return _first_fit(inner, value, adapt, where)
    if hint in _SCALARS:
        return _scalar(hint, value, where)
    if hint is Any:
        return value
    if hint is pd.DataFrame:
        return value if isinstance(value, hint) else frame_of(value, where)
    if dataclasses.is_dataclass(hint):
        return decode(typing.cast("type[Any]", hint), value, adapt, where)
    if hint is pd.Series or (isinstance(origin, type) and issubclass(origin, Mapping)):
        if not isinstance(value, Mapping):
            raise _misfit(where, "an object with names", value)
        if hint is pd.Series:
            return pd.Series([_finite_or_not(cell) for cell in value.values()], index=list(value))
        names = {name: inner[0](name) for name in value}
        return {
            names[name]: _decoded(inner[1], item, adapt, f"{where}[{name}]")
            for name, item in value.items()
        }
    if not isinstance(value, (list, tuple, np.ndarray)):
        raise _misfit(where, "a list", value)
    if origin is np.ndarray:
        return _array(value, get_args(inner[1])[0], where)
    kinds = [inner[0]] * len(value) if inner[-1] is Ellipsis else inner
    if len(kinds) != len(value):
        raise _misfit(where, f"{len(kinds)} values", f"{len(value)} values")
    pairs = enumerate(zip(kinds, value, strict=True))
    return tuple(_decoded(one, item, adapt, f"{where}[{i}]") for i, (one, item) in pairs)


def _first_fit(kinds: Sequence[Any], value: Any, adapt: Adapt, where: str) -> Any:
    """Decode as the first type of a union that accepts the value."""
    if value is None and type(None) in kinds:
        return None
    *others, last = [kind for kind in kinds if kind is not type(None)]
    for kind in others:
        try:
            return _decoded(kind, value, adapt, where)
        except InputError:
            continue
    return _decoded(last, value, adapt, where)


def _scalar(kind: type, value: Any, where: str) -> Any:
    if kind is float:
        value = _finite_or_not(value)
        value = float(value) if type(value) is int else value
    if type(value) is not kind:
        raise _misfit(where, _SCALARS[kind], value)
    return value


def _finite_or_not(value: Any) -> Any:
    return _NOT_FINITE.get(value, value) if isinstance(value, str) else value


def _array(value: Any, kind: type, where: str) -> Any:
    """Return a read-only array of numbers, of truth values or, if one-dimensional, of texts."""
    import numpy as np

    if kind is np.object_:
        array = np.empty(len(value), dtype=object)
        array[:] = value
    else:
        array = np.array(value if isinstance(value, np.ndarray) else _numbers(value), order="C")
        if array.size and not np.can_cast(array.dtype, kind, "safe"):
            raise _misfit(where, f"an array of {kind.__name__}", f"one of {array.dtype}")
        array = array.astype(kind, copy=False)
    array.flags.writeable = False
    return array


def _numbers(value: Any) -> Any:
    if isinstance(value, list):
        plain = set(map(type, value)) <= {float, int, bool}
        return value if plain else [_numbers(item) for item in value]
    return _finite_or_not(value)


def frame_of(value: Any, where: str = "frame") -> pd.DataFrame:
    """Return the frame that `json_safe` wrote as rows, columns and values."""
    import pandas as pd

    if not isinstance(value, Mapping) or value.keys() != {"rows", "columns", "values"}:
        raise _misfit(where, "a table: rows, columns and values", value)
    rows, columns, values = value["rows"], value["columns"], value["values"]
    if hasattr(values, "dtype"):
        return pd.DataFrame(values, index=rows, columns=columns)
    if len(rows) != len(values) or any(len(row) != len(columns) for row in values):
        raise _misfit(where, f"{len(rows)} rows of {len(columns)} values", "others")
    if not rows:
        return pd.DataFrame([], columns=columns)
    cells = zip(*values, strict=True)
    frame = pd.DataFrame({place: _column(cell) for place, cell in enumerate(cells)}, index=rows)
    frame.columns = pd.Index(columns)
    return frame


def _column(cells: Sequence[Any]) -> list[Any]:
    """Return numbers if all are; a name may be "NaN", so one other text keeps them all texts."""
    numbers = list(map(_finite_or_not, cells))
    return list(cells) if any(isinstance(number, str) for number in numbers) else numbers


def format_statistic(value: float, digits: int = 4) -> str:
    """Write a number with this many significant digits; infinity as in R."""
    return f"{value:.{digits}g}".replace("inf", "Inf")


def format_p(p: float) -> str:
    """Write a p-value with four significant digits, or as a bound if digits are noise."""
    return "< 1e-12" if p < P_FLOOR else f"= {p:.4g}"
