import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import ExtraTreeClassifier

from pybench.base.errors import ArgumentError, TasksFailed
from pybench.suite.bundled import Dataset, load
from pybench.suite.crossval import cross_validate

TREE, BAYES = ExtraTreeClassifier(), GaussianNB()


@pytest.fixture(scope="module")
def datasets():
    return [load("iris"), load("wine")]


@pytest.fixture(scope="module")
def table(datasets):
    return cross_validate(datasets, {"tree": TREE, "Bayes": BAYES}, repeats=3, seed=1)


def test_names_direction_and_repeats(table):
    assert table.datasets == ("iris", "wine")
    assert table.classifiers == ("tree", "Bayes")
    assert table.metric == "accuracy"
    assert table.higher_is_better
    assert table.by_repeat.shape == (2, 2, 3)
    # fsum / 3 and mean differ by rounding only.
    np.testing.assert_allclose(table.scores, table.by_repeat.mean(axis=2), rtol=1e-15)


def test_scores_are_shares_of_all_cases(table):
    hits = table.by_repeat * np.array([150, 178])[:, None, None]
    assert (table.by_repeat == np.round(hits) / np.array([150, 178])[:, None, None]).all()
    assert (table.scores > 0.8).all()


def test_repeats_differ(table):
    assert len(set(table.by_repeat[1, 0])) > 1


def test_order_and_company_do_not_matter(datasets, table):
    turned = cross_validate(
        datasets[::-1], {"Bayes": BAYES, "extra": KNeighborsClassifier(), "tree": TREE}, seed=1
    )
    again = turned.select(datasets=table.datasets, classifiers=table.classifiers)
    assert (again.by_repeat == table.by_repeat).all()


def test_processes_do_not_matter(datasets, table):
    parallel = cross_validate(datasets, {"tree": TREE, "Bayes": BAYES}, seed=1, n_jobs=2)
    assert (parallel.by_repeat == table.by_repeat).all()


def test_the_seed_matters(datasets, table):
    other = cross_validate(datasets, {"tree": TREE, "Bayes": BAYES}, seed=2)
    assert (other.by_repeat != table.by_repeat).any()


def test_classifiers_meet_the_same_folds(datasets):
    copies = {"one": BAYES, "two": GaussianNB()}
    table = cross_validate(datasets, copies)
    assert (table.by_repeat[:, 0] == table.by_repeat[:, 1]).all()


def test_a_random_state_inside_a_pipeline_is_seeded(datasets):
    piped = {"piped": make_pipeline(StandardScaler(), ExtraTreeClassifier())}
    one, two = (cross_validate(datasets, piped) for _ in range(2))
    assert (one.by_repeat == two.by_repeat).all()


def test_progress_reaches_the_end(datasets):
    seen = []
    cross_validate(datasets, {"Bayes": BAYES}, repeats=2, progress=lambda *now: seen.append(now))
    assert [done for done, _, _ in seen] == [1, 2, 3, 4]
    assert seen[-1] == (4, 4, "Bayes on wine, repeat 2")


class Stubborn(ClassifierMixin, BaseEstimator):
    def fit(self, features, labels):
        if len(features) > 130:
            raise RuntimeError("too many cases")
        self.classes_ = np.unique(labels)
        return self

    def predict(self, features):
        return np.zeros(len(features), dtype=int)


def test_failed_tasks_are_named(datasets):
    with pytest.raises(TasksFailed) as caught:
        cross_validate(datasets, {"Bayes": BAYES, "stubborn": Stubborn()}, repeats=2)
    assert caught.value.exit_code == 4
    assert "2 tasks failed: stubborn on wine, repeat 1 (RuntimeError: too many cases)" in str(
        caught.value
    )


class Wordy(GaussianNB):
    def predict(self, features):
        import warnings

        warnings.warn("I am not sure", UserWarning, stacklevel=2)
        return super().predict(features)


def test_warnings_of_classifiers_are_logged_once_a_task(datasets, caplog):
    cross_validate(datasets[:1], {"wordy": Wordy()}, repeats=1)
    assert [record.getMessage() for record in caplog.records] == [
        "wordy on iris, repeat 1: I am not sure"
    ]


def test_accuracy_by_hand():
    # Nearest neighbour on two far heaps is always right; on labels turned round, always wrong.
    features = np.concatenate([np.arange(10.0), np.arange(100.0, 110.0)])[:, None]
    labels = np.repeat([0, 1], 10)
    heaps = Dataset("heaps", "test", "which heap", features, labels, ("0", "1"))
    table = cross_validate([heaps], {"nearest": KNeighborsClassifier(1)}, folds=5)
    assert table.scores.tolist() == [[1.0]]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"folds": 1}, "`folds` must be at least 2"),
        ({"repeats": 0}, "`repeats` must be at least 1"),
        ({"repeats": True}, "`repeats` must be at least 1"),
        ({"datasets": []}, "`datasets` must be at least 1"),
        ({"classifiers": {}}, "`classifiers` must be at least 1"),
    ],
)
def test_refused(datasets, changed, message):
    arguments = {"datasets": datasets, "classifiers": {"Bayes": BAYES}, **changed}
    with pytest.raises(ArgumentError, match=message):
        cross_validate(**arguments)
