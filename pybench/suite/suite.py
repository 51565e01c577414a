"""pb.Suite: make, load, save, freeze and share a suite of tasks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Self

from pybench.base import check
from pybench.base.errors import ArgumentError, SuiteError, refusal
from pybench.base.text import shown, shown_names
from pybench.suite.create import check_asked, chosen_from, formed, now, provenance, texts
from pybench.suite.data import load_data, load_splits
from pybench.suite.manifest import Manifest
from pybench.suite.rules import check_rules, exclusions
from pybench.suite.shipped import cc18
from pybench.suite.sources import About, about_of, candidates
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
        keep : Selection, Landscape, Representatives or iterable of str, optional
            Which datasets of the source to take; of a landscape, its representatives.
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
        said = {key: about_of(key, value) for key, value in (about or {}).items()}
        rules = check_rules(constraints, exclude, classes, asked.seed)
        found = candidates(source, kind, said, About(target=target))
        excluded = exclusions(flags, [one.name for one in found])
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
            provenance=provenance(source),
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

    def only(
        self,
        *,
        tags: Iterable[str] = (),
        without: Iterable[str] = (),
        tasks: Iterable[str] | None = None,
    ) -> tuple[Task, ...]:
        """Return the tasks that have all of some tags and none of others.

        Parameters
        ----------
        tags, without : iterable of str
            A task has its own tags and those of its dataset.
        tasks : iterable of str, optional
            Names of tasks to choose from.

        Returns
        -------
        tuple of Task
            Their names are what ``Suite.create(name, suite, keep=...)`` takes.

        Raises
        ------
        ArgumentError
            If a name of ``tasks`` is none.
        """
        wanted, unwanted = set(texts("tags", tags)), set(texts("without", without))
        names = self.task_names if tasks is None else texts("tasks", tasks)
        found = []
        for task in map(self.task, names):
            mine = {*task.tags, *task.dataset.tags}
            if wanted <= mine and not unwanted & mine:
                found.append(task)
        return tuple(found)

    def tag(
        self,
        tag: str,
        *,
        tasks: Iterable[str] = (),
        datasets: Iterable[str] = (),
        remove: bool = False,
    ) -> Self:
        """Return the suite with a tag on some tasks or datasets, or without it.

        Parameters
        ----------
        tag : str
        tasks, datasets : iterable of str
            Names; a script takes them from ``suite.qualities``.
        remove : bool

        Raises
        ------
        ArgumentError
            If there is no such task or dataset, or the tag is empty.
        SuiteError
            If the suite is frozen.
        """
        self._editable()
        if not check.text("tag", tag).strip():
            raise ArgumentError("`tag` must be a text that is not empty", expected="a text")
        chosen, data = texts("tasks", tasks), texts("datasets", datasets)
        for name in chosen:
            self.task(name)
        for name in data:
            check.choice("datasets", name, self.datasets)

        def edited(tags: tuple[str, ...], marked: bool) -> tuple[str, ...]:
            rest = tuple(item for item in tags if item != tag)
            return tags if not marked else rest if remove else tuple(sorted((*rest, tag)))

        new = []
        for task in self.tasks:
            marks = edited(task.dataset.tags, task.dataset.name in data)
            dataset = replace(task.dataset, tags=marks)
            own = edited(task.tags, task.name in chosen)
            new.append(replace(task, dataset=dataset, tags=own))
        return replace(self, tasks=tuple(new))

    def freeze(self, *, accept_unknown: bool = False) -> Self:
        """Return the suite as active: from now on it cannot be changed.

        Parameters
        ----------
        accept_unknown : bool
            Whether rules may stand whose answer nobody knows. Unknown is not passed.

        Returns
        -------
        Suite
            In memory; `save` it over its former state.

        Raises
        ------
        SuiteError
            If the suite is frozen already or has no tasks; if a file of it was changed or its
            splits do not fit its data; if a task failed a rule, or an answer is unknown.
        """
        self._editable()
        if not self.tasks:
            hint = "Loosen the constraints, or look at suite.verdicts()."
            raise refusal("tasks", "none", hint, kind=SuiteError)
        self._refuse_verdicts("fail", "Create it again: a rule that fails excludes a dataset.")
        if not accept_unknown:
            hint = "Declare it (flags), or freeze with accept_unknown=True."
            self._refuse_verdicts("unknown", hint)
        self.verify()
        for task in self.tasks:
            if task.splits is not None:
                rows = len(load_data(self, task).y)
                load_splits(self, task).check(rows, task.procedure.type, task.splits)
        return replace(self, status="active")

    def deactivate(self) -> Self:
        """Return an active suite as deactivated: kept for the record, its hash unchanged.

        Raises
        ------
        SuiteError
            If it is not active.
        """
        if self.status != "active":
            hint = "Only an active suite is put out of use."
            raise refusal("an active suite", f"one that is {self.status}", hint, kind=SuiteError)
        return replace(self, status="deactivated")

    def new_version(self) -> Self:
        """Return the next version, in preparation, which may be changed.

        Its provenance names the version that it was made from, by its hash.
        """
        parent = f"{self.name}, version {self.version}, {self.hash}"
        return replace(
            self,
            version=self.version + 1,
            status="in_preparation",
            created=now(),
            provenance={**self.provenance, "parent": parent},
            contents={file.path: self.held(file) for file in self.files()},
            folder=None,
        )

    def _editable(self) -> None:
        if self.status != "in_preparation":
            found = f"{shown(self.name)}, version {self.version}, which is {self.status}"
            hint = "A change of a frozen suite is a new version: suite.new_version()."
            raise refusal("a suite in preparation", found, hint, kind=SuiteError)

    def _refuse_verdicts(self, verdict: str, hint: str) -> None:
        mine = [v for v in self.candidates if v.dataset in self.datasets and v.verdict == verdict]
        if mine:
            words = [f"{v.dataset}: {v.rule}" for v in mine]
            found = f"{verdict} for {shown_names(words)}"
            raise refusal("every rule passed", found, hint, kind=SuiteError)
