"""pb.Suite: make, load, save, freeze and share a suite of tasks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from pybench.base import check
from pybench.suite.create import check_asked, made, now, provenance
from pybench.suite.manifest import Manifest
from pybench.suite.sources import About, candidates
from pybench.suite.task import Task


class Suite(Manifest):
    """A fixed list of tasks that anyone can run again.

    Make one with `create`, or read one with `load`; its fields are those of the manifest.
    """

    @classmethod
    def create(
        cls,
        name: str,
        source: Any,
        *,
        target: str | None = None,
        kind: str = "auto",
        procedure: str = "auto",
        folds: int = 10,
        repeats: int = 1,
        share: float = 0.33,
        seed: int = 0,
        measure: str = "accuracy",
        about: Mapping[str, Mapping[str, Any]] | None = None,
        alias: str | None = None,
        description: str = "",
        created: str | None = None,
    ) -> Self:
        """Make a suite in preparation.

        Parameters
        ----------
        name : str
        source : path, mapping, or iterable of str
            A folder of datasets: tables ``X.csv``, ``X.arff``, ``X.parquet``, ``X.arrow``; series
            ``X_TRAIN.ts`` with ``X_TEST.ts`` (also .tsv, .txt, .csv, .arff), each also in a folder
            ``X``. A mapping of names to such files. Names of datasets that ship inside
            scikit-learn, aeon and statsmodels.
        target : str, optional
            The column of a table to predict; ``about`` may say another of a dataset.
        kind : {"auto", "tabular", "series"}
            "auto" takes .ts files and pairs of splits for series, all else for tables.
        procedure : {"auto", "crossvalidation", "holdout", "resamples"}
            Stratified all. "auto" resamples what has a default split, else cross-validates.
        folds, repeats : int
            Folds go with a cross-validation. Repeat 0 of "resamples" is the default split, repeat r
            the resample that aeon and tsml draw from seed r.
        share : float in (0, 1)
            Of the rows that a holdout tests.
        seed : int
            Of cross-validation and holdout; the splits are stored with the suite.
        measure : str
        about : mapping, optional
            Dataset to what is said of it: target, version, nominal, ignore, licence, citation, url,
            tags, openml_id.
        alias, description : str, optional
        created : str, optional
            Time in UTC, "2026-01-31T12:00:00Z"; now if left out.

        Returns
        -------
        Suite
            In memory: data are read where they are, splits are made; `save` brings all of it into
            one folder.

        Raises
        ------
        ArgumentError
            An argument that is none of its choices, no target, a dataset that is not there.
        InputError, SuiteError, DatasetError, SeriesError
            A file that cannot be read, with line and column.

        Examples
        --------
        >>> import pybench as pb
        >>> suite = pb.Suite.create("flowers", ["iris", "GunPoint"], folds=5)
        >>> [(task.name, task.procedure.type, task.procedure.folds) for task in suite.tasks]
        [('iris', 'crossvalidation', 5), ('GunPoint', 'resamples', 1)]
        """
        asked = check_asked(procedure, folds, repeats, share, seed, measure)
        said = {key: About(**value) for key, value in (about or {}).items()}
        tasks: list[Task] = []
        contents: dict[str, bytes | Path] = {}
        for candidate in candidates(source, kind, said, About(target=target)):
            task, splits = made(candidate, candidate.task_data(), asked)
            tasks.append(task)
            contents |= {**candidate.contents, str(task.splits): splits}
        return cls(
            name=check.text("name", name),
            alias=alias,
            description=description,
            version=1,
            status="in_preparation",
            created=created or now(),
            tasks=tuple(tasks),
            provenance=provenance(source),
            contents=contents,
        )
