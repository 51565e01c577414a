"""What is exported for OpenML is read by an ARFF reader of R's that is not ours."""

from __future__ import annotations

import subprocess

import numpy as np
import pytest

import pybench as pb
from pybench.suite.data import load_splits, load_table
from pybench.suite.sharing.openml.suitefiles import write_openml

pytestmark = pytest.mark.r

READ = """
if (!requireNamespace("foreign", quietly = TRUE)) {
  cat("absent")
  quit()
}
given <- commandArgs(TRUE)
for (path in given) {
  x <- foreign::read.arff(path)
  for (name in names(x)) {
    y <- x[[name]]
    text <- if (is.numeric(y)) sprintf("%a", y) else as.character(y)
    text[is.na(y)] <- "?"
    cat(name, text, sep = "|")
    cat("\\n")
  }
}
"""


@pytest.mark.parametrize("kind", ["csv", "arff"])
def test_foreign_reads_data_and_splits(kind, tmp_path):
    chance = np.random.default_rng(5)
    colours = ["red", "'light blue'", "?", "'a,b'", "'50%'", "'?'"]
    rows = [
        (repr(x), colours[i % 6], "yes" if x > 0 else "'it is no'")
        for i, x in enumerate(chance.normal(size=60).tolist())
    ]
    if kind == "arff":
        levels = "{red,'light blue','a,b','50%','?'}"
        head = f"@relation r\n@attribute 'a b' real\n@attribute colour {levels}\n"
        head += "@attribute class {yes,'it is no'}\n@data\n"
        text = head + "\n".join(map(",".join, rows)) + "\n"
    else:
        plain = (f'{x},"{c.strip(chr(39))}",{k.strip(chr(39))}' for x, c, k in rows)
        text = "a b,colour,class\n" + "\n".join(plain) + "\n"
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / f"set.{kind}").write_text(text)
    suite = pb.Suite.create("One", tmp_path / "in", target="class", folds=3, repeats=2)
    suite = suite.save(tmp_path / "suite")
    out = write_openml(suite, tmp_path / "openml")
    files = [out / "datasets" / "1" / "dataset.arff", out / "tasks" / "1" / "datasplits.arff"]
    done = subprocess.run(
        ["Rscript", "--vanilla", "-e", READ, *map(str, files)],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    if done.stdout == "absent":
        pytest.skip("R's package foreign is not installed")
    found = [line.split("|") for line in done.stdout.splitlines()]
    table = load_table(suite, suite.tasks[0].dataset)
    expected = [[name, *_texts(table.variable(name))] for name in table.names]
    frame = load_splits(suite, suite.tasks[0]).to_frame()
    expected += [[name, *frame[name]] for name in ("type", "rowid", "repeat", "fold")]
    assert [line[0] for line in found] == [line[0] for line in expected]
    for line, cells in zip(found, expected, strict=True):
        for text, cell in zip(line[1:], cells[1:], strict=True):
            if isinstance(cell, str):
                assert text == cell
            else:
                assert float.fromhex(text) == cell


def _texts(variable):
    if variable.type == "numeric":
        return [float(x) for x in variable.values]
    # R's reader has no way to tell a level "?" from a missing value.
    return ["?" if text is None else text for text in variable.texts()]
