"""Datasets in a folder of OpenML's files: descriptions, data, and the qualities that it states."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pybench.base.errors import ArgumentError
from pybench.base.text import shown
from pybench.read.files import file_bytes
from pybench.suite.filenames import file_stem
from pybench.suite.sharing.openml.documents import DataDocument
from pybench.suite.sharing.openml.files import Files, mixed
from pybench.suite.sharing.openml.qualities import read_qualities
from pybench.suite.task import DataFile, Dataset


@dataclass(frozen=True, slots=True)
class Fetched:
    """A dataset of OpenML whose files are here, with the column to predict."""

    dataset: Dataset
    target: str
    path: Path  #: of its data
    stated: dict[str, float | None]  #: qualities


def read_datasets(files: Files, targets: Mapping[int, str | None]) -> list[Fetched]:
    """Read datasets from a folder of OpenML's files.

    Parameters
    ----------
    files : Files
    targets : mapping
        Id -> column to predict; None for the default target of the dataset.

    Raises
    ------
    ArgumentError
        If a dataset has no default target, and none is given.
    InputError, SuiteError, DatasetError
        If a file is missing or malformed, or does not match another.
    """
    documents = {number: described(files, number) for number in targets}
    names = names_of(documents)
    found = []
    for number, document in documents.items():
        target = targets[number] or document.default_target
        if target is None:
            raise ArgumentError(
                f"`datasets` must name the column to predict in the dataset {number} "
                f"({shown(document.name)}), for which OpenML states no default target",
                expected="a mapping of ids to columns",
                found=f"{number} without a column",
                hint=f"Give datasets={{{number}: column}}.",
            )
        data = dataset(files, document, names[number], target)
        found.append(Fetched(data, target, files.data(number), stated(files, number)))
    return found


def stated(files: Files, number: int) -> dict[str, float | None]:
    """Return the qualities that OpenML states about a dataset; none if there is no such file."""
    path = files.qualities(number)
    return read_qualities(file_bytes(str(path)), str(path)) if path.is_file() else {}


def described(files: Files, number: int) -> DataDocument:
    """Read the description of a dataset, which must be in the format ARFF."""
    path = str(files.description(number))
    document = DataDocument.read(file_bytes(path), path)
    if document.id != number:
        raise mixed(f"dataset {number}", f"dataset {document.id}", path)
    if document.format.lower() not in ("arff", "sparse_arff"):
        raise mixed("the format ARFF", document.format, path)
    return document


def names_of(documents: Mapping[int, DataDocument]) -> dict[int, str]:
    """Return names of datasets, with ids added if several (versions) have the same name."""
    counts = [one.name.casefold() for one in documents.values()]
    return {
        number: one.name if counts.count(one.name.casefold()) == 1 else f"{one.name} {number}"
        for number, one in documents.items()
    }


def dataset(files: Files, document: DataDocument, name: str, target: str) -> Dataset:
    """Return a dataset as part of a suite, if its data match the description."""
    path = str(files.data(document.id))
    data = file_bytes(path)
    if document.md5 and hashlib.md5(data, usedforsecurity=False).hexdigest() != document.md5:
        raise mixed(f"MD5 {document.md5}", "another", path)
    sha256 = hashlib.sha256(data).hexdigest()
    row_id = (document.row_id,) if document.row_id else ()
    return Dataset(
        name=name,
        source="openml",
        format="arff",
        files=(DataFile(f"data/{file_stem(name)}.arff", sha256),),
        version=document.version,
        sha256=sha256,
        ignore=tuple(c for c in dict.fromkeys((*row_id, *document.ignored)) if c != target),
        licence=document.licence,
        citation=document.citation,
        url=document.url,
        tags=document.tags,
        openml_id=document.id,
    )
