"""Every format that pybench reads: how it is read, what it may raise, what must come back.

A reader takes bytes and an empty folder of its own. Whatever the bytes, it answers or raises an
error of its own tree (`typed`). Where ``again`` writes what was read, reading that must give
the same once more: a mutant that is taken is taken as what it says.
"""

from __future__ import annotations

import gzip
import hashlib
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pybench.base.errors import ArgumentError, EnvironmentProblem, InputError


@dataclass(frozen=True)
class Format:
    """One reader of one kind of file."""

    read: Callable[[bytes, Path], Any]
    modules: tuple[str, ...]  #: whose branches a guided search follows
    again: Callable[[Any], bytes] | None = None
    typed: tuple[type[Exception], ...] = (InputError,)

    def take(self, data: bytes, folder: Path) -> bool:
        """Read bytes as pybench would; say whether they were taken."""
        try:
            value = self.read(data, folder)
        except self.typed:
            return False
        if self.again is not None:
            written = self.again(value)
            second = self.again(self.read(written, folder))
            if second != written:
                raise AssertionError("what was read, written and read again is something else")
        return True


def _ts(data: bytes, folder: Path) -> Any:
    from pybench.read.ts import read_ts

    return _looked_at(read_ts(data, dataset="d", file="f.ts"))


def _ucr(data: bytes, folder: Path) -> Any:
    from pybench.read.ucr import read_ucr

    return _looked_at(read_ucr(data, dataset="d", file="f.tsv", trailing_nan="padding"))


def _arff_series(data: bytes, folder: Path) -> Any:
    from pybench.read.arff import read_arff

    return _looked_at(read_arff(data, dataset="d", file="f.arff", trailing_nan="padding"))


def _arrow_series(data: bytes, folder: Path) -> Any:
    from pybench.read.lists import read_ipc

    return _looked_at(read_ipc(data, dataset="d", file="f.arrow"))


def _looked_at(series: Any) -> Any:
    """Touch every value: what was only pointed at would break later."""
    for values in series:
        repr(values)
    repr(series)
    return series


def _dataset(kind: str) -> Callable[[bytes, Path], Any]:
    def read(data: bytes, folder: Path) -> Any:
        from pybench.read.tabular import read_table

        table = read_table(data, format=kind, file=f"f.{kind}")
        repr(table.to_frame())
        return table

    return read


def _results(ending: str) -> Callable[[bytes, Path], Any]:
    def read(data: bytes, folder: Path) -> Any:
        import pybench as pb

        file = _file(folder, f"t.{ending}", data)
        return pb.read_results(file, higher_is_better=True, repeats="mean", missing="drop")

    return read


def _features(ending: str) -> Callable[[bytes, Path], Any]:
    def read(data: bytes, folder: Path) -> Any:
        from pybench.features.file import read_features

        table = read_features(_file(folder, f"x.{ending}", data))
        repr(table.to_frame())
        return table

    return read


def _landscape(data: bytes, folder: Path) -> Any:
    """Read the contents of a landscape below a right hash, which a mutant of a file never has."""
    from pybench.landscape.published import FORMAT, opened

    head = f"{FORMAT} {hashlib.sha256(data).hexdigest()}\n".encode()
    found = opened(gzip.compress(head + data, 1), "x.gz")
    str(found)
    return found


def _suite(data: bytes, folder: Path) -> Any:
    from pybench.suite.manifest import Manifest

    return Manifest.parse(data, "suite.json")


def _splits(data: bytes, folder: Path) -> Any:
    from pybench.suite.splits import Splits

    return Splits.read(data, "s.csv")


def _splits_arff(data: bytes, folder: Path) -> Any:
    from pybench.suite.sharing.openml.arff import read_splits

    return read_splits(data, "s.arff")


def _predictions(data: bytes, folder: Path) -> Any:
    from pybench.suite.running.predictions import decode

    return decode(data, "p.csv")


def _predictions_again(value: Any) -> bytes:
    from pybench.suite.running.predictions import encode

    return encode(value)


def _predictions_arff(data: bytes, folder: Path) -> Any:
    from pybench.suite.sharing.openml.rundocument import read_predictions

    return read_predictions(data, "p.arff")


def _result(data: bytes, folder: Path) -> Any:
    import pybench as pb

    found = pb.load_result(_file(folder, "results.json", data))
    str(found)
    return found


def _bundle(data: bytes, folder: Path) -> Any:
    import pybench as pb

    target = folder / "in" / "here"
    shutil.rmtree(target, ignore_errors=True)
    before = sorted(folder.rglob("*"))
    try:
        return pb.Suite.import_(_file(folder, "b.zip", data), target)
    finally:
        strange = {*folder.rglob("*")} - {*before, *target.rglob("*"), target, target.parent}
        if strange - {folder / "b.zip"}:
            raise AssertionError(f"written outside of the folder: {sorted(strange)}")


def _study(data: bytes, folder: Path) -> Any:
    from pybench.flow.definition import read_definition

    return read_definition(_file(folder, "study.yaml", data))


def _estimators(ending: str) -> Callable[[bytes, Path], Any]:
    def read(data: bytes, folder: Path) -> Any:
        from pybench.suite.running.definitions import read_estimators

        return read_estimators(_file(folder, f"e.{ending}", data))

    return read


def _plan(data: bytes, folder: Path) -> Any:
    from pybench.suite.running.plan import read_plan

    _file(folder, "run.json", data)
    return read_plan(folder)


def _document(name: str) -> Callable[[bytes, Path], Any]:
    def read(data: bytes, folder: Path) -> Any:
        from pybench.suite.sharing.openml import documents

        return getattr(documents, name).read(data, "d.xml")

    return read


def _journal(data: bytes, folder: Path) -> Any:
    from pybench.store.journal import events

    return list(events(_file(folder, "journal", data)))


def _file(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


_SERIES = ("pybench.read", "pybench.seriesset")
_SUITE = ("pybench.suite", "pybench.read", "json.decoder", "json.scanner")
_SHARING = ("pybench.suite.sharing", "pybench.read")

FORMATS: Mapping[str, Format] = {
    "ts": Format(_ts, _SERIES),
    "ucr": Format(_ucr, _SERIES),
    "arff-series": Format(_arff_series, _SERIES),
    "arrow-series": Format(_arrow_series, _SERIES),
    "csv-results": Format(_results("csv"), ("pybench.read",)),
    "arrow-results": Format(_results("arrow"), ("pybench.read",)),
    "parquet-results": Format(_results("parquet"), ("pybench.read",)),
    "csv-dataset": Format(_dataset("csv"), ("pybench.read",)),
    "arff-dataset": Format(_dataset("arff"), ("pybench.read",)),
    "parquet-dataset": Format(_dataset("parquet"), ("pybench.read",)),
    "csv-features": Format(_features("csv"), ("pybench.features",)),
    "arrow-features": Format(_features("arrow"), ("pybench.features",)),
    "landscape": Format(_landscape, ("pybench.landscape.published",)),
    "suite-json": Format(_suite, _SUITE, lambda suite: suite.text().encode()),
    "splits-csv": Format(_splits, _SUITE, lambda splits: splits.to_bytes()),
    "splits-arff": Format(_splits_arff, _SHARING),
    "predictions-csv": Format(_predictions, ("pybench.suite.running",), _predictions_again),
    "predictions-arff": Format(_predictions_arff, _SHARING),
    "result-json": Format(_result, ("pybench.flow.load",)),
    "run-json": Format(_plan, ("pybench.suite.running.plan",)),
    "bundle-zip": Format(_bundle, _SHARING),
    "study-yaml": Format(_study, ("pybench.flow",)),
    "estimators-yaml": Format(
        _estimators("yaml"),
        ("pybench.suite.running",),
        typed=(InputError, ArgumentError, EnvironmentProblem),
    ),
    "study-xml": Format(_document("StudyDocument"), _SHARING),
    "task-xml": Format(_document("TaskDocument"), _SHARING),
    "dataset-xml": Format(_document("DataDocument"), _SHARING),
    "journal": Format(_journal, ("pybench.store",)),
}
