"""ResultsTable: only what may be compared can be made, and it explains itself."""

from __future__ import annotations

import copy
import html
import json
import math
import pickle

import numpy as np
import pyarrow as pa
import pytest

from pybench.base.errors import ArgumentError, ResultsTableError
from pybench.table import ResultsTable, results_table

SCORES = [[0.5, 0.25, 1.0], [0.75, 0.125, 2.0]]


def make(scores=SCORES, datasets=("d", "e"), classifiers=("a", "b", "c"), **arguments):
    return results_table(scores, datasets, classifiers, **{"higher_is_better": True, **arguments})


def test_fields_are_what_was_given():
    cube = np.stack([np.array(SCORES)] * 2, axis=2)
    table = make(metric="accuracy", by_repeat=cube, dropped=["x"], source="t.csv")
    assert (table.n_datasets, table.n_classifiers, table.n_repeats) == (2, 3, 2)
    assert (table.datasets, table.classifiers) == (("d", "e"), ("a", "b", "c"))
    assert table.scores.tolist() == SCORES
    assert table.scores.dtype == np.float64
    assert np.array_equal(table.by_repeat, cube)
    assert (table.metric, table.dropped, table.source) == ("accuracy", ("x",), "t.csv")
    assert make().n_repeats == 1


def test_nothing_can_be_changed():
    given = np.array(SCORES)
    table = make(given, by_repeat=given[:, :, None])
    given[0, 0] = 9.0
    assert table.scores[0, 0] == 0.5
    with pytest.raises(AttributeError):
        table.metric = "x"
    for array in (table.scores, table.by_repeat):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1.0
    frame = table.to_frame()
    frame.iloc[0, 0] = 9.0
    assert table.scores[0, 0] == 0.5


def test_negative_zero_becomes_zero():
    table = make([[-0.0]], ["d"], ["a"], by_repeat=[[[-0.0]]])
    assert math.copysign(1, table.scores[0, 0]) == 1
    assert math.copysign(1, table.by_repeat[0, 0, 0]) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"scores": np.zeros((0, 3)), "datasets": []}, "expected at least one dataset, found none"),
        (
            {"scores": np.zeros((2, 0)), "classifiers": []},
            "expected at least one method, found",
        ),
        ({"datasets": ["d", "d"]}, "expected every dataset once, found `d` 2 times"),
        ({"classifiers": ["a", "b", "a"]}, "expected every method once, found `a` 2 times"),
        ({"datasets": ["\u00e9", "e\u0301"]}, "expected names that differ visibly"),
        ({"classifiers": ["a", "\u212b", "\u00c5"]}, "expected names that differ visibly"),
        ({"datasets": ["d", 1]}, "expected names of datasets as text, found int"),
        ({"datasets": ["d", None]}, "expected names of datasets as text, found NoneType"),
        ({"classifiers": ["a", "b", "c\0"]}, "without NUL and lone surrogates, found `c `"),
        ({"classifiers": ["a", "b", "c\ud800"]}, "without NUL and lone surrogates, found `c?`"),
        ({"scores": [[1.0, 2.0]]}, "`scores` of shape (2, 3), found (1, 2)"),
        ({"scores": np.zeros((3, 2))}, "`scores` of shape (2, 3), found (3, 2)"),
        ({"scores": np.zeros((2, 3, 1))}, "`scores` of shape (2, 3), found (2, 3, 1)"),
        ({"by_repeat": np.zeros((2, 3))}, "`by_repeat` of shape (2, 3) by repeats, found (2, 3)"),
        ({"by_repeat": np.zeros((2, 3, 0))}, "`by_repeat` of shape (2, 3) by repeats, found"),
        ({"scores": [["1"] * 3] * 2}, "`scores` as numbers, found <U1"),
        ({"scores": np.ones((2, 3), bool)}, "`scores` as numbers, found bool"),
    ],
)
def test_what_cannot_be_compared_cannot_be_made(arguments, message):
    with pytest.raises(ResultsTableError) as caught:
        make(**arguments)
    assert message in str(caught.value)
    assert caught.value.hint


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
@pytest.mark.parametrize("field", ["scores", "by_repeat"])
def test_scores_are_finite(value, field):
    array = np.ones((2, 3) if field == "scores" else (2, 3, 2))
    array[1, 2] = value
    with pytest.raises(ResultsTableError, match="for dataset `e` and method `c`"):
        make(**{field: array})


@pytest.mark.parametrize(
    ("value", "said"),
    [(None, "given: true for a score"), *((v, "true or false") for v in (1, "higher", np.True_))],
)
def test_the_direction_is_a_bool(value, said):
    with pytest.raises(ArgumentError, match=f"`higher_is_better` must be {said}"):
        make(higher_is_better=value)


def test_the_metric_is_a_text():
    with pytest.raises(ArgumentError, match="`metric` must be a string"):
        make(metric=0.5)


def bare(scores=SCORES, datasets=("d", "e"), classifiers=("a", "b", "c"), **arguments):
    return ResultsTable(datasets, classifiers, scores, **{"higher_is_better": True, **arguments})


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        (
            {"scores": [[1, 2, math.inf], [1, 2, 3]]},
            ResultsTableError,
            "a finite number, found `inf",
        ),
        ({"scores": np.zeros((3, 2))}, ResultsTableError, "`scores` of shape (2, 3), found (3, 2)"),
        ({"scores": [[1, 2, 3], [1]]}, ResultsTableError, "`scores` as numbers, found list"),
        ({"scores": None}, ResultsTableError, "`scores` as numbers, found object"),
        ({"scores": [[math.nan] * 3, [1, 2, 3]]}, ResultsTableError, "none for `d`"),
        ({"by_repeat": np.zeros((2, 3))}, ResultsTableError, "`by_repeat` of shape (2, 3) by"),
        ({"datasets": ["d", "d"]}, ResultsTableError, "every dataset once, found `d` 2 times"),
        ({"datasets": "de"}, ArgumentError, "`datasets` must be a list of names, not one string"),
        ({"classifiers": None}, ArgumentError, "`classifiers` must be a list of names, not None"),
        ({"dropped": "de"}, ArgumentError, "`dropped` must be a list of names, not one string"),
        ({"dropped": [1]}, ResultsTableError, "names of datasets as text, found int"),
        ({"higher_is_better": 1}, ArgumentError, "`higher_is_better` must be true or false"),
        ({"metric": 1}, ArgumentError, "`metric` must be a string"),
        ({"source": 1}, ArgumentError, "`source` must be a string"),
        ({"n_repeats": 0}, ArgumentError, "`n_repeats` must be a whole number >= 1"),
    ],
)
def test_the_class_checks_what_it_is_given(arguments, kind, message):
    with pytest.raises(kind) as caught:
        bare(**arguments)
    assert message in str(caught.value)


def test_the_class_takes_lists_and_keeps_missing_scores():
    given = np.array(SCORES)
    table = bare(given, ["d", "e"], ["a", "b", "c"], dropped=["x"])
    assert table == make(dropped=["x"])
    given[0, 0] = 9.0
    assert table.scores[0, 0] == 0.5
    assert not table.scores.flags.writeable
    assert bare([[math.nan, 1, 2], [1, 2, 3]]).n_missing == 1
    assert bare(np.ma.masked_equal(SCORES, 0.5)).n_missing == 1
    assert bare(by_repeat=np.ones((2, 3, 4))).n_repeats == 4
    with pytest.raises(ResultsTableError, match="a finite number, found `nan`"):
        make([[math.nan, 1, 2], [1, 2, 3]])


# ---- select -------------------------------------------------------------------------------------


def test_select_takes_names_in_their_order():
    cube = np.arange(12.0).reshape(2, 3, 2)
    table = make(by_repeat=cube, metric="m", dropped=["x"], source="t.csv", higher_is_better=False)
    part = table.select(["e", "d"], ["c", "a"])
    assert (part.datasets, part.classifiers) == (("e", "d"), ("c", "a"))
    assert part.scores.tolist() == [[2.0, 0.75], [1.0, 0.5]]
    assert np.array_equal(part.by_repeat, cube[::-1][:, [2, 0]])
    assert (part.metric, part.dropped, part.source) == ("m", ("x",), "t.csv")
    assert part.higher_is_better is False
    assert table.select() == table


def test_select_refuses_what_is_not_there():
    with pytest.raises(ArgumentError, match="`datasets` must be names of the table, not `x`, `y`"):
        make().select(datasets=["d", "x", "y"])
    with pytest.raises(ArgumentError, match="`classifiers` must be a list of names"):
        make().select(classifiers="abc")
    with pytest.raises(ResultsTableError, match="every method once"):
        make().select(classifiers=["a", "a"])
    with pytest.raises(ResultsTableError, match="at least one dataset"):
        make().select(datasets=[])
    with pytest.raises(ArgumentError, match="`datasets` must be names of the table, not"):
        make().select(datasets=[["d"]])
    assert make().select(name for name in ["e"]).datasets == ("e",)


# ---- values -------------------------------------------------------------------------------------


def test_tables_are_equal_if_their_contents_are():
    assert make(source="t.csv") == make()
    for other in (
        make(higher_is_better=False),
        make(metric="m"),
        make(datasets=["d", "f"]),
        make(np.array(SCORES) + 1e-15),
        make(dropped=["x"]),
        make(by_repeat=np.ones((2, 3, 1))),
        "table",
    ):
        assert make() != other
    with pytest.raises(TypeError, match="unhashable"):
        hash(make())


def test_copies_are_equal():
    table = make(by_repeat=np.ones((2, 3, 4)), metric="m")
    assert copy.deepcopy(table) == table
    sent = pickle.loads(pickle.dumps(table))  # as workers get it
    assert sent == table
    for copied in (sent, copy.deepcopy(table)):
        assert not copied.scores.flags.writeable
        assert not copied.by_repeat.flags.writeable


def test_to_dict_holds_everything_as_json():
    table = make(metric="m", by_repeat=np.ones((2, 3, 1)), dropped=["x"])
    found = json.loads(json.dumps(table.to_dict()))
    assert found.pop("pybench")
    assert found == {
        "schema": "pybench/results-table/1",
        "datasets": ["d", "e"],
        "classifiers": ["a", "b", "c"],
        "scores": SCORES,
        "higher_is_better": True,
        "metric": "m",
        "by_repeat": [[[1.0]] * 3] * 2,
        "dropped": ["x"],
        "n_repeats": 1,
        "n_available": None,
        "source": None,
        "filled": None,
        "filled_by": None,
        "metrics": None,
    }


def test_to_frame_has_datasets_as_index():
    frame = make(classifiers=["NA", "=b", "dataset"]).to_frame()
    assert frame.index.name == "dataset"
    assert (list(frame.index), list(frame.columns)) == (["d", "e"], ["NA", "=b", "dataset"])
    assert frame.to_numpy().tolist() == SCORES


def test_any_arrow_consumer_takes_a_table():
    table = pa.table(make())
    assert table.to_pydict() == {
        "dataset": ["d", "e"],
        "a": [0.5, 0.75],
        "b": [0.25, 0.125],
        "c": [1.0, 2.0],
    }
    assert table.schema.types == [pa.string(), pa.float64(), pa.float64(), pa.float64()]


# ---- text ---------------------------------------------------------------------------------------


def test_text_of_a_small_table():
    table = make(metric="error", higher_is_better=False, dropped=["x", "y"])
    assert str(table).splitlines() == [
        "Results of 3 methods on 2 datasets: error, lower is better",
        "      a      b  c",
        "d   0.5   0.25  1",
        "e  0.75  0.125  2",
        "left out for missing scores: 2 of 4: `x`, `y`",
    ]
    assert repr(table) == "<ResultsTable: 2 datasets x 3 methods>"


def test_text_of_a_large_table_is_its_corner():
    table = make(
        np.full((30, 9), 1 / 3),
        [f"d{i}" for i in range(30)],
        [f"c{j}" for j in range(9)],
        by_repeat=np.ones((30, 9, 5)),
    )
    lines = str(table).splitlines()
    assert lines[:3] == [
        "Results of 9 methods on 30 datasets: scores, higher is better",
        "means over 5 repeats",
        "        c0      c1      c2      c3      c4      c5",
    ]
    assert lines[3] == "d0  0.3333" + "  0.3333" * 5
    assert lines[-1] == "... and 20 datasets and 3 methods more"
    assert len(lines) == 14


def test_text_has_one_line_a_dataset_whatever_the_names():
    table = make([[1.0]], ["two\nlines\x1b[2J" + "x" * 90], ["<b>\nbold</b>"], metric="m\nn")
    lines = str(table).splitlines()
    assert len(lines) == 3
    assert "\x1b" not in str(table)
    assert isinstance(table, ResultsTable)


def test_html_is_escaped():
    table = make([[1.0]], ["<script>"], ["&\"'"], metric="</pre>")
    shown = table._repr_html_()
    assert "<script>" not in shown
    assert shown.count("</pre>") == 1
    assert str(table) in html.unescape(shown)


NA = math.nan
GAPS = [[0.5, NA, 1.0], [0.75, 0.125, NA]]


def test_missing_scores_only_where_asked_for():
    with pytest.raises(ResultsTableError, match="a finite number, found `nan` for dataset `d`"):
        make(GAPS)
    table = make(GAPS, missing=True)
    assert np.array_equal(table.scores, GAPS, equal_nan=True)
    assert (table.n_missing, make().n_missing) == (2, 0)
    with pytest.raises(ResultsTableError, match="a finite number, found `inf`"):
        make([[0.5, math.inf, 1.0], [NA, 1, 1]], missing=True)


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([[NA, NA, NA], [1, 2, 3]], "at least one score for every dataset, found none for `d`"),
        ([[1, NA, NA], [1, NA, NA]], "every method, found none for `b`, `c`. Leave out the"),
    ],
)
def test_no_dataset_and_no_classifier_is_without_a_score(scores, message):
    with pytest.raises(ResultsTableError) as caught:
        make(scores, missing=True)
    assert message in str(caught.value)


def test_missing_scores_show():
    table = make(GAPS, missing=True)
    assert str(table).splitlines()[1:] == [
        "2 scores missing (NA)",
        "      a      b   c",
        "d   0.5     NA   1",
        "e  0.75  0.125  NA",
    ]
    assert json.loads(json.dumps(table.to_dict(), allow_nan=False))["scores"][0] == [0.5, "NaN", 1]
    assert table.to_frame().isna().to_numpy().sum() == 2
    assert table.to_arrow().column("b").null_count == 1
    assert make().to_arrow().column("b").null_count == 0


def test_missing_scores_survive():
    table = make(GAPS, missing=True, by_repeat=np.array(GAPS)[:, :, None])
    assert pickle.loads(pickle.dumps(table)) == table
    assert table != make([[0.5, 0.25, 1.0], [0.75, 0.125, NA]], missing=True)
    part = table.select(classifiers=["a", "b"])
    assert part.n_missing == 1
    assert part.select(datasets=["e"]).n_missing == 0
    with pytest.raises(ResultsTableError, match="found none for `b`"):
        table.select(datasets=["d"], classifiers=["a", "b"])
