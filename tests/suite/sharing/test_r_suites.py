"""R as an equal: suites made, changed, shared and run in both languages are the same suites."""

from __future__ import annotations

import dataclasses
import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier

import pybench as pb
from pybench.base.errors import SuiteError
from pybench.suite.store.database import suite_results
from tests.golden.make import suites as golden

pytestmark = pytest.mark.r

WHEN = "2026-01-31T12:00:00Z"
MAKE = """
suite <- pb_suite_create(
  "both", given[[1]], "class", folds = 4, repeats = 2, seed = 9, created = "2026-01-31T12:00:00Z",
  constraints = list(NumberOfInstances = c(20, 1000)), exclude = c("one-hot", "grouped"),
  about = list(mixed = list(licence = "CC BY 4.0", nominal = c("k", "class"))), alias = "both"
)
invisible(pb_suite_save(suite, given[[2]]))
"""


# cat() would write <U+00E4> in the C locale.
HEAD = """library(pybench)
given <- commandArgs(TRUE)
tell <- function(x) writeLines(enc2utf8(x), useBytes = TRUE)
"""


def r(code: str, *arguments: object) -> str:
    text = HEAD + code
    done = subprocess.run(
        ["Rscript", "--vanilla", "-e", text, *map(str, arguments)],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def tree(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


@pytest.fixture(scope="module")
def source(tmp_path_factory) -> Path:
    """Return a folder of tables: nominal, missing, quoted, of odd names, and not to be run."""
    folder = tmp_path_factory.mktemp("source")
    chance = np.random.default_rng(3)
    x = chance.normal(size=60).tolist()
    rows = [
        f"{value!r},{'' if i % 7 == 0 else i % 3},{('a', 'NA', 'b, c', '')[i % 4]!r},{i * i % 4}"
        for i, value in enumerate(x)
    ]
    rows += [*rows[:6], rows[7].rpartition(",")[0] + ",9"]  # leakage, and a contradiction
    text = "x,k,name,class\n" + "\n".join(rows).replace("'", '"') + "\n"
    (folder / "mixed.csv").write_text(text)
    plain = "\n".join(f"{value:.4f},{'ü' if value > 0 else 'o'}" for value in x)
    (folder / "odd, näme.csv").write_text("x,class\n" + plain + "\n", encoding="utf-8")
    (folder / "Mixed numbers").mkdir()
    numbers = "".join(f"{i},{value!r}\n" for i, value in enumerate(x))
    (folder / "Mixed numbers" / "Mixed numbers.csv").write_text("x,class\n" + numbers)
    (folder / "small.csv").write_text("x,class\n" + "1,p\n2,q\n" * 5)
    return folder


@pytest.fixture(scope="module")
def ours(source, tmp_path_factory) -> pb.Suite:
    """Return the suite that Python makes with the arguments of `MAKE`."""
    made = pb.Suite.create(
        "both", source, target="class", folds=4, repeats=2, seed=9, created=WHEN, alias="both",
        constraints={"NumberOfInstances": (20, 1000)}, exclude=["one-hot", "grouped"],
        about={"mixed": {"licence": "CC BY 4.0", "nominal": ["k", "class"]}},
    )  # fmt: skip
    assert set(made.task_names) == {"mixed", "odd, näme"}
    return made.save(tmp_path_factory.mktemp("ours") / "suite")


@pytest.fixture(scope="module")
def theirs(source, tmp_path_factory) -> Path:
    """Return the folder of the suite that R makes."""
    folder = tmp_path_factory.mktemp("theirs") / "suite"
    r(MAKE, source, folder)
    return folder


def test_the_same_suite_made_in_both_languages_has_the_same_files(ours, theirs):
    assert tree(theirs) == tree(ours.folder)
    assert pb.Suite.load(theirs).hash == ours.hash


@pytest.mark.parametrize(
    ("in_r", "in_python"),
    [
        (
            "pb_suite_tag(pb_suite_tag(s, 'z', 'mixed'), 'a', 'mixed', 'mixed')",
            lambda s: s.tag("z", tasks=["mixed"]).tag("a", tasks=["mixed"], datasets=["mixed"]),
        ),
        ("pb_suite_freeze(s, TRUE)", lambda s: s.freeze(accept_unknown=True)),
        (
            "pb_suite_deactivate(pb_suite_freeze(s, TRUE))",
            lambda s: s.freeze(accept_unknown=True).deactivate(),
        ),
    ],
)
def test_the_same_change_gives_the_same_file(ours, tmp_path, in_r, in_python):
    code = f"s <- pb_suite_load(given[[1]]); invisible(pb_suite_save({in_r}, given[[2]]))"
    r(code, ours.folder, tmp_path / "r")
    in_python(ours).save(tmp_path / "python")
    assert tree(tmp_path / "r") == tree(tmp_path / "python")


def test_what_is_unknown_is_not_frozen_in_r_either(ours):
    code = "tryCatch(pb_suite_freeze(pb_suite_load(given[[1]])), error = conditionMessage)"
    found = r(f"tell({code})", ours.folder)
    with pytest.raises(SuiteError) as refused:
        ours.freeze()
    assert found.partition(". ")[0] == str(refused.value).partition(". ")[0]


def test_the_next_version_of_either_is_one_of_both(ours, tmp_path):
    code = "s <- pb_suite_new_version(pb_suite_load(given[[1]])); pb_suite_save(s, given[[2]])"
    r(code, ours.folder, tmp_path / "next")
    back = pb.Suite.load(tmp_path / "next")
    expected = dataclasses.replace(ours.new_version(), created=back.created)
    assert back.hash == expected.hash
    assert r("cat(pb_suite_load(given[[1]])$hash)", expected.save(tmp_path / "p").folder) == (
        expected.hash
    )


def test_verdicts_and_findings_are_the_same(ours):
    code = """s <- pb_suite_load(given[[1]]); v <- pb_suite_verdicts(s)
    write.csv(v[c("dataset", "rule", "threshold", "verdict", "note")], row.names = FALSE)
    f <- pb_suite_check(s)$findings
    tell(c("--", paste(f$kind, f$dataset, f$note)))
    """
    told, _, found = r(code, ours.folder).partition("--\n")
    assert len(told.splitlines()) == 1 + len(ours.verdicts())
    mine = ours.check().findings
    easy = mine[~mine["kind"].isin(["one attribute", "stump", "decision tree"])]
    said = [f"{row.kind} {row.dataset} {row.note}" for row in easy.itertuples()]
    assert {line.partition(" ")[0] for line in said} == {"leakage", "contradiction"}
    assert found.splitlines() == said


def test_bundles_of_either_unpack_in_both(ours, tmp_path):
    code = "pb_suite_export(pb_suite_load(given[[1]]), given[[2]], given[[3]])"
    for data in ("licensed", "all", "none"):
        r(code, ours.folder, tmp_path / "r.zip", data)
        mine = ours.export(tmp_path / "p.zip", data=data)
        kept = [tree(pb.Suite.import_(tmp_path / name, tmp_path / f"{data}-{name}").folder)
                for name in ("r.zip", "p.zip")]  # fmt: skip
        assert kept[0] == kept[1]
        r("pb_suite_import(given[[1]], given[[2]])", mine, tmp_path / f"{data}-back")
        assert tree(tmp_path / f"{data}-back") == kept[1]
        shutil.rmtree(tmp_path / f"{data}-back")


def test_both_read_the_same_suite_from_openml_files(ours, tmp_path):
    folder = ours.tag("easy", tasks=["mixed"], datasets=["mixed"]).write_openml(tmp_path / "openml")
    r("pb_suite_save(pb_suite_read_openml(given[[1]]), given[[2]])", folder, tmp_path / "r")
    mine = pb.Suite.read_openml(folder).save(tmp_path / "python")
    assert tree(tmp_path / "r") == tree(mine.folder)
    shipped = Path(pb.__file__).parents[1] / "r" / "inst" / "extdata" / "openml"
    here = 'system.file("extdata", "openml", package = "pybench")'
    assert r(f"cat(pb_suite_read_openml({here})$hash)") == pb.Suite.read_openml(shipped).hash


def test_a_run_begun_in_one_language_is_finished_in_the_other(ours, theirs, tmp_path):
    """R leaves a run half done, Python goes on, R finishes; and Python begins, R finishes.

    Each is on the suite that the other made; the tables are the same.
    """
    learn = """
    s <- pb_suite_load(given[[1]])
    first <- function(train, test) rep(levels(train$class)[[1]], nrow(test))
    invisible(pb_run(s, list(first = first), given[[2]], tasks = given[-(1:2)], seed = 4))
    """
    names = list(ours.task_names)
    one, two = tmp_path / "one", tmp_path / "two"
    learners = {"most": DummyClassifier(strategy="prior")}
    r(learn, ours.folder, one, names[1])
    pb.run(pb.Suite.load(theirs), learners, out=one, seed=4, workers=1)
    assert len(list(one.rglob("evaluation-*.json"))) == 8 + 16
    r(learn, ours.folder, one, *names)
    pb.run(ours, learners, out=two, seed=4, workers=1)
    r(learn, theirs, two, *names)
    for table in ("evaluations.csv", "failures.csv"):
        assert (one / table).read_bytes() == (two / table).read_bytes()
    count = "select estimator, count(*) as n from evaluations group by estimator order by estimator"
    for folder in (one, two):
        assert suite_results([folder], count)["n"].tolist() == [16, 16]
    # A bundle of Python's carries the runs of both; R unpacks and reads them.
    pack = ours.export(tmp_path / "runs.zip", data="all", runs=[one])
    code = (
        "pb_suite_import(given[[1]], given[[2]]); x <- pb_suite_results(given[[3]]); cat(nrow(x))"
    )
    r(code, pack, tmp_path / "unpacked", tmp_path / "unpacked" / "runs" / "one")


def test_golden_suites_are_those_of_today():
    """If this fails after a change that NEWS tells: python -m tests.golden.make.suites."""
    for name, options in golden.SUITES.items():
        told = json.loads((golden.FOLDER / name / "suite.json").read_text(encoding="utf-8"))
        made = pb.Suite.create(
            name, golden.FOLDER / "tables", target="class", about=golden.ABOUT,
            created=golden.CREATED, **options,
        )  # fmt: skip
        expected = json.loads(made.text())
        for one in (told, expected):
            del one["hash"], one["provenance"]["pybench"]
        assert told == expected
    assert (
        golden.permutations().partition("cases")[2]
        in (golden.FOLDER / "permutations.json").read_text()
    )
