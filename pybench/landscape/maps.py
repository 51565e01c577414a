"""One map of a search: the shared rows, its name (a hash of its inputs), and its bytes.

A map is named by the hash of its rows, settings and code, so that a folder of finished maps returns
a map only for the same inputs.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybench.base import shared
from pybench.base.document import read_json
from pybench.base.errors import EnvironmentProblem
from pybench.bridge.library import sources
from pybench.landscape.som import MapGrid, Som, som
from pybench.store import atomic

Doubles = NDArray[np.float64]

FORMAT = "map/1"  # of names and of the content stored under them
_CODE = tuple(
    f"R/landscape-{room}"
    for room in ("grid", "kernel", "quality", "rows", "som", "start", "weighting")
)
_ARRAYS = ("codes", "units", "distances", "changes")
_DOUBLES = "<f8"


@dataclass(frozen=True)
class Settings:
    """Settings that all maps of a search share."""

    rlen: int
    alpha: tuple[float, float]
    radius: tuple[float, float] | None
    topology: str
    toroidal: bool
    start: str
    kernel: str

    @property
    def mode(self) -> str:
        """How the maps are trained."""
        return "batch" if self.kernel == "batch" else "online"


@dataclass(frozen=True)
class MapTask:
    """One map to train."""

    xdim: int
    ydim: int
    seed: int

    @property
    def units(self) -> int:
        """Number of units, which determines the training time."""
        return self.xdim * self.ydim

    def __str__(self) -> str:
        return f"{self.xdim} x {self.ydim}, seed {self.seed}"


@dataclass(frozen=True)
class SharedRows:
    """The rows, in a file that every worker maps into memory."""

    path: str
    shape: tuple[int, int]
    digest: str

    def read(self) -> Doubles:
        """Return the rows in column-major order.

        Raises
        ------
        EnvironmentProblem
            The file is missing or has changed.
        """
        try:
            rows = np.memmap(self.path, _DOUBLES, "r", shape=self.shape, order="F")
        except (OSError, ValueError) as error:
            raise self._absent(str(error)) from error
        if digest_of(rows) != self.digest:
            raise self._absent("another content")
        return rows

    def _absent(self, found: str) -> EnvironmentProblem:
        return EnvironmentProblem(
            f"a worker cannot read the rows of the search: {found}",
            file=self.path,
            expected="the file that the search wrote",
            found=found,
            hint="Give `out`, a folder that all machines of the cluster see under the same path.",
        )


@contextmanager
def shared_rows(rows: Doubles, folder: Path) -> Iterator[SharedRows]:
    """Write rows into a folder while the block runs.

    If this process is killed, `atomic.sweep` removes the file, by its name.
    """
    atomic.sweep(folder)
    path = folder / f"{atomic.PREFIX}rows-{os.getpid()}-{secrets.token_hex(8)}{atomic.SUFFIX}"
    try:
        with atomic.writing(path) as file:
            for column in rows.T:
                file.write(np.ascontiguousarray(column, _DOUBLES).data)
        yield SharedRows(str(path.absolute()), rows.shape, digest_of(rows))
    finally:
        with suppress(OSError):
            path.unlink()


def digest_of(rows: Doubles) -> str:
    """Return the hash of a matrix, by its shape and the bits of its columns."""
    digest = hashlib.sha256(repr(rows.shape).encode())
    for column in rows.T:
        digest.update(np.ascontiguousarray(column, _DOUBLES).data)
    return digest.hexdigest()


def key(digest: str, settings: Settings, task: MapTask, weights: Doubles | None = None) -> str:
    """Return the name of a map: the hash of all its inputs."""
    made_of = {
        "format": FORMAT,
        "code": _code(),
        "rows": digest,
        "settings": asdict(settings),
        "map": asdict(task),
    }
    if weights is not None:
        made_of["weights"] = digest_of(weights[:, None])
    return hashlib.sha256(json.dumps(made_of, sort_keys=True).encode("ascii")).hexdigest()


@cache
def _code() -> str:
    """Return a digest of the training code, so that maps of other code are not reused."""
    digest = hashlib.sha256(shared.version().encode())
    for path, name in sources():
        if name.startswith((*_CODE, "src/som-")):
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def train(settings: Settings, rows: SharedRows, weights: Doubles | None, task: MapTask) -> bytes:
    """Train one map with the R of this process; run by a worker."""
    found = som(
        rows.read(),
        task.xdim,
        task.ydim,
        topology=settings.topology,
        toroidal=settings.toroidal,
        rlen=settings.rlen,
        alpha=settings.alpha,
        radius=settings.radius,
        mode=settings.mode,
        start=settings.start,
        kernel=settings.kernel,
        seed=task.seed,
        weights=weights,
    )
    return encode(found)


def encode(found: Som) -> bytes:
    """Return a map as bytes: a line of JSON, then its arrays."""
    arrays = [np.ascontiguousarray(getattr(found, name)) for name in _ARRAYS]
    grid = {name: getattr(found.grid, name) for name in MapGrid.__slots__}
    places = np.ascontiguousarray(grid.pop("coordinates"))
    about = {name: getattr(found, name) for name in _ABOUT}
    arrays.append(places)
    head = {
        **about,
        "grid": grid,
        "shapes": [array.shape for array in arrays],
        "types": [array.dtype.newbyteorder("<").str for array in arrays],
    }
    parts = [json.dumps(head, sort_keys=True).encode("ascii"), b"\n"]
    parts += [array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes() for array in arrays]
    return b"".join(parts)


def is_map(data: object, task: MapTask, rows: int) -> bool:
    """Return whether a worker answered with a map of a task; errors mean no."""
    if not isinstance(data, bytes):
        return False
    found = decode(data)
    sizes = found.grid.xdim, found.grid.ydim, found.seed, len(found.codes), found.units.shape
    return sizes == (task.xdim, task.ydim, task.seed, task.units, (rows,))


_ABOUT = tuple(name for name in Som.__slots__ if name not in {*_ARRAYS, "grid"})


def about(data: bytes) -> Mapping[str, Any]:
    """Return the description of a stored map, without its arrays."""
    head: Mapping[str, Any] = read_json(data[: data.index(b"\n")])
    return head


def decode(data: bytes) -> Som:
    """Return the map from bytes written by `encode`."""
    head = dict(about(data))
    at = data.index(b"\n") + 1
    arrays = []
    for shape, kind in zip(head.pop("shapes"), head.pop("types"), strict=True):
        count = int(np.prod(shape))
        array = np.frombuffer(data, np.dtype(kind), count, at).reshape(shape)
        array.flags.writeable = False
        arrays.append(array)
        at += array.nbytes
    grid = MapGrid(**head.pop("grid"), coordinates=arrays.pop())
    tuples = {name: tuple(value) for name, value in head.items() if isinstance(value, list)}
    return Som(**{**head, **tuples, **dict(zip(_ARRAYS, arrays, strict=True))}, grid=grid)
