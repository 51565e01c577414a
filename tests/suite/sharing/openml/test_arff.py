"""Tables and splits as ARFF: what was written is read, by liac-arff too."""

from __future__ import annotations

import numpy as np
import pytest

from pybench.base.errors import SuiteError
from pybench.read.tabular import DataTable, Variable, read_table
from pybench.suite.sharing.openml.arff import quoted, read_splits, splits_arff, table_arff
from pybench.suite.splits import cross_validation

TEXTS = ["plain", "two words", "it's", 'say "no"', "5%", "a,b", "{a}", "?", "é", "back\\slash"]
TEXTS += ["tab\there", "line\nbreak", "", "-1.5", "NA"]


@pytest.fixture
def table() -> DataTable:
    n = len(TEXTS)
    x = np.linspace(-1, 1, n) / 3
    x[2] = np.nan
    texts = [None, *TEXTS[1:]]
    return DataTable(
        (
            Variable("a b", "numeric", x),
            Variable("kind", "nominal", texts, tuple(TEXTS)),
            Variable("it's", "text", texts),
        ),
        n,
    )


def test_a_table_comes_back(table):
    data = table_arff(table, "my data")
    found = read_table(data, format="arff")
    assert found.names == table.names
    for ours, theirs in zip(found.variables, table.variables, strict=True):
        assert (ours.type, ours.levels) == (theirs.type, theirs.levels)
        assert ours.texts() == theirs.texts()
    assert table_arff(found, "my data") == data


def test_liac_arff_reads_the_same(table):
    liac = pytest.importorskip("arff", reason="liac-arff comes with the extra openml")
    rows = [
        i for i, text in enumerate(TEXTS) if text not in ("?", "")
    ]  # which it takes for missing
    kept = DataTable(
        tuple(
            Variable(v.name, v.type, [v.values[i] for i in rows] if v.type != "numeric"
                     else np.asarray(v.values)[rows], v.levels)
            for v in table.variables
        ),
        len(rows),
    )  # fmt: skip
    theirs = liac.loads(table_arff(kept, "x").decode())
    for place, variable in enumerate(kept.variables):
        column = [row[place] for row in theirs["data"]]
        ours = (
            variable.values
            if variable.type != "numeric"
            else [None if x != x else x for x in np.asarray(variable.values).tolist()]
        )
        assert column == list(ours)


def test_quotes_only_where_needed():
    assert [quoted(text) for text in ("abc", "a-b.c+1", "a b", "it's", "")] == [
        "abc", "a-b.c+1", "'a b'", "'it\\'s'", "''",
    ]  # fmt: skip


def test_splits_come_back():
    splits = cross_validation(["a", "b"] * 10, folds=4, repeats=2, seed=1, name="x")
    data = splits_arff(splits, "my data")
    assert read_splits(data).to_bytes() == splits.to_bytes()
    assert data.startswith(b"@relation 'my data_splits'\n")


@pytest.mark.parametrize("number", [1, 3, 1882])
def test_recorded_splits(recorded, number):
    path = recorded / "tasks" / str(number) / "datasplits.arff"
    splits = read_splits(path.read_bytes(), str(path))
    assert (splits.repeats, splits.n_folds) == (10 if number == 1882 else 1, 10)
    rows = [line for line in path.read_text().splitlines() if line.startswith("T")]
    assert sorted(splits.to_bytes().decode().splitlines()[1:]) == sorted(rows)


HEAD = (
    "@relation s\n@attribute type {TRAIN,TEST}\n@attribute rowid numeric\n"
    "@attribute repeat numeric\n@attribute fold numeric\n@data\n"
)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (HEAD.replace("rowid", "row") + "TRAIN,0,0,0\n", "the columns type, rowid"),
        (HEAD.replace("{TRAIN,TEST}", "{TRAIN,TEST,SKIP}") + "SKIP,0,0,0\n", "TRAIN or TEST"),
        (HEAD + "TRAIN,0.5,0,0\nTEST,1,0,0\n", "whole numbers"),
        (HEAD + "TRAIN,-1,0,0\nTEST,1,0,0\n", "whole numbers"),
        (HEAD + "TRAIN,?,0,0\nTEST,1,0,0\n", "whole numbers"),
        (HEAD + "TRAIN,1,0,0\nTEST,1,0,0\n", "fold"),
    ],
)
def test_bad_splits(text, why):
    with pytest.raises(SuiteError, match=why):
        read_splits(text.encode(), "s.arff")
