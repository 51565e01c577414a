import pytest

#: A method of one's own that writes a line for each fit, so that fits can be counted.
MODULE = """
import os
from sklearn.tree import DecisionTreeClassifier

class Counted(DecisionTreeClassifier):
    def fit(self, X, y):
        with open(os.environ["COUNTED"], "a") as file:
            file.write(f"{self.max_depth}\\n")
        return super().fit(X, y)
"""
STUDY = """\
name: Small
seed: 1
engine: python
jobs: 1
data: {datasets: [iris, GunPoint], procedure: crossvalidation, folds: 3,
       created: "2026-01-01T00:00:00Z"}
estimators:
  Bayes: sklearn.naive_bayes.GaussianNB
  deep: {class: countedmodel.Counted, file: countedmodel.py}
  stump: {class: countedmodel.Counted, file: countedmodel.py, parameters: {max_depth: 1}}
parts:
  comparison: {bayesian: false, stability: false, mcm: false}
  features: {representation: summary, each: 10}
  selection: {size: 1}
"""


class Small:
    """A folder with a small study, and what happens when it is made."""

    def __init__(self, folder):
        self.folder, self.file, self.out = folder, folder / "study.yaml", folder / "out"
        self.fits = folder / "fits"
        (folder / "countedmodel.py").write_text(MODULE)
        self.file.write_text(STUDY)

    def change(self, old, new):
        text = self.file.read_text()
        assert old in text
        self.file.write_text(text.replace(old, new))

    def make(self, **more):
        """Return the study, what became of each part, and the depths that were fitted."""
        from pybench.flow.engine import study

        self.fits.write_text("")
        events = []
        found = study(self.file, self.out, told=events.append, trust=True, **more)
        return found, {one.part: one for one in events}, self.fits.read_text().split()


@pytest.fixture
def small(tmp_path, monkeypatch):
    import sys

    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.delitem(sys.modules, "countedmodel", raising=False)
    monkeypatch.setenv("COUNTED", str(tmp_path / "fits"))
    return Small(tmp_path)


#: A study of fourteen datasets and four methods, where nothing has to be run.
SCORES = """\
name: C4.5
engine: python
jobs: 1
data: {results: 'pybench:demsar2006.csv', higher_is_better: true, metric: AUC}
parts:
  comparison: {bayesian: false, stability: false, mcm: false}
"""


class Making:
    """Studies in the making in one folder, one at a time, and what they tell."""

    def __init__(self, folder):
        self.folder, self.said, self.events, self._open = folder, [], [], []

    def __call__(self, parts="", text=SCORES):
        from pybench.flow.definition import read_definition
        from pybench.flow.part_cache import PartCache
        from pybench.flow.state import StudyState, versions

        self.close()
        file = self.folder / "study.yaml"
        file.write_text(text + parts)
        self.events, out = [], self.folder / "out"
        cache = PartCache(out, self.events.append)
        self._open.append(cache)
        definition = read_definition(file, trust=True)
        return StudyState(definition, cache, out, definition.engine, self.said.append, [].append,
                    versions=versions())  # fmt: skip

    def close(self):
        while self._open:
            self._open.pop().close()


@pytest.fixture
def making(tmp_path):
    """Return a function: further parts -> a study in the making that reads a table of scores."""
    made = Making(tmp_path)
    yield made
    made.close()
