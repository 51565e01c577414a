"""R and Python read each other's suites and runs: the same rows, files and measures."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

import pybench as pb
from pybench.suite.data import load_data, load_splits
from pybench.suite.running.measures import evaluate
from pybench.suite.running.predictions import decode, encode
from pybench.suite.sharing.openml.suitefiles import write_openml

pytestmark = pytest.mark.r

NAMES = ["plain", "with, comma", 'say "no"', "", "NA", "é", "two\nlines"]


@pytest.fixture(scope="module")
def suite(tmp_path_factory) -> pb.Suite:
    """Return a saved suite of CSV and ARFF, with missing values and hostile names."""
    folder = tmp_path_factory.mktemp("languages")
    chance = np.random.default_rng(5)
    rows = [
        f"{x!r},{'red' if i % 3 else '?'},{i % 4},{'yes' if x + i % 2 > 0.7 else 'it is no'}"
        for i, x in enumerate(chance.normal(size=60).tolist())
    ]
    (folder / "comma.csv").write_text("x,colour,n,class\n" + "\n".join(rows) + "\n")
    head = "@relation r\n@attribute 'a b' real\n@attribute colour {blue,'red'}\n"
    head += "@attribute n numeric\n@attribute class {yes,'it is no',never}\n@data\n"
    quoted = "\n".join(row.replace("it is no", "'it is no'") for row in rows)
    (folder / "weka.arff").write_text(head + "% rows\n" + quoted + "\n")
    made = pb.Suite.create("Both", folder, target="class", folds=3, repeats=2, alias="both")
    return made.save(folder / "suite")


def r(code: str, *arguments: str) -> str:
    text = f"library(pybench); given <- commandArgs(TRUE); {code}"
    done = subprocess.run(
        ["Rscript", "--vanilla", "-e", text, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


LEARNERS = """
suite <- pb_suite_load(given[[1]])
first <- function(train, test) rep(levels(train$class)[1], nrow(test))
draw <- function(train, test) {
  p <- matrix(runif(nrow(test) * nlevels(train$class)), nrow(test))
  colnames(p) <- levels(train$class)
  p / rowSums(p)
}
t <- pb_run(suite, list(first = first, "draw / lots" = draw), given[[2]], seed = 7)
cat(sprintf("%.17g", t$scores), sep = "\\n")
"""


def test_data_and_splits_are_the_same_rows(suite):
    code = """
    suite <- pb_suite_load(given[[1]])
    for (task in pb_suite_tasks(suite)$task) {
      data <- pb_suite_data(suite, task)
      for (name in names(data$x)) {
        x <- data$x[[name]]
        text <- if (is.numeric(x)) sprintf("%a", x) else as.character(x)
        cat(task, name, class(x), levels(x), text, data$y, "\\n", sep = "|")
      }
      splits <- pb_suite_splits(suite, task)
      cat(task, splits$type, splits$rowid, splits[["repeat"]], splits$fold, "\\n", sep = "|")
    }
    """
    found = r(code, str(suite.folder)).splitlines()
    expected = []
    for task in suite.tasks:
        data = load_data(suite, task)
        for name in data.X.columns:
            column = data.X[name]
            if column.dtype == float:
                kind, levels = "numeric", []
                texts = ["NA" if x != x else x for x in column]
            else:
                kind, levels = "factor", [str(x) for x in column.cat.categories]
                texts = [x if isinstance(x, str) else "NA" for x in column]
            expected.append([task.name, name, kind, *levels, *texts, *data.y])
        frame = load_splits(suite, task).to_frame()
        columns = ("type", "rowid", "repeat", "fold")
        expected.append([task.name, *(str(x) for c in columns for x in frame[c])])
    assert len(found) == len(expected)
    for line, cells in zip(found, expected, strict=True):
        theirs = line.split("|")[:-1]
        assert len(theirs) == len(cells)
        for one, other in zip(theirs, cells, strict=True):
            assert (float.fromhex(one) == other) if isinstance(other, float) else one == other


def test_a_run_of_r_is_a_run_of_python(suite, tmp_path):
    out = tmp_path / "run"
    scores = [float(x) for x in r(LEARNERS, str(suite.folder), str(out)).split()]
    files = sorted((out / "runs").rglob("predictions-*.csv"))
    assert len(files) == 2 * 2 * 6
    for file in files:
        read = decode(file.read_bytes(), str(file))
        assert encode(read) == file.read_bytes()
        told = json.loads(file.with_name(file.name.replace("predictions", "evaluation")
                                         .replace("csv", "json")).read_text())  # fmt: skip
        data = load_data(suite, told["task"])
        part = next(
            p
            for p in load_splits(suite, told["task"]).folds()
            if (p.repeat, p.fold) == (read.repeat, read.fold)
        )
        np.testing.assert_array_equal(read.rows, part.test)
        assert list(read.correct) == data.y[part.test].tolist()
        truth = np.searchsorted(data.classes, np.array(read.correct))
        said = np.searchsorted(data.classes, np.array(read.predicted))
        expected = evaluate(truth, said, read.confidences, len(data.classes))
        assert told["measures"].keys() == expected.keys()
        for name, value in expected.items():
            # Both round once; sums of squares and powers may differ in the last bits.
            assert told["measures"][name] == (
                None if value is None else pytest.approx(value, rel=1e-14, abs=1e-15)
            ), name
    from pybench.suite.store.database import suite_results

    frame = suite_results([out], "select estimator, task, avg(accuracy) as a from evaluations "
                          "group by all order by estimator desc, task")  # fmt: skip
    by_name = {(row.estimator, row.task): row.a for row in frame.itertuples()}
    names = [(e, t) for e in ("first", "draw / lots") for t in suite.task_names]
    assert [by_name[name] for name in names] == pytest.approx(scores, rel=1e-14)


def test_the_same_seed_gives_the_same_files(suite, tmp_path):
    for name in ("one", "two"):
        r(LEARNERS, str(suite.folder), str(tmp_path / name))
    one, two = (
        {str(p.relative_to(tmp_path / name)): p.read_bytes() for p in (tmp_path / name).rglob("*.*")
         if p.is_file()}
        for name in ("one", "two")
    )  # fmt: skip
    assert one == two


def test_r_writes_text_as_python_does():
    from pybench.suite.running.lines import line

    doubles = [0.1, 1 / 3, 1.0, 0.0, 1e-5, 2 / 3, 5e-300, 0.30000000000000004, 1e-16, 123456.789]
    listed = ", ".join(f"{x:.17g}" for x in doubles)
    found = r(f"cat(pybench:::number_text(c({listed})), sep = ',')")
    assert found == line(doubles).removesuffix("\n")
    names = ", ".join(map(json.dumps, NAMES))  # cat() would write <U+00E9> in the C locale
    code = f"paste(pybench:::csv_fields(c({names})), collapse = ',')"
    assert r(f"writeLines({code}, sep = '', useBytes = TRUE)") == line(NAMES).removesuffix("\n")
    code = f"pybench:::json_text(list({names}))"
    assert r(f"writeLines({code}, sep = '', useBytes = TRUE)") == json.dumps(
        NAMES, ensure_ascii=False
    )


def test_stems_are_the_same():
    from pybench.suite.filenames import file_stem

    names = ["iris", "../etc", "CON", "con.csv", "a b", "x.", "é", "a" * 101, "a" * 100, "-x"]
    code = f"for (x in c({', '.join(map(json.dumps, names))})) cat(pybench:::file_stem(x), '\\n')"
    assert r(code).split() == [file_stem(name) for name in names]


def test_r_reads_what_was_unpacked_and_exported(suite, tmp_path):
    copy = pb.Suite.import_(suite.export(tmp_path / "b.zip", data="all"), tmp_path / "copy")
    told = r("print(pb_suite_load(given[[1]]))", str(copy.folder))
    assert told.rstrip("\n") == str(copy)
    write_openml(suite, tmp_path / "openml")
    text = (tmp_path / "openml" / "tasks" / "1" / "datasplits.arff").read_text()
    rows = [line for line in text.splitlines() if line.startswith("T")]
    code = "splits <- pb_suite_splits(pb_suite_load(given[[1]]), 'comma'); cat(nrow(splits))"
    assert int(r(code, str(Path(copy.folder)))) == len(rows)
