import dataclasses
import itertools

import numpy as np
import pandas as pd
import pytest

from pybench.base.errors import StudyError
from pybench.flow import choose, looks, parts
from pybench.flow.work import NotPossible
from pybench.reporting.protocol import methods_sentence

SELECTION = "  selection: {size: 3, metric: euclidean}\n"
PROTOCOL = "  protocol: {strategies: [random, farthest-first/euclidean], trials: 3%s}\n"


@pytest.fixture
def scored(making):
    """Return a function: further parts -> a study with scores."""

    def make(further=""):
        work = making(further)
        parts.scores(work)
        return work

    return make


def placed(names, seed=0):
    """Return two features of each dataset."""
    values = np.random.default_rng(seed).normal(size=(len(names), 2))
    return pd.DataFrame(values, index=list(names), columns=["x", "y"])


def test_features_place_datasets_if_all_have_them(scored):
    work = scored()
    names = work.table.datasets
    work.datasets = placed(names)
    every = placed([*reversed(names), "of no score"], 1).assign(broken=np.nan)
    work.found = {"embedding": every, "representation": "summary"}
    found = choose.places(work)
    assert list(found) == ["summary", looks.NAME]
    assert list(found["summary"].index) == list(names)
    assert list(found["summary"].columns) == ["x", "y"]
    assert (found["summary"].to_numpy() == every.loc[list(names), ["x", "y"]].to_numpy()).all()
    for lacking in names:
        work.found["embedding"] = every.drop(index=lacking)
        assert list(choose.places(work)) == [looks.NAME]
    work.datasets = None
    with pytest.raises(NotPossible, match="features of every dataset"):
        choose.places(work)


def test_without_scores_all_datasets_with_features_are_placed(making):
    work = making()
    work.found = {"embedding": placed("abc"), "representation": "own"}
    assert list(choose.places(work)["own"].index) == ["a", "b", "c"]


def test_farthest_first_by_brute_force(scored):
    """Each chosen dataset is the one farthest from those chosen before, in scaled features."""
    work = scored(SELECTION)
    work.datasets = place = placed(work.table.datasets)
    found = choose.selection(work)
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
        work = scored(SELECTION)
        work.datasets = placed(work.table.datasets, seed)
        choose.selection(work)
        assert {one.part: one.what for one in making.events}["selection"] == what


def test_only_farthest_first_has_a_covering(scored):
    work = scored(SELECTION.replace("size: 3", "size: 3, strategy: k-means"))
    work.datasets = placed(work.table.datasets)
    assert choose.selection(work)["covering"] is None


def test_datasets_in_one_place_have_no_map(scored):
    work = scored(SELECTION.replace("size: 3", "size: 3, strategy: random"))
    work.datasets = placed(work.table.datasets) * 0
    found = choose.selection(work)
    assert found["selection_map"] is None
    assert len(set(found["selection"].names)) == 3


@pytest.mark.parametrize("size", [14, 15])
def test_all_datasets_are_no_choice(scored, size):
    work = scored(SELECTION.replace("3", str(size)))
    work.datasets = placed(work.table.datasets)
    with pytest.raises(NotPossible, match=f"more datasets than the {size}"):
        choose.selection(work)


def test_sizes_of_a_protocol_leave_something_to_choose(scored):
    """A trial has 80 percent of 14 datasets: 11."""
    work = scored(PROTOCOL % ", sizes: [2, 11, 12, 14]")
    work.datasets = placed(work.table.datasets)
    found = choose.protocol(work)
    assert found["protocol"].sizes == (2, 11)
    assert found["protocol"].n_pool == 11
    assert found["subset"] is None
    assert found["mantel"] is not None


def test_folds_that_a_run_keeps_are_ranked_each_by_itself(scored):
    work = scored(PROTOCOL % ", sizes: [2, 3]")
    work.datasets = placed(work.table.datasets)
    assert choose.protocol(work)["protocol"].ranked == "means"
    scores = work.table.scores
    folds = scores[..., None] + np.random.default_rng(0).normal(size=(*scores.shape, 3)) / 9
    work.table = dataclasses.replace(work.table, by_repeat=folds)
    work.kept.part("results", lambda: {"now": "folds"}, lambda: {"table": work.table})
    found = choose.protocol(work)["protocol"]
    assert (found.ranked, found.n_repeats) == ("folds", 3)
    assert "ranked in each repeat or fold" in methods_sentence(found)


def test_a_protocol_judges_what_was_chosen(scored):
    work = scored(SELECTION + PROTOCOL % ", sizes: [2, 3]")
    work.datasets = placed(work.table.datasets)
    work.found |= choose.selection(work)
    found = choose.protocol(work)
    assert set(found["subset"].names) == set(work.found["selection"].names)
    assert "part selection" in work.kept.noted("protocol")


@pytest.mark.parametrize("sizes", ["2", "[12, 13]", "[11, 12]"])
def test_one_size_is_no_curve(scored, sizes):
    work = scored(PROTOCOL % f", sizes: {sizes}")
    work.datasets = placed(work.table.datasets)
    with pytest.raises(StudyError, match="two sizes or more from 2 to 11") as caught:
        choose.protocol(work)
    assert (caught.value.field, caught.value.line) == ("parts.protocol.sizes", 7)


def test_few_datasets_have_no_protocol(scored, making):
    work = scored(PROTOCOL % "")
    work.datasets, frame = placed(work.table.datasets), work.table.to_frame()
    lines = [",".join(["dataset", *frame.columns])]
    lines += [",".join([f"d{i}", *map(str, row)]) for i, row in enumerate(frame.to_numpy())]
    file = work.folder.parent / "few.csv"
    text = (work.folder.parent / "study.yaml").read_text()
    for rows, allowed in ((choose.FEW - 1, False), (choose.FEW, True)):
        file.write_text("\n".join(lines[: rows + 1]) + "\n")
        work = making(text=text.replace("pybench:demsar2006", "few"))
        parts.scores(work)
        work.datasets = placed(work.table.datasets)
        if allowed:
            assert choose.protocol(work)["protocol"].sizes[0] == 2
        else:
            with pytest.raises(NotPossible, match="10 datasets or more"):
                choose.protocol(work)
