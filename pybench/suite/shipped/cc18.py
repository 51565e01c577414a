"""OpenML-CC18: 72 tasks by their OpenML ids, with the verdicts of its rules on published figures.

Source: Bischl et al., *OpenML Benchmarking Suites* (arXiv 1708.03731), Table 1; suite 99 on OpenML.
The paper's caption says task id first; its columns have data id first. Five names are misprinted
there and are written here as on OpenML: mnist_784, numerai28.6, analcatdata_authorship,
analcatdata_dmft, ozone-level-8hr.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from pybench.suite.rules import CC18, COMPUTED, DECLARED, ranges
from pybench.suite.task import Dataset, Procedure, Task, Verdict

NAME = "OpenML-CC18"
PAPER = "arXiv 1708.03731"
_BOUND = "a bound, ratio * instances / classes: class sizes are not published"
_ROUNDED = "published with two decimals"


@cache
def rows() -> tuple[Mapping[str, str], ...]:
    """Return the table, one row per task."""
    path = Path(__file__).with_name("openml-cc18.csv")
    with path.open(newline="", encoding="utf-8") as file:
        return tuple(csv.DictReader(file))


def fields() -> dict[str, Any]:
    """Return the fields of the suite."""
    verdicts = [one for row in rows() for one in _verdicts(row)]
    return {
        "name": NAME,
        "alias": NAME,
        "description": (
            "The curated classification suite of OpenML, 2018: 72 datasets of 500 to 100000 rows. "
            "Data and splits are OpenML's; a task is known here by its id."
        ),
        "version": 1,
        "status": "active",
        "created": "2026-11-21T00:00:00Z",
        "tasks": tuple(_task(row) for row in rows()),
        "constraints": CC18,
        "candidates": tuple(verdicts),
        "qualities": {row["name"]: _qualities(row) for row in rows()},
        "provenance": {"source": f"Table 1 of {PAPER}, names as on OpenML", "suite": "99"},
        "openml_id": 99,
    }


def _task(row: Mapping[str, str]) -> Task:
    number = int(row["openml_id"])
    url = f"https://www.openml.org/d/{number}"
    dataset = Dataset(row["name"], "openml", "none", url=url, openml_id=number)
    procedure = Procedure("crossvalidation", 1, 10, True, None)
    return Task(row["name"], dataset, "", procedure, None, "", openml_id=int(row["task_id"]))


def _qualities(row: Mapping[str, str]) -> dict[str, float]:
    found = {
        "NumberOfInstances": float(row["instances"]),
        "NumberOfFeatures": float(row["features"]),
        "NumberOfClasses": float(row["classes"]),
    }
    if row["minority"]:
        least, most = float(row["minority"]), float(row["majority"])
        found |= {"MinorityClassSize": least, "MajorityClassSize": most}
        found["MinorityToMajority"] = least / most
    return found


def _verdicts(row: Mapping[str, str]) -> list[Verdict]:
    name, known = row["name"], _qualities(row)
    note = {}
    if not row["minority"]:
        ratio = float(row["ratio"])
        known["MinorityToMajority"] = ratio
        known["MinorityClassSize"] = ratio * known["NumberOfInstances"] / known["NumberOfClasses"]
        note = {"(c) smallest class": _BOUND, "(d) balance": _ROUNDED}
    found = [
        Verdict(v.dataset, v.rule, v.value, v.threshold, v.verdict, note.get(v.rule, v.note))
        for v in ranges(name, known, CC18)
    ]
    absent = "the data are not here"
    found += [Verdict(name, r, None, COMPUTED[r][1], "unknown", absent) for r in COMPUTED]
    said = f"by its curators ({PAPER})"
    found += [Verdict(name, flag, "no", "not so", "pass", said) for flag in DECLARED]
    return found
