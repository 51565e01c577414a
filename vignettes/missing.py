"""Incomplete leaderboards

The same story in R, with the same numbers, is vignettes/missing.Rmd. Run it from anywhere:

    python vignettes/missing.py
"""

# %% [markdown]
# # A table with gaps
# Leaderboards have gaps: a method ran out of time or memory, or nobody ran it on the older
# datasets. The usual remedy is to leave out every dataset that lacks a score, or every method that
# does. Both throw measurements away.
#
# The table of this story is real: accuracies of five classifiers of scikit-learn on 15 datasets,
# which are part of pybench. Its gaps are made here, so that we know what they hide: as if extra trees
# had run out of memory on the four largest datasets, and the decision tree had never been run on
# two others.

# %%
from importlib.resources import files

import numpy as np
import pandas as pd

import pybench as pb

data = files("pybench") / "data"
names = ["extra trees", "random forest", "support vectors", "decision tree", "naive Bayes"]
complete = pb.read_results(
    data / "accuracy15.csv", higher_is_better=True, score="accuracy", repeats="mean"
).select(classifiers=names)
about = pd.read_csv(str(data / "datasets15.csv"), index_col="dataset")
size = about["log cases"] + about["log features"]
largest = sorted(size.index, key=lambda name: -size[name])[:4]

gaps = complete.to_frame()
gaps.loc[largest, "extra trees"] = np.nan
gaps.loc[["iris", "wine"], "decision tree"] = np.nan
print(gaps.isna().sum())

# %% [markdown]
# Reading such a table is an error, unless `missing` says what is to be done. `"pairwise"` keeps the
# gaps.

# %%
t = pb.read_results(gaps, higher_is_better=True, metric="accuracy", missing="pairwise")
print(t.n_missing, "of", t.scores.size, "scores are missing")

# %% [markdown]
# # Which methods differ?
# The tests of Friedman and Nemenyi rank all methods of a dataset, so they need every score.
# `compare` tests all methods by the Skillings-Mack test instead, which ranks the methods that have a
# score. It compares each pair on the datasets on which both have a score.

# %%
whole = pb.compare(t)
print(whole)

# %% [markdown]
# The number of datasets of each pair is in the column `n_common`, and in the cells of the
# multi-comparison matrix.

# %%
print(whole.wilcoxon.to_frame()[["classifier_1", "classifier_2", "n_common", "pvalue", "verdict"]])

# %% [markdown]
# # Does it matter what is done with the gaps?
# `missing_policies` shows the verdicts under several policies side by side: leaving out incomplete
# datasets, comparing pairs, and filling in the worst score of the dataset, as if a method that
# failed had been last.

# %%
policies = pb.missing_policies(t, limits=(0, 1))
print(policies)

# %% [markdown]
# The last lines do without a policy: they say which verdicts any missing scores from 0 to 1 can lead
# to. A pair that is always significant does not depend on the gaps. Where the verdict is not always the
# same, only the missing runs can tell, or an argument about why they are missing. A pair is not settled
# if no other verdicts are possible, but perhaps not even all of these: with a correction for many
# pairs, its verdict also depends on what is missing elsewhere.
#
# Here we know the truth, because the gaps were made. Every verdict on the complete table is one of
# these.

# %%
truth = pb.wilcoxon(complete).verdicts.to_numpy()[np.triu_indices(5, 1)]
low, high = policies.bounds.T
print("all within the bounds:", bool(((low <= truth) & (truth <= high)).all()))

# %% [markdown]
# # Why scores are missing
# Tests on the scores that are there keep their level if whether a score is missing does not depend
# on the scores. If a method fails where it would have done badly, it looks better than it is. In
# simulated tables of methods that do not differ, of which one lacked the lowest fifth of its scores,
# the signed-rank test rejected at level 0.05 in 0.16 of the tables, and the t-test in 0.18
# (`bench/missing.csv`). No test repairs that: fill in what a failure is worth to you
# (`missing="worst"`, `missing="impute:naive Bayes"`), or look at what any scores can lead to.
