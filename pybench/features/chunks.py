"""Cut series into chunks of work, name each by its content, and store its features as bytes.

If a row is a series, neither the order nor the size of the chunks can change a value, and the names
of datasets, splits and labels are not even passed to the representation.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import time
import traceback
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pybench.base.errors import ArgumentError, EnvironmentProblem, PybenchError
from pybench.features.representation import Representation
from pybench.seriesset.build import from_buffers
from pybench.seriesset.series import KEYS, SeriesSet

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

FORMAT = "features/1"  # of keys and of the content stored under them
CHUNK = 50  # series
SECONDS = b"seconds"
BASE_MS, POINT_MS = 2.5, 0.005  # cost of tsfresh per series, and per point of it

_warm: set[str] = set()  # representations that this process has warmed up


@dataclass(frozen=True)
class Chunk:
    """A piece of work: rows of one dataset."""

    begin: int
    end: int
    key: str
    cost: float  # expected, in ms; only its share of the total matters

    @property
    def rows(self) -> slice:
        """The rows of the dataset."""
        return slice(self.begin, self.end)


@dataclass(frozen=True)
class Failure:
    """The error of one chunk."""

    reason: str
    details: str


def cut(series: SeriesSet, made_by: Representation) -> list[Chunk]:
    """Return the chunks of one dataset, in order."""
    size = CHUNK if made_by.unit == "series" else max(1, len(series))
    head = _settings(made_by, series.channels)
    chunks = []
    for begin in range(0, len(series), size):
        end = min(begin + size, len(series))
        points = float(series.offsets[end] - series.offsets[begin])
        cost = BASE_MS * (end - begin) + POINT_MS * points
        chunks.append(Chunk(begin, end, _key(series, begin, end, made_by.unit, head), cost))
    return chunks


def work(series: SeriesSet, chunk: Chunk, made_by: Representation) -> SeriesSet:
    """Return the input of the representation: values alone if a row is a series."""
    if made_by.unit == "dataset":
        return series
    first, last = series.offsets[chunk.begin], series.offsets[chunk.end]
    return from_buffers(
        series.offsets[chunk.begin : chunk.end + 1] - first,
        [series.flat(c)[first:last] for c in range(len(series.channels))],
        dataset="",
        channels=series.channels,
    )


def compute(
    made_by: Representation, series: SeriesSet, versions: Mapping[str, str] | None = None
) -> bytes | Failure:
    """Return the features of one chunk as bytes, or errors other than pybench's as a `Failure`.

    With ``versions``, only if these are installed: the name of the chunk depends on them.
    """
    if versions is not None:
        _refuse_other(versions, installed(tuple(made_by.versions)))
    try:
        _warm_up(made_by)
        begin = time.perf_counter()
        values = made_by.compute(series)
    except PybenchError:
        raise
    except Exception as error:
        return Failure(f"{type(error).__name__}: {error}", traceback.format_exc())
    rows = len(series) if made_by.unit == "series" else 1
    return encode(_checked(values, rows, made_by), time.perf_counter() - begin)


@cache
def installed(libraries: tuple[str, ...]) -> dict[str, str]:
    """Return the versions of libraries in this process, and of the code that uses them."""
    found = {"the code of pybench": _code()}
    for name in libraries:
        with suppress(importlib.metadata.PackageNotFoundError):  # a user's own name for a version
            found[name] = importlib.metadata.version(name)
    return found


def _refuse_other(expected: Mapping[str, str], found: Mapping[str, str]) -> None:
    """Refuse a worker whose versions would compute other features than requested."""
    other = [name for name in {**expected, **found} if expected.get(name) != found.get(name)]
    if other:
        here, there = (str(versions.get(other[0])) for versions in (expected, found))
        raise EnvironmentProblem(
            f"a worker has another version of {other[0]}: {there}, not {here}",
            expected=here,
            found=there,
            hint="Install the same versions on all machines of the cluster.",
        )


def _warm_up(made_by: Representation) -> None:
    """Import and compile what the representation needs, once per process, before timing."""
    if made_by.name not in _warm and hasattr(made_by.compute, "warm_up"):
        made_by.compute.warm_up()
        _warm.add(made_by.name)


def encode(values: Floats, seconds: float) -> bytes:
    """Return rows of features as Arrow IPC, with their computing time."""
    import pyarrow as pa

    rows = pa.FixedSizeListArray.from_arrays(pa.array(values.ravel()), values.shape[1])
    schema = pa.schema([("features", rows.type)], {SECONDS: repr(seconds).encode()})
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_stream(sink, schema, options=options) as writer:
        writer.write_batch(pa.record_batch([rows], schema=schema))
    return bytes(sink.getvalue().to_pybytes())


def decode(data: bytes) -> tuple[Floats, float]:
    """Return rows of features and their computing time, from bytes written by `encode`."""
    import pyarrow as pa

    with pa.ipc.open_stream(data) as reader:
        rows = reader.read_next_batch().column(0)
        seconds = float(reader.schema.metadata[SECONDS])
    values: Floats = rows.flatten().to_numpy(zero_copy_only=True)
    return values.reshape(len(rows), rows.type.list_size), seconds


def is_result(found: object, rows: int, columns: int) -> bool:
    """Return whether a worker answered as `compute` does for a chunk; errors mean no."""
    if isinstance(found, Failure):
        return isinstance(found.reason, str) and isinstance(found.details, str)
    if not isinstance(found, bytes):
        return False
    values, _ = decode(found)
    return values.shape == (rows, columns) and values.dtype == "f8"


def _checked(values: object, rows: int, made_by: Representation) -> Floats:
    import numpy as np

    table = np.ascontiguousarray(values, np.float64)
    if table.shape == (rows, len(made_by.names)):
        return table
    expected = f"an array of shape ({rows}, {len(made_by.names)})"
    raise ArgumentError(
        f"representation {made_by.name!r} must return {expected}, not shape {table.shape}",
        expected=expected,
        found=str(table.shape),
        hint="Return one row per series (or one row for a dataset) and one column per name.",
    )


def _settings(made_by: Representation, channels: tuple[str, ...]) -> bytes:
    """Return everything that can change a value except the values of the series."""
    text = json.dumps(
        {
            "format": FORMAT,
            "code": _code(),
            "representation": made_by.name,
            "unit": made_by.unit,
            "names": made_by.names,
            "settings": dict(made_by.settings),
            "versions": dict(made_by.versions),
            "channels": channels,
        },
        sort_keys=True,
        ensure_ascii=True,
    )
    return hashlib.sha256(text.encode("ascii")).digest()


@cache
def _code() -> str:
    """Return a digest of this folder's code, so that results of other code are not reused."""
    digest = hashlib.sha256()
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _key(series: SeriesSet, begin: int, end: int, unit: str, head: bytes) -> str:
    digest = hashlib.sha256(head)
    offsets = series.offsets[begin : end + 1] - series.offsets[begin]
    digest.update(len(offsets).to_bytes(8, "big") + offsets.tobytes())
    first, last = series.offsets[begin], series.offsets[end]
    for channel in range(len(series.channels)):
        digest.update(series.flat(channel)[first:last].data)
    if unit == "dataset":  # rows then have names and labels, which some features use
        texts = {name: getattr(series, name).tolist() for name in KEYS}
        digest.update(json.dumps(texts, ensure_ascii=True).encode("ascii"))
    return digest.hexdigest()
