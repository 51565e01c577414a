"""What is said on the command line -> values: lists of names; folders, ranges, tables of suites."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base.errors import ArgumentError

if TYPE_CHECKING:
    import pandas as pd

    from pybench.suite.suite import Suite


# What is between quotes, where a quote is doubled, or up to the next comma.
_PART = re.compile(r'\s*"((?:[^"]|"")*)"\s*(?:,|$)|([^,]*)(?:,|$)')


def loaded(suite: str | Path) -> Suite:
    """Return a suite by its folder, or by the name under which it ships."""
    from pybench.suite.shipped.cc18 import NAME
    from pybench.suite.suite import Suite

    if str(suite) == NAME and not Path(suite).exists():
        return Suite.shipped(NAME)
    return Suite.load(suite)


def folder_of(suite: Path) -> Path:
    """Return the folder of a suite that was named by it or by its file."""
    return suite if suite.is_dir() else suite.parent


def source_of(text: str) -> Any:
    """Return what a text names: bundled datasets, a table of qualities, a suite or a folder."""
    if text.startswith("bundled:"):
        return listed(text.removeprefix("bundled:"))
    path = Path(text)
    if (path / "suite.json").exists() or path.name == "suite.json":
        return loaded(path)
    if path.is_file():
        return _qualities(path)
    return path


def listed(text: str | None) -> list[str]:
    """Return the names between commas, blanks around them left out; quotes keep both.

    Examples
    --------
    >>> listed('a, b, "c, d"')
    ['a', 'b', 'c, d']
    """
    found = []
    for part in _PART.finditer(text or ""):
        quoted, plain = part.groups()
        name = plain.strip() if quoted is None else quoted.replace('""', '"')
        found += [name] if name else []
    return found


def range_of(text: str) -> Any:
    """Return the constraint of QUALITY=LOW..HIGH."""
    from pybench.suite.rules import constraint

    quality, equals, ends = text.partition("=")
    low, dots, high = ends.partition("..")
    try:
        pair = [None if not end else float(end) for end in (low, high)]
    except ValueError:
        pair = []
    if not (quality and equals and dots and pair):
        raise ArgumentError(
            f"--range must be QUALITY=LOW..HIGH, not {text!r}",
            expected="QUALITY=LOW..HIGH",
            found=text,
        )
    return constraint(quality, pair)


def rows_of(path: Path | None) -> list[dict[str, Any]]:
    """Return the rows of a CSV file, empty fields left out; `holds` as true or false."""
    if path is None:
        return []
    from pybench.read.delimited import read_delimited
    from pybench.read.files import file_bytes

    grid = read_delimited(file_bytes(str(path)), file=str(path))
    rows = zip(*(column.values for column in grid.columns), strict=True)
    found = [{k: v for k, v in zip(grid.names, row, strict=True) if v} for row in rows]
    for row in found:
        if "holds" in row:
            row["holds"] = _held(row["holds"], str(path))
    return found


def _held(text: str, file: str) -> bool:
    for meaning, words in ((True, ("true", "yes", "1")), (False, ("false", "no", "0"))):
        if text.strip().lower() in words:
            return meaning
    expected = "yes or no"
    raise ArgumentError(
        f"the column `holds` must say {expected}, not {text!r}",
        file=file,
        expected=expected,
        found=text,
    )


def about_from(path: Path | None) -> dict[str, dict[str, Any]]:
    """Return what a CSV file says of datasets."""
    found: dict[str, dict[str, Any]] = {}
    for row in rows_of(path):
        name = row.pop("dataset", None)
        if name is None:
            raise ArgumentError("--about must have a column `dataset`, filled", file=str(path))
        if name in found:
            raise ArgumentError(
                f"--about must say a dataset once, not {name!r} again",
                file=str(path),
                expected="a row a dataset",
                found=name,
                hint="Remove one of the rows.",
            )
        many: dict[str, Any] = {
            key: row[key].split(";") for key in ("tags", "nominal", "ignore") if key in row
        }
        found[name] = {**row, **many}
    return found


def keep_of(text: str | None) -> Any:
    """Return names, or the result that a file holds."""
    if text is None or not text.endswith(".json"):
        return listed(text) or None
    from pybench.flow.load import load_result

    return load_result(text)


def _qualities(path: Path) -> pd.DataFrame:
    import pandas as pd

    from pybench.read.files import file_bytes
    from pybench.read.tabular import read_table

    table = read_table(file_bytes(str(path)), format="csv", file=str(path))
    names = table.variable("dataset").texts()
    return table.to_frame([n for n in table.names if n != "dataset"]).set_axis(pd.Index(names))
