"""Samples that lm-eval logs: one line of JSON per item of a task."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pybench.base.document import read_json
from pybench.base.errors import InputError, refusal
from pybench.base.text import shown, shown_names
from pybench.items.arrange import Record
from pybench.read.files import file_bytes
from pybench.read.formats.file import File
from pybench.read.formats.language import lm_eval_model
from pybench.read.results import file_grid

_NAME = re.compile(r"samples_(?P<task>.+?)(?:_(?P<date>\d{4}-\d\d-\d\dT[\d.:-]+))?\.jsonl")
#: Keys of a line that hold no metric.
_OTHERS = {
    "doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics",
    "doc_hash", "prompt_hash", "target_hash",
}  # fmt: skip


def records(file: str, method: str | None, metric: str | None) -> tuple[list[Record], str]:
    """Return the scores of a file, and the name of their metric.

    Parameters
    ----------
    file : str
        ``samples_<task>_<date>.jsonl``. The results of the same date beside it name the model;
        without them, the folder does.
    method : str, optional
        Name to use instead.
    metric : str, optional
        "exact_match", or with a filter "exact_match,strict-match". By default the only one.

    Raises
    ------
    InputError
        A line that is not of this format, several metrics or filters, or a value that is not a
        number.
    """
    lines = list(_lines(file))
    if not lines:
        raise _refused("at least one line", "none", "The log is empty.", file)
    chosen = metric or _only(lines, file)
    name, _, wanted = chosen.partition(",")
    filters = list(dict.fromkeys(str(line.get("filter", "none")) for _, line in lines))
    if wanted and wanted not in filters:
        raise _refused(f"the filter {shown(wanted)}", shown_names(filters), "Name one.", file)
    if not wanted and len(filters) > 1:
        names = [f"{name},{one}" for one in filters]
        hint = f'Choose one: metric="{names[0]}".'
        raise _refused("one filter", shown_names(names), hint, file)
    found = _NAME.fullmatch(Path(file).name)
    task = found["task"] if found else Path(file).stem
    model = _model(file, found["date"] if found else None) if method is None else method
    rows: list[Record] = []
    for number, line in lines:
        if not wanted or str(line.get("filter", "none")) == wanted:
            score = _number(line, name, file, number)
            rows.append((task, str(line["doc_id"]), model, file, score))
    return rows, chosen


def _model(file: str, date: str | None) -> str:
    """Return the name of the model: several may have logged into one folder."""
    folder = Path(file).resolve().parent
    beside = [] if date is None else [p for p in folder.glob("*.json") if p.stem.endswith(date)]
    if len(beside) == 1:
        return lm_eval_model(File(str(beside[0]), file_grid))
    return folder.name


def with_runs(rows: list[Record]) -> list[Record]:
    """Number the files of one method and task: each is a run."""
    files: dict[tuple[str, str], dict[str, str]] = {}
    found = []
    for task, item, method, file, score in rows:
        known = files.setdefault((task, method), {})
        run = known.setdefault(file, str(len(known) + 1))
        found.append((task, item, method, run, score))
    return found


def _lines(file: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield the number and the content of each line that is not empty."""
    for number, text in enumerate(file_bytes(file).split(b"\n"), 1):
        if not text.strip():
            continue
        try:
            line = read_json(text)
        except ValueError as error:
            hint = "Check that the file was written and copied completely."
            raise _refused("a line of JSON", f"none ({error})", hint, file, number) from error
        if not isinstance(line, dict) or not isinstance(line.get("doc_id"), (int, str)):
            hint = "Give the samples that lm-eval logs with --log_samples."
            raise _refused('an object with a "doc_id"', "another", hint, file, number)
        yield number, line


def _only(lines: list[tuple[int, Mapping[str, Any]]], file: str) -> str:
    """Return the only metric that the lines name or hold."""
    found: dict[str, None] = {}
    for _, line in lines:
        named = line.get("metrics")
        own = named if isinstance(named, list) else [key for key in line if key not in _OTHERS]
        found |= dict.fromkeys(map(str, own))
    if len(found) == 1:
        return next(iter(found))
    hint = 'Choose one: metric="NAME".'
    raise _refused("one metric", shown_names(list(found), 20) or "none", hint, file, lines[0][0])


def _number(line: Mapping[str, Any], name: str, file: str, number: int) -> float:
    value = line.get(name)
    if isinstance(value, (int, float)) and math.isfinite(value):  # true and false are 1 and 0
        return float(value)
    found = "nothing" if name not in line else shown(str(value))
    hint = "Choose a metric with one number per item."
    raise _refused(f"a number as {shown(name)}", found, hint, file, number)


def _refused(
    expected: str, found: str, hint: str, file: str, line: int | None = None
) -> InputError:
    return refusal(expected, found, hint, file=file, line=line, kind=InputError)
