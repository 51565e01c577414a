"""Datasets on OpenML's server, listed by openml-python with the qualities that it states."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from numbers import Integral
from typing import TYPE_CHECKING, Any

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.extras import require
from pybench.suite.sharing.openml.problems import as_problem

if TYPE_CHECKING:
    import pandas as pd

RANGES = ("number_instances", "number_features", "number_classes", "number_missing_values")
TEXTS = ("data_name", "tag", "status")
NUMBERS = ("data_version", "uploader", "offset", "size")
IDS = "data_id"
FILTERS = (*RANGES, *TEXTS, *NUMBERS, IDS)
_STATUS = ("active", "in_preparation", "deactivated", "all")
_OPEN = (0, 2**31 - 1)  # in place of an open end, which the server does not know
#: A filter becomes part of an address, and a range part of the server's query.
_WORDS = re.compile(r"[^/\\?#%&\"'\x00-\x1f]{1,256}")


def list_datasets(filters: Mapping[str, Any]) -> pd.DataFrame:
    """Return the datasets that pass all filters, as openml-python's `list_datasets` does.

    Parameters
    ----------
    filters : mapping
        Of `FILTERS` to values. A range is a number, or (low, high) with None for an open end.

    Raises
    ------
    ArgumentError
        If there is no such filter, or a value is not valid.
    ExtraMissing
        If openml-python is not installed.
    EnvironmentProblem
        If the server cannot be reached or refuses.
    """
    asked = {name: _filter(name, value) for name, value in filters.items()}
    openml = require("openml", "openml", "datasets of OpenML")
    with as_problem("list datasets"), warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # openml-python's own, of its plans
        found: pd.DataFrame = openml.datasets.list_datasets(output_format="dataframe", **asked)
    return found


def _filter(name: str, value: Any) -> Any:
    """Return the value of a filter in openml-python's form."""
    check.choice("filters", name, FILTERS)
    if name in RANGES:
        return _range(name, value)
    if name == "status":
        return check.choice(name, value, _STATUS)
    if name in TEXTS:
        text = check.text(name, value)
        if not _WORDS.fullmatch(text):
            raise _refused(name, "text without quotes and the marks / \\ ? # % &", text)
        return text
    if name == IDS:
        return [check.count(name, one) for one in check.listed(name, value, "ids of datasets")]
    return check.count(name, value, 0 if name == "offset" else 1)


def _range(name: str, value: Any) -> str:
    pair = tuple(value) if isinstance(value, (tuple, list)) else (value, value)
    ends = [usual if end is None else end for end, usual in zip(pair, _OPEN, strict=False)]
    whole = [isinstance(end, Integral) and not isinstance(end, bool) for end in ends]
    if len(pair) != 2 or not all(whole) or pair == (None, None) or not 0 <= ends[0] <= ends[1]:
        expected = "a whole number or (low, high), None for an open end"
        raise _refused(name, expected, repr(value))
    low, high = map(int, ends)
    return str(low) if low == high else f"{low}..{high}"


def _refused(name: str, expected: str, found: str) -> ArgumentError:
    return ArgumentError(
        f"`{name}` must be {expected}, not {found}", expected=expected, found=found
    )
