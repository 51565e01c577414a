"""pb.Suite: make, load, save, freeze and share a suite of tasks."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Self

from pybench.base import check
from pybench.base.frame import by_dataset
from pybench.suite.candidates import About, about_of, candidates
from pybench.suite.create import check_asked, chosen_from, formed, now, provenance, texts
from pybench.suite.editing import Editable
from pybench.suite.healthcheck import NEAR, SOLVED, SuiteCheck, check_suite
from pybench.suite.rules import check_rules, exclusions
from pybench.suite.running.measures import HIGHER_IS_BETTER
from pybench.suite.screening import overview, screen
from pybench.suite.sharing.shareable import Shareable
from pybench.suite.shipped import cc18

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable


class Suite(Editable, Shareable):
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
        nominal: str | Iterable[str] = (),
        kind: str = "auto",
        procedure: str = "auto",
        folds: int = 10,
        repeats: int = 1,
        share: float = 0.33,
        seed: int = 0,
        measure: str = "accuracy",
        about: Mapping[str, Mapping[str, Any]] | None = None,
        keep: Any = None,
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
        source : path, mapping, iterable of str, frame or Suite
            A folder of datasets: tables ``X.csv``, ``X.arff``, ``X.parquet``, ``X.arrow``; series
            ``X_TRAIN.ts`` with ``X_TEST.ts`` (also .tsv, .txt, .csv, .arff), each also in a folder
            ``X``. A mapping of names to such files. Names of datasets that ship inside
            scikit-learn, aeon and statsmodels. A frame of qualities, a row a dataset, whose data
            are not here (columns openml_id, task_id, target, version, licence, citation, url are
            taken as such). A suite: its tasks with their splits, unless ``procedure`` asks for
            others.
        target : str, optional
            The column of a table to predict; ``about`` may say another of a dataset. Numbers are
            taken for classes where they are whole and at most max(20, n/10) different ones;
            others, which are those of a regression, are refused unless ``nominal`` has the column.
        nominal : str or iterable of str, optional
            Columns of the tables whose numbers are names; ``about`` may say others of a dataset.
            ARFF files declare theirs themselves.
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
            tags, openml_id. Of a suite, what is not said stays, and the target.
        keep : Selection, Landscape, Representatives or iterable of str, optional
            Which datasets of the source to take, of a suite which tasks; of a landscape, its
            representatives.
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
            one folder. A dataset with rows without a class, with one class, with the target of a
            regression, or with fewer rows than folds is no task; the verdict "can be run" says so.

        Raises
        ------
        ArgumentError
            An argument that is none of its choices, no target, a dataset that is not there.
        InputError, SuiteError, DatasetError, SeriesError
            A file that cannot be read, with line and column; datasets of which none can be run.

        Examples
        --------
        >>> import pybench as pb
        >>> suite = pb.Suite.create("flowers", ["iris", "GunPoint"], folds=5)
        >>> [(task.name, task.procedure.type, task.procedure.folds) for task in suite.tasks]
        [('iris', 'crossvalidation', 5), ('GunPoint', 'resamples', 1)]
        """
        asked = check_asked(procedure, folds, repeats, share, seed, measure)
        told = check.mapping("about", about or {}, "a mapping of dataset to what is said of it")
        said = {key: about_of(key, value) for key, value in told.items()}
        rules = check_rules(constraints, exclude, classes, asked.seed)
        source = by_dataset(source)
        found = candidates(
            source, kind, said, About(target=target, nominal=texts("nominal", nominal))
        )
        names = [name for one in found for name in (one.name, one.dataset.name)]
        excluded = exclusions(flags, list(dict.fromkeys(names)))
        chosen = chosen_from(found, asked, rules, excluded, keep)
        return cls(
            name=check.text("name", name),
            alias=None if alias is None else formed("alias", alias),
            description=check.text("description", description),
            version=1,
            status="in_preparation",
            created=now() if created is None else formed("created", created),
            tasks=chosen.tasks,
            constraints=rules.constraints,
            candidates=chosen.verdicts,
            exclusions=excluded,
            qualities=chosen.qualities,
            provenance=provenance(source, keep),
            screening=rules.screening,
            contents=chosen.contents,
        )

    @classmethod
    def shipped(cls, name: str) -> Self:
        """Return a suite that ships with pybench.

        Parameters
        ----------
        name : {"OpenML-CC18"}
            72 tasks known by their ids on OpenML; data and splits are there.

        Returns
        -------
        Suite

        Raises
        ------
        ArgumentError
            None of that name.

        Examples
        --------
        >>> import pybench as pb
        >>> cc18 = pb.Suite.shipped("OpenML-CC18")
        >>> len(cc18.tasks), cc18.task("car").openml_id
        (72, 146821)
        """
        check.choice("name", name, (cc18.NAME,))
        return cls(**cc18.fields())

    def check(
        self,
        results: ResultsTable | None = None,
        *,
        solved: float = SOLVED,
        near: float = NEAR,
        seed: int = 0,
    ) -> SuiteCheck:
        """Look for tasks that have aged, so that a yearly update rests on facts.

        Parameters
        ----------
        results : ResultsTable, optional
            Scores of estimators on the tasks, at most 1, or error rates in [0, 1] where lower is
            better: shows what all of them solve.
        solved : float in (0, 1]
            A task is solved by all if the worst estimator reaches this.
        near : float in (0, 1)
            Two series are near duplicates if the correlation of the standardised ones is above
            1 - near.
        seed : int
            Of the folds and of the trees that screening fits.

        Returns
        -------
        SuiteCheck
            ``.findings``: tasks that one attribute, a stump or a default tree solves (10 stratified
            folds), datasets that share rows, test rows that stand among training rows, equal rows
            of different classes. A value is the share of rows, or a score.

        Raises
        ------
        SuiteError
            If a file of the suite was changed.
        ArgumentError
            If ``results`` are neither scores nor error rates, as likelihoods.

        Examples
        --------
        >>> import pybench as pb
        >>> suite = pb.Suite.create("flowers", ["iris"])
        >>> suite.check().findings[["kind", "dataset", "note"]].values.tolist()
        [['leakage', 'iris', '2 of 150 test rows, all folds']]
        """
        return check_suite(self, results, solved=solved, near=near, seed=seed)

    def screen(
        self, out: str | os.PathLike[str], *, workers: int | None = 2, seed: int = 0
    ) -> ResultsTable:
        """Run four cheap learners over the suite, to see what is wrong before it is frozen.

        Parameters
        ----------
        out : path
            Folder of the run; as with `run`, one that was killed goes on.
        workers : int, optional
            Processes.
        seed : int

        Returns
        -------
        ResultsTable
            A decision stump, a default decision tree, naive Bayes and the nearest neighbour. Where
            one fails, the majority class stands, and ``out/failures.csv`` says why. `check` takes
            the table and names what all of them solve.

        Raises
        ------
        SuiteError
            If a file of the suite was changed, or the folder holds another run.
        """
        return screen(self, out, workers=workers, seed=seed)

    def runs(
        self,
        folders: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        measure: str = "accuracy",
    ) -> pd.DataFrame:
        """Return what stored runs say of each task.

        Parameters
        ----------
        folders : path or iterable of paths
            Of runs; those of other suites, other versions of this one too, are passed over.
        measure : str
            One of those that runs store: accuracy, auroc, ...

        Returns
        -------
        pandas.DataFrame
            A row a task: estimators, jobs, worst, median and best of the estimators' mean measures,
            and the leader, whose mean is best (of nll and brier the lowest). A task that nobody has
            run has no scores; nor has one where the measure is not defined.

        Raises
        ------
        ArgumentError
            A measure that runs do not store.
        SuiteError
            A folder that holds no run.
        ExtraMissing
            If DuckDB is not installed.
        """
        check.choice("measure", measure, HIGHER_IS_BETTER)
        return overview(self, folders, measure)
