"""A folder of OpenML's files: where each lies, in the layout of its clients' caches."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from pybench.base.errors import SuiteError, refusal
from pybench.base.path import to_read


@dataclass(frozen=True, slots=True)
class Files:
    """A folder of OpenML's files."""

    folder: Path

    def study(self, number: int) -> Path:
        """Path of a suite."""
        return self.folder / "studies" / str(number) / "study.xml"

    def task(self, number: int) -> Path:
        """Path of a task."""
        return self.folder / "tasks" / str(number) / "task.xml"

    def splits(self, number: int) -> Path:
        """Path of the splits of a task."""
        return self.folder / "tasks" / str(number) / "datasplits.arff"

    def description(self, number: int) -> Path:
        """Path of the description of a dataset."""
        return self.folder / "datasets" / str(number) / "description.xml"

    def qualities(self, number: int) -> Path:
        """Path of the qualities of a dataset, which not every dataset has."""
        return self.folder / "datasets" / str(number) / "qualities.xml"

    def data(self, number: int) -> Path:
        """Path of a dataset."""
        return self.folder / "datasets" / str(number) / "dataset.arff"


def cache_folder(openml: ModuleType, cache: str | os.PathLike[str] | None) -> Path:
    """Return the part of a cache of openml-python that belongs to the configured server."""
    root = Path(openml.config._root_cache_directory)
    own = Path(openml.config.get_cache_directory())
    return own if cache is None else to_read("cache", cache) / own.relative_to(root)


def mixed(expected: str, found: str, file: str) -> Exception:
    """Return the error for a file that does not match another."""
    hint = "Get the file again from where it came from."
    return refusal(expected, found, hint, file=file, kind=SuiteError)
