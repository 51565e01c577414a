"""Ids of a suite's parts on OpenML; parts without one get a local id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pybench.base.errors import ArgumentError
from pybench.base.text import shown_names
from pybench.suite.manifest import Manifest


def refuse_other_types(suite: Manifest) -> None:
    """Refuse tasks that are no classifications, which the files here do not hold.

    Raises
    ------
    ArgumentError
    """
    if strange := [task.name for task in suite.tasks if task.type != "classification"]:
        types = sorted({task.type for task in suite.tasks})
        raise ArgumentError(
            f"pybench reads and writes only classifications of OpenML, not {shown_names(strange)}",
            expected="tasks of the type classification",
            found=", ".join(types),
            hint="Leave them out, or share the suite as a bundle: suite.export(file).",
        )


@dataclass(frozen=True, slots=True)
class Ids:
    """Ids of a suite, and of its tasks and datasets by name."""

    suite: int
    tasks: dict[str, int]
    data: dict[str, int]

    @classmethod
    def of(cls, suite: Manifest) -> Ids:
        """Return the ids of a suite: OpenML's where known, else counted on from the largest."""
        tasks = _counted([task.openml_id for task in suite.tasks])
        datasets = {task.dataset.name: task.dataset for task in suite.tasks}
        data = _counted([datasets[name].openml_id for name in suite.datasets])
        return cls(
            suite.openml_id or 1,
            dict(zip(suite.task_names, tasks, strict=True)),
            dict(zip(suite.datasets, data, strict=True)),
        )


def _counted(known: Sequence[int | None]) -> list[int]:
    last = max((number for number in known if number is not None), default=0)
    found = []
    for number in known:
        last += number is None
        found.append(last if number is None else number)
    return found
