"""The items of a study: read once, compared, resumed."""

from __future__ import annotations

import pytest

import pybench as pb
from pybench.base.errors import StudyError
from pybench.flow import items, parts
from pybench.flow.state import NotPossible

ROWS = [(d, i, (i * 7 + d) % 3 > 0, (i * 5 + d) % 4 > 1, i % 2) for d in range(3) for i in range(9)]
TEXT = """\
name: Answers
engine: python
data: {items: answers.csv, higher_is_better: true, metric: accuracy%s}
parts:
  items: {test: mcnemar, rope: 0.01%s}
"""


@pytest.fixture
def answered(making):
    """Return a function: settings of the data and of the part -> a study of three benchmarks."""

    def make(data="", part="", head="dataset,item,a,b,c", rows=ROWS):
        lines = [",".join(map(str, (f"d{d}", f"i{i}", +a, +b, c))) for d, i, a, b, c in rows]
        (making.folder / "answers.csv").write_text("\n".join([head, *lines]) + "\n")
        return making(text=TEXT % (data, part))

    return make


def test_the_items_are_compared_as_the_function_does(answered, making):
    state = answered(part=", dataset: d1, adjust: hochberg, alpha: 0.1")
    parts.scores(state)
    found = items.items(state)["items"]
    table = pb.read_items(making.folder / "answers.csv", higher_is_better=True, metric="accuracy")
    own = pb.compare_items(table, "mcnemar", alpha=0.1, adjust="hochberg", rope=0.01, dataset="d1")
    assert found.to_dict() == own.to_dict()
    assert state.table.scores.tolist() == table.to_results().scores.tolist()
    assert state.table.datasets == ("d0", "d1", "d2")


def test_items_are_made_once_for_each_content(answered, making):
    for rows, part, what, why in (
        (ROWS, "", "made", ""),
        (ROWS, "", "reused", "nothing it depends on has changed"),
        (ROWS, ", se: CR1", "made again", "se was auto, is CR1"),
        (ROWS[:-1], ", se: CR1", "made again", "items changed"),
    ):
        state = answered(part=part, rows=rows)
        parts.scores(state)
        items.items(state)
        last = making.events[-1]
        assert (last.part, last.what, last.why) == ("items", what, why)


def test_items_without_datasets_have_no_table(answered):
    state = answered(", item: name")
    rows = "".join(f"i{i},{i % 2},{i % 3 > 0:d}\n" for i in range(9))
    state.definition.data["items"].write_text(f"name,a,b\n{rows}")
    parts.scores(state)
    assert state.table is None
    assert items.items(state)["items"].n_items == 9


def test_no_items_no_part(making):
    state = making("  items: true\n")
    parts.scores(state)
    with pytest.raises(NotPossible, match=r"`data\.items`"):
        items.items(state)


def test_a_whole_study_of_items(answered, making):
    answered()
    making.close()
    study = pb.study(making.folder / "study.yaml", making.folder / "made")
    assert study.items.test == "mcnemar"
    assert study.parts == ("items",)
    assert study.table.n_datasets == 3
    page = (making.folder / "made" / "index.html").read_text()
    assert "Which methods differ on single items?" in page
    again = pb.load_result(making.folder / "made" / "study.json")
    assert again.items.to_dict() == study.items.to_dict()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("{items: study.yaml}", "`higher_is_better`"),
        ("{items: study.yaml, higher_is_better: true, folds: 3}", "fields of items"),
        ("{items: study.yaml, higher_is_better: true, missing: drop}", "fields of items"),
        ("{results: study.yaml, higher_is_better: true, item: x}", "fields of results"),
        ("{items: not there, higher_is_better: true}", "a file or folder"),
        ("{items: study.yaml, results: study.yaml}", "one of suite, datasets, results, items"),
    ],
)
def test_refusals(making, data, message):
    with pytest.raises(StudyError, match=message):
        making(text=f"name: n\ndata: {data}\n")


def test_the_findings_are_verdicts(answered, making):
    answered(part=", alpha: 0.9, adjust: none")
    making.close()
    study = pb.study(making.folder / "study.yaml", making.folder / "made")
    page = (making.folder / "made" / "items" / "index.html").read_text()
    for sentence in study.items.told():
        assert sentence.replace("'", "&#39;") in page
