"""Lines of CSV by RFC 4180, with line feeds: the same bytes as R writes."""

from __future__ import annotations

from collections.abc import Iterable

_QUOTED = frozenset(',"\r\n')


def line(values: Iterable[str | float | None]) -> str:
    r"""Return one line; texts are quoted where necessary, also empty ones.

    Doubles have the shortest form that reads back exactly; None is an empty field.

    Examples
    --------
    >>> line(["a", "b,c", "", None, 3, 0.1])
    'a,"b,c","",,3,0.1\n'
    """
    return ",".join(map(_field, values)) + "\n"


def _field(value: str | float | None) -> str:
    if not isinstance(value, str):
        return "" if value is None else repr(value)
    if value and _QUOTED.isdisjoint(value):
        return value
    return '"' + value.replace('"', '""') + '"'
