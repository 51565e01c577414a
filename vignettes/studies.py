"""The whole way in one file: a study

R has no studies, but the functions that they use have twins there, shown in the other stories, and
both languages compute what both have. Run it from anywhere; it writes into a temporary folder:

    python vignettes/studies.py
"""

# %% [markdown]
# # Say it
# A study is a file that says where the data come from, which methods run on them, and which parts
# of the analysis you request. `pybench study --example` writes one with every field and a comment
# on each. This one takes five small tables that ship inside scikit-learn and statsmodels, and three
# methods. The `parts` use their scores.

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
# `study/index.html`: it says what can be concluded and what cannot, and contains every part, the
# tasks with their splits and hashes, and how to cite the study. All numbers are in
# `study/study.json`, and every prediction of every fold in `study/runs`.

# %%
events = []
study = pb.study(file, work / "study", told=events.append)
print(study)
print(*events, sep="\n")

# %% [markdown]
# Each part is the same kind of result as the corresponding function returns, so you can use it as
# usual.

# %%
print(study.table.scores.round(3))
print(study.comparison.wilcoxon)
figure = pb.plot.critical_difference(study.comparison)

# %% [markdown]
# # Change it
# A part is stored under a hash of everything that it depends on. If only the significance level
# changes, only the comparison is recomputed, and no method is fitted again. If you add a method,
# only this method is fitted. A study can be interrupted at any moment and resumed with the same
# call.

# %%
file.write_text(text.replace("stability: false", "stability: false, alpha: 0.1"), encoding="utf-8")
events.clear()
changed = pb.study(file, work / "study", told=events.append)
print(*events, sep="\n")

# %% [markdown]
# If a file has an error, it is refused before anything is run, and the message names line and
# field.

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
# writes a page that needs no other files. Here the page combines the study's comparison with
# intervals of the mean ranks, which are not part of a study.

# %%
page = pb.report(
    changed.comparison, pb.rank_intervals(changed.table), path=work / "report.html", title="Mine"
)
print(page.name)
