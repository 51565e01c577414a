import numpy as np
import pytest
from scipy.stats import rankdata

import pybench as pb
from pybench.comparison.posterior import best_two
from pybench.flow import comparison, parts
from pybench.flow.fields import PARTS

PUBLISHED = """\
published:
  Theirs: {file: theirs.csv, higher_is_better: false, metric: error}
  Theirs turned: {file: theirs.csv, higher_is_better: true}
"""
ROWS = [[0.30, 0.20, 0.10], [0.50, 0.10, 0.20], [0.4, 0.3, 0.2], [0.6, 0.2, 0.1], [0.3, 0.3, 0.1]]


@pytest.fixture
def compared(making):
    """Return a function: settings -> the comparison of random scores, and the scores."""

    def make(number, higher=True, **settings):
        scores = np.random.default_rng(number).integers(0, 6, size=(7, 4)) / 10
        table = pb.read_results(
            scores, higher_is_better=higher, datasets=[f"d{i}" for i in range(7)],
            classifiers=list("abcd"),
        )  # fmt: skip
        return pb.compare(table, engine="python", mcm=False, **settings), scores

    return make


@pytest.mark.parametrize("higher", [True, False])
def test_the_best_two_are_those_of_the_best_mean_ranks(compared, higher):
    for seed in range(3):
        found, scores = compared(seed, higher, bayesian=True)
        ranks = rankdata(-scores if higher else scores, axis=1).mean(axis=0).round(9)
        best = sorted(zip(ranks, "abcd", strict=True))[:2]
        drawn = best_two(found)
        assert (drawn.classifier_1, drawn.classifier_2) == (best[0][1], best[1][1])


def test_draws_are_those_behind_the_probabilities(compared):
    found, _ = compared(0, bayesian=True, rope=0.05, seed=4)
    drawn, test = best_two(found), found.bayesian
    pair = drawn.classifier_1, drawn.classifier_2
    assert (drawn.rope, drawn.seed, drawn.samples) == (0.05, 4, test.samples)
    assert drawn.better == test.better.loc[pair]
    assert drawn.equal == test.equal.loc[pair]
    assert drawn.worse == test.worse.loc[pair]


def test_without_bayes_nothing_is_drawn(compared):
    assert best_two(compared(0)[0]) is None


def published(making, comparison):
    """Return a study with two tables of others, which are one file read in two ways."""
    (making.folder / "theirs.csv").write_text(
        "dataset,a,b,c\n" + "".join(f"d{i},{','.join(map(str, r))}\n" for i, r in enumerate(ROWS))
    )
    making()
    text = (making.folder / "study.yaml").read_text().partition("parts:")[0]
    return making(text=f"{text}{PUBLISHED}parts: {{{comparison}}}\n")


def test_each_table_is_compared_by_itself_as_the_study_says(making):
    said = "comparison: {alpha: 0.2, bayesian: false, stability: false, mcm: false}"
    found = comparison.published(published(making, said))["published"]
    assert list(found) == ["Theirs", "Theirs turned"]
    for title, higher in (("Theirs", False), ("Theirs turned", True)):
        own = pb.compare(
            pb.read_results(making.folder / "theirs.csv", higher_is_better=higher,
                            metric=None if higher else "error"),
            0.2, mcm=False, engine="python",
        )  # fmt: skip
        assert found[title].table.scores.tolist() == own.table.scores.tolist()
        assert found[title].scores["mean_rank"].to_dict() == own.scores["mean_rank"].to_dict()
        assert found[title].table.metric == own.table.metric
        assert found[title].conclusions == own.conclusions
    ranks = [one.scores["mean_rank"] for one in found.values()]
    assert (ranks[0] + ranks[1] == 4).all()  # one direction is the other from behind
    comparison.published(published(making, said))
    assert {one.what for one in making.events} == {"reused"}
    comparison.published(published(making, said.replace("0.2", "0.1")))
    assert {one.why for one in making.events} == {"alpha was 0.2, is 0.1"}


def test_the_scores_are_compared_with_the_settings_of_the_study(making):
    state = making()
    parts.scores(state)
    found = comparison.comparison(state)
    own = pb.compare(state.table, mcm=False, engine="python")
    assert found["comparison"].to_dict() == own.to_dict()
    assert found["posterior"] is None
    assert set(PARTS["comparison"]) <= set(state.cache.noted("comparison"))


def test_a_published_table_is_hashed_before_it_is_read(making, monkeypatch):
    said = "comparison: {bayesian: false, stability: false, mcm: false}"
    state, order = published(making, said), []
    for name in ("read_table", "file_sha256"):
        real = getattr(comparison.sources, name)
        monkeypatch.setattr(comparison.sources, name, lambda *given, name=name, real=real: (
            order.append(name), real(*given))[1])  # fmt: skip
    comparison.published(state)
    assert order == ["file_sha256", "read_table"] * 2


def test_repeats_reach_their_tests_and_without_them_a_notice_says_so(making):
    cube = np.random.default_rng(1).normal(size=(5, 3, 4)).round(2)
    rows = [f"d{i},{'abc'[j]},{r},{cube[i, j, r]}\n" for i, j, r in np.ndindex(cube.shape)]
    head = "dataset,classifier,resample,score\n"
    (making.folder / "runs.csv").write_text(head + "".join(rows))
    asked = "hierarchical: true, rho: 0.2, samples: 400, stability: false, mcm: false"
    text = (
        "name: Repeats\nengine: python\njobs: 1\n"
        "data: {results: runs.csv, higher_is_better: true}\n"
        f"parts:\n  comparison: {{{asked}}}\n"
    )
    state = making(text=text)
    parts.scores(state)
    found = comparison.comparison(state)["comparison"]
    assert (found.within.rho, found.bayesian.rho, found.bayesian.samples) == (0.2, 0.2, 400)
    assert found.bayesian.test == "bayesian_hierarchical"
    assert not making.said

    means = making(text=text.replace("runs.csv", "'pybench:demsar2006.csv'"))
    parts.scores(means)
    found = comparison.comparison(means)["comparison"]
    assert found.within is None
    assert (found.bayesian.test, found.bayesian.samples) == ("bayesian_signed_rank", 400)
    [said] = making.said
    assert said.startswith(
        "Left out of the comparison, since pybench:demsar2006.csv has no repeats"
    )
    assert said.endswith(": hierarchical, rho")
