"""What can be done with a suite before it is frozen, and after."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Self

from pybench.base import check
from pybench.base.errors import ArgumentError, SuiteError, refusal
from pybench.base.text import shown, shown_names
from pybench.suite.create import now, parent, texts
from pybench.suite.data import load_data, load_splits
from pybench.suite.manifest import Manifest
from pybench.suite.task import Task


class Editable(Manifest):
    """A manifest with tags and a life: in preparation, active, deactivated, next version."""

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
        for file in self.files():
            self.read(file)  # all of them: what is frozen unseen cannot be mended
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
        return replace(
            self,
            version=self.version + 1,
            status="in_preparation",
            created=now(),
            provenance={**self.provenance, "parent": parent(self)},
            contents={file.path: self.held(file) for file in self.needed()},
            folder=None,
        )

    def _editable(self) -> None:
        if self.status != "in_preparation":
            found = f"{shown(self.name)}, version {self.version}, which is {self.status}"
            hint = "A change of a frozen suite is a new version: suite.new_version()."
            raise refusal("a suite in preparation", found, hint, kind=SuiteError)

    def _refuse_verdicts(self, verdict: str, hint: str) -> None:
        mine = [v for v in self.candidates if v.dataset in self.task_names and v.verdict == verdict]
        if mine:
            words = [f"{v.dataset}: {v.rule}" for v in mine]
            found = f"{verdict} for {shown_names(words)}"
            raise refusal("every rule passed", found, hint, kind=SuiteError)
