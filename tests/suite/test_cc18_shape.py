"""72 datasets in the shape of OpenML-CC18 are screened by one command, without a flag for each."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.cli.main import main
from pybench.suite.shipped import cc18

FEATURES, PER_CLASS, ROWS = 30, 25, 600
EVERY = """dataset,flag,holds,reason,source
*,artificial,no,all are measured,us
*,grouped,no,we looked at the order of rows,us
*,subset,no,no larger versions are known,us
*,binarised,no,targets are as published,us
"""


def drawn(row, at):
    """Return a dataset with the name, classes and, if few, the features of one of CC18's."""
    rng = np.random.default_rng(at)
    classes = int(row["classes"])
    rows = max(ROWS, PER_CLASS * classes)
    columns = min(FEATURES, int(row["features"]) - 1)
    x = rng.normal(size=(rows, columns))
    frame = pd.DataFrame(x.round(4), columns=[f"x{i}" for i in range(columns)])
    return frame.assign(target=[f"k{i}" for i in rng.permutation(np.arange(rows) % classes)])


@pytest.fixture(scope="module")
def pool(tmp_path_factory):
    """The 72 files, a part of one, a binarised copy of another and a series in time."""
    folder = tmp_path_factory.mktemp("cc18")
    (folder / "sets").mkdir()
    frames = {row["name"]: drawn(row, at) for at, row in enumerate(cc18.rows())}
    frames["letter part"] = frames["letter"][:520]
    vehicle = frames["vehicle"]
    merged = np.where(vehicle["target"].isin(["k0", "k1"]), "P", "N")
    frames["vehicle two"] = vehicle.assign(target=merged)
    walk = np.cumsum(np.random.default_rng(0).normal(size=(ROWS, 4)), axis=0)
    frames["walk"] = pd.DataFrame(walk, columns=list("abcd")).assign(
        target=np.random.default_rng(1).permutation(["up", "down"] * (ROWS // 2))
    )
    about = ["dataset,citation"]
    for name, frame in frames.items():
        frame.to_csv(folder / "sets" / f"{name}.csv", index=False)
        about.append(f"{name},Bischl et al. (2021)")
    (folder / "about.csv").write_text("\n".join(about) + "\n")
    (folder / "flags.csv").write_text(EVERY)
    return folder


def screened(pool, capsys, *more):
    command = ["suite", "create", str(pool / "sets"), str(pool / "suite"), "--target", "target"]
    command += ["--suggest", "--about", str(pool / "about.csv"), "--json", *more]
    assert main(command) == 0
    return json.loads(capsys.readouterr().out)["result"]


def failed(result):
    return {
        (one["dataset"], one["rule"]): one.get("note", "")
        for one in result["candidates"]
        if one["verdict"] == "fail"
    }


@pytest.mark.slow
def test_one_command_screens_them_and_the_suite_can_be_frozen(pool, capsys):
    flags = ("--flags", str(pool / "flags.csv"))
    result = screened(pool, capsys, "--constraints", "cc18", "--exclude", "cc18", *flags)
    assert {name for name, _ in failed(result)} == {"letter part", "vehicle two", "walk"}
    notes = failed(result)
    assert "among the" in notes["letter part", "subset"]
    assert "`vehicle`, whose 4 classes it merges into two" in notes["vehicle two", "binarised"]
    assert "p = 0.001" in notes["walk", "grouped"]
    assert len(result["tasks"]) == 72
    suite = pb.Suite.load(pool / "suite")
    assert set(suite.verdicts().query("dataset in @suite.task_names")["verdict"]) == {"pass"}
    assert suite.freeze().status == "active"


@pytest.mark.slow
def test_without_any_flags_it_screens_too_and_says_what_is_left(pool, capsys):
    result = screened(pool, capsys, "--exclude", "artificial,grouped,subset,no source,binarised")
    counts = pd.DataFrame(result["candidates"]).groupby(["rule", "verdict"]).size()
    assert counts["no source", "pass"] == 75
    assert counts["artificial", "unknown"] == 75
    classes = [int(row["classes"]) for row in cc18.rows()]
    more = sum(one > 2 for one in classes)
    assert counts["binarised", "pass"] == more + 1  # the part of letter
    assert counts["binarised", "fail"] == 1
    assert (counts["subset", "fail"], counts["grouped", "fail"]) == (1, 1)
