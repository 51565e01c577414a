"""pb.Suite: make, load, save, freeze and share a suite of tasks."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Self

from pybench.base import check
from pybench.suite.create import check_asked, chosen_from, now, provenance
from pybench.suite.manifest import Manifest
from pybench.suite.rules import check_rules, exclusions
from pybench.suite.sources import About, candidates


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
        constraints: Any = None,
        exclude: Any = None,
        flags: Iterable[Any] = (),
        classes: str = "occurring",
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
        constraints : {"cc18"}, mapping or iterable of Constraint, optional
            Ranges of qualities that a dataset must be in: quality to (low, high), both included,
            None for an open end. "cc18" are (a) to (d) of OpenML-CC18.
        exclude : {"cc18"} or iterable of str, optional
            Computed: "one attribute", "decision tree", "one-hot", "sparse". Declared by people:
            "artificial", "grouped", "subset", "no source", "binarised". "cc18" is all of them.
        flags : iterable of mapping
            What people declare: dataset, flag, reason, source, and holds (False: it is not so).
        classes : {"occurring", "declared"}
            Whether classes that a file declares, and no row has, count.
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
        rules = check_rules(constraints, exclude, classes, asked.seed)
        found = candidates(source, kind, said, About(target=target))
        excluded = exclusions(flags, [one.name for one in found])
        chosen = chosen_from(found, asked, rules, excluded)
        return cls(
            name=check.text("name", name),
            alias=alias,
            description=description,
            version=1,
            status="in_preparation",
            created=created or now(),
            tasks=chosen.tasks,
            constraints=rules.constraints,
            candidates=chosen.verdicts,
            exclusions=excluded,
            qualities=chosen.qualities,
            provenance=provenance(source),
            contents=chosen.contents,
        )

    def export(
        self,
        file: str | os.PathLike[str],
        *,
        data: str = "licensed",
        runs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = (),
        sign_with: str | os.PathLike[str] | None = None,
    ) -> Path:
        """Write the suite as one file, a zip, for others to import.

        Parameters
        ----------
        file : path
            An earlier one is replaced.
        data : {"licensed", "none", "all"}
            Which data go along: those whose licence lets anybody pass them on, none, or all (you
            say that you may). Those left out are listed in the bundle, with the reason.
        runs : path or paths
            Folders of `pybench.run` that go along.
        sign_with : path, optional
            A key of OpenSSH: the signature is written beside the bundle, its name and ``.sig``.

        Returns
        -------
        Path
            Of the bundle. The same suite and runs give the same bytes.

        Raises
        ------
        SuiteError
            If a file of the suite was changed.
        ArgumentError
            If a folder of runs is none, or of another suite; if there is too much for one bundle.
        EnvironmentProblem
            If the bundle cannot be written or signed.

        Examples
        --------
        >>> import pybench as pb
        >>> suite = pb.Suite.create("flowers", ["iris"], folds=5)
        >>> file = suite.export("flowers.zip")
        >>> pb.Suite.import_(file, "copy").hash == suite.hash
        True
        """
        from pybench.suite.sharing.bundle import export_bundle

        return export_bundle(self, file, data=data, runs=runs, sign_with=sign_with)

    @classmethod
    def import_(
        cls,
        file: str | os.PathLike[str],
        folder: str | os.PathLike[str],
        *,
        data: str | os.PathLike[str] | None = None,
        signers: str | os.PathLike[str] | None = None,
        identity: str | None = None,
    ) -> Self:
        """Unpack a bundle into a new folder, whole and checked, or not at all.

        Parameters
        ----------
        file : path
            What `export` wrote.
        folder : path
            One that is not there yet, or empty.
        data : path, optional
            A folder with files of data that the bundle does not hold: those whose hash is right
            are copied to where they belong.
        signers, identity : path and str, optional
            Also ask for a signature: a file of allowed signers (ssh-keygen(1)), and who of them.

        Returns
        -------
        Suite
            Loaded from the folder.

        Raises
        ------
        SuiteError
            If the file is no bundle, could do harm, or is not what its hashes or signature say:
            the folder is not there then.
        ArgumentError
            If there is something in the folder.
        InputError
            If there is no such file.
        EnvironmentProblem
            If the folder cannot be written.
        """
        from pybench.suite.sharing.bundle import import_bundle

        return import_bundle(cls, file, folder, data=data, signers=signers, identity=identity)
