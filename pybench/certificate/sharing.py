"""The room suite: its hash, tasks, splits, data, and the measures of a run."""

from __future__ import annotations

import hashlib
from functools import cache, partial
from typing import Any

import numpy as np

from pybench.base.document import read_json
from pybench.certificate import tables
from pybench.certificate.asked import Questions, in_r, made, texts, twins
from pybench.suite.data import load_data, load_splits
from pybench.suite.hashing import canonical
from pybench.suite.running.measures import HIGHER_IS_BETTER, evaluate
from pybench.suite.suite import Suite

ROOM = "suite"
_TASK = "cars"
_CLASSES = 3


def shipped() -> Questions:
    """Yield questions on the suite that ships with the package."""
    table = tables.SUITE
    yield twins(ROOM, "suite_load", table, _hash, _hash_in_r, "hash of the contents")
    yield twins(ROOM, "suite_tasks", table, _tasks, _tasks_in_r)
    yield twins(ROOM, "suite_splits", table, _splits, _splits_in_r)
    yield twins(ROOM, "suite_data", table, _data, _data_in_r)
    for probabilities in (True, False):
        said = "with probabilities" if probabilities else "classes alone"
        yield twins(
            ROOM, "run", tables.DRAWN, partial(_measures, probabilities),
            partial(_measures_in_r, probabilities), f"measures, {said}",
        )  # fmt: skip


@cache
def _suite() -> Suite:
    return Suite.load(tables.path("suite"))


def _in_r() -> Any:
    return made("pb_suite_load", folder=str(tables.path("suite")))


def _hash() -> dict[str, Any]:
    plain = read_json((tables.path("suite") / "suite.json").read_bytes())
    return {"hash": hashlib.sha256(canonical(plain)).hexdigest()}


def _hash_in_r() -> dict[str, Any]:
    return {"hash": in_r("bridge_suite_hash", path=str(tables.path("suite") / "suite.json"))}


def _tasks() -> dict[str, Any]:
    return _listed(_suite().to_frame().reset_index())


def _tasks_in_r() -> dict[str, Any]:
    return _listed(in_r("pb_suite_tasks", suite=_in_r()).to_pandas())


def _listed(frame: Any) -> dict[str, Any]:
    plain = frame.astype(object).where(frame.notna(), None)
    return {str(name): plain[name].tolist() for name in plain}


def _splits() -> dict[str, Any]:
    return _listed(load_splits(_suite(), _TASK).to_frame())


def _splits_in_r() -> dict[str, Any]:
    return _listed(in_r("pb_suite_splits", suite=_in_r(), task=_TASK).to_pandas())


def _data() -> dict[str, Any]:
    found = load_data(_suite(), _TASK)
    return {"x": _listed(found.X), "y": found.y.tolist(), "classes": found.classes}


def _data_in_r() -> dict[str, Any]:
    found = in_r("pb_suite_data", suite=_in_r(), task=_TASK)
    return {
        "x": _listed(found["x"].to_pandas()),
        "y": texts(found["y"]),
        "classes": texts(found["classes"]),
    }


def _predictions(probabilities: bool) -> tuple[Any, Any, Any]:
    """Return classes of 90 rows, predictions, and their probabilities; some of these tie."""
    rows = np.arange(90)
    truth = rows * 5 % 7 % _CLASSES
    weights = np.stack([(rows * (3 + j) + j) % 11 + 4 * (truth == j) for j in range(_CLASSES)])
    shares = (weights / weights.sum(axis=0)).T
    return truth, shares.argmax(axis=1), shares if probabilities else None


def _measures(probabilities: bool) -> dict[str, Any]:
    return {**evaluate(*_predictions(probabilities), _CLASSES)}


def _measures_in_r(probabilities: bool) -> dict[str, Any]:
    truth, said, shares = _predictions(probabilities)
    found = in_r(
        "bridge_measures", truth=truth + 1, said=said + 1, shares=shares, n_classes=_CLASSES
    )
    return {name: found[name] for name in HIGHER_IS_BETTER}
