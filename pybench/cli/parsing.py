"""Arguments of the suite commands -> values: lists of names, folders, ranges, tables."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base.errors import ArgumentError

if TYPE_CHECKING:
    import pandas as pd

    from pybench.suite.suite import Suite


# A quoted name, in which quotes are doubled, or all up to the next comma.
_WORDS = ("data_name", "tag", "status")  # filters of OpenML that are texts
_PART = re.compile(r'\s*"((?:[^"]|"")*)"\s*(?:,|$)|([^,]*)(?:,|$)')


def load_suite(suite: str | Path) -> Suite:
    """Load a suite by its folder, or by the name of a suite that ships with pybench."""
    from pybench.suite.shipped.cc18 import NAME
    from pybench.suite.suite import Suite

    if str(suite) == NAME and not Path(suite).exists():
        return Suite.shipped(NAME)
    return Suite.load(suite)


def suite_folder(suite: Path) -> Path:
    """Return the folder of a suite, given the folder or its file."""
    return suite if suite.is_dir() else suite.parent


def parse_source(text: str) -> Any:
    """Return the source in a text: bundled datasets, a table of qualities, a suite or a folder."""
    if text.startswith("bundled:"):
        return split_names(text.removeprefix("bundled:"))
    path = Path(text)
    if (path / "suite.json").exists() or path.name == "suite.json":
        return load_suite(path)
    if path.is_file():
        return _qualities(path)
    return path


def split_names(text: str | None) -> list[str]:
    """Return the names in a comma-separated list; quotes keep commas and outer blanks.

    Examples
    --------
    >>> split_names('a, b, "c, d"')
    ['a', 'b', 'c, d']
    """
    found = []
    for part in _PART.finditer(text or ""):
        quoted, plain = part.groups()
        name = plain.strip() if quoted is None else quoted.replace('""', '"')
        found += [name] if name else []
    return found


def parse_range(text: str) -> Any:
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
            hint="For example NumberOfClasses=2..10; either end may be left out.",
        )
    return constraint(quality, pair)


def parse_ids(option: str, text: str | None) -> list[int] | None:
    """Return the ids in a comma-separated list."""
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and part.isascii() for part in parts):
        expected = "numbers, separated by commas"
        raise ArgumentError(
            f"{option} must be {expected}, not {text!r}", expected=expected, found=text
        )
    return [int(part) for part in parts]


def parse_filters(texts: Iterable[str]) -> dict[str, Any]:
    """Return the filters in NAME=VALUE, for `Suite.openml_candidates`."""
    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals and value) or name in found:
            raise ArgumentError(
                f"--filter must be NAME=VALUE, each name once, not {text!r}",
                expected="NAME=VALUE",
                found=text,
                hint="For example number_instances=500..100000.",
            )
        found[name] = value if name in _WORDS else _numbers(name, value)
    return found


def _numbers(name: str, text: str) -> Any:
    """Return a number, several of them (ids), or a range; a text that is none as it is."""
    low, dots, high = text.partition("..")
    if dots:
        return tuple(_whole(end) if end else None for end in (low, high))
    return [_whole(part) for part in text.split(",")] if name == "data_id" else _whole(text)


def _whole(text: str) -> int | str:
    return int(text) if text.isdecimal() and text.isascii() else text


def read_rows(path: Path | None) -> list[dict[str, Any]]:
    """Return the rows of a CSV file without empty fields; `holds` as a boolean."""
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
    for meaning, texts in ((True, ("true", "yes", "1")), (False, ("false", "no", "0"))):
        if text.strip().lower() in texts:
            return meaning
    expected = "yes or no"
    raise ArgumentError(
        f"the column `holds` must say {expected}, not {text!r}",
        file=file,
        expected=expected,
        found=text,
    )


def read_about(path: Path | None) -> dict[str, dict[str, Any]]:
    """Return the metadata of datasets in a CSV file."""
    found: dict[str, dict[str, Any]] = {}
    for row in read_rows(path):
        name = row.pop("dataset", None)
        if name is None:
            raise ArgumentError(
                "--about must have a column `dataset` without empty cells", file=str(path)
            )
        if name in found:
            raise ArgumentError(
                f"--about must have one row per dataset, not two rows for {name!r}",
                file=str(path),
                expected="one row per dataset",
                found=name,
                hint="Remove one of the rows.",
            )
        many: dict[str, Any] = {
            key: row[key].split(";") for key in ("tags", "nominal", "ignore") if key in row
        }
        found[name] = {**row, **many}
    return found


def parse_keep(text: str | None) -> Any:
    """Return names, or the result in a file."""
    if text is None or not text.endswith(".json"):
        return split_names(text) or None
    from pybench.flow.load import load_result

    return load_result(text)


def _qualities(path: Path) -> pd.DataFrame:
    import pandas as pd

    from pybench.read.files import file_bytes
    from pybench.read.tabular import read_table

    table = read_table(file_bytes(str(path)), format="csv", file=str(path))
    if "dataset" not in table.names and {"did", "name"} <= {*table.names}:
        return table.to_frame()  # as openml-python lists datasets
    names = table.variable("dataset").texts()
    return table.to_frame([n for n in table.names if n != "dataset"]).set_axis(pd.Index(names))
