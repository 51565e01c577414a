"""Landscapes that are published: files that place new data without the archive.

A file is compressed by gzip. Its first line names the format and the SHA-256 of all that follows.
Then come parts: a line with a name, a kind, a number of values and a number of bytes, and the
bytes. A text ends with a line feed. Of numbers, little-endian, all first bytes come first, then all
second bytes and so on, which compresses better by a quarter. So base R reads it as well.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import notes, shared
from pybench.base.errors import InputError, refusal
from pybench.base.path import to_read
from pybench.base.text import counted, lined, shown, shown_names
from pybench.landscape import coverage as covering
from pybench.landscape.map import Landscape
from pybench.landscape.regions import Regions
from pybench.landscape.scaling import SCALES, Scaling
from pybench.landscape.som import MapGrid, Som
from pybench.store import atomic
from pybench.table import ResultsTable, results_table

Doubles = NDArray[np.float64]

FORMAT = "pybench-landscape/2"
_TYPES = {"f4": "<f4", "f8": "<f8", "u2": "<u2", "u4": "<u4"}
_MOST = 2**26  # bytes of a file when unpacked: a hostile one must not fill the memory
_CANDIDATES = ("k", "silhouette", "purity", "fragmentation", "split", "gap")
_ABOUT = (
    "name", "version", "pybench", "representation", "citation", "credit", "metric",
    "scale", "topology", "neighbourhood", "toroidal", "mode", "start", "preset", "kernel",
)  # fmt: skip
_NUMBERS = (
    "n_rows", "xdim", "ydim", "rlen", "alpha_start", "alpha_end", "radius_start", "radius_end",
    "seed", "quantization_error", "root_quantization_error", "topographic_error",
    "topographic_error_torus", "explained_variance", "k", "chosen",
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PublishedLandscape(Landscape):
    """A landscape that was read from a file, and how it was made."""

    name: str  #: of the archive, such as "ucr"
    version: str  #: of the landscape; a new one has other numbers
    pybench: str  #: version of pybench that made it
    representation: str  #: that the features are of, such as "tsfresh"
    versions: Mapping[str, str]  #: library on which the features depend -> version
    training_only: tuple[str, ...]  #: datasets of which it has the training series alone
    scores: ResultsTable | None  #: published scores on its datasets; None if there are none
    citation: str  #: of the archive
    credit: str  #: source and licence of the scores
    sha256: str  #: of the contents of the file

    schema: ClassVar[str] = "published-landscape/1"

    def __str__(self) -> str:
        made = ", ".join(f"{library} {v}" for library, v in self.versions.items())
        lines = [
            f"Published landscape `{self.name}`, version {self.version}: made by pybench "
            f"{self.pybench} from {self.representation} features ({made})",
            f"  archive: {self.citation}",
        ]
        if self.scores is not None:
            t = self.scores
            lines.append(
                f"  scores: {t.metric} of {t.n_classifiers} methods on {t.n_datasets} of its "
                f"datasets; {self.credit}"
            )
        if self.training_only:
            many = f"{len(self.training_only)} of {counted(self.coverage.n_datasets, 'dataset')}"
            lines.append(f"  training series alone, of {many}: {shown_names(self.training_only)}")
        lines.append(f"  SHA-256 of the contents: {self.sha256}")
        return lined([*lines, *Landscape.__str__(self).splitlines()])


def published_landscape(source: str | os.PathLike[str] = "ucr") -> PublishedLandscape:
    """Return a published landscape: a map of an archive that places new data without its series.

    Parameters
    ----------
    source : str or path
        "ucr" is the landscape of the UCR archive (Dau et al. 2019), which is part of pybench. Any
        other value is the path of a file.

    Returns
    -------
    PublishedLandscape
        A `Landscape`, so that `newcomer`, `coverage`, `representatives`, `best_by_region`,
        `bootstrap` and all figures accept it. It contains no series and no features of them: for
        each series only the number of its unit, and its distance from the unit. ``scores`` is a
        results table of published scores on the datasets of the landscape.

    Raises
    ------
    InputError
        There is no such file, or it is no landscape, is cut off, or was changed.

    Notes
    -----
    The codes of the map are rounded, in the landscape "ucr" to 11 significant bits. Units, regions
    and coverage were computed from the rounded codes, so they follow from them exactly.
    `python -m bench.publish_landscape`, in a checkout of pybench, makes the file again. The field
    ``sha256`` then tells whether the contents are the same. They should be with the libraries of
    ``constraints.txt`` on an x86-64 processor with AVX2, whose code the command takes.

    References
    ----------
    Dau, H. A. et al. (2019). The UCR time series archive. *IEEE/CAA Journal of Automatica Sinica*,
    6(6), 1293-1305.

    Examples
    --------
    >>> import pybench as pb
    >>> ucr = pb.published_landscape("ucr")
    >>> ucr.name, ucr.representation
    ('ucr', 'tsfresh')
    """
    path = _bundled(source) if source in BUNDLED else to_read("source", source)
    found = str(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise _refused("a file of a landscape", error.strerror or str(error), found) from None
    return opened(data, found)


BUNDLED = ("ucr",)


def _bundled(name: object) -> Any:
    return shared.r_source() / "inst" / "extdata" / f"landscape-{name}.gz"


def write_landscape(found: PublishedLandscape, path: str | os.PathLike[str]) -> str:
    """Write a landscape to a file; return the SHA-256 of its contents, ``found.sha256`` or not."""
    som, scaling, regions = found.som, found.scaling, found.regions
    assert som is not None
    assert scaling.named
    grid, t = som.grid, found.scores
    if t is not None and not t.higher_is_better:
        raise ValueError("higher scores must be better: the file states no direction")
    about = {
        **{key: getattr(found, key) for key in _ABOUT[:6]},
        "metric": "" if t is None else str(t.metric), "scale": scaling.scale,
        "topology": grid.topology, "neighbourhood": grid.neighbourhood,
        "toroidal": str(grid.toroidal), "mode": som.mode, "start": som.start,
        "preset": som.preset or "", "kernel": som.kernel,
    }  # fmt: skip
    numbers = [
        scaling.n_rows, grid.xdim, grid.ydim, som.rlen, *som.alpha, *som.radius, som.seed,
        som.quantization_error, som.root_quantization_error, som.topographic_error,
        som.topographic_error_torus, som.explained_variance, regions.k,
        float(regions.chosen_by != "user"),
    ]  # fmt: skip
    names, counts = _runs(found.dataset.tolist())
    parts = {
        "about": [about[key] for key in _ABOUT],
        "numbers": np.array(numbers, "<f8"),
        "versions": _pairs(found.versions),
        "features": list(scaling.features),
        "center": scaling.center.astype("<f8"),
        "spread": scaling.spread.astype("<f8"),
        "left_out": _pairs(scaling.left_out),
        "codes": _single(found.codes),
        "coordinates": grid.coordinates.astype("<f8").ravel(),
        "changes": som.changes.astype("<f8"),
        "datasets": names,
        "rows": np.array(counts, "<u4"),
        "units": found.units.astype("<u2"),
        "distances": som.distances.astype("<f4"),
        "labels": np.asarray(regions.labels).astype("<u2"),
        "candidates": regions.candidates[list(_CANDIDATES)].to_numpy(np.float64).ravel(),
        "heights": np.asarray(regions.heights, "<f8"),
        "notes": [*regions.notes],
        "training_only": list(found.training_only),
        "methods": [] if t is None else list(t.classifiers),
        "scored": [] if t is None else list(t.datasets),
        "scores": np.empty(0) if t is None else t.scores.astype("<f8").ravel(),
    }
    body = b"".join(_packed(name, values) for name, values in parts.items())
    digest = hashlib.sha256(body).hexdigest()
    atomic.write_bytes(path, gzip.compress(f"{FORMAT} {digest}\n".encode() + body, mtime=0))
    return digest


def _packed(name: str, values: Any) -> bytes:
    if isinstance(values, list):
        if any("\n" in text for text in values):
            raise ValueError(f"{name}: a text with a line feed")
        kind, data = "text", "".join(f"{text}\n" for text in values).encode()
    else:
        planes = values.view(np.uint8).reshape(-1, values.itemsize).T
        kind, data = values.dtype.str[1:], planes.tobytes()
    return f"{name} {kind} {len(values)} {len(data)}\n".encode() + data


def _single(codes: Doubles) -> NDArray[np.float32]:
    single = codes.astype("<f4")
    if not (single == codes).all():
        raise ValueError("codes must be rounded to single precision before units are found")
    return single.ravel()


def _runs(names: Sequence[str]) -> tuple[list[str], list[int]]:
    """Return the datasets and their numbers of rows; the rows of a dataset are together."""
    starts = [i for i, name in enumerate(names) if i == 0 or name != names[i - 1]]
    found = [names[i] for i in starts]
    if len(set(found)) < len(found):
        raise ValueError("the rows of a dataset must be together")
    return found, np.diff([*starts, len(names)]).tolist()


def _pairs(mapping: Mapping[str, str]) -> list[str]:
    return [text for pair in mapping.items() for text in pair]


# ---- reading ------------------------------------------------------------------------------------


def opened(data: bytes, file: str) -> PublishedLandscape:
    """Return the landscape in the bytes of a file."""
    body, digest = _unpacked(data, file)
    parts = _parts(body, file)
    try:
        return _built(parts, digest)
    except (KeyError, ValueError, IndexError, OverflowError) as error:
        raise _refused("a complete landscape", shown(str(error)), file) from None


def _unpacked(data: bytes, file: str) -> tuple[bytes, str]:
    """Return the contents, whose hash is that of the first line, and the hash."""
    try:
        with gzip.GzipFile(fileobj=BytesIO(data)) as stream:
            content = stream.read(_MOST + 1)
    except (OSError, EOFError, zlib.error):
        found = "a file that is not, or is cut off"
        raise _refused("a landscape, compressed by gzip", found, file) from None
    if len(content) > _MOST:
        raise _refused(f"at most {_MOST} bytes", "more", file)
    head, _, body = content.partition(b"\n")
    form, _, digest = head[:200].decode("ascii", "replace").partition(" ")
    if form != FORMAT:
        raise _refused(f"the format {FORMAT}", shown(form), file)
    if hashlib.sha256(body).hexdigest() != digest:
        raise _refused(f"contents with the SHA-256 {shown(digest)}", "others", file)
    return body, digest


def _parts(body: bytes, file: str) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    at = 0
    while at < len(body):
        end = body.find(b"\n", at, at + 200)
        words = body[at:end].decode("ascii", "replace").split(" ") if end > 0 else []
        if len(words) != 4 or not all(word.isdecimal() for word in words[2:]):
            raise _refused("a line with name, kind, number and bytes", "another", file)
        name, kind, count, size = words[0], words[1], int(words[2]), int(words[3])
        data = body[end + 1 : end + 1 + size]
        values = _values(kind, data)
        if len(data) < size or values is None or len(values) != count or name in parts:
            raise _refused(f"{count} values of the part {shown(name)}", "others", file)
        parts[name] = values
        at = end + 1 + size
    return parts


def _values(kind: str, data: bytes) -> Any:
    if kind == "text":
        try:
            lines = data.decode("utf-8").split("\n")
        except UnicodeDecodeError:
            return None
        return lines[:-1] if lines[-1] == "" else None
    if kind not in _TYPES or len(data) % int(kind[1]):
        return None
    planes = np.frombuffer(data, np.uint8).reshape(int(kind[1]), -1)
    return np.frombuffer(planes.T.tobytes(), _TYPES[kind])


def _built(parts: Mapping[str, Any], digest: str) -> PublishedLandscape:
    about = dict(zip(_ABOUT, parts["about"], strict=True))
    number = dict(zip(_NUMBERS, parts["numbers"].tolist(), strict=True))
    scaling = _scaling(parts, about["scale"], int(number["n_rows"]))
    som = _som(parts, about, number, scaling.features)
    regions = _regions(parts, len(som.codes), number)
    rows = parts["rows"].astype(int)
    _require(rows.sum() == len(som.units), "a dataset for each row")
    names = np.repeat(np.array(parts["datasets"], dtype=object), rows)
    region = np.asarray(regions.labels)[som.units]
    spread = covering.coverage(names.tolist(), region, regions.k, engine="python")
    bare = covering.redundancy(spread, engine="python")
    return PublishedLandscape(
        reduction="som", scaling=scaling, search=None, som=som, components=None, codes=som.codes,
        units=som.units, regions=regions, dataset=_fixed(names), region=_fixed(region),
        coverage=spread, redundancy=bare, notes=notes.ordered({*regions.notes, *bare.notes}),
        engine="python", name=about["name"], version=about["version"], pybench=about["pybench"],
        representation=about["representation"], versions=_mapping(parts["versions"]),
        training_only=tuple(parts["training_only"]),
        scores=_scores(parts, about["metric"], set(parts["datasets"])),
        citation=about["citation"], credit=about["credit"], sha256=digest,
    )  # fmt: skip


def _scaling(parts: Mapping[str, Any], scale: str, n_rows: int) -> Scaling:
    features = tuple(parts["features"])
    center, spread = (_finite(parts, name, len(features)) for name in ("center", "spread"))
    _require(scale in SCALES and (spread > 0).all(), "a scale of each feature")
    left_out = _mapping(parts["left_out"])
    return Scaling(features, center, spread, left_out, scale, n_rows, named=True)


def _som(
    parts: Mapping[str, Any],
    about: Mapping[str, str],
    number: Mapping[str, float],
    features: tuple[str, ...],
) -> Som:
    x, y = int(number["xdim"]), int(number["ydim"])
    units, n = x * y, len(parts["units"])
    _require(min(x, y) > 0 and (parts["units"] < units).all(), "units of the map")
    codes = _finite(parts, "codes", units * len(features)).reshape(units, -1)
    grid = MapGrid(
        x, y, about["topology"], about["neighbourhood"], about["toroidal"] == "True",
        _fixed(_finite(parts, "coordinates", 2 * units).reshape(units, 2)),
    )  # fmt: skip
    quality = {name: number[name] for name in _NUMBERS[9:14]}
    return Som(
        codes=_fixed(codes), units=_fixed(parts["units"].astype(np.int64)),
        distances=_finite(parts, "distances", n),
        changes=_finite(parts, "changes", len(parts["changes"])), grid=grid,
        rlen=int(number["rlen"]), alpha=(number["alpha_start"], number["alpha_end"]),
        radius=(number["radius_start"], number["radius_end"]), mode=about["mode"],
        start=about["start"], preset=about["preset"] or None, kernel=about["kernel"],
        seed=int(number["seed"]), center=None, scale=None, constant=(), features=features,
        **quality,
    )  # fmt: skip


def _regions(parts: Mapping[str, Any], units: int, number: Mapping[str, float]) -> Regions:
    import pandas as pd

    labels, k = parts["labels"].astype(np.int64), int(number["k"])
    fits = len(labels) == units and 0 < k <= units and set(labels.tolist()) == set(range(k))
    _require(fits, "regions of the units")
    table = pd.DataFrame(parts["candidates"].reshape(-1, len(_CANDIDATES)), columns=_CANDIDATES)
    return Regions(
        labels=_fixed(labels), k=k, sizes=tuple(np.bincount(labels).tolist()),
        candidates=table.astype({"k": int}), heights=_finite(parts, "heights", units - 1),
        chosen_by="silhouette" if number["chosen"] else "user", n_units=units, n_left_out=0,
        notes=notes.ordered(parts["notes"]), engine="python",
    )  # fmt: skip


def _scores(parts: Mapping[str, Any], metric: str, known: set[str]) -> ResultsTable | None:
    methods, scored = parts["methods"], parts["scored"]
    if not methods:
        return None
    _require(set(scored) <= known, "scores on its own datasets")
    matrix = _finite(parts, "scores", len(methods) * len(scored)).reshape(len(scored), -1)
    return results_table(
        matrix, datasets=scored, classifiers=methods, higher_is_better=True, metric=metric
    )


def _finite(parts: Mapping[str, Any], name: str, length: int) -> Doubles:
    with np.errstate(invalid="ignore"):  # a NaN that signals; refused below
        values: Doubles = np.asarray(parts[name]).astype(np.float64)
    _require(values.shape == (length,) and bool(np.isfinite(values).all()), f"{length} {name}")
    return _fixed(values)


def _require(holds: Any, what: str) -> None:
    if not holds:
        raise ValueError(f"no {what}")


def _mapping(texts: Sequence[str]) -> dict[str, str]:
    return dict(zip(texts[::2], texts[1::2], strict=True))


def _fixed(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array


def _refused(expected: str, found: str, file: str) -> InputError:
    hint = "Fetch the file again; pybench.published_landscape() without arguments needs none."
    return refusal(expected, found, hint, file=file, kind=InputError)
