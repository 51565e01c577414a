"""pybench suite create, show, tag, check, freeze: the same suites as the library makes."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pybench as pb


@pytest.fixture
def folder(tmp_path):
    rng = np.random.default_rng(0)
    (tmp_path / "sets").mkdir()
    for name, rows in (("one", 40), ("two", 60)):
        text = "".join(f"{x:.4f},{'ab'[i % 2]}\n" for i, x in enumerate(rng.normal(size=rows)))
        (tmp_path / "sets" / f"{name}.csv").write_text("x,kind\n" + text)
    return tmp_path


def test_from_a_folder_to_a_frozen_suite(pybench, folder):
    (folder / "about.csv").write_text("dataset,licence,tags\none,CC0,tiny;odd\n")
    flags = "dataset,flag,reason,source,holds\n"
    for name in ("one", "two"):
        flags += f"{name},artificial,looked,me,no\n"
    (folder / "flags.csv").write_text(flags)
    done = pybench(
        "suite", "create", "sets", "s", "--target", "kind", "--folds", "4", "--name", "Toy",
        "--about", "about.csv", "--flags", "flags.csv", "--exclude", "artificial",
        "--range", "NumberOfInstances=30..50",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 candidate left out, 0 answers unknown" in done.stdout
    assert ", needed: " in done.stdout
    suite = pb.Suite.load(folder / "s")
    assert (suite.name, suite.task_names) == ("Toy", ("one",))
    assert suite.task("one").dataset.licence == "CC0"
    assert suite.task("one").dataset.tags == ("tiny", "odd")
    same = pb.Suite.create(
        "Toy", folder / "sets", target="kind", folds=4,
        about={"one": {"licence": "CC0", "tags": ["tiny", "odd"]}},
        constraints={"NumberOfInstances": (30, 50)}, exclude="artificial",
        flags=[{"dataset": n, "flag": "artificial", "reason": "looked", "source": "me",
                "holds": False} for n in ("one", "two")],
        created=suite.created,
    )  # fmt: skip
    assert {**same.to_dict(), "provenance": 0} == {**suite.to_dict(), "provenance": 0}
    done = pybench("suite", "tag", "s", "hard", "--tasks", "one")
    assert (done.returncode, done.stdout) == (0, "hard: one\n")
    done = pybench("suite", "freeze", "s", "--json")
    assert json.loads(done.stdout)["result"]["status"] == "active"
    done = pybench("suite", "tag", "s", "late", "--tasks", "one")
    assert done.returncode == 5
    assert "new version" in done.stderr
    done = pybench("suite", "show", "s", "--verdicts")
    assert "NumberOfInstances" in done.stdout
    part = pybench("suite", "create", "s", "part", "--keep", "one", "--json")
    assert json.loads(part.stdout)["result"]["tasks"][0]["tags"] == ["hard"]


def test_check_names_a_changed_file_and_what_has_aged(pybench, folder):
    pybench("suite", "create", "sets", "s", "--target", "kind", "--folds", "4")
    done = pybench("suite", "check", "s")
    assert (done.returncode, done.stderr) == (0, "")
    assert "nothing found" in done.stdout
    (folder / "scores.csv").write_text("dataset,a,b\none,1,1\ntwo,0.5,1\n")
    done = pybench("suite", "check", "s", "--results", "scores.csv", "--higher-is-better", "--json")
    findings = json.loads(done.stdout)["result"]["findings"]["values"]
    assert [row[:2] for row in findings] == [["solved by all", "one"]]
    with (folder / "s" / "data" / "one.csv").open("a") as file:
        file.write("0,a\n")
    done = pybench("suite", "check", "s")
    assert done.returncode == 5
    assert "one.csv: expected SHA-256" in done.stderr


def test_cc18_is_at_hand(pybench, tmp_path):
    done = pybench("suite", "show", "OpenML-CC18", "--figure", "cc18.svg")
    assert (tmp_path / "cc18.svg").read_text().count("NumberOfInstances") == 1
    assert (done.returncode, done.stderr) == (0, "")
    assert "72 tabular tasks" in done.stdout
    assert "jungle_chess_2pcs_raw_endgame_complete" in done.stdout
    ask = ("suite", "show", "OpenML-CC18", "--rules")
    told = pybench(*ask, "(d) balance").stdout.splitlines()[1:]
    assert [line.split()[3:7] for line in told if line.split()[0] == "car"] == [
        ["0.05372", ">", "0.05", "pass"]
    ]
    assert len(told) == 72
    assert all(" pass" in line for line in told)
    told = pybench(*ask, "(c) smallest class").stdout.splitlines()[1:]
    assert sum("a bound" in line for line in told) == 4
    whole = pybench("suite", "show", "OpenML-CC18", "--verdicts").stdout.splitlines()
    assert len(whole) == 1 + 72 * 14  # none left out, however long
    one = pybench("suite", "show", "OpenML-CC18", "--datasets", "car").stdout.splitlines()
    assert len(one) == 1 + 14
    assert "None" not in "".join(one)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("create", "sets", "s"), 2, "`target` must name the column"),
        (("create", "nowhere", "s"), 5, "expected a folder"),
        (("create", "bundled:irises", "s"), 2, "must be one of"),
        (("create", "sets", "s", "--target", "kind", "--range", "NumberOfRows=5"), 2, "--range"),
        (("create", "sets", "s", "--target", "kind", "--range", "N=a..b"), 2, "--range"),
        (("create", "sets", "s", "--target", "kind", "--exclude", "ugly"), 2, "exclude"),
        (("freeze", "sets"), 5, "suite.json"),
        (("tag", "sets", "x"), 5, "suite.json"),
        (("show", "OpenML-CC18", "--figure", "x.docx"), 2, "--figure must end in"),
        (("show", "OpenML-CC18", "--datasets", "cars"), 2, "--datasets names datasets that"),
        (("show", "OpenML-CC19"), 5, "OpenML-CC19"),
    ],
)
def test_what_is_refused(pybench, folder, arguments, code, said):
    done = pybench("suite", *arguments)
    assert done.returncode == code
    assert said in done.stderr
    assert not (folder / "s").exists()


@pytest.mark.parametrize(
    ("files", "arguments", "said"),
    [
        (
            {"a.csv": "dataset,licence\none,CC0\none,MIT\n"},
            ["--about", "a.csv"],
            "--about must have one row per dataset, not two rows for 'one'",
        ),
        (
            {"f.csv": "dataset,flag,reason,source,holds\none,artificial,looked,me,flase\n"},
            ["--flags", "f.csv"],
            "`holds` must say yes or no, not 'flase'",
        ),
    ],
)
def test_tables_that_say_two_things_or_none(pybench, folder, files, arguments, said):
    for name, text in files.items():
        (folder / name).write_text(text)
    done = pybench("suite", "create", "sets", "s", "--target", "kind", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert not (folder / "s").exists()


def test_tags_as_json(pybench, folder):
    pybench("suite", "create", "sets", "s", "--target", "kind", "--quiet")
    done = pybench("suite", "tag", "s", "hard", "--tasks", "one", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    told = {task["name"]: task.get("tags") for task in json.loads(done.stdout)["result"]["tasks"]}
    assert told == {"one": ["hard"], "two": None}


def test_a_name_that_is_no_utf8(pybench, folder):
    done = pybench("suite", "create", "sets", "s\udce9", "--target", "kind")
    assert done.returncode == 2
    assert "cannot be written as UTF-8" in done.stderr
    done = pybench("suite", "create", "sets", "s\udce9", "--target", "kind", "--name", "s")
    assert done.returncode == 0
    done = pybench("suite", "tag", "s\udce9", "t\udce9", "--tasks", "one")
    assert done.returncode == 2
    assert pb.Suite.load(folder / "s\udce9").task("one").tags == ()


def test_a_loop_of_links_is_no_folder(pybench, folder):
    (folder / "loop").symlink_to(folder / "loop")
    for arguments in (["sets", "loop"], ["loop", "s"]):
        done = pybench("suite", "create", *arguments, "--target", "kind")
        assert done.returncode in (3, 5)
        assert "Too many levels of symbolic links" in done.stderr


def test_a_compact_suite_from_a_file_of_results(pybench, folder):
    pb.Suite.create("Toy", folder / "sets", target="kind", folds=4).save(folder / "s")
    (folder / "r.csv").write_text("dataset,a,b,c,d\none,.1,.2,.3,.4\ntwo,.3,.2,.1,.4\n")
    asked = ("suite", "compact", "s", "r.csv", "small", "-k", "1")
    assert pybench(*asked).returncode == 2  # no direction
    done = pybench(*asked, "--higher-is-better")
    assert (done.returncode, done.stderr) == (0, "")
    assert "chosen without it, the mean rank of a method differs by" in done.stdout
    assert len(pb.Suite.load(folder / "small").tasks) == 1


def test_evidence_sets_flags_and_a_star_the_rest(pybench, folder):
    every = "dataset,flag,holds,reason,source\n*,artificial,no,measured,us\n"
    (folder / "flags.csv").write_text(every)
    done = pybench(
        "suite", "create", "bundled:iris", "s", "--suggest", "--flags", "flags.csv",
        "--exclude", "artificial,no source,binarised",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "0 answers unknown" in done.stdout
    told = pybench("suite", "show", "s", "--rules", "binarised").stdout
    assert "its target has 3 different values (pybench " in told
    assert pybench("suite", "freeze", "s").returncode == 0
