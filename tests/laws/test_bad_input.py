"""R6, R9: what no statistic may take, for all public functions of a table at once."""

from __future__ import annotations

import inspect

import numpy as np
import pandas as pd
import pytest

import pybench as pb

FUNCTIONS = [pb.ranks, pb.friedman, pb.nemenyi, pb.critical_difference, pb.compare, pb.validate]
TESTS = FUNCTIONS[1:]
BAD = [np.nan, np.inf, -np.inf, None, pd.NA]


def frame(bad):
    columns = {"A": [0.9, 0.8, 0.7, 0.6], "B": [0.5, 0.6, 0.7, 0.8], "C": [0.1, 0.2, 0.3, bad]}
    scores = pd.DataFrame(columns, dtype=object)
    return scores.assign(dataset=["d1", "d2", "d3", "d4"])


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("bad", BAD, ids=repr)
def test_missing_and_infinite_scores_never_arrive(function, bad):
    """The one door is read_results: nothing else makes a table, nothing else is taken."""
    with pytest.raises(pb.ResultsTableError):
        pb.read_results(frame(bad), higher_is_better=True)
    with pytest.raises(pb.ArgumentError, match="`t` must be a ResultsTable, not DataFrame"):
        function(frame(bad))


@pytest.mark.parametrize("bad", BAD, ids=repr)
def test_dropping_is_reported_and_infinity_stays_refused(bad):
    if isinstance(bad, float) and np.isinf(bad):
        with pytest.raises(pb.ResultsTableError, match="finite"):
            pb.read_results(frame(bad), higher_is_better=True, missing="drop")
        return
    t = pb.read_results(frame(bad), higher_is_better=True, missing="drop")
    assert (t.datasets, t.dropped) == (("d1", "d2", "d3"), ("d4",))
    for function in TESTS[:-1]:
        assert "dropped-rows" in function(t).notes


KEPT = "expected every score, found 1 missing, the first for dataset `d4` and method `C`"
# These compare pairs on their common datasets; validate() and certify() ask what there is to ask.
TAKES_GAPS = {"read_results", "skillings_mack", "durbin", "durbin_pairs", "validate", "certify"}
TAKES_GAPS |= {"ranks", "wilcoxon", "sign_test", "paired_t", "corrected_t", "effects", "posterior"}
TAKES_GAPS |= {"multi_comparison", "bayesian_signed_rank", "bayesian_sign", "bayesian_t"}
TAKES_GAPS |= {"compare", "missing_policies", "within_datasets"}
COMPLETE = [
    name
    for name, function in ((name, getattr(pb, name)) for name in pb.__all__)
    if inspect.isfunction(function)
    and "t" in inspect.signature(function).parameters
    and name not in TAKES_GAPS
]


def further(function):
    """Return something for each argument without a default besides the table."""
    wanted = {"order": ["A", "B", "C"], "rho": 0.1, "core": ["A", "B"], "pair": ["A", "B"]}
    wanted |= {"first": "A", "second": "B", "landscape": pb.coverage(["d1", "d2"], [0, 1])}
    place = pd.DataFrame({"f": [1.0, 2.0, 4.0, 3.0]}, [f"d{i}" for i in range(1, 5)])
    wanted |= {"cost": {"A": 1, "B": 2, "C": 3}, "names": ["d1", "d2"], "scores": {"d1": 1.0}}
    wanted |= {"embedding": place, "embeddings": {"place": place}}
    wanted |= {"data": pd.DataFrame(0.0, [0], pb.published_landscape("ucr").scaling.features)}
    wanted |= {"families": dict.fromkeys(place.index, "one") | {"d1": "other"}}
    parameters = inspect.signature(function).parameters.values()
    return {p.name: wanted[p.name] for p in parameters if p.name != "t" and p.default is p.empty}


@pytest.mark.parametrize("name", COMPLETE)
def test_a_table_that_keeps_missing_scores_is_for_few_tests(name):
    t = pb.read_results(frame(None), higher_is_better=True, missing="keep")
    function = getattr(pb, name)
    with pytest.raises(pb.ResultsTableError) as caught:
        function(t=t, **further(function))
    assert KEPT in str(caught.value)
    assert 'missing="drop"' in str(caught.value)
    assert "skillings_mack" in str(caught.value)


@pytest.mark.r
def test_r_refuses_missing_scores_in_the_same_words():
    from pybench.bridge.call import call

    t = pb.read_results(frame(None), higher_is_better=True, missing="keep")
    errors = []
    for ask in (lambda: pb.friedman(t), lambda: call("pb_friedman", {"t": t})):
        with pytest.raises(pb.ResultsTableError) as caught:
            ask()
        errors.append(str(caught.value))
    assert errors[0] == errors[1]


@pytest.mark.r
@pytest.mark.parametrize("function", TESTS[:-1])
def test_both_languages_keep_the_same_rows(function):
    t = pb.read_results(frame(None), higher_is_better=True, missing="drop")
    assert "dropped-rows" in function(t, engine="both").notes


@pytest.mark.parametrize("function", TESTS)
@pytest.mark.parametrize("shape", [(1, 3), (3, 1), (1, 1)])
def test_too_small(function, shape):
    names = {"datasets": ["d", "e", "f"][: shape[0]], "classifiers": ["a", "b", "c"][: shape[1]]}
    t = pb.read_results(np.ones(shape), higher_is_better=True, **names)
    with pytest.raises(pb.ResultsTableError, match="expected at least 2"):
        function(t)


@pytest.mark.parametrize("shape", [(0, 3), (3, 0)])
def test_empty(shape):
    names = {"datasets": ["d", "e", "f"][: shape[0]], "classifiers": ["a", "b", "c"][: shape[1]]}
    with pytest.raises(pb.ResultsTableError):
        pb.read_results(np.ones(shape), higher_is_better=True, **names)


@pytest.mark.r
@pytest.mark.parametrize("scores", [np.full((4, 3), 0.5), [[1, 1, 2]] * 5, [[1, 2, 3], [2, 2, 2]]])
def test_degenerate_tables_are_finite_in_both_languages(scores):
    """R8: constant tables, identical methods, constant rows; no NaN, no warning."""
    names = [f"d{i}" for i in range(len(scores))]
    t = pb.read_results(scores, datasets=names, classifiers=["a", "b", "c"], higher_is_better=True)
    result = pb.compare(t, engine="both")
    assert result.nemenyi.pvalues.notna().all(axis=None)
    assert 0 <= result.friedman.pvalue <= 1
    if np.ptp(np.asarray(scores)) == 0:
        assert (result.friedman.statistic, result.friedman.pvalue) == (0, 1)
        assert "degenerate" in result.notes


NOT_SEVERAL = [-1, 2.5, True, object(), np.float64("nan"), np.array(1)]
SEVERAL = [
    ("datasets_needed", "sizes", {}),
    ("datasets_needed", "pairs", {}),
    ("core_patterns", "core", {}),
    ("multi_comparison", "rows", {}),
    ("multi_comparison", "columns", {}),
    ("rank_preservation", "embeddings", {"sizes": [2, 3]}),
    ("rank_preservation", "strategies", {"embeddings": {}, "sizes": [2, 3]}),
    ("rank_preservation", "metrics", {"embeddings": {}, "sizes": [2, 3]}),
    ("rank_preservation", "targets", {"embeddings": {}, "sizes": [2, 3]}),
    ("mantel", "embeddings", {}),
    ("find_representation", "embeddings", {"sizes": [2, 3], "folds": 2}),
    ("subset_quality", "names", {}),
]


@pytest.mark.parametrize("value", NOT_SEVERAL, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize(("function", "argument", "others"), SEVERAL)
def test_one_thing_where_several_are_wanted_is_a_typed_error(
    make_table, function, argument, others, value
):
    """They ended in TypeError or AttributeError, a frame as `embeddings` in ValueError."""
    t = make_table(np.random.default_rng(0).random((8, 3)))
    with pytest.raises(pb.ArgumentError, match=f"`{argument}`"):
        getattr(pb, function)(t, **{**others, argument: value})


def test_a_frame_is_no_mapping_of_embeddings(make_table):
    t = make_table(np.random.default_rng(0).random((8, 3)))
    frame = pd.DataFrame(np.eye(8), index=list(t.datasets))
    for ask in (lambda: pb.mantel(t, frame), lambda: pb.rank_preservation(t, frame, sizes=[2, 3])):
        with pytest.raises(pb.ArgumentError, match="`embeddings` must be a mapping of name to"):
            ask()


def test_a_size_of_numpy_is_one_size(make_table):
    t = make_table(np.random.default_rng(0).random((8, 3)))
    assert pb.datasets_needed(t, sizes=np.int64(9), repeats=5).sizes == (9,)


def test_pvalues_beyond_double_are_refused():
    with pytest.raises(pb.ArgumentError, match="`pvalues` must be numbers from 0 to 1"):
        pb.adjust([10**400])


@pytest.mark.parametrize("flag", [{"dataset": "iris", "note": "x"}, {"dataset": "iris"}, "iris", 3])
def test_flags_of_other_fields_are_refused(flag):
    with pytest.raises(pb.ArgumentError, match="`flags` must be mappings with `dataset`, `flag`"):
        pb.Suite.create("f", ["iris"], exclude="cc18", flags=[flag])


@pytest.mark.parametrize("about", ["zz", 3, [1], {"iris": 1}, {"iris": {"ignore": 1}}])
def test_what_is_said_of_datasets_is_a_mapping(about):
    with pytest.raises(pb.ArgumentError, match="`about"):
        pb.Suite.create("f", ["iris"], about=about)


@pytest.mark.parametrize("results", ["zz", 3, [], pd.DataFrame({"a": [1.0]})], ids=repr)
def test_a_suite_is_checked_by_a_table_of_results(results):
    with pytest.raises(pb.ArgumentError, match="`results` must be a ResultsTable"):
        pb.Suite.create("f", ["iris"], folds=2).check(results)


def test_openml_is_not_written_over_a_file(tmp_path):
    """It ended in NotADirectoryError."""
    (tmp_path / "taken").write_text("mine")
    with pytest.raises(pb.ArgumentError, match="`folder` must be a new folder"):
        pb.Suite.create("f", ["iris"], folds=2).write_openml(tmp_path / "taken")
    assert (tmp_path / "taken").read_text() == "mine"
