"""Croissant metadata of a suite: JSON-LD by which search engines and data loaders find datasets.

Source: the Croissant format of MLCommons, version 1.0 (http://mlcommons.org/croissant/1.0).
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import counted, shown_names
from pybench.read.files import file_bytes
from pybench.read.tabular import DataTable
from pybench.store import atomic
from pybench.suite.data import load_table
from pybench.suite.hashing import in_utf8
from pybench.suite.manifest import FILE as MANIFEST
from pybench.suite.manifest import Manifest
from pybench.suite.task import DataFile, Dataset, Task

FILE = "croissant.json"
CONFORMS_TO = "http://mlcommons.org/croissant/1.0"
#: Ending of a file -> its format, as Croissant names it.
FORMATS = {
    ".csv": "text/csv",
    ".tsv": "text/tab-separated-values",
    ".parquet": "application/x-parquet",
    ".pq": "application/x-parquet",
    ".arff": "https://ml.cms.waikato.ac.nz/weka/arff.html",
    ".json": "application/json",
    ".arrow": "application/vnd.apache.arrow.file",
    ".feather": "application/vnd.apache.arrow.file",
    ".ipc": "application/vnd.apache.arrow.file",
}
_READABLE = ("csv", "parquet", "arff")  #: formats of tables whose columns Croissant can name
_TERMS = (
    "citeAs column equivalentProperty extract field fileObject fileProperty fileSet "
    "format includes isLiveDataset jsonPath key md5 parentField path recordSet references regex "
    "repeated replace samplingRate separator source subField transform"
)
#: Columns of a file of splits, with their types and meanings.
_SPLITS = {
    "type": ("sc:Text", "TRAIN or TEST"),
    "rowid": ("sc:Integer", "Row of the dataset, counted from 0"),
    "repeat": ("sc:Integer", "Repeat of the split, counted from 0"),
    "fold": ("sc:Integer", "Fold of the repeat, counted from 0"),
}


def write_croissant(
    suite: Manifest,
    file: Path | None,
    *,
    url: str | None,
    creator: str | Iterable[str],
    published: str | None,
) -> Path:
    """Write the metadata into a file; see `Suite.write_croissant`."""
    if suite.folder is None:
        raise ArgumentError(
            "the suite must be saved before its files can be listed",
            expected="a saved suite",
            found="a suite in memory",
            hint="Save it: suite = suite.save(folder).",
        )
    place = suite.folder / FILE if file is None else file
    names = [check.text("creator", name) for name in check.listed("creator", creator, "names")]
    base = os.path.relpath(os.path.realpath(suite.folder), os.path.realpath(place.parent))
    where = Path(base).as_posix() if url is None else url.rstrip("/")
    found = metadata(suite, where)
    found |= {"url": url} if url else {}
    found |= {"creator": [{"@type": "sc:Person", "name": name} for name in names]} if names else {}
    found |= {"datePublished": suite.created if published is None else _date(published)}
    text = in_utf8(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    atomic.make_folder(place.parent)
    atomic.write_text(place, text)
    return place


def _date(text: str) -> str:
    """Return a date, or a time, if it has the form of ISO 8601."""
    try:
        datetime.fromisoformat(check.text("published", text))
    except ValueError as error:
        expected = 'a date such as "2026-01-31"'
        raise ArgumentError(
            f"`published` must be {expected}, not {text!r}", expected=expected, found=text
        ) from error
    return text


def metadata(suite: Manifest, where: str) -> dict[str, Any]:
    """Return the metadata of a saved suite, without those that nothing in it tells.

    Parameters
    ----------
    suite : Manifest
    where : str
        Its folder: a web address, or a path relative to the file of metadata.
    """
    tables = list(_tables(suite))
    citations = dict.fromkeys(one.citation for one in _datasets(suite) if one.citation)
    licences = dict.fromkeys(one.licence for one in _datasets(suite) if one.licence)
    tags = {tag for task in suite.tasks for tag in (*task.tags, *task.dataset.tags)}
    return {
        "@context": context(),
        "@type": "sc:Dataset",
        "conformsTo": CONFORMS_TO,
        "name": suite.name,
        "description": _description(suite),
        "version": f"{suite.version}.0.0",
        "dateCreated": suite.created,
        "keywords": ["benchmark suite", *sorted(tags)],
        **({"license": list(licences)} if licences else {}),
        **({"citeAs": "\n".join(citations)} if citations else {}),
        "distribution": [_file_object(suite, file, where) for file in _files(suite)],
        "recordSet": [
            *(_rows(dataset, table) for dataset, table in tables),
            *(_folds(task) for task in suite.tasks if task.splits is not None),
        ],
    }


def context() -> dict[str, Any]:
    """Return the JSON-LD context that Croissant 1.0 prescribes."""
    terms = {name: f"cr:{name}" for name in _TERMS.split()}
    return {
        "@language": "en",
        "@vocab": "https://schema.org/",
        **terms,
        "conformsTo": "dct:conformsTo",
        "cr": "http://mlcommons.org/croissant/",
        "data": {"@id": "cr:data", "@type": "@json"},
        "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
        "dct": "http://purl.org/dc/terms/",
        "examples": {"@id": "cr:examples", "@type": "@json"},
        "rai": "http://mlcommons.org/croissant/RAI/",
        "sc": "https://schema.org/",
    }


def _datasets(suite: Manifest) -> list[Dataset]:
    """Return the datasets of the tasks, each once."""
    return list({task.dataset.name: task.dataset for task in suite.tasks}.values())


def _description(suite: Manifest) -> str:
    text = suite.description.strip()
    sentences = [text if not text or text[-1] in ".!?" else f"{text}."]
    size = f"{counted(len(suite.tasks), 'task')} on {counted(len(suite.datasets), 'dataset')}"
    sentences.append(f"A benchmark suite of pybench: {size}, with fixed splits.")
    away = [one.name for one in _datasets(suite) if not _here(suite, one)]
    if away:
        sentences.append(f"The data are not among these files for: {shown_names(away, 20)}.")
    return " ".join(filter(None, sentences))


def _here(suite: Manifest, dataset: Dataset) -> bool:
    return bool(dataset.files) and all(map(suite.present, dataset.files))


def _files(suite: Manifest) -> Iterator[tuple[DataFile, str]]:
    """Yield the files that are here, with descriptions; the manifest first."""
    manifest = file_bytes(str(Path(str(suite.folder), MANIFEST)))
    text = f"The manifest of the suite, whose canonical form has the SHA-256 {suite.hash}"
    yield DataFile(MANIFEST, hashlib.sha256(manifest).hexdigest()), text
    described = {file.path: _told(one) for one in _datasets(suite) for file in one.files}
    splits = {task.splits: f"The splits of the task {task.name}" for task in suite.tasks}
    for file in suite.needed():
        yield file, described.get(file.path) or splits[file.path]


def _told(dataset: Dataset) -> str:
    """Describe a dataset by what its metadata say."""
    told = {
        "version": dataset.version,
        "licence": dataset.licence,
        "citation": dataset.citation,
        "web address": dataset.url,
        "id on OpenML": dataset.openml_id,
    }
    known = "; ".join(f"{what}: {text}" for what, text in told.items() if text)
    return f"The dataset {dataset.name}" + (f" ({known})" if known else "")


def _file_object(suite: Manifest, file: tuple[DataFile, str], where: str) -> dict[str, Any]:
    listed, description = file
    path = PurePosixPath(listed.path)
    address = listed.path if where == "." else f"{where}/{listed.path}"
    return {
        "@type": "cr:FileObject",
        "@id": quote(listed.path),
        "name": path.name,
        "description": description,
        "contentUrl": address,
        "encodingFormat": FORMATS.get(path.suffix.lower(), "text/plain"),
        "sha256": listed.sha256,
    }


def _tables(suite: Manifest) -> Iterator[tuple[Dataset, DataTable]]:
    """Yield the datasets whose columns can be named, with their tables."""
    tabular = {task.dataset.name for task in suite.tasks if task.kind == "tabular"}
    for dataset in _datasets(suite):
        if dataset.name in tabular and dataset.format in _READABLE and _here(suite, dataset):
            table = load_table(suite, dataset)
            if not table.sparse:
                yield dataset, table


def _rows(dataset: Dataset, table: DataTable) -> dict[str, Any]:
    """Return the record set of a table: one record per row, one field per column."""
    anchor, path = f"rows/{quote(dataset.name, safe='')}", dataset.files[0].path
    fields = [
        _field(anchor, one.name, "sc:Float" if one.type == "numeric" else "sc:Text", path)
        for one in table.variables
    ]
    return {**_record_set(anchor, dataset.name), "description": _told(dataset), "field": fields}


def _folds(task: Task) -> dict[str, Any]:
    """Return the record set of the splits of a task."""
    anchor = f"folds/{quote(task.name, safe='')}"
    fields = [
        {**_field(anchor, name, kind, str(task.splits)), "description": meaning}
        for name, (kind, meaning) in _SPLITS.items()
    ]
    how = task.procedure
    target = f", to predict {task.target}" if task.target else ""
    size = f"{counted(how.repeats, 'repeat')} of {counted(how.folds, 'fold')}"
    description = f"Rows of {task.dataset.name} to train and to test on{target}: {how.type}, {size}"
    return {
        **_record_set(anchor, f"Splits of {task.name}"),
        "description": description,
        "field": fields,
    }


def _record_set(anchor: str, name: str) -> dict[str, Any]:
    return {"@type": "cr:RecordSet", "@id": anchor, "name": name}


def _field(anchor: str, column: str, kind: str, path: str) -> dict[str, Any]:
    source = {"fileObject": {"@id": quote(path)}, "extract": {"column": column}}
    return {
        "@type": "cr:Field",
        "@id": f"{anchor}/{quote(column, safe='')}",
        "name": column,
        "dataType": kind,
        "source": source,
    }
