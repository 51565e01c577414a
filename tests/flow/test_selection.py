import dataclasses
import html
import itertools
import re

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import StudyError
from pybench.flow import metafeatures, parts, selection
from pybench.flow.state import NotPossible
from pybench.reporting import protocol

SELECTION = "  selection: {size: 3, metric: euclidean}\n"
PROTOCOL = "  protocol: {strategies: [random, farthest-first/euclidean], trials: 3%s}\n"


@pytest.fixture
def scored(making):
    """Return a function: further parts -> a study with scores."""

    def make(further=""):
        state = making(further)
        parts.scores(state)
        return state

    return make


def vectors(names, seed=0):
    """Return two features of each dataset."""
    values = np.random.default_rng(seed).normal(size=(len(names), 2))
    return pd.DataFrame(values, index=list(names), columns=["x", "y"])


def test_features_place_datasets_if_all_have_them(scored):
    state = scored()
    names = state.table.datasets
    state.datasets = vectors(names)
    every = vectors([*reversed(names), "of no score"], 1).assign(broken=np.nan)
    state.found = {"embedding": every, "representation": "summary"}
    found = selection.embeddings(state)
    assert list(found) == ["summary", metafeatures.NAME]
    assert list(found["summary"].index) == list(names)
    assert list(found["summary"].columns) == ["x", "y"]
    assert (found["summary"].to_numpy() == every.loc[list(names), ["x", "y"]].to_numpy()).all()
    for lacking in names:
        state.found["embedding"] = every.drop(index=lacking)
        assert list(selection.embeddings(state)) == [metafeatures.NAME]
    state.datasets = None
    with pytest.raises(NotPossible, match="features of every dataset"):
        selection.embeddings(state)


def test_without_scores_all_datasets_with_features_are_placed(making):
    state = making()
    state.found = {"embedding": vectors("abc"), "representation": "own"}
    assert list(selection.embeddings(state)["own"].index) == ["a", "b", "c"]


def test_farthest_first_by_brute_force(scored):
    """Each chosen dataset is the one farthest from those chosen before, in scaled features."""
    state = scored(SELECTION)
    state.datasets = place = vectors(state.table.datasets)
    found = selection.selection(state)
    names, scaled = list(place.index), (place - place.mean()) / place.std(ddof=0)
    apart = {
        (a, b): np.linalg.norm(scaled.loc[a] - scaled.loc[b])
        for a, b in itertools.product(names, names)
    }
    chosen = list(found["selection"].names)
    assert len(chosen) == 3
    for count in (1, 2):
        nearest = {a: min(apart[a, b] for b in chosen[:count]) for a in names}
        assert nearest[chosen[count]] == pytest.approx(max(nearest.values()))
    assert found["covering"] is not None
    assert found["selection_map"].datasets == tuple(names)


def test_what_is_chosen_rests_on_the_places(scored, making):
    for seed, what in ((0, "made"), (0, "reused"), (1, "made again"), (0, "reused")):
        state = scored(SELECTION)
        state.datasets = vectors(state.table.datasets, seed)
        selection.selection(state)
        assert {one.part: one.what for one in making.events}["selection"] == what


def test_only_farthest_first_has_a_covering(scored):
    state = scored(SELECTION.replace("size: 3", "size: 3, strategy: k-means"))
    state.datasets = vectors(state.table.datasets)
    assert selection.selection(state)["covering"] is None


def test_datasets_in_one_place_have_no_map(scored):
    state = scored(SELECTION.replace("size: 3", "size: 3, strategy: random"))
    state.datasets = vectors(state.table.datasets) * 0
    found = selection.selection(state)
    assert found["selection_map"] is None
    assert len(set(found["selection"].names)) == 3


@pytest.mark.parametrize("size", [14, 15])
def test_all_datasets_are_no_choice(scored, size):
    state = scored(SELECTION.replace("3", str(size)))
    state.datasets = vectors(state.table.datasets)
    with pytest.raises(NotPossible, match=f"more datasets than the {size}"):
        selection.selection(state)


def test_sizes_of_a_protocol_leave_something_to_choose(scored):
    """A trial has 80 percent of 14 datasets: 11."""
    state = scored(PROTOCOL % ", sizes: [2, 11, 12, 14]")
    state.datasets = vectors(state.table.datasets)
    found = selection.protocol(state)
    assert found["protocol"].sizes == (2, 11)
    assert found["protocol"].n_pool == 11
    assert found["subset"] is None
    assert found["mantel"] is not None


def test_a_protocol_finds_the_representation_if_it_is_asked_to(scored, tmp_path):
    state = scored(PROTOCOL % ", sizes: [2, 3], find_representation: true")
    state.datasets = vectors(state.table.datasets).assign(energy=10.0 ** np.arange(14))
    found = selection.protocol(state)
    own = pb.find_representation(
        state.table, {metafeatures.NAME: state.datasets}, standardize=["all"], sizes=(2, 3),
        folds=2, workers=1,
    )  # fmt: skip
    assert found["fitting"].to_dict() == own.to_dict()
    told = protocol.Told(found["protocol"], fitting=found["fitting"])
    page = protocol.write(told, tmp_path)[0].read_text(encoding="utf-8")
    assert own.sentence() in html.unescape(page)
    assert (tmp_path / "representation.json").is_file()
    rows = re.findall(r"<caption>Combinations.*?</table>", page, re.DOTALL)[0].count("<tr>")
    assert rows == 1 + len(own.table)
    state.table = state.table.select(classifiers=state.table.classifiers[:3])
    with pytest.raises(StudyError, match="4 methods or more") as caught:
        selection.protocol(state)
    assert caught.value.field == "parts.protocol.find_representation"


def test_folds_that_a_run_keeps_are_ranked_each_by_itself(scored):
    state = scored(PROTOCOL % ", sizes: [2, 3]")
    state.datasets = vectors(state.table.datasets)
    assert selection.protocol(state)["protocol"].ranked == "means"
    scores = state.table.scores
    folds = scores[..., None] + np.random.default_rng(0).normal(size=(*scores.shape, 3)) / 9
    state.table = dataclasses.replace(state.table, by_repeat=folds)
    state.cache.part("results", lambda: {"now": "folds"}, lambda: {"table": state.table})
    found = selection.protocol(state)["protocol"]
    assert (found.ranked, found.n_repeats) == ("folds", 3)
    assert "ranked in each repeat or fold" in protocol.methods_sentence(found)


def test_a_protocol_judges_what_was_chosen(scored):
    state = scored(SELECTION + PROTOCOL % ", sizes: [2, 3]")
    state.datasets = vectors(state.table.datasets)
    state.found |= selection.selection(state)
    found = selection.protocol(state)
    assert set(found["subset"].names) == set(state.found["selection"].names)
    assert "part selection" in state.cache.noted("protocol")


@pytest.mark.parametrize("sizes", ["2", "[12, 13]", "[11, 12]"])
def test_one_size_is_no_curve(scored, sizes):
    state = scored(PROTOCOL % f", sizes: {sizes}")
    state.datasets = vectors(state.table.datasets)
    with pytest.raises(StudyError, match="two sizes or more from 2 to 11") as caught:
        selection.protocol(state)
    assert (caught.value.field, caught.value.line) == ("parts.protocol.sizes", 7)


def test_few_datasets_have_no_protocol(scored, making):
    state = scored(PROTOCOL % "")
    state.datasets, frame = vectors(state.table.datasets), state.table.to_frame()
    lines = [",".join(["dataset", *frame.columns])]
    lines += [",".join([f"d{i}", *map(str, row)]) for i, row in enumerate(frame.to_numpy())]
    file = state.folder.parent / "few.csv"
    text = (state.folder.parent / "study.yaml").read_text()
    for rows, allowed in ((selection.FEW - 1, False), (selection.FEW, True)):
        file.write_text("\n".join(lines[: rows + 1]) + "\n")
        state = making(text=text.replace("pybench:demsar2006", "few"))
        parts.scores(state)
        state.datasets = vectors(state.table.datasets)
        if allowed:
            assert selection.protocol(state)["protocol"].sizes[0] == 2
        else:
            with pytest.raises(NotPossible, match="10 datasets or more"):
                selection.protocol(state)
