"""The formats: which there are, which one files are of, and formats of the user's own."""

from __future__ import annotations

import glob
import logging
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from pybench.base import check, shared
from pybench.base.errors import ArgumentError, InputError, refusal
from pybench.base.text import shown, shown_names
from pybench.read.formats import language, tables, tsml
from pybench.read.formats.board import Board, stacked
from pybench.read.formats.file import File
from pybench.read.grid import RawTable
from pybench.read.layout import Roles

if TYPE_CHECKING:
    import pandas as pd

_log = logging.getLogger("pybench")
PLAIN = ("auto", "table")
FOLDED = (".json", ".eval")


class Format(Protocol):
    """What one tool writes; see the page of this room."""

    @property
    def name(self) -> str:
        """Its name, as ``format`` of `read_results`."""

    @property
    def files(self) -> tuple[str, ...]:
        """Patterns of the names of its files in a folder."""

    def lacks(self, file: File) -> list[str]:
        """Return what a file lacks to be of this format; none if it is."""

    def board(self, files: Sequence[File], metric: str | None, source: str) -> Board:
        """Return the scores of one metric of all files."""


@dataclass(frozen=True, slots=True)
class OwnFormat:
    """A format that a user registered."""

    name: str
    files: tuple[str, ...]
    read: Callable[[str], Any]
    recognise: Callable[[str], bool] | None
    frame_table: Callable[[Any], RawTable]

    def lacks(self, file: File) -> list[str]:
        """Return nothing if the user's function recognises the file."""
        is_own = self.recognise is not None and self.recognise(file.path)
        return [] if is_own else [self.name]

    def board(self, files: Sequence[File], metric: str | None, source: str) -> Board:
        """Return the rows of all files."""
        grids = [self.frame_table(self.read(file.path)) for file in files]
        return Board(stacked(grids, files, source), Roles(), metric, None)


BUILT_IN: tuple[Format, ...] = (*tables.FORMATS, tsml.TsmlEval(), *language.FORMATS)
_own: dict[str, Format] = {}


def known() -> dict[str, Format]:
    """Return all formats by name, the user's own first."""
    return {**_own, **{one.name: one for one in BUILT_IN}}


def formats() -> pd.DataFrame:
    """List the formats of result files that `read_results` reads.

    Returns
    -------
    pandas.DataFrame
        One row per format: ``format`` (its name, as argument ``format`` of `read_results`),
        ``tool``, ``files``, ``direction`` (where the direction of the metric comes from) and
        ``languages`` (where the format can be read). Formats that `register_format` added come
        last.

    Examples
    --------
    >>> import pybench as pb
    >>> pb.formats()["format"].tolist()[:3]
    ['table', 'amlb', 'tabarena']
    """
    import pandas as pd

    rows = [dict(row) for row in shared.rows("formats.csv")]
    for one in _own.values():
        own = {"tool": "registered", "direction": "given", "languages": "Python"}
        rows.append({"format": one.name, "files": ", ".join(one.files), **own})
    return pd.DataFrame(rows)


def register_format(
    name: str,
    read: Callable[[str], Any],
    *,
    files: str | Sequence[str],
    recognises: Callable[[str], bool] | None = None,
) -> None:
    """Add a format of result files to those that `read_results` reads, for this session.

    Parameters
    ----------
    name : str
        Name of the format, as argument ``format`` of `read_results`. A format of the same name that
        was registered earlier is replaced; the name of a built-in format is refused.
    read : callable
        Takes the path of a file, and returns a pandas frame in long form: columns ``dataset``,
        ``classifier`` (or a synonym, such as ``method``), ``score`` and, if there are repeats,
        ``resample``. The checks of `read_results` apply to it.
    files : str or sequence of str
        Patterns of the names of its files in a folder, such as ``*.out``.
    recognises : callable, optional
        Takes the path of a file, and returns whether the file is of this format. Without it, the
        format is used only if `read_results` is called with ``format=name``.

    Raises
    ------
    ArgumentError
        If an argument has the wrong type, or the name is that of a built-in format.

    Examples
    --------
    >>> import pandas as pd
    >>> import pybench as pb
    >>> def read(path):
    ...     return pd.read_fwf(path, names=["dataset", "method", "score"])
    >>> pb.register_format("my-tool", read, files="*.out")
    >>> "my-tool" in pb.formats()["format"].tolist()
    True
    """
    check.text("name", name)
    if name in PLAIN or any(one.name == name for one in BUILT_IN):
        found = shown(name)
        raise ArgumentError(f"`name` must not be that of a built-in format: {found}", found=found)
    check.function("read", read)
    if recognises is not None:
        check.function("recognises", recognises)
    from pybench.read.frame import frame_grid

    patterns = (files,) if isinstance(files, str) else tuple(files)
    _own[name] = OwnFormat(name, patterns, read, recognises, lambda f: frame_grid(f, "dataset"))


def paths_of(source: Any) -> list[str] | None:
    """Return the files of a path, of a folder, of a pattern such as ``runs/*.json``, or of a list.

    None if the source is not one of these.
    """
    if isinstance(source, (list, tuple)):
        if source and all(isinstance(one, (str, os.PathLike)) for one in source):
            return [os.fspath(one) for one in source]
        return None
    if not isinstance(source, (str, os.PathLike)):
        return None
    path = os.fspath(source)
    if os.path.isdir(path):
        return sorted(str(one) for one in Path(path).rglob("*") if one.is_file())
    if os.path.exists(path) or not any(mark in path for mark in "*?["):
        return [path]
    matched = sorted(one for one in glob.glob(path, recursive=True) if os.path.isfile(one))
    if not matched:
        expected, hint = "files that match the pattern", "Check the pattern."
        raise refusal(expected, "none", hint, file=path, kind=InputError)
    return matched


def read_board(files: Sequence[File], source: str, name: str, metric: str | None) -> Board | None:
    """Return the scores of files of a tool; None for plain tables.

    Parameters
    ----------
    files : sequence of File
        All files of the source.
    source : str
        Its path, "" in memory.
    name : str
        A format, "table" or "auto".
    metric : str or None
        The metric to read, if the files have several.

    Raises
    ------
    ResultsTableError
        If the files are not of the format, or of several, or of none that is known.
    """
    found = format_of_files(files, source, name)
    if found is None:
        return None
    one, mine = found
    board = one.board(mine, metric, source)
    grid = replace(board.grid, file=f"{source or 'data frame'} ({one.name})")
    return replace(board, grid=grid)


def format_of_files(
    files: Sequence[File], source: str, name: str
) -> tuple[Format, list[File]] | None:
    """Return the format of files, and those that are of it; None for plain tables."""
    if name == "table":
        return None
    one = None if name == "auto" else known()[check.choice("format", name, (*PLAIN, *known()))]
    if source and os.path.isdir(source):
        return _in_folder(files, source, one)
    if one is None:
        one = next((one for one in known().values() if not one.lacks(files[0])), None)
        if one is None and files[0].ending in FOLDED:
            raise _unknown(files[0])
        if one is None:
            return None
    for file in () if isinstance(one, OwnFormat) else files:
        if lacking := one.lacks(file):
            hint = 'Give another `format`; "table" is a plain table.'
            expected = f"a file of the format {shown(one.name)}"
            raise file.refusal(expected, f"no {shown_names(lacking)}", hint)
    return one, list(files)


def _in_folder(
    files: Sequence[File], source: str, asked: Format | None
) -> tuple[Format, list[File]]:
    """Return the files of a folder that are of the format, or of the only one that is there.

    Other files are left out; a log message names those whose names fit the format. One that fits
    and cannot be read is refused.
    """
    found: list[tuple[Format, list[File]]] = []
    for one in known().values() if asked is None else (asked,):
        fitting = [file for file in files if _fits(one, file)]
        if asked is not None or any(map(partial(_is_of, one), fitting)):
            mine = [file for file in fitting if not one.lacks(file)]
            if mine:
                found.append((one, mine))
    if len(found) != 1:
        named = (
            "one of the formats of `formats()`"
            if asked is None
            else f"the format {shown(asked.name)}"
        )
        several = shown_names([one.name for one, _ in found]) if found else "none"
        hint = "Choose one of them with `format`." if found else "Give one file, or its `format`."
        raise refusal(f"files of {named}", several, hint, file=source)
    one, mine = found[0]
    others = [file.where for file in files if _fits(one, file) and file not in mine]
    if others:
        _log.warning("not of the format %s and left out: %s", one.name, shown_names(others))
    return found[0]


def _fits(one: Format, file: File) -> bool:
    companion = file.name in getattr(one, "companions", ())
    return not companion and any(fnmatch(file.name, pattern) for pattern in one.files)


def _is_of(one: Format, file: File) -> bool:
    """Return whether a file of a folder is of a format; one that cannot be read is of none."""
    try:
        return not one.lacks(file)
    except InputError:
        return False


def _unknown(file: File) -> InputError:
    """Return the error for a document of no known format: the nearest, and what differs."""
    names = shown_names([one.name for one in language.FORMATS], 20)
    near = nearest_format(file)
    found = "another layout" if near is None else near
    hint = "See `formats()` for what can be read, `register_format()` for a format of your own."
    return file.refusal(f"a file of one of the formats {names}", found, hint)


def nearest_format(file: File) -> str | None:
    """Return which format a file has or almost has, and what it lacks; None if none is near."""
    best: tuple[float, str] | None = None
    for one in BUILT_IN:
        needs = getattr(one, "needs", ())
        lacking = one.lacks(file)
        share = 1 - len(lacking) / len(needs) if needs else 0.0
        if share >= 0.5 and (best is None or share > best[0]):
            without = f"almost {shown(one.name)}, without {shown_names(lacking)}"
            best = share, without if lacking else f"of the format {shown(one.name)}"
    return None if best is None else best[1]
