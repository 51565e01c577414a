import importlib
import sys

import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, InputError, ResultsTableError
from pybench.flow import parts
from pybench.flow.fields import NEEDS, PARTS
from pybench.flow.state import NotPossible
from pybench.table import results_table

THEIRS = "dataset,a,b\nx,1,2\ny,2,1\nz,3,1\n"


@pytest.fixture
def theirs(making):
    """Return a function: content of a table, further fields -> its scores, and what was told."""

    def read(content, more=""):
        (making.folder / "t.csv").write_text(content)
        state = making(
            text=f"name: n\ndata: {{results: t.csv, higher_is_better: false{more}}}\n"
            "engine: python\n"
        )
        parts.scores(state)
        [event] = making.events
        return state, event

    return read


def test_scores_are_read_once_for_each_content(theirs):
    state, event = theirs(THEIRS)
    assert (event.part, event.what) == ("results", "made")
    assert state.table.scores.tolist() == [[1, 2], [2, 1], [3, 1]]
    assert (state.suite, state.datasets) == (None, None)
    again, event = theirs(THEIRS)
    assert event.what == "reused"
    assert again.table.to_dict() == state.table.to_dict()
    state, event = theirs(THEIRS.replace("3", "4"))
    assert (event.what, event.why) == ("made again", "results changed")
    assert state.table.scores.tolist()[2] == [4, 1]


def test_scores_rest_on_how_they_are_read(theirs):
    theirs(THEIRS)
    state, event = theirs(THEIRS, ", metric: error")
    assert (event.what, event.why) == ("made again", "metric was None, is error")
    assert state.table.metric == "error"
    _, event = theirs(THEIRS, ", missing: drop")
    assert "missing was error, is drop" in event.why


def test_a_table_that_is_none_leaves_nothing_behind(theirs):
    with pytest.raises(InputError):
        theirs("dataset,a,b\nx,1,\n")
    assert theirs(THEIRS)[1].what == "made"


def test_a_part_is_made_after_those_that_it_rests_on():
    order = list(parts.MAKERS)
    assert set(order) == set(PARTS)
    for name, needs in NEEDS.items():
        assert all(order.index(need) < order.index(name) for need in needs)
    assert order.index("selection") < order.index("protocol")
    assert order.index("features") < order.index("selection")


def test_usual_learners_learn():
    found = parts.learners(None)
    assert list(found) == ["random forest", "logistic regression"]
    rows = [[i % 2 + j / 10 for j in range(6)] for i in range(8)]
    for one in found.values():
        fitted = one.fit(rows, [i % 2 for i in range(8)])
        assert fitted.predict([[0.0] * 6, [1.5] * 6]).tolist() == [0, 1]


def test_learners_are_those_that_are_given():
    given = {"mine": {"class": "sklearn.tree.DecisionTreeClassifier", "parameters":
                      {"max_depth": 2}}}  # fmt: skip
    found = parts.learners(given)
    assert list(found) == ["mine"]
    assert found["mine"].get_params()["max_depth"] == 2
    with pytest.raises(ArgumentError, match="depht"):
        parts.learners({"mine": {**given["mine"], "parameters": {"depht": 2}}})


def test_what_datasets_look_like_rests_on_their_target(making):
    (making.folder / "data").mkdir()
    rows = [f"{i},{i % 2},{i % 3}" for i in range(30)]
    (making.folder / "data" / "d.csv").write_text("\n".join(["x,two,three", *rows]) + "\n")
    told = []
    for target in ("two", "three"):
        state = making(
            text=f"name: n\ndata: {{datasets: data, target: {target}, kind: tabular, folds: 2}}\n"
            "jobs: 1\nestimators: {t: sklearn.tree.DecisionTreeClassifier}\nparts: {}\n"
        )
        parts.scores(state)
        told.append(state.datasets.loc["d"].to_dict())
    assert told[0] != told[1]
    assert {one.part: one.what for one in making.events}["datasets"] == "made again"


def test_optimality_rests_on_the_code_of_ones_own_classifiers(making, monkeypatch):
    monkeypatch.setattr("sys.path", list(sys.path))
    own, found = making.folder / "ownlearner.py", []
    code = "from sklearn.tree import DecisionTreeClassifier as Tree\nclass Own(Tree):\n    a = %d\n"
    said = "{estimators: {o: {class: ownlearner.Own, file: ownlearner.py}}, runs: 2}"
    for number in (1, 1, 2):
        own.write_text(code % number + "#" * number)
        monkeypatch.delitem(sys.modules, "ownlearner", raising=False)
        importlib.invalidate_caches()
        state = making(f"  optimality: {said}\n")
        monkeypatch.setattr(state.cache, "part", lambda name, inputs, make: found.append(inputs()))
        parts.optimality(state)
    assert found[0] == found[1] != found[2]


def test_optimality_rests_on_the_order_of_the_classifiers(making, monkeypatch):
    found, tree = [], "{class: sklearn.tree.DecisionTreeClassifier}"
    for names in ("ab", "ba", "ab"):
        said = ", ".join(f"{name}: {tree}" for name in names)
        state = making(f"  optimality: {{estimators: {{{said}}}}}\n")
        monkeypatch.setattr(state.cache, "part", lambda name, inputs, make: found.append(inputs()))
        parts.optimality(state)
    assert found[0] == found[2] != found[1]


def test_missing_scores_are_filled_in_and_marked(theirs):
    state, _ = theirs("dataset,a,b\nx,1,\ny,3,2\nz,4,1\n", ", missing: worst")
    assert state.table.scores.tolist()[0] == [1, 1]
    assert state.table.filled.tolist()[0] == [False, True]


def test_a_study_compares_pairs_or_imputes(theirs):
    text = "dataset,a,b\nx,1,\ny,3,2\nz,4,1\nw,5,4\n"
    state, _ = theirs(text, ", missing: pairwise")
    assert state.table.n_missing == 1
    assert state.scores(complete=False) is state.table
    with pytest.raises(NotPossible, match="1 score missing"):
        state.scores()
    with pytest.raises(NotPossible, match="4 datasets with scores of both methods"):
        state.scores(4, complete=False)
    state, _ = theirs(text, ", missing: 'impute:a'")
    assert state.table.filled_by == "impute:a"
    assert state.table.scores.tolist()[0] == [1, 1]


def test_a_whole_study_of_several_metrics(tmp_path):
    rows = ["id,task,framework,fold,result,metric"]
    for i in range(8):
        for j, name in enumerate("xyz"):
            score, metric = (7 * i + 3 * j) % 11 / 10, ("auc", "neg_rmse")[i % 2]
            rows.append(f"i,d{i},{name},0,{score},{metric}")
    (tmp_path / "board.csv").write_text("\n".join(rows) + "\n")
    (tmp_path / "study.yaml").write_text(
        "name: mixed\ndata: {results: board.csv, format: amlb}\nparts: {comparison: {}}\n"
        "engine: python\n"
    )
    found = pb.study(tmp_path / "study.yaml", tmp_path / "out", notice=(notices := []).append)
    assert found.comparison.pair_tests.test == "sign_test"
    assert notices == [
        "Left out of the comparison, since the datasets have different metrics (auc, neg_rmse): "
        "bayesian, stability, mcm"
    ]
    assert "different metrics" in next((tmp_path / "out").glob("*.html")).read_text("utf-8")


def test_a_study_names_the_metric_of_each_dataset(theirs):
    content = "dataset,a,b\nd,1,2\ne,2,1\n"
    state, event = theirs(content, ", metric: {d: loss, e: rmse}")
    assert (event.what, state.table.metrics) == ("made", ("loss", "rmse"))
    state, event = theirs(content, ", metric: {e: rmse, d: rmse}")
    assert (event.what, state.table.metric) == ("made again", "rmse")
    with pytest.raises(ResultsTableError, match="Did you mean `d`"):
        theirs(content, ", metric: {d: loss, D: rmse}")


def test_parts_that_average_require_one_metric(making):
    (making.folder / "t.csv").write_text(THEIRS)
    state = making(text="name: n\ndata: {results: t.csv, higher_is_better: true}\n")
    names = ["d", "e"], ["a", "b"]
    state.table = results_table([[1, 2]] * 2, *names, higher_is_better=True, metrics=["x", "y"])
    assert state.scores() is state.table
    with pytest.raises(NotPossible, match="it requires one metric, and the datasets have x, y"):
        state.scores(one_metric=True)
