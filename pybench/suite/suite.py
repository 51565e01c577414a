"""pb.Suite: the methods of a suite of tasks, implemented in the other files of this room."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from pybench.base import check
from pybench.base.frame import by_dataset
from pybench.base.path import all_to_read, to_read, to_write
from pybench.read.download import FILE_BYTES, FILE_SECONDS
from pybench.suite import editing
from pybench.suite.candidates import About, about_of, candidates
from pybench.suite.create import (
    check_asked,
    chosen_from,
    formed,
    now,
    provenance,
    stated_qualities,
    texts,
)
from pybench.suite.healthcheck import NEAR, SOLVED, SuiteCheck, check_suite
from pybench.suite.listed import by_openml
from pybench.suite.manifest import Manifest
from pybench.suite.rules import check_rules, exclusions
from pybench.suite.running.tasktypes import EVERY, type_of
from pybench.suite.saving import load, save
from pybench.suite.screening import overview, screen
from pybench.suite.shipped import cc18
from pybench.suite.suggestions import accepted, explained, suggestions
from pybench.suite.task import TYPES, USUAL, Exclusion, Task

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable


class Suite(Manifest):
    """A fixed list of tasks that anyone can run again.

    A task is a dataset with its target and its stored splits. A suite object never changes: a
    method that edits a suite returns a new one. `Manifest` describes the fields of a suite and how
    the files of a suite are read. The methods of a suite form four groups:

    * make or fetch a suite: `create`, `shipped`, `load`, `import_`, `from_openml`, `read_openml`;
      `openml_candidates` lists datasets to choose from
    * choose and edit: `only`, `compact`, `tag`, `freeze`, `deactivate`, `new_version`
    * examine: `check`, `screen`, `suggest_flags`, `runs`; from `Manifest`: `to_frame`,
      `verdicts`, `verify`
    * save and share: `save`, `export`, `write_croissant`, `write_openml`, `read_openml_runs`,
      `publish_openml`, `publish_openml_runs`
    """

    # Make or fetch a suite.

    @classmethod
    def create(
        cls,
        name: str,
        source: Any,
        *,
        target: str | None = None,
        nominal: str | Iterable[str] = (),
        kind: str = "auto",
        type: str = "auto",
        procedure: str = "auto",
        folds: int = 10,
        repeats: int = 1,
        share: float = 0.33,
        seed: int = 0,
        measure: str | None = None,
        about: Mapping[str, Mapping[str, Any]] | None = None,
        keep: Any = None,
        constraints: Any = None,
        exclude: Any = None,
        flags: Any = (),
        suggest: bool = False,
        classes: str = "occurring",
        alias: str | None = None,
        description: str = "",
        created: str | None = None,
    ) -> Self:
        """Create a suite, in preparation, from datasets.

        Parameters
        ----------
        name : str
        source : path, mapping, iterable of str, frame or Suite
            One of:

            * A folder of datasets: tables ``X.csv``, ``X.arff``, ``X.parquet`` or ``X.arrow``, and
              series ``X_TRAIN.ts`` with ``X_TEST.ts`` (also .tsv, .txt, .csv, .arff). The files of
              a dataset may also be in a folder ``X``.
            * A mapping of names to such files.
            * Names of datasets that ship with scikit-learn, aeon and statsmodels.
            * A frame without data, one row per dataset. The columns openml_id, task_id, target,
              version, licence, citation and url describe the dataset; all other numeric columns
              are qualities (measured properties). `openml_candidates` and openml-python give such
              frames: ``name`` is taken as the dataset, ``did`` as openml_id.
            * A suite: its tasks keep their splits, unless ``procedure`` requires others.
        target : str, optional
            The column of a table to predict; ``about`` can name another for a dataset.
        nominal : str or iterable of str, optional
            Columns of the tables whose numbers are categories; ``about`` can name other columns for
            a dataset. ARFF files declare their nominal columns.
        kind : {"auto", "tabular", "series"}
            "auto" reads .ts files and pairs of splits as series, everything else as tables.
        type : {"auto", "classification", "regression", "clustering"}
            Type of the tasks; ``about`` can name another for a dataset. A regression predicts
            numbers, a classification classes. A clustering is judged by how well it finds the
            classes, which estimators do not see. "auto" is what a dataset declares: names are
            classes, and .ts files say which of both they have. If nothing is declared, numbers of a
            table are classes if they are whole and have at most max(20, n/10) different values in n
            rows; the verdict "type" says so. Other numbers are no classes unless ``nominal`` names
            the column.
        procedure : {"auto", "crossvalidation", "holdout", "resamples", "whole"}
            How rows are split, stratified by class; rows of a regression are divided at random.
            "auto" uses "resamples" for datasets with a default split and "crossvalidation" for
            others. A clustering has the procedure "whole": all rows are clustered, and judged, in
            each repeat.
        folds, repeats : int
            ``folds`` applies to a cross-validation only. Repeat 0 of "resamples" is the default
            split; repeat r is the resample that aeon and tsml draw from seed r.
        share : float in (0, 1)
            Share of the rows that a holdout tests.
        seed : int
            Seed of cross-validation and holdout; the splits are stored with the suite.
        measure : str, optional
            The measure that a run uses by default: "accuracy" for a classification, "r2" for a
            regression, "adjusted_rand" for a clustering; see `run` for others.
        about : mapping, optional
            Mapping of a dataset to a mapping of its properties: target, type, version, nominal,
            ignore, licence, citation, url, tags, openml_id. If the source is a suite, properties
            that are not given are kept, and target and type are always kept.
        keep : Selection, Landscape, Representatives or iterable of str, optional
            The datasets of the source to use, or the tasks of a suite; a landscape gives its
            representatives.
        constraints : {"cc18"}, mapping or iterable of Constraint, optional
            Required ranges of qualities: a mapping of a quality to (low, high). Both ends are
            included; None is an open end. "cc18" stands for the criteria (a) to (d) of OpenML-CC18.
        exclude : {"cc18"} or iterable of str, optional
            Properties that exclude a dataset. pybench computes "one attribute", "decision tree",
            "one-hot" and "sparse". People declare "artificial", "grouped", "subset", "no source"
            and "binarised". "cc18" stands for all nine.
        flags : iterable of mapping, or frame
            Flags that people declare, each a mapping (or a row of a frame) with the keys dataset,
            flag, reason, source, and holds (False if the flag does not apply). The dataset "*"
            stands for all datasets that no other flag of this kind names.
        suggest : bool
            Whether pybench also sets the flags for which it finds evidence in the candidates, as
            `suggest_flags` does. Such a flag has its evidence as reason, and pybench as source; a
            flag that names the dataset comes first, "*" last. Where the evidence does not decide,
            the note of the verdict says what was found.
        classes : {"occurring", "declared"}
            Whether to count only classes that occur ("occurring"), or also classes that a file
            declares but no row has ("declared").
        alias, description : str, optional
        created : str, optional
            Time in UTC, "2026-01-31T12:00:00Z"; now by default.

        Returns
        -------
        Suite
            The suite is in memory: the data stay where they are, and the splits are made. `save`
            collects everything in one folder. A dataset does not become a task if some rows have no
            target, if there is only one class or number, if the target does not have the type, or
            if there are fewer rows than folds. The verdict "can be run" says so.

        Raises
        ------
        ArgumentError
            An argument that is not among its choices, no target, a dataset that does not exist.
        InputError, SuiteError, DatasetError, SeriesError
            If a file cannot be read (the message names line and column), or if no dataset can be
            run.

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
        source = by_openml(by_dataset(source))
        check.choice("type", type, ("auto", *TYPES))
        declared = None if type == "auto" else type
        everywhere = About(target=target, nominal=texts("nominal", nominal), type=declared)
        found = candidates(source, kind, said, everywhere)
        names = [name for one in found for name in (one.name, one.dataset.name)]
        excluded = exclusions(flags, list(dict.fromkeys(names)))
        wanted = rules.exclude if check.flag("suggest", suggest) else ()
        evidence = suggestions(found, wanted, asked.seed)
        excluded = (*excluded, *accepted(evidence, excluded))
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
            candidates=explained(chosen.verdicts, evidence),
            exclusions=excluded,
            qualities=chosen.qualities,
            provenance=provenance(source, keep),
            screening=rules.screening,
            openml_qualities=stated_qualities(source, chosen.qualities),
            contents=chosen.contents,
        )

    @classmethod
    def shipped(cls, name: str) -> Self:
        """Return a suite that ships with pybench.

        Parameters
        ----------
        name : {"OpenML-CC18"}
            72 tasks known by their ids on OpenML, where data and splits are.

        Returns
        -------
        Suite

        Raises
        ------
        ArgumentError
            If there is no suite of that name.

        Examples
        --------
        >>> import pybench as pb
        >>> cc18 = pb.Suite.shipped("OpenML-CC18")
        >>> len(cc18.tasks), cc18.task("car").openml_id
        (72, 146821)
        """
        check.choice("name", name, (cc18.NAME,))
        return cls(**cc18.fields())

    @classmethod
    def load(cls, source: str | os.PathLike[str], *, verify: bool = True) -> Self:
        """Read a suite from its folder.

        Parameters
        ----------
        source : path
            The folder, or the ``suite.json`` in it.
        verify : bool
            Whether to read all files of the suite, and to raise an error if a file was changed.
            Files are checked again when they are used.

        Returns
        -------
        Suite

        Raises
        ------
        SuiteError
            If the manifest is not a suite, or was changed; if a file was changed (it is named).
        InputError
            If splits are missing. Missing data are an error only when they are used, because a
            bundle may leave out data whose licence does not permit redistribution.

        Examples
        --------
        >>> import pybench as pb
        >>> suite = pb.Suite.create("flowers", ["iris"], folds=5).save("flowers")
        >>> pb.Suite.load("flowers").hash == suite.hash
        True
        """
        return load(cls, source, verify=verify)

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
        """Unpack a bundle into a new folder, complete and checked, or not at all.

        Parameters
        ----------
        file : path
            A bundle that `export` wrote.
        folder : path
            A new folder, or an empty one.
        data : path, optional
            A folder with data files that the bundle does not contain. Files with the right hash are
            copied into the new folder.
        signers, identity : path and str, optional
            Also require a signature: a file of allowed signers (ssh-keygen(1)), and which of them.

        Returns
        -------
        Suite
            Loaded from the folder.

        Raises
        ------
        SuiteError
            If the file is not a bundle, could do harm, or does not match its hashes or signature.
            In these cases the folder is not created.
        ArgumentError
            If the folder is not empty.
        InputError
            If there is no such file.
        EnvironmentProblem
            If the folder cannot be written.
        """
        from pybench.suite.sharing.bundle import import_bundle

        return import_bundle(cls, file, folder, data=data, signers=signers, identity=identity)

    @classmethod
    def from_openml(
        cls,
        suite: int | str | None = None,
        *,
        tasks: Iterable[int] | None = None,
        datasets: Iterable[int] | Mapping[int, str | None] | None = None,
        name: str | None = None,
        cache: str | os.PathLike[str] | None = None,
        offline: bool = False,
        seconds: float = FILE_SECONDS,
        most_bytes: int = FILE_BYTES,
    ) -> Self:
        """Fetch a suite, tasks or datasets from OpenML, with data and splits.

        Parameters
        ----------
        suite : int or str, optional
            Id or alias of a suite: 99, "OpenML-CC18". Exactly one of ``suite``, ``tasks`` and
            ``datasets`` must be given.
        tasks : iterable of int, optional
            Ids of tasks, which come with the splits that OpenML has made.
        datasets : iterable of int, or mapping of int to str, optional
            Ids of datasets. A mapping gives the column to predict in each; None, as without a
            mapping, means the default target that OpenML states. Splits are made here: one
            stratified cross-validation of 10 folds. To split otherwise, or to apply rules, make a
            suite from the result with `create`.
        name : str, optional
            Name of the new suite of ``tasks`` or ``datasets``.
        cache : path, optional
            Root of a cache of openml-python, by default its own. Its files are used, and never
            removed or replaced.
        offline : bool
            Do not use the network; what is not in the cache is an error.
        seconds : float
            Time limit for each file of data or splits, from the request to the last byte; an hour
            by default.
        most_bytes : int
            Size limit of each file of data; 4 GiB by default (the largest of OpenML-CC18 has
            0.7 GB). A file of splits may have a sixteenth of it. Documents (lists, descriptions)
            have limits of a minute and 8 MiB.

        Returns
        -------
        Suite
            In memory; `save` collects data and splits in one folder. Ids of OpenML are kept. Its
            ``qualities`` are measured here; its ``openml_qualities`` are those that OpenML states.
            A dataset of ``datasets`` that cannot be run does not become a task, as in `create`.

        Raises
        ------
        ArgumentError
            If ``suite`` is not a valid id or alias, or ``tasks`` or ``datasets`` are not ids; if a
            dataset has no default target, and none is given.
        ExtraMissing
            If openml-python is not installed.
        EnvironmentProblem
            If the server cannot be reached or refuses, takes too long or sends too much; if a
            dataset has no checksum, or does not match it. Nothing of it is kept.
        InputError
            If something is not in the cache while offline.
        SuiteError, DatasetError
            If something is malformed, or a task is not a classification task.
        """
        from pybench.suite.fetched import from_openml

        return from_openml(
            cls, suite, tasks, datasets, name,
            cache=cache, offline=offline, seconds=seconds, most_bytes=most_bytes,
        )  # fmt: skip

    @staticmethod
    def openml_candidates(**filters: Any) -> pd.DataFrame:
        """List datasets of OpenML that pass all filters, with the qualities that OpenML lists.

        Parameters
        ----------
        **filters
            Named as in `list_datasets` of openml-python; without filters, all active datasets.

            * ``number_instances``, ``number_features`` (with the target), ``number_classes``,
              ``number_missing_values``: a number, or (low, high) with None for an open end.
            * ``data_name``, ``tag``; ``status``: "active" (default), "in_preparation",
              "deactivated" or "all".
            * ``data_version``, ``uploader``: a number; ``data_id``: ids.
            * ``offset``, ``size``: how many datasets to skip, and to list at most.

        Returns
        -------
        pandas.DataFrame
            One row per dataset, named by it (with the id if several datasets have the name).
            Columns: openml_id, version, status, format and others of the server, and qualities. Two
            qualities are added: ``MinorityToMajority`` (from the class sizes) and ``SparseFormat``
            (from the format). `create` takes the frame; `from_openml` fetches the data of datasets
            by their ids.

        Raises
        ------
        ArgumentError
            If there is no such filter, or a value is not valid.
        ExtraMissing
            If openml-python is not installed.
        EnvironmentProblem
            If the server cannot be reached or refuses.
        """
        from pybench.suite.sharing.openml import list_datasets

        found: pd.DataFrame = by_openml(list_datasets(filters))
        return found

    @classmethod
    def read_openml(cls, folder: str | os.PathLike[str]) -> Self:
        """Make a suite from a folder of OpenML's files, as `write_openml` writes them.

        Parameters
        ----------
        folder : path

        Returns
        -------
        Suite

        Raises
        ------
        InputError
            If a file is missing.
        SuiteError, DatasetError
            If a file is malformed, or does not match another.
        """
        from pybench.suite.sharing.openml import read_openml

        return read_openml(cls, folder)

    # Choose and edit.

    def only(
        self,
        *,
        tags: Iterable[str] = (),
        without: Iterable[str] = (),
        tasks: Iterable[str] | None = None,
    ) -> tuple[Task, ...]:
        """Return the tasks that have all of ``tags`` and none of the tags in ``without``.

        Parameters
        ----------
        tags, without : iterable of str
            Tags. A task has its own tags and those of its dataset.
        tasks : iterable of str, optional
            Names of tasks to choose from; all tasks by default.

        Returns
        -------
        tuple of Task
            The tasks that were found. To make a suite of these tasks, give their names as ``keep``
            to `Suite.create`.

        Raises
        ------
        ArgumentError
            If ``tasks`` names a task that does not exist.
        """
        return editing.only(self, tags=tags, without=without, tasks=tasks)

    def tag(
        self,
        tag: str,
        *,
        tasks: Iterable[str] = (),
        datasets: Iterable[str] = (),
        remove: bool = False,
    ) -> Self:
        """Return the suite with a tag added to some tasks or datasets, or removed from them.

        Parameters
        ----------
        tag : str
            The tag to add or remove.
        tasks, datasets : iterable of str
            Names of tasks and of datasets. A script can choose them by their qualities
            (``suite.qualities``).
        remove : bool
            Whether to remove the tag instead of adding it.

        Raises
        ------
        ArgumentError
            If there is no such task or dataset, or the tag is empty.
        SuiteError
            If the suite is frozen.
        """
        return editing.tagged(self, tag, tasks=tasks, datasets=datasets, remove=remove)

    def freeze(self, *, accept_unknown: bool = False) -> Self:
        """Return the suite with the status active, in which it can no longer be changed.

        Parameters
        ----------
        accept_unknown : bool
            Whether to freeze the suite even if the verdict of some rule is unknown. By default, an
            unknown verdict raises an error.

        Returns
        -------
        Suite
            The frozen suite, in memory only; `save` it to replace the state in its folder.

        Raises
        ------
        SuiteError
            If the suite is already frozen or has no tasks; if one of its files was changed or its
            splits do not match its data; if a task failed a rule, or a verdict is unknown.
        """
        return editing.frozen(self, accept_unknown=accept_unknown)

    def compact(
        self,
        k: int,
        results: ResultsTable,
        *,
        name: str | None = None,
        seed: int = 0,
        created: str | None = None,
    ) -> Self:
        """Return a new suite of the k tasks that keep the ranking of methods on all tasks.

        Parameters
        ----------
        k : int
            Number of tasks.
        results : ResultsTable
            Scores of four methods or more on all tasks, from `run` or published. Three strategies
            choose tasks by the ranks of the methods: "oracle", "k-medoids/euclidean" and
            "facility-location/euclidean" of `select`. The one that is best for methods left out of
            the choice is taken.
        name : str, optional
            Name of the new suite. Default: the name of this suite, and "compact".
        seed : int
            Seed of 1000 random choices of tasks, with which the choice is compared.
        created : str, optional
            As in `create`.

        Returns
        -------
        Suite
            In preparation, with the stored splits of this suite. Its field ``preservation`` says
            what the choice is worth for a method that it has not seen: methods are left out (each
            in turn, or in ten folds if there are more), strategy and tasks are chosen by the
            others, and the mean rank on these tasks is compared with that on all tasks.
            ``print(suite)`` says so in a sentence.

        Raises
        ------
        ResultsTableError
            If the results have fewer than four methods, or missing scores.
        ArgumentError
            If a task has no results, or ``k`` is not a number of tasks.

        Examples
        --------
        >>> import pybench as pb
        >>> suite = pb.Suite.create("flowers", ["iris", "wine", "spector"], folds=3)
        >>> t = suite.screen("screened", workers=1)
        >>> small = suite.compact(2, t)
        >>> len(small.tasks), small.preservation.tasks
        (2, 3)
        """
        from dataclasses import replace

        from pybench.suite.compact import chosen_tasks

        chosen, kept = chosen_tasks(self, k, results, seed)
        title = f"{self.name} compact" if name is None else name
        made = type(self).create(title, self, keep=chosen, created=created)
        return replace(made, preservation=kept)

    def deactivate(self) -> Self:
        """Return the active suite with the status deactivated; its hash stays the same.

        Raises
        ------
        SuiteError
            If it is not active.
        """
        return editing.deactivated(self)

    def new_version(self) -> Self:
        """Return the next version of the suite, which is in preparation and can be changed.

        The provenance of the next version names the present version and its hash.
        """
        return editing.next_version(self)

    # Examine.

    def check(
        self,
        results: ResultsTable | None = None,
        *,
        solved: float = SOLVED,
        near: float = NEAR,
        seed: int = 0,
    ) -> SuiteCheck:
        """Run a health check: find tasks that are too easy, duplicated or leaking.

        Parameters
        ----------
        results : ResultsTable, optional
            Scores of estimators on the tasks: scores of at most 1 for which higher is better, or
            error rates in [0, 1] for which lower is better. With such results, the check also finds
            tasks that all estimators solve.
        solved : float in (0, 1]
            A task counts as solved by all estimators if the worst of them reaches this score. An
            error rate counts as the score 1 minus the rate.
        near : float in (0, 1)
            Two series count as near duplicates if the correlation of the standardised series is
            above 1 - ``near``.
        seed : int
            Seed of the folds and trees with which the check looks for easy tasks.

        Returns
        -------
        SuiteCheck
            ``.findings`` lists problems of the following kinds. The value of a finding is a share
            of rows or a score, depending on the kind.

            * classifications that one attribute, a decision stump or a default decision tree
              solves (in 10 stratified folds);
            * datasets that share rows;
            * test rows that are also training rows;
            * near duplicates among series;
            * equal rows with different classes.

            Of a regression, only the rows are checked: whether it is too easy is not. A clustering
            has no separate test rows that could leak.

        Raises
        ------
        SuiteError
            If a file of the suite was changed.
        ArgumentError
            If ``results`` are neither scores nor error rates, for example likelihoods.

        Examples
        --------
        >>> import pybench as pb
        >>> suite = pb.Suite.create("flowers", ["iris"])
        >>> suite.check().findings[["kind", "dataset", "note"]].values.tolist()
        [['leakage', 'iris', '2 of 150 test rows, all folds']]
        """
        return check_suite(self, results, solved=solved, near=near, seed=seed)

    def suggest_flags(self, *, seed: int = 0) -> pd.DataFrame:
        """Return flags for which the data and the metadata of the suite's tasks give evidence.

        Parameters
        ----------
        seed : int
            Of the random orders of rows in the test below.

        Returns
        -------
        pandas.DataFrame
            One row per flag that the evidence decides, with the columns dataset, flag, reason (the
            evidence), source (pybench) and holds: what `create` takes as ``flags``. There is no row
            where the evidence does not decide.

            * "no source" does not hold if the metadata have a citation, a web address or an id on
              OpenML. A licence alone names no source.
            * "subset" holds if all rows of a dataset, with their targets, are rows of a larger
              dataset of the suite.
            * "binarised" does not hold if the target has more than two values. It holds if another
              dataset of the suite has the same rows, and its target determines the two classes.
            * "grouped" holds if the dates in a column ascend or descend with the rows. It also
              holds if consecutive rows of a class have a mean correlation of at least 0.5 that is
              significant (a permutation test of serial correlation on the first 1,000 rows; level
              0.001 per dataset), unless a sorted column explains it.

            "artificial" shows in nothing, so people must declare it.

        Raises
        ------
        SuiteError
            If a file of the suite was changed.

        Examples
        --------
        >>> import pybench as pb
        >>> suite = pb.Suite.create("flowers", ["iris"], folds=5)
        >>> suite.suggest_flags()[["dataset", "flag", "holds"]].values.tolist()
        [['iris', 'no source', False], ['iris', 'binarised', False]]
        """
        import pandas as pd

        found = suggestions(candidates(self, "auto", {}, About()), seed=check.seed(seed))
        names = [field.name for field in dataclasses.fields(Exclusion)]
        rows = ([getattr(one, name) for name in names] for one in accepted(found, ()))
        return pd.DataFrame(rows, columns=names)

    def screen(
        self, out: str | os.PathLike[str], *, workers: int | None = 2, seed: int = 0
    ) -> ResultsTable:
        """Run four fast estimators on the suite, to find problems before it is frozen.

        Parameters
        ----------
        out : path
            Folder of the run; as with `run`, an interrupted run is resumed.
        workers : int, optional
            Processes.
        seed : int

        Returns
        -------
        ResultsTable
            The scores of a decision stump, a default decision tree, naive Bayes and the nearest
            neighbour; for a regression, of the mean, a default decision tree, a linear model and
            the nearest neighbour. If one of them fails on a fold, the scores of predicting the
            majority class, or the mean, are substituted, and ``out/failures.csv`` says why. Given
            this table, `check` finds the tasks that all four estimators solve.

        Raises
        ------
        ArgumentError
            If the tasks are clusterings: fast estimators would need the number of clusters.
        SuiteError
            If a file of the suite was changed, or the folder holds another run.
        """
        return screen(self, out, workers=workers, seed=seed)

    def runs(
        self,
        folders: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
        measure: str | None = None,
    ) -> pd.DataFrame:
        """Return a summary of stored runs, per task.

        Parameters
        ----------
        folders : path or iterable of paths
            Folders of runs. Runs of other suites, and of other versions of this suite, are ignored.
        measure : str, optional
            A measure that runs store, such as accuracy or auroc. By default accuracy, r2 for a
            regression, and adjusted_rand for a clustering.

        Returns
        -------
        pandas.DataFrame
            One row per task: the numbers of estimators and of jobs (fits of one estimator on one
            fold); the worst, median and best of the estimators' mean measures; and the leader, that
            is, the estimator with the best mean (the lowest for losses and errors). A task has no
            scores if it has no runs, or if the measure is not defined for it.

        Raises
        ------
        ArgumentError
            A measure that runs do not store.
        SuiteError
            A folder without a run.
        ExtraMissing
            If DuckDB is not installed.
        """
        wanted = USUAL[type_of(self)] if measure is None else measure
        return overview(self, folders, check.choice("measure", wanted, EVERY))

    # Save and share.

    def save(self, folder: str | os.PathLike[str]) -> Self:
        """Write the suite into a folder: its files first, ``suite.json`` last.

        Parameters
        ----------
        folder : path
            Folder of the suite, created if it does not exist. If the folder contains an earlier
            state of the same suite, that state is replaced entirely, including tags.

        Returns
        -------
        Suite
            The suite, with its files in the folder.

        Raises
        ------
        SuiteError
            If the folder holds a suite with another name, another frozen suite, or this suite at a
            later stage: an active suite cannot be in preparation again.
        EnvironmentProblem
            If a file cannot be written.
        """
        return save(self, folder)

    def export(
        self,
        file: str | os.PathLike[str],
        *,
        data: str = "licensed",
        runs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = (),
        sign_with: str | os.PathLike[str] | None = None,
    ) -> Path:
        """Write the suite as one zip file for others to import.

        Parameters
        ----------
        file : path
            An existing file is replaced.
        data : {"licensed", "none", "all"}
            Which data to include. "licensed": the data whose licence allows anybody to redistribute
            them. "none": no data. "all": all data; by this you confirm that you may redistribute
            them. The bundle lists excluded data, with the reason.
        runs : path or paths
            Folders that `pybench.run` wrote, to include in the bundle.
        sign_with : path, optional
            A private OpenSSH key that signs the bundle. The signature is written beside the bundle,
            into a file with the name of the bundle and ``.sig`` added.

        Returns
        -------
        Path
            Path of the bundle. The same suite and runs give a bundle with the same bytes.

        Raises
        ------
        SuiteError
            If a file of the suite was changed.
        ArgumentError
            If a folder holds no run or the run of another suite, or if a bundle would be too large.
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

    def write_croissant(
        self,
        file: str | os.PathLike[str] | None = None,
        *,
        url: str | None = None,
        creator: str | Iterable[str] = (),
        published: str | None = None,
    ) -> Path:
        """Write metadata of the suite in the Croissant format, by which search engines find it.

        Croissant (version 1.0, of MLCommons) is JSON-LD. The metadata list the files of the suite
        with their hashes, the columns of its tables and of its splits, licences and citations.
        Libraries for Croissant, such as mlcroissant, load the rows from these files.

        Parameters
        ----------
        file : path, optional
            Default: ``croissant.json`` in the folder of the suite. Addresses of files are relative
            to it, unless ``url`` is given.
        url : str, optional
            Web address at which the folder of the suite can be found.
        creator : str or iterable of str
            Names of the persons who made the suite.
        published : str, optional
            Date of publication, "2026-01-31"; by default, when this version was created.

        Returns
        -------
        Path
            The file.

        Raises
        ------
        ArgumentError
            If the suite was neither saved nor loaded; if a date or a name is not a text of that
            form.
        SuiteError
            If a file of the suite was changed.
        EnvironmentProblem
            If the file cannot be written.

        Notes
        -----
        Columns are listed for tables in CSV, Parquet and ARFF (unless its rows are sparse). Data
        that are not in the folder are named in the description.

        Examples
        --------
        >>> import json
        >>> import pybench as pb
        >>> suite = pb.Suite.create("flowers", ["iris"], folds=5).save("flowers")
        >>> found = json.loads(suite.write_croissant().read_text("utf-8"))
        >>> [(file["contentUrl"], file["encodingFormat"]) for file in found["distribution"]]
        [('suite.json', 'application/json'), ('splits/iris.csv', 'text/csv')]
        """
        from pybench.suite.sharing.croissant import write_croissant

        place = None if file is None else to_write("file", file)
        return write_croissant(self, place, url=url, creator=creator, published=published)

    def write_openml(
        self,
        folder: str | os.PathLike[str],
        *,
        runs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = (),
    ) -> Path:
        """Write the suite, and runs on it, as files of OpenML, in XML and ARFF.

        The files have the layout of OpenML's server and of openml-python's cache.

        Parameters
        ----------
        folder : path
            A new or empty folder. These files are written: ``study.xml`` in ``studies/<id>``;
            ``task.xml`` and ``datasplits.arff`` in ``tasks/<id>``; ``description.xml``,
            ``features.xml``, ``qualities.xml`` and ``dataset.arff`` in ``datasets/<id>``. The ids
            are those of OpenML if they are known, otherwise local ids.
        runs : path or paths
            Folders of `pybench.run` on this suite. Each folder becomes a study, which is a list of
            runs; each of these runs is one estimator on one task. These files are written:
            ``study.xml`` in ``studies/<id>``; ``description.xml`` and ``predictions.arff`` in
            ``runs/<id>``; ``flow.xml`` in ``flows/<id>``; ``description.xml`` in ``setups/<id>``.
            If an estimator has not finished all folds of a task, its run on this task is left out,
            with a warning. Computing times and the machine are not written.

        Returns
        -------
        Path
            The folder.

        Raises
        ------
        ArgumentError
            If the suite has tasks of series, which OpenML does not support, or a regression, which
            is not written yet; if the folder is not empty; if runs are of another suite.
        SuiteError
            If a file of the suite was changed or is missing; if a folder holds no run.

        Examples
        --------
        >>> import pybench as pb
        >>> suite = pb.Suite.create("flowers", ["iris"], folds=5)
        >>> _ = pb.run(suite, {"Bayes": "sklearn.naive_bayes.GaussianNB"}, out="run", workers=1)
        >>> folder = suite.write_openml("openml", runs="run")
        >>> back = pb.Suite.read_openml(folder)
        >>> back.task_names, back.read_openml_runs(folder, "theirs")
        (('iris',), ['Bayes'])
        """
        from pybench.suite.sharing.openml import write_openml

        return write_openml(self, folder, all_to_read("runs", runs))

    def read_openml_runs(
        self,
        folder: str | os.PathLike[str],
        out: str | os.PathLike[str],
        *,
        study: int | None = None,
    ) -> list[str]:
        """Read a study of runs on this suite from OpenML's files into a folder of results.

        The rows and true classes of every fold must be those of the suite. The measures are
        recomputed from the predictions. The results are marked as of unknown origin.

        Parameters
        ----------
        folder : path
            A folder that `write_openml` wrote, or a folder of the same files from OpenML's server:
            ``studies/<id>/study.xml``, and ``description.xml`` and ``predictions.arff`` in
            ``runs/<id>``.
        out : path
            A new folder, which `suite_results` reads like the folders that `run` wrote.
        study : int, optional
            Id of the study; not needed if the folder has only one.

        Returns
        -------
        list of str
            Names of the estimators. A run of pybench has the name under which pybench ran the
            estimator; any other run is named by its flow (OpenML's word for an algorithm) and its
            setup (OpenML's word for the parameters).

        Raises
        ------
        ArgumentError
            If there are results in ``out``.
        InputError
            If a file is missing.
        SuiteError, DatasetError
            If a file is malformed, or the runs are not of tasks of this suite.
        """
        from pybench.suite.sharing.openml import read_runs

        return read_runs(self, to_read("folder", folder), to_write("out", out), study)

    def publish_openml(self, *, data: bool = False) -> int:
        """Publish the suite on OpenML, publicly and permanently: its list of tasks, or all of it.

        The address of the server and the API key are those of openml-python's configuration.

        OpenML makes the splits of a new task itself; it does not take ours. So the new tasks have
        the same data, target and kind of splits (for example 10 stratified folds), but other rows
        in each fold. To publish runs, fetch the new suite by its id and run that; runs on this
        suite cannot be published.

        Parameters
        ----------
        data : bool
            Whether to publish tasks that have no OpenML id, and their datasets. By default, all
            tasks must exist on OpenML. A dataset is published only if its licence allows anybody to
            redistribute it. The ids of what was published are kept in ``openml.json`` in the folder
            of the suite. After a failure, repeat the call: it does not publish again what has an id
            in this file, and uses a task that OpenML has already. OpenML examines a new dataset
            before it takes tasks on it, so a first call may end after the datasets.

        Returns
        -------
        int
            Id of the new suite, in preparation, for `from_openml`.

        Raises
        ------
        ArgumentError
            If the suite has an OpenML id or no alias. If a task has no OpenML id, and ``data`` is
            False, or the task is of series, or OpenML has no such kind of splits. If a dataset to
            publish is not here, or has no licence that allows it; if ``data`` is True and the suite
            is not saved. In all these cases, nothing is published. If two tasks are the same for
            OpenML.
        ExtraMissing
            If openml-python is not installed.
        EnvironmentProblem
            If the server cannot be reached or refuses.
        """
        from pybench.suite.sharing.openml import publish_suite

        return publish_suite(self, data=data)

    def publish_openml_runs(
        self,
        runs: str | os.PathLike[str],
        *,
        name: str,
        description: str = "",
        alias: str | None = None,
    ) -> int:
        """Publish runs, and the study that lists them, on OpenML: publicly and permanently.

        Predictions, measures of each fold, and estimators with their parameters and versions are
        published; computing times and the machine are not. If an estimator has not finished all
        folds of a task, its run on this task is left out, and the description of the study says so.

        The ids of what was published are kept in ``openml.json`` in the folder of runs. After a
        failure, repeat the call: it does not publish again what has an id in this file. So a run
        can be published twice only if the server's confirmation was lost.

        The study has no link to the suite on OpenML, because openml-python does not send the
        suite's id.

        Parameters
        ----------
        runs : path
            A folder that `pybench.run` wrote on this suite, whose tasks exist on OpenML.
        name, description : str
            Name and description of the study.
        alias : str, optional

        Returns
        -------
        int
            Id of the study.

        Raises
        ------
        ArgumentError
            If a task has no OpenML id, or the runs are of another suite.
        SuiteError
            If the folder holds no run, or nothing in it is finished.
        ExtraMissing
            If openml-python is not installed.
        EnvironmentProblem
            If the server cannot be reached or refuses.
        """
        from pybench.suite.sharing.openml import publish_runs

        place = to_read("runs", runs)
        return publish_runs(self, place, name=name, description=description, alias=alias)
