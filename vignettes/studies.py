"""The whole way in one file: a study

R has no studies, but the functions that they use have twins there, shown in the other stories, and
both languages compute what both have. Run it from anywhere; it writes into a temporary folder:

    python vignettes/studies.py
"""

# %% [markdown]
# # Say it
# A study is a file: where the data come from, what is run on them, which parts are requested.
# `pybench study --example` writes one with every field and a comment on each. This one takes five
# small tables that ship inside scikit-learn and statsmodels, and three methods. The `parts` use
# their scores.

# %%
import tempfile
from pathlib import Path

import pybench as pb

work = Path(tempfile.mkdtemp())
text = """\
name: Three methods on small tables
seed: 0
engine: python
jobs: 1
data:
  datasets: [iris, wine, anes96, spector, modechoice]
  folds: 4
  created: "2026-01-31T12:00:00Z"
estimators:
  naive Bayes: sklearn.naive_bayes.GaussianNB
  neighbours:
    steps: [sklearn.preprocessing.StandardScaler, sklearn.neighbors.KNeighborsClassifier]
  tree: sklearn.tree.DecisionTreeClassifier
parts:
  comparison: {bayesian: false, stability: false}
  selection: {size: 2}
"""
file = work / "study.yaml"
file.write_text(text, encoding="utf-8")

# %% [markdown]
# # Make it
# On the command line `pybench study study.yaml --out study` does the same. The report is
# `study/index.html`: what can be concluded, what cannot, every part, the tasks with their splits
# and hashes, how to cite. All numbers are in `study/study.json`, and every prediction of every fold
# in `study/runs`.

# %%
events = []
study = pb.study(file, work / "study", told=events.append)
print(study)
print(*events, sep="\n")

# %% [markdown]
# Each part is the result that the corresponding functions return, so you can use it as usual.

# %%
print(study.table.scores.round(3))
print(study.comparison.wilcoxon)
figure = pb.plot.critical_difference(study.comparison)

# %% [markdown]
# # Change it
# A part is kept under the hash of what it depends on. If the level changes, only the comparison is
# recomputed: no method is fitted twice. A new method costs only its own fits. A study can
# be interrupted at any moment and resumed with the same call.

# %%
file.write_text(text.replace("stability: false", "stability: false, alpha: 0.1"), encoding="utf-8")
events.clear()
changed = pb.study(file, work / "study", told=events.append)
print(*events, sep="\n")

# %% [markdown]
# An error in a file is refused with line and field, before anything is run.

# %%
file.write_text(text.replace("folds: 4", "fold: 4"), encoding="utf-8")
try:
    pb.study(file, work / "study")
except pb.StudyError as error:
    message = str(error).replace(str(work), "WORK")
    print(message)

# %% [markdown]
# # Read it back
# The numbers of a study are read back unchanged, to the last bit.

# %%
again = pb.load_result(work / "study" / "study.json")
print(again.to_dict() == changed.to_dict())

# %% [markdown]
# # One page of existing results
# No study is needed for a report: `pb.report` takes any results, from memory or from files, and
# writes a page that needs nothing else; here the study's comparison, together with intervals of the
# mean ranks, which are not part of a study.

# %%
page = pb.report(
    changed.comparison, pb.rank_intervals(changed.table), path=work / "report.html", title="Mine"
)
print(page.name)
