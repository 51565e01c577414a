"""Every row of tests/golden/statistics/cases.csv: our numbers are those of the original packages.

The folder's README.md says what the columns mean; r/tests/testthat/test-cases.R reads the same.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass, fields
from functools import cache

import numpy as np
import pandas as pd
import pytest
from originals import ALL, PUBLISHED, TABLES, USUAL, is_there, numbers, rows, scores_of, table_of
from scipy.special import ndtr

import pybench as pb


@dataclass(frozen=True)
class Case:
    """A row of cases.csv, every cell a text."""

    function: str
    arguments: str
    each: str
    higher_is_better: str
    tables: str
    excluded: str
    because: str
    missing: str
    alone: str
    field: str
    times: str
    compare: str
    no_answer: str
    file: str
    column: str
    absolute: str
    relative: str
    reason: str
    language: str
    package: str
    version: str
    call: str
    values: str

    def __str__(self) -> str:
        return " ".join(filter(None, (self.function, self.field, self.column, self.arguments)))

    def asked_of(self) -> list[str]:
        """List the tables of the row."""
        groups = {"usual": USUAL, "all": ALL}
        named = [name for word in self.tables.split() for name in groups.get(word, [word])]
        return [name for name in named if name not in self.excluded.split()]

    def columns(self, table: str) -> list[tuple[str, str]]:
        """List (value, column): what stands for `*`, and the column that this makes."""
        there = numbers(self.file).get(TABLES[table]["case"], {})
        named = [(value, self.column.replace("*", value)) for value in self.each.split() or [""]]
        return [(value, column) for value, column in named if column in there]


CASES = [Case(*row.values()) for row in rows("cases.csv") if row["language"] != "R"]
assert list(rows("cases.csv")[0]) == [field.name for field in fields(Case)]


def options_of(arguments: str, t: pb.ResultsTable | None = None) -> dict:
    """Return the arguments of a call from `name=value name=value`."""
    options = {}
    for argument in arguments.split():
        name, text = argument.split("=", 1)
        try:
            options[name] = {"TRUE": True, "FALSE": False}.get(text) or float(text)
        except ValueError:
            options[name] = t.classifiers[0] if text == "@first" and t else text
    return options


@cache
def answer(function: str, arguments: str, table: str, higher: bool, missing: str):
    """Return a result and its frame, computed once for all rows that look at it."""
    t = table_of(table, higher, missing)
    result = getattr(pb, function)(t, **options_of(arguments, t))
    return result, result if isinstance(result, pd.DataFrame) else result.to_frame()


def in_order(frame: pd.DataFrame, field: str, table: str, file: str) -> np.ndarray:
    """Return a column of a result's frame in the order of the pairs of the expected numbers."""
    if "classifier_1" not in frame:
        return frame[field].to_numpy(float)
    names = table_of(table, missing="keep").classifiers
    key = numbers(file)[TABLES[table]["case"]]
    pairs = zip(frame["classifier_1"], frame["classifier_2"], strict=True)
    found = dict(zip(pairs, frame[field].to_numpy(float), strict=True))
    i, j = (key[side].astype(int) - 1 for side in "ij")
    return np.array([found[names[a], names[b]] for a, b in zip(i, j, strict=True)])


def of_pairs_alone(case: Case, arguments: str, table: str, wanted: np.ndarray) -> np.ndarray:
    """Compute each pair as a table of its own, from the datasets that have both scores."""
    names, *scores = csv.reader(scores_of(table).splitlines())
    key, found = numbers(case.file)[TABLES[table]["case"]], np.full(wanted.size, np.nan)
    for at in np.flatnonzero(wanted):
        pair = [int(key[side][at]) for side in "ij"]
        both = [row for row in scores if "NA" not in (row[pair[0]], row[pair[1]])]
        t = pb.read_results(
            np.array([[row[place] for place in pair] for row in both], float),
            datasets=[row[0] for row in both],
            classifiers=[names[place] for place in pair],
            higher_is_better=True,
        )
        result = getattr(pb, case.function)(t, **options_of(arguments))
        found[at] = result.to_frame()[case.field].iloc[0]
    return found


def adjusted(case: Case, arguments: str, table: str) -> np.ndarray:
    """Adjust the raw p-values of the original: all pairs as a matrix, else as they stand."""
    options = options_of(arguments)
    raw = numbers(case.file)[table][options.pop("pvalues")]
    if not case.file.startswith("pairs"):
        return pb.adjust(raw, **options)
    k = int(TABLES[table]["classifiers"])
    square = np.ones((k, k))
    upper = np.triu_indices(k, 1)
    square[upper] = raw
    square.T[upper] = raw
    return pb.adjust(square, **options)[upper]


def ends_of(result) -> list[tuple[float, float]]:
    """Return the mean ranks at the two ends of every bar, best bar first."""
    ranks = [[result.mean_ranks[name] for name in clique] for clique in result.cliques]
    return [(min(members), max(members)) for members in ranks]


def found_of(case: Case, arguments: str, table: str, wanted: np.ndarray):
    """Return our numbers, one for each expected one."""
    if case.function == "adjust":
        return adjusted(case, arguments, table)
    if case.alone:
        return of_pairs_alone(case, arguments, table, wanted)
    higher = case.higher_is_better == "TRUE"
    result, frame = answer(case.function, arguments, table, higher, case.missing or "error")
    if case.field == "mean":
        return frame.mean().to_numpy()
    if case.field == "cliques":
        return np.array(ends_of(result)).ravel()
    if case.field in frame:
        return in_order(frame, case.field, table, case.file)
    return np.array([getattr(result, case.field)], float)


def disagreement(case: Case, found: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """Say where a number is not the expected one."""
    found = float(case.times) * found
    if case.compare == "size":
        found, expected = np.abs(found), np.abs(expected)
    elif case.compare == "two-sided tail":
        expected = 2 * ndtr(-np.abs(expected))
    silent = np.isnan(expected)
    instead = float(case.no_answer) if case.no_answer not in ("", "none") else np.nan
    expected = np.where(silent, instead, expected)
    with np.errstate(invalid="ignore"):  # Inf - Inf
        near = np.abs(found - expected) <= float(case.absolute) + float(case.relative) * np.abs(
            np.where(silent, 0, expected)
        )
    return ~((found == expected) | (near & ~silent))


def check(case: Case, table: str) -> None:
    """Compare all numbers of a row on a table."""
    of = TABLES[table]["case"]
    for value, column in case.columns(table):
        arguments = case.arguments.replace("*", value)
        cells = numbers(case.file)[of][column]
        expected, wanted = cells.data, ~np.ma.getmaskarray(cells)
        if case.no_answer == "none" and np.isnan(expected).any():
            continue
        if case.field == "cliques":
            bars = [] if expected[0] == "none" else expected[0].split()
            expected = np.array([float(end) for bar in bars for end in bar.split(":")])
            wanted = np.ones(expected.size, bool)
        found = found_of(case, arguments, table, wanted)
        assert found.shape == expected.shape, f"{table}, {column}: another number of values"
        wrong = np.flatnonzero(disagreement(case, found, expected) & wanted)
        assert not wrong.size, (
            f"{table}, {column}, {arguments}: {wrong.size} of {wanted.sum()} differ, "
            f"the first at {wrong[0]}: found {found[wrong[0]]!r}, expected {expected[wrong[0]]!r}"
        )


def count(case: Case) -> int:
    """Count the numbers that a row compares, on all of its tables."""
    total = 0
    for table in case.asked_of() if case.file else []:
        of = TABLES[table]["case"]
        for _, column in case.columns(table):
            values = numbers(case.file)[of][column]
            if case.field == "cliques":
                total += 0 if values[0] == "none" else 2 * len(values[0].split())
            elif case.no_answer != "none" or not np.isnan(values.data).any():
                total += int(values.count())
    return total


@pytest.mark.parametrize("case", [case for case in CASES if case.field != "error"], ids=str)
def test_original(case):
    for table in case.asked_of():
        if table not in PUBLISHED:
            check(case, table)
    assert count(case) == int(case.values), "numbers were lost, or are new: write the count"


@pytest.mark.parametrize("case", [case for case in CASES if case.field == "error"], ids=str)
def test_refusal(case):
    for table in case.asked_of():
        with pytest.raises(pb.PybenchError, match=case.column):
            answer(case.function, case.arguments, table, True, case.missing or "error")


@pytest.mark.parametrize("table", PUBLISHED)
def test_published_table(table):
    if not is_there(table):
        pytest.skip(f"the scores of {table} are not ours to copy: {TABLES[table]['source']}")
    for case in CASES:
        if table in case.asked_of():
            check(case, table)
