"""Arrange the frame of a result as a table for a paper: which columns, digits, bold, notes.

A result says in its own `Result._sheet` what its table adds to its frame, such as letters, or mean
ranks below scores; everything else is the same for all results.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
from pybench.base.labels import labels_for
from pybench.base.noun import noun, nouns, said
from pybench.base.tables import NONE, Cell, Foot, Table, rows_of
from pybench.base.text import shown_names

if TYPE_CHECKING:
    import pandas as pd

_DIGITS = 4  # significant digits of the largest number of a column, and most decimals
_SMALL = 1e-3  # a column whose largest number is smaller is written with powers of ten
_HEADS = {"classifier": "method", "classifier_1": "method", "classifier_2": "other method"}
_HEADS |= {
    "method": "version",  # of the test
    "pvalue": "p",
    "pvalue_raw": "raw p",
    "n_datasets": "datasets",
    "n_classifiers": "methods",
}
_NAMES = ("classifier", "classifier_1", "classifier_2", "dataset")  # they hold names
#: Results whose columns are data with names of their own.
_AS_THEY_ARE = ("feature-table", "scaled-features", "embedding-map", "study", "synthetic")


@dataclass(frozen=True, slots=True)
class FootRow:
    """A row below scores, such as their mean ranks."""

    name: str
    format: str  #: "": that of the scores, or two decimals if those are whole
    values: Sequence[float]  #: one per column of scores
    bold: Sequence[bool]


@dataclass(slots=True)
class Sheet:
    """The frame of a result, and what its table adds."""

    frame: pd.DataFrame
    bold: dict[str, Sequence[bool]] = field(default_factory=dict)  #: column -> one per row
    bold_note: str = ""  #: what bold means
    #: what else needs to be said: a column, or "", and a sentence about it
    notes: list[tuple[str, str]] = field(default_factory=list)
    caveats: Sequence[str] | None = None  #: keys of caveats, if not those of the result
    heads: dict[str, str] = field(default_factory=dict)  #: column -> header, where not as usual
    scores: tuple[str, ...] = ()  #: columns in one unit, with one number of decimals
    key: str = ""  #: column of names that stays, first, if `columns` leaves it out
    foot: list[FootRow] = field(default_factory=list)  #: last rows, of the scores


def sheet_of(frame: pd.DataFrame) -> Sheet:
    """Return a frame without additions; an index that names the rows becomes columns."""
    import pandas as pd

    if not isinstance(frame.index, pd.RangeIndex):
        frame = frame.rename_axis([name or "name" for name in frame.index.names]).reset_index()
    return Sheet(frame)


def tabled(
    result: Any,
    columns: Sequence[str] | Mapping[str, str] | None,
    decimals: int | Mapping[str, int] | None,
    bold: bool,
    letters: bool,
    with_notes: bool,
    max_label: int | None,
) -> Table:
    """Return the table of a result; arguments as in `Result.to_table`."""
    for name, value in (("bold", bold), ("letters", letters), ("notes", with_notes)):
        check.flag(name, value)
    if max_label is not None:
        check.whole("max_label", max_label, 3, 10_000)
    sheet = result._sheet(letters)
    if sheet.frame.shape[1] == 0:
        raise TypeError(f"this {type(result).__name__} has an empty table")
    return _table(result, sheet, columns, decimals, bold, with_notes, max_label)


def preview(result: Any, rows: int, columns: int) -> tuple[Table, int, int]:
    """Return the first rows and columns of a result's table, and how many more of each it has."""
    sheet = result._sheet(True)
    n, k = sheet.frame.shape
    if k == 0:
        raise TypeError(f"this {type(result).__name__} has an empty table")
    first = [str(name) for name in sheet.frame.columns[:columns]]
    sheet.frame = sheet.frame.head(rows)
    return _table(result, sheet, first, None, True, True, None), max(0, n - rows), k - len(first)


def _table(
    result: Any,
    sheet: Sheet,
    columns: Sequence[str] | Mapping[str, str] | None,
    decimals: int | Mapping[str, int] | None,
    bold: bool,
    with_notes: bool,
    max_label: int | None,
) -> Table:
    """Return the table of a sheet."""
    frame = sheet.frame.set_axis([str(name) for name in sheet.frame.columns], axis=1)
    heads = _chosen(columns, frame.columns.tolist(), sheet.key)
    values = {name: [_plain(cell) for cell in frame[name].tolist()] for name in heads}
    scores = [name for name in sheet.scores if name in heads]
    formats = _formats(values, scores, decimals)
    labels = _labels(values, scores, max_label)
    marks = _marks(sheet, list(heads)) if bold else frozenset()
    usual = {name: said(head) for name, head in _HEADS.items()}
    known = {**usual, **{name: labels[name] for name in scores}, **sheet.heads}
    kind = result.schema.partition("/")[0]
    gap = "_" if kind in _AS_THEY_ARE else " "
    return Table(
        name=kind,
        caption="",
        header=tuple(
            head or known.get(name, name.replace("_", gap)) for name, head in heads.items()
        ),
        formats=tuple(formats.values()),
        rows=rows_of(
            [labels.get(cell, cell) for cell in cells] if name in (*_NAMES, "verdict") else cells
            for name, cells in values.items()
        ),
        foot=_foot_of(sheet, list(heads), formats[scores[0]]) if scores else (),
        bold=marks,
        notes=tuple(_said(result, sheet, heads, bool(marks))) if with_notes else (),
    )


def _chosen(
    columns: Sequence[str] | Mapping[str, str] | None, known: Sequence[str], key: str
) -> dict[str, str]:
    """Return the chosen columns with their headers, "" where none is given."""
    if columns is None:
        return dict.fromkeys(known, "")
    given = (
        columns
        if isinstance(columns, Mapping)
        else dict.fromkeys(check.listed("columns", columns, "names of columns"), "")
    )
    unknown = [str(name) for name in given if name not in known]
    if unknown or not given:
        found = shown_names(unknown) if unknown else "none"
        raise ArgumentError(
            f"`columns` must name columns of the table, not {found}",
            expected=shown_names(known, 20),
            found=found,
            hint=f"The table has the columns {shown_names(known, 20)}.",
        )
    first = {key: ""} if key and key not in given else {}
    return first | {name: str(head) for name, head in given.items()}


def _plain(cell: Any) -> Cell:
    """Return a cell of a frame as a plain value; a number that is missing is NaN."""
    if cell is None or cell != cell:
        return float("nan")
    return cell if isinstance(cell, (str, bool, int, float)) else str(cell)


def _formats(
    values: Mapping[str, Sequence[Cell]],
    scores: Sequence[str],
    decimals: int | Mapping[str, int] | None,
) -> dict[str, str]:
    """Return the format of every column: given decimals, else as many as `_digits` finds."""
    given = decimals if isinstance(decimals, Mapping) else {}
    if unknown := [str(name) for name in given if name not in values]:
        raise ArgumentError(
            f"`decimals` must name columns of the table, not {shown_names(unknown)}",
            expected=shown_names(list(values), 20),
            found=shown_names(unknown),
        )
    for number in given.values() if isinstance(decimals, Mapping) else [decimals]:
        if number is not None:
            check.whole("decimals", number, 0, 12)
    formats = {}
    together = [cell for name in scores for cell in values[name]]
    for name, cells in values.items():
        wanted = given.get(name) if isinstance(decimals, Mapping) else decimals
        numbers = _numbers(together if name in scores else cells)
        whole = all(number == int(number) for number in numbers)
        if not numbers:
            formats[name] = ""
        elif name.startswith("pvalue") and name not in given:
            formats[name] = "p"
        elif wanted is not None and (name in given or not whole):
            formats[name] = f".{wanted}f"
        else:
            formats[name] = _digits(numbers)
    return formats


def _numbers(cells: Iterable[Cell]) -> list[float]:
    """Return the finite numbers among cells."""
    return [x for x in cells if not isinstance(x, (str, bool)) and math.isfinite(x)]


def _digits(numbers: Sequence[float]) -> str:
    """Return a format with four significant digits of the largest number, zeros at the end cut."""
    largest = max(map(abs, numbers))
    if 0 < largest < _SMALL:
        return ".1e"
    most = max(0, _DIGITS - (len(str(int(largest))) if largest >= 1 else 0))
    texts = [f"{number:.{most}f}" for number in numbers]
    spare = min((len(text) - len(text.rstrip("0")) for text in texts), default=0)
    return f".{max(0, most - spare)}f"


def _labels(
    values: Mapping[str, Sequence[Cell]], scores: Sequence[str], max_label: int | None
) -> dict[Any, str]:
    """Return the shown text of every name, in cells and headers."""
    cells = [cell for name in _NAMES for cell in values.get(name, ()) if isinstance(cell, str)]
    names = [name for name in dict.fromkeys([*scores, *cells]) if name not in ("", NONE)]
    return dict(zip(names, labels_for(names, max_label), strict=True))


def _marks(sheet: Sheet, heads: Sequence[str]) -> frozenset[tuple[int, int]]:
    """Return the positions of bold cells, those of the foot included."""
    n = len(sheet.frame)
    marks = {
        (i, heads.index(name))
        for name, best in sheet.bold.items()
        if name in heads
        for i in range(n)
        if best[i]
    }
    for i, row in enumerate(sheet.foot):
        best = {name for name, strong in zip(sheet.scores, row.bold, strict=True) if strong}
        marks |= {(n + i, j) for j, name in enumerate(heads) if name in best}
    return frozenset(marks)


def _foot_of(sheet: Sheet, heads: Sequence[str], scores: str) -> tuple[Foot, ...]:
    """Return the last rows, for scores of a format; means of whole numbers need not be whole."""
    rows = []
    for row in sheet.foot:
        values = dict(zip(sheet.scores, row.values, strict=True))
        cells = (values.get(name, "" if j else row.name) for j, name in enumerate(heads))
        rows.append(Foot(tuple(cells), row.format or (".2f" if scores == ".0f" else scores)))
    return tuple(rows)


def with_better(sheet: Sheet, decided: str) -> Sheet:
    """Replace verdicts on pairs by the name of the better method, and make their p bold."""
    verdicts = sheet.frame["verdict"].tolist()
    names = sheet.frame["classifier_1"], sheet.frame["classifier_2"]
    pairs = zip(*names, verdicts, strict=True)
    frame = sheet.frame.drop(columns=["significant"], errors="ignore")
    better = [(NONE, one, other)[verdict] for one, other, verdict in pairs]
    sheet.frame = frame.assign(verdict=better)
    sheet.bold = {"pvalue": [verdict != 0 for verdict in verdicts]}
    sheet.bold_note = f"Bold p: the two {nouns()} differ significantly ({decided})."
    meaning = (
        f"Better by test: the {noun()} that is significantly better ({decided}); {NONE} where "
        "neither is, which does not mean that the two are equal."
    )
    sheet.notes.append(("verdict", meaning))
    sheet.heads = {"verdict": "better by test"}
    return sheet


def with_letters(sheet: Sheet, letters: Sequence[str] | None, decided: str) -> Sheet:
    """Add the letters of a compact letter display, unless they could not show the verdicts."""
    if letters is None:
        meaning = f"Letters cannot show which {nouns()} differ significantly ({decided})."
        sheet.notes.append(("", meaning))
    else:
        sheet.frame["letters"] = list(letters)
        meaning = (
            f"{said('Methods')} that share a letter do not differ significantly ({decided}), which "
            f"does not mean that they are equal; {nouns()} without a common letter do."
        )
        sheet.notes.append(("letters", meaning))
    return sheet


def _said(result: Any, sheet: Sheet, heads: Collection[str], marked: bool) -> list[str]:
    """Return the sentences below a table: what bold and columns mean, then all caveats."""
    bold = [sheet.bold_note] if marked and sheet.bold_note else []
    meanings = [meaning for name, meaning in sheet.notes if name in heads or not name]
    shown, all_scores = sum(name in heads for name in sheet.scores), len(sheet.scores)
    if 0 < shown < all_scores and sheet.scores == getattr(result, "classifiers", ()):
        some = f"{shown} of {all_scores} {nouns()} are shown"
        meanings.append(f"{some}; best scores and ranks are among all {all_scores}.")
    caveats = getattr(result, "notes", ()) if sheet.caveats is None else sheet.caveats
    return [*bold, *meanings, *map(notes.text, caveats)]
