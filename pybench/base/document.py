"""JSON from outside, read in one place, so that bad bytes raise only ValueError."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any


def read_json(
    text: str | bytes,
    *,
    pairs: Callable[[list[tuple[str, Any]]], Any] | None = None,
    constant: Callable[[str], Any] | None = None,
) -> Any:
    """Return the value of a JSON text.

    Parameters
    ----------
    text : str or bytes
        Bytes are UTF-8.
    pairs, constant : callable, optional
        As ``object_pairs_hook`` and ``parse_constant`` of `json.loads`.

    Raises
    ------
    ValueError
        For any error: invalid JSON, invalid UTF-8, or nesting deeper than Python's stack, for which
        `json` alone would raise RecursionError, which callers do not expect.

    Examples
    --------
    >>> read_json(b'{"a": 1.5}')
    {'a': 1.5}
    """
    try:
        return json.loads(text, object_pairs_hook=pairs, parse_constant=constant)
    except RecursionError:
        raise ValueError("values nested too deeply to be read") from None
