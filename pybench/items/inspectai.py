"""Logs of inspect_ai: ``.eval``, a zip archive of JSON files, or one ``.json`` file."""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pybench.base.document import read_json
from pybench.base.errors import InputError, refusal
from pybench.base.text import shown, shown_names
from pybench.items.arrange import Record
from pybench.read.files import file_bytes
from pybench.read.zipped import DAMAGED, member

#: What inspect_ai's own ``value_to_float`` makes of texts.
_VALUES = {
    "C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0, "yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0,
}  # fmt: skip
_COPIED = "Check that the log was written and copied completely."


def records(file: str, method: str | None, metric: str | None) -> tuple[list[Record], str]:
    """Return the scores of a log, and the name of their metric.

    Parameters
    ----------
    file : str
        Path of the log.
    method : str, optional
        Name to use instead of that of the model.
    metric : str, optional
        Name of a scorer, or "scorer/key" for one of several values. By default the only one.

    Raises
    ------
    InputError
        Not a log of this format, not a finished evaluation, several scorers, a sample with an
        error, or a value that is not a number.
    """
    header, samples = _parts(file)
    told = header.get("eval")
    if not isinstance(told, dict) or not {"task", "model"} <= told.keys():
        raise _refused('"eval" with a task and a model', "another", _COPIED, file)
    if header.get("status") != "success":
        hint = "Use the log of an evaluation that has finished."
        raise _refused("the status `success`", shown(str(header.get("status"))), hint, file)
    model = str(told["model"]) if method is None else method
    rows: list[Record] = []
    for place, sample in samples:
        if not isinstance(sample, dict) or not {"id", "epoch"} <= sample.keys():
            raise _refused("a sample with id and epoch", "another", _COPIED, file, place)
        where = f"{place} (item {shown(str(sample['id']))}, epoch {sample['epoch']})"
        if sample.get("error"):
            hint = "Run the failed samples again (inspect eval-retry)."
            raise _refused("samples without an error", "one", hint, file, where)
        metric, value = _value(sample.get("scores"), metric, file, where)
        rows.append((str(told["task"]), str(sample["id"]), model, str(sample["epoch"]), value))
    if not rows or metric is None:
        raise _refused("at least one sample", "none", "The log has none.", file)
    return rows, metric


def _parts(file: str) -> tuple[Mapping[str, Any], Iterable[tuple[str, Any]]]:
    """Return the header of a log, and its samples with their places."""
    data = file_bytes(file)
    if data[:2] != b"PK":
        whole = _document(data, file, None)
        samples = whole.get("samples") or []
        if not isinstance(samples, list):
            raise _refused("a list of samples", type(samples).__name__, _COPIED, file)
        return whole, ((f"sample {i}", sample) for i, sample in enumerate(samples, 1))
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        names = archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise _refused("a zip archive", f"a damaged one ({error})", _COPIED, file) from error
    if "header.json" not in names:
        hint = "Use the log of an evaluation that has finished."
        raise _refused("`header.json` in the archive", shown_names(names) or "none", hint, file)
    inside = [name for name in names if name.startswith("samples/") and name.endswith(".json")]
    return _member(archive, "header.json", file), _members(archive, inside, file)


def _members(
    archive: zipfile.ZipFile, names: Iterable[str], file: str
) -> Iterator[tuple[str, Any]]:
    for name in names:
        yield name, _member(archive, name, file)


def _member(archive: zipfile.ZipFile, name: str, file: str) -> Mapping[str, Any]:
    try:
        data = member(archive, name)
    except DAMAGED as error:
        found = f"a damaged one ({error})"
        raise _refused("a member that can be read", found, _COPIED, file, name) from error
    return _document(data, file, name)


def _document(data: bytes, file: str, member: str | None) -> Mapping[str, Any]:
    try:
        found = read_json(data)
    except ValueError as error:
        raise _refused("a JSON document", f"none ({error})", _COPIED, file, member) from error
    if not isinstance(found, dict):
        raise _refused("a JSON object", type(found).__name__, _COPIED, file, member)
    return found


def _value(scores: Any, metric: str | None, file: str, where: str) -> tuple[str, float]:
    """Return the name of the metric and its value for one sample."""
    values: dict[str, Any] = {}
    for scorer, score in (scores if isinstance(scores, dict) else {}).items():
        value = score.get("value") if isinstance(score, dict) else None
        if isinstance(value, dict):
            values |= {f"{scorer}/{key}": one for key, one in value.items()}
        else:
            values[scorer] = value
    names = list(values)
    if metric is None and len(names) == 1:
        metric = names[0]
    if metric not in values:
        expected = "one scorer" if metric is None else f"the scorer {shown(metric)}"
        hint = 'Choose one: metric="NAME".'
        raise _refused(expected, shown_names(names, 20) or "none", hint, file, where)
    assert metric is not None
    value = values[metric]
    if isinstance(value, str):
        value = _VALUES.get(value, _VALUES.get(value.lower(), _as_number(value)))
    if isinstance(value, (int, float)) and math.isfinite(value):
        return metric, float(value)
    hint = "A score must be C, P, I, N, a truth value or a number."
    raise _refused("a number", shown(str(values[metric])), hint, file, where)


def _as_number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _refused(
    expected: str, found: str, hint: str, file: str, member: str | None = None
) -> InputError:
    place = file if member is None else f"{file}: {member}"
    return refusal(expected, found, hint, file=place, kind=InputError)
