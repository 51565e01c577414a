"""Can somebody else run exactly this?

The R part of the story, with the same files, is vignettes/suites.Rmd. Run it from anywhere; it
writes into a temporary folder:

    python vignettes/suites.py
"""

# %% [markdown]
# # Create
# A suite is a fixed list of tasks. A task consists of data with their hashes, a target, stored
# splits and a measure. Here are four small tables as CSV files; they ship inside scikit-learn and
# statsmodels. Rules say which datasets belong in the suite: those with at least 100 rows, and a
# smallest class of at least a tenth of the largest. The measured values of every candidate, and the
# verdicts of the rules, are part of the suite.

# %%
import tempfile
from pathlib import Path

import pandas as pd

import pybench as pb
from pybench.suite import bundled

work = Path(tempfile.mkdtemp())
(work / "tables").mkdir()
for name in ("iris", "wine", "anes96", "spector"):
    dataset = bundled.load(name)
    columns = [f"x{place + 1}" for place in range(dataset.features.shape[1])]
    table = pd.DataFrame(dataset.features, columns=columns)
    table["class"] = [f"class {dataset.classes[label]}" for label in dataset.labels]
    table.to_csv(work / "tables" / f"{name}.csv", index=False)

about = {
    "iris": {"target": "class", "licence": "CC BY 4.0", "citation": "Fisher (1936)"},
    "wine": {"target": "class", "licence": "CC BY 4.0", "citation": "Forina et al. (1988)"},
    "anes96": {"target": "class", "licence": "Public domain"},
    "spector": {"target": "class"},
}
suite = pb.Suite.create(
    "Small tables",
    work / "tables",
    target="class",
    folds=5,
    about=about,
    constraints={"NumberOfInstances": (100, None), "MinorityToMajority": (0.1, None)},
    alias="small-tables",
    created="2026-01-31T12:00:00Z",
)
print(suite)
print(suite.verdicts().to_string())

# %% [markdown]
# # Screen
# Before a suite is frozen, run cheap learners on it. A task that all learners solve does not
# separate methods; a task on which no learner is better than always predicting the majority class
# may have no signal. `check` is a health check: it looks for tasks that a tree with a single split
# (a stump) solves, for rows that are in two datasets, and for leakage. (Iris contains one flower
# twice. Two rows of 150 are no reason to leave the dataset out, but now we know it.)

# %%
screening = suite.screen(work / "screening", workers=1)
print(screening)
print(suite.runs(work / "screening").to_string())
checked = suite.check(screening)
print(checked)

# %% [markdown]
# # Freeze
# A frozen (active) suite no longer changes; every change makes a new version. The hash of the suite
# identifies what was run.

# %%
frozen = suite.freeze().save(work / "suite")
print(frozen)

# %% [markdown]
# # Run
# A run covers every estimator, task, repeat and fold. For each fold, one file stores the
# predictions and one the measures. If you start the run again, nothing is computed twice; it can be
# interrupted and resumed.

# %%
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

estimators = {
    "logistic": LogisticRegression(max_iter=5000),
    "neighbours": KNeighborsClassifier(),
    "tree": DecisionTreeClassifier(),
}
results = pb.run(frozen, estimators, out=work / "run", workers=1)
print(results)
print(
    pb.suite_results(
        [work / "run"],
        "select estimator, avg(accuracy) as accuracy, "
        "avg(nll) as nll from evaluations group by all order by all",
    )
)

# %% [markdown]
# # Share
# One file contains the manifest, the splits, the runs, and the data whose licence allows sharing;
# data that were left out are listed, with their hash and the reason. If you unpack the file, you
# get exactly this suite, or an error: every name and every byte is checked first.

# %%
from pybench.suite.sharing.bundle import verify_bundle

file = frozen.export(work / "small-tables.zip", runs=work / "run")
bundle = verify_bundle(file)
print(bundle)
copy = pb.Suite.import_(file, work / "copy")
print(copy.hash == frozen.hash)
again = pb.run(copy, estimators, out=work / "copy" / "runs" / "run", workers=1)
print((again.scores == results.scores).all())

# %% [markdown]
# For other tools, the same suite and its runs can be written as OpenML's XML and ARFF files. Here
# they are also read back: the rows and classes of every fold are checked against the suite, and the
# measures are computed again. Nothing is sent anywhere; only `publish_openml` and
# `publish_openml_runs` do that, on request.

# %%
folder = frozen.write_openml(work / "openml", runs=work / "run")
print(sorted(path.name for path in folder.iterdir()))
print(frozen.read_openml_runs(folder, work / "theirs"))
print(
    pb.suite_results(
        [work / "run", work / "theirs"],
        "select origin, estimator, avg(accuracy) as "
        "accuracy from evaluations join runs using (run, estimator) group by all "
        "order by all",
    )
)
