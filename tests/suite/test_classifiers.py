from sklearn.base import clone

from pybench.suite.bundled import load
from pybench.suite.classifiers import fast


def test_eight_of_different_kinds():
    made = fast()
    assert len(made) == 8
    assert len({str(classifier) for classifier in made.values()}) == 8


def test_each_learns_iris():
    iris = load("iris")
    for name, classifier in fast().items():
        right = clone(classifier).fit(iris.features, iris.labels).score(iris.features, iris.labels)
        # Two thirds are the wrong class: 0.33 by chance; ridge, the worst, has 0.85.
        assert right > 0.8, name
