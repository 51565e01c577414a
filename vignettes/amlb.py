"""From an AMLB file to a figure

The same story in R, with the same numbers, is vignettes/amlb.Rmd. Run it from anywhere:

    python vignettes/amlb.py
"""

# %% [markdown]
# # The file of a benchmark
# The AutoML Benchmark (AMLB) writes one row per framework, task and fold into `results.csv`. The
# column `result` has the score, `metric` its name. AMLB defines `result` such that higher is better:
# errors have a minus sign. If a job fails, its `result` is empty and `info` says why.
#
# pybench contains no results of AutoML frameworks. Here its own table of real accuracies, of eight
# classifiers of scikit-learn on 15 datasets in three repeats, is written in the layout of AMLB: a
# classifier stands for a framework, a repeat for a fold. One score is removed, as if that job had
# failed.

# %%
import tempfile
from pathlib import Path

import pandas as pd

import pybench as pb

scores = pd.read_csv(Path(pb.__file__).parent / "data" / "accuracy15.csv")
job = scores.eval("dataset == 'digits' and classifier == 'support vectors' and resample == 2")
rows = pd.DataFrame(
    {
        "id": "local/" + scores["dataset"],
        "task": scores["dataset"],
        "framework": scores["classifier"],
        "constraint": "1h4c",
        "fold": scores["resample"] - 1,
        "result": scores["accuracy"].mask(job),
        "metric": "acc",
        "mode": "local",
        "version": "1.0",
        "info": job.map({True: "removed for this tutorial", False: ""}),
    }
)
path = Path(tempfile.mkdtemp()) / "results.csv"
rows.to_csv(path, index=False)

# %% [markdown]
# # Read it
# pybench recognises the file by its columns, so you need not say what they mean, nor whether higher
# scores are better. It does not decide what becomes of the job that failed: it names the score.

# %%
try:
    pb.read_results(path, repeats="mean")
except pb.ResultsTableError as error:
    print(error)

# %% [markdown]
# Two folds of that task are there. `repeats="available"` takes the mean of the folds that are there
# and says so. With `repeats="mean", missing="drop"`, the task would be left out, and with
# `missing="worst"`, the framework would get the worst score of the task: which of these is fair
# depends on why the job failed. Folds of one task are not independent, so a task gives one score,
# its mean, and tests count tasks, not folds.

# %%
t = pb.read_results(path, repeats="available")
print(t)

# %% [markdown]
# # Do the frameworks differ?
# Reports and figures can say "framework" instead of "method".

# %%
pb.options.noun = "framework"
print(pb.friedman(t))

# %% [markdown]
# The Friedman test answers only whether all frameworks rank alike. Nemenyi's test compares all
# pairs: two frameworks differ significantly at level 0.05 if their mean ranks differ by at least
# the critical difference. In the diagram, a bar joins frameworks that do not differ significantly.
# It does not say that they are equally good.

# %%
diagram = pb.critical_difference(t)
figure = pb.plot.critical_difference(diagram)
figure.savefig(path.with_name("frameworks.svg"))
print(diagram)

# %% [markdown]
# The critical difference says nothing about the size of differences. `pb.effects` does:

# %%
best = diagram.classifiers[0]
effects = pb.effects(t, control=best)
print(effects)
pb.options.noun = None

# %% [markdown]
# # Your own file
# With a file of AMLB, two lines are enough. If the file has several versions, constraints or modes
# of a framework, they become part of its name.
#
# ```python
# t = pb.read_results("results.csv", repeats="available")
# pb.plot.critical_difference(pb.critical_difference(t)).savefig("frameworks.svg")
# ```
